"""Many sizes in a row: some are drawn, the last one always; no screen is laid out without end, and columns rest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import monotonic
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.app import ComposeResult
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen

import saga_tui
from saga_tui.dice import seeded
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory
from saga_tui.ui import places, specs, terminal
from saga_tui.ui.base import KitApp
from saga_tui.ui.columns import Body, Column, Columns
from saga_tui.ui.rows import Line
from saga_tui.ui.terminal import Sized
from saga_tui.ui.tracker import Tracker
from tests.ui.looking import rows_of

SIZES = [Size(100 + number % 7, 30 + number % 5) for number in range(20)]
LAST = Size(90, 28)
ENDLESS = 60
"""Times after which nobody waits any more for a screen to be laid out for the last time."""


class Coming(Line):
    """A line that keeps how often it came to be seen."""

    seen = 0

    def on_show(self) -> None:
        """Once more."""
        self.seen += 1


class Hiding(Sized, Screen[None]):
    """A line that comes and goes, one that is never shown, and one out of sight."""

    CSS = "Hiding { overflow: hidden; } Line { display: none; } .-said { display: block; } .-far { margin-top: 99; }"

    def compose(self) -> ComposeResult:
        """The lines."""
        yield Coming("A word")
        yield Line("Never", id="never")
        yield Line("Below", id="below", classes="-said -far")


async def test_what_comes_is_seen_also_after_something_out_of_sight_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scroll bar that is not there, say: Textual then makes its map anew, and would compare it with itself. Nothing
    is arranged again for who asks right after a layout."""
    app, screen, worked_out = KitApp(animations=False), Hiding(), list[str]()

    def counted(name: str) -> Callable[..., Any]:
        do = getattr(Compositor, name)

        def done(*given: Any, **named: Any) -> Any:
            worked_out.extend([name] * (given[0] is screen._compositor))
            return do(*given, **named)

        return done

    for name in ("reflow", "_arrange_root"):
        monkeypatch.setattr(Compositor, name, counted(name))
    async with app.run_test() as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        assert screen._compositor.find_widget(screen).region.size == app.size
        screen._compositor.update_widgets({below := screen.query_one("#below")})
        assert screen._compositor.find_widget(below).region.y >= 99, "known, though it is out of sight"
        assert worked_out and worked_out.count("_arrange_root") == worked_out.count("reflow")
        screen._compositor.update_widgets({screen.query_one("#never")})
        line = screen.query_one(Coming).add_class("-said")
        await pilot.pause()
        assert line.seen == 1


