"""The looks: an evening table (dark), a morning one (light), high contrast, and the terminal's own colours.

A theme is a small palette; what Textual asks for beyond it is derived here. Its colours are variables (`$good`, `$dim`
…) that CSS and `Content` styles may use. A game's tokens have colours of their own, which the game brings (`wear`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.color import Color
from textual.theme import Theme

from saga_tui.problem import near

DEFAULT: Final = "evening"
OWN: Final = ("evening", "morning", "contrast", "terminal")
"""The names of the project's own themes."""

EVENING: Final = {
    "star": "#f3dfa0",
    "good": "#a3c07a",
    "bad": "#ec7b6d",
    "warn": "#e5ad5f",
    "dim": "#a39687",
    "faint": "#6f645b",
    "title": "#dcc8a8",
    "key": "#e3b566",
    "glow": "#fff0c4",
    "calm": "#4c423a",
}
"""The colour variables and their values on the dark theme; every theme has the same names."""

MORNING: Final = {
    "star": "#7a5c10",
    "good": "#44661a",
    "bad": "#ab2015",
    "warn": "#8a5200",
    "dim": "#6b5d4e",
    "faint": "#a89a88",
    "title": "#5a4526",
    "key": "#8a5a0c",
    "glow": "#7a3d00",
    "calm": "#cdbfaa",
}

CONTRAST: Final = {
    "star": "#fff3b0",
    "good": "#b8f57a",
    "bad": "#ff8f80",
    "warn": "#ffcf66",
    "dim": "#d0d0d0",
    "faint": "#a0a0a0",
    "title": "#ffffff",
    "key": "#ffe14d",
    "glow": "#ffffff",
    "calm": "#9a9a9a",
}

TERMINAL: Final = {
    "star": "ansi_bright_yellow",
    "good": "ansi_green",
    "bad": "ansi_red",
    "warn": "ansi_yellow",
    "dim": "ansi_default",
    "faint": "ansi_bright_black",
    "title": "ansi_default",
    "key": "ansi_yellow",
    "glow": "ansi_bright_yellow",
    "calm": "ansi_bright_black",
}


Palette = Mapping[str, Mapping[str, str]]
"""A game's colours: by the name of one of the project's own themes, each variable and its value there."""
WORN: Final[dict[str, dict[str, str]]] = {name: {} for name in OWN}
"""The colours that games have brought so far."""


def wear(palette: Palette) -> None:
    """Have every theme know the colours of a game; other dark themes take those of the evening, light ones those of the
    morning. An app draws with them from the next screen on."""
    for name, colours in palette.items():
        WORN[name].update(colours)


def worn(shown: Theme) -> dict[str, str]:
    """The games' colours on a theme."""
    otherwise = "terminal" if shown.ansi else "evening" if shown.dark else "morning"
    return WORN.get(shown.name) or WORN[otherwise]


TERMINAL_CHROME: Final = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "border": "ansi_yellow",
    "border-blurred": "ansi_bright_black",
    "block-cursor-foreground": "ansi_black",
    "block-cursor-background": "ansi_yellow",
    "input-cursor-background": "ansi_yellow",
    "input-cursor-foreground": "ansi_black",
    "input-cursor-text-style": "none",
    "input-selection-background": "ansi_bright_black",
    "input-selection-foreground": "ansi_default",
    "screen-selection-background": "ansi_bright_black",
    "screen-selection-foreground": "ansi_default",
}
"""What the framework asks of a theme that leaves all colours to the terminal."""


def _chrome(own: dict[str, str], cursor: str, on_cursor: str, page: str) -> dict[str, str]:
    """The framework's variables that make its own widgets fit the palette."""
    return {
        **own,
        "border": own["key"],
        "border-blurred": own["calm"],
        "block-cursor-background": cursor,
        "block-cursor-foreground": on_cursor,
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": cursor,
        "block-cursor-blurred-foreground": on_cursor,
        "input-cursor-background": own["key"],
        "input-cursor-foreground": page,
        "footer-key-foreground": own["key"],
        "scrollbar": own["calm"],
        "scrollbar-hover": own["dim"],
        "scrollbar-active": own["key"],
        "scrollbar-background": page,
        "scrollbar-background-hover": page,
        "scrollbar-background-active": page,
        "scrollbar-corner-color": page,
    }


def themes() -> tuple[Theme, ...]:
    """Return the four themes, the default one first."""
    return (*_coloured(), _terminal())


def _coloured() -> tuple[Theme, ...]:
    return (
        Theme(
            name="evening",
            primary="#d8a657",
            secondary="#b39a7c",
            accent="#e6c35c",
            warning=EVENING["warn"],
            error=EVENING["bad"],
            success=EVENING["good"],
            foreground="#ece2d3",
            background="#1b1715",
            surface="#221d1a",
            panel="#2b2521",
            variables=_chrome(EVENING, "#4a3a26", "#fbf1de", "#1b1715"),
        ),
        Theme(
            name="morning",
            primary="#9a6412",
            secondary="#6f5a40",
            accent="#7d5a00",
            warning=MORNING["warn"],
            error=MORNING["bad"],
            success=MORNING["good"],
            foreground="#2f2721",
            background="#f7f1e6",
            surface="#fcf8f0",
            panel="#efe6d6",
            dark=False,
            variables=_chrome(MORNING, "#ecd9b4", "#2a1f10", "#f7f1e6"),
        ),
        Theme(
            name="contrast",
            primary="#ffe14d",
            secondary="#ffffff",
            accent="#ffe14d",
            warning=CONTRAST["warn"],
            error=CONTRAST["bad"],
            success=CONTRAST["good"],
            foreground="#ffffff",
            background="#000000",
            surface="#000000",
            panel="#101010",
            variables=_chrome(CONTRAST, "#ffe14d", "#000000", "#000000"),
        ),
    )


def _terminal() -> Theme:
    """The theme of the terminal's own sixteen colours."""
    return Theme(
        name="terminal",
        ansi=True,
        primary="ansi_yellow",
        secondary="ansi_default",
        accent="ansi_bright_yellow",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        warning="ansi_yellow",
        error="ansi_red",
        success="ansi_green",
        variables={**TERMINAL, **TERMINAL_CHROME},
    )


def known_themes() -> tuple[str, ...]:
    """The names of all themes that can be chosen, the project's own first."""
    from textual.theme import BUILTIN_THEMES

    return (*OWN, *sorted(name for name in BUILTIN_THEMES if name not in OWN))


def theme_problem(name: str) -> list[str]:
    """What is wrong with the theme that the config file names, with the near ones; nothing where it is known."""
    return [] if name in known_themes() else [f"Unknown theme {name!r}. {near(name, known_themes())}"]


def variables(shown: Theme) -> dict[str, str]:
    """Return the colour variables that a theme doesn't bring itself: games' tokens keep their colours, whatever else is
    drawn (borders, titles, keys, dim text, good and bad) takes the theme's."""
    if shown.name in OWN:
        return worn(shown)
    if shown.ansi:
        return {**TERMINAL, **worn(shown)}
    palette = shown.to_color_system().generate()
    ground, ink = Color.parse(palette["background"]), Color.parse(palette["foreground"])
    key = palette["accent"] if shown.accent else palette["primary"]
    return {
        **(EVENING if shown.dark else MORNING),
        **worn(shown),
        "good": palette["success"],
        "bad": palette["error"],
        "warn": palette["warning"],
        "dim": ground.blend(ink, 0.78).hex,
        "faint": ground.blend(ink, 0.45).hex,
        "title": ink.hex,
        "key": key,
        "glow": ink.hex,
        "calm": ground.blend(ink, 0.3).hex,
    }
