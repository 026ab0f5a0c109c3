"""The table of commands: importing this package fills `COMMANDS`."""

from __future__ import annotations

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
from saga_tui.games.saga.rules.commands.base import COMMANDS, Command, Outcome, command_of, perform

__all__ = ["COMMANDS", "Command", "Outcome", "command_of", "perform"]
