"""Kismet and doom (KIS, DOM, AST-7, PRK-5)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import DAMAGE
from tests.games.saga.rules.heroes import BASE, act, at, do, due, fighter, found, hero, made, no


def held(character: Character) -> dict[str, int]:
    return {kind: n for kind in DAMAGE if (n := state.held(character, kind))}


def asks(character: Character) -> list[tuple[str, str, int]]:
    return [(ask.what, ask.kind, ask.count) for ask in at(character).asks]


# ---- kismet


@pytest.mark.rule("KIS-1")
def test_kismet_has_no_threshold_and_brings_no_consequence() -> None:
    character = do(hero(), "suffer", kind="kismet", amount=40)
    assert held(character) == {"kismet": 40} and asks(character) == [("kismet", "", 1)]
    assert state.beyond(character, "kismet") == 0


@pytest.mark.rule("KIS-2")
def test_a_kismet_roll_has_a_die_for_each_token_held_and_comes_once_for_each_attack() -> None:
    character = do(hero(tokens={"fortune": 0}, damage={"kismet": 2}), "suffer", kind="kismet", amount=3)
    assert act(character, "roll-kismet").problems[0].code == "dice"
    assert act(character, "roll-kismet").command.dice_needed(character) == 5
    twice = do(character, "suffer", kind="kismet", amount=1)
    assert state.kismet_due(twice) == (5, 6)
    assert state.kismet_due(do(twice, "roll-kismet", 3, 3, 3, 3, 3)) == (6,)
    assert no(hero(), "roll-kismet").code == "none"


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-4", "DOM-2")
@pytest.mark.parametrize(
    ("faces", "doom", "spark"),
    [
        ((1, 2, 5), 2, 0),
        ((2, 6, 6), 1, 0),
        ((5, 6, 3), 0, 2),
        ((3, 4, 4), 0, 0),
        ((5, 5, 6), 0, 3),
        ((1, 1, 2), 3, 0),
    ],
)
def test_hitches_mark_doom_and_only_without_one_marks_are_spark(faces: tuple[int, ...], doom: int, spark: int) -> None:
    character = due(3, tokens={"fortune": 0}, used_perks=["Destined"], doom=1, spark=2)
    after = do(character, "roll-kismet", *faces)
    assert (at(after).doom, at(after).spark) == (1 + doom, 2 + spark)
    assert at(after).kismet is None and held(after) == {"kismet": 3}


@pytest.mark.rule("KIS-2")
def test_kismet_dice_rolled_by_hand_count_as_much() -> None:
    character = due(3, tokens={"fortune": 0}, used_perks=["Destined"])
    assert at(do(character, "roll-kismet", marks=1, hitches=2)).doom == 2
    assert at(do(character, "roll-kismet", marks=2, hitches=0)).spark == 2
    assert no(character, "roll-kismet", marks=2, hitches=2).rule == "KIS-2"


@pytest.mark.rule("KIS-2")
def test_a_roll_lies_on_the_table_while_fortune_or_destined_may_still_act() -> None:
    character = due(2)
    lying = do(character, "roll-kismet", 1, 5)
    assert at(lying).kismet is not None and at(lying).doom == 0
    assert no(lying, "roll-kismet", 1, 1).code == "open"
    assert at(do(lying, "settle-kismet")).doom == 1
    assert no(character, "settle-kismet").rule == "KIS-3"
    done = do(due(2), "roll-kismet", 5, 6)
    assert at(done).spark == 2


@pytest.mark.rule("AST-7")
@pytest.mark.parametrize(("fresh", "doom", "spark"), [(6, 0, 2), (3, 0, 1), (1, 1, 0)])
def test_one_fortune_rerolls_the_worst_kismet_die_and_the_better_face_stays(fresh: int, doom: int, spark: int) -> None:
    lying = do(due(2, used_perks=["Destined"]), "roll-kismet", 2, 5)
    after = do(lying, "reroll-kismet", fresh)
    assert state.in_hand(after, "fortune") == 3
    assert (at(after).doom, at(after).spark) == (doom, spark)
    by_hand = do(lying, "reroll-kismet", result=fresh)
    assert (at(by_hand).doom, at(by_hand).spark) == (doom, spark)
    assert no(hero(), "reroll-kismet", 6).rule == "AST-7"
    assert no(lying, "reroll-kismet").code == "dice"


@pytest.mark.rule("AST-7")
def test_a_roll_is_rerolled_once() -> None:
    character = do(due(3), "roll-kismet", 6, 1, 2)
    for fresh, faces in ((1, (6, 1, 2)), (2, (6, 2, 2)), (4, (6, 4, 2)), (5, (6, 5, 2))):
        lying = do(character, "reroll-kismet", fresh)
        assert at(lying).kismet is not None and at(lying).kismet.faces == faces  # type: ignore[union-attr]
    assert no(lying, "reroll-kismet", 6).rule == "AST-7"


@pytest.mark.rule("PRK-5", "PRK-3")
def test_destined_ignores_a_hitch_once_a_scene_and_marks_may_then_be_spark() -> None:
    lying = do(due(3), "roll-kismet", 1, 5, 6)
    after = do(lying, "settle-kismet", destined=True)
    assert (at(after).doom, at(after).spark) == (0, 2)
    two = do(do(due(3), "roll-kismet", 1, 2, 6), "settle-kismet", destined=True)
    assert (at(two).doom, at(two).spark) == (1, 0)
    again = do(do(two, "suffer", kind="kismet"), "roll-kismet", 1, 3, 6, 6)
    assert no(again, "settle-kismet", destined=True).rule == "PRK-3"
    plain = do(do(due(1), "roll-kismet", 3), "settle-kismet")
    assert at(plain).used_perks == ()
    blank = do(due(1), "roll-kismet", 3)
    assert no(blank, "settle-kismet", destined=True).rule == "PRK-5"
    mortal = made(finishing=BASE["finishing"][:2], play=at(due(1)).to_doc())
    assert no(do(mortal, "roll-kismet", 1), "settle-kismet", destined=True).rule == "PRK-5"


@pytest.mark.rule("KIS-5")
@pytest.mark.parametrize(("kismet", "dice"), [(0, 1), (1, 1), (4, 4)])
def test_taking_consequences_in_a_deadly_conflict_calls_for_a_roll_with_at_least_one_die(
    kismet: int, dice: int
) -> None:
    character = do(fighter(stakes="deadly", damage={"kismet": kismet}), "suffer", kind="pain", amount=6)
    assert asks(character)[-1] == ("kismet", "deadly", 1)
    assert act(character, "roll-kismet").command.dice_needed(character) == dice
    assert asks(do(fighter(stakes="deadly"), "suffer", kind="pain", amount=4)) == []
    assert asks(do(fighter(stakes="severe"), "suffer", kind="pain", amount=5)) == [("consequence", "pain", 1)]
    named = do(fighter(stakes="deadly"), "consequence", name="Limp")
    assert asks(named) == [("kismet", "deadly", 1)]
    assert asks(do(character, "consequence", name="Limp")) == [("consequence", "pain", 1), ("kismet", "deadly", 1)]


@pytest.mark.rule("KIS-6", "AST-13")
@pytest.mark.parametrize("amount", [1, 3])
def test_kismet_by_choice_brings_a_roll_at_once_and_1_fortune_however_many(amount: int) -> None:
    character = do(hero(), "choose-kismet", amount=amount)
    assert held(character) == {"kismet": amount} and asks(character) == [("kismet", "", 1)]
    assert state.in_hand(character, "fortune") == 5


HEALS: dict[str, dict[str, Any]] = {
    "heal": {"kind": "kismet", "amount": 2},
    "use-font": {"gear": "vial", "kind": "kismet"},
    "end-scene": {"overrule": "later"},
    "end-chapter": {"overrule": "later"},
    "escalate": {"remove": "kismet"},
    "choose-kismet": {"amount": 4},
}


@pytest.mark.rule("KIS-2", "DMG-5", "GER-4")
@pytest.mark.parametrize("verb", HEALS)
def test_the_dice_of_a_due_roll_are_those_of_when_the_kismet_came(verb: str) -> None:
    vial = {"name": "Vial", "kind": "font", "rating": 2}
    character = made(gear=[vial], play=fighter(tokens={"fortune": 0}).to_doc()["play"])
    character = do(do(character, "suffer", kind="kismet", amount=2), "suffer", kind="kismet", amount=3)
    after = do(character, verb, **HEALS[verb])
    assert held(after) != held(character)
    assert state.kismet_due(after)[:2] == (2, 5)
    assert act(after, "roll-kismet").command.dice_needed(after) == 2
    assert "2 dice [3 3]" in act(after, "roll-kismet", 3, 3).text


@pytest.mark.rule("KIS-2")
def test_with_nothing_due_a_kismet_roll_is_a_ruling() -> None:
    character = hero(damage={"kismet": 2}, tokens={"fortune": 0})
    assert no(character, "roll-kismet", 5, 6).code == "not-due"
    ruled = act(character, "roll-kismet", 5, 6, overrule="the bell tolls")
    assert at(ruled.after).spark == 2
    assert [ruling.reason for ruling in ruled.after.rulings] == ["the bell tolls"]
    unasked = do(character, "automate", what="ask:kismet", mode="never")
    assert at(do(unasked, "roll-kismet", 5, 6)).spark == 2


@pytest.mark.rule("KIS-2", "KIS-5")
def test_kismet_and_consequences_from_one_attack_in_a_deadly_conflict_bring_one_roll() -> None:
    fight = fighter(stakes="deadly")
    character = do(fight, "suffer", kind="pain", amount=7, to_kismet=2)
    assert asks(character) == [("consequence", "pain", 1), ("kismet", "deadly", 1)]
    assert state.kismet_due(character) == (2,)
    spared = do(character, "no-consequence")
    assert (asks(spared), state.kismet_due(spared)) == ([("kismet", "", 1)], (2,))
    less = do(character, "blocked", kind="kismet", amount=1)
    assert state.kismet_due(less) == (1,)
    blocked = do(character, "blocked", kind="kismet", amount=2)
    assert state.kismet_due(blocked) == (1,)
    assert asks(do(blocked, "no-consequence")) == []
    assert state.kismet_due(do(character, "suffer", kind="pain")) == (2, 2)


@pytest.mark.rule("KIS-2", "CNF-7")
def test_a_block_takes_its_dice_off_the_roll_of_the_newest_attack() -> None:
    character = do(do(hero(), "suffer", kind="kismet", amount=2), "suffer", kind="kismet", amount=3)
    assert state.kismet_due(do(character, "blocked", kind="kismet", amount=2)) == (2, 3)
    assert state.kismet_due(do(character, "blocked", kind="kismet", amount=3)) == (2,)


@pytest.mark.rule("KIS-2")
@pytest.mark.parametrize("verb", ["end-round", "end-conflict", "end-scene", "end-chapter"])
def test_a_due_roll_is_made_before_an_edge_of_the_clock(verb: str) -> None:
    character = do(do(fighter(), "suffer", kind="kismet"), "suffer", kind="kismet", amount=2)
    outcome = act(character, verb)
    assert outcome.refused and [(found.rule, found.code) for found in outcome.problems] == [("KIS-2", "kismet-due")]
    assert "1 die, then 3 dice" in outcome.problems[0].message
    lying = do(character, "roll-kismet", 2)
    assert no(lying, verb).code == "kismet-due"
    assert no(do(lying, "settle-kismet"), verb).code == "kismet-due"
    rolled = do(do(do(lying, "settle-kismet"), "roll-kismet", 3, 3, 3), "settle-kismet")
    assert not act(rolled, verb).refused


@pytest.mark.rule("KIS-2", "KIS-5")
def test_rolls_that_an_earlier_version_left_uncounted_keep_the_tokens_that_brought_them() -> None:
    old = hero(damage={"kismet": 5}, asks=[{"what": "kismet", "of": 2}, {"what": "kismet", "of": 3}])
    assert state.kismet_due(old) == state.kismet_due(do(old, "heal", kind="kismet", amount=4)) == (2, 5)
    assert state.kismet_due(do(old, "suffer", kind="kismet")) == (2, 5, 6)
    assert state.kismet_due(hero(asks=[{"what": "kismet", "kind": "deadly"}])) == (1,)
    none = hero(asks=[{"what": "kismet"}])
    assert asks(do(none, "roll-kismet")) == [] and not act(none, "end-scene").refused


# ---- doom


@pytest.mark.rule("DOM-1")
@pytest.mark.parametrize(("fortune", "end"), [(4, 8), (1, 2), (11, 22), (12, 24), (13, 24), (20, 24)])
def test_doom_comes_at_twice_the_fortune_rating_and_at_24_at_most(fortune: int, end: int) -> None:
    character = made(entered="as is", assets={"method": "points", "ratings": {"fortune": fortune}}, finishing=[])
    assert derive.doom_end(character).total == end


@pytest.mark.rule("DOM-2")
def test_doom_marks_the_lowest_unmarked_and_clears_the_highest_marked() -> None:
    character = do(hero(doom=2), "doom", steps=3)
    assert at(character).doom == 5
    assert at(do(character, "doom", steps=-2)).doom == 3
    assert at(do(character, "doom", steps=-9)).doom == 0
    assert no(hero(), "doom", steps=-1).rule == "DOM-2"


@pytest.mark.rule("DOM-3")
def test_at_the_end_of_the_track_the_character_has_met_their_doom_and_leaves_play() -> None:
    outcome = act(hero(doom=6), "doom", steps=5)
    doomed = outcome.after
    assert at(doomed).doom == 8 and state.doomed(doomed) and not state.doomed(hero(doom=7))
    assert any(line.rule == "DOM-3" and "doom" in line.text for line in outcome.lines)
    for verb, params in (("spend", {"asset": "force"}), ("suffer", {"kind": "pain"}), ("gain-spark", {})):
        assert no(doomed, verb, **params).rule == "DOM-3"
    assert not act(doomed, "note", text="farewell").refused and not act(doomed, "end-scene").refused
    assert at(do(doomed, "doom", steps=-1)).doom == 7


@pytest.mark.rule("DOM-3", "DOM-4")
def test_the_clock_does_nothing_more_to_a_character_who_has_met_their_doom() -> None:
    wounded: dict[str, Any] = {
        "doom": 8,
        "tokens": {"force": 1, "fortune": 4},
        "damage": {"pain": 2, "kismet": 3},
        "drive_tokens": [2, 0, 1],
        "consequences": [{"name": "Limp", "points": {"temporary": 1, "lasting": 1}}],
    }
    character = fighter(**wounded)
    closed = do(do(character, "end-round"), "end-chapter")
    for name in ("doom", "spark", "tokens", "damage", "drive_tokens", "consequences"):
        assert getattr(at(closed), name) == getattr(at(character), name), name
    assert state.span_of(at(closed)) == "saga"
    assert [line.rule for line in act(character, "end-chapter", skip=["heal"]).lines].count("DOM-4") == 1
    assert no(closed, "start-chapter", drive=0).rule == "DOM-3"
    assert no(hero(doom=8, span="chapter", scene=0), "start-scene").rule == "DOM-3"
    assert no(hero(doom=8), "start-conflict").rule == "DOM-3"
    last = do(fighter(**(wounded | {"doom": 7})), "end-chapter")
    assert (at(last).doom, at(last).spark) == (6, 4)


@pytest.mark.rule("DOM-1", "SPK-4")
def test_the_end_moves_with_the_rating() -> None:
    between = hero(span="saga", spark=9, doom=7)
    bought = do(between, "buy", buy="asset", asset="fortune")
    assert (derive.doom_end(between).total, derive.doom_end(bought).total) == (8, 10)


@pytest.mark.rule("DOM-1", "DMG-2", "AST-14", "GER-3")
def test_numbers_out_of_range_are_found_with_their_rule() -> None:
    play: dict[str, Any] = {
        "doom": 9,
        "damage": {"pain": -1},
        "tokens": {"force": 6, "fortune": 40},
        "spark": -1,
        "asks": [{"what": "kismet", "dice": 3}, {"what": "kismet", "dice": -2}],
        "drive_tokens": [0, -1, 0, 2],
        "gear_used": {"lucky-coin": 11, "flask-of-whisky": 3},
    }
    where = {item.where: item.rule for item in found(made(play=play), "error")}
    assert where == {
        ("play", "doom"): "DOM-1",
        ("play", "damage", "pain"): "DMG-2",
        ("play", "tokens", "force"): "AST-14",
        ("play", "spark"): "SPK-1",
        ("play", "asks", 1, "dice"): "KIS-2",
        ("play", "drive_tokens", 1): "DRV-4",
        ("play", "drive_tokens"): "DRV-1",
        ("play", "gear_used", "lucky-coin"): "GER-3",
    }
