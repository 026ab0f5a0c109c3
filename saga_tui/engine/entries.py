"""One table of every number and every text of a document. What explains, rules on, marks, jumps to, names or completes
a value reads it here, so that a game names each of its values in one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from saga_tui.changes import Change, Path
from saga_tui.engine.document import Document
from saga_tui.engine.ruled import shared
from saga_tui.tally import Tally, Term

if TYPE_CHECKING:
    from saga_tui.engine.edit import Edit
    from saga_tui.engine.rules import Rules

D = TypeVar("D", bound=Document)


@dataclass(frozen=True, slots=True)
class Entry:
    """A number or a text of a document.

    `name` is what people type (`force-tokens`, `trait:2`), `label` what is shown, `value` the number with its reasons
    or the text as it stands, `path` where the document has it (empty where it only follows from others), `rests_on`
    further places whose change changes it.
    """

    name: str
    label: str
    value: Tally | str
    path: Path = ()
    rests_on: tuple[Path, ...] = ()
    counted: bool = False
    """Whether play counts the number, so that a ruling sets it; one that follows from choices gets a term instead."""
    signed: bool = False
    """Whether the number may be below zero."""
    least: int = 0
    most: int | None = None
    """The least and the most of a counted number that is corrected by hand; None: there is no most."""
    rest: tuple[int, ...] = ()
    """Where the rules bring a counted number back to by themselves: a ruling on it is over then."""
    put: Callable[[Any, Any], None] | None = None
    """Sets it in an edit, where that is more than writing it at its path."""
    touched: Callable[[Change], bool] | None = None
    """Whether a change at one of its places is one of it: a purchase of something else is not."""

    @property
    def places(self) -> tuple[Path, ...]:
        """Every place of the document that it rests on."""
        return ((self.path,) if self.path else ()) + self.rests_on

    @property
    def text(self) -> str:
        """The text as it stands; empty for a number."""
        return self.value if isinstance(self.value, str) else ""

    def changed_by(self, change: Change) -> bool:
        """Whether a change touched what it rests on."""
        if not any(_overlap(place, change.path) for place in self.places):
            return False
        return self.touched is None or self.touched(change)

    def set(self, edit: Edit[Any], value: int | str, rule: str) -> None:
        """Writes it into the document of an edit."""
        if self.put is not None:
            self.put(edit, value)
        elif self.path:
            edit.put_at(self.path, value, rule)


def number(tally: Tally, path: Path = (), **more: Any) -> Entry:
    """The entry of a number, labelled as its tally is."""
    return Entry(tally.name, tally.label, tally, path, **more)


def counted(name: str, label: str, amount: int, reason: str, rule: str) -> Tally:
    """A number that play counts: one term."""
    return Tally(name, label, (Term(amount, reason, rule, "play"),))


def _overlap(place: Path, path: Path) -> bool:
    length = min(len(place), len(path))
    return place[:length] == path[:length]


def numbers(game: Rules[D], document: D) -> dict[str, Entry]:
    """Every number of a document by its name; of two that a file makes to bear one name, the first."""
    return by_name(entry for entry in game.entries(document) if isinstance(entry.value, Tally))


def texts(game: Rules[D], document: D) -> dict[str, Entry]:
    """Every text of a document by its name."""
    return by_name(entry for entry in game.entries(document) if isinstance(entry.value, str))


def by_name(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The entries by their names; of two of one name, the first."""
    found: dict[str, Entry] = {}
    for entry in entries:
        found.setdefault(entry.name, entry)
    return found


def tallies(game: Rules[D], document: D) -> dict[str, Tally]:
    """Every number with its reasons by its name, in the order of the sheet; what a ruling has given is a term."""
    return tallies_of(document, game.entries(document))


def reasons(game: Rules[D], document: D) -> dict[str, Tally]:
    """Every number by its name with its reasons, and every further one that a screen shows."""
    found = tallies(game, document)
    for tally in game.further(document):
        found.setdefault(tally.name, tally)
    return found


def entry_of(game: Rules[D], document: D, name: str) -> Entry:
    """The number of that name; one that nobody knows rests on nothing."""
    found = (entry for entry in game.entries(document) if entry.name == name and isinstance(entry.value, Tally))
    return next(found, Entry(name, "", ""))


def tallies_of(document: Document, entries: Iterable[Entry]) -> dict[str, Tally]:
    """The numbers among the entries with their reasons, by their names."""
    found: dict[str, Tally] = {}
    for entry in entries:
        if isinstance(entry.value, Tally) and entry.name not in found:
            found[entry.name] = tally_of(document, entry)
    return found


def tally_of(document: Document, entry: Entry) -> Tally:
    """A number's reasons, with the term of the ruling that stands on it."""
    assert isinstance(entry.value, Tally)
    return shared(document, entry.value, signed=entry.signed) if document.rulings else entry.value


def meant(names: Iterable[str], said: str) -> str:
    """The one of these names that is meant: in any case, with blanks for hyphens, `weaponry` for `skill:weaponry`
    where only one ends so, or of a table by its label or name; nothing where none is."""
    known = {_hyphened(name): name for name in names}
    told = _hyphened(said)
    ends = [name for key, name in known.items() if told and told == key.partition(":")[2]]
    if isinstance(names, Mapping) and told not in known and len(ends) != 1:
        ends = [name for name, one in names.items() if told == _hyphened(called(one))]
    return known.get(told) or (ends[0] if len(ends) == 1 else "")


def called(one: Any) -> str:
    """The label or the name of a thing; nothing where it has none."""
    return str(getattr(one, "label", "") or getattr(one, "name", ""))


def _hyphened(text: str) -> str:
    return "-".join(text.casefold().split())


def slugged(items: Iterable[Any], field: str) -> Iterator[tuple[str, Any]]:
    """The items with a key each: the words of their name, joined by hyphens and made unique."""
    taken: set[str] = set()
    for place, item in enumerate(items, 1):
        key = re.sub(r"[^a-z0-9]+", "-", getattr(item, field).casefold()).strip("-") or str(place)
        if key in taken:
            key = f"{key}-{place}"
        taken.add(key)
        yield key, item
