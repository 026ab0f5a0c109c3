"""`saga-tui config`: its path, the values that count, and what nobody knows with what is near to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from saga_tui.ui.base import KitApp
from saga_tui.ui.config import Config
from saga_tui.ui.pages import known_keys
from saga_tui.ui.theme import OWN, known_themes
from tests.cli.conftest import Run


def test_without_a_file_the_usual_values_are_told(run: Run, isolated: Path) -> None:
    result = run("config")
    assert result.exit_code == 0
    assert str(isolated / "config.toml") in result.stdout and "no file" in result.stdout
    assert 'theme = "evening"' in result.stdout and "animations = true" in result.stdout
    assert not (isolated / "config.toml").exists()


def test_what_counts_and_what_is_wrong(run: Run, isolated: Path) -> None:
    text = 'theme = "contrst"\nthem = 1\nanimations = false\n[keys]\n"session.rol" = "x"\n"session.undo" = "z"\n'
    (isolated / "config.toml").write_text(text)
    result = run("config")
    assert result.exit_code == 0
    assert "animations = false" in result.stdout and '"session.undo" = "z"' in result.stdout
    assert "Unknown key 'them'. Did you mean 'theme'?" in result.stderr
    assert "Unknown theme 'contrst'. Did you mean 'contrast'" in result.stderr
    assert "Unknown key keys.session.rol. Did you mean 'session.roll'" in result.stderr
    assert "session.undo." not in result.stderr
    found: dict[str, Any] = json.loads(run("config", "--keys", "--json").stdout)
    assert found["values"]["keys"] == {"session.rol": "x", "session.undo": "z"}
    assert len(found["problems"]) == 3 and found["exists"] is True
    keys = {one["id"]: one for one in found["keys"]}
    assert keys["session.undo"]["usual"] == "u" and keys["session.undo"]["now"] == "z"
    assert keys["session.roll"]["now"] == "r"


def test_every_key_that_can_be_changed_has_an_id_and_words() -> None:
    known = known_keys()
    assert len(known) > 150
    assert {"app.help", "app.rules", "session.roll", "builder.next", "library.new", "rules.follow"} <= known.keys()
    assert all(one.words or one.id.startswith(("builder.", "session.")) for one in known.values())


def test_every_theme_is_known_and_the_own_ones_come_first() -> None:
    assert known_themes()[: len(OWN)] == OWN
    assert set(known_themes()) == set(KitApp(settings=Config()).available_themes)


@pytest.mark.parametrize("theme", ["contrast", "terminal", "nord"])
async def test_a_theme_chosen_in_the_palette_is_kept(isolated: Path, theme: str) -> None:
    app = KitApp(animations=False)
    async with app.run_test() as pilot:
        chosen = next(one for one in app.commands(app.screen) if one.words == f"Theme: {theme}")
        chosen.run()
        await pilot.pause()
        assert app.theme == theme
    assert (isolated / "config.toml").read_text() == f'theme = "{theme}"\n'
    assert KitApp(animations=False).theme == theme


async def test_keys_that_nobody_knows_are_told_in_the_app(isolated: Path) -> None:
    app = KitApp(animations=False, settings=Config(keys={"app.hlp": "x"}, theme="contrst"))
    async with app.run_test() as pilot:
        await pilot.pause()
        told = [notice.message for notice in app._notifications]
        assert any("keys.app.hlp" in text and "app.help" in text for text in told)
        assert any("'contrast'" in text for text in told)


def test_a_key_keeps_what_an_earlier_version_called_it(run: Run, isolated: Path) -> None:
    (isolated / "config.toml").write_text('[keys]\n"edge.strike" = "x"\n')
    found: dict[str, Any] = json.loads(run("config", "--keys", "--json").stdout)
    assert found["values"]["keys"] == {"edge.skip": "x"} and found["problems"] == []
    assert {one["id"]: one["now"] for one in found["keys"]}["edge.skip"] == "x"
