"""The tables as data: each row can be read, and what rows name is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.world import book
from saga_tui.games.world.rules.figures import ATTRIBUTES, RESISTANCES, SKILLS, TOLERANCES
from saga_tui.games.world.settings import SETTINGS


@pytest.mark.rule("W-CHR-1", "W-CHR-2", "W-CHR-4", "W-CHR-5", "W-TOL-1")
def test_skills_stand_on_known_attributes_and_a_guess_where_one_is_missing() -> None:
    assert len(ATTRIBUTES) == 9 and len(SKILLS) == 20 and len(RESISTANCES) == 3 and len(TOLERANCES) == 3
    guessed = {key: row.house for key, row in book.skills().items() if row.house}
    assert guessed == {"brawl": "coordination", "dodge": "coordination", "stealth": "intelligence",
                       "thievery": "intelligence", "command": "willpower", "intimidate": "willpower"}  # fmt: skip
    assert all({*row.known} <= {*ATTRIBUTES} and len(row.known) + bool(row.house) == 2
               for key, row in book.skills().items() if key != "lore")  # fmt: skip
    assert [key for key, row in book.skills().items() if row.fields] == ["craft", "lore"]


@pytest.mark.rule("W-ACT-1", "W-ACT-2", "W-ACT-7", "W-CND-1", "W-AFF-1")
def test_actions_conditions_and_afflictions_name_what_is_there() -> None:
    rolls = {*book.skills(), ""}
    assert len(book.actions()) == 50 and {row.roll for row in book.actions().values()} <= rolls
    assert sum("attention" in row.traits for row in book.actions().values()) == 24
    assert all(row.cost is None for row in book.actions().values()), "no cost is known"
    assert sum(bool(row.outcome) for row in book.actions().values()) == 4
    conditions = book.conditions()
    for row in conditions.values():
        assert {part.key for part in row.includes} <= {*conditions} and {*row.by} <= {*book.actions()}, row.key
        assert all({*shift.of} <= {*book.skills()} for shift in row.modifiers)
    for ill in book.afflictions().values():
        assert {*ill.attributes} <= {*ATTRIBUTES} and {one.condition for one in ill.at_rank} <= {*conditions}
    assert book.fixed()["bleeding-out"].outcome["failure"].effects == ("dead",)


@pytest.mark.rule("W-SET-1")
def test_the_settings_that_come_with_it_and_the_template_are_right(tmp_path: Path) -> None:
    assert not SETTINGS.check_file(SETTINGS.shipped / "plain.toml").problems
    checked = SETTINGS.check(SETTINGS.template("Marshes"))
    assert checked.is_valid and not checked.problems
    wrong = SETTINGS.check(SETTINGS.template("Marshes").replace('"endurance"', '"toughness"'))
    assert not wrong.is_valid and "toughness" in str(wrong.problems)
