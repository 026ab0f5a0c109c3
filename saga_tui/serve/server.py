"""The server of a table: a guard, two pages, and a window with a process of its own for each page that is open.

What somebody could do, what holds it and the test of that: the table of threats in CONTRIBUTING.
Who listens on the network reads everything unless a certificate is given: the program says so. Other users of this
machine can reach the port too, and need a link as well; who can read the state folder needs none.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

from saga_tui.serve import pages, window
from saga_tui.serve.gate import Gate
from saga_tui.serve.seats import LEADS, LOOKS, PLAYS, Kept, Seat, plain
from saga_tui.serve.window import ELSEWHERE, FULL, HIGHEST, WIDEST, WITHDRAWN, Window, bounded

HEARTBEAT: Final = 10.0
"""Seconds between two looks whether a page is still there; half as many it may take to answer."""
OF_ONE_SEAT: Final = 4
"""Windows that a seat may have at once: its own, and those it looks at."""
WATCH: Final = 1.0
"""Seconds between two looks whether links were withdrawn by another start of the program."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Shown:
    """A document that is served: its id, its file, its name, and its word in addresses."""

    doc: str
    path: Path
    name: str
    key: str


@dataclass
class Open:
    """A window that is open: of which seat, on which document."""

    seat: str
    doc: str
    window: Window


@dataclass
class Place:
    """Where it is served: the port, the names that it may be called by, whether by TLS, whether the code is asked."""

    port: int
    names: frozenset[str] = frozenset({"127.0.0.1", "localhost"})
    tls: bool = False
    asks: bool = False
    host: str = "127.0.0.1"
    shown: str = "127.0.0.1"
    """The name or address in its links."""

    @property
    def scheme(self) -> str:
        """How its addresses begin."""
        return "https" if self.tls else "http"

    @property
    def hosts(self) -> frozenset[str]:
        """What a browser may call it, with the port."""
        usual = 443 if self.tls else 80
        return frozenset({f"{name}:{self.port}" for name in self.names} | (self.names if self.port == usual else set()))

    def link(self, seat: Seat) -> str:
        """The link of a seat. What stands behind `#` is never sent, and in no log."""
        return f"{self.scheme}://{self.shown}:{self.port}/#{seat.secret}"


