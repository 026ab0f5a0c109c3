"""Keys in one burst: each meets what the one before it opened."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.ui.bars import Foot, KeyBar
from saga_tui.ui.base import KitApp
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.terminal import TypeAhead


class Asking(Screen[None]):
    """`p` asks for a number at the foot and then for a yes; digits alone are keys of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("p", "ask", "ask"), Binding("3", "other", "other")]

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[object] = []

    def compose(self) -> ComposeResult:
        yield Static("ready")
        with Foot():
            yield KeyBar()

    def action_other(self) -> None:
        self.answers.append("the screen's own 3")

    @work
    async def action_ask(self) -> None:
        self.answers.append(await Prompt.ask(self, "How much?"))
        sure = await self.app.push_screen_wait(Confirm("Sure?", "Really?"))
        self.answers.append(sure)


class Burst(KitApp):
    def first_screen(self) -> Screen[None]:
        return Asking()


async def test_a_burst_of_keys_meets_the_questions_that_it_opens() -> None:
    app = Burst(animations=False)
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, Asking)
        for key, character in (("p", "p"), ("3", "3"), ("enter", "\r"), ("enter", "\r"), ("3", "3")):
            app.post_message(events.Key(key, character))
        for _ in range(500):
            await pilot.pause()
            if len(screen.answers) >= 3:
                break
        assert screen.answers == ["3", True, "the screen's own 3"]


async def test_a_burst_waits_without_looking_over_the_screen_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Burst(animations=False)
    looks = 0
    old = TypeAhead._stirring

    def counted(self: TypeAhead) -> list[MessagePump]:
        nonlocal looks
        looks += 1
        return old(self)

    monkeypatch.setattr(TypeAhead, "_stirring", counted)
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, Asking)
        for key, character in (("p", "p"), ("3", "3"), ("enter", "\r")):
            app.post_message(events.Key(key, character))
        while not screen.answers or app._typed.busy:
            await pilot.pause()
        assert screen.answers == ["3"]
        assert 3 <= looks <= 20
