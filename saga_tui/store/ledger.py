"""The events of one open character: taken at once, queued, made durable in order, with undo over all of them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from saga_tui.changes import Change, ChangeError, Doc, apply, apply_fitting, diff, invert, same
from saga_tui.store.errors import NotSaved, error_in_words
from saga_tui.store.event import EXTERNAL, IDENTIFY, MIGRATE, REDO, UNDO, UNDO_TO, Event, Group
from saga_tui.store.folders import Places, spelled
from saga_tui.store.fs import FS
from saga_tui.store.journal import STRAY, Home, Journal, Rescue, compare, content_of, in_time, line_back
from saga_tui.store.records import Header, Losses, Mark, Planned, Written, event_record, mark_record
from saga_tui.store.replay import Replayed, extent
from saga_tui.store.toml import SizeLimit
from saga_tui.store.undoing import UndoBook, redo_after

_TURNS = itertools.count(1)
_LAST = [0]


def last_turn() -> int:
    """The number of the last event that happened in this program, counted over all documents; 0 before the first."""
    return _LAST[0]


_NEVER_REFUSED: Final = frozenset({EXTERNAL, IDENTIFY, MIGRATE, UNDO, UNDO_TO, REDO})
"""What has happened already, or leads to where the character was before."""


@dataclass(frozen=True, slots=True)
class FileVersions:
    """What the character's file may hold: the version expected, and all that are possible."""

    sha: str
    docs: Mapping[str, Doc]


