"""Two names swapped in one step: what the standard library has no call for."""

from __future__ import annotations

import ctypes
import errno
import os
import sys

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2


def exchange(one: str, other: str) -> None:
    """Swap what two names stand for (Linux and macOS); OSError with ENOSYS where there is no such call.

    Windows has ReplaceFile, which keeps the old file but is three steps inside: there, as everywhere without the
    call, the caller links the old file into `kept/` first.
    """
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "no exchange of names")
    libc = ctypes.CDLL(None, use_errno=True)
    a, b = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "darwin":
            failed = libc.renamex_np(a, b, _RENAME_SWAP)
        else:
            failed = libc.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, _RENAME_EXCHANGE)
    except AttributeError:  # an old libc
        raise OSError(errno.ENOSYS, "no exchange of names") from None
    if failed:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), one)
