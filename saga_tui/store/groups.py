"""One act over several documents of a folder, all or nothing: carried out, undone, and completed after a crash.

The documents' file work is held while the act's redo log is written (see `group_log`), and each one's journal gets its
part after that. Where all have a writer thread the act is seen at once and that is done a moment later; until then
nothing else can happen to them, so that it can be taken back in all of them where it fails. Documents of a folder and
of the folder of tables in it can take part; an act over other folders is refused: no one rename is durable in two
places at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock as Mutex
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from saga_tui.changes import Change
from saga_tui.store import group_log
from saga_tui.store.errors import BadFile, NotSaved, StoreError, error_in_words
from saga_tui.store.event import REDO, UNDO, Event, Group, Layout
from saga_tui.store.folders import Places, common, kin, memories_of, new_id
from saga_tui.store.fs import FS
from saga_tui.store.group_log import Pending
from saga_tui.store.journal import names_in
from saga_tui.store.ledger import Ledger
from saga_tui.store.locks import NoLocks, take_lock
from saga_tui.store.opening import Found, find
from saga_tui.store.records import Planned
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store.editing import Editing

OPEN: WeakSet[Editing] = WeakSet()
"""The documents that this process has open for writing: they take part in an undo where they are."""

SEEN_FIRST = 0.02
"""Seconds that an act over several is left to the screen before a writer thread makes it durable."""
_ANY_FORMAT = 1 << 30
_WAIT = 0.2
"""Seconds that another window may take to finish with a member that is not open here."""


class NotTogether(StoreError):
    """An act over several documents that cannot be carried out or undone in all of them, so it is in none."""


@dataclass(frozen=True, slots=True)
class Act:
    """What one document's part of an act is: see `Memory.commit`."""

    memory: Editing
    do: str
    params: dict[str, Any]
    changes: Sequence[Change]
    more: dict[str, Any] = field(default_factory=dict)
    """`new_doc`, `dice`, `clock`, `text`."""


@dataclass(frozen=True, slots=True)
class Member:
    """A document that takes part: who it is, its ledger, what keeps others off its files, what to do afterwards."""

    identity: str
    ledger: Ledger
    io: AbstractContextManager[Any]
    after: Callable[[], object]
    waits: bool = True
    """Whether an act has to be durable at once: it has no writer thread."""

    @property
    def name(self) -> str:
        """The name of its file without the ending."""
        return self.ledger.places.stem


def commit_all(acts: Sequence[Act]) -> tuple[Event, ...]:
    """Let one act happen in several open documents of one folder: in all of them, or in none. It has happened when this
    returns, even where a journal can get its part only later; where all have a writer thread it is seen then, and their
    `status` says when it is durable. Raises what `Memory.commit` raises, NotSaved, and NotTogether for documents of
    several folders; nothing happened then."""
    members = [act.memory.member() for act in acts]

    def planned(group: Group) -> list[Planned]:
        found = []
        for act, member in zip(acts, members, strict=True):
            more = dict(act.more)
            if more.get("new_doc") is not None:
                more["new_doc"] = {**more["new_doc"], "id": member.identity}
            found.append(member.ledger.plan(act.do, act.params, act.changes, group=group, **more))
        return found

    return _together(members, planned)


def _together(members: Sequence[Member], plan: Callable[[Group], list[Planned]]) -> tuple[Event, ...]:
    """Plan under all locks, and let it happen: shown first and written soon where every member has a writer
    thread, else written first."""
    first = members[0].ledger
    folder = common(member.ledger.places.folder for member in members)
    if folder is None:
        raise NotTogether("Characters of different folders cannot change in one step. Move them into one folder first.")
    if len({member.ledger.places.device for member in members}) > 1:
        raise NotTogether("The name of this device could not be read. Close the characters and open them again.")
    if len({member.identity for member in members}) < len(members):
        raise ValueError("a document is named twice")
    with ExitStack() as held:
        for member in _in_order(members):
            held.enter_context(member.io)
            held.enter_context(member.ledger.lock)
        for member in members:
            _ready(member.ledger)
        group = Group(f"{first.places.device}-{new_id()}", tuple(member.identity for member in members))
        parts = plan(group)
        path = f"{group_log.folder_of(folder)}/{group.id}.toml"
        events = {member.identity: part.written.event for member, part in zip(members, parts, strict=True)}
        act = _Shown(members, parts, Pending(path, group, events))
        later = not any(member.waits for member in members)
        if not later:
            _write(members, act.pending)
        act.begin(later=later)
    for member in members[:1] if later else members:
        member.after()
    return tuple(events.values())


