"""A table that is really served: `saga-tui serve`, the app in each window's process, and the GM's table beside it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.serve.window import WITHDRAWN
from saga_tui.store import Memory, load
from tests.certificate import OPENSSL, certificate
from tests.serve.browser import Browser, Line, alive, browser

SAMPLES = Path(__file__).parents[2] / "characters"
SITTING = ("kestrel-ward", "odalys-brandt")


class Host:
    """`saga-tui serve friday` on a machine of its own."""

    def __init__(self, folder: Path, state: Path, port: int, *more: str) -> None:
        self.folder, self.state, self.port = folder, state, port
        self.base = f"http{'s' if '--cert' in more else ''}://127.0.0.1:{port}"
        words = [
            sys.executable,
            "-m",
            "saga_tui",
            "--dir",
            str(folder),
            "serve",
            "friday",
            "--no-qr",
            "--port",
            str(port),
        ]
        env = {**os.environ, "SAGA_TUI_STATE": str(state), "SECRET": "of the host"}
        self.process = subprocess.Popen([*words, *more], env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.links: dict[str, str] = {}
        self.hears("Ctrl-C")

    def hears(self, words: str) -> None:
        """Read what its terminal shows until these words are there, and the links in it."""
        assert self.process.stdout is not None
        lines = [""]
        while words not in lines[-1] and (line := self.process.stdout.readline()):
            lines.append(line)
        self.links |= dict(re.findall(r"(.+) \(.+\):\n +(http\S+)", "".join(lines)))

    def children(self) -> list[int]:
        """The processes that it has started and that are still there."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = (path.read_text() if path.exists() else "").split()
        return [int(pid) for pid in found if alive(int(pid))]

    def journal(self, stem: str) -> int:
        """Bytes of a character's journal."""
        return sum(file.stat().st_size for file in (self.folder / ".saga-tui").glob(f"{stem}-*/journal/*/*"))

    async def window(self, one: Browser, name: str, page: str = "") -> Line:
        """A window of that seat."""
        one.base = self.base
        status, told = await one.join(self.links[name])
        assert status == 200, told
        line = await one.open(told["to"] + page, "width=100&height=30")
        line.screen.resize(30, 100)
        return line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "characters"
    place.mkdir()
    sits = []
    for stem in SITTING:
        shutil.copy(SAMPLES / f"{stem}.toml", place)
        with Memory.open(place / f"{stem}.toml", registry.layout("saga"), state_dir=tmp_path / "state") as memory:
            session = Session(registry.game("saga").rules, memory)
            for verb in ("start-play", "start-chapter", "start-scene"):
                session.do(session.game.command(verb, {"drive": 0} if verb == "start-chapter" else {}))
            sits.append((memory.identity, session.document.title, stem))
    game = registry.game("saga-table")
    assert isinstance(game, PartyGame)
    doc = game.with_seats(game.new("Friday"), sits)
    shutil.copy(SAMPLES / "anselm-rook.toml", place)  # does not sit there yet
    Memory.create(
        place / "tables", doc, registry.layout("saga-table"), stem="friday", state_dir=tmp_path / "state"
    ).close()
    return place


def _port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _count(shown: str, what: str = "Force") -> int:
    found = re.search(rf"{what}\D+(\d+) of", shown)
    return int(found[1]) if found else -1


async def _ended(pids: list[int], seconds: float) -> float:
    """Seconds until all these processes have ended."""
    began = time.monotonic()
    while any(alive(pid) for pid in pids) and time.monotonic() - began < seconds:
        await asyncio.sleep(0.01)
    return time.monotonic() - began


def _party(folder: Path, state: Path) -> Any:
    """The GM's table as it is open in a terminal."""
    game = registry.game("saga-table")
    assert isinstance(game, PartyGame)
    memory = Memory.open(folder / "tables" / "friday.toml", registry.layout("saga-table"), state_dir=state)
    return game.session(memory)


@pytest.mark.long
async def test_a_table_in_browsers(folder: Path, tmp_path: Path) -> None:
    host = Host(folder, tmp_path / "state", _port())
    try:
        async with browser("") as one, browser("") as two:
            await _played(host, one, two)
    finally:
        host.process.kill()
        host.process.wait()
    again = Host(folder, tmp_path / "state", _port())
    try:
        assert {name: link.partition("#")[2] for name, link in again.links.items()} == {
            name: link.partition("#")[2] for name, link in host.links.items()
        }
        async with browser("") as one:
            await _outlived(again, one)
    finally:
        again.process.kill()
        again.process.wait()


@pytest.mark.skipif(not OPENSSL, reason="NO openssl HERE")
async def test_a_table_with_a_certificate_is_encrypted(folder: Path, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path / "own")
    host = Host(folder, tmp_path / "state", _port(), "--cert", str(cert), "--key", str(key))
    try:
        trusting = aiohttp.TCPConnector(ssl=ssl.create_default_context(cafile=cert))
        async with browser("", connector=trusting) as one, browser("") as other:
            assert host.links["Kestrel Ward"].startswith(f"{host.base}/#"), host.links
            ana = await host.window(one, "Kestrel Ward")
            assert await ana.sees("Force"), ana.shown
            cookies = [cookie for cookie in one.session.cookie_jar if cookie["path"].startswith("/seat/kestrel-ward")]
            assert [cookie["secure"] for cookie in cookies] == [True]
            await ana.leave()
            with pytest.raises(aiohttp.ClientConnectorCertificateError):
                await host.window(other, "Kestrel Ward")
            other.base = host.base.replace("https", "http")
            with pytest.raises(aiohttp.ClientError):
                await other.ask("/")
    finally:
        host.process.kill()
        host.process.wait()


