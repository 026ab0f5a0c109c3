"""From what was found to an open character: everything that recovery takes over, in the right order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from saga_tui.changes import Doc, diff
from saga_tui.store.charfile import CharFile
from saga_tui.store.drafts import Drafts
from saga_tui.store.errors import BadFile, Barred, Missing, NotSaved
from saga_tui.store.event import MIGRATE, Layout
from saga_tui.store.folders import spelled
from saga_tui.store.fs import FS
from saga_tui.store.ids import new_id, sha
from saga_tui.store.kept import backup
from saga_tui.store.ledger import FileVersions, Ledger
from saga_tui.store.merging import merge, nearest
from saga_tui.store.opening import Found
from saga_tui.store.places import Places, new_memory
from saga_tui.store.replay import Replayed, replay
from saga_tui.store.stale import LOOK_BACK, merge_edit
from saga_tui.store.takeover import TakeOver, upgraded
from saga_tui.words import plural


@dataclass(slots=True)
class Desk:
    """The parts of an open character."""

    places: Places
    ledger: Ledger
    file: CharFile
    take: TakeOver
    drafts: Drafts
    identity: str
    read_only: bool
    notes: list[str] = field(default_factory=list)
    barred: Barred | None = None
    """Why this is for looking only; None where that was asked for."""


def _desk(
    fs: FS,
    places: Places,
    start: Replayed,
    *,
    known: FileVersions,
    layout: Layout,
    now: Callable[[], str],
    identity: str,
) -> Desk:
    ledger = Ledger(fs, places, start, now)
    file = CharFile(fs, places, layout, ledger, known)
    take = TakeOver(ledger, file, layout)
    file.take_over = take.edit
    ledger.on_strangers = take.strangers
    return Desk(places, ledger, file, take, Drafts(fs, places), identity, False)


def begin(fs: FS, path: Path, doc: Doc, layout: Layout, *, device: str, now: Callable[[], str], state: Path) -> Desk:
    """A new character: its memory first, then its file. Raises OSError or NotSaved."""
    identity = doc.get("id") or new_id()
    if "id" not in doc or not doc["id"]:
        front: Doc = {key: doc[key] for key in ("format", "game") if key in doc}
        doc = {**front, "id": identity, **{key: value for key, value in doc.items() if key != "id"}}
    places = Places(str(path), new_memory(str(path.parent), path.stem, identity), device, str(state))
    desk = _desk(
        fs,
        places,
        Replayed(doc, 0, spelled(places.name)),
        known=FileVersions("", {}),
        layout=layout,
        now=now,
        identity=str(identity),
    )
    desk.ledger.journal.roll()
    desk.file.checkpoint()
    return desk


def look(fs: FS, found: Found, layout: Layout, now: Callable[[], str]) -> Desk:
    """A character to look at: nothing is written, what recovery would take over is merged in view only."""
    start = found.start
    doc = start.doc
    versions = list(found.known.docs.values()) or [doc]
    for other in found.others.values():
        doc = merge(nearest([*versions, *other.trail.values()], other.doc), doc, other.doc).doc
    desk = _desk(fs, found.places, start, known=found.known, layout=layout, now=now, identity=found.identity)
    if found.edited and found.data is not None:
        try:
            theirs = desk.file.parse(found.data)
            base = nearest(versions, theirs)
            doc = theirs if found.newer else merge_edit(base, doc, theirs, desk.ledger.back(LOOK_BACK)).doc
        except BadFile as problem:
            desk.file.problem = problem
    for rescue in found.beside:
        base = rescue.segment.header.doc if rescue.segment.header is not None else doc
        doc = merge(base, doc, replay([rescue.segment]).doc).doc
    desk.ledger.show(doc)
    desk.read_only = True
    desk.barred = found.barred
    desk.notes += found.notes
    if found.newer:
        desk.notes.append(f"{found.places.name} was made by a newer saga-tui, so it is read-only here")
    return desk


def arrive(fs: FS, found: Found, layout: Layout, now: Callable[[], str]) -> Desk:
    """A character to write: what others wrote is taken over, what a power cut left is cleared up."""
    desk = _desk(fs, found.places, found.start, known=found.known, layout=layout, now=now, identity=found.identity)
    desk.notes += found.notes
    desk.take.questions.read(desk.ledger.view)
    desk.ledger.merged_rescues = tuple(found.rescues)
    try:
        _take_rescues(desk, found)
        desk.notes += desk.file.rescue(found.start.ours)
        _take_others(desk, found)
        if isinstance(found.unreadable, Missing):
            desk.file.problem = found.unreadable
        elif found.edited and found.data is not None:
            _take_edit(desk, found.data)
        desk.take.conflict_copies()
        _migrate(desk, layout, found)
    except NotSaved as error:
        desk.notes.append(f"what was found could not be saved yet: {error}")
    except OSError as error:
        desk.notes.append(f"the saved history could not be tidied: {error}")
    return desk


def _take_edit(desk: Desk, data: bytes) -> None:
    before = len(desk.take.taken)
    if desk.take.edit(data) and len(desk.take.taken) > before:
        count = len(desk.take.taken) - before
        desk.notes.append(f"{desk.places.name} was edited by hand: {plural(count, 'change')} merged")


def _take_rescues(desk: Desk, found: Found) -> None:
    """Merge the rescue files that the journal went on without, and write what it lacks. Raises NotSaved."""
    ledger = desk.ledger
    for rescue in found.beside:
        rest = replay([rescue.segment])
        base = rescue.segment.header.doc if rescue.segment.header is not None else rest.doc
        params = {"source": "rescue", "rescue": rescue.version}
        desk.take.merge(base, rest.doc, params, "Merged a rescue file")
        desk.notes.append(f"what could not be saved before was merged from the rescue file {rescue.path}")
        ledger.merged_rescues += (rescue.path,)
    if ledger.adrift or ledger.merged_rescues:
        ledger.drain()
        desk.notes += ledger.news
        ledger.news.clear()


def _take_others(desk: Desk, found: Found) -> None:
    """Merge what other devices' journals have that we have not seen."""
    version = sha(found.data) if found.data is not None else ""
    for device, other in found.others.items():
        mine = desk.ledger.state_at(other.heard.get(desk.places.device, -1))
        common = [*other.trail.values(), *([mine] if mine else [])]
        base = nearest(common or [*desk.file.known.docs.values(), *desk.ledger.past()], other.doc)
        heard = {device: other.last_id}
        changes = desk.take.merge(
            base, other.doc, {"source": "device", "device": device}, "Merged from another device", heard=heard
        )
        desk.ledger.drain()
        if changes:
            desk.notes.append(f"{plural(len(changes), 'change')} of another device ({device}) merged")
        if found.edited and version in other.ours and found.data is not None:
            found.edited = False  # that device wrote the file
            desk.file.holds(version, desk.file.parse(found.data))


def _migrate(desk: Desk, layout: Layout, found: Found) -> None:
    """Bring an older format up to date: a backup, then one event."""
    ledger = desk.ledger
    old = ledger.view
    if layout.upgrade is None or old.get("format", layout.current_format) == layout.current_format:
        return
    new = upgraded(old, layout)
    if found.data is not None:
        backup(ledger.fs, desk.places, found.data, "migrate", datetime.fromisoformat(ledger.now()))
    form = layout.current_format
    ledger.commit(MIGRATE, {"to": form}, diff(old, new), text=f"Updated to format {form}")
    ledger.drain()
    desk.notes.append(f"{desk.places.name} was updated to format {form}; the old file is among the backups")
