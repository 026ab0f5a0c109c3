"""Where panels stand: the heroes side by side, and below them columns, whose lines are dealt to their panels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.ui import specs
from saga_tui.ui.deal import PLAIN, deal, lacking, spread, squeeze
from saga_tui.ui.defaults import NEXT
from saga_tui.ui.panel import Laid
from saga_tui.ui.panels import DocumentPanel, LogPanel
from saga_tui.ui.terminal import dragged
from saga_tui.ui.tiles import tile_for
from saga_tui.ui.touch import SLIM, touched

AIRY: Final = 56
"""Lines of the terminal from which on a blank one stands below each row of tall tiles."""
TALLEST: Final = 999
"""Lines in which all panels have room: where thumbs scroll."""


class PaneBar(Widget):
    """The names of the panes with their digits; the one that is shown is bright."""

    at = reactive(0)

    def __init__(self, panes: Sequence[specs.Pane], turn: Callable[[int], None]) -> None:
        super().__init__()
        self.panes = panes
        self.turn = turn

    def _parts(self) -> list[str]:
        whole = [f"{place} {pane.name}" for place, pane in enumerate(self.panes, 1)]
        if sum(map(len, whole)) + 2 * len(whole) <= self.size.width:
            return whole
        return [part if place == self.at else part[0] for place, part in enumerate(whole)]

    def render(self) -> Content:
        """`1 Skills  2 Traits …`."""
        styles = ["bold $key" if place == self.at else "$dim" for place in range(len(self.panes))]
        parts = [Content.styled(part, style) for part, style in zip(self._parts(), styles, strict=True)]
        return Content.assemble(" ", Content("  ").join(parts))

    def on_click(self, event: events.Click) -> None:
        """A click turns to that pane."""
        start = 1
        for place, part in enumerate(self._parts()):
            if start <= event.x < start + len(part):
                self.turn(place)
            start += len(part) + 2


class Column(Vertical, Laid):
    """A column of panels, or a pane: nothing of its own is to be seen of it. Its lines are dealt to its panels."""

    BLANK = True

    @dataclass
    class Dealt(Message):
        """Its lines were dealt anew; `short` says that they are too few for all its panels."""

        short: bool

    _dealt: tuple[object, ...] = ()
    """What was dealt last, to whom and of how many lines."""

    def on_resize(self) -> None:
        """Other lines, another deal."""
        if not dragged(self):
            self.deal()

    @on(DocumentPanel.Opened)
    def _opened(self, event: DocumentPanel.Opened) -> None:
        """One panel at a time has what its rows need; the focus goes to the first of those that had no room."""
        event.stop()
        found = [panel for panel in self.children if isinstance(panel, DocumentPanel)]
        for panel in found:
            if panel is not event.panel and panel.opened:
                panel.opened, panel._offered = False, None
        hidden = next((row for row in event.panel.drawn if not row.display), None)
        self.deal()
        if hidden is not None and hidden.display:
            hidden.focus()

    def deal(self) -> None:
        """Gives each panel what there is room for; nothing happens where nothing has changed."""
        found = [panel for panel in self.children if isinstance(panel, DocumentPanel)]
        room = self.size.height
        if not room or not found:
            return
        if touched(self):
            self._whole(found)
            return
        offers, told = [panel.offer() for panel in found], [panel.said for panel in found]
        if (room, offers, told) == self._dealt:
            return
        self._dealt = (room, offers, told)
        levels = deal(room, offers)
        spare = room - sum(offer.heights[level] for offer, level in zip(offers, levels, strict=True))
        for panel, height in zip(found, squeeze(room, offers), strict=True):
            panel.fold(height)
        for panel, level in sorted(zip(found, levels, strict=True), key=lambda dealt: dealt[0].spec.worth):
            spare = panel.unfold(level, spare)
        self.post_message(self.Dealt(lacking(offers, room) > 0))

    def _whole(self, panels: Sequence[DocumentPanel]) -> None:
        """All rows of all panels, wrapped: a thumb scrolls."""
        self._dealt = ()
        for panel in panels:
            panel.fold(len(panel.drawn) + 1)
            panel.unfold(PLAIN, 0)


class Vitals(Horizontal, Laid):
    """The heroes of the screen, side by side above the columns, their marks as large as there is room. Before there is
    a layout they are as wide as it will make them, so that the columns have their lines from the first one on."""

    BLANK = True
    beside = False
    """Whether a column stands beside them."""

    def on_resize(self) -> None:
        """Other room, other tiles."""
        if not dragged(self):
            self.enlarge()

    def enlarge(self) -> None:
        """Draws the marks as large as the terminal and the rows allow."""
        largest, air = tile_for(*self.app.size), self.app.size.height >= AIRY
        wide = self.app.size.width * (3 if self.beside else 4) // 4
        if touched(self):
            wide *= len(self.children) or 1  # below each other
        for panel in self.children:
            if isinstance(panel, DocumentPanel) and panel.is_mounted:
                panel.enlarge(largest, air, wide // len(self.children) - 1)


class Columns(Horizontal, Laid):
    """The columns below the heroes."""

    BLANK = True

    def __init__(self, made: Callable[[], ComposeResult], id: str = "columns") -> None:
        super().__init__(id=id)
        self.columns = made

    def compose(self) -> ComposeResult:
        """The columns of the present plan."""
        yield from self.columns()


class Body(Vertical, Laid):
    """The heroes, and below them the columns, which are made anew when the size or the mood asks for another plan."""

    BLANK = True

    def __init__(self, layout: specs.Layout, plan: specs.Plan, panels: Callable[[str], DocumentPanel]) -> None:
        super().__init__(id="body")
        self.layout_plans = layout
        self.before: tuple[Size, Any, bool] = (Size(0, 0), None, False)
        """The size and the document for which the columns last stood, and whether panels were moved for both."""
        self.base = self.plan = plan
        """The columns as they are laid out, and as they stand: with panels moved to where lines are free."""
        self.panes = layout.panes
        self.panels = panels
        self.pane = 0
        self.set_class(self.folded, "-fold")
        self.set_class(self.has_aside, "-aside")
        self.heroes: list[DocumentPanel] = []
        self.made: list[DocumentPanel] = []
        """The panels of all columns, so that nobody has to search the screen for them at every key."""

    def compose(self) -> ComposeResult:
        """The heroes side by side, then columns of panels, and the panes with their bar where the screen is folded."""
        self.heroes = [self.panels(place) for place in self.layout_plans.heroes]
        self.made = [*self.heroes]
        if self.heroes:
            vitals = Vitals(*self.heroes, id="vitals")
            vitals.beside = self.has_aside
            yield vitals
        yield Columns(self.columns)
        yield Columns(self.beside, id="aside")

    def on_mount(self) -> None:
        """A thumb begins at the top, whichever row has the focus."""
        if touched(self):
            self.call_after_refresh(self.scroll_home, animate=False)

    def beside(self) -> ComposeResult:
        """The column that stands beside the heroes too, where the plan has one."""
        with Column(classes="column"):
            for places in self.plan:
                if specs.ASIDE in places:
                    yield from self._make(places[1:])

    def columns(self) -> ComposeResult:
        """The columns of the present plan below the heroes."""
        for number, places in enumerate(self.plan):
            if specs.ASIDE in places:
                continue
            with Column(classes=f"column -c{number}"):
                if places == specs.PANES:
                    yield PaneBar(self.panes, self.turn)
                    for place, pane in enumerate(self.panes):
                        with Column(classes="pane", id=f"pane-{place}") as box:
                            box.display = place == self.pane
                            yield from self._make(pane.places)
                else:
                    yield from self._make(places)
                    if self.folded:
                        self.made[-1].add_class("-grows")

    def _make(self, places: Sequence[str]) -> list[DocumentPanel]:
        """The panels of a column; the last of those that grow takes what is left, and the others what they need."""
        found = [self.panels(place) for place in places]
        for panel in [panel for panel in found if panel.has_class("-grows")][:-1]:
            panel.remove_class("-grows")
        self.made += found
        return found

    @property
    def has_aside(self) -> bool:
        """Whether a column stands beside the heroes."""
        return any(specs.ASIDE in places for places in self.plan)

    @property
    def says_next(self) -> bool:
        """Whether a panel says what can be done now."""
        return any(NEXT in places for places in self.plan)

    @property
    def folded(self) -> bool:
        """Whether the right half shows one pane of several."""
        return specs.PANES in self.plan

    @property
    def shows_log(self) -> bool:
        """Whether the log is in sight."""
        seen = {place for places in self.plan for place in places}
        if self.folded:
            seen |= {*self.panes[self.pane].places}
        return any(isinstance(panel, LogPanel) and panel.spec.place in seen for panel in self.made)

    def turn(self, place: int) -> None:
        """Shows that pane."""
        if not self.folded:
            return
        self.pane = place % len(self.panes)
        for number in range(len(self.panes)):
            self.query_one(f"#pane-{number}").display = number == self.pane
        self.query_one(PaneBar).at = self.pane

    def deal(self) -> None:
        """Deals the lines anew, after rows have changed."""
        for part in self.children:
            if isinstance(part, Vitals):
                part.enlarge()
            for column in part.children if isinstance(part, Columns) else ():
                for box in (column, *column.children):
                    if isinstance(box, Column) and box.display:
                        box.deal()

    def settled(self, base: specs.Plan) -> specs.Plan:
        """The plan with panels that have no room in their column moved to where lines are free. It stays as it stands
        while all have room there, so that no panel hops to and fro as numbers go up and down; as long as nobody knows
        how much room there is; while something is asked at the foot; and once panels were moved for a size and a
        document."""
        if base != self.base or specs.PANES in base or touched(self):
            return base
        known = {panel.spec.place: panel for panel in self.made}
        rooms = [next((known[place].parent for place in at if place in known), None) for at in self.plan]
        heights = [column.size.height for column in rooms if isinstance(column, Column)]
        drawn = all(known[place].content_size.width for at in base for place in at if place in known)
        if len(heights) < len(base) or not (all(heights) and drawn):
            return self.plan
        size, document, moved = self.before
        stands = [[known[place].offer() for place in at if place in known] for at in self.plan]
        if size == self.app.size and (
            (moved and document is self.made[0].document) or max(map(lacking, stands, heights)) <= 0
        ):
            return self.plan
        plan = self._moved(base, known, heights)
        return plan if plan == self.plan or not self.screen.query("Prompt") else self.plan

    def _moved(self, base: specs.Plan, known: Mapping[str, DocumentPanel], heights: Sequence[int]) -> specs.Plan:
        """The plan with panels where lines are free; where panels grow, those that come stand above them."""
        own = [[place for place in at if place in known] for at in base]
        then = [list(at) for at in base]
        for column, at, to in spread([[known[place].offer() for place in places] for places in own], heights):
            place = own[column][at]
            then[column].remove(place)
            grows = known[then[to][-1]].spec.grows if then[to][-1] in known else False
            then[to].insert(len(then[to]) - grows, place)
        return tuple(map(tuple, then))

    async def arrange_as(self, base: specs.Plan) -> bool:
        """Other columns, if they are others; the heroes stay as they are, and the focus goes where it was."""
        plan, document = self.settled(base), self.made[0].document if self.made else None
        moved = self.before[2] and self.before[0] == self.app.size and self.before[1] is document
        self.before = (self.app.size, document, base == self.base and (moved or plan != self.plan))
        self.base = base
        if plan == self.plan:
            return False
        focused = self.screen.focused
        kept = focused.id if focused is not None else None
        found = next((panel for panel in self.made if focused in panel.drawn), None)
        at = (found.spec.place, found.drawn.index(focused)) if found is not None and focused is not None else None
        had_aside, self.plan = self.has_aside, plan
        self.set_class(self.folded, "-fold")
        self.set_class(self.has_aside, "-aside")
        self.made = [*self.heroes]
        for columns in self.query(Columns):
            if columns.id != "aside" or had_aside or self.has_aside:
                await columns.recompose()
        if self.folded:
            self.turn(self.pane)
        if focused is not None and not focused.is_attached:
            again = next(iter(self.query(f"#{kept}")), None) if kept else None
            rows = next((panel.drawn for panel in self.made if at and panel.spec.place == at[0]), [])
            again = again or next(iter(rows[at[1] :] if at else []), None)
            if again is not None:
                again.focus()
        return True


def plan_at(node: Widget, layout: specs.Layout, width: int, height: int, mood: str) -> specs.Plan:
    """The columns for a terminal of that size; for thumbs one that scrolls, or those of a high terminal."""
    if not touched(node):
        return layout.plan(width, height, mood)
    return layout.one_column(mood) if width < SLIM else layout.plan(width, TALLEST, mood)
