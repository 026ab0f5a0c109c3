"""What an examiner with the rules alone found otherwise than written: each case names its rule."""

from __future__ import annotations

import re
from typing import Any

import pytest

from saga_tui.engine.advances import Advance
from saga_tui.engine.command import perform
from saga_tui.engine.document import Ask
from saga_tui.engine.worlds import Species
from saga_tui.games.sagas.character import Campaign, Character, Gear, Skill
from saga_tui.games.sagas.rules.checks import problems
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.rules.world import World
from tests.games.sagas.table import Table, fighting, hurt

# ---- bodies and minds


def test_first_aid_stops_only_a_dying_that_is_there_S_HEAL_4() -> None:
    table = Table()
    assert table.do("first-aid", against="dying", degree=3) == "First aid has nothing to do here"
    table.do("adjust", counter="physical-injuries", by=60)
    table.do("end-round", rounds=4)
    assert table.play.physical.injuries == 61


def test_who_was_only_unconscious_wakes_S_HURT_3() -> None:
    table = Table({"stun_bleeds": "no"}, physical=hurt(stun=60))
    assert table.do("rest").endswith("you wake")


def test_a_shock_still_confuses_when_the_counters_do_no_longer_S_HURT_6() -> None:
    table = Table(mental=hurt(stun=48), confused=True)
    assert table.do("adjust", counter="mental-stun", by=-1) == "Mental stun 48 → 47 (damage 47 of 48)"
    assert table.do("rest").count("no longer confused") == 1


def test_choking_stuns_each_round_however_it_began_S_ENV_3() -> None:
    table = Table()
    table.do("condition", what="choking")
    table.do("end-round")
    assert table.asked == ["choking"]
    table.do("roll-asked", 4)
    assert table.play.physical == hurt(stun=4)


def test_who_passes_the_round_does_nothing_in_it_S_CMB_4() -> None:
    table = fighting()
    assert table.do("pass-round") == "You pass this round"
    assert table.refused("act", option="attack") == ["acted"]
    assert table.refused("act", option="defence") == ["acted"]


# ---- species


@pytest.mark.rule("S-CHR-2", "S-WORLD-1")
@pytest.mark.parametrize(("limits", "speed", "reached"), [({}, None, 16), ({"spd": 20}, None, 17), ({"spd": 9}, 8, 9)])
def test_the_limit_of_a_species_holds_its_speed(limits: dict[str, int], speed: int | None, reached: int) -> None:
    world = World(species=Species(limits=limits, speed=speed))
    chosen: dict[str, Any] = {"end": 20, "agi": 24}
    assert figures(Character(characteristics=chosen, world=world)).score("spd") == reached


# ---- rolls


def test_a_specialised_skill_that_is_missing_is_called_by_its_name_S_SKILL_5() -> None:
    outcome = Table().see("test", skill="heavy_weapons")
    assert [one.message for one in outcome.problems] == ["You have no Heavy weapon"]


def armed(*gear: str, switches: dict[str, str] | None = None) -> Table:
    table = Table(switches)
    arts = [Skill(key="martial_arts", name=name, level=10) for name in ("Judo", "Boxing", "Karate")]
    arts.append(Skill(key="heavy_weapons", name="Flamethrower", level=2))
    pieces = tuple(Gear(kind="weapon", key=key, name=key) for key in gear)
    table.one = table.one.model_copy(update={"skills": tuple(arts), "gear": pieces})
    return table


def test_a_field_that_an_art_does_not_teach_is_refused_S_MART_1() -> None:
    table = armed()
    assert table.refused("attack", skill="martial_arts:judo") == ["field"]
    assert table.refused("attack", skill="martial_arts:boxing", field="holds") == ["field"]
    assert "Judo 18" in table.do("attack", 6, 4, 3, skill="martial_arts:judo", field="projections")


def test_a_field_below_the_arts_level_gives_less_equivalent_strength_S_MART_3() -> None:
    table = armed()  # Strength 12 gives +4; 10 + 5 in projections +5, 5 + 5 in holds no more than 12
    assert table.do("attack", 2, 3, skill="martial_arts:judo", field="projections").endswith("d6* +5")
    assert table.do("attack", 2, 3, skill="martial_arts:judo", field="holds").endswith("d6* +4")


def test_an_art_of_two_fists_strikes_twice_at_its_own_level_S_MART_2() -> None:
    said = armed().do("attack", 5, 4, 2, 1, second="fist", skill="martial_arts:boxing")
    assert said.startswith("Martial art: Boxing 18, rolled 9 and 3: degree VI; a hit")
    assert "Karate -2, rolled 9 and 3" in armed().do("attack", 5, 4, 2, 1, second="fist", skill="martial_arts:karate")


