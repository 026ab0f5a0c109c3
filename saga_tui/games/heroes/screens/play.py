"""The play screen: the map with what is lit on it, what is asked beside it, and what Enter on an area does
(H-SCREEN-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from saga_tui.engine.boards import Reached
from saga_tui.engine.session import Session
from saga_tui.games.heroes import blows, moving, play, sides
from saga_tui.games.heroes.board import by_sea
from saga_tui.games.heroes.book import AREAS, HEROES, PIECES
from saga_tui.games.heroes.commands import Attack, Flee
from saga_tui.games.heroes.game import GAME
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.screens import choices
from saga_tui.games.heroes.screens.faces import SCREEN, SEA, drawings, faces
from saga_tui.games.heroes.state import LEVELS, State
from saga_tui.games.heroes.told import WORDS, player
from saga_tui.paper.sections import text
from saga_tui.result_table import halves
from saga_tui.ui.board import ASKS, HERE, BoardScreen, board_layout, own_panel
from saga_tui.ui.builder.before_play import Seating
from saga_tui.ui.builder.screen import builder_of
from saga_tui.ui.keys import play_keys
from saga_tui.ui.machine import seat_actions
from saga_tui.ui.specs import LOG, Action, AnyRow, Panel
from saga_tui.ui.tracker import SHARED

if TYPE_CHECKING:
    from textual.screen import Screen

    from saga_tui.store import Memory
    from saga_tui.ui.builder.spec import BuilderSpec
    from saga_tui.ui.specs import Deed

SEATS: Final = "seats"
ACTIONS: Final = (*seat_actions(GAME.rules.commands), *SHARED)


class Table(BoardScreen[Saved, State]):
    """A game of Age of Heroes in play."""

    GAME = GAME
    COURSE = play.COURSE
    MOMENTS, PHASES = SCREEN["moments"], SCREEN["phases"]
    SIGNS: ClassVar[Mapping[str, tuple[str, str]]] = {key: (one.sign, one.name) for key, one in HEROES.items()}
    PANELS: ClassVar[Sequence[Panel]] = (
        own_panel(ASKS, "Now", worth=1),
        own_panel(HERE, "Here", worth=2, folds=2),
        own_panel(SEATS, "Heroes", worth=3, folds=3),
        LOG,
    )
    ACTIONS: ClassVar[Sequence[Action]] = ACTIONS
    LAYOUT = board_layout((ASKS, HERE, SEATS, LOG.place))
    BINDINGS = play_keys(ACTIONS)

    # ---- who decides what

    ON_PANELS = frozenset({"fight", "over"})
    ABLE = {"move": choices.movers, "fight": choices.fighters}

    def where(self, state: State) -> str:
        """Where the one stands who decides, or the fight is."""
        of = state.seats[self.asked(state) or next(iter(state.seats))]
        where = state.fight.area if state.fight is not None else of.fell or state.hero(of.hero).at
        return where if where in AREAS else next(iter(AREAS))

    # ---- the map

    drawings, faces = staticmethod(drawings), staticmethod(faces)

    def reach(self, piece: str, state: State) -> Mapping[str, Reached]:
        """Where a counter can go."""
        return moving.reach_of(state, state.counters[piece]) if self.part(state) == "move" else {}

    def far(self, start: str, reached: Reached) -> str:
        """How far, and whether a step by sea leads there (H-MOVE-5)."""
        wet = any(by_sea(one, other) for one, other in zip((start, *reached.areas), reached.areas, strict=False))
        return f"{reached.cost}{SEA if wet else ''}"

    def targets(self, state: State) -> Mapping[str, tuple[str, Deed | None]]:
        """Where the one that flees can go; or where something can be attacked, with the best chance of those there."""
        if state.questions and (key := state.questions[-1].counter) and state.questions[-1].kind == "flee":
            ways = [way for way in blows.flights(state, state.counters[key]) if way]
            return {way[-1]: (str(len(way)), self.order(Flee(counter=key, areas=way))) for way in ways}
        return self.aimed(
            sides.choices(state) if self.part(state) == "fight" else [],
            lambda one: halves(sides.forecast(state, one.counters, one.target).chances)[1],
            lambda one: Attack(counters=one.counters, target=one.target),
        )

    # ---- words

    def rows(self, place: str, state: State) -> Iterable[AnyRow]:
        """The rows of the panels."""
        if place == ASKS:
            return choices.asks(state, self)
        if place == HERE:
            return choices.here(state, self.map.cursor, self.group)
        return self.seat_rows(("glory", "luck", "marks", "total"), partial(choices.seat, state), "H-END-2")

    def heading(self, place: str, state: State) -> str:
        """The area at the cursor, and who attacks."""
        if place == ASKS and self.group and state.phase == "fight":
            return "attack together" if len(self.group) > 1 else f"attack with {PIECES[self.group[0]].name}"
        return AREAS[self.map.cursor].name if place == HERE else ""


def screen(memory: Memory) -> Screen[None]:
    """The screen that a game opens on: who plays and by which rules, then the board."""
    session = Session(GAME.rules, memory)
    return Table(session) if session.document.play is not None else builder_of(GAME, session)


def builder() -> BuilderSpec:
    """Who plays, and by which rules, before a game begins (H-SET-1, H-SWITCH, H-TURN-1)."""
    return Seating(
        GAME.rules, play.SET_UP, Table.SIGNS, LEVELS, lambda saved, hero: player(saved.state, hero), WORDS["presets"],
        WORDS["switch"], lambda saved, width: text([*GAME.page(saved)], width),
    ).builder()  # fmt: skip
