"""How one kind of token looks wherever it is shown: two glyphs and one colour of the theme."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """The look of a kind of token, box or step.

    `full` and `empty` are glyphs one cell wide, told apart without colour; `colour` is a variable of the theme with its
    `$` (`$title`).
    """

    full: str
    empty: str
    colour: str


RANK = Token("▰", "▱", "$title")
"""For plain ranks that have no colour of their own."""
