"""What an examiner with the rules alone found otherwise than written: each case names its rule."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.games.sagas.rules.world import Species, World
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
