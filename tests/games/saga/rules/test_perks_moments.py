"""Each of the sixteen perks at its moment and away from it, and what the player set for it (PRK-2, PRK-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import automation, derive, rolls, state
from saga_tui.games.saga.rules.advice import Against, prices
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome, options, perform
from saga_tui.games.saga.rules.moments import Moment, arising, moments
from saga_tui.words import plural
from tests.games.saga.rules.heroes import act, at, do, due, fighter, hero, no
from tests.games.saga.rules.test_roll_stages import held, result


def keys(character: Character, **plan: Any) -> set[str]:
    put = rolls.Plan.model_validate({"skill": "weaponry", **plan}) if plan else None
    return {moment.key for moment in moments(character, put)}


def moment(character: Character, key: str, **plan: Any) -> Moment:
    put = rolls.Plan.model_validate({"skill": "weaponry", **plan}) if plan else None
    return next(item for item in moments(character, put) if item.key == key)


def asked(outcome: Outcome) -> set[str]:
    assert not outcome.refused
    return {item.key for item in arising(outcome)}


def setting(character: Character, mode: str, *perks: str) -> Character:
    for perk in perks:
        character = do(character, "automate", what=perk, mode=mode)
    return character


def take(character: Character, key: str, *dice: int) -> Character:
    command = moment(character, key).command
    assert command is not None
    outcome = perform(character, command, dice)
    assert not outcome.refused
    return outcome.after


def won(character: Character, **plan: Any) -> Character:
    params: dict[str, Any] = {"skill": "weaponry", "net": 1} | plan
    return do(character, "roll", **params)


def slug(perk: str) -> str:
    return f"perk:{perk.casefold().replace(' ', '-')}"


GRACE = [{"trait": "Swagger"}]
SPENT = {"force": 1, "grace": 1, "acuity": 1}
ACTS: dict[str, Callable[[Character], Character]] = {
    "Better Lucky than Good": lambda c: c,
    "Brave": lambda c: do(c, "suffer", kind="fear", amount=2),
    "Confident": lambda c: do(c, "suffer", kind="doubt", amount=2),
    "Tough": lambda c: do(c, "suffer", kind="pain", amount=2),
    "Deliberate": lambda c: held(c, *[1] * 6, force=1),
    "Destined": lambda c: do(do(c, "choose-kismet", amount=2), "roll-kismet", 1, 6),
    "Heavy-Handed": lambda c: won(c, kind="attack", force=1),
}
"""Perks that cost something, and how their moment comes."""
AWAY: dict[str, list[Callable[[Character], Character]]] = {
    "Better Lucky than Good": [lambda c: do(c, "spend", asset="fortune", amount=4)],
    "Brave": [lambda c: c, lambda c: do(c, "suffer", kind="pain", amount=2)],
    "Confident": [lambda c: c, lambda c: do(c, "suffer", kind="fear", amount=2)],
    "Tough": [lambda c: c, lambda c: do(c, "suffer", kind="doubt", amount=2)],
    "Deliberate": [lambda c: c, lambda c: won(c, force=1), lambda c: held(c, *[1] * 10, force=1, acuity=3, ally=4)],
    "Destined": [lambda c: c, lambda c: do(do(c, "choose-kismet"), "roll-kismet", 3)],
    "Heavy-Handed": [lambda c: c, lambda c: won(c, force=1), lambda c: won(c, kind="attack", force=1, net=-1)],
}


def plan_of(perk: str) -> dict[str, Any]:
    return {"force": 6} if perk.startswith("Better") else {}


@pytest.mark.rule("PRK-2", "PRK-3", "PRK-5", "PRK-6")
@pytest.mark.parametrize("perk", sorted(ACTS))
def test_a_perk_that_costs_is_offered_at_its_moment_with_its_price_and_not_without_it(perk: str) -> None:
    offered = moment(ACTS[perk](fighter(perk)), slug(perk), **plan_of(perk))
    assert offered.mode == "ask" and offered.name == perk and offered.rule.startswith("PRK")
    assert offered.cost or perk == "Destined"
    if perk not in ("Destined", "Tough"):  # the hero has those two
        assert slug(perk) not in keys(ACTS[perk](fighter()), **plan_of(perk))
    for away in AWAY[perk]:
        assert slug(perk) not in keys(away(fighter(perk)), **plan_of(perk))


@pytest.mark.rule("PRK-3")
def test_better_lucky_covers_what_is_short_and_only_that() -> None:
    character = fighter("Better Lucky than Good", tokens={"force": 1})
    plan = moment(character, "perk:better-lucky-than-good", force=3).plan
    assert plan is not None and plan.lucky == ("force", "force")
    assert "perk:better-lucky-than-good" not in keys(character, force=1)
    always = setting(character, "always", "perk:better-lucky-than-good")
    paid = do(always, "roll", skill="weaponry", force=3, net=1)
    assert (state.in_hand(paid, "force"), state.in_hand(paid, "fortune")) == (0, 2)
    assert no(character, "roll", skill="weaponry", force=3, net=1).code == "short-force"


@pytest.mark.rule("PRK-6", "AST-2")
def test_the_price_list_has_fortune_in_place_of_what_is_spent() -> None:
    def lucky(character: Character) -> dict[str, rolls.Plan]:
        found = prices(character, rolls.Plan(skill="weaponry", specialties=("swords",)), Against(6))
        return {price.key: price.plan for price in found if price.key.startswith("lucky")}

    spent = {"force": 0, "grace": 0, "acuity": 0}
    character = fighter("Better Lucky than Good", tokens=spent)
    assert list(lucky(character)) == ["lucky-force", "lucky-grace-1", "lucky-grace-2", "lucky-grace-3", "lucky-acuity"]
    for plan in lucky(character).values():
        after = do(character, "roll", **plan.model_dump(), net=1)
        assert state.in_hand(after, "fortune") == 3
    assert list(lucky(fighter("Better Lucky than Good", tokens={"force": 0}))) == ["lucky-force"]
    assert lucky(fighter("Better Lucky than Good", tokens=spent | {"fortune": 0})) == {}
    assert lucky(fighter(tokens=spent)) == lucky(setting(character, "never", "perk:better-lucky-than-good")) == {}


@pytest.mark.rule("PRK-3")
@pytest.mark.parametrize(("perk", "kind"), [("Brave", "fear"), ("Confident", "doubt"), ("Tough", "pain")])
def test_perks_against_damage_are_asked_when_it_comes_else_only_by_key_and_once_a_scene(perk: str, kind: str) -> None:
    character = fighter(perk)
    hit = act(character, "suffer", kind=kind, amount=2)
    assert slug(perk) in asked(hit)
    later = act(hit.after, "spend", asset="fortune")
    assert slug(perk) not in asked(later) and slug(perk) in keys(later.after)
    used = take(hit.after, slug(perk))
    assert state.held(used, kind) == 0 and perk in at(used).used_perks  # type: ignore[arg-type]
    again = act(used, "suffer", kind=kind, amount=1)
    assert slug(perk) not in asked(again) | keys(again.after)
    (own, other) = {"Brave": ("force", "acuity"), "Confident": ("acuity", "grace"), "Tough": ("grace", "force")}[perk]
    poor = do(fighter(perk, tokens={own: 0}), "suffer", kind=kind, amount=2)
    paid = take(poor, slug(perk))
    assert (state.held(paid, kind), state.in_hand(paid, other)) == (0, state.in_hand(poor, other) - 1)  # type: ignore[arg-type]


@pytest.mark.rule("PRK-3")
def test_a_perk_against_damage_that_is_always_taken_acts_when_its_damage_comes() -> None:
    character = setting(fighter(), "always", "perk:tough")
    hit = do(character, "suffer", kind="pain", amount=2)
    assert state.held(hit, "pain") == 0 and state.in_hand(hit, "grace") == 2
    second = do(hit, "suffer", kind="pain", amount=2)
    assert state.held(second, "pain") == 2 and state.in_hand(second, "grace") == 2
    assert state.held(do(character, "suffer", kind="fear", amount=2), "fear") == 2
    bruised = setting(fighter(damage={"pain": 2}), "always", "perk:tough")
    assert state.in_hand(do(bruised, "suffer", kind="pain", amount=1, blocked=1), "grace") == 3
    assert asked(act(setting(fighter(), "never", "perk:tough"), "suffer", kind="pain", amount=2)) == set()


@pytest.mark.rule("PRK-3")
def test_deliberate_always_adds_the_die_of_one_token_by_itself() -> None:
    character = setting(hero("Deliberate", tokens={"fortune": 0}), "always", "perk:deliberate")
    after = do(character, "roll", 1, 1, 1, 1, 6, 5, skill="weaponry", opposing=1, hold=True)
    assert (result(after).faces, result(after).net) == ((1, 1, 1, 1, 6), 0)
    assert state.in_hand(after, "acuity") == 2
    rich = setting(hero("Deliberate"), "always", "perk:deliberate")
    compared = do(held(rich, 1, 1, 1, 1), "compare", 5)
    assert result(compared).faces == (1, 1, 1, 1, 5) and state.in_hand(compared, "acuity") == 2
    none = setting(hero("Deliberate", tokens={"fortune": 0, "acuity": 0}), "always", "perk:deliberate")
    assert len(result(do(none, "roll", 1, 1, 1, 1, skill="weaponry")).faces) == 4


@pytest.mark.rule("PRK-3", "PRK-5")
def test_destined_always_ignores_a_hitch_and_never_does_not_hold_the_dice() -> None:
    poor: dict[str, Any] = {"tokens": {"fortune": 0}}
    always = do(setting(due(2, **poor), "always", "perk:destined"), "roll-kismet", 1, 6)
    assert (at(always).doom, at(always).spark, at(always).used_perks) == (0, 1, ("Destined",))
    assert at(do(setting(due(2, **poor), "always", "perk:destined"), "roll-kismet", 3, 6)).used_perks == ()
    never = do(setting(due(2, **poor), "never", "perk:destined"), "roll-kismet", 1, 6)
    assert (at(never).doom, at(never).kismet) == (1, None)
    assert at(do(due(2, **poor), "roll-kismet", 1, 6)).kismet is not None
    rich = do(setting(due(2), "always", "perk:destined"), "roll-kismet", 1, 1)
    assert at(rich).kismet is not None and at(rich).used_perks == ()
    for after in (do(rich, "settle-kismet"), do(rich, "reroll-kismet", 1)):
        assert (at(after).doom, at(after).used_perks) == (1, ("Destined",))


@pytest.mark.rule("PRK-3")
def test_heavy_handed_always_spends_one_force_on_an_attack_that_succeeds() -> None:
    character = setting(hero("Heavy-Handed"), "always", "perk:heavy-handed")
    assert result(won(character, kind="attack")).damage == 1
    assert state.in_hand(won(character, kind="attack"), "force") == 4
    assert result(won(character, kind="attack", net=-1)).damage == 0
    assert result(do(won(character, kind="attack"), "late-reroll", 6)).damage == 1
    assert result(won(character)).damage == result(won(hero("Heavy-Handed"), kind="attack")).damage == 0
    spent = do(character, "spend", asset="force", amount=state.in_hand(character, "force"))
    assert result(won(spent, kind="attack")).damage == 0, "with nothing in hand nothing is spent"


# ---- what is free acts by itself, unless the player says otherwise


@pytest.mark.rule("PRK-3", "REG-4")
@pytest.mark.parametrize(("perk", "asset"), [("Aware", "acuity"), ("Nimble", "grace"), ("Strong-Willed", "force")])
def test_a_recovery_brings_a_token_more_or_it_can_be_taken_until_the_clock_moves(perk: str, asset: Any) -> None:
    character = fighter(perk, tokens=SPENT)
    other = "grace" if asset == "force" else "force"
    by_itself = do(character, "regain", asset=other)
    assert state.in_hand(by_itself, asset) == 2 and slug(perk) not in keys(by_itself)
    asking = act(setting(character, "ask", slug(perk)), "regain", asset=other)
    assert state.in_hand(asking.after, asset) == 1 and asked(asking) == {slug(perk)}
    taken = take(asking.after, slug(perk))
    assert state.in_hand(taken, asset) == 2 and slug(perk) not in keys(taken)
    never = act(setting(character, "never", slug(perk)), "regain", asset=other)
    assert asked(never) == set() and state.in_hand(take(never.after, slug(perk)), asset) == 2
    gone = do(asking.after, "end-conflict")
    assert slug(perk) not in keys(gone) and no(gone, "take-perk", perk=perk).code == "not-now"
    assert slug(perk) not in keys(
        do(setting(fighter(perk, tokens={other: 1}), "ask", slug(perk)), "regain", asset=other)
    )
    assert slug(perk) not in keys(do(character, "spend", asset="fortune"))
    full = do(setting(fighter(perk, tokens={other: 1}), "ask", slug(perk)), "regain", asset=other)
    assert slug(perk) not in keys(do(full, "spend", asset=asset))


@pytest.mark.rule("PRK-3")
def test_luckys_fortune_comes_at_a_scenes_start_or_can_be_taken_in_it() -> None:
    def starts(fortune: int, mode: str = "always") -> Outcome:
        character = setting(hero("Lucky", span="chapter", tokens={"fortune": fortune}), mode, "perk:lucky")
        return act(character, "start-scene")

    assert state.in_hand(starts(1).after, "fortune") == 3 and "perk:lucky" not in keys(starts(1).after)
    assert state.in_hand(starts(2).after, "fortune") == 2
    asking = starts(1, "ask")
    assert asked(asking) == {"perk:lucky"} and state.in_hand(asking.after, "fortune") == 1
    assert state.in_hand(take(asking.after, "perk:lucky"), "fortune") == 3
    assert asked(starts(2, "ask")) == set() and no(starts(2, "ask").after, "take-perk", perk="Lucky").rule == "PRK-3"
    assert "perk:lucky" not in keys(do(asking.after, "start-conflict"))
    assert no(take(asking.after, "perk:lucky"), "take-perk", perk="Lucky").code == "not-now"


@pytest.mark.rule("PRK-3", "PSH-1")
@pytest.mark.parametrize(
    ("perk", "token"), [("Relentless", {"force": 1}), ("Sharp", {"acuity": 1}), ("Smooth", {"grace": GRACE})]
)
def test_a_free_push_comes_by_itself_or_is_taken_after_the_success(perk: str, token: dict[str, Any]) -> None:
    character = fighter(perk) if perk != "Relentless" else fighter()
    assert result(won(character, **token)).pushes == 2 and slug(perk) not in keys(won(character, **token))
    asking = setting(character, "ask", slug(perk))
    success = act(asking, "roll", skill="weaponry", net=1, **token)
    assert result(success.after).pushes == 1 and slug(perk) in asked(success)
    taken = take(success.after, slug(perk))
    assert result(taken).pushes == 2 and no(taken, "take-perk", perk=perk).code == "no-push"
    others = [other for other in ({"force": 1}, {"acuity": 1}, {"grace": GRACE}) if other != token]
    for other in (*[won(asking, **plan) for plan in others], won(asking, **(token | {"net": -1}))):
        assert slug(perk) not in keys(other)
        assert no(other, "take-perk", perk=perk).code == "no-push"
    named = won(asking, **token, perks=[perk])
    assert result(named).pushes == 2
    assert result(won(character, **token, without=[perk])).pushes == 1


@pytest.mark.rule("PRK-3", "CNF-7")
@pytest.mark.parametrize(
    ("perk", "plan", "away"),
    [
        ("Agile", {"kind": "block", "grace": GRACE}, {"kind": "attack", "grace": GRACE}),
        ("Expert", {"acuity": 1}, {"force": 1}),
    ],
)
def test_perks_of_the_pool_act_by_themselves_or_are_offered_with_the_dice_they_bring(
    perk: str, plan: dict[str, Any], away: dict[str, Any]
) -> None:
    character = do(hero(), "note", text="x")
    bought = [
        *character.finishing,
        character.finishing[-1].model_copy(update={"name": perk, "skill": "weaponry", "asset": ""}),
    ]
    character = character.model_copy(update={"finishing": tuple(bought)})

    def dice(who: Character, **more: Any) -> int:
        return rolls.pool(who, rolls.Plan.model_validate({"skill": "weaponry"} | plan | more)).tally.total

    gain = dice(character) - dice(hero())
    assert gain > 0 and slug(perk) not in keys(character, **plan)
    assert dice(character, without=[perk]) == dice(hero())
    for mode in ("ask", "never"):
        quiet = setting(character, mode, slug(perk))
        assert dice(quiet) == dice(hero()) and dice(quiet, perks=[perk]) == dice(character)
        offered = moment(quiet, slug(perk), **plan)
        assert offered.plan is not None and offered.plan.perks == (perk,) and f"+{plural(gain, 'die')}" in offered.offer
        assert slug(perk) not in keys(quiet, **away)


# ---- fortune


@pytest.mark.rule("AST-6", "AST-7", "ROL-5")
def test_fortune_is_offered_where_it_can_act_and_asked_where_it_can_turn_the_result() -> None:
    lay = held(hero(), 1, 1, 5, 1)
    assert moment(lay, "fortune:reroll").cost == "1 fortune" and "fortune:late" not in keys(lay)
    assert "fortune:reroll" not in keys(held(hero("Deliberate"), 5, 6, 5, 6))
    tied = act(hero(), "roll", 1, 1, 1, 5, skill="weaponry", opposing_marks=1)
    assert asked(tied) == {"fortune:late", "fortune:side-effect"}
    late = moment(tied.after, "fortune:late")
    assert late.chance is not None and late.chance.denominator == 3
    clear = act(hero(), "roll", 1, 5, 5, 5, skill="weaponry", opposing_marks=1)
    assert asked(clear) == set() and "fortune:late" in keys(clear.after)
    once = take(tied.after, "fortune:late", 1)
    assert "fortune:late" not in keys(once) and "fortune:side-effect" in keys(once)
    assert "fortune:side-effect" not in keys(take(once, "fortune:side-effect"))
    poor = do(hero(tokens={"fortune": 0}), "roll", 1, 1, 1, 5, skill="weaponry", opposing_marks=1)
    assert keys(poor) == set()


@pytest.mark.rule("AST-7", "PRK-5")
def test_what_can_act_on_a_kismet_roll_is_asked_when_it_is_thrown() -> None:
    outcome = act(due(2), "roll-kismet", 1, 6)
    assert asked(outcome) == {"fortune:kismet", "perk:destined"}
    assert "fortune:kismet" not in keys(take(outcome.after, "fortune:kismet", 6))
    used = act(due(2, used_perks=["Destined"]), "roll-kismet", 1, 6)
    assert asked(used) == {"fortune:kismet"}
    never = setting(due(2, used_perks=["Destined"]), "never", "fortune:kismet")
    assert at(do(never, "roll-kismet", 1, 6)).doom == 1


@pytest.mark.rule("PRK-3")
def test_what_is_never_offered_is_not_asked_but_can_be_taken() -> None:
    never = setting(hero(), "never", "fortune:late", "fortune:side-effect")
    tied = act(never, "roll", 1, 1, 1, 5, skill="weaponry", opposing_marks=1)
    assert asked(tied) == set() and keys(tied.after) == {"fortune:late", "fortune:side-effect"}


# ---- the table of what happens by itself


@pytest.mark.rule("PRK-3")
def test_what_is_usual_is_not_written_down_and_what_nobody_knows_is_refused() -> None:
    character = setting(hero(), "ask", "perk:relentless")
    assert character.automation == {"perk:relentless": "ask"}
    assert setting(character, "always", "perk:relentless").automation == {}
    assert no(hero(), "automate", what="perk:aware", mode="ask").code == "unknown"
    assert no(hero(), "automate", what="fortune:late", mode="always").code == "mode"
    found = options(hero("Lucky", "Agile", "Deliberate"))
    usual = {option.key: option.mode for option in found if option.key.partition(":")[0] in ("perk", "fortune")}
    assert usual == {
        "perk:relentless": "always", "perk:destined": "ask", "perk:tough": "ask", "perk:lucky": "always",
        "perk:agile": "always", "perk:deliberate": "ask", **dict.fromkeys(automation.FORTUNE, "ask"),
    }  # fmt: skip
    odd = hero().model_copy(update={"automation": {"perk:relentless": "perhaps", "x": "never"}})
    assert result(won(odd, force=1)).pushes == 2


@pytest.mark.rule("PRK-2")
def test_all_sixteen_are_tested_here() -> None:
    free = {"Agile", "Expert", "Aware", "Nimble", "Strong-Willed", "Lucky", "Relentless", "Sharp", "Smooth"}
    assert free | set(ACTS) == {perk.name for perk in book.perks()}


@pytest.mark.rule("PRK-1")
@pytest.mark.parametrize(
    ("when", "act_on"),
    [
        ("damage", lambda c: act(c, "suffer", kind="pain", amount=1)),
        ("recovery", lambda c: act(do(c, "spend", asset="grace"), "regain", asset="grace")),
        ("scene-start", lambda c: act(do(c, "end-scene"), "start-scene")),
        ("after-roll", lambda c: act(c, "roll", 1, 1, 1, 1, skill="weaponry", hold=True)),
        ("success", lambda c: act(c, "roll", skill="weaponry", net=1)),
        ("attack-success", lambda c: act(c, "roll", skill="weaponry", kind="attack", net=1)),
        ("kismet-roll", lambda c: act(do(c, "choose-kismet"), "roll-kismet", 1)),
    ],
)
def test_a_perk_with_text_only_is_shown_at_its_moment_alone(
    when: str, act_on: Callable[[Character], Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    info = book.PerkInfo.model_validate(
        {"key": "omen", "name": "Omen", "assets": ["fortune"], "text": "A raven speaks.", "moment": when,
         "effect": {"kind": "reminder"}}
    )  # fmt: skip
    known = derive.perk_info
    monkeypatch.setattr(derive, "perk_info", lambda c, name: info if name == "Omen" else known(c, name))
    character = hero("Omen")
    shown = [item for item in arising(act_on(character)) if item.key == "perk:omen"]
    assert [item.offer for item in shown] == ["A raven speaks."] and shown[0].command is None
    assert "perk:omen" not in asked(act(character, "gain-fortune"))
    quiet = setting(character, "never", "perk:omen")
    assert "perk:omen" not in {item.key for item in arising(act_on(quiet))}
