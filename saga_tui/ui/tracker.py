"""The play screen of every game: its panels in columns, what to do now, the log, and a key for everything that can be
done. A game gives panels and actions as data (`specs`), and overrides what it says in a way of its own."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.events import Compose
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widget import Widget

from saga_tui.dice import secure
from saga_tui.engine.asked import ASKED
from saga_tui.engine.command import Outcome
from saga_tui.engine.deciding import Note
from saga_tui.engine.document import Document
from saga_tui.engine.session import Session
from saga_tui.safe import safe
from saga_tui.store import Event
from saga_tui.ui import defaults, rulings
from saga_tui.ui.band import Band, BandView
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.columns import Body, Column, plan_at
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.document_screen import DocumentScreen, touched
from saga_tui.ui.forms import carry_out
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.journal.recent import LogView, log_of
from saga_tui.ui.keys import Command as Offered
from saga_tui.ui.keys import in_menu, play_keys, unkeyed
from saga_tui.ui.marks import Marks
from saga_tui.ui.panels import DocumentPanel, LastLine, LogPanel, NowLine
from saga_tui.ui.returning import instead
from saga_tui.ui.rows import Row
from saga_tui.ui.seat import offered
from saga_tui.ui.specs import Action, Layout, Panel, Plan
from saga_tui.ui.terminal import Later, dragged

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.store import Memory

D = TypeVar("D", bound=Document)

HELD: Final = 200
"""Events of the journal that the log shows."""
CATCH_UP: Final = 0.04
"""Seconds after which the log, the marks of rulings and the keys follow the numbers, in a burst after the last key."""
TCSS: Final = Path(__file__).with_name("tracker.tcss")
BAND_WIDTH: Final = 100
BAND_HEIGHT: Final = 30
"""The least terminal that has room for a band of three lines."""


class Tracker(DocumentScreen[D]):
    """The live view of a document in play."""

    CSS_PATH: ClassVar[CSSPathType | None] = TCSS
    PANELS: ClassVar[Sequence[Panel]] = ()
    ACTIONS: ClassVar[Sequence[Action]] = ()
    LAYOUT: ClassVar[Layout | None] = None
    """Columns by size; by what the panels are where a game says nothing."""
    body: Body
    """The columns."""
    UNSEEN: ClassVar[frozenset[str]] = frozenset()
    """Fields of play that the top line does not show."""

    def __init__(self, session: Session[D]) -> None:
        super().__init__(session)
        self._in_play = False  # when the screen was last drawn: where it is not any more, the builder opens
        self.rolls_own = False
        """Whether the session has dice of its own, and not those of the app."""
        self._behind = Later(self, self._catch_up)
        self.layout_plans = self.LAYOUT or defaults.layout_of(self.PANELS)
        self.panels = {panel.place: panel for panel in self.PANELS}
        self.actions = {action.id: action for action in self.ACTIONS}

    # ---- what a game says in its own way

    def header(self, document: D, width: int) -> tuple[Content, Content]:
        """Who it is, and at the right where play stands, for a line that wide."""
        when = self.session.game.when(document) if document.play is not None else "not in play yet"
        return Content.styled(safe(document.title, limit=60), "bold $title"), Content.styled(safe(when), "bold")

    def now(self, document: D) -> Content:
        """Where one stands and what to do next: what the rules ask, or the first thing that can be done."""
        if document.play is not None and document.play.asks:
            named = [*self.session.game.names(document, ASKED), document.play.asks[0].what]
            return Content.styled(f"▸ Needed: {safe(named[0])}", "bold $warn")
        first = next((action for action in self.ACTIONS if action.shown and action.when(document)), None)
        return Content.styled(f"  Press {first.key}: {first.help}." if first else "", "$dim")

    def presses(self, document: D) -> bool:
        """Whether what it says must be seen first, though a panel says it too."""
        return document.play is not None and bool(document.play.asks)

    def band(self, document: D) -> Band | None:
        """What changes the whole screen while it lasts."""
        return self.layout_plans.band(document)

    def compose_foot(self) -> ComposeResult:
        """What stands at the foot above the newest entry of the log."""
        return iter(())

    @property
    def has_builder(self) -> bool:
        """Whether the game has a builder for what is not in play."""
        return self.GAME.builder() is not None

    def opening(self) -> Screen[None]:
        """The screen that the document opens on as it is now."""
        return self.GAME.screen(self.memory)

    def moods(self, document: D) -> dict[str, bool]:
        """The classes that change the whole screen, and whether it has them: the ground has the mood's colour."""
        mood = self.layout_plans.mood(document).split()
        return {f"-{word}": word in mood for word in ("conflict", "deadly")}

    @on(Compose)
    def _wear(self) -> None:
        self.update_classes(self.moods(self.document), animate=False)

    def seen(self, document: D) -> None:
        """Called with the numbers: what else must be seen at once."""
        self._wear()

    def caught_up(self, document: D) -> None:
        """Called when the keys rest: what else follows the numbers."""

    # ---- what is there

    def compose(self) -> ComposeResult:
        """Header, a line on what to do now, the panels, the last log line, the keys."""
        size = self.app.size
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield BandView(id="band")
        yield NowLine(id="now")
        self.body = Body(self.layout_plans, self._plan(size.width, size.height), self._panel)
        yield self.body
        with Foot():
            yield from self.compose_foot()
            yield LastLine(id="last")
            yield KeyBar()

    def _plan(self, width: int, height: int) -> Plan:
        return plan_at(self, self.layout_plans, width, height, self.layout_plans.mood(self.document))

    def _panel(self, place: str) -> DocumentPanel:
        spec = self.panels[place]
        if spec.is_log:
            return LogPanel(spec, self.document, self.why, log_of(self.memory, self.newest()))
        return DocumentPanel(spec, self.document, self.why)

    def newest(self) -> list[Event]:
        """The newest events of the journal."""
        return list(islice(self.memory.history(), HELD))

    def on_mount(self) -> None:
        """Shows what there is."""
        if not self.rolls_own:
            self.session.roller = getattr(self.app, "roller", secure)
        if callable(know := getattr(self.app, "know_colours", None)):  # a game's panels bring them
            know()
        self.happened()

    def happened(self) -> None:
        """Shows the document as it is now. Where things move, the panels whose numbers changed come first, and all
        else when the keys rest."""
        self.say_saved()  # in the frame of the number: never the old mark beside a new number
        changed = touched(self._shown, self.memory.doc) if getattr(self.app, "animated", True) else None
        self._shown = self.memory.doc
        document = self.document
        if changed is None or changed - self.UNSEEN:
            self._say_header()
        for panel in self.body.made:
            panel.document = document
            if panel.is_mounted and (changed is None or panel.spec.reads & changed):
                panel.show(document)
        if self._in_play and document.play is None and self.has_builder:
            instead(self, self.opening())
        self._in_play = document.play is not None
        self.seen(document)
        self._behind.stop()
        self._follow_up() if changed is None else self._behind.start(CATCH_UP)

    def _catch_up(self) -> None:
        """What did not change at first sight: what it is made of may have."""
        for panel in self.body.made:
            panel.show(self.document)
        self._follow_up()

    def _follow_up(self) -> None:
        """What to do now, the log, the marks of rulings and the keys."""
        self.say_now()
        self.caught_up(self.document)
        self.body.deal()
        if self.body.settled(self._plan(*self.app.size)) != self.body.plan:
            self.call_later(self.rearrange)
        self.query_one(ReadOnlyBanner).sync()
        rulings.mark(self, [row for panel in self.body.made for row in panel.drawn if isinstance(row, Row)])
        self._tell()
        self.refresh_bindings()

    def would(self, outcome: Outcome[D] | None) -> None:
        """What is asked about stands as ghosts in the meters of the panels that would change."""
        paths = [change.path for change in outcome.changes] if outcome is not None else []
        fields = {str(path[1]) for path in paths if path[0] == "play" and len(path) > 1}
        for panel in self.body.made:
            panel.foresee(outcome.after if outcome is not None and panel.spec.reads & fields else None)

    def say_now(self) -> None:
        """The band where there is one and room for it; else the line on what to do now, unless a panel says it."""
        wide = self.app.size.width >= BAND_WIDTH and self.app.size.height >= BAND_HEIGHT
        band = self.band(self.document) if wide else None
        self.query_one(BandView).show(self.over(band))
        line = self.query_one(NowLine)
        line.display = band is None and (self.presses(self.document) or not self.body.says_next)
        line.say(self.now(self.document))

    def _tell(self) -> None:
        found = log_of(self.memory, newest := self.newest())
        for panel in self.body.made:
            if isinstance(panel, LogPanel):
                panel.tell(found)
            else:
                panel.remember(self.memory, newest)
        last = self.query_one(LastLine)
        last.entry = found[0] if found else None
        last.display = not self.body.shows_log

    def _say_header(self) -> None:
        self.query_one(StatusLine).say(*self.header(self.document, self.size.width or self.app.size.width))

    async def on_resize(self, event: events.Resize) -> None:
        """Other columns where the size asks for them."""
        self.say_now()
        if self._plan(*self.app.size) == self.body.base or not await self.rearrange():
            self._say_header()

    async def rested(self) -> None:
        """The columns for the last of several sizes, and their lines."""
        if not await self.rearrange():
            self.body.deal()

    @on(Column.Dealt)
    def _dealt(self, event: Column.Dealt) -> None:
        """Panels go to another column, or back, where one has too few lines."""
        if event.short or self.body.plan != self.body.base:
            self.call_later(self.rearrange)

    async def rearrange(self) -> bool:
        """Puts the columns as the size and the mood ask for; returns whether they are others than before."""
        if other := not dragged(self) and await self.body.arrange_as(self._plan(*self.app.size)):
            self.happened()
        return other

    def numbers_on(self, row: Row) -> tuple[str, ...]:
        """The names of the numbers that stand on a row, as the game says."""
        return row.source.names if row.source is not None else super().numbers_on(row)

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An action of the table is there when it is possible now."""
        if action == "act":
            return self.actions[str(parameters[0])].when(self.document)
        if action == "log":  # there already: the key is free for an action that had it
            return not (self.focused and any(isinstance(one, LogPanel) for one in self.focused.ancestors_with_self))
        if action == "take_over":
            return (banner := self.query_one_optional(ReadOnlyBanner)) is not None and banner.offers
        return True

    def action_act(self, name: str) -> None:
        """Does an action of the table."""
        self.flow(self.carry_out(name))

    def palette(self) -> Iterator[Offered]:
        """Return what can be done beyond the keys, for the palette."""
        yield from self.answers.palette() if self.answers is not None else ()
        yield Offered("Explain any number", "", self.explain_any)
        for action in offered(self, unkeyed(self.ACTIONS, self.document)):
            yield Offered(action.help, "", partial(self.action_act, action.id))

    def flow(self, work: Coroutine[Any, Any, Any]) -> None:
        """Starts a dialogue."""
        self.run_worker(work, group="flow", exit_on_error=True)

    async def carry_out(self, deed: Any) -> None:
        """Does what a row or an action says: an action by its id, a command, one whose fields are asked for first, or
        a dialogue."""
        if isinstance(deed, str):
            action = self.actions[deed]
            await (self.menu(action) if action.opens else self.carry_out(action.do))
        else:
            await carry_out(self, deed)

    async def menu(self, action: Action) -> None:
        """Lists the actions of a menu; a digit or letter does one."""
        found = offered(self, in_menu(self.ACTIONS, action.opens, self.document))
        offers = [Offer(item.id, item.help, item.about, rule=item.rule) for item in found]
        chosen = await self.choose(action.title or action.words, offers)
        if chosen:
            await self.carry_out(chosen)

    def action_take_over(self) -> None:
        """Takes over from another copy of the program, or answers its wish."""
        self.query_one(ReadOnlyBanner).press()

    # ---- panes and panels

    def action_pane(self, place: int) -> None:
        """Shows a pane, or goes to its panel."""
        self.body.turn(place)
        wanted = self.layout_plans.panes[place].places[0]
        panel = next((one for one in self.body.made if one.spec.place == wanted), None)
        if panel is None:
            self.notify("There is no room for the log. Press L for the full log.")
            return
        for first in [child for child in panel.query("*").results(Widget) if child.focusable][:1]:
            first.focus()
        self._tell()

    def action_next_pane(self) -> None:
        """The next pane of a folded screen; else the next thing that takes the focus."""
        if self.body.folded:
            self.action_pane((self.body.pane + 1) % len(self.body.panes))
        else:
            self.focus_next()

    def action_log(self) -> None:
        """To the log."""
        panes = enumerate(self.layout_plans.panes)
        for at in [at for at, pane in panes if self.panels[pane.places[0]].is_log][:1]:
            self.action_pane(at)

    # ---- the mouse, and Enter on a row

    @on(Marks.Pressed)
    def _pressed(self, event: Marks.Pressed) -> None:
        """A click on a filled mark takes one away, on a hollow one adds one."""
        event.row.focus()
        self._do(event.row, "less" if event.filled else "more")

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        self._do(event.row, "more" if event.by > 0 else "less")

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        self._do(event.row, "choose")

    def _do(self, row: Row, what: str) -> None:
        if (deed := getattr(row.source, what, None)) is not None:
            self.flow(self.carry_out(deed))

    @on(Row.RuleWanted)
    def _rule_wanted(self, event: Row.RuleWanted) -> None:
        self.show_rule(event.rule)

    @on(LogView.Chosen)
    def _entry_chosen(self, event: LogView.Chosen) -> None:
        if event.entry.rule:
            self.show_rule(event.entry.rule)


# ---- a game that gives only data


SHARED: Final = (
    Action("note", "Session note", "Add a session note to the log", Note, ("note",), "full_stop"),
    *rulings.ACTIONS,
)
"""What can be done in every game."""


@cache
def kind_of(game: Game, base: type[Tracker[Any]] = Tracker) -> type[Tracker[Any]]:
    """The play screen of a game that gives its panels and actions as data; `base` is the frame."""
    panels, taken = tuple(game.panels()), {action.id for action in game.actions()}
    actions = (*game.actions(), *(action for action in SHARED if action.id not in taken))
    if game.columns() is None:
        panels = defaults.completed(panels, actions, game.rules.document())
    layout = game.columns() or defaults.layout_of(panels)
    members = {"GAME": game, "PANELS": panels, "ACTIONS": actions, "LAYOUT": layout}
    return type("GameTracker", (base,), {**members, "BINDINGS": play_keys(actions, layout.panes)})


def tracker(game: Game, memory: Memory) -> Tracker[Any]:
    """The play screen of a game on one of its documents."""
    return kind_of(game)(Session(game.rules, memory))
