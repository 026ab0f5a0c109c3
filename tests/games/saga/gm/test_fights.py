"""A conflict at the table: attacks both ways, blocks, damage on its way, ally dice, players against players."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from saga_tui.games.saga.gm.rules import question
from saga_tui.games.saga.gm.screens.acts import versus
from saga_tui.games.saga.gm.state import pending, whose_turn
from saga_tui.games.saga.gm.trial import player
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.words import percent
from tests.games.saga.gm.party import Party, party
from tests.games.saga.rules.heroes import do


def fight(*names: str, stakes: str = "minor") -> Party:
    here = party(*names)
    here.do("start-conflict", stakes=stakes)
    here.do("element", name="Thug", dice="6/2/3")
    return here


def tune(here: Party, who: str, **play: Any) -> Character:
    one = here.members[who]
    here.members[who] = one.model_copy(update={"play": state.play_of(one).model_copy(update=play)})
    return here.members[who]


def dice(here: Party, name: str = "Thug") -> tuple[int, ...]:
    found = next(one for one in here.play.elements if one.name == name)
    return tuple(found.dice.values())


OWN = {"marks": 4, "opposing_marks": 1}


@pytest.mark.rule("CNF-7", "CNF-3", "PSH-2")
def test_each_push_takes_a_die() -> None:
    here = fight("ada")
    here.do("attack", seat="ada", target="Thug", skill="weaponry", roll={"acuity": 1, **OWN})
    roll = state.play_of(here.members["ada"]).roll
    assert roll is not None and (roll.net, roll.damage, roll.pushes) == (3, 3, 0), "the pushes are spent on damage"
    assert dice(here) == (3, 2, 3) and here.play.acted == ("ada",)
    assert state.in_hand(here.members["ada"], "acuity") == 2
    here.do("attack", seat="ada", target="thug", skill="athletics", pool="social", keep=2, roll={"acuity": 1, **OWN})
    assert dice(here) == (3, 1, 3), "two pushes are kept for a trait"
    assert state.play_of(here.members["ada"]).roll.pushes == 2  # type: ignore[union-attr]


@pytest.mark.rule("CNF-7", "AST-2")
def test_the_pool_opposes_and_a_tie_connects_for_nothing() -> None:
    here = fight("ada")
    seen = here.try_("attack", seat="ada", target="Thug", skill="weaponry", roll={"marks": 2})
    assert [one.code for one in seen if one.level == "error"] == ["inactive"], "it takes a token"
    here.try_("attack", theirs=(6, 6, 1, 1, 1, 1), seat="ada", target="Thug", roll={"acuity": 1, "marks": 2})
    part = here.parts["ada"]
    assert part.dice == (6, 6, 1, 1, 1, 1), "six physical dice are rolled against it"
    assert dice(here) == (6, 2, 3)
    here.try_("attack", theirs=(1, 1, 1), seat="ada", target="Thug", traded=3, roll={"acuity": 1, "marks": 2})
    assert dice(here) == (5, 2, 3), "three of the dice are traded for a mark (ROL-6)"


@pytest.mark.rule("AST-6", "AST-7", "PSH-2")
def test_a_roll_that_waits_lands_when_it_is_settled() -> None:
    here = fight("ada")
    attack = {"seat": "ada", "target": "Thug", "skill": "weaponry"}
    here.try_("attack", theirs=(6, 6, 1, 1, 1, 1), **attack, roll={"acuity": 1, "hold": True})
    assert dice(here) == (6, 2, 3) and here.lines[-1].endswith("not compared yet; count the roll when it is")
    assert here.refused("attack", **attack, roll={"acuity": 1}) == ["open"]
    here.try_("settle", theirs=(1, 1, 1, 1, 1, 5), seat="ada")
    assert dice(here) == (5, 2, 3)
    assert here.refused("settle", seat="ada") == ["nothing"]
    one = here.members["ada"]
    roll = state.play_of(one).roll
    assert roll is not None
    tune(here, "ada", roll=roll.model_copy(update={"pushes": 1}))
    here.do("settle", seat="ada")
    assert dice(here) == (4, 2, 3), "a push of a late re-roll counts too, once"


@pytest.mark.rule("CNF-7", "PSH-2", "ROL-2")
def test_no_roll_is_counted_twice_and_none_is_lost_without_a_word() -> None:
    here = fight("ada")
    here.do("element", name="Boss", dice="5/1/1")
    attack = {"seat": "ada", "target": "Thug", "skill": "weaponry"}
    here.try_("attack", theirs=(6, 6, 1, 1, 1, 1), **attack, roll={"acuity": 1, "marks": 4}, keep=1)
    assert dice(here) == (5, 2, 3)
    assert here.lines[0].endswith("2 net marks, 1 damage, 1 push left")
    assert here.refused("settle", seat="ada", target="Boss") == ["none"], "it was meant for another one"
    here.members["ada"] = do(here.members["ada"], "push", use="damage", pushes=1)
    here.do("settle", seat="ada")
    assert dice(here) == (4, 2, 3)
    own = do(here.members["ada"], "roll", skill="weaponry", kind="attack", acuity=1, marks=4)
    here.members["ada"] = do(own, "push", use="damage", pushes=3)
    assert here.refused("settle", seat="ada") == ["none"], "another roll, and nobody has said whom it is for"
    here.do("settle", seat="ada", target="Thug", pushes=0)
    assert dice(here) == (1, 2, 3), "all of it: what the roll before has brought is not taken off"
    assert here.refused("settle", seat="ada", target="Thug", pushes=0) == ["nothing"]
    assert not here.try_("attack", theirs=(6, 6, 1, 1, 1, 1), **attack, roll={"acuity": 1, "hold": True})
    here.do("end-round")
    assert here.lines[0] == "Ada's attack (Thug) is not compared: it does not count any more"
    assert "settle" not in here.lines[0]


@pytest.mark.rule("CNF-7", "PSH-2")
def test_a_roll_that_its_player_goes_on_with_counts_at_the_table() -> None:
    here = fight("ada", "moss")
    here.try_("attack", theirs=(6, 6, 1, 1, 1, 1), seat="ada", target="Thug", roll={"acuity": 1, "hold": True})
    here.members["ada"] = do(here.members["ada"], "compare", 1, 1, 1, 1, 1, 5)
    here.do("settle", seat="ada")
    assert dice(here) == (5, 2, 3), "compared on the character's own sheet"
    assert here.refused("settle", seat="ada") == ["nothing"]
    assert here.refused("settle", seat="moss") == ["none"]
    one = do(here.members["moss"], "roll", skill="weaponry", kind="attack", acuity=1, marks=3)
    here.members["moss"] = do(one, "push", use="damage", pushes=2)
    here.do("settle", seat="moss", target="Thug", pushes=0)
    assert dice(here) == (3, 2, 3), "rolled there too"
    here.do("settle", seat="moss")
    assert dice(here) == (2, 2, 3)
    here.do("condition", name="Fear")
    assert here.play.conditions[0].challenge == 3


@pytest.mark.rule("CNF-2", "CNF-7", "DMG-6", "DMG-2")
def test_an_element_hits_several_and_they_take_what_is_not_blocked() -> None:
    here = fight("ada", "moss")
    here.do("act", (5, 6, 6, 5, 6, 1), element="Thug", targets=("ada", "moss", "ada"), kinds={"moss": "fear"})
    assert [(one.target, one.kind, one.amount) for one in here.play.strikes] == [
        ("ada", "pain", 3),
        ("moss", "fear", 2),
    ]
    here.do("block", seat="moss", target="ada", skill="athletics", roll={"grace": [{"trait": "Swagger"}], "marks": 4})
    assert pending(here.table, "ada") == 0 and pending(here.table, "moss") == 2
    assert state.play_of(here.members["moss"]).roll.pushes == 1, "what is left may counterattack"  # type: ignore[union-attr]
    here.do("deal", to_kismet={"Moss": 1})
    assert state.held(here.members["ada"], "pain") == 0
    assert [state.held(here.members["moss"], kind) for kind in ("fear", "kismet")] == [1, 1]
    assert not here.play.strikes
    assert here.refused("deal") == ["none"]


@pytest.mark.rule("CNF-11", "CNF-7")
def test_damage_stays_for_one_who_cannot_take_it() -> None:
    here = fight("ada", "moss")
    here.do("act", (5, 6, 6, 5, 1, 1), element="Thug", targets=("ada", "moss"))
    tune(here, "moss", given_in=True)
    here.do("deal")
    assert here.left_out == {"moss": "has given in"}
    assert [one.target for one in here.play.strikes] == ["moss"] and state.held(here.members["ada"], "pain") == 2


@pytest.mark.rule("CNF-7", "CNF-4")
def test_damage_offered_to_one_who_plays_elsewhere_is_not_dealt_twice() -> None:
    here = fight("ada", "moss")
    here.do("act", (5, 6, 6, 5, 1, 1), element="Thug", targets=("ada", "moss"))
    del here.members["moss"]
    assert here.refused("attack", seat="moss", target="Thug", roll={"acuity": 1}) == ["not-here"]
    assert here.refused("invert", seat="ada", trait="Swagger", by="moss") == ["not-here"]
    here.do("deal", offers=[{"id": "o", "to": "moss", "verb": "take-damage"}])
    assert here.left_out == {"moss": "is not open here"} and not here.play.strikes


@pytest.mark.rule("CNF-2", "ROL-6", "PSH-3")
def test_two_actions_a_block_and_a_counterattack() -> None:
    here = fight("ada")
    here.do("element-block", (6, 6, 6), element="Thug", trade=3)
    assert here.play.elements[0].pushes == 4
    here.do("attack", seat="ada", target="Thug", shield="Thug", roll={"acuity": 1, "marks": 3, "opposing_marks": 0})
    assert dice(here) == (6, 2, 3) and here.play.elements[0].pushes == 1
    here.do("act", (6,), element="Thug", targets=("ada",), counter=True)
    assert here.play.elements[0].acted == 1 and here.play.strikes[0].amount == 1
    here.do("act", (1, 1, 1, 1, 1, 1), element="Thug", targets=("ada",))
    assert here.refused("act", element="Thug", targets=("ada",)) == ["actions"]
    assert here.refused("act", element="Thug", targets=("ada",), counter=True) == ["no-pushes"]
    assert "trade" in here.refused("act", element="Thug", targets=("ada",), trade=2)
    assert "no-element" in here.refused("act", element="Thug", targets=("nobody",))


@pytest.mark.rule("PSH-3", "PSH-2", "PSH-4")
def test_what_is_left_of_a_block_counterattacks_and_pushes_make_a_trait() -> None:
    here = fight("ada")
    here.do("act", (6, 1, 1, 1, 1, 1), element="Thug", targets=("ada",))
    here.do("block", seat="ada", roll={"acuity": 1, "marks": 3})
    here.do("settle", seat="ada", use="counterattack")
    assert state.play_of(here.members["ada"]).due[0].cap == 2
    here.do("attack", seat="ada", target="Thug", skill="athletics", roll={"cap": 2, "marks": 2, "opposing_marks": 0})
    assert dice(here) == (4, 2, 3) and not state.play_of(here.members["ada"]).due
    here.do("attack", seat="ada", target="Thug", keep=9, roll={"acuity": 1, "marks": 2, "opposing_marks": 0})
    here.do("settle", seat="ada", use="trait", pushes=1, text="Stumbling")
    assert state.play_of(here.members["ada"]).temporary[0].rounds == 2 and dice(here) == (4, 2, 3)
    here.do("settle", seat="ada")
    assert dice(here) == (3, 2, 3), "the push that was left"


@pytest.mark.rule("CNF-2", "TRT-4", "AST-13")
def test_a_trait_of_an_element_counts_against_that_element_only() -> None:
    here = fight("ada")
    here.do("element", name="Dog", dice="2")
    here.do("scene-invoke", trait="Mean", element="Thug", weight=2)
    assert state.in_hand(here.members["ada"], "fortune") == 5 and here.refused(
        "scene-invoke", trait="mean", element="Thug"
    )
    for target, size in (("Thug", 4 - 2), ("Dog", 4)):
        here.do("attack", seat="ada", target=target, roll={"acuity": 1, "marks": 0, "opposing_marks": 0})
        assert state.play_of(here.members["ada"]).roll.dice == size  # type: ignore[union-attr]
    assert here.refused("element-trait", element="Thug", trait="mean") == ["twice"]
    here.do("element-trait", element="Thug", trait="mean", end=True)
    here.do("scene-trait", trait="Dark")
    here.do("scene-invoke", trait="dark")
    here.do("end-scene-trait", trait="Dark")
    play = state.play_of(here.members["ada"])
    assert not play.active and not play.scene_traits, "it ends on the sheets too"
    here.do("element-trait", element="Thug", trait="Slow")
    assert not here.parts and here.play.elements[0].traits[0].text == "Slow"


@pytest.mark.rule("CNF-9", "ROL-9")
def test_ally_dice_on_a_roll_and_under_attack_and_allies_that_fight() -> None:
    here = fight("ada")
    here.do("allies", dice=5)
    here.do("attack", seat="ada", target="Thug", roll={"acuity": 1, "ally": 3, "marks": 0, "opposing_marks": 0})
    assert here.play.allies[0].used == 3
    assert "short-allies" in here.refused(
        "attack", seat="ada", target="Thug", roll={"acuity": 1, "ally": 3, "marks": 0}
    )
    here.do("act", (6, 6, 6, 1, 1, 1, 5, 1), element="Thug", targets=("allies",))
    assert (here.play.allies[0].now, here.play.allies[0].used) == (3, 3), "two dice opposed with one mark"
    here.do("element", name="Sister", dice="3/0/0", ally=True)
    here.do("act", (6, 6, 6, 6, 1, 1, 1, 1, 1), element="Sister", targets=("Thug",))
    assert dice(here) == (4, 2, 3)


@pytest.mark.rule("CNF-6", "ROL-4")
def test_players_against_players() -> None:
    here = fight("ada", "moss")
    for who in ("ada", "moss"):
        here.do("side", seat=who, side=1 + (who == "moss"))
    here.do("allies", dice=3, side=1)
    here.do("allies", dice=2, name="Gang", side=2)
    here.try_("order", theirs=(6, 6, 1, 1))
    assert here.play.order == ("ada", "moss") and "roll again" in here.lines[-1]
    here.do("order", rolls={"ada": {"marks": 0}, "moss": {"marks": 3}}, skills={"ada": "awareness"})
    play = here.members["ada"].play
    assert play is not None and play.roll is not None and play.roll.outcome == "neutral", "there is nothing to fail"
    assert here.play.order == ("moss", "ada")
    turn = whose_turn(here.table)
    assert turn is not None and turn.id == "moss"
    here.do("attack", seat="ada", target="moss", roll={"acuity": 1, "ally": 2, "marks": 3})
    assert [one.used for one in here.play.allies] == [2, 0]
    here.do("block", seat="moss", roll={"acuity": 1, "marks": 3})
    here.do("deal")
    assert state.held(here.members["moss"], "pain") == 0, "a tie goes to the defender"
    assert "same" in here.refused("attack", seat="moss", target="moss", roll={"acuity": 1})
    here.try_("attack", theirs=(5, 1), seat="ada", target="Gang", skill="weaponry", roll={"acuity": 1, "marks": 2})
    assert here.play.allies[1].now == 1, "a player's ally dice can be attacked, and oppose it"
    here.do("attack", seat="moss", target="ada", kind="fear", roll={"acuity": 1, "marks": 2})
    here.do("deal")
    assert state.held(here.members["ada"], "fear") == 2


@pytest.mark.rule("CNF-6", "CNF-9")
def test_ally_dice_are_divided_among_the_sides() -> None:
    here = fight("ada", "moss", "wren")
    here.do("allies", dice=7)
    assert here.refused("divide-allies") == ["no-sides"]
    here.do("side", seat="ada", side=1)
    here.do("side", seat="moss", side=2, also=("wren",))
    assert here.lines == ["Moss and Wren are on side 2"]
    here.do("damage-allies", dice=1)
    here.do("take-allies", dice=3)
    here.do("divide-allies")
    assert here.lines == ["ally dice divided: 2 dice for side 1 and 4 dice for side 2"]
    assert [(one.side, one.full, one.now, one.used) for one in here.play.allies] == [(1, 2, 2, 1), (2, 5, 4, 2)]
    assert here.refused("divide-allies") == ["no-sides"], "once"
    here.do("allies", dice=3, name="Dogs")
    assert here.refused("divide-allies", shares={"1": 1}) == ["shares"]
    assert here.refused("divide-allies", shares={"1": 1, "3": 2}) == ["shares"]
    here.do("divide-allies", shares={"1": 3, "2": 0})
    assert [one.now for one in here.play.allies if one.name.startswith("Dogs")] == [3, 0]
    assert sum(one.now for one in here.play.allies) == 9
    here = fight("ada", "moss", "wren")
    here.do("allies", dice=6)
    here.do("side", seat="ada", against=("moss", "wren"))
    assert [seat.side for seat in here.table.seats] == [1, 2, 2], "both sides and their dice in one act"
    assert [(one.side, one.now) for one in here.play.allies] == [(1, 2), (2, 4)]
    here.do("allies", dice=2, name="Gang", side=2)
    here.do("damage-allies", name="allies 2", dice=1)
    here.do("side", seat="ada", side=0)
    assert [one.side for one in here.play.allies] == [1, 2, 2], "while somebody is on a side, each has its own"
    here.do("side", seat="ada", side=0, against=("moss", "wren"))
    assert [seat.side for seat in here.table.seats] == [0, 0, 0]
    left = [(one.name, one.side, one.full, one.now, one.used) for one in here.play.allies]
    assert left == [("", 0, 6, 5, 0), ("Gang", 0, 2, 2, 0)], "as before they were divided, less what is lost"
    assert here.lines[-1] == "ally dice on no side: allies 5 dice and Gang 2 dice"


@pytest.mark.rule("CNF-6", "ROL-4")
def test_the_odds_of_a_player_against_a_player() -> None:
    here = fight("ada", "moss")
    dice_of = [one.dice(one.skills["physical"]) for one in map(player, here.members.values())]
    own, block = ([sum(one) for one in product((0, 0, 1), repeat=count)] for count in dice_of)
    hits = Fraction(sum(one > 0 for one in own), len(own))
    through = Fraction(sum(one > other for one in own for other in block), len(own) * len(block))
    said = versus(here.members["ada"], here.members["moss"], "physical")
    assert said == f"hits {percent(hits)}, blocked {percent(through)}"


@pytest.mark.rule("CNF-8", "CNF-7")
def test_what_a_condition_costs_is_not_blocked_and_a_blow_is() -> None:
    here = fight("ada")
    here.do("condition", pattern="fear")
    here.do("resist", condition="Fear", rolls={"ada": {"marks": 0, "opposing_marks": 2}})
    assert here.lines[-1] == "1 fear on its way to Ada, cannot be blocked" and pending(here.table, "ada") == 0
    here.do("act", (6, 6, 1, 1, 1, 1), element="Thug", targets=("ada",))
    here.do("block", seat="ada", roll={"acuity": 1, "marks": 4})
    assert [(one.by, one.blocked) for one in here.play.strikes] == [("Fear", 0), ("Thug", 2)]
    here.do("deal")
    here.do("deal")
    assert [state.held(here.members["ada"], kind) for kind in ("fear", "pain")] == [1, 0]


@pytest.mark.rule("ROL-6", "CNF-9", "DMG-3")
def test_the_log_tells_of_traded_dice_of_kismet_and_of_ally_dice_in_plain_words() -> None:
    here = fight("ada")
    here.do("act", (6, 1, 6), element="Thug", targets=("ada",), trade=3)
    assert here.lines[0] == "attack by Thug on Ada: 6 physical dice, 3 traded for 1 mark [6 1 6], 3 marks"
    here.do("deal", to_kismet={"ada": 2})
    assert here.lines == ["Thug → Ada: 1 pain and 2 kismet dealt"]
    here.do("allies", dice=2)
    here.do("act", (6, 1, 1, 1, 1, 1, 1, 1), element="Thug", targets=("allies",))
    assert here.lines[1] == "opposed by allies [1 1]: 1 net mark"
    here.do("challenge", rating=2, to=("ada",), rolls={"ada": {"acuity": 1, "marks": 1, "opposing_marks": 1}})
    asked = here.table.play.asks[-1]
    assert question(here.table, asked).words.startswith("Ada, qualified success: ")
