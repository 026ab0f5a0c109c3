"""One writer a character, by two kernel locks, and a way to ask for it.

One lies in the user's state folder and goes by the identity of the folder of characters, whatever path leads there. The
other one is on the folder of the saved history itself: nobody can delete it without deleting that. Either will do
where the other cannot be had.
"""

from __future__ import annotations

import errno
import os
import platform
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from saga_tui.store.errors import os_error_in_words
from saga_tui.store.folders import sha
from saga_tui.store.fs import FS, RealFS

_TRY_EVERY: Final = 0.02
"""Seconds between two tries for a lock, more or less: those who wait do not go in step."""
_HELD: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)


class NoLocks(Exception):
    """Neither lock can be made here; the message says why."""


class Lock:
    """The right to write one character. It ends with the process, however that ends."""

    def __init__(self, state: Path, file: str, *, plain: bool = False) -> None:
        """`plain`: where the system has no locks to give, a file in the folder of the saved history serves as one."""
        self._folder = state / "locks"
        self._plain = plain
        self._named(file)
        self._fd: int | None = None
        self._memory: int | None = None
        self._file: Path | None = None
        self._trouble: OSError | None = None

    def _named(self, file: str) -> None:
        name = sha(_identity(file).encode())[:24]
        self._path = self._folder / f"{name}.lock"
        self._ask = self._folder / f"{name}.ask"
        self._who = self._folder / f"{name}.who"

    def take(self, until: float = 0.0) -> bool:
        """Try to get it, until that moment of `time.monotonic`; False while somebody else has it. Where the state
        folder cannot hold a lock, the one on the saved history has to do: see `hold`."""
        while True:
            try:
                self._fd = _locked(str(self._path))
                self._trouble = None
            except OSError as error:
                self._trouble = error
                return True
            if self._fd is not None:
                self._sign()
                return True
            if not _wait(until):
                return False

    def hold(self, memory: str, until: float = 0.0, *, make: bool = False) -> bool:
        """Lock the folder of the saved history too; False while somebody else has it locked. `make` makes the folder
        where there is none yet. Raises NoLocks, OSError."""
        if self._is_held(memory):
            return True
        if make or (self._trouble is not None and not os.path.isdir(memory)):  # noqa: PTH112
            RealFS().mkdir(memory)
        while os.path.isdir(memory):  # noqa: PTH112
            try:
                self._memory = _locked_folder(memory)
            except OSError as error:
                return self._without(memory, error)
            if self._memory is not None:
                return True
            if not _wait(until):
                return False
        return True

    def _is_held(self, memory: str) -> bool:
        """Say whether the folder at this path is the one that is locked; one that was replaced is let go."""
        if self._memory is None:
            return self._file is not None and self._file.parent == Path(memory) and self._file.exists()
        with suppress(OSError):
            if os.path.samestat(os.stat(memory), os.fstat(self._memory)):  # noqa: PTH116
                return True
        os.close(self._memory)
        self._memory = None
        return False

    def _without(self, memory: str, error: OSError) -> bool:
        """The folder cannot be locked: the lock in the state folder has to do, or a file, if that was agreed to."""
        if self._fd is not None:
            return True
        if not self._plain:
            raise NoLocks(os_error_in_words(error)) from error
        path = Path(memory, "lock")
        if not _plain_lock(path):
            return False
        self._file = path
        return True

    def moved(self, file: str) -> bool:
        """Take it anew: the character's file has another name now. Raises OSError."""
        self._let_go()
        self._named(file)
        return self.take()

    def _sign(self) -> None:
        """Write down who has it."""
        with suppress(OSError):
            self._ask.unlink(missing_ok=True)
            text = f"{os.getpid()}\n{platform.node()}\n{datetime.now():%Y-%m-%d %H:%M}\n"
            self._who.unlink(missing_ok=True)
            fd = RealFS().open_new(str(self._who))
            with open(fd, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
                file.write(text)

    @property
    def holder(self) -> str:
        """Who holds it, as they wrote it down: `process 4711, since 20:15`; empty where nothing can be read."""
        try:
            process, host, since = self._who.read_text(encoding="utf-8").splitlines()[:3]
        except (OSError, ValueError):
            return ""
        day, _space, time_ = since.partition(" ")
        began = time_ if day == f"{datetime.now():%Y-%m-%d}" else since
        where = "" if host == platform.node() else f" on {host}"
        return f"process {process}{where}, since {began}"

    @property
    def is_taken(self) -> bool:
        """Whether somebody holds it who has written that down, so that looking disturbs nobody else. Nothing is made
        or written."""
        if not self._who.exists() or not self._path.exists():
            return False
        with suppress(OSError):
            fd = os.open(self._path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))
            try:
                return not _flock(fd)
            finally:
                os.close(fd)
        return False

    def give(self) -> None:
        """Give it back."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)
            self._file = None
        if self._memory is not None:
            os.close(self._memory)
            self._memory = None
        self._let_go()

    def _let_go(self) -> None:
        """Give the lock in the state folder back."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            with suppress(OSError):
                self._who.unlink(missing_ok=True)
            os.close(fd)

    def ask(self) -> None:
        """Ask the one who holds it to hand it over."""
        with suppress(OSError):
            self._ask.touch(mode=0o600)

    @property
    def wanted(self) -> bool:
        """Whether somebody has asked for it and waits for the answer."""
        with suppress(OSError):
            return self._ask.exists()
        return False

    @property
    def asked_for(self) -> bool:
        """Whether another copy has asked for it."""
        held = (self._fd, self._memory, self._file) != (None, None, None)
        return held and self.wanted

    def refuse(self) -> None:
        """Forget that another copy asked."""
        with suppress(OSError):
            self._ask.unlink(missing_ok=True)


