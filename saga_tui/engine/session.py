"""One document in play: its memory on disk, the rules, and dice. All that happens to it happens through here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Generic, TypeVar

from saga_tui.changes import Change, Doc, diff
from saga_tui.dice import Roller, secure
from saga_tui.engine.command import Command, Outcome, perform
from saga_tui.engine.document import Document
from saga_tui.engine.rules import Rules
from saga_tui.store import Event, Memory
from saga_tui.store.groups import Act, commit_all
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
            before, self._doc = self._doc, self.memory.doc
            self._document = self._read(self.memory.doc, before if isinstance(before, dict) else {})
        return self._document

    def _read(self, doc: Doc, before: Doc) -> D:
        """A document anew after a change from outside or an undo. Its parts that are as they were are the very ones
        that were read then: what is known of them goes on being known."""
        new, old = self.game.of(doc), self._document.__dict__
        by_parts = type(new).__pydantic_decorators__
        if not before or by_parts.model_validators or by_parts.field_validators:  # one part may depend on another
            return new
        return new.model_copy(update={name: old[name] for name in old if doc.get(name) is before.get(name)})

    def preview(self, command: Command, dice: tuple[int, ...] | None = None, overrule: str | None = None) -> Outcome[D]:
        """What the command would do; nothing is kept. Dice are rolled unless they are given."""
        document = self.document
        faces = command.draws(document).by(self.roller) if dice is None else dice
        doc = self.memory.doc
        return perform(self.game, document, command, faces, overrule, doc if doc is self._plain else None)

    def foresee(self, command: Command, overrule: str | None = None) -> Outcome[D]:
        """What the command would do; of one that draws cards only what chance does not decide, for what is drawn stays
        seen."""
        if not (command.hidden or command.fixed):
            return self.preview(command, overrule=overrule)
        return perform(self.game, self.document, command, None, overrule)

    def do(self, command: Command, dice: tuple[int, ...] | None = None, overrule: str | None = None) -> Outcome[D]:
        """Carries the command out; unless the rules refuse it or it changes nothing, it is one event of the journal."""
        outcome = self.preview(command, dice, overrule)
        self.keep(outcome)
        return outcome

    def dice(self, outcome: Outcome[D]) -> tuple[int, ...]:
        """All faces that fell: given to `preview`, they do the same again."""
        return outcome.dice

    def keep(self, outcome: Outcome[D]) -> None:
        """Keeps what was previewed; the outcome must be of the document as it is now."""
        if happens(outcome):
            act, known = self.act(outcome), self.knows
            self.memory.commit(act.do, act.params, act.changes, **act.more)
            self.took(outcome, known)

    @property
    def knows(self) -> bool:
        """Whether the memory's document is the very one that was made here last."""
        return self.memory.doc is self._plain

    def took(self, outcome: Outcome[D], known: bool) -> None:
        """What was previewed has happened, alone or in an act over several; `known`: see `knows`, before it did."""
        self._plain = self.memory.doc
        if known:  # the very document that was made: nothing has to be read again
            self._doc, self._document = self._plain, outcome.after

    def act(self, outcome: Outcome[D]) -> Act:
        """Returns what was previewed as the journal takes it, alone or in an act over several documents."""
        command = outcome.command
        text = f"{outcome.text}{self._again(outcome)}"
        more = {"dice": outcome.dice, "clock": outcome.clock, "text": text}
        return Act(self.memory, command.verb, command.params(), self._changes(outcome), more)

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
        """Says of dice that they were thrown anew in the place of others that were undone, or had been seen before."""
        events = islice(self.memory.history(), LOOK_BACK) if outcome.dice else iter(())
        last = next(events, None)
        target = about(last) if last is not None and last.do in UNDOS else None
        if target is None:
            return ""
        undone = next((event for event in events if key_of(event) == target), None)
        said = "dice seen before the undo" if outcome.command.fixed else "re-rolled after an undo"
        return f" ({said})" if undone is not None and undone.dice else ""

    def undo(self) -> Event | None:
        """Takes back the last command that stands; `None` where there is nothing to take back."""
        return self.memory.undo()

    def redo(self) -> Event | None:
        """Does again what was undone last."""
        return self.memory.redo()

    def still(self, event: Event) -> str:
        """What is as it was though that event was undone, in words; nothing where there is none."""
        return self.memory.layout.still_seen(event)


def do_all(steps: Sequence[tuple[Session[Any], Command]], overrule: str | None = None) -> list[Outcome[Any]]:
    """Carries out a command on each of several open documents as one act: all of them, or none.

    Undo and redo of any of them take it back and do it again in all. Where the rules refuse one command nothing
    happens; a document in which its command changes nothing takes no part. Raises as `commit_all`.
    """
    outcomes = [session.preview(command, overrule=overrule) for session, command in steps]
    if not any(outcome.refused for outcome in outcomes):
        pairs = [(session, one) for (session, _), one in zip(steps, outcomes, strict=True) if happens(one)]
        if len(pairs) == 1:
            pairs[0][0].keep(pairs[0][1])
        elif pairs:
            keep_all(pairs)
    return outcomes


def keep_all(pairs: Sequence[tuple[Session[Any], Outcome[Any]]]) -> None:
    """Keeps what was previewed of several open documents as one act. Raises as `commit_all`."""
    known = [session.knows for session, _ in pairs]
    commit_all([session.act(outcome) for session, outcome in pairs])
    for (session, outcome), was in zip(pairs, known, strict=True):
        session.took(outcome, was)


def happens(outcome: Outcome[Any]) -> bool:
    """Whether there is something to keep of it."""
    return not (outcome.refused or outcome.command.unkept) and bool(outcome.changes or outcome.lines)
