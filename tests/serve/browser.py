"""A table that is served in a test, and browsers without a browser: cookies, pages, and what a line draws."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pyte
from aiohttp import web

from saga_tui.serve.seats import Kept, Seat
from saga_tui.serve.server import Place, Shown, Table

CHILD = """
import json, os, sys
def say(text):
    data = text.encode()
    os.write(1, b"D" + len(data).to_bytes(4, "big") + data)
os.write(1, b"__GANGLION__\\n")
say(f"{os.environ['COLUMNS']}x{os.environ['ROWS']} {sys.argv[1:]} {sorted(os.environ)}")
while head := sys.stdin.buffer.read(5):
    data = sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
    if head[:1] == b"M":
        told = json.loads(data)
        if told["type"] == "quit":
            break
        say(f"<{told}>")
    elif data == b"die":
        os._exit(1)
    elif data == b"url":
        for meta in ({"type": "open_url", "url": "http://x", "new_tab": True},
                     {"type": "deliver_file_start", "key": "k", "path": "/etc/passwd", "open_method": "download",
                      "mime_type": "text/plain", "encoding": ""}):
            out = json.dumps(meta).encode()
            os.write(1, b"M" + len(out).to_bytes(4, "big") + out)
        say("after")
    elif data == b"deaf":
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        say("deaf now")
        time.sleep(60)
    else:
        say(f"[{data.decode()}]")
"""
"""A window's process that draws what it is told."""


class Stub(Table):
    """A table whose windows are quick to open."""

    def command(self, seat: Seat, shown: Shown, *, touch: bool) -> list[str]:
        real = super().command(seat, shown, touch=touch)
        return [sys.executable, "-S", "-E", "-c", CHILD, *real[4:]]


@dataclass
class Browser:
    """One browser on a machine: its cookies, and the address that it comes from."""

    base: str
    session: aiohttp.ClientSession
    headers: dict[str, str] = field(default_factory=dict)

    async def ask(self, path: str, *, method: str = "GET", **more: Any) -> tuple[int, str, Mapping[str, str]]:
        """Status, text and headers of an answer. The path is sent as it stands."""
        import yarl

        headers = {**self.headers, **more.pop("headers", {})}
        url = yarl.URL(self.base + path, encoded=True)
        async with self.session.request(method, url, headers=headers, allow_redirects=False, **more) as got:
            return got.status, await got.text(errors="replace"), got.headers

    async def join(self, link: str, code: str = "", origin: str | None = "") -> tuple[int, dict[str, str]]:
        """Status and answer of a link and a code."""
        headers = {} if origin is None else {"Origin": origin or self.base}
        status, text, _ = await self.ask(
            "/join", method="POST", data={"link": link.partition("#")[2], "code": code}, headers=headers
        )
        return status, json.loads(text) if text.startswith("{") else {"said": text}

    async def open(self, to: str, query: str = "width=80&height=24", origin: str | None = "", **more: Any) -> Line:
        """The line of a page. Raises WSServerHandshakeError where there is none."""
        headers = {**self.headers, **({} if origin is None else {"Origin": origin or self.base})}
        line = await self.session.ws_connect(f"{self.base}{to}ws?{query}", headers=headers, **more)
        return Line(line)


class Line:
    """A page's line, and what it draws."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse, width: int = 80, height: int = 24) -> None:
        self.line, self.data = line, b""
        self.texts: list[str] = []
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for message in self.line:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.data += message.data
                self._stream.feed(message.data)
            elif message.type is aiohttp.WSMsgType.TEXT:
                self.texts.append(message.data)

    @property
    def shown(self) -> str:
        """The screen."""
        return "\n".join(self.screen.display)

    @property
    def drawn(self) -> str:
        """All that was sent so far."""
        return self.data.decode(errors="replace")

    async def say(self, *what: Any) -> None:
        """As the page's script does it."""
        await self.line.send_str(json.dumps(what))

    async def keys(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            await self.say("stdin", key)
            await asyncio.sleep(0.05)

    async def until(self, true: Callable[[], object], seconds: float = 15) -> bool:
        """Wait for something; whether it came."""
        end = time.monotonic() + seconds
        while not true() and time.monotonic() < end:
            await asyncio.sleep(0.01)
        return bool(true())

    async def sees(self, words: str, seconds: float = 15) -> bool:
        """Wait until that is on the screen."""
        return await self.until(lambda: words in self.shown, seconds)

    async def gets(self, words: str, seconds: float = 5) -> bool:
        """Wait until that was sent."""
        return await self.until(lambda: words in self.drawn, seconds)

    async def closed(self, seconds: float = 5) -> int | None:
        """Wait until it is closed; the reason."""
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.reading), seconds)
        return self.line.close_code

    async def leave(self) -> None:
        """The page is closed."""
        await self.line.close()
        await self.reading


@asynccontextmanager
async def served(table: Table) -> AsyncIterator[str]:
    """The base of the addresses of a table that is served."""
    runner = web.AppRunner(table.app(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    table.place.port = runner.addresses[0][1]
    try:
        yield f"http://127.0.0.1:{table.place.port}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def browser(base: str, connector: aiohttp.BaseConnector | None = None) -> AsyncIterator[Browser]:
    """A browser with no cookies yet."""
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield Browser(base, session)


def stub(tmp_path: Path, names: tuple[str, ...] = ("Ana", "Ben"), **more: Any) -> Stub:
    """A table at which these sit, with one who looks on, and the GM."""
    kept = Kept(title="Friday")
    shown = tuple(Shown(f"id-{name}", tmp_path / f"{name}.toml", name, f"doc{at}") for at, name in enumerate(names))
    for one in shown:
        kept.seated(one.name, "plays", one.doc)
    kept.seated("Zoe", "looks")
    kept.seated("the GM", "leads", "id-table")
    table = Shown("id-table", tmp_path / "friday.toml", "Friday", "friday")
    place = more.pop("place", None) or Place(0)
    return Stub(kept, shown, place, table=table, **more)


def alive(pid: int) -> bool:
    """Whether a process is there, and no mere rest of one."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def pids(table: Table) -> list[int]:
    """The processes of the windows that are open."""
    return [one.window.pid for one in table.open]
