"""A character in the builder: its setting's examples, and what a choice brings to its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from saga_tui.engine.session import Session
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.setting import title
from saga_tui.games.saga.rules.words import ASSETS, WOUNDS
from saga_tui.games.saga.screens.setting import shelf_for
from saga_tui.ui.builder.session import BuilderSession, new_seed
from saga_tui.ui.builder.step import StepView

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