@pytest.mark.parametrize("missing", ["module", "part"])
async def test_another_textual_keeps_places_its_own_way(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """How Textual keeps them is nothing that it promises: where that is otherwise screens are drawn all the same."""
    if missing == "module":
        monkeypatch.setitem(sys.modules, "textual._compositor", None)
    else:
        monkeypatch.setattr(places, "KNOWN", (*places.KNOWN, "_another_name"))
    places._kind.cache_clear()
    try:
        app, screen = KitApp(animations=False), Hiding()
        assert places.places() is None and type(screen._compositor) is Compositor
        async with app.run_test() as pilot:
            await app.push_screen(screen)
            await pilot.pause()
            line = screen.query_one(Coming).add_class("-said")
            await pilot.pause()
            assert line.seen == 1
    finally:
        places._kind.cache_clear()


class Counting(Sized, Screen[None]):
    """A screen that keeps the sizes that it was drawn in."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Size] = []
        self.heard = 0

    def compose(self) -> ComposeResult:
        """A row."""
        yield Line("A row")

    def on_resize(self, event: Resize) -> None:
        """One more; and something else is to be done, as on every screen."""
        self.heard += 1
        if self.seen[-1:] != [event.size]:
            self.seen.append(event.size)
        if self.heard < ENDLESS:
            self.call_later(len, ())


class Dragged(KitApp):
    """An app with that screen."""

    def first_screen(self) -> Screen[None]:
        """The screen."""
        return Counting()


async def drawn(*, moving: bool) -> list[Size]:
    """The sizes that were drawn of many that came at once, one after the other."""
    app = Dragged(animations=moving)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        screen = app.screen
        assert isinstance(screen, Counting)
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


async def test_two_sizes_under_way_at_once_do_not_call_for_each_other_without_end() -> None:
    app = Dragged(animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, Counting)
        await pilot.resize_terminal(*LAST)
        screen.heard = 0
        for size in (SIZES[0], LAST):
            screen.post_message(Resize(size, size))
            screen.call_later(len, ())
        await pilot.pause()
        assert screen.heard <= 4 and screen.size == LAST


class Through(Counting, ModalScreen[None]):
    """A dialog that another screen is seen through."""

    CSS = "Through { align: left bottom; background: $background 0%; }"

    def compose(self) -> ComposeResult:
        """A row."""
        yield Line("A question")


async def test_a_screen_behind_another_is_a_picture_until_sizes_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    app, above, clock = Dragged(animations=False), Through(), [monotonic()]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        behind = app.screen
        assert isinstance(behind, Counting)
        await app.push_screen(above)
        await pilot.pause()
        app.animated, behind.heard, above.heard = True, 0, 0
        monkeypatch.setattr(terminal, "monotonic", lambda: clock[0])  # however busy the machine is
        behind.seen.clear()
        for size in (SIZES[0], SIZES[1]):
            clock[0] += 10
            app.post_message(Resize(size, size))
            await pilot.pause(1.5 * terminal.AT_REST)  # not when a look whether sizes rest is due
            assert above.seen[-1] == size and not behind.seen, "another size may follow"
            shown = rows_of(above)
            assert "A row" in shown[0] and "A question" in shown[-1] and len(shown[0]) == size.width
        clock[0] += 10
        until = monotonic() + 10
        while not behind.seen and monotonic() < until:
            await pilot.pause(0.05)
        assert behind.seen == [SIZES[1]]
        app.animated = False
        await pilot.pause()
        assert "A row" in rows_of(above)[0]


def test_every_screen_is_laid_out_once_for_a_size() -> None:
    for module in walk_packages(saga_tui.__path__, "saga_tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)

    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for one in kind.__subclasses__():
            yield from (one, *below(one))

    ours = {kind for kind in below(Screen) if kind.__module__.startswith("saga_tui.")}
    assert len(ours) > 20 and not [kind for kind in ours if not issubclass(kind, Sized)]


# ---- columns


BESIDE = (("first", "second"), ("third",))
MOVED = (("first",), ("third", "second"))
Plans = Sequence[tuple[int, int, specs.Plan]]
PLANS: Plans = ((100, 30, BESIDE), (0, 0, (("first", "second", "third"),)))
FIRST, FREE = 12, 3
"""Rows of the first panel, and lines that are free below the second one without any omen."""


def lines(count: int) -> list[specs.AnyRow]:
    """So many rows."""
    return [specs.Line(f"row {row}") for row in range(count)]


class Nights(KitApp):
    """A keeper of Lanterns on a play screen whose second panel has a row for each omen."""

    def __init__(self, folder: Path, plans: Plans = PLANS) -> None:
        super().__init__(animations=False)
        game, self.more = registry.game("lanterns"), 10
        self.memory = Memory.create(folder / "characters", game.new("Ada"), registry.layout("lanterns"))
        self.play: Session[Any] = Session(game.rules, self.memory, seeded(1))
        for verb, given in (("choose", {"trade": "watchman"}), ("start-night", {})):
            self.play.do(game.rules.command(verb, given))
        self.rows: dict[str, Callable[[Any], list[specs.AnyRow]]] = {
            "first": lambda _: lines(FIRST),
            "second": lambda ada: lines(self.more + len(ada.play.omens)),
            "third": lambda _: lines(1),
        }
        panels = tuple(
            specs.Panel(place, place, partial(self._rows, place), frozenset({"omens"})) for place in self.rows
        )
        members = {"GAME": game, "PANELS": panels, "LAYOUT": specs.Layout(plans)}
        self.tracker: Tracker[Any] = type("Omens", (Tracker,), members)(self.play)

    async def on_mount(self) -> None:
        """Opens it."""
        await self.push_screen(self.tracker)

    def on_unmount(self) -> None:
        """Lets the file go."""
        self.memory.close()

    def _rows(self, place: str, ada: Any) -> list[specs.AnyRow]:
        return self.rows[place](ada)

    def room(self, place: str) -> int:
        """Lines of the column in which a panel stands."""
        column = next(panel.parent for panel in self.tracker.body.made if panel.spec.place == place)
        assert isinstance(column, Column)
        return column.size.height

    async def omens(self, pilot: Pilot[None], by: int) -> specs.Plan:
        """So many omens more, or fewer; and where the panels stand then."""
        for _ in range(abs(by)):
            self.play.do(self.play.game.command("draw", {})) if by > 0 else self.play.undo()
            self.tracker.happened()
            await pilot.pause()
        return self.tracker.body.plan


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[specs.Plan]:
    """The columns that were made anew, one after the other."""
    anew: list[specs.Plan] = []
    recompose = Columns.recompose

    async def counted(columns: Columns) -> None:
        if columns.id == "columns" and isinstance(columns.parent, Body):
            anew.append(columns.parent.plan)
        await recompose(columns)

    monkeypatch.setattr(Columns, "recompose", counted)
    return anew


async def test_a_panel_without_room_moves_once_and_no_count_makes_it_hop(
    lanterns: Path, tmp_path: Path, made: list[specs.Plan]
) -> None:
    app = Nights(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.more = app.room("second") - (1 + FIRST) - 1 - FREE
        app.tracker.happened()
        await pilot.pause()
        assert await app.omens(pilot, FREE) == BESIDE and not made, "all have room"
        assert await app.omens(pilot, 1) == MOVED and made == [MOVED]
        for by in (-1, 1, -FREE, FREE):
            assert await app.omens(pilot, by) == MOVED, "there all have room too"
        assert made == [MOVED]
        await pilot.resize_terminal(120, 45)
        await pilot.pause()
        assert app.tracker.body.plan == BESIDE, "another size: where they belong"
        assert made == [MOVED, BESIDE]


async def test_a_panel_that_would_need_more_lines_where_it_went_stays_there(
    lanterns: Path, tmp_path: Path, made: list[specs.Plan]
) -> None:
    app = Nights(tmp_path, ((0, 0, (("first", "second"), ("aside", "third"))),))
    texts = [specs.Text(Content("words " * 14)) for _ in range(5)]
    app.rows["second"] = lambda _: [*lines(2), *texts]
    async with app.run_test(size=(160, 40)) as pilot:
        await pilot.pause()
        own, aside = app.room("second"), app.room("third")
        app.rows |= {"first": lambda _: lines(own - 8), "third": lambda _: lines(aside - 10)}
        for _ in range(3):
            app.tracker.happened()
            await pilot.pause()
        assert made == [(("first",), ("aside", "third", "second"))], "there and back again without end"


async def test_many_sizes_in_a_row_end_at_rest_in_the_columns_of_the_last(
    lanterns: Path, tmp_path: Path, made: list[specs.Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, sizes = Nights(tmp_path), [(100 - 10 * (number % 2), 30 + number % 9) for number in range(6)]
    app.more = 20
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for size in sizes:
            made.clear()
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(made) <= 2, f"other columns, and then one move: {made}"
        app.animated, clock = True, [monotonic()]
        monkeypatch.setattr(terminal, "monotonic", lambda: clock[0])  # however busy the machine is
        made.clear()
        for size in [*((100 + number, 30 + number) for number in range(12)), (120, 30)]:
            clock[0] += terminal.AT_REST / 2
            app.post_message(Resize(Size(*size), Size(*size)))
            await pilot.pause(0.02)
        assert not made, "while sizes follow one another the columns stand"
        clock[0] += 10
        until = monotonic() + 10
        while app.tracker.body.plan != MOVED and monotonic() < until:
            await pilot.pause(0.05)
        assert made[-1] == MOVED and len(made) <= 2 and app.tracker.size == Size(120, 30)


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
