"""What the memory's screens say of an event: when, where in the clock, what kind of thing, which rules, by whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from saga_tui.changes import Change, describe, dotted
from saga_tui.safe import safe
from saga_tui.store.event import CORRECT, EXTERNAL, IDENTIFY, MIGRATE, REDO, RENAME, RESTORE, Event
from saga_tui.store.undoing import UNDOS

ALL: Final = "all"
BY_HAND: Final = "by hand"
UNDOING: Final = "undo"
OTHER: Final = "other"
ELSEWHERE: Final = " – on another device"
"""Stands after what was not done on this one."""
_FROM_OUTSIDE: Final = (EXTERNAL, RESTORE, IDENTIFY, MIGRATE, RENAME)
_WHO: Final = ("who", "by")
_WHY: Final = ("why", "reason")


def category_of(event: Event, categories: Mapping[str, str]) -> str:
    """The kind that an event is filtered by: as the game says by its verb; `other` for one that nobody knows."""
    if event.do in (*UNDOS, REDO, CORRECT):
        return UNDOING
    if event.do in _FROM_OUTSIDE:
        return BY_HAND
    return categories.get(event.do, OTHER)


def category_names(categories: Mapping[str, str]) -> tuple[str, ...]:
    """All kinds to filter by, in the order in which they are offered; `all` is the first."""
    own = (name for name in categories.values() if name != OTHER)
    return tuple(dict.fromkeys((ALL, *own, BY_HAND, UNDOING, OTHER)))


def text_of(event: Event) -> str:
    """What happened, as the log says it. Make it safe before it goes to a screen."""
    said = event.text or event.do
    return {**dict.fromkeys(UNDOS, f"Undone: {said}"), REDO: f"Redone: {said}"}.get(event.do, said)


def rules_of(event: Event) -> tuple[str, ...]:
    """The ids of the rules behind its changes, each once."""
    return tuple(dict.fromkeys(change.rule for change in event.changes if change.rule))


def who_of(event: Event) -> str:
    """By whom, or from where, as far as it was said."""
    who = _said(event, _WHO)
    if who or event.do != EXTERNAL:
        return who
    if event.merged_from:
        return f"device {event.merged_from}"
    source = str(event.params.get("source", ""))
    return "" if source == BY_HAND else source


def why_of(event: Event) -> str:
    """A word on why, as far as it was said."""
    return _said(event, _WHY)


def _said(event: Event, names: Iterable[str]) -> str:
    return next((str(event.params[name]) for name in names if event.params.get(name)), "")


def moment_of(event: Event) -> datetime | None:
    """When it happened; None where the journal holds no time that can be read."""
    try:
        return datetime.fromisoformat(event.at)
    except ValueError:
        return None


def time_of(event: Event) -> str:
    """`20:15`, on the clock of where it happened."""
    moment = moment_of(event)
    return f"{moment:%H:%M}" if moment else "--:--"


def day_of(event: Event) -> str:
    """`21 November 2026`."""
    moment = moment_of(event)
    return f"{moment.day} {moment:%B %Y}" if moment else event.at


Short = Callable[[str], str]
"""Gives the short word of a span of time, as the game has it."""
Named = Callable[[str, int], str]
"""Gives what a number of a span is called, as the game has it; empty where it has no name."""


def unnamed(_span: str, _number: int) -> str:
    """Of a game whose numbers have no names."""
    return ""


def place_of(event: Event, short: Short = str, named: Named = unnamed) -> str:
    """The place in the clock on one short line: `ch 3 · sc 2 · r 2`, `d 1 · Morning`."""
    return " · ".join(named(span, number) or f"{short(span)} {number}" for span, number in event.clock.items())


def outer_of(event: Event, named: Named = unnamed) -> str:
    """What stands over a stretch of the log: the clock without its innermost step, `chapter 3 › scene 2`; with it where
    it has a name: `turn 1 › movement › Egil`."""
    parts = [named(span, number) or f"{span} {number}" for span, number in event.clock.items()]
    return " › ".join(parts[:-1] if inner_of(event, named=named) else parts)


def inner_of(event: Event, short: Short = str, named: Named = unnamed) -> str:
    """What `outer_of` leaves out: `r 2`."""
    if len(event.clock) <= 2:
        return ""
    name, number = list(event.clock.items())[-1]
    return "" if named(name, number) else f"{short(name)} {number}"


def haystack(event: Event, short: Short = str, named: Named = unnamed) -> str:
    """All words that an event can be found by, casefolded."""
    parts = [text_of(event), event.do, *map(str, event.params.values()), place_of(event, short, named), day_of(event)]
    for change in event.changes:
        parts += [change.rule, change.why, dotted(change.path)]
    return " ".join(parts).casefold()


Words = Callable[[tuple[str | int, ...]], str]
"""Says a place as the game calls it."""


def change_line(change: Change, words: Words = dotted) -> str:
    """A change old → new in one line that is safe to show."""
    return safe(describe(change, words), limit=400)


def value_line(value: Any) -> str:
    """A parameter's value in one line that is safe to show."""
    if isinstance(value, dict):
        return ", ".join(f"{safe(str(key))} {value_line(item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(value_line, value))
    return safe({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value), limit=400)