@dataclass
class Table:
    """What is served. `kept` holds the seats, `shown` the characters, `table` the GM's own document, if there is one;
    `env` is told to each window's process; `reread`, which is called in a thread, gives seats and characters anew where
    there are others; `changed` is called after that."""

    kept: Kept
    shown: tuple[Shown, ...]
    place: Place
    table: Shown | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    reread: Callable[[], tuple[Kept, tuple[Shown, ...]] | None] = lambda: None
    changed: Callable[[], object] = lambda: None
    most: int = 24
    """Windows that are open at once."""
    gate: Gate = field(default_factory=Gate)
    heartbeat: float = HEARTBEAT
    open: list[Open] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Nothing is opened yet."""
        self._turns: dict[str, asyncio.Lock] = {}
        self._watching: asyncio.Task[None] | None = None
        self._over = False

    # ---- who may see what

    def own(self, seat: Seat) -> Shown | None:
        """The document that a seat opens first: its own; of one who looks on, the first character."""
        if seat.kind == LEADS:
            return self.table
        if seat.kind == LOOKS:
            return next(iter(self.shown), None)
        return next((one for one in self.shown if one.doc == seat.doc), None)

    def seats(self) -> list[Seat]:
        """The seats that have something to open, and whose links are good."""
        order = (PLAYS, LEADS, LOOKS)
        found = [one for one in self.kept.seats if not one.gone and (one.kind == LOOKS or self.own(one) is not None)]
        return sorted(found, key=lambda one: order.index(one.kind))

    def seen(self, seat: Seat, key: str) -> Shown | None:
        """The document that an address of a seat means; none where it may not see such a one."""
        return self.own(seat) if not key else next((one for one in self.shown if one.key == key), None)

    def writes(self, seat: Seat, shown: Shown) -> bool:
        """Whether a seat may write a document."""
        return seat.kind in (PLAYS, LEADS) and shown == self.own(seat)

    def command(self, seat: Seat, shown: Shown, *, touch: bool) -> list[str]:
        """What starts the process of a window."""
        others = [str(one.path) for one in self.shown if one != shown]
        return window.command(str(shown.path), others, look=not self.writes(seat, shown), touch=touch)

    # ---- the application

    def app(self) -> web.Application:
        """All that can be asked for."""
        app = web.Application(middlewares=[self.guard], client_max_size=4096)
        app.add_routes([
            web.get("/", self.ask, allow_head=False), web.post("/join", self.join),
            web.get("/own/{name}", self.own_file, allow_head=False),
            *(route for key in ("", "{doc}/") for route in (
                web.get(f"/seat/{{seat}}/{key}", self.page, allow_head=False),
                web.get(f"/seat/{{seat}}/{key}ws", self.line, allow_head=False),
            )),
        ])  # fmt: skip
        app.on_startup.append(self._begin)
        app.on_shutdown.append(self.all_out)
        return app

    async def _begin(self, _app: web.Application) -> None:
        self._watching = asyncio.create_task(self._watch())

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Nothing of a seat without its proof; nothing at all for a page of another origin, or under another name."""
        try:
            response = await self._guarded(request, handler)
        except web.HTTPException as refused:
            text = "Nothing is here." if refused.status == 404 else "That cannot be done."
            response = _words(text, refused.status)
        except (ValueError, OSError):
            response = _words("That cannot be done.", 400)
        if not response.prepared:
            response.headers.update(pages.HEADERS)
            response.headers["Server"] = "saga-tui"
        return response

    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        here = request.headers.get("Host", "") in self.place.hosts
        if not here or origin not in (None, f"{self.place.scheme}://{request.headers['Host']}"):
            return _words("Not from there.", 403)
        if origin is None and (request.method == "POST" or request.path.endswith("/ws")):
            return _words("Not from there.", 403)
        if "seat" in request.match_info and self.seated(request) is None:
            return _words("Open the link of your seat first. Whoever runs the table has it.", 403)
        return await handler(request)

    @property
    def code(self) -> str:
        """The code that is asked for; empty where none is."""
        return self.kept.code if self.place.asks else ""

    def seated(self, request: web.Request) -> Seat | None:
        """The seat of an address, where the browser has shown its proof."""
        seat = self.kept.seat(request.match_info.get("seat", ""))
        proof = request.cookies.get(self._cookie, "")
        return seat if seat is not None and self.kept.is_in(seat, proof, self.code) else None

    @property
    def _cookie(self) -> str:
        return f"saga-tui-{self.place.port}"

    # ---- pages

    async def ask(self, _request: web.Request) -> web.Response:
        """The page at which links end."""
        return _html(pages.join_page(code=self.place.asks))

    async def own_file(self, request: web.Request) -> web.Response:
        """Script, style and fonts: those that are named, and none else."""
        name = request.match_info["name"]
        if name in ("own.js", "own.css"):
            script = name == "own.js"
            text = pages.SCRIPT if script else pages.STYLE
            return web.Response(text=text, content_type="text/javascript" if script else "text/css")
        where, kind = pages.STATICS.get(name, ("", ""))
        if not where:
            raise web.HTTPNotFound
        data = (files("textual_serve") / "static").joinpath(*where.split("/")).read_bytes()
        return web.Response(body=data, content_type=kind)

    async def join(self, request: web.Request) -> web.Response:
        """A link, and the code where one is asked for, against a proof that the browser keeps."""
        who = request.remote or ""
        if not self.gate.may_try(who):
            return web.json_response({"said": "Too many wrong tries. Wait a minute."}, status=429)
        given = await request.post()
        link, code = (str(given.get(name, "")) for name in ("link", "code"))
        seat = self.kept.opened(link)
        if seat is None or (self.code and plain(code) != self.code):
            self.gate.was_wrong(who)
            said = "This link is cut short, or good no more." if seat is None else "This is not the code of your table."
            return web.json_response({"said": f"{said} Ask whoever runs the table."}, status=403)
        response = web.json_response({"to": f"/seat/{seat.key}/"})
        response.set_cookie(self._cookie, self.kept.proof(seat, self.code), path=f"/seat/{seat.key}/", httponly=True,
                            samesite="Strict", secure=self.place.tls, max_age=90 * 86400)  # fmt: skip
        return response

    async def page(self, request: web.Request) -> web.Response:
        """The page of a window."""
        seat, shown = self._asked(request)
        front = f"/seat/{seat.key}/"
        others = [(f"{front}{one.key}/", one.name) for one in self.shown] if seat.kind == LOOKS else []
        return _html(pages.seat_page(shown.name, others))

    def _asked(self, request: web.Request) -> tuple[Seat, Shown]:
        """The seat and the document that an address means. Raises HTTPNotFound."""
        seat = self.seated(request)
        shown = self.seen(seat, request.match_info.get("doc", "")) if seat is not None else None
        if seat is None or shown is None:
            raise web.HTTPNotFound
        return seat, shown

    # ---- windows

    async def line(self, request: web.Request) -> web.StreamResponse:
        """A page's line: a process for as long as it stands."""
        seat, shown = self._asked(request)
        line = web.WebSocketResponse(heartbeat=self.heartbeat, max_msg_size=window.LONGEST, timeout=1.0)
        await line.prepare(request)
        async with self._turns.setdefault(seat.key, asyncio.Lock()):  # one window each: the newest, an older may sleep
            await self._close([one for one in self.open if (one.seat, one.doc) == (seat.key, shown.doc)], ELSEWHERE)
            if self._is_full(seat) or self._over:
                await window.close(line, FULL)
                return line
            command = self.command(seat, shown, touch=request.query.get("touch") == "1")
            found = Open(seat.key, shown.doc, Window(command, dict(self.env), line))
            self.open.append(found)
            width, height = request.query.get("width"), request.query.get("height")
            await found.window.start(bounded(width, WIDEST), bounded(height, HIGHEST, 24))
        try:
            await self._listen(line, found.window)
        finally:
            await found.window.stop()
            self.open = [one for one in self.open if one is not found]
        return line

    def _is_full(self, seat: Seat) -> bool:
        return len(self.open) >= self.most or sum(one.seat == seat.key for one in self.open) >= OF_ONE_SEAT

    async def _listen(self, line: web.WebSocketResponse, its: Window) -> None:
        async for message in line:
            if message.type != WSMsgType.TEXT:
                break
            try:
                await its.obey(message.data)
            except (ValueError, TypeError, KeyError, RecursionError):
                await window.close(line, WSCloseCode.PROTOCOL_ERROR)
                break

    async def _close(self, going: Iterable[Open], why: int) -> None:
        """Close windows, and wait until their processes have ended."""
        going = list(going)
        both = [job for one in going for job in (window.close(one.window.line, why), one.window.stop())]
        await asyncio.gather(*both, return_exceptions=True)
        self.open = [one for one in self.open if one not in going]

    async def all_out(self, _app: web.Application) -> None:
        """The end: all windows are closed, and everything is saved."""
        self._over = True
        if self._watching is not None:
            self._watching.cancel()
        await self._close(self.open, WSCloseCode.GOING_AWAY)

    async def _watch(self) -> None:
        """Follow who sits there, and what another start of the program does to the links."""
        while True:
            await asyncio.sleep(WATCH)
            with suppress(OSError):
                if (now := await asyncio.to_thread(self.reread)) is not None:
                    await self.follow(*now)

    async def follow(self, kept: Kept, shown: tuple[Shown, ...]) -> None:
        """Go by other seats from now on. Who came by a link that is good no more is sent away, and who has a window on
        a character that has left."""
        before, self.kept, self.shown = self.kept, kept, shown
        gone = {one.key for one in before.seats if (now := kept.seat(one.key)) is None or now.secret != one.secret}
        here = {one.doc for one in (*shown, *([self.table] if self.table is not None else []))}
        await self._close([one for one in self.open if one.seat in gone or one.doc not in here], WITHDRAWN)
        self.changed()


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


def _words(text: str, status: int) -> web.Response:
    return _html(pages.words_page(text), status)


async def serve(
    table: Table, over: asyncio.Event, tls: ssl.SSLContext | None = None, begun: Callable[[], object] = bool
) -> None:
    """Serve a table until somebody wants the end; then close all windows, everything saved. `begun` is called once it
    can be reached. Raises OSError where the port cannot be had."""
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)  # what strangers send is no news for a terminal
    runner = web.AppRunner(table.app(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, table.place.host, table.place.port, ssl_context=tls).start()
        begun()
        await over.wait()
    finally:
        await runner.cleanup()
