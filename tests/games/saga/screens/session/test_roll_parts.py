"""The roll drawer without a screen: its rows, what follows from them, what the adviser is asked, how it all reads."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from saga_tui.changes import Doc
from saga_tui.games.saga.rules import advice, odds, rolls
from saga_tui.games.saga.rules.adviser import ORDER
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import perform
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import TraitUse
from saga_tui.games.saga.rules.words import SKILLS
from saga_tui.games.saga.screens.session.roll import odds_view, wish
from saga_tui.games.saga.screens.session.roll.adviser import moved, parts
from saga_tui.games.saga.screens.session.roll.items import RULES, items
from saga_tui.games.saga.screens.session.roll.odds_view import Sums, against_of, weigh
from saga_tui.games.saga.screens.session.roll.parts import Item, put, through_fortune, trimmed
from saga_tui.games.saga.screens.session.roll.wish import (
    Wish,
    first_wish,
    ladder,
    order_of,
    propose,
    spends,
    with_order,
)
from saga_tui.ui import roll_odds
from saga_tui.ui.config import Config
from saga_tui.ui.roll_odds import HEAD, foot, side
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, doc

BUSY: Doc = {
    **TROUBLE,
    "asks": [],
    "stakes": "serious",
    "tokens": {"force": 4, "grace": 3, "acuity": 2, "fortune": 6},
    "damage": {"pain": 1, "doubt": 0, "fear": 1},
}
PERKED = [
    {"buy": "perk", "name": "Better Lucky than Good", "asset": "fortune"},
    {"buy": "perk", "name": "Agile", "asset": "grace"},
    {"buy": "perk", "name": "Expert", "asset": "acuity", "skill": "marksmanship"},
    {"buy": "perk", "name": "Relentless", "asset": "force"},
]


def hero(play: Doc = BUSY, **more: Any) -> Character:
    """Kestrel in that state of play, perhaps with perks."""
    return from_doc(doc(play, **more))


def full() -> Roll:
    """A roll with a term of every sort."""
    return Roll.model_validate({
        "skill": "marksmanship", "specialties": ["pistols", "reflexes"], "force": 1, "acuity": 1, "fortune": 1,
        "grace": [{"trait": "I Need a Drink", "weight": 2}, {"trait": "Rotten floor", "weight": 1, "against": True}],
        "active": ["Quick on the Draw", "Paranoid", "Pitch dark"], "drive": 0, "drive_tokens": 1, "buffs": ["colt"],
        "charm": "lucky-coin", "charm_dice": 2, "consequences": ["Injured leg"], "ally": 1, "modifier": -1,
        "reason": "darkness", "opposing": 6, "trade": 3,
    })  # fmt: skip


def row(character: Character, roll: Roll, key: str) -> Item:
    """One of the rows."""
    return next(item for item in items(character, roll) if item.key == key)


def summed(character: Character, roll: Roll) -> Sums:
    """What follows from a roll."""
    found = perform(character, roll, (4,) * roll.dice_needed(character)).problems
    return weigh(character, roll, items(character, roll), found)


# ---- rows


def test_the_rows_of_a_character_are_the_same_whatever_the_roll_is() -> None:
    character = hero(finishing=PERKED)
    keys = [item.key for item in items(character, Roll(skill="academia"))]
    assert len(set(keys)) == len(keys)
    for skill in SKILLS:
        assert [item.key for item in items(character, put(full(), skill=skill, kind="block"))] == keys
    assert all(item.rule for item in items(character, full()))
    assert {key.partition(":")[0] for key in keys} == set(RULES)


@pytest.mark.rule("SKL-3", "AST-3", "AST-4", "AST-5", "TRT-2", "DRV-3", "GER-2", "GER-3", "CSQ-2", "ROL-7", "ROL-9")
def test_every_term_of_the_pool_is_taken_off_by_its_row() -> None:
    character, roll = hero(), full()
    terms = [term for term in rolls.pool(character, roll.plan).tally.terms if term.rule != "SKL-2"]
    assert len(terms) == 14
    for term in terms:
        key = odds_view.row_of(character, roll, term)
        taken = row(character, roll, key)
        assert taken.used, key
        assert taken.off is not None
        rest = [other.reason for other in rolls.pool(character, taken.off().plan).tally.terms]
        assert term.reason not in rest


def test_what_is_taken_off_is_not_in_use_and_comes_back_with_a_step() -> None:
    character, roll = (
        hero(finishing=PERKED),
        put(full(), kind="attack", reflexive=True, opposition="attack", lucky=["force"]),
    )
    for item in items(character, roll):
        if item.used and item.off is not None:
            assert not row(character, item.off(), item.key).used, item.key
            assert item.step(1) != roll


@pytest.mark.rule("TRT-2", "AST-4")
def test_a_trait_begins_with_the_weight_that_it_had_on_this_skill() -> None:
    habit = {"marksmanship": {"weights": {"I Need a Drink": 1}}}
    character = hero({**CALM, "habits": habit})
    for skill, weight in (("marksmanship", 1), ("awareness", 3)):
        made = row(character, Roll(skill=skill), "grace:for:I Need a Drink").step(1)
        assert [use.weight for use in made.grace] == [weight]
    seen = set()
    roll = Roll(skill="marksmanship")
    for _ in range(7):
        roll = row(character, roll, "grace:for:I Need a Drink").step(1)
        seen.add(tuple(use.weight for use in roll.grace))
    assert seen == {(), (1,), (2,), (3,), (1, 1), (2, 2), (3, 3)}


@pytest.mark.rule("AST-4")
def test_grace_only_doubles_a_trait_that_counts_through_fortune() -> None:
    character = hero()
    roll = Roll(skill="marksmanship", active=("Quick on the Draw",))
    once = row(character, roll, "grace:for:Quick on the Draw").step(1)
    assert len(once.grace) == 1
    assert row(character, once, "grace:for:Quick on the Draw").step(1).grace == ()
    assert rolls.pool(character, once.plan).tally.total == 4 + 3 + 3


@pytest.mark.rule("TRT-4", "AST-9")
def test_a_scene_trait_that_is_inverted_has_one_row_and_an_opponents_says_whom_it_is_against() -> None:
    ways = [{"trait": "Pitch dark", "owner": "scene", "weight": 2, "by": "GM"},
            {"trait": "Pitch dark", "owner": "scene", "weight": 3, "inverted": True, "by": "fortune"},
            {"trait": "Theirs", "owner": "Mira", "weight": 3, "inverted": True, "by": "fortune"}]  # fmt: skip
    character, roll = hero({**CALM, "active": ways}), Roll(skill="marksmanship", active=("Pitch dark",))
    shown = {item.key: item.value for item in items(character, roll) if item.key.startswith("active:")}
    assert shown == {"active:Pitch dark": "+3", "active:Theirs": "(−3 against them)"}
    assert rolls.pool(character, roll.plan).tally.total == 4 + 3
    turned = put(roll, active=["Theirs"], opposing=9)
    assert row(character, turned, "grace:against:Theirs").step(1).grace == (TraitUse(trait="Theirs", against=True),)
    assert "9 − 3 = 6" in odds_view.opposition(character, turned).plain


@pytest.mark.rule("AST-8", "AST-9", "AST-4")
def test_fortune_invokes_a_trait_with_its_remembered_weight_and_grace_then_doubles_it() -> None:
    habit = {"marksmanship": {"weights": {"Paranoid": 2}}}
    character = hero({**CALM, "habits": habit, "scene_traits": ["Rotten floor"]})
    roll = Roll(skill="marksmanship")
    once = through_fortune(character, roll, "Paranoid")
    assert once is not None
    assert rolls.pool(character, once.plan).tally.total == 4 + 2
    assert row(character, once, "grace:for:Paranoid").value == "★ +2"
    doubled = row(character, once, "grace:for:Paranoid").step(1)
    assert rolls.pool(character, doubled.plan).tally.total == 4 + 2 + 2
    assert row(character, doubled, "grace:for:Paranoid").step(1) == once
    assert through_fortune(character, once, "Paranoid") == roll
    off = row(character, doubled, "grace:for:Paranoid").off
    assert off is not None
    assert off() == roll
    assert through_fortune(character, roll, "Rotten floor") is not None
    terms = rolls.pool(character, once.plan).tally.terms
    assert odds_view.row_of(character, once, terms[-1]) == "grace:for:Paranoid"
    assert through_fortune(hero(), roll, "Quick on the Draw") is None


@pytest.mark.rule("DMG-4")
def test_damage_gives_its_token_and_takes_it_back() -> None:
    character, roll = hero(), Roll(skill="marksmanship")
    for count, hurts in ((1, ["force"]), (2, ["grace"]), (3, ["force", "force"]), (4, ["force", "grace"])):
        taken = roll
        for _ in range(count):
            taken = row(character, taken, "hurt:pain").step(1)
        assert [hurt.asset for hurt in taken.hurts] == hurts
        assert taken.force == hurts.count("force")
        off = row(character, taken, "hurt:pain").off
        assert off is not None
        assert off() == roll
    assert trimmed(character, put(row(character, roll, "hurt:fear").step(1), force=0)).hurts == ()


@pytest.mark.rule("PRK-6", "ROL-6")
def test_what_pays_for_nothing_falls_away() -> None:
    character = hero(finishing=PERKED)
    roll = put(Roll(skill="marksmanship"), force=1, lucky=["force", "force", "acuity"], trade=9)
    kept = trimmed(character, roll)
    assert (kept.lucky, kept.trade) == (("force",), 6)
    assert trimmed(character, kept) is kept
    assert trimmed(character, put(roll, skill="weaponry", force=0, trade=3)).trade == 0


@pytest.mark.rule("PRK-6")
def test_fortune_stands_in_first_for_what_is_short() -> None:
    character = hero({**CALM, "tokens": {"force": 2, "acuity": 0, "fortune": 3}}, finishing=PERKED)
    roll = Roll(skill="marksmanship", force=1, acuity=1)
    once = row(character, roll, "lucky").step(1)
    assert once.lucky == ("acuity",)
    assert row(character, once, "lucky").step(1).lucky == ("acuity", "force")
    assert row(character, once, "lucky").step(-1).lucky == ()
    assert "lucky" not in [item.key for item in items(hero(), roll)]


@pytest.mark.rule("PRK-3")
def test_perks_that_act_by_themselves_are_left_out_and_taken_again() -> None:
    character = hero(finishing=PERKED)
    roll = Roll(skill="marksmanship", kind="block", acuity=1, grace=full().grace[:1])
    total = rolls.pool(character, roll.plan).tally.total
    for key, dice in (("perk:Agile:", 2), ("perk:Expert:marksmanship", 1)):
        left = row(character, roll, key).step(1)
        assert rolls.pool(character, left.plan).tally.total == total - dice, key
        assert row(character, left, key).value == "off"
        assert row(character, left, key).step(1) == roll
    assert not row(character, put(roll, kind="attack"), "perk:Agile:").shown
    assert not row(character, put(roll, skill="weaponry"), "perk:Expert:marksmanship").shown
    asked = character.model_copy(update={"automation": {"perk:expert": "ask"}})
    (offered,) = summed(asked, roll).offered
    assert offered.name == "Expert"
    taken = row(asked, roll, "perk:Expert:marksmanship").step(1)
    assert taken.perks == ("Expert",)
    assert offered.plan == taken.plan


# ---- what follows


@pytest.mark.rule("AST-3", "AST-5", "AST-6", "DRV-3", "GER-3", "ROL-6", "DMG-4")
def test_what_a_row_says_it_adds_is_the_difference_that_its_step_makes() -> None:
    character, roll = hero(), put(full(), opposition="challenge", drive=None, drive_tokens=0, charm="", charm_dice=0)
    sums = summed(character, roll)
    assert sums.panel is not None
    must = {"force", "acuity", "fortune", "drive:0", "drive:1", "charm:lucky-coin", "trade", "hurt:pain",
            "grace:for:Off balance", "grace:against:Pitch dark"}  # fmt: skip
    assert must <= set(sums.adds)
    for key, adds in sums.adds.items():
        more = advice.panel(character, row(character, roll, key).step(1).plan, against_of(roll))
        assert more is not None
        assert adds == more.outcome.success - sums.panel.outcome.success, key
    assert sums.adds["force"] > 0


def test_what_cannot_be_paid_has_no_price() -> None:
    poor = hero({**CALM, "tokens": {"force": 0, "grace": 0, "acuity": 0, "fortune": 0}, "drive_tokens": [0, 0, 0],
                 "gear_used": {"lucky-coin": 7}})  # fmt: skip
    adds = summed(poor, Roll(skill="marksmanship", opposing=4)).adds
    free = {"buff:colt", "specialty:pistols", "specialty:long shots", "specialty:reflexes"}
    assert set(adds) - free == {"trade", "hurt:pain", "hurt:doubt", "hurt:fear"}
    assert free <= set(adds), "what costs nothing says what it adds"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"force": 5}, "short-force"),
        ({"fortune": 7}, "short-fortune"),
        ({"drive": 1, "drive_tokens": 2}, "short-drive"),
        ({"charm": "lucky-coin", "charm_dice": 8}, "empty-lucky-coin"),
        ({"grace": [], "hurts": [{"kind": "pain", "asset": "grace"}]}, "no-trait"),
        ({"lucky": ["force"]}, "lucky"),
    ],
)
def test_what_cannot_be_paid_is_named(fields: dict[str, Any], code: str) -> None:
    unpaid = summed(hero(), put(full(), **fields)).unpaid
    assert unpaid is not None
    assert unpaid.code == code
    assert summed(hero(), full()).unpaid is None


@pytest.mark.rule("AST-2", "RFX-1")
def test_a_roll_that_is_not_activated_can_still_be_confirmed_for_the_group_may_say_so() -> None:
    sums = summed(hero(CONFLICT), Roll(skill="marksmanship"))
    assert sums.inactive
    assert [found.rule for found in sums.problems] == ["AST-2"]
    assert sums.unpaid is None
    assert not summed(hero(CONFLICT), Roll(skill="marksmanship", reflexive=True)).inactive


def test_more_dice_than_the_odds_know_leave_the_pool_in_sight() -> None:
    for roll in (put(full(), ally=900), put(full(), opposing=900), put(full(), opposing_marks=900)):
        sums = summed(hero(), roll)
        assert sums.panel is None
        assert (sums.adds, sums.prices) == ({}, ())
        shown = side(odds_view.reading(hero(), roll, sums), 38, 18)
        assert "too many dice for odds" in shown.beside[0].plain and not shown.number
        assert foot(odds_view.reading(hero(), roll, sums), 56, True).odds == ()
        assert propose(hero(), roll, Wish()) is None
        assert wish.now(hero(), roll, Wish()) is None


# ---- how it reads


@pytest.mark.parametrize("size", [(36, 18), (38, 38), (58, 55)])
def test_the_side_fits_its_room(size: tuple[int, int]) -> None:
    width, height = size
    character, roll = hero(finishing=PERKED), full()
    shown = side(odds_view.reading(character, roll, summed(character, roll)), width, height)
    lines = sum(max(1, -(-line.cell_length // width)) for line in (*shown.pool, *shown.odds, *shown.prices))
    assert HEAD + lines + bool(shown.prices) <= height
    text = "\n".join(line.plain for line in (*shown.beside, *shown.pool))
    alone = height > 40
    for reason in ("+4 ranks", "+2 specialty pistols" if alone else "+2 pistols", "1 force" if alone else "+2 ▲",
                   "Paranoid", "−1 darkness", "−2 Injured leg"):  # fmt: skip
        assert reason in text
    assert "against 6 − 1 = 5 dice, ties are qualified" in text
    assert bool(shown.prices) == (height > 30) and bool(shown.odds), "the chart gives way last"


@pytest.mark.rule("ROL-8", "ROL-7")
def test_a_chance_roll_says_so_with_its_dramatic_failure() -> None:
    character, roll = hero(), Roll(skill="weaponry", modifier=-2)
    shown = side(odds_view.reading(character, roll, summed(character, roll)), 38, 30)
    assert "chance roll" in shown.title
    assert any("33% dramatic" in line.plain for line in shown.beside)
    assert "−2 your own modifier" in "\n".join(line.plain for line in shown.pool)


@pytest.mark.rule("ROL-3", "ROL-4")
def test_ties_read_as_the_opposition_says() -> None:
    character = hero()
    for kind, words, rows in (("challenge", "qualified", 3), ("attack", "fail", 2), ("defence", "succeed", 2),
                              ("neutral", "neutral", 3)):  # fmt: skip
        roll = put(full(), opposition=kind)
        sums = summed(character, roll)
        assert words in odds_view.opposition(character, roll).plain
        assert sums.panel is not None
        assert len(odds_view.chances(sums.panel, sums.against.tie)) == rows


def test_the_chart_draws_what_is_likely_and_never_more_than_fits() -> None:
    law = odds.net(odds.marks(9), odds.marks(6))
    *bars, scale = roll_odds.chart(law, roll_odds.by_sign, 36, 3)
    assert len(bars) == 3
    assert all(line.cell_length <= 36 for line in (*bars, scale))
    assert "█" in bars[-1].plain
    assert " 0 " in scale.plain
    shown = roll_odds.window(law, 36)
    assert sum(chance for _, chance in shown) > Fraction(97, 100)
    assert len(roll_odds.window(odds.net(odds.marks(300), odds.marks(300)), 20)) == 20
    wide = roll_odds.chart(odds.net(odds.marks(60), odds.marks(60)), roll_odds.by_sign, 36, 1)
    assert all(line.cell_length <= 36 for line in wide)
    assert roll_odds.chart(odds.marks(0), roll_odds.by_sign, 36, 2)[-1].plain.strip() == "0"


@pytest.mark.parametrize(("adds", "words"), [("3/25", "+12%"), ("-1/32", "−3%"), ("-1/1000", "+0%"), ("0", "+0%")])
def test_differences_are_told_in_points_of_percent(adds: str, words: str) -> None:
    assert roll_odds.points(Fraction(adds)) == words


def test_texts_of_a_file_are_never_markup() -> None:
    character = hero({**CALM, "scene_traits": ["[/]"]}, story={"traits": ["[b]", "[/red]"], "drives": ["[/]", "", ""]})
    roll = Roll.model_validate({"skill": "marksmanship", "grace": [{"trait": "[/red]", "weight": 2}], "drive": 0,
                                "drive_tokens": 1, "modifier": -1, "reason": "[/]"})  # fmt: skip
    text = "\n".join(
        line.plain for line in side(odds_view.reading(character, roll, summed(character, roll)), 60, 40).pool
    )
    assert "“[/red]” by grace" in text
    assert "−1 [/]" in text


# ---- the adviser


@pytest.mark.rule("AST-3", "AST-4", "ROL-6")
def test_the_adviser_s_answer_reaches_the_chance_and_names_what_it_spends() -> None:
    character, roll = hero(CONFLICT), Roll(skill="marksmanship", opposing=6)
    asked = Wish(chance=60, traits={"Paranoid": 3, "an opponent's trait": -2}, damage=False)
    found = propose(character, roll, asked)
    assert found is not None
    panel = advice.panel(character, found.plan, against_of(roll))
    assert panel is not None
    assert panel.outcome.success == found.chance >= Fraction(60, 100)
    told = dict(spends(character, roll, found))
    assert told.keys() - {"trade"} == found.spends.keys()
    tie = propose(character, roll, replace(asked, of="success-or-tie"))
    assert tie is not None
    assert tie.tokens <= found.tokens
    assert propose(character, roll, replace(asked, chance=100, damage=False, traits={})) is None


def test_the_best_for_a_spend_and_the_ladder_agree() -> None:
    character, roll = hero(CALM), Roll(skill="marksmanship", opposing=6)
    steps = ladder(character, roll, Wish())
    assert [spend for spend, _ in steps] == list(range(len(steps)))
    assert [step.chance for _, step in steps] == sorted({step.chance for _, step in steps})
    for spend, step in steps[:3]:
        found = propose(character, roll, Wish(by="spend", spend=spend))
        assert found is not None
        assert (found.tokens, found.chance) == (step.tokens, step.chance)


def test_the_order_breaks_ties_of_cost() -> None:
    character, roll = hero(CALM), Roll(skill="marksmanship", specialties=("pistols", "reflexes"), opposing=6)
    acuity_first = tuple(sorted(ORDER, key=lambda kind: kind != "acuity"))
    for order, kind in ((acuity_first, "acuity"), (tuple(sorted(ORDER, key=lambda kind: kind != "force")), "force")):
        found = propose(character, roll, Wish(by="spend", spend=1, order=order, damage=False))
        assert found is not None
        assert list(found.spends) == [kind]


@pytest.mark.rule("DRV-3")
def test_a_drive_is_thought_of_where_it_matters_and_not_kept_for_nothing() -> None:
    none_left = {"force": 0, "grace": 0, "acuity": 0, "fortune": 0}
    character = hero({**CALM, "tokens": none_left, "gear_used": {"lucky-coin": 7}})
    roll = Roll(skill="weaponry", opposing=2)
    asked = Wish(by="spend", spend=9, damage=False)
    without, with_ = propose(character, roll, asked), propose(character, roll, replace(asked, drives=(0,)))
    assert without is not None
    assert with_ is not None
    assert "drive" not in without.spends
    assert with_.spends["drive"] == 2
    none = propose(character, roll, replace(asked, spend=0, drives=(0,)))
    assert none is not None
    assert none.plan.driving == {}


def test_the_first_wish_remembers_traits_that_are_still_there() -> None:
    habit = {"marksmanship": {"weights": {"Paranoid": 2, "Gone": 3}}}
    character = hero({**CALM, "habits": habit})
    assert first_wish(character, Roll(skill="marksmanship")).traits == {"Paranoid": 2}
    assert first_wish(character, Roll(skill="weaponry")).traits == {}


@pytest.mark.parametrize(
    ("said", "good"),
    [
        (None, True),
        (list(reversed(ORDER)), True),
        (", ".join(reversed(ORDER)), True),
        (["force"], False),
        ([*ORDER, "force"], False),
        ([*ORDER[:-1], "luck"], False),
        (3, False),
    ],
)
def test_the_order_is_the_config_file_s_or_the_usual_one(said: object, good: bool) -> None:
    settings = Config(games={"saga": {"adviser": said}} if said is not None else {})
    order, problem = order_of(settings)
    assert (problem == "") is good
    assert order == (tuple(reversed(ORDER)) if good and said is not None else ORDER)
    assert order_of(with_order(settings, ORDER)) == (ORDER, "")


@pytest.mark.rule("DMG-4")
def test_damage_taken_before_the_roll_is_on_it_and_paid() -> None:
    character = hero({**CALM, "tokens": {"force": 0}, "stood": [{"kind": "pain", "asset": "force"}]})
    roll = trimmed(character, Roll(skill="weaponry"))
    assert roll.force == 1 and row(character, roll, "hurt:pain").used and summed(character, roll).unpaid is None
    assert trimmed(character, row(character, roll, "hurt:pain").off()).hurts == roll.hurts  # type: ignore[misc]


@pytest.mark.rule("DRV-3")
def test_tokens_of_two_drives_stand_on_one_roll() -> None:
    character = hero({**CALM, "drive_tokens": [2, 1, 0]})
    both = row(character, row(character, Roll(skill="weaponry"), "drive:0").step(2), "drive:1").step(1)
    assert both.driving == {0: 2, 1: 1} and summed(character, both).pool.tally.total == 3 * 2
    assert row(character, both, "drive:0").off().driving == {1: 1}  # type: ignore[misc]
    terms = {term.reason: odds_view.row_of(character, both, term) for term in summed(character, both).pool.tally.terms}
    assert list(terms.values())[-2:] == ["drive:0", "drive:1"]


@pytest.mark.rule("CNF-7")
def test_nothing_opposes_a_block() -> None:
    character, roll = hero(), put(full(), kind="attack")
    block = row(character, roll, "kind").step(1)
    assert (block.kind, block.opposing, block.opposing_marks) == ("block", 0, None)
    opposed = put(block, opposing=4, opposing_marks=2)  # as a habit of an older version may have it
    assert trimmed(character, opposed) == trimmed(character, block)
    assert not any(row(character, block, key).shown for key in ("opposing", "opposing-marks", "opposition"))
    assert row(character, roll, "kind").step(-1).opposing == 6


def test_every_row_of_the_adviser_steps() -> None:
    character, asked = hero(), Wish(chance=98)
    for part in parts(character, asked):
        assert part.step(1) != asked or part.key == "order:6", part.key
    wish = Wish(order=ORDER)
    assert moved(wish, 0, -1) == wish
    assert moved(moved(wish, 2, 1), 3, -1) == wish != moved(wish, 2, 1)
    count = next(part for part in parts(character, asked) if part.key == "count")
    assert (count.step(1).chance, count.step(-1).chance) == (100, 90)
