"""One open character: every action at once in view, durable soon after, undoable for ever."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from saga_tui.changes import Change, Doc, diff
from saga_tui.store.acting import Acting
from saga_tui.store.arriving import Desk, arrive, begin, look
from saga_tui.store.errors import BadFile, Locked, Missing, NotSaved
from saga_tui.store.event import RENAME, RESTORE, Event, Layout
from saga_tui.store.folders import free_path, slug, state_folder
from saga_tui.store.fs import FS, RealFS
from saga_tui.store.journal import newest_sizes
from saga_tui.store.kept import Kept, backup, backups, kept_versions
from saga_tui.store.locks import Lock, take_lock
from saga_tui.store.opening import find, this_device
from saga_tui.store.takeover import upgraded
from saga_tui.store.upkeep import Upkeep
from saga_tui.store.writer import Writer


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Memory(Acting):
    """A character that is open: for writing, or (a second copy, a newer format) for looking only.

    Not threaded, every call does its own file work; threaded, one writer thread does it and no call waits for a disk,
    except `flush`, `checkpoint`, `rename`, `restore`, `hand_over` and `close`.
    """

    def __init__(self, desk: Desk, layout: Layout, *, state: Path, fs: FS, lock: Lock | None, threaded: bool) -> None:
        """For `open` and `create` only."""
        self.layout = layout
        self._desk, self._state, self._fs, self._lock, self._threaded = desk, state, fs, lock, threaded
        self._start()

    def _start(self) -> None:
        self._upkeep = Upkeep(self._fs, self._desk, self._lock)
        self._face: object = None
        self._writer = Writer(self._upkeep.tick) if self._threaded and not self.read_only else None

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
    ) -> Memory:
        """Open a character's file with its memory.

        Raises BadFile when there is nothing that can be opened, Missing when the file is gone but its memory is not
        (then `rebuild=True` opens it and writes the file anew). A file that cannot be read is opened from its memory:
        see `problem`. When another copy has it open, this one is `read_only`.
        """
        real, state, fs = Path(path).resolve(), state_folder(state_dir), fs or RealFS()
        lock = None if read_only else take_lock(fs, state, real)
        try:
            desk = cls._arrive(real, layout, state, fs, now=now or _now, write=lock is not None, rebuild=rebuild)
            if desk.read_only and lock is not None:
                lock.give()
                lock = None
            memory = cls(desk, layout, state=state, fs=fs, lock=lock, threaded=threaded)
            if isinstance(desk.file.problem, Missing):
                memory.use_memory()
                desk.notes.append(f"{real.name} was gone and was rebuilt from its memory")
        except BaseException:
            if lock is not None:
                lock.give()
            raise
        return memory

    @staticmethod
    def _arrive(
        real: Path, layout: Layout, state: Path, fs: FS, *, now: Callable[[], str], write: bool, rebuild: bool = False
    ) -> Desk:
        found = find(fs, real, layout, this_device(fs, state))
        if isinstance(found.unreadable, Missing) and not (rebuild and write):
            raise found.unreadable
        if found.newer or not write:
            return look(fs, found, layout, now)
        desk = arrive(fs, found, layout, now)
        desk.file.looked_at = fs.stat(str(real)) if desk.file.problem is None else None
        return desk

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
        """A new character in a folder, on disk when this returns; its id is new if the document has none.

        The file is named after `stem`, or the character's name, or "character". Raises OSError or NotSaved.
        """
        fs, state = fs or RealFS(), state_folder(state_dir)
        folder = Path(folder).resolve()
        fs.mkdir(str(folder))
        path = free_path(folder, slug(stem or layout.name_of(doc)))
        lock = take_lock(fs, state, path)
        if lock is None:
            raise Locked(f"{path.name} is being made by another copy of the program")
        try:
            desk = begin(fs, path, doc, layout, device=this_device(fs, state), now=now or _now)
        except BaseException:
            lock.give()
            raise
        return cls(desk, layout, state=state, fs=fs, lock=lock, threaded=threaded)

    def close(self) -> None:
        """Save everything and give the character free; raises NotSaved (and it is closed) when that cannot be done,
        FileBehind when only the file is not up to date."""
        self._stop_writer()
        try:
            if not self.read_only:
                self._upkeep.checkpoint()
                self._upkeep.leave()
        finally:
            self._desk.ledger.journal.close()
            self._desk.drafts.close()
            self._give_lock()

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

    def poll(self) -> tuple[Change, ...]:
        """What was changed from outside (or, in a copy that only looks, by anyone) since this was last asked.

        Without a writer thread an edit is taken over when two looks in a row have seen the file in the same state.
        """
        if self.read_only:
            return self._look_again()
        if self._writer is None:
            with suppress(NotSaved):
                self._upkeep.watch()
        return self._upkeep.handed_out()

    def _look_again(self) -> tuple[Change, ...]:
        desk = self._desk
        face = (self._fs.stat(desk.places.file), newest_sizes(self._fs, desk.places.journals))
        if face == self._face:
            return ()
        self._face = face
        before = self.doc
        try:
            found = find(self._fs, Path(desk.places.file), self.layout, desk.places.device)
        except BadFile:
            return ()
        self._desk = look(self._fs, found, self.layout, desk.ledger.now)
        self._upkeep.desk = self._desk
        return diff(before, self.doc)

    def flush(self) -> None:
        """Make everything durable that happened; raises NotSaved."""
        self._upkeep.flush()

    def checkpoint(self) -> None:
        """Bring the file up to date with everything that happened; raises NotSaved."""
        self._upkeep.checkpoint()

    def use_memory(self) -> None:
        """Answer to a problem: write the file anew from the memory, what is there is kept. Raises NotSaved."""
        self._may_write()
        with self._upkeep.io:
            self._desk.file.write_anyway()
            self._upkeep.checkpoint()

    def settle(self) -> bool:
        """Take note of what the journal has lost: `check` only remarks on it from then on. Whether there was news.

        Raises ReadOnly, NotSaved, OSError.
        """
        self._may_write()
        with self._upkeep.io:
            self._desk.ledger.drain()
            return self._desk.ledger.settle()

    def use_file(self) -> bool:
        """Answer to a problem: what the file says is meant. False when it cannot be read at all. Raises NotSaved."""
        self._may_write()
        take = self._desk.take
        with self._upkeep.io:
            data = self._desk.file.read()
            take.accept_all = True
            try:
                return data is not None and take.edit(data)
            finally:
                take.accept_all = False
                self._upkeep.acted()

    def rename(self, name: str) -> Event:
        """Give the character another name, in the document (an event) and as the name of its file. Raises NotSaved."""
        new = self.layout.with_name(self.doc, name)
        event = self.commit(RENAME, {"name": name}, diff(self.doc, new), text=f"Renamed to {name}")
        with self._upkeep.io:
            self._upkeep.checkpoint()
            places = self._desk.places
            if slug(name) != places.stem:
                path = free_path(Path(places.folder), slug(name))
                lock = take_lock(self._fs, self._state, path)
                self._fs.replace(places.file, str(path))
                self._fs.fsync_dir(places.folder)
                places.file = str(path)
                self._desk.ledger.journal.close()  # the next segment knows the new name
                self._give_lock()
                self._lock = self._upkeep.lock = lock
        return event

    # -- versions

    def backup(self, why: str) -> Path | None:
        """Keep the character as it is now; None when the last backup holds the same. Raises NotSaved, OSError."""
        self._upkeep.checkpoint()
        with self._upkeep.io:
            at = datetime.fromisoformat(self._desk.ledger.now())
            return backup(self._fs, self._desk.places, self._fs.read(self._desk.places.file), why, at)

    def backups(self) -> list[Kept]:
        """The backups, newest first."""
        return backups(self._fs, self._desk.places)

    def kept(self) -> list[Kept]:
        """Versions of the file that were displaced, raced, taken over or unreadable, newest first."""
        return kept_versions(self._fs, self._desk.places)

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
        text = f"Brought back the version of {version.at:%Y-%m-%d %H:%M} ({version.why})"
        return self.commit(RESTORE, {"version": version.path.name}, diff(self.doc, doc), text=text)

    # -- two copies of the program

    def ask_to_take_over(self) -> None:
        """From a copy that only looks: ask the other one to hand the character over."""
        Lock(self._state, self._desk.places.file).ask()

    @property
    def still_asked(self) -> bool:
        """Whether a wish to take over still waits: False once the other copy has refused, or this one has it."""
        return Lock(self._state, self._desk.places.file).wanted

    @property
    def made_by_newer(self) -> bool:
        """Whether the file's format is newer than this program: no other copy is to blame that it is read-only."""
        form = self.doc.get("format", 0)
        return isinstance(form, int) and form > self.layout.current_format

    @property
    def holder(self) -> str:
        """Who has the character open, for a copy that only looks: `process 4711, since 20:15`; empty: unknown."""
        return "" if self._lock is not None else Lock(self._state, self._desk.places.file).holder

    @property
    def asked_for(self) -> bool:
        """Whether another copy asks for this character."""
        return self._lock is not None and self._lock.asked_for

    def refuse(self) -> None:
        """Keep the character; the other copy may ask again."""
        if self._lock is not None:
            self._lock.refuse()

    def hand_over(self) -> None:
        """Save everything, give the character free and go on looking. Raises NotSaved, and keeps it then."""
        self._upkeep.checkpoint()
        listener = self.on_change
        self.close()
        self._again(write=False)
        self.on_change = listener

    def take_over(self) -> bool:
        """From a copy that only looks: go on writing, if nobody else does any more. Raises BadFile."""
        listener = self.on_change
        lock = take_lock(self._fs, self._state, self.path)
        if lock is None:
            return False
        self._lock = lock
        try:
            self._again(write=True)
        except BaseException:
            self._give_lock()
            raise
        self.on_change = listener
        return not self.read_only

    def _again(self, write: bool) -> None:
        now = self._desk.ledger.now
        self._desk = self._arrive(self.path, self.layout, self._state, self._fs, now=now, write=write)
        self._start()
