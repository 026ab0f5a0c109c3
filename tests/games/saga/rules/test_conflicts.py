"""Regaining tokens, and what happens to a character in a conflict (REG, PRK-3, CNF-1, 5, 10, 11, 12)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import POOLS, STAKES
from tests.games.saga.rules.heroes import at, do, fighter, hero, no

SPENT: dict[str, Any] = {"tokens": {"force": 1, "grace": 0, "acuity": 2, "fortune": 6}}
FULL = {"force": 5, "grace": 3, "acuity": 3}


def pools(character: Character) -> dict[str, int]:
    return {asset: state.in_hand(character, asset) for asset in POOLS}


def points(character: Character) -> list[dict[str, int]]:
    return [item.points for item in at(character).consequences]


# ---- regaining


@pytest.mark.rule("REG-2")
def test_a_round_without_spending_brings_a_whole_pool_back() -> None:
    character = fighter(**SPENT)
    assert pools(do(character, "end-round", recover="force")) == {"force": 5, "grace": 0, "acuity": 2}
    spent = do(character, "spend", asset="force")
    assert pools(do(spent, "end-round", recover="force")) == {"force": 1, "grace": 0, "acuity": 2}


@pytest.mark.rule("REG-2", "RFX-1")
def test_what_counts_as_spending_in_a_round() -> None:
    character = fighter(tokens={"force": 3, "grace": 1, "acuity": 2, "fortune": 6})

    def spent(verb: str, *dice: int, **params: Any) -> int:
        return at(do(character, verb, *dice, **params)).spent_this_round

    assert spent("spend", asset="force", amount=2) == 2
    assert spent("spend", asset="fortune") == 1
    assert spent("spend", asset="force", action=False) == 0
    assert spent("consequence", name="Limp", own=True) == 0
    assert spent("suffer", kind="pain", choose="fear") == 0
    assert spent("invoke", trait="Swagger") == 0
    assert spent("roll", skill="weaponry", kind="block", force=1, net=1) == 1
    assert spent("roll", skill="awareness", reflexive=True, acuity=1, net=1) == 0
    assert spent("take-for-token", kind="pain", asset="force") == 1
    assert at(do(hero(), "spend", asset="force")).spent_this_round == 0


@pytest.mark.rule("REG-1", "PRK-3")
@pytest.mark.parametrize(("perk", "asset"), [("Aware", "acuity"), ("Nimble", "grace"), ("Strong-Willed", "force")])
def test_a_recovery_brings_one_more_of_the_perks_own_kind(perk: str, asset: str) -> None:
    character = fighter(perk, tokens={"force": 0, "grace": 0, "acuity": 0}, spent_this_round=1)
    after = pools(do(character, "end-round", recover="force"))
    assert after == {name: (name == "force") + (name == asset) for name in POOLS}
    nothing = fighter(perk, tokens={asset: 0}, spent_this_round=1)
    assert state.in_hand(do(nothing, "end-round", skip=["round-recovery"]), asset) == 0  # type: ignore[arg-type]


@pytest.mark.rule("PRK-3", "REG-4")
def test_perks_of_recovery_trigger_once_for_each_recovery_and_never_each_other() -> None:
    character = hero("Aware", "Nimble", "Strong-Willed", tokens={"force": 0, "grace": 0, "acuity": 0})
    assert pools(do(character, "regain", asset="force", amount=2)) == {"force": 3, "grace": 1, "acuity": 1}


@pytest.mark.rule("REG-4", "AST-14")
def test_the_gm_may_grant_the_recovery_of_spent_tokens_and_of_no_others() -> None:
    character = hero(**SPENT)
    assert pools(do(character, "regain", asset="acuity", amount=3)) == {"force": 1, "grace": 0, "acuity": 3}
    assert no(hero(), "regain", asset="force").rule == "AST-14"


# ---- conflicts


@pytest.mark.rule("CNF-5", "AST-13")
def test_when_the_gm_acts_first_each_player_gains_1_fortune() -> None:
    assert state.in_hand(do(fighter(), "gm-first"), "fortune") == 5
    assert no(hero(), "gm-first").rule == "TIME-3"
    once = do(fighter(), "gm-first")
    assert no(once, "gm-first").rule == "CNF-5"
    for again in (do(once, "end-round"), do(do(once, "end-conflict"), "start-conflict")):
        assert state.in_hand(do(again, "gm-first"), "fortune") == 6


@pytest.mark.rule("CNF-1", "CNF-10")
def test_escalating_raises_the_stakes_step_by_step_to_deadly() -> None:
    character, seen = fighter(stakes="minor"), []
    for _ in range(3):
        character = do(character, "escalate")
        seen.append(at(character).stakes)
    assert seen == ["serious", "severe", "deadly"] == list(STAKES[1:])
    assert no(character, "escalate").rule == "CNF-10"
    assert no(hero(), "escalate").rule == "TIME-3"


@pytest.mark.rule("CNF-10")
@pytest.mark.parametrize(
    ("remove", "left"),
    [
        ("pain", (0, 2, 3, 2)),
        ("doubt", (6, 0, 3, 2)),
        ("fear", (6, 2, 0, 2)),
        ("kismet", (6, 2, 3, 1)),
        (None, (6, 2, 3, 2)),
    ],
)
def test_escalating_regains_tokens_and_removes_one_kind_of_damage(remove: str | None, left: tuple[int, ...]) -> None:
    harm = {"pain": 6, "doubt": 2, "fear": 3, "kismet": 2}
    suffered = [{"name": "Limp", "points": {"temporary": 1}}]
    character = fighter(**SPENT, damage=harm, consequences=suffered)
    after = do(character, "escalate", **({"remove": remove} if remove else {}))
    assert tuple(state.held(after, kind) for kind in ("pain", "doubt", "fear", "kismet")) == left
    assert pools(after) == FULL and state.in_hand(after, "fortune") == 6
    assert points(after) == [{"temporary": 1}]
    assert points(do(after, "consequence", name="Limp")) == [{"temporary": 1, "permanent": 1}]


@pytest.mark.rule("CNF-11")
def test_giving_in_ends_damage_consequences_and_kismet_rolls_until_the_conflict_ends() -> None:
    character = do(fighter(damage={"kismet": 2}), "give-in", how="knocked out")
    assert at(character).given_in
    assert no(character, "suffer", kind="pain").rule == "CNF-11"
    assert no(character, "consequence", name="Limp").rule == "CNF-11"
    assert no(character, "roll-kismet", 3, 3).rule == "CNF-11"
    roll: dict[str, Any] = {"skill": "weaponry", "force": 1, "marks": 1}
    for verb, params in (
        ("roll", roll),
        ("roll", roll | {"reflexive": True}),
        ("take-for-token", {"kind": "pain", "asset": "force"}),
        ("gm-first", {}),
        ("escalate", {}),
        ("give-in", {}),
    ):
        assert no(character, verb, **params).rule == "CNF-11", verb
    assert state.held(do(do(character, "end-conflict"), "suffer", kind="pain"), "pain") == 1
    assert no(hero(), "give-in").rule == "TIME-3"


@pytest.mark.rule("CNF-11")
def test_what_was_due_before_giving_in_is_still_due() -> None:
    asks = [{"what": "kismet"}, {"what": "consequence", "kind": "pain", "level": "lasting"}]
    due = [{"what": "counterattack", "skill": "weaponry", "kind": "attack", "cap": 2}]
    character = do(fighter(damage={"kismet": 1}, asks=asks, due=due), "give-in")
    assert len(at(character).asks) == 2
    for verb, dice, params in (
        ("roll-kismet", (5,), {}),
        ("consequence", (), {"name": "Limp"}),
        ("roll", (), {"skill": "weaponry", "kind": "attack", "cap": 2, "marks": 1}),
    ):
        character = do(character, verb, *dice, **params)
    assert (at(character).asks, at(character).due) == ((), ())


@pytest.mark.rule("CNF-12")
@pytest.mark.parametrize(
    ("stakes", "until"), [("minor", "scene"), ("serious", "chapter"), ("severe", "good"), ("deadly", "good")]
)
def test_a_reward_lasts_as_long_as_the_consequences_of_its_stakes(stakes: str, until: str) -> None:
    inside = do(fighter(stakes=stakes), "reward", name="a horse")
    after = do(do(do(hero(), "start-conflict", stakes=stakes), "end-conflict"), "reward", name="a horse")
    assert [item.until for item in (*at(inside).rewards, *at(after).rewards)] == [until, until]
    by_hand = do(do(fighter(stakes=stakes, last_stakes=""), "end-conflict"), "reward", name="a horse")
    assert [item.until for item in at(by_hand).rewards] == [until]
    assert [item.until for item in at(do(hero(), "reward", name="a horse")).rewards] == ["scene"]
