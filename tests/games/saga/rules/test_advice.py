"""The panel's numbers, the price list, and the adviser against trying every spend."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from saga_tui.games.saga.rules import odds, rolls, state
from saga_tui.games.saga.rules.advice import Against, Aim, Panel, activated, panel, prices, stand
from saga_tui.games.saga.rules.adviser import ORDER, Advice, advise, best
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.games.saga.rules.purse import Kind, purse
from saga_tui.games.saga.rules.rolls import DriveUse, Hurt, Plan, TraitUse
from saga_tui.games.saga.rules.words import ASSETS, THRESHOLD_ASSETS, WOUNDS

HALF = Fraction(1, 2)
OPPOSITIONS: tuple[rolls.Opposition, ...] = ("challenge", "attack", "defence", "neutral")
AIMS: tuple[Aim, ...] = ("success", "success-or-tie")


def roller(**more: Any) -> Character:
    """A duellist in a scene: force 3, grace 2, acuity 2, fortune 2, pain 2, doubt 2, fear 2."""
    due = [{"skill": "weaponry", "cap": cap} for cap in (2, 4, 6)]
    play = {"span": "scene", "chapter": 1, "scene": 1, "drive_tokens": [1, 2], "due": due} | more.pop("play", {})
    doc = {
        "entered": "as is",
        "assets": {"ratings": {"force": 3, "grace": 2, "acuity": 2, "fortune": 2}, "perks": more.pop("perks", [])},
        "skills": {
            "ranks": {"weaponry": 3},
            "specialties": [{"skill": "weaponry", "name": "swords"}, {"skill": "athletics", "name": "running"}],
        },
        "story": {"traits": ["Swagger", "Stubborn"], "drives": ["my sister", "the truth"]},
        "gear": [{"name": "Coin", "kind": "charm", "rating": 1, "without": ["academia"]}],
        "play": play,
    }
    return from_doc(doc | more)


def plan(**more: Any) -> Plan:
    return Plan.model_validate({"skill": "weaponry", "specialties": ("swords",)} | more)


def shown(character: Character, composed: Plan, against: Against) -> Panel:
    found = panel(character, composed, against)
    assert found is not None
    return found


# ---- panel


@pytest.mark.rule("ROL-2", "ROL-3", "ROL-6", "AST-6", "PSH-1")
def test_panel_is_the_law_of_the_plan() -> None:
    found = shown(roller(), plan(force=1, fortune=1, trade=3), Against(6))
    law = odds.net(odds.marks(4, 1, 1), odds.marks(6))
    assert (found.dice, found.automatic, found.net) == (4, 1, law)
    assert found.outcome == (law.at_least(1), law.p(0), 1 - law.at_least(0))
    assert found.pushes == sum(max(0, value) * chance for value, chance in law)
    assert found.late.success > found.outcome.success
    assert found.dramatic == 0


@pytest.mark.rule("AST-4", "ROL-7")
def test_inverted_traits_take_opposing_dice_but_never_the_last() -> None:
    inverted = plan(grace=(TraitUse(trait="Proud", weight=3, against=True),))
    assert shown(roller(), inverted, Against(6)).net == odds.net(odds.marks(5), odds.marks(3))
    assert shown(roller(), inverted, Against(2)).net == odds.net(odds.marks(5), odds.marks(1))
    assert shown(roller(), inverted, Against(0)).net == odds.marks(5)
    assert shown(roller(), inverted, Against(6, marks=2)).net == odds.marks(5).shifted(-2)


@pytest.mark.rule("ROL-4", "PRK-3")
@pytest.mark.parametrize("opposition", OPPOSITIONS)
def test_ties_and_free_pushes_follow_from_the_opposition(opposition: rolls.Opposition) -> None:
    character = roller(perks=[{"name": "Relentless"}])
    found = shown(character, plan(force=1), Against(4, opposition=opposition))
    tie = found.net.p(0)
    above = found.net.at_least(1)
    wins = {"challenge": above + tie, "attack": above, "defence": above + tie, "neutral": above}[opposition]
    assert found.outcome.success == (above + tie if opposition == "defence" else above)
    assert found.pushes == found.net.surplus + wins
    assert shown(character, plan(acuity=1), Against(4, opposition=opposition)).pushes < found.pushes


@pytest.mark.rule("CNF-7")
def test_each_mark_of_a_block_is_a_push_and_without_one_it_fails() -> None:
    found, one = shown(roller(), plan(kind="block"), Against(marks=3)), odds.marks(5).at_least(1)
    assert (found.pushes, found.outcome) == (odds.marks(5).mean, odds.Outcome(one, Fraction(), 1 - one))
    assert all(price.outcome.qualified == 0 for price in prices(roller(), plan(kind="block"), Against(3)))


@pytest.mark.rule("ROL-8")
def test_a_chance_roll_says_its_dramatic_failure() -> None:
    found = shown(roller(), plan(modifier=-9, reason="dark", trade=3), Against(2))
    assert (found.dice, found.automatic, found.dramatic) == (1, 0, Fraction(1, 3))


@pytest.mark.rule("AST-2", "RFX-1")
def test_a_roll_in_a_conflict_wants_to_be_activated() -> None:
    fighting = roller(play={"span": "conflict", "conflict": 1, "round": 1})
    assert not shown(fighting, plan(), Against(3)).activated
    assert not activated(fighting, plan(drive=1, drive_tokens=1))
    assert activated(fighting, plan(fortune=1))
    assert activated(fighting, plan(reflexive=True))
    assert activated(fighting, plan(cap=2))
    assert activated(roller(), plan())


# ---- prices


@pytest.mark.rule("AST-3", "AST-4", "AST-5", "AST-6", "AST-7", "DRV-3", "GER-3", "ROL-6")
def test_price_list_is_the_panel_with_and_without() -> None:
    character, against = roller(), Against(6)
    now = shown(character, plan(), against).outcome
    found = {price.key: price for price in prices(character, plan(), against)}
    dice = {"charm": 1, "grace-1": 1, "grace-2": 2, "grace-3": 3, "acuity": 1, "force": 2, "drive": 2}
    for weight in (1, 2, 3):
        dice[f"invoke-{weight}"] = weight
    order = ["charm", "grace-1", "grace-2", "grace-3", "acuity", "force", "drive", "fortune"]
    assert list(found) == [*order, "invoke-1", "invoke-2", "invoke-3", "trade-more", "late"]
    for key, price in found.items():
        result = shown(character, price.plan, against)
        expected = result.late if key == "late" else result.outcome
        assert price.outcome == expected
        assert price.adds == expected.success - now.success
        assert price.adds_or_tie == now.failure - expected.failure
        assert result.dice == 5 + dice.get(key, 0) - 3 * (key == "trade-more")
        assert price.tokens == (key != "trade-more")
    assert found["drive"].plan.drive == 1, "the fullest drive"
    assert found["charm"].plan.charm == "coin"


@pytest.mark.rule("ROL-4")
@pytest.mark.parametrize("opposition", OPPOSITIONS)
def test_prices_whoever_wins_a_tie(opposition: rolls.Opposition) -> None:
    against = Against(5, opposition=opposition)
    now = shown(roller(), plan(), against)
    for price in prices(roller(), plan(), against):
        after = shown(roller(), price.plan, against)
        expected = after.late if price.key == "late" else after.outcome
        assert price.outcome == expected
        assert price.adds == expected.success - now.outcome.success
        if price.key != "late":
            assert price.adds_or_tie == after.net.at_least(0) - now.net.at_least(0)


@pytest.mark.rule("AST-1", "DRV-3", "GER-3")
def test_nothing_that_cannot_be_paid_has_a_price() -> None:
    poor = roller(
        play={"tokens": dict.fromkeys(ASSETS, 0), "drive_tokens": [0, 0], "gear_used": {"coin": 4}},
    )
    assert [price.key for price in prices(poor, plan(), Against(6))] == ["trade-more"]
    spent = plan(
        force=3, acuity=2, fortune=2, drive=0, drive_tokens=1, charm="coin", charm_dice=4,
        grace=(TraitUse(trait="Swagger"), TraitUse(trait="Stubborn")),
    )  # fmt: skip
    assert [price.key for price in prices(roller(), spent, Against(6))] == ["trade-more"]
    hurt = plan(force=3, hurts=(Hurt(kind="pain", asset="force"),))
    assert "force" in {price.key for price in prices(roller(), hurt, Against(6))}


@pytest.mark.rule("GER-3")
def test_a_charm_made_without_the_skill_is_not_offered() -> None:
    assert "charm" not in {price.key for price in prices(roller(), plan(skill="academia"), Against(2))}


@pytest.mark.rule("ROL-6")
def test_trading_back_has_a_price_too() -> None:
    found = {price.key: price.plan.trade for price in prices(roller(), plan(trade=3), Against(6))}
    assert found["trade-less"] == 0
    assert "trade-more" not in found, "two dice are left"


def test_a_pool_beyond_the_odds_has_none() -> None:
    giant = plan(charm="coin", charm_dice=999)
    assert panel(roller(), giant, Against(6)) is None
    assert prices(roller(), giant, Against(6)) == []
    assert advise(roller(), giant, Against(6), HALF) is None
    assert best(roller(), giant, Against(6), 3) is None


# ---- adviser


TRAITS = (TraitUse(trait="Swagger", weight=2), TraitUse(trait="Proud", weight=3, against=True))


def tried(character: Character, base: Plan, against: Against, of: Aim) -> Iterator[tuple[dict[Kind, int], Fraction]]:
    """Every spend that can be paid, with its best chance over every number of traded dice: no cleverness at all."""
    own = [use for use in TRAITS if not use.against for _ in range(2)]
    turned = [use for use in TRAITS if use.against for _ in range(2)]
    drives = state.drive_tokens(character)[base.drive] if base.drive is not None else 0
    known: dict[tuple[int, int, int], Fraction] = {}
    for hurts in _wounds(dict(purse(character, base).room)):
        stood = {asset: sum(hurt.asset == asset for hurt in hurts) for asset in ASSETS}
        have = {asset: state.in_hand(character, asset) + stood[asset] for asset in ASSETS}
        ranges = [range(stood[asset], have[asset] + 1) for asset in ("force", "acuity", "fortune")]
        for charm, drive, force, acuity, fortune, mine, theirs, invoked in product(
            range(2), range(drives + 1), *ranges, range(3), range(3), range(2)
        ):
            if not stood["grace"] <= mine + theirs <= have["grace"] or mine + invoked > len(own):
                continue
            if fortune + invoked > have["fortune"]:
                continue
            update = {
                "charm": "coin" if charm else "",
                "charm_dice": charm,
                "drive_tokens": drive,
                "fortune": fortune,
                "force": force,
                "acuity": acuity,
                "grace": (*own[:mine], *turned[:theirs]),
                "invoked": (*own[:invoked],),
                "hurts": hurts,
            }
            spent = base.model_copy(update=update)
            if activated(character, spent):
                key = (rolls.pool(character, spent).tally.total, fortune, theirs)
                known[key] = known.get(key) or _best_chance(character, spent, against, of)
                yield _counts(spent), known[key]


def _counts(spent: Plan) -> dict[Kind, int]:
    return {
        "charm": spent.charm_dice,
        "grace": spent.spent("grace"),
        "acuity": spent.spent("acuity"),
        "force": spent.spent("force"),
        "drive": spent.drive_tokens,
        "fortune": spent.fortune + len(spent.invoked),
        "damage": len(spent.hurts),
    }


def _wounds(room: dict[str, int]) -> list[tuple[Hurt, ...]]:
    """Every way to take up to three wounds, as far as there is room."""
    one = [Hurt.model_validate({"kind": kind, "asset": to}) for kind, pair in THRESHOLD_ASSETS.items() for to in pair]
    ways = [way for count in range(4) for way in combinations_with_replacement(one, count)]
    return [way for way in ways if all(sum(hurt.kind == kind for hurt in way) <= left for kind, left in room.items())]


def _best_chance(character: Character, spent: Plan, against: Against, of: Aim) -> Fraction:
    total = max(0, rolls.pool(character, spent).tally.total)
    found = []
    for trade in range(0, total + 1, 3):
        here = stand(character, spent.model_copy(update={"trade": trade}), against)
        law = odds.net(here.own, here.opposing)
        tied = not against.block and (of == "success-or-tie" or against.tie == "success")
        found.append(law.at_least(0 if tied else 1))
    return max(found)


def small(**more: Any) -> Character:
    """A character with little in hand, so that every spend can be tried."""
    play = {
        "tokens": {"force": 1, "grace": 1, "acuity": 0, "fortune": 1},
        "drive_tokens": [1, 0],
        "gear_used": {"coin": 3},
        "damage": {"pain": 1, "doubt": 2, "fear": 1},
    }
    return roller(play=play | more.pop("play", {}), **more)


CASES: list[tuple[str, Character, Plan, Against]] = [
    ("challenge", small(), plan(drive=0), Against(7)),
    ("marks", small(), plan(drive=0), Against(marks=3)),
    ("defence", small(), plan(), Against(6, opposition="defence")),
    ("far from it", small(), plan(drive=0, modifier=-4, reason="dark"), Against(4, opposition="attack")),
    ("expert", small(perks=[{"name": "Expert", "skill": "weaponry"}]), plan(), Against(7)),
    ("agile block", small(perks=[{"name": "Agile"}]), plan(kind="block"), Against(5)),
    ("capped", small(), plan(cap=6, drive=0), Against(4)),
    (
        "in a conflict",
        small(play={"span": "conflict", "conflict": 1, "round": 1}),
        plan(drive=0, specialties=("swords", "running")),
        Against(4),
    ),
]


@pytest.mark.rule("AST-2", "AST-3", "AST-4", "AST-5", "AST-6", "DMG-4", "DRV-3", "GER-3", "ROL-6")
@pytest.mark.parametrize(
    ("character", "base", "against"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_adviser_against_every_spend(character: Character, base: Plan, against: Against) -> None:
    compare(character, base, against, "success")


@pytest.mark.rule("AST-2", "AST-3", "AST-4", "AST-5", "AST-6", "DMG-4", "DRV-3", "GER-3", "PRK-3", "ROL-6")
@pytest.mark.parametrize("seed", range(24))
def test_adviser_against_every_spend_of_anybody(seed: int) -> None:
    source = random.Random(seed)
    perks = source.sample([{"name": "Expert", "skill": "weaponry"}, {"name": "Agile"}, {"name": "Smooth"}], 2)
    room = source.choice([(1, 1, 1), (2, 0, 1), (0, 1, 2), (2, 1, 0), (0, 0, 0), (1, 0, 1)])
    place = source.choice([{}, {"span": "conflict", "conflict": 1, "round": 1}])
    tokens = {asset: source.randint(0, 2) for asset in ASSETS}
    damage = {kind: 2 - left for kind, left in zip(WOUNDS, room, strict=True)}
    character = roller(perks=perks, play=place | {"tokens": tokens, "damage": damage, "gear_used": {"coin": 3}})
    fields = {
        "kind": source.choice(["attack", "block"]),
        "specialties": source.choice([(), ("swords",), ("swords", "running")]),
        "drive": source.choice([None, 0, 1]),
        "modifier": source.randint(-6, 4),
        "cap": source.choice([None, None, None, 4]),
    }
    opposed = source.choice([Against(source.randint(0, 9)), Against(marks=source.randint(0, 3))])
    opposition: rolls.Opposition = source.choice(OPPOSITIONS)
    compare(character, plan(**fields), replace(opposed, opposition=opposition), source.choice(AIMS))


def compare(character: Character, base: Plan, against: Against, of: Aim) -> None:
    """The adviser's answers to some targets and spends, beside those of trying everything."""
    met = Against(block=True) if base.kind == "block" else against
    every = list(tried(character, base, met, of))
    chances = sorted({chance for _, chance in every})
    if not chances:
        assert advise(character, base, against, 0, of=of, traits=TRAITS) is None, "nothing can activate it"
        return
    source = random.Random(7)
    for target in [Fraction(), *source.sample(chances, min(8, len(chances))), chances[-1]]:
        order = list(ORDER)
        source.shuffle(order)
        reaching = [counts for counts, chance in every if chance >= target]
        cost = min(sum(counts.values()) for counts in reaching)
        cheap = [counts for counts in reaching if sum(counts.values()) == cost]
        for ordering in (list(ORDER), order):
            least = min([counts[kind] for kind in reversed(ordering)] for counts in cheap)
            found = advise(character, base, against, target, of=of, order=ordering, traits=TRAITS)
            assert found is not None
            assert found.tokens == cost
            assert [found.spends.get(kind, 0) for kind in reversed(ordering)] == least
            check(character, found, met, of)
    above = chances[-1] + Fraction(1, 10**9)
    assert advise(character, base, against, above, of=of, traits=TRAITS) is None
    for spend in range(4):
        there = [chance for counts, chance in every if sum(counts.values()) <= spend]
        top = best(character, base, against, spend, of=of, traits=TRAITS)
        assert (top and top.chance) == max(there, default=None)


