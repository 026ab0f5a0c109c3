"""A few pages to turn that show somebody new around. Knows no game: the pages are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.hanging import Hanging


class Tour(Dialog[None]):
    """The pages, one at a time."""

    wide = True
    title_text = "A short tour"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,right,n", "turn(1)", "Next", id="tour.next"),
        Binding("enter,space,right,n", "done", "Done", id="tour.done"),
        Binding("left,b", "turn(-1)", "Previous", id="tour.before"),
        Binding("escape,q", "leave", "Close", id="tour.leave"),
    ]
    DEFAULT_CSS = "Tour #tour-text { height: auto; min-height: 6; margin: 1 0 0 0; }"

    def __init__(self, pages: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.pages, self.at = tuple(pages), 0

    def compose_body(self) -> ComposeResult:
        """Title and text."""
        yield Static(id="tour-title")
        yield Static(id="tour-text")

    def on_mount(self) -> None:
        """The first page."""
        self.action_turn(0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """After the last page there is no next."""
        last = self.at + 1 >= len(self.pages)
        return last if action == "done" else not (last and action == "turn" and parameters == (1,))

    def action_done(self) -> None:
        """Close the tour after its last page."""
        self.dismiss(None)

    def action_turn(self, by: int) -> None:
        """Another page."""
        self.at = max(0, self.at + by)
        title, text = self.pages[self.at]
        self.query_one("#tour-title", Static).update(Content.styled(safe(title), "bold $title"))
        self.query_one("#tour-text", Static).update(Hanging(map(_line, text.split("\n"))))
        self.refresh_bindings()
        self.query_one("#dialog").border_subtitle = Content(f"{self.at + 1} of {len(self.pages)}")


def _line(line: str) -> tuple[int, Content]:
    """Return the cells of a line's head, and the line; what stands before two blanks is a key."""
    keys, gap, words = line.partition("  ")
    if not gap or len(keys) > 8:
        return 0, Content(safe(line))
    return 9, Content.assemble((safe(keys).rjust(7), "bold $key"), "  ", safe(words))
