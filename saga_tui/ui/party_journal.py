"""The whole log of a table: what happened in every journal of it, in one list with who, filtered and searched. What can
be taken back or corrected alone is taken back and corrected in the log that it stands in."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.content import Content

from saga_tui.engine.correcting import CommandCorrector
from saga_tui.store.event import Event
from saga_tui.store.undoing import Fates, Key, key_of
from saga_tui.ui.journal.entry import EntryDialog, about
from saga_tui.ui.journal.listing import BATCH, Book, JournalList
from saga_tui.ui.journal.screen import JournalScreen
from saga_tui.ui.journal.words import category_of, haystack
from saga_tui.ui.party_log import MANY, moment, shorts

if TYPE_CHECKING:
    from saga_tui.engine.party import PartySession
    from saga_tui.store import Memory

ALL = "all"
"""Stands before an act of the whole table."""


class BookOfAll(Book):
    """The events of a table and of all who sit at it, newest first; an act of the whole table is there once."""

    def __init__(self, table: Memory, members: Mapping[str, tuple[str, Memory]], kinds: Mapping[str, str]) -> None:
        """`members` are names and memories by id."""
        self.memories = {"": table} | {who: memory for who, (_, memory) in members.items()}
        self.names = {who: name for who, (name, _) in members.items()}
        self.heads = shorts(self.names)
        super().__init__(table, kinds)

    def restart(self) -> None:
        """Begin anew with the newest event of all."""
        self._whose: dict[int, str] = {}
        self._fates_by: dict[str, Fates] = {who: Fates() for who in self.memories}
        self._newest = self._faces()
        super().restart()

    def source(self) -> Iterator[Event]:
        """All journals as one."""
        streams = [self._stream(who) for who in self.memories]
        return (event for *_, event in heapq.merge(*streams, key=lambda one: one[:2], reverse=True))

    def _stream(self, who: str) -> Iterator[tuple[datetime, int, Event]]:
        """The events of one, with when they happened; what happened here within a second by its number."""
        memory = self.memories[who]
        for event in memory.history():
            group = event.group
            if who and group is not None and len(group.members) >= MANY and self.memory.identity in group.members:
                continue  # told by the table's own line
            self._whose[id(event)] = who
            yield moment(event.at), memory.turn(event), event

    def _faces(self) -> list[Key | None]:
        return [next((key_of(one) for one in memory.history()), None) for memory in self.memories.values()]

    def refresh(self) -> bool:
        """Read anew where anything happened in any of them."""
        if self._faces() == self._newest:
            return False
        read = len(self.events)
        self.restart()
        self.more(max(BATCH, read))
        return True

    def who(self, event: Event) -> str:
        """Whose journal it stands in, by id; empty: the table's own."""
        return self._whose.get(id(event), "")

    def memory_of(self, event: Event) -> Memory:
        """The memory that it stands in."""
        return self.memories[self.who(event)]

    def head(self, event: Event) -> str:
        """The first letters of a name; `all` for an act of the whole table, a dash for one of the table alone."""
        if who := self.who(event):
            return self.heads[who]
        return ALL if event.group is not None and len(event.group.members) >= MANY else "–"

    def fates(self, event: Event) -> Fates:
        """Those of its own journal: two of them may use the same numbers."""
        return self._fates_by[self.who(event)]

    def key(self, event: Event) -> object:
        """Its own in all of them."""
        return self.who(event), key_of(event)

    def words_of(self, event: Event) -> str:
        """With the name of whose it is."""
        name = self.names.get(self.who(event), "")
        layout = self.memory_of(event).layout
        return f"{name.casefold()} {haystack(event, layout.short, layout.named)}"


class PartyJournalScreen(JournalScreen):
    """Everything that happened at a table and to those who sit there, newest first."""

    book: BookOfAll

    def __init__(self, session: PartySession[Any], kinds: Mapping[str, str], theirs: Mapping[str, str]) -> None:
        """`kinds` are those of the table's verbs, `theirs` those of the characters'."""
        super().__init__(session.memory, {**theirs, **kinds}, CommandCorrector(session.game))
        self.session = session
        seats = {who: (one.document.title, one.memory) for who, one in session.seats.items()}
        self.book = BookOfAll(session.memory, seats, self.book.categories)

    def _about(self, event: Event) -> Content:
        undone, corrected = self.book.undone(event), self.book.corrected(event)
        category, memory = category_of(event, self.book.categories), self.book.memory_of(event)
        told = about(event, undone=undone, category=category, layout=memory.layout, doc=memory.doc, corrected=corrected)
        name = self.book.names.get(self.book.who(event), "")
        return Content.assemble((name, "bold $title"), "\n" if name else "", told)

    @on(JournalList.Chosen)
    @work
    async def _chosen(self, event: JournalList.Chosen) -> None:
        may = not self.memory.read_only
        dialog = EntryDialog(self._about(event.event), may_go_back=may, may_correct=may)
        if await self.app.push_screen_wait(dialog) is not None:
            self._own_log(event.event)

    def _own_log(self, event: Event) -> None:
        """The log that an entry stands in, with the cursor on it: there it can be taken back or corrected."""
        who = self.book.who(event)
        game = self.session.seats[who].game if who in self.session.seats else self.session.game
        screen = JournalScreen(self.book.memory_of(event), self.book.categories, CommandCorrector(game), at=event)
        self.app.push_screen(screen, lambda _: self._again())

    def action_correct(self) -> None:
        """In the log that the entry stands in."""
        self.action_back()

    def action_back(self) -> None:
        """In the log that the entry stands in."""
        if self.list.entry is not None:
            self._own_log(self.list.entry)

    def action_undo(self) -> None:
        """Take back what happened last at the table, wherever it stands."""
        self._step(self.session.undo, "Nothing to undo.")

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self._step(self.session.redo, "Nothing to redo.")

    def still(self, event: Event) -> str:
        """As the table says it."""
        return self.session.still(event)
