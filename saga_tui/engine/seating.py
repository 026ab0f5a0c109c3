"""Who sits at a table: their documents opened with it, by their ids; and which of all that happened there is undone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic import ValidationError

from saga_tui.changes import Doc
from saga_tui.engine.document import PartyDocument, Seat
from saga_tui.store import BadFile, load
from saga_tui.store.errors import NotSaved
from saga_tui.store.event import REDO, UNDO, UNDO_TO, Event, Layout
from saga_tui.store.folders import TABLES
from saga_tui.store.seats import Ids, open_beside
from saga_tui.store.undoing import UNDOS, about, key_of
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.engine.rules import Rules
    from saga_tui.engine.session import Session
    from saga_tui.store import Memory

MOST: Final = 100
"""So many seats of a table are opened."""
PATIENCE: Final = 10.0
"""Seconds that a window which asked for a character may take to open it."""


class Members(NamedTuple):
    """The game of those who may sit at a table."""

    key: str
    title: str
    rules: Rules[Any]
    layout: Layout
    unnamed: bool = False
    """Whether documents that name no game are of it."""

    def misfit(self, doc: Doc) -> str:
        """Why a document is not of the game; nothing where it is."""
        named = doc.get("game")
        its = named == self.key if named else self.unnamed
        return "" if its else f"is not a character of {self.title}"


@dataclass(frozen=True, slots=True)
class SeatNote:
    """What is to be said of a seat. `code`: `missing`, `trash`, `damaged`, `game`, `open` (in another window) and the
    other codes of `Barred` where it takes no part; `twice` (it sits here twice), `two-tables`, `look`."""

    code: str
    message: str
    fix: str = ""
    document: Any = None
    """Its last state, where there is one that can be read."""
    plays: bool = False
    """Whether it takes part all the same."""
    name: str = ""
    tables: tuple[str, ...] = ()
    """The other tables that it sits at."""

    def __str__(self) -> str:
        return f"{self.message}. {self.fix}".rstrip()


class Seating:
    """The documents that sit at an open table: opened where that can be, with a note where something is wrong."""

    def __init__(
        self, memory: Memory, members: Members, make: Callable[[Memory], Session[Any]], *, look: bool = False
    ) -> None:
        """`make` gives the session of a document; `look`: they are only looked at, and commands can be previewed."""
        self.memory, self.members, self._make, self._only_look = memory, members, make, look
        self.seats: dict[str, Session[Any]] = {}
        self.notes: dict[str, SeatNote] = {}
        self._looks: dict[str, Memory] = {}
        self._own: list[Memory] = []
        self._seen: dict[str, tuple[Doc, Any]] = {}
        """The documents of those who are open elsewhere, as they were read last."""
        self._given: dict[str, float] = {}
        """When somebody was handed over, in seconds of `time.monotonic`."""
        self._tried: object = None
        """What the folder was like when those who take no part were tried last."""
        self._tables: tuple[object, dict[str, list[str]]] = (None, {})
        """Who sits at the other tables, and what their files were like then."""

    @property
    def _look(self) -> bool:
        """Whether those who sit there are only looked at: that was asked for, or another window has the table."""
        return self._only_look or self.memory.read_only

    @property
    def folder(self) -> str:
        """Where the characters lie."""
        folder = self.memory.path.parent
        return str(folder.parent if folder.name == TABLES else folder)

    def sync(self, document: PartyDocument, *, again: bool = False) -> None:
        """Open who has sat down and leave out who has gone. `again`: try again for those who could not be opened."""
        self._let_go()
        wanted = {seat.id: seat for seat in document.seats[:MOST] if seat.id}
        for who in [who for who in {**self.seats, **self.notes} if who not in wanted]:
            self.seats.pop(who, None)
            self.notes.pop(who, None)
            self._looks.pop(who, None)
        if again:
            self._take_back()
            self.notes = {who: note for who, note in self.notes.items() if note.plays or who in self._looks}
        ids = Ids(self.memory.fs, self.folder)
        for who, seat in wanted.items():
            if who not in self.seats and who not in self.notes:
                self._open(seat, ids)
        self.seats = {who: self.seats[who] for who in wanted if who in self.seats}
        if [who for who in wanted if who not in self.seats and who not in self._looks]:
            self._tried = self._face(self.folder)
        others = self._other_tables() if wanted else {}
        for who, seat in wanted.items():
            self._remark(seat, document, others.get(who, []))

    @property
    def stirred(self) -> bool:
        """Whether somebody could not be opened, and a file of the folder has changed since that was tried."""
        shut = [who for who, note in self.notes.items() if not note.plays and who not in self._looks]
        return bool(shut) and self._face(self.folder) != self._tried

    def _face(self, folder: str) -> object:
        """What shows that a file of a folder has changed: cheap to compare."""
        fs = self.memory.fs
        with suppress(OSError):
            names = (name for name in fs.listdir(folder) if name.endswith(".toml") and not name.startswith("."))
            return [(name, fs.stat(f"{folder}/{name}")) for name in names]
        return None

    def _let_go(self) -> None:
        """Who was handed over to another window takes no part any more, and is seen as it is there. With the table all
        go that were opened for it."""
        for memory in self._own if self._look else ():
            with suppress(BadFile, NotSaved):
                if not memory.read_only:
                    memory.hand_over()
        for who in [] if self._look else [who for who, one in self.seats.items() if one.memory.read_only]:
            memory = self.seats.pop(who).memory
            self._given[who] = time.monotonic()
            barred = memory.barred
            message, fix = (barred.message, barred.fix) if barred else (f"{memory.path.name} was handed over", "")
            self.notes[who] = SeatNote(barred.code if barred else "open", message, fix, self._read(memory.doc))
            self._looks[who] = memory

    def _take_back(self) -> None:
        """Who is free again plays again."""
        for who, memory in [] if self._look else list(self._looks.items()):
            if memory.is_copy:
                continue
            if memory.still_asked and time.monotonic() - self._given.get(who, 0.0) < PATIENCE:
                continue  # the window that asked for it comes first
            with suppress(BadFile):
                if not memory.read_only or memory.take_over():
                    del self._looks[who]
                    self.notes.pop(who, None)
                    self.seats[who] = self._make(memory)

    def _open(self, seat: Seat, ids: Ids) -> None:
        if seat.id == self.memory.identity:
            message, fix = f"{seat.name or seat.file} has the id of this table", "Change the id in the table's file."
            self.notes[seat.id] = SeatNote("damaged", message, fix)
            return
        seen = open_beside(
            self.memory,
            self.folder,
            seat.id,
            seat.file,
            self.members.layout,
            fits=self.members.misfit,
            look=self._look,
            held=self._only_look and not self.memory.is_held,
            ids=ids,
        )
        memory = seen.memory
        if memory is not None and not seen.shared:
            self._own.append(memory)
        if memory is not None and memory not in self.memory.company:
            self.memory.company.append(memory)
        document = self._read(seen.doc)
        if memory is None or document is None or seen.code not in ("", "look"):
            self.seats.pop(seat.id, None)
            code, message = (
                (seen.code, seen.message) if seen.code else ("damaged", f"{seat.file}.toml does not fit its game")
            )
            self.notes[seat.id] = SeatNote(code, message, seen.fix, document)
            if memory is not None:
                self._looks[seat.id] = memory
            return
        self.seats[seat.id] = self._make(memory)

    def _read(self, doc: Doc | None) -> Any:
        with suppress(ValidationError, ValueError):
            return None if doc is None or self.members.misfit(doc) else self.members.rules.of(doc)
        return None

    def _remark(self, seat: Seat, document: PartyDocument, tables: list[str]) -> None:
        """What is to be said of one who can play, as it is now."""
        if seat.id not in self.seats:
            return
        self.notes.pop(seat.id, None)
        name, times = seat.name or seat.file, sum(one.id == seat.id for one in document.seats)
        if times > 1:
            message, fix = f"{name} has {plural(times, 'seat')} at this table", "Remove all but one of them."
            self.notes[seat.id] = SeatNote("twice", message, fix, plays=True)
        elif tables:
            said = _also([name], tables)
            self.notes[seat.id] = SeatNote("two-tables", *said, plays=True, name=name, tables=tuple(tables))

    def told(self) -> list[str]:
        """What is to be said of all seats; those who sit at the same other tables in one sentence."""
        also: dict[tuple[str, ...], list[str]] = {}
        for note in self.notes.values():
            if note.tables:
                also.setdefault(note.tables, []).append(note.name)
        lines = [str(note) for note in self.notes.values() if not note.tables]
        return [*lines, *(". ".join(_also(names, tables)) for tables, names in also.items())]

    def _other_tables(self) -> dict[str, list[str]]:
        """The names of the other tables in the folder that somebody sits at, by ids; read again where one of their
        files has changed."""
        found: dict[str, list[str]] = {}
        own, fs = self.memory.path, self.memory.fs
        paths = [path for path in sorted(own.parent.glob("*.toml")) if path != own and not path.name.startswith(".")]
        face: object = None
        with suppress(OSError):
            face = [(path, fs.stat(str(path))) for path in paths]
            if face == self._tables[0]:
                return self._tables[1]
        for path in paths:
            with suppress(BadFile, ValidationError, OSError):
                doc = load(path)
                if "seats" in doc:
                    other = PartyDocument.model_validate({"name": doc.get("name", ""), "seats": doc["seats"]})
                    for seat in other.seats:
                        names = found.setdefault(seat.id, [])
                        names += [name for name in [other.name or path.stem] if name not in names]
        self._tables = (face, found)
        return found

    def last_seen(self, who: str) -> Any:
        """The newest state of one who takes no part; nothing where there is none. Of one that is open in another window
        as it is there now."""
        memory = self._looks.get(who)
        if memory is not None:
            if self._seen.get(who, (None, None))[0] is not memory.doc:
                self._seen[who] = memory.doc, self._read(memory.doc)
            return self._seen[who][1]
        note = self.notes.get(who)
        return note.document if note is not None else None

    @property
    def waits(self) -> bool:
        """Whether somebody is open in another window, or was."""
        return bool(self._looks)

    def poll(self) -> bool:
        """Look what has become of those who are open elsewhere; whether something has changed."""
        return bool([changes for memory in self._looks.values() if (changes := memory.poll())])

    def close(self) -> None:
        """Save and close all that were opened here. Raises the first NotSaved, after all are closed."""
        failed: NotSaved | None = None
        for memory in self._own:
            try:
                memory.close()
            except NotSaved as error:
                error.whose = error.whose or memory.path.name
                failed = failed or error
        self._own.clear()
        self.memory.company.clear()
        if failed is not None:
            raise failed


def _also(names: Sequence[str], tables: Sequence[str]) -> tuple[str, str]:
    """That they sit at other tables too, and what to do about it."""
    whose, sit, them = ("Its", "sits", "it") if len(names) == 1 else ("Their", "sit", "them")
    follow = "scenes and rounds follow whichever table moves on"
    fix = f"{whose} {follow}: remove {them} from one of the tables."
    return f"{listed(names)} also {sit} at {listed(tables)}", fix


# ---- which event of all journals is undone


class Newest(NamedTuple):
    """What undo or redo is about: whose it is (empty: the table's own), the memory that it is undone in, the event."""

    who: str
    memory: Memory
    event: Event


def newest(table: Memory, seats: Mapping[str, Memory], do: str, opened: int = 0) -> Newest | None:
    """What undo would take back at a table, or redo do again, of all that stands in its journals: the newest. A
    character's own acts from before the table's first are no acts of the table; `opened` is the number of the last
    event before it was opened (see `Memory.turn`)."""
    all_ = {"": table, **seats}
    began = _when(table.began())
    found: dict[str, tuple[tuple[int, datetime], Newest]] = {}
    for who, memory in all_.items():
        target = memory.undo_target() if do == UNDO else memory.redo_target()
        done = target if do == UNDO or target is None else _undoing(memory, target)
        if target is None or done is None:
            continue
        when = (memory.turn(done), _when(done.at))
        before = when[0] <= opened and (began is _NEVER or when[1] < began)
        if target.group is None and who and before:
            continue
        found[who] = (when, Newest(who, memory, target))
    if do == REDO and found and not _nothing_since(all_.values(), max(when for when, _ in found.values())):
        return None
    while found:
        who = max(found, key=lambda one: found[one][0])
        best = found[who][1]
        group = best.event.group
        if "" in found and _same(found[""][1].event, best.event):
            best = found[""][1]  # an act of the table is told as the table tells it
        if do == REDO or group is None:
            return best
        later = [
            one for one in _at_hand(all_, group.members) if one in found and not _same(found[one][1].event, best.event)
        ]
        if not later:
            return best
        del found[who]
    return None


_NEVER: Final = datetime.max.replace(tzinfo=UTC)


def _when(at: str) -> datetime:
    """A time as it stands in a journal; without one it is later than all others."""
    with suppress(ValueError):
        found = datetime.fromisoformat(at)
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    return _NEVER


def _undoing(memory: Memory, target: Event) -> Event | None:
    """The event that undid what could be done again."""
    if target.do == UNDO_TO:
        return target
    return next((one for one in memory.own_history() if one.do in UNDOS and about(one) == key_of(target)), None)


def _nothing_since(memories: Any, when: tuple[int, datetime]) -> bool:
    """Whether nothing was done in any of the journals after a moment, but for undoing and redoing."""
    for memory in memories:
        last = next(iter(memory.own_history()), None)
        if last is not None and last.do not in (*UNDOS, REDO) and (memory.turn(last), _when(last.at)) > when:
            return False
    return True


def _at_hand(all_: Mapping[str, Memory], members: tuple[str, ...]) -> Iterator[str]:
    """Those of an act's members that are open, by the keys that they have here."""
    return (who for who, memory in all_.items() if memory.identity in members)


def _same(one: Event, other: Event) -> bool:
    """Whether both are parts of one act."""
    return one.group is not None and other.group is not None and one.group.id == other.group.id