def check(character: Character, found: Advice, against: Against, of: Aim) -> None:
    """The advised plan has the chance that was promised, and the command of a roll takes it."""
    here = stand(character, found.plan, against)
    law = odds.net(here.own, here.opposing)
    assert found.chance == law.at_least(against.lead(of))
    params = found.plan.model_dump(exclude_defaults=True) | {"net": 1}
    outcome = perform(character, command_of("roll", params), ())
    assert not outcome.refused, outcome.problems


@pytest.mark.rule("ROL-6")
def test_adviser_trades_everything_where_that_is_right() -> None:
    sure = advise(roller(), plan(modifier=1, reason="light"), Against(marks=1), 1)
    assert sure is not None
    assert (sure.tokens, sure.plan.trade, sure.chance) == (0, 6, Fraction(1))


@pytest.mark.rule("ROL-3")
def test_adviser_counts_ties_where_asked() -> None:
    character, against = roller(), Against(8)
    for target in (Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)):
        strict = advise(character, plan(), against, target)
        lax = advise(character, plan(), against, target, of="success-or-tie")
        assert strict and lax
        assert lax.tokens < strict.tokens
        check(character, lax, against, "success-or-tie")


@pytest.mark.rule("AST-4", "AST-8")
def test_adviser_doubles_a_trait_and_never_more() -> None:
    lucky = roller(play={"active": [{"trait": "Swagger", "weight": 3, "by": "fortune"}]})
    doubled = purse(lucky, plan(active=("Swagger",))).traits
    assert doubled == (TraitUse(trait="Swagger", weight=3),)
    assert purse(lucky, plan(active=("Swagger",), grace=(TraitUse(trait="Swagger"),))).traits == ()
    assert purse(roller(), plan(), TRAITS[:1]).traits == TRAITS[:1] * 2
    assert purse(roller(), plan(grace=(TRAITS[0],)), TRAITS[:1]).traits == TRAITS[:1]


