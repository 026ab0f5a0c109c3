"""nats-server: its configuration for one table, and one that runs for as long as the table is open here."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from saga_tui.live.address import own_address
from saga_tui.live.engine import LIMIT, Cut
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.trust import fingerprint, serving
from saga_tui.store.fs import RealFS, put

PROGRAM: Final = "nats-server"
PORT: Final = 4222
_DISK: Final = "256MB"
_STARTS: Final = 3
_GUARD: Final = "cat > /dev/null; kill -TERM $1; sleep 3; kill -KILL $1"
"""What a shell does that stands beside the server: once the program that started both is gone, however it went, its
end of the pipe is closed, and the server ends."""
SILENT: Final = 12.0
"""Seconds that the GM may wait for an answer before the server is started again."""


def let_in(roster: Roster, now: datetime | None = None) -> frozenset[str]:
    """The seats whose links are good: not withdrawn, and not run out."""
    now = now or datetime.now().astimezone()
    return frozenset(seat.who for seat in roster.seats if not seat.gone and not seat.over(now))


def config(rosters: list[Roster], host: str, port: int, store: Path, tls: tuple[Path, Path] | None = None) -> str:
    """The server's configuration: an account a table; each seat whose link is good may publish its own journals only,
    one that looks on nothing, and read all of its table. The GM's seat alone says who sits there."""
    accounts = []
    for roster in rosters:
        users = [_user(roster.table, seat) for seat in roster.seats if seat.who in let_in(roster)]
        limits = f"{{max_mem: 1MB, max_file: {_DISK}, max_streams: 1, max_consumers: 512}}"
        accounts.append(f"  T_{roster.table}: {{jetstream: {limits}, users: [{', '.join(users)}]}}\n")
    lines = [f"listen: {json.dumps(f'{host}:{port}')}", "max_payload: 512KB"]
    lines.append(f"jetstream {{store_dir: {json.dumps(str(store))}, max_file: 2GB}}")
    if tls is not None:
        files = f"cert_file: {json.dumps(str(tls[0]))}, key_file: {json.dumps(str(tls[1]))}"
        lines.append(f"tls {{{files}, timeout: {LIMIT:g}}}")
    return "\n".join(lines) + f"\naccounts {{\n{''.join(accounts)}}}\n"


def _user(table: str, seat: Seat) -> str:
    stream, who = f"T_{table}", seat.who
    api = [f"STREAM.MSG.GET.{stream}", f"CONSUMER.CREATE.{stream}.>"]
    publish = [f"tables.{table}.here.{who}"]
    if not seat.looks:
        publish.append(f"tables.{table}.log.{who}.*.*")
    if who == GM:
        api += [f"STREAM.INFO.{stream}", f"STREAM.CREATE.{stream}"]
        publish.append(f"tables.{table}.roster")
    publish.append(f"$JS.FC.{stream}.>")  # says how much of what is pushed was taken
    publish += [f"$JS.API.{verb}" for verb in api]
    may = {"publish": publish, "subscribe": [f"_IN_{who}.>", f"tables.{table}.here.*"]}
    return f"{{nkey: {seat.key}, permissions: {json.dumps(may)}}}"


