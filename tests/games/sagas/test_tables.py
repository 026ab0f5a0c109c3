"""The tables as data: each row can be read, and what rows name is there."""

from __future__ import annotations

import pytest

from saga_tui import degrees
from saga_tui.blows import Harm, damage_dice, extra_dice, fire, suffer
from saga_tui.engine.entries import tallies
from saga_tui.engine.works import Work
from saga_tui.engine.worlds import Species
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Campaign, Character, Gear, Skill
from saga_tui.games.sagas.play.blows import Attack, Defend
from saga_tui.games.sagas.play.rolls import Plain
from saga_tui.games.sagas.rules import law
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, Figures, figures
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.rules.world import World


@pytest.mark.rule("S-CHR-1", "S-SKILL-1", "S-SKILL-5", "S-SKILL-6", "S-SKILL-7")
def test_skills_stand_on_characteristics_and_name_neighbours_that_exist() -> None:
    skills = book.skills()
    keys = {*MAIN, *SECONDARY}
    assert len(MAIN) == 8 and len(skills) == 110
    assert {skill.characteristic for skill in skills.values()} <= keys
    assert {other for skill in skills.values() for other in skill.neighbours} <= set(skills)
    assert {skill.base for skill in skills.values()} == {-15, -10, -5, 0, None}
    assert [key for key, skill in skills.items() if skill.base is None] == ["other_sports"]
    assert skills["martial_arts"].specialise and not skills["sword"].specialise
    assert {"stealth", "gun", "dramatic_arts"} <= set(skills)


@pytest.mark.rule("S-EQP-1", "S-EQP-2", "S-TL-1")
def test_weapons_have_skills_and_levels_of_technology() -> None:
    weapons, skills = book.weapons(), book.skills()
    assert {weapon.skill for weapon in weapons.values()} <= set(skills)
    assert len(weapons) == 30 + 32 + 36
    for weapon in weapons.values():
        assert weapon.close == (skills[weapon.skill].characteristic == "cco")
        assert 2 <= weapon.dmax <= 5 and (weapon.tl is None or 0 <= weapon.tl <= 8)
        assert len(weapon.radius_m) == len(weapon.bonus_by_radius) or not weapon.bonus_by_radius
    assert weapons["ak47"].dmax == 5 and weapons["submachine_gun"].dmax == 4
    assert weapons["mini_uzi"].rof == 3 and weapons["barrett_m82"].mount == "tripod"
    assert {key for key, weapon in weapons.items() if weapon.shotgun} == {
        "shotgun_buckshot", "shotgun_sawn", "remington_m70", "ithaca_37"
    }  # fmt: skip
    assert {level["tl"] for level in book.data("technology")["level"]} == set(range(9))


@pytest.mark.rule("S-CHR-4", "S-CHR-5")
@pytest.mark.parametrize("score", range(-3, 46))
def test_the_universal_table_follows_its_own_steps(score: int) -> None:
    row = book.universal(score)
    if 5 <= score <= 20:
        assert row.bonus == score // 2 - 2
    elif score > 28:
        assert row.bonus == book.universal(score - 1).bonus + 5
    if score > 40:
        before = book.universal(score - 1)
        assert (row.weight_kg, row.distance_m) == (4 * before.weight_kg, 4 * before.distance_m)
        assert row.duration.endswith(" years") and row.duration_s == 4 * before.duration_s
    if score < 0:
        assert row == book.universal(0)


@pytest.mark.rule("S-WORLD-2")
def test_what_a_group_chooses_stands_before_the_default() -> None:
    assert {one.default in one.options for one in book.switches().values()} == {True}
    assert book.switch({}, "stun_overflow") == "next-blow"
    assert book.switch({"stun_overflow": "point-by-point"}, "stun_overflow") == "point-by-point"


# ---- what the cases leave open


@pytest.mark.rule("S-TST-1")
@pytest.mark.parametrize("score", [0, -5])
def test_without_a_score_there_is_no_chance(score: int) -> None:
    assert all(not degrees.Test(score, total, 4).success for total in range(2, 60))


@pytest.mark.rule("S-TST-7")
def test_a_natural_roll_may_bring_something() -> None:
    good, bad = degrees.Test(8, 2), degrees.Test(8, 14)
    roll, one = Plain(skill="str"), Character()
    off = Character(campaign=Campaign(switches={"natural_rolls": "off"}))
    assert roll.luck(one, "2", good) == "advantage" and roll.luck(one, "12", bad) == "penalty"
    assert not roll.luck(one, "2", degrees.Test(8, 2, -8)) and not roll.luck(one, "12", degrees.Test(20, 14))
    assert not roll.luck(one, "", good) and not roll.luck(off, "2", good)


