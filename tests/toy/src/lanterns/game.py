"""Lanterns as the shell knows it: the object `GAME`."""

from __future__ import annotations

from lanterns.rules import RULES
from saga_tui.games.contract import Game


class LanternsGame(Game):
    key = "lanterns"
    title = "Lanterns"
    header = "A keeper of Lanterns, for saga-tui."
    name_path = ("keeper", "name")
    rules = RULES


GAME = LanternsGame()
