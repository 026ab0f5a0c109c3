"""Rolls of SagaS: tests, oppositions, attacks, defences, damage, initiative, and their exact odds (S-TST, S-ATK …)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from saga_tui import degrees
from saga_tui.degrees import Test as Rolled
from saga_tui.dice import seeded, summing
from saga_tui.games import registry
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Gear, Skill
from saga_tui.games.sagas.play.blows import Attack
from saga_tui.games.sagas.play.rolls import Oppose, Rolling
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.odds import Dist
from tests.games.sagas.table import Table, fighting

SKILLS = (
    Skill(key="sword", level=4),
    Skill(key="dodge", level=2),
    Skill(key="stealth", level=2),
    Skill(key="close_two_weapons", level=2),
    Skill(key="automatic_weapons", level=2),
    Skill(key="gun", level=4),
    Skill(key="martial_arts", name="Karate", level=3),
)
GEAR = (
    Gear(kind="weapon", key="long_sword", name="Long sword", worn=True),
    Gear(kind="weapon", key="short_sword", name="Short sword"),
    Gear(kind="weapon", key="beretta_9", name="Beretta"),
)
"""Strength 12 gives +4; Sword 12, Dodge 10, reflex dodge 7."""


def armed(fight: bool = True, switches: dict[str, str] | None = None, gear: tuple[Gear, ...] = GEAR) -> Table:
    table = Table(switches)
    table.one = table.one.model_copy(update={"skills": SKILLS, "gear": gear})
    table.do("start-scenario")
    if fight:
        table.do("start-fight", die=4)
        table.do("add-foe", name=["Guard"], die=[9], initiative=5)
    return table


# ---- tests


def test_a_test_says_its_degree_in_roman_S_TST_2() -> None:
    table = armed(False)
    assert table.do("test", 2, 3, skill="sword") == "Sword 12, rolled 5: degree II; success"
    assert table.do("test", 6, 3, 5, skill="sword") == "Sword 12, rolled 14: degree 0; failure"
    assert table.do("test", 6, 6, 6, 5, 5, skill="sword", modifier=4).startswith(
        "Sword 12 at +IV, rolled 28: degree 0, failed outright; failure"
    )


def test_difficulty_help_and_what_was_used_S_TST_9_S_HELP_1() -> None:
    table = armed(False)
    said = table.do("test", 5, 5, skill="sword", difficulty="easy", helpers=[9, 4], modifiers=["acted_well"])
    assert said == "Sword 17 at +II, rolled 10: degree III; success"  # 12 + 4 + 1
    assert table.do("test", 2, 3, skill="sword", nearby=True).startswith("Sword 6, rolled 5: degree I")
    assert table.refused("test", skill="sword", modifiers=["aimed"]) == ["modifier"]


def test_two_skills_at_once_are_as_good_as_the_worse_S_HELP_3() -> None:
    table = armed(False)
    assert table.do("test", 1, 2, skill="sword", also="agi").startswith("Sword 8, rolled 3: degree II")


def test_what_nobody_knows_is_no_skill_S_SKILL_1() -> None:
    assert armed(False).refused("test", skill="whistling") == ["unknown"]


def test_an_untrained_skill_may_be_refused_S_SKILL_4() -> None:
    untrained = next(row.key for row in book.skills().values() if row.base == -15 and not row.specialise)
    table = armed(False, {"untrained_hard": "refuse"})
    assert table.refused("test", skill=untrained) == ["switch"]


@pytest.mark.parametrize(("faces", "said"), [((1, 1), "advantage"), ((6, 5, 6, 5), "penalty")])
def test_a_natural_2_and_12_are_said_as_the_group_plays_S_TST_7(faces: tuple[int, ...], said: str) -> None:
    table = armed(False)
    assert said in table.do("test", *faces, skill="sword")
    assert said not in armed(False, {"natural_rolls": "off"}).do("test", *faces, skill="sword")


def test_typed_totals_say_whether_two_sixes_came_first_S_DIE_7() -> None:
    table = armed(False)
    assert "rolled 16" in table.do("test", skill="sword", total=16)
    assert "penalty" not in table.do("test", skill="sword", total=16)
    assert "penalty" in table.do("test", skill="sword", total=16, double_six=True)
    assert table.refused("test", skill="sword", total=13, double_six=True) == ["dice"]
    assert table.refused("test", skill="sword", total=1) == ["dice"]
    with pytest.raises(ValueError, match="14 at least"):
        summing(13, 2, both=True)


def test_an_opposition_is_won_above_0_with_a_degree_of_its_own_S_OPP_2() -> None:
    table = armed(False)
    assert "relative degree I: you win" in table.do("oppose", 3, 3, 4, 4, skill="sword", against=8)
    assert "relative degree −I: the other side wins" in table.do("oppose", 5, 5, 1, 3, skill="sword", against=8)
    assert "nothing changes" in table.do("oppose", 5, 5, skill="sword", degree=1)
    assert table.refused("oppose", skill="sword") == ["choose"]


def test_a_hold_is_used_in_a_roll_and_gone_S_SOC_3() -> None:
    table = armed(False)
    table.do("hold", against="Vera")
    said = table.do("test", 5, 5, skill="sword", bonus=[0])
    assert said.startswith("Sword 12 at +I, rolled 10: degree II") and "used: hold against Vera" in said
    assert not table.play.held
    assert table.refused("test", skill="sword", bonus=[0]) == ["none"]


# ---- a fight


def test_attack_damage_dodge_and_counterattack_S_ATK_1_S_DEF_2_S_DEF_3() -> None:
    table = armed()
    said = table.do("attack", 2, 2, 3, 4, against=10, met_by="dodge")
    assert "Sword 12, rolled 4: degree III; against 10, rolled 7: degree I; a hit, relative degree II" in said
    assert "damage: 2d6* +10" in said and table.asked[-1] == "damage"
    assert "Damage 17: 2d6* came to 7" in table.do("damage", 3, 4)
    assert "damage" not in table.asked
    assert table.refused("attack", against=10) == ["acted"]
    assert table.refused("defend", degree=1) == ["acted"]
    table.do("end-round")
    said = table.do("defend", 1, 2, by="dodge", degree=0, foe="Guard")
    assert "not hit, relative degree −III" in said
    assert [one.called for one in table.play.order] == ["you", "Guard"]
    assert table.play.held[0].degrees == 2
    said = table.do("defend", 2, 2, by="parry", degree=1)
    assert "you may hit back at once" in said and table.asked[-1] == "counterattack"
    said = table.do("attack", 5, 2, 5, 5, against=7, counter=True, bonus=[0])
    assert "at +II, rolled 7: degree III" in said and "counterattack" not in table.asked


def test_without_a_defence_the_own_degree_counts_S_ATK_1() -> None:
    table = armed()
    assert "a hit, relative degree III" in table.do("attack", 1, 3)
    assert table.play.asks[-1].dice == 3


def test_an_own_degree_of_I_is_needed_to_hit_S_ATK_1() -> None:
    table = armed()
    assert "missed, relative degree I" in table.do("attack", 6, 6, 1, 3, degree=-1)


def test_dmax_bounds_the_dice_S_ATK_2() -> None:
    table = armed()
    table.do("attack", 1, 1)  # degree VI
    assert table.play.asks[-1].dice == 4


def test_called_shots_and_stun_are_announced_S_SIT_6_S_SIT_7() -> None:
    table = armed()
    said = table.do("attack", 1, 3, modifiers=["halve_armour", "stun_other"], armour=5, modifier=2)
    assert "at −I" in said
    said = table.do("damage", 3, 4)
    assert "Damage 17 of stun" in said and "15 after armour 5, halved" in said
    assert table.refused("attack", modifiers=["stun_blunt"], counter=True) == ["modifier"]


def test_two_weapons_are_two_rolls_of_which_one_is_kept_S_SIT_3() -> None:
    table = armed()
    said = table.do("attack", 5, 5, 2, 2, second="gear:2")
    assert said.count("degree") >= 1 and "rolled 10 and 4: degree II" in said and "Sword 10" in said


def test_a_charge_is_paid_in_defence_S_MOVE_1_S_MOVE_2() -> None:
    table = armed()
    said = table.do("attack", 2, 4, charge=True)
    assert "damage: 2d6* +16" in said  # 6 + min(4 + 2 × 3, 14)
    assert "Reflex dodge 7 at −I" in table.do("defend", 1, 3, by="reflex", degree=1)


def test_too_little_strength_for_a_weapon_S_ATK_3() -> None:
    table = armed(gear=(Gear(kind="weapon", key="long_sword", name="Huge", worn=True, own={"strength": 15}),))
    assert "at −I" in table.do("attack", 1, 3)


def test_a_martial_art_strikes_with_its_own_dice_and_strength_S_MART_2_S_MART_3() -> None:
    table = armed()
    table.do("attack", 1, 1, weapon="fist", skill="martial_arts:karate")
    assert table.play.asks[-1].dice == 3


# ---- shots


def test_bullets_add_dice_and_are_counted_S_FIRE_4_S_EQP_1() -> None:
    table = armed()
    said = table.do("attack", 1, 3, weapon="gear:3", shots=3)
    assert "shots 15 → 12" in said.lower()
    assert table.play.asks[-1].dice == 4  # degree II, and two more bullets
    table.do("end-round")
    table.do("adjust", counter="shots:3", by=-10)
    assert table.refused("attack", weapon="gear:3", shots=3) == ["short"]


def test_bursts_take_bullets_and_add_dice_S_FIRE_5_S_FIRE_6() -> None:
    rifle = next(one.key for one in book.weapons().values() if one.kind == "assault rifle")
    table = armed(gear=(Gear(kind="weapon", key=rifle, name="Rifle", worn=True),))
    said = table.do("attack", 1, 2, 2, 3, bursts=2)
    assert "at +I" in said and "2 bursts, 7 bullets" in said
    said = armed(gear=(Gear(kind="weapon", key=rifle, name="Rifle", worn=True),)).do(
        "attack", 1, 2, 2, 3, bursts=2, area=True
    )
    assert "at +I" not in said


def test_an_explosion_strikes_everybody_and_a_good_dodge_takes_dice_off_S_BLST_1_S_BLST_2() -> None:
    table = armed()
    said = table.do("attack", 2, 2, 1, 2, weapon="grenade_offensive", zone=2, against=16)
    assert "Offensive grenade 16, rolled 4: degree IV" in said and "damage: 8 − 1d6*" in said
    assert "Damage 4: 1d6* came to 4" in table.do("damage", 4)


def test_initiative_is_rolled_anew_S_CMB_2() -> None:
    table = armed()
    assert "Your initiative: 11" in table.do("initiative", 5)
    assert "Initiative of Guard: 18" in table.do("initiative", 3, fighter="Guard", more=10)
    assert table.refused("initiative", fighter="Nobody") == ["unknown"]


def test_other_asked_rolls_are_not_taken_for_damage_S_APP_2() -> None:
    table = armed()
    table.do("attack", 1, 3)
    table.do("take-damage", amount=30)
    assert table.asked == ["damage", "shock"]
    table.do("roll-asked", 1, 1)
    assert table.asked == ["damage"]


# ---- odds


def counted(score: int, more: int) -> dict[int, Fraction]:
    """The law of a final degree by throwing: each die to four throws, what lies beyond is never a success here."""
    die: dict[int, Fraction] = {}
    for sixes, last in product(range(5), range(1, 6)):
        die[6 * sixes + last] = Fraction(1, 6 ** (sixes + 1))
    found: dict[int, Fraction] = {}
    for (one, first), (two, second) in product(die.items(), die.items()):
        final = Rolled(score, one + two, more).final
        found[final] = found.get(final, Fraction()) + first * second
    return found


def law(verb: str, table: Table, **params: Any) -> Dist:
    command = RULES.command(verb, params)
    assert isinstance(command, Rolling)
    return command.law(table.one)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_the_law_of_a_roll_is_that_of_throwing_it_S_TST_6(more: int) -> None:
    table, own = armed(False), counted(12, more)
    found = law("test", table, skill="sword", modifier=more)
    for degree in range(1, 8):
        assert found.p(degree) == own.get(degree, Fraction())


def test_the_blow_of_an_attack_is_that_of_throwing_it_S_ATK_4() -> None:
    table = armed()
    attack = RULES.command("attack", {"against": 10, "met_by": "dodge"})
    assert isinstance(attack, Attack)
    hit = sum(
        (mine * his for own, mine in counted(12, 0).items() for other, his in counted(10, 0).items()
         if own - other >= 1 and own >= 1), Fraction())  # fmt: skip
    assert abs(attack.blow(table.one).hit - hit) < Fraction(1, 6**4)
    told = RULES.command("attack", {"degree": 2})
    assert isinstance(told, Attack)
    assert told.blow(table.one).hit == law("attack", table).at_least(3)
    assert fighting().play.acted == ""


# ---- without a character


def chances(*words: str, **given: int) -> Any:
    throws = registry.game("sagas").throws
    assert throws is not None
    return throws.odds(words, {"modifier": 0, "against-modifier": 0, "against_modifier": 0, "bonus": 0} | given)


def test_odds_of_scores_and_damage_without_a_character_S_DIE_5_S_OPP_2() -> None:
    assert chances("12").rows[0][1] == Fraction(5, 6)
    assert chances("12", modifier=-1).law.at_least(1) == law("test", armed(False), skill="sword", modifier=-1).at_least(
        1
    )
    against = chances("12", "vs", "10")
    assert against.rows[0][1] == degrees.against(degrees.law(12), degrees.law(10)).wins
    damage = chances("damage", "3", bonus=6)
    assert damage.mean[1] == Fraction(63, 5) + 6 and damage.law.low == 9 and damage.law.p(9) == Fraction(1, 216)


@pytest.mark.parametrize("words", ["", "twelve", "12 8", "12 vs", "12 vs x", "damage", "damage 100", "damage 3 vs 4"])
def test_words_that_are_no_roll_are_refused_in_clear_words_S_DIE_5(words: str) -> None:
    with pytest.raises(ValueError, match=r"is no roll|At most"):
        chances(*words.split())


def test_dice_are_rolled_without_a_character_S_DIE_1() -> None:
    throws = registry.game("sagas").throws
    assert throws is not None
    given = {"modifier": 1, "against_modifier": 0, "bonus": 2}
    rolled = throws.roll(["12", "vs", "8"], given, seeded(3))
    assert rolled.lines[-1].startswith("relative degree ")
    damage = throws.roll(["damage", "3"], given, seeded(3))
    assert damage.record["damage"] == sum(damage.record["faces"]) + 2


# ---- what a blow brings besides


def test_an_attack_says_the_chance_of_shock_of_falling_and_of_death_S_ATK_4_S_HURT_3_S_HURT_4() -> None:
    table = armed()
    attack = RULES.command("attack", {"armour": 3, "threshold": 12, "hit_points": 20, "endurance": 6})
    assert isinstance(attack, Attack)
    blow, fate = attack.blow(table.one), attack.fate(table.one)
    assert (fate.shock, fate.felled, fate.dead) == (blow.above(12), blow.above(19), blow.above(25))
    faints = 1 - degrees.chances(6).success
    assert fate.down == blow.above(19) + (blow.above(12) - blow.above(19)) * faints
    stuns = RULES.command("attack", {"hit_points": 20, "modifiers": ["stun_other"]})
    assert isinstance(stuns, Attack)
    assert stuns.fate(table.one).dead == 0 < stuns.fate(table.one).felled, "stun does not kill who has none yet"


def test_what_is_known_of_a_foe_counts_where_nothing_else_is_said_S_CMB_2() -> None:
    table = armed()
    numbers = ["dodge=10", "parry=8", "attack=9", "armour=4", "ra=1", "hit_points=12", "threshold=11", "endurance=7"]
    table.do("add-foe", name=["Vargas"], die=[2], numbers=numbers)
    told = {"against": 10, "armour": 4, "ra": 1, "hit_points": 12, "threshold": 11, "endurance": 7}
    for more, same in ({"met_by": "dodge"}, told), ({"met_by": "parry"}, told | {"against": 8}):
        named, said = RULES.command("attack", {"foe": "Vargas"} | more), RULES.command("attack", same)
        assert isinstance(named, Attack) and isinstance(said, Attack)
        assert named.fate(table.one) == said.fate(table.one) and named.draws(table.one).needed == 4
    told_otherwise = RULES.command("attack", {"foe": "Vargas", "against": 3, "armour": 9})
    assert isinstance(told_otherwise, Attack)
    assert told_otherwise.facing(table.one).armour == 9 and told_otherwise.facing(table.one).against == 3
    assert "against 10, rolled 7" in table.do("attack", 1, 3, 3, 4, foe="Vargas", met_by="dodge")
    assert "after armour 4" in table.do("damage", 3, 4)
    table.do("end-round")
    assert "against 9, rolled 5" in table.do("defend", 1, 2, 2, 3, foe="Vargas")


def test_a_weapon_that_pierces_more_than_armour_resists_halves_it_S_ARM_2() -> None:
    table = armed()
    table.do("attack", 1, 3, weapon="gear:3", armour=8)  # a Beretta pierces by 1
    assert "9 after armour 8, pierced to 4" in table.do("damage", 3, 4)
    table.do("end-round")
    table.do("attack", 1, 3, weapon="gear:3", armour=8, ra=1)
    assert "5 after armour 8" in (said := table.do("damage", 3, 4)) and "pierced" not in said
    table.do("end-round")
    table.do("attack", 1, 3, weapon="gear:3", armour=8)
    assert "5 after armour 8" in table.do("damage", 3, 4, ra=2)
    pierced, held = (RULES.command("attack", {"weapon": "gear:3", "armour": 8, "ra": ra}) for ra in (0, 1))
    assert isinstance(pierced, Attack) and isinstance(held, Attack)
    assert pierced.blow(table.one).expected > held.blow(table.one).expected


def test_a_heavy_machine_gun_strikes_everybody_in_30_degrees_S_BLST_3() -> None:
    gun = (Gear(kind="weapon", key="heavy_machine_gun", worn=True),)
    table = armed(gear=gun)
    table.one = table.one.model_copy(update={"skills": (*SKILLS, Skill(key="heavy_weapons", name="HMG", level=4))})
    said = table.do("attack", 2, 2, 1, 2, skill="heavy_weapons:hmg", against=12)
    assert "everyone in the 30° is hit" in said and "relative degree −I" in said and "damage: 21 − 1d6*" in said
    assert "Damage 17: 1d6* came to 4" in table.do("damage", 4)
    attack = RULES.command("attack", {"skill": "heavy_weapons:hmg", "against": 12})
    assert isinstance(attack, Attack)
    assert attack.blow(table.one).hit == 1 and attack.blow(table.one).less == 0


@pytest.mark.parametrize(
    ("skill", "own", "against", "held"),
    [("charm", (1, 3), 8, ["hold against Vera, +1"]), ("charm", (1, 1), 8, []), ("sword", (1, 3), 12, [])],
)
def test_a_narrow_win_of_influence_may_give_a_hold_S_SOC_3(
    skill: str, own: tuple[int, int], against: int, held: list[str]
) -> None:
    table = armed(False)
    assert "you win" in table.do("oppose", *own, 2, 3, skill=skill, against=against, foe="Vera")
    assert table.last is not None
    command = table.last.command
    assert isinstance(command, Oppose)
    for verb, params in command.follows(table.last):
        table.do(verb, **params)
    assert [one.told for one in table.play.held] == held