@pytest.mark.rule("S-LONG-1", "S-LONG-3")
def test_a_long_action_may_run_out_of_time() -> None:
    assert Work(goal=4, limit=2, steps=(1, 0)).state == "time"
    assert Work(goal=2, limit=2, steps=(1, 1)).state == "done"
    assert Work(goal=4, steps=(-9, 1)).state == "open"


@pytest.mark.rule("S-CHR-2", "S-SEC-4", "S-COST-3", "S-SEC-10")
def test_another_species_has_a_speed_and_a_limit_of_its_own() -> None:
    fast = {"end": 20, "agi": 20}
    one = Character(characteristics=fast, bonuses={"spd": 1})
    other = one.model_copy(update={"world": World(species=Species(speed=9))})
    held, free = figures(one).secondary("spd"), figures(other).secondary("spd")
    assert (held.total, held.terms[-1].rule) == (16, "S-CHR-2") and free.total == 20
    assert figures(Character(bonuses={"cco": 2})).score("cco") == 7
    assert figures(Character(characteristics={"agi": 10})).score("cco") == 7


@pytest.mark.rule("S-MAKE-1", "S-COST-4")
def test_campaigns_have_points_and_classes_prices() -> None:
    assert [row["points"] for row in book.data("costs")["campaign"]] == [150, 250, 350]
    assert [row["cost"] for row in book.data("costs")["social_class"]] == [0, 10, -10]


@pytest.mark.rule("S-SKILL-2", "S-COST-2")
def test_levels_of_skills_go_up_and_down_by_the_same_steps() -> None:
    prices = book.PRICES["skill"]
    for start in (-15, -10, -5, 0):
        level, cost = start, 0
        for _ in range(20):
            then = prices.next(level)
            assert prices.before(then, start) == level and prices.has(start, then)
            level, cost = then, cost + prices.cost(level, then)
            assert prices.cost(start, level) == cost == -prices.cost(level, start)
        assert prices.before(start, start) is None


@pytest.mark.rule("S-EXP-4")
def test_a_lesson_is_cheaper_only_with_a_good_trainer() -> None:
    of, up = (figures(Character(campaign=Campaign(switches=said))) for said in ({}, {"trainer_rounding": "up"}))
    assert of.lesson(0, 3, 8, 12) == 3 and of.lesson(0, 3, 8, 13) == 1
    assert up.lesson(0, 3, 8, 13) == 2
    assert of.lesson(0, 1, 8, 20) == 1 and of.lesson(3, 3, 8, 20) == 0


@pytest.mark.rule("S-ARM-1", "S-ARM-3")
def test_armour_against_bullets_and_armour_without_a_number() -> None:
    def worn(*keys: str, **own: int) -> Figures:
        gear = (Gear(kind="armour", key=key, name=key, worn=True, own=own) for key in keys)
        return figures(Character(gear=tuple(gear)))

    assert [worn("heavy_kevlar").protection(bullets=shot).total for shot in (False, True)] == [6, 9]
    assert worn("chainmail", "helmet").protection(bullets=True).total == 5
    assert worn("light_futuristic", protection=14).protection().total == 14
    assert worn().protection().total == 0
    assert not any(one.code == "fits" for one in RULES.problems(worn("chainmail", "helmet").character))


@pytest.mark.rule("S-HURT-1", "S-HURT-3", "S-HURT-4", "S-HURT-5")
def test_counters_of_injuries_and_stun() -> None:
    assert suffer(Harm(3, 4), 5, False, 60) == Harm(8, 4) and Harm(8, 4).damage == 12
    assert suffer(Harm(0, 55), 10, True, 60, exact=True) == Harm(5, 60)
    assert law.body(Harm(0, 60), 60, 10, {"stun_bleeds": "no"}) == "unconscious"
    assert law.body(Harm(1, 60), 60, 10, {"stun_bleeds": "no"}) == "dying"
    assert [law.body(Harm(injuries), 60, 10) for injuries in (59, 60, 69, 70)] == ["fit", "dying", "dying", "dead"]


@pytest.mark.rule("S-HEAL-1", "S-HEAL-2", "S-HEAL-5")
def test_a_degree_below_nothing_heals_nothing() -> None:
    assert law.healed(20, -2) == 20 and law.healed(3, 5) == 0
    assert law.healed(30, 2, "ten minutes", institution=True) == 10


@pytest.mark.rule("S-ENV-2", "S-ENV-3")
def test_what_surroundings_do() -> None:
    assert [law.fall(metres) for metres in (2.9, 3, 59, 61)] == [0, 1, 19, 20]
    assert [law.breath_roll(2, round, False) for round in (1, 2, 5, 9)] == [0, None, -1, -2]
    assert law.breath_roll(10, 30) is None


