"""A character in the builder: its setting's examples, and what a choice brings to its numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from saga_tui.engine.session import Session
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.setting import title
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS
from saga_tui.games.saga.screens.setting import shelf_for
from saga_tui.problem import Where
from saga_tui.tally import Tally
from saga_tui.ui.builder.session import BuilderSession, new_seed
from saga_tui.ui.builder.step import StepView
from saga_tui.ui.builder.widgets import TextRow, TextRows

if TYPE_CHECKING:
    from saga_tui.games.saga.settings import Shelf
    from saga_tui.ui.builder.spec import BuilderSpec


class SagaBuilding(BuilderSession):
    """One character in the builder, with the settings that can be found from where its file lies."""

    def __init__(self, session: Session[Any], spec: BuilderSpec, seeds: Callable[[], int] = new_seed) -> None:
        super().__init__(session, spec, seeds)
        self.shelf = shelf_for(session.memory.path)
        """The settings as they were when last looked for."""

    @property
    def character(self) -> Character:
        """The character as it is now."""
        found: Character = self.document
        return found

    def look_again(self) -> Shelf:
        """The settings as their files are now."""
        self.shelf = shelf_for(self.memory.path)
        return self.shelf

    @property
    def world(self) -> book.Setting | None:
        """The setting's examples, where its file can be read."""
        found = self.shelf.find(title(self.character))
        return found.setting if found is not None else None


class SagaStep(StepView):
    """A step of Saga that is more than fields and choices."""

    builder: SagaBuilding

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.builder.character

    def at_hand(self, listed: Sequence[object]) -> int | None:
        """The place in the list of what stands on the row at the focus, or None."""
        row = self.screen.focused
        index = row.spec.data if isinstance(row, TextRow) else None
        return index if isinstance(index, int) and index < len(listed) else None

    def row_of(self, selector: str, where: Where) -> TextRow | None:
        """The row of what a problem is about, among those of a list."""
        rows = self.query_one(selector, TextRows).rows()
        return rows[where[1]] if len(where) > 1 and isinstance(where[1], int) and where[1] < len(rows) else None


def differences(before: Character, after: Character) -> list[tuple[str, int, int]]:
    """The numbers that a choice or purchase changes, old and new: ratings, thresholds, ranks, doom, Spark."""
    found = [
        (old.label, old.total, new.total)
        for old, new in zip(_tallies(before), _tallies(after), strict=True)
        if old.total != new.total
    ]
    one, other = state.play_of(before), state.play_of(after)
    plain = [("Doom steps marked", one.doom, other.doom), ("Spark", one.spark, other.spark)]
    return [*found, *((label, old, new) for label, old, new in plain if old != new)]


def _tallies(character: Character) -> list[Tally]:
    return [
        *(derive.rating(character, asset) for asset in ASSETS),
        *(derive.threshold(character, kind) for kind in WOUNDS),
        derive.doom_end(character),
        *(derive.ranks(character, skill) for skill in SKILLS),
    ]
