"""Whether an event is undone goes by its device and its number, and every reader says the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from saga_tui.changes import Change
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.named import entry_of
from saga_tui.games.saga.table import Table
from saga_tui.paper.steps import steps
from saga_tui.store import Event, Layout, Memory
from saga_tui.store.undoing import Fates, standing, stretches
from saga_tui.ui.journal.listing import Book
from saga_tui.ui.journal.recent import entries
from saga_tui.ui.why_screen import last_change

PAIN = Change(("play", "damage", "pain"), 2, 5)
FEAR = Change(("play", "damage", "fear"), 0, 1)


def happened(
    device: str,
    number: int,
    do: str = "suffer",
    change: Change = PAIN,
    of: int | None = None,
    **params: list[dict[str, Any]],
) -> Event:
    """Something that happened on a device; dice were rolled for it."""
    at = f"2026-11-21T20:{number:02}:00+01:00"
    return Event(number, at, {}, do, dict(params), (6,), (change,), f"{device}{number}", of, device)


STORY = [happened("a", 4, "undo", FEAR, of=3), happened("b", 3), happened("a", 3, change=FEAR)]
"""Newest first: two devices each have an event 3, and device a undid its own."""

MANY = happened("b", 6, "undo-to", of=3, undoes=stretches([happened("b", 5), happened("b", 4), happened("a", 3)]))
AT_ONCE = [
    *(MANY, happened("a", 6), happened("b", 5), happened("a", 5), happened("b", 4, "identify"), happened("a", 4)),
    *(happened("a", 3), happened("a", 2)),
]
"""Device b went on from event 3 of a, which went on elsewhere; b undid all from there on at once."""


def panel(events: list[Event], _memory: Memory) -> list[str]:
    return [entry.text for entry in entries(events) if entry.undone]


def book(_events: list[Event], memory: Memory) -> list[str]:
    read = Book(memory)
    read.more()
    return [event.text for event in read.events if read.undone(event)]


def stands(events: list[Event], _memory: Memory) -> list[str]:
    left = list(standing(events))
    return [event.text for event in events if event not in left and event.do == "suffer"]


def recap(events: list[Event], _memory: Memory) -> list[str]:
    told = [step.event for step in steps(RULES, events, {}, "a")]
    return [event.text for event in events if event not in told and event.do == "suffer"]


@pytest.mark.parametrize("reader", [panel, book, stands, recap])
def test_an_undo_is_about_an_event_of_its_own_device(reader: Callable[[list[Event], Memory], list[str]]) -> None:
    assert reader(STORY, remembering(STORY)) == ["a3"]
    assert reader(AT_ONCE, remembering(AT_ONCE)) == ["b5", "a3"]
    again = [happened("b", 7, "redo", of=6), *AT_ONCE]
    assert reader(again, remembering(again)) == []


def test_an_undo_of_many_that_is_not_as_we_write_it_undoes_nothing() -> None:
    for undoes in (None, "x", [1], [{"device": "a"}], [{"device": "a", "first": "x", "last": 3}]):
        fates = Fates([replace(MANY, params={"undoes": undoes}), happened("a", 3)])
        assert not fates.undone(happened("a", 3))


def test_why_does_not_call_another_devices_event_undone() -> None:
    assert last_change(remembering(STORY), entry_of(Character(), "pain"), ("round", "scene")) == ("Last changed: b3",)


@pytest.mark.parametrize(("of", "told"), [(3, True), (2, False)])
def test_dice_are_thrown_again_only_after_the_same_devices_undo(of: int, told: bool) -> None:
    """Event 2 is of the other device alone: there was no roll here that an undo took back."""
    story = [happened("a", 4, "undo", FEAR, of=of), happened("b", 2), happened("a", 3, change=FEAR)]
    outcome = cast(Any, SimpleNamespace(dice=(1,), command=SimpleNamespace(fixed=False)))
    assert bool(Table(remembering(story))._again(outcome)) is told


def remembering(events: list[Event]) -> Memory:
    """Stand in for a memory that has these events, newest first."""

    def history() -> Iterator[Event]:
        return iter(events)

    return cast(Memory, SimpleNamespace(history=history, doc={}, layout=Layout()))
