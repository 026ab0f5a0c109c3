"""What every step works with: the character, its commands, what is being typed, and what a choice would bring."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from saga_tui.changes import MISSING
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.setting import title
from saga_tui.games.saga.rules.words import ASSETS, WOUNDS
from saga_tui.games.saga.screens.setting import shelf_for
from saga_tui.games.saga.settings.examples import with_examples
from saga_tui.games.saga.table import Table
from saga_tui.problem import Problem
from saga_tui.store import StoreError

if TYPE_CHECKING:
    from saga_tui.games.saga.rules.commands import Command, Outcome
    from saga_tui.games.saga.settings import Shelf
    from saga_tui.store import Event

SEEDS: Final = 1_000_000
"""Seeds are below this: short enough to be read out at a table."""


def new_seed() -> int:
    """A seed from the system's chance."""
    return secrets.randbelow(SEEDS)


class Desk:
    """One character on the builder's desk. `changed` is called after all that happens, `say` with a word on it."""

    def __init__(self, table: Table, seeds: Callable[[], int] = new_seed) -> None:
        self.table = table
        self.seeds = seeds
        self.shelf = shelf_for(table.memory.path)
        """The settings that can be found from where the character's file lies, as they were when last looked for."""
        self._drafts = table.memory.drafts()
        self._surprised: tuple[str, object] = ("", None)
        """The step that was filled at random last, and the document right after."""
        self.changed: Callable[[], None] = lambda: None
        self.say: Callable[[str, bool], None] = lambda _text, _warn: None

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.table.character

    def look_again(self) -> Shelf:
        """The settings as their files are now."""
        self.shelf = shelf_for(self.table.memory.path)
        return self.shelf

    @property
    def world(self) -> book.Setting | None:
        """The setting's examples, where its file can be read."""
        found = self.shelf.find(title(self.character))
        return found.setting if found is not None else None

    def do(self, command: Command, overrule: str | None = None) -> Outcome:
        """Carries a command out; what the rules refuse is said, not hidden."""
        command = with_examples(command, self.character, self.shelf)
        outcome = self.table.preview(command, overrule=overrule)
        if outcome.refused:
            self.say(" ".join(problem.sentence() for problem in outcome.problems), True)
        try:
            self.table.keep(outcome)
        except StoreError as error:
            self.say(f"Not done: {error}", True)
        self.changed()
        return outcome

    def surprise(self, step: str, seed: int) -> Outcome:
        """Fill a step at random."""
        outcome = self.do(Become.model_validate({"seed": seed, "step": step}))
        self._surprised = (step, self.table.memory.doc)
        return outcome

    def is_chosen(self, step: str) -> bool:
        """Return whether a step holds choices of the player's own, which a surprise would replace."""
        if self._surprised[0] == step and self._surprised[1] is self.table.memory.doc:
            return False
        outcome = self.table.preview(Become.model_validate({"seed": 0, "step": step}))
        return any(change.old not in (MISSING, "", [], {}) for change in outcome.changes)

    def undo(self) -> Event | None:
        """Takes the last choice back, and says which."""
        return self._told(self.table.undo, "Undone", "Nothing to undo.")

    def redo(self) -> Event | None:
        """Makes it again, and says which."""
        return self._told(self.table.redo, "Redone", "Nothing to redo.")

    def _told(self, act: Callable[[], Event | None], word: str, nothing: str) -> Event | None:
        try:
            event = act()
        except StoreError as error:
            self.say(f"Not done: {error}", True)
            return None
        self.say(f"{word}: “{event.text or event.do}”" if event else nothing, event is None)
        self.changed()
        return event

    # ---- what is being typed

    def draft(self, field: str) -> str | None:
        """What was being typed into a field when the builder was left."""
        return self._drafts.get(f"builder.{field}")

    def keep_draft(self, field: str, text: str) -> None:
        """Keeps what is being typed, so that nothing is lost."""
        key = f"builder.{field}"
        if self._drafts.get(key) != text:
            self._drafts[key] = text
            self.table.memory.save_draft(key, text)

    def drop_draft(self, field: str) -> None:
        """The field's text is the character's now."""
        key = f"builder.{field}"
        if self._drafts.pop(key, None) is not None:
            self.table.memory.drop_draft(key)


def objections(before: Character, after: Character) -> list[Problem]:
    """The errors and unfinished choices that a change would bring: those found after it and not before."""
    old = {(problem.key, problem.message) for problem in creation.problems(before)}
    return [found for found in creation.open_problems(after) if (found.key, found.message) not in old]


def effects(before: Character, after: Character) -> list[str]:
    """What a change does to ratings, thresholds and the Doom Track: `Pain threshold 4 → 5`."""
    old, new = _numbers(before), _numbers(after)
    return [f"{name} {old[name]} → {new[name]}" for name in old if old[name] != new[name]]


def _numbers(character: Character) -> dict[str, int]:
    tallies = [
        *(derive.rating(character, asset) for asset in ASSETS),
        *(derive.threshold(character, kind) for kind in WOUNDS),
        derive.doom_end(character),
    ]
    return {tally.label: tally.total for tally in tallies}


def found_at(problems: Sequence[Problem], *where: str | int) -> Problem | None:
    """The first problem at that place of the file, or inside it."""
    return next((problem for problem in problems if problem.where[: len(where)] == where), None)
