"""One document in play: its memory on disk, the rules, and dice. All that happens to it happens through here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Generic, TypeVar

from saga_tui.changes import Change, diff
from saga_tui.dice import Roller, secure
from saga_tui.engine.command import Command, Outcome, perform
from saga_tui.engine.document import Document
from saga_tui.engine.rules import Rules
from saga_tui.store import Event, Memory
from saga_tui.store.undoing import UNDOS, about, key_of

D = TypeVar("D", bound=Document)

LOOK_BACK = 200
"""Events that are looked through for the roll that an undo took back."""


class Session(Generic[D]):
    """Carries out commands on an open document and has them remembered, one journal event each."""

    def __init__(self, game: Rules[D], memory: Memory, roller: Roller = secure) -> None:
        self.game = game
        self.memory = memory
        self.roller = roller
        self._doc: object = None
        self._plain: object = None
        """The memory's document where it is known to be written as `Document.to_doc` writes it."""
        self._document = game.document()

    @property
    def document(self) -> D:
        """The document as it is now, what is still being saved included."""
        if self.memory.doc is not self._doc:
            self._doc = self.memory.doc
            self._document = self.game.of(self.memory.doc)
        return self._document

    def preview(self, command: Command, dice: tuple[int, ...] | None = None, overrule: str | None = None) -> Outcome[D]:
        """What the command would do; nothing is kept. Dice are rolled unless they are given."""
        document = self.document
        faces = command.draws(document).by(self.roller) if dice is None else dice
        doc = self.memory.doc
        return perform(self.game, document, command, faces, overrule, doc if doc is self._plain else None)

    def do(self, command: Command, dice: tuple[int, ...] | None = None, overrule: str | None = None) -> Outcome[D]:
        """Carries the command out; unless the rules refuse it or it changes nothing, it is one event of the journal."""
        outcome = self.preview(command, dice, overrule)
        self.keep(outcome)
        return outcome

    def keep(self, outcome: Outcome[D]) -> None:
        """Keeps what was previewed; the outcome must be of the document as it is now."""
        if outcome.refused or not (outcome.changes or outcome.lines):
            return
        self.memory.commit(
            outcome.command.verb,
            outcome.command.params(),
            self._changes(outcome),
            dice=outcome.dice,
            clock=outcome.clock,
            text=f"{outcome.text}{self._again(outcome)}",
        )

        self._plain = self.memory.doc

    def _changes(self, outcome: Outcome[D]) -> Sequence[Change]:
        """What makes the new document of the one in the memory, which may be written otherwise than we would."""
        if self.memory.doc is self._plain:
            return outcome.changes
        rules = {change.path: change.rule for change in outcome.changes}
        return [
            replace(change, rule=rules.get(change.path, ""))
            for change in diff(self.memory.doc, outcome.doc)
            if change.path != ("id",)  # the memory's own: a hand-made file gets one with its first event
        ]

    def _again(self, outcome: Outcome[D]) -> str:
        """Says of dice that they were thrown anew in the place of others that were undone."""
        events = islice(self.memory.history(), LOOK_BACK) if outcome.dice else iter(())
        last = next(events, None)
        target = about(last) if last is not None and last.do in UNDOS else None
        if target is None:
            return ""
        undone = next((event for event in events if key_of(event) == target), None)
        return " (re-rolled after an undo)" if undone is not None and undone.dice else ""

    def undo(self) -> Event | None:
        """Takes back the last command that stands; `None` where there is nothing to take back."""
        return self.memory.undo()

    def redo(self) -> Event | None:
        """Does again what was undone last."""
        return self.memory.redo()
