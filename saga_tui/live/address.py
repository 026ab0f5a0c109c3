"""Where this machine is reached. Needs no library."""

from __future__ import annotations

import socket
from contextlib import suppress


def own_address() -> str:
    """The address of this machine in its network. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("192.0.2.1", 9))
        return str(one.getsockname()[0])
    return "127.0.0.1"
