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

from saga_tui import degrees
from saga_tui.blows import Harm, blast_dice, damage_dice, extra_dice, fire, suffer
from saga_tui.degrees import Test, Thrown, draw, roman
from saga_tui.dice import summing
from saga_tui.engine.document import Ask
from saga_tui.engine.rolled import limited
from saga_tui.engine.works import Work
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Campaign, Character, Gear, Skill
from saga_tui.games.sagas.play.blows import Attack
from saga_tui.games.sagas.play.harm import Fall
from saga_tui.games.sagas.play.rolls import Plain, total_of
from saga_tui.games.sagas.rules import law
from saga_tui.games.sagas.rules.figures import SECONDARY, figures, skill_name
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.open_odds import Open
from saga_tui.prices import budget
from saga_tui.tally import Tally, Term
from tests.games.sagas.table import Table, fighting

DATA = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = DATA["case"]
SAMPLE: dict[str, Any] = DATA["sample"]
AVERAGE = dict.fromkeys(("str", "agi", "end", "dex", "wit", "wil", "pre", "ins"), 5)
NOBODY = figures(Character())
Given = Mapping[str, Any]
Found = dict[str, Any]


def mains(given: Given) -> dict[str, int]:
    return AVERAGE | {key: given[key] for key in AVERAGE if key in given}


def one(given: Given, *skills: Skill, **more: Any) -> Character:
    return Character(characteristics=mains(given), skills=skills, **more)


def art(level: int, name: str = "Karate") -> Skill:
    return Skill(key="martial_arts", name=name, level=level)


def rolled(given: Given | list[int]) -> Test:
    return Test(**given) if isinstance(given, Mapping) else Test(*given)


def secondary(given: Given) -> Found:
    bonuses = {key: given.get(f"{key}_bonus", 0) for key in SECONDARY}
    arts = [art(given["art_level"])] if "art_level" in given else []
    of = figures(one(given, *arts, bonuses=bonuses))
    return {key: of.secondary(key).total for key in SECONDARY}


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


def thrown(given: Given, count: int) -> Thrown:
    faces = given["faces"] if count == 1 else [face for die in given["faces"] for face in die]
    assert draw(count).fits(faces) and not draw(count).lacks(faces)
    return Thrown(draw(count).split(faces))


def dodge(given: Given) -> Found:
    of = figures(one(given, Skill(key="dodge", level=given["level"]), art(given["art_level"])))
    return {"dodge": of.total("dodge").total, "reflex": of.reflex().total}


def impact(given: Given) -> int:
    plates = Gear(kind="armour", name="Plates", own={"protection": given["protection"]}, worn=True)
    return figures(one(given, gear=(plates,))).impact().total


def left(given: Given) -> int:
    sums = given["characteristics"], given["secondary"], given["skills"], book.classes()[given["class"]]["cost"]
    return budget("Points left", Term(given["points"], ""), [(cost, "", "") for cost in sums]).total


def lesson(given: Given) -> int:
    assert given["from"] >= given["start"]
    return NOBODY.lesson(given["from"], given["to"], given["student_total"], given["trainer_total"])


def possible(total: int) -> bool:
    try:
        summing(total, 1)
    except ValueError:
        return False
    return True


def protection(given: Given) -> Found:
    gear = tuple(Gear(kind="armour", key=key, name=key, worn=True) for key in (given["armour"], given["helmet"]) if key)
    found = Character(gear=gear)
    return {
        "error": any(one.code == "fits" for one in RULES.problems(found)),
        "protection": figures(found).protection().total,
    }


def combat(given: Given) -> Found:
    """An attack at the table: what it says, and what it asks for."""
    table, (score, total, modifier), (other, theirs, less) = Table(), given["attack"], given["defence"]
    own = Skill(key="own", name="Blade", on="wit", level=score - 5)
    table.one = table.one.model_copy(update={"skills": (own,)})
    told = {"skill": "own:blade", "total": total, "modifier": modifier, "against": other, "other": theirs}
    said = table.do("attack", **told, against_modifier=less, met_by=given["kind"])
    ahead = next(word for word in said.replace(";", "").split("relative degree ")[1].split())
    return {
        "relative": next(degree for degree in range(-20, 21) if roman(degree) == ahead),
        "hit": "damage" in table.asked,
        "counterattack": "they hit back" in said,
        "attacker_loses_initiative": "they take your place" in said,
        "next_round": 2 if "+II next round" in said else 0,
    }


