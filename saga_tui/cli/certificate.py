"""A certificate of this machine, so that nobody can listen in: for all verbs that let others in."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any, Final

import click

from saga_tui.cli.output import Trouble, troubles
from saga_tui.live.trust import serving

_FILE: Final = click.Path(dir_okay=False, path_type=Path)
CERT: Final = click.option("--cert", type=_FILE, help="A certificate, so that no one can listen in.")
KEY: Final = click.option("--key", type=_FILE, help="The key of the certificate.")


def context(given: dict[str, Any]) -> ssl.SSLContext | None:
    """What the options say, tried; None where there is no certificate. Raises Trouble."""
    if given["key"] and not given["cert"]:
        raise Trouble("A key needs its certificate: add --cert FILE.")
    with troubles(ValueError):
        return serving(given["cert"], given["key"]) if given["cert"] else None
