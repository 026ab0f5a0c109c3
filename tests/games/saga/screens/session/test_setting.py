"""The setting in play: what is wrong with its file is said, a switch is set from the palette and undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.screens.prices import PriceRow
from saga_tui.games.saga.screens.setting import SettingScreen
from tests.games.saga.screens.session.heroes import BETWEEN, Table, doc, press
from tests.keys import burst


@pytest.mark.rule("SET-1", "SET-2", "CSQ-4")
async def test_looked_at_from_the_palette_and_a_switch_set_in_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAGA_TUI_CONFIG", str(tmp_path / "none" / "config.toml"))
    document = doc(BETWEEN)
    document["concept"]["setting"] = "[/] Coast"
    document["setting"] = {"name": "[/] Coast", "numbers": {"finishing": {"points": 9}}}
    app = Table(document, tmp_path)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause()
        assert "The setting file of [/] Coast is not here" in next(iter(app._notifications)).message
        await press(pilot, "ctrl+p")
        await burst(pilot, *"show the setting")
        await press(pilot, "enter")
        assert isinstance(app.screen, SettingScreen)
        assert app.screen.title_text == "[/] Coast"
        await press(pilot, "w", "3", "2", "y")
        character = app.session.character
        assert derive.numbers(character).switches.severe_consequences == "fading"
        assert derive.numbers(character).finishing.points == 9
        assert next(iter(app.session.memory.history())).do == "set-switch"
        await press(pilot, "u")
        assert derive.numbers(app.session.character).switches.severe_consequences == "permanent"


@pytest.mark.rule("PRK-1", "SPK-4")
async def test_a_perk_of_ones_own_is_bought_with_spark(tmp_path: Path) -> None:
    app = Table(doc({**BETWEEN, "spark": 9}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b")
        buy = next(binding for binding in "abcdefghijklmnopqrstuvwxyz" if _is_perk(app, binding))
        await press(pilot, buy, "enter", "end", "enter")
        await burst(pilot, *"Iron Nerve")
        await press(pilot, "enter", "1")
        await burst(pilot, *"Nothing shakes you.")
        await press(pilot, "enter", "1", "4")
        perks = derive.perks(app.session.character)
        assert (perks[-1].name, perks[-1].where[0]) == ("Iron Nerve", "advances")
        assert perks[-1].info is not None
        assert perks[-1].info.moment == "damage"


def _is_perk(app: Table, key: str) -> bool:
    return any(row.key == key and row.offer.bought.buy == "perk" for row in app.screen.query(PriceRow))
