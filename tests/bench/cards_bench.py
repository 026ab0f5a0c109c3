"""The exact odds of a hand of cards against the chain of trump draws counted card by card, in the same run; and how
long a panel of odds takes from nothing (processor time)."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

from saga_tui import card_odds
from saga_tui.card_odds import Pile
from saga_tui.games.fate.rules.law import Action, before_card, best
from tests.games.fate.test_odds import FULL, card, chain_from_chart, chain_from_deck

KEPT = (card_odds._run_back, card_odds._run_once, card_odds._sums, chain_from_chart, chain_from_deck)
HANDS = {"three cards": (1, "S4 I7 A1"), "six cards": (4, "S4 I7 A1 W3 D2 S2")}


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of a piece of work, each time from a cold cache."""
    taken = []
    for _ in range(times):
        for kept in KEPT:
            kept.cache_clear()
        gc.collect()
        start = process_time()
        work()
        taken.append(process_time() - start)
    return sorted(taken)[len(taken) // 2]


def panel(edge: int, cards: str, back: bool) -> None:
    """All that a panel of odds shows: the best play, pushed, against the bank, what each card is worth, and the chance
    before the narrator's card."""
    hand = tuple(map(card, cards.split()))
    action = Action(8, "strength", edge, hand, Pile.of(FULL, back, hand))
    chosen = best(action, 20)
    assert chosen is not None
    chosen.pushed(), chosen.against((4, 7)), chosen.worth(), before_card(action, 14)


def run(smoke: bool) -> list[str]:
    """The lines to print."""
    times, lines = 3 if smoke else 25, []
    for back, counted in ((True, chain_from_chart), (False, chain_from_deck)):
        draws = Pile.of(FULL, back).run("strength")
        slow = seconds(lambda counted=counted, draws=draws: counted(draws.kind, draws.others, 14), times)  # type: ignore[misc]
        for name, (edge, cards) in HANDS.items():
            taken = seconds(lambda edge=edge, cards=cards, back=back: panel(edge, cards, back), times)  # type: ignore[misc]
            ratio = f"{taken / slow:.2f} of a chain counted card by card up to 14"
            lines.append(f"{'chart' if back else 'deck'}, {name}: panel {taken * 1000:.1f} ms, {ratio}")
    return lines
