"""The jump: a letter for each place in sight, a row's own key for the row, and the focus where the letter says."""

from __future__ import annotations

from textual.geometry import Offset
from textual.widget import Widget

from saga_tui.ui.base import KitApp
from saga_tui.ui.jump import LETTERS, JumpScreen, Target, lettered, targets
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Line
from tests.keys import press


def test_wishes_come_first_and_no_letter_twice() -> None:
    places = [Target(Widget(), Offset(0, y), wish=wish) for y, wish in enumerate(["", "f", "f", "⏎", ""])]
    given = lettered(places)
    assert given["f"] is places[1] and list(given) == ["f", "a", "b", "c", "d"]
    many = lettered(Target(Widget(), Offset(0, y)) for y in range(100))
    assert list(many) == list(LETTERS) and len(set(LETTERS)) == len(LETTERS)


class Rows(KitApp):
    """Two panels: one with a row of two numbers and a key, one with more rows than there is room for."""

    def __init__(self) -> None:
        super().__init__(animations=False)
        self.force = Line("[/]", "4 of 5", key="f")
        self.force.numbers = ("tokens", "rating")

    async def on_mount(self) -> None:
        """Rows."""
        await self.screen.mount(
            Panel(self.force, title="One"), Panel(*(Line(f"row {n}") for n in range(90)), title="Two")
        )


async def test_a_letter_goes_to_a_row_to_its_second_number_or_into_a_panel() -> None:
    app = Rows()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        found = targets(app.screen)
        assert all(0 <= place.at.y < 20 for place in found), "only what is in sight"
        second = next(letter for letter, place in lettered(found).items() if place.number == 1)
        await press(pilot, "j", second)
        assert app.focused is app.force and (app.force.at, "▸4 of 5" in app.force.render().plain) == (1, True)
        await press(pilot, "j", "f")
        assert (app.focused, app.force.at) == (app.force, 0)
        await press(pilot, "down")
        assert app.focused is not app.force and app.force.at == 0
        await press(pilot, "j", "ctrl+g", "escape")
        assert not isinstance(app.screen, JumpScreen)


async def test_where_nothing_takes_the_focus_it_says_so() -> None:
    app = KitApp(animations=False)
    async with app.run_test(notifications=True) as pilot:
        await press(pilot, "j")
        assert [note.message for note in app._notifications] == ["Nothing here to jump to."]
