"""The looks: an evening table (dark), a morning one (light), high contrast, and the terminal's own colours.

A theme is a small palette; what Textual asks for beyond it is derived here. Its colours are variables (`$good`, `$dim`
…) that CSS and `Content` styles may use. A game's tokens have colours of their own, which the game brings (`wear`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.color import Color
from textual.theme import Theme

DEFAULT: Final = "evening"
OWN: Final = ("evening", "morning", "contrast", "terminal")
"""The names of the project's own themes."""

COLOURS: Final = {
    #        evening    morning    contrast   terminal
    "star":  ("#f3dfa0", "#4f4733", "#fff3b0", "ansi_bright_yellow"),
    "good":  ("#9cc565", "#305d0b", "#b8f57a", "ansi_green"),
    "bad":   ("#f76a5f", "#8a0313", "#ff8f80", "ansi_red"),
    "warn":  ("#e5aa4b", "#8d5600", "#ffb84d", "ansi_yellow"),
    "dim":   ("#a39687", "#6b5d4e", "#d0d0d0", "ansi_default"),
    "faint": ("#776c62", "#8f8170", "#a0a0a0", "ansi_bright_black"),
    "title": ("#ece2d3", "#2f2721", "#ffffff", "ansi_default"),
    "key":   ("#e5aa4b", "#8d5600", "#ffb84d", "ansi_yellow"),
    "glow":  ("#fff0c4", "#7a3d00", "#ffffff", "ansi_bright_yellow"),
    "hollow": ("#362e29", "#e7dbc8",   "#2c2c2c", "ansi_bright_black"),
    "calm":  ("#4c423a", "#cdbfaa", "#9a9a9a", "ansi_bright_black"),
}  # fmt: skip
"""The colour variables with their value on each of the project's own themes."""
EVENING, MORNING, CONTRAST, TERMINAL = ({name: each[at] for name, each in COLOURS.items()} for at in range(len(OWN)))

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


PARTS: Final = {
    #              evening    morning    contrast
    "primary":    ("#d8a657", "#9a6412", "#ffb84d"),
    "secondary":  ("#b39a7c", "#6f5a40", "#ffffff"),
    "accent":     ("#e6c35c", "#7d5a00", "#ffb84d"),
    "foreground": ("#ece2d3", "#2f2721", "#ffffff"),
    "background": ("#1b1715", "#f7f1e6", "#000000"),
    "surface":    ("#221d1a", "#fcf8f0", "#000000"),
    "panel":      ("#2b2521", "#efe6d6", "#101010"),
    "cursor":     ("#4a3a26", "#ecd9b4", "#ffb84d"),
    "on cursor":  ("#fbf1de", "#2a1f10", "#000000"),
}  # fmt: skip
"""What else a theme with colours of its own consists of; the cursor is that of lists."""


def themes() -> tuple[Theme, ...]:
    """Return the four themes, the default one first."""
    return (*(_coloured(at, own) for at, own in enumerate((EVENING, MORNING, CONTRAST))), _terminal())


def _coloured(at: int, own: dict[str, str]) -> Theme:
    part = {name: each[at] for name, each in PARTS.items()}
    return Theme(
        name=OWN[at],
        primary=part["primary"],
        secondary=part["secondary"],
        accent=part["accent"],
        warning=own["warn"],
        error=own["bad"],
        success=own["good"],
        foreground=part["foreground"],
        background=part["background"],
        surface=part["surface"],
        panel=part["panel"],
        dark=OWN[at] != "morning",
        variables=_chrome(own, part["cursor"], part["on cursor"], part["background"]),
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
    if name in known_themes():
        return []
    from saga_tui.problem import near

    return [f"Unknown theme {name!r}. {near(name, known_themes())}"]


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
        "hollow": palette["panel"],
        "calm": ground.blend(ink, 0.3).hex,
    }
