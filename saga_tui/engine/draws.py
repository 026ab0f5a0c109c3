"""Numbered draws: the n-th of a game comes from its seed and n alone, so that undo brings no new luck and a game can be
played again; dice may be thrown by hand instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from saga_tui.chance import numbered


class Refused(ValueError):
    """A decision that the rules do not allow, with the rule's id and the reason in words for a person."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(why)
        self.rule = rule


class Wanted(Exception):
    """A die that is thrown by hand was not given: its number, and what it is for."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(what)
        self.number = number
        self.what = what


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw that was made: its number from 1, of how many, what came, what for."""

    number: int
    sides: int
    shown: int
    what: str
    by_hand: bool = False

    @property
    def is_pick(self) -> bool:
        """Whether it chose from a pile, and threw no die."""
        return self.what.startswith("pick")


class Draws(Protocol):
    """Gives the n-th draw of a game, 1 to `sides`; the second part says whether it was a die entered by hand."""

    def __call__(self, seed: int, number: int, sides: int, what: str, /) -> tuple[int, bool]:
        """The draw; `Wanted` where a die must be entered first."""


def by_chance(seed: int, number: int, sides: int, _what: str, /) -> tuple[int, bool]:
    """The program's own draw: from the seed and the number alone."""
    return 1 + numbered(seed, number, sides), False


def unthrown(_seed: int, number: int, _sides: int, what: str, /) -> tuple[int, bool]:
    """Draws nothing: nobody may see dice that have not fallen."""
    raise Wanted(number, what)


class ByHand:
    """Dice entered by hand, in order; picks are the program's, unless they are given too."""

    def __init__(self, *dice: int, picks: tuple[int, ...] | None = None) -> None:
        self._dice = list(dice)
        self._picks = None if picks is None else list(picks)

    def __call__(self, seed: int, number: int, sides: int, what: str, /) -> tuple[int, bool]:
        """The next face, or the next pick."""
        if what.startswith("pick"):
            return (1 + numbered(seed, number, sides) if self._picks is None else self._picks.pop(0)), False
        if not self._dice:
            raise Wanted(number, what)
        return self._dice.pop(0), True

    @property
    def over(self) -> bool:
        """Whether all of them were used."""
        return not self._dice and not self._picks
