"""A second wall around a seat's process, should something get past the first one (`saga_tui.ui.seat`).

Python tells a hook of whatever it is about to open, change or start (PEP 578); the hook refuses what is no seat's: to
start programs, to use the network, to write anything but the seat's own document and its memory, to read what is the
user's own beyond the characters, links and secrets above all. It is no sandbox against code that somebody else wrote:
a seat runs none.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import saga_tui
from saga_tui.store.folders import MEMORY, TABLES, token

NEVER: Final = frozenset({
    "subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.fork", "os.forkpty", "os.startfile",
    "pty.spawn", "webbrowser.open", "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg",
    "socket.getaddrinfo", "socket.gethostbyname", "os.kill", "os.killpg",
})  # fmt: skip
"""What no seat does."""
CHANGES: Final = {
    "os.rename": 2, "os.link": 2, "os.symlink": 2, "os.remove": 1, "os.rmdir": 1, "os.mkdir": 1, "os.truncate": 1,
    "os.chmod": 1, "os.chown": 1, "os.utime": 1, "os.setxattr": 1, "os.removexattr": 1,
}  # fmt: skip
"""What changes a disk, with how many paths it names first."""
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_OF_STATE: Final = ("device", "locks", "rescue", ".~device.tmp")
"""What a seat needs of the user's state folder."""


@dataclass(frozen=True)
class Wall:
    """Where one seat may write and read. `identity` is the id of its document; `whole`: a table, with all who sit
    there."""

    document: Path
    state: Path
    identity: str = ""
    looks: bool = False
    whole: bool = False

    @property
    def home(self) -> Path:
        """The folder of the characters."""
        folder = self.document.parent
        return folder.parent if folder.name == TABLES else folder

    def may_write(self, path: Path) -> bool:
        """Whether the seat may change what lies there."""
        if path.name.partition(".pyc")[1] and path.parent.name == "__pycache__":
            return True  # what Python keeps of its own modules
        if self.looks:
            return False
        if _below(path, self.state):
            return path == self.state or path.relative_to(self.state).parts[0] in _OF_STATE
        if not _below(path, self.home):
            return False
        return self.whole or self._is_own(path)

    def _is_own(self, path: Path) -> bool:
        """Whether it is the seat's document, its memory, or what acts over several keep."""
        parts = path.relative_to(self.home).parts
        if parts[:1] == (MEMORY,):
            return len(parts) == 1 or parts[1] in ("groups", ".gitattributes", ".~.gitattributes.tmp") or (
                parts[1].rpartition("-")[2] == token(self.identity)
            )  # fmt: skip
        return parts in ((self.document.name,), (f".~{self.document.name}.tmp",)) or (
            len(parts) == 1 and len(parts[0]) == 38 and parts[0].startswith(".~")  # of a very long name: its hash
        )

    def may_read(self, path: Path) -> bool:
        """Whether the seat may read what lies there: of the user's own only the characters and the program."""
        if _below(path, self.state):
            return path == self.state or path.relative_to(self.state).parts[0] in _OF_STATE
        own = Path(os.path.realpath(Path("~").expanduser()))
        if own == Path(own.anchor) or not _below(path, own):
            return True
        return _below(path, self.home) or any(_below(path, Path(one)) for one in _program())

    def refuses(self, event: str, given: tuple[Any, ...]) -> bool:
        """Whether the seat may not do what Python is about to do."""
        if event in NEVER:
            return True
        if event == "open":
            path, _mode, flags = given
            found = _real(path)
            if found is None:
                return False
            return not (self.may_write(found) if flags & _WRITES else self.may_read(found))
        if event in CHANGES:
            paths = [_real(one, last=False) for one in given[: CHANGES[event]]]
            return any(one is not None and not self.may_write(one) for one in paths)
        return False

    def stand(self) -> None:
        """From now on, and until the process ends."""

        def hook(event: str, given: tuple[Any, ...]) -> None:
            if (event == "open" or event in NEVER or event in CHANGES) and self.refuses(event, given):
                raise PermissionError(errno.EACCES, "not from this seat")

        sys.addaudithook(hook)


def _program() -> Iterable[str]:
    own = str(Path(saga_tui.__file__).parent)
    return [os.path.realpath(one) for one in (own, sys.prefix, sys.base_prefix, *sys.path) if one]


def _below(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


def _real(path: Any, *, last: bool = True) -> Path | None:
    """Where a path really leads, `last` of all by its last part; None for what is open already, and devices."""
    if not isinstance(path, str | bytes | os.PathLike):
        return None
    text = os.fsdecode(path)
    if text in (os.devnull, "/dev/urandom"):
        return None
    if last:
        return Path(os.path.realpath(text))
    front, name = os.path.split(text.rstrip("/"))
    return Path(os.path.realpath(front or "."), name)
