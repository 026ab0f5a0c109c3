"""The parts of a round at the GM's table in words: which of them it is, what is pressed in it, who is waited for
(CNF-4, CNF-5)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from saga_tui.games.saga.gm.state import Table

PHASES: Final = {"setup": "setup", "players": "players", "gm": "GM", "recovery": "recovery"}
"""The parts of a round in their order (CNF-4)."""
THEN: Final = {"setup": "setup", "players": "players act", "gm": "the GM acts", "recovery": "recovery"}
"""What the next part of the round is, as what a key does."""
PRESS: Final = {"setup": "v: assign", "players": "r: roll"}
"""What is pressed most in a part of the round."""


def phases(table: Table) -> tuple[str, ...]:
    """The parts of this round in their order: the GM's comes first where the GM acts first (CNF-4, CNF-5)."""
    return ("setup", "gm", "players", "recovery") if table.play.gm_first else tuple(PHASES)


def phase_words(table: Table) -> str:
    """`setup › [PLAYERS 3 of 5 acted] › GM, 4 of 8 actions left › recovery`: the parts of the round, and which of them
    it is (CNF-4)."""
    play, present = table.play, sum(not seat.away for seat in table.seats)
    acting = [one for one in play.elements if not (one.out or one.ally)]
    left = sum(max(0, 2 - one.acted) for one in acting)
    more = {"players": f" {len(play.acted)} of {present} acted", "gm": f" {left} of {2 * len(acting)} actions left"}
    parts = [
        f"[{PHASES[one].upper()}{more.get(one, '')}]" if one == play.phase else PHASES[one] for one in phases(table)
    ]
    return " › ".join(parts)


def without(table: Table, absent: Collection[str]) -> Table:
    """The table as if these were away: who is not in play is not waited for (TIME-3, DOM-3)."""
    seats = (seat.model_copy(update={"away": True}) if seat.id in absent else seat for seat in table.seats)
    return table.model_copy(update={"seats": tuple(seats)}) if absent else table


def step_words(table: Table) -> str:
    """`r: roll · n: the GM acts`: what is pressed in this part of the round, and what `n` does next (CNF-4)."""
    order, phase = phases(table), table.play.phase
    after = THEN[order[order.index(phase) + 1]] if phase in order[:-2] else "end the round"
    return " · ".join(part for part in (PRESS.get(phase, ""), f"n: {after}") if part)
