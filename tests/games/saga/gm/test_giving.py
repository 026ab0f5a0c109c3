"""Challenges, conditions each round, and all that is given and moved between sheets in one act."""

from __future__ import annotations

import pytest

from saga_tui.engine.document import Offer
from saga_tui.games.saga.gm.state import given_in, unmet
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.state import held, in_hand
from tests.games.saga.gm.party import Party, party
from tests.games.saga.gm.test_fights import fight, tune

WHO = ("ada", "moss", "wren")


def spark(here: Party) -> list[int]:
    return [state.play_of(one).spark for one in here.members.values()]


def fortune(here: Party) -> list[int]:
    return [in_hand(one, "fortune") for one in here.members.values()]


@pytest.mark.rule("ROL-3", "ROL-9")
def test_a_challenge_for_several() -> None:
    here = party("ada", "moss", "wren")
    here.do("allies", dice=4)
    rolls = {"ada": {"marks": 2, "ally": 3}, "moss": {"marks": 0}, "Wren": {"marks": 1}}
    here.try_("challenge", theirs=(6, 6, 1, 1), rating=8, split=True, together=True, skill="awareness", rolls=rolls)
    assert [here.parts[who].after.play.roll.against for who in here.members] == [3, 3, 2]
    assert any("whole task fails" in line for line in here.lines)
    assert [ask.what for ask in here.play.asks] == ["qualified success"] and here.play.allies[0].used == 3
    here.do("gm-says", words="She slips")
    assert not here.play.asks and here.refused("gm-says") == ["none"]
    here.try_("challenge", theirs=(), rating=5, share={"ada": 5}, to=("ada",), rolls={"ada": {"net": 1}})
    assert here.refused("challenge", rating=5, share={"ada": 6}, to=("ada",), rolls={"ada": {"net": 1}}) == ["share"]


@pytest.mark.rule("CNF-8")
def test_the_fear_that_each_resists() -> None:
    here = party("ada", "moss", "wren")
    here.do("start-conflict")
    here.do("condition", pattern="fear")
    here.do("allies", dice=2)
    here.do("met", condition="fear", to=("ada",))
    assert [seat.id for seat in unmet(here.table, here.play.conditions[0])] == ["moss", "wren"]
    rolls = {"ada": {"net": -1}}
    here.do(
        "resist", (1, 1, 6, 1, 1), condition="Fear", pay=("moss",), yields=("wren",), to=WHO, rolls=rolls, allies=True
    )
    assert in_hand(here.members["moss"], "force") == 4 and held(here.members["wren"], "fear") == 1
    assert here.play.allies[0].now == 1
    again = {"condition": "Fear", "pay": ("wren",), "to": ("wren",), "allies": True}
    here.do("resist", **again)
    assert not any("ally dice resist" in line for line in here.lines), "ally dice face it once a round"
    here.do("deal", by="Fear")
    assert held(here.members["ada"], "fear") == 1
    assert set(here.play.conditions[0].answered) == {*WHO} and not unmet(here.table, here.play.conditions[0])
    here.do("end-round", recover={"moss": "force"})
    assert not here.play.conditions[0].answered
    here.do("resist", (6, 1, 1, 1), **again)
    assert any("ally dice resist" in line for line in here.lines)
    here.do("end-round")
    assert any(line.startswith("“Fear” not faced by") and "wren" not in line for line in here.lines), here.lines


@pytest.mark.rule("CNF-8")
def test_the_pursuit() -> None:
    here = party("ada", "moss")
    here.do("element", name="Riders", dice="5/0/0")
    here.do("condition", pattern="pursuit")
    chase = {"condition": "pursuit", "against": "Riders", "skill": "athletics"}
    here.do("challenge", **chase, rolls={"ada": {"net": 6}, "moss": {"net": -2}})
    found = here.play.conditions[0]
    assert (found.total, found.lost, found.answered) == (6, 2, ("ada", "moss"))
    here.do("challenge", **chase, to=("ada",), rolls={"ada": {"net": 4}})
    assert any("the players win" in line for line in here.lines)
    here.do("start-conflict")
    assert not unmet(here.table, here.play.conditions[0]), "it is decided: nobody has to face it"
    here = fight("ada", "moss")
    here.do("element", name="Riders", dice="5/0/0")
    here.do("condition", pattern="pursuit")
    here.do("challenge", **chase, rolls={"moss": {"force": 1}})
    rolls = {who: one.play.roll for who, one in here.members.items() if one.play and one.play.roll}
    assert {who: one.plan.get("reflexive", False) for who, one in rolls.items()} == {"ada": True, "moss": False}, (
        "in a conflict too each faces it, with a token or without"
    )


@pytest.mark.rule("TRT-3", "AST-9", "AST-8", "AST-13")
def test_a_trait_is_turned_on_both_sheets_in_one_act() -> None:
    here = party("ada", "moss")
    here.do("invert", seat="ada", trait="Swagger", weight=2, by="moss")
    assert fortune(here) == [5, 3]
    mine, theirs = (state.play_of(one).active[0] for one in here.members.values())
    assert (mine.inverted, mine.by, theirs.owner, theirs.weight) == (True, "Moss", "Ada", 2)
    here.do("invert", seat="ada", trait="Lawman")
    assert fortune(here) == [6, 3] and here.play.given[-1].what == "fortune for an inverted trait"
    here.do("lend-trait", seat="ada", trait="Stubborn", by="moss")
    assert fortune(here) == [6, 2] and state.play_of(here.members["ada"]).active[-1].owner == "Moss"
    assert here.refused("invert", seat="ada", trait="Lawman") == ["twice"], "it counts until the scene ends"
    before = here.members["ada"]
    here.do("lend-trait", seat="ada", trait="Paranoid", by="moss", for_me=True)
    mine = state.play_of(here.members["moss"]).active[-1]
    assert (mine.trait, mine.owner, fortune(here)) == ("Paranoid", "Ada", [6, 1]) and here.members["ada"] is before
    tune(here, "moss", tokens={"fortune": 0})
    assert here.refused("invert", seat="ada", trait="Paranoid", by="moss") == ["short-fortune"]
    assert here.members["ada"] is before, "none of it happens"
    assert here.refused("invert", seat="ada", trait="Paranoid", by="ada") == ["same"]
    assert "not-here" in here.refused("invert", seat="ada", trait="Paranoid", by="moss", without=("moss",))


