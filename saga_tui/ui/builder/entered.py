"""Numbers that are entered as they stand on a sheet: a row each, which left and right lower and raise and Enter sets,
empty where nobody entered one yet; ranks that are dealt from an array, and change places then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from saga_tui.engine.command import Command
from saga_tui.engine.rules import Rules
from saga_tui.tally import Tally
from saga_tui.ui.builder.priced import row_id, stepped
from saga_tui.ui.specs import Line, Number

EMPTY = "–"


@dataclass(frozen=True, slots=True)
class Entering:
    """How such numbers are set: the command, its parameter that names one (`of`) and the one that has the number
    (`field`), and where one begins that is still empty."""

    rules: Rules[Any]
    verb: str
    of: str
    field: str
    first: int = 1

    def row(self, tally: Tally, key: str, entered: int, title: str = "", first: int = 0, **look: Any) -> Number:
        """A number's row; `entered` is what was entered of it, `look` what else the row has."""
        does = stepped(self.rules, self.verb, {self.of: key}, field=self.field, now=entered, title=title or tally.label,
                       first=first or self.first)  # fmt: skip
        usual: dict[str, Any] = {"label": tally.label, "names": (tally.name,), "id": row_id(tally.name), "room": 2,
                                 "value_style": "bold" if tally.total else "$dim"}  # fmt: skip
        return Number(value=tally.total or EMPTY, **usual | does | look)


@dataclass(frozen=True, slots=True)
class Dealing:
    """How ranks are dealt from an array: `deal` gives the command for an array's key and the order in which the numbers
    get its ranks, the highest first."""

    arrays: Sequence[Mapping[str, Any]]
    """`key`, `name`, `ranks` of each."""
    deal: Callable[[str, Sequence[str]], Command]
    rule: str = ""

    def rows(self, now: str, values: Mapping[str, int]) -> Iterator[Line]:
        """An array each; the one in use is marked. Dealt anew, the numbers keep their order."""
        order = ordered(values)
        for one in self.arrays:
            yield Line(f"{one['name']}: {' '.join(map(str, one['ranks']))}", mark="(•)" if now == one["key"] else "( )",
                       choose=self.deal(one["key"], order), id=f"row-array-{one['key']}", rule=self.rule)  # fmt: skip

    def swaps(self, now: str, values: Mapping[str, int], key: str) -> dict[str, Any]:
        """What left and right do on a number that was dealt: it changes places with the next lower or higher one."""
        order = ordered(values)
        higher = [one for one in order if values[one] > values[key]][-1:]
        lower = [one for one in order if values[one] < values[key]][:1]
        return {"more": self._swap(now, order, key, higher), "less": self._swap(now, order, key, lower)}

    def _swap(self, now: str, order: Sequence[str], key: str, others: Sequence[str]) -> Command | None:
        places = {key: others[0], others[0]: key} if others else {}
        return self.deal(now, [places.get(one, one) for one in order]) if places else None


def ordered(values: Mapping[str, int]) -> list[str]:
    """The names of numbers, the highest first."""
    return sorted(values, key=lambda key: -values[key])


def grouped(names: Iterable[str], group: Callable[[str], str], order: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Names by their group, in the order of the groups; each group begins with a capital."""
    known = list(names)
    for one in order:
        if mine := [name for name in known if group(name) == one]:
            yield one.capitalize(), mine
