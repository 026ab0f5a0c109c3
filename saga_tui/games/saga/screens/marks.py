"""The one glyph and colour of everything that Saga counts, used wherever it is shown."""

from __future__ import annotations

from typing import Final

from saga_tui.games.saga.rules.words import Asset, DamageKind
from saga_tui.ui.token import RANK, Token

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
