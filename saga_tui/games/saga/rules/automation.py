"""What happens by itself and what is asked: each reset of the clock, each perk, each question that the rules raise and
each use of fortune on a roll is done by itself (`always`), asked for (`ask`), or `never` done. The player sets it for
each character; what is off leaves its reminder (PRK-3, TIME-1).

What costs nothing and only helps happens by itself unless the player says otherwise; what costs is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from saga_tui.engine.automation import MODES, Mode, Option, known
from saga_tui.games.saga import book
from saga_tui.games.saga.book import (
    BlockDice,
    ExtraToken,
    FreePush,
    IgnoreHitch,
    Reminder,
    SpecialtyDice,
    StandIn,
    TopUp,
)
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.derive import OwnedPerk

FREELY: Final = (BlockDice, ExtraToken, SpecialtyDice, TopUp, FreePush)
"""Effects that cost nothing and only help."""

REROLL: Final = "fortune:reroll"
LATE: Final = "fortune:late"
KISMET: Final = "fortune:kismet"
SIDE_EFFECT: Final = "fortune:side-effect"
FORTUNE: Final[Mapping[str, tuple[str, str]]] = {
    REROLL: ("Re-roll two dice with fortune before comparing", "AST-6"),
    LATE: ("Re-roll one die with fortune after comparing", "AST-7"),
    KISMET: ("Re-roll a kismet die with fortune", "AST-7"),
    SIDE_EFFECT: ("Describe the side effect with fortune", "ROL-5"),
}
"""Uses of fortune on a roll. They are asked for or never offered: when to spend fortune is the player's to say."""
ASKS: Final[Mapping[str, tuple[str, str]]] = {
    "ask:consequence": ("Ask for the consequence over a threshold", "DMG-2"),
    "ask:kismet": ("Ask for a kismet roll that is due", "KIS-2"),
}
"""Questions that the rules raise, by `ask:` and what is asked. They are asked or left to the player."""


def key_of(perk: OwnedPerk) -> str:
    """The key of a perk: `perk:better-lucky-than-good`."""
    name = perk.info.key if perk.info else re.sub(r"[^a-z0-9]+", "-", perk.name.casefold()).strip("-")
    return f"perk:{name}"


def usual(effect: book.Effect | None) -> Mode:
    """What happens unless the player says otherwise: what is free is taken, what costs is asked, and a perk with text
    only is shown."""
    return "always" if isinstance(effect, FREELY) else "ask"


def mode_of(character: Character, perk: OwnedPerk) -> Mode:
    """Whether the perk acts by itself."""
    return known(character.automation.get(key_of(perk)), usual(perk.effect))


def mode(character: Character, key: str) -> Mode:
    """Whether a use of fortune, or a question of the rules, is asked for."""
    return "never" if character.automation.get(key) == "never" else "ask"


def of_perk(info: book.PerkInfo, mode: Mode | None = None, key: str = "") -> Option:
    """The option of a perk; usual, where nothing is said of it."""
    modes: tuple[Mode, ...] = MODES[1:] if isinstance(info.effect, Reminder) else MODES
    when = info.moment.replace("-", " ")
    standard = usual(info.effect)
    return Option(
        key or f"perk:{info.key}", info.name, mode or standard, standard, modes, perk_rule(info.effect), when,
        section="Perks", tells_when=True,
    )  # fmt: skip


def perk_rule(effect: book.Effect | None) -> str:
    """The rule that says how a perk of that effect acts."""
    own: dict[type[object], str] = {StandIn: "PRK-6", IgnoreHitch: "PRK-5", Reminder: "PRK-1"}
    return next((rule for kind, rule in own.items() if isinstance(effect, kind)), "PRK-3")