def field(given: Given) -> Found:
    name = {"krav_maga": "Krav Maga", "judo": "Judo"}[given["art"]]
    own = Character(skills=(art(given["level"], name),), bonuses={"cco": given["cco"] - 5})
    row, ref = book.arts()[given["art"]], f"martial_arts:{given['art'].replace('_', '-')}"
    return {
        key: "none" if getattr(row, key) is None else total_of(figures(own), ref, key).total
        for key in ("strikes", "projections", "holds")
    }


def damage_bonus(given: Given) -> int:
    own = one(given, art(given.get("field_level", -15)))
    skill = "martial_arts:karate" if "field_level" in given else ""
    return Attack(weapon=given["weapon"], skill=skill).bonus_of(figures(own))


def damaged(dice: int, level: str, total: int) -> int:
    """The damage of a hit that is open."""
    table = Table(asks=(Ask(what="damage", dice=dice, level=level, rule="S-ATK-2"),))
    return int(table.do("damage", total=total).casefold().partition("damage ")[2].partition(":")[0])


def recoil(dealt: int) -> int:
    table = Table(asks=(Ask(what="damage", dice=4, level="+0 ram", rule="S-ATK-2"),))
    return int(table.do("damage", total=dealt).rpartition("takes ")[2])


def projection(given: Given) -> Found:
    fall = Fall(metres=given["moved"], projected=True, less=given["degree"])
    said = Table().do("fall", 1, 2, **fall.model_dump(exclude_defaults=True))
    return {"metres": int(said.casefold().split("thrown ")[1].split(" m")[0]), "dice": fall.dice_needed(Character())}


def shotgun(given: Given) -> int:
    attack = Attack(weapon="shotgun_buckshot", modifiers=(f"range_{given['band']}",))
    return damaged(4, f"+0 /{attack.divisor(figures(Character()))}", given["damage"])


def range_modifier(given: Given) -> int:
    found = law.ranges(given["range"]).items()
    band = next(name for name, most in found if given["distance"] <= most)
    near = given["distance"] < 1
    return book.modifiers("ranged")["point_blank" if near else f"range_{band}"].degree


def added_up(given: Given) -> int:
    """The modifiers of a list on a roll that is offered all of them."""

    class Listed(Plain):
        def offered(self, document: Character) -> Mapping[str, book.Modifier]:
            return book.modifiers(given["list"])

    return Listed(skill="str", modifiers=given["keys"]).degrees(Character()).total


def neighbour(given: Given) -> int:
    """Half of a close skill, or the own default where one prefers that."""
    default: int = given["characteristic"] + given["start"]
    close = Skill(key="acrobatics", level=given["neighbour"] - given["characteristic"])
    own = one({"agi": given["characteristic"]}, close)
    return max(default, Plain(skill="acrobatics", nearby=True).number(own).total)


def lower(given: Given) -> int:
    found = Tally("", "", (Term(given["scores"][0], ""),))
    for score in given["scores"][1:]:
        found = limited(found, Tally("", "", (Term(score, ""),)))
    return found.total


def first(given: Given) -> Found:
    table = fighting()
    for name, (own, die) in given.items():
        table.do("add-foe", name=[name], initiative=own, die=[die])
    order = [turn for turn in table.play.order if turn.name in given]
    return {turn.name: turn.rank for turn in order} | {"first": order[0].name}


def experience(given: Given) -> int:
    table = Table(experience=-given["spent"] + given["exceptional"] + 99)
    for _ in range(given["scenarios"]):
        table.do("start-scenario")
        table.do("end-scenario")
    return table.play.experience - 99


def magazine(given: Given) -> Found:
    left, bullets = fire(given["shots"], given["burst_dice"])
    return {"left": left, "extra": extra_dice(bursts=len(bullets))}