class NoLock(Lock):
    """For a disk that only exists in a test."""

    def take(self, *_given: Any, **_named: Any) -> bool:
        """Return True: it is always there."""
        return True

    hold = moved = take

    @property
    def asked_for(self) -> bool:
        """Nobody else is there to ask."""
        return False


def take_lock(fs: FS, state: Path, file: Path, until: float = 0.0, *, plain: bool = False) -> Lock | None:
    """Return the lock of a character's file (links resolved); None while another copy of the program has it."""
    if not getattr(fs, "lockable", True):
        return NoLock(state, str(file))
    lock = Lock(state, str(file), plain=plain)
    return lock if lock.take(until) else None


def in_use(state: Path, file: Path, *memories: str) -> bool:
    """Whether some copy of the program has this character, or one of these memories, open for writing."""
    lock = take_lock(RealFS(), state, Path(os.path.realpath(file)))
    if lock is None:
        return True
    try:
        return not all(lock.hold(memory) for memory in memories)
    except (NoLocks, OSError):
        return False
    finally:
        lock.give()


def _identity(file: str) -> str:
    """Return what one character file is, by whatever path it is reached: its folder's device and inode, and its name.
    On a disk that takes names in any case, the name in small letters."""
    folder, name = os.path.split(file)
    try:
        place = os.stat(folder)  # noqa: PTH116
        with suppress(OSError):
            if name.swapcase() != name and Path(file).samefile(Path(folder, name.swapcase())):
                name = name.casefold()
    except OSError:
        return repr(os.fsencode(file))
    return f"{place.st_dev}:{place.st_ino}:{os.fsencode(name)!r}"


def _wait(until: float) -> bool:
    """Wait a moment for the next try; False when the time is over."""
    left = until - time.monotonic()
    if left <= 0:
        return False
    time.sleep(min(left, _TRY_EVERY * random.uniform(0.5, 1.5)))
    return True


def _plain_lock(path: Path) -> bool:
    """Make a file that serves as a lock; one that a program on this machine left when it was killed is cleared away."""
    me = f"{os.getpid()}\n{platform.node()}\n"
    for _ in range(2):
        try:
            fd = RealFS().open_new(str(path))
        except FileExistsError:
            if not _left_over(path):
                return False
            path.unlink(missing_ok=True)
        else:
            with open(fd, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
                file.write(me)
            return True
    return False


def _left_over(path: Path) -> bool:
    try:
        process, host = path.read_text(encoding="utf-8").splitlines()[:2]
        if host != platform.node():
            return False
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _locked(path: str) -> int | None:
    """Return a descriptor of this file, made and locked; None while somebody else has it locked. Raises OSError."""
    RealFS().mkdir(os.path.dirname(path))  # noqa: PTH120
    while True:
        fd = _lock_file(path)
        try:
            if not _flock(fd):
                os.close(fd)
                return None
            with suppress(FileNotFoundError):
                if os.path.samestat(os.stat(path), os.fstat(fd)):  # noqa: PTH116
                    return fd
        except OSError:
            os.close(fd)
            raise
        os.close(fd)  # deleted meanwhile: another one may be there by now


def _lock_file(path: str) -> int:
    with suppress(FileExistsError):
        return RealFS().open_new(path)
    return os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))


def _locked_folder(path: str) -> int | None:
    """Return a descriptor of this folder, locked; None while somebody else has it. Raises OSError where none can be."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_DIRECTORY", 0))
    try:
        if _flock(fd):
            return fd
    except OSError:
        os.close(fd)
        raise
    os.close(fd)
    return None


if os.name == "nt":  # pragma: no cover

    def _flock(fd: int) -> bool:
        import msvcrt

        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError as error:
            if error.errno in (*_HELD, errno.EDEADLK):
                return False
            raise
        return True

else:

    def _flock(fd: int) -> bool:
        """Lock what the descriptor is open on; False while somebody else has it. Raises OSError where it cannot be."""
        import fcntl

        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _HELD:
                return False
            raise
        return True


@contextmanager
def alone(memory: str) -> Iterator[bool]:
    """While nobody else can write the document of this saved history; False where somebody has it open. The folder is
    made where there is none. Raises OSError where it cannot be locked."""
    RealFS().mkdir(memory)
    fd = _locked_folder(memory)
    try:
        yield fd is not None
    finally:
        if fd is not None:
            os.close(fd)
