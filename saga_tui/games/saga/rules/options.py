"""All that can be automated of a character: the clock's resets, the rules' questions, perks and uses of fortune."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from saga_tui.engine.automation import MODES, Option, of_the_clock
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.automation import ASKS, FORTUNE, key_of, mode, mode_of, of_perk
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.clock import CLOCK


def options(character: Character) -> list[Option]:
    """All that can be automated: the clock's resets, the rules' questions, the character's perks, each once, and the
    uses of fortune."""
    found = {option.key: option for option in of_the_clock(character, CLOCK)}
    found |= {option.key: option for option in _asked(character, ASKS, "Questions")}
    for perk in derive.perks(character):
        if perk.info is not None:
            found[key_of(perk)] = of_perk(perk.info, mode_of(character, perk), key_of(perk))
    found |= {option.key: option for option in _asked(character, FORTUNE, "Fortune on a roll")}
    return list(found.values())


def _asked(character: Character, table: Mapping[str, tuple[str, str]], section: str) -> Iterator[Option]:
    for key, (words, rule) in table.items():
        yield Option(key, words, mode(character, key), "ask", MODES[1:], rule, "when it matters", section)


def any_options() -> list[Option]:
    """All that any character may have that can be automated, as it usually is."""
    own = options(Character())
    known = {option.key for option in own}
    return [*own, *(one for one in map(of_perk, book.perks()) if one.key not in known)]
