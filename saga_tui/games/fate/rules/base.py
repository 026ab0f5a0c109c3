"""What every command has in common: what it is entered in, and when it may happen."""

from typing import Any, ClassVar, TypeAlias

from saga_tui.engine import command
from saga_tui.engine.command import Words, in_play
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.edit import Edit
from saga_tui.games.fate.hero import Hero

__all__ = ["MADE", "Building", "Change", "Command", "Words", "in_play"]

MADE: dict[str, type[command.Command]] = dict(SHARED)
"""The commands that are loaded so far, by their verbs: those that every game's group has are among them."""
Change: TypeAlias = Edit[Hero]


class Command(command.Command):
    """Something that happens to a hero in play."""

    registry = MADE
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play,)


class Building(command.Command):
    """A choice of creation; it may be made at any time."""

    registry = MADE
    group = "build"

    def finish(self, edit: Any) -> None:
        """A chart that becomes a deck has each card once (F-DECK-6)."""
        edit.once()
