"""The character's file beside the journal: what it holds, brought up to date without ever losing what others wrote."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from saga_tui.changes import Doc, same
from saga_tui.store.errors import BadFile, Missing, NotSaved, os_error_in_words
from saga_tui.store.event import Layout
from saga_tui.store.folders import Places, sha
from saga_tui.store.fs import FS, Stat, write_new
from saga_tui.store.kept import keep, readable, short
from saga_tui.store.ledger import FileVersions, Ledger
from saga_tui.store.records import Mark, as_written
from saga_tui.store.toml import MAX_BYTES, NotToml, check_size, decode, dumps, load_text, reread

_NO_SUCH_CALL = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM, errno.EXDEV)
_TRIES = 5
_REMEMBERED = 20
"""Versions with people's comments that are remembered while a file is open."""
_PATIENCE = 1.0
"""Seconds that a file which somebody else is writing may take to come to rest."""

ExternalEdits = Callable[[bytes, "Doc | None", bool], bool]
"""Take bytes over as an edit by hand: the bytes, the version they came from if known, whether they are on disk."""


@dataclass(frozen=True, slots=True)
class _Moving:
    """An exchange under way: what comes in, what should come out."""

    new: str
    doc: Doc
    was: str
    was_doc: Doc


class CharFile:
    """One character's file. `problem` says why it is left alone at present (missing, unreadable, implausible)."""

    def __init__(self, fs: FS, places: Places, layout: Layout, ledger: Ledger, known: FileVersions) -> None:
        self.fs, self.places, self.layout, self.ledger = fs, places, layout, ledger
        self.known = known
        self.problem: BadFile | None = None
        self.problem_sha = ""
        self.take_over: ExternalEdits = lambda _data, _base, _on_disk: False
        self.settle: float = getattr(fs, "settle", 0.0)
        self.looked_at: Stat | None = None
        self._parked: tuple[str, Doc] | None = None
        self._moving: _Moving | None = None
        self._unconfirmed = False
        self._rendered: tuple[Doc, bytes] | None = None  # the last one: it is what the file holds, most of the time
        self._settled = ledger.doc  # where keys stand in the file is left as it is until there is another one
        self._commented: list[tuple[Doc, bytes]] = []  # the last versions with comments: undo leads to the very same
        ledger.versions = lambda: self.known

    @property
    def doc(self) -> Doc:
        """What the file holds, as far as we know."""
        return self.known.docs.get(self.known.sha) or self.ledger.doc

    def holds(self, version: str, doc: Doc) -> None:
        """From now on the file is known to be this version."""
        self.known = FileVersions(version, {version: doc})

    # -- reading

    def read(self) -> bytes | None:
        """The file's bytes; None when it is not there. Raises BadFile when it is too large, OSError as it comes."""
        data = self._bytes(self.places.file)
        if data is not None:
            check_size(data, None)
        return data

    def parse(self, data: bytes) -> Doc:
        """The document in these bytes; raises BadFile."""
        path = Path(self.places.file)
        return load_text(decode(data, path), path)

    def settled(self, path: str) -> bytes | None:
        """The bytes of a file that somebody may be writing: an editor that writes in place empties it first."""
        data = self._bytes(path)
        end = time.monotonic() + _PATIENCE
        while self.settle and time.monotonic() < end:
            time.sleep(self.settle)
            again = self._bytes(path)
            if again == data and again is not None and again.strip():
                break
            data = again
        return data

    def _bytes(self, path: str) -> bytes | None:
        try:
            return self.fs.read(path, MAX_BYTES + 1)
        except FileNotFoundError:
            return None

    def notice(self) -> None:
        """Take over what somebody else wrote, or find the problem with it; our own version is left as it is."""
        self.looked_at = self.fs.stat(self.places.file)
        try:
            self.take_late_edits()
            data = self.read()
            if data is None or sha(data) not in self.known.docs:
                self._outside(data)
            elif self.problem is not None:
                self.problem = None
        except BadFile as problem:
            self.problem = problem

    def write_anyway(self) -> None:
        """Let the next checkpoint write over a file that has a problem; what is there is kept first."""
        data = self._bytes(self.places.file)
        if data is None:
            self.known = FileVersions("", {})
        else:
            keep(self.fs, self.places, data, "unreadable")
            self.known = FileVersions(sha(data), {sha(data): {}})
        self.problem = None

    # -- writing

    def checkpoint(self) -> None:
        """Bring the file up to the durable state of the journal, or take over what somebody else wrote there. Raises
        NotSaved. Leaves the file alone while it has a problem that a person has to decide on."""
        try:
            for _ in range(_TRIES):
                if self._step():
                    break
            self.looked_at = self.fs.stat(self.places.file)
            self._settled = self.ledger.doc
        except BadFile as problem:
            self.problem = problem
        except (OSError, NotToml) as error:
            why = os_error_in_words(error) if isinstance(error, OSError) else str(error)
            raise NotSaved(f"the file could not be written ({why})") from error

    def _step(self) -> bool:
        """One try; True when there is nothing more to do."""
        self._end_broken_exchange()
        self.take_late_edits()
        data = self.read()
        if data is None or sha(data) not in self.known.docs:
            data = self._outside(data)
            if data is None and self.problem is not None:
                return True
        elif self.problem is not None:
            self.problem = None
        if data is not None and sha(data) != self.known.sha:  # ours, but the end of the exchange failed
            self.fs.fsync_dir(self.places.folder)
            self.holds(sha(data), self.known.docs[sha(data)])
        doc = self.ledger.doc
        text = self.render(data, doc)
        if sha(text) == self.known.sha:
            return True
        return self._replace(text, doc, data)

    def _outside(self, data: bytes | None) -> bytes | None:
        """The file is not one of ours: take it over, or find the problem with it. None: nothing to write over."""
        if data is None and not self.known.sha:
            return None  # never written yet
        if self._known_problem(data):
            return None
        data = self.settled(self.places.file)
        if data is None:
            self.problem = missing(self.places)
            return None
        if sha(data) in self.known.docs:
            return data
        if not self.take_over(data, None, True):
            return None
        self.ledger.drain()
        self._settled = self.ledger.doc
        return data

    def confirm(self) -> None:
        """Say in the journal that the last exchange took place: put back later, the version before it is an edit."""
        if self._unconfirmed and self.problem is None:
            with suppress(NotSaved):
                self.ledger.mark(Mark(self.ledger.last_id, self.known.sha, self.known.sha))
                self._unconfirmed = False

    def _known_problem(self, data: bytes | None) -> bool:
        if data is None:
            return isinstance(self.problem, Missing)
        return self.problem is not None and sha(data) == self.problem_sha

    def render(self, data: bytes | None, doc: Doc) -> bytes:
        """The bytes for a document: people's comments in the present bytes stay. What comes out reads back as `doc`."""
        if data is None:
            return self._fresh(doc)
        try:
            present = self.parse(data)
        except BadFile:  # a git conflict that was taken over
            return self._fresh(doc)
        if same(present, doc) and (doc is self._settled or data != self._fresh(present)):
            return data
        known = any(data == text for _doc, text in self._commented)
        if known and (found := next((text for one, text in self._commented if same(one, doc)), None)):
            return found
        if data == self._fresh(present):
            return self._fresh(doc)
        from saga_tui.store.commented import rewrite

        changed = rewrite(decode(data), present, doc)
        text = self._fresh(doc) if changed is None else changed.encode()
        self._commented = [*(self._commented if known else [(present, data)]), (doc, text)][-_REMEMBERED:]
        return text

    def _fresh(self, doc: Doc) -> bytes:
        if self._rendered is None or not same(self._rendered[0], doc, ordered=True):
            self._rendered = doc, self._rendered_now(doc)
        return self._rendered[1]

    def _rendered_now(self, doc: Doc) -> bytes:
        with suppress(Exception):  # a layout that cannot write this document must not cost the document
            text = self.layout.render(doc)
            if same(reread(text), doc):
                return text.encode()
        return dumps(doc).encode()

    def _replace(self, text: bytes, doc: Doc, before: bytes | None) -> bool:
        """Announce the new version, write it beside, exchange; True unless somebody else was faster."""
        fs, places = self.fs, self.places
        new, was, was_doc = sha(text), self.known.sha, self.doc
        self.ledger.mark(Mark(self.ledger.last_id, new, was))
        self._unconfirmed = True
        self.known = FileVersions(was, {**{k: v for k, v in self.known.docs.items() if k == was}, new: doc})
        stat = fs.stat(places.file)
        write_new(fs, places.beside, text, stat.mode if stat else _new_mode())
        if before is None:
            self._first(places)
            fs.fsync_dir(places.folder)
            self.holds(new, doc)
            return True
        self._moving = _Moving(new, doc, was, was_doc)
        self._exchange(places)
        return self._look_at_displaced(self._moving)

    def _look_at_displaced(self, moving: _Moving) -> bool:
        """After an exchange: True when the file that came out was the one we thought; else it is taken over."""
        fs, places = self.fs, self.places
        if fs.stat(places.beside) is not None:
            fs.replace(places.beside, places.displaced)
        fs.fsync_dir(places.folder)
        self.holds(moving.new, moving.doc)
        out = self._bytes(places.displaced)
        if out is not None and sha(out) != moving.was:
            out = self.settled(places.displaced)
        self._moving = None
        if out is None or sha(out) == moving.was:
            self._parked = (moving.was, moving.was_doc)
            return True
        keep(fs, places, out, "raced")  # somebody saved between our look and the exchange
        self._parked = (sha(out), moving.was_doc)
        self.take_over(out, moving.was_doc, False)
        self.ledger.drain()
        return False

    def _end_broken_exchange(self) -> None:
        """An exchange that ended in an error: whether it took place shows in what lies beside."""
        moving, beside = self._moving, self._bytes(self.places.beside)
        if moving is not None and (beside is None or sha(beside) != moving.new):
            self._look_at_displaced(moving)
        self._moving = None

    def _first(self, places: Places) -> None:
        """The file's first version: never over a file that appeared meanwhile."""
        try:
            self.fs.link(places.beside, places.file)
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in _NO_SUCH_CALL:
                raise
            self.fs.replace(places.beside, places.file)
            return
        self.fs.unlink(places.beside)

    def _exchange(self, places: Places) -> None:
        """Put the new version in place; what was there is then at `displaced`."""
        try:
            self.fs.exchange(places.beside, places.file)
        except OSError as error:
            if error.errno not in _NO_SUCH_CALL:
                raise
            self._replace_linked(places)

    def _replace_linked(self, places: Places) -> None:
        """Where names cannot be exchanged: a second name for the old file, then replace it."""
        self.fs.unlink(places.displaced)
        try:
            self.fs.link(places.file, places.displaced)
        except OSError:
            data = self._bytes(places.file)
            if data is not None:
                keep(self.fs, places, data, "displaced")
        self.fs.replace(places.beside, places.file)

    def take_late_edits(self) -> None:
        """An editor that had the displaced file open and wrote in place wrote there: take that over too."""
        if self._parked is None:
            return
        version, doc = self._parked
        data = self._bytes(self.places.displaced)
        if data is None or sha(data) == version:
            return
        data = self.settled(self.places.displaced)
        if data is None or sha(data) == version or not data.strip():
            return
        keep(self.fs, self.places, data, "late")
        self._parked = (sha(data), doc)
        self.take_over(data, doc, False)
        self.ledger.drain()

    # -- what a power cut may have left

    def rescue(self, ours: set[str]) -> list[str]:
        """Keep what lies at the temporary names and is neither ours nor torn, then clear them away; gives notes."""
        notes = []
        for path in (self.places.beside, self.places.displaced):
            data = self._bytes(path)
            if data is None:
                continue
            known = {sha(data), sha(as_written(data))} & {*ours, *self.known.docs}
            if not known and readable(data):
                doc = self.parse(data)
                if not same(doc, self.ledger.doc):
                    kept = keep(self.fs, self.places, data, "left-over")
                    notes.append(f"an interrupted save left a version, kept as {short(kept)}")
            self.fs.unlink(path)
        return notes

    def close(self) -> None:
        """Clear the displaced version away after a last look at it."""
        self.take_late_edits()
        if self._parked is not None:
            with suppress(OSError):
                self.fs.unlink(self.places.displaced)
            self._parked = None


def missing(places: Places) -> Missing:
    """The problem of a file that is gone."""
    return Missing(
        Path(places.file),
        message="the file is missing",
        fix="Its saved history is still there: you can rebuild it.",
    )


def _new_mode() -> int:
    """A new character's file is like any other file of the user."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
