"""SagaS's rules as the engine knows them. The modules of commands are loaded when one of their commands is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from saga_tui.engine import deciding, levels
from saga_tui.engine.automation import parts_of
from saga_tui.engine.command import Commands
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.lent import book_in
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.play import PLAY
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.state import LISTS as IN_PLAY
from saga_tui.games.sagas.rules.base import MADE
from saga_tui.games.sagas.rules.checks import open_arts, problems
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, entries, figures, name_of

HERE: Final = "saga_tui.games.sagas.rules"
HOMES: Final = {
    f"{HERE}.build": """
        describe choose-campaign choose-technology choose-class set-characteristic set-bonus raise-skill lower-skill
        set-skill add-skill make-skill remove-skill choose-benefit mark-trade add-gear wear remove-gear from-paper
        surprise set-switch change-setting start-play""",
    **PLAY,
    deciding.__name__: " ".join(deciding.SHARED),
}
"""The verbs of each module of commands."""
COMMANDS: Final = Commands(HOMES, MADE)

# ---- what parameters choose from


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    **levels.lists(figures),
    "art with a choice": lambda one: [one.skills[place].name for place in open_arts(figures(one))],
    "gear": lambda one: [piece.name for piece in one.gear],
    "equipment": lambda one: list(figures(one).pieces),
    "rule option": lambda _: list(book.switches()),
    **IN_PLAY,
}


def aliases(_: Character) -> Mapping[str, str]:
    """Characteristics by their whole names."""
    return {name_of(key): key for key in (*MAIN, *SECONDARY)}


def when(character: Character) -> str:
    """Where in time it is: `scenario 2, scene 1`."""
    return ", ".join(f"{name} {number}" for name, number in CLOCK.now(character).items())


RULES: Final[Rules[Character]] = Rules(
    document=Character,
    play=Play,
    commands=COMMANDS,
    entries=entries,
    further=lambda one: [figures(one).total(ref) for ref in figures(one).held],
    problems=problems,
    clock=CLOCK,
    when=when,
    lists=LISTS,
    aliases=aliases,
    parts=parts_of(book.data("automated")),
    book=book_in("saga_tui.games.sagas", "SagaS", example="S-TST-2", credit=book.CREDIT),
    ids=Ids(not_begun="S-CLK-1", dice="S-DIE-7", automation="S-APP-1"),
)
