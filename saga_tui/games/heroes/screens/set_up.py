"""Who plays, and by which rules, before a game begins (H-SET-1, H-SWITCH, H-TURN-1)."""

from __future__ import annotations

from saga_tui.games.heroes.book import HEROES
from saga_tui.games.heroes.game import GAME, RULES
from saga_tui.games.heroes.play import SET_UP
from saga_tui.games.heroes.state import LEVELS
from saga_tui.games.heroes.told import WORDS, player
from saga_tui.paper.sections import text
from saga_tui.ui.builder.before_play import Seating
from saga_tui.ui.builder.spec import BuilderSpec


def builder() -> BuilderSpec:
    """The set-up."""
    names = {key: (hero.sign, hero.name) for key, hero in HEROES.items()}
    return Seating(
        RULES, SET_UP, names, LEVELS, lambda saved, hero: player(saved.state, hero), WORDS["presets"], WORDS["switch"],
        lambda saved, width: text([*GAME.page(saved)], width),
    ).builder()  # fmt: skip
