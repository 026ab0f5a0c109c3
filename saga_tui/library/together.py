"""A table that is shared from here, or joined: what the app and the verbs run. Loaded when somebody shares or joins."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from saga_tui.games import registry
from saga_tui.library.sitting import At, begun, home_of, sit
from saga_tui.live.desk import GOOD_FOR, Hosting, HostSeat, Joined, host_link, memories, player_link
from saga_tui.live.folder import make_room
from saga_tui.live.link import Link, Said, ended
from saga_tui.live.notes import Notes
from saga_tui.live.roster import Roster
from saga_tui.live.server import Server, Way
from saga_tui.store import StoreError, state_folder
from saga_tui.store.errors import os_error_in_words
from saga_tui.store.folders import token
from saga_tui.store.fs import RealFS
from saga_tui.store.seats import file_of
from saga_tui.ui.presence import Person, Presence

HERE: Final = 6.0
"""Seconds after which a seat that was not heard is not here any more."""
LOOK: Final = 0.3
"""Seconds between two looks at how a link stands."""
MOVED: Final = "The address has changed since the last time: send all players their links again."
_ENDS: Final = 8.0
"""Seconds that a link and a server get to end."""
_SAYING: Final = 3.0
"""Seconds within which others have said how many messages they have."""
_LAST: Final = 1.5
"""Seconds that the last changes get to go out."""

TAKEN: Final = "This table is being shared already, in another window. End that first."


class NoFolder(ValueError):
    """The folder that a table is shared by lies elsewhere on this laptop."""


class Share:
    """One table, shared or joined, and the link that is made of it. It runs in a thread of its own, so that no key
    waits for a disk or a line; or in the loop of whoever awaits `run`."""

    def __init__(self, link: Link, folder: Path, state: Path, notes: Notes) -> None:
        """For `hosted` and `joined`."""
        self.link, self.folder, self.state, self.notes = link, folder, state, notes
        self.server: Server | None = None
        self.hosting: Hosting | None = None
        self.joined: Joined | None = None
        self.path: Path | None = None
        """The table's file, where it is hosted here."""
        self.moved = False
        """Whether the links that were sent lead to where it was shared before."""
        self.failed = ""
        """Why it has ended by itself."""
        self.stirred: Callable[[], None] = lambda: None
        """Called, in the thread, when its presence may be another one."""
        self._over: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._counts: deque[tuple[float, int]] = deque(((time.monotonic(), 0),))
        self._begun: set[str] = set()
        self._face: object = None
        self.now = Presence()
        """How it stands, as the top line says it: a new one whenever something is different."""

    # -- running

    async def run(self) -> None:
        """Until `end` is called. Raises OSError where the server does not start, or the table is shared already."""
        self._over, self._loop = asyncio.Event(), asyncio.get_running_loop()
        jobs = [asyncio.ensure_future(self._until_over())]
        alone = Hosting.alone(self.state, self.key)
        try:
            if self.hosting is not None and not await asyncio.to_thread(alone.take, time.monotonic() + _ENDS):
                raise OSError(TAKEN)
            if (server := self.server) is not None and (hosting := self.hosting) is not None:
                await server.start(hosting.roster, hosting.seed)
                answers = lambda: self.link.status.connected  # noqa: E731
                jobs.append(asyncio.ensure_future(server.keep(lambda: hosting.roster, hosting.seed, answers)))
            jobs += [asyncio.ensure_future(self.link.run()), asyncio.ensure_future(self._watch())]
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        finally:
            await ended(jobs)
            if self.server is not None:
                await self.server.stop()
            alone.give()

    async def _until_over(self) -> None:
        """What was done last still goes out, where the line is good."""
        if self._over is not None:
            await self._over.wait()
        self.link.grew()
        for _ in range(int(_LAST / 0.05)):
            if not self.link.status.connected or not self.link.waits:
                break
            await asyncio.sleep(0.05)

    async def _watch(self) -> None:
        """Say when something is different, and keep what the seats are called."""
        before: object = None
        while True:
            self._follow()
            self.now = self._presence()
            now = (self.now, self.link.roster.version)
            if now != before:
                self._keep_names()
                self.stirred()
            before = now
            await asyncio.sleep(LOOK)

    def _keep_names(self) -> None:
        roster, names = self.link.roster, {seat.who: seat.name or seat.who for seat in self.link.roster.seats}
        seat = roster.seat(self.link.who)
        self.notes.looks = seat is not None and seat.looks
        now = (names, roster.title, roster.doc, seat.docs if seat is not None else (), self.notes.looks)
        joined = self.joined
        if joined is not None and names and now != (joined.names, joined.title, joined.doc, joined.plays, joined.looks):
            joined.names, joined.title, joined.doc, joined.plays, joined.looks = now
            with suppress(OSError):
                joined.write(self.state, self.key)

    def start(self) -> None:
        """Begin, in a thread."""
        self._thread = threading.Thread(target=self._threaded, name="sharing", daemon=True)
        self._thread.start()

    def _threaded(self) -> None:
        try:
            asyncio.run(self.run())
        except Exception as error:  # it is told in the app; nothing else may fall with it
            self.failed = os_error_in_words(error) if isinstance(error, OSError) and error.errno else str(error)
            self.now = Presence(self.title, "ended", trouble=f"Sharing has ended: {self.failed}")
            self.stirred()

    def end(self) -> None:
        """End the link, and the server with it. May be called from any thread."""
        if self._loop is not None and self._over is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._over.set)
        if self._thread is not None:
            self._thread.join(_ENDS)

    def soon(self, do: Callable[[], object]) -> None:
        """Have something done in the link's own loop."""
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(do)

    def grew(self) -> None:
        """A journal of one's own has grown."""
        self.soon(self.link.grew)

    # -- what it is about

    @property
    def key(self) -> str:
        """What its files in the state folder are called by."""
        return self.link.table if self.hosting is not None else f"{self.link.table}.{self.link.who}"

    @property
    def title(self) -> str:
        """What the table is called."""
        return self.hosting.title if self.hosting is not None else self.link.roster.title

    def names(self) -> dict[str, str]:
        """What the seats that are there are called, by seat; without one's own."""
        seats = {seat.who: seat.name or seat.who for seat in self.link.roster.seats if not seat.gone}
        known = seats or (self.joined.names if self.joined is not None else {})
        return {who: name for who, name in known.items() if who != self.link.who}

    def knows(self, identity: str) -> bool:
        """Whether a document has to do with this table."""
        roster = self.link.roster
        if identity in (roster.doc, self.hosting.doc if self.hosting is not None else ""):
            return True
        if roster.owner(identity) or any(doc == identity for doc, _device in tuple(self.link.copies.seen)):
            return True
        joined = self.joined
        return joined is not None and identity in (joined.doc, *joined.docs, *joined.plays)

    @property
    def own(self) -> Path | None:
        """The character that this seat plays, once it is here."""
        seat = self.link.roster.seat(self.link.who)
        known = (*self.joined.docs, *self.joined.plays) if self.joined is not None else ()
        for doc in (*known, *(seat.docs if seat is not None else ())):
            path = file_of(RealFS(), str(self.folder), doc, "")[0]
            if path is not None and path.exists():
                return path
        return None

    def take_seat(self, at: At = lambda _path: None) -> None:
        """What this seat plays is written here from now on: the GM sees so at once, not with the first act. To be
        called now and then; each document counts once, when all of it is here."""
        seat = self.link.roster.seat(self.link.who)
        if self.joined is None or seat is None or seat.gone or not self.link.status.caught_up:
            return
        for doc in set(seat.docs) - self._begun:
            path = file_of(RealFS(), str(self.folder), doc, "")[0]
            if path is not None and path.exists():
                self._begun.add(doc)
                with suppress(StoreError, OSError, ValueError):
                    begun(path, at)
                    self.grew()

    def _then(self) -> int:
        """How many messages had come a while ago: others say only now and then how many they have."""
        now = time.monotonic()
        self._counts.append((now, self.link.status.taken))
        while len(self._counts) > 1 and self._counts[1][0] < now - _SAYING:
            self._counts.popleft()
        return self._counts[0][1]

    def _presence(self) -> Presence:
        link, status = self.link, self.link.status
        people = []
        for who, name in self.names().items():
            heard = status.here.get(who)
            here = status.connected and heard is not None and heard.ago < HERE
            said = Said.of(heard.words) if heard is not None else Said()
            late = max(0, self._then() - said.taken) if here and status.caught_up else 0
            people.append(Person(name, here, late + said.waits if here else 0))
        seat = link.roster.seat(link.who)
        refused = status.refused or (seat is not None and seat.gone)  # a folder lets everybody in, but nothing counts
        state = "refused" if refused else "on" if status.connected else "offline" if status.words else ""
        state = "behind" if state == "on" and not status.caught_up else state
        trouble = next(iter(tuple(link.copies.troubles.values())), "")
        trouble = f"Something cannot be followed: {trouble}" if trouble else ""
        trouble = status.words if status.refused or (status.away and state == "offline") else "" if refused else trouble
        return Presence(self.title, state, tuple(people), link.waits, self.notes.unread(), trouble)

    # -- the GM's

    def sitting(self, seats: Iterable[Any], at: At) -> None:
        """Who sits at the table now, where that is others than before: new ones get a seat. Raises as `hosted`."""
        if (hosting := self.hosting) is None:
            return
        seats = [seat for seat in seats if seat.id]
        known = hosting.guests.union(*(one.docs for one in hosting.seats if not one.gone))
        if all(seat.id in known for seat in seats):
            return
        sit(hosting, seats, self.folder, datetime.now().astimezone(), at=at)
        self.changed()

    @property
    def taken(self) -> bool:
        """Whether some other program shares this table now."""
        return Hosting.alone(self.state, self.key).is_taken

    def seats(self) -> list[HostSeat]:
        """The seats that were not withdrawn."""
        return [one for one in self.hosting.seats if not one.gone] if self.hosting is not None else []

    def changed(self) -> None:
        """The seats are others: keep them, and tell them. Raises OSError."""
        if self.hosting is not None:
            self.hosting.follow(self.state)
            self.hosting.write(self.state, self.key)
            self._tell_seats(self.hosting.roster)

    def _tell_seats(self, roster: Roster) -> None:
        if (server := self.server) is not None:
            self.soon(lambda: server.reload(roster))
        self.soon(lambda: self.link.retell(roster))

    def _follow(self) -> None:
        """What another program made of the seats counts here too."""
        if self.hosting is None or (face := RealFS().stat(str(Hosting.path(self.state, self.key)))) == self._face:
            return
        self._face = face
        if (back := self.hosting.follow(self.state)) is not None:
            self._tell_seats(self.hosting.roster)
            self.link.news(back)

    def brought(self, who: str) -> tuple[str, ...]:
        """What came along with a guest: the ids."""
        return self.hosting.brought_by(who, RealFS(), str(self.folder)) if self.hosting is not None else ()

    def withdraw(self, who: str, *, take: bool = False) -> tuple[str, ...]:
        """A seat's link is good no more, and what it had is written here again: its ids. What a guest brought stays
        theirs, unless the GM will `take` it over. Raises OSError."""
        if self.hosting is None:
            return ()
        self.hosting.withdraw(who, {}, self.brought(who), take=take)
        back = self.hosting.take_back(RealFS(), str(self.folder))
        self.changed()
        return back