class _Shown:
    """An act that is seen in all its documents. The order of locks is this one's own, the file
    work of all members by their files, their ledgers: nobody who works on a member's files can wait for this."""

    def __init__(self, members: Sequence[Member], parts: Sequence[Planned], pending: Pending) -> None:
        self.members, self.parts, self.pending = members, parts, pending
        self._mutex = Mutex()
        self._over = False
        self._failed = ""

    def begin(self, *, later: bool) -> None:
        """Let it be seen; the caller holds all locks. `later`: it is not durable yet."""
        for member, part in zip(self.members, self.parts, strict=True):
            member.ledger.take(part)
        if later:
            for member in self.members:
                member.ledger.underway = (time.monotonic() + SEEN_FIRST, self.finish)
        else:
            self._happened()

    def finish(self) -> None:
        """Make it durable, or take it back in all of them; who comes meanwhile waits. Raises NotSaved where it was
        taken back."""
        with self._mutex:
            if not self._over:
                with ExitStack() as held:
                    for member in _in_order(self.members):
                        held.enter_context(member.io)
                    self._write_or_take_back()
                self._over = True
                for member in self.members:
                    member.after()
        if self._failed:
            raise NotSaved(self._failed, 1)

    def _write_or_take_back(self) -> None:
        try:
            _write(self.members, self.pending)
        except NotSaved as error:
            self._take_back(error)
        else:
            self._happened()
        for member in self.members:
            member.ledger.underway = None

    def _happened(self) -> None:
        """It is durable: each journal gets its part, and with the last one the redo log goes."""
        fs, path = self.members[0].ledger.fs, self.pending.path
        last_one = _LastOne(len(self.members), partial(group_log.remove, fs, path))
        for member in self.members:
            member.ledger.groups[self.pending.group.id] = last_one

    def _take_back(self, error: NotSaved) -> None:
        for member, part in zip(self.members, self.parts, strict=True):
            member.ledger.take_back(part)
        event = self.parts[0].written.event
        what = {UNDO: "Undo of ", REDO: "Redo of "}.get(event.do, "") + (event.text or event.do)
        where = plural(len(self.members), "file")
        self._failed = f"{what}: not saved ({error}), and undone in all {where}"
        self.members[0].ledger.news.append(f"{self._failed}.")


def _in_order(members: Sequence[Member]) -> list[Member]:
    return sorted(members, key=lambda member: member.ledger.places.file)


def _ready(ledger: Ledger) -> None:
    """Everything before the act is durable, in a journal of the document's own. Raises NotSaved."""
    ledger.drain()
    if not ledger.journal.number:
        try:
            ledger.journal.roll()
        except OSError as error:
            raise NotSaved(error_in_words(error)) from error


def _write(members: Sequence[Member], pending: Pending) -> None:
    first = members[0].ledger
    try:
        group_log.write(first.fs, pending)
    except Exception as error:  # whatever it is: nobody may be left to believe that it has happened
        for member in members:
            member.ledger.doubtful.append(pending.path)
        raise NotSaved(error_in_words(error)) from error


class _LastOne:
    """Called once for each member; the last call does the work."""

    def __init__(self, count: int, work: Callable[[], None]) -> None:
        self._left, self._work, self._mutex = count, work, Mutex()

    def __call__(self) -> None:
        with self._mutex:
            self._left -= 1
            left = self._left
        if not left:
            self._work()


# -- undo and redo


