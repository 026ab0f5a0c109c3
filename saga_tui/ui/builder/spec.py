"""What a game says of its builder as data: its steps with their fields and choices, and what stands around them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from textual.content import Content

    from saga_tui.engine.command import Command
    from saga_tui.problem import Where
    from saga_tui.ui.builder.screen import BuilderScreen
    from saga_tui.ui.builder.session import BuilderSession
    from saga_tui.ui.builder.sidebar import Sidebar
    from saga_tui.ui.builder.step import StepView
    from saga_tui.ui.specs import Action, AnyRow, Deed

DONE: Final = "done"
"""The key of what comes after the last step."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A suggestion: its text, and a few words on it or how it helps and how it hurts."""

    text: str
    about: str = ""
    helps: str = ""
    hurts: str = ""


def _no_ideas(_session: Any) -> Sequence[Idea]:
    return ()


def _nothing(_document: Any) -> str:
    return ""


def at(document: Any, where: Where) -> Any:
    """What stands at a place of a document."""
    found = document
    for part in where:
        found = found[part] if isinstance(part, int) else getattr(found, part)
    return found


def _no_lines(_document: Any) -> Sequence[str]:
    return ()


def _no_row(_document: Any, _where: Where) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A text that is typed. `where` is its place in the document; what is being typed is kept as a draft under it."""

    where: Where
    label: str
    write: Callable[[str], Command]
    """The command that keeps what was typed."""
    placeholder: str | Callable[[Any], str] = ""
    most: int = 200
    lines: bool = False
    ideas: Callable[[BuilderSession], Sequence[Idea]] = _no_ideas
    label_width: int = 9
    optional: bool = False
    """Whether it may stay empty."""

    @property
    def key(self) -> str:
        """What it is known by, `keeper.name`."""
        return ".".join(map(str, self.where))

    def hint(self, document: Any) -> str:
        """What stands in it while it is empty."""
        return self.placeholder if isinstance(self.placeholder, str) else self.placeholder(document)


def fields(
    section: str,
    labels: Mapping[str, str],
    write: Callable[[str, str], Command],
    *,
    hints: Mapping[str, str] = MappingProxyType({}),
    needed: Sequence[str] = (),
    lines: Sequence[str] = (),
) -> dict[str, Field]:
    """A field for each text of a section, by its name: `write` gives the command that keeps one, those that are
    `needed` may not stay empty, those of `lines` are long."""
    width = max(map(len, labels.values())) + 2
    return {
        name: Field(
            where=(section, name), label=label, write=partial(write, name), placeholder=hints.get(name, ""),
            most=2000 if name in lines else 200, lines=name in lines, label_width=width, optional=name not in needed,
        )
        for name, label in labels.items()
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Option:
    """One of several to choose from: its key, its words, a note at its right end."""

    key: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several, a row each. `where` is its place in the document."""

    where: Where
    label: str
    options: Callable[[Any], Sequence[Option]]
    choose: Callable[[str], Deed]
    """What chooses one by its key: a command, or a dialogue that asks for more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows as a play screen has them: numbers that left and right lower and raise, things that Enter changes and Delete
    removes. They come in groups, each under its heading; every row has an id. `where` is their place in the document.
    """

    where: Where
    groups: Callable[[Any], Iterable[tuple[str, Iterable[AnyRow]]]]
    row_of: Callable[[Any, Where], str] = _no_row
    """The id of the row on which a place of the document is fixed."""
    search: str = ""
    """What stands in the field that sifts them; none without."""
    further: Callable[[Any], Iterable[tuple[str, Iterable[AnyRow]]]] = lambda _document: ()
    """Groups that are shown only on wish, or where what is typed into that field is found in them."""
    further_words: str = ""
    """What they are: `skills of later ages`."""
    least: int = 60
    """Cells that a row needs: where there are twice as many, they stand in two columns."""
    turns: str = ""
    """What the space bar turns on a row, for the key bar: `Trade`."""


