"""Exact chances of actions: the shared cases, every hand of three against all its plays tried one by one, trump chains
against a second method, and what is cheapest against all sets."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any, Final

import pytest

from saga_tui.card_odds import Card, Pile, any_of
from saga_tui.engine.card_fight import pays
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, SUITS
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.law import Action, Chosen, Play, before_card, best, plain, turning, unseen
from tests.games.fate.play_table import hero, numbers

CASES: Final[list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))["case"]
FULL: Final = plain(book.cards().values())
VALUES: Final = tuple(sorted(one.value for one in FULL if one.suit == "strength"))
EXTRA: Final = plain(book.cards(100)[number] for number in range(97, 101))
NONE: Final = Fraction()


def card(name: str) -> Card:
    found = book.named(name)
    assert found is not None, name
    return Card(found.suit, found.value)


def lawful(hand: Sequence[Card], edge: int, play: Play) -> bool:
    places = (*play.cards, *[play.push] * (play.push is not None))
    cards = [book.Card(0, *hand[at]) for at in play.cards]
    return len({*places}) == len(places) and bool(cards) and all(one.value <= edge for one in cards[:-1])


def pile(given: dict[str, Any], known: Iterable[Card] = ()) -> Pile:
    return Pile.of(FULL + EXTRA * (given["cards"] == 100), given["draw"] == "chart", known)


def hand_of(given: dict[str, Any]) -> tuple[Card, ...]:
    return tuple(map(card, given["hand"]))


def action(given: dict[str, Any]) -> Action:
    hand = hand_of(given)
    known = (*hand, *map(card, given.get("known", ())))
    sure = given.get("world_class", False)
    return Action(given["score"], given["ability"], given["edge"], hand, pile(given, known), sure)


# ---- the shared cases


def told(chosen: Chosen | None, given: dict[str, Any]) -> dict[str, Any]:
    """What a case expects of the best play."""
    assert chosen is not None
    hand, pushed = chosen.action.hand, chosen.pushed()
    push, push_play = (None, ()) if pushed is None else (pushed.play.push, pushed.play.cards)
    return {
        "play": [hand[at] for at in chosen.play.cards],
        "chance": chosen.chance,
        "mean": chosen.mean,
        "chance_against_bank": chosen.against(given.get("bank", ())),
        "push": None if push is None else hand[push],
        "push_play": [hand[at] for at in push_play],
        "push_chance": None if pushed is None else pushed.chance,
    }


def asked(case: dict[str, Any]) -> dict[str, Any] | None:
    """What comes of a case by what is tried here; None where it is of a kind that other tests try."""
    given = case["given"]
    match case["kind"]:
        case "trump-law":
            run = pile(given).run(given["suit"])
            return {"chances": [run.at_least(total) for total in given["at_least"]], "mean": run.mean}
        case "odds":
            return told(best(action(given), given["difficulty"]), given)
        case "odds-before-card":
            return {"chance": before_card(action(given), given["level_rating"] + given["opposition"])}
        case "recovery-odds":
            positive = 28
            return {"chance": any_of(positive, 96, given["exchanges"], given["draw"] == "chart")}
        case "deal-odds":
            whole, size = pile(given), given["hand_size"]
            suits = ("strength", DOOM)
            return {suit: whole.any_of((one for one in FULL if one.suit == suit), size) for suit in suits}
        case "dabbler-odds":
            high = (one for one in FULL if one.value > given["intensity"])
            return {"fizzles": pile(given).any_of(high, 1)}
        case "suit-odds":
            some = [one for one in FULL if one.suit != DOOM]
            return {suit: Pile.of(some, True).any_of((Card(suit, by) for by in VALUES), 1) for suit in SUITS[:4]}
        case "pay-wounds":
            return paid(given)
        case "doom" if "settings" not in given:
            places = turning(given["bank"], given["total"] - given["difficulty"])
            return {"cheapest": [given["bank"][at] for at in places]}
    return None


def paid(given: dict[str, Any]) -> dict[str, Any]:
    """What wounds cost: with the cards that a case gives up, else with those that are offered."""
    hand, wounds = [book.named(name) for name in given["hand"]], given["wounds"]
    held = [one for one in hand if one is not None]
    chosen = [one for one in held if one.name in given["give"]] if "give" in given else law.offered(held, wounds)
    over = max(0, sum(one.value for one in chosen) - wounds)
    found = {"cards_left": len(hand) - len(chosen), "over": over, "offered": {*plain(chosen)}}
    return {**found, "lawful": pays(held, chosen, wounds)}


def wanted(value: Any) -> Any:
    """What a case expects, as numbers and cards."""
    if isinstance(value, list):
        return [wanted(one) for one in value]
    if not isinstance(value, str):
        return value
    return card(value) if value[:1] in "SAIWD" else Fraction(value)


TRIED: Final = [case for case in CASES if asked(case) is not None]


@pytest.mark.rule("F-ODDS-1", "F-ODDS-2", "F-ODDS-3", "F-ODDS-4", "F-DOOM-6", "F-DMG-6")
@pytest.mark.parametrize("case", TRIED, ids=lambda case: case["id"])
def test_a_case(case: dict[str, Any]) -> None:
    found = asked(case) or {}
    asks = {key: wanted(value) for key, value in case["expect"].items() if key in found}
    if "offered" in asks:
        asks["offered"] = {*asks["offered"]}
    assert asks and {key: found[key] for key in asks} == asks


def test_no_kind_of_odds_is_left_out() -> None:
    kinds = {case["kind"] for case in TRIED}
    assert {case["kind"] for case in CASES if "odds" in case["kind"]} - kinds == {"aura-odds"}
    assert kinds >= {"trump-law", "pay-wounds", "doom"}


# ---- trump chains, by a second method


@cache
def chain_from_chart(kind: tuple[int, ...], others: tuple[int, ...], goal: int) -> Fraction:
    """The chance of the goal: all rows of so many cards of the suit and one of another, counted by their length."""
    cards, short, of_kind = len(kind) + len(others), NONE, {0: 1}
    for length in range(1, goal + 1):  # each card is worth 1 at least
        below = sum(ways * sum(by < goal - total for by in others) for total, ways in of_kind.items())
        short += Fraction(below, cards**length)
        longer: Counter[int] = Counter()
        for (total, ways), by in product(of_kind.items(), kind):
            longer[total + by] += ways
        of_kind = {total: ways for total, ways in longer.items() if total < goal}
    return 1 - short


@cache
def chain_from_deck(kind: tuple[int, ...], others: tuple[int, ...], goal: int) -> Fraction:
    """The chance of the goal, card by card: after each one drawn the rest of the deck is another one."""
    if goal <= 0:
        return Fraction(1)
    found = Fraction(sum(by >= goal for by in others))
    for by, often in Counter(kind).items():
        at = kind.index(by)
        found += often * chain_from_deck((*kind[:at], *kind[at + 1 :]), others, goal - by)
    return found / (len(kind) + len(others))


@pytest.mark.rule("F-TRUMP-1", "F-TRUMP-2", "F-ODDS-2")
@pytest.mark.parametrize("back", [True, False], ids=["chart", "deck"])
def test_chains_by_a_second_method(back: bool) -> None:
    known = tuple(map(card, ("S4", "S9", "D10", "A1", "I6")))
    for suit, gone in (("strength", ()), ("strength", known), ("willpower", known)):
        run = Pile.of(FULL, back, gone).run(suit)
        other = chain_from_chart if back else chain_from_deck
        for goal in range(15):
            assert run.at_least(goal) == other(run.kind, run.others, goal)


@pytest.mark.rule("F-ODDS-2")
def test_a_small_pile_drawn_in_every_order() -> None:
    cards = [*map(card, ("S2", "S3", "S3", "W1", "D4"))]
    totals: Counter[int] = Counter()
    for order in permutations(cards):
        end = next((at for at, one in enumerate(order) if one.suit != "strength"), len(order) - 1)
        totals[sum(one.value for one in order[: end + 1])] += 1
    law = Pile.of(cards).run("strength").law()
    assert dict(totals) == {total: p * 120 for total, p in law if p}
    assert law.mean == Pile.of(cards).run("strength").mean


def test_a_pile_that_has_no_other_suit_left_ends_the_chain() -> None:
    run = Pile.of([Card("strength", 4), Card("strength", 5)]).run("strength")
    assert run.mean == 9 and run.at_least(9) == 1 and run.at_least(10) == 0
    assert Pile.of([]).run("strength").at_least(1) == 0
    with pytest.raises(ValueError, match="never ends"):
        Pile.of([Card("strength", 4)], back=True).run("strength").at_least(1)


@pytest.mark.rule("F-ODDS-1")
def test_a_chart_stays_whole_and_a_deck_does_not() -> None:
    hand = [Card("strength", 9)]
    assert len(Pile.of(FULL, True, hand)) == 96 and len(Pile.of(FULL, False, hand)) == 95
    assert Pile.of(FULL, False, hand).values("strength") == VALUES[:-1]
    chart = Pile.of(FULL, True)
    assert chart.less(hand[0]) is chart and len(Pile.of(FULL).less(hand[0])) == 95


# ---- every hand of three


def hands() -> Iterator[tuple[Card, ...]]:
    """Every hand of three that differs for an action on strength: of the three suits that neither trump nor feed the
    bank, one stands for all."""
    kinds = sorted({one._replace(suit="agility") if one.suit in SUITS[2:4] else one for one in FULL})
    return combinations_with_replacement(kinds, 3)


def spread(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The same hand from one deck: cards of the suit that stands for three are of as many as it takes."""
    left, found = Counter(FULL), []
    for one in hand:
        suits = (one.suit,) if one.suit in ("strength", DOOM) else SUITS[1:4]
        at = next((Card(suit, one.value) for suit in suits if left[Card(suit, one.value)]), None)
        if at is None:
            return ()
        left[at] -= 1
        found.append(at)
    return tuple(found)