def shared_before(identity: str) -> Hosting | None:
    """The table with that id as it was shared from here before."""
    return Hosting.read(state_folder(), token(identity))


def hosted(path: Path, way: Way | None, now: datetime, *, days: int = GOOD_FOR, at: At = lambda _path: None) -> Share:
    """Share a table, with a seat for each who sits there; `way` None: as it was shared before. Raises ValueError in
    plain words, OSError, StoreError."""
    if not registry.is_table(registry.key_of(registry.doc_at(path))):
        raise ValueError("Only a table can be shared.")
    state, folder, identity = state_folder(), home_of(path), begun(path, at)
    memory = at(path)
    doc = memory.doc if memory is not None else registry.doc_at(path)
    document: Any = registry.game_of(doc).rules.of(doc)
    if not memories(RealFS(), str(folder), (identity,)):
        raise ValueError("The GM shares this table, and you have joined it. Go on with f7, or saga-tui join LINK.")
    table = token(identity)
    if way is not None and Hosting.alone(state, table).is_taken:
        raise ValueError(TAKEN)
    hosting = Hosting.read(state, table) or Hosting(table=table, title=document.title, doc=identity)
    way = way or Way(**hosting.way)
    before, hosting.where, hosting.way = hosting.where, way.where, asdict(way)
    if way.folder:
        make_room(RealFS(), hosting.where.partition(":")[2], table)
    server = way.run(state / "together" / table)
    hosting.cert = server.cert if server is not None else ""
    sit(hosting, document.seats, folder, now, days=days, at=at)
    hosting.take_back(RealFS(), str(folder))
    hosting.write(state, table)
    ids = lambda: [doc for seat in hosting.seats for doc in seat.docs]  # noqa: E731
    share = Share(host_link(hosting, folder, state, ids), folder, state, hosting.notes(state))
    share.hosting, share.server, share.path = hosting, server, path.resolve()
    share.moved = bool(before) and before != hosting.where and not way.folder
    return share


