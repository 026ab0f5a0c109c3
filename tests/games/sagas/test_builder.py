"""SagaS's builder by keys: the worked sample to the point, every key of every step, what stays and what is found."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.checks import problems
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.builder.priced import row_id
from saga_tui.ui.builder.rows import MORE, Sift
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.builder.step import ChoiceRow
from saga_tui.ui.builder.widgets import FieldLine
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.jump import JumpScreen
from saga_tui.ui.marks import Number
from saga_tui.ui.rows import Line, Row
from saga_tui.ui.why_screen import WhyScreen
from tests import keys as keyboard

NOW = "2026-01-02T20:00:00+00:00"
SIZES = [(80, 24), (120, 40), (200, 60)]
Doing = tuple[str, dict[str, Any]]


class BuilderApp(KitApp):
    """The app with the builder of a character of SagaS."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(animations=False)
        self.memory = memory

    async def on_mount(self) -> None:
        await super().on_mount()
        await self.push_screen(registry.game("sagas").screen(self.memory))

    @property
    def builder(self) -> BuilderScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, BuilderScreen))


def new_memory(folder: Path, name: str = "Nuri Fell", *doing: Doing) -> Memory:
    doc = {**registry.game("sagas").new(name), "id": "01test00"}
    memory = Memory.create(folder, doc, registry.layout("sagas"), stem="nuri", now=lambda: NOW)
    session = Session(RULES, memory)
    for verb, params in doing:
        assert not session.do(RULES.command(verb, params)).refused
    return memory


class Hand:
    """Presses keys and counts them."""

    def __init__(self, pilot: Pilot[Any], app: BuilderApp) -> None:
        self.pilot, self.app, self.pressed, self.typed = pilot, app, 0, 0

    async def press(self, *keys: str) -> None:
        self.pressed += len(keys)
        await keyboard.press(self.pilot, *keys)

    async def type(self, text: str, *then: str) -> None:
        self.typed += len(text)
        await keyboard.burst(self.pilot, *text)
        await self.press(*then)

    async def walk(self, name: str) -> None:
        """Down to the row of that id."""
        for _ in range(60):
            if self.focused == name:
                return
            await self.press("down")
        raise AssertionError(f"{name} was not reached; the focus is at {self.app.focused}")

    async def find(self, words: str, name: str) -> None:
        """To a row by its words."""
        await self.press("slash")
        await self.type(words, "enter")
        await self.walk(name)

    async def pick(self, words: str) -> None:
        """One of the offers that are listed."""
        assert isinstance(self.app.screen, Choose)
        found = re.search(rf"(\w) {re.escape(words)}", self.shown())
        assert found is not None, self.shown()
        await self.press(found[1])

    async def focus(self, widget: Widget) -> None:
        widget.focus()
        await keyboard.rested(self.pilot)

    async def click(self, name: str, x: int) -> None:
        """The mouse goes down and up on a row, as a terminal says it."""
        at = self.row(name).content_region
        for kind in (events.MouseDown, events.MouseUp):
            where = at.x + x, at.y
            self.app.post_message(kind(None, *where, 0, 0, 1, False, False, False, *where))
            await keyboard.rested(self.pilot)

    @property
    def focused(self) -> str:
        return (self.app.focused.id if self.app.focused is not None else "") or ""

    @property
    def one(self) -> Character:
        return RULES.of(self.app.memory.doc)

    def shown(self) -> str:
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)

    def row(self, name: str) -> Row:
        return self.app.builder.query_one(f"#middle #{name}", Row)

    def choice(self, key: str) -> ChoiceRow:
        return next(row for row in self.app.builder.query(ChoiceRow) if row.option == key)

    def level(self, name: str) -> int:
        return next(one.level for one in figures(self.one).held.values() if one.name == f"skill:{name}")


@asynccontextmanager
async def on_stage(memory: Memory, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Hand]:
    app = BuilderApp(memory)
    async with app.run_test(size=size, notifications=True) as pilot:
        await keyboard.rested(pilot)
        hand = Hand(pilot, app)
        await hand.press("escape")
        yield hand


def skill(name: str) -> str:
    return row_id(f"skill:{name}")


