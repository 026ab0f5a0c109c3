"""One window: the process of its seat, and the line to the page that shows it.

The process is started without a shell, told little, and always seen to its end. textual-serve's own side of its pipe
is used; what that could hand out besides (files, addresses) is not passed on.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from aiohttp import WSCloseCode, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

import saga_tui
from saga_tui.serve.seat import DRIVER

WIDEST, HIGHEST = 300, 120
"""Columns and lines that a window has at most."""
LEAST: Final = 10
ELSEWHERE, FULL, WITHDRAWN = 4001, 4002, 4003
"""Why a page's line was closed, for its script."""
ASKED, TOLD = 1.2, 0.6
"""Seconds that a process has to end once it was asked to, and once more when it was told to."""
PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
"""What a seat's process gets of the server's environment."""
LONGEST: Final = 1 << 16
"""Bytes of one message from a page."""
LARGEST: Final = 1 << 24
"""Bytes of one part of a picture that is passed on."""


def bounded(value: object, most: int, usual: int = 80) -> int:
    """A size that a page asks for, within what a screen can have."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    return max(LEAST, min(most, value)) if type(value) is int else usual


class Window(AppService):
    """The process of one window. `command` starts it, `env` is what it is told besides a program's usual needs."""

    def __init__(self, command: Sequence[str], env: dict[str, str], line: web.WebSocketResponse) -> None:
        super().__init__("", write_bytes=self._pass_on, write_str=_nothing, close=_nothing,
                         download_manager=DownloadManager())  # fmt: skip
        self._parts, self._env, self.line = tuple(command), env, line
        self._ending: asyncio.Future[None] | None = None
        self._begun, self.first = time.monotonic(), 0.0
        """When it was started; seconds until it drew something."""

    @property
    def pid(self) -> int:
        """Its process; 0 before there is one."""
        return self._process.pid if self._process is not None else 0

    async def _pass_on(self, data: bytes) -> None:
        """To the page. What is drawn after that has gone is dropped: who waits for a full pipe could not end."""
        self.first = self.first or time.monotonic() - self._begun
        if self._ending is None and not self.line.closed:
            with suppress(ConnectionError, RuntimeError):
                await self.line.send_bytes(data)

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        env |= {"TEXTUAL_DRIVER": DRIVER, "TEXTUAL_FPS": "60", "TEXTUAL_COLOR_SYSTEM": "truecolor"}
        env["PYTHONPATH"] = str(Path(saga_tui.__file__).parent.parent)
        env |= {"TERM_PROGRAM": "textual", "COLUMNS": str(width), "ROWS": str(height), **self._env}
        nothing = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            *self._parts, stdin=-1, stdout=-1, stderr=nothing, start_new_session=True, env=env
        )
        self._stdin = self._process.stdin
        return self._process

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Another size, within bounds."""
        await super().set_terminal_size(bounded(width, WIDEST), bounded(height, HIGHEST, 24))

    async def run(self) -> None:
        """Pass on what it draws until it ends; the page is told when it did."""
        assert self._process is not None and self._process.stdout is not None
        read = self._process.stdout
        with suppress(asyncio.IncompleteReadError, ConnectionError, ValueError):
            while (await read.readline()) not in (b"__GANGLION__\n", b""):
                pass
            while True:
                head = await read.readexactly(5)
                size = int.from_bytes(head[1:], "big")
                if size > LARGEST:
                    raise ValueError(size)
                data = await read.readexactly(size)
                if head[:1] == b"D":
                    await self._pass_on(data)
        if self._ending is None:  # else a page whose process has died would stand still for ever
            await close(self.line, WSCloseCode.INTERNAL_ERROR)

    async def stop(self) -> None:
        """End it. Whoever asks waits until it has ended: else the next one would find the character locked."""
        self._ending = self._ending or asyncio.ensure_future(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        """Asked first, then told, then made to: what was said to be saved is on the disk by then."""
        process, task = self._process, self._task
        if process is None:
            return
        await asyncio.sleep(0)
        asking = asyncio.ensure_future(self.send_meta({"type": "quit"}))
        for patience, end in ((ASKED, signal.SIGTERM), (TOLD, signal.SIGKILL), (TOLD, None)):
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), patience)
                break
            if end is not None:
                with suppress(ProcessLookupError):
                    process.send_signal(end)
        found = [one for one in (asking, task) if one is not None]
        for one in found:
            one.cancel()
        await asyncio.gather(*found, return_exceptions=True)

    async def obey(self, message: str) -> None:
        """Do what a page says: keys, a size. Raises ValueError where it says nothing that a page would."""
        said = json.loads(message)
        match said:
            case ["stdin", str(keys)]:
                await self.send_bytes(keys.encode("utf-8", "replace"))
            case ["resize", {"width": width, "height": height}]:
                await self.set_terminal_size(width, height)
            case ["ping", str() | int() as sent]:
                await self.line.send_json(["pong", str(sent)[:40]])
            case ["focus"]:
                await self.focus()
            case ["blur"]:
                await self.blur()
            case _:
                raise ValueError("not what a page says")


async def close(line: web.WebSocketResponse, why: int) -> None:
    """Close a page's line, and say why; not waited for long."""
    with suppress(TimeoutError, ConnectionError, RuntimeError):
        await asyncio.wait_for(line.close(code=why), 1.0)


async def _nothing(*_given: Any) -> None:
    """What textual-serve would do besides."""


def command(document: str, others: Sequence[str], *, look: bool, touch: bool) -> list[str]:
    """What starts the process of a window."""
    more = [part for one in others for part in ("--other", one)]
    flags = [*(["--look"] if look else []), *(["--touch"] if touch else [])]
    return [sys.executable, "-P", "-m", "saga_tui.serve.seat", *flags, *more, "--", document]
