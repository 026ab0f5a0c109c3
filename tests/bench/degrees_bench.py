"""The exact odds of SagaS against the dice counted out to eight sixes each, in the same run; and how long a panel of an
attack takes from nothing (processor time)."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from time import process_time

from saga_tui import blows, degrees, open_odds
from saga_tui.blows import Harm, Target
from saga_tui.degrees import Test, opposed
from tests.games.sagas.attacks import Attack, attack

SIXES = 8
ONE = {6 * sixes + last: Fraction(1, 6 ** (sixes + 1)) for sixes in range(SIXES + 1) for last in range(1, 6)}
KEPT = (degrees.law, degrees.chances, degrees.against, blows.strike, blows.blast, blows.bursts)
BELOW = (open_odds._last_faces, open_odds._open_at_most, open_odds._open_weights, open_odds._open_rests, open_odds.lead)
FOE = Target(hit_points=60, beyond=10, threshold=14, roll=10, harm=Harm(12, 5))
OWN = Attack(15, defence=10, dmax=4, bonus=10, armour=4)
THEIRS = Attack(12, 1, defence=7, dmax=4, bonus=9, armour=4)


def cold() -> None:
    """Forgets every law that was worked out."""
    for kept in (*KEPT, *BELOW):
        kept.cache_clear()
    gc.collect()


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of a piece of work, each time from a cold cache."""
    taken = []
    for _ in range(times):
        cold()
        start = process_time()
        work()
        taken.append(process_time() - start)
    return sorted(taken)[len(taken) // 2]


def counted(score: int) -> dict[int, Fraction]:
    """The law of a test's degree, every way that two open dice can fall."""
    found: dict[int, Fraction] = {}
    for (one, p), (other, q) in product(ONE.items(), ONE.items()):
        degree = Test(score, one + other).final
        found[degree] = found.get(degree, Fraction()) + p * q
    return found


def against(score: int, other: int) -> Fraction:
    """The chance to win an opposition, of the laws that are counted out."""
    pairs = product(counted(score).items(), counted(other).items())
    return sum((p * q for (own, p), (their, q) in pairs if opposed(own, their).winner == "a"), Fraction())


def panel() -> None:
    """What a panel shows of an attack: the test, hit and damage, what a degree is worth, what it does to a foe."""
    degrees.chances(OWN.score, OWN.modifier)
    blow = attack(OWN)
    assert blow.hit and blow.expected and blow.above(FOE.threshold)
    assert all(attack(replace(OWN, modifier=OWN.modifier + step)).expected for step in (1, -1))
    blows.after([blow], FOE)


def fallen() -> None:
    """What two foes may do to somebody in a round."""
    blows.after([attack(THEIRS), attack(OWN)], FOE)


def run(smoke: bool = False) -> list[str]:
    """The ratio of oppositions, then what was wanted of the panel."""
    times, scores = (1, (8,)) if smoke else (9, (5, 8, 10, 15, 23))
    pairs = [(own, other) for own in scores for other in scores]
    oracle = seconds(lambda: [against(*pair) for pair in pairs], 1 if smoke else 3)
    mine = seconds(lambda: [degrees.against(*map(degrees.law, pair)).wins for pair in pairs], times)
    lines = [
        f"{len(pairs)} oppositions: counted out {oracle * 1000:.0f} ms, odds {mine * 1000:.2f} ms, "
        f"ratio {oracle / mine:.0f} (wanted ≥ 20)"
    ]
    for name, work in (("an attack's panel", panel), ("two foes in a round", fallen)):
        cool = seconds(work, times)
        start = process_time()
        work()
        lines.append(f"{name}: cold {cool * 1000:.2f} ms, warm {(process_time() - start) * 1000:.2f} ms (wanted ≤ 2)")
    return lines
