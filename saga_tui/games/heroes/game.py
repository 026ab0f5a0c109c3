"""Age of Heroes as the shell knows it: the object `GAME`. Its screens are loaded when one is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine.clock import Clock
from saga_tui.engine.entries import Entry, number
from saga_tui.engine.hints import Asked, Hints
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.contract import Game, Summary, book_in
from saga_tui.games.heroes.board import total
from saga_tui.games.heroes.book import AREAS, HEROES, NECKLACE, PIECES, SWITCHES, TABLES, THINGS
from saga_tui.games.heroes.saved import KEY, BoardPlay, Saved
from saga_tui.games.heroes.state import COUNTRY, State
from saga_tui.games.heroes.told import deciding, player
from saga_tui.games.heroes.verbs import MADE, Board
from saga_tui.games.lent import lent, pages_in
from saga_tui.problem import Problem
from saga_tui.safe import clean
from saga_tui.tally import Tally, Term
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.changes import Doc

HEADER: Final = """\
A game of Age of Heroes, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
What is hidden from the players stands here too: read on only if you want to know it.
Check it:  saga-tui check FILE     All entries:  saga-tui schema --game heroes     Print it:  saga-tui sheet FILE"""
CLOCK: Final[Clock[Saved]] = Clock(("game", "turn"), {"turn": ("turn",)}, suggested=lambda _: "turn")
COUNTED: Final = {"glory": ("Glory", "H-GLORY-1"), "luck": ("Luck", "H-LUCK-1"), "hoard": ("Hoard", "H-WEALTH-1")}
SCORE: Final = TABLES["score"]


def score(state: State, hero: str) -> Tally:
    """A seat's total with its parts (H-END-2); that of a hero who withdrew is final (H-DEATH-2)."""
    seat, name = state.seats[hero], f"total:{hero}"
    label = f"{HEROES[hero].name}'s total"
    if not seat.in_play or not seat.counter:
        return Tally(name, label, (Term(total(state, seat), "when the hero withdrew", "H-DEATH-2", "play"),))
    marks = seat.hoard + THINGS[NECKLACE].marks_at_end * (NECKLACE in (*state.hero(hero).things, *seat.bore))
    jarls = [PIECES[one.id] for one in state.jarls(hero)]
    parts = (
        (seat.glory, "glory"),
        (marks // SCORE["marks_for_a_point"], f"a tenth of {plural(marks, 'mark')}"),
        (seat.luck // SCORE["luck_for_a_point"], f"a third of {seat.luck} luck"),
        *((one.combat // SCORE["jarl_factor_for_a_point"], f"half the factor of {one.name}") for one in jarls),
    )
    return Tally(name, label, tuple(Term(amount, why, "H-END-2", "play") for amount, why in parts if amount))


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


def problems(saved: Saved) -> list[Problem]:
    """A game that no one plays cannot begin (H-SET-1)."""
    if saved.play is not None or saved.seats:
        return []
    return [Problem("unfinished", "H-SET-1", ("seats",), "No one plays yet", "Choose who plays each hero.", "seats")]


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
        "target": lambda _: [*PIECES, COUNTRY],
        "area": lambda _: [*AREAS],
        "thing": lambda _: [*THINGS],
        "switch": lambda _: [*SWITCHES, "turns", "preset"],
    },
    hints=Hints(asked=question),
    ids=Ids(not_begun="H-STATE-3", dice="H-DRAW-2", automation="H-STATE-5"),
)


class HeroesGame(Game):
    """The game, as the contract has it."""

    key: str = KEY
    title: str = "Age of Heroes"
    header: str = HEADER
    noun: str = "game"
    name_path: tuple[str, ...] = ("name",)
    long_text: str = "notes"
    begins: str = "begin"

    rules = RULES
    screen = lent("saga_tui.games.heroes.screens.play:screen")

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """The board in six pages."""
        return pages_in("saga_tui.games.heroes.book")

    def summary(self, doc: Doc) -> Summary:
        """Its name, who plays, and where it stands."""
        saved = self.rules.of(doc)
        state = saved.state
        line = ", ".join(f"{HEROES[hero].name}: {player(state, hero)}" for hero in state.seats)
        over = "over" if state.phase == "over" else f"turn {state.turn} of {state.turns}"
        where = "being set up" if saved.play is None else over
        return Summary(clean(saved.title), clean(line), where, saved.play is not None)


GAME: Final = HeroesGame()
