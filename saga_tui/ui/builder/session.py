"""What every step works with: the document, its commands, what is being typed, and what a choice would bring."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from saga_tui.changes import MISSING
from saga_tui.problem import Problem
from saga_tui.store import StoreError

if TYPE_CHECKING:
    from saga_tui.engine.command import Command, Outcome
    from saga_tui.engine.session import Session
    from saga_tui.store import Event
    from saga_tui.ui.builder.spec import BuilderSpec

SEEDS: Final = 1_000_000
"""Seeds are below this: short enough to be read out at a table."""


def new_seed() -> int:
    """A seed from the system's chance."""
    return secrets.randbelow(SEEDS)


class BuilderSession:
    """One document in the builder. `changed` is called after all that happens, `say` with a word on it."""

    def __init__(self, session: Session[Any], spec: BuilderSpec, seeds: Callable[[], int] = new_seed) -> None:
        self.session, self.spec, self.seeds = session, spec, seeds
        self.memory = session.memory
        self._drafts = session.memory.drafts()
        self._surprised: tuple[str, object] = ("", None)
        """The step that was filled at random last, and the document right after."""
        self.changed: Callable[[], None] = lambda: None
        self.say: Callable[[str, bool], None] = lambda _text, _warn: None

    @property
    def document(self) -> Any:
        """The document as it is now."""
        return self.session.document

    def preview(self, command: Command) -> Outcome[Any]:
        """What a command would do; nothing is kept."""
        return self.session.preview(command)

    def problems(self) -> Sequence[Problem]:
        """All that the rules find."""
        return self.session.game.problems(self.document)

    def do(self, command: Command, overrule: str | None = None) -> Outcome[Any]:
        """Carry a command out; what the rules refuse is said, not hidden."""
        outcome = self.session.preview(self.spec.adorn(self, command), overrule=overrule)
        if outcome.refused:
            self.say(" ".join(problem.sentence() for problem in outcome.problems), True)
        try:
            self.session.keep(outcome)
        except StoreError as error:
            self.say(f"Not done: {error}", True)
        self.changed()
        return outcome

    def surprise(self, step: str, seed: int) -> Outcome[Any]:
        """Fill a step at random, or with an empty one the whole document."""
        assert self.spec.surprise is not None
        outcome = self.do(self.spec.surprise(seed, step))
        self._surprised = (step, self.memory.doc)
        return outcome

    def is_chosen(self, step: str) -> bool:
        """Return whether a step holds choices of the player's own, which a surprise would replace."""
        if self.spec.surprise is None or (self._surprised[0] == step and self._surprised[1] is self.memory.doc):
            return False
        outcome = self.session.preview(self.spec.surprise(0, step))
        return any(change.old not in (MISSING, "", [], {}) for change in outcome.changes)

    def undo(self) -> Event | None:
        """Take the last choice back, and say which."""
        return self._told(self.session.undo, "Undone", "Nothing to undo.")

    def redo(self) -> Event | None:
        """Make it again, and say which."""
        return self._told(self.session.redo, "Redone", "Nothing to redo.")

    def _told(self, act: Callable[[], Event | None], word: str, nothing: str) -> Event | None:
        try:
            event = act()
        except StoreError as error:
            self.say(f"Not done: {error}", True)
            return None
        self.say(f"{word}: “{event.text or event.do}”" if event else nothing, event is None)
        self.changed()
        return event

    # ---- what a choice would bring

    def objections(self, command: Command) -> list[Problem]:
        """The errors and unfinished choices that a command would bring: those found after it and not before."""
        outcome, find = self.preview(command), self.session.game.problems
        old = {(problem.key, problem.message) for problem in find(outcome.before)}
        found = (problem for problem in find(outcome.after) if problem.stops_play)
        return [problem for problem in found if (problem.key, problem.message) not in old]

    # ---- what is being typed

    def draft(self, field: str) -> str | None:
        """What was being typed into a field when the builder was left."""
        return self._drafts.get(f"builder.{field}")

    def keep_draft(self, field: str, text: str) -> None:
        """Keep what is being typed, so that nothing is lost."""
        key = f"builder.{field}"
        if self._drafts.get(key) != text:
            self._drafts[key] = text
            self.memory.save_draft(key, text)

    def drop_draft(self, field: str) -> None:
        """The field's text is the document's now."""
        key = f"builder.{field}"
        if self._drafts.pop(key, None) is not None:
            self.memory.drop_draft(key)


def found_at(problems: Sequence[Problem], *where: str | int) -> Problem | None:
    """The first problem at that place of the document, or inside it."""
    return next((problem for problem in problems if problem.where[: len(where)] == where), None)