@dataclass(slots=True)
class Server:
    """A server of one's own, in a folder of the state folder."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 0
    tls: tuple[Path, Path] | None = None
    _let_in: frozenset[str] = field(default=frozenset(), init=False)
    _process: asyncio.subprocess.Process | None = field(default=None, init=False)
    _guard: asyncio.subprocess.Process | None = field(default=None, init=False)

    @staticmethod
    def program() -> str:
        """Where the program lies; nothing where it is not installed."""
        return shutil.which(PROGRAM) or shutil.which(PROGRAM, path="/usr/sbin:/usr/local/sbin:/usr/local/bin") or ""

    @property
    def runs(self) -> bool:
        """Whether it is there."""
        return self._process is not None and self._process.returncode is None

    @property
    def url(self) -> str:
        """Where the host itself reaches it."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"{'tls' if self.tls else 'nats'}://{host}:{self.port}"

    @property
    def cert(self) -> str:
        """The fingerprint of its certificate, if it has one. Raises OSError, ValueError."""
        return fingerprint(self.tls[0]) if self.tls else ""

    async def start(self, roster: Roster, seed: str) -> None:
        """Write the configuration, start it, and make the table's stream as the GM, whose secret `seed` is; returns
        when it answers. Some versions stand still for good when the stream is made while others ask for it: then it is
        started once more. Raises OSError, with what it said."""
        self.write(roster)
        why = ""
        for _try in range(_STARTS):
            await self._spawn()
            try:
                engine = await NatsEngine.connect(self.url, roster.table, GM, seed, found=True, cert=self.cert)
                await engine.close()
            except Cut as error:
                why = str(error)
                await self.stop(patience=0.0)
            else:
                return
        raise OSError(f"{PROGRAM} does not answer: {why}")

    async def keep(self, roster: Callable[[], Roster], seed: str, answers: Callable[[], bool]) -> None:
        """Look after it until the task is cancelled: one that has ended, or does not answer for long, is started again.
        What is stored is on the disk."""
        silent = 0.0
        while True:
            await asyncio.sleep(1.0)
            if self.runs and let_in(roster()) != self._let_in:  # a link has run out
                self.reload(roster())
            silent = 0.0 if answers() else silent + 1.0
            if not self.runs or silent > SILENT:
                await self.stop(patience=0.0)
                with suppress(OSError):
                    await self.start(roster(), seed)
                silent = 0.0

    async def _spawn(self) -> None:
        _look_free("" if self.host == "0.0.0.0" else self.host, self.port)
        log = self.folder / "server.log"
        self._process = await asyncio.create_subprocess_exec(
            self.program(), "-c", str(self.folder / "server.conf"), "-l", str(log), start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        self._guard = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", _GUARD, "guard", str(self._process.pid), start_new_session=True,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        host, port = self.url.rpartition("//")[2].rsplit(":", 1)
        for _try in range(int(LIMIT / 0.05)):
            if not self.runs:
                break
            with suppress(OSError):
                _, writer = await asyncio.open_connection(host, int(port))
                writer.close()
                return
            await asyncio.sleep(0.05)
        said = log.read_text(errors="replace").strip().splitlines()[-1:] if log.exists() else []
        raise OSError(f"{PROGRAM} did not start: {said[0] if said else 'it said nothing'}")

    def write(self, *rosters: Roster) -> None:
        """The configuration, open to the user alone."""
        fs = RealFS()
        fs.mkdir(str(self.folder))
        self._let_in = frozenset[str]().union(*map(let_in, rosters))
        text = config([*rosters], self.host, self.port, self.folder / "stream", self.tls)
        put(fs, str(self.folder / "server.conf"), text.encode())

    def reload(self, *rosters: Roster) -> None:
        """Seats were added or withdrawn: who may no longer be there is put out at once."""
        self.write(*rosters)
        if self._process is not None and self.runs:
            self._process.send_signal(signal.SIGHUP)

    async def stop(self, patience: float = 3.0) -> None:
        """Asked first, then, after so many seconds, made to."""
        if self._process is None:
            return
        if self._guard is not None:
            with suppress(ProcessLookupError):
                self._guard.kill()
            await self._guard.wait()
            self._guard = None
        for end, seconds in ((self._process.terminate, patience), (self._process.kill, 3.0)):
            with suppress(ProcessLookupError):
                end()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._process.wait()
                break


@dataclass(frozen=True, slots=True)
class Way:
    """How a table is shared: by a folder, by a server that runs elsewhere (an address), or by one that runs here, for
    this machine alone or, with `lan`, for its network; `address` is what players reach this machine by."""

    folder: str = ""
    server: str = ""
    lan: bool = False
    address: str = ""
    port: int = PORT
    cert: str = ""
    """The file of a certificate for the server here; `key` that of its key, if it lies in another one."""
    key: str = ""

    @property
    def where(self) -> str:
        """Its address as players reach it. Raises ValueError, in words, where there is no server for it."""
        if self.folder:
            return f"folder:{Path(self.folder).expanduser().absolute()}"
        if self.server:
            return self.server
        if not Server.program():
            raise ValueError(
                f"{PROGRAM} is not installed. Install it (on Debian: apt install nats-server), name one that runs "
                "elsewhere with --server URL, or share by a folder with --folder PATH."
            )
        address = self.address or (own_address() if self.lan else "127.0.0.1")
        if self.cert:
            serving(*self.tls)
        return f"{'tls' if self.cert else 'nats'}://{address}:{self.port}"

    @property
    def tls(self) -> tuple[Path, Path]:
        """The files of the certificate and its key."""
        return Path(self.cert), Path(self.key or self.cert)

    def run(self, folder: Path) -> Server | None:
        """The server to start for it, with its files in a folder; none where another one carries it."""
        if self.folder or self.server:
            return None
        return Server(folder, "0.0.0.0" if self.lan else "127.0.0.1", self.port, self.tls if self.cert else None)


def _look_free(host: str, port: int) -> None:
    """Raises OSError where another program listens there: it would answer for the server that is to be started."""
    import socket

    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except OSError as error:
            raise OSError(
                f"Port {port} of this machine is taken, perhaps by another table that is shared. "
                "End that, or name another port with --port."
            ) from error


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
