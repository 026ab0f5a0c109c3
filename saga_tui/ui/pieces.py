"""Pieces of equipment from tables (`engine.equipment`) as rows of a builder: those that one has, and all there are
of the age, then those of later ages; each in words made of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from saga_tui.engine.rules import Rules
from saga_tui.ui.builder.options import row_at
from saga_tui.ui.builder.spec import Rows
from saga_tui.ui.panel_table import Printed
from saga_tui.ui.specs import Line, Row
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed

Groups: TypeAlias = Iterator[tuple[str, Iterator[Row]]]
Said: TypeAlias = Sequence[tuple[str, str, str]]


def said(row: Any, parts: Said) -> Iterator[str]:
    """A row's numbers in words, without those that it hasn't: `+9`, `up to 4 dice`, `range 16`."""
    for field, words, unit in parts:
        value = getattr(row, field)
        if value is not None:
            yield words.format(plural(value, unit) if unit else Printed(value))


@dataclass(frozen=True, slots=True)
class Used:
    """A piece as it is used: its name, a note, more words below it, and the skill that it is used with, if any."""

    name: str
    note: str
    detail: str
    skill: str = ""


def used_rows(gear: Sequence[Any], told: Callable[[Any], Used], use: Callable[[int], Deed]) -> Iterator[Line]:
    """What is in hand or worn first, things last; `use` is what Enter does with one that a skill uses."""
    for at, piece in sorted(enumerate(gear), key=lambda item: (item[1].kind == "thing", not item[1].worn)):
        one = told(piece)
        yield Line(one.name, mark="◉" if piece.worn else "·", note=one.note, detail=one.detail, id=f"gear-{at}",
                   text_name=f"gear:{at + 1}", choose=use(at + 1) if one.skill else None,
                   also=(f"skill:{one.skill.replace('_', '-')}",) if one.skill else ())  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a game says of them: the table's row of a piece, a row in words, the tables with their headings, the age."""

    rules: Rules[Any]
    row_of: Callable[[Any, Any], Any | None]
    words: Callable[[Any, Any], str]
    tables: Callable[[Any], Iterable[tuple[str, Iterable[Any]]]]
    age: Callable[[Any], int]

    def part(self, words: str, later: str) -> Rows:
        """The step's list, with a field that sifts it."""
        return Rows(where=("gear",), groups=self.groups, row_of=row_at("row-gear"), further=self.later, search=words,
                    further_words=later)  # fmt: skip

    def groups(self, document: Any) -> Groups:
        """Yours, then all there is of the age."""
        if document.gear:
            yield "Yours", (self._piece(document, place) for place in range(len(document.gear)))
        yield from self._offers(document, later=False)

    def later(self, document: Any) -> Groups:
        """What there is in later ages."""
        return self._offers(document, later=True)

    def _offers(self, document: Any, *, later: bool) -> Groups:
        for heading, rows in self.tables(document):
            found = [one for one in rows if ((one.tl or 0) > self.age(document)) == later]
            if found:
                yield f"{heading}{' of later ages' * later}", (self._offer(document, one) for one in found)

    def _offer(self, document: Any, row: Any) -> Line:
        return Line(text=row.name, note=self.words(document, row), detail=row.note, mark="+", id=f"row-add-{row.key}",
                    choose=self.rules.command("add-gear", {"item": row.key}))  # fmt: skip

    def _piece(self, document: Any, place: int) -> Line:
        piece = document.gear[place]
        row, worn = self.row_of(document, piece), piece.worn
        numbers, detail = (self.words(document, row), piece.note) if row is not None else (piece.note, "")
        return Line(text=piece.name, note=numbers, detail=detail, mark="◉" if worn else "○",
                    style="bold" if worn else "", id=f"row-gear-{place}", text_name=f"gear:{place + 1}",
                    choose=self.rules.command("wear", {"place": place, "on": not worn}),
                    drop=self.rules.command("remove-gear", {"place": place}))  # fmt: skip