def every_play(hand: Sequence[Card], edge: int) -> Iterator[tuple[int, ...]]:
    """Cards laid one after the other, each on one that is no higher than edge (F-EDGE-1)."""
    for size in range(1, len(hand) + 1):
        for some in permutations(range(len(hand)), size):
            if all(hand[at].value <= edge for at in some[:-1]):
                yield some


def tried(hand: Sequence[Card], some: Sequence[int], missing: int, run: Any, back: bool) -> Fraction:
    """The chance of a play that lacks so much, by the second method."""
    if missing <= 0 or hand[some[-1]].suit != "strength":
        return Fraction(missing <= 0)
    return (chain_from_chart if back else chain_from_deck)(run.kind, run.others, missing)


@pytest.mark.rule("F-ODDS-3", "F-EDGE-1", "F-EDGE-2", "F-DOOM-1")
@pytest.mark.parametrize("back", [True, False], ids=["chart", "deck"])
@pytest.mark.parametrize(("score", "edge", "difficulty"), [(6, 1, 12), (5, 3, 16)])
def test_the_best_play_of_every_hand_of_three(back: bool, score: int, edge: int, difficulty: int) -> None:
    seen = 0
    for kinds in hands():
        hand = kinds if back else spread(kinds)
        if not hand:
            continue
        seen += 1
        trying = Action(score, "strength", edge, hand, Pile.of(FULL, back, hand))
        ranks = []
        for some in every_play(hand, edge):
            cards = [hand[at] for at in some]
            value = sum(one.value for one in cards)
            doom = sum(one.value for one in cards if one.suit == DOOM)
            chance = tried(hand, some, difficulty - score - value, trying.run, back)
            ranks.append((-chance, doom, value, len(cards)))
        chosen = best(trying, difficulty)
        assert chosen is not None and lawful(hand, edge, chosen.play)
        cards = [hand[at] for at in chosen.play.cards]
        value = sum(one.value for one in cards)
        doom = sum(one.value for one in cards if one.suit == DOOM)
        assert (-chosen.chance, doom, value, len(cards)) == min(ranks)
        assert trying.best_chance(difficulty) == chosen.chance
    assert seen > 3000


