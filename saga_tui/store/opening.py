"""Opening a character: which memory is its own, what the journal says, what the file says, and what follows."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from saga_tui.changes import Doc
from saga_tui.store.charfile import missing
from saga_tui.store.copied import Owner, owner_of
from saga_tui.store.devices import known_to
from saga_tui.store.errors import BadFile, Barred, newer, of_another_game, os_error_in_words, unreadable
from saga_tui.store.event import Event, Layout
from saga_tui.store.external_edits import upgraded
from saga_tui.store.folders import Places, memories_named, memories_of, new_id, new_memory, sha, spelled, unspelled
from saga_tui.store.fs import FS, put
from saga_tui.store.group_log import Pending, redo
from saga_tui.store.journal import (
    Rescued,
    content_of,
    headers,
    memory_rescued,
    names_in,
    read_back,
    rescued,
    segment_numbers,
)
from saga_tui.store.ledger import FileVersions
from saga_tui.store.records import Written
from saga_tui.store.replay import NothingThere, Replayed, Sealed, replay
from saga_tui.store.toml import MAX_BYTES, check_size, decode, load_text
from saga_tui.words import plural


@dataclass(slots=True)
class Found:
    """What there is of a character before anything is written. `data`: the file's bytes, None when it is gone;
    `unreadable`: what is wrong with them; `edited`: they are not a version of ours; `identity`: the id that the
    character has or gets at its first write; `newer`: the file is of a newer version of the program; `barred`: why
    nothing may be written; `rescues`: rescue files that `start` includes; `beside`: rescue files that have to be
    merged; `groups`: acts over several documents that some may not have yet."""

    places: Places
    start: Replayed
    known: FileVersions
    data: bytes | None
    identity: str
    unreadable: BadFile | None = None
    edited: bool = False
    newer: bool = False
    strange: Barred | None = None
    """Why a file is not written whose game nobody knows, or is not that of its journal; it can be looked at."""
    barred: Barred | None = None
    owner: Owner | None = None
    """Who writes it, where that is somebody else, on another device."""
    others: dict[str, Replayed] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    rescues: list[str] = field(default_factory=list)
    beside: list[Rescued] = field(default_factory=list)
    groups: list[Pending] = field(default_factory=list)
    damaged_groups: list[str] = field(default_factory=list)


def this_device(fs: FS, state: Path) -> str:
    """This device's name in journals: made once, kept in the state folder (never in a synced one)."""
    path = f"{state}/device"
    try:
        name = fs.read(path, 64).decode(errors="replace").strip()
        if name.isalnum() and name.isascii():
            return name
    except FileNotFoundError:
        pass
    except OSError:  # it may be there tomorrow: for today this start is a device of its own, no journal is shared
        return new_id()
    name = new_id()
    with suppress(OSError):
        fs.mkdir(str(state))
        put(fs, path, name.encode())
    return name


def find(fs: FS, path: Path, layout: Layout, device: str, state: Path | str = "") -> Found:
    """Read everything that opening needs, writing nothing. Raises BadFile when there is nothing to open. `state` is the
    user's state folder, where a rescue file may lie."""
    real = Path(os.path.realpath(path))
    try:
        return _find(fs, real, layout, device, str(state))
    except OSError as error:
        raise BadFile(path, message=f"it cannot be opened ({os_error_in_words(error)})") from error


def _find(fs: FS, path: Path, layout: Layout, device: str, state: str) -> Found:
    data = _read(fs, path)
    doc, bad = _parse(data, path) if data is not None else (None, None)
    places = Places(str(path), "", device, state)
    version = sha(data) if data is not None else ""
    found = Found(places, Replayed({}, 0), FileVersions("", {}), data, "", bad, strange=layout.barred)
    try:
        places.memory, found.identity = _memory(fs, path, data, doc)
        if not (doc and doc.get("id")) and fs.stat(places.memory) is None and (known := memory_rescued(fs, places)):
            places.memory, found.identity = known
        found.owner = owner_of(fs, places.memory)
        start, found.others = _journals(fs, places, version, doc, found.notes)
        start = with_rescues(fs, found, start, version, doc)
        if start is not None:
            found.groups, found.damaged_groups = redo(fs, places, found.identity, start, found.notes)
    except (Sealed, OSError) as error:
        found.barred = _barred(error, places)
        start, found.others = None, {}
        if doc is None:
            raise BadFile(path, message=found.barred.message, fix=found.barred.fix) from None
    if start is None:
        if data is None:
            raise BadFile(path, message="there is no such file")
        if bad is not None or doc is None:
            raise bad or BadFile(path, message="it cannot be read")
        found.newer = _checked(doc, layout, path)
        found.start = Replayed(doc, 0, spelled(places.name), version, {version: doc})
        found.known = FileVersions(version, {version: doc})
        return found
    found.start = start
    found.notes += start.notes
    if start.file and unspelled(start.file) != places.name:
        start.go_on = None  # renamed by hand: the next segment says so
    found.known = FileVersions(start.sha, start.versions)
    _compare(found, doc, version, layout)
    return found


