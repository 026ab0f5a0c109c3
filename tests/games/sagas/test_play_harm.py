"""Injuries, stun, shock, first aid, poison, breath, fire (S-HURT, S-SHK, S-HEAL, S-ENV)."""

from __future__ import annotations

import pytest

from saga_tui.games.sagas.character import Gear
from saga_tui.games.sagas.play import state
from tests.games.sagas.table import Table, fighting, hurt


def test_four_counters_S_HURT_1() -> None:
    table = Table()
    assert table.do("take-damage", amount=3) == "Physical injuries 0 → 3 (damage 3 of 60)"
    table.do("take-damage", amount=4, form="stun")
    table.do("take-damage", amount=5, kind="mental")
    table.do("take-damage", amount=6, kind="mental", form="stun")
    assert (table.play.physical, table.play.mental) == (hurt(3, 4), hurt(5, 6))


def test_protection_is_taken_off_not_below_nothing_S_HURT_2() -> None:
    table = Table()
    assert "protection takes 6 of 9" in table.do("take-damage", amount=9, protection=6).lower()
    assert "no harm" in table.do("take-damage", amount=4, protection=6)
    assert table.play.physical.injuries == 3


@pytest.mark.parametrize(
    ("ap", "gap", "bullets", "left"),
    [(0, False, False, 17), (2, False, False, 19), (3, True, False, 20), (0, False, True, 14)],
)
def test_worn_armour_counts_and_is_halved_S_ARM_1_S_ARM_2(ap: int, gap: bool, bullets: bool, left: int) -> None:
    table = Table()
    table.one = table.one.model_copy(update={"gear": (Gear(kind="armour", key="light_kevlar", worn=True),)})
    table.do("take-damage", amount=20, ap=ap, gap=gap, bullets=bullets)
    assert table.play.physical.injuries == left


def test_who_reaches_the_hit_points_is_dying_until_cared_for_S_HURT_3() -> None:
    table = fighting(physical=hurt(50))
    assert "dying" in table.do("take-damage", amount=10, form="stun")
    assert state.bleeds(table.one)
    injuries = []
    for _ in range(8):
        table.do("end-round")
        injuries.append(table.play.physical.injuries)
    assert injuries == [50, 50, 50, 51, 51, 51, 51, 52]
    table.do("first-aid", degree=1)
    table.do("end-round", rounds=8)
    assert table.play.physical.injuries == 52
    table.do("take-damage", amount=1)
    assert state.bleeds(table.one)  # hurt again


@pytest.mark.parametrize(("switch", "found"), [("yes", "dying"), ("no", "unconscious")])
def test_stun_alone_may_only_fell_S_HURT_3(switch: str, found: str) -> None:
    table = Table(switches={"stun_bleeds": switch})
    table.do("take-damage", amount=60, form="stun")
    assert state.state(table.one, "physical") == found
    table.do("end-round", rounds=4)
    assert table.play.physical.injuries == (switch == "yes")


def test_bleeding_goes_on_to_death_and_no_further_S_HURT_4() -> None:
    table = Table(physical=hurt(69))
    assert "dead" in table.do("sleep")
    assert (table.play.physical.injuries, table.asked) == (70, [])


@pytest.mark.parametrize(
    ("switch", "stun", "after"),
    [
        ("next-blow", 55, hurt(0, 65)),
        ("next-blow", 65, hurt(10, 65)),
        ("point-by-point", 55, hurt(5, 60)),
    ],
)
def test_stun_beyond_the_hit_points_becomes_injuries_S_HURT_5(switch: str, stun: int, after: object) -> None:
    table = Table(switches={"stun_overflow": switch}, physical=hurt(0, stun))
    table.do("take-damage", amount=10, form="stun")
    assert table.play.physical == after


def test_the_mind_is_confused_then_mad_S_HURT_6_S_HURT_7() -> None:
    table = fighting(mental=hurt(20, 27))
    assert not state.HURTS.down(table.one, "mental")
    assert "confused" in table.do("take-damage", amount=1, kind="mental")
    assert table.refused("act") == ["confused"]
    table.do("act", option="defence")
    assert "no longer confused" in table.do("adjust", counter="mental-stun", by=-5)
    assert "mad" in table.do("take-damage", amount=36, kind="mental")
    table.do("illness", name="fear of water")
    assert table.refused("illness") == ["injured"]  # S-HEAL-3
    table.do("adjust", counter="mental-injuries", by=-99)
    table.do("illness")
    assert table.play.illness == ""


@pytest.mark.parametrize(("kind", "amount", "asked"), [("physical", 14, 0), ("physical", 15, 1), ("mental", 13, 1)])
def test_a_blow_strictly_above_the_threshold_asks_for_a_roll_S_SHK_1_S_SHK_2(
    kind: str, amount: int, asked: int
) -> None:
    table = Table()
    table.do("take-damage", amount=amount, kind=kind)
    assert len(table.play.asks) == asked


def test_a_called_shot_halves_the_threshold_S_SIT_6() -> None:
    table = Table()
    table.do("take-damage", amount=8, vital=True)
    assert table.asked == ["shock"]


def test_who_misses_the_roll_faints_or_is_confused_S_SHK_1_S_SHK_2() -> None:
    table = Table()
    table.do("take-damage", amount=20, form="stun")
    table.do("take-damage", amount=20, kind="mental", form="stun")
    assert "you faint" in table.do("roll-asked", 6, 4, 6, 4)  # 20, above 10: degree 0
    assert "keep your head" in table.do("roll-asked", 1, 1)
    assert (table.play.fainted, table.play.confused, table.asked) == (True, False, [])
    assert "you wake" in table.do("first-aid", degree=1).lower()


