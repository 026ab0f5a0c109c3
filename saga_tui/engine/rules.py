"""What a game's rules are to the engine: one object with its document, its commands, its numbers and its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from saga_tui.changes import Doc
from saga_tui.engine import fields
from saga_tui.engine.automation import Part, of_the_clock, of_the_rules
from saga_tui.engine.book import Book
from saga_tui.engine.deciding import FORMER
from saga_tui.engine.document import Document, Play
from saga_tui.engine.edit import Edit
from saga_tui.engine.entries import numbers, texts
from saga_tui.engine.hints import Hints
from saga_tui.engine.ruled import sentence
from saga_tui.problem import Problem

if TYPE_CHECKING:
    from saga_tui.engine.automation import Automated, Option
    from saga_tui.engine.clock import Clock
    from saga_tui.engine.command import Command
    from saga_tui.engine.entries import Entry
    from saga_tui.tally import Tally

D = TypeVar("D", bound=Document)


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of a game's rules that the engine names; empty where the game has none."""

    not_begun: str = ""
    """Before play begins only creation happens."""
    dice: str = ""
    """How dice are given by hand."""
    automation: str = ""
    """What the program does by itself."""


def _marked(find: Callable[[D], Iterable[Problem]], document: D) -> Sequence[Problem]:
    """What is found in a document, with the group's reason where a ruling allows it."""
    allowed = {ruling.finding: ruling.reason or "house ruling" for ruling in document.rulings if ruling.finding}
    found = list(find(document))
    if not allowed:
        return found
    return [item if item.overruled else replace(item, overruled=allowed.get(item.key, "")) for item in found]


@dataclass(frozen=True)
class Rules(Generic[D]):
    """A game's rules. All its functions are pure.

    `document` is the model of its documents, `play` that of where play stands, `edit` the class that its commands work
    with, `commands` every command by its verb, `entries` every number and text of a document, `findings` all that is
    wrong with it, `clock` its time.
    """

    document: type[D]
    play: type[Play]
    commands: Mapping[str, type[Command]]
    entries: Callable[[D], Iterable[Entry]]
    problems: Callable[[D], Sequence[Problem]]
    clock: Clock[D]
    edit: type[Edit[D]] = Edit
    when: Callable[[D], str] = lambda _document: ""
    """Where in time a ruling is made, in words: `chapter 3, scene 2`."""
    more_options: Callable[[D], Iterable[Option]] = lambda _document: ()
    """What can be automated beside the clock's resets."""
    further: Callable[[D], Iterable[Tally]] = lambda _document: ()
    """Numbers that a screen shows and explains beyond the entries: what is left of a budget, the dice of a roll."""
    book: Book = field(default_factory=Book)
    """What can be looked up."""
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    """What the program does of a rule by its id, beside the clock's rows and the commands."""
    any_options: Callable[[], Sequence[Option]] | None = None
    """What any document may have that can be automated, where that is more than a new one has."""
    lists: Mapping[str, Callable[[D], Sequence[str]]] = field(default_factory=dict)
    """What parameters choose from (`fields.Of`): lists of names of a document."""
    aliases: Callable[[D], Mapping[str, str]] = lambda _document: {}
    """Further names of closed words, as the document calls them: `mettle` for `skill_x`."""
    hints: Hints[D] = field(default_factory=Hints)
    """What it says to somebody who types commands."""
    ids: Ids = Ids()
    former: Mapping[str, str] = field(default_factory=lambda: FORMER)
    """Names that verbs had in earlier versions, with those of today; those of every game's commands among them."""

    def __post_init__(self) -> None:
        """What the group has allowed is marked so in what is found."""
        object.__setattr__(self, "problems", partial(_marked, self.problems))

    def of(self, doc: Doc) -> D:
        """The document as the rules see it; `pydantic.ValidationError` where a value has the wrong type."""
        return self.document.model_validate(doc)

    def options(self, document: D) -> Iterator[Option]:
        """What can be automated, each thing once."""
        found = (*of_the_clock(document, self.clock), *self.more_options(document))
        yield from {option.key: option for option in found}.values()

    @property
    def ruling(self) -> str:
        """The id of the rule that lets a group decide otherwise."""
        return self.document.ruling

    def rules_of(self, command: type[Command]) -> tuple[str, ...]:
        """The ids of the rules that a command carries out."""
        shared = {"ruling": self.ruling, "automation": self.ids.automation}.get(command.stands_on, "")
        return command.rules or ((shared,) if shared else ())

    def verb(self, name: str) -> str:
        """Return today's name of a verb that a journal or a person calls by an earlier one."""
        return self.former.get(name, name)

    def command(self, verb: str, params: Mapping[str, Any]) -> Command:
        """Return the command of a verb, also by an earlier name, and its parameters; raise `KeyError` for an unknown
        verb, `ValidationError` for wrong parameters."""
        return self.commands[self.verb(verb)].model_validate(params)

    def settable(self, document: D | None = None) -> Sequence[Option]:
        """What can be automated: as it is set in a document, or as it usually is."""
        if document is None:
            return self.any_options() if self.any_options is not None else tuple(self.options(self.document()))
        return tuple(self.options(document))

    def automated(self, document: D | None = None, rule: str = "") -> list[Automated]:
        """What the program does of each rule of the book, or of one by its id."""
        return list(of_the_rules(self, document, rule))

    def names(self, document: D, what: str) -> list[str]:
        """The names of one of the document's lists; none where the game has no such list."""
        match what:
            case fields.RULINGS:
                return [sentence(one) for one in document.rulings]
            case fields.NUMBERS:
                return list(numbers(self, document))
            case fields.TEXTS:
                return list(texts(self, document))
            case fields.PROBLEMS:
                return [one.key for one in self.problems(document)]
            case fields.AUTOMATIONS:
                return [option.key for option in self.options(document)]
        return list(self.lists[what](document)) if what in self.lists else []

    def play_of(self, document: D) -> Any:
        """Where play stands; before play begins, where it will begin."""
        return document.play or self.play()
