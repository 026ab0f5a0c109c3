"""What Saga's steps share: the character in the builder, ideas, what follows from ratings, and the builder's questions:
small flows of dialogs that give an answer, or nothing when they are left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from textual.app import App
from textual.widget import Widget

from saga_tui.engine.session import Session
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Gear
from saga_tui.games.saga.rules.setting import PLAIN, moved
from saga_tui.games.saga.rules.words import SKILLS, WOUNDS, Asset, Skill
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.games.saga.screens.marks import DAMAGE, DOOM
from saga_tui.games.saga.screens.setting import ask_own_perk, shelf_for, world
from saga_tui.problem import Where
from saga_tui.tally import Tally
from saga_tui.ui.builder.session import BuilderSession, new_seed
from saga_tui.ui.builder.spec import Idea
from saga_tui.ui.builder.step import StepView
from saga_tui.ui.builder.widgets import TextRow, TextRows
from saga_tui.ui.dialogs import AskNumber, Choose, Confirm, Offer
from saga_tui.ui.marks import Boxes, Track
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.games.saga.rules.commands import Command
    from saga_tui.games.saga.rules.commands.build import AssetMethod, SkillMethod
    from saga_tui.games.saga.settings import Shelf
    from saga_tui.ui.builder.spec import BuilderSpec

PerkChoices = tuple[Asset, Skill | str]


async def ask_number(app: App[None], title: str, now: int, most: int = 99) -> int | None:
    """A whole number; Enter alone keeps the one that is there."""
    return await app.push_screen_wait(AskNumber(title, f"Now {now}.", default=now, least=0, most=most))


async def confirm_method(app: App[None], builder: SagaBuilding, command: AssetMethod | SkillMethod) -> bool:
    """Whether the other method shall be taken: to points loses nothing, to priority may change numbers (CRE-10)."""
    if command.method == "points":
        return True
    outcome = builder.preview(command)
    lost = [line.text for line in outcome.lines[1:]]
    found = [problem.message for problem in builder.objections(command)]
    if not lost:
        return True
    told = "\n".join(f"  {line}" for line in lost)
    then = "\nThen still to do:\n" + "\n".join(f"  {line}" for line in found) if found else ""
    question = f"Your ranking stays as close as possible. This changes:\n{told}{then}"
    answer = await app.push_screen_wait(Confirm("Use priorities?", question, yes="Switch", no="Cancel"))
    return bool(answer)


async def ask_skill(
    app: App[None], character: Character, title: str, barred: Callable[[Skill], str] = lambda _skill: ""
) -> Skill | None:
    """One of the nine skills; `barred` says why one cannot be had."""
    offers = [
        Offer(skill, derive.skill_name(character, skill), _ranks_told(character, skill), barred(skill))
        for skill in SKILLS
    ]
    return cast("Skill | None", await app.push_screen_wait(Choose(title, offers)))


def _ranks_told(character: Character, skill: Skill) -> str:
    special = ", ".join(derive.specialties_of(character, skill))
    ranks = derive.ranks(character, skill).total
    return f"{plural(ranks, 'rank')}{'; ' + special if special else ''}"


async def ask_perk_choices(
    app: App[None], character: Character, info: book.PerkInfo, assets: Sequence[Asset] = ()
) -> tuple[Asset, Skill | str] | None:
    """What a perk still needs: for which of its two assets, and for Expert which skill (PRK-1, PRK-4).

    `assets` are those for which it may be taken; empty: any of its own.
    """
    able = [asset for asset in info.assets if asset in assets] or list(info.assets)
    asset: str | None = able[0]
    if len(able) > 1:
        offers = [
            Offer(one, f"{LOOKS[one].full} {one.capitalize()}", f"Rating {derive.rating(character, one).total}")
            for one in able
        ]
        asset = await app.push_screen_wait(Choose(f"{info.name}: for which asset?", offers, info.text))
    if asset is None:
        return None
    skill: str | None = ""
    if info.choose == "skill":
        skill = await ask_skill(app, character, f"{info.name}: for which skill?")
    return None if skill is None else (cast(Asset, asset), skill)


async def take_all_the_same(app: App[None], builder: SagaBuilding, command: Command) -> bool:
    """Whether a choice shall be made although the rules will find something wrong with it; never blocked (CRE-11)."""
    found = builder.objections(command)
    if not found:
        return True
    told = "\n".join(problem.sentence() for problem in found)
    question = f"{told}\n\nYou can choose it anyway. It stays on the To do list until you fix or allow it."
    dialog = Confirm("Against the rules", question, yes="Choose anyway", no="Cancel")
    dialog.rule = found[0].rule
    answer: bool | None = await app.push_screen_wait(dialog)
    return bool(answer)


def what_it_brings(builder: SagaBuilding, command: Command) -> str:
    """What a choice would do to ratings, thresholds and the Doom Track, in one line."""
    outcome = builder.preview(command)
    return ", ".join(f"{label} {old} → {new}" for label, old, new in differences(outcome.before, outcome.after))


PIECE: Final = {"name", "kind", "rating", "without", "purpose"}
"""What a purchase has of a piece of gear."""
OWN: Final = ""
"""The key of a perk that is still to be made: no perk has an empty name."""


async def make_own_perk(app: App[None], builder: SagaBuilding) -> str | None:
    """Makes a perk of one's own, and gives its name; what the rules refuse is said (PRK-1)."""
    command = await ask_own_perk(app, builder.character)
    if command is None or builder.do(command).refused:
        return None
    return command.name


