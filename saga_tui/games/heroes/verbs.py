"""The machine's commands as those of a saved game (H-STATE-3, H-STATE-4, H-INFO-3), with words from the book."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from saga_tui.engine import command, decisions
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.decisions import Machine
from saga_tui.games.heroes import commands
from saga_tui.games.heroes.book import table
from saga_tui.games.heroes.checks import faults
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.state import State
from saga_tui.games.heroes.told import deciding, parts, sentences

MADE: Final[dict[str, type[command.Command]]] = dict(SHARED)
ROWS: Final = table("commands")
OF: Final = {"counter": "counter", "counters": "counter", "to": "counter", "dragon": "counter", "jarl": "counter",
             "target": "target", "areas": "area", "hero": "hero", "thing": "thing", "name": "switch"}  # fmt: skip
"""The lists that parameters choose from."""


def computer(state: State) -> commands.Command | None:
    """What a computer player decides who must decide next (H-AI-1)."""
    found: commands.Command | None = import_module("saga_tui.games.heroes.minds").COMPUTERS.decision(state)
    return found


class Board(decisions.Board[Saved]):
    """One command's work on a saved game."""

    machine = Machine(
        perform=perform,
        state=lambda saved: saved.state,
        having=lambda saved, outcome, asks: saved.having(outcome.state, asks, parts(outcome.state, outcome.events)),
        told=sentences,
        asked=lambda state: deciding(state)[:2],
        rule="H-DRAW-2",
        faults=faults,
        computer=computer,
    )


class Decision(decisions.Decision):
    """Something that a player decides."""

    registry = MADE
    form = commands.Command


decisions.declare(Decision, commands.TAKES, ROWS, ROWS["parameters"], OF)
