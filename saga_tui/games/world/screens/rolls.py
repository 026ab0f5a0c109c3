"""World Saga's rolls at the play screen, from their table (W-TST, W-CRG, W-ODD)."""

from typing import Final

from saga_tui.games.world import book
from saga_tui.games.world.rules.odds import ODDS
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.ui.rolls_under import UnderRolls

SPEC: Final = UnderRolls(RULES, book.data("screens")["roll"], ODDS)
