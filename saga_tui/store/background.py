"""The file work of an open document, in its writer thread: durable events, checkpoints, watching, backups, drafts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Literal

from saga_tui.changes import Change, same
from saga_tui.store.errors import FileBehind, NotSaved, error_in_words
from saga_tui.store.folders import tell_git
from saga_tui.store.fs import FS, Stat
from saga_tui.store.journal import ROLL_AT
from saga_tui.store.kept import backup
from saga_tui.store.locks import Lock
from saga_tui.store.recovery import Parts
from saga_tui.words import plural

Status = Literal["saved", "saving", "not saved"]

REST = 0.3
"""Seconds without an action after which the file follows the journal."""

LEAVE_AT_MOST = 4096
"""Bytes of events that the next opening may have to read and play."""

LOOK_EVERY = 0.25
TRY_AGAIN = 1.0
"""Seconds after which work that failed is tried again."""


class Background:
    """What is done by the writer thread where there is one, else by the call that caused it; never by two at once."""

    def __init__(self, fs: FS, parts: Parts, lock: Lock | None) -> None:
        self.fs, self.parts, self.lock = fs, parts, lock
        self.io = threading.RLock()
        self.on_change: Callable[[], None] | None = None
        self.file_error = ""
        self.dirty = False
        self._last_action = 0.0
        self._looked = 0.0
        self._seen: Stat | None = None
        self._handed_out = 0  # what opening took over is told by the first question
        self._backed_up = False
        self._journal_gone = False
        self._reported = self._face()

    # -- status

    @property
    def status(self) -> Status:
        """Whether all that happened is durable."""
        ledger = self.parts.ledger
        if self.parts.read_only or not (ledger.waiting or (ledger.adrift and ledger.error)):
            return "saved"
        return "not saved" if ledger.error else "saving"

    @property
    def status_text(self) -> str:
        """The status in words: `NOT SAVED: disk full (3 actions)`."""
        count, error = self.parts.ledger.waiting, self.parts.ledger.error
        problem = self.parts.file.problem
        if self.parts.read_only:
            return "read-only"
        if self.status == "not saved":
            actions = plural(count, "action") if count else "what happened"
            return f"NOT SAVED: {error} ({actions}{', kept aside' if self.parts.ledger.rescue.path else ''})"
        if self.status == "saved" and (problem is not None or self.file_error):
            return f"saved in the history; {problem.message if problem is not None else self.file_error}"
        return self.status

    def _face(self) -> tuple[object, ...]:
        asked = self.lock is not None and self.lock.asked_for
        return (self.status_text, len(self.parts.edits.taken), asked, len(self.parts.ledger.news))

    def report(self) -> None:
        """Tell the listener when anything that it shows has changed."""
        face = self._face()
        if face != self._reported:
            self._reported = face
            if self.on_change is not None:
                self.on_change()

    # -- work

    def settle_together(self) -> None:
        """Let an act over several that is under way become durable. Raises NotSaved where it was taken back."""
        if (act := self.parts.ledger.underway) is not None:
            act[1]()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Work on the files, by nobody else meanwhile. An act over several that is under way comes first; raises
        NotSaved where it was taken back."""
        while True:
            self.settle_together()
            with self.io:
                if self.parts.ledger.underway is None:  # one begins only while nobody works here
                    yield
                    return

    def acted(self) -> None:
        """Something happened; the file will have to follow."""
        self._last_action = time.monotonic()
        self.dirty = True
        self._reported = ()  # whoever acted saw "saving": "saved" is news again

    def try_drain(self) -> None:
        """Make waiting events durable; what fails stays and is told by the status."""
        with suppress(NotSaved), self.alone():
            self.parts.ledger.drain()

    def flush(self) -> None:
        """Make waiting events and drafts durable; raises NotSaved."""
        with self.alone():
            self.parts.ledger.drain()
            with suppress(OSError):
                self.parts.drafts.flush(float("inf"))

    def checkpoint(self) -> None:
        """Bring the file up to date with the journal; raises NotSaved, FileBehind where only the file is not."""
        if self.parts.read_only:
            return
        with self.alone():
            self.parts.ledger.drain()
            try:
                self._backup()
                self.parts.file.checkpoint()
                self.file_error = ""
                self.dirty = False
            except NotSaved as error:
                self.file_error = str(error)
                if self.parts.ledger.waiting:
                    raise
                raise FileBehind(str(error)) from error
            if self.parts.ledger.journal.size > ROLL_AT:
                with suppress(OSError):
                    self.parts.ledger.journal.roll()

    def leave(self) -> None:
        """The last work on the files: the next opening finds the whole character at the head of a fresh segment."""
        with self.io:
            journal = self.parts.ledger.journal
            if journal.size - journal.head_size > LEAVE_AT_MOST:
                with suppress(OSError):
                    journal.roll()
            else:
                self.parts.file.confirm()
            self.parts.file.close()
            tell_git(self.fs, self.parts.places)

    def _backup(self) -> None:
        """Before a session's first change to the file: the file as it was."""
        parts = self.parts
        if self._backed_up or not parts.file.known.sha or same(parts.file.doc, parts.ledger.doc):
            return
        with suppress(OSError):
            data = self.fs.read(parts.places.file)
            backup(self.fs, parts.places, data, "session", datetime.fromisoformat(parts.ledger.now()))
            self._backed_up = True

    def failed(self, error: Exception) -> None:
        """Something went wrong that nobody has thought of: all is kept aside, told, and tried again."""
        ledger = self.parts.ledger
        words = error_in_words(error)
        if ledger.waiting or ledger.adrift:
            ledger.error = words
            ledger.keep_aside()
        else:
            self.file_error = f"the file could not be written ({words})"
        self.report()

    def tick(self) -> float:
        """What the writer thread does when it is woken or its time has come; gives the seconds to the next time."""
        act, delay = self.parts.ledger.underway, LOOK_EVERY
        if act is not None and (early := act[0] - time.monotonic()) > 0:
            return early
        with suppress(NotSaved), self.alone():
            try:
                self.parts.ledger.drain()
            except NotSaved:
                delay = TRY_AGAIN
            else:
                self.report()
                delay = self._rest()
        self.report()
        return delay

    def _rest(self) -> float:
        now = time.monotonic()
        with suppress(OSError, NotSaved):
            self.parts.drafts.flush()
            if now - self._looked >= LOOK_EVERY:
                self._looked = now
                self.watch_journal()
                self.watch()
            if self.dirty and now - self._last_action >= REST:
                self.dirty = False
                self.checkpoint()
        return min(LOOK_EVERY, REST - (now - self._last_action) if self.dirty else LOOK_EVERY)

    def watch_journal(self) -> None:
        """Notice a journal that was removed or replaced, once two looks have seen it so. Raises NotSaved."""
        ledger = self.parts.ledger
        gone, self._journal_gone = self._journal_gone, ledger.out_of_place()
        if gone and self._journal_gone:
            ledger.drain()
            self.parts.drafts.close()  # what is typed next begins that file anew too
            self._journal_gone = False

    def watch(self) -> None:
        """Notice an edit from outside once the file has been seen twice in the same state. Raises NotSaved."""
        file = self.parts.file
        with self.io:
            stat = self.fs.stat(self.parts.places.file)
            if stat == file.looked_at:
                return
            if stat != self._seen:
                self._seen = stat
                return
            before = len(self.parts.edits.taken)
            file.notice()
            if len(self.parts.edits.taken) > before:
                self.acted()

    def handed_out(self) -> tuple[Change, ...]:
        """The changes taken over from outside since this was last asked."""
        taken = self.parts.edits.taken
        new = tuple(taken[self._handed_out :])
        self._handed_out = len(taken)
        return new


class Writer:
    """Calls `tick` when it is woken and when the time has come that the last call asked for."""

    def __init__(self, tick: Callable[[], float], failed: Callable[[Exception], None]) -> None:
        """`tick` does what is due and says in how many seconds it wants to be called again. What it raises is given to
        `failed`, and it is tried again: nothing ends this thread but `stop`."""
        self._tick, self._failed = tick, failed
        self._change = threading.Condition()
        self._woken = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="saga-tui writer", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something to do."""
        with self._change:
            self._woken = True
            self._change.notify()

    def stop(self) -> None:
        """End the thread after the work in hand; what is left is for the caller."""
        with self._change:
            self._stopped = True
            self._change.notify()
        self._thread.join()

    def _run(self) -> None:
        delay = 0.0
        while True:
            with self._change:
                if not self._woken and not self._stopped:
                    self._change.wait(delay)
                self._woken = False
                if self._stopped:
                    return
            try:
                delay = self._tick()
            except Exception as error:
                delay = TRY_AGAIN
                with suppress(Exception):
                    self._failed(error)