LARGE: Final = [
    (4, ("A2", "S4", "I7", "D3", "W1"), 24),
    (4, ("A2", "S4", "I7", "D3", "W1"), 8),
    (2, ("S1", "S2", "D1", "D2", "A5", "S9"), 26),
    (5, ("D5", "I5", "S5", "W5", "A5"), 21),
    (0, ("S9", "W9", "D10"), 15),
]


@pytest.mark.rule("F-ODDS-3", "F-ODDS-4", "F-ACT-9")
@pytest.mark.parametrize(("edge", "cards", "difficulty"), LARGE)
@pytest.mark.parametrize("back", [True, False], ids=["chart", "deck"])
def test_a_push_and_what_each_card_is_worth(edge: int, cards: tuple[str, ...], difficulty: int, back: bool) -> None:
    hand = tuple(map(card, cards))
    trying = Action(6, "strength", edge, hand, Pile.of(FULL, back, hand))
    ranks: list[tuple[Any, ...]] = []
    for push, lent in enumerate(hand):
        for some in every_play(hand, edge):
            if push not in some:
                used = [*(hand[at] for at in some), lent]
                value = sum(one.value for one in used)
                doom = sum(one.value for one in used if one.suit == DOOM)
                chance = trying.chance(Play(some, push), difficulty)
                assert chance == tried(hand, some, difficulty - 6 - value, trying.run, back)
                ranks.append((-chance, doom, value, len(used), lent.value))
    chosen = best(trying, difficulty)
    assert chosen is not None
    pushed = chosen.pushed()
    assert pushed is not None and pushed.play.push is not None and lawful(hand, edge, pushed.play)
    used = [hand[at] for at in (*pushed.play.cards, pushed.play.push)]
    doom = sum(one.value for one in used if one.suit == DOOM)
    mine = (-pushed.chance, doom, sum(one.value for one in used), len(used), hand[pushed.play.push].value)
    assert mine == min(ranks)
    chances = {some: trying.chance(Play(some), difficulty) for some in every_play(hand, edge)}
    for at, worth in enumerate(chosen.worth()):
        assert worth.played == max(chance for some, chance in chances.items() if at in some)
        assert worth.without == max(chance for some, chance in chances.items() if at not in some)


