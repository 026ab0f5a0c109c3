"""What kind of thing each command is, for the log's filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from saga_tui.games.saga.rules.commands import COMMANDS, RULES

CATEGORIES: Final = {
    "build": "build",
    "harm": "damage",
    "kismet": "damage",
    "pushes": "rolls",
    "rolls": "rolls",
    "setting": "rulings",
    "spark": "Spark",
    "stages": "rolls",
    "time": "clock",
    "tokens": "tokens",
    "traits": "traits",
}
"""The log's kind of a command by the module that has it, but for these:"""

FIRST: Final = ("rolls", "damage", "Spark", "clock", "rulings")
"""The kinds that are offered before the others."""

OF_THEIR_OWN: Final = {
    "roll-kismet": "rolls",
    "reroll-kismet": "rolls",
}


def kinds() -> Mapping[str, str]:
    """The kind of each command by its verb: `rolls`, `damage`, `clock` …"""
    modules = {verb: command.__module__.rpartition(".")[2] for verb, command in COMMANDS.items()}
    groups = {verb: COMMANDS[verb].group or CATEGORIES.get(module, module) for verb, module in modules.items()}
    groups |= OF_THEIR_OWN
    groups |= {former: groups[verb] for former, verb in RULES.former.items()}
    return dict(sorted(groups.items(), key=lambda item: FIRST.index(item[1]) if item[1] in FIRST else len(FIRST)))
