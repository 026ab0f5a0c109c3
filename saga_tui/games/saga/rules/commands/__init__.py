"""The table of commands: importing this package fills `COMMANDS`."""

from __future__ import annotations

from saga_tui.games.saga.rules.commands import build, harm, kismet, rolls, spark, time, tokens, traits  # noqa: F401
from saga_tui.games.saga.rules.commands.base import COMMANDS, Command, Outcome, command_of, perform

__all__ = ["COMMANDS", "Command", "Outcome", "command_of", "perform"]
