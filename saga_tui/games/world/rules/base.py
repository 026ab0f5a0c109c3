"""What every command of World Saga has in common: what it is entered in, and when it may happen."""

from typing import ClassVar, TypeAlias

from saga_tui.engine import command
from saga_tui.engine.command import Count, Index, LongText, Words, in_play
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.edit import Edit
from saga_tui.games.world.character import Character

__all__ = ["MADE", "Building", "Change", "Command", "Count", "Index", "LongText", "Words", "in_play"]

MADE: dict[str, type[command.Command]] = dict(SHARED)
"""The commands that are loaded so far, by their verbs: those that every game's group has are among them."""
Change: TypeAlias = Edit[Character]


class Command(command.Command):
    """Something that happens to a character of World Saga in play."""

    registry = MADE
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play,)

    def finish(self, edit: Change) -> None:
        """Tolerances sink with their maxima, Ranks give their conditions (W-TOL-3, W-AFF-5)."""
        from saga_tui.games.world.play.state import AILS

        AILS.settle(edit)


class Building(command.Command):
    """An entry or a choice of creation; it may be made at any time (W-ENT-1)."""

    registry = MADE
    group = "build"
