"""Saga's builder: its seven steps, what stands around them, and the setting, which is Saga's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.types import CSSPathType
from textual.widgets import Static

from saga_tui.engine.command import Command
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.commands.spark import GainSpark
from saga_tui.games.saga.rules.commands.time import SetClock, StartPlay
from saga_tui.games.saga.rules.commands.tokens import GainFortune, Spend
from saga_tui.games.saga.rules.named import points
from saga_tui.games.saga.rules.setting import asked
from saga_tui.games.saga.rules.words import ASSETS, WOUNDS, Asset
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.builder import assets, finishing, gear, skills, words
from saga_tui.games.saga.screens.builder.asking import SagaBuilding, SagaStep, follows, show_follows
from saga_tui.games.saga.screens.builder.assets import AssetsStep
from saga_tui.games.saga.screens.builder.finishing import FinishingStep
from saga_tui.games.saga.screens.builder.gear import GearStep
from saga_tui.games.saga.screens.builder.skills import SkillsStep
from saga_tui.games.saga.screens.builder.so_far import MEANS, told
from saga_tui.games.saga.screens.builder.words import FIELDS, ConceptStep, DrivesStep, TraitsStep
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.games.saga.screens.marks import DAMAGE, DOOM
from saga_tui.games.saga.settings.telling import with_examples
from saga_tui.games.saga.sheet import sheet_pages
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.store import Memory
from saga_tui.tally import Tally
from saga_tui.ui.builder.numbers import AskNumbers
from saga_tui.ui.builder.screen import BUILDER_CSS, BuilderScreen, step_bindings
from saga_tui.ui.builder.session import BuilderSession, new_seed
from saga_tui.ui.builder.sidebar import Sidebar
from saga_tui.ui.builder.spec import BuilderSpec, Field, Step
from saga_tui.ui.marks import Marks, Number, Pips
from saga_tui.ui.panel import Text
from saga_tui.ui.specs import Why
from saga_tui.ui.terminal import at_rest

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.ui.builder.screen import BuilderScreen

VIEWS: Final[dict[str, tuple[type[SagaStep], Sequence[str], Sequence[Field]]]] = {
    "concept": (ConceptStep, ("concept", "setting"), FIELDS),
    "assets": (AssetsStep, ("assets", "perks"), ()),
    "skills": (SkillsStep, ("skills",), ()),
    "traits": (TraitsStep, (), ()),
    "drives": (DrivesStep, (), ()),
    "gear": (GearStep, ("gear",), ()),
    "finishing": (FinishingStep, ("finishing",), ()),
}
"""Of each step its view, where its problems stand in the file, and its fields."""


COUNTS: Final[dict[str, Callable[[Character], str]]] = {
    "assets": assets.count, "skills": skills.count, "traits": words.count("traits"), "drives": words.count("drives"),
    "gear": gear.count, "finishing": finishing.count,
}  # fmt: skip
"""How much of each step is done, where there is something to count."""


def steps() -> tuple[Step, ...]:
    """The seven steps in the book's order (CRE-1 … CRE-9)."""
    return tuple(_step(info) for info in book.steps())


def _uncounted(character: Character) -> str:
    return "from paper" if character.as_is else ""


def _step(info: book.StepInfo) -> Step:
    view, places, parts = VIEWS[info.key]
    return Step(
        key=info.key, title=info.title, short=info.title.split()[0], view=view, parts=parts,
        places=tuple(places), within=(("story", info.key),), asks=partial(asked, step=info.key), rules=info.rules,
        count=COUNTS.get(info.key, _uncounted),
    )  # fmt: skip


def _adorned(building: BuilderSession, command: Command) -> Command:
    assert isinstance(building, SagaBuilding)
    return with_examples(command, building.character, building.shelf)


# ---- a character from paper


async def ask(screen: BuilderScreen) -> Sequence[Command] | None:
    """Asks of a character from paper where play stands; gives what brings it there once play has begun."""
    character: Character = screen.document
    if not character.as_is:
        return ()
    ratings = ((asset, derive.rating(character, asset).total) for asset in ASSETS)
    fields = (*STANDS, *((asset, f"{asset.capitalize()} in hand", rating) for asset, rating in ratings))
    dialog = AskNumbers("Where are you in the story?", PAPER, fields)
    stands: dict[str, int] | None = await screen.app.push_screen_wait(dialog)
    return None if stands is None else commands_for(character, stands)


STANDS: Final = (("chapter", "Chapter", 0), ("scene", "Scene", 0), ("spark", "Spark", 0))
PAPER: Final = "Chapter 0 is before the first. Enter the tokens in hand now."


def commands_for(character: Character, stands: dict[str, int]) -> list[Command]:
    """What brings a character that has just entered play to where it stands (TIME-1, SPK-1, AST-1)."""
    commands: list[Command] = []
    if stands["chapter"]:
        commands.append(SetClock(chapter=stands["chapter"], scene=stands["scene"]))
    if stands["spark"]:
        commands.append(GainSpark(amount=stands["spark"], why="from paper"))
    for asset in ASSETS:
        more = stands[asset] - derive.rating(character, asset).total
        if more < 0:
            commands.append(Spend(asset=asset, amount=-more, action=False, why="from paper"))
        elif more and asset == "fortune":
            commands.append(GainFortune(amount=more, why="from paper"))
    return commands


# ---- the sheet so far, beside the steps and in one line