class Ledger:
    """The state of a character: `view` with all that happened, `doc` with all that is durable. The lock guards the
    state and is never held over file work; `drain` and `mark` are for one thread at a time."""

    def __init__(self, fs: FS, places: Places, start: Replayed, now: Callable[[], str]) -> None:
        self.fs, self.places, self.now = fs, places, now
        self.lock = threading.RLock()
        self.doc = self.view = start.doc
        self.last_id = self._view_id = start.last_id
        self.heard, self.unsaid = dict(start.heard), dict[str, int]()
        self.begun = start.begun
        self.clock: dict[str, int] = dict(start.events[-1].clock) if start.events else {}
        self.events = list(start.events)
        self.versions: Callable[[], FileVersions] = lambda: FileVersions("", {})
        self.error = ""
        self.settling = bool(start.notes)
        """Whether the next segment is to list what was lost before it."""
        self._redo = start.redo
        self.turns: dict[int, int] = {}
        """When each event since the document was opened happened, counted over all documents of this program."""
        self._size_limit = SizeLimit()
        self._pending: list[Planned] = []
        self._older = self._older_segments(start.oldest)
        self._loaded_older: list[tuple[list[Event], list[Event]]] = []
        self._strays: list[Event] = []
        self._book = UndoBook(start.redo_before, start.events, self._load_older, start.since)
        self._oldest = start.oldest
        self._first = start.events[0].id if start.events else start.last_id + 1
        self._home = Home(fs, places)
        self._met: set[tuple[int, int]] = set()
        self.adrift = start.adrift or bool(start.strays)
        """Whether the journal on disk is not what it was, or lacks something: the next segment is to hold it."""
        self._moved = False
        self.news: list[str] = []
        """What has become of the journal from outside, for the user."""
        self.rescue = Rescue(fs, places)
        self.merged_rescues: tuple[str, ...] = ()
        """Rescue files to be removed as soon as all is in the journal."""
        self.on_strangers: Callable[[list[Event]], None] = lambda _events: None
        """Merges what another program wrote to this journal."""
        self.before_segment: Callable[[], None] = lambda: None
        """Called before a segment begins; may raise OSError."""
        self.groups: dict[str, Callable[[], None]] = {}
        """By act over several documents: what to call when this one's part of it is durable."""
        self.underway: tuple[float, Callable[[], None]] | None = None
        """What makes the act over several durable that was taken last, and when by itself; nothing follows before."""
        self.doubtful: list[str] = []
        """Files of such acts that could not be written for certain: nothing is written before they are gone."""
        self.journal = Journal(fs, places.journal, self._header, self._may_begin)
        self.journal.number = start.go_on.number if start.go_on else start.oldest
        if start.go_on is not None:
            self.journal.go_on(start.go_on)

    def _may_begin(self) -> None:
        self._home.check()
        self.before_segment()

    def _header(self, number: int) -> Header:
        file = self.versions()
        return Header(
            number=number,
            device=self.places.device,
            last_event=self.last_id,
            file=spelled(self.places.name),
            doc=self.doc,
            sha=file.sha,
            versions=dict(file.docs),
            redo=self._redo,
            heard=self.heard,
            settled=self._losses() if self.settling else Losses(),
            begun=self.begun,
        )

    def _losses(self) -> Losses:
        try:
            return extent(self.fs, self.places.journal, self.places.device).losses()
        except OSError:
            return Losses()

    def settle(self) -> bool:
        """Begin a segment that lists what the journal has lost, if that is news. Raises OSError."""
        there = extent(self.fs, self.places.journal, self.places.device)
        news = there.settled | there.losses() != there.settled
        if news:
            self.settling = True
            self.journal.folder = self.places.journal
            self.journal.roll()
        return news

    # -- history

    def _older_segments(self, oldest: int) -> Iterator[tuple[list[Event], list[Event]]]:
        return line_back(self.fs, self.places.journals, self.places.device, self.begun, oldest, known=self.events)

    def _load_older(self) -> list[Event] | None:
        try:
            found = next(self._older, None)
        except OSError:
            return None
        if found is None:
            return None
        self._loaded_older.append(found)
        return found[0]

    def history(self, strays: bool = False) -> Iterator[Event]:
        """Every event of this device and of the journals that it goes on from, newest first; older segments are read
        when they are reached. With `strays`, also what other programs wrote to this journal at the same time."""
        with self.lock:
            newest = list(self.events) + [queued.written.event for queued in self._pending]
            beside = list(self._strays)
        yield from reversed(in_time(newest, beside if strays else []))
        number = 0
        while True:
            with self.lock:
                if number == len(self._loaded_older) and not self._book.load_older():
                    return
                events, beside = self._loaded_older[number]
            number += 1
            yield from reversed(in_time(events, beside if strays else []))

    def state_at(self, event_id: int) -> Doc | None:
        """The character as it was after one of this device's events; None where history does not reach."""
        doc, last = self.view, self._view_id
        for event in self.history():
            if last == event_id:
                return doc
            if event.id != last:
                return None
            try:
                doc, last = apply(doc, invert(event.changes)), event.id - 1
            except ChangeError:
                return None
        return doc if last == event_id else None

    def past(self, limit: int = 500) -> Iterator[Doc]:
        """The character as it is and as it was after each of this device's last events, newest first."""
        yield self.view
        for _event, doc in self.back(limit):
            yield doc

    def back(self, limit: int) -> Iterator[tuple[Event, Doc]]:
        """This device's last events, newest first, each with the character before it; as far as they fit."""
        doc = self.view
        for event in itertools.islice(self.history(), limit):
            try:
                doc = apply(doc, invert(event.changes))
            except ChangeError:
                return
            yield event, doc

    def show(self, doc: Doc) -> None:
        """Show a document without an event, in a copy that may only look."""
        self.doc = self.view = doc

    # -- taking events

    @property
    def waiting(self) -> int:
        """How many events are not durable yet."""
        return len(self._pending)

    def commit(self, do: str, params: Mapping[str, Any], changes: Sequence[Change], **more: Any) -> Event:
        """Let an event happen: the view has it at once, the disk at the next `drain`. Takes and raises as `plan`."""
        with self.lock:
            return self.take(self.plan(do, params, changes, **more))

    def plan(
        self,
        do: str,
        params: Mapping[str, Any],
        changes: Sequence[Change],
        *,
        new_doc: Doc | None = None,
        dice: Sequence[int] = (),
        clock: Mapping[str, int] | None = None,
        text: str = "",
        of: Event | None = None,
        file: tuple[str, str, tuple[Change, ...]] = ("", "", ()),
        heard: Mapping[str, int] | None = None,
        group: Group | None = None,
    ) -> Planned:
        """The event that would come next; nothing happens yet. Raises ChangeError or ValueError when the changes do not
        fit, do not lead to `new_doc`, or cannot be written; TooMuch when the file could not be read again."""
        with self.lock:
            doc = apply(self.view, changes)
            if new_doc is not None and not same(doc, new_doc):
                raise ChangeError("the changes do not lead to the new document")
            clock = dict(self.clock if clock is None else clock)
            device = self.places.device
            event = Event(
                self._view_id + 1, self.now(), clock, do, dict(params), tuple(dice), tuple(changes), text,
                of.id if of else None, device, of.device if of and of.device != device else "", group,
            )  # fmt: skip
            written = Written(event, *file, {**self.unsaid, **(heard or {})})
            data = b"" if do in (UNDO, REDO) else event_record(written)  # what was written once can be written again
            if do not in _NEVER_REFUSED:
                self._size_limit.take(self.view, doc, len(data))
            return Planned(written, data, doc)

    def take(self, planned: Planned) -> Event:
        """Let a planned event happen, unless another one did since it was planned."""
        event = planned.written.event
        with self.lock:
            if event.id != self._view_id + 1 or self.underway is not None:
                raise ChangeError("something changed in the meantime")
            self._pending.append(planned)
            self.unsaid.clear()
            self.view, self._view_id, self.clock = planned.doc, event.id, event.clock
            self._book.add(event)
            self.turns[event.id] = _LAST[0] = next(_TURNS)
        return event

    def take_back(self, planned: Planned) -> None:
        """An event did not happen after all: the newest, the only one that is not durable."""
        with self.lock:
            if [planned] != self._pending:
                raise ChangeError("something changed in the meantime")
            event = self._pending.pop().written.event
            self.view, self._view_id = self.doc, self.last_id
            self.clock = dict(self.events[-1].clock) if self.events else {}
            self._book = self._book.before(event, self._redo)
            del self.turns[event.id]

    def undo_target(self) -> Event | None:
        """The event that undo would take back."""
        with self.lock:
            return self._book.undo_target()

    def redo_target(self) -> Event | None:
        """The event that redo would do again."""
        with self.lock:
            return self._book.redo_target()

    def step(self, do: str) -> Event | None:
        """Undo the newest done event (UNDO), or redo what was undone last (REDO); None when there is none."""
        with self.lock:
            target = self.target(do)
            return target and self.take(self.plan_step(do, target))

    def target(self, do: str) -> Event | None:
        """The event that an undo or redo would be about."""
        return self.undo_target() if do == UNDO else self.redo_target()

    def plan_step(self, do: str, target: Event, group: Group | None = None) -> Planned:
        """The undo or redo of an event."""
        changes = target.changes if do == REDO and target.do != UNDO_TO else invert(target.changes)
        try:
            apply(self.view, changes)
        except ChangeError:  # only where a part of the journal was damaged: what still fits
            changes = diff(self.view, apply_fitting(self.view, changes)[0])
        return self.plan(do, {"do": target.do}, changes, of=target, text=target.text, group=group)

    # -- making durable

    def drain(self) -> None:
        """Write every waiting event, one flush for all that wait; raises NotSaved, and they go on waiting. A journal
        that is not in its place any more begins anew, with all that it lacks."""
        self._drop_doubtful()
        while True:
            lacking = self._lacking()
            with self.lock:
                batch = list(self._pending)
            if not batch and lacking is None:
                self.error = ""
                if self.merged_rescues or self.rescue.path:
                    self.rescue.clear(self.merged_rescues)
                    self.merged_rescues = ()
                return
            self._append(b"".join(queued.record for queued in batch), len(batch), lacking)
            with self.lock:
                del self._pending[: len(batch)]
                for queued in batch:
                    self.events.append(queued.written.event)
                    self._redo = redo_after(self._redo, queued.written.event)
                    self.heard |= queued.written.heard
                if batch:
                    self.doc, self.last_id = batch[-1].doc, batch[-1].written.event.id
            self._is_whole()
            for queued in batch:
                if (group := queued.written.event.group) and (then := self.groups.pop(group.id, None)):
                    then()

    def _drop_doubtful(self) -> None:
        if not self.doubtful:
            return
        try:
            for path in self.doubtful:
                self.fs.unlink(path)
            self.fs.fsync_dir(self.doubtful[0].rpartition("/")[0])
        except OSError as error:
            raise self._not_saved(error) from error
        self.doubtful.clear()

    def mark(self, mark: Mark) -> None:
        """Write the intent of a checkpoint; raises NotSaved."""
        self._append(mark_record(mark), 0)

    def _append(self, data: bytes, actions: int, lacking: bytes | None = None) -> None:
        self.journal.folder = self.places.journal
        try:
            if lacking is not None:
                self.journal.roll(lacking + data)
                return
            try:
                self.journal.append(data)
            except OSError:
                self.journal.append(data)  # once more, into a fresh segment
        except Exception as error:  # whatever it is: nobody may be left to believe that it is saved
            raise self._not_saved(error, actions) from error

    def _not_saved(self, error: Exception, actions: int = 0) -> NotSaved:
        self.error = error_in_words(error)
        self.keep_aside()
        return NotSaved(self.error, actions or self.waiting, self.rescue.path)

    # -- a journal that others removed, replaced or wrote to

    def out_of_place(self) -> bool:
        """Say whether somebody else has removed or replaced the journal, has written to it or bars the way to it."""
        if not self.adrift:
            try:
                self.adrift = self._moved = not self.journal.in_place
            except OSError:
                self.adrift = True
        return self.adrift

    def _lacking(self) -> bytes | None:
        """Return the records that the journal on disk lacks; None where it is as it was left. Raises NotSaved."""
        try:
            if not self.adrift and self.journal.in_place:
                return None
            self._moved = self._moved or not self.adrift
            self.adrift = True
            self._home.check()
            lacking, strangers = compare(self.fs, self.places, self._oldest, self._first, self.events)
        except Exception as error:
            raise self._not_saved(error) from error
        news = [event for event in strangers if (event.id, content_of(event)) not in self._met]
        self._met |= {(event.id, content_of(event)) for event in news}
        self._strays += [replace(event, device=event.device + STRAY) for event in news]
        if news:
            self.on_strangers(news)
        if self._strays:  # all of ours, so that the newest segment says which of two under one number is our own
            lacking = self.events
        return b"".join(event_record(Written(event)) for event in lacking)

    def _is_whole(self) -> None:
        if self._moved:
            self.news.append("The saved history was changed or removed outside the app. Missing parts are saved again.")
        self.adrift = self._moved = False

    def keep_aside(self) -> None:
        """Keep everything in the rescue file, as far as that can be written."""
        with self.lock:
            waiting = list(self._pending)
        events = [*(event_record(Written(event)) for event in self.events), *(queued.record for queued in waiting)]
        self.rescue.keep((self.last_id, self.waiting), self._header, events)
