"""The clock: evening ⊃ scene ⊃ fight ⊃ exchange; what each edge brings and takes (F-TIME)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from saga_tui.engine import card_fight, clock, edges
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero

ROWS: Final = book.data("play")["reset"]


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player says at an edge: the narrator's card of the exchange, where it was drawn elsewhere."""

    card: str = ""


CLOCK: Final[clock.Clock[Hero]] = clock.Clock(
    spans=("play", "evening", "scene", "fight", "exchange"),
    counters={span: (span,) for span in ("evening", "scene", "fight", "exchange")},
    resets=edges.table(ROWS, card_fight.acts(ROWS)),
    short={"evening": "ev", "scene": "sc", "fight": "f", "exchange": "x"},
)
"""The time of Fate Deck heroes (F-TIME-1)."""
