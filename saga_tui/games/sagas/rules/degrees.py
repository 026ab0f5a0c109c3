"""Tests and their degrees, oppositions, help, modifiers. (Long actions: `saga_tui.engine.works.Work`.)

Test(score, total, modifier)           .final, .success, .band: `rolled`, `liftable`, `outright`
opposed(own, other) → Opposed          of two final degrees: .relative, .winner: `a`, `b`, `neither`
what_comes(natural, test) → str        `advantage`, `penalty` or nothing of a natural 2 or 12
helped(score, helpers), neighbour(other, own), both(*scores) → int
modifier(kind, keys, chosen) → Tally   of the tables: `difficulty`, `close`, `ranged`, `social`, `health`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from saga_tui.games.sagas import book
from saga_tui.tally import Tally, Term, tally

Band = Literal["rolled", "liftable", "outright"]
Side = Literal["a", "b", "neither"]
ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


@dataclass(frozen=True, slots=True)
class Test:
    """A total of 2D6* against a score (S-TST-1, S-TST-2)."""

    __test__ = False

    score: int
    total: int
    modifier: int = 0

    @property
    def band(self) -> Band:
        """Whether it gave a degree, none that modifiers may still lift, or failed outright (S-TST-2)."""
        return "rolled" if self.total <= self.score else "liftable" if self.total <= 2 * self.score else "outright"

    @property
    def degree(self) -> int:
        """The degree before modifiers (S-TST-2)."""
        return self.score // self.total if self.band == "rolled" else 0

    @property
    def final(self) -> int:
        """The degree with modifiers, which may be below 0; none counts on an outright failure (S-TST-3)."""
        return 0 if self.band == "outright" else self.degree + self.modifier

    @property
    def success(self) -> bool:
        """Whether a simple action succeeds (S-TST-4)."""
        return self.final >= 1


def roman(degree: int) -> str:
    """A degree as it is written: `III`, `−I`, `0`."""
    size = abs(degree)
    return ("−" if degree < 0 else "") + (ROMAN[size] if size < len(ROMAN) else str(size))


def what_comes(natural: str, test: Test, by: Mapping[str, str] = {}) -> str:
    """What a natural 2 or 12 may bring: an advantage with a success, a penalty with a final degree of 0 or less
    (S-TST-7)."""
    if book.switch(by, "natural_rolls") == "off":
        return ""
    return {"2": "advantage" if test.success else "", "12": "" if test.success else "penalty"}.get(natural, "")


@dataclass(frozen=True, slots=True)
class Opposed:
    """What two final degrees against each other come to (S-OPP-1)."""

    relative: int
    winner: Side


def opposed(own: int, other: int) -> Opposed:
    """Two final degrees against each other; who wins needs a degree of I too (S-OPP-2)."""
    ahead = own - other
    winner: Side = "a" if ahead > 0 and own >= 1 else "b" if ahead < 0 and other >= 1 else "neither"
    return Opposed(ahead, winner)


def helped(score: int, helpers: Sequence[int]) -> int:
    """A score with help: the best helper adds half, the next a quarter, and so on (S-HELP-1)."""
    return score + sum(one >> place for place, one in enumerate(sorted(helpers, reverse=True), 1) if one > 0)


def neighbour(other: int, own: int) -> int:
    """A skill not possessed: half the total of a close one, or the own default if that is more (S-HELP-2)."""
    return max(other // 2, own)


def both(*scores: int) -> int:
    """Skills used at once: the lowest counts (S-HELP-3)."""
    return min(scores)


def modifier(kind: str, keys: Iterable[str], chosen: Mapping[str, int] = {}) -> Tally:
    """The sum of modifiers of a table; `chosen` has the values of those that leave a choice (S-TST-9, S-ATK-3)."""
    there, wanted = book.modifiers(kind), list(keys)
    out = {other for key in wanted for other in there[key].not_with}
    terms = (
        Term(chosen.get(key, there[key].degree), there[key].name or key.replace("_", " "), there[key].rule or "S-TST-9")
        for key in wanted
        if key not in out
    )
    return tally("modifier", "Modifiers", terms)
