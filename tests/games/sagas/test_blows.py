"""What blows may do, against dice counted out: each total of attack and defence, each way that the damage can fall."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui import degrees
from saga_tui.blows import Blow, Harm, Target, acts_first, after, blast, blast_dice, bursts, damage_dice, fire, suffer
from saga_tui.degrees import Test, opposed
from saga_tui.games.sagas.rules import law as laws
from saga_tui.odds import Dist, reach
from tests.games.sagas.attacks import Attack, attack
from tests.games.sagas.test_laws import summed

NEAR = 2e-5
"""What an enumeration to eight sixes a die leaves out."""
FOE = Target(hit_points=40, beyond=8, threshold=13, roll=8)


def finals(score: int, modifier: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for total, chance in summed(2).items():
        final = Test(score, total, modifier).final
        found[final] = found.get(final, 0) + float(chance)
    return found


def counted(of: Attack) -> dict[int, float]:
    """The damage of an attack after armour, counted out; what does not hit is 0."""
    found: dict[int, float] = {}
    theirs = {0: 1.0} if of.defence is None else finals(of.defence, of.defended)
    for (own, p), (other, q) in product(finals(of.score, of.modifier).items(), theirs.items()):
        relative = opposed(own, other)
        assert isinstance(of.extra, int)
        count = damage_dice(relative.relative, of.extra, of.dmax) if relative.winner == "a" else 0
        for value, chance in fallen(count):
            damage = max(0, (value + of.bonus) // of.divisor - of.armour) if count else 0
            found[damage] = found.get(damage, 0) + p * q * chance
    return found


def fallen(count: int) -> Iterator[tuple[int, float]]:
    yield from ((value, float(chance)) for value, chance in summed(count).items()) if count else ((0, 1.0),)


ATTACKS = st.builds(
    Attack,
    score=st.integers(1, 24),
    modifier=st.integers(-2, 2),
    defence=st.none() | st.integers(0, 20),
    defended=st.integers(-1, 1),
    dmax=st.integers(1, 4),
    bonus=st.integers(0, 12),
    extra=st.integers(0, 2),
    armour=st.integers(0, 9),
    divisor=st.sampled_from([1, 1, 2, 4]),
)


@pytest.mark.rule("S-ATK-1", "S-ATK-2", "S-FIRE-2", "S-FIRE-6", "S-HURT-2")
@settings(max_examples=25, deadline=None)
@given(of=ATTACKS)
def test_a_blow_does_what_is_counted_out(of: Attack) -> None:
    blow, wanted = attack(of), counted(of)
    for damage in (0, 5, 10, 20):
        assert float(blow.above(damage)) == pytest.approx(sum(p for at, p in wanted.items() if at > damage), abs=NEAR)
    assert float(blow.expected) == pytest.approx(sum(at * p for at, p in wanted.items()), abs=60 * NEAR)
    weights, total = blow.weights(30)
    assert [Fraction(ways, total) for ways in weights[1:]] == [
        blow.above(at - 1) - blow.above(at) for at in range(1, 30)
    ]
    assert blow.law(30).p(0) == 1 - blow.above(0)
    assert blow.law(30).p(30) == blow.above(29)
    assert blow.hit == blow.met.wins


@pytest.mark.rule("S-ATK-1", "S-ATK-4", "S-DEF-3")
def test_a_blow_says_the_chance_to_be_struck_back() -> None:
    blow = attack(Attack(8, defence=10, dmax=4, bonus=6))
    assert (blow.hit, blow.met.turned) == (Fraction(13, 54), Fraction(143, 972))
    assert attack(Attack(8, dmax=4)).hit == Fraction(67, 108)


@pytest.mark.rule("S-TST-6", "S-ATK-4")
def test_what_a_degree_is_worth_to_an_attack() -> None:
    less, of, more = (attack(Attack(10, by, defence=8, dmax=4, bonus=6)) for by in (-1, 0, 1))
    assert more.hit > of.hit > less.hit and more.expected > of.expected > less.expected
    assert less.hit == Fraction(143, 972)


@pytest.mark.rule("S-SIT-3")
def test_two_weapons_hit_more_often_than_each() -> None:
    one, two = attack(Attack(8)), attack(Attack(8, second=8))
    assert two.hit == 1 - (1 - one.hit) ** 2


@pytest.mark.rule("S-FIRE-5", "S-FIRE-6")
@pytest.mark.parametrize("shots", [0, 3, 8, 10, 30])
def test_bursts_that_a_magazine_can_fill(shots: int) -> None:
    wanted = dict.fromkeys(range(4), 0.0)
    for (a, p), (b, q), (c, r) in product(fallen(1), fallen(1), fallen(1)):
        wanted[len(fire(shots, (a, b, c))[1])] += p * q * r
    law = bursts(shots, 3)
    assert {extra: float(law.p(extra)) for extra in wanted} == pytest.approx(wanted, abs=NEAR)
    fewer = bursts(shots, 3, 1)
    assert fewer.at_least(1) == law.at_least(2) and fewer.at_least(3) == 0
    burst = attack(Attack(10, dmax=5, extra=law, bonus=12))
    assert burst.hit == Fraction(3, 4) and burst.expected >= attack(Attack(10, dmax=5, bonus=12)).expected


@pytest.mark.rule("S-BLST-2")
@pytest.mark.parametrize(("base", "armour"), [(20, 0), (12, 4), (4, 0)])
def test_a_blast_adds_dice_or_takes_them_off(base: int, armour: int) -> None:
    blow = blast(degrees.law(8), degrees.law(10), base, 5, armour)
    wanted: dict[int, float] = {}
    for (own, p), (other, q) in product(finals(8, 0).items(), finals(10, 0).items()):
        for value, chance in fallen(blast_dice(own - other, 4)):
            damage = max(0, base + (value if own > other else -value) - armour)
            wanted[damage] = wanted.get(damage, 0) + p * q * chance
    assert blow.hit == 1
    for damage in (0, 5, 15, 25):
        assert float(blow.above(damage)) == pytest.approx(sum(p for at, p in wanted.items() if at > damage), abs=NEAR)
    assert float(blow.expected) == pytest.approx(sum(at * p for at, p in wanted.items()), abs=60 * NEAR)
    weights, total = blow.weights(40)
    assert Fraction(weights[0], total) == 1 - blow.above(0)
    assert Fraction(weights[9], total) == blow.above(8) - blow.above(9)


# ---- who is struck


def fate(blows: list[dict[int, float]], target: Target) -> dict[str, float]:
    """What blows do, counted out: each damage, each shock roll."""
    found = dict.fromkeys(("shock", "felled", "dead", "down"), 0.0)
    fails = 1 - float(degrees.law(target.roll, target.modifier).at_least(1))
    for falls in product(*(law.items() for law in blows)):
        now, chance, shocks = target.harm, 1.0, 0
        for damage, p in falls:
            now, chance = suffer(now, damage, target.stunning, target.hit_points), chance * p
            shocks += damage > target.threshold
        state = laws.body(now, target.hit_points, target.beyond)
        found["shock"] += chance * bool(shocks)
        found["felled"] += chance * (state != "fit")
        found["dead"] += chance * (state == "dead")
        found["down"] += chance * (1 if state != "fit" else 1 - (1 - fails) ** shocks)
    return found


@pytest.mark.rule("S-HURT-3", "S-HURT-4", "S-SHK-1")
@pytest.mark.parametrize(
    "target",
    [
        FOE,
        Target(40, 8, 13, 8, harm=Harm(20, 10)),
        Target(40, 8, 13, 8, modifier=-1, harm=Harm(30, 0)),
        Target(40, 8, 13, 0, harm=Harm(0, 39), stunning=True),
        Target(40, 8, 13, 12, harm=Harm(25, 40), stunning=True),
        Target(20, 0, 10, 5, harm=Harm(21, 0)),
    ],
)
def test_what_one_blow_does_to_somebody(target: Target) -> None:
    of = Attack(15, defence=9, dmax=4, bonus=10, armour=3)
    found, wanted = after([attack(of)], target), fate([counted(of)], target)
    assert {name: float(getattr(found, name)) for name in wanted} == pytest.approx(wanted, abs=NEAR)
    assert found.faints == found.down - found.felled >= 0
    assert found.expected == attack(of).expected


@pytest.mark.rule("S-HURT-3", "S-HURT-4", "S-SHK-1")
def test_what_the_blows_of_two_foes_do_in_a_round() -> None:
    first, second = Attack(12, defence=8, dmax=2, bonus=6), Attack(8, defence=8, dmax=2, bonus=9, armour=2)
    target = Target(24, 6, 11, 8, harm=Harm(4, 2))
    found = after([attack(first), attack(second)], target)
    wanted = fate([counted(first), counted(second)], target)
    assert {name: float(getattr(found, name)) for name in wanted} == pytest.approx(wanted, abs=NEAR)


@pytest.mark.rule("S-HURT-3")
def test_no_blow_and_no_chance_do_nothing() -> None:
    assert after([], FOE).down == 0 == after([attack(Attack(0, dmax=4, bonus=20))], FOE).down
    assert after([], Target(40, 8, 13, 8, harm=Harm(40, 0))).felled == 1
    assert isinstance(attack(Attack(0)), Blow)


# ---- the rest


@pytest.mark.rule("S-HEAL-1", "S-HEAL-2", "S-HEAL-5")
def test_what_healing_may_leave() -> None:
    law = degrees.law(10)
    night = law.mapped(lambda degree: laws.healed(20, degree))
    rest = law.mapped(lambda degree: laws.healed(12, degree, "ten minutes"))
    assert night.p(20) == 1 - law.at_least(1) and night.p(18) == law.p(2)
    assert rest.p(0) == law.at_least(3) and rest.p(2) == law.p(2)
    assert law.mapped(lambda degree: laws.healed(20, degree, institution=True)).p(16) == law.p(2)


@pytest.mark.rule("S-CMB-2")
def test_who_acts_first() -> None:
    assert acts_first(8, 8) == Fraction(1, 2)
    assert acts_first(9, 8) + acts_first(8, 9) == 1
    assert acts_first(9, 8) > Fraction(1, 2) > acts_first(8, 18)
    for own, other in ((9, 8), (8, 11), (10, 4)):
        pairs = product(fallen(1), fallen(1))
        first = sum(p * q for (a, p), (b, q) in pairs if (own + a, own) > (other + b, other))
        assert float(acts_first(own, other)) == pytest.approx(first, abs=NEAR)


@pytest.mark.rule("S-LONG-2", "S-LONG-3")
def test_how_a_long_action_may_end() -> None:
    law = degrees.against(degrees.law(10), degrees.law(8)).law
    [first, second] = reach(law, 2, -1, 2)
    assert first == (law.at_least(2), 1 - law.at_least(0))
    assert second[0] == law.at_least(2) + law.p(0) * law.at_least(2) + law.p(1) * law.at_least(1)
    assert second[1] == (1 - law.at_least(0)) * (1 + law.p(0)) + law.p(1) * (1 - law.at_least(-1))
    assert reach(Dist(1, (1,), 1), 3, None, 3)[-1] == (Fraction(1), Fraction())
