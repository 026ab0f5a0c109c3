"""A stage for widgets: an app without a game that shows what a test gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from saga_tui.ui.bars import Foot, KeyBar
from saga_tui.ui.base import KitApp
from saga_tui.ui.config import Config


class StageScreen(Screen[None]):
    """Shows the widgets, and writes down which keys reached it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "note('f')", "spend", id="stage.f"),
        Binding("r", "note('r')", "roll", id="stage.r"),
    ]

    def __init__(self, widgets: Callable[[], Iterable[Widget]]) -> None:
        super().__init__()
        self.widgets = widgets

    def compose(self) -> ComposeResult:
        with Vertical():
            yield from self.widgets()
        with Foot():
            yield KeyBar()

    def action_note(self, key: str) -> None:
        assert isinstance(self.app, Stage)
        self.app.keys.append(key)


class Stage(KitApp):
    """Keeps every message that its widgets post."""

    def __init__(self, *make: Callable[[], Widget], settings: Config | None = None) -> None:
        super().__init__(animations=False, settings=settings)
        self.make = make
        self.heard: list[Message] = []
        self.keys: list[str] = []

    def first_screen(self) -> Screen[None]:
        return StageScreen(lambda: [make() for make in self.make])

    async def _dispatch_message(self, message: Message) -> None:
        self.heard.append(message)
        await super()._dispatch_message(message)

    def of(self, kind: type[Message]) -> list[Message]:
        return [message for message in self.heard if isinstance(message, kind)]


def shown(widget: Widget) -> str:
    """What stands on the widget's lines."""
    height = widget.size.height
    return "\n".join(widget.render_line(y).text for y in range(height)).rstrip()
