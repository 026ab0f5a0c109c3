"""The laws of fights: the shared cases of pure numbers as data, and exact odds against plain enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from saga_tui.games.heroes import book, laws

Given = dict[str, Any]


def clamped(given: Given) -> bool:
    return bool(given.get("switch", {}).get("table") == "clamped")


def told(chances: laws.Chances) -> Given:
    return {name: str(chance) for name, chance in zip(laws.RESULTS, chances, strict=True) if chance}


def result(given: Given) -> Given:
    luck = given.get("luck_attack", 0), given.get("luck_defence", 0)
    came = laws.TABLE.result(laws.TABLE.sum(given["die"], given["difference"], luck[0] - luck[1], cut=clamped(given)))
    turned = laws.TURNED.get(given.get("hrunting", ""), ("", ""))
    return {"result": turned[1] if came == turned[0] else came}


def favours(given: Given) -> tuple[laws.Favour, ...]:
    return tuple(laws.Favour(god, given[god], given.get("counters", 1)) for god in ("odin", "tyr") if god in given)


def odds(given: Given) -> Given:
    luck = given.get("luck_attack", 0), given.get("luck_defence", 0)
    return told(laws.odds(given["difference"], *luck, hrunting=given.get("hrunting", ""), favours=favours(given),
                          clamped=clamped(given)))  # fmt: skip


def caster(given: Given) -> Given:
    stopped, wounded = laws.stopped(given["type"], sygil=given.get("sygil", False))
    return {"stopped": str(stopped), "wounded": str(wounded)}


def caster_odds(given: Given) -> Given:
    stopped, chances = laws.spelled(
        given["type"], lambda _: laws.odds(given["difference"]), sygil=given.get("sygil", False)
    )
    return told(chances) | {"stopped": str(stopped)}


def reward(given: Given) -> Given:
    return dict(zip(("glory", "luck"), laws.reward(given["slain"], given["wounded"]), strict=True))


def god_odds(given: Given) -> Given:
    return {"chance": str(laws.prayer_odds(given["die"], given.get("rune", "")))}


def favour(given: Given) -> Given:
    return dict(zip(("own", "enemy", "glory"), laws.favour(given["god"], given["die"], given["counters"]), strict=True))


KINDS: dict[str, Callable[[Given], Given]] = {
    function.__name__: function for function in (result, odds, caster, caster_odds, reward, god_odds, favour)
}


def prove(case: Given) -> None:
    """A shared case of these kinds (`test_cases.py`)."""
    assert KINDS[case["kind"]](case["given"]) == case["expect"], case["rule"]


LETTERS = dict(zip("kwfnFWK", laws.RESULTS, strict=True))
LAW = {-4: "k6", -3: "k5w", -2: "k4wf", -1: "k3wfn", 0: "k2wfnF", 1: "kwfnFW", 2: "wfnFWK", 3: "fnFWK2", 4: "nFWK3",
       5: "FWK4", 6: "WK5", 7: "K6"}  # fmt: skip


@pytest.mark.parametrize("difference", range(-8, 12))
def test_the_odds_by_difference_are_those_of_the_law(difference: int) -> None:
    """H-FIGHT-7, H-FIGHT-8, H-FIGHT-11: each letter a sixth, or as many as stand behind it."""
    row = LAW[min(max(difference, -4), 7)]
    ways: Counter[str] = Counter()
    for place, sign in enumerate(row):
        if sign in LETTERS:
            ways[LETTERS[sign]] += int(row[place + 1]) if row[place + 1 : place + 2].isdigit() else 1
    wanted = {name: str(Fraction(often, 6)) for name, often in ways.items()}
    assert told(laws.odds(difference)) == told(laws.odds(difference - 2, 3, 1)) == wanted


def test_a_god_on_each_side_is_mixed_over_both_dice_and_an_unspent_one_changes_nothing() -> None:
    """H-FIGHT-11, H-GOD-6, H-GOD-8: Odin for two who attack, Tyr for three who defend, by hand."""
    odin = [-3, -1, 0, 1, 3, 5]
    tyr = [1, 0, 0, -1, -2, -3]
    ways = Counter(min(max(die + 1 + up + down, 2), 8) for die, up, down in product(range(1, 7), odin, tyr))
    due = (laws.Favour("odin", "attack", 2), laws.Favour("tyr", "defence", 3))
    assert laws.odds(1, favours=due) == tuple(Fraction(ways[of], 216) for of in range(2, 9))
    assert sum(laws.odds(1, favours=due)) == 1


def test_the_printed_table_cuts_the_difference_before_luck_and_the_die_with_it() -> None:
    """H-FIGHT-9: +12 is +5, and nine points of luck raise the die to nine at most."""
    assert laws.odds(12, clamped=True) == laws.odds(5) != laws.odds(12)
    assert told(laws.odds(-9, 9, clamped=True)) == {"defenders_wounded": "1"}
    assert told(laws.odds(0, 0, 9, clamped=True)) == {"attackers_killed": "1"}


def spells_by_hand(kind: str, sygil: bool) -> Counter[laws.Left]:
    """Every spell die, every die whether it takes hold and every one of Sygil, each thrown whether needed or not."""
    found: Counter[laws.Left] = Counter()
    often = {"witch": 2}.get(kind, 1)
    for dice in product(range(1, 7), repeat=often):
        for works in product(range(2), repeat=often):
            for saves in product(range(2), repeat=often):
                who, hero, rest, wounded = "all", 0, 0, False
                for die, took, saved in zip(dice, works, saves, strict=True):
                    if who == "none" or (kind == "ghost" and die > 3):
                        continue
                    if die == 1:
                        hero, rest = hero + (not (saved and sygil)), rest + 1
                    elif die > 3 and took:
                        who, wounded = ("hero", False) if saved and sygil else ("none", die == 6)
                left = (who, 0, 0, wounded) if who == "none" else (who, hero, rest)
                found[laws.Left(*left)] += 1
    return found


@pytest.mark.parametrize("sygil", [False, True])
@pytest.mark.parametrize("kind", ["drow", "ghost", "witch"])
def test_what_spells_leave_of_attackers_agrees_with_enumeration(kind: str, sygil: bool) -> None:
    """H-SPELL-1 to H-SPELL-9."""
    ways = spells_by_hand(kind, sygil)
    total = sum(ways.values())
    assert laws.casts(kind, sygil=sygil) == {left: Fraction(often, total) for left, often in ways.items()}


def test_hail_on_some_of_a_side_is_told_to_the_fight() -> None:
    """H-SPELL-3, H-SPELL-9: three attackers lose three where a caster loses one."""
    stopped, chances = laws.spelled("drow", lambda left: laws.odds(3 - 3 * left.hail + left.hail))
    hailed, clear = laws.odds(1), laws.odds(3)
    assert stopped == Fraction(1, 4) == 1 - sum(chances)
    assert chances == tuple(Fraction(1, 6) * a + Fraction(7, 12) * b for a, b in zip(hailed, clear, strict=True))


def test_rewards_of_every_kind_of_monster_and_sums_of_factors() -> None:
    """H-GLORY-1, H-GLORY-3: the factors of several are added before they are halved."""
    gains = {"dragon": (6, 5, 3, 2), "drow": (3, 2, 1, 1), "ghost": (2, 2, 1, 1), "giant": (4, 3, 2, 1),
             "troll": (3, 3, 1, 1), "witch": (5, 4, 2, 2)}  # fmt: skip
    seen = {counter.kind: (*laws.reward([name], []), *laws.reward([], [name]))
            for name, counter in book.PIECES.items() if counter.kind in book.KINDS}  # fmt: skip
    assert seen == gains
    assert laws.reward(["bjarki", "erik"], []) == (3, 3)
    assert laws.reward([], ["kari", "erik", "egil"]) == (3, 3)
