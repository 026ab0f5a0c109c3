"""The panels in columns: one, two, three or four of them, as the terminal is wide and high."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.games.saga.screens.session.panels.base import SessionPanel

Plan = tuple[tuple[str, ...], ...]
"""The places of the panels, column by column."""

FOLD: Plan = (("assets", "damage", "consequences"), ("pane",))
PAIR: Plan = (("assets", "damage", "consequences", "drives"), ("skills", "traits", "gear"))
THREE: Plan = (("assets", "drives", "gear"), ("damage", "consequences", "traits"), ("skills", "roll", "log"))
FOUR: Plan = (("assets", "drives", "gear"), ("damage", "consequences", "traits"), ("skills", "roll"), ("log",))

PANES: dict[str, tuple[str, ...]] = {
    "Skills": ("skills", "roll"),
    "Traits": ("traits",),
    "Drives": ("drives", "gear"),
    "Log": ("log",),
}
"""What the right half of a folded screen shows, by the pane's name."""


def plan_for(size: Size) -> Plan:
    """The columns for a terminal of that size."""
    if size.width >= 180 and size.height >= 30:
        return FOUR
    if size.width >= 105 and size.height >= 32:
        return THREE
    if size.height >= 36:
        return PAIR
    return FOLD


class PaneBar(Widget):
    """The names of the panes with their digits; the one that is shown is bright."""

    at = reactive(0)

    def __init__(self, turn: Callable[[int], None]) -> None:
        super().__init__()
        self.turn = turn

    def _parts(self) -> list[str]:
        whole = [f"{place} {name}" for place, name in enumerate(PANES, 1)]
        if sum(map(len, whole)) + 2 * len(whole) <= self.size.width:
            return whole
        return [part if place == self.at else part[0] for place, part in enumerate(whole)]

    def render(self) -> Content:
        """`1 Skills  2 Traits …`."""
        styles = ["bold $key" if place == self.at else "$dim" for place in range(len(PANES))]
        parts = [Content.styled(part, style) for part, style in zip(self._parts(), styles, strict=True)]
        return Content.assemble(" ", Content("  ").join(parts))

    def on_click(self, event: events.Click) -> None:
        """A click turns to that pane."""
        start = 1
        for place, part in enumerate(self._parts()):
            if start <= event.x < start + len(part):
                self.turn(place)
            start += len(part) + 2


class Column(Vertical):
    """A column of panels, or a pane: nothing of its own is to be seen of it."""

    BLANK = True


class Body(Horizontal):
    """The columns; made anew when the size asks for another plan."""

    BLANK = True

    def __init__(self, plan: Plan, panels: Callable[[str], SessionPanel]) -> None:
        super().__init__(id="body")
        self.set_class(plan == FOLD, "-fold")
        self.plan = plan
        self.panels = panels
        self.pane = 0
        self.made: list[SessionPanel] = []
        """The panels of all columns, so that nobody has to search the screen for them at every key."""

    def compose(self) -> ComposeResult:
        """Columns of panels, and the panes with their bar where the screen is folded."""
        self.made = []
        for number, places in enumerate(self.plan):
            with Column(classes=f"column -c{number}"):
                if places == ("pane",):
                    yield PaneBar(self.turn)
                    for place, names in enumerate(PANES.values()):
                        with Column(classes="pane", id=f"pane-{place}") as box:
                            box.display = place == self.pane
                            yield from map(self._make, names)
                else:
                    yield from map(self._make, places)

    def _make(self, place: str) -> SessionPanel:
        self.made.append(self.panels(place))
        return self.made[-1]

    @property
    def folded(self) -> bool:
        """Whether the right half shows one pane of several."""
        return self.plan == FOLD

    @property
    def shows_log(self) -> bool:
        """Whether the log is in sight."""
        return any("log" in places for places in self.plan) or (self.folded and self.pane == len(PANES) - 1)

    def turn(self, place: int) -> None:
        """Shows that pane."""
        if not self.folded:
            return
        self.pane = place % len(PANES)
        for number in range(len(PANES)):
            self.query_one(f"#pane-{number}").display = number == self.pane
        self.query_one(PaneBar).at = self.pane

    async def arrange_as(self, plan: Plan) -> None:
        """Other columns, if they are others."""
        if plan != self.plan:
            self.plan = plan
            self.set_class(plan == FOLD, "-fold")
            await self.recompose()
            if self.folded:
                self.turn(self.pane)
