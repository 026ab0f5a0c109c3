"""Step 6: special gear, three kinds, 3 a piece and 5 in all, with what it is made without (CRE-8, GER)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, cast

from textual import on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList

from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character, Gear
from saga_tui.games.saga.rules.commands.build import PutGear, RemoveGear
from saga_tui.games.saga.rules.named import gear_rating
from saga_tui.games.saga.rules.words import DAMAGE, SKILLS, GearKind
from saga_tui.games.saga.screens.builder.asking import PIECE, SagaStep, World, gear_ideas, gear_named
from saga_tui.games.saga.screens.marks import GEAR
from saga_tui.problem import Problem, Where
from saga_tui.tally import Tally
from saga_tui.ui.builder.ideas import IdeaList
from saga_tui.ui.builder.session import found_at
from saga_tui.ui.builder.spec import Idea
from saga_tui.ui.builder.widgets import STEPPED, Heading, TextRow, TextRows, TextSpec
from saga_tui.ui.dialogs import AskNumber, AskText, Choose, Offer
from saga_tui.ui.exclude import Exclude
from saga_tui.ui.rows import Line, Row
from saga_tui.ui.specs import Why
from saga_tui.words import plural


class GearStep(SagaStep):
    """The pieces, a row that adds one, and ideas."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", id="builder.new-gear"),
        Binding("left", "rating(-1)", "Lower", id="builder.gear-lower", group=STEPPED),
        Binding("right", "rating(1)", "Raise", id="builder.gear-raise", group=STEPPED),
        Binding("k", "kind", "Kind", id="builder.gear-kind", tooltip="Change the kind of gear"),
        Binding("e", "exclude", "Exclude", id="builder.gear-exclude", tooltip="Exclude skills or damage"),
        Binding("r", "rename", "Rename", id="builder.gear-name", tooltip="Rename this gear"),
        Binding("o", "purpose", "Purpose", id="builder.gear-purpose", tooltip="Say what this gear is for"),
        Binding("delete,d", "drop", "Remove", id="builder.gear-drop"),
    ]

    def compose_step(self) -> Iterable[Widget]:
        """Pieces, sum, ideas."""
        yield TextRows(empty="No gear yet. Choose an idea below, or press n for your own.", id="pieces")
        yield Line("New gear", "n", mark="+", style="$key", id="new-piece")
        yield Heading("Ideas", classes="spaced")
        yield IdeaList()

    def on_mount(self) -> None:
        """The ideas stand there from the start."""
        super().on_mount()
        self.query_one(IdeaList).offer(gear_ideas(self.builder.world))

    def show(self, problems: Sequence[Problem]) -> None:
        """Each piece with its pool, its exclusions, what is found in it."""
        character = self.character
        specs = [self._spec(index, piece, problems) for index, piece in enumerate(character.gear)]
        self.query_one("#pieces", TextRows).show(specs)

    def _spec(self, index: int, piece: Gear, problems: Sequence[Problem]) -> TextSpec:
        character = self.character
        parts = [piece.purpose, without_words(character, piece)]
        problem = found_at(problems, "gear", index)
        if problem:
            parts.append(problem.sentence())
        names: dict[str, str] = {kind: name for kind, name, _ in KINDS}
        note = f"{names.get(piece.kind, piece.kind or 'no kind')} {piece.rating} → {pool_words(character, piece)}"
        return TextSpec(
            piece.name or "(no name)",
            "; ".join(part for part in parts if part),
            note,
            mark=GEAR.full,
            style="$bad" if problem and problem.level == "error" else "$kismet",
            data=index,
            explain=partial(self._pool, index),
        )

    def _pool(self, index: int) -> Why | None:
        piece = next(iter(self.character.gear[index : index + 1]), None)
        return Why(pool(self.character, piece), more=(gear_rating(piece),)) if piece is not None else None

    def widget_at(self, where: Where) -> Widget | None:
        """The piece, or the row that adds one."""
        return self.row_of("#pieces", where) or (
            self.query_one("#pieces", TextRows).rows()[0] if self.character.gear else self.query_one("#new-piece")
        )

    # ---- what is chosen

    def _piece(self) -> tuple[int, Gear]:
        """The piece at hand and its place: the keys for it work on nothing else."""
        index = self.at_hand(self.character.gear)
        assert index is not None
        return index, self.character.gear[index]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is done to a piece needs one at hand."""
        if action in ("rating", "kind", "exclude", "rename", "purpose", "drop"):
            index = self.at_hand(self.character.gear)
            return index is not None and (action != "exclude" or self.character.gear[index].kind != "buff")
        return super().check_action(action, parameters)

    def _put(self, index: int, **changes: Any) -> None:
        piece = self.character.gear[index].model_copy(update=changes)
        self.builder.do(_command(piece, index))

    def chosen(self, row: Row) -> None:
        """Enter on a piece gives it another name; on the last row asks for a new one."""
        if row.id == "new-piece":
            self.action_new()
        elif isinstance(row, TextRow) and isinstance(row.spec.data, int):
            self.action_rename()

    def action_rating(self, by: int) -> None:
        """One less or more."""
        index, piece = self._piece()
        if piece.rating + by >= derive.numbers(self.character).gear.min_rating:
            self._put(index, rating=piece.rating + by)

    def action_drop(self) -> None:
        """Takes the piece at hand back."""
        self.builder.do(RemoveGear(place=self._piece()[0]))

    @work
    async def action_kind(self) -> None:
        """Another kind; what it was made without goes with the old one."""
        index, piece = self._piece()
        kind = await ask_kind(self.app, at=piece.kind)
        if kind is not None and kind != piece.kind:
            self._put(index, kind=kind, without=())

    @work
    async def action_exclude(self) -> None:
        """What it is made without."""
        index, piece = self._piece()
        without = await ask_without(self.app, self.character, piece)
        if without is not None:
            self._put(index, without=without)

    @work
    async def action_rename(self) -> None:
        """Another name."""
        index, piece = self._piece()
        if name := await self.app.push_screen_wait(AskText("New name", value=piece.name)):
            self._put(index, name=name)

    @work
    async def action_purpose(self) -> None:
        """What it is for."""
        index, piece = self._piece()
        purpose = await ask_purpose(self.app, piece)
        if purpose is not None:
            self._put(index, purpose=purpose)

    @work
    async def action_new(self) -> None:
        """A piece of one's own."""
        piece = await ask_gear(self.app, self.character, "New gear", self.builder.world)
        if piece is not None:
            self.builder.do(_command(piece))
            self.query_one("#pieces", TextRows).rows()[-1].focus()

    def take_idea(self, idea: Idea) -> None:
        """An idea is a whole piece."""
        self.builder.do(_command(gear_named(idea.text, self.builder.world)))

    @on(OptionList.OptionHighlighted)
    def _quiet(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()


def _command(piece: Gear, place: int | None = None) -> PutGear:
    said = piece.model_dump(include=PIECE) | {"kind": piece.kind or "buff", "place": place}
    return PutGear.model_validate(said)


KINDS: Final[tuple[tuple[GearKind, str, str], ...]] = (
    ("buff", "buff", "Dice on every roll for its purpose, as many as its rating"),
    ("charm", "lucky charm", "A pool of dice to add to any roll, each used once until it refreshes"),
    ("font", "font of healing", "Points each chapter that heal damage and temporary consequences"),
)
RULES: Final[dict[GearKind, str]] = {"buff": "GER-2", "charm": "GER-3", "font": "GER-4"}
EXCLUDES: Final = {"charm": "Which skills does it not help?", "font": "Which damage does it not heal?"}
UNITS: Final = {"buff": "die", "charm": "die", "font": "point"}


def count(character: Character) -> str:
    """How much of what special gear may be rated is used: `3 of 5 used`."""
    if character.as_is:
        return "from paper"
    sums = budget.gear_budget(character)
    return f"{sums.spent} of {sums.total} used"


def pool(character: Character, piece: Gear) -> Tally:
    """What a piece gives, with its reasons (GER-2 … GER-4)."""
    return derive.gear_pool(character, derive.OwnedGear(piece.name, piece, (), False))


def pool_words(character: Character, piece: Gear) -> str:
    """`10 dice`, `7 points`, `+2 dice`."""
    total = pool(character, piece).total
    sign = "+" if piece.kind == "buff" else ""
    return f"{sign}{plural(total, UNITS[piece.kind])}" if piece.kind in UNITS else f"{sign}{total}"


def without_words(character: Character, piece: Gear) -> str:
    """`without Academia, Weaponry`; empty where nothing is excluded."""
    names = [derive.skill_name(character, key) if piece.kind == "charm" else key for key in piece.without]
    return f"without {', '.join(names)}" if names else ""


async def ask_kind(app: App[None], at: str = "") -> GearKind | None:
    """One of the three kinds."""
    offers = [Offer(kind, name.capitalize(), about, rule=RULES[kind]) for kind, name, about in KINDS]
    return cast("GearKind | None", await app.push_screen_wait(Choose("Which kind of gear?", offers, at=at)))


async def ask_without(app: App[None], character: Character, piece: Gear) -> tuple[str, ...] | None:
    """What a charm or a font is made without."""
    if piece.kind not in EXCLUDES:
        return ()
    skills = [(skill, derive.skill_name(character, skill)) for skill in SKILLS]
    options = skills if piece.kind == "charm" else [(damage, damage) for damage in DAMAGE]

    def told(without: tuple[str, ...]) -> str:
        return pool_words(character, piece.model_copy(update={"without": without}))

    question = f"{EXCLUDES[piece.kind]} Each one makes it stronger."
    dialog = Exclude(f"{piece.name or 'Gear'}: exclude", question, options, piece.without, told)
    return await app.push_screen_wait(dialog)


async def ask_gear(
    app: App[None], character: Character, title: str, world: World = None, price: str = ""
) -> Gear | None:
    """A whole piece, question by question; an idea brings its own answers along. `price`: of each point of rating."""
    ideas = [idea.text for idea in gear_ideas(world)]
    name = await app.push_screen_wait(AskText(title, "Name?", suggestions=ideas))
    if not name:
        return None
    piece = gear_named(name, world)
    kind = await ask_kind(app, at=piece.kind)
    if kind is None:
        return None
    if kind != piece.kind:
        piece = piece.model_copy(update={"kind": kind, "without": ()})
    most = derive.numbers(character).gear.max_rating
    asked = AskNumber(
        "Rating", f"Rating? (1–{most}{price and f'; costs {price}'})", default=max(1, piece.rating), least=1, most=99
    )
    rating = await app.push_screen_wait(asked)
    if rating is None:
        return None
    piece = piece.model_copy(update={"rating": rating})
    without = await ask_without(app, character, piece)
    if without is None:
        return None
    piece = piece.model_copy(update={"without": without})
    if piece.kind != "buff":
        return piece
    purpose = await ask_purpose(app, piece)
    return None if purpose is None else piece.model_copy(update={"purpose": purpose})


async def ask_purpose(app: App[None], piece: Gear) -> str | None:
    """What a piece is for: a buff gives its dice on rolls for that."""
    question = f"What is {piece.name or 'it'} for?"
    return await app.push_screen_wait(AskText("Purpose", question, value=piece.purpose, optional=True))
