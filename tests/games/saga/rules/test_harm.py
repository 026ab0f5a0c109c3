"""Damage and consequences (DMG, CSQ, AST-10, PRK-3)."""

from __future__ import annotations

import pytest

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import DAMAGE
from tests.games.saga.rules.heroes import act, at, do, fighter, found, hero, made, no


def held(character: Character) -> dict[str, int]:
    return {kind: n for kind in DAMAGE if (n := state.held(character, kind))}


def asks(character: Character) -> list[tuple[str, str, int]]:
    return [(ask.what, ask.kind, ask.count) for ask in at(character).asks]


def severity(character: Character) -> dict[str, dict[str, int]]:
    return {item.name: item.points for item in at(character).consequences}


# ---- damage


@pytest.mark.rule("DMG-1")
@pytest.mark.parametrize(
    ("ratings", "pain", "doubt", "fear"),
    [((5, 3, 1), 4, 2, 3), ((5, 4, 3), 4, 3, 4), ((1, 1, 1), 1, 1, 1), ((8, 1, 2), 4, 1, 5), ((0, 1, 0), 0, 0, 0)],
)
def test_thresholds_are_half_of_two_ratings_rounded_down(
    ratings: tuple[int, int, int], pain: int, doubt: int, fear: int
) -> None:
    named = dict(zip(("force", "grace", "acuity"), ratings, strict=True))
    character = made(entered="as is", assets={"method": "points", "ratings": named}, finishing=[])
    tallies = [derive.threshold(character, kind) for kind in ("pain", "doubt", "fear")]
    assert [tally.total for tally in tallies] == [pain, doubt, fear]
    assert all(term.rule == "DMG-1" for tally in tallies for term in tally.terms)


@pytest.mark.rule("DMG-2", "DMG-6")
def test_damage_up_to_the_threshold_does_nothing_and_each_token_beyond_brings_a_consequence() -> None:
    character = do(hero(), "suffer", kind="pain", amount=4)
    assert held(character) == {"pain": 4} and asks(character) == []
    character = do(character, "suffer", kind="pain", amount=3)
    assert asks(character) == [("consequence", "pain", 3)]
    character = do(do(character, "suffer", kind="doubt", amount=3), "suffer", kind="fear", amount=5)
    assert asks(character) == [("consequence", "pain", 3), ("consequence", "fear", 1)]
    for name in ("Broken arm", "Limp", "Dazed"):
        character = do(character, "consequence", name=name)
    assert asks(character) == [("consequence", "fear", 1)]
    assert [item.kind for item in at(do(character, "consequence", name="Phobia")).consequences][-1] == "fear"


@pytest.mark.rule("DMG-3")
def test_one_fortune_chooses_the_kind_and_kismet_is_always_free() -> None:
    character = do(hero(), "suffer", kind="pain", amount=2, choose="fear")
    assert held(character) == {"fear": 2} and state.in_hand(character, "fortune") == 3
    same = do(hero(), "suffer", kind="pain", choose="pain")
    assert state.in_hand(same, "fortune") == 4
    free = do(hero(), "suffer", kind="pain", amount=3, to_kismet=2)
    assert held(free) == {"pain": 1, "kismet": 2} and state.in_hand(free, "fortune") == 4
    every = do(hero(), "suffer", kind="pain", amount=3, choose="kismet")
    assert held(every) == {"kismet": 3} and state.in_hand(every, "fortune") == 4
    poor = no(hero(tokens={"fortune": 0}), "suffer", kind="pain", choose="fear")
    assert (poor.rule, poor.cost, poor.left) == ("DMG-3", "1 fortune", "0 fortune")


@pytest.mark.rule("DMG-3", "KIS-6")
def test_damage_moved_to_kismet_brings_a_roll_and_no_fortune() -> None:
    character = do(hero(damage={"kismet": 1}), "suffer", kind="pain", amount=1, to_kismet=1)
    assert asks(character) == [("kismet", "", 1)] and state.in_hand(character, "fortune") == 4


