"""Many sizes in a row: some are drawn, the last one always."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest
from textual.app import ComposeResult
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from saga_tui.ui import terminal
from saga_tui.ui.base import KitApp
from saga_tui.ui.rows import Line

SIZES = [Size(100 + number % 7, 30 + number % 5) for number in range(20)]
LAST = Size(90, 28)


class Sized(Screen[None]):
    """A screen that keeps the sizes that it was drawn in."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Size] = []

    def compose(self) -> ComposeResult:
        """A row."""
        yield Line("A row")

    def on_resize(self, event: Resize) -> None:
        """One more."""
        if self.seen[-1:] != [event.size]:
            self.seen.append(event.size)


class Dragged(KitApp):
    """An app with that screen."""

    def first_screen(self) -> Screen[None]:
        """The screen."""
        return Sized()


async def drawn(*, moving: bool) -> list[Size]:
    """The sizes that were drawn of many that came at once, one after the other."""
    app = Dragged(animations=moving)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        screen = app.screen
        assert isinstance(screen, Sized)
        screen.seen.clear()
        for size in [*SIZES, LAST]:
            app.post_message(Resize(size, size))
            await pilot.pause(0.02 if moving else 0)
        until = monotonic() + 10
        while screen.seen[-1:] != [LAST] and monotonic() < until:
            await pilot.pause(0.05)
        return screen.seen


async def test_sizes_in_a_row_are_drawn_together_and_the_last_one_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "SIZES_APART", 0.5)
    begun = monotonic()
    seen = await drawn(moving=True)
    assert seen[-1] == LAST
    assert len(seen) <= 2 + (monotonic() - begun) / 0.5  # of 21: a busy machine draws more, and takes longer


async def test_where_nothing_moves_the_last_size_is_drawn_too() -> None:
    assert (await drawn(moving=False))[-1] == LAST


class Wrapped(Line):
    """A line that counts how often it is measured."""

    count = 0

    def measured(self, width: int, level: int) -> int:
        """One more."""
        self.count += 1
        return super().measured(width, level)


def test_a_row_is_measured_once_until_something_of_it_changes() -> None:
    row = Wrapped("many words that need two lines")

    def heights() -> Iterator[int]:
        return (row.height_at(20, level) for level in (1, 2, 3, 1))

    assert [*heights()] == [2, 2, 2, 2]
    assert row.count == 1
    row.detail = "what it does"
    assert [*heights()] == [2, 3, 3, 2]
    assert row.count == 3
    row.refresh()
    row.height_at(20, 1)
    assert row.count == 4
