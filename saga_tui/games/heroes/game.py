"""Age of Heroes as the shell knows it: the object `GAME`. Its screens are loaded when one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine.automation import parts_of
from saga_tui.engine.computers import RANDOM
from saga_tui.engine.contests import Contest, Played
from saga_tui.engine.hints import Hints
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.heroes.board import totals
from saga_tui.games.heroes.book import AREAS, HEROES, JARLS, NECKLACE, PIECES, SWITCHES, THINGS
from saga_tui.games.heroes.checks import faults
from saga_tui.games.heroes.paper import held, numbers, score, standing
from saga_tui.games.heroes.saved import KEY, BoardPlay, Saved
from saga_tui.games.heroes.state import COUNTRY, LEVELS
from saga_tui.games.heroes.told import NAMES, WORDS, deciding, player
from saga_tui.games.heroes.verbs import MADE, Board
from saga_tui.games.lent import book_in, lent, pages_in
from saga_tui.games.seated import SeatedGame, Seating, seat_entries, seat_problems, turn_words, turns

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from saga_tui.engine.command import Command
    from saga_tui.paper.items import Block
    from saga_tui.paper.story import Recap

HEADER: Final = """\
A game of Age of Heroes, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
What is hidden from the players stands here too: read on only if you want to know it.
Check it:  saga-tui check FILE     All entries:  saga-tui schema --game heroes     Print it:  saga-tui sheet FILE"""
UNKNOWN: Final = "unknown"
COUNTED: Final = {"glory": ("glory", "H-GLORY-1"), "luck": ("luck", "H-LUCK-1"), "hoard": ("hoard", "H-WEALTH-1")}


SEATING: Final = Seating(NAMES, player, standing, totals, deciding)
RULES: Final[Rules[Saved]] = Rules(
    document=Saved,
    play=BoardPlay,
    edit=Board,
    commands=MADE,
    entries=lambda saved: seat_entries(saved, COUNTED, NAMES, score, {NECKLACE}),
    problems=lambda saved: seat_problems(saved, faults, "H-SET-1"),
    clock=turns({"move": "movement", "fight": "fights"}, "hero", {key: one.name for key, one in HEROES.items()}),
    book=book_in("saga_tui.games.heroes", "Age of Heroes", example="H-FIGHT-8"),
    when=turn_words,
    lists={
        "hero": lambda _: [*HEROES],
        "counter": lambda _: [*PIECES],
        "target": lambda _: [*PIECES, COUNTRY, UNKNOWN],
        "area": lambda _: [*AREAS],
        "thing": lambda _: [*THINGS],
        "switch": lambda _: [*SWITCHES, "turns", "preset"],
    },
    parts=parts_of(WORDS["automated"]),
    hints=Hints(asked=SEATING.question),
    ids=Ids(not_begun="H-STATE-3", dice="H-DRAW-2", automation="H-STATE-5"),
)


def played(levels: Sequence[str], seed: int, options: Mapping[str, str]) -> Played:
    """A whole game of computer players (H-AI-11)."""
    found: Played = import_module("saga_tui.games.heroes.minds").played(levels, seed, options)
    return found


class HeroesGame(SeatedGame):
    """The game, as the contract has it."""

    key: str = KEY
    title: str = "Age of Heroes"
    header: str = HEADER
    long_text: str = "notes"
    sealed: Sequence[str] = ("luck", "points", "luck_bids", "secret")  # H-LUCK-2, H-INFO-1
    shows: frozenset[str] = frozenset({"drawn", "up", "lairs"})
    contest: Contest | None = Contest((RANDOM, *LEVELS), len(HEROES), played)

    rules = RULES
    seating = SEATING
    screen = lent("saga_tui.games.heroes.screens.play:screen")
    throws = property(lent("saga_tui.games.heroes.throws:THROWS"))
    builder = lent("saga_tui.games.heroes.screens.play:builder")

    def hides(self, path: tuple[str | int, ...]) -> bool:
        """Jarls face down, what lies under dragons, bids and dice of an open fight, dice to come (H-INFO-2)."""
        jarl = path[:2] == ("play", "counters") and (len(path) < 3 or path[2] in JARLS)
        return jarl or path in (("seed",), ("play",)) or path[:2] in (("play", "lairs"), ("play", "fight"))

    def prepared(self, command: Command, document: Saved, folder: Path) -> Command:
        """A jarl face down is attacked as `unknown`: nobody who types knows his name (H-JARL-1, H-INFO-1)."""
        if command.verb != "attack":
            return super().prepared(command, document, folder)
        said, counters = command.model_dump(), document.state.counters
        there = {counters[one].at for one in said["counters"] if one in counters}
        unseen = [one for one in counters.values() if one.at in there and not (one.up or one.master)]
        known = {UNKNOWN: unseen[0].id if unseen else UNKNOWN} | {one.id: UNKNOWN for one in unseen}
        return command.model_copy(update={"target": known.get(said["target"], said["target"])})

    @property
    def telling(self) -> Recap:
        """The game's story: turns as chapters, and the glory of each hero as charts."""
        from saga_tui.paper.seats import SeatsRecap

        return SeatsRecap(self, "glory", ending=("done",))

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """The board in six pages."""
        return pages_in("saga_tui.games.heroes.book")

    def page(self, document: Any) -> Sequence[Block]:
        """The score table, and what each hero has; nothing that is hidden (H-END-2, H-INFO-2)."""
        from saga_tui.paper.seats import score_page

        state, heads = document.state, ("Hero", "Total", "Glory", "Marks", "Luck", "Jarls")
        found = totals(state) if document.play else {}
        return tuple(score_page(document, self, heads, found, partial(numbers, state), partial(held, state)))


GAME: Final = HeroesGame()