@pytest.mark.rule("AST-8", "AST-4")
def test_fortune_invokes_each_trait_once_and_the_heaviest_first() -> None:
    fits = (TraitUse(trait="Stubborn", weight=1), TraitUse(trait="Swagger", weight=3))
    none = {"force": 0, "grace": 0, "acuity": 0}
    one = best(roller(play={"tokens": none | {"fortune": 1}}), plan(), Against(12), 1, traits=fits, damage=False)
    assert one and [use.trait for use in one.plan.invoked] == ["Swagger"] and one.spends == {"fortune": 1}
    two = {"tokens": none | {"fortune": 2, "grace": 1}, "gear_used": {"coin": 4}}
    most = best(roller(play=two), plan(), Against(14), 9, traits=fits, damage=False)
    assert most and [use.trait for use in (*most.plan.invoked, *most.plan.grace)] == ["Swagger", "Swagger"]
    counting = roller(play={"active": [{"trait": "Swagger", "weight": 3, "by": "fortune"}]})
    assert [use.trait for use in purse(counting, plan(), fits).invokable] == ["Stubborn"]


@pytest.mark.rule("DMG-2", "DMG-4")
def test_damage_by_choice_brings_no_consequence_and_can_be_left_out() -> None:
    character = roller(play={"damage": {"pain": 2, "doubt": 9, "fear": 1}})
    assert purse(character, plan()).room == {"pain": 0, "doubt": 0, "fear": 1}
    assert purse(character, plan(force=1, hurts=(Hurt(kind="fear", asset="force"),))).room["fear"] == 0
    most = best(character, plan(), Against(12), 99)
    tame = best(character, plan(), Against(12), 99, damage=False)
    assert most and tame
    assert most.spends["damage"] == 1 and "damage" not in tame.spends
    assert most.chance > tame.chance