class SheetSoFar(Sidebar):
    """Ratings, thresholds, the Doom Track, what is left to spend: all with their reasons."""

    def __init__(self) -> None:
        super().__init__(RULES)

    @property
    def character(self) -> Character:
        """The character as it is now."""
        found: Character = self.document
        return found

    def compose(self) -> ComposeResult:
        """Ratings, thresholds, the Doom Track, budgets."""
        for asset in ASSETS:
            look = LOOKS[asset]
            yield Pips(look, asset.capitalize(), explain=partial(self._rating, asset), id=f"so-far-{asset}")
        yield from follows("so-far", lambda: self.character)
        yield Text(id="so-far-words", markup=False)
        for sums in self._budgets():
            explain = partial(self._cost, sums.step)
            yield Number(sums.step.capitalize(), "", label_width=10, explain=explain, id=f"so-far-{sums.step}")

    def _rating(self, asset: Asset) -> Tally:
        return derive.rating(self.character, asset)

    def _cost(self, step: str) -> Why | None:
        name = next(sums.cost.name for sums in self._budgets() if sums.step == step)
        tallies = {tally.name: tally for tally in points(self.character)}
        return Why(tallies[name], more=(tallies[f"{name}:all"], tallies[f"{name}:left"]))

    def _budgets(self) -> list[budget.Budget]:
        kinds = (budget.assets_budget, budget.skills_budget, budget.gear_budget, budget.finishing_budget)
        return [made(self.character) for made in kinds]

    def show(self, character: Character) -> None:
        """The numbers of the character as it is now."""
        self.document = character
        for asset in ASSETS:
            rating = derive.rating(character, asset).total
            self.query_one(f"#so-far-{asset}", Pips).show(rating, rating, f"{rating}")
        show_follows(self, "so-far", character)
        for name, meaning in MEANS.items():
            self.query_one(f"#so-far-{name}", Marks).detail = meaning
        self.enlarge()
        by_points = {"assets": character.assets.method, "skills": character.skills.method}
        for sums in self._budgets():
            row = self.query_one(f"#so-far-{sums.step}", Number)
            row.display = not character.as_is and by_points.get(sums.step) != "priority"
            row.show(f"{sums.spent} of {sums.total}", f"{sums.left} left" if sums.left else "")
        self._tell()

    def on_resize(self) -> None:
        """Another width, other words beside the numbers."""
        super().on_resize()
        at_rest(self, self._tell_soon)

    def _tell_soon(self) -> None:
        self.call_after_refresh(self._tell)

    def _tell(self) -> None:
        if not self.is_attached:
            return
        said = self.query_one("#so-far-words", Static)
        if str(said.visual) != str(
            new := told(self.character, self.scrollable_content_region.width, self.app.size.height)
        ):
            said.update(new)


def strip(character: Character) -> Content:
    """`▲5 ◆3 ●1 ★4  pain 4  doubt 2  fear 3  doom ········┃8`."""
    parts: list[Content] = []
    for asset in ASSETS:
        rating = derive.rating(character, asset).total
        parts.append(Content.styled(f"{LOOKS[asset].full}{rating} ", LOOKS[asset].colour))
    for kind in WOUNDS:
        look = DAMAGE[kind]
        threshold = derive.threshold(character, kind).total
        parts.append(Content.assemble((f" {kind} ", "$dim"), (f"{look.empty}{threshold}", look.colour)))
    end = derive.doom_end(character).total
    parts.append(Content.assemble(("  doom ", "$dim"), (f"{DOOM.empty * min(end, 12)}┃{end}", DOOM.colour)))
    perks = ", ".join(safe(perk.name) for perk in derive.perks(character))
    parts.append(Content.styled(f"  {perks}", "$dim"))
    return Content("").join(parts)


# ---- the whole


MEANINGS: Final = (
    "ROL-1", "AST-1", "AST-2", "SKL-2", "SKL-3", "TRT-1", "DMG-1", "DMG-2", "DOM-1", "DRV-3", "GER-1", "PSH-1",
)  # fmt: skip
"""What the numbers of the sheet are for, in the order in which they are chosen."""


SPEC: Final = BuilderSpec(
    steps=steps(),
    begin=lambda _character: [StartPlay()],
    ask=ask,
    surprise=lambda seed, step: Become.model_validate({"seed": seed} | ({"step": step} if step else {})),
    sidebar=SheetSoFar,
    strip=strip,
    line=lambda character: character.concept.line,
    state=lambda character: "From paper" if character.as_is else "Building",
    page=sheet_pages,
    meanings=MEANINGS,
    adorn=_adorned,
)


class SagaBuilder(BuilderScreen):
    """The builder with Saga's key for the setting."""

    CSS_PATH: ClassVar[CSSPathType | None] = [BUILDER_CSS, Path(__file__).with_name("builder.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = [
        *step_bindings(SPEC.steps),
        Binding("t", "setting", "Setting", id="builder.setting", show=False,
                tooltip="Setting: view or change it, rule options, custom perks"),
    ]  # fmt: skip

    def __init__(self, memory: Memory, seeds: Callable[[], int] = new_seed) -> None:
        game: Game = import_module("saga_tui.games.saga.game").GAME
        session = Table(memory)
        super().__init__(game, session, SPEC, SagaBuilding(session, SPEC, seeds))

    @work
    async def action_setting(self) -> None:
        """The setting; what comes of looking at it is done."""
        self.keep_typed()
        building = cast(SagaBuilding, self.builder)
        command = await setting.look(self.app, building.character, building.look_again(), building.preview)
        if command is not None:
            building.do(command)
