"""Sizes, panes, the mouse, reasons, the log, and texts that mean no good."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.visual import Visual
from textual.widget import Widget

from saga_tui.engine import session
from saga_tui.engine.rules import Rules
from saga_tui.games import registry
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session.panels import FOLD, FOUR, HARD, LAYOUT, PAIR, THREE
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.store import Memory
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.columns import Body
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.journal.recent import LogView
from saga_tui.ui.marks import Held, Marks
from saga_tui.ui.panel import Still
from saga_tui.ui.panels import LastLine
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.rule_book import BookScreen
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press
from tests.keys import seen

HOSTILE = "[/] [red]\x1b[31m\x1b]0;x\x07 \u202egnihton 名前がとても長い " + "x" * 150


def test_the_columns_follow_the_size() -> None:
    assert LAYOUT.plan(80, 24) == FOLD
    assert LAYOUT.plan(60, 24) == FOLD
    assert LAYOUT.plan(80, 50) == PAIR
    assert LAYOUT.plan(120, 40) == THREE
    assert LAYOUT.plan(200, 60) == FOUR
    for plan in (THREE, FOUR):
        shown = {place for column in plan for place in column}
        assert shown >= {place for pane in LAYOUT.panes for place in pane.places}


async def test_the_fold_turns_its_panes_by_digit_and_tab(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        body = app.session.query_one(Body)
        assert [app.session.query_one(f"#pane-{place}").display for place in range(4)] == [True, False, False, False]
        await press(pilot, "2")
        assert body.pane == 1
        await press(pilot, "tab", "tab")
        assert body.pane == 3
        assert not app.session.query_one(LastLine).display
        await press(pilot, "1")
        assert app.session.query_one(LastLine).display
        for panel in ("assets", "damage", "consequences"):
            assert app.session.query_one(f"#panel-{panel}").display


async def test_another_size_makes_other_columns(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.session.query_one(Body).base == HARD[THREE]
        await press(pilot, "f")
        assert app.session.query_one("#asset-force", Marks).filled == 0
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert app.session.query_one(Body).folded


async def test_sixty_columns_keep_every_token_in_sight(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(60, 24)):
        row = app.session.query_one("#asset-fortune", Marks)
        assert row.render().plain.count(marks.ASSETS["fortune"].full) == row.filled == 6


async def test_a_click_on_a_token_spends_and_regains(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        row = app.session.query_one("#asset-force", Marks)
        start = row.gutter_content().cell_length + row.label_width
        await pilot.click("#asset-force", offset=(start, 1))
        await pilot.pause()
        assert app.play.tokens["force"] == 3
        await pilot.click("#asset-force", offset=(start + 4 * 6, 0))
        await pilot.pause()
        assert app.play.tokens["force"] == 4


async def test_a_click_on_a_box_suffers_and_heals(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        row = app.session.query_one("#damage-pain", Marks)
        start = row.gutter_content().cell_length + row.label_width
        await pilot.click("#damage-pain", offset=(start + 3 * 6, 2))
        await pilot.pause()
        assert app.play.damage["pain"] == 4
        await pilot.click("#damage-pain", offset=(start, 0))
        await pilot.pause()
        assert app.play.damage["pain"] == 3


async def test_a_number_says_why_and_what_changed_it_last(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "f", "question_mark")
        assert isinstance(app.screen, WhyScreen)
        assert [tally.total for tally in app.screen.why.tallies] == [3, 5]
        assert app.screen.why.notes == ("Last changed, round 2: Force 4 → 3",)
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, BookScreen)
        assert app.screen.shown == "CRE-2"


async def test_the_log_strikes_what_was_undone_and_opens_rules(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "g", "u")
        log = app.session.query_one(LogView)
        assert [(entry.when, entry.undone) for entry in log.entries] == [("r2", False), ("r2", True)]
        assert log.entries[0].text.startswith("Undone: Grace 1 → 0")
        await press(pilot, "l", "down", "enter")
        assert isinstance(app.screen, BookScreen)


async def test_an_edit_from_outside_is_shown(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        app.memory.undo()
        await press(pilot, "f")
        app.memory.undo()
        app.on_memory_changed()
        await pilot.pause()
        assert app.session.query_one("#asset-force", Marks).filled == 4


@pytest.mark.parametrize("size", [(60, 24), (120, 40)])
async def test_hostile_texts_stay_texts(tmp_path: Path, size: tuple[int, int]) -> None:
    play = {
        **TROUBLE,
        "consequences": [{"name": HOSTILE, "points": {"lasting": 1, "[b]": 2}}],
        "active": [{"trait": HOSTILE, "owner": HOSTILE[:100], "by": "[/]"}],
        "scene_traits": [HOSTILE],
        "temporary": [{"name": HOSTILE, "rounds": 1}],
        "rewards": [{"name": HOSTILE, "until": "[/]"}],
        "used_perks": ["[/]"],
        "stakes": "[/]",
        "asks": [{"what": "[/]", "kind": "\x1b[2J"}, {"what": "consequence", "kind": "[/]", "level": "[/]"}],
    }
    story = {"traits": [HOSTILE] * 3, "drives": [HOSTILE, "[/]"]}
    gear = [{"name": HOSTILE, "kind": "charm", "rating": 1}, {"name": "[/]", "kind": "[/]", "rating": 2}]
    concept = {"name": "[/]", "line": HOSTILE, "skill_x": "[/]"}
    app = Table(doc(play, story=story, gear=gear, concept=concept), tmp_path)
    async with app.run_test(size=size) as pilot:
        for keys in (["v"], ["t", "1"], ["i", "1"], ["x"], ["c"], ["r"], ["n"], ["N"], ["b"], ["R"], ["p"], ["w"]):
            await press(pilot, *keys)
            for _ in range(4):
                if app.screen is not app.session or app.session.query(Prompt):
                    await press(pilot, "escape")
            assert app.session.is_current
        for digit in "1234":
            await press(pilot, digit)
        shown = "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())
        assert not any(char in shown for char in ("\x1b", "\x07", "\u202e"))


@pytest.mark.parametrize("play", [{}, {"span": "conflict"}, {"chapter": 99, "doom": 400, "spark": 100000}, CALM])
async def test_bare_and_strange_states_open(tmp_path: Path, play: dict[str, object]) -> None:
    bare = {"format": 1, "game": "saga", "id": "bare1", "play": play}
    app = Table(bare, tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "f", "escape", "p", "escape", "v", "escape", "n", "escape", "r", "escape", "2", "3", "4")
        assert app.session.is_mounted


async def test_a_prompt_gives_the_focus_back(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        app.session.query_one("#damage-fear").focus()
        await press(pilot, "p", "1", "enter")
        assert app.session.focused is app.session.query_one("#damage-fear")
        await press(pilot, "full_stop", "x", "enter")
        assert app.session.focused is app.session.query_one("#damage-fear")


async def test_the_whole_log_opens_and_closes(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "f", "L")
        assert app.screen is not app.session
        await press(pilot, "u", "escape")
        assert app.session.is_current
        assert app.session.query_one("#asset-force", Marks).filled == 5


async def test_a_click_beside_the_marks_asks_for_reasons(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        for row, number in (("#asset-force", "force-tokens"), ("#damage-pain", "pain"), ("#doom", "doom")):
            await pilot.click(row, offset=(app.session.query_one(row).size.width - 2, 0))
            await pilot.pause()
            assert isinstance(app.screen, WhyScreen)
            assert app.screen.why.tally.name == number
            await press(pilot, "escape")
        assert list(app.memory.history()) == []


async def test_a_click_on_a_skill_opens_its_roll(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.click("#skill-athletics")
        await pilot.pause()
        assert isinstance(app.screen, RollDrawer)
        assert app.screen.roll.skill == "athletics"


async def test_a_copy_that_only_looks_says_so_and_changes_nothing(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    kept = app.memory
    app.session.session.memory = Memory.open(
        kept.path, registry.layout("saga"), state_dir=tmp_path / "state", read_only=True
    )
    async with app.run_test(size=(120, 40)) as pilot:
        assert app.session.query_one(ReadOnlyBanner).display
        await press(pilot, "f", "u", "p", "2", "enter")
        assert kept.doc == app.session.memory.doc
        assert list(kept.history()) == []


async def test_what_changed_says_so_where_it_happened(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        app.glow_seconds = float("inf")
        await press(pilot, "f", "v", "3")
        assert "0 → 1" in str(app.session.query(Held).last().right())
        await press(pilot, "N", "enter")
        assert app.session.query_one("#damage-pain", Marks).delta == "3 → 0"
        assert app.session.query_one("#asset-force", Marks).delta == "3 → 5"


async def test_where_things_move_what_changed_is_seen_first_and_the_rest_follows(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        app.animated = True
        await press(pilot, "f", "f")
        assert app.session.query_one("#asset-force", Marks).filled == 2
        app.session._catch_up()
        assert [entry.text for entry in app.session.query_one(LogView).entries] == ["Force 3 → 2", "Force 4 → 3"]
        await press(pilot, "n", "g")
        app.session._catch_up()
        assert app.session.query_one("#asset-grace", Marks).filled == 2
        assert "round 3" in str(app.session.query_one(StatusLine).middle)


async def test_a_key_draws_only_what_changed_and_asks_the_rules_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, calls = Table(doc(CONFLICT), tmp_path), Counter[str]()
    drawn: set[Widget] = set()

    def count(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def counted(*args: Any, **more: Any) -> Any:
            calls[f"{name} {args[0].id}" if name == "to_strips" else name] += 1
            if name == "render_lines":
                drawn.add(args[0])
            return real(*args, **more)

        monkeypatch.setattr(owner, name, counted)

    async with app.run_test(size=(120, 40)) as pilot:
        app.animated = True
        await press(pilot, "f", "g")  # the first act writes the whole document out, and all has its first frame
        app.session._catch_up()
        await pilot.pause(0.1)
        await seen(pilot)
        row, other, log = (app.session.query_one(name) for name in ("#asset-acuity", "#asset-force", "#log"))
        for owner, name in ((Widget, "render_lines"), (Rules, "of"), (session, "perform"), (Stylesheet, "apply"),
                            (Visual, "to_strips")):  # fmt: skip
            count(owner, name)
        await press(pilot, "a")
        app.session._catch_up()
        for _ in range(100):
            await seen(pilot)
            if {row, log} <= drawn:
                break
            await pilot.pause(0.02)
        assert {row, log} <= drawn
        assert other not in drawn, "a row that has not changed keeps its lines"
        still = [widget for widget in drawn if isinstance(widget, Still) and not widget.BLANK]
        names = {widget.id or type(widget).__name__ for widget in still}
        assert names <= {"asset-acuity", "BandText", "now", "StatusLine", "KeyBar"}, (
            "the band says what may be done now"
        )
        assert (calls["perform"], calls["of"], calls["apply"]) == (1, 1, 0)
        assert calls["to_strips log"] <= 2, "the log draws its new line, and only moves the others"


async def test_lines_that_were_kept_are_those_that_would_be_drawn(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        for step in ("f", "down", "v", "2", "escape", "t", "escape", "r", "k", "escape", "tab", "u", "theme", "g", "80",
                     "2", "tab", "n", "escape", "120", "equals_sign", "escape", "U"):  # fmt: skip
            if step == "theme":
                app.theme = next(name for name in sorted(app.available_themes) if name != app.theme)
            elif step in ("80", "120"):
                await pilot.resize_terminal(int(step), 24 if step == "80" else 40)
            else:
                await pilot.press(step)
            await pilot.pause()
            kept = app.export_screenshot(simplify=True)
            for widget in app.session.walk_children(Still):
                widget._lines = None
            assert app.export_screenshot(simplify=True) == kept, step


async def test_enter_on_an_entry_of_the_whole_log_opens_it_and_then_its_rule(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "f")
        rule = next(change.rule for change in next(app.memory.history()).changes if change.rule)
        await press(pilot, "L", "enter", "enter")
        assert isinstance(app.screen, BookScreen)
        assert app.screen.shown == rule
        await press(pilot, "escape", "escape", "escape")
        assert app.session.is_current
