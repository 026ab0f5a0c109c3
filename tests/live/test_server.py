"""nats-server as the host's child: it ends with the host, and is never taken for one that another program runs."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saga_tui.live.engine import Away, Refused
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port
from saga_tui.live.trust import fingerprint
from saga_tui.live.wire import new_seed, public
from tests.certificate import OPENSSL, certificate

_HOST = """
import asyncio, sys
from pathlib import Path
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server
from saga_tui.live.wire import new_seed, public

async def host():
    server, seed = Server(Path(sys.argv[1]), port=int(sys.argv[2])), new_seed()
    await server.start(Roster(table="t1", seats=(Seat(who=GM, key=public(seed)),)), seed)
    print(server._process.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(host())
"""


def _there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Server.program(), reason="NO nats-server HERE")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP])
def test_the_server_ends_with_its_host_however_that_ends(tmp_path: Path, end: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOST, str(tmp_path), str(free_port())], stdout=subprocess.PIPE, text=True
    ) as host:
        assert host.stdout is not None
        pid = int(host.stdout.readline())
        assert _there(pid)
        os.kill(host.pid, end)
    until = time.monotonic() + 10
    while _there(pid) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _there(pid)


@pytest.mark.skipif(not Server.program() or not OPENSSL, reason="NO nats-server OR NO openssl HERE")
def test_a_server_is_known_by_its_certificate_or_by_who_vouches_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = certificate(tmp_path / "own"), certificate(tmp_path / "other")
    seed = new_seed()
    roster = Roster(table="t1", seats=(Seat(who=GM, key=public(seed)),))

    async def fails(url: str, cert: str, why: str) -> None:
        with pytest.raises(Refused, match=f"cannot be trusted: .*{why}"):
            await NatsEngine.connect(url, "t1", GM, seed, cert=cert)

    async def evening() -> None:
        server = Server(tmp_path / "server", port=free_port(), tls=own)
        await server.start(roster, seed)
        try:
            assert server.url == f"tls://127.0.0.1:{server.port}" and server.cert == fingerprint(own[0])
            engine = await NatsEngine.connect(server.url, "t1", GM, seed, cert=server.cert)
            assert await engine.last("tables.t1.roster") is None
            await engine.close()
            await fails(server.url, fingerprint(other[0]), "another certificate than your link says")
            await fails(server.url, "", "self-signed certificate")
            await fails(f"nats://127.0.0.1:{server.port}", "", "self-signed certificate")
            monkeypatch.setenv("SSL_CERT_FILE", str(own[0]))  # an authority of this laptop
            engine = await NatsEngine.connect(server.url, "t1", GM, seed)
            await engine.close()
            await fails(f"tls://localhost:{server.port}", "", "Hostname mismatch")
        finally:
            await server.stop(patience=0.5)

    asyncio.run(evening())


@pytest.mark.parametrize("cert", ["", "x" * 43])
def test_a_server_that_does_not_encrypt_is_told_nothing_where_the_link_says_that_it_does(cert: str) -> None:
    heard: list[bytes] = []

    async def lies(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","version":"2.9.10","nonce":"abc","auth_required":true}\r\n')
        heard.append(await reader.read())
        writer.close()

    async def evening() -> None:
        async with await asyncio.start_server(lies, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(Refused, match="does not encrypt"):
                await NatsEngine.connect(f"tls://127.0.0.1:{port}", "t1", GM, new_seed(), cert=cert)

    asyncio.run(evening())
    assert heard in ([], [b""])


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        here = f"127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(Away, match=f"{here} does not answer"):  # nobody listens yet
            asyncio.run(NatsEngine.connect(f"nats://{here}", "t1", "ana", new_seed(), limit=0.5))
        other.listen()
        server, seed = Server(tmp_path, port=other.getsockname()[1]), new_seed()
        roster = Roster(table="t1", seats=(Seat(who=GM, key=public(seed)),))
        with pytest.raises(OSError, match=r"Port \d+ of this machine is taken.*name another port with --port"):
            asyncio.run(server.start(roster, seed))
