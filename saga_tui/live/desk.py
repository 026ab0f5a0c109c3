"""What a laptop keeps of the tables that it shares, and the link made of it: seats and their secrets where it hosts, an
invitation where it has joined. It lies in the state folder, open to the user alone, and never beside characters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Self

from pydantic import BaseModel, Field, ValidationError

from saga_tui.live.copies import Copies
from saga_tui.live.engine import Away, Engine
from saga_tui.live.link import Link
from saga_tui.live.notes import NOTES, Notes
from saga_tui.live.roster import GM, Invitation, Roster, Seat, invitation
from saga_tui.live.wire import new_seed, public
from saga_tui.store.copied import copies_in, mark, owner_of
from saga_tui.store.folders import TABLES, memories_of, slug, token
from saga_tui.store.fs import FS, RealFS, put
from saga_tui.store.locks import Lock
from saga_tui.store.opening import this_device
from saga_tui.words import listed

FOLDER: Final = "together"
"""In the state folder."""
GOOD_FOR: Final = 30
"""Days that a link is good for, unless somebody says otherwise."""
_MOST: Final = 1_000_000


class Kept(BaseModel):
    """A file of this room: read where it is there, written whole."""

    @classmethod
    def read(cls, state: Path, table: str) -> Self | None:
        """What is kept of a table; None where nothing is, or it cannot be read."""
        with suppress(OSError, ValidationError):
            return cls.model_validate_json(RealFS().read(str(cls.path(state, table)), _MOST))
        return None

    @classmethod
    def path(cls, state: Path, table: str) -> Path:
        """Where it lies."""
        return state / FOLDER / f"{table}.{cls.__name__.lower()}.json"

    def write(self, state: Path, table: str) -> None:
        """Keep it. Raises OSError."""
        path = str(self.path(state, table))
        fs = RealFS()
        fs.mkdir(path.rpartition("/")[0])
        put(fs, path, self.model_dump_json(indent=1).encode())


class HostSeat(BaseModel):
    """A seat with its secret."""

    who: str
    name: str
    seed: str = Field(default_factory=new_seed)
    docs: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()
    looks: bool = False
    until: str = ""
    gone: bool = False
    upto: dict[str, int] = {}

    @property
    def seat(self) -> Seat:
        """What others may know of it."""
        return Seat(**self.model_dump(exclude={"seed"}), key=public(self.seed))


class Hosting(Kept):
    """A table that is hosted here. `doc` is its id, `where` the address of the engine as players reach it."""

    table: str
    title: str
    doc: str
    where: str = ""
    cert: str = ""
    """The fingerprint of its certificate, where it has one."""
    way: dict[str, Any] = {}
    """How it is shared, so that it goes on so the next time."""
    seed: str = Field(default_factory=new_seed)
    seats: list[HostSeat] = []

    @classmethod
    def alone(cls, state: Path, table: str) -> Lock:
        """What one program at a time has: the one that shares the table."""
        return Lock(state, str(cls.path(state, table)))

    @property
    def roster(self) -> Roster:
        """As it shall be published."""
        own = Seat(who=GM, name="the GM", key=public(self.seed))
        return Roster(table=self.table, title=self.title, doc=self.doc, seats=(own, *(one.seat for one in self.seats)))

    def invitation(self, who: str) -> Invitation:
        """The link of a seat."""
        seat = next(seat for seat in self.seats if seat.who == who)
        return Invitation(where=self.where, table=self.table, who=who, seed=seat.seed, gm=public(self.seed),
                          cert=self.cert)  # fmt: skip

    def seated(
        self, name: str, docs: tuple[str, ...], now: datetime, *, looks: bool = False, days: int = GOOD_FOR
    ) -> HostSeat:
        """The seat of a document or of a name, made where there is none. One whose link has run out, or that was
        withdrawn, gets a new secret: nobody who has the old link comes in by it."""
        left = [one for one in self.seats if not one.gone]
        known = next(
            (one for one in left if (docs and {*docs} <= {*one.docs}) or (not docs and one.name == name)), None
        )
        if known is not None and known.docs and not docs and known.seat.over(now):
            self.renew(known.who, now, days)  # who brought a character keeps the seat that it is played at
        if known is not None and not known.seat.over(now):
            return known
        taken = {GM, *(one.who for one in self.seats)}
        stem = slug(name).replace("-", "")[:24] or "seat"
        who = next(one for one in (stem, *(f"{stem}{number}" for number in range(2, 1000))) if one not in taken)
        if known is not None:
            known.gone = True
        its = [one for one in self.seats if not (docs or looks) and one.name == name]
        has = {doc for one in self.seats if not one.gone for doc in one.docs}
        brought = tuple(dict.fromkeys(doc for one in its for doc in one.brought if doc not in has))
        until = _until(now, days)
        fresh = HostSeat(who=who, name=name, docs=docs or brought, brought=brought, looks=looks, until=until)
        self.seats.append(fresh)
        return fresh

    def renew(self, who: str, now: datetime, days: int = GOOD_FOR) -> None:
        """The link of a seat that was sent is good from now on, also where it had run out: its player goes on at the
        same seat, with all that they wrote."""
        for one in self.seats:
            if one.who == who and not one.gone:
                one.until = _until(now, days)

    @property
    def guests(self) -> set[str]:
        """What guests brought along: it stays theirs when their seats are withdrawn."""
        return {doc for one in self.seats for doc in one.brought}

    def brought_by(self, who: str, fs: FS, folder: str) -> tuple[str, ...]:
        """What came along with one seat, whether it sits at the table or not."""
        seated = [doc for one in self.seats if one.who == who for doc in one.brought]
        known = {doc for one in self.seats for doc in one.docs}
        there = [doc for doc, owner in copies_in(fs, folder) if (owner.who, owner.table) == (who, self.title)]
        return (*seated, *(doc for doc in there if doc not in known))

    def withdraw(self, who: str, counts: dict[str, int], brought: Iterable[str] = (), *, take: bool = False) -> None:
        """Nothing more of a seat counts; `counts` are the last messages of it that do, by their subjects. What it
        `brought` along stays its own, unless the GM will `take` that over."""
        for one in [one for one in self.seats if one.who == who and not one.gone]:
            own = tuple(dict.fromkeys((*one.brought, *brought)))
            one.gone, one.upto, one.brought = True, counts, own
            one.docs = tuple(dict.fromkeys((*one.docs, *own)))
            for seat in self.seats if take else ():
                seat.brought = tuple(doc for doc in seat.brought if doc not in own)

    def follow(self, state: Path) -> tuple[str, ...] | None:
        """Another program may have changed the seats meanwhile: what it withdrew is gone, what it made is there. The
        documents of those that went; None where nothing is different."""
        other = Hosting.read(state, self.table)
        known = {one.who: one for one in self.seats}
        new = [one for one in other.seats if one.who not in known] if other is not None else []
        gone = [one for one in other.seats if one.gone and one.who in known] if other is not None else []
        gone = [known[one.who] for one in gone if not known[one.who].gone]
        longer = [one for one in other.seats if one.who in known and one.until > known[one.who].until] if other else []
        for one in longer:
            known[one.who].until = one.until
        for one in gone:
            theirs = next(seat for seat in other.seats if seat.who == one.who) if other is not None else one
            one.gone, one.docs, one.brought = True, theirs.docs, theirs.brought
        self.seats += new
        if not (new or gone or longer):
            return None
        return tuple(doc for one in gone for doc in one.docs if doc not in one.brought)

    def notes(self, state: Path) -> Notes:
        """The GM's notes."""
        return Notes(RealFS(), state, self.table, GM, this_device(RealFS(), state))

    def take_back(self, fs: FS, folder: str) -> tuple[str, ...]:
        """What withdrawn seats had is written here again, but for what they brought; the ids of what that is news for.
        Raises OSError."""
        gone, found = {one.who for one in self.seats if one.gone}, []
        for doc in {doc for one in self.seats if one.gone for doc in one.docs} - self.guests:
            for memory in memories_of(fs, folder, doc, ""):
                owner = owner_of(fs, memory)
                if owner is not None and owner.who in gone:
                    mark(fs, memory, None)
                    found.append(doc)
        return tuple(found)