def test_a_blast_of_one_radius_does_its_damage_there_and_none_beyond_S_BLST_2() -> None:
    assert armed("cannon").do("attack", 4, 5, weapon="gear:1").endswith("damage: 1d6* +50")
    assert armed("cannon").do("attack", 4, 5, weapon="gear:1", zone=2).endswith("damage: 1d6*")
    assert armed("grenade_defensive").do("attack", 4, 5, weapon="gear:1", zone=3).endswith("damage: 1d6* +10")


def test_a_flamethrower_has_the_bonus_of_a_shotgun_but_is_not_halved_S_FIRE_7() -> None:
    assert " at +I" in armed("flamethrower").do("attack", 4, 5, weapon="gear:1", modifiers=["shotgun"])
    assert armed("long_bow").refused("attack", weapon="gear:1", modifiers=["shotgun"])


def test_untrained_is_not_tried_in_an_opposition_either_S_SKILL_4() -> None:
    assert armed(switches={"untrained_hard": "refuse"}).refused("oppose", skill="acrobatics", degree=0) == ["switch"]
    assert "Acrobatics" in armed().do("oppose", 3, 3, skill="acrobatics", degree=0)


def test_a_natural_2_is_worth_something_only_to_who_wins_S_TST_7() -> None:
    assert "advantage if you win and your GM agrees" in armed().do("oppose", 1, 1, skill="str", degree=9)
    assert "advantage, if your GM agrees" in armed().do("test", 1, 1, skill="str")


# ---- files by hand, and words


@pytest.mark.parametrize("level", ["x /0", "+² /y", "", "+4 /99999999999999999999999"])
def test_a_hit_that_a_hand_wrote_into_the_file_is_rolled_all_the_same_S_ATK_2(level: str) -> None:
    table = Table(asks=(Ask(what="damage", dice=1, level=level),))
    assert table.do("damage", 5).startswith(f"Damage {9 if level.startswith('+4') else 5}: 1d6* came to 5")


def test_a_limit_holds_where_experience_alone_passes_it_S_CHR_2() -> None:
    grown = Character(advances=(Advance(what="str", old=5, new=21),))
    assert [one.message for one in problems(grown) if one.code == "limit"] == ["Strength 21 is above the limit of 20"]
    small = Character(world=World(species=Species(limits={"str": 3})))
    assert [one.message for one in problems(small) if one.code == "limit"] == ["Strength 5 is above the limit of 3"]


def test_levels_below_0_have_the_sign_of_print_S_SKILL_2() -> None:
    table = Table()
    assert table.do("raise-skill", skill="first_aid") == "First aid −10 → −5 for 1 point"
    assert table.do("add-skill", skill="martial_arts", name="Judo") == "Judo −15"
    outcome = table.see("set-skill", skill="first_aid", level=-3)
    assert outcome.problems[0].message == "First aid has no level −3"


def test_a_word_far_from_all_gets_no_list_of_a_hundred_S_SKILL_1() -> None:
    found = [one for one in problems(Character(skills=(Skill(key="qqqqqq"),))) if one.code == "unknown"]
    assert "pistol" not in found[0].fix
    assert re.search(r" and \d+ more\.$", found[0].fix)


@pytest.mark.parametrize(("switch", "level"), [("hint", "remark"), ("strict", "error")])
def test_a_weapon_and_an_armour_above_the_campaigns_age_are_found_S_TL_2(switch: str, level: str) -> None:
    gear = (
        Gear(kind="weapon", key="pistol_small", name="Pistol"),
        Gear(kind="armour", key="heavy_kevlar", name="Kevlar"),
        Gear(kind="weapon", key="long_sword", name="Sword"),
    )
    campaign = Campaign(technology=2, switches={"technology": switch})
    found = [one for one in problems(Character(campaign=campaign, gear=gear)) if one.code == "technology"]
    assert [(one.level, one.where) for one in found] == [(level, ("gear", 0)), (level, ("gear", 1))]


def test_one_thing_too_many_is_one_thing_S_EXP_5() -> None:
    table = Table(experience=9)
    table.one = table.one.model_copy(update={"characteristics": {"wit": 1}})
    assert table.do("advance", what="wit").startswith("1 thing studied at once, the limit is 0; ")


def test_an_own_skill_that_starts_nowhere_is_told_once_S_SKILL_6() -> None:
    outcome = Table().see("make-skill", name="Yodel", on="pre", start=-7)
    assert [one.message for one in outcome.problems] == ["Yodel has no level −7"]
    assert outcome.problems[0].fix == "Below 0 there are only −15, −10 and −5."
    assert Table().refused("make-skill", name="Yodel", on="pre", start=-7, level=2) == ["level"]


def test_chance_gives_nothing_of_a_later_age_S_TL_2() -> None:
    campaign = Campaign(points=150, technology=0)
    for seed in (1479, *range(12)):
        command = RULES.command("surprise", {"seed": seed})
        made = perform(RULES, Character(campaign=campaign), command).after
        assert [one.message for one in problems(made) if one.code == "technology"] == []
