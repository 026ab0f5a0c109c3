"""Commands of the clock: scenarios, scenes, fights and rounds; rest and sleep (S-CLK, S-EXP-1, S-HEAL)."""

from saga_tui.engine import edges, turns
from saga_tui.engine.declared import declare
from saga_tui.games.sagas import book
from saga_tui.games.sagas.play.clock import Choices
from saga_tui.games.sagas.rules.base import Command


class Timed(edges.Crossing, Command):
    """A command of the clock."""

    group, chosen = "clock", Choices


declare(Timed, book.data("commands")["time"], begin=edges.Begin, fight=turns.BeginFight, end=edges.End,
        again=edges.Again, pause=edges.Pause)  # fmt: skip