@pytest.mark.rule("SPK-3")
def test_spark_offered_moves_or_returns() -> None:
    here = party("ada", "moss", spark=2)
    here.do("offer-spark", seat="ada", answer="to-player", to="moss", fact="The door is open")
    assert spark(here) == [1, 3]
    here.do("offer-spark", seat="moss", answer="to-player-rewarded", to="ada")
    assert spark(here) == [2, 3]
    here.do("offer-spark", seat="ada", answer="rejected")
    here.do("offer-spark", seat="ada", answer="taken")
    assert spark(here) == [1, 3]
    assert here.refused("offer-spark", seat="ada", answer="to-player") == ["to"]
    found = here.try_("offer-spark", seat="ada", answer="to-player", to="ada")
    assert [one.message for one in found] == ["Ada cannot accept their own offer"]
    here.do("gm-offer", seat="ada", fact="A horse")
    here.do("spark", to=("moss",), amount=2)
    assert spark(here) == [1, 5]
    assert [(one.who, one.what) for one in here.play.given] == [
        ("moss", "Spark"), ("ada", "offer accepted"), ("moss", "Spark"),
    ]  # fmt: skip


@pytest.mark.rule("TRT-5", "DRV-8", "REG-4", "CNF-12", "AST-11", "TRT-4")
def test_what_the_gm_gives_is_noted() -> None:
    here = party("ada", "moss")
    tune(here, "ada", tokens={"force": 2, "grace": 0, "fortune": 4}, doom=1)
    here.do("bribe", to=("ada",), amount=2, trait="Swagger")
    here.do("offer-drive", to=("ada",), drive={"ada": "2"}, amount=2, instead=("ada",))
    here.do("grant-recovery", to=("ada",), asset={"ada": "grace"}, amount=2)
    here.do("grant-recovery")
    here.do("reward", name="A map")
    one = here.members["ada"]
    play = state.play_of(one)
    assert (in_hand(one, "fortune"), play.drive_tokens, play.doom) == (6, (0, 1, 0), 0)
    assert (in_hand(one, "grace"), in_hand(one, "force"), play.rewards[0].name) == (2, 3, "A map")
    given = [(one.who, one.what, one.amount) for one in here.play.given]
    assert given == [
        ("ada", "fortune as a bribe", 2), ("ada", "drive token", 2),
        ("ada", "recovered", 2), ("ada", "recovered", 1),
        ("ada", "reward", 1), ("moss", "reward", 1),
    ]  # fmt: skip
    here.do("luck", seat="moss", amount=3, fact="A rope hangs there", trait="Rope")
    assert fortune(here)[1] == 1 and here.play.scene_traits[-1].text == "Rope"
    here.do("scene-trait", trait="Dark")
    here.do("scene-invoke", trait="dark", weight=1)
    assert fortune(here) == [7, 2] and here.play.scene_traits[-1].weight == 1
    here.do("start-conflict")
    assert here.refused("grant-recovery", to=("ada",)) == ["conflict"]


@pytest.mark.rule("DRV-8", "TRT-5")
def test_the_record_adds_up_what_each_got_and_knows_what_is_only_offered() -> None:
    here = party("ada", "moss")
    here.do("offer-drive", to=("ada",), amount=2)
    here.do("offer-drive", to=("ada",))
    here.do("bribe", to=("moss",))
    assert given_in(here.table, 1) == {"ada": ["3 drive tokens"], "moss": ["1 fortune as a bribe"]}
    old = here.play.given[0].model_copy(update={"what": "drive tokens"})
    before = here.play.model_copy(update={"given": (old, *here.play.given[1:])})
    assert given_in(here.table.model_copy(update={"play": before}), 1)["ada"] == ["3 drive tokens"], "an earlier file"


@pytest.mark.rule("DRV-8")
def test_a_gift_that_is_offered_is_noted_and_is_given_once_it_is_accepted() -> None:
    here = party("ada", "moss")
    offers = [Offer(id=name, to=name, verb="gain-fortune", text="Fortune") for name in ("ada", "moss")]
    moss, ada = here.members.pop("moss"), here.members.pop("ada")
    here.do("harm", kind="doubt", offers=offers)
    assert here.lines == ["offered to Ada: Fortune", "offered to Moss: Fortune"], "it has hurt nobody yet"
    here.do("scene-invoke", trait="Dark", weight=1, offers=offers)
    assert here.lines[0] == "“Dark” invoked (−1)"
    here.table = here.table.model_copy(update={"offers": ()})
    here.do("fortune", offers=offers)
    assert [one.offer for one in here.play.given] == ["ada", "moss"]
    assert given_in(here.table, 1) == {"ada": ["1 fortune (offered)"], "moss": ["1 fortune (offered)"]}
    here.members |= {"ada": ada, "moss": moss}
    here.do("fortune", to=("ada",), settled=("ada", "moss"), refused=("moss",))
    assert given_in(here.table, 1) == {"ada": ["2 fortune"]}
    assert not here.table.offers
