"""The play screen: the map with what is lit on it, what is asked beside it, and what Enter on an area does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.content import Content

from saga_tui.engine.boards import Reached
from saga_tui.engine.session import Session
from saga_tui.games.heroes import blows, commands, moving, play, sides
from saga_tui.games.heroes.book import AREAS, PIECES
from saga_tui.games.heroes.commands import Attack, Done, Flee, Go
from saga_tui.games.heroes.game import GAME
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.screens import choices
from saga_tui.games.heroes.screens.faces import distances, drawings, faces, letter
from saga_tui.games.heroes.state import State
from saga_tui.games.heroes.told import deciding
from saga_tui.safe import safe
from saga_tui.ui.area_drawing import Drawing
from saga_tui.ui.area_map import Face
from saga_tui.ui.band import Moment
from saga_tui.ui.board import ASKS, HERE, BoardScreen, board_layout, empty_panel
from saga_tui.ui.builder.screen import builder_of
from saga_tui.ui.keys import play_keys
from saga_tui.ui.specs import LOG, Action, AnyRow, Flow, Layout, Panel
from saga_tui.ui.tracker import SHARED
from saga_tui.words import listed, percent, sentence

if TYPE_CHECKING:
    from textual.screen import Screen

    from saga_tui.engine.command import Command, Outcome
    from saga_tui.store import Memory
    from saga_tui.ui.specs import Deed

SEATS: Final = "seats"
PHASES: Final = {"move": "movement", "fight": "fights", "over": "the end"}
SEEN: Final = {
    "H-FIGHT-7": "Fight", "H-FIGHT-10": "Fight", "H-TAX-1": "Subdued", "H-TAX-4": "Lost", "H-JARL-2": "Recruited",
    "H-SPELL-1": "Spell", "H-SPELL-9": "Spell", "H-GOD-2": "Gods", "H-RUNE-1": "Rune", "H-TREAS-2": "Treasure",
    "H-DEATH-1": "Death", "H-TURN-1": "Turn", "H-END-1": "The end",
}  # fmt: skip
"""What is shown for a moment, by the rule of its line in the log."""


def _decides(document: Saved) -> bool:
    """Whether a person may say that a part of a phase is over."""
    state = document.state
    return state.phase in ("move", "fight") and not state.questions and bool(state.whose)


async def _done(screen: Table) -> None:
    await screen.command(Done())


ACTIONS: Final = (
    Action("done", "Done", "This part of the phase is over", _done, ("done",), "n", when=_decides, shown=True),
)  # fmt: skip
PANELS: Final[tuple[Panel, ...]] = (
    empty_panel(ASKS, "Your move", worth=1),
    empty_panel(HERE, "Here", worth=2, folds=2),
    empty_panel(SEATS, "Heroes", worth=3, folds=3),
    LOG,
)


class Table(BoardScreen[Saved]):
    """A game of Age of Heroes in play."""

    GAME = GAME
    PANELS: ClassVar[Sequence[Panel]] = PANELS
    ACTIONS: ClassVar[Sequence[Action]] = (*ACTIONS, *SHARED)
    LAYOUT: ClassVar[Layout | None] = board_layout((ASKS, HERE, SEATS, LOG.place))
    BINDINGS = play_keys((*ACTIONS, *SHARED))

    def __init__(self, session: Session[Saved]) -> None:
        self._state: tuple[object, State] = (None, State())
        super().__init__(session)

    # ---- the state, and commands on it

    def state_of(self, document: Saved) -> State:
        """The game as the machine has it; the same one as long as the document is."""
        if self._state[0] is not document:
            self._state = (document, document.state)
        return self._state[1]

    def order(self, command: commands.Command) -> Command:
        """A command of the machine as one of the document."""
        taken = (name.rstrip("?") for name in commands.TAKES[command.verb])
        return self.session.game.command(command.verb, {name: getattr(command, name) for name in taken})

    async def command(self, command: commands.Command) -> bool:
        """Carries one out; whether it was done."""
        return await self.execute(self.order(command)) is not None

    def able(self, document: Saved) -> list[str]:
        """The counters that can still move, or attack something."""
        state = self.state_of(document)
        if state.questions or not state.whose or not self._person(state):
            return []
        able = {"move": choices.movers, "fight": choices.fighters}.get(state.phase)
        return able(state) if able is not None else []

    def place_of(self, piece: str, document: Saved) -> str:
        """The area in which a counter stands."""
        return self.state_of(document).counters[piece].at

    def new_question(self, document: Saved) -> None:
        """Fights and questions are decided on the panels: they are shown over the map too."""
        super().new_question(document)
        state = self.state_of(document)
        self.set_class(self._person(state) and bool(state.questions or state.phase == "fight"), "-shown")

    # ---- the map

    def drawings(self) -> Sequence[Drawing]:
        """The map in both sizes."""
        return drawings()

    def begins_at(self, document: Saved) -> str:
        """Where the one stands who decides first."""
        return self.asked_about(document)[1] or next(iter(AREAS))

    def asked_about(self, document: Saved) -> tuple[object, str]:
        """Who decides what, and where."""
        state = self.state_of(document)
        hero = play.asked(state)
        if state.fight is not None:
            kinds = tuple((one.kind, one.counter) for one in state.questions)
            return (state.turn, hero, kinds), state.fight.area
        where = state.hero(hero).at if hero and state.seats[hero].in_play else ""
        return (state.turn, state.phase, hero), where if where in AREAS else ""

    def lit(self, document: Saved) -> dict[str, str]:
        """The areas that can be chosen, each with its mark: how far it is, or the chance of the fight there."""
        state = self.state_of(document)
        if not self._person(state):
            return {}
        if state.questions and state.questions[-1].kind == "flee":
            counter = state.counters[state.questions[-1].counter]
            return {way[-1]: str(len(way)) for way in blows.flights(state, counter) if way}
        if state.questions or not self.group:
            return {}
        if state.phase == "move":
            reach = self._reach(state)
            return distances(state.counters[self.group[0]].at, reach)
        best: dict[str, Any] = {}
        for choice in choices.targets(state, self.able(document)):
            chances = sides.forecast(state, choice.counters, choice.target).chances
            best[choice.area] = max(best.get(choice.area, 0), sum(chances[choices.WON]))
        return {area: percent(chance) for area, chance in best.items()}

    def _reach(self, state: State) -> dict[str, Reached]:
        """Where all of the group can go."""
        ways = [moving.reach_of(state, state.counters[one]) for one in self.group]
        return {area: max((each[area] for each in ways), key=lambda one: one.cost) for area in ways[0]
                if all(area in each for each in ways)}  # fmt: skip

    def faces(self, document: Saved) -> Mapping[str, Face]:
        """The map as it is now."""
        state = self.state_of(document)
        return faces(state, self.lit(document))

    def way(self, document: Saved) -> Sequence[str]:
        """The way from those who are picked to the cursor."""
        state = self.state_of(document)
        if state.phase != "move" or state.questions or not self.group or not self._person(state):
            return ()
        found = self._reach(state).get(self.map.cursor)
        return (state.counters[self.group[0]].at, *found.areas) if found is not None else ()

    def _person(self, state: State) -> bool:
        hero = play.asked(state)
        return bool(hero) and state.seats[hero].control == "person"

    def chosen(self, area: str, document: Saved) -> Deed | None:
        """Those who are picked go there, the one that flees goes there, or what stands there is attacked."""
        state = self.state_of(document)
        if area not in self.lit(document):
            return None
        if state.questions:
            counter = state.counters[state.questions[-1].counter]
            ways = (way for way in blows.flights(state, counter) if way and way[-1] == area)
            return self.order(Flee(counter=counter.id, areas=next(ways)))
        if state.phase == "move":
            return self._going(area) if self._reach(state)[area].areas else None
        found = [one for one in choices.targets(state, self.group) if one.area == area]
        if not found:
            self.group = next(one.counters for one in choices.targets(state, self.able(document)) if one.area == area)
            self.call_later(self.show_map)
        return self.order(Attack(counters=found[0].counters, target=found[0].target)) if len(found) == 1 else None

    def _going(self, area: str) -> Flow:
        async def flow(_screen: Any) -> None:
            for one in self.group:
                state = self.state_of(self.document)
                way = moving.reach_of(state, state.counters[one]).get(area)
                if way is None or not way.areas or not await self.command(Go(counter=one, areas=way.areas)):
                    break
            self.stay_picked()

        return flow

    # ---- words

    def rows(self, place: str, document: Saved) -> Iterable[AnyRow]:
        """The rows of the panels."""
        state = self.state_of(document)
        if place == ASKS:
            return choices.asks(state, choices.Picked(self.group, self.toggle, self.order))
        if place == HERE:
            return choices.here(state, self.map.cursor, self.group)
        return choices.seats(state)

    def heading(self, place: str, document: Saved) -> str:
        """The area at the cursor, and who attacks."""
        if place == ASKS and self.group and self.state_of(document).phase == "fight":
            return "attack with " + listed(PIECES[one].name for one in self.group)
        return AREAS[self.map.cursor].name if place == HERE else ""

    def header(self, document: Saved, width: int) -> tuple[Content, Content]:
        """The game's name; turn, phase, and the order of play with whose part it is."""
        state = self.state_of(document)
        turns = [(f"▸{letter(one)} ", f"bold ${one} reverse") if one == play.asked(state) else
                 (f" {letter(one)} ", f"bold ${one}") for one in state.order]  # fmt: skip
        when = f"turn {state.turn} of {state.turns} · {PHASES.get(state.phase, state.phase)}  "
        return Content.styled(safe(document.title, limit=50), "bold $title"), Content.assemble((when, "bold"), *turns)

    def now(self, document: Saved) -> Content:
        """Who decides what, and how."""
        state = self.state_of(document)
        hero, words, _ = deciding(state)
        if not hero:
            return Content.styled("  The game is over: S shows the score, C the story.", "bold")
        said = Content.styled(f"▸ {PIECES[hero].name}: ", f"bold ${hero}")
        if not self._person(state):
            return Content.assemble(said, (words, "$dim"), self.pace_words())
        if state.questions:
            return Content.assemble(said, (sentence(f"{words}?"), "bold $warn"), ("  digits answer", "$dim"))
        how = {
            "move": "Enter goes to the area at the cursor",
            "fight": "a digit attacks, or Enter on an area",
        }
        return Content.assemble(said, (f"{PHASES[state.phase]}", "bold $warn"), (f"  {how[state.phase]}", "$dim"))

    def moment(self, outcome: Outcome[Saved]) -> Moment | None:
        """What came of a decision by chance, or by others: whom it hit, what was won, whose turn it is."""
        said = [line for line in outcome.lines if line.rule in SEEN]
        if not said:
            return None
        bad = any(line.rule in ("H-DEATH-1", "H-SPELL-9", "H-TAX-4") for line in said)
        return Moment(SEEN[said[0].rule], "; ".join(line.text for line in said), "bad" if bad else "")

    # ---- computers

    def computer(self, document: Saved) -> bool:
        """Whether a computer decides now."""
        state = self.state_of(document)
        hero = play.asked(state)
        return bool(hero) and state.seats[hero].control == "computer"

    def decide(self, document: Saved) -> Command | None:
        """What it decides (H-AI-1)."""
        state = self.state_of(document)
        hero, minds = play.asked(state), import_module("saga_tui.games.heroes.minds")
        return self.order(minds.choose(state, hero, state.seats[hero].level, state.seed))


def screen(memory: Memory) -> Screen[None]:
    """The screen that a game opens on: who plays and by which rules, then the board."""
    session = Session(GAME.rules, memory)
    return Table(session) if session.document.play is not None else builder_of(GAME, session)
