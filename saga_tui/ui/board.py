"""The play screen of a game on a map: the map with its cursor, and beside it panels that say who decides what, what
lies at the cursor, who plays and what happened. Computers' seats decide by themselves, watched, slowly, or all at once.
A game gives the map's faces, the rows of its panels and what a choice does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content

from saga_tui.engine.document import Document
from saga_tui.store import StoreError
from saga_tui.ui.area_map import AreaMap, Face
from saga_tui.ui.band import BandView
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.columns import Body
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.keys import Command as Offered
from saga_tui.ui.panels import LastLine, NowLine
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import LOG, AnyRow, Layout, Line, Panel
from saga_tui.ui.tracker import TCSS, Tracker

if TYPE_CHECKING:
    from saga_tui.engine.command import Command
    from saga_tui.engine.session import Session
    from saga_tui.ui.area_drawing import Drawing
    from saga_tui.ui.specs import Deed, Flow

D = TypeVar("D", bound=Document)

BOARD_TCSS: Final = Path(__file__).with_name("board.tcss")
BESIDE: Final = 116
"""The columns from which on panels stand beside the map, and not over it."""
TALLEST: Final = 34
"""The lines from which on they do."""
ASKS: Final = "asks"
"""The place of the panel that says who decides what; its rows have digits for keys."""
HERE: Final = "here"
"""The place of the panel that says what lies at the cursor."""
PACES: Final = (("watched", 0.7), ("slow", 2.5), ("all at once", 0.0))
"""How the computer's decisions follow each other: the seconds before each."""
BURST: Final = 0.15
"""Seconds of decisions, where they come all at once, before the screen shows where they led."""