@pytest.mark.rule("S-MOVE-1", "S-MART-2", "S-MART-7")
def test_capped_charges_and_dice_of_damage() -> None:
    assert law.charge(8, 8, 14) == 14
    assert damage_dice(0, 3, 4) == 0 == damage_dice(-1, 3, 4)
    assert law.strike_dice(2, "dmax-3") == 3 and law.strike_dice(2, "two-weapons") == 2
    assert [law.thrown(moved) for moved in (0, 11, 12, 24)] == [1, 1, 2, 3]


@pytest.mark.rule("S-FIRE-1", "S-FIRE-2", "S-FIRE-3", "S-FIRE-4", "S-FIRE-5")
def test_ranges_sizes_and_extra_dice() -> None:
    assert list(law.ranges(16).values()) == [14, 40, 55, 100]
    assert "short" not in law.ranges(9) and law.ranges(16, 2)["normal"] == 80
    assert law.crossing(2) == 0
    assert [extra_dice(bullets) for bullets in (1, 2, 3, 9)] == [0, 1, 2, 2]
    assert extra_dice(bursts=3, beyond=1) == 2 and extra_dice() == 0
    assert fire(30, (4, 2)) == (22, (5, 3))


@pytest.mark.rule("S-ATK-3", "S-TST-9", "S-MART-6", "S-DEF-4", "S-DEF-5", "S-SOC-2", "S-SIT-6")
def test_modifiers_add_up_and_say_their_terms() -> None:
    one = Character(skills=(Skill(key="martial_arts", name="Karate", level=3),))
    assert [row.degree for row in book.modifiers("difficulty").values()] == [4, 2, 1, 0, -1, -2, -3, -4, -8]
    assert Plain(skill="str", difficulty="difficult").degrees(one).total == -1
    found = Attack(weapon="fist", modifiers=("from_behind", "by_surprise", "called_shot", "halve_armour")).degrees(one)
    assert (found.total, [term.rule for term in found.terms][2:]) == (1, ["S-SIT-6"])
    assert Attack(weapon="beretta_9", modifiers=("cover:-3",)).degrees(one).total == -3
    assert Attack(weapon="beretta_9", modifiers=("range_short", "point_blank")).degrees(one).total == 1
    bare = ("bare_hand_parry", "larger_weapon")
    assert Defend(by="parry", modifiers=bare).degrees(one).total == -2
    assert Defend(by="parry", skill="martial_arts:karate", modifiers=bare).degrees(one).total == -1
    assert Plain(skill="charm", modifiers=("acted_well", "hold_over")).degrees(one).total == 2


@pytest.mark.rule("S-SIT-1", "S-SIT-2", "S-HELP-3")
def test_of_skills_used_at_once_the_lower_one_counts() -> None:
    one = Character(
        skills=(Skill(key="sword", level=9), Skill(key="draw", level=2), Skill(key="horse_riding", level=1))
    )
    of = figures(one)
    for other in ("draw", "horse_riding"):
        roll = Attack(weapon="long_sword", also=other)
        assert roll.number(one).total == of.total(other).total < of.total("sword").total
    assert Attack(weapon="long_sword", also="dodge").number(one).total == of.total("dodge").total


@pytest.mark.rule("S-DEF-1", "S-ATK-1")
def test_a_defence_is_taken_off_the_attack() -> None:
    alone, met = Attack(weapon="fist"), Attack(weapon="fist", against=10)
    one = Character(characteristics={"agi": 10})
    assert alone.blow(one).met.law == alone.law(one)
    assert met.blow(one).met.law == degrees.against(met.law(one), degrees.law(10)).law


@pytest.mark.rule("S-APP-1", "S-SEC-5", "S-SEC-6", "S-SEC-7", "S-SEC-8")
def test_each_number_says_its_terms_and_their_rules() -> None:
    from tests.rules_table import rules

    known = {rule.id for rule in rules()}
    art = Skill(key="martial_arts", name="Judo", level=12)
    plates = Gear(kind="armour", key="plates", name="Plates", worn=True)
    own = Character(characteristics={"str": 12, "agi": 10}, skills=(art,), gear=(plates,), standing="modest",
                    bonuses={"cco": 1, "spd": 1})  # fmt: skip
    found = list(tallies(RULES, own).values())
    assert len(found) > 90
    for number in found:
        empty = number.name.endswith("-bonus") or number.name == "protection-bullets"
        assert empty or all(term.reason and term.rule in known for term in number.terms)
    assert figures(own).total("dodge").lines() == [
        "+10  Agility  (S-SKILL-1)", "+2  raised to the level of a martial art, 12  (S-MART-4)", "= 12  Dodge"
    ]  # fmt: skip
