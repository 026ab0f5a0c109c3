"""What a character has of its setting's file: what is to be said of it (SET-2), and its examples (SET-1)."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.engine.command import Command
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.examples import examples
from saga_tui.games.saga.rules.setting import PLAIN, kept, title
from saga_tui.games.saga.settings.shelf import Shelf
from saga_tui.problem import Problem


def note(character: Character, shelf: Shelf) -> str:
    """What is to be said of the setting's file: missing, broken, or changed since it was taken over (SET-2)."""
    name = title(character)
    if name == PLAIN:
        return ""
    found = shelf.find(name)
    stored = character.setting.name.strip() == name
    plays = "the character uses its own copy of it" if stored else "plain Saga's numbers apply"
    if found is None:
        return f"The setting file of {name} is not here: {plays}."
    if found.setting is None:
        first = found.checked.problems[0]
        return f"{found.path.name} is broken (line {first.line}: {first.problem.message}): {plays}."
    if kept(found.setting).to_doc() != character.setting.to_doc():
        return f"{found.path.name} has changed since this character chose it. Choose it again to use the changes."
    return ""


def remarks(character: Character, shelf: Shelf) -> Iterator[Problem]:
    """The same as a remark for `saga-tui check`."""
    message, _, fix = note(character, shelf).partition(": ")
    if message:
        fix = f"{fix[:1].upper()}{fix[1:]}"
        yield Problem("remark", "SET-2", ("concept", "setting"), message, fix, "file", title(character))


def with_examples(command: Command, character: Character, shelf: Shelf) -> Command:
    """The command; a random choice with the examples of the character's setting, where its file can be read and they
    are not given."""
    if not isinstance(command, Become) or command.examples is not None:
        return command
    found = shelf.find(title(character))
    chosen = examples(found.setting if found is not None else None, command.step)
    return command if chosen is None else command.model_copy(update={"examples": chosen})
