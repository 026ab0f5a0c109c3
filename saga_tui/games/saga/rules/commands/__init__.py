"""Saga's rules as the engine knows them: importing this package fills `COMMANDS`."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from saga_tui.changes import Doc
from saga_tui.engine import command, deciding
from saga_tui.engine.command import Command
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import clock, creation, state
from saga_tui.games.saga.rules.automation import PARTS
from saga_tui.games.saga.rules.character import Character, Play
from saga_tui.games.saga.rules.commands import (  # noqa: F401
    build,
    harm,
    kismet,
    pushes,
    rolls,
    rulings,
    setting,
    spark,
    stages,
    time,
    tokens,
    traits,
)
from saga_tui.games.saga.rules.commands.base import COMMANDS
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.hints import HINTS
from saga_tui.games.saga.rules.lists import LISTS, aliases
from saga_tui.games.saga.rules.named import entries
from saga_tui.games.saga.rules.options import any_options, options
from saga_tui.games.saga.rules.shown import further

__all__ = ["COMMANDS", "RULES", "Command", "Outcome", "command_of", "perform"]

FORMER: Final = deciding.FORMER | {
    "regain": "recover",
    "suffer": "take-damage",
    "ease": "reduce",
    "settle-kismet": "resolve-kismet",
    "drop-specialty": "remove-specialty",
    "drop-gear": "remove-gear",
    "drop-perk": "remove-perk",
    "take-back": "refund",
    "unfinish": "refund-finishing",
    "enter-as-is": "from-paper",
}
"""What verbs were called before."""


Outcome: TypeAlias = command.Outcome[Character]
RULES: Final[Rules[Character]] = Rules(
    document=Character,
    play=Play,
    edit=Edit,
    commands=COMMANDS,
    entries=entries,
    problems=creation.problems,
    clock=clock.CLOCK,
    when=state.when,
    more_options=options,
    further=further,
    book=book.BOOK,
    parts=PARTS,
    any_options=any_options,
    former=FORMER,
    lists=LISTS,
    aliases=aliases,
    hints=HINTS,
    ids=Ids(not_begun="TIME-3", dice="ROL-10", automation="PRK-3"),
)


def perform(
    character: Character,
    command_: Command,
    dice: tuple[int, ...] = (),
    overrule: str | None = None,
    doc: Doc | None = None,
) -> Outcome:
    """Carries out a command on a character with dice already rolled (see `engine.command.perform`)."""
    return command.perform(RULES, character, command_, dice, overrule, doc)


def command_of(verb: str, params: dict[str, Any]) -> Command:
    """The command of a verb and its parameters; `KeyError` for an unknown verb, `ValidationError` for wrong ones."""
    return RULES.command(verb, params)