def test_typed_totals_are_refused_where_no_dice_show_them_S_DIE_7() -> None:
    table = fighting(fire=1)
    table.do("end-round")
    assert table.refused("roll-asked", total=6) == ["dice"]
    table.do("roll-asked", total=7)
    assert table.play.physical.injuries == 7
    assert table.refused("roll-asked") == ["unasked"]


def test_a_question_survives_the_file_and_can_be_waived() -> None:
    table = Table()
    table.do("take-damage", amount=40)
    assert table.last is not None
    assert table.last.doc["play"]["asks"][0]["what"] == "shock"
    assert table.do("waive", what="shock") == "Waived: Shock roll: Endurance"
    assert table.asked == []


def test_first_aid_that_fails_does_nothing_and_may_complicate_S_HEAL_4() -> None:
    table = Table(physical=hurt(60))
    assert "does nothing" in table.do("first-aid", 6, 5, 6, 5, score=3)
    assert (table.asked, table.play.cared) == (["complication"], False)
    assert "dead" in table.do("roll-asked", total=30)
    calm = Table(physical=hurt(60))
    calm.do("first-aid", 5, 5, score=3)
    assert calm.asked == []


def test_poison_opposes_until_the_body_wins_S_ENV_1() -> None:
    table = Table()
    table.do("poison", name="Venom", virulence=14, period="1 hour", effect="blind")
    assert table.asked == ["poison"]
    table.do("first-aid", degree=2, against="poison")
    table.do("waive")
    assert "Venom takes effect: blind" in table.do("poison-period")
    text = table.do("roll-asked", 4, 4, 4, 3, score=8)  # I + II against II
    assert "relative degree I" in text
    assert (table.play.poisons, table.asked) == ((), [])


def test_poison_wins_a_tie_S_ENV_1() -> None:
    table = Table()
    table.do("poison", name="Venom", virulence=10)
    assert "takes effect when its period ends" in table.do("roll-asked", total=5, other=5, score=10)
    assert [one.name for one in table.play.poisons] == ["Venom"]
    table.do("poison-period", over=True)
    assert table.play.poisons == ()


def test_the_dice_of_a_fall_S_ENV_2() -> None:
    table = Table()
    table.do("fall", 1, 6, 2, 3, metres=10)
    assert table.play.physical == hurt(12)
    table.do("fall", 1, metres=10, less=2)
    assert table.play.physical == hurt(13)
    table.do("fall", metres=2)
    assert table.play.physical == hurt(13)


def test_breath_holds_then_rolls_then_chokes_S_ENV_3() -> None:
    table = fighting()
    table.do("condition", what="held-breath")
    table.do("end-round", rounds=20)
    assert table.asked == []
    table.do("end-round")
    assert [(ask.what, ask.level) for ask in table.play.asks] == [("breath", "0")]
    assert "your breath holds" in table.do("roll-asked", total=3)
    table.do("end-round", rounds=20)
    assert [ask.level for ask in table.play.asks] == ["-1"]
    table.do("roll-asked", total=6)
    assert table.play.choking
    table.do("end-round")
    table.do("roll-asked", total=5)
    assert table.play.physical == hurt(0, 5)
    table.do("condition", what="held-breath", on=False)
    assert (table.play.breath, table.play.choking) == (None, False)


def test_unprepared_the_rolls_begin_at_once_S_ENV_3() -> None:
    table = fighting()
    table.do("condition", what="no-air")
    table.do("end-round")
    assert table.asked == ["breath"]


@pytest.mark.parametrize(("fire", "dice"), [("small-fire", 1), ("big-fire", 2)])
def test_flames_injure_each_round_S_ENV_4(fire: str, dice: int) -> None:
    table = fighting()
    table.do("condition", what=fire)
    table.do("end-round")
    assert [ask.dice for ask in table.play.asks] == [dice]
    table.do("roll-asked", *(5,) * dice)
    assert table.play.physical == hurt(5 * dice)
    table.do("condition", what=fire, on=False)
    table.do("end-round")
    assert table.asked == []


def test_a_counter_is_corrected_by_hand_in_one_command_S_HURT_1() -> None:
    table = Table(physical=hurt(7))
    assert table.do("adjust", counter="physical injuries", by=-3) == "Physical injuries 7 → 4 (damage 4 of 60)"
    table.do("adjust", counter="physical-injuries", by=-30)
    assert table.play.physical == hurt(0)
    assert table.refused("adjust", counter="courage") == ["unknown"]


def test_what_is_easily_forgotten_is_told_S_APP_3() -> None:
    table = fighting(physical=hurt(60), breath=3, fire=1)
    table.do("hold", against="Vera")
    told = " ".join(words for _, words in state.reminders(table.one))
    for word in ("Dying", "No air for 3 rounds", "Burning", "hold against Vera"):
        assert word in told


@pytest.mark.parametrize(("ap", "ra", "left"), [(0, None, 14), (2, None, 19), (2, 1, 17), (1, 3, 14)])
def test_piercing_counts_against_a_protection_that_is_told_S_ARM_2(ap: int, ra: int | None, left: int) -> None:
    table = Table()
    table.do("take-damage", amount=20, protection=6, ap=ap, ra=ra)
    assert table.play.physical.injuries == left