def blast(given: Given) -> Found:
    count = blast_dice(given["relative"], given["dmax"])
    level = f"+{given['base']}{' less' * (given['relative'] < 0)}"
    return {"damage": damaged(count, level, given["dice"]), "dice": count}


def stun(given: Given) -> Found:
    before, exact = Harm(given["injuries"], given["stun"]), given["switch"] == "point-by-point"
    return asdict(suffer(before, given["blow"], True, given["hit_points"], exact=exact))


def after_armour(given: Given) -> int:
    table, said = Table(), {key: given[key] for key in ("protection", "ap", "ra")}
    table.do("take-damage", amount=given["damage"], gap=given["called"], **said)
    return table.play.physical.injuries


def shocked(given: Given) -> bool:
    strength = next(score for score in range(40) if 10 + book.universal(score).bonus == given["threshold"])
    table = Table()
    table.one = table.one.model_copy(update={"characteristics": {"str": strength, "end": 40}})
    table.do("take-damage", amount=given["damage"], protection=0)
    return "shock" in table.asked


def bleeding(rounds: int) -> int:
    table = Table()
    table.one = table.one.model_copy(update={"characteristics": {"end": 99}})
    points = figures(table.one).hit_points("physical").total
    table.do("adjust", counter="physical-injuries", by=points)
    table.do("end-round", rounds=rounds)
    return table.play.physical.injuries - points


def heal(given: Given) -> Found:
    rest = book.modifiers("health")["complete_rest"].degree if given["complete"] else 0
    left = law.healed(given["injuries"], given["degree"] + rest, given["what"], institution=given["institution"])
    return {"injuries": left, "stun": 0}


def state(given: Given) -> Found:
    now = Harm(given["injuries"], given["stun"])
    if "end" in given:
        return {"state": law.body(now, given["hit_points"], given["end"])}
    return {"state": law.mind(now, given["hit_points"], given["pre"])}


def breath(given: Given) -> Found:
    due = law.breath_roll(given["end"], given["round"], given["prepared"])
    return {"roll": "none" if due is None else due}


def thing(given: Given) -> Found:
    said = Table().do("hit-thing", thing="Door", hit_points=given["hit_points"], damage=given["damage"])
    return {"broken": "broken" in said, "destroyed": "destroyed" in said}


def broken(given: Given) -> Found:
    table = Table()
    said = table.do("hit-thing", thing="Door", body=True, **given)
    return {"to_thing": int(said.split()[1]), "to_self": table.play.physical.injuries}