@pytest.mark.rule("DMG-2", "DMG-4")
@pytest.mark.parametrize(
    ("room", "wounds", "taken"),
    [
        ((3, 3, 1), {"force": 1}, {"pain": 1}),
        ((1, 3, 3), {"force": 1}, {"fear": 1}),
        ((3, 2, 2), {"force": 2}, {"pain": 1, "fear": 1}),
        ((5, 1, 1), {"force": 2, "grace": 1}, {"pain": 3}),
        ((2, 2, 2), {"force": 1, "grace": 1, "acuity": 1}, {"pain": 1, "doubt": 1, "fear": 1}),
        ((0, 2, 1), {"force": 1, "grace": 1}, {"fear": 1, "doubt": 1}),
    ],
)
def test_damage_by_choice_is_spread_so_that_the_fullest_kind_keeps_the_most_room(
    room: tuple[int, int, int], wounds: dict[str, int], taken: dict[str, int]
) -> None:
    means = replace(purse(roller(), plan()), room=dict(zip(("pain", "doubt", "fear"), room, strict=True)))
    hurts = means.hurts(wounds)
    assert Counter(hurt.kind for hurt in hurts) == taken
    assert Counter(hurt.asset for hurt in hurts) == wounds
    assert all(hurt.asset in THRESHOLD_ASSETS[hurt.kind] for hurt in hurts)


@pytest.mark.rule("DRV-3")
def test_adviser_spends_drive_tokens_only_of_a_drive_that_the_player_names() -> None:
    everything = best(roller(), plan(), Against(12), 99)
    driven = best(roller(), plan(drive=1), Against(12), 99)
    assert everything and driven
    assert "drive" not in everything.spends
    assert driven.spends["drive"] == 2
    matter = (DriveUse(drive=0, tokens=0), DriveUse(drive=1, tokens=0))
    both = best(roller(), plan(drives=matter), Against(12), 99)
    assert both and both.spends["drive"] == 3 and both.plan.driving == {0: 1, 1: 2}


def test_an_order_names_every_kind_once() -> None:
    with pytest.raises(ValueError, match="order"):
        advise(roller(), plan(), Against(3), HALF, order=("force", "fortune"))
