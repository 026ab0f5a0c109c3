"""Age of Heroes as the shell knows it: the object `GAME`. Its screens are loaded when one is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from saga_tui.dice import secure
from saga_tui.engine.automation import parts_of
from saga_tui.engine.clock import Clock
from saga_tui.engine.computers import RANDOM
from saga_tui.engine.contests import Contest, Played
from saga_tui.engine.entries import Entry, number
from saga_tui.engine.hints import Asked, Hints
from saga_tui.engine.model import LARGEST
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.contract import Game, Summary, book_in
from saga_tui.games.heroes.board import totals
from saga_tui.games.heroes.book import AREAS, HEROES, JARLS, PIECES, SWITCHES, THINGS
from saga_tui.games.heroes.checks import faults
from saga_tui.games.heroes.paper import Telling, fight, page, score, standing
from saga_tui.games.heroes.saved import KEY, MEND, BoardPlay, Saved
from saga_tui.games.heroes.state import COUNTRY, LEVELS
from saga_tui.games.heroes.told import WORDS, deciding, player
from saga_tui.games.heroes.verbs import MADE, Board
from saga_tui.games.lent import lent, pages_in
from saga_tui.portrait import Badge, Meter, Part, Portrait
from saga_tui.problem import Problem
from saga_tui.safe import clean
from saga_tui.tally import Tally, Term

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from saga_tui.changes import Doc
    from saga_tui.engine.command import Command
    from saga_tui.paper.items import Block

HEADER: Final = """\
A game of Age of Heroes, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
What is hidden from the players stands here too: read on only if you want to know it.
Check it:  saga-tui check FILE     All entries:  saga-tui schema --game heroes     Print it:  saga-tui sheet FILE"""
UNKNOWN: Final = "unknown"
CLOCK: Final[Clock[Saved]] = Clock(
    ("game", "turn"), {"turn": ("turn",)}, short={"turn": "t"}, suggested=lambda _: "turn"
)
COUNTED: Final = {"glory": ("Glory", "H-GLORY-1"), "luck": ("Luck", "H-LUCK-1"), "hoard": ("Hoard", "H-WEALTH-1")}


def entries(saved: Saved) -> Iterator[Entry]:
    """The name; of each seat glory, luck, hoard and total."""
    yield Entry("name", "Name", saved.name, ("name",))
    if saved.play is None:
        return
    state = saved.state
    for hero, seat in state.seats.items():
        for field, (words, rule) in COUNTED.items():
            held = Tally(f"{field}:{hero}", f"{HEROES[hero].name}'s {words.lower()}",
                         (Term(getattr(seat, field), "so far", rule, "play"),))  # fmt: skip
            yield number(held, ("seats", hero, field), counted=True)
        yield number(score(state, hero))
    if saved.last:
        yield number(fight(saved), rests_on=(("last",),))


def problems(saved: Saved) -> list[Problem]:
    """A game that nobody plays cannot begin (H-SET-1); what no game can come to stands in a file that a hand wrote."""
    if saved.play is None and not saved.seats:
        return [
            Problem("unfinished", "H-SET-1", ("seats",), "No one plays yet", "Choose who plays each hero.", "seats")
        ]
    found = faults(saved.state) if saved.play is not None else []
    return [Problem("error", rule, ("play", *where), words, MEND, "fault") for where, rule, words in found]


def question(saved: Saved, _ask: Any) -> Asked:
    """Who decides what, and how it is typed (H-STATE-4)."""
    hero, words, give = deciding(saved.state)
    return Asked(f"{HEROES[hero].name} ({player(saved.state, hero)}): {words}", give) if hero else Asked("")


RULES: Final[Rules[Saved]] = Rules(
    document=Saved,
    play=BoardPlay,
    edit=Board,
    commands=MADE,
    entries=entries,
    problems=problems,
    clock=CLOCK,
    book=book_in("saga_tui.games.heroes", "Age of Heroes", example="H-FIGHT-8"),
    when=lambda saved: f"turn {saved.play.turn}" if saved.play is not None else "",  # type: ignore[attr-defined]
    lists={
        "hero": lambda _: [*HEROES],
        "counter": lambda _: [*PIECES],
        "target": lambda _: [*PIECES, COUNTRY, UNKNOWN],
        "area": lambda _: [*AREAS],
        "thing": lambda _: [*THINGS],
        "switch": lambda _: [*SWITCHES, "turns", "preset"],
    },
    parts=parts_of(WORDS["automated"]),
    hints=Hints(asked=question),
    ids=Ids(not_begun="H-STATE-3", dice="H-DRAW-2", automation="H-STATE-5"),
)


def played(levels: Sequence[str], seed: int, options: Mapping[str, str]) -> Played:
    """A whole game of computer players (H-AI-11)."""
    found: Played = import_module("saga_tui.games.heroes.minds").played(levels, seed, options)
    return found


class HeroesGame(Game):
    """The game, as the contract has it."""

    key: str = KEY
    title: str = "Age of Heroes"
    header: str = HEADER
    noun: str = "game"
    name_path: tuple[str, ...] = ("name",)
    long_text: str = "notes"
    begins: str = "begin"
    contest: Contest | None = Contest((RANDOM, *LEVELS), len(HEROES), played)

    rules = RULES
    screen = lent("saga_tui.games.heroes.screens.play:screen")
    telling = property(lambda self: Telling(self.rules))
    throws = property(lent("saga_tui.games.heroes.throws:THROWS"))
    builder = lent("saga_tui.games.heroes.screens.set_up:builder")

    def new(self, name: str) -> Doc:
        """A game that nobody plays yet; all its chance is there from now on, so that no undo changes it (H-DRAW-2)."""
        return {**super().new(name), "seed": secure(1, LARGEST)[0]}

    def hides(self, path: tuple[str | int, ...]) -> bool:
        """Jarls that lie face down, what lies under dragons, and the dice to come (H-INFO-2)."""
        jarl = path[:2] == ("play", "counters") and (len(path) < 3 or path[2] in JARLS)
        return jarl or path in (("seed",), ("play",)) or path[:2] == ("play", "lairs")

    def prepared(self, command: Command, document: Saved, folder: Path) -> Command:
        """A jarl face down is attacked as `unknown`: nobody who types knows his name (H-JARL-1, H-INFO-1)."""
        if command.verb != "attack":
            return super().prepared(command, document, folder)
        said, counters = command.model_dump(), document.state.counters
        there = {counters[one].at for one in said["counters"] if one in counters}
        unseen = [one for one in counters.values() if one.at in there and not (one.up or one.master)]
        known = {UNKNOWN: unseen[0].id if unseen else UNKNOWN} | {one.id: UNKNOWN for one in unseen}
        return command.model_copy(update={"target": known.get(said["target"], said["target"])})

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """The board in six pages."""
        return pages_in("saga_tui.games.heroes.book")

    def page(self, document: Any) -> Sequence[Block]:
        """The score table."""
        return tuple(page(document))

    def summary(self, doc: Doc) -> Summary:
        """Its name, who plays, and where it stands."""
        saved = self.rules.of(doc)
        state = saved.state
        line = ", ".join(f"{HEROES[hero].name}: {player(state, hero)}" for hero in state.seats)
        return Summary(clean(saved.title), clean(line), standing(state), saved.play is not None)

    def glance(self, doc: Doc) -> Portrait:
        """The totals, the highest first, and who decides."""
        saved = self.rules.of(doc)
        state = saved.state
        if saved.play is None:
            return super().glance(doc)
        found = sorted(totals(state).items(), key=lambda item: -item[1])
        most = max(1, found[0][1])
        first = Meter("gauge", HEROES[found[0][0]].name, "█", "░", "$good", most, most, "has")
        rows = tuple((f"{HEROES[hero].name} ({player(state, hero)})", f"{number}") for hero, number in found)
        hero, words, _ = deciding(state)
        badges = (Badge(f"{HEROES[hero].name}: {words}", "move"),) if hero else (Badge("over", "good"),)
        return Portrait((first,), badges, (), (Part("Totals", rows),))


GAME: Final = HeroesGame()
