"""The clock: evening ⊃ scene ⊃ fight ⊃ exchange; what each edge brings and takes (F-TIME)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from saga_tui.engine import clock, edges
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play import harm
from saga_tui.games.fate.play.state import Hands, cards_of, waiting
from saga_tui.words import plural


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player says at an edge: the narrator's card of the exchange, where it was drawn elsewhere."""

    card: str = ""


def _start(edit: Hands, _: Any) -> None:
    """No one is injured yet; what is held now is what the fight gives back (F-TIME-3, F-HEAL-3)."""
    play = edit.play
    edit.put("F-TIME-3", start=len(play.hand), lasting=play.lasting + play.hurt, hurt=0)


def due(edit: Hands, _: Any = None) -> None:
    """What waited for the aura of the narrator's card happens, or ends (F-FIGHT-13)."""
    shown = next((one.aura for one in cards_of([edit.play.open])), "")
    kind = {"positive": "delayed", "negative": "limited"}.get(shown, "")
    over = [one for one in edit.play.durations if one.kind == kind]
    if over:
        edit.put("F-FIGHT-13", durations=tuple(one for one in edit.play.durations if one.kind != kind))
    for one in over:
        edit.say(f"{one.what} {'happens' if kind == 'delayed' else 'ends'}", "F-FIGHT-13", way="comes")


def _unpaid(edit: Hands, _: Any) -> None:
    """Results come before closing moves (F-FIGHT-12)."""
    if wounds := waiting(edit.now):
        fix = "Give up cards for them."
        edit.object("F-FIGHT-12", f"{plural(wounds, 'wound')} still to take", fix, code="wounds")


def _over(edit: Hands, _: Any) -> None:
    """What holds for one exchange ends; an aim in progress stays (F-TIME-3, F-FIGHT-14)."""
    play = edit.play
    if play.contingent:
        edit.say(f"still to do, or not: {play.contingent}", "F-FIGHT-14")
    edit.put("F-TIME-3", contingent="", acted=False, surprised=False, piled=0)


def _away(edit: Hands, _: Any) -> None:
    """The narrator's card goes, distances and aims are forgotten; durations go on (F-TIME-4)."""
    if edit.play.open:
        edit.lay([edit.play.open])
    edit.put("F-TIME-4", open=0, aim="", distance="", start=0)


def _refill(edit: Hands, _: Any) -> None:
    """Hands are filled to what they were, but for serious wounds and the comatose (F-HEAL-4)."""
    if edit.play.state != "comatose":
        harm.wake(edit, "F-HEAL-4")
        edit.put("F-HEAL-4", hurt=0)
        edit.fill("F-HEAL-4")


def _pushed(edit: Hands, _: Any) -> None:
    """Cards pushed outside a fight return (F-HEAL-6)."""
    edit.put("F-HEAL-6", pushed=0)
    edit.fill("F-HEAL-6")


ACTS: Final[dict[str, edges.Act]] = {
    "deal": lambda edit, _: edit.fill("F-HAND-2"),
    "start": _start,
    "card": lambda edit, choices: edit.open(choices.card),
    "recovery": lambda edit, _: harm.recovers(edit),
    "durations": due,
    "unpaid": _unpaid,
    "over": _over,
    "away": _away,
    "refill": _refill,
    "pushed": _pushed,
}
"""What rows of the clock's tables do that do not say it themselves, by id."""
CLOCK: Final[clock.Clock[Hero]] = clock.Clock(
    spans=("play", "evening", "scene", "fight", "exchange"),
    counters={span: (span,) for span in ("evening", "scene", "fight", "exchange")},
    resets=edges.table(book.data("play")["reset"], ACTS),
    short={"evening": "ev", "scene": "sc", "fight": "f", "exchange": "x"},
)
"""The time of Fate Deck heroes (F-TIME-1)."""
