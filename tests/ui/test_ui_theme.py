"""The themes: every colour there, every colour readable, nothing said by colour alone."""

from __future__ import annotations

import re
import shutil
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin
from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.color import Color, rgb_to_lab
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES, Theme
from textual.widgets import Static

from saga_tui.app import SagaApp
from saga_tui.games.fate.screens import panels as fate
from saga_tui.games.heroes.screens import faces as heroes
from saga_tui.games.saga.screens import marks
from saga_tui.games.world.screens import panels as world
from saga_tui.ui import theme
from saga_tui.ui.band import Band, BandLine, BandView
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.marks import Boxes, Pips
from saga_tui.ui.panel import Panel
from saga_tui.ui.specs import Token
from saga_tui.ui.theme import EVENING, MORNING, OWN, themes, variables
from saga_tui.ui.tracker import Tracker
from tests.keys import press
from tests.ui.stage import Stage, shown

COLOURS = {*EVENING, *marks.PALETTE["evening"]}
"""The program's own colours, and those of a game."""
WORDS = sorted(COLOURS - {"faint", "calm", "hollow"})
"""Colours that texts and tokens have; hollow marks, their ground and calm borders may be fainter."""


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


BANDS = [("key", 0.24), ("good", 0.24), ("bad", 0.30)]
"""The grounds of bands, laid over the page: a colour and how much of it."""
PAINTED = [theme for theme in themes() if not theme.ansi]


@pytest.mark.parametrize(("colour", "part"), BANDS)
@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_the_words_of_a_band_can_be_read(theme: Theme, colour: str, part: float) -> None:
    assert theme.background is not None and theme.foreground is not None
    ground = Color.parse(theme.background).blend(Color.parse(theme.variables[colour]), part)
    assert contrast(Color.parse(theme.foreground), ground) >= 7


def test_the_bands_of_the_style_sheet_are_those() -> None:
    sheet = Path(theme.__file__).with_name("kit.tcss").read_text(encoding="utf-8")
    (rule,) = re.findall(r"^BandView \{.*\}$", sheet, re.MULTILINE)
    assert re.findall(r"background: \$(\w+) (\d+)%", rule) == [
        (name, str(round(part * 100))) for name, part in (BANDS[0], BANDS[2], BANDS[1])
    ]


HUES = ["force", "grace", "acuity", "fortune", "drive", "bad", "doubt", "fear", "kismet", "doom", "good", "key"]
"""Colours that mean one thing each; those of pain and warnings are the ones of `bad` and `key`, others are neutral."""


def test_no_game_takes_the_colour_of_another_s_word() -> None:
    games = {
        "saga": marks.PALETTE["evening"],
        "fate": fate.TABLE["colours"]["evening"],
        "world": {name: hues[0] for name, hues in world.TABLE["colours"].items()},
        "heroes": {name: hues[0] for name, hues in heroes.SCREEN["colours"].items()},
    }
    for one, other in combinations(games, 2):
        shared = {name for name in {*games[one]} & {*games[other]} if games[one][name] != games[other][name]}
        assert not shared, f"{one} and {other} are shown in one library: {shared}"


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_hues_are_told_apart(theme: Theme) -> None:
    colours = {**variables(theme), **theme.variables}
    apart = {(one, other): distance(colours[one], colours[other]) for one, other in combinations(HUES, 2)}
    assert not {pair: round(far, 1) for pair, far in apart.items() if far < 12}
    assert colours["pain"] == colours["bad"]
    assert colours["warn"] == colours["key"]


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_those_who_play_on_a_board_are_told_apart_and_read(theme: Theme) -> None:
    colours = variables(theme)
    names = [*heroes.SCREEN["colours"], "bad"]
    told = {(one, other): distance({**colours, **theme.variables}[one], {**colours, **theme.variables}[other])
            for one, other in combinations(names, 2)}  # fmt: skip
    assert not {pair: round(far, 1) for pair, far in told.items() if far < 12}
    assert theme.background is not None
    assert all(contrast(Color.parse(colours[name]), Color.parse(theme.background)) >= 4.5 for name in names[:-1])


