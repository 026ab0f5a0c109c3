"""From what was found to an open character: everything that recovery takes over, in the right order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from saga_tui.changes import Doc, diff
from saga_tui.store.charfile import CharFile
from saga_tui.store.devices import common
from saga_tui.store.errors import BadFile, Barred, Missing, NotSaved
from saga_tui.store.event import MIGRATE, Layout
from saga_tui.store.external_edits import ExternalEdits, upgraded
from saga_tui.store.folders import Places, new_id, new_memory, sha, spelled
from saga_tui.store.fs import FS
from saga_tui.store.groups import complete
from saga_tui.store.journal import segment_numbers
from saga_tui.store.kept import Drafts, backup
from saga_tui.store.ledger import FileVersions, Ledger
from saga_tui.store.merging import LOOK_BACK, merge, merge_devices, merge_edit, nearest
from saga_tui.store.opening import Found
from saga_tui.store.replay import Replayed, replay
from saga_tui.words import plural


@dataclass(slots=True)
class Parts:
    """The parts of an open character."""

    places: Places
    ledger: Ledger
    file: CharFile
    edits: ExternalEdits
    drafts: Drafts
    identity: str
    read_only: bool
    notes: list[str] = field(default_factory=list)
    barred: Barred | None = None
    """Why this is for looking only; None where that was asked for."""


def _parts(
    fs: FS,
    places: Places,
    start: Replayed,
    *,
    known: FileVersions,
    layout: Layout,
    now: Callable[[], str],
    identity: str,
) -> Parts:
    ledger = Ledger(fs, places, start, now)
    file = CharFile(fs, places, layout, ledger, known)
    edits = ExternalEdits(ledger, file, layout)
    file.take_over = edits.edit
    ledger.on_strangers = edits.strangers
    return Parts(places, ledger, file, edits, Drafts(fs, places), identity, False)


def begin(fs: FS, path: Path, doc: Doc, layout: Layout, *, device: str, now: Callable[[], str], state: Path) -> Parts:
    """A new character: its memory first, then its file. Raises OSError or NotSaved."""
    identity = doc.get("id") or new_id()
    if "id" not in doc or not doc["id"]:
        front: Doc = {key: doc[key] for key in ("format", "game") if key in doc}
        doc = {**front, "id": identity, **{key: value for key, value in doc.items() if key != "id"}}
    places = Places(str(path), new_memory(str(path.parent), path.stem, identity), device, str(state))
    parts = _parts(
        fs,
        places,
        Replayed(doc, 0, spelled(places.name)),
        known=FileVersions("", {}),
        layout=layout,
        now=now,
        identity=str(identity),
    )
    parts.ledger.journal.roll()
    parts.file.checkpoint()
    return parts


def look(fs: FS, found: Found, layout: Layout, now: Callable[[], str]) -> Parts:
    """A character to look at: nothing is written, what recovery would take over is merged in view only."""
    start = found.start
    doc = start.doc
    versions = list(found.known.docs.values()) or [doc]
    parts = _parts(fs, found.places, start, known=found.known, layout=layout, now=now, identity=found.identity)
    for device, other in found.others.items():
        base = common(parts.ledger, start.device, device, other, versions)
        stands = start.device > device
        doc = merge_devices(base, doc, other.doc, ours_stands=stands, settles=layout.settles).doc
    if found.edited and found.data is not None:
        try:
            theirs = parts.file.parse(found.data) if found.newer else parts.edits.understood(found.data)
            base = nearest(versions, theirs)
            doc = theirs if found.newer else merge_edit(base, doc, theirs, parts.ledger.back(LOOK_BACK)).doc
        except BadFile as problem:
            parts.file.problem = problem
    for rescue in found.beside:
        base = rescue.segment.header.doc if rescue.segment.header is not None else doc
        doc = merge(base, doc, replay([rescue.segment]).doc).doc
    parts.ledger.show(doc)
    parts.read_only = True
    parts.barred = found.barred or (found.owner.barred(found.places.name) if found.owner is not None else None)
    parts.notes += found.notes
    if found.newer:
        parts.notes.append(f"{found.places.name} was made by a newer saga-tui, so it is read-only here")
    return parts


def arrive(fs: FS, found: Found, layout: Layout, now: Callable[[], str]) -> Parts:
    """A character to write: what others wrote is taken over, what a power cut left is cleared up."""
    parts = _parts(fs, found.places, found.start, known=found.known, layout=layout, now=now, identity=found.identity)
    parts.edits.questions.read(parts.ledger.view)
    parts.ledger.merged_rescues = tuple(found.rescues)
    try:
        _take_rescues(parts, found)
        complete(parts.ledger, found)
        parts.notes += parts.file.rescue(found.start.ours)
        take_others(parts, found)
        if isinstance(found.unreadable, Missing):
            parts.file.problem = found.unreadable
        elif found.edited and found.data is not None:
            _take_edit(parts, found.data)
        parts.edits.conflict_copies()
        _migrate(parts, layout, found)
    except NotSaved as error:
        parts.notes.append(f"what was found could not be saved yet: {error}")
    except OSError as error:
        parts.notes.append(f"the saved history could not be tidied: {error}")
    parts.notes[:0] = found.notes
    return parts


def _take_edit(parts: Parts, data: bytes) -> None:
    before = len(parts.edits.taken)
    if parts.edits.edit(data) and len(parts.edits.taken) > before:
        count = len(parts.edits.taken) - before
        parts.notes.append(f"{parts.places.name} was edited by hand: {plural(count, 'change')} merged")


def _take_rescues(parts: Parts, found: Found) -> None:
    """Merge the rescue files that the journal went on without, and write what it lacks. Raises NotSaved."""
    ledger = parts.ledger
    for rescue in found.beside:
        rest = replay([rescue.segment])
        base = rescue.segment.header.doc if rescue.segment.header is not None else rest.doc
        params = {"source": "rescue", "rescue": rescue.version}
        parts.edits.merge(base, rest.doc, params, "Merged a rescue file")
        parts.notes.append(f"what could not be saved before was merged from the rescue file {rescue.path}")
        ledger.merged_rescues += (rescue.path,)
    if ledger.adrift or ledger.merged_rescues:
        ledger.drain()
        parts.notes += ledger.news
        ledger.news.clear()


def own_journal(parts: Parts) -> None:
    """Write what waits, and begin a journal of this device's where there is none yet. Raises NotSaved, OSError."""
    parts.ledger.drain()
    if not segment_numbers(parts.ledger.fs, parts.places.journal):
        parts.ledger.journal.roll()


