"""One open character: every action at once in view, durable soon after, undoable for ever."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from saga_tui.changes import Change, Doc, diff
from saga_tui.store.background import Background, Writer
from saga_tui.store.copied import owner_of
from saga_tui.store.editing import Editing
from saga_tui.store.errors import (
    AGREED_LOCKS,
    AGREED_PROTECTED,
    BadFile,
    Barred,
    Locked,
    Missing,
    NotSaved,
    in_another,
    newer,
    no_locks,
    protected,
    unwritable,
)  # fmt: skip
from saga_tui.store.event import RENAME, RESTORE, Event, Layout
from saga_tui.store.external_edits import upgraded
from saga_tui.store.folders import file_stem, free_path, state_folder
from saga_tui.store.fs import FS, RealFS
from saga_tui.store.groups import OPEN
from saga_tui.store.journal import newest_sizes
from saga_tui.store.kept import Kept, backup, backups, kept_versions
from saga_tui.store.locks import Lock, NoLocks, take_lock
from saga_tui.store.opening import Found, find, this_device
from saga_tui.store.recovery import Parts, arrive, begin, look, own_journal, take_others


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Memory(Editing):
    """A character that is open: for writing, or (a second copy, a newer format) for looking only. Not threaded, every
    call does its own file work; threaded, one writer thread does it and no call waits for a disk, except `flush`,
    `checkpoint`, `rename`, `restore`, `hand_over` and `close`."""

    def __init__(self, parts: Parts, layout: Layout, *, state: Path, fs: FS, lock: Lock | None, threaded: bool) -> None:
        """For `open` and `create` only."""
        self.layout = layout
        self._agreed: frozenset[str] = frozenset()
        self.company: list[Memory] = []
        """Documents that were opened for it: who sits at a table. Whoever closes it closes them."""
        self._parts, self._state, self._fs, self._lock, self._threaded = parts, state, fs, lock, threaded
        self._start()

    def _start(self) -> None:
        if self._lock is not None:
            self._parts.ledger.before_segment = partial(self._hold_again, make=True)
            self._hold_again()
        (OPEN.discard if self.read_only else OPEN.add)(self)
        self._background = Background(self._fs, self._parts, self._lock)
        self._face: object = None
        self._writer = (
            Writer(self._background.tick, self._background.failed) if self._threaded and not self.read_only else None
        )

    # -- beginning and ending

    @classmethod
    def open(
        cls,
        path: Path,
        layout: Layout,
        *,
        state_dir: Path | None = None,
        fs: FS | None = None,
        threaded: bool = False,
        read_only: bool = False,
        now: Callable[[], str] | None = None,
        rebuild: bool = False,
        wait: float = 0.0,
        agreed: frozenset[str] = frozenset(),
    ) -> Memory:
        """Open a character's file with its memory. Raises BadFile when there is nothing that can be opened, Missing
        when the file is gone but its memory is not (then `rebuild=True` opens it and writes the file anew). A file that
        cannot be read is opened from its memory: see `problem`. Where it may not be written, for one because another
        copy has it open for longer than `wait` seconds, it is `read_only`, and `barred` says why; `agreed` are the
        codes of what a person will write in spite of."""
        real, state, fs = Path(os.path.realpath(path)), state_folder(state_dir), fs or RealFS()
        until = time.monotonic() + wait
        lock = None if read_only else take_lock(fs, state, real, until, plain=AGREED_LOCKS in agreed)
        try:
            found = cls._found(real, layout, state, fs, rebuild=rebuild and lock is not None)
            barred = None if read_only else _barred(fs, found, lock, agreed, until)
            parts = cls._desk_of(found, layout, fs, now=now or _now, write=lock is not None and barred is None)
            parts.barred = barred or parts.barred
            if barred is not None and barred.code in ("unreadable", "read-only"):
                parts.notes.append(str(barred))
            if parts.read_only and lock is not None:
                lock.give()
                lock = None
            memory = cls(parts, layout, state=state, fs=fs, lock=lock, threaded=threaded)
            memory._agreed = agreed
            if isinstance(parts.file.problem, Missing):
                memory.use_memory()
                parts.notes.append(f"{real.name} was missing and was rebuilt from its history")
        except BaseException:
            if lock is not None:
                lock.give()
            raise
        return memory

    @staticmethod
    def _found(real: Path, layout: Layout, state: Path, fs: FS, *, rebuild: bool = False) -> Found:
        found = find(fs, real, layout, this_device(fs, state), state)
        if isinstance(found.unreadable, Missing) and not rebuild:
            raise found.unreadable
        return found

    @staticmethod
    def _desk_of(found: Found, layout: Layout, fs: FS, *, now: Callable[[], str], write: bool) -> Parts:
        if not write:
            return look(fs, found, layout, now)
        parts = arrive(fs, found, layout, now)
        parts.file.looked_at = fs.stat(found.places.file) if parts.file.problem is None else None
        return parts

    def beside(self, path: Path, layout: Layout, *, read_only: bool = False) -> Memory:
        """Open another document as this one is open: on its disk, with a writer thread where it has one. Raises as
        `open`."""
        now = self._parts.ledger.now
        return type(self).open(
            path, layout, state_dir=self._state, fs=self._fs, threaded=self._threaded, read_only=read_only, now=now
        )

    @classmethod
    def create(
        cls,
        folder: Path,
        doc: Doc,
        layout: Layout,
        *,
        stem: str = "",
        state_dir: Path | None = None,
        fs: FS | None = None,
        threaded: bool = False,
        now: Callable[[], str] | None = None,
    ) -> Memory:
        """A new character in a folder, on disk when this returns; its id is new if the document has none. The file is
        named after `stem`, or the character's name, or "character". Raises OSError or NotSaved."""
        fs, state = fs or RealFS(), state_folder(state_dir)
        folder = Path(folder).resolve()
        fs.mkdir(str(folder))
        path = free_path(folder, file_stem(stem or layout.name_of(doc)))
        lock = take_lock(fs, state, path)
        if lock is None:
            raise Locked(f"another window is creating {path.name}")
        try:
            parts = begin(fs, path, doc, layout, device=this_device(fs, state), now=now or _now, state=state)
        except BaseException:
            lock.give()
            raise
        return cls(parts, layout, state=state, fs=fs, lock=lock, threaded=threaded)

    def close(self) -> None:
        """Save everything and give the character free; raises NotSaved (and it is closed) when that cannot be done,
        FileBehind when only the file is not up to date."""
        self._stop_writer()
        OPEN.discard(self)
        try:
            if not self.read_only:
                self._background.checkpoint()
                self._background.leave()
        finally:
            self._parts.ledger.journal.close()
            self._parts.drafts.close()
            self._give_lock()

    def _hold_again(self, make: bool = False) -> None:
        """The folder of the saved history was made, or made anew: lock it. Raises OSError where somebody else has."""
        if self._lock is None:
            return
        try:
            held = self._lock.hold(self._parts.places.memory, make=make)
        except NoLocks:  # the lock in the state folder has to do, or what was agreed to
            held = True
        if not held:
            raise OSError(errno.EAGAIN, "another window is editing this character")

    def _stop_writer(self) -> None:
        if self._writer is not None:
            self._writer.stop()
            self._writer = None

    def _give_lock(self) -> None:
        if self._lock is not None:
            self._lock.give()
            self._lock = None

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # -- the file

    @property
    def rescue(self) -> str:
        """The file in the state folder that has what is not saved; empty where there is none."""
        return self._parts.ledger.rescue.path

    def news(self) -> tuple[str, ...]:
        """Lines on what became of the journal from outside, since this was last asked."""
        news = self._parts.ledger.news
        told = tuple(news)
        del news[: len(told)]
        return told

    def poll(self) -> tuple[Change, ...]:
        """What was changed from outside (or, in a copy that only looks, by anyone) since this was last asked. Without a
        writer thread an edit is taken over when two looks in a row have seen the file in the same state."""
        if self.read_only:
            return self._look_again()
        if self._writer is None:
            with suppress(NotSaved):
                self._background.watch()
        return self._background.handed_out()

    def hear(self) -> None:
        """Merge what other devices wrote meanwhile: `poll` gives it. Raises ReadOnly, NotSaved, OSError, BadFile."""
        self._may_write()
        with self._background.alone():
            own_journal(self._parts)
            take_others(self._parts, self._found(self.path, self.layout, self._state, self._fs))
            self._background.acted()

    @property
    def is_copy(self) -> bool:
        """Whether somebody else writes it now, on another device: it may have been given away while it was open."""
        return owner_of(self._fs, self._parts.places.memory) is not None

    @property
    def source(self) -> str:
        """Where the last change from outside came from: `by hand`, `device`, `git` …"""
        return self._parts.edits.source

    def _look_again(self) -> tuple[Change, ...]:
        parts = self._parts
        face = (self._fs.stat(parts.places.file), newest_sizes(self._fs, parts.places.journals))
        if face == self._face:
            return ()
        self._face = face
        before = self.doc
        try:
            found = find(self._fs, Path(parts.places.file), self.layout, parts.places.device, self._state)
        except BadFile:
            return ()
        self._parts = look(self._fs, found, self.layout, parts.ledger.now)
        self._parts.barred = self._parts.barred or parts.barred
        self._background.parts = self._parts
        return diff(before, self.doc)

    def flush(self) -> None:
        """Make everything durable that happened; raises NotSaved."""
        self._background.flush()

    def checkpoint(self) -> None:
        """Bring the file up to date with everything that happened; raises NotSaved."""
        self._background.checkpoint()

    def use_memory(self) -> None:
        """Answer to a problem: write the file anew from the memory, what is there is kept. Raises NotSaved."""
        self._may_write()
        with self._background.alone():
            self._parts.file.write_anyway()
            self._background.checkpoint()

    def settle(self) -> bool:
        """Take note of what the journal has lost: `check` only remarks on it from then on. Whether there was news.
        Raises ReadOnly, NotSaved, OSError."""
        self._may_write()
        with self._background.alone():
            self._parts.ledger.drain()
            return self._parts.ledger.settle()

    def begin(self) -> None:
        """Have a journal that says all, where there is none yet: others can follow it from its beginning. Raises
        ReadOnly, NotSaved, OSError."""
        self._may_write()
        with self._background.alone():
            own_journal(self._parts)
        self._background.checkpoint()

    def use_file(self) -> bool:
        """Answer to a problem: what the file says is meant. False when it cannot be read at all. Raises NotSaved."""
        self._may_write()
        edits = self._parts.edits
        with self._background.alone():
            data = self._parts.file.read()
            edits.accept_all = True
            try:
                return data is not None and edits.edit(data)
            finally:
                edits.accept_all = False
                self._background.acted()

    def rename(self, name: str) -> Event:
        """Give the character another name, in the document (an event) and as the name of its file. Raises NotSaved."""
        new = self.layout.with_name(self.doc, name)
        event = self.commit(RENAME, {"name": name}, diff(self.doc, new), text=f"Renamed to {name}")
        with self._background.alone():
            self._background.checkpoint()
            places = self._parts.places
            if file_stem(name) != places.stem:
                path = free_path(Path(places.folder), file_stem(name))
                self._fs.replace(places.file, str(path))
                self._fs.fsync_dir(places.folder)
                places.file = str(path)
                self._parts.ledger.journal.close()  # the next segment knows the new name
                if self._lock is not None:
                    self._lock.moved(places.file)
        return event

    # -- versions

    def backup(self, why: str) -> Path | None:
        """Keep the character as it is now; None when the last backup holds the same. Raises NotSaved, OSError."""
        self._background.checkpoint()
        with self._background.alone():
            at = datetime.fromisoformat(self._parts.ledger.now())
            return backup(self._fs, self._parts.places, self._fs.read(self._parts.places.file), why, at)

    def backups(self) -> list[Kept]:
        """The backups, newest first."""
        return backups(self._fs, self._parts.places)

    def kept(self) -> list[Kept]:
        """Versions of the file that were displaced, raced, taken over or unreadable, newest first."""
        return kept_versions(self._fs, self._parts.places)

    def restore(self, version: Kept) -> Event:
        """Bring a version back as an event, after a backup of what is there. Raises BadFile, NotSaved."""
        self._may_write()
        doc = upgraded(version.load(), self.layout, version.path)
        doc = {**doc, "id": self.doc["id"]} if "id" in self.doc else doc
        try:
            self.layout.validate(doc)
        except ValueError as error:
            raise BadFile(version.path, message=str(error)) from None
        self.backup("before-restore")
        with suppress(OSError):
            self.settle()
        text = f"Restored the version of {version.at:%Y-%m-%d %H:%M} ({version.why})"
        return self.commit(RESTORE, {"version": version.path.name}, diff(self.doc, doc), text=text)

    # -- again, after another copy or another time

    def _again(self, lock: Lock | None) -> None:
        now, fs = self._parts.ledger.now, self._fs
        found = self._found(self.path, self.layout, self._state, fs)
        barred = found.owner.barred(found.places.name) if found.owner is not None else None
        if lock is not None:
            barred = _barred(fs, found, lock, self._agreed, 0.0)
        self._parts = self._desk_of(found, self.layout, fs, now=now, write=lock is not None and barred is None)
        self._parts.barred = barred or self._parts.barred
        if lock is not None and barred is not None:
            lock.give()
        self._lock = lock if barred is None else None
        self._start()


def _barred(fs: FS, found: Found, lock: Lock | None, agreed: frozenset[str], until: float) -> Barred | None:
    """Return why a character that was found may not be written; None where it may, and its lock is held then."""
    places = found.places
    if found.barred is not None or found.strange is not None:
        return found.barred or found.strange
    if found.owner is not None:
        return found.owner.barred(places.name)
    if found.newer:
        return newer(places.name)
    if lock is None:
        return in_another(places.name)
    barred = unwritable(fs, places, found.start.segment_path(places.journal))
    if barred is None and AGREED_PROTECTED not in agreed:
        barred = protected(fs, places)
    if barred is not None:
        return barred
    try:
        return None if lock.hold(places.memory, until) else in_another(places.name)
    except (NoLocks, OSError) as error:
        return no_locks(places.name, error)
