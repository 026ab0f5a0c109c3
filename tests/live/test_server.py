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

from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port
from saga_tui.live.wire import new_seed, public

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


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        server, seed = Server(tmp_path, port=other.getsockname()[1]), new_seed()
        roster = Roster(table="t1", seats=(Seat(who=GM, key=public(seed)),))
        with pytest.raises(OSError, match=r"Port \d+ of this machine is taken.*name another port with --port"):
            asyncio.run(server.start(roster, seed))
