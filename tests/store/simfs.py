"""A simulated disk that lists what a power cut may leave on it (the idea of ALICE).

The model:
- data of a file: everything up to its last flush survives; each later write is kept, lost, torn or zeros;
- names: a create, rename, exchange, link or unlink since the last flush of its folder is kept or lost; in mode
  "ordered" only prefixes of their order survive (ext4, xfs, btrfs, NTFS in practice), in "weak" any subset;
- a rename is atomic by itself, but does not bring the data of the renamed file to the disk.
"""

from __future__ import annotations

import errno
import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from posixpath import dirname

from saga_tui.store.fs import PRIVATE_FILE, Stat

Image = dict[str, bytes]


@dataclass(eq=False, slots=True)
class Inode:
    """A file's data: as programs see it, as it surely is on disk, and what was written since."""

    number: int
    data: bytes = b""
    durable: bytes = b""
    pending: list[tuple[int, bytes]] = field(default_factory=list)
    mode: int = PRIVATE_FILE
    version: int = 0


@dataclass(frozen=True, slots=True)
class NameOp:
    """One change of names that is not durable yet."""

    kind: str
    paths: tuple[str, ...]
    inodes: tuple[Inode, ...]


class SimFS:
    """The file calls of the store on a simulated disk; `on_op` is called before each that changes something."""

    lockable = False
    settle = 0.0

    def __init__(self, image: Mapping[str, bytes] | None = None) -> None:
        self.names: dict[str, Inode] = {}
        self.durable_names: dict[str, Inode] = {}
        self.log: list[NameOp] = []
        self.dirs = {"/"}
        self.fds: dict[int, Inode] = {}
        self.on_op: Callable[[SimFS, str], None] | None = None
        self.counts: dict[str, int] = {}
        self._next = 2
        for path, data in (image or {}).items():
            inode = Inode(self._number(), data, data)
            self.names[path] = self.durable_names[path] = inode
            self.mkdir(dirname(path))

    def _number(self) -> int:
        self._next += 1
        return self._next

    def _op(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1
        if self.on_op is not None:
            self.on_op(self, name)

    def _inode(self, path: str) -> Inode:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", path)
        return self.names[path]

    # -- the calls

    def read(self, path: str, limit: int = -1) -> bytes:
        data = self._inode(path).data
        return data if limit < 0 else data[:limit]

    def stat(self, path: str) -> Stat | None:
        inode = self.names.get(path)
        if inode is None:
            return Stat(False, 0, 0, 1, 0o700) if path in self.dirs else None
        return Stat(True, len(inode.data), inode.version, inode.number, inode.mode)

    def fstat(self, fd: int) -> Stat:
        inode = self.fds[fd]
        return Stat(True, len(inode.data), inode.version, inode.number, inode.mode)

    def writable(self, path: str) -> bool:
        return True

    def listdir(self, path: str) -> list[str]:
        start = len(path) + 1
        return sorted({p[start:].split("/")[0] for p in [*self.names, *self.dirs] if p.startswith(path + "/")})

    def mkdir(self, path: str) -> None:
        while path and path not in self.dirs:  # made durable at once, as the real one does
            self.dirs.add(path)
            path = dirname(path)

    def open_new(self, path: str, mode: int = PRIVATE_FILE) -> int:
        self._op("open_new")
        if path in self.names:
            raise FileExistsError(errno.EEXIST, "exists", path)
        inode = Inode(self._number(), mode=mode)
        self.names[path] = inode
        self.log.append(NameOp("create", (path,), (inode,)))
        return self._fd(inode)

    def open_append(self, path: str) -> int:
        return self._fd(self._inode(path))

    def _fd(self, inode: Inode) -> int:
        fd = self._number()
        self.fds[fd] = inode
        return fd

    def write(self, fd: int, data: bytes) -> int:
        self._op("write")
        inode = self.fds[fd]
        inode.pending.append((len(inode.data), data))
        inode.data += data
        inode.version += 1
        return len(data)

    def fdatasync(self, fd: int) -> None:
        self._op("fdatasync")
        self._durable(self.fds[fd])

    def fsync(self, fd: int) -> None:
        self._op("fsync")
        self._durable(self.fds[fd])

    @staticmethod
    def _durable(inode: Inode) -> None:
        inode.durable, inode.pending = inode.data, []

    def close(self, fd: int) -> None:
        self.fds.pop(fd, None)

    def replace(self, old: str, new: str) -> None:
        self._op("replace")
        inode = self._inode(old)
        del self.names[old]
        self.names[new] = inode
        self.log.append(NameOp("rename", (old, new), (inode,)))

    def exchange(self, one: str, other: str) -> None:
        self._op("exchange")
        a, b = self._inode(one), self._inode(other)
        self.names[one], self.names[other] = b, a
        self.log.append(NameOp("exchange", (one, other), (a, b)))

    def link(self, old: str, new: str) -> None:
        self._op("link")
        inode = self._inode(old)
        if new in self.names:
            raise FileExistsError(errno.EEXIST, "exists", new)
        self.names[new] = inode
        self.log.append(NameOp("create", (new,), (inode,)))

    def unlink(self, path: str) -> None:
        if path in self.names:
            self._op("unlink")
            inode = self.names.pop(path)
            self.log.append(NameOp("unlink", (path,), (inode,)))

    def fsync_dir(self, path: str) -> None:
        self._op("fsync_dir")
        keep = []
        for op in self.log:
            if any(dirname(p) == path for p in op.paths):
                _redo(self.durable_names, op)
            else:
                keep.append(op)
        self.log = keep

    # -- what others do to the disk, and what a power cut does

    def edit(self, path: str, data: bytes) -> None:
        """An editor that writes beside, flushes, and renames."""
        fd = self.open_new(dirname(path) + "/.editor")
        self.write(fd, data)
        self.fsync(fd)
        self.close(fd)
        self.replace(dirname(path) + "/.editor", path)
        self.fsync_dir(dirname(path))

    def now(self) -> Image:
        """The files as programs see them."""
        return {path: inode.data for path, inode in self.names.items()}

    def surely(self) -> Image:
        """The files as they are if all that is not durable is lost."""
        return {path: inode.durable for path, inode in self.durable_names.items()}

    def images(self, mode: str, limit: int) -> Iterator[Image]:
        """Disks that a power cut at this moment may leave, at most `limit` of them."""
        tables = []
        for subset in self._subsets(mode):
            table = dict(self.durable_names)
            for index in subset:
                _redo(table, self.log[index])
            tables.append((list(table), [_contents(inode) for inode in table.values()]))
        share = max(4, limit // len(tables))
        for paths, contents in tables:
            for combination in itertools.islice(_combinations(contents), share):
                yield dict(zip(paths, combination, strict=True))

    def _subsets(self, mode: str) -> Iterator[tuple[int, ...]]:
        size = len(self.log)
        if mode == "weak" and size <= 6:
            for length in range(size + 1):
                yield from itertools.combinations(range(size), length)
        else:
            for length in range(size + 1):
                yield tuple(range(length))


def _redo(table: dict[str, Inode], op: NameOp) -> None:
    first, *rest = op.paths
    if op.kind == "create":
        table[first] = op.inodes[0]
    elif op.kind == "unlink":
        if table.get(first) is op.inodes[0]:
            del table[first]
    elif op.kind == "rename":
        if table.get(first) is op.inodes[0]:
            del table[first]
        table[rest[0]] = op.inodes[0]
    else:
        table[first], table[rest[0]] = op.inodes[1], op.inodes[0]


def _combinations(contents: list[list[bytes]]) -> Iterator[tuple[bytes, ...]]:
    """All of them if they are few; else nothing lost or all lost and one file otherwise, then any, without a bias."""
    size = math.prod(map(len, contents))
    if size <= 64:
        yield from itertools.product(*contents)
        return
    lost, kept = [c[0] for c in contents], [c[min(1, len(c) - 1)] for c in contents]
    yield tuple(lost)
    yield tuple(kept)
    for base in (kept, lost):
        for index, options in enumerate(contents):
            for option in options:
                yield (*base[:index], option, *base[index + 1 :])
    chance = random.Random(size)
    while True:
        yield tuple(chance.choice(options) for options in contents)


def _contents(inode: Inode) -> list[bytes]:
    """What a file may hold after a power cut."""
    if not inode.pending:
        return [inode.durable]
    data, durable = inode.data, inode.durable
    offset, last = inode.pending[-1]
    half = offset + len(last) // 2
    found = [durable, data, durable + b"\0" * (len(data) - len(durable))]
    found += [data[: offset + cut] for cut in sorted({1, len(last) // 2, len(last) - 1}) if 0 < cut < len(last)]
    found.append(data[:half] + b"\0" * (len(data) - half))
    if len(inode.pending) > 1:
        first, written = inode.pending[0]
        found.append(data[:offset])
        found.append(data[:first] + b"\0" * len(written) + data[first + len(written) :])
    return list(dict.fromkeys(found))