class Joined(Kept):
    """A table that this laptop has joined: the link, and the documents that were brought along."""

    link: str
    title: str = ""
    docs: tuple[str, ...] = ()
    names: dict[str, str] = {}
    """What the seats are called, as it was last told; so with the ids of the table and of what this seat plays."""
    folder: str = ""
    """Where the shared folder lies on this laptop, where that is not what the link says."""
    doc: str = ""
    plays: tuple[str, ...] = ()
    looks: bool = False

    @property
    def invitation(self) -> Invitation:
        """What the link says. Raises ValueError."""
        return invitation(self.link)

    def notes(self, state: Path) -> Notes:
        """The notes of this seat."""
        said = self.invitation
        return Notes(RealFS(), state, said.table, said.who, this_device(RealFS(), state), looks=self.looks)


def _until(now: datetime, days: int) -> str:
    return (now + timedelta(days=days)).isoformat(timespec="seconds")


def memories(fs: FS, folder: str, docs: Iterable[str]) -> dict[str, str]:
    """The memories of documents that are written here, by their ids; tables among them."""
    found: dict[str, str] = {}
    for doc in docs:
        for place in (folder, f"{folder}/{TABLES}"):
            for memory in memories_of(fs, place, doc, ""):
                if owner_of(fs, memory) is None:
                    found.setdefault(doc, memory)
    return found


