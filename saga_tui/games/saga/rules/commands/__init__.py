"""Saga's rules as the engine knows them. The modules of commands are loaded when one of their commands is wanted."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from saga_tui.changes import Doc
from saga_tui.engine import command, deciding
from saga_tui.engine.command import Command, Commands
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import clock, creation, state
from saga_tui.games.saga.rules.automation import PARTS
from saga_tui.games.saga.rules.character import Character, Play
from saga_tui.games.saga.rules.commands.base import MADE
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

HOMES: Final = {
    f"{__name__}.build": """
        set-concept asset-method asset-order asset-points free-perk skill-method skill-priority skill-ranks
        add-specialty remove-specialty write-trait write-drive put-gear remove-gear finish refund-finishing from-paper
        as-is-perk surprise""",
    f"{__name__}.tokens": """
        spend recover gain-fortune clear-temporary luck side-effect bribe gain-drive lose-drive spend-drive
        change-drive fulfil-drive use-charm""",
    f"{__name__}.harm": "take-damage take-for-token heal use-font use-perk consequence reduce no-consequence",
    f"{__name__}.kismet": "choose-kismet roll-kismet reroll-kismet resolve-kismet doom",
    f"{__name__}.traits": """
        invoke invert inverted scene-trait scene-invoked lent-trait blocked temporary-trait end-trait reward""",
    f"{__name__}.pushes": "push heavy-handed take-perk",
    f"{__name__}.rolls": "roll",
    deciding.__name__: " ".join(deciding.SHARED),
    f"{__name__}.setting": "change-setting set-switch make-perk remove-perk",
    f"{__name__}.spark": "offer gain-spark buy refund",
    f"{__name__}.stages": "reroll deliberate compare late-reroll",
    f"{__name__}.time": """
        start-play start-chapter end-chapter start-scene end-scene start-conflict end-conflict end-round gm-first
        escalate give-in set-clock""",
}
"""The verbs of each module of commands."""
COMMANDS: Final = Commands(HOMES, MADE)
"""Every command by its verb: the one table from which keys, palette, help and shell verbs are made."""

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
