"""The rules as the engine knows them. The modules of commands are loaded when one of their commands is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from saga_tui.engine import deciding
from saga_tui.engine.asked import ASKED, CONDITIONS, COUNTERS
from saga_tui.engine.automation import parts_of
from saga_tui.engine.command import Commands
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES
from saga_tui.games.fate.hero import Hero, Play
from saga_tui.games.fate.play import PLAY
from saga_tui.games.fate.play.clock import CLOCK
from saga_tui.games.fate.play.state import Hands, cards_of, hand_of, play_of
from saga_tui.games.fate.rules.base import MADE
from saga_tui.games.fate.rules.figures import MAKING, entries, problems
from saga_tui.games.lent import book_in

HERE: Final = "saga_tui.games.fate.rules"
HOMES: Final = {
    f"{HERE}.build": """
        describe choose-tier choose-way choose-calling set-score set-code add-skill mark-skill remove-skill set-edge
        set-hand set-health add-power set-intensity set-trump remove-power add-stunt add-limit remove-stunt remove-limit
        add-gear use-gear remove-gear add-hindrance remove-hindrance deal-cards give-card lift surprise set-switch
        change-setting from-paper start-play""",
    **PLAY,
    deciding.__name__: " ".join(deciding.SHARED),
}
"""The verbs of each module of commands."""
COMMANDS: Final = Commands(HOMES, MADE)
LISTS: Final[Mapping[str, Callable[[Hero], Sequence[str]]]] = {
    "dealt card": lambda one: [book.cards(100)[card].name for card in one.made.cards],
    "card target": MAKING.targets,
    "bank": lambda one: [f"{card.value}" for card in cards_of(play_of(one).bank)],
    "card": lambda one: [card.name for card in hand_of(one)],
    "score": lambda one: [*ABILITIES, *(power.name for power in one.powers)],
    "skill": lambda one: [skill.name for own in one.four.values() for skill in own.skills],
    "suggested skill": lambda _: [name for row in book.keyed("abilities").values() for name in row["skills"]],
    "power": lambda one: [power.name for power in one.powers],
    "gear": lambda one: [piece.name for piece in one.gear],
    "hindrance": lambda one: list(one.hindrances),
    "weapon": lambda one: [piece.name for piece in one.gear if piece.kind == "weapon"],
    "duration": lambda one: [lasts.what for lasts in play_of(one).durations],
    CONDITIONS: lambda _: [row["key"] for row in book.data("play")["condition"]],
    COUNTERS: lambda one: [entry.name for entry in entries(one) if entry.counted],
    ASKED: lambda one: [ask.what for ask in play_of(one).asks],
    "calling": lambda _: list(book.keyed("callings")),
}
"""What parameters choose from."""


def when(hero: Hero) -> str:
    """Where in time it is: `evening 2, scene 1`."""
    return ", ".join(f"{name} {number}" for name, number in CLOCK.now(hero).items())


RULES: Final[Rules[Hero]] = Rules(
    document=Hero,
    play=Play,
    commands=COMMANDS,
    entries=entries,
    problems=problems,
    clock=CLOCK,
    edit=Hands,
    when=when,
    lists=LISTS,
    parts=parts_of(book.data("automated")),
    book=book_in("saga_tui.games.fate", "Fate Deck heroes", example="F-TRUMP-1"),
    ids=Ids(not_begun="F-TIME-1", dice="F-CHAT-2", automation="F-TIME-2"),
)
