"""The themes: every colour there, every colour readable, nothing said by colour alone."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES, Theme

from saga_tui.games.saga.screens import marks
from saga_tui.ui import theme
from saga_tui.ui.marks import Boxes, Pips
from saga_tui.ui.specs import Token
from saga_tui.ui.theme import EVENING, MORNING, OWN, themes, variables
from tests.ui.stage import Stage, shown

COLOURS = {*EVENING, *marks.PALETTE["evening"]}
"""The program's own colours, and those of a game."""
WORDS = sorted(COLOURS - {"faint", "calm"})
"""Colours that texts and tokens have; hollow marks and calm borders may be fainter."""


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_every_theme_has_every_colour(theme: Theme) -> None:
    assert {*theme.variables, *variables(theme)} >= COLOURS
    assert theme.name in OWN


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("theme", [theme for theme in themes() if not theme.ansi], ids=lambda theme: theme.name)
def test_every_colour_can_be_read(theme: Theme, name: str) -> None:
    wanted = 7.0 if theme.name == "contrast" else 4.5
    for ground in (theme.background, theme.surface, theme.panel):
        assert ground is not None
        assert contrast(Color.parse({**variables(theme), **theme.variables}[name]), Color.parse(ground)) >= wanted, (
            name,
            ground,
        )


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(color: Color) -> float:
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_other_themes_get_colours_that_fit_them() -> None:
    assert variables(BUILTIN_THEMES["nord"])["force"] == marks.PALETTE["evening"]["force"]
    assert variables(BUILTIN_THEMES["textual-light"])["force"] == marks.PALETTE["morning"]["force"]
    assert variables(BUILTIN_THEMES["ansi-dark"])["force"].startswith("ansi_")


@pytest.mark.parametrize("name", sorted(name for name, one in BUILTIN_THEMES.items() if not one.ansi))
def test_borders_keys_and_titles_are_the_theme_s_own(name: str) -> None:
    shown, own = BUILTIN_THEMES[name], variables(BUILTIN_THEMES[name])
    palette = shown.to_color_system().generate()
    for colour in ("calm", "key", "title", "dim"):
        assert own[colour] not in (EVENING[colour], MORNING[colour])
    assert own["key"] in (palette["accent"], palette["primary"])
    assert contrast(Color.parse(own["dim"]), Color.parse(palette["background"])) >= 3


async def test_a_game_s_colours_come_with_its_first_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "WORN", {name: {} for name in OWN})
    app = Stage()
    async with app.run_test(size=(60, 8)) as pilot:
        assert "night" not in app.theme_variables
        theme.wear({"evening": {"night": "#102030"}, "morning": {"night": "#d0e0f0"}})

        class Dark(Screen[None]):
            CSS = "Dark { background: $night; }"

        await app.push_screen(Dark())
        assert app.screen.styles.background == Color.parse("#102030")
        app.theme = "textual-light"
        await pilot.pause()
        assert app.screen.styles.background == Color.parse("#d0e0f0")


TOKENS = {name: token for name, token in vars(marks).items() if isinstance(token, Token)}


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_full_and_empty_are_told_apart_without_colour(name: str) -> None:
    token = TOKENS[name]
    assert token.full != token.empty
    assert len(token.full) == len(token.empty) == 1
    assert token.colour.removeprefix("$") in COLOURS


def test_each_asset_has_a_glyph_and_a_colour_of_its_own() -> None:
    tokens = [*marks.ASSETS.values(), marks.DRIVE, marks.SPARK]
    assert len({token.full for token in tokens}) == len({token.colour for token in tokens}) == len(tokens)


@pytest.mark.parametrize("theme", ["evening", "terminal", "textual-light", "ansi-dark", "nord"])
@pytest.mark.parametrize("no_color", [False, True])
async def test_the_kit_draws_the_same_marks_in_any_theme(
    theme: str, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    app = Stage(lambda: Pips(marks.FORCE, "Force", 2, 3, "2 of 3"), lambda: Boxes(marks.PAIN, "Pain", 4, 3, "1 over"))
    async with app.run_test(size=(60, 8)) as pilot:
        app.theme = theme
        await pilot.pause()
        pips, boxes = app.screen.query_one(Pips), app.screen.query_one(Boxes)
        assert "▲▲△" in shown(pips)
        assert "■■■┃■" in shown(boxes)
        if no_color:
            strips = app.screen._compositor.render_strips()
            filtered = [
                line.apply_filter(each, app.screen.background_colors[1]) for line in strips for each in app._filters
            ]
            hues = {
                segment.style.color.triplet
                for line in filtered[1 :: len(app._filters)]
                for segment in line
                if segment.style and segment.style.color and segment.style.color.triplet
            }
            assert all(hue.red == hue.green == hue.blue for hue in hues)
