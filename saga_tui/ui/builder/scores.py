"""Numbers that are bought with points as a step of a builder, and the sheet so far: both from a game's table of numbers
(`engine.derived`) and its prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

from textual.content import Content

from saga_tui.engine.rules import Rules
from saga_tui.ui.builder.options import left_of
from saga_tui.ui.builder.priced import Price, ladder, plain, priced, stepped
from saga_tui.ui.panel_table import number_rows
from saga_tui.ui.specs import Bar, Number, Row, Token
from saga_tui.words import percent, signed

GOOD, SPENT = Token("█", "░", "$good"), Token("█", "░", "$title")
LEAST: Final = 20
"""Cells of the labels, at least."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What a game says of them: its numbers, those that are raised themselves and where they start, those of which a
    bonus is bought, and the chance of a roll under a number. `table` has rows of numbers by name (`number_rows`):
    `main` and `further` for the sheet so far, `follows` for the step."""

    rules: Rules[Any]
    of: Callable[[Any], Any]
    main: Sequence[str]
    start: int
    secondary: Sequence[str]
    chance: Callable[[int], Fraction]
    table: Mapping[str, Sequence[Mapping[str, Any]]]
    words: tuple[str, str] = ("Computed from them; a bonus can be bought", "What follows")

    # ---- the step

    def groups(self, document: Any) -> Iterator[tuple[str, Iterable[Row]]]:
        """Those that are raised, what is computed from them and can be raised, what follows."""
        of, (computed, follows) = self.of(document), self.words
        yield "", (self._bought(of, key, of.number(key).total, self.start) for key in self.main)
        yield computed, (self._bought(of, key, of.formula(key), 0) for key in self.secondary)
        yield follows, number_rows(document, self.rules, self.table["follows"], prefix="row", label_width=24, room=3)

    def _bought(self, of: Any, key: str, now: int, start: int) -> Number:
        """One that is raised; of a computed one its bonus, which is paid from what the formula gives."""
        main, most, row = key in self.main, of.limit(key), of.table[key]
        kind, bought = ("characteristic", 0) if main else ("secondary", of.bought(key).total)
        reached, word, by = (now, "bonus", of.bonus(key).total) if main else (now + bought, "bought", bought)
        price = Price(word, by, of.price(kind, start if main else now, reached),
                      ladder(reached, partial(of.price, kind), most=most), most)  # fmt: skip
        verb, field, title = ("set-characteristic", "value", "") if main else ("set-bonus", "bonus", " bonus")
        does = stepped(self.rules, verb, {"characteristic": key}, field=field, now=now if main else bought,
                       title=f"{row.label}{title}")  # fmt: skip
        return priced(of.number(key), price, label=row.label, detail=row.use, label_width=14, bar=20, room=2,
                      names=(key,) if main else (key, f"{key}-bonus"), **does)  # fmt: skip

    # ---- the sheet so far

    def left(self, document: Any) -> str:
        """`12 of 250 points left`; nothing is counted of a document from paper."""
        of = self.of(document)
        return "from paper" if document.entered else left_of(of.left().total, of.points)

    def so_far(self, document: Any) -> Iterator[Row]:
        """Points as a bar, the numbers, what was bought with the chance of a roll."""
        of, left = self.of(document), self.of(document).left().total
        if not document.entered:
            told = f"{left} left" if left >= 0 else f"{-left} too many"
            yield Bar(label="Points", filled=max(0, left), total=of.points, token=GOOD if left >= 0 else SPENT,
                      note=told, names=("points-left",), id="so-far-points")  # fmt: skip
        bought = [one for one in of.held.values() if one.place is not None]
        width = max(LEAST, *(len(one.label) for one in bought), 0) + 1
        look: dict[str, Any] = {"prefix": "so-far", "label_width": width, "room": 3, "bar": 10, "most": 20}
        yield from number_rows(document, self.rules, (*self.table["main"], *self.table["further"]), **look)
        for one in sorted(bought, key=lambda one: -of.total(one.ref).total):
            total = of.total(one.ref)
            yield from plain((total,), "so-far", width, tail=f" {signed(one.level):>3}",
                             note=percent(self.chance(total.total)))  # fmt: skip

    def strip(self, document: Any) -> Content:
        """It in one line: `12 of 250 points left   STR 6   AGI 7 …`."""
        of = self.of(document)
        told = "   ".join(f"{of.table[key].short} {of.number(key).total}" for key in (*self.main, *self.secondary))
        return Content.assemble((self.left(document), "bold"), f"   {told}")
