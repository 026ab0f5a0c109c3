"""Certificates that a test makes for itself, as somebody makes one at home."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

OPENSSL: Final = shutil.which("openssl") or ""
"""The program that makes them; nothing where it is not installed."""


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1, signed by itself, and its key, as files in a new folder."""
    folder.mkdir()
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=table", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    return cert, key