def step(memory: Editing, do: str, target: Event) -> Event:
    """Undo or redo an act in all its members, those that are not open here among them. Raises NotTogether, NotSaved."""
    group, me = target.group, memory.member()
    if group is None:
        raise ValueError("an act of one document")
    with ExitStack() as held:
        others = [identity for identity in group.members if identity != me.identity]
        members = [me, *(held.enter_context(_member(me, identity)) for identity in others)]

        def planned(new: Group) -> list[Planned]:
            targets = [_target(member, do, group) for member in members]
            return [one.ledger.plan_step(do, event, new) for one, event in zip(members, targets, strict=True)]

        return _together(members, planned)[0]


def _target(member: Member, do: str, group: Group) -> Event:
    event = member.ledger.target(do)
    if event is None or event.group is None or event.group.id != group.id:
        what = "undo" if do == UNDO else "redo"
        since = f"{member.name} has changed since" if event is not None else f"{member.name} does not have it"
        raise NotTogether(
            f"This changed {plural(len(group.members), 'file')} at once, and {since}. First {what} there."
        )
    return event


@contextmanager
def _member(me: Member, identity: str) -> Iterator[Member]:
    """Another member of an act: as it is open here, else opened for the moment. Raises NotTogether."""
    fs, places = me.ledger.fs, me.ledger.places
    for memory in list(OPEN):
        if memory.identity == identity and memory.on_disk(fs) and str(memory.path.parent) in kin(places.folder):
            yield memory.member()
            return
    with _closed(fs, places, identity, me.ledger.now) as member:
        yield member


@contextmanager
def _closed(fs: FS, mine: Places, identity: str, now: Callable[[], str]) -> Iterator[Member]:
    """A document that is not open here, locked and read for the moment. Raises NotTogether."""
    state, until = Path(mine.state), time.monotonic() + _WAIT
    memories = ((folder, one) for folder in kin(mine.folder) for one in memories_of(fs, folder, identity, ""))
    folder, memory = next(memories, (mine.folder, ""))
    name = next(names_in(fs, memory), "")
    file = Path(folder, Path(name).name)
    lock = take_lock(fs, state, file, until) if name else None
    if lock is None:
        raise NotTogether(
            f"{file.name} is open in another window." if name else f"The character {identity} is not here."
        )
    try:
        found = find(fs, file, Layout(current_format=_ANY_FORMAT), mine.device, state)
        if found.barred is not None or found.owner is not None or not lock.hold(found.places.memory, until):
            raise NotTogether(str(found.barred or f"{file.name} is open in another window."))
        ledger = Ledger(fs, found.places, found.start, now)
        ledger.versions = lambda: found.known
        ledger.merged_rescues = tuple(found.rescues)
        try:
            ledger.drain()
            yield Member(found.identity, ledger, ledger.lock, partial(_try_drain, ledger))
        finally:
            ledger.journal.close()
    except (BadFile, NoLocks, OSError) as error:
        raise NotTogether(f"{file.name} cannot be changed: {error}") from error
    finally:
        lock.give()


# -- after a crash


def complete(ledger: Ledger, found: Found) -> None:
    """What a crash interrupted: give the other members their parts too; what cannot be completed is noted. The document
    itself has its part already. What is kept for later is tried again whenever a member is opened."""
    fs, places = ledger.fs, ledger.places
    for one in found.groups:
        text = one.events[found.identity].text or one.events[found.identity].do
        has = {identity: group_log.has_part(fs, places, one, identity) for identity in one.events}
        later = []
        for identity in (identity for identity in has if has[identity] is None and has[found.identity]):
            try:
                with _closed(fs, places, identity, ledger.now):
                    pass  # reading it has given it its part
            except (StoreError, OSError) as error:
                later.append(str(error))
        if later:
            found.notes.append(f"{text}: not completed in all characters yet. {' '.join(later)}")
            continue
        if False in has.values() and True in has.values():
            found.notes.append(f"{text}: one of the characters went on without it")
        group_log.remove(fs, one.path)


def _try_drain(ledger: Ledger) -> None:
    with suppress(NotSaved):  # it has happened: the redo log gives it to whoever opens the document next
        ledger.drain()