def take_others(parts: Parts, found: Found) -> None:
    """Merge what other devices' journals have that we have not seen."""
    version = sha(found.data) if found.data is not None else ""
    for device, other in found.others.items():
        me = found.start.device or parts.places.device
        base = common(parts.ledger, me, device, other, parts.file.known.docs.values())
        changes = parts.edits.from_device(device, base, other.doc, other.last_id, ours_stands=me > device)
        parts.ledger.drain()
        if changes:
            parts.notes.append(f"{plural(len(changes), 'change')} of another device ({device}) merged")
        if found.edited and version in other.ours and found.data is not None:
            found.edited = False  # that device wrote the file
            parts.file.holds(version, parts.file.parse(found.data))


def _migrate(parts: Parts, layout: Layout, found: Found) -> None:
    """Bring an older format up to date: a backup, then one event."""
    ledger = parts.ledger
    old = ledger.view
    if layout.upgrade is None or old.get("format", layout.current_format) == layout.current_format:
        return
    new = upgraded(old, layout)
    if found.data is not None:
        backup(ledger.fs, parts.places, found.data, "migrate", datetime.fromisoformat(ledger.now()))
    form = layout.current_format
    ledger.commit(MIGRATE, {"to": form}, diff(old, new), text=f"Updated to format {form}")
    ledger.drain()
    parts.notes.append(f"{parts.places.name} was updated to format {form}; the old file is among the backups")
