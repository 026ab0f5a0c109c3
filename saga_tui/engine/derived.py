"""Numbers that follow from others, as a table of data: each row names a number, says of which parts it is the sum, and
where a document has what it rests on. What explains, rules on, prints and completes them is read from the same rows.

    [[number]]
    name = "reflex-dodge"
    label = "Reflex dodge"
    signed = true
    rests_on = [["skills"]]                     # beside what its parts rest on
    parts = [
      { add = 2, reason = "everybody", rule = "X-1", source = "rules" },
      { of = { "skill:dodge" = 1 }, over = 2, reason = "half of Dodge {value}", rule = "X-1" },
    ]

A game's own numbers stand in a class below `Derived`: `more` gives the terms that no formula has (what was bought,
a limit), `amount` the value of anything that a part names, `looked_up` a column of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from saga_tui.changes import Path
from saga_tui.engine.entries import Entry, counted
from saga_tui.engine.entries import number as entry
from saga_tui.engine.learned import Numbers, Reckoned
from saga_tui.tables import tables
from saga_tui.tally import Tally, Term, tally

NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a number: what is added, or what other numbers come to."""

    of: Mapping[str, int]
    """Numbers by name, each with how often it counts."""
    add: int = 0
    over: int = 1
    """What that is divided by, rounded down."""
    least: bool = False
    """The lowest of them counts, not their sum."""
    column: str = ""
    """What a table has in that column for it counts, not the value itself."""
    reason: str = "{terms}"
    """Its words; `{value}` is what stood before the division, `{terms}` says of what, `{name}` is the first's label."""
    rule: str = ""
    source: str = "choice"
    quiet: bool = False
    """Not told where it is 0."""


@dataclass(frozen=True, slots=True)
class Row:
    """A number: what it is called, its parts, what it rests on."""

    name: str
    label: str
    kind: str = ""
    """What else a game adds to it, by a word of its own."""
    short: str = ""
    """Its name among the terms of others; the label where there is none."""
    use: str = ""
    """What it is for, in a sentence."""
    key: str = ""
    """What it is a number of."""
    parts: tuple[Part, ...] = ()
    rests_on: tuple[Path, ...] = ()
    signed: bool = False
    most: int | None = None
    """How high it may be."""
    rule: str = ""
    """The rule of what a game adds."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number that play counts."""

    name: str
    label: str
    path: Path
    reason: str
    rule: str
    rest: tuple[int, ...] = ()
    """Where the rules bring it back to by themselves."""
    least: int = 0
    most: int | None = None


def rows(table: Iterable[Mapping[str, Any]]) -> dict[str, Row]:
    """The rows of a table of numbers by their names."""
    found = (
        {
            **row,
            "parts": tuple(Part(**{"of": NOTHING, **part}) for part in row.get("parts", ())),
            "rests_on": tuple(map(tuple, row.get("rests_on", ()))),
        }
        for row in table
    )
    return tables(Row, found, by="name")


def at(document: Any, path: Path) -> Any:
    """What a document has at a place; None where it has nothing."""
    for step in path:
        document = getattr(document, str(step), None)
    return document


class Derived(Numbers):
    """The numbers of one document by a table."""

    table: Mapping[str, Row]

    def more(self, row: Row, now: int) -> Iterator[Term]:
        """What a game adds to the parts, which come to `now`."""
        del row, now
        yield from ()

    def looked_up(self, column: str, value: int) -> int:
        """What a game's table has for a value."""
        raise NotImplementedError

    def amount(self, name: str) -> int:
        """What a part's name comes to: another number, or a skill."""
        return self.number(name).total if name in self.table else self.total(name.removeprefix("skill:")).total

    def number(self, name: str) -> Tally:
        """A number by its name, with what the group ruled on it; `KeyError` where there is none."""
        if name in self.kept:
            return self.kept[name]
        row = self.table[name]
        terms = list(self.terms(row, self.amount))
        terms += self.more(row, sum(term.amount for term in terms))
        return self.once(tally(name, row.label, terms))

    def terms(self, row: Row, amount: Callable[[str], int]) -> Iterator[Term]:
        """The parts of a number as terms, with the values of others as `amount` gives them."""
        for part in row.parts:
            found = self._term(part, amount)
            if found.amount or not part.quiet:
                yield found

    def _term(self, part: Part, amount: Callable[[str], int]) -> Term:
        if not part.of:
            return Term(part.add, part.reason, part.rule, part.source)
        values = {name: amount(name) for name in part.of}
        sums = [part.of[name] * value for name, value in values.items()]
        value = min(sums) if part.least else sum(sums)
        told = (f"{self._times(part.of[name])}{self._short(name)} {found}" for name, found in values.items())
        words = {"value": value, "terms": " + ".join(told), "name": self._label(next(iter(values)))}
        comes = (self.looked_up(part.column, value) if part.column else value) // part.over
        return Term(comes, part.reason.format(**words), part.rule, part.source)

    def _times(self, often: int) -> str:
        return "" if often == 1 else f"{often} × "

    def _label(self, name: str) -> str:
        return self.table[name].label if name in self.table else name

    def _short(self, name: str) -> str:
        return (self.table[name].short if name in self.table else "") or self._label(name)

    # ---- entries

    def rests(self, name: str) -> tuple[Path, ...]:
        """Every place of the document that a number rests on."""
        row = self.table.get(name)
        if row is None:
            return ()
        further = (place for part in row.parts for other in part.of for place in self.rests(other))
        return tuple(dict.fromkeys((*row.rests_on, *further)))

    def entries(self) -> Iterator[Entry]:
        """Every number of the table, in its order."""
        for name, row in self.table.items():
            yield entry(self.number(name), rests_on=self.rests(name), signed=row.signed)


def on_sheet(numbers: Reckoned, row: Counted) -> Tally:
    """A number that stands in a document as it is, with what the group ruled on it."""
    return numbers.once(tally(row.name, row.label, (Term(at(numbers.document, row.path) or 0, row.reason, row.rule),)))


def counts(document: Any, table: Iterable[Counted]) -> Iterator[Entry]:
    """The numbers that play counts; 0 before it has begun."""
    for row in table:
        held = counted(row.name, row.label, at(document, row.path) or 0, row.reason, row.rule)
        yield entry(held, row.path, counted=True, rest=row.rest, least=row.least, most=row.most)


def texts(document: Any, table: Iterable[Mapping[str, Any]]) -> Iterator[Entry]:
    """The texts of a document: `name`, `label` and `path` of each."""
    for row in table:
        path = tuple(row["path"])
        yield Entry(row["name"], row["label"], at(document, path) or "", path)