LEVELS = {
    "pistol": 7, "gun": 7, "automatic-weapons": 5, "ranged-two-weapons": 0, "skydiving": 0, "diving": 0, "swimming": 0,
    "security-systems": 0, "explosives": 0, "electricity": 0, "mechanics": 0, "computer-science": 0, "driving-car": 5,
    "aquatic-machine": 0, "heavy-vehicle": 0, "airplane": 0, "helicopter": 0, "survival": 0, "first-aid": -5,
    "tracking": 0,
}  # fmt: skip
"""Learning levels of the worked sample."""
MAINS = {"str": 12, "agi": 8, "end": 10, "dex": 8, "wil": 8, "pre": 8, "ins": 8}


@pytest.mark.rule("S-MAKE-8", "S-COST-1", "S-COST-2", "S-SKILL-5", "S-MART-5")
async def test_the_worked_sample_is_built_by_keys_to_the_point(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.focus(hand.choice("250"))
        await hand.press("enter", "2")
        for key, value in MAINS.items():
            await hand.walk(f"row-{key}")
            await hand.press("enter")
            await hand.type(str(value), "enter")
        await hand.press("3")
        for name, level in LEVELS.items():
            row = hand.row(skill(name))
            assert isinstance(row, Number)
            await hand.find(row.label.lower()[:9], skill(name))
            await hand.press("enter")
            await hand.type(str(level), "enter")
        await hand.press("escape", "a")
        await hand.pick("Heavy weapon")
        await hand.type("Bazooka", "enter")
        await hand.find("bazooka", skill("heavy-weapons:bazooka"))
        await hand.press("right", "right")
        for name in ("Football", "Cycling"):
            await hand.press("escape", "a")
            await hand.pick("Other sport")
            await hand.type(name, "enter")
            await hand.pick("Starts at −5")
            await hand.find(name.lower(), skill(f"other-sports:{name.lower()}"))
            await hand.press("right")
        await hand.press("4")
        await hand.walk("row-art-krav_maga")
        await hand.press("enter")
        await hand.walk(skill("martial-arts:krav-maga"))
        await hand.press("enter")
        await hand.type("10", "enter")
        one, of = hand.one, figures(hand.one)
        assert (of.characteristics_cost, of.skills_cost, of.left().total) == (174, 76, 0)
        assert (of.score("ini"), of.total("dodge").total, of.reflex().total) == (10, 10, 7)
        assert [found.message for found in problems(one) if found.level != "remark"] == []
        assert "0 of 250 points left" in hand.shown()
        assert (hand.pressed, hand.typed) == WHOLE


WHOLE = (197, 241)
"""Keys that the worked sample takes, and letters and digits that are typed beside them."""


@dataclass(frozen=True)
class Way:
    """One thing to do on a step: its words, the step, the keys with the digits and letters that are typed among them,
    and what came of it."""

    words: str
    step: str
    keys: Sequence[str]
    came: Callable[[Character], bool]
    typed: str = ""

    @property
    def count(self) -> int:
        """The keys without what is typed."""
        return len(self.keys) - len(self.typed)


WAYS = (
    Way("raise a characteristic", "2", ["right"], lambda one: one.characteristics == {"str": 6}),
    Way("set it to a number", "2", ["enter", "9", "enter"], lambda one: one.characteristics == {"str": 9}, "9"),
    Way("find a skill and raise it", "3", ["slash", *"acrob", "enter", "right"],
        lambda one: [(skill.key, skill.level) for skill in one.skills] == [("acrobatics", -10)], "acrob"),
    Way("make it part of your trade", "3", ["space"], lambda one: one.skills[0].trade),
    Way("find a weapon and take it", "6", ["slash", *"rapier", "enter", "enter"],
        lambda one: [piece.name for piece in one.gear] == ["Rapier"], "rapier"),
    Way("undo", "6", ["u"], lambda one: not one.gear),
    Way("all of it at random", "7", ["X", "7", "enter"], lambda one: len(one.skills) > 9, "7"),
)  # fmt: skip


async def test_each_thing_takes_the_keys_that_the_readme_counts(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        for way in WAYS:
            if way.step != str([*hand.app.builder.steps].index(hand.app.builder.current) + 1):
                await hand.press(way.step)
            await hand.press(*way.keys)
            assert way.came(hand.one), way.words


async def test_numbers_go_up_and_down_by_keys_and_by_the_mouse(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path), (80, 24)) as hand:
        await hand.press("2", "right", "plus", "left")
        assert hand.one.characteristics == {"str": 6}
        assert "bonus  +1, next costs 6" in hand.shown() and "6 points" in hand.shown()
        await hand.press("enter")
        await hand.type("20", "enter")
        assert "at most 20" in hand.shown() and "−60 too many" not in hand.shown() and "60 too many" in hand.shown()
        await hand.press("u")
        assert hand.one.characteristics == {"str": 6}
        await hand.press("U")
        assert hand.one.characteristics == {"str": 20}
        await hand.click("row-agi", 2)
        await hand.type("4", "enter")
        assert hand.one.characteristics == {"str": 20, "agi": 4} and "bonus  −2" in hand.shown()
        row = hand.row("row-agi")
        at = next(x for x in range(row.size.width) if row.number_at(x))
        await hand.click("row-agi", at)
        assert isinstance(hand.app.screen, WhyScreen)
        await hand.press("escape")
        await hand.walk("row-spd")
        await hand.press("right", "right")
        assert hand.one.bonuses == {"spd": 2}


async def test_a_skill_is_raised_marked_removed_and_found_again(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.press("3")
        await hand.find("acrob", skill("acrobatics"))
        shown = hand.shown()
        assert "−10  level −15, next costs 1" in shown and "Stealth" not in shown
        await hand.press("right")
        assert hand.level("acrobatics") == -10 and hand.focused == skill("acrobatics")
        await hand.press("space")
        assert hand.one.skills[0].trade and hand.row(skill("acrobatics")).note == "trade, 1 point"
        await hand.press("question_mark")
        assert isinstance(hand.app.screen, WhyScreen)
        await hand.press("escape", "delete")
        assert hand.one.skills == () and hand.focused == skill("acrobatics")
        await hand.press("escape")
        assert hand.app.builder.query_one(Sift).value == "" and "Stealth" in hand.shown()


async def test_skills_of_later_ages_are_found_by_their_words_and_on_wish(tmp_path: Path) -> None:
    memory = new_memory(tmp_path, "Nuri", ("choose-technology", {"level": 1}))
    async with on_stage(memory) as hand:
        await hand.press("3")
        assert not hand.app.builder.query(f"#{skill('pistol')}") and hand.app.builder.query(f"#{MORE}")
        await hand.find("pistol", skill("pistol"))
        assert "technology 3" in hand.shown()
        await hand.press("escape")
        assert not hand.app.builder.query(f"#{skill('pistol')}")
        await hand.focus(hand.row(MORE))
        await hand.press("enter")
        assert hand.app.builder.query(f"#{skill('pistol')}") and not hand.app.builder.query(f"#{MORE}")


async def test_a_skill_of_ones_own_and_a_language(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.press("3", "o")
        await hand.type("Strategy", "enter")
        await hand.pick("Wit")
        await hand.pick("Starts at −10")
        made = hand.one.skills[0]
        assert (made.name, made.on, made.start, made.level) == ("Strategy", "wit", -10, -10)
        await hand.press("a")
        await hand.pick("Foreign language")
        await hand.type("Latin", "enter")
        assert [one.name for one in hand.one.skills] == ["Strategy", "Latin"]
        assert "Foreign language: Latin" in hand.shown()


@pytest.mark.rule("S-MAKE-5", "S-MART-2")
async def test_kung_fu_asks_what_it_brings(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.press("4")
        await hand.walk("row-art-kung_fu")
        await hand.press("enter")
        assert any(one.rule == "S-MAKE-5" for one in problems(hand.one))
        await hand.walk(f"{skill('martial-arts:kung-fu')}-two-weapons")
        await hand.press("enter")
        assert hand.one.skills[0].benefit == "two-weapons"
        row = hand.row(f"{skill('martial-arts:kung-fu')}-two-weapons")
        assert isinstance(row, Line) and row.mark == "(•)"


async def test_a_thing_has_numbers_of_its_own_and_is_worn_and_removed(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.press("6", "a")
        await hand.type("Heirloom blade", "enter")
        await hand.type("dmax=4, bonus=3", "enter")
        assert hand.one.gear[0].own == {"dmax": 4, "bonus": 3}
        await hand.find("rapier", "row-add-rapier")
        await hand.press("enter")
        assert hand.one.gear[1].worn
        await hand.find("heirloom", "row-gear-0")
        await hand.press("delete")
        assert [one.name for one in hand.one.gear] == ["Rapier"]


async def test_any_number_of_points_from_paper_and_back_the_setting_and_rule_options(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.focus(hand.choice("other"))
        await hand.press("enter")
        await hand.type("200", "enter")
        assert hand.one.campaign.points == 200 and "Another number: 200 points" in hand.shown()
        await hand.press("e")
        assert hand.one.entered and "from paper" in hand.shown()
        await hand.press("e")
        assert not hand.one.entered
        await hand.walk("row-leftover_creation")
        await hand.press("enter")
        assert hand.one.campaign.switches == {"leftover_creation": "kept"}
        await hand.press("enter")
        assert hand.one.campaign.switches == {}
        await hand.focus(hand.row("row-setting"))
        await hand.press("enter")
        await keyboard.rested(hand.pilot)
        await hand.pick("Brass Tides")
        await hand.press("y")
        assert hand.one.campaign.setting and "Use" not in hand.shown()
        await hand.press("u")
        assert not hand.one.campaign.setting


async def test_a_ruling_and_a_jump(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path)) as hand:
        await hand.press("2", "equals_sign")
        await hand.type("9 a gift", "enter")
        assert figures(hand.one).score("str") == 9 and hand.row("row-str").ruled
        await hand.press("j")
        screen = hand.app.screen
        assert isinstance(screen, JumpScreen)
        letter = next(key for key, place in screen.places.items() if getattr(place.widget, "id", "") == "row-pre")
        await hand.press(letter)
        assert hand.focused == "row-pre"


async def test_letters_survive_a_kill_and_the_builder_opens_where_it_was(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("5")
        await hand.focus(
            next(line.field for line in hand.app.builder.query(FieldLine) if line.field.name == "concept.trade")
        )
        await hand.type("Harbour pil")
        assert hand.one.concept.trade == ""
        memory.flush()
        shutil.copytree(tmp_path, tmp_path / "killed", ignore=shutil.ignore_patterns("killed", "state"))
    again = Memory.open(tmp_path / "killed" / memory.path.name, registry.layout("sagas"), now=lambda: NOW)
    app = BuilderApp(again)
    async with app.run_test(size=(120, 40)) as pilot:
        await keyboard.rested(pilot)
        assert app.builder.current == "background"
        assert isinstance(app.focused, FieldInput) and app.focused.value == "Harbour pil"
        await keyboard.press(pilot, *"ot", "enter")
    assert RULES.of(again.doc).concept.trade == "Harbour pilot"
    assert not [key for key in again.drafts() if "trade" in key]


async def test_an_edit_by_hand_is_shown(tmp_path: Path) -> None:
    memory = new_memory(tmp_path / "one")
    async with on_stage(memory) as hand:
        await hand.press("3")
        memory.flush()
        path = memory.path
        text = path.read_text(encoding="utf-8")
        path.write_text(text + '\n[[skills]]\nkey = "climb"\nlevel = 4\n', encoding="utf-8")
        for _ in range(40):
            memory.poll()
            await asyncio.sleep(0.05)
            if hand.one.skills:
                break
        hand.app.builder.refresh_all()
        await keyboard.rested(hand.pilot)
        assert hand.level("climb") == 4 and "level  +4" in hand.shown()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("step", range(1, 8))
def test_snapshot_of_a_step(snap: Any, tmp_path: Path, step: int, size: tuple[int, int]) -> None:
    app = BuilderApp(new_memory(tmp_path, "Nuri", ("surprise", {"seed": 7})))
    assert snap(app, press=["escape", str(step)] if step > 1 else ["escape"], terminal_size=size)
