"""What others wrote, merged: edits by hand, conflict copies, git conflicts, another device's journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import tomli

from saga_tui.changes import MISSING, Change, ChangeError, Doc, apply_fitting, describe, diff, same
from saga_tui.store.charfile import CharFile
from saga_tui.store.errors import BadFile, Implausible, of_another_game
from saga_tui.store.event import BOTH, DEVICE, EXTERNAL, Event, Layout
from saga_tui.store.folders import Places, sha
from saga_tui.store.fs import FS, put
from saga_tui.store.journal import chains, read_back
from saga_tui.store.kept import keep, short
from saga_tui.store.ledger import Ledger
from saga_tui.store.merging import (
    LOOK_BACK,
    Conflict,
    conflict_names,
    equal,
    furthest_back,
    in_doubt,
    leaves,
    merge_devices,
    merge_edit,
    much_is_gone,
    nearest,
    value_at,
)
from saga_tui.store.toml import decode, dumps
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store.replay import Replayed

_OURS_BEGIN: Final = re.compile(r"^<<<<<<<[^\n]*\n", re.MULTILINE)
_CONFLICT: Final = re.compile(
    r"^<{7}[^\n]*\n(?P<ours>.*?)(?:^\|{7}[^\n]*\n(?P<base>.*?))?^={7}[ \t]*\r?\n(?P<theirs>.*?)^>{7}[^\n]*(?:\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
MERGED: Final = "Merged from another device"
_TOLD: Final = 3
"""Changes that the log tells in the line of an edit from outside."""


class ExternalEdits:
    """Turns what is found into one `external` event each; the other side wins, ours stays as `old`. `taken` are the
    changes since they were last asked for, `questions` the places where somebody should choose."""

    def __init__(self, ledger: Ledger, file: CharFile, layout: Layout) -> None:
        self.ledger, self.file, self.layout = ledger, file, layout
        self.taken: list[Change] = []
        self.source = ""
        """Where the last of them came from, as their event says: `by hand`, `device`, `git` …"""
        self.questions = Questions(ledger.fs, file.places)
        self.notes: list[str] = []
        self.accept_all = False

    def edit(self, data: bytes, base: Doc | None = None, on_disk: bool = True) -> bool:
        """Take over these bytes as an edit by hand; False (and the file's problem is set) when they cannot be."""
        places = self.file.places
        try:
            theirs = self.understood(data)
        except BadFile as problem:
            if self._git_conflict(data):
                return True
            kept = keep(self.file.fs, places, data, "unreadable")
            if on_disk:
                self.file.problem, self.file.problem_sha = problem, sha(data)
                self.notes.append(f"{problem} The file is unchanged, a copy is kept as {short(kept)}.")
            return False
        self.file.problem = self.file.problem if not on_disk else None
        if base is None:
            base = nearest(list(self.file.known.docs.values()) or [self.ledger.doc], theirs)
        if on_disk and same(theirs, self.file.doc):
            self.file.holds(sha(data), theirs)  # only comments or spacing
            return True
        if not same(base, theirs):
            keep(self.file.fs, places, data, "edit")
        file = (sha(data), self.file.known.sha, diff(self.file.doc, theirs)) if on_disk else None
        by_hand = not self.accept_all
        device, journal = (self._device_of(sha(data)) if on_disk else None) or ("", None)
        if journal is not None and same(journal.doc, theirs):
            self.from_device(device, base, theirs, journal.last_id, ours_stands=places.device > device, file=file)
        else:
            params, text = (_device(device), MERGED) if device else ({"source": "by hand"}, "Edited by hand")
            self.merge(base, theirs, params, text, file=file, by_hand=by_hand)
        self.ledger.drain()
        if on_disk:  # only now: a segment that begins meanwhile must not call the edit ours before it is durable
            self.file.holds(sha(data), theirs)
        return True

    def _device_of(self, version: str) -> tuple[str, Replayed] | None:
        """The other device that has written this version of the file, with what its journal has: a sync tool brought
        both. Nothing where none did."""
        from saga_tui.store.replay import NothingThere, Sealed, replay

        fs, places = self.ledger.fs, self.file.places
        with suppress(OSError):
            for device in fs.listdir(places.journals):
                with suppress(NothingThere, Sealed, OSError):
                    its = (
                        None
                        if device == places.device
                        else replay(read_back(fs, f"{places.journals}/{device}", device))
                    )
                    if its is not None and version in its.ours:
                        return device, its
        return None

    def merge(
        self,
        base: Doc,
        theirs: Doc,
        params: Mapping[str, str],
        text: str,
        *,
        file: tuple[str, str, tuple[Change, ...]] | None = None,
        perhaps: Doc | None = None,
        by_hand: bool = False,
    ) -> tuple[Change, ...]:
        """Merge another version into the view as one event; gives the changes. Nothing to say, nothing written.
        `perhaps` is an older version that both may have come from: what they would differ in then is asked too. What
        comes `by_hand` may have been read before the last acts: they are not taken back unasked."""
        with self.ledger.lock:
            view = self.ledger.view
            theirs = self._same_identity(theirs, view)
            merged = merge_edit(base, view, theirs, self.ledger.back(LOOK_BACK) if by_hand else ())
            if perhaps is not None:
                merged = in_doubt(merged, perhaps, view, theirs)
            changes = diff(view, merged.doc)
            if changes or file is not None:
                text += self._in_words(changes)
                self.ledger.commit(EXTERNAL, params, changes, text=text, file=file or ("", "", ()))
        self._tell(changes, params["source"], merged.conflicts)
        if stand := sum(conflict.ours_stands for conflict in merged.conflicts):
            name = self.file.places.name
            self.notes.append(f"{name} was saved with an older state: {plural(stand, 'value')} of play kept")
        return changes

    def from_device(
        self,
        device: str,
        base: Doc,
        theirs: Doc,
        heard: int,
        *,
        ours_stands: bool,
        file: tuple[str, str, tuple[Change, ...]] | None = None,
    ) -> tuple[Change, ...]:
        """Merge what another device has, up to its event `heard`; gives the changes. Where both changed the same the
        event says so, also where nothing changes here by it. Else nothing is written where nothing changes."""
        with self.ledger.lock:
            view = self.ledger.view
            theirs, settles = self._same_identity(theirs, view), self.layout.settles
            merged = merge_devices(base, view, theirs, ours_stands=ours_stands, settles=settles)
            changes, params, text = diff(view, merged.doc), _device(device), MERGED
            if merged.conflicts:
                places = [self.layout.words(one.path) for one in merged.conflicts]
                params, text = {**params, BOTH: ", ".join(places)}, "Changed on two devices"
                text += self._in_words([Change(one.path, one.lost, one.stands) for one in merged.conflicts])
            else:
                text += self._in_words(changes)
            if changes or merged.conflicts or file is not None:
                file, news = file or ("", "", ()), {device: heard}
                self.ledger.commit(EXTERNAL, params, changes, text=text, file=file, heard=news)
            else:
                self.ledger.heard[device] = self.ledger.unsaid[device] = heard  # with the next event
        self._tell(changes, DEVICE, merged.conflicts)
        return changes

    def _tell(self, changes: Sequence[Change], source: str, conflicts: Sequence[Conflict]) -> None:
        self.taken += changes
        self.source = source if changes else self.source
        self.questions.add(conflicts)

    def _in_words(self, changes: Sequence[Change]) -> str:
        """The first of these changes, for the log: `: wounds 2 → 5; and 3 more`."""
        told = [describe(change, self.layout.words) for change in changes[:_TOLD]]
        told += [f"and {len(changes) - _TOLD} more"] if len(changes) > _TOLD else []
        return f": {'; '.join(told)}" if told else ""

    def strangers(self, events: Sequence[Event]) -> None:
        """Merge what another program wrote to this journal at the same time, each run of events by itself."""
        for chain in chains(events):
            base = self.ledger.state_at(chain[0].id - 1) or self.ledger.view
            theirs = base
            for event in chain:
                theirs, _ = apply_fitting(theirs, event.changes)
            self.merge(base, theirs, {"source": "journal"}, "Merged what another program wrote at the same time")
        count = len(events)
        some = plural(count, "entry")
        self.ledger.news.append(f"Another program wrote to the log at the same time: {some} merged.")

    def give_back(self, conflict: Conflict) -> Event | None:
        """Let the value of a conflict count that does not stand; None when its place is gone."""
        if value_at(self.ledger.view, conflict.path[:-1]) is MISSING:
            return None
        which = "ours" if not conflict.ours_stands else "the other device's" if conflict.on_device else "the file's"
        change = Change(conflict.path, value_at(self.ledger.view, conflict.path), conflict.lost)
        return self.ledger.commit(
            EXTERNAL, {"source": "choice"}, [change], text=f"Chose {which}: {self.layout.words(conflict.path)}"
        )

    def _same_identity(self, theirs: Doc, view: Doc) -> Doc:
        """Who a character is does not change by an edit: a new id is given to a copy only, and where the word for its
        game is lost it stays, since without it the document would be of another game."""
        if not theirs.get("game") and "game" in view:
            theirs = {"game": view["game"], **{key: value for key, value in theirs.items() if key != "game"}}
        if same(theirs.get("id", MISSING), view.get("id", MISSING)):
            return theirs
        kept = {key: value for key, value in theirs.items() if key != "id"}
        return {"id": view["id"], **kept} if "id" in view else kept

    def understood(self, data: bytes) -> Doc:
        """The document in these bytes in the current format; raises BadFile when it is no plausible character."""
        theirs = self.file.parse(data)
        path = Path(self.file.places.file)
        theirs = upgraded(theirs, self.layout, path)
        if strange := of_another_game(path.name, theirs, self.file.doc):
            raise BadFile(path, message=strange.message, fix=strange.fix)
        self._plausible(theirs, path)
        try:
            self.layout.validate(theirs)
        except ValueError as error:
            raise BadFile(path, message=str(error).rstrip(".")) from None
        return theirs

    def _plausible(self, theirs: Doc, path: Path) -> None:
        """Empty, cut-off and half-synced files are often valid TOML: much gone at once is asked about."""
        if self.accept_all:
            return
        known = self.file.doc
        fix = "If you meant that, use the file. Otherwise rebuild it from saved history."
        if self.layout.name_of(known) and not self.layout.name_of(theirs):
            raise Implausible(path, message="the character's name is missing (is the file empty or cut off?)", fix=fix)
        if gone := much_is_gone(known, theirs):
            message = f"{gone} of {plural(leaves(known), 'value')} are missing (is the file cut off?)"
            raise Implausible(path, message=message, fix=fix)

    # -- git and sync tools

    def _git_conflict(self, data: bytes) -> bool:
        """Take over both sides of a git conflict; False when it is none or a side cannot be read."""
        try:
            text = decode(data)
            sides = git_sides(text)
            if sides is None:
                return False
            ours, theirs = (self.understood(side.encode()) for side in sides)
        except BadFile:
            return False
        keep(self.file.fs, self.file.places, data, "git-conflict")
        self._merge_unknown(ours, {"source": "git"}, "One side of a git conflict")
        self._merge_unknown(theirs, {"source": "git"}, "The other side of a git conflict")
        self.notes.append("the two sides of a git conflict were merged")
        self.ledger.drain()
        self.file.problem = None
        self.file.holds(sha(data), self.file.doc)
        return True

    def _merge_unknown(self, theirs: Doc, params: Mapping[str, str], text: str) -> tuple[Change, ...]:
        """Merge a version of which only what it holds tells where it came from."""
        past = [*self.file.known.docs.values(), *self.ledger.past()]
        return self.merge(nearest(past, theirs), theirs, params, text, perhaps=furthest_back(past, theirs))

    def conflict_copies(self) -> None:
        """Take over the conflict copies that a sync tool left beside the file, and move them to `kept/`."""
        places, fs = self.file.places, self.file.fs
        for name, original in conflict_names(fs.listdir(places.folder)):
            if original != places.name:
                continue
            path = f"{places.folder}/{name}"
            try:
                data = fs.read(path)
                theirs = self.understood(data)
            except (OSError, BadFile) as error:
                self.notes.append(f"{name} looks like a conflict copy but cannot be used: {error}")
                continue
            if theirs.get("id") != self.ledger.view.get("id"):
                continue
            keep(fs, places, data, "conflict-copy")
            changes = self._merge_unknown(theirs, {"source": "conflict copy"}, f"Merged {name}")
            self.ledger.drain()
            fs.unlink(path)
            fs.fsync_dir(places.folder)
            held = f"{plural(len(changes), 'change')} merged" if changes else "nothing new in it"
            self.notes.append(f"the conflict copy {name}: {held}; it is now in kept/")


def _device(device: str) -> dict[str, str]:
    return {"source": DEVICE, "device": device}


def upgraded(doc: Doc, layout: Layout, path: Path | None = None) -> Doc:
    """The document in the current format; raises BadFile for one of a newer version of the program."""
    form = doc.get("format", layout.current_format)
    if isinstance(form, int) and form > layout.current_format:
        raise BadFile(
            path,
            message=f"it has format {form}, but this saga-tui knows formats up to {layout.current_format}",
            fix="Update saga-tui.",
        )
    if layout.upgrade is None or form == layout.current_format:
        return doc
    try:
        return layout.upgrade(doc)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(path, message=f"it could not be updated to the current format ({error})") from error


def git_sides(text: str) -> tuple[str, str] | None:
    """Both sides of a text with git's conflict marks; None when there are none."""
    if not _OURS_BEGIN.search(text):
        return None
    ours = _CONFLICT.sub(lambda m: m["ours"], text)
    theirs = _CONFLICT.sub(lambda m: m["theirs"], text)
    return (ours, theirs) if ours != text else None


class Questions:
    """The open conflicts of one character, in the order in which they came up. A question that cannot be written is
    still asked in this session; what it is about is in the log in any case."""

    def __init__(self, fs: FS, places: Places) -> None:
        self.fs, self.places = fs, places
        self._open: list[Conflict] = []

    def read(self, doc: Doc) -> None:
        """Those that are still open: where the value that stood has changed since, somebody has decided."""
        try:
            tables = tomli.loads(self.fs.read(self.places.questions).decode())["conflict"]
            found = [_conflict(table) for table in tables]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, ChangeError, RecursionError):
            return
        self._open = found
        self._open = self.left(doc)

    def left(self, doc: Doc) -> list[Conflict]:
        """Those where what stood still stands."""
        return [one for one in self._open if equal(value_at(doc, one.path), one.stands)]

    def add(self, conflicts: Iterable[Conflict]) -> None:
        """Asks these too; a new question on the same place takes the old one's turn."""
        new = {one.path: one for one in conflicts}
        if new:
            self._open = list(({one.path: one for one in self._open} | new).values())
            self._write()

    def settle(self, conflict: Conflict) -> None:
        """It is answered."""
        self._open.remove(conflict)
        self._write()

    def _write(self) -> None:
        with suppress(OSError):
            if not self._open:
                self.fs.unlink(self.places.questions)
                return
            tables = [_record(one) for one in self._open]
            self.fs.mkdir(self.places.memory)
            put(self.fs, self.places.questions, dumps({"conflict": tables}).encode())


def _record(conflict: Conflict) -> Doc:
    record = Change(conflict.path, conflict.ours, conflict.theirs).to_record()
    told = {"stands": conflict.ours_stands and "ours", "from": conflict.on_device and DEVICE}
    return {**record, **{key: value for key, value in told.items() if value}}


def _conflict(record: Doc) -> Conflict:
    change = Change.from_record(record)
    return Conflict(change.path, change.old, change.new, record.get("stands") == "ours", record.get("from") == DEVICE)