async def _played(host: Host, one: Browser, two: Browser) -> None:
    assert set(host.links) == {"Kestrel Ward", "Odalys Brandt", "the GM"}
    gm = await host.window(two, "the GM")
    assert await gm.sees("Friday") and await gm.sees("Kestrel Ward"), gm.shown
    await _gets_a_link_who_sits_down(host, one, gm)
    known, began = {*host.children()}, time.monotonic()
    ana = await host.window(one, "Kestrel Ward")
    assert await ana.sees("Force"), ana.shown
    print(f"start {time.monotonic() - began:.2f} s")
    assert await ana.until(lambda: "ead-only" not in ana.shown), "the GM's table hands a character to its player"
    [pid] = {*host.children()} - known
    await gm.leave()
    print(f"memory {_pss(pid):.0f} MB, server {_pss(host.process.pid):.0f} MB")
    told = Path(f"/proc/{pid}/environ").read_bytes().decode()
    assert "SECRET" not in told and str(host.folder) not in ana.drawn
    other = await _writes_its_own_only(host, one, ana)
    await _is_offered_what_the_gm_wants(host, ana)
    force = _count(ana.shown)
    os.kill(pid, signal.SIGKILL)
    assert await ana.closed() == 1011 and other.line.close_code is None
    ana = await host.window(one, "Kestrel Ward")
    assert await ana.until(lambda: _count(ana.shown) == force, 15), ana.shown
    await ana.keys("f")
    assert await ana.until(lambda: _count(ana.shown) == force - 1), ana.shown
    pids = host.children()
    assert len(pids) == 2
    host.process.send_signal(signal.SIGTERM)
    took = await _ended([*pids, host.process.pid], 6)
    print(f"end {took:.2f} s")
    assert took < 4 and host.process.wait(5) == 0 and await other.closed() == 1001
    assert host.process.stdout is not None and host.process.stdout.read().endswith(
        "\nEnded. Everything is saved, and the links stay the same.\n"
    )
    assert load(host.folder / "kestrel-ward.toml")["play"]["tokens"]["force"] == force - 1


async def _gets_a_link_who_sits_down(host: Host, one: Browser, gm: Line) -> None:
    """The GM seats a character in the browser: the host's terminal tells its link, and that opens it. Who leaves the
    table is served no more."""
    await gm.keys("Q")
    assert await gm.sees("Who sits down?") and await gm.sees("Anselm Rook"), gm.shown
    await gm.keys("\r")
    await asyncio.wait_for(asyncio.to_thread(host.hears, "http"), 15)
    new = await host.window(one, "Anselm Rook")
    assert await new.sees("Anselm Rook") and await new.sees("Force"), new.shown
    await gm.keys("u")
    assert await new.closed(10) == WITHDRAWN
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await host.window(one, "Anselm Rook")
    del host.links["Anselm Rook"]


async def _writes_its_own_only(host: Host, one: Browser, ana: Line) -> Line:
    """A key acts in its own window; in one that looks at another character nothing is written."""
    before, force = host.journal("kestrel-ward"), _count(ana.shown)
    await ana.keys("f")
    assert await ana.until(lambda: _count(ana.shown) == force - 1), ana.shown
    assert await ana.until(lambda: host.journal("kestrel-ward") > before)
    other = await host.window(one, "Kestrel Ward", "odalys-brandt/")
    assert await other.sees("Odalys") and await other.sees("ead-only"), other.shown
    file = host.folder / "odalys-brandt.toml"
    before, text = host.journal("odalys-brandt"), file.read_bytes()
    await other.keys(*"fFgpT", "\r", "\x1b", "S", "s", "\r", "\x1b")
    await asyncio.sleep(0.5)
    assert (before, text) == (host.journal("odalys-brandt"), file.read_bytes())
    assert str(host.folder) not in other.drawn and host.folder.name not in other.shown
    return other


async def _is_offered_what_the_gm_wants(host: Host, ana: Line) -> None:
    party = _party(host.folder, host.state)
    try:
        [note] = [note for note in party.notes.values() if not note.plays]
        assert note.code == "open"
        outcome = party.do(party.game.command("bribe", {"to": list(party.notes), "trait": "Rash"}))
        assert not outcome.refused, outcome.problems
        assert await ana.sees("Rash") and await ana.sees("bribe"), ana.shown
        await ana.keys("1")
        assert await ana.until(lambda: party.refresh() is not None and "accepted" in str(party.answers())), (
            ana.shown,
            party.answers(),
        )
    finally:
        party.close()


async def _outlived(host: Host, one: Browser) -> None:
    """Its processes end with a server that was killed, and have saved."""
    ana = await host.window(one, "Kestrel Ward")
    assert await ana.until(lambda: _count(ana.shown, "Grace") >= 0), ana.shown
    grace = _count(ana.shown, "Grace")
    await ana.keys("g")
    assert await ana.until(lambda: _count(ana.shown, "Grace") == grace - 1), ana.shown
    pids = host.children()
    host.process.kill()
    took = await _ended(pids, 12)
    print(f"end after a kill {took:.2f} s")
    assert took < 10 and load(host.folder / "kestrel-ward.toml")["play"]["tokens"]["grace"] == grace - 1
    await ana.leave()


def _pss(pid: int) -> float:
    """Megabytes of memory that are a process's own share."""
    found = re.search(r"Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text())
    return int(found[1]) / 1024 if found else 0.0