@pytest.mark.rule("DMG-4")
@pytest.mark.parametrize(
    ("kind", "fits"),
    [("pain", {"force", "grace"}), ("doubt", {"grace", "acuity"}), ("fear", {"force", "acuity"}), ("kismet", set())],
)
def test_damage_by_choice_stands_for_one_of_its_two_assets(kind: str, fits: set[str]) -> None:
    for asset in ("force", "grace", "acuity", "fortune"):
        outcome = act(hero(), "take-for-token", kind=kind, asset=asset)
        assert outcome.refused is (asset not in fits), (kind, asset)
        if asset in fits:
            assert held(outcome.after) == {kind: 1}
            assert state.in_hand(outcome.after, asset) == state.in_hand(hero(), asset)
        else:
            assert outcome.problems[0].rule == "DMG-4"


@pytest.mark.rule("DMG-4", "AST-2")
def test_damage_by_choice_gives_its_token_to_the_next_roll_once() -> None:
    character = do(fighter(tokens={"force": 0}), "take-for-token", kind="pain", asset="force", amount=2)
    rolled = do(character, "roll", *[1] * 8, skill="weaponry")
    last = at(rolled).roll
    assert last is not None and last.dice == 4 + 2 * 2
    assert held(rolled) == {"pain": 2} and state.in_hand(rolled, "force") == 0
    assert no(rolled, "roll", skill="weaponry", marks=0).code == "inactive"
    assert state.in_hand(do(character, "roll", skill="weaponry", force=2, marks=0), "force") == 0
    assert no(character, "roll", skill="weaponry", force=3, marks=0).code == "short-force"
    late = do(do(character, "end-round"), "spend", asset="grace")
    assert no(late, "roll", skill="weaponry", marks=0).code == "inactive"
    traitless = do(fighter(), "take-for-token", kind="pain", asset="grace")
    assert no(traitless, "roll", skill="weaponry", marks=0).code == "no-trait"
    turned = do(traitless, "roll", skill="weaponry", grace=[{"trait": "Swagger"}], marks=0)
    assert held(turned) == {"pain": 1} and state.in_hand(turned, "grace") == 3


@pytest.mark.rule("DMG-4", "AST-2")
def test_damage_taken_with_a_roll_gives_its_token_by_itself() -> None:
    pain = {"kind": "pain", "asset": "force"}
    rolled = do(fighter(tokens={"force": 0}), "roll", *[1] * 6, skill="weaponry", hurts=[pain])
    last = at(rolled).roll
    assert last is not None and (last.dice, held(rolled)) == (4 + 2, {"pain": 1})
    assert no(fighter(), "roll", skill="weaponry", force=0, hurts=[pain], marks=0).code == "hurt-unused"
    grace = {"kind": "pain", "asset": "grace"}
    assert no(fighter(), "roll", skill="weaponry", hurts=[grace], marks=0).code == "no-trait"


@pytest.mark.rule("DMG-4", "DMG-2")
def test_damage_by_choice_beyond_the_threshold_brings_its_consequence() -> None:
    assert asks(do(hero(damage={"pain": 4}), "take-for-token", kind="pain", asset="force")) == [
        ("consequence", "pain", 1)
    ]


@pytest.mark.rule("DMG-5")
def test_damage_can_be_healed_by_the_tables_word_and_never_below_zero() -> None:
    assert held(do(hero(damage={"pain": 2}), "heal", kind="pain", amount=5)) == {}
    assert no(hero(), "heal", kind="pain").rule == "DMG-5"


@pytest.mark.rule("CNF-7", "PSH-3")
def test_a_block_cancels_damage_before_it_is_taken_or_just_after() -> None:
    assert held(do(hero(), "suffer", kind="pain", amount=5, blocked=3)) == {"pain": 2}
    assert held(do(hero(), "suffer", kind="pain", amount=2, blocked=3)) == {}
    hit = do(do(hero(), "suffer", kind="fear", amount=5), "suffer", kind="pain", amount=7)
    assert asks(hit) == [("consequence", "fear", 1), ("consequence", "pain", 3)]
    spared = do(hit, "blocked", kind="pain", amount=2)
    assert held(spared) == {"pain": 5, "fear": 5}
    assert asks(spared) == [("consequence", "fear", 1), ("consequence", "pain", 1)]
    assert no(hero(), "blocked", kind="pain").rule == "CNF-7"


