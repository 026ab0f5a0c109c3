"""Every worked case of `cases.toml`, as data: its kind says what is asked of the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.works import Work
from saga_tui.games.sagas import book
from saga_tui.games.sagas.rules import degrees, dice, fight, harm, odds, prices, values
from saga_tui.games.sagas.rules.degrees import Test
from saga_tui.open_odds import Open

DATA = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = DATA["case"]
SAMPLE: dict[str, Any] = DATA["sample"]
AVERAGE = dict.fromkeys(("str", "agi", "end", "dex", "wit", "wil", "pre", "ins"), 5)
Given = Mapping[str, Any]
Found = dict[str, Any]


def mains(given: Given) -> dict[str, int]:
    return AVERAGE | {key: given[key] for key in AVERAGE if key in given}


def rolled(given: Given | list[int]) -> Test:
    return Test(**given) if isinstance(given, Mapping) else Test(*given)


def secondary(given: Given) -> Found:
    def of(key: str) -> int:
        return values.secondary(
            key, mains(given), bought=given.get(f"{key}_bonus", 0), art=given.get("art_level", 0)
        ).total

    return {key: of(key) for key in ("cco", "rco", "ini", "spd")}


def opposition(given: Given) -> Found:
    found = degrees.opposed(rolled(given["a"]).final, rolled(given["b"]).final)
    return {"relative": found.relative, "winner": found.winner}


def long_action(given: Given) -> Found:
    lose = None if given["lose"] == "none" else given["lose"]
    steps = tuple(rolled(own).final - rolled(other).final for own, other in given["rolls"])
    return {"totals": list(accumulate(steps)), "state": Work(goal=given["goal"], losing=lose, steps=steps).state}


def degree(given: Given) -> Found:
    test = Test(given["score"], given["total"], given["modifier"])
    return {"final": test.final, "band": test.band, "success": test.success}


def thrown(given: Given, count: int) -> dice.Thrown:
    faces = given["faces"] if count == 1 else [face for die in given["faces"] for face in die]
    return dice.read(faces, count)


def dodge(given: Given) -> Found:
    total = values.dodge(mains(given), given["level"], given["art_level"]).total
    return {"dodge": total, "reflex": values.reflex(total).total}


def left(given: Given) -> int:
    return prices.budget(
        given["points"], given["characteristics"], given["secondary"], given["skills"], given["class"]
    ).total


def lesson(given: Given) -> int:
    assert given["from"] >= given["start"]
    return prices.lesson(given["from"], given["to"], given["student_total"], given["trainer_total"])


def possible(total: int) -> bool:
    try:
        dice.faces_of(total, 1)
    except ValueError:
        return False
    return True


def protection(given: Given) -> Found:
    if not harm.helmet_fits(given["armour"], given["helmet"]):
        return {"error": True}
    return {"protection": harm.protection(given["armour"], given["helmet"]).total}


def clash(given: Given) -> Found:
    found = fight.clash(rolled(given["attack"]), rolled(given["defence"]), given["kind"])
    return {"attacker_loses_initiative": found.attacker_loses_initiative} | asdict(found)


def magazine(given: Given) -> Found:
    found = fight.fire(given["shots"], given["burst_dice"])
    return {"left": found.left, "extra": found.extra}


def blast(given: Given) -> Found:
    damage = fight.blast(given["base"], given["relative"], given["dice"])
    return {"damage": damage, "dice": fight.blast_dice(given["relative"], given["dmax"])}


def stun(given: Given) -> Found:
    before, by = harm.Harm(given["injuries"], given["stun"]), {"stun_overflow": given["switch"]}
    return asdict(harm.suffer(before, given["blow"], True, given["hit_points"], by))


def heal(given: Given) -> Found:
    rest = degrees.modifier("health", ["complete_rest"] if given["complete"] else []).total
    left = harm.healed(given["injuries"], given["degree"] + rest, given["what"], institution=given["institution"])
    return {"injuries": left, "stun": 0}


def state(given: Given) -> Found:
    now = harm.Harm(given["injuries"], given["stun"])
    if "end" in given:
        return {"state": harm.body(now, given["hit_points"], given["end"])}
    return {"state": harm.mind(now, given["hit_points"], given["pre"])}


def breath(given: Given) -> Found:
    due = harm.breath_roll(given["end"], given["round"], given["prepared"])
    return {"roll": "none" if due is None else due}


def broken(given: Given) -> Found:
    thing, own = harm.break_with_body(given["damage"], given["protection"], given["hit_points"], given["slowly"])
    return {"to_thing": thing, "to_self": own}


def first(given: Given) -> Found:
    order = fight.order({name: (own, die) for name, (own, die) in given.items()})
    return {name: sum(pair) for name, pair in given.items()} | {"first": order[0][0]}


def field(given: Given) -> Found:
    return {
        name: "none" if total is None else total
        for name, total in fight.fields(given["cco"], given["level"], given["art"]).items()
    }


KINDS: dict[str, Callable[[Given], Found]] = {
    "characteristic_cost": lambda g: {"cost": prices.characteristic(g["from"], g["to"])},
    "secondary_cost": lambda g: {"cost": prices.secondary(g["from"], g["to"])},
    "skill_cost": lambda g: {"cost": prices.skill(g["start"], g["to"])},
    "skill_next": lambda g: {
        "next": (then := prices.next_level(g["level"])),
        "cost": prices.skill(g["level"], then),
    },
    "skill_level_ok": lambda g: {"ok": prices.is_level(g["start"], g["level"])},
    "budget": lambda g: {"left": left(g)},
    "trainer_cost": lambda g: {"cost": lesson(g)},
    "study_limit": lambda g: {"limit": values.study_limit(mains(g)).total},
    "bonus": lambda g: {"bonus": values.bonus(g["score"])},
    "universal": lambda g: asdict(book.universal(g["score"])),
    "secondary": secondary,
    "pools": lambda g: {kind: values.pool(f"{kind}_hit_points", mains(g)).total for kind in ("physical", "mental")},
    "thresholds": lambda g: {
        kind: values.threshold(f"{kind}_shock", mains(g)).total for kind in ("physical", "mental")
    },
    "impact": lambda g: {"impact": values.impact(mains(g), g["protection"]).total},
    "reflex": lambda g: {"reflex": values.reflex(g["dodge"]).total},
    "dodge": dodge,
    "skill_name": lambda g: {"name": values.skill_name(g["total"])},
    "open_die": lambda g: {"value": thrown(g, 1).total},
    "two_open": lambda g: {"total": thrown(g, 2).total, "natural": thrown(g, 2).natural},
    "one_value_ok": lambda g: {"ok": possible(g["value"])},
    "degree": degree,
    "opposition": opposition,
    "long_action": long_action,
    "help": lambda g: {"score": degrees.helped(g["main"], g["helpers"])},
    "neighbour": lambda g: {"score": degrees.neighbour(g["neighbour"], g["characteristic"] + g["start"])},
    "lower": lambda g: {"score": degrees.both(*g["scores"])},
    "damage_dice": lambda g: {"dice": fight.damage_dice(g["relative"], g["extra"], g["dmax"])},
    "damage_bonus": lambda g: {"bonus": fight.damage_bonus(g["weapon"], g["str"], g.get("field_level")).total},
    "after_armour": lambda g: {
        "damage": harm.through(g["damage"], g["protection"], g["ap"], g["ra"], g["called"]).total
    },
    "protection": protection,
    "charge": lambda g: {"bonus": fight.charge(g["strength_bonus"], g["speed_bonus"], g["cap"])},
    "recoil": lambda g: {"suffered": fight.recoil(g["dealt"])},
    "shock": lambda g: {"roll": harm.is_shock(g["damage"], g["threshold"])},
    "combat": clash,
    "best_roll": lambda g: {"degree": max(Test(g["score"], total).final for total in g["totals"])},
    "field": field,
    "range": lambda g: fight.ranges(g["range"]),  # type: ignore[dict-item,return-value]
    "range_modifier": lambda g: {"modifier": fight.AIM[fight.band(g["range"], g["distance"])]},
    "crossing": lambda g: {"modifier": fight.crossing(g["speed_score"])},
    "extra_dice": lambda g: {"extra": fight.extra_dice(g["mode"], g.get("bullets", g.get("filled")))},
    "magazine": magazine,
    "shotgun": lambda g: {"damage": fight.at_range(g["damage"], g["band"])},
    "blast": blast,
    "health": state,
    "mind": state,
    "stun": stun,
    "bleeding": lambda g: {"injuries": harm.bled(g["rounds"])},
    "heal": heal,
    "fall": lambda g: {"dice": harm.fall(g["metres"])},
    "breath": breath,
    "thing": lambda g: asdict(harm.thing(g["hit_points"], g["damage"], g["damage"])),
    "break_with_body": broken,
    "projection": lambda g: asdict(fight.throw(g["moved"], g["degree"])),
    "initiative": first,
    "equivalent_strength": lambda g: {"strength": values.strength_of(g["field_level"], g["str"])},
    "fumble": lambda g: {"chance": str(odds.chances(g["score"]).fumble)},
    "modifiers": lambda g: {"modifier": degrees.modifier(g["list"], g["keys"]).total},
    "experience": lambda g: {"left": prices.experience(g["scenarios"], g["exceptional"], g["spent"]).total},
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_a_worked_case(case: dict[str, Any]) -> None:
    found = KINDS[case["kind"]](case["in"])
    assert {key: found[key] for key in case["out"]} == case["out"], case["how"]


@pytest.mark.rule("S-MAKE-8", "S-SEC-1", "S-SEC-2", "S-SEC-3", "S-SEC-4", "S-SEC-5", "S-SEC-6", "S-SEC-7", "S-SEC-8")
def test_the_sample_comes_to_what_is_said() -> None:
    own, art = SAMPLE["characteristics"], 10
    assert {key: prices.characteristic(5, value) for key, value in own.items()} == SAMPLE["characteristic_costs"]
    assert {key: values.bonus(value) for key, value in own.items()} == SAMPLE["bonuses"]
    assert {key: values.secondary(key, own).total for key in SAMPLE["secondary"]} == SAMPLE["secondary"]
    assert values.secondary("ini", own, art=art).total == SAMPLE["initiative_in_play"]
    assert values.secondary("ini", own, art=art, by={"martial_initiative": "no"}).total == SAMPLE["secondary"]["ini"]
    for key in ("physical_hit_points", "mental_hit_points"):
        assert values.pool(key, own).total == SAMPLE[key]
    for key in ("physical_shock", "mental_shock"):
        assert values.threshold(key, own).total == SAMPLE[key]
    dodged = values.dodge(own, 0, art).total
    assert values.impact(own).total == SAMPLE["max_impact"]
    assert (dodged, values.reflex(dodged).total) == (SAMPLE["dodge"], SAMPLE["reflex_dodge"])
    assert values.study_limit(own).total == SAMPLE["study_limit"]
    assert book.universal(own["str"]).weight_kg == SAMPLE["carry_kg"]
    assert book.universal(SAMPLE["secondary"]["spd"]).speed_m_per_round == SAMPLE["top_speed_m_per_round"]


@pytest.mark.rule("S-SKILL-1", "S-SKILL-4", "S-COST-2")
@pytest.mark.parametrize(
    "row", SAMPLE["skill"] + SAMPLE["free_skill"], ids=lambda row: str(row.get("name", row["key"]))
)
def test_a_skill_of_the_sample(row: dict[str, Any]) -> None:
    skill = book.skills()[row["key"]]
    start: int = row.get("start", skill.base or 0)
    level: int = row.get("level", start)
    under = (SAMPLE["characteristics"] | SAMPLE["secondary"])[skill.characteristic]
    assert prices.is_level(start, level)
    assert prices.skill(start, level) == row.get("cost", 0)
    total = values.skill(skill.key, skill.name, values.abbr(skill.characteristic), under, level).total
    assert total == row["total"]


@pytest.mark.rule("S-MAKE-8", "S-COST-2")
def test_the_sample_costs_all_its_points() -> None:
    skills = sum(row["cost"] for row in SAMPLE["skill"])
    assert skills == SAMPLE["skill_total"]
    assert sum(SAMPLE["characteristic_costs"].values()) == SAMPLE["characteristic_total"]
    assert prices.budget(SAMPLE["points"], SAMPLE["characteristic_total"], 0, skills).total == 0


# ---- laws


@pytest.mark.rule("S-DIE-3")
@pytest.mark.parametrize("row", DATA["total"], ids=lambda row: str(row["total"]))
def test_the_law_of_two_open_dice(row: dict[str, Any]) -> None:
    assert odds.TWO.p(row["total"]) == Fraction(row["p"])
    assert odds.TWO.at_most(row["total"]) == Fraction(row["at_most"])
    assert round(float(odds.TWO.at_most(row["total"])) * 100, 4) == pytest.approx(row["percent_at_most"])


@pytest.mark.rule("S-TST-2", "S-TST-3", "S-TST-6")
@pytest.mark.parametrize("row", DATA["test_odds"], ids=lambda row: f"{row['score']} {row['modifier']:+}")
def test_the_chances_of_a_test(row: dict[str, Any]) -> None:
    found = odds.chances(row["score"], row["modifier"])
    outright = Fraction(row["outright"])
    assert (found.success, found.outright) == (Fraction(row["success"]), outright)
    wanted = {int(degree): Fraction(chance) for degree, chance in row["degrees"].items()}
    wanted[0] = wanted.get(0, Fraction()) + outright
    assert {degree: chance for degree, chance in found.degrees if chance} == wanted
    assert float(found.success) * 100 == pytest.approx(row["percent"], abs=1e-4)


@pytest.mark.rule("S-OPP-1", "S-OPP-2", "S-DEF-3")
@pytest.mark.parametrize("row", DATA["opposed_odds"], ids=lambda row: f"{row['a']['score']} {row['b']['score']}")
def test_the_chances_of_an_opposition(row: dict[str, Any]) -> None:
    found = odds.against(odds.degrees(**row["a"]), odds.degrees(**row["b"]))
    told = {"a_wins": found.wins, "b_wins": found.loses, "neither": found.neither, "counterattack": found.turned}
    assert told == {name: Fraction(row[name]) for name in told}
    assert float(found.wins) * 100 == pytest.approx(row["percent_a"], abs=1e-4)


@pytest.mark.rule("S-DIE-5", "S-ATK-2")
@pytest.mark.parametrize("row", DATA["damage_odds"], ids=lambda row: f"{row['dice']}d6 {row['above']}")
def test_the_chance_of_more_damage(row: dict[str, Any]) -> None:
    found = Open(row["dice"]).above(row["above"] - row["bonus"])
    assert found == Fraction(row["p"])
    assert float(found) * 100 == pytest.approx(row["percent"], abs=1e-4)