def _barred(error: Sealed | OSError, places: Places) -> Barred:
    if isinstance(error, OSError):
        return unreadable(str(error.filename or places.memory or places.folder), error)
    if error.error is not None:
        return unreadable(str(error.error.filename or places.journals), error.error)
    return newer(f"The saved history ({error.newer})")


def _compare(found: Found, doc: Doc | None, version: str, layout: Layout) -> None:
    """Is the file the version that the journal says, or the one before it?"""
    start = found.start
    if found.owner is not None:  # somebody else's: its journals alone count, whatever the file says
        found.unreadable = None
    elif found.data is None:
        found.unreadable = missing(found.places)
    elif doc is not None and (version in start.versions or version == start.sha or _was_there(found, version)):
        found.known = FileVersions(version, {version: doc})
    else:
        found.edited = True
    found.strange = found.strange or (of_another_game(found.places.name, doc, start.doc) if doc else None)
    newest = doc if doc is not None else start.doc
    forms = (newest.get("format"), start.doc.get("format"))
    found.newer = any(isinstance(form, int) and form > layout.current_format for form in forms)


def _was_there(found: Found, version: str) -> bool:
    """Whether a file that nobody has opened on this device is merely older than the journals that came to it."""
    return found.start.device not in ("", found.places.device) and version in found.start.ours


