"""What a message of a journal looks like: its subject, its place in the journal, and the signature of who wrote it.

A server's permissions say who may publish on a subject. They do not prove to those who read that it kept to them: so
each message is signed over its subject, its place and its bytes, with the key of its seat.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import nkeys  # type: ignore[import-untyped]
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

AT: Final = "Place"
SIGNED: Final = "Signature"
TOTAL: Final = "Total"
"""The sum of a segment from its beginning to the end of the message."""
RUN: Final = 256 * 1024
"""Bytes of a journal in one message at most."""

_WORD: Final = r"[a-z0-9]{1,32}"
_SUBJECT: Final = re.compile(rf"tables\.({_WORD})\.log\.({_WORD})\.({_WORD})\.({_WORD})")
_AT: Final = re.compile(r"(\d{1,12})/(\d{1,12})/(\d{1,12})/(\d{1,12})")
_KEY: Final = re.compile(r"U[A-Z2-7]{55}")

Place = tuple[int, int]
"""A segment's number, and how many bytes of it there are before."""

START: Final[Place] = (0, 0)


class Log(NamedTuple):
    """Whose journal a subject is: the table, the seat, the document's id, the device."""

    table: str
    who: str
    doc: str
    device: str

    @property
    def subject(self) -> str:
        """The subject that its messages go by."""
        return f"tables.{self.table}.log.{self.who}.{self.doc}.{self.device}"


def log_of(subject: str) -> Log | None:
    """The journal that a subject is of; None for any other subject."""
    match = _SUBJECT.fullmatch(subject)
    return Log(*match.groups()) if match else None


def roster_subject(table: str) -> str:
    """Where the GM says who sits at the table."""
    return f"tables.{table}.roster"


class Span(NamedTuple):
    """Where a message's bytes belong, and where the message before it ended."""

    at: Place
    before: Place

    def __str__(self) -> str:
        return "/".join(map(str, (*self.at, *self.before)))


def span_of(headers: Mapping[str, str]) -> Span | None:
    """What a message says of its place; None where it says nothing that can be."""
    match = _AT.fullmatch(headers.get(AT, ""))
    if match is None:
        return None
    number, at, last, end = map(int, match.groups())
    return Span((number, at), (last, end))


# ---- keys


def new_seed() -> str:
    """A new seat's secret."""
    return str(nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER).decode())


def public(seed: str) -> str:
    """The key that others know a seat by. Raises ValueError for what is no secret of a seat."""
    try:
        return str(nkeys.from_seed(seed.encode()).public_key.decode())
    except (nkeys.NkeysError, ValueError, IndexError, binascii.Error) as error:
        raise ValueError("this is no secret of a seat") from error


def is_key(text: str) -> bool:
    """Whether it is a public key of a seat: it has a sum of its own that a slip in copying breaks."""
    if not _KEY.fullmatch(text):
        return False
    raw = base64.b32decode(text)
    return binascii.crc_hqx(raw[:-2], 0) == int.from_bytes(raw[-2:], "little")


def signed(seed: str, subject: str, place: str, data: bytes, total: str = "") -> dict[str, str]:
    """The headers of a message: its place, the sum of its segment up to its end, and the signature over all of it."""
    signature = base64.b64encode(_signer(seed).sign(_sealed(subject, place, data, total))).decode()
    return {AT: place, SIGNED: signature, **({TOTAL: total} if total else {})}


def genuine(key: str, subject: str, headers: Mapping[str, str], data: bytes) -> bool:
    """Whether the seat with this public key wrote the message."""
    if not _KEY.fullmatch(key):
        return False
    try:
        signature = base64.b64decode(headers[SIGNED], validate=True)
        _verifier(key).verify(_sealed(subject, headers[AT], data, headers.get(TOTAL, "")), signature)
    except (KeyError, ValueError, BadSignatureError):
        return False
    return True


@lru_cache(maxsize=64)
def _signer(seed: str) -> Any:
    return nkeys.from_seed(seed.encode())


@lru_cache(maxsize=256)
def _verifier(key: str) -> VerifyKey:
    return VerifyKey(base64.b32decode(key)[1:33])


def _sealed(subject: str, place: str, data: bytes, total: str) -> bytes:
    """What is signed: the bytes, where they belong, and what they are the end of; earlier versions did not say that."""
    return f"{subject} {place} {f'{total} ' if total else ''}".encode() + hashlib.sha256(data).digest()
