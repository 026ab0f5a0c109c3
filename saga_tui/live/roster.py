"""Who sits at a shared table, as the GM says it, signed: seats, their keys, their documents; and the link to a seat."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from saga_tui.live.engine import Message
from saga_tui.live.wire import genuine, is_key, log_of, public, roster_subject, signed

GM: Final = "gm"
"""The seat that says who else sits there."""
_WORD: Final = r"^[a-z0-9]{1,32}$"
_PLACE: Final = "0/0/0/0"
"""A roster is no part of a journal; each stands for itself."""


class Seat(BaseModel):
    """One seat: its name, its public key, the ids of the documents that are its own, whether it only looks, until when
    (ISO time) its link is good, and, once it was withdrawn, the last message of each subject that counts."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    who: str = Field(pattern=_WORD)
    name: str = Field(default="", max_length=200)
    key: str
    docs: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()
    """Those of its documents that it came with: they stay its own, also when it is withdrawn."""
    looks: bool = False
    until: str = ""
    gone: bool = False
    upto: Mapping[str, int] = {}

    def counts(self, message: Message) -> bool:
        """Whether a message of this seat counts: all that it wrote, but nothing after it was withdrawn."""
        return not self.looks and (not self.gone or message.number <= self.upto.get(message.subject, 0))

    def over(self, now: datetime) -> bool:
        """Whether its link has run out."""
        return bool(self.until) and datetime.fromisoformat(self.until) < now


class Roster(BaseModel):
    """All seats of a table. `doc` is the id of the table's own document, `version` counts up."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    table: str = Field(pattern=_WORD)
    title: str = Field(default="", max_length=200)
    doc: str = ""
    version: int = 0
    seats: tuple[Seat, ...] = ()

    def seat(self, who: str) -> Seat | None:
        """The seat of that name."""
        return next((seat for seat in self.seats if seat.who == who), None)

    def owner(self, doc: str) -> str:
        """Whose document that is, where the GM says so; nothing where the first to publish it has it. What a seat had
        that is withdrawn is the GM's again, unless it was brought along: then nobody else writes it."""
        if doc == self.doc:
            return GM
        seats = [seat for seat in self.seats if doc in seat.docs]
        left = [seat for seat in seats if not seat.gone] or [seat for seat in seats if doc in seat.brought]
        return left[-1].who if left else GM if seats else ""

    def wrote(self, doc: str) -> tuple[str, ...]:
        """Who may have written a document that has an owner: the GM, and each seat that has or had it."""
        return (GM, *(seat.who for seat in self.seats if doc in seat.docs))

    def message(self, seed: str) -> tuple[str, dict[str, str], bytes]:
        """Subject, headers and bytes that tell it, signed by the GM."""
        subject, data = roster_subject(self.table), self.model_dump_json(exclude_defaults=True).encode()
        return subject, signed(seed, subject, _PLACE, data), data


def roster_of(message: Message, table: str, key: str) -> Roster | None:
    """The roster in a message, if the GM with this public key wrote it; None for anything else."""
    if message.subject != roster_subject(table) or not genuine(key, message.subject, message.headers, message.data):
        return None
    try:
        found = Roster.model_validate_json(message.data)
    except ValidationError:
        return None
    return found if found.table == table else None


def whose(roster: Roster, message: Message) -> str:
    """The seat that wrote a message of a journal; nothing where it is forged, or by somebody who has no seat."""
    log = log_of(message.subject)
    seat = roster.seat(log.who) if log is not None and log.table == roster.table else None
    if seat is None or not seat.counts(message):
        return ""
    return seat.who if genuine(seat.key, message.subject, message.headers, message.data) else ""


# ---- links


class Invitation(BaseModel):
    """All that a laptop needs for a seat: where the engine is, which table and seat, the seat's secret, and the public
    key of the GM. Whoever has it has the seat."""

    model_config = ConfigDict(frozen=True)

    where: str
    """`nats://host:port`, `tls://host:port`, or `folder:` and a path."""
    table: str = Field(pattern=_WORD)
    who: str = Field(pattern=_WORD)
    seed: str
    gm: str
    cert: str = Field(default="", pattern=r"^([A-Za-z0-9_-]{43})?$")
    """The fingerprint of the server's certificate, where the GM gave it one."""

    @property
    def link(self) -> str:
        """The link, to be sent to one person."""
        cert = {"cert": self.cert} if self.cert else {}
        said = {"at": self.where, "seat": self.who, "key": self.seed, **cert, "gm": self.gm}
        rest = urlencode(said, quote_via=quote)
        return f"saga-tui:{self.table}?{rest}"


_LONGEST: Final = 2_000


def invitation(link: str) -> Invitation:
    """What a link says. Raises ValueError in plain words for one that is cut off, or no link of a table."""
    parts = urlsplit(link.strip()[:_LONGEST])
    said = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if parts.scheme != "saga-tui" or not {"at", "seat", "key", "gm"} <= set(said):
        raise ValueError(
            "This is no link to a table, or only a part of one. Copy all of it, from saga-tui: to its end."
        )
    try:
        found = Invitation(where=said["at"], table=parts.path, who=said["seat"], seed=said["key"], gm=said["gm"],
                           cert=said.get("cert", ""))  # fmt: skip
        public(found.seed)
        if not is_key(found.gm):
            raise ValueError(found.gm)
    except ValueError as error:
        raise ValueError("This link has a fault in it. Copy all of it again, or ask for a new one.") from error
    return found
