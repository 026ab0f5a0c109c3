"""The setting in the builder, by keys: chosen in step 1, played by, its perks and examples, a perk of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation, derive
from saga_tui.games.saga.rules.character import Kept
from saga_tui.games.saga.rules.commands.setting import ChangeSetting
from saga_tui.games.saga.screens.setting import SettingScreen
from saga_tui.games.saga.settings import Shelf
from saga_tui.ui.builder.ideas import IdeaList
from saga_tui.ui.builder.widgets import FieldLine, TextRow
from saga_tui.ui.reading import Changes
from tests.games.saga.screens.builder.stage import character, do, new_memory, on_stage

SHIPPED = [one.key for one in Shelf().all if one.origin == "ships with saga-tui"]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of the machine's user."""
    monkeypatch.setenv("SAGA_TUI_CONFIG", str(tmp_path / "none" / "config.toml"))


@pytest.mark.rule("SET-1", "SET-2", "SKL-4", "CRE-9")
@pytest.mark.parametrize("key", SHIPPED)
async def test_a_character_is_built_under_each_setting(tmp_path: Path, key: str) -> None:
    memory = new_memory(tmp_path, "Ilse")
    setting = Shelf().find(key)
    assert setting is not None and setting.setting is not None
    async with on_stage(memory, (80, 24)) as hand:
        await hand.walk("Setting", "down")
        await hand.press("enter", str(SHIPPED.index(key) + 1))
        if key == "plain":
            assert hand.notes() == ["No changes."]
        else:
            assert isinstance(hand.app.screen, Changes)
            assert f"Plain Saga → {setting.name}" in hand.shown()
            assert character(memory).setting.name == "", "nothing is done before it is seen"
            await hand.press("y")
            assert character(memory).setting.name == setting.name
        await hand.press("X", "enter", "f7")
        points = derive.numbers(character(memory)).finishing.points
        assert f"0 of {points} points left" in hand.shown()
        await hand.press("f4")
        ideas = [idea.text for idea in hand.app.screen.query_one(IdeaList).ideas]
        assert setting.setting.traits[0].name in ideas
        assert creation.open_problems(character(memory)) == []
        if key == "salt-crowns":
            await hand.press("f8", "g")
            assert character(memory).play is not None


@pytest.mark.rule("SKL-4", "SET-2")
async def test_the_setting_is_looked_at_and_says_what_is_wrong_with_its_file(tmp_path: Path) -> None:
    memory = new_memory(tmp_path, "Ilse")
    do(memory, ChangeSetting(setting=Kept.model_validate({"name": "[/] Gone", "skill_x": {"name": "Nerve"}})))
    async with on_stage(memory, (80, 24)) as hand:
        row = hand.app.screen.query_one("#setting", TextRow)
        assert row.spec.head == "Setting  [/] Gone"
        assert "The setting file of [/] Gone is not here: the character uses its own copy of it" in row.spec.body
        skill = next(line for line in hand.app.screen.query(FieldLine) if line.label == "Skill X")
        assert skill.field.placeholder == "Nerve (your setting's name)"
        await hand.walk("Setting")
        await hand.press("t")
        assert isinstance(hand.app.screen, SettingScreen)
        assert "Skill X: Nerve" in hand.shown()
        await hand.press("w", "3", "2")
        assert "severe consequences permanent → fading" in hand.shown()
        await hand.press("y")
        assert derive.numbers(character(memory)).switches.severe_consequences == "fading"
        await hand.press("u")
        assert derive.numbers(character(memory)) is book.numbers()


@pytest.mark.rule("PRK-1")
async def test_a_perk_of_ones_own_is_made_and_bought_by_keys(tmp_path: Path) -> None:
    memory = new_memory(tmp_path, "Ilse")
    async with on_stage(memory) as hand:
        await hand.press("f7")
        await hand.walk("Perk")
        await hand.press("enter", "end", "enter")
        await hand.type("Cat's Feet")
        await hand.press("enter", "2")
        await hand.type("Softly does it.")
        await hand.press("enter")
        assert "Reminder only" in hand.shown()
        await hand.press("1", "9")
        assert [(perk.name, perk.assets, perk.moment) for perk in character(memory).perks] == [
            ("Cat's Feet", ("grace",), "scene-start")
        ]
        assert [bought.name for bought in character(memory).finishing] == ["Cat's Feet"]
        assert derive.perks(character(memory))[0].info is not None