KINDS: dict[str, Callable[[Given], Found]] = {
    "characteristic_cost": lambda g: {"cost": NOBODY.price("characteristic", g["from"], g["to"])},
    "secondary_cost": lambda g: {"cost": NOBODY.price("secondary", g["from"], g["to"])},
    "skill_cost": lambda g: {"cost": NOBODY.price("skill", g["start"], g["to"])},
    "skill_next": lambda g: {
        "next": (then := NOBODY.next_level(g["level"])),
        "cost": NOBODY.price("skill", g["level"], then),
    },
    "skill_level_ok": lambda g: {"ok": NOBODY.is_level(g["start"], g["level"])},
    "budget": lambda g: {"left": left(g)},
    "trainer_cost": lambda g: {"cost": lesson(g)},
    "study_limit": lambda g: {"limit": figures(one(g)).study_limit().total},
    "bonus": lambda g: {"bonus": book.universal(g["score"]).bonus},
    "universal": lambda g: asdict(book.universal(g["score"])),
    "secondary": secondary,
    "pools": lambda g: {kind: figures(one(g)).hit_points(kind).total for kind in ("physical", "mental")},
    "thresholds": lambda g: {kind: figures(one(g)).shock(kind).total for kind in ("physical", "mental")},
    "impact": lambda g: {"impact": impact(g)},
    "reflex": lambda g: {"reflex": dodge({"agi": g["dodge"], "level": 0, "art_level": -15})["reflex"]},
    "dodge": dodge,
    "skill_name": lambda g: {"name": skill_name(g["total"])},
    "open_die": lambda g: {"value": thrown(g, 1).total},
    "two_open": lambda g: {"total": thrown(g, 2).total, "natural": thrown(g, 2).natural},
    "one_value_ok": lambda g: {"ok": possible(g["value"])},
    "degree": degree,
    "opposition": opposition,
    "long_action": long_action,
    "help": lambda g: {"score": degrees.helped(g["main"], g["helpers"])},
    "neighbour": lambda g: {"score": neighbour(g)},
    "lower": lambda g: {"score": lower(g)},
    "damage_dice": lambda g: {"dice": damage_dice(g["relative"], g["extra"], g["dmax"])},
    "damage_bonus": lambda g: {"bonus": damage_bonus(g)},
    "after_armour": lambda g: {"damage": after_armour(g)},
    "protection": protection,
    "charge": lambda g: {"bonus": law.charge(g["strength_bonus"], g["speed_bonus"], g["cap"])},
    "recoil": lambda g: {"suffered": recoil(g["dealt"])},
    "shock": lambda g: {"roll": shocked(g)},
    "combat": combat,
    "best_roll": lambda g: {"degree": max(Test(g["score"], total).final for total in g["totals"])},
    "field": field,
    "range": lambda g: law.ranges(g["range"]),  # type: ignore[dict-item,return-value]
    "range_modifier": lambda g: {"modifier": range_modifier(g)},
    "crossing": lambda g: {"modifier": law.crossing(g["speed_score"])},
    "extra_dice": lambda g: {"extra": extra_dice(g.get("bullets", 1), g.get("filled", 0))},
    "magazine": magazine,
    "shotgun": lambda g: {"damage": shotgun(g)},
    "blast": blast,
    "health": state,
    "mind": state,
    "stun": stun,
    "bleeding": lambda g: {"injuries": bleeding(g["rounds"])},
    "heal": heal,
    "fall": lambda g: {"dice": law.fall(g["metres"])},
    "breath": breath,
    "thing": thing,
    "break_with_body": broken,
    "projection": projection,
    "initiative": first,
    "equivalent_strength": lambda g: {"strength": law.strength_of(g["field_level"], g["str"])},
    "fumble": lambda g: {"chance": str(degrees.chances(g["score"]).fumble)},
    "modifiers": lambda g: {"modifier": added_up(g)},
    "experience": lambda g: {"left": experience(g)},
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_a_worked_case(case: dict[str, Any]) -> None:
    found = KINDS[case["kind"]](case["in"])
    assert {key: found[key] for key in case["out"]} == case["out"], case["how"]


@pytest.mark.rule("S-MAKE-8", "S-SEC-1", "S-SEC-2", "S-SEC-3", "S-SEC-4", "S-SEC-5", "S-SEC-6", "S-SEC-7", "S-SEC-8")
def test_the_sample_comes_to_what_is_said() -> None:
    own = SAMPLE["characteristics"]
    plain, fights = figures(one(own)), figures(one(own, art(10, "Krav Maga")))
    lazy = figures(one(own, art(10), campaign=Campaign(switches={"martial_initiative": "no"})))
    assert {key: NOBODY.price("characteristic", 5, value) for key, value in own.items()} == SAMPLE[
        "characteristic_costs"
    ]
    assert {key: plain.bonus(key).total for key in own} == SAMPLE["bonuses"]
    assert {key: plain.score(key) for key in SAMPLE["secondary"]} == SAMPLE["secondary"]
    assert (fights.score("ini"), lazy.score("ini")) == (SAMPLE["initiative_in_play"], SAMPLE["secondary"]["ini"])
    for kind in ("physical", "mental"):
        assert plain.hit_points(kind).total == SAMPLE[f"{kind}_hit_points"]
        assert plain.shock(kind).total == SAMPLE[f"{kind}_shock"]
    assert plain.impact().total == SAMPLE["max_impact"]
    assert (fights.total("dodge").total, fights.reflex().total) == (SAMPLE["dodge"], SAMPLE["reflex_dodge"])
    assert plain.study_limit().total == SAMPLE["study_limit"]
    assert plain.number("carry").total == SAMPLE["carry_kg"]
    assert plain.number("top-speed").total == SAMPLE["top_speed_m_per_round"]


@pytest.mark.rule("S-SKILL-1", "S-SKILL-4", "S-COST-2")
@pytest.mark.parametrize(
    "row", SAMPLE["skill"] + SAMPLE["free_skill"], ids=lambda row: str(row.get("name", row["key"]))
)
def test_a_skill_of_the_sample(row: dict[str, Any]) -> None:
    skill = book.skills()[row["key"]]
    start: int = row.get("start", skill.base or 0)
    level: int = row.get("level", start)
    assert NOBODY.is_level(start, level)
    assert NOBODY.price("skill", start, level) == row.get("cost", 0)
    bought = Skill(key=skill.key, name=row.get("name", "") if skill.specialise else "", level=level, start=start)
    of = figures(one(SAMPLE["characteristics"], bought))
    assert of.total(of.bought_at(0).ref).total == row["total"]


@pytest.mark.rule("S-MAKE-8", "S-COST-2")
def test_the_sample_costs_all_its_points() -> None:
    skills = sum(row["cost"] for row in SAMPLE["skill"])
    assert skills == SAMPLE["skill_total"]
    assert sum(SAMPLE["characteristic_costs"].values()) == SAMPLE["characteristic_total"]
    points, spent = Term(SAMPLE["points"], ""), [(SAMPLE["characteristic_total"], "", ""), (skills, "", "")]
    assert budget("Points left", points, spent).total == 0


# ---- laws


@pytest.mark.rule("S-DIE-3")
@pytest.mark.parametrize("row", DATA["total"], ids=lambda row: str(row["total"]))
def test_the_law_of_two_open_dice(row: dict[str, Any]) -> None:
    assert degrees.TWO.p(row["total"]) == Fraction(row["p"])
    assert degrees.TWO.at_most(row["total"]) == Fraction(row["at_most"])
    assert round(float(degrees.TWO.at_most(row["total"])) * 100, 4) == pytest.approx(row["percent_at_most"])


@pytest.mark.rule("S-TST-2", "S-TST-3", "S-TST-6")
@pytest.mark.parametrize("row", DATA["test_odds"], ids=lambda row: f"{row['score']} {row['modifier']:+}")
def test_the_chances_of_a_test(row: dict[str, Any]) -> None:
    found = degrees.chances(row["score"], row["modifier"])
    outright = Fraction(row["outright"])
    assert (found.success, found.outright) == (Fraction(row["success"]), outright)
    wanted = {int(degree): Fraction(chance) for degree, chance in row["degrees"].items()}
    wanted[0] = wanted.get(0, Fraction()) + outright
    assert {degree: chance for degree, chance in found.degrees if chance} == wanted
    assert float(found.success) * 100 == pytest.approx(row["percent"], abs=1e-4)


@pytest.mark.rule("S-OPP-1", "S-OPP-2", "S-DEF-3")
@pytest.mark.parametrize("row", DATA["opposed_odds"], ids=lambda row: f"{row['a']['score']} {row['b']['score']}")
def test_the_chances_of_an_opposition(row: dict[str, Any]) -> None:
    found = degrees.against(degrees.law(**row["a"]), degrees.law(**row["b"]))
    told = {"a_wins": found.wins, "b_wins": found.loses, "neither": found.neither, "counterattack": found.turned}
    assert told == {name: Fraction(row[name]) for name in told}
    assert float(found.wins) * 100 == pytest.approx(row["percent_a"], abs=1e-4)


@pytest.mark.rule("S-DIE-5", "S-ATK-2")
@pytest.mark.parametrize("row", DATA["damage_odds"], ids=lambda row: f"{row['dice']}d6 {row['above']}")
def test_the_chance_of_more_damage(row: dict[str, Any]) -> None:
    found = Open(row["dice"]).above(row["above"] - row["bonus"])
    assert found == Fraction(row["p"])
    assert float(found) * 100 == pytest.approx(row["percent"], abs=1e-4)
