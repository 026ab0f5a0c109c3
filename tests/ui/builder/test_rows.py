"""Rows as data in a builder's step: they come and go in place, are sifted, stepped, dropped, turned and chosen; shown
on a game that the test makes of the toy's rules: a cellar of lamps with oil in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget

from saga_tui.games import registry
from saga_tui.store import Memory
from saga_tui.tally import Tally, Term
from saga_tui.ui.base import KitApp
from saga_tui.ui.builder.priced import Price, ladder, priced, row_id
from saga_tui.ui.builder.rows import MORE, RowsView, Sift
from saga_tui.ui.builder.screen import builder_of
from saga_tui.ui.builder.sidebar import Sidebar
from saga_tui.ui.builder.spec import BuilderSpec, Rows, Step
from saga_tui.ui.builder.widgets import Heading
from saga_tui.ui.keys import hints
from saga_tui.ui.marks import Number
from saga_tui.ui.rows import Line as RowLine
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Action, AnyRow, Line
from saga_tui.ui.specs import Number as NumberSpec
from tests import keys as keyboard

pytestmark = pytest.mark.usefixtures("lanterns")


@dataclass
class Cellar:
    """Lamps by name with their oil; what was done to them."""

    lamps: dict[str, int] = field(default_factory=lambda: {"brass": 1, "copper": 2, "tin": 3})
    done: list[str] = field(default_factory=list)
    deeper: tuple[str, ...] = ()

    def deed(self, what: str, name: str) -> Callable[[Any], Any]:
        async def act(screen: Any) -> None:
            self.done.append(f"{what} {name}")
            if what == "drop":
                del self.lamps[name]
            elif what in ("more", "less"):
                self.lamps[name] += 1 if what == "more" else -1
            elif what == "add":
                self.lamps = {name: 0, **self.lamps}
            screen.refresh_all()

        return act

    def groups(self, _document: Any) -> Iterator[tuple[str, Sequence[AnyRow]]]:
        yield "Lamps", [self.lamp(name, oil) for name, oil in self.lamps.items()]
        yield "Wicks", [Line(text="a long wick", id="row-wick", detail="It burns for a night.")]

    def lamp(self, name: str, oil: int) -> NumberSpec:
        number = Tally(name, name.title(), (Term(oil, "poured in"),))
        deeds: dict[str, Any] = {what: self.deed(what, name) for what in ("less", "more", "drop", "turn", "choose")}
        price = Price("level", -oil, oil, ((1, 2),), most=9)
        return priced(number, price, kept="lit", label_width=10, room=2, **deeds)

    def further(self, _document: Any) -> Iterator[tuple[str, Sequence[AnyRow]]]:
        yield "Below", [Line(text=name, id=f"row-{name}") for name in self.deeper]

    def so_far(self, _document: Any) -> Iterator[AnyRow]:
        for name, oil in sorted(self.lamps.items(), key=lambda one: -one[1]):
            yield NumberSpec(label=name, value=oil, id=f"far-{name}")

    def spec(self) -> BuilderSpec:
        words = {"search": "Find a lamp", "further_words": "lamps below", "turns": "Light"}
        at = {"groups": self.groups, "further": self.further, "row_of": lambda _, where: f"row-{where[-1]}"}
        lamps = Rows(where=("lamps",), **words, **at)  # type: ignore[arg-type]
        fill = Action("fill", "Fill", "Add a lamp", self.deed("add", "zinc"), key="a", shown=True)
        step = Step(key="lamps", title="Lamps", parts=(lamps,), actions=(fill,))
        return BuilderSpec(steps=(step,), begin=lambda _: (), so_far=self.so_far)


class App(KitApp):
    def __init__(self, cellar: Cellar, folder: Path) -> None:
        super().__init__(animations=False)
        self.cellar = cellar
        game = registry.game("lanterns")
        self.memory = Memory.create(folder, game.new("Ada"), registry.layout("lanterns"), stem="a")

    async def on_mount(self) -> None:
        from saga_tui.engine.session import Session

        await super().on_mount()
        game = type("Cellars", (type(registry.game("lanterns")),), {"builder": lambda _: self.cellar.spec()})()
        await self.push_screen(builder_of(game, Session(game.rules, self.memory)))

    def on_unmount(self) -> None:
        self.memory.close()


@asynccontextmanager
async def cellar_at(folder: Path, cellar: Cellar, size: tuple[int, int] = (120, 40)) -> Any:
    app = App(cellar, folder)
    async with app.run_test(size=size) as pilot:
        await keyboard.rested(pilot)
        yield app, partial(keyboard.press, pilot)


def shown(app: KitApp) -> list[str]:
    """The rows in sight, by their ids."""
    return [row.id or "" for row in app.screen.query(RowsView).first().query(Row) if row.display]


def focused(app: KitApp) -> str:
    return (app.focused.id if app.focused is not None else "") or ""


async def test_rows_come_and_go_in_their_place_and_those_that_stay_are_the_same_with_the_focus(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, cellar := Cellar()) as (app, press):
        before: dict[str, Widget] = {row.id or "": row for row in app.screen.query(Row)}
        await press("down")
        assert focused(app) == "row-copper"
        await press("a")
        assert shown(app) == ["row-zinc", "row-brass", "row-copper", "row-tin", "row-wick"]
        assert all(app.screen.query_one(f"#{name}") is before[name] for name in ("row-brass", "row-copper", "row-wick"))
        assert focused(app) == "row-copper"
        await press("delete")
        assert shown(app) == ["row-zinc", "row-brass", "row-tin", "row-wick"] and focused(app) == "row-tin"
        assert [heading.text for heading in app.screen.query(RowsView).first().query(Heading)] == ["Lamps", "Wicks"]
        assert cellar.done == ["add zinc", "drop copper"]


async def test_keys_of_a_row_do_what_it_says_and_the_bar_names_them(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, cellar := Cellar()) as (app, press):
        await press("right", "plus", "left", "minus", "space", "enter")
        assert cellar.done == [f"{what} brass" for what in ("more", "more", "less", "less", "turn", "choose")]
        told = {hint.words for hint in hints(app.screen)}
        assert {"Choose", "Find", "Remove", "Light", "Fill"} <= told
        await press("down", "down", "down")
        assert focused(app) == "row-wick"
        await press("right", "space", "enter", "delete")
        assert len(cellar.done) == 6, "a row that only says something does nothing"
        assert not {"Remove", "Light"} & {hint.words for hint in hints(app.screen)}


async def test_words_sift_rows_with_their_headings_and_escape_shows_all(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, Cellar()) as (app, press):
        await press("slash", *"copp", "enter")
        assert shown(app) == ["row-copper"] and focused(app) == "row-copper"
        assert [heading.text for heading in app.screen.query(Heading) if heading.display and heading.text] == ["Lamps"]
        await press("right")
        assert shown(app) == ["row-copper"], "a step leaves what is sifted as it is"
        await press("escape")
        assert len(shown(app)) == 4 and app.screen.query_one(Sift).value == "" and focused(app) == "row-copper"
        await press("slash", *"night", "enter")
        assert shown(app) == ["row-wick"], "what a row is good for is looked through too"


async def test_what_is_shown_on_wish_is_told_of_found_and_opened(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, Cellar(deeper=("gold", "silver"))) as (app, press):
        assert shown(app)[-1] == MORE and app.screen.query_one(f"#{MORE}", RowLine).text == "2 lamps below"
        await press("slash", *"silv", "enter")
        assert shown(app) == ["row-silver"] and focused(app) == "row-silver"
        await press("escape")
        assert shown(app)[-1] == MORE
        app.screen.query_one(f"#{MORE}").focus()
        await press("enter")
        assert shown(app)[-2:] == ["row-gold", "row-silver"]


async def test_only_rows_that_changed_are_drawn_anew(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, Cellar()) as (app, press):
        sources = {row.id: row.source for row in app.screen.query(RowsView).first().query(Row)}
        await press("right")
        after = {row.id: row.source for row in app.screen.query(RowsView).first().query(Row)}
        assert sources["row-wick"] is after["row-wick"], "an equal row is left alone"
        assert after["row-brass"] is not sources["row-brass"]


async def test_the_sheet_so_far_follows_in_its_order(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, cellar := Cellar()) as (app, press):
        side = app.screen.query_one(Sidebar)
        assert [child.id for child in side.children] == ["far-tin", "far-copper", "far-brass"]
        kept = side.query_one("#far-brass")
        await press("right", "right", "right")
        assert [child.id for child in side.children] == ["far-brass", "far-tin", "far-copper"]
        assert side.query_one("#far-brass") is kept and cellar.lamps["brass"] == 4
        await press("delete")
        assert [child.id for child in side.children] == ["far-tin", "far-copper"]


async def test_a_place_of_the_document_has_its_row(tmp_path: Path) -> None:
    async with cellar_at(tmp_path, Cellar()) as (app, _):
        view = app.screen.query(RowsView).first()
        assert view.row_at(("lamps", "tin")).id == "row-tin"
        assert view.row_at(("lamps", "nothing")).id == "row-brass"


STEPS = ladder(3, lambda _, to: to // 5 * 2 + 2)
"""What the steps after 3 cost."""


def test_a_ladder_has_the_next_prices_up_to_the_highest_value() -> None:
    assert STEPS[:3] == ((4, 2), (5, 4), (6, 4)) and ladder(3, lambda _, to: to, most=4) == ((4, 4),)
    assert ladder(-15, lambda start, _: -start, lambda at: at + 5, most=0) == ((-10, 15), (-5, 10), (0, 5))


@pytest.mark.parametrize(
    ("level", "paid", "tail", "note"),
    [(-5, 0, " level  −5, next costs 2", "lit"), (4, 1, " level  +4, next costs 2", "lit, 1 point")],
)
def test_a_price_says_what_the_next_step_costs_and_what_was_paid(level: int, paid: int, tail: str, note: str) -> None:
    row = priced(Tally("oil", "Oil", (Term(3, "poured in"),)), Price("level", level, paid, STEPS), "lit")
    assert (row.tail, row.narrow, row.note) == (tail, note, note)
    assert row.ladder == STEPS
    assert row.label == "Oil" and row.names == ("oil",)
    most = priced(Tally("oil", "Oil", (Term(9, "poured in"),)), Price("level", 0, 0, (), most=9))
    assert most.tail.endswith("at most 9")


def test_a_name_becomes_an_id() -> None:
    assert row_id("skill:a-b") == "row-skill_3aa_2db" and row_id("é") == "row-_e9"


async def test_bars_are_as_long_in_every_row_and_give_way_to_words(tmp_path: Path) -> None:
    cellar = Cellar()
    lamp = cellar.lamp

    def barred(name: str, oil: int) -> NumberSpec:
        return replace(lamp(name, oil), bar=20, value=oil, tail=" words" * oil)

    cellar.lamp = barred  # type: ignore[method-assign]
    async with cellar_at(tmp_path, cellar, (80, 24)) as (app, _):
        bars = list(app.screen.query(RowsView).first().query(Number))
        assert {len(row._bar(60).plain) for row in bars} == {20}
        cellar.lamps["tin"] = 11
        app.screen.refresh_all()
        await keyboard.at_rest()
        assert {len(row._bar(60).plain) for row in bars} == {0}
