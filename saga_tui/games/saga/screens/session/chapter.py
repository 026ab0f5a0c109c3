"""The chapter so far in a few numbers: rolls, luck, Spark and fortune, from its entries in the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from saga_tui.games.saga.recap.telling import rolled
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.paper.steps import Step, steps
from saga_tui.paper.story import luck
from saga_tui.store import Event
from saga_tui.ui.specs import Number


def so_far(character: Character, memory: Any, events: Sequence[Event]) -> Iterator[Number]:
    """A row a number; what has not moved is left out."""
    chapter = character.play.chapter if character.play is not None else 0
    listed = [event for event in events if event.clock.get("chapter") == chapter]
    found = steps(RULES, listed, memory.doc, memory.device) if chapter else []
    rolls = rolled(found, derive.numbers(character))
    made = sum(roll.made for roll in rolls)
    more = luck(rolls).more
    yield _row("Rolls", len(rolls), f"{made} of them made" if rolls else "none yet")
    if rolls:
        yield _row(
            "Luck",
            f"{float(more):+.1f}".replace("-", "−"),
            "marks above average" if more >= 0 else "marks below average",
        )
    for label, path in (("Spark", ("spark",)), ("Fortune", ("tokens", "fortune"))):
        came, went = _moved(found, path)
        if came or went:
            yield _row(label, f"+{came}", f"gained, {went} spent" if went else "gained in this chapter")


def _row(label: str, value: int | str, note: str) -> Number:
    return Number(label=label, value=value, note=note)


def _moved(found: Iterable[Step], path: tuple[str, ...]) -> tuple[int, int]:
    """How much of a number came, and how much went."""
    moves = [move for step in found if (move := step.moved(*path)) is not None]
    return sum(max(0, new - old) for old, new in moves), sum(max(0, old - new) for old, new in moves)
