"""A number with its reasons: the number is the sum of its terms, computed from its explanation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One reason for a part of a number.

    `amount` is in the number's own unit (dice, points, tokens), `reason` says it in words, `rule` is the id of the
    rule behind it and `source` where it came from: choice, perk, gear, trait, consequence, setting, ruling, play.
    """

    amount: int
    reason: str
    rule: str = ""
    source: str = "choice"
    beaten: int = 0
    """What it would add, where another of its kind counts instead: it is shown struck out."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A named number: the sum of its terms."""

    name: str
    label: str
    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        """The number itself."""
        return sum(term.amount for term in self.terms)

    def plus(self, *terms: Term) -> Tally:
        """The same tally with further terms at its end."""
        return Tally(self.name, self.label, self.terms + terms)

    def line(self, without: str = "") -> str:
        """Its reasons in a line: the first one's words, without an end of theirs, then what is added."""
        first, *rest = self.terms
        more = (f"{f'{term.amount:+}'.replace('-', '−')} {term.reason}" for term in rest if term.amount)
        return "; ".join([first.reason.removesuffix(without), *more])

    def lines(self) -> list[str]:
        """One line a term, then the total, for a why-panel or a pipe."""
        rows = [f"{term.amount:+d}  {term.reason}{f'  ({term.rule})' if term.rule else ''}" for term in self.terms]
        return [*rows, f"= {self.total}  {self.label}"]


def tally(name: str, label: str, terms: Iterable[Term | None]) -> Tally:
    """A tally of the terms that are there; `None` stands for a term that does not apply."""
    return Tally(name, label, tuple(term for term in terms if term is not None))
