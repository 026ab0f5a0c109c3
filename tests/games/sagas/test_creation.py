"""Creation of SagaS: every command, its words, what it costs and what it refuses; the samples; chance; from paper."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.changes import same
from saga_tui.engine.command import Outcome, perform
from saga_tui.engine.entries import tallies
from saga_tui.games.sagas.character import Campaign, Character, Concept
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, figures
from saga_tui.games.sagas.rules.ruleset import RULES
from tests.examples import tries
from tests.games.sagas.samples import FOLDER, IDA, JONAS, SAMPLES, SANNA, Sample, build, made, text

CASES = tomllib.loads((FOLDER.parent / "tests" / "games" / "sagas" / "cases.toml").read_text(encoding="utf-8"))


def do(character: Character, verb: str, overrule: str | None = None, **params: Any) -> Outcome[Character]:
    return perform(RULES, character, RULES.command(verb, params), overrule=overrule)


def found(character: Character) -> set[tuple[str, str, str]]:
    return {(one.level, one.rule, one.code) for one in RULES.problems(character)}


def number(character: Character, name: str) -> int:
    return tallies(RULES, character)[name].total


# ---- the samples


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)
@pytest.mark.rule("S-MAKE-1", "S-MAKE-9", "S-MAKE-10")
def test_the_samples_are_what_their_commands_make_and_legal_to_the_point(sample: Sample) -> None:
    tracked = tomllib.loads(sample.path.read_text(encoding="utf-8"))
    assert same(tracked, build(sample).to_doc())
    assert sample.path.read_text(encoding="utf-8") == text(sample)
    assert RULES.problems(build(sample)) == []
    assert number(build(sample), "points-left") == 0


def test_the_samples_are_of_the_three_campaigns() -> None:
    assert [build(sample).campaign.points for sample in SAMPLES] == [150, 250, 350]
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.toml")]
    assert sorted(doc["concept"]["name"] for doc in files if doc["game"] == "sagas") == sorted(
        sample.name for sample in SAMPLES
    )


@pytest.mark.rule("S-MAKE-8", "S-SEC-10", "S-MART-4", "S-MART-5", "S-SKILL-1", "S-SKILL-4", "S-SEC-9")
def test_the_bodyguard_has_the_numbers_of_the_worked_sample() -> None:
    ida, told = build(IDA), CASES["sample"]
    of = figures(ida)
    assert {key: of.score(key) for key in MAIN} == told["characteristics"]
    assert {key: of.bonus(key).total for key in MAIN} == told["bonuses"]
    assert (of.characteristics_cost, of.skills_cost) == (told["characteristic_total"], told["skill_total"])
    assert {key: of.formula(key) for key in SECONDARY} == told["secondary"]
    assert of.score("ini") == told["initiative_in_play"]
    for one in told["skill"]:
        ref = f"{one['key']}:{one['name'].casefold().replace(' ', '-')}" if "name" in one else one["key"]
        held = of.held[ref]
        assert (held.level, of.price("skill", held.start, held.level), of.total(ref).total) == (
            one["level"],
            one["cost"],
            one["total"],
        ), ref
    assert {one["key"]: of.total(one["key"]).total for one in told["free_skill"]} == {
        one["key"]: one["total"] for one in told["free_skill"]
    }
    names = {
        "physical-hit-points": "physical_hit_points",
        "mental-hit-points": "mental_hit_points",
        "physical-shock": "physical_shock",
        "mental-shock": "mental_shock",
        "reflex-dodge": "reflex_dodge",
        "carry": "carry_kg",
        "top-speed": "top_speed_m_per_round",
        "study-limit": "study_limit",
        "death": "dies_at_injuries",
        "madness": "mad_at_injuries",
        "skill:dodge": "dodge",
    }
    assert {name: number(ida, name) for name in names} == {name: told[key] for name, key in names.items()}
    unarmoured = ida.model_copy(update={"gear": ()})
    assert number(unarmoured, "max-impact") == told["max_impact"]
    assert number(ida, "max-impact") == told["max_impact"] + 2 * number(ida, "protection")
    assert (number(ida, "protection"), number(ida, "protection-bullets")) == (3, 6)


# ---- characteristics and bonuses


@pytest.mark.rule("S-CHR-1", "S-COST-1", "S-MAKE-2")
def test_a_characteristic_costs_by_the_value_reached_and_gives_back() -> None:
    up = do(Character(), "set-characteristic", characteristic="str", value=12)
    assert up.text == "Strength 5 → 12 for 54 points"
    assert do(up.after, "set-characteristic", characteristic="str", value=3).text == "Strength 12 → 3, 60 points back"
    assert do(up.after, "set-characteristic", characteristic="str", value=5).after.characteristics == {}
    assert number(up.after, "str") == 12 and number(Character(), "wil") == 5


@pytest.mark.rule("S-CHR-2", "S-CHR-3")
def test_human_limits_refuse_and_can_be_allowed_and_low_values_are_told() -> None:
    high = do(Character(), "set-characteristic", characteristic="str", value=21)
    assert high.refused and [one.code for one in high.problems] == ["limit"] and high.problems[0].fix
    allowed = do(Character(), "set-characteristic", overrule="a giant", characteristic="str", value=21).after
    assert number(allowed, "str") == 21
    assert [one.overruled for one in RULES.problems(allowed) if one.code == "limit"] == ["a giant"]
    assert not do(Character(), "set-characteristic", characteristic="wit", value=21).refused
    low = do(Character(), "set-characteristic", characteristic="pre", value=4).after
    assert ("remark", "S-CHR-3", "below") in found(low)


@pytest.mark.rule("S-COST-3", "S-MAKE-3", "S-SEC-1")
def test_a_bonus_costs_three_times_as_much_from_the_formula_on() -> None:
    strong = made(build(IDA), ("from-paper", {"on": False}))
    up = do(strong, "set-bonus", characteristic="cco", bonus=1)
    assert up.text == "Close Combat bonus 0 → 1 for 18 points"
    assert number(up.after, "cco") == 9 and number(up.after, "points-left") == -18
    assert ("error", "S-MAKE-1", "overspent") in found(up.after)
    fast = Character(characteristics={"end": 20, "agi": 20})
    assert do(fast, "set-bonus", characteristic="spd", bonus=1).problems[0].rule == "S-CHR-2"
    assert number(fast, "spd") == 16


# ---- skills


@pytest.mark.rule("S-COST-2", "S-SKILL-2", "S-MAKE-4")
def test_a_skill_goes_up_and_down_step_by_step() -> None:
    one = do(Character(), "raise-skill", skill="first_aid")
    assert one.text == "First aid −10 → −5 for 1 point"
    three = do(one.after, "raise-skill", skill="first_aid", steps=3)
    assert three.text == "First aid −5 → 2 for 3 points"
    assert do(three.after, "lower-skill", skill="first_aid", steps=40).after.skills == ()
    low = do(Character(), "lower-skill", skill="first_aid")
    assert low.refused and low.problems[0].code == "start"
    wrong = do(Character(), "set-skill", skill="first_aid", level=-7)
    assert wrong.refused and wrong.problems[0].rule == "S-SKILL-2"
    forced = do(Character(), "set-skill", overrule="so be it", skill="first_aid", level=-7).after
    assert ("error", "S-SKILL-2", "level") in found(forced)
    assert do(Character(), "raise-skill", skill="flying").problems[0].code == "unknown"


@pytest.mark.rule("S-SKILL-5", "S-SKILL-6")
def test_specialisations_and_skills_of_ones_own() -> None:
    who = made(
        Character(),
        ("add-skill", {"skill": "foreign_languages", "name": "Latin"}),
        ("raise-skill", {"skill": "foreign_languages:latin", "steps": 4}),
        ("make-skill", {"name": "Falconry", "on": "ins", "start": -5, "level": 2}),
    )
    assert number(who, "skill:foreign-languages:latin") == 6 and number(who, "skill:own:falconry") == 7
    assert figures(who).skills_cost == (3 + 1) + (1 + 2)
    assert do(who, "add-skill", skill="foreign_languages", name="Latin").problems[0].code == "twice"
    assert do(who, "add-skill", skill="pistol", name="Luger").problems[0].rule == "S-SKILL-5"
    assert do(who, "make-skill", name="", on="wit").problems[0].rule == "S-SKILL-6"
    odd = do(who, "make-skill", name="Kites", on="agi", start=-7)
    assert odd.problems[0].fix == "Below 0 there are only −15, −10 and −5."
    assert len(do(who, "remove-skill", place=0).after.skills) == 1
    assert do(who, "remove-skill", place=9).refused
    nameless = do(Character(), "add-skill", skill="other_arts", name="").after
    assert ("error", "S-SKILL-5", "specialise") in found(nameless)
    assert ("error", "S-SKILL-6", "on") in found(Character.model_validate({"skills": [{"key": "own", "name": "x"}]}))


@pytest.mark.rule("S-MAKE-5", "S-MART-1", "S-MART-2")
def test_kung_fu_leaves_a_choice() -> None:
    who = do(Character(), "add-skill", skill="martial_arts", name="Kung Fu", level=0).after
    assert ("unfinished", "S-MAKE-5", "benefit") in found(who)
    assert ("unfinished", "S-MAKE-5", "benefit") not in found(do(who, "choose-benefit", benefit="dmax-3").after)
    assert do(Character(), "choose-benefit", benefit="dmax-3").refused
    strange = do(Character(), "add-skill", skill="martial_arts", name="Kung Pho", level=0).after
    assert ("remark", "S-MART-1", "art") in found(strange)
    fields = do(who, "set-switch", switch="martial_arts", value="by-field").after
    assert ("remark", "S-MART-1", "art") in found(fields) and ("unfinished", "S-MAKE-5", "benefit") not in found(fields)
    throws = do(fields.model_copy(update={"skills": ()}), "add-skill", skill="martial_arts", name="Holds").after
    assert ("remark", "S-MART-1", "art") not in found(throws)


@pytest.mark.rule("S-SKILL-3")
def test_a_trade_asks_for_about_eleven() -> None:
    who = do(Character(), "mark-trade", skill="pistol").after
    assert ("remark", "S-SKILL-3", "trade") in found(who)
    assert ("remark", "S-SKILL-3", "trade") not in found(do(who, "set-skill", skill="pistol", level=6).after)
    assert do(who, "lower-skill", skill="pistol").refused, "what belongs to the trade stays written down"


# ---- campaign, class, equipment


@pytest.mark.rule("S-MAKE-1", "S-COST-4", "S-MAKE-6", "S-TL-1", "S-TL-2")
def test_campaign_class_and_technology() -> None:
    who = made(Character(), ("choose-campaign", {"campaign": "High"}), ("choose-class", {"standing": "privileged"}))
    assert number(who, "points-left") == 340 and ("remark", "S-COST-4", "class") in found(who)
    assert number(do(who, "choose-class", standing="modest").after, "points-left") == 360
    assert number(do(who, "choose-campaign", campaign="200").after, "points-left") == 190
    assert do(who, "choose-campaign", campaign="gigantic").problems[0].fix
    old = made(Character(), ("choose-technology", {"level": 2}), ("set-skill", {"skill": "pistol", "level": 1}))
    assert ("remark", "S-TL-2", "technology") in found(old)
    strict = do(old, "set-switch", switch="technology", value="strict").after
    assert ("error", "S-TL-2", "technology") in found(strict)
    names = tallies(RULES, do(Character(), "choose-technology", level=0).after)
    assert "skill:driving-car" not in names and "skill:charm" in names and "skill:climb" in names
    assert do(who, "describe", field="trade", text="Spy").after.concept.trade == "Spy"


@pytest.mark.rule("S-MAKE-7", "S-EQP-1", "S-ARM-1", "S-ARM-3", "S-ATK-3")
def test_equipment_is_had_worn_and_put_away() -> None:
    who = made(Character(), *(("add-gear", {"item": item}) for item in ("Chainmail", "Plates", "full_helmet", "Lamp")))
    assert [(one.kind, one.worn) for one in who.gear] == [
        ("armour", True),
        ("armour", False),
        ("armour", False),
        ("thing", False),
    ]
    assert number(who, "protection") == 4
    helmet = do(who, "wear", place=2).after
    assert number(helmet, "protection") == 6 and ("remark", "S-ARM-1", "fits") in found(helmet)
    both = do(helmet, "wear", place=1).after
    assert number(both, "protection") == 8 and ("remark", "S-ARM-1", "twice") in found(both)
    assert number(do(both, "wear", place=2, on=False).after, "protection") == 6
    assert do(who, "wear", place=9).refused and len(do(who, "remove-gear", place=0).after.gear) == 3
    heavy = do(Character(), "add-gear", item="Pike").after
    assert ("remark", "S-ATK-3", "strength") in found(heavy)
    future = do(Character(), "add-gear", item="light_futuristic").after
    assert ("remark", "S-ARM-3", "protection") in found(future)
    own = do(Character(), "add-gear", item="light_futuristic", own=["protection=12"]).after
    assert number(own, "protection") == 12 and ("remark", "S-ARM-3", "protection") not in found(own)
    assert do(Character(), "add-gear", item="Chainmail", own=["protection"]).refused
    assert number(do(Character(), "add-gear", item="Colt .45").after, "shots:1") == 7


# ---- what is found, the way into play


@pytest.mark.rule("S-MAKE-10", "S-MAKE-4")
def test_a_new_character_is_told_what_is_left() -> None:
    assert found(Character()) == {
        ("unfinished", "S-MAKE-6", "name"),
        ("unfinished", "S-MAKE-1", "campaign"),
        ("unfinished", "S-MAKE-4", "skills"),
    }
    strange = Character.model_validate(
        {
            "characteristics": {"luck": 7, "str": -1},
            "bonuses": {"hp": 3},
            "standing": "royal",
            "skills": [{"key": "flying"}, {"key": "pistol"}, {"key": "pistol"}],
            "campaign": {"technology": 12, "switches": {"nobody": "x", "technology": "maybe"}},
            "gear": [{"key": "phaser", "kind": "thing"}],
        }
    )
    errors = {(rule, code) for level, rule, code in found(strange) if level == "error"}
    assert errors == {
        ("S-CHR-1", "unknown"),
        ("S-CHR-3", "low"),
        ("S-COST-3", "unknown"),
        ("S-COST-4", "class"),
        ("S-SKILL-1", "unknown"),
        ("S-SKILL-5", "twice"),
        ("S-TL-1", "technology"),
        ("S-WORLD-2", "unknown"),
        ("S-WORLD-2", "value"),
    }
    assert all(one.fix for one in RULES.problems(strange))
    assert ("remark", "S-EQP-1", "unknown") in found(strange)


@pytest.mark.rule("S-MAKE-9")
def test_points_left_are_lost_or_kept_when_play_starts() -> None:
    who = made(build(JONAS), ("set-skill", {"skill": "stealth", "level": 4}))
    assert [(one.code, one.count) for one in RULES.problems(who)] == [("left", 1)]
    lost = do(who, "start-play")
    assert lost.after.play is not None and lost.after.play.experience == 0
    assert "1 point of creation are lost" not in lost.text and "1 point of creation is lost" in lost.text
    kept = do(made(who, ("set-switch", {"switch": "leftover_creation", "value": "kept"})), "start-play").after
    assert kept.play is not None and kept.play.experience == 1
    assert do(kept, "start-play").refused


@pytest.mark.rule("S-CLK-1", "S-MAKE-10")
def test_play_starts_when_nothing_is_open_or_the_group_allows_it() -> None:
    refused = do(Character(), "start-play")
    assert refused.refused and {one.code for one in refused.problems} == {"name", "campaign", "skills"}
    assert do(Character(), "start-play", overrule="a quick one").after.play is not None


@pytest.mark.rule("S-MAKE-10")
def test_from_paper_counts_no_points() -> None:
    over = made(build(SANNA), ("set-characteristic", {"characteristic": "wit", "value": 20}))
    assert ("error", "S-MAKE-1", "overspent") in found(over)
    paper = do(over, "from-paper").after
    assert found(paper) == set() and number(paper, "points-left") == 0 and number(paper, "wit") == 20
    assert ("error", "S-MAKE-1", "overspent") in found(do(paper, "from-paper", on=False).after)


@pytest.mark.rule("S-WORLD-2")
def test_rule_options_are_those_of_the_ledger() -> None:
    who = do(Character(), "set-switch", switch="martial_initiative", value="no")
    assert who.text == "Martial initiative: yes → no"
    ida = made(build(IDA), ("set-switch", {"switch": "martial_initiative", "value": "no"}))
    assert number(ida, "ini") == 6
    assert do(who.after, "set-switch", switch="martial_initiative", value="yes").after.campaign.switches == {}
    assert do(Character(), "set-switch", switch="martial_initiative", value="often").refused
    assert do(Character(), "set-switch", switch="gravity", value="no").refused
    assert number(do(Character(), "set-switch", switch="creation_points", value="350").after, "points-left") == 350


@pytest.mark.rule("S-EXP-3", "S-COST-3")
def test_advances_count_beside_the_choices() -> None:
    advanced = build(IDA).model_copy(
        update={"advances": RULES.of({"advances": [{"what": "str", "old": 12, "new": 13, "cost": 12},
                                                  {"what": "skill:pistol", "old": 7, "new": 9, "cost": 4},
                                                  {"what": "cco-bonus", "old": 0, "new": 1, "cost": 18}]}).advances}
    )  # fmt: skip
    assert (number(advanced, "str"), number(advanced, "skill:pistol"), number(advanced, "cco")) == (13, 17, 10)
    assert number(advanced, "points-left") == 0, "what experience bought costs no points of creation"


# ---- chance, properties


@pytest.mark.rule("S-MAKE-10", "S-MAKE-1")
@settings(max_examples=tries(60))
@given(st.integers(0, 2**53), st.sampled_from([150, 250, 350, 77]), st.integers(0, 8))
def test_a_random_character_is_legal_to_the_point(seed: int, points: int, level: int) -> None:
    new = Character(campaign=Campaign(points=points, technology=level), concept=Concept(player="Ana"))
    one = do(new, "surprise", seed=seed)
    assert not one.refused and one.after == do(new, "surprise", seed=seed).after
    assert RULES.problems(one.after) == [] and number(one.after, "points-left") == 0
    assert one.after.concept.player == "Ana" and one.after.campaign.technology == level
    assert not do(one.after, "start-play").refused


@pytest.mark.parametrize("step", ["concept", "characteristics", "skills", "equipment"])
def test_a_step_by_chance_leaves_the_rest_and_stays_legal(step: str) -> None:
    for sample in SAMPLES:
        before = build(sample)
        after = do(before, "surprise", seed=4, step=step).after
        assert after != before and not [one for one in RULES.problems(after) if one.level == "error"]
    assert do(do(build(IDA), "start-play").after, "surprise", seed=1).refused


def choice(*verbs: str, **params: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.sampled_from(verbs), st.fixed_dictionaries(params))


SKILLS = st.sampled_from(["pistol", "first_aid", "medicine", "own:x"])
CHOICES = st.one_of(
    choice("set-characteristic", characteristic=st.sampled_from(MAIN), value=st.integers(0, 20)),
    choice("set-bonus", characteristic=st.sampled_from(SECONDARY), bonus=st.integers(0, 6)),
    choice("raise-skill", "lower-skill", skill=SKILLS, steps=st.integers(1, 5)),
    choice("make-skill", name=st.sampled_from(["x", "y"]), on=st.sampled_from(["wit", "cco"])),
    choice("add-gear", item=st.sampled_from(["Saber", "Plates", "Lamp"])),
)


@pytest.mark.rule("S-COST-1", "S-COST-2", "S-COST-3")
@settings(max_examples=tries(60))
@given(st.lists(CHOICES, max_size=12))
def test_no_choices_make_a_price_negative_and_a_file_reads_back_equal(
    choices: list[tuple[str, dict[str, Any]]],
) -> None:
    who = Character()
    for verb, params in choices:
        who = do(who, verb, **params).after
    of = figures(who)
    assert of.skills_cost >= 0 and of.bonuses_cost >= 0
    assert of.characteristics_cost >= 3 * sum(min(0, value - 5) for value in who.characteristics.values())
    assert RULES.of(who.to_doc()) == who
    spent = of.characteristics_cost + of.bonuses_cost + of.skills_cost
    assert number(who, "points-left") == 150 - spent


WILD = st.one_of(st.integers(-1_000_000, 1_000_000), st.integers(-20, 60))
WORDS = st.sampled_from(
    ["", "str", "pistol", "own", "martial_arts", "Kung Fu", "other_sports", "plates", "ak47", "{x}", "ß"]
)
OWN = st.dictionaries(st.sampled_from(["dmax", "kind", "protection", "skill", "fits"]), WILD | WORDS)
SKILL: dict[str, Any] = {"key": WORDS, "name": WORDS, "level": WILD, "start": WILD, "on": WORDS}
GEAR: dict[str, Any] = {"key": WORDS, "kind": WORDS, "worn": st.booleans(), "shots": WILD, "own": OWN}
ADVANCE: dict[str, Any] = {"what": st.sampled_from(["str", "cco-bonus", "skill:pistol", "x"]), "new": WILD}
CAMPAIGN: dict[str, Any] = {"points": WILD, "technology": WILD, "switches": st.dictionaries(WORDS, WORDS)}
SECTIONS: dict[str, Any] = {
    "characteristics": st.dictionaries(st.sampled_from([*MAIN, "luck", "{0}"]), WILD, max_size=4),
    "bonuses": st.dictionaries(st.sampled_from([*SECONDARY, "hp"]), WILD, max_size=3),
    "standing": WORDS,
    "campaign": st.fixed_dictionaries(CAMPAIGN),
    "skills": st.lists(st.fixed_dictionaries(SKILL), max_size=5),
    "gear": st.lists(st.fixed_dictionaries(GEAR), max_size=5),
    "advances": st.lists(st.fixed_dictionaries(ADVANCE), max_size=5),
}


@pytest.mark.rule("S-MAKE-10")
@settings(max_examples=tries(150))
@given(st.fixed_dictionaries(SECTIONS))
def test_whatever_a_file_says_has_numbers_and_problems(doc: dict[str, Any]) -> None:
    who = RULES.of(doc)
    assert len(tallies(RULES, who)) > 40
    assert all(one.message and one.fix and one.rule in RULES.book.entries for one in RULES.problems(who))
    assert RULES.of(who.to_doc()) == who