class BoardScreen(Tracker[D]):
    """The live view of a game on a map."""

    CSS_PATH = [TCSS, BOARD_TCSS]
    AUTO_FOCUS = "AreaMap"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(at), f"answer({at})", "", id=f"board.answer-{at}", show=False, tooltip=f"Choose row {at}")
            for at in range(10)
        ),
        Binding("a", "gather", "Alone or together", id="board.gather", tooltip="Pick all who stand there, or one"),
        Binding("c", "next_piece", "Next piece", id="board.next", tooltip="Go to the next of your pieces"),
        Binding("w", "pace", "Pace", id="board.pace", show=False,
                tooltip="Computer players: watch them, slowly, or all at once"),
        Binding("space", "go_on", "Go on", id="board.on", show=False,
                tooltip="Computer players: go on at once, or stop"),
        Binding("v", "panels", "Panels", id="board.panels", show=False, tooltip="Show or hide the panels over the map"),
        Binding("escape", "to_map", "", id="board.map", show=False, tooltip="Back to the map"),
    ]  # fmt: skip

    def __init__(self, session: Session[D]) -> None:
        super().__init__(session)
        self.panels = {place: self._own(panel) for place, panel in self.panels.items()}
        self.group: tuple[str, ...] = ()
        """The pieces that are picked to do something together."""
        self.map = AreaMap(self.drawings(), self.begins_at(self.document))
        self.pace = 0
        self.halted = False
        """Whether the computer's decisions wait for a key."""
        self._hurry = asyncio.Event()
        self._playing = False
        self._asked: object = None
        """What was decided last: where it is another thing, the cursor goes there."""

    # ---- what a game says

    def drawings(self) -> Sequence[Drawing]:
        """The map, the smallest drawing first."""
        raise NotImplementedError

    def begins_at(self, document: D) -> str:
        """The area that the cursor begins on."""
        raise NotImplementedError

    def faces(self, document: D) -> Mapping[str, Face]:
        """What stands in each area, and what is lit."""
        raise NotImplementedError

    def way(self, document: D) -> Sequence[str]:
        """The way that is drawn."""
        return ()

    def rows(self, place: str, document: D) -> Iterable[AnyRow]:
        """The rows of a panel."""
        raise NotImplementedError

    def chosen(self, area: str, document: D) -> Deed | None:
        """What Enter does on an area."""
        return None

    def asked_about(self, document: D) -> tuple[object, str]:
        """What is to be decided now, and where on the map."""
        return None, ""

    def computer(self, document: D) -> bool:
        """Whether a computer decides now."""
        return False

    def decide(self, document: D) -> Command | None:
        """What it decides."""
        return None

    def heading(self, place: str, document: D) -> str:
        """What the title of a panel says beyond its words."""
        return ""

    def able(self, document: D) -> Sequence[str]:
        """The pieces that can do something now, of which some are picked."""
        return ()

    def place_of(self, piece: str, document: D) -> str:
        """The area in which a piece stands."""
        raise NotImplementedError

    def _own(self, panel: Panel) -> Panel:
        if panel.rows is None:
            return panel
        return replace(panel, rows=partial(self.rows, panel.place), heading=partial(self.heading, panel.place))

    # ---- what is there

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
        asked, where = self.asked_about(self.document)
        if asked != self._asked:
            self._asked = asked
            self.new_question(self.document)
            if where:
                self.map.go(where, tell=False)
        super().happened()
        self.show_map()
        self._run_on()

    def new_question(self, document: D) -> None:
        """Called when something else is to be decided than before: the first piece that can do something is picked,
        with those beside it."""
        self.set_class(False, "-shown")
        able = self.able(document)
        self.group = self._beside(able[0], document) if able else ()

    def show_map(self) -> None:
        """The map and the panels that depend on its cursor, as they are now."""
        document = self.document
        middle = self.map.drawing.middles[self.map.cursor].x
        self.set_class(middle > self.map.drawing.width // 2, "-left")
        self.map.show(self.faces(document), self.way(document))
        for panel in self.body.made:
            if panel.is_mounted and panel.spec.rows is not None:
                panel.show(document)
        self.body.deal()
        self.say_now()

    @property
    def shows_log(self) -> bool:
        """Whether the log can be seen."""
        return not self.has_class("-over") and self.body.shows_log

    def _tell(self) -> None:
        super()._tell()
        self.query_one(LastLine).display = not self.shows_log

    # ---- the cursor

    @on(AreaMap.Moved)
    def _moved(self) -> None:
        self.show_map()

    @on(AreaMap.Chosen)
    def _area_chosen(self, event: AreaMap.Chosen) -> None:
        if (deed := self.chosen(event.key, self.document)) is not None:
            self.flow(self.carry_out(deed))
        elif self.has_class("-over"):
            self.action_panels()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Picking needs something to pick from, the computer's keys a computer."""
        if action in ("gather", "next_piece"):
            return len(self.able(self.document)) > 1
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
        for row in self.rows(ASKS, self.document):
            if getattr(row, "key", "") == str(number) and (deed := getattr(row, "choose", None)) is not None:
                self.flow(self.carry_out(deed))
                return

    @on(Row.Chosen)
    def _row_chosen(self) -> None:
        self.map.focus()

    # ---- what is picked

    def _beside(self, piece: str, document: D) -> tuple[str, ...]:
        """A piece and the others that can do something where it stands."""
        at = self.place_of(piece, document)
        return (piece, *(one for one in self.able(document) if one != piece and self.place_of(one, document) == at))

    def pick(self, group: Sequence[str]) -> None:
        """Picks these, and goes to where they stand."""
        self.group = tuple(group)
        if group:
            self.map.go(self.place_of(group[0], self.document), tell=False)
        self.show_map()

    def toggle(self, piece: str) -> Flow:
        """Takes a piece into the group or out of it; one that stands elsewhere begins another group."""

        async def flow(_screen: Any) -> None:
            at = self.place_of(piece, self.document)
            rest = [one for one in self.group if one != piece and self.place_of(one, self.document) == at]
            self.pick(rest if piece in self.group and rest else [*rest, piece])

        return flow

    def action_gather(self) -> None:
        """All who stand together, or one alone."""
        if self.group:
            self.pick(self.group[:1] if len(self.group) > 1 else self._beside(self.group[0], self.document))

    def action_next_piece(self) -> None:
        """The next piece that can do something, alone."""
        if able := self.able(self.document):
            at = able.index(self.group[-1]) + 1 if self.group and self.group[-1] in able else 0
            self.pick([able[at % len(able)]])

    def stay_picked(self) -> None:
        """Those who can still do something stay picked; else the next one is, with those beside it."""
        able = self.able(self.document)
        kept = [one for one in self.group if one in able]
        self.pick(kept or (self._beside(able[0], self.document) if able else []))

    # ---- computers

    def palette(self) -> Iterator[Offered]:
        """The paces are offered too."""
        yield from super().palette()
        for at, (words, _) in enumerate(PACES):
            yield Offered(f"Computer players: {words}", "w", partial(self._set_pace, at))

    def action_pace(self) -> None:
        """The next pace of the computer's decisions."""
        self._set_pace((self.pace + 1) % len(PACES))

    def _set_pace(self, at: int) -> None:
        self.pace, self.halted = at, False
        self._hurry.set()
        self.say_now()
        self.notify(f"Computer players: {PACES[at][0]}")
        self._run_on()

    def action_go_on(self) -> None:
        """The next decision at once; where they come one after the other by themselves, they stop."""
        if self.halted:
            self.halted = False
            self._run_on()
        elif self._playing and not PACES[self.pace][1]:
            self.halted = True
        self._hurry.set()
        self.say_now()

    def action_undo(self) -> None:
        """Takes the last command back; the computer doesn't decide anew at once."""
        self.halted = True
        super().action_undo()

    def _run_on(self) -> None:
        if not self._playing and not self.halted and self.is_attached and self.computer(self.document):
            self._playing = True
            self.run_worker(self._play(), group="computers", exit_on_error=True)

    async def _play(self) -> None:
        """Decides for the computer's seats until a person is asked, or somebody stops it."""
        try:
            while self.is_attached and self.computer(self.document) and not self.halted:
                await self._wait()
                if PACES[self.pace][1] and self.app.animation_level != "none":
                    command = self.decide(self.document)
                    went = command is not None and await self.execute(command) is not None
                else:
                    went = self._burst()
                self.halted |= not went
        finally:
            self._playing = False

    async def _wait(self) -> None:
        seconds = PACES[self.pace][1] if self.app.animation_level != "none" else 0.0
        self._hurry.clear()
        try:
            await asyncio.wait_for(self._hurry.wait(), max(seconds, 0.001))
        except TimeoutError:
            return

    def _burst(self) -> bool:
        """Several decisions, then the screen; whether all went well."""
        until = monotonic() + BURST
        try:
            while self.computer(self.document) and monotonic() < until:
                if (command := self.decide(self.document)) is None or self.session.do(command).refused:
                    return False
        except StoreError as error:
            self.notify(str(error), title="Not done", severity="error", markup=False)
            return False
        finally:
            self.happened()
        return True

    def pace_words(self) -> Content:
        """How the computers play now, for the line on what to do."""
        if self.halted:
            return Content.styled("  stopped: space goes on", "$warn")
        return Content.styled(f"  {PACES[self.pace][0]}: w changes, space goes on", "$dim")


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


def empty_panel(place: str, title: str, **more: Any) -> Panel:
    """A panel whose rows the screen gives."""
    return Panel(place, title, lambda _document: (), **more)
