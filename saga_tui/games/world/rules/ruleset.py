"""World Saga's rules as the engine knows them. The modules of commands are loaded when one of their commands is
wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from saga_tui.engine import deciding
from saga_tui.engine.automation import parts_of
from saga_tui.engine.command import Commands
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.lent import book_in
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Play
from saga_tui.games.world.play import PLAY
from saga_tui.games.world.play.clock import CLOCK, PERIODS
from saga_tui.games.world.play.state import LISTS, play_of
from saga_tui.games.world.rules.base import MADE
from saga_tui.games.world.rules.checks import problems
from saga_tui.games.world.rules.figures import entries

HOMES: Final = {
    "saga_tui.games.world.rules.build": """
        describe set-attribute deal-array set-training set-maximum set-speed add-item use-item remove-item
        set-switch change-setting from-paper surprise start-play""",
    **PLAY,
    deciding.__name__: " ".join(deciding.SHARED),
}
"""The verbs of each module of commands."""
COMMANDS: Final = Commands(HOMES, MADE)


def aliases(_: Character) -> Mapping[str, str]:
    """Older names that the source still uses (W-CHR-4)."""
    return {"hardiness": "resilience", "presevere": "persevere"}


def when(character: Character) -> str:
    """Where in time it is: `day 3, Evening`."""
    play = play_of(character)
    combat = f", Combat, round {play.round}" if CLOCK.is_open(character, "combat") else ""
    return f"day {play.day}, {PERIODS[(play.period - 1) % len(PERIODS)]}{combat}" if character.play else ""


RULES: Final[Rules[Character]] = Rules(
    document=Character,
    play=Play,
    commands=COMMANDS,
    entries=entries,
    problems=problems,
    clock=CLOCK,
    when=when,
    lists=LISTS,
    aliases=aliases,
    parts=parts_of(book.data("automated")),
    book=book_in("saga_tui.games.world", "World Saga", example="W-TST-4", credit=book.CREDIT),
    ids=Ids(not_begun="W-ENT-1", dice="W-TST-4", automation="W-SET-1"),
)
"""The rules of World Saga."""
