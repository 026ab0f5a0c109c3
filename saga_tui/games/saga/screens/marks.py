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

_COLOURS: Final = {
    # token: on the looks evening, morning, contrast, terminal
    "force": ("#fc9454", "#a64a19", "#ff9a5c", "ansi_bright_red"),
    "grace": ("#76cfb9", "#20634e", "#7df0c8", "ansi_green"),
    "acuity": ("#78a2f3", "#3063b4", "#9cc4ff", "ansi_bright_blue"),
    "fortune": ("#e3cc4a", "#746523", "#fff04d", "ansi_yellow"),
    "drive": ("#eba8e9", "#7a1f65", "#ff9cf3", "ansi_magenta"),
    "spark": ("#f3dfa0", "#4f4733", "#fff3b0", "ansi_bright_yellow"),
    "pain": ("#f76a5f", "#8a0313", "#ff8f80", "ansi_red"),
    "doubt": ("#adc5ce", "#155062", "#b5e3f0", "ansi_cyan"),
    "fear": ("#a282de", "#473296", "#cbbcf7", "ansi_bright_magenta"),
    "kismet": ("#d7baa5", "#66472e", "#f9c9a7", "ansi_yellow"),
    "doom": ("#fe6fa0", "#ac4054", "#fea5bd", "ansi_red"),
}
PALETTE: Final[dict[str, dict[str, str]]] = {
    look: {token: colours[at] for token, colours in _COLOURS.items()}
    for at, look in enumerate(("evening", "morning", "contrast", "terminal"))
}
"""The colours of the tokens on each of the program's own themes."""
wear(PALETTE)
