"""Ids of characters and of devices: short, without look-alike letters, safe as part of a file name."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_TOKEN = re.compile(r"[a-z0-9]{4,32}")


def new_id() -> str:
    """Forty random bits in eight letters: enough that two characters of one table never share an id."""
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def token(character_id: Any) -> str:
    """The id as it stands in folder names. One that a person made up (`../..`, 600 letters) is hashed."""
    text = character_id if isinstance(character_id, str) else repr(character_id)
    return text if _TOKEN.fullmatch(text) else "x" + sha(text.encode("utf-8", "surrogatepass"))[:15]


def sha(data: bytes) -> str:
    """The name of a version of a file: 32 hexadecimal digits of SHA-256."""
    return hashlib.sha256(data).hexdigest()[:32]
