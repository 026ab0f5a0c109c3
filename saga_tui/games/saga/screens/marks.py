"""The one glyph and colour of everything that Saga counts, used wherever it is shown."""

from __future__ import annotations

from typing import Final

from saga_tui.games.saga.rules.words import Asset, DamageKind
from saga_tui.ui.specs import RANK, Token
from saga_tui.ui.theme import wear

FORCE: Final = Token("▲", "△", "$force")
GRACE: Final = Token("◆", "◇", "$grace")
ACUITY: Final = Token("●", "○", "$acuity")
FORTUNE: Final = Token("★", "☆", "$fortune")
DRIVE: Final = Token("⬢", "⬡", "$drive")
SPARK: Final = Token("✦", "✧", "$spark")
PAIN: Final = Token("■", "□", "$pain")
DOUBT: Final = Token("■", "□", "$doubt")
FEAR: Final = Token("■", "□", "$fear")
KISMET: Final = Token("▪", "▫", "$kismet")
DOOM: Final = Token("✕", "·", "$doom")
RANKS: Final = RANK
GEAR: Final = Token("◉", "◎", "$kismet")
"""Dice of a charm, tokens of a flask."""

ASSETS: Final[dict[Asset, Token]] = {"force": FORCE, "grace": GRACE, "acuity": ACUITY, "fortune": FORTUNE}
"""The look of each asset (AST-1)."""
DAMAGE: Final[dict[DamageKind, Token]] = {"pain": PAIN, "doubt": DOUBT, "fear": FEAR, "kismet": KISMET}
"""The look of each kind of damage (DMG-1, KIS-1)."""

ASSET_KEYS: Final[dict[Asset, str]] = {"force": "f", "grace": "g", "acuity": "a", "fortune": "o"}
"""The key that spends a token of each asset; its capital regains one."""
DAMAGE_KEYS: Final[dict[DamageKind, str]] = {"pain": "p", "doubt": "d", "fear": "e", "kismet": "k"}
"""The key that suffers each kind of damage; its capital heals."""

PALETTE: Final[dict[str, dict[str, str]]] = {
    "evening": {
        "force": "#e58a5c",
        "grace": "#7fc0a6",
        "acuity": "#8fb0e3",
        "fortune": "#e6c35c",
        "drive": "#d295c8",
        "spark": "#f3dfa0",
        "pain": "#e27268",
        "doubt": "#93a9c0",
        "fear": "#b598dc",
        "kismet": "#c9a27a",
        "doom": "#e07d93",
    },
    "morning": {
        "force": "#a8431a",
        "grace": "#1c6b55",
        "acuity": "#2a5599",
        "fortune": "#7d5a00",
        "drive": "#8a3a80",
        "spark": "#7a5c10",
        "pain": "#a8281f",
        "doubt": "#44597a",
        "fear": "#65409c",
        "kismet": "#7a4f22",
        "doom": "#96213f",
    },
    "contrast": {
        "force": "#ffa36b",
        "grace": "#7df0c8",
        "acuity": "#9cc4ff",
        "fortune": "#ffe14d",
        "drive": "#ffa8f5",
        "spark": "#fff3b0",
        "pain": "#ff9388",
        "doubt": "#b5d0f0",
        "fear": "#d3b5ff",
        "kismet": "#f2c896",
        "doom": "#ff92a8",
    },
    "terminal": {
        "force": "ansi_bright_red",
        "grace": "ansi_green",
        "acuity": "ansi_bright_blue",
        "fortune": "ansi_yellow",
        "drive": "ansi_magenta",
        "spark": "ansi_bright_yellow",
        "pain": "ansi_red",
        "doubt": "ansi_cyan",
        "fear": "ansi_bright_magenta",
        "kismet": "ansi_yellow",
        "doom": "ansi_red",
    },
}
"""The colours of the tokens on each of the program's own themes."""
wear(PALETTE)