Part: TypeAlias = Field | Choice | Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of the builder: what it asks and what is chosen there. One that its parts cannot show has a `view` of its
    own."""

    key: str
    title: str
    parts: Sequence[Part] = ()
    view: type[StepView] | None = None
    short: str = ""
    """Its name in the list of steps, if that is another."""
    asks: Callable[[Any], Sequence[str]] = _no_lines
    """Lines on what is asked; the last one is an example."""
    count: Callable[[Any], str] = _nothing
    """How much of it is done, `2 of 5`; of its fields and choices, where it does not say."""
    rules: tuple[str, ...] = ()
    """The rules behind it, shown in full where there is room."""
    places: tuple[str, ...] = ()
    """The keys of the document whose problems are fixed here, beside those of its parts; its own key, if none."""
    within: tuple[Where, ...] = ()
    """Further places of the document whose problems are fixed here."""
    actions: tuple[Action, ...] = ()
    """What else can be done on it, by key; a command's form is asked for."""

    @property
    def name(self) -> str:
        """Its name in the list of steps."""
        return self.short or self.title

    def counted(self, document: Any) -> str:
        """How much of it is done: what it says itself, else how many of its parts are filled."""
        needed = [
            part for part in self.parts if isinstance(part, Choice) or (isinstance(part, Field) and not part.optional)
        ]
        filled = sum(bool(at(document, part.where)) for part in needed) if self.view is None else 0
        own = f"{filled} of {len(needed)}" if needed and self.view is None else ""
        return self.count(document) or own

    def holds(self, where: Where) -> bool:
        """Whether a place of the document is chosen on this step."""
        inside = (*(part.where for part in self.parts), *self.within)
        if any(where[: len(place)] == place for place in inside):
            return True
        return bool(where) and where[0] in (self.places or (() if inside else (self.key,)))


def steps(
    table: Iterable[Mapping[str, Any]],
    parts: Mapping[str, Part],
    actions: Mapping[str, Sequence[Action]],
    counts: Mapping[str, Callable[[Any], str]],
) -> tuple[Step, ...]:
    """The steps of a table, as `Step` has them: its `parts` by name, its `actions` by its key, its count by the word
    that it `counts`."""
    return tuple(
        Step(
            key=row["key"], title=row["title"], short=row.get("short", ""), rules=tuple(row.get("rules", ())),
            within=tuple(map(tuple, row.get("within", ()))), parts=tuple(parts[name] for name in row["parts"]),
            actions=tuple(actions.get(row["key"], ())), count=counts.get(row.get("counts", ""), _nothing),
        )
        for row in table
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class BuilderSpec:
    """A game's builder: its steps, what begins play, and what it has beyond that."""

    steps: Sequence[Step]
    begin: Callable[[Any], Sequence[Command]]
    """The commands that begin play."""
    ask: Callable[[BuilderScreen], Awaitable[Sequence[Command] | None]] | None = None
    """Asks before play begins, and gives what is done after its begin; nothing where it was left at that."""
    surprise: Callable[[int, str], Command] | None = None
    """The command that fills a step at random from a seed, or all of them (an empty step)."""
    sidebar: Callable[[], Sidebar] | None = None
    """The sheet so far; every number of the document, where a game has none of its own."""
    so_far: Callable[[Any], Iterable[AnyRow]] | None = None
    """The rows of the sheet so far, in place of every number."""
    strip: Callable[[Any], Content] | None = None
    """The sheet so far in one line, for small terminals."""
    line: Callable[[Any], str] = _nothing
    """A few words behind the name at the top."""
    state: Callable[[Any], str] = lambda _document: "Building"
    """What is being made, at the top."""
    meanings: tuple[str, ...] = ()
    """The rules that say what the numbers of the sheet mean: shown below those of a step where there is room."""
    page: Callable[[Any, int], str] | None = None
    """The sheet as text for a width, on the last step."""
    peeks: bool = False
    """Whether the sheet stands below every step that leaves room for it."""
    adorn: Callable[[BuilderSession, Command], Command] = lambda _session, command: command
    """What a command is carried out as."""
    synonyms: Mapping[str, str] = field(default_factory=dict)

    def step_of(self, where: Where) -> str:
        """The key of the step on which a place of the document is chosen; empty where none is."""
        return next((step.key for step in self.steps if step.holds(where)), "")
