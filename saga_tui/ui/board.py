"""The play screen of a game on a map: the map with its cursor, and beside it panels that say who decides what, what
lies at the cursor, who plays and what happened. A game gives the map's faces, the rows of its panels, and what a
choice does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from saga_tui.engine.document import Document
from saga_tui.engine.pieces import Aim, Position, among
from saga_tui.ui.area_map import AreaMap, Face
from saga_tui.ui.band import BandView
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.columns import Body
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.machine import MachineScreen
from saga_tui.ui.panels import LastLine, NowLine
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import LOG, AnyRow, Layout, Line, Panel
from saga_tui.ui.tracker import TCSS
from saga_tui.words import percent

if TYPE_CHECKING:
    from saga_tui.engine.boards import Reached
    from saga_tui.engine.session import Session
    from saga_tui.ui.area_drawing import Drawing
    from saga_tui.ui.specs import Deed, Flow

D = TypeVar("D", bound=Document)
S = TypeVar("S", bound=Position[Any, Any, Any])

BOARD_TCSS: Final = Path(__file__).with_name("board.tcss")
BESIDE: Final = 116
"""The columns from which on panels stand beside the map, and not over it."""
TALLEST: Final = 34
"""The lines from which on they do."""
ASKS: Final = "asks"
"""The place of the panel that says who decides what; its rows have digits for keys."""
HERE: Final = "here"
"""The place of the panel that says what lies at the cursor."""
PICKED, LEFT = "◉", "○"


class BoardScreen(MachineScreen[D, S]):
    """The live view of a game on a map; `S` is its machine's state."""

    CSS_PATH = [TCSS, BOARD_TCSS]
    AUTO_FOCUS = "AreaMap"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(at), f"answer({at})", "", id=f"board.answer-{at}", show=False, tooltip=f"Choose row {at}")
            for at in range(10)
        ),
        Binding("a", "gather", "Together", id="board.gather", tooltip="Pick all who stand there, or one"),
        Binding("c", "next_piece", "Next piece", id="board.next", show=False, tooltip="Go to the next of your pieces"),
        Binding("v", "panels", "Panels", id="board.panels", tooltip="Show or hide the panels over the map"),
        Binding("escape", "to_map", "", id="board.map", show=False, tooltip="Back to the map"),
    ]  # fmt: skip

    def __init__(self, session: Session[D]) -> None:
        super().__init__(session)
        self.panels = {place: self._own(panel) for place, panel in self.panels.items()}
        self.group: tuple[str, ...] = ()
        """The pieces that are picked to do something together."""
        self._trail: tuple[str, ...] = ()
        """The way that a computer's piece has just gone."""
        self._asked: object = None
        """What was to be decided last: where it is another thing, the cursor goes there."""
        self.map = AreaMap(self.drawings(), self.where(self.state))

    # ---- what a game says

    def drawings(self) -> Sequence[Drawing]:
        """The map, the smallest drawing first."""
        raise NotImplementedError

    def faces(self, state: S, lit: Mapping[str, str]) -> Mapping[str, Face]:
        """What stands in each area; `lit` are those that can be chosen, each with its mark."""
        raise NotImplementedError

    def rows(self, place: str, state: S) -> Iterable[AnyRow]:
        """The rows of a panel."""
        raise NotImplementedError

    def heading(self, place: str, state: S) -> str:
        """What the title of a panel says beyond its words."""
        return ""

    ON_PANELS: ClassVar[frozenset[str]] = frozenset()
    """The phases that are decided on the panels, as questions are: where those lie over the map they are shown."""

    def where(self, state: S) -> str:
        """The area of what is to be decided now."""
        raise NotImplementedError

    ABLE: ClassVar[Mapping[str, Callable[[Any], Sequence[str]]]] = {}
    """By the phases in which each seat has its part: the pieces that can do something in it."""

    def able(self, state: S) -> Sequence[str]:
        """The pieces that can do something now, of which some are picked; none where no person decides."""
        return self.ABLE[part](state) if (part := self.part(state)) in self.ABLE else ()

    def place_of(self, piece: str, state: S) -> str:
        """The area in which a piece stands."""
        return str(state.counters[piece].at)

    def reach(self, piece: str, state: S) -> Mapping[str, Reached]:
        """Where a piece can go now, its own area among them; empty where none may move."""
        return {}

    def step(self, piece: str, areas: tuple[str, ...]) -> Any:
        """The decision that a piece goes that way."""
        return self.COURSE.form("go", counter=piece, areas=areas)

    def far(self, start: str, reached: Reached) -> str:
        """How far an area is, in few signs."""
        return str(reached.cost)

    def trail(self, decision: Any, state: S) -> Sequence[str]:
        """The areas that a piece goes through by a decision, the first one too; none where it goes nowhere."""
        return (self.place_of(decision.counter, state), *decision.areas) if decision.areas else ()

    def targets(self, state: S) -> Mapping[str, tuple[str, Deed | None]]:
        """What else can be chosen on the map: by area its mark, and what Enter does."""
        return {}

    def aimed(self, aims: Sequence[Aim], chance: Callable[[Aim], Fraction], attack: Callable[[Aim], Any]
              ) -> Mapping[str, tuple[str, Deed | None]]:  # fmt: skip
        """Where something can be attacked, with the best chance of those who can; what Enter does, where those who are
        picked can attack one thing only."""
        best: dict[str, Fraction] = {}
        for one in aims:
            best[one.area] = max(best.get(one.area, Fraction()), chance(one))
        mine: dict[str, list[Aim]] = {}
        for one in among(aims, self.group):
            mine.setdefault(one.area, []).append(one)
        deeds = {area: self.order(attack(found[0])) for area, found in mine.items() if len(found) == 1}
        return {area: (percent(part), deeds.get(area)) for area, part in best.items()}

    def probe(self, state: S) -> None:
        """Also what is shown on the map, and what can be chosen."""
        super().probe(state)
        self.where(state)
        self.faces(state, dict.fromkeys(self.targets(state), ""))
        for piece in self.able(state):
            self.reach(piece, state)
        list(self.rows(ASKS, state))

    # ---- what is there

    def _own(self, panel: Panel) -> Panel:
        """A panel with the rows that the screen gives."""
        if panel.rows is None:
            return panel
        return replace(
            panel,
            rows=lambda _document: self.rows(panel.place, self.state),
            heading=lambda _document: self.heading(panel.place, self.state),
        )

    def compose(self) -> ComposeResult:
        """Header, what to do now, the map with the panels beside it, the last log line, the keys."""
        self._place_panels()
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield BandView(id="band")
        yield NowLine(id="now")
        self.body = Body(self.layout_plans, self._plan(*self.app.size), self._panel)
        with Horizontal(id="board"):
            yield self.map
            yield self.body
        with Foot():
            yield from self.compose_foot()
            yield LastLine(id="last")
            yield KeyBar(lines=1)

    def _place_panels(self) -> None:
        width, height = self.app.size
        self.set_class(width < BESIDE or height < TALLEST, "-over")

    async def on_resize(self, event: events.Resize) -> None:
        """Panels beside the map or over it."""
        self._place_panels()
        await super().on_resize(event)

    def happened(self) -> None:
        """Shows the game as it is now; the cursor goes to where somebody is asked something."""
        state = self.state
        asked = (state.turn, state.phase, self.asked(state), [(one.kind, one.counter) for one in state.questions])
        if asked != self._asked:
            self._asked, self.group = asked, ()
            on_panels = bool(state.questions) or state.phase in self.ON_PANELS
            self.set_class(on_panels and not self.computer(state), "-shown")
            self.map.go(self.where(state), tell=False)
        able = self.able(self.state)
        self.group = tuple(one for one in self.group if one in able) or self._beside(next(iter(able), ""))
        super().happened()
        self.show_map()

    def show_map(self) -> None:
        """The map and the panels that depend on its cursor, as they are now."""
        middle = self.map.drawing.middles[self.map.cursor].x
        self.set_class(middle > self.map.drawing.width // 2, "-left")
        self.map.show(self.faces(self.state, self.lit()), self.way())
        for panel in self.body.made:
            if panel.is_mounted and panel.spec.rows is not None:
                panel.show(self.document)
        self.body.deal()
        self.say_now()

    def _tell(self) -> None:
        super()._tell()
        self.query_one(LastLine).display = self.has_class("-over") or not self.body.shows_log

    # ---- what can be chosen on the map

    def together(self) -> dict[str, Reached]:
        """Where all who are picked can go."""
        ways = [self.reach(piece, self.state) for piece in self.group]
        first, *others = ways or [{}]
        return {
            area: max((one, *(each[area] for each in others)), key=lambda way: way.cost)
            for area, one in first.items()
            if all(area in each for each in others)
        }

    def lit(self) -> dict[str, str]:
        """The areas that can be chosen, each with its mark."""
        if self.broken or self.computer(self.state):
            return {}
        start = self.place_of(self.group[0], self.state) if self.group else ""
        found = {area: self.far(start, one) if one.areas else "" for area, one in self.together().items()}
        return found | {area: mark for area, (mark, _) in self.targets(self.state).items()}

    def witness_way(self, decision: Any) -> None:
        """The way that a computer's piece goes is drawn, and the cursor goes along."""
        self._trail = tuple(self.trail(decision, self.state))
        if self._trail:
            self.map.go(self._trail[-1], tell=False)

    def way(self) -> Sequence[str]:
        """The way from those who are picked to the cursor; that of a computer's piece, as long as it is watched."""
        if self.computer(self.state):
            return self._trail
        found = self.together().get(self.map.cursor)
        return (self.place_of(self.group[0], self.state), *found.areas) if found is not None else ()

    @on(AreaMap.Moved)
    def _moved(self) -> None:
        self.show_map()

    @on(AreaMap.Chosen)
    def _area_chosen(self, event: AreaMap.Chosen) -> None:
        found = self.together().get(event.key)
        if found is not None and found.areas:
            self.flow(self._going(event.key))
        elif (deed := self.targets(self.state).get(event.key, ("", None))[1]) is not None:
            self.flow(self.carry_out(deed))
        elif self.has_class("-over"):
            self.action_panels()

    async def _going(self, area: str) -> None:
        for piece in self.group:
            way = self.reach(piece, self.state).get(area)
            if way is None or not way.areas or not await self.decided(self.step(piece, way.areas)):
                break
        self.pick(self.group)

    # ---- what is picked

    def _beside(self, piece: str) -> tuple[str, ...]:
        """A piece and the others that can do something where it stands; none where there is no such piece."""
        if not piece:
            return ()
        at = self.place_of(piece, self.state)
        others = (one for one in self.able(self.state) if one != piece)
        return (piece, *(one for one in others if self.place_of(one, self.state) == at))

    def pick(self, group: Sequence[str]) -> None:
        """Picks these, and goes to where they stand."""
        self.group = tuple(group)
        if group:
            self.map.go(self.place_of(group[0], self.state), tell=False)
        self.show_map()

    def ask_rows(
        self, rows: Iterable[Line], fight: str = "", winners: Sequence[str] = (), rule: str = ""
    ) -> Iterator[AnyRow]:
        """The panel that says who decides what: who won by which rule, the open fight in words, who is asked, and what
        a person may decide."""
        for best in winners:
            yield Line(f"{self.SIGNS[best][1]} wins", mark="★", style=f"bold ${best}", rule=rule, id=f"best-{best}")
        if fight:
            yield Line(fight, style="bold", id="fight")
        yield from self.asked_rows()
        if not (winners or self.broken or self.computer(self.state)):
            yield from numbered(rows)

    def picks(self, pieces: Iterable[str], words: Callable[[str], tuple[str, str]]) -> Iterator[Line]:
        """Rows of pieces to pick from, each in words with a note: Enter takes one into the group or out of it."""
        for one in pieces:
            text, note = words(one)
            on = one in self.group
            yield Line(text, mark=PICKED if on else LEFT, style="bold" if on else "", note=note, choose=self._turn(one))

    def _turn(self, piece: str) -> Flow:
        async def flow(_screen: Any) -> None:
            at = self.place_of(piece, self.state)
            rest = [one for one in self.group if one != piece and self.place_of(one, self.state) == at]
            self.pick(rest if piece in self.group and rest else [*rest, piece])

        return flow

    def action_gather(self) -> None:
        """All who stand together, or one alone."""
        if self.group:
            self.pick(self.group[:1] if len(self.group) > 1 else self._beside(self.group[0]))

    def action_next_piece(self) -> None:
        """The next piece that can do something, alone."""
        if able := self.able(self.state):
            at = able.index(self.group[-1]) + 1 if self.group and self.group[-1] in able else 0
            self.pick([able[at % len(able)]])

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Picking needs something to pick from."""
        if action in ("gather", "next_piece"):
            return len(self.able(self.state)) > 1
        if action == "panels":
            return self.has_class("-over")
        return super().check_action(action, parameters)

    def action_to_map(self) -> None:
        """Back to the map; panels that lie over it go."""
        self.set_class(False, "-shown")
        self.map.focus()

    def action_panels(self) -> None:
        """Shows the panels over the map, or hides them."""
        self.toggle_class("-shown")
        self.show_map()

    def action_answer(self, number: int) -> None:
        """Does the row of the questions' panel that has this digit."""
        for row in self.rows(ASKS, self.state):
            if getattr(row, "key", "") == str(number) and (deed := getattr(row, "choose", None)) is not None:
                self.flow(self.carry_out(deed))
                return

    @on(Row.Chosen)
    def _row_chosen(self) -> None:
        self.map.focus()


def board_layout(places: Sequence[str]) -> Layout:
    """One column of panels; where they lie over the map, the log has a line of its own."""
    over = tuple(place for place in places if place != LOG.place)
    return Layout(plans=((BESIDE, TALLEST, (tuple(places),)), (0, 0, (over,))))


def numbered(rows: Iterable[Line]) -> Iterator[Line]:
    """Rows with ids, and with digits for the keys of those that do something; what has a key of its own keeps it."""
    digits = map(str, range(1, 10))
    for at, row in enumerate(rows):
        key = row.key or (next(digits, "") if row.choose is not None else "")
        yield replace(row, key=key, id=f"choice-{at}")


def own_panel(place: str, title: str, **more: Any) -> Panel:
    """A panel whose rows the screen gives."""
    return Panel(place, title, lambda _document: (), **more)
