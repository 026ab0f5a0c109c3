"""What happens to an open character, and what there is of it: the part of a memory that play uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from saga_tui.changes import MISSING, Change, ChangeError, Doc
from saga_tui.store.arriving import Desk
from saga_tui.store.errors import BadFile, ReadOnly
from saga_tui.store.event import IDENTIFY, Event
from saga_tui.store.fs import FS
from saga_tui.store.ids import new_id
from saga_tui.store.merging import Conflict
from saga_tui.store.others import with_others
from saga_tui.store.upkeep import Status, Upkeep
from saga_tui.store.writer import Writer


class Acting:
    """Events, undo, history, drafts and status of an open character."""

    _desk: Desk
    _upkeep: Upkeep
    _writer: Writer | None
    _fs: FS

    # -- what there is

    @property
    def path(self) -> Path:
        """The character's file (links resolved)."""
        return Path(self._desk.places.file)

    @property
    def doc(self) -> Doc:
        """The character with everything that happened, saved or not. Treat it as a value: never write into it."""
        return self._desk.ledger.view

    @property
    def read_only(self) -> bool:
        """Whether this copy may only look."""
        return self._desk.read_only

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines for the user on what opening found and recovered."""
        return (*self._desk.notes, *self._desk.take.notes)

    @property
    def problem(self) -> BadFile | None:
        """Why the file is left alone: gone, unreadable, implausible. Answer with `use_memory` or `use_file`."""
        return self._desk.file.problem

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Places that both sides of a merge had changed; `stands` says which value counts until `choose` is called.

        They are asked again after a restart; one whose value has changed since is answered.
        """
        return tuple(self._desk.take.questions.left(self.doc))

    @property
    def status(self) -> Status:
        """Whether all that happened is durable."""
        return self._upkeep.status

    @property
    def status_text(self) -> str:
        """The status in words: `NOT SAVED: disk full (3 actions)`."""
        return self._upkeep.status_text

    @property
    def on_change(self) -> Callable[[], None] | None:
        """Called when the status, the file or a wish to take over has changed (from the writer thread, if any)."""
        return self._upkeep.on_change

    @on_change.setter
    def on_change(self, listener: Callable[[], None] | None) -> None:
        self._upkeep.on_change = listener

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
        """Let something happen: in `doc` at once, durable when `status` says so.

        Raises ReadOnly; ChangeError or ValueError, and then nothing happened, for changes that do not fit, do not
        lead to `new_doc` or cannot be written; TooMuch for more than a file may hold.
        """
        self._may_write()
        with self._desk.ledger.lock:
            if self._identify() and new_doc is not None:
                new_doc = {**new_doc, "id": self._desk.identity}
            event = self._desk.ledger.commit(do, params, changes, new_doc=new_doc, dice=dice, clock=clock, text=text)
        self._happened()
        return event

    def _may_write(self) -> None:
        if self.read_only:
            raise ReadOnly(str(self._desk.barred or "this window is read-only"))

    def _identify(self) -> bool:
        """Before its first write a hand-made file gets an id, a copied one an id of its own; whether it just did."""
        desk = self._desk
        old = desk.ledger.view.get("id", MISSING)
        if old == desk.identity:
            return False
        desk.ledger.commit(IDENTIFY, {}, [Change(("id",), old, desk.identity)], text="New id for a copied file")
        if old is not MISSING:
            desk.notes.append("this file was copied from another character and now has its own id")
        return True

    def become_another(self) -> str:
        """Give the character an id of its own, beside another one with the same; gives the id. Raises ReadOnly."""
        self._may_write()
        self._desk.identity = new_id()
        with self._desk.ledger.lock:
            self._identify()
        self._happened()
        return self._desk.identity

    def _happened(self) -> None:
        self._upkeep.acted()
        if self._writer is not None:
            self._writer.wake()
        else:
            self._upkeep.try_drain()

    def undo(self) -> Event | None:
        """Take the newest event back that is still done; None when there is none. Raises ReadOnly."""
        self._may_write()
        event = self._desk.ledger.undo()
        if event is not None:
            self._happened()
        return event

    def redo(self) -> Event | None:
        """Do the event again that was undone last; None when there is none. Raises ReadOnly."""
        self._may_write()
        event = self._desk.ledger.redo()
        if event is not None:
            self._happened()
        return event

    def undo_target(self) -> Event | None:
        """What `undo` would take back."""
        return self._desk.ledger.undo_target()

    def redo_target(self) -> Event | None:
        """What `redo` would do again."""
        return self._desk.ledger.redo_target()

    def undo_since(self, steps: Sequence[Event], before: Doc, doc: Doc) -> Event:
        """Take back all that stands from an event on, as one event that `redo` brings back as a whole.

        `steps` are those events, newest first; `doc` is the character before them, `before` the one that this was
        worked out from. Raises ReadOnly; ChangeError where something has happened since.
        """
        self._may_write()
        ledger = self._desk.ledger
        with ledger.lock:
            if ledger.view is not before:
                raise ChangeError("something changed in the meantime")
            event = ledger.undo() if len(steps) == 1 else ledger.undo_since(steps, doc)
        self._happened()
        return event or steps[-1]

    @property
    def device(self) -> str:
        """This device, as its own events name it."""
        return self._desk.places.device

    def history(self) -> Iterator[Event]:
        """Every event, newest first, those of other devices among them; older ones are read when they are reached."""
        return with_others(self._fs, self._desk.places, self._desk.ledger.history(strays=True))

    def own_history(self) -> Iterator[Event]:
        """The events that undo walks, newest first: this device's, and those of the journals that it goes on from."""
        return self._desk.ledger.history()

    def choose(self, conflict: Conflict, ours: bool) -> Event | None:
        """Settle a conflict of a merge: keep what stands (None), or let the other value happen."""
        self._may_write()
        take = self._desk.take
        event = take.give_back(conflict) if ours != conflict.ours_stands else None
        take.questions.settle(conflict)
        if event is not None:
            self._happened()
        return event

    # -- drafts

    def save_draft(self, field: str, text: str) -> None:
        """Keep text that is being typed, so that not even a kill loses a letter. A full disk is no reason to stop."""
        if not self.read_only:
            with suppress(OSError):
                self._desk.drafts.save(field, text)
            if self._writer is None:
                with suppress(OSError):
                    self._desk.drafts.flush()

    def drafts(self) -> dict[str, str]:
        """Text that was being typed and never became an event, by field."""
        return dict(self._desk.drafts.texts)

    def drop_draft(self, field: str) -> None:
        """The field was left: its text is an event now, or was given up."""
        if not self.read_only:
            with suppress(OSError):
                self._desk.drafts.drop(field)