def distance(one: str, other: str) -> float:
    """The difference of two colours as people see it: CIEDE2000."""
    first, second = (rgb_to_lab(Color.parse(each)) for each in (one, other))
    chroma = (hypot(first.a, first.b) + hypot(second.a, second.b)) / 2
    stretch = 1.5 - 0.5 * (chroma**7 / (chroma**7 + 25**7)) ** 0.5
    a1, a2 = first.a * stretch, second.a * stretch
    c1, c2 = hypot(a1, first.b), hypot(a2, second.b)
    h1, h2 = degrees(atan2(first.b, a1)) % 360, degrees(atan2(second.b, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    light, colour, hue = second.L - first.L, c2 - c1, 2 * (c1 * c2) ** 0.5 * sin(radians(turn / 2))
    c, lightness = (c1 + c2) / 2, (first.L + second.L) / 2
    h = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(h - 30))
        + 0.24 * cos(radians(2 * h))
        + 0.32 * cos(radians(3 * h + 6))
        - 0.2 * cos(radians(4 * h - 63))
    )
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / (20 + (lightness - 50) ** 2) ** 0.5
    s_c, s_h = 1 + 0.045 * c, 1 + 0.015 * c * t
    bend = -2 * (c**7 / (c**7 + 25**7)) ** 0.5 * sin(radians(60 * exp(-(((h - 275) / 25) ** 2))))
    squares = (light / s_l) ** 2 + (colour / s_c) ** 2 + (hue / s_h) ** 2
    return float((squares + bend * (colour / s_c) * (hue / s_h)) ** 0.5)


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


def hues(app: Stage, line: int) -> dict[str, str]:
    """The characters of a line of the screen with the colour of each."""
    (strip,) = app.screen._compositor.render_strips()[line : line + 1]
    return {
        char: segment.style.color.name
        for segment in strip
        if segment.style and segment.style.color
        for char in segment.text.replace(" ", "")
    }


@pytest.mark.parametrize("name", ["nord", "gruvbox", "textual-light", "contrast", "morning"])
async def test_rules_titles_and_keys_follow_a_theme_that_is_changed(name: str) -> None:
    app = Stage(
        lambda: Panel(Static("inside"), title="Calm", subtitle="say"),
        lambda: Panel(Static("inside"), title="Focus", focusable=True),
    )
    async with app.run_test(size=(60, 9)) as pilot:
        app.screen.query(Panel).last().focus()
        await pilot.pause()
        app.theme = name
        await pilot.pause()
        own = {
            colour: Color.parse(value)
            for colour, value in app.theme_variables.items()
            if value[:1] == "#" and " " not in value
        }
        calm, focused, keys = hues(app, 0), hues(app, 2), hues(app, 8)
        assert Color.parse(calm["─"]) == own["calm"]
        assert Color.parse(calm["C"]) == own["title"]
        assert Color.parse(calm["s"]) == own["dim"]
        assert Color.parse(focused["━"]) == Color.parse(focused["F"]) == own["key"]
        assert Color.parse(keys["f"]) == own["key"]


@pytest.mark.parametrize("tone", ["", "-bad", "-good"])
async def test_a_band_is_reversed_where_the_terminal_has_the_colours(tone: str) -> None:
    app = Stage(BandView)
    async with app.run_test(size=(60, 9)) as pilot:
        app.screen.query_one(BandView).show(Band("2", "Round", [BandLine("what waits", key="m")], tone))
        for name, reverse in (("evening", False), ("terminal", True)):
            app.theme = name
            await pilot.pause()
            (strip,) = app.screen._compositor.render_strips()[:1]
            (told,) = [segment.style for segment in strip if "what waits" in segment.text]
            assert told is not None and bool(told.reverse) is reverse


@pytest.mark.parametrize("name", ["evening", "terminal"])
async def test_what_lies_below_a_dialog_stays_in_sight(name: str) -> None:
    app = Stage(lambda: Static("what lies below"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = name
        app.push_screen(Confirm("Sure?", "Really?"))
        await pilot.pause()
        assert "what lies below" in app.export_screenshot().replace("&#160;", " ")


async def test_colours_that_come_with_the_panels_of_play_are_known_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of play was loaded before: a character begins in the builder, and its game's panels bring the colours."""
    monkeypatch.setattr(theme, "WORN", {name: {} for name in OWN})
    compose = Tracker.compose

    def composed(tracker: Tracker[Any]) -> ComposeResult:
        theme.wear({name: {"late-hue": "#123456"} for name in OWN})
        yield from compose(tracker)

    monkeypatch.setattr(Tracker, "compose", composed)
    mira = Path(shutil.copy(Path(__file__).parents[2] / "characters" / "mira-vane.toml", tmp_path))
    app = SagaApp(tmp_path, mira, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(200):
            await pilot.pause()
            if isinstance(app.screen, BuilderScreen):
                break
        await press(pilot, "g", "enter")
        for _ in range(200):
            await pilot.pause()
            if isinstance(app.screen, Tracker):
                break
        await pilot.pause()
        assert app.get_css_variables()["late-hue"] == app.stylesheet._variables["late-hue"] == "#123456"
        app._shut_all()