World = book.Setting | None
"""The setting with its examples; nothing where its file cannot be read."""


def _with(world: World, theirs: Iterable[Idea], ours: Iterable[Idea]) -> tuple[Idea, ...]:
    """A setting's ideas first; those of plain Saga after the book's own."""
    both = (*ours, *theirs) if world is not None and world.name == PLAIN else (*theirs, *ours)
    return tuple({idea.text.casefold(): idea for idea in reversed(both)}.values())[::-1]


def trait_ideas(world: World = None) -> tuple[Idea, ...]:
    """The setting's, the book's fifty and ours, each with its two edges (TRT-1)."""
    known = [*book.example_traits(), *book.ideas().traits]
    return _with(world, map(_trait, world.traits if world else ()), map(_trait, known))


def _trait(trait: book.ExampleTrait) -> Idea:
    return Idea(trait.name, helps=trait.helps, hurts=trait.hurts)


def drive_ideas(world: World = None) -> tuple[Idea, ...]:
    """Things to care about (DRV-1)."""
    ours = (Idea(drive.text) for drive in book.ideas().drives)
    return _with(world, map(Idea, world.drives if world else ()), ours)


def gear_ideas(world: World = None) -> tuple[Idea, ...]:
    """Special gear with its kind, rating and purpose (GER-1)."""
    return _with(world, map(_gear, world.gear if world else ()), map(_gear, book.ideas().gear))


def _gear(item: book.GearIdea | book.SettingGear) -> Idea:
    return Idea(item.name, f"{item.kind} {item.rating}, {item.purpose}")


def gear_named(name: str, world: World = None) -> Gear:
    """The piece of that name among the ideas, or a piece that has the name alone."""
    known: list[book.GearIdea | book.SettingGear] = [*(world.gear if world else ()), *book.ideas().gear]
    found = next((item for item in known if item.name.casefold() == name.strip().casefold()), None)
    if found is None:
        return Gear(name=name, rating=book.numbers().gear.min_rating)
    return Gear(name=found.name, kind=found.kind, rating=found.rating, without=found.without, purpose=found.purpose)


def specialty_ideas(character: Character, skill: Skill, world: World = None) -> Sequence[str]:
    """Specialties of a skill: Skill X's and the setting's, then the book's (SKL-3)."""
    theirs = world.specialties.get(skill, ()) if world else ()
    return tuple(dict.fromkeys((*theirs, *derive.skill_info(character, skill).specialties)))


class SagaBuilding(BuilderSession):
    """One character in the builder, with the settings that can be found from where its file lies."""

    def __init__(self, session: Session[Any], spec: BuilderSpec, seeds: Callable[[], int] = new_seed) -> None:
        super().__init__(session, spec, seeds)
        self.shelf = shelf_for(session.memory.path)
        """The settings as they were when last looked for."""

    @property
    def character(self) -> Character:
        """The character as it is now."""
        found: Character = self.document
        return found

    def look_again(self) -> Shelf:
        """The settings as their files are now."""
        self.shelf = shelf_for(self.memory.path)
        return self.shelf

    @property
    def world(self) -> book.Setting | None:
        """The setting's examples, where its file can be read."""
        return world(self.character, self.shelf)


class SagaStep(StepView):
    """A step of Saga that is more than fields and choices."""

    builder: SagaBuilding

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.builder.character

    def at_hand(self, listed: Sequence[object]) -> int | None:
        """The place in the list of what stands on the row at the focus, or None."""
        row = self.screen.focused
        index = row.spec.data if isinstance(row, TextRow) else None
        return index if isinstance(index, int) and index < len(listed) else None

    def row_of(self, selector: str, where: Where) -> TextRow | None:
        """The row of what a problem is about, among those of a list."""
        rows = self.query_one(selector, TextRows).rows()
        return rows[where[1]] if len(where) > 1 and isinstance(where[1], int) and where[1] < len(rows) else None


def differences(before: Character, after: Character) -> list[tuple[str, int, int]]:
    """The numbers that a choice or purchase changes, old and new: ratings, thresholds, ranks, doom, Spark."""
    found = [(old.label, old.total, new.total) for old, new in moved(before, after)]
    one, other = state.play_of(before), state.play_of(after)
    plain = [("Doom steps marked", one.doom, other.doom), ("Spark", one.spark, other.spark)]
    return [*found, *((label, old, new) for label, old, new in plain if old != new)]


def follows(prefix: str, character: Callable[[], Character]) -> Iterator[Widget]:
    """The rows of what follows from the ratings: thresholds, the Doom Track."""
    for kind in WOUNDS:
        explain = partial(_threshold, character, kind)
        yield Boxes(DAMAGE[kind], kind.capitalize(), explain=explain, id=f"{prefix}-{kind}")
    yield Track(DOOM, "Doom", explain=lambda: derive.doom_end(character()), id=f"{prefix}-doom")


def _threshold(character: Callable[[], Character], kind: str) -> Tally:
    return derive.threshold(character(), kind)


def show_follows(view: Widget, prefix: str, character: Character) -> None:
    """Those rows as they are now."""
    for kind in WOUNDS:
        threshold = derive.threshold(character, kind).total
        view.query_one(f"#{prefix}-{kind}", Boxes).show(0, threshold, f"{threshold}")
    end = derive.doom_end(character).total
    view.query_one(f"#{prefix}-doom", Track).show(0, end, f"{end}")
