"""The clock: evening ⊃ scene ⊃ fight ⊃ exchange; what each edge brings and takes (F-TIME)."""

from __future__ import annotations

from typing import Any, Final

from saga_tui.engine import clock, edges
from saga_tui.engine.clock import Choices
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.state import Hands, cards_of


def _fight(edit: Hands, _: Any) -> None:
    """Nobody is injured yet; what is held now is what the fight gives back (F-TIME-3, F-HEAL-3)."""
    play = edit.play
    edit.put("F-TIME-3", start=len(play.hand), lasting=play.lasting + play.hurt, hurt=0)


def _recover(edit: Hands, _: Any) -> None:
    """A positive card gives an injured hero one card, and wakes who was knocked out (F-HEAL-1, F-HEAL-3)."""
    play, shown = edit.play, cards_of([edit.play.open])
    if shown and shown[0].aura == "positive" and play.hurt and play.state != "comatose":
        edit.put("F-HEAL-1", hurt=play.hurt - 1, state="", felled=0)
        edit.fill("F-HEAL-1")


def _heal(edit: Hands, _: Any) -> None:
    """Hands are filled to what they were, but for serious wounds and the comatose (F-HEAL-4)."""
    if edit.play.state == "comatose":
        return
    if edit.play.hurt or edit.play.state:
        edit.put("F-HEAL-4", hurt=0, state="", felled=0)
    edit.fill("F-HEAL-4")


def _pushed(edit: Hands, _: Any) -> None:
    """Cards pushed outside a fight return (F-HEAL-6)."""
    if edit.play.pushed:
        edit.put("F-HEAL-6", pushed=0)
        edit.fill("F-HEAL-6")


def _card(edit: Hands, _: Any) -> None:
    """The card of the exchange before goes away (F-TIME-4)."""
    if edit.play.open:
        edit.lay([edit.play.open])
        edit.put("F-TIME-4", open=0)


ACTS: Final[dict[str, edges.Act]] = {
    "deal": lambda edit, _: edit.fill("F-HAND-2"),
    "start": _fight,
    "recovery": _recover,
    "refill": _heal,
    "pushed": _pushed,
    "card-away": _card,
}
"""What rows of the clock's tables do that do not say it themselves, by id."""
CLOCK: Final[clock.Clock[Hero]] = clock.Clock(
    spans=("play", "evening", "scene", "fight", "exchange"),
    counters={span: (span,) for span in ("evening", "scene", "fight", "exchange")},
    resets=edges.table(book.data("play")["reset"], ACTS),
    short={"evening": "ev", "scene": "sc", "fight": "f", "exchange": "x"},
)
"""The time of Fate Deck heroes (F-TIME-1)."""

__all__ = ["CLOCK", "Choices"]