def connector(where: str, table: str, who: str, seed: str, cert: str = "") -> Callable[[], Awaitable[Engine]]:
    """What makes a connection to an address, `cert` its certificate's fingerprint. Raises ValueError for one that
    nothing can be made of."""
    scheme, _, rest = where.partition(":")

    async def shared() -> Engine:
        from saga_tui.live.folder import FolderEngine

        if RealFS().stat(rest) is None:  # a disk that is not mounted: nothing is put in its place
            raise Away("the shared folder is not there")
        return FolderEngine(RealFS(), rest, table)

    async def server() -> Engine:
        from saga_tui.live.nats import NatsEngine

        return await NatsEngine.connect(where, table, who, seed, found=who == GM, cert=cert)

    if scheme == "folder" and rest:
        return shared
    if scheme in ("nats", "tls") and rest.startswith("//"):
        return server
    raise ValueError(f"{where} is no address of a table: it begins with nats://, tls:// or folder:")


def host_link(hosting: Hosting, folder: Path, state: Path, docs: Callable[[], Iterable[str]]) -> Link:
    """The GM's link: the table's document goes out, and those of `docs` that are written here."""
    fs = RealFS()

    notes = hosting.notes(state)

    def mine() -> dict[str, str]:
        return {**memories(fs, str(folder), (hosting.doc, *docs())), NOTES: notes.memory(GM)}

    copies = Copies(fs, str(folder), GM, notes.device, mine, notes, state=state)
    connect = connector(hosting.where, hosting.table, GM, hosting.seed, hosting.cert)
    link = Link(connect, copies, table=hosting.table, who=GM, seed=hosting.seed, gm=public(hosting.seed))
    link.wanted = hosting.roster
    return link


def player_link(joined: Joined, folder: Path, state: Path) -> Link:
    """A player's link: what the roster says is theirs goes out, and what they brought. Raises ValueError."""
    fs, said = RealFS(), joined.invitation
    made: list[Link] = []

    def mine() -> dict[str, str]:
        seat = made[0].roster.seat(said.who) if made else None
        its = memories(fs, str(folder), (*(seat.docs if seat is not None else ()), *joined.docs))
        return {**its, NOTES: notes.memory(said.who)}

    notes = joined.notes(state)
    copies = Copies(fs, str(folder), said.who, notes.device, mine, notes, state=state, brought=joined.docs)
    here = f"folder:{joined.folder}" if joined.folder and said.where.startswith("folder:") else said.where
    connect = connector(here, said.table, said.who, said.seed, said.cert)
    made.append(Link(connect, copies, table=said.table, who=said.who, seed=said.seed, gm=said.gm))
    return made[0]


def joined_before(state: Path) -> dict[str, Joined]:
    """The seats that this laptop has joined by, each by the key that its file is kept by."""
    found = {}
    for path in sorted((state / FOLDER).glob("*.joined.json")):
        key = path.name.removesuffix(".joined.json")
        if (one := Joined.read(state, key)) is not None:
            with suppress(ValueError):
                one.invitation  # noqa: B018 - a link that cannot be read is of no use
                found[key] = one
    return found


def notes_of(state: Path, table: str) -> list[tuple[Notes, dict[str, str]]]:
    """Of each seat that this laptop has at a table (its id): the notes, and what the seats are called."""
    word = token(table)
    found: list[tuple[Notes, dict[str, str]]] = []
    if (hosting := Hosting.read(state, word)) is not None:
        names = {seat.who: seat.name for seat in hosting.seats if not seat.gone}
        found.append((hosting.notes(state), {**names, GM: "the GM"}))
    seats = (seat for key, seat in joined_before(state).items() if key.startswith(f"{word}."))
    return found + [(seat.notes(state), {GM: "the GM", **seat.names}) for seat in seats]


def whom(names: dict[str, str], wanted: str, me: str) -> str:
    """The seat that somebody means by a name. Raises ValueError in plain words."""
    others = {who: name for who, name in names.items() if who != me}
    word = wanted.strip().casefold()
    exact = [
        who for who, name in others.items() if word in (who, name.casefold(), name.removeprefix("the ").casefold())
    ]
    begins = exact or [who for who, name in others.items() if word and name.casefold().startswith(word)]
    if len(begins) != 1:
        raise ValueError(f"There is no seat {wanted}. The seats: {listed(list(others.values())) or 'none'}.")
    return begins[0]
