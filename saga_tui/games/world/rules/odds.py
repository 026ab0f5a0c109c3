"""What may come of World Saga's rolls, of what Courage buys on them, of days, and of an affliction (W-ODD); see
`engine.under_odds`."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from saga_tui.engine.under_odds import Odds, Price, alive, recovered, therapy, toxic
from saga_tui.games.world.play.state import AILS
from saga_tui.games.world.rules.figures import Figures, scale
from saga_tui.roll_under import MISS, WORST
from saga_tui.under_throws import UnderThrows

__all__ = ["Price", "alive", "recovered", "therapy", "toxic"]
ODDS: Final = Odds(AILS)
THROWS: Final = UnderThrows(scale(), AILS.degrees)
law, nudged, fate, chance, prices = ODDS.law, ODDS.nudged, ODDS.fate, ODDS.chance, ODDS.prices
outcomes, at_rank, worst, steps, cured, forecast = (
    ODDS.outcomes, ODDS.at_rank, ODDS.worst, ODDS.steps, ODDS.cured, ODDS.forecast)  # fmt: skip


def exhausted_hit(of: Figures, attack: int, resilience: int) -> dict[str, Fraction]:
    """An attack on somebody Exhausted, which needs only succeed, then Endure: `dead`, `bleeding`, `standing`
    (W-TOL-5)."""
    hit, endure = of.scale.success(attack), of.scale.law(resilience)
    stands = endure["strong"] + endure["great"]
    return {"dead": hit * endure[WORST], "bleeding": hit * endure[MISS], "standing": 1 - hit + hit * stands}
