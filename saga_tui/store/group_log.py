"""The redo log of acts over several documents: one file an act, durable before any member's journal has its part.

From the moment that the file `.saga-tui/groups/<device>-<id>.toml` is durable the act has happened in all members. Each
member's record is then appended to its own journal, and the file goes when all have theirs. Whoever opens or looks at a
member in between finds its part here: a crash at any moment leaves the act in all members or in none. Only members of
one folder and of the folder of tables in it can take part: the file lies in the former then, and those of both look for
it there. Only the device that began an act completes it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import tomli

from saga_tui.changes import ChangeError, apply
from saga_tui.store.event import Event, Group
from saga_tui.store.folders import MEMORY, TABLES, Places, kin, memories_of
from saga_tui.store.fs import FS, put
from saga_tui.store.journal import read_back
from saga_tui.store.records import Written, sealed, split_records
from saga_tui.store.replay import Replayed
from saga_tui.store.toml import literal
from saga_tui.store.undoing import redo_after

_HEAD = "# One act over several characters, until all have it. Written by saga-tui, not meant to be edited.\n"


@dataclass(frozen=True, slots=True)
class Pending:
    """An act of which some member's journal may still lack its part: `events` are the parts by document."""

    path: str
    group: Group
    events: Mapping[str, Event]


def folder_of(folder: str) -> str:
    """Return the folder of the acts of a folder of characters."""
    return f"{folder}/{MEMORY}/groups"


def read_in(folder: str) -> Iterator[str]:
    """Yield the folders of the acts that documents of a folder may take part in."""
    yield folder_of(folder)
    above, name = os.path.split(folder)
    if name == TABLES:
        yield folder_of(above)


def write(fs: FS, pending: Pending) -> None:
    """Make an act durable: this is the moment in which it happens. Raises OSError; it may then be there or not."""
    fs.mkdir(pending.path.rpartition("/")[0])
    put(fs, pending.path, record(pending))


def record(pending: Pending) -> bytes:
    """Return the bytes of an act's file."""
    head = {"id": pending.group.id, "of": list(pending.group.members)}
    members = [
        f"[[member]]\nid = {literal(identity)}\nevent = {literal(event.to_record())}\n"
        for identity, event in pending.events.items()
    ]
    return sealed(f"{_HEAD}group = {literal(head)}\n{''.join(members)}")


def read(data: bytes, path: str, device: str) -> Pending | None:
    """Return the act that `record` wrote; None for anything else."""
    try:
        (intact, raw), *more = split_records(data)
        table = tomli.loads(raw.decode())
        if not intact or more:
            return None
        events = {str(one["id"]): Event.from_record(one["event"], device) for one in table["member"]}
        group = Group(str(table["group"]["id"]), tuple(map(str, table["group"]["of"])))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return Pending(path, group, events)


def pending(fs: FS, places: Places, identity: str, damaged: list[str]) -> Iterator[Pending]:
    """Yield the acts of this device that may not have reached all members, and that this document is a member of.
    `damaged` gets the names of files that hold no act any more. Raises OSError where one cannot be read: what happened
    to the document may be in it."""
    for folder in read_in(places.folder):
        for name in fs.listdir(folder):
            if not (name.startswith(f"{places.device}-") and name.endswith(".toml")):
                continue
            path = f"{folder}/{name}"
            try:
                found = read(fs.read(path), path, places.device)
            except FileNotFoundError:  # another window has just completed it
                continue
            if found is None:
                damaged.append(f"{MEMORY}/groups/{name}")
            elif identity in found.events:
                yield found


def redo(fs: FS, places: Places, identity: str, start: Replayed, notes: list[str]) -> tuple[list[Pending], list[str]]:
    """Add to a document what its journal lacks of acts over several. Return the acts that it is a member of, and the
    names of files that hold none any more."""
    damaged: list[str] = []
    found = sorted(pending(fs, places, identity, damaged), key=lambda one: one.events[identity].id)
    notes += [f"{name} is damaged: what it says about several characters may be missing" for name in damaged]
    for one in found:
        event = one.events[identity]
        if event.id <= start.last_id or _given_up(fs, places, one):
            continue
        try:
            if event.id != start.last_id + 1:
                raise ChangeError("it does not follow")
            start.doc = apply(start.doc, event.changes)
        except ChangeError:
            notes.append(f"{event.text or event.do}: this act over several characters no longer fits here")
            continue
        start.events.append(event)
        start.redo = redo_after(start.redo, event)
        start.last_id, start.go_on, start.adrift = event.id, None, True
        notes.append(f"{event.text or event.do}: completed, as in the other characters that it is about")
    return found, damaged


def _given_up(fs: FS, places: Places, one: Pending) -> bool:
    """Say whether an act never happened: some member went on without it, and none has it."""
    parts = [has_part(fs, places, one, identity) for identity in one.events]
    return False in parts and True not in parts


def has_part(fs: FS, places: Places, one: Pending, identity: str) -> bool | None:
    """Say whether a member's journal has its part of an act; None where it has nothing of that number yet. False where
    something else happened there instead, or where the journal is gone."""
    wanted = one.events[identity].id
    for memory in (one for folder in kin(places.folder) for one in memories_of(fs, folder, identity, "")):
        newest = 0
        for segment in read_back(fs, f"{memory}/journal/{places.device}", places.device):
            events = [entry.event for entry in segment.entries if isinstance(entry, Written)]
            newest = max([newest, segment.header.last_event if segment.header else 0, *(event.id for event in events)])
            for event in events:
                if event.id == wanted:
                    return event.group is not None and event.group.id == one.group.id
        if newest:
            return None if newest < wanted else False
    return None


def remove(fs: FS, path: str) -> None:
    """Remove an act's file once every member has its part; one that comes back after a power cut does no harm."""
    with suppress(OSError):
        fs.unlink(path)
