"""The GM's table in the real app: who is in trouble, what is put on it, what reaches everybody, and back again."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.screens.session.screen import SessionScreen
from tests.games.saga.gm.screens.tables import TableApp
from tests.games.saga.screens.session.heroes import press, typed


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=lambda size: "x".join(map(str, size)))
@pytest.mark.rule("CNF-2")
async def test_who_is_in_trouble_is_seen_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    app = TableApp("trouble", tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "▸1 Kestrel ━" in app.text and "!3 Odalys ━" in app.text and " 2 Theo Marsh ─" in app.text
        assert "▸1 to name" in app.text and "kismet roll" in app.text
        assert " pain   " in app.text and ("2 over" in app.text or "+2" in app.text)
        assert "a The Vargas" in app.text and "▮▮▮▮▮▮▯▯▯ 6" in app.text
        await press(pilot, "5")  # of five cards four have room at 80 columns
        assert "▸5 Isaure Van" in app.text
        await press(pilot, "b")
        assert app.table_screen.focused is not None and app.table_screen.focused.id == "element-1"


@pytest.mark.rule("CNF-2", "TRT-4", "CNF-8", "CNF-9")
async def test_one_line_each_puts_elements_traits_allies_conditions_and_clocks_on_the_table(tmp_path: Path) -> None:
    app = TableApp("calm", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "plus", *"Thug 6", "/", "2", "/", "3", " ", "x", "3", "enter")
        assert [one.name for one in app.table.play.elements] == ["Thug 1", "Thug 2", "Thug 3"]
        assert app.table.play.elements[0].dice == {"physical": 6, "social": 2, "mental": 3}
        await press(pilot, "plus", "tab", *typed("Rotten floor"), "enter")
        await press(pilot, "plus", "tab", "tab", *"fear", "enter")
        await press(pilot, "plus", "tab", "tab", "tab", *"7", "enter")
        await press(pilot, "plus", *["tab"] * 4, *typed("Mail coach 6"), "enter")
        play = app.table.play
        assert [one.text for one in play.scene_traits] == ["Pitch dark", "Rotten floor"]
        assert play.conditions[0].pattern == "fear" and play.allies[0].full == 7
        assert (play.clocks[0].name, play.clocks[0].total) == ("Mail coach", 6)
        assert "c Thug 3" in app.text and "Mail coach" in app.text
        await press(pilot, "plus", *"Thug", "enter")  # no dice: it says so, and nothing happens
        assert len(app.table.play.elements) == 3
        await press(pilot, *["u"] * 5)
        assert not app.table.play.elements and not app.table.play.clocks


async def test_enter_opens_the_whole_character_and_escape_comes_back(tmp_path: Path) -> None:
    app = TableApp("calm", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "2", "enter")
        assert isinstance(app.screen, SessionScreen) and app.screen.character.title == "Theo Marsh"
        await press(pilot, "f", "escape")
        assert app.screen_stack[-1] is app.table_screen
        assert " ▲▲▲▲△" in app.text  # what was spent there is seen here
        assert "The" in app.text and "Theo Marsh" in app.text
        await press(pilot, "u")  # and is taken back from here
        assert app.member("theo1").play.tokens.get("force", 5) == 5