def _read(fs: FS, path: Path) -> bytes | None:
    try:
        data = fs.read(str(path), MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    check_size(data, path)
    return data


def _parse(data: bytes, path: Path) -> tuple[Doc | None, BadFile | None]:
    try:
        return load_text(decode(data, path), path), None
    except BadFile as bad:
        return None, bad


def _checked(doc: Doc, layout: Layout, path: Path) -> bool:
    """Raises BadFile when a file without a memory is no character; True when it is of a newer version."""
    form = doc.get("format")
    if isinstance(form, int) and form > layout.current_format:
        return True
    try:
        layout.validate(upgraded(doc, layout, path))
    except ValueError as error:
        raise BadFile(path, message=str(error).rstrip(".")) from None
    return False


# -- which memory


def _memory(fs: FS, path: Path, data: bytes | None, doc: Doc | None) -> tuple[str, str]:
    """The memory's folder and the character's id: its own if it has one, else a new one."""
    folder, stem = str(path.parent), path.stem
    character_id = doc.get("id") if doc else None
    if isinstance(character_id, str) and character_id:
        for memory in memories_of(fs, folder, character_id, stem):
            if not _belongs_to_another(fs, memory, path, character_id):
                return memory, character_id
        if not memories_of(fs, folder, character_id, stem):
            return new_memory(folder, stem, character_id), character_id
    version = sha(data) if data is not None else ""
    for memory in memories_named(fs, folder, stem):
        for name, versions in headers(fs, memory):
            if name == path.name and (not character_id or version in versions):
                return memory, _id_in(fs, memory)
    identity = new_id()
    return new_memory(folder, stem, identity), identity


def _belongs_to_another(fs: FS, memory: str, path: Path, character_id: str) -> bool:
    """A copied file carries the id of the first one: the memory is that of the file whose name it knows."""
    names = set(names_in(fs, memory))
    if path.name in names:
        return False
    for name in names:
        other = path.parent / Path(name).name
        data = _read(fs, other)
        doc = _parse(data, other)[0] if data is not None else None
        if doc is not None and doc.get("id") == character_id:
            return True
    return False


def _id_in(fs: FS, memory: str) -> str:
    for device in fs.listdir(f"{memory}/journal"):
        with suppress(NothingThere):
            found = replay(read_back(fs, f"{memory}/journal/{device}", device)).doc.get("id")
            if isinstance(found, str):
                return found
    return new_id()


# -- journals


def _journals(
    fs: FS, places: Places, version: str, doc: Doc | None, notes: list[str]
) -> tuple[Replayed | None, dict[str, Replayed]]:
    """Where this device's journal stands (or that of another one to begin from), and what the others have."""
    own: Replayed | None = None
    others: dict[str, Replayed] = {}
    for device in fs.listdir(places.journals):
        segments = read_back(fs, f"{places.journals}/{device}", device)
        try:
            if device == places.device:
                own = replay(segments, version, doc)
            else:
                others[device] = replay(segments, version, doc)
        except NothingThere as nothing:
            notes += nothing.notes
    if own is not None:
        own.device = places.device
        _walk_back(fs, places, own, others)
        return own, others
    if not others:
        return None, {}

    def rank(name: str) -> tuple[bool, bool, str]:
        journal = others[name]
        last = journal.events[-1].at if journal.events else ""
        return not _is_behind(name, others), version in journal.ours, last

    device = max(others, key=rank)
    first = others.pop(device)
    ours = first.ours.union(*(journal.ours for journal in others.values()))
    begun = Replayed(first.doc, first.last_id, spelled(places.name), first.sha, first.versions, ours)
    begun.begun, begun.device = (device, first.last_id), device
    begun.redo = begun.redo_before = first.redo
    begun.heard = first.heard | {device: first.last_id}
    _walk_back(fs, places, begun, others)
    return begun, others


def _is_behind(device: str, journals: dict[str, Replayed]) -> bool:
    """Whether another journal has taken over all that this one has, and went on from there."""
    last = journals[device].last_id
    news = journals[device].events
    others = ((name, journal.heard.get(device, 0)) for name, journal in journals.items() if name != device)
    return any(known_to(name, heard, news) >= last for name, heard in others)


def _walk_back(fs: FS, places: Places, own: Replayed, others: dict[str, Replayed]) -> None:
    """Of each other journal with news: its state at the last event that we know of, to compare with. What it only took
    over from here is no news: two devices that are both open would answer each other without end."""
    there = dict(others)
    for device, journal in list(others.items()):
        heard = max(own.heard.get(device, 0), journal.begun[1])
        heard = known_to(own.device, heard, journal.events)
        if journal.last_id <= heard:
            del others[device]
        elif _is_behind(device, there):  # it comes with what another one has taken over
            del others[device], there[device]
        else:
            segments = read_back(fs, f"{places.journals}/{device}", device)
            with suppress(NothingThere):
                journal.trail = replay(segments, trail=[heard]).trail


# -- rescue files


def with_rescues(fs: FS, found: Found, own: Replayed | None, version: str, doc: Doc | None) -> Replayed | None:
    """Return where this device's journal stands, what its rescue files hold included as far as it goes on from there.
    What has to be merged instead, because the journal went on without it, is left in `found.beside`."""
    places = found.places
    numbers = segment_numbers(fs, places.journal)
    for rescue in rescued(fs, places, max(numbers, default=0) + 1):
        header = rescue.segment.header
        events = [entry.event for entry in rescue.segment.entries if isinstance(entry, Written)]
        if header is None:
            continue
        if own is None or own.last_id <= header.last_event:
            own = replay([rescue.segment], version, doc)
            own.go_on, own.adrift, own.file = None, True, spelled(places.name)
            new = sum(event.id > header.last_event for event in events)
            some = plural(new, "action")
            found.notes.append(f"{some} could not be saved before: restored from the rescue file {rescue.path}")
            found.rescues.append(rescue.path)
        elif _has_all(fs, places, events, header.last_event) or _merged(own, rescue):
            found.rescues.append(rescue.path)
        else:
            found.beside.append(rescue)
    return own


def _has_all(fs: FS, places: Places, events: list[Event], after: int) -> bool:
    """Say whether the journal holds all of these events that are later than one."""
    wanted = {(event.id, content_of(event)) for event in events if event.id > after}
    for segment in read_back(fs, places.journal, places.device):
        wanted -= {(e.event.id, content_of(e.event)) for e in segment.entries if isinstance(e, Written)}
        if not wanted or (segment.header is not None and segment.header.last_event <= after):
            break
    return not wanted


def _merged(own: Replayed, rescue: Rescued) -> bool:
    return any(event.params.get("rescue") == rescue.version for event in own.events)
