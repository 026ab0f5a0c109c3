"""The seats of a table that is served: who has which, and the secret of each.

They lie in the state folder, in a file that the user alone can open (0600, its folder 0700). The secrets are kept as
they are, not as hashes: the links have to be shown again whenever the table is served, and must stay the same.
Whoever can read that file can read the characters too. What a browser keeps is neither the secret nor the code,
but a proof of both (`Kept.proof`), which ends with either of them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal, Self

from pydantic import BaseModel, Field, ValidationError

from saga_tui.store.folders import slug, token
from saga_tui.store.fs import RealFS, put
from saga_tui.store.locks import Lock

FOLDER: Final = "serve"
"""In the state folder."""
PLAYS: Final = "plays"
LOOKS: Final = "looks"
LEADS: Final = "leads"
Kind = Literal["plays", "looks", "leads"]
"""Whether a seat writes its character, only looks on, or opens the table."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes that people read to each other: none looks like another one."""
PATIENCE: Final = 3.0
"""Seconds that another start of the program may take to change the seats."""
_MOST: Final = 1_000_000


def new_secret() -> str:
    """192 random bits, as they stand in a link."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """Six letters and digits: with the few guesses that are allowed, thousands of years."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def plain(code: str) -> str:
    """A code as somebody typed it: `K7M-2QP` is `k7m2qp`."""
    return "".join(letter for letter in code.casefold() if letter.isalnum())[:64]


class Seat(BaseModel):
    """One seat. `key` stands in addresses, `doc` is the id of its document; `gone`: its link was withdrawn."""

    key: str = Field(pattern=r"^[a-z0-9-]{1,48}$")
    name: str = ""
    kind: Kind = "plays"
    doc: str = ""
    secret: str = Field(default_factory=new_secret)
    gone: bool = False


class Kept(BaseModel):
    """What is kept of a table, or of a folder of characters: its seats and the code for the network."""

    title: str = ""
    code: str = Field(default_factory=new_code)
    seats: list[Seat] = []

    @staticmethod
    def path(state: Path, table: str) -> Path:
        """Where it lies; `table` is the id of the table, or the path of a folder of characters."""
        return state / FOLDER / f"{token(table)}.json"

    @classmethod
    @contextmanager
    def alone(cls, state: Path, table: str) -> Iterator[None]:
        """Read, change and write it in here: else what another start of the program withdraws just then would be
        written over."""
        lock = Lock(state, str(cls.path(state, table)))
        lock.take(time.monotonic() + PATIENCE)
        try:
            yield
        finally:
            lock.give()

    @classmethod
    def read(cls, state: Path, table: str) -> Self | None:
        """What is kept; None where nothing is, or it cannot be read."""
        with suppress(OSError, ValidationError):
            return cls.model_validate_json(RealFS().read(str(cls.path(state, table)), _MOST))
        return None

    def write(self, state: Path, table: str) -> None:
        """Keep it, open to the user alone. Raises OSError."""
        path, fs = self.path(state, table), RealFS()
        fs.mkdir(str(path.parent))
        put(fs, str(path), self.model_dump_json(indent=1).encode())

    def seat(self, key: str) -> Seat | None:
        """The seat with that key, if it has a link."""
        return next((one for one in self.seats if one.key == key and not one.gone), None)

    def seated(self, name: str, kind: Kind, doc: str = "", *, back: bool = False) -> Seat:
        """The seat of a document, or of one who looks on; made where there is none. `back`: one whose link was
        withdrawn gets a new one."""
        wanted = (kind, doc or name.casefold())
        for one in self.seats:
            if (one.kind, one.doc or one.name.casefold()) == wanted:
                one.name = name
                if one.gone and back:
                    one.secret, one.gone = new_secret(), False
                return one
        stem, taken = slug(name), {one.key for one in self.seats}
        key = next(one for one in (stem, *(f"{stem}-{number}" for number in range(2, 1000))) if one not in taken)
        self.seats.append(Seat(key=key, name=name, kind=kind, doc=doc))
        return self.seats[-1]

    def withdraw(self, name: str) -> list[Seat]:
        """End the links of the seats of that name or key; returns them."""
        said = name.casefold()
        found = [one for one in self.seats if not one.gone and said in (one.key, one.name.casefold())]
        for one in found:
            one.secret, one.gone = new_secret(), True
        return found

    def renew(self) -> None:
        """End all links and the code; the seats get new ones."""
        self.code = new_code()
        for one in self.seats:
            one.secret = new_secret()

    def opened(self, secret: str) -> Seat | None:
        """The seat that a link opens."""
        given = _digest(secret)
        found = [one for one in self.seats if hmac.compare_digest(_digest(one.secret), given) and not one.gone]
        return found[0] if found else None

    def proof(self, seat: Seat, code: str) -> str:
        """What a browser keeps once it was let in; `code` is empty where none is asked for."""
        said = f"{seat.key}\n{code}".encode()
        return hmac.new(seat.secret.encode(), said, hashlib.sha256).hexdigest()

    def is_in(self, seat: Seat, proof: str, code: str) -> bool:
        """Whether a browser was let in to that seat."""
        return hmac.compare_digest(self.proof(seat, code).encode(), proof.encode("utf-8", "replace"))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
