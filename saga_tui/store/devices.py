"""What one device's journal has that another device lacks, and the version that both came from."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile
from typing import Any

from saga_tui.changes import MISSING, Change, ChangeError, Doc, apply
from saga_tui.store.event import Event
from saga_tui.store.ledger import Ledger
from saga_tui.store.merging import Path, nearest, place_of, value_at
from saga_tui.store.replay import Replayed


def known_to(device: str, heard: int, events: Iterable[Event]) -> int:
    """The last of a journal's events (oldest first) after which a device lacks nothing, which has heard it up to
    `heard`: what was only taken over from that device itself is no news there, nor is a note without a change."""
    for event in events:
        if event.id == heard + 1 and (by := event.merged_from) and (not event.changes or by == device):
            heard = event.id
    return heard


def common(ledger: Ledger, me: str, device: str, other: Replayed, versions: Iterable[Doc]) -> Doc:
    """The version that our view and another device's journal both came from, as near as can be told. `me` is what the
    others know this journal by."""
    mine: Doc | None = None
    since: list[Event] = []
    if (heard := other.heard.get(me)) is not None:
        since = list(takewhile(lambda event: event.id > heard, ledger.history()))[::-1]
        known = known_to(device, heard, since)
        mine = ledger.state_at(known)
        if mine is not None and known == max([heard, *(event.id for event in since)]):
            return mine  # it has gone on from all that is here
    both = [*other.trail.values(), *([mine] if mine is not None else [])]
    base = nearest(both or [*versions, *ledger.past()], other.doc)
    if mine is None or not other.trail:
        return base
    news = [event for event in other.events if event.id > max(other.trail)]
    return _told_apart(base, ledger.view, other.doc, _touched(since, device), _touched(news, me))


def _touched(events: Iterable[Event], device: str) -> set[Path]:
    """The places that these events (oldest first) changed by themselves last, and not because the other device had."""
    last = {place_of(change): event.merged_from for event in events for change in event.changes}
    return {place for place, by in last.items() if by != device}


def _told_apart(base: Doc, ours: Doc, theirs: Doc, by_us: set[Path], by_them: set[Path]) -> Doc:
    """The base, so that what only one side has touched since the other heard of it counts as that side has it, also
    where it is again what it once was; and what both have is a conflict on both devices."""
    for places, others, side in ((by_us, by_them, theirs), (by_them, by_us, ours)):
        for place in places:
            if not any(place[: len(one)] == one or one[: len(place)] == place for one in others):
                base = _with(base, place, value_at(side, place))
    for place in by_us & by_them:
        if not isinstance(value_at(ours, place), dict | list):
            base = _with(base, place, MISSING)
    return base


def _with(doc: Doc, place: Path, value: Any) -> Doc:
    with suppress(ChangeError):
        return apply(doc, [Change(place, value_at(doc, place), value)])
    return doc