@pytest.mark.rule("KIS-5", "CNF-7")
def test_a_block_that_spares_every_consequence_spares_the_deadly_kismet_roll_too() -> None:
    hit = do(fighter(stakes="deadly"), "suffer", kind="pain", amount=6)
    assert asks(hit) == [("consequence", "pain", 2), ("kismet", "deadly", 1)]
    assert asks(do(hit, "blocked", kind="pain", amount=2)) == []
    assert asks(do(do(hit, "consequence", name="Limp"), "blocked", kind="pain", amount=1)) == [("kismet", "deadly", 1)]
    assert asks(do(do(hit, "no-consequence"), "no-consequence")) == []
    assert asks(do(do(hit, "no-consequence"), "consequence", name="Limp")) == [("kismet", "deadly", 1)]


@pytest.mark.rule("KIS-2", "CNF-7")
def test_a_block_that_cancels_an_attacks_kismet_cancels_its_roll() -> None:
    hit = do(hero(damage={"kismet": 1}), "suffer", kind="kismet", amount=2)
    assert asks(do(hit, "blocked", kind="kismet", amount=2)) == []
    assert asks(do(hit, "blocked", kind="kismet", amount=1)) == [("kismet", "", 1)]


@pytest.mark.rule("PRK-3")
@pytest.mark.parametrize(
    ("perk", "kind", "assets"),
    [
        ("Brave", "fear", ("force", "acuity")),
        ("Confident", "doubt", ("acuity", "grace")),
        ("Tough", "pain", ("grace", "force")),
    ],
)
def test_once_a_scene_a_perk_sheds_damage_as_its_asset_stood_before_paying(
    perk: str, kind: str, assets: tuple[str, str]
) -> None:
    harm = {"pain": 7, "doubt": 7, "fear": 7}
    tokens = {"force": 3, "grace": 3, "acuity": 3}
    extra = [] if perk == "Tough" else [perk]
    for asset in assets:
        character = do(hero(*extra, damage=harm, tokens=tokens), "use-perk", perk=perk.lower(), asset=asset)
        assert held(character) == {**harm, kind: 4}
        assert state.in_hand(character, asset) == 2  # type: ignore[arg-type]
        assert no(character, "use-perk", perk=perk, asset=asset).rule == "PRK-3"
        again = do(do(do(character, "end-scene"), "start-scene"), "suffer", kind=kind)
        assert not act(again, "use-perk", perk=perk, asset=asset).refused
    (other,) = {"force", "grace", "acuity"} - set(assets)
    assert no(hero(*extra, damage=harm), "use-perk", perk=perk, asset=other).code == "asset"


@pytest.mark.rule("PRK-3")
def test_perks_that_are_not_owned_or_shed_nothing_are_not_used() -> None:
    assert no(hero(damage={"fear": 3}), "use-perk", perk="Brave").code == "perk"
    assert no(hero(), "use-perk", perk="Relentless").code == "perk"
    assert no(hero(), "use-perk", perk="Tough").code == "none"


# ---- consequences


@pytest.mark.rule("CSQ-4", "CNF-1", "CSQ-1")
@pytest.mark.parametrize(
    ("stakes", "level"),
    [("minor", "temporary"), ("serious", "lasting"), ("severe", "permanent"), ("deadly", "permanent")],
)
def test_the_level_of_a_consequence_follows_the_stakes(stakes: str, level: str) -> None:
    character = do(fighter(stakes=stakes), "suffer", kind="pain", amount=5)
    assert [ask.level for ask in at(character).asks if ask.what == "consequence"] == [level]
    assert severity(do(character, "consequence", name="Limp")) == {"Limp": {level: 1}}
    assert severity(do(fighter(stakes=stakes), "consequence", name="Limp")) == {"Limp": {level: 1}}


