"""What happens by itself and what is asked: each perk and each use of fortune on a roll is taken `always`, asked for
(`ask`), or `never` offered (PRK-3). The player sets it for each character.

What costs nothing and only helps happens by itself unless the player says otherwise; what costs is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from saga_tui.games.saga.book import BlockDice, ExtraToken, FreePush, Reminder, SpecialtyDice, TopUp
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.derive import OwnedPerk

Mode = Literal["always", "ask", "never"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
FREELY: Final = (BlockDice, ExtraToken, SpecialtyDice, TopUp, FreePush)
"""Effects that cost nothing and only help."""

REROLL: Final = "fortune:reroll"
LATE: Final = "fortune:late"
KISMET: Final = "fortune:kismet"
SIDE_EFFECT: Final = "fortune:side-effect"
FORTUNE: Final = {
    REROLL: "Fortune re-rolls two dice before comparing (AST-6)",
    LATE: "Fortune re-rolls a die after comparing (AST-7)",
    KISMET: "Fortune re-rolls a kismet die (AST-7)",
    SIDE_EFFECT: "Fortune describes the side effect (ROL-5)",
}
"""Uses of fortune on a roll. They are asked for or never offered: when to spend fortune is the player's to say."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be automated: its key in the file, its words, what is set, what is usual, what may be set."""

    key: str
    title: str
    mode: Mode
    usual: Mode
    modes: tuple[Mode, ...]


def key_of(perk: OwnedPerk) -> str:
    """The key of a perk: `perk:better-lucky-than-good`."""
    name = perk.info.key if perk.info else re.sub(r"[^a-z0-9]+", "-", perk.name.casefold()).strip("-")
    return f"perk:{name}"


def usual(perk: OwnedPerk) -> Mode:
    """What happens unless the player says otherwise: what is free is taken, what costs is asked, and a perk with text
    only is shown."""
    return "always" if isinstance(perk.effect, FREELY) else "ask"


def mode_of(character: Character, perk: OwnedPerk) -> Mode:
    """Whether the perk acts by itself."""
    return _known(character.automation.get(key_of(perk)), usual(perk))


def mode(character: Character, key: str) -> Mode:
    """Whether a use of fortune is asked for."""
    return "never" if character.automation.get(key) == "never" else "ask"


def options(character: Character) -> list[Option]:
    """All that can be automated: the character's perks, each once, then the uses of fortune."""
    found: dict[str, Option] = {}
    for perk in derive.perks(character):
        if perk.info is not None:
            modes: tuple[Mode, ...] = MODES[1:] if isinstance(perk.effect, Reminder) else MODES
            found[key_of(perk)] = Option(key_of(perk), perk.name, mode_of(character, perk), usual(perk), modes)
    for key, words in FORTUNE.items():
        found[key] = Option(key, words, mode(character, key), "ask", MODES[1:])
    return list(found.values())


def _known(said: str | None, otherwise: Mode) -> Mode:
    return next((mode for mode in MODES if mode == said), otherwise)
