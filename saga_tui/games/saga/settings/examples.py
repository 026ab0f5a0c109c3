"""Random choices with the examples of the character's own setting (SET-1)."""

from __future__ import annotations

from saga_tui.engine.command import Command
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.examples import examples
from saga_tui.games.saga.rules.setting import title
from saga_tui.games.saga.settings.shelf import Shelf


def with_examples(command: Command, character: Character, shelf: Shelf) -> Command:
    """The command; a random choice with the examples of the character's setting, where its file can be read and they
    are not given."""
    if not isinstance(command, Become) or command.examples is not None:
        return command
    found = shelf.find(title(character))
    chosen = examples(found.setting if found is not None else None, command.step)
    return command if chosen is None else command.model_copy(update={"examples": chosen})
