"""What one device's journal has that another device lacks, and the version that both came from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from saga_tui.changes import Doc
from saga_tui.store.event import Event
from saga_tui.store.ledger import Ledger
from saga_tui.store.merging import nearest
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
    if (heard := other.heard.get(me)) is not None:
        since = list(takewhile(lambda event: event.id > heard, ledger.history()))[::-1]
        known = known_to(device, heard, since)
        mine = ledger.state_at(known)
        if mine is not None and known == max([heard, *(event.id for event in since)]):
            return mine  # it has gone on from all that is here
    both = [*other.trail.values(), *([mine] if mine is not None else [])]
    return nearest(both or [*versions, *ledger.past()], other.doc)
