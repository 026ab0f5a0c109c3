"""One writer a character: a kernel lock in the user's state folder, and a way to ask for it."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from saga_tui.store.fs import FS, RealFS
from saga_tui.store.ids import sha

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Lock:
    """The right to write one character. It ends with the process, however that ends."""

    def __init__(self, state: Path, file: str) -> None:
        name = sha(os.fsencode(file))[:24]
        self._path = state / "locks" / f"{name}.lock"
        self._ask = state / "locks" / f"{name}.ask"
        self._who = state / "locks" / f"{name}.who"
        self._lock: BaseFileLock | None = None

    def take(self) -> bool:
        """Try to get it, without waiting. Raises OSError where no lock can be made."""
        from filelock import FileLock, Timeout

        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self._path, timeout=0, mode=0o600, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            return False
        self._lock = lock
        with suppress(OSError):
            self._ask.unlink(missing_ok=True)
            self._who.write_text(f"{os.getpid()}\n{platform.node()}\n{datetime.now():%Y-%m-%d %H:%M}\n", "utf-8")
            self._who.chmod(0o600)
        return True

    @property
    def holder(self) -> str:
        """Who holds it, as they wrote it down: `process 4711, since 20:15`; empty where nothing can be read."""
        try:
            process, host, since = self._who.read_text(encoding="utf-8").splitlines()[:3]
        except (OSError, ValueError):
            return ""
        day, _space, time = since.partition(" ")
        began = time if day == f"{datetime.now():%Y-%m-%d}" else since
        where = "" if host == platform.node() else f" on {host}"
        return f"process {process}{where}, since {began}"

    def give(self) -> None:
        """Give it back."""
        if self._lock is not None:
            with suppress(OSError):
                self._who.unlink(missing_ok=True)
            self._lock.release(force=True)
            self._lock = None

    def ask(self) -> None:
        """Ask the one who holds it to hand it over."""
        with suppress(OSError):
            self._ask.touch(mode=0o600)

    @property
    def wanted(self) -> bool:
        """Whether somebody has asked for it and waits for the answer."""
        return self._ask.exists()

    @property
    def asked_for(self) -> bool:
        """Whether another copy has asked for it."""
        return self._lock is not None and self.wanted

    def refuse(self) -> None:
        """Forget that another copy asked."""
        with suppress(OSError):
            self._ask.unlink(missing_ok=True)


class NoLock(Lock):
    """For a disk that only exists in a test."""

    def take(self) -> bool:
        """Always there."""
        return True

    @property
    def asked_for(self) -> bool:
        """Nobody else is there to ask."""
        return False


def take_lock(fs: FS, state: Path, file: Path) -> Lock | None:
    """The lock of a character's file (links resolved); None while another copy of the program has it."""
    if not getattr(fs, "lockable", True):
        return NoLock(state, str(file))
    lock = Lock(state, str(file))
    try:
        return lock if lock.take() else None
    except OSError:
        return None


def in_use(state: Path, file: Path) -> bool:
    """Whether some copy of the program has this character open for writing."""
    lock = take_lock(RealFS(), state, file.resolve())
    if lock is None:
        return True
    lock.give()
    return False
