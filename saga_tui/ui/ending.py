"""The screen of an end: who it is, a track marked to its end, what it means, and what still works."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.ui import tiles
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.panel import Hanging, Panel

TALL: Final = 24
"""Lines of the terminal from which on the track is drawn three lines high."""


class Still(NamedTuple):
    """Something that still works: its key, what it does at the screen below, its name and a few words."""

    key: str
    action: str
    name: str
    about: str


STILL: Final = (
    Still("S", "sheet", "Sheet", "read it, save it or print it"),
    Still("C", "recap", "Recap", "the whole story, with charts"),
    Still("L", "journal", "Full log", "read it, or go back to any entry"),
    Still(".", "note", "Session note", "note how it ended"),
    Still("u", "undo", "Undo", "if it was a mistake"),
)
NAMED: Final = {".": "full_stop"}


def keys_of(prefix: str) -> list[BindingType]:
    """The keys of an end; their ids, by which the config file may change them, begin with the prefix."""
    ways = [
        Binding(
            NAMED.get(still.key, still.key),
            f"answer('{still.action}')",
            still.name,
            id=f"{prefix}.{still.action}",
            tooltip=f"{still.name}: {still.about}",
        )
        for still in STILL
    ]
    leave = Binding("escape,q", "leave", "Close", id=f"{prefix}.leave", show=False)
    return [Binding("enter", "leave", "Close", id=f"{prefix}.close"), *ways, leave]


class Ending(Dialog[str]):
    """What is over, with the way on. Gives what to do next, or nothing. Its kinds give its keys."""

    def __init__(
        self, name: str, line: str, track: Sequence[tiles.Tile], means: str, barred: Collection[str] = ()
    ) -> None:
        """`means` says what follows; `barred` are what cannot be done in this window."""
        super().__init__()
        self.name_of, self.line, self.track, self.means, self.barred = name, line, track, means, barred

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether the window may do it."""
        return action != "answer" or parameters[0] not in self.barred

    def compose_body(self) -> ComposeResult:
        """Name, place and track; what it means; what still works."""
        yield Static(Content.styled(safe(self.name_of), "bold $title"), classes="ending--line")
        yield Static(Content.styled(safe(self.line), "$dim"), classes="ending--line")
        yield Static(self._drawn(), classes="ending--track")
        lines = (
            (4, Content.assemble((f"  {still.key} ", "bold $key"), still.name, (f": {still.about}", "$dim")))
            for still in STILL
            if still.action not in self.barred
        )
        with Horizontal(id="ending-panels"):
            yield Panel(Static(Content(safe(self.means))), title="What it means")
            yield Panel(Static(Hanging(lines)), title="What still works", compact=True)

    def _drawn(self) -> Content:
        """The whole track, marked to its end, as large as there is room."""
        roomy = self.app.size.height >= TALL
        size = tiles.fitting(self.track, self.app.size.width - 8, tiles.LARGE if roomy else tiles.CLOSE)
        return Content("\n").join(tiles.drawn(self.track, size or tiles.SMALL))
