"""Every touch of the disk that the memory makes goes through here: a test can simulate a disk and make it fail."""

from __future__ import annotations

import errno
import os
import stat as stats
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class Stat:
    """What tells one version of a file from another, and whether it is a file at all."""

    regular: bool
    size: int
    mtime_ns: int
    inode: int
    mode: int
    device: int = 0

    @property
    def identity(self) -> tuple[int, int]:
        """Which file it is, whatever its name: device and inode."""
        return self.device, self.inode


class FS(Protocol):  # the calls are told at RealFS
    """The file calls of the memory; every one may raise OSError."""

    def read(self, path: str, limit: int = -1) -> bytes: ...  # noqa: D102
    def stat(self, path: str) -> Stat | None: ...  # noqa: D102
    def fstat(self, fd: int) -> Stat: ...  # noqa: D102
    def writable(self, path: str) -> bool: ...  # noqa: D102
    def listdir(self, path: str) -> list[str]: ...  # noqa: D102
    def mkdir(self, path: str) -> None: ...  # noqa: D102
    def open_new(self, path: str, mode: int = PRIVATE_FILE) -> int: ...  # noqa: D102
    def open_append(self, path: str) -> int: ...  # noqa: D102
    def write(self, fd: int, data: bytes) -> int: ...  # noqa: D102
    def fdatasync(self, fd: int) -> None: ...  # noqa: D102
    def fsync(self, fd: int) -> None: ...  # noqa: D102
    def close(self, fd: int) -> None: ...  # noqa: D102
    def replace(self, old: str, new: str) -> None: ...  # noqa: D102
    def exchange(self, one: str, other: str) -> None: ...  # noqa: D102
    def link(self, old: str, new: str) -> None: ...  # noqa: D102
    def unlink(self, path: str) -> None: ...  # noqa: D102
    def fsync_dir(self, path: str) -> None: ...  # noqa: D102


