"""The exact odds against icepool on one table, and how long panel, price list and adviser take (processor time)."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from time import process_time

import icepool

from saga_tui.games.saga.rules import adviser, odds
from saga_tui.games.saga.rules.advice import Against, panel, prices
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.rolls import Plan, TraitUse

TRAITS = tuple(TraitUse(trait=f"trait {weight}", weight=weight) for weight in (3, 2, 1))


def cold() -> None:
    """Forgets every law that was worked out."""
    for kept in (odds.marks, odds.net, odds._packed, odds._ways, odds._few_blanks, odds.kismet, adviser._best_trade):
        kept.cache_clear()
    gc.collect()


def seconds(work: Callable[[], object], times: int = 1, *, warm: bool = False) -> float:
    """The median time of a piece of work, from a cold cache each time unless it shall be warm."""
    taken = []
    for _ in range(times):
        if not warm:
            cold()
        start = process_time()
        work()
        taken.append(process_time() - start)
    return sorted(taken)[len(taken) // 2]


def ours(most: int) -> None:
    """Every cell of the table of opposing pools, as a whole law."""
    for own in range(most + 1):
        for opposing in range(most + 1):
            odds.net(odds.marks(own), odds.marks(opposing))


def theirs(most: int) -> None:
    """The same with icepool, dice as 0 or 1 mark and each side's law made once."""
    die = icepool.Die({0: 2, 1: 1})
    sides = [count @ die if count else icepool.Die([0]) for count in range(most + 1)]
    for own in sides:
        for opposing in sides:
            _ = own - opposing


def roller(ranks: int, tokens: int) -> Character:
    """A character with so many ranks, and so many tokens of everything."""
    return from_doc(
        {
            "entered": "as is",
            "assets": {"ratings": dict.fromkeys(("force", "grace", "acuity", "fortune"), tokens)},
            "skills": {"ranks": {"weaponry": ranks}, "specialties": [{"skill": "weaponry", "name": "swords"}]},
            "story": {"drives": ["the truth"]},
            "gear": [{"name": "Coin", "kind": "charm", "rating": 3}],
            "play": {"span": "scene", "chapter": 1, "scene": 1, "drive_tokens": [3]},
        }
    )


def timings(dice: int, tokens: int, times: int) -> list[str]:
    """Panel with price list, and the adviser's worst of several targets, for a pool of that size before spending."""
    character = roller(dice - 2, tokens)
    plan = Plan(skill="weaponry", specialties=("swords",), drive=0)
    lines = []

    def shown(against: Against) -> None:
        panel(character, plan, against)
        prices(character, plan, against)

    hard = Against(dice + 8)
    for name, warm in (("cold", False), ("warm", True)):
        lines.append(
            f"{dice} dice, panel and prices, {name}: {seconds(lambda: shown(hard), times, warm=warm) * 1000:.2f} ms"
        )
    ask = partial(adviser.advise, character, plan, traits=TRAITS)
    asked = [
        seconds(partial(ask, against, percent / 100), times)
        for percent in range(5, 100, 10)
        for against in (hard, Against(dice), Against(2 * dice))
    ]
    lines.append(
        f"{dice} dice, {tokens} tokens a kind, adviser, cold: worst of {len(asked)} {max(asked) * 1000:.1f} ms"
    )
    top = partial(adviser.best, character, plan, hard, traits=TRAITS)
    spends = [seconds(partial(top, spend), times) for spend in (0, 3, 6, 30)]
    lines.append(f"{dice} dice, best chance for a spend, cold: worst of {len(spends)} {max(spends) * 1000:.1f} ms")
    return lines


def run(smoke: bool = False) -> list[str]:
    """The table's ratio, then the timings with what was wanted of them."""
    most, times = (6, 1) if smoke else (40, 5)
    pairs = [(seconds(lambda: theirs(most)), seconds(lambda: ours(most))) for _ in range(times)]
    icepools, mine = sorted(pairs, key=lambda pair: pair[0] / pair[1])[len(pairs) // 2]
    lines = [
        f"table 0…{most} × 0…{most}, whole laws: icepool {icepools * 1000:.0f} ms, odds {mine * 1000:.1f} ms, "
        f"ratio {icepools / mine:.1f} (wanted ≥ 20)",
        "wanted: panel and prices < 2 ms; adviser < 16 ms at 20 dice, at most 40 ms at 60",
    ]
    for dice, tokens in ((9, 4),) if smoke else ((9, 4), (20, 6), (60, 8)):
        lines += timings(dice, tokens, times)
    return lines