@pytest.mark.rule("F-ODDS-4", "F-OPP-2")
@pytest.mark.parametrize("back", [True, False], ids=["chart", "deck"])
def test_before_the_narrators_card_by_each_card(back: bool) -> None:
    hand = tuple(map(card, ("S4", "D7", "A2")))
    trying, total = Action(8, "strength", 2, hand, Pile.of(FULL, back, hand)), NONE
    left = Counter(FULL) if back else Counter(FULL) - Counter(hand)
    for one, often in left.items():
        after = Action(8, "strength", 2, hand, Pile.of(FULL, back, (*hand, one)))
        total += often * max(after.chance(Play(some), 12 + one.value) for some in every_play(hand, 2))
    assert before_card(trying, 12) == total / sum(left.values())


@pytest.mark.rule("F-ODDS-3", "F-ODDS-4")
def test_a_play_shows_its_law_and_mean() -> None:
    hand = tuple(map(card, ("S4", "I7")))
    trying = Action(6, "strength", 1, hand, Pile.of(FULL, False, hand))
    trumped, other = trying.law(Play((0,))), trying.law(Play((1,)))
    assert trumped.low == 10 and trumped.at_least(15) == trying.chance(Play((0,)), 15)
    assert trumped.mean == trying.mean(Play((0,))) and other.mean == trying.mean(Play((1,))) == 13
    chart = Action(6, "strength", 1, hand, Pile.of(FULL, True)).law(Play((0,)), top=90)
    assert chart.high >= 90 and sum(chart.weights) == chart.total


@pytest.mark.rule("F-HAND-3", "F-ACT-9", "F-EDGE-2")
def test_what_is_no_lawful_play() -> None:
    hand = tuple(map(card, ("A1", "I6", "W2")))
    assert lawful(hand, 1, Play((0, 1))) and lawful(hand, 1, Play((1,), 2))
    for play in (Play((1, 0)), Play(()), Play((0, 0)), Play((1,), 1), Play((), 1)):
        assert not lawful(hand, 1, play)
    assert not lawful(hand, 0, Play((0, 1)))
    empty = Action(6, "strength", 1, (), Pile.of(FULL))
    assert best(empty, 4) is None and empty.best_chance(4) == 0
    one = best(Action(6, "strength", 1, hand[:1], Pile.of(FULL)), 4)
    assert one is not None and one.pushed() is None


@pytest.mark.rule("F-ODDS-1", "F-DECK-6")
def test_what_is_unseen_for_a_hero() -> None:
    play = {"discard": numbers(["W9"]), "bank": numbers(["D10"]), "open": numbers(["A1"])[0]}
    chart = unseen(figures(hero(["S9"], play=play)))
    assert chart.back and len(chart) == 96
    deck = unseen(figures(hero(["S9"], play=play, switches={"draw": "deck"})), numbers(["I8"]))
    assert not deck.back and len(deck) == 91
    assert not any(deck.counts.get(card(name)) for name in ("S9", "W9", "D10", "A1", "I8"))
    many = unseen(figures(hero(["S9"], switches={"draw": "deck", "cards": "100"})))
    assert len(many) == 99