def joined(
    link: str, folder: Path, brought: Iterable[Path] = (), *, shared: str = "", at: At = lambda _path: None
) -> Share:
    """Join a table by the link to a seat, with characters to bring along; `shared` is where the shared folder lies on
    this laptop, if it is shared by one. Raises ValueError in plain words, OSError, StoreError."""
    from saga_tui.live.roster import invitation

    said, state = invitation(link), state_folder()
    key = f"{said.table}.{said.who}"
    before = Joined.read(state, key)
    lies = str(Path(shared).expanduser().absolute()) if shared else before.folder if before else ""
    if said.where.startswith("folder:") and not Path(there := lies or said.where.partition(":")[2]).is_dir():
        raise NoFolder(f"The shared folder of this table is not at {there}. Say where it lies: --folder PATH.")
    hosting = Hosting.read(state, said.table)
    if hosting is not None and memories(RealFS(), str(folder), (hosting.doc,)):
        raise ValueError(
            "You share this table from this folder, and play all of it. The link is for another laptop: send it to "
            "its player. To go on sharing: f7 at the table, or saga-tui host TABLE."
        )
    docs = tuple(begun(path, at) for path in brought)
    brings = tuple(dict.fromkeys((*(before.docs if before else ()), *docs)))
    now = (before or Joined(link="")).model_copy(update={"link": link.strip(), "docs": brings, "folder": lies})
    made = player_link(now, folder, state)
    now.write(state, key)
    share = Share(made, folder, state, now.notes(state))
    share.joined = now
    return share
