"""Texts that may be longer than the screen: parts to read, with keys of their own, and a long list to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from saga_tui.engine.settings import Part
from saga_tui.problem import Problem
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Confirm, Dialog, T

SCROLLING: Final[list[BindingType]] = [
    Binding("down,j", "scroll(1)", "Down", id="setting.down", show=False),
    Binding("up,k", "scroll(-1)", "Up", id="setting.up", show=False),
    Binding("pagedown,space", "scroll(12)", "Next page", id="setting.page", show=False),
    Binding("pageup", "scroll(-12)", "Previous page", id="setting.back", show=False),
]


class Scrolled(Dialog[T]):
    """A wide dialog whose body keys move."""

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = SCROLLING

    def action_scroll(self, lines: int) -> None:
        """Up and down."""
        self.query_one("#dialog-body", VerticalScroll).scroll_relative(y=lines, animate=False)


class Changes(Confirm, Scrolled[bool]):
    """Yes or no to a list that may be longer than the screen."""


class Reading(Scrolled[str]):
    """What is to be said first, then part by part; a key that wishes for something else gives that."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q", "leave", "Close", id="setting.close")]

    def __init__(self, title: str, note: str, parts: Sequence[Part]) -> None:
        super().__init__()
        self.title_text, self.note, self.parts = title, note, parts

    def compose_body(self) -> ComposeResult:
        """The note, then part by part."""
        if self.note:
            yield Static(Content.styled(safe(self.note, limit=1000), "$warn"), classes="dialog--question")
        for part in self.parts:
            if part.title:
                yield Static(Content.styled(f"\n{safe(part.title)}", "bold $title"))
            for line in part.lines:
                yield Static(Content(f"{'  ' if part.title else ''}{safe(line, limit=2000)}"))


async def confirmed(app: App[None], heading: str, lines: Sequence[str], left: Iterable[Problem]) -> bool:
    """Whether a change is wanted, once all that it changes was shown with what is left to do then."""
    if not lines:
        app.notify("No changes.")
        return False
    found = [f"  {item.message}" for item in left]
    then = ["", "Still to do after that:", *found] if found else []
    question = "\n".join(["This changes:", *(f"  {line}" for line in lines), *then])
    answer: bool | None = await app.push_screen_wait(Changes(heading, question, yes="Apply", no="Cancel"))
    return bool(answer)