@pytest.mark.rule("CSQ-4")
def test_outside_a_conflict_the_gm_says_and_the_default_is_temporary() -> None:
    assert severity(do(hero(), "consequence", name="Limp")) == {"Limp": {"temporary": 1}}
    assert severity(do(hero(), "consequence", name="Limp", level="lasting")) == {"Limp": {"lasting": 1}}


@pytest.mark.rule("CSQ-2", "CSQ-1")
def test_suffered_again_a_consequence_gains_a_point_at_the_present_level() -> None:
    character = do(do(hero(), "consequence", name="Injured leg"), "consequence", name="injured LEG", level="lasting")
    character = do(character, "consequence", name="Injured leg")
    assert severity(character) == {"Injured leg": {"temporary": 2, "lasting": 1}}
    assert at(character).consequences[0].severity == 3
    eased = do(character, "ease", consequence=0)
    assert severity(eased) == {"Injured leg": {"temporary": 1, "lasting": 1}}
    assert severity(do(eased, "ease", consequence=0, level="lasting")) == {"Injured leg": {"temporary": 1}}
    assert no(eased, "ease", consequence=0, level="permanent").rule == "CSQ-1"
    assert no(hero(), "ease").rule == "CSQ-1"
    after = do(character, "end-scene")
    assert severity(after) == {"Injured leg": {"lasting": 1}}
    assert severity(do(after, "end-chapter")) == {}


@pytest.mark.rule("CSQ-1", "CSQ-2")
def test_a_permanent_point_goes_only_for_spark() -> None:
    character = do(hero(spark=2), "consequence", name="Scar", level="permanent")
    character = do(character, "end-chapter")
    assert severity(character) == {"Scar": {"permanent": 1}}
    assert severity(do(character, "buy", buy="consequence", name="Scar")) == {}


@pytest.mark.rule("CSQ-3")
def test_the_player_names_a_consequence_for_one_fortune() -> None:
    character = do(hero(), "suffer", kind="pain", amount=5)
    gm, own = do(character, "consequence", name="Limp"), do(character, "consequence", name="Limp", own=True)
    assert (state.in_hand(gm, "fortune"), state.in_hand(own, "fortune")) == (4, 3)
    assert asks(gm) == asks(own) == []
    assert no(hero(tokens={"fortune": 0}), "consequence", name="Limp", own=True).rule == "CSQ-3"
    assert asks(do(character, "no-consequence")) == [] and severity(do(character, "no-consequence")) == {}
    assert no(hero(), "no-consequence").rule == "CSQ-3"
    unnamed = made(play={"consequences": [{"points": {"lasting": 1}}, {"name": "Odd", "points": {}}]})
    assert [item.level for item in found(unnamed, rule="CSQ-3")] == ["unfinished"]
    assert [item.where for item in found(unnamed, "error", "CSQ-1")] == [("play", "consequences", 1, "points")]


@pytest.mark.rule("AST-10")
@pytest.mark.parametrize(("fortune", "left"), [(1, [2, 2]), (2, [1, 2]), (4, [1]), (9, [])])
def test_fortune_clears_temporary_points_as_many_as_were_in_hand_before_paying(fortune: int, left: list[int]) -> None:
    hurts = [{"name": "Limp", "points": {"temporary": 3}}, {"name": "Dazed", "points": {"temporary": 2}}]
    character = do(hero(consequences=hurts, tokens={"fortune": fortune}), "clear-temporary")
    assert [item.severity for item in at(character).consequences] == left
    assert state.in_hand(character, "fortune") == fortune - 1


@pytest.mark.rule("AST-10")
def test_what_is_cleared_first_can_be_said_and_other_levels_stay() -> None:
    hurts = [{"name": "Limp", "points": {"temporary": 3}}, {"name": "Dazed", "points": {"temporary": 2, "lasting": 1}}]
    character = do(hero(consequences=hurts, tokens={"fortune": 2}), "clear-temporary", first=["dazed"])
    assert severity(character) == {"Limp": {"temporary": 3}, "Dazed": {"lasting": 1}}
    assert no(hero(), "clear-temporary").code == "none"
    assert no(hero(consequences=hurts, tokens={"fortune": 0}), "clear-temporary").code == "short-fortune"
