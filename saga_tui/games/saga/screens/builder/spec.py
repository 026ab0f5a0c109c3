"""Saga's builder: its seven steps, what stands around them, and the setting, which is Saga's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.types import CSSPathType
from textual.widgets import Input

from saga_tui.engine.command import Command
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.asks import asked
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.commands.spark import GainSpark
from saga_tui.games.saga.rules.commands.time import SetClock, StartPlay
from saga_tui.games.saga.rules.commands.tokens import GainFortune, Spend
from saga_tui.games.saga.rules.words import ASSETS
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.builder.assets import AssetsStep
from saga_tui.games.saga.screens.builder.concept import FIELDS, ConceptStep
from saga_tui.games.saga.screens.builder.finishing import FinishingStep
from saga_tui.games.saga.screens.builder.gear import GearStep
from saga_tui.games.saga.screens.builder.session import SagaBuilding, SagaStep
from saga_tui.games.saga.screens.builder.sidebar import SheetSoFar, strip
from saga_tui.games.saga.screens.builder.skills import SkillsStep
from saga_tui.games.saga.screens.builder.story import DrivesStep, TraitsStep
from saga_tui.games.saga.settings.noting import with_examples
from saga_tui.games.saga.sheet import sheet_pages
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from saga_tui.ui.builder.screen import BUILDER_CSS, BuilderScreen, step_bindings
from saga_tui.ui.builder.session import BuilderSession, new_seed
from saga_tui.ui.builder.spec import BuilderSpec, Field, Step
from saga_tui.ui.builder.widgets import FieldLine
from saga_tui.ui.dialogs import Dialog, plain

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


def steps() -> tuple[Step, ...]:
    """The seven steps in the book's order (CRE-1 … CRE-9)."""
    return tuple(_step(info) for info in book.steps())


def _step(info: book.StepInfo) -> Step:
    view, places, parts = VIEWS[info.key]
    return Step(
        key=info.key, title=info.title, short=info.title.split()[0], view=view, parts=parts,
        places=tuple(places), within=(("story", info.key),), asks=partial(_asked, info.key), rules=info.rules,
    )  # fmt: skip


def _asked(step: str, character: object) -> Sequence[str]:
    return asked(character, step)  # type: ignore[arg-type]  # the builder holds characters


def _adorned(building: BuilderSession, command: Command) -> Command:
    assert isinstance(building, SagaBuilding)
    return with_examples(command, building.character, building.shelf)


def _surprise(seed: int, step: str) -> Command:
    return Become.model_validate({"seed": seed, "step": step} if step else {"seed": seed})


# ---- a character from paper


async def ask(screen: BuilderScreen) -> Sequence[Command] | None:
    """Asks of a character from paper where play stands; gives what brings it there once play has begun."""
    character: Character = screen.document
    if not character.as_is:
        return ()
    stands: dict[str, int] | None = await screen.app.push_screen_wait(WherePlayStands(character))
    return None if stands is None else commands_for(character, stands)


STANDS: Final = (("chapter", "Chapter"), ("scene", "Scene"), ("spark", "Spark"))


class WherePlayStands(Dialog[dict[str, int]]):
    """For a character from paper: the chapter and scene that run, the Spark and the tokens in hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Next", id="stands.next"),
        Binding("ctrl+n", "take", "Start play", id="stands.take"),
    ]
    title_text = "Where are you in the story?"

    def __init__(self, character: Character) -> None:
        super().__init__()
        self.defaults = {key: 0 for key, _ in STANDS}
        self.defaults |= {asset: derive.rating(character, asset).total for asset in ASSETS}

    def compose_body(self) -> ComposeResult:
        """A field a number; empty fields stand for the number shown in them."""
        yield plain("Chapter 0 is before the first. Enter the tokens in hand now.", "dialog--question")
        for key, label in (*STANDS, *((asset, f"{asset.capitalize()} in hand") for asset in ASSETS)):
            line = FieldLine(label, key, placeholder=str(self.defaults[key]), most=4, label_width=17)
            line.field.restrict = r"\d*"
            yield line

    def on_mount(self) -> None:
        """Begins in the first field."""
        self.query(Input).first().focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_next()

    def action_next(self) -> None:
        """To the next field; from the last one into play."""
        fields = list(self.query(Input))
        if fields and fields[-1].has_focus:
            self.action_take()
        else:
            self.focus_next(Input)

    def action_take(self) -> None:
        """Gives all the numbers."""
        typed = {field.name or "": field.value for field in self.query(Input)}
        self.dismiss({key: int(typed.get(key) or default) for key, default in self.defaults.items()})


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


# ---- the whole


SPEC: Final = BuilderSpec(
    steps=steps(),
    begin=lambda _character: [StartPlay()],
    ask=ask,
    surprise=_surprise,
    sidebar=SheetSoFar,
    strip=strip,
    line=lambda character: character.concept.line,
    state=lambda character: "From paper" if character.as_is else "Building",
    page=sheet_pages,
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
        self.settle()
        building = cast(SagaBuilding, self.builder)
        command = await setting.look(self.app, building.character, building.look_again(), building.preview)
        if command is not None:
            building.do(command)