class RealFS:
    """The real disk. Paths are absolute strings; nothing here follows a symbolic link to write through it."""

    settle = 0.03
    """Seconds between two looks at a file that somebody else may be writing."""

    def read(self, path: str, limit: int = -1) -> bytes:
        """The bytes of a regular file, at most `limit` of them; never waits at a pipe or a device."""
        fd = os.open(path, os.O_RDONLY | _CLOEXEC | getattr(os, "O_NONBLOCK", 0) | _BINARY)
        with open(fd, "rb") as file:  # noqa: PTH123 - a descriptor, not a path
            if not stats.S_ISREG(os.fstat(fd).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", path)
            data = file.read(limit)
            if data is None:  # a file of the kernel's that would have to be waited for
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN), path)
            return data

    def stat(self, path: str) -> Stat | None:
        """What stands at a path itself (a link is not followed); None where there is nothing."""
        try:
            s = os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return _stat(s)

    def fstat(self, fd: int) -> Stat:
        """Return what a descriptor is open on, whatever lies at its path by now."""
        return _stat(os.fstat(fd))

    def writable(self, path: str) -> bool:
        """Return whether something at a path, or a new thing in a folder there, may be written by this user."""
        return os.access(path, os.W_OK | (os.X_OK if os.path.isdir(path) else 0))  # noqa: PTH112

    def listdir(self, path: str) -> list[str]:
        """The sorted names in a folder; none where there is no folder."""
        try:
            return sorted(os.listdir(path))  # noqa: PTH208 - names, not paths
        except (FileNotFoundError, NotADirectoryError):
            return []

    def mkdir(self, path: str) -> None:
        """Make a folder and its parents, open to the user alone, each durable in its parent. What root makes belongs to
        the owner of the folder above: else one run by root would lock the owner out."""
        if os.path.isdir(path):  # noqa: PTH112
            return
        parent = os.path.dirname(path)  # noqa: PTH120
        self.mkdir(parent)
        with suppress(FileExistsError):
            os.mkdir(path, PRIVATE_FOLDER)  # noqa: PTH102
            if _root():
                with suppress(OSError):  # a disk without owners
                    above = os.stat(parent)  # noqa: PTH116
                    os.chown(path, above.st_uid, above.st_gid)
        self.fsync_dir(parent)

    def open_new(self, path: str, mode: int = PRIVATE_FILE) -> int:
        """Return a descriptor of a file that did not exist, with this mode whatever the umask says. What root makes
        belongs to the owner of the folder."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _CLOEXEC | _NOFOLLOW | _BINARY
        fd = os.open(path, flags, PRIVATE_FILE)
        if _root():
            with suppress(OSError):  # a disk without owners
                folder = os.stat(os.path.dirname(path))  # noqa: PTH116, PTH120
                os.fchown(fd, folder.st_uid, folder.st_gid)
        if mode != PRIVATE_FILE and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)
        return fd

    def open_append(self, path: str) -> int:
        """A descriptor that can only append to a file that exists."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | _CLOEXEC | _NOFOLLOW | _BINARY)

    def write(self, fd: int, data: bytes) -> int:
        """Write, and say how many bytes went in."""
        return os.write(fd, data)

    def fdatasync(self, fd: int) -> None:
        """Wait until what was written to the descriptor survives a power cut."""
        if hasattr(os, "fdatasync"):
            os.fdatasync(fd)
        else:
            self.fsync(fd)

    def fsync(self, fd: int) -> None:
        """Wait until data and size survive a power cut (macOS needs its own call for that)."""
        if sys.platform == "darwin":  # pragma: no cover
            import fcntl

            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        else:
            os.fsync(fd)

    def close(self, fd: int) -> None:
        """Give the descriptor back."""
        os.close(fd)

    def replace(self, old: str, new: str) -> None:
        """Rename, over a file of that name if there is one."""
        os.replace(old, new)  # noqa: PTH105

    def exchange(self, one: str, other: str) -> None:
        """Swap two names in one step; OSError with ENOSYS or EINVAL where the system has no such call."""
        _exchange(one, other)

    def link(self, old: str, new: str) -> None:
        """A second name for a file."""
        os.link(old, new)

    def unlink(self, path: str) -> None:
        """Remove a name; nothing happens where there is none."""
        with suppress(FileNotFoundError):
            os.unlink(path)  # noqa: PTH108

    def fsync_dir(self, path: str) -> None:
        """Wait until the names in a folder survive a power cut (Windows does that by itself)."""
        if not hasattr(os, "O_DIRECTORY"):  # pragma: no cover
            return
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _stat(s: os.stat_result) -> Stat:
    return Stat(stats.S_ISREG(s.st_mode), s.st_size, s.st_mtime_ns, s.st_ino, stats.S_IMODE(s.st_mode), s.st_dev)


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)


def write_all(fs: FS, fd: int, data: bytes) -> None:
    """Write every byte; short writes and interrupted calls are gone on with, a write of nothing is an error."""
    rest = memoryview(data)
    while rest:
        try:
            count = fs.write(fd, bytes(rest))
        except InterruptedError:
            continue
        if count <= 0:
            raise OSError(errno.EIO, "nothing was written")
        rest = rest[count:]


def write_new(fs: FS, path: str, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """A new file with these bytes, durable (its name is not yet: see `put`); one left over by that name goes."""
    fs.unlink(path)
    fd = fs.open_new(path, mode)
    try:
        write_all(fs, fd, data)
        fs.fsync(fd)
    finally:
        fs.close(fd)


def put(fs: FS, path: str, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """A file with these bytes under this name, all or nothing, durable when this returns."""
    folder, name = path.rsplit("/", 1)
    beside = f"{folder}/.~{name}.tmp"
    write_new(fs, beside, data, mode)
    fs.replace(beside, path)
    fs.fsync_dir(folder)


_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2


def _exchange(one: str, other: str) -> None:
    """Swap what two names stand for (Linux and macOS); OSError with ENOSYS where there is no such call. Windows has
    ReplaceFile, which keeps the old file but is three steps inside: there, as everywhere without the call, the caller
    links the old file into `kept/` first."""
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "no exchange of names")
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    a, b = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "darwin":
            failed = libc.renamex_np(a, b, _RENAME_SWAP)
        else:
            failed = libc.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, _RENAME_EXCHANGE)
    except AttributeError:  # an old libc
        raise OSError(errno.ENOSYS, "no exchange of names") from None
    if failed:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), one)
