"""What the roll drawer gives: the roll as it was put together, and who throws its dice."""

from __future__ import annotations

from dataclasses import dataclass

from saga_tui.games.saga.rules.commands.rolls import Roll


@dataclass(frozen=True, slots=True)
class Composed:
    """A roll that the player confirmed.

    Its `marks` or `net` may be set: the player typed them in the drawer. With `by_hand` the player threw the dice and
    types their faces next, one digit a die (ROL-10); else the program throws what is missing.
    """

    roll: Roll
    by_hand: bool = False
