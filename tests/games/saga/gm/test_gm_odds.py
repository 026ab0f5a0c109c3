"""The laws of the GM's table against the enumeration of every face (CNF-3, CNF-7, CNF-8, ROL-9, DMG-2, KIS-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from saga_tui.games.saga.gm import odds
from saga_tui.games.saga.gm.screens import ready
from saga_tui.games.saga.gm.state import Element, Trait
from saga_tui.games.saga.rules.odds import Dist, marks
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.ui.deal import FULL, LAVISH
from saga_tui.ui.specs import Figure
from saga_tui.words import percent
from tests.games.saga.gm.party import party
from tests.games.saga.rules.heroes import fighter, hero

THIRDS = (0, 0, 1)
"""A die as marks: one face of three."""


def every(*pools: int) -> Iterator[tuple[int, ...]]:
    """The marks of each pool in every way the dice may fall, each equally likely."""
    for dice in product(THIRDS, repeat=sum(pools)):
        found, at = [], 0
        for pool in pools:
            found.append(sum(dice[at : at + pool]))
            at += pool
        yield tuple(found)


def share_of(cases: Iterator[tuple[int, ...]], holds: Callable[..., bool]) -> Fraction:
    """In how many of the cases something holds."""
    found = [holds(*case) for case in cases]
    return Fraction(sum(found), len(found))


@pytest.mark.rule("CNF-3", "CNF-7", "PSH-2")
def test_an_attack_takes_a_die_for_each_net_mark_and_a_tie_takes_none() -> None:
    found = odds.attack(marks(4), 3)
    assert found.connects == share_of(every(4, 3), lambda own, theirs: own > theirs)
    assert found.out == share_of(every(4, 3), lambda own, theirs: own - theirs >= 3)
    assert found.lost.p(1) == share_of(every(4, 3), lambda own, theirs: own - theirs == 1)
    assert found.hurt == found.connects
    assert found.words == "44% to connect, 0.7 off its dice, 4% out"


@pytest.mark.rule("CNF-2", "PRK-3")
def test_an_elements_block_cancels_damage_and_a_free_push_counts_even_on_a_tie() -> None:
    found = odds.attack(marks(3), 2, block=marks(2), free=1)

    def lost(own: int, theirs: int, block: int) -> int:
        net = own - theirs
        return min(2, max(0, (net + 1 if net >= 0 else 0) - block))

    for dice in (0, 1, 2):
        assert found.lost.p(dice) == share_of(every(3, 2, 2), lambda *case, dice=dice: lost(*case) == dice)
    assert found.connects == share_of(every(3, 2), lambda own, theirs: own > theirs)


@pytest.mark.rule("CNF-2", "TRT-4", "ROL-6")
def test_an_elements_traits_take_dice_of_the_roll_and_traded_dice_are_sure() -> None:
    trait = {"trait": "Riflemen: High ground", "owner": "scene", "weight": 2}
    ada, plan = fighter(active=[trait]), Plan(skill="weaponry", force=1)
    high = Element(
        name="Riflemen", dice={"physical": 3}, traits=(Trait(text="High ground", weight=2), Trait(text="Many"))
    )
    plain, worse = odds.attack_of(ada, plan, 3), odds.attack_on(ada, plan, high, "physical")
    assert plain is not None and worse is not None and plain.connects > worse.connects
    assert worse.connects == odds.attack(marks(4), 3).connects, "4 ranks and 2 for force, 2 off"
    unseen = odds.attack_on(fighter(), plan, high, "physical")
    assert unseen == plain, "inverted, or not there when it was invoked"
    sure = odds.attack_of(ada, plan, 3, traded=3)
    assert sure is not None and sure.net == marks(6).shifted(-1)
    with pytest.raises(ValueError, match="3 dice for a mark"):
        odds.thrown(4, 2)
    assert odds.attack_of(ada, Plan(skill="weaponry", modifier=99), 999) is None


@pytest.mark.rule("CNF-7", "PSH-3", "DMG-2")
def test_an_elements_attack_is_harm_less_what_blocks_cancel() -> None:
    on = odds.Target("pain", held=2, threshold=3, kismet=0, left=8)
    found = odds.harm(on, odds.less(odds.thrown(4), marks(2)))
    through = [max(0, mark - block) for mark, block in every(4, 2)]
    assert found.hit == Fraction(sum(one > 0 for one in through), len(through))
    assert found.consequence == Fraction(sum(one > 1 for one in through), len(through))
    assert found.consequences == Fraction(sum(max(0, one - 1) for one in through), len(through))
    assert found.damage.mean == Fraction(sum(through), len(through))
    assert found.doom == found.hitch == 0, "not deadly"


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-5", "DOM-3")
@pytest.mark.parametrize("kind", ["pain", "kismet"])
def test_doom_is_that_of_the_kismet_roll_which_the_damage_calls_for(kind: str) -> None:
    ada = fighter(damage={"pain": 4, "kismet": 2}, doom=6, stakes="deadly")
    on = odds.target(ada, kind)  # type: ignore[arg-type]
    assert (on.held, on.threshold, on.left) == ((4, 4, 2) if kind == "pain" else (2, 0, 2))
    found, doom, hitch = odds.harm(on, odds.thrown(2)), Fraction(), Fraction()
    for marked, chance in odds.thrown(2):
        dice = 0 if not marked else 2 if kind == "pain" else 2 + marked
        doom += chance * share_of(every(dice), lambda hitches: hitches >= 2)
        hitch += chance * share_of(every(dice), lambda hitches: hitches >= 1)
    assert (found.doom, found.hitch) == (doom, hitch)
    assert (found.consequence > 0) is (kind == "pain")
    assert ("a consequence" in found.words, "doom" in found.words) == (kind == "pain", True)
    assert odds.target(ada, "pain", deadly=False).kismet_dice(5) == 0


@pytest.mark.rule("CNF-7")
def test_marks_dealt_to_several_are_shared_in_turn() -> None:
    parts = [odds.share(odds.thrown(5), 2, place) for place in (0, 1)]
    assert sum(part.mean for part in parts) == odds.thrown(5).mean
    assert parts[0].p(3) == share_of(every(5), lambda found: found == 5)
    assert parts[1].p(1) == share_of(every(5), lambda found: found in (2, 3))


@pytest.mark.rule("ROL-3", "ROL-9")
def test_a_challenge_for_several_fails_with_one_and_the_best_split_is_the_best_of_all() -> None:
    own = [marks(4), marks(2), marks(1)]
    found = odds.together(own, (2, 1, 1))
    each = [share_of(every(mine, theirs), lambda a, b: a >= b) for mine, theirs in ((4, 2), (2, 1), (1, 1))]
    assert found.no_failure == each[0] * each[1] * each[2]
    assert found.anybody == 1 - (1 - each[0]) * (1 - each[1]) * (1 - each[2])
    assert found.all_clear < found.no_failure < found.anybody
    best = odds.best_split(own, 6)
    splits = [split for split in product(range(1, 5), repeat=3) if sum(split) == 6]
    assert best.no_failure == max(odds.together(own, split).no_failure for split in splits)
    assert sum(best.split) == 6 and best.words.startswith(" + ".join(map(str, best.split)))
    assert sum(odds.best_split(own, 2).split) == 2


@pytest.mark.rule("CNF-8")
def test_a_pursuit_is_won_or_lost_by_whoever_reaches_the_goal_first() -> None:
    net = Dist(-1, (1, 1, 1), 3)
    found = odds.pursuit([[net, net]] * 3, 2)

    def walked(nets: tuple[int, ...]) -> str:
        ours = theirs = 0
        for one in nets:
            ours, theirs = ours + max(0, one), theirs + max(0, -one)
            if ours >= 2 or theirs >= 2:
                return "won" if ours >= 2 else "caught"
        return ""

    for after, (won, caught) in enumerate(found, 1):
        ways = [walked(nets) for nets in product((-1, 0, 1), repeat=2 * after)]
        assert won == Fraction(ways.count("won"), len(ways)) and caught == Fraction(ways.count("caught"), len(ways))
    assert odds.pursuit([[net]], 10, 9, 9) == [(Fraction(1, 3), Fraction(1, 3))]


@pytest.mark.rule("CNF-8", "CNF-7")
def test_a_fear_is_resisted_by_a_tie_and_a_block_meets_nothing() -> None:
    assert odds.resists(marks(4), 3) == share_of(every(4, 3), lambda own, fear: own >= fear)
    block = odds.block_of(hero(), Plan(skill="weaponry", force=1))
    assert block == marks(6)


@pytest.mark.rule("CNF-3", "CNF-7")
def test_with_room_the_odds_of_each_stand_below_those_of_one() -> None:
    """Whom the element would hit how hard, and which element a character would best attack, each as if chosen."""
    here = party("ada", "bo")
    here.do("start-conflict", stakes="serious")
    here.do("element", name="Thug", dice="6/2/3")
    here.do("element", name="Wall", dice="2")
    thug, wall = here.play.elements

    def drawn(who: str = "") -> list[Any]:
        return [row.drawing for row in ready.rows(here.table, here.members, who, thug) if isinstance(row, Figure)]

    [both] = drawn()
    lines, each = both.one, both.each
    assert both(100, FULL) == lines(100, FULL) and len(both(100, LAVISH)) > len(lines(100, LAVISH))
    assert not each(100, FULL) and not each(60, LAVISH)
    hit = percent(lines.chances[0].chance)
    head, *told = [line.plain.split() for line in each(100, LAVISH) if line.plain]
    assert head == ["Each", "of", "them", "hit", "damage", "consequence", "now"]
    assert [row[:2] for row in told] == [["Ada", hit], ["Bo", hit]]
    each = drawn("ada")[0].each
    for element, line in zip((thug, wall), [line.plain for line in each(100, LAVISH)][2:], strict=True):
        alone = ready.roll_lines(here.members, "ada", element, "physical").chances[0].chance
        assert line.split()[:2] == [element.name, percent(alone)]
