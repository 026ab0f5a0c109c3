"""A certificate of this machine, so that nobody can listen in: for all verbs that let others in."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any, Final

import click

from saga_tui.cli.output import Trouble
from saga_tui.store.errors import os_error_in_words

_FILE: Final = click.Path(dir_okay=False, path_type=Path)
CERT: Final = click.option("--cert", type=_FILE, help="A certificate, so that no one can listen in.")
KEY: Final = click.option("--key", type=_FILE, help="The key of the certificate.")


def context(given: dict[str, Any]) -> ssl.SSLContext | None:
    """What the options say, tried; None where there is no certificate. Raises Trouble."""
    if not given["cert"]:
        if given["key"]:
            raise Trouble("A key needs its certificate: add --cert FILE.")
        return None
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        found.load_cert_chain(given["cert"], given["key"])
    except (OSError, ValueError) as error:
        why = os_error_in_words(error) if isinstance(error, OSError) and not isinstance(error, ssl.SSLError) else error
        raise Trouble(f"The certificate cannot be used: {why}.") from None
    return found
