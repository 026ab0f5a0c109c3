"""What happens to an open document: events, undo, history, drafts; who may write it, asked for and handed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from saga_tui.changes import MISSING, Change, ChangeError, Doc, apply, diff, moved
from saga_tui.store.background import Background, Status, Writer
from saga_tui.store.errors import BadFile, Barred, ReadOnly
from saga_tui.store.event import IDENTIFY, REDO, UNDO, UNDO_TO, Event, Layout
from saga_tui.store.folders import new_id
from saga_tui.store.fs import FS, RealFS
from saga_tui.store.groups import Member, step
from saga_tui.store.journal import STRAY, first_at, with_others
from saga_tui.store.locks import Lock, take_lock
from saga_tui.store.merging import Conflict
from saga_tui.store.recovery import Parts
from saga_tui.store.undoing import stretches


class Editing:
    """Events, undo, history, drafts and status of an open character."""

    _parts: Parts
    _background: Background
    _writer: Writer | None
    _fs: FS
    layout: Layout
    _lock: Lock | None
    _state: Path
    _agreed: frozenset[str]
    _began: tuple[str, str] = ("", "")
    """The journal that was asked when its first event happened, and when that was."""

    # -- what there is

    @property
    def fs(self) -> FS:
        """The disk that it lies on."""
        return self._fs

    @property
    def state(self) -> Path:
        """The user's state folder."""
        return self._state

    @property
    def path(self) -> Path:
        """The character's file (links resolved)."""
        return Path(self._parts.places.file)

    @property
    def doc(self) -> Doc:
        """The character with everything that happened, saved or not. Treat it as a value: never write into it."""
        return self._parts.ledger.view

    @property
    def read_only(self) -> bool:
        """Whether this copy may only look."""
        return self._parts.read_only

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines for the user on what opening found and recovered."""
        return (*self._parts.notes, *self._parts.edits.notes)

    @property
    def problem(self) -> BadFile | None:
        """Why the file is left alone: gone, unreadable, implausible. Answer with `use_memory` or `use_file`."""
        return self._parts.file.problem

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Places that both sides of a merge had changed; `stands` says which value counts until `choose` is called.
        They are asked again after a restart; one whose value has changed since is answered."""
        return tuple(self._parts.edits.questions.left(self.doc))

    @property
    def status(self) -> Status:
        """Whether all that happened is durable."""
        return self._background.status

    @property
    def status_text(self) -> str:
        """The status in words: `NOT SAVED: disk full (3 actions)`."""
        return self._background.status_text

    @property
    def on_change(self) -> Callable[[], None] | None:
        """Called when the status, the file or a wish to take over has changed (from the writer thread, if any)."""
        return self._background.on_change

    @on_change.setter
    def on_change(self, listener: Callable[[], None] | None) -> None:
        self._background.on_change = listener

    # -- what happens

    def commit(
        self,
        do: str,
        params: dict[str, Any],
        changes: Sequence[Change],
        *,
        new_doc: Doc | None = None,
        dice: Sequence[int] = (),
        clock: Mapping[str, int] | None = None,
        text: str = "",
    ) -> Event:
        """Let something happen: in `doc` at once, durable when `status` says so. Raises ReadOnly; ChangeError or
        ValueError, and then nothing happened, for changes that do not fit, do not lead to `new_doc` or cannot be
        written; TooMuch for more than a file may hold; NotSaved where the act over several before it is taken back."""
        self._may_write()
        with self._parts.ledger.lock:
            if self._identify() and new_doc is not None:
                new_doc = {**new_doc, "id": self._parts.identity}
            event = self._parts.ledger.commit(do, params, changes, new_doc=new_doc, dice=dice, clock=clock, text=text)
        self._happened()
        return event

    def _may_write(self) -> None:
        if self.read_only:
            raise ReadOnly(str(self._parts.barred or "this window is read-only"))
        self._background.settle_together()

    def _identify(self) -> bool:
        """Before its first write a hand-made file gets an id, a copied one an id of its own; whether it just did."""
        parts = self._parts
        old = parts.ledger.view.get("id", MISSING)
        if old == parts.identity:
            return False
        parts.ledger.commit(IDENTIFY, {}, [Change(("id",), old, parts.identity)], text="New id for a copied file")
        if old is not MISSING:
            parts.notes.append("this file was copied from another character and now has its own id")
        return True

    def become_another(self) -> str:
        """Give the character an id of its own, beside another one with the same; gives the id. Raises ReadOnly."""
        self._may_write()
        self._parts.identity = new_id()
        with self._parts.ledger.lock:
            self._identify()
        self._happened()
        return self._parts.identity

    def _happened(self) -> None:
        self._background.acted()
        if self._writer is not None:
            self._writer.wake()
        else:
            self._background.try_drain()

    def undo(self) -> Event | None:
        """Take the newest event back that is still done; None when there is none. Raises ReadOnly."""
        self._may_write()
        return self._step(UNDO)

    def redo(self) -> Event | None:
        """Do the event again that was undone last; None when there is none. Raises ReadOnly."""
        self._may_write()
        return self._step(REDO)

    def _step(self, do: str) -> Event | None:
        target = self._parts.ledger.target(do)
        if target is not None and target.group is not None:
            return step(self, do, target)
        event = self._parts.ledger.step(do)
        if event is not None:
            self._happened()
        return event

    @property
    def identity(self) -> str:
        """The id that the character has, or gets at its first write."""
        return self._parts.identity

    def on_disk(self, fs: FS) -> bool:
        """Whether this is open for writing, on the disk that those calls lead to."""
        return not self.read_only and (fs is self._fs or (isinstance(fs, RealFS) and isinstance(self._fs, RealFS)))

    def member(self) -> Member:
        """The document as it takes part in an act over several; it has its id by now. Raises ReadOnly."""
        self._may_write()
        with self._parts.ledger.lock:
            self._identify()
        background, waits = self._background, self._writer is None
        return Member(self._parts.identity, self._parts.ledger, background.io, self._happened, waits)

    def turn(self, event: Event) -> int:
        """When an event of this device happened in this program, counted over all documents; 0: before it began."""
        return self._parts.ledger.turns.get(event.id, 0)

    def began(self) -> str:
        """When the first event of this device's journal happened, as it is written there; empty where there is none."""
        places = self._parts.places
        if self._began[0] != places.journal or not self._began[1]:
            self._began = (places.journal, first_at(self._fs, places))
        return self._began[1]

    def undo_target(self) -> Event | None:
        """What `undo` would take back."""
        return self._parts.ledger.undo_target()

    def redo_target(self) -> Event | None:
        """What `redo` would do again."""
        return self._parts.ledger.redo_target()

    def undo_since(self, steps: Sequence[Event], before: Doc, doc: Doc) -> Event:
        """Take back all that stands from an event on, as one event that `redo` brings back as a whole. `steps` are
        those events, newest first; `doc` is the character before them, `before` the one that this was worked out from.
        Raises ReadOnly; ChangeError where something has happened since."""
        self._may_write()
        ledger = self._parts.ledger
        with ledger.lock:
            if ledger.view is not before:
                raise ChangeError("something changed in the meantime")
            if len(steps) > 1:
                first = steps[-1]
                params = {"do": first.do, "undoes": stretches(steps)}
                text = f"{first.text or first.do} and {len(steps) - 1} more"
                changes = diff(before, doc)
                changes += tuple(moved(apply(before, changes), doc))  # with every key where it stood
                event = ledger.commit(UNDO_TO, params, changes, of=first, text=text)
                self._happened()
                return event
        return self.undo() or steps[-1]

    @property
    def device(self) -> str:
        """This device, as its own events name it."""
        return self._parts.places.device

    def history(self) -> Iterator[Event]:
        """Every event, newest first, those of other devices among them; older ones are read when they are reached."""
        return with_others(self._fs, self._parts.places, self._parts.ledger.history(strays=True))

    def elsewhere(self, event: Event) -> bool:
        """Whether it was done on another device than this one, which goes on with what that one had."""
        device, last = self._parts.ledger.begun
        other = event.device.removesuffix(STRAY) != self.device and not (event.device == device and event.id <= last)
        return other and not self.read_only

    def own_history(self) -> Iterator[Event]:
        """The events that undo walks, newest first: this device's, and those of the journals that it goes on from."""
        return self._parts.ledger.history()

    def choose(self, conflict: Conflict, ours: bool) -> Event | None:
        """Settle a conflict of a merge: keep what stands (None), or let the other value happen."""
        self._may_write()
        edits = self._parts.edits
        event = edits.give_back(conflict) if ours != conflict.ours_stands else None
        edits.questions.settle(conflict)
        if event is not None:
            self._happened()
        return event

    # -- drafts

    def save_draft(self, field: str, text: str) -> None:
        """Keep text that is being typed, so that not even a kill loses a letter. A full disk is no reason to stop."""
        if not self.read_only:
            with suppress(OSError):
                self._parts.drafts.save(field, text)
            if self._writer is None:
                with suppress(OSError):
                    self._parts.drafts.flush()

    def drafts(self) -> dict[str, str]:
        """Text that was being typed and never became an event, by field."""
        return dict(self._parts.drafts.texts)

    def drop_draft(self, field: str) -> None:
        """The field was left: its text is an event now, or was given up."""
        if not self.read_only:
            with suppress(OSError):
                self._parts.drafts.drop(field)

    # -- the right to write: why it is not there, how it is asked for and given away

    def close(self) -> None:
        """See `Memory`."""
        raise NotImplementedError

    def _again(self, lock: Lock | None) -> None:
        raise NotImplementedError

    @property
    def barred(self) -> Barred | None:
        """Why this copy may only look; None where it may write, or where only looking was asked for."""
        return self._parts.barred if self.read_only else None

    def agree(self) -> bool:
        """Say that the character shall be written in spite of what bars it; whether it can be now. Raises BadFile."""
        barred = self.barred
        if barred is not None and barred.may_agree:
            self._agreed |= {barred.code}
        return self.take_over()

    def ask_to_take_over(self) -> None:
        """From a copy that only looks: ask the other one to hand the character over."""
        Lock(self._state, self._parts.places.file).ask()

    @property
    def still_asked(self) -> bool:
        """Whether a wish to take over still waits: False once the other copy has refused, or this one has it."""
        return Lock(self._state, self._parts.places.file).wanted

    @property
    def for_good(self) -> bool:
        """Whether it stays read-only whatever another copy does: a newer version made it, or somebody may only look."""
        return self.barred is not None and self.barred.code in ("newer", "looking")

    @property
    def holder(self) -> str:
        """Who has the character open, for a copy that only looks: `process 4711, since 20:15`; empty: unknown."""
        return "" if self._lock is not None else Lock(self._state, self._parts.places.file).holder

    @property
    def is_held(self) -> bool:
        """Whether another copy has the document open, for one that only looks."""
        return self._lock is None and Lock(self._state, self._parts.places.file).is_taken

    @property
    def asked_for(self) -> bool:
        """Whether another copy asks for this character."""
        return self._lock is not None and self._lock.asked_for

    def refuse(self) -> None:
        """Keep the character; the other copy may ask again."""
        if self._lock is not None:
            self._lock.refuse()

    def hand_over(self) -> None:
        """Save everything, give the character free and go on looking. Raises NotSaved, and keeps it then."""
        self._background.checkpoint()
        listener = self.on_change
        self.close()
        self._again(None)
        self.on_change = listener

    def take_over(self) -> bool:
        """From a copy that only looks: go on writing, if nobody else does any more. Raises BadFile."""
        listener = self.on_change
        lock = take_lock(self._fs, self._state, self.path, plain="locks" in self._agreed)
        if lock is None:
            return False
        try:
            self._again(lock)
        except BaseException:
            lock.give()
            self._lock = None
            raise
        self.on_change = listener
        return not self.read_only
