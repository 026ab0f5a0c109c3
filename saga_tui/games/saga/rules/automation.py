"""What happens by itself and what is asked: each reset of the clock, each perk, each question that the rules raise and
each use of fortune on a roll is done by itself (`always`), asked for (`ask`), or `never` done. The player sets it for
each character; what is off leaves its reminder (PRK-3, TIME-1).

What costs nothing and only helps happens by itself unless the player says otherwise; what costs is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from saga_tui.engine.automation import MODES, Mode, Option, Part, known, parts_of
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


_DECLARED: Final[Mapping[Part, str]] = {
    "number": (
        "AST-1 AST-3 AST-4 AST-5 AST-8 CRE-2 CRE-3 CRE-4 CRE-5 CRE-8 CRE-9 CRE-11 CSQ-1 CSQ-2 DMG-1 DMG-2 "
        "DOM-1 DOM-2 DRV-2 DRV-3 GER-1 GER-2 GER-3 GER-4 KIS-1 KIS-2 PRK-3 PSH-1 PSH-2 PSH-4 ROL-1 ROL-2 ROL-6 "
        "ROL-7 ROL-8 ROL-9 ROL-10 SKL-2 SKL-3 SPK-1 SPK-4 TIME-1 TRT-2"
    ),
    "asks": ("AST-6 AST-7 DMG-2 PRK-1 PRK-5 PRK-6 ROL-5"),
    "checks": (
        "AST-1 AST-2 AST-4 AST-6 AST-7 AST-10 AST-14 CNF-1 CNF-5 CNF-7 CNF-10 CNF-11 CRE-1 CRE-2 CRE-3 CRE-4 "
        "CRE-6 CRE-7 CRE-8 CRE-9 CRE-10 CRE-11 CSQ-1 CSQ-3 DMG-2 DMG-4 DMG-5 DMG-6 DOM-1 DOM-2 DOM-3 DOM-4 DRV-1 DRV-2 "
        "DRV-3 DRV-4 DRV-5 GER-1 GER-2 GER-3 GER-4 KIS-2 KIS-3 PRK-1 PRK-3 PRK-4 PRK-5 PRK-6 PSH-1 PSH-2 "
        "PSH-4 REG-1 ROL-2 ROL-5 ROL-6 ROL-10 SET-1 SET-2 SKL-1 SKL-2 SKL-3 SKL-4 SPK-1 SPK-3 SPK-4 TIME-1 "
        "TIME-2 TIME-3 TRT-1 TRT-2 TRT-3"
    ),
    "carried": (
        "AST-1 AST-2 AST-4 AST-6 AST-7 AST-8 AST-9 AST-10 AST-11 AST-13 CNF-5 CNF-7 CNF-10 CNF-11 CNF-12 "
        "CRE-1 CRE-2 CRE-3 CRE-4 CRE-5 CRE-6 CRE-7 CRE-8 CRE-9 CRE-10 CRE-11 CSQ-1 CSQ-2 CSQ-3 CSQ-4 DMG-2 "
        "DMG-3 DMG-4 DMG-5 DOM-2 DOM-3 DOM-4 DRV-2 DRV-3 DRV-4 DRV-5 DRV-6 DRV-7 DRV-8 GER-1 GER-3 GER-4 "
        "KIS-2 KIS-3 KIS-4 KIS-5 KIS-6 PRK-1 PRK-3 PRK-5 PRK-6 PSH-1 PSH-2 PSH-3 PSH-4 REG-2 REG-4 ROL-1 "
        "ROL-2 ROL-4 ROL-5 ROL-6 ROL-8 SET-2 SKL-1 SKL-3 SKL-4 SPK-3 SPK-4 TIME-1 TIME-3 TRT-2 TRT-3 TRT-4 "
        "TRT-5"
    ),
}
"""The rules behind numbers, questions, problems, and whatever else commands do; each by what is done of it."""
PARTS: Final[Mapping[str, tuple[Part, ...]]] = parts_of(_DECLARED)
"""What the program does of each rule beside the clock's rows and the commands."""
