"""Fields, prompt, key bar, status line, log and lists by their keys."""

from __future__ import annotations

from typing import Any

import pytest
from textual import events
from textual.widgets import Input, Static

from saga_tui.ui.bars import KeyBar, StatusLine
from saga_tui.ui.builder.widgets import OptionRow, TextRow, TextSpec
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.journal.recent import LogEntry, LogView
from saga_tui.ui.panel import Panel
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.rows import Line, Lines, LineSpec, Row
from tests.ui.stage import Stage, shown

SIZE = (80, 24)


def lefts(app: Stage) -> list[tuple[str, bool]]:
    return [(m.value, m.entered) for m in app.of(FieldInput.Left) if isinstance(m, FieldInput.Left)]


async def test_letters_typed_in_a_field_never_reach_the_screens_keys() -> None:
    app = Stage(FieldInput)
    async with app.run_test(size=SIZE) as pilot:
        app.screen.query_one(FieldInput).focus()
        await pilot.press("f", "r", "q", "h", "n", "question_mark", "slash")
        assert app.screen.query_one(FieldInput).value == "frqhn?/"
        assert app.keys == []
        app.screen.set_focus(None)
        await pilot.press("f", "r")
        assert app.keys == ["f", "r"]


@pytest.mark.parametrize(
    ("pasted", "lines", "value", "said"),
    [
        ("a" * 201, False, "a" * 200, "1 of 201 were cut"),
        ("one\ntwo\r\n three\n", False, "one two three", ""),
        ("one\ntwo\r\n three\n", True, "one\ntwo\nthree", ""),
    ],
    ids=["too long", "joined", "kept"],
)
async def test_what_is_pasted_is_kept_and_what_is_left_out_is_said(
    pasted: str, lines: bool, value: str, said: str
) -> None:
    app = Stage(lambda: FieldInput(lines=lines))
    async with app.run_test(size=SIZE) as pilot:
        field = app.screen.query_one(FieldInput)
        field.focus()
        app.post_message(events.Paste(pasted))
        await pilot.pause()
        assert field.value == value
        assert [said in note.message for note in app._notifications] == ([True] if said else [])
        assert shown(field).strip() == value.replace("\n", "⏎")[-len(shown(field).strip()) :]
        assert field._position_to_cell(len(value)) == len(value), "the cursor stands behind the last sign"


async def test_a_field_speaks_once_when_it_is_left_or_entered_with_a_new_text() -> None:
    app = Stage(lambda: FieldInput("Kes"), lambda: FieldInput("", id="other"))
    async with app.run_test(size=SIZE) as pilot:
        app.screen.query_one(FieldInput).focus()
        await pilot.press("tab", "shift+tab", "end", "x", "enter", "enter", "tab")
        await pilot.press("a", "shift+tab")
        await pilot.pause()
        assert lefts(app) == [("Kesx", True), ("Kesx", True), ("a", False)]
        news = [m.new for m in app.of(FieldInput.Left) if isinstance(m, FieldInput.Left)]
        assert news == [True, False, True], "Enter goes on from an unchanged text too, but there is nothing to keep"


async def test_escape_gives_the_old_text_back() -> None:
    app = Stage(lambda: FieldInput("Kestrel"))
    async with app.run_test(size=SIZE) as pilot:
        field = app.screen.query_one(FieldInput)
        field.focus()
        await pilot.press("end", "x", "escape")
        assert field.value == "Kestrel"
        app.screen.set_focus(None)
        await pilot.pause()
        assert lefts(app) == []


async def test_what_the_screen_brings_does_not_disturb_typing() -> None:
    app = Stage(lambda: FieldInput("a"), lambda: FieldInput("b", id="two"))
    async with app.run_test(size=SIZE) as pilot:
        one, two = app.screen.query(FieldInput)
        one.focus()
        await pilot.press("end", "x")
        one.keep("undone")
        two.keep("undone")
        assert (one.value, two.value) == ("ax", "undone")


@pytest.mark.parametrize(
    ("keys", "said"),
    [(["enter"], "1"), (["3", "enter"], "3"), (["x", "4", "enter"], "4"), (["escape"], None), (["tab"], None)],
)
async def test_the_prompt_gives_digits_the_default_or_nothing(keys: list[str], said: str | None) -> None:
    app = Stage(lambda: Line("a row"))
    async with app.run_test(size=SIZE) as pilot:
        row = app.screen.query_one(Line)
        row.focus()
        given: list[object] = []

        async def ask() -> None:
            given.append(await Prompt.ask(app.screen, "How much?", consequence=lambda text: f"{text} over [/]"))

        app.run_worker(ask())
        await pilot.pause()
        assert "1 over [/]" in str(app.screen.query_one("#prompt-consequence", Static).content)
        app.post_message(events.AppBlur())  # the terminal is left and entered again at once
        app.post_message(events.AppFocus())
        await pilot.pause()
        await pilot.press(*keys[:-1])
        if keys[0] == "3":
            assert "3 over [/]" in str(app.screen.query_one("#prompt-consequence", Static).content)
        await pilot.press(keys[-1])
        await app.workers.wait_for_complete()
        assert given == [said]
        assert app.keys == []
        assert not app.screen.query(Prompt)
        if keys[-1] != "tab":
            assert app.screen.focused is row


@pytest.mark.parametrize(("width", "lines"), [(60, 2), (80, 1)])
async def test_the_key_bar_wraps_between_keys(width: int, lines: int) -> None:
    app = Stage(lambda: Line("a row"))
    async with app.run_test(size=(width, 20)) as pilot:
        bar = app.screen.query_one(KeyBar)
        for name in "abcdejklmn"[: 6 if lines == 2 else 1]:
            app.screen._bindings.bind(name, "note('x')", f"words {name}")
            app.screen._bindings.key_to_bindings[name][0].__dict__["action"] = f"note('{name}')"
        app.screen.refresh_bindings()
        await pilot.pause()
        await pilot.pause()
        assert bar.size.height == lines
        text = shown(bar)
        assert "f spend" in text
        assert "^p Commands" in text
        assert "q Back" in text
        for line in text.splitlines():
            assert len(line) <= width


async def bar_of(width: int, *more: str) -> str:
    """The key bar of a terminal that wide, with these keys more."""
    app = Stage(lambda: Line("a row", explain=lambda: None))
    async with app.run_test(size=(width, 20)) as pilot:
        for name in more:
            app.screen._bindings.bind(name, f"note('{name}')", f"words {name}")
        app.screen.refresh_bindings()
        await pilot.pause()
        bar = app.screen.query_one(KeyBar)
        assert bar.size.height == len(shown(bar).splitlines())
        return shown(bar)


async def test_the_key_bar_takes_one_line_where_there_is_room_and_says_what_lists_the_rest() -> None:
    few, many = "ab", "abcdeklmnpst"
    assert len((await bar_of(99, *many)).splitlines()) == 2
    narrow, wide = await bar_of(100, *many), await bar_of(140, *many)
    assert len(narrow.splitlines()) == len(wide.splitlines()) == 1
    assert narrow.startswith("f spend") and narrow.endswith("h Keys  ? Why  ^p Commands  q Back")
    assert "a words a" in narrow and "t words t" not in narrow, "the last of them fall away"
    assert narrow.count("words") < wide.count("words") < len(many)
    assert "h Keys" not in await bar_of(140, *few), "nothing fell away"


async def test_a_click_in_the_key_bar_presses_the_key() -> None:
    app = Stage(lambda: Line("a row"))
    async with app.run_test(size=SIZE) as pilot:
        bar = app.screen.query_one(KeyBar)
        await pilot.click(KeyBar, offset=(shown(bar).index("r roll") + 2, 0))
        await pilot.pause()
        assert app.keys == ["r"]


async def test_the_status_line_keeps_whether_it_is_saved_in_sight() -> None:
    app = Stage(StatusLine)
    async with app.run_test(size=(60, 10)) as pilot:
        line = app.screen.query_one(StatusLine)
        line.say("[/] " + "a long name " * 20, "✦ 7")
        line.saved("NOT SAVED: disk full (3 actions)", "trouble")
        await pilot.pause()
        assert shown(line).endswith("! NOT SAVED: disk full (3 actions)")
        assert "✦ 7" in shown(line)
        line.saved("saved")
        await pilot.pause()
        assert shown(line).endswith("✓ saved")


ENTRIES = [
    LogEntry("+3 pain, Vargas's knife [/] which came out of nowhere and went on for long", "DMG-2", "r2"),
    LogEntry("recovered 1 force", "REG-1", "r1", undone=True),
]


async def test_the_log_shows_the_newest_first_and_keeps_its_rule_for_the_key_that_looks_it_up() -> None:
    app = Stage(lambda: LogView(ENTRIES))
    async with app.run_test(size=(50, 12)) as pilot:
        log = app.screen.query_one(LogView)
        app.screen.set_focus(None)
        await pilot.pause()
        lines = shown(log).splitlines()
        assert lines[0].startswith(" r2 +3 pain")
        assert "DMG-2" not in shown(log) and log.rule_here() == "DMG-2"
        assert lines[1].startswith("    ")
        log.focus()
        await pilot.pause()
        assert [line[0] for line in shown(log).splitlines() if line.strip()].count("▸") == 1, "only on its first line"
        app.screen.set_focus(None)
        log.show((LogEntry("a new thing", "AST-3", "r3"), *log.entries))
        await pilot.pause()
        assert shown(log).splitlines()[0].startswith(" r3 a new thing")
        assert log.entries[1:] == tuple(ENTRIES)


async def test_an_entry_of_the_log_is_chosen_by_key_and_by_click() -> None:
    app = Stage(lambda: LogView(ENTRIES))
    async with app.run_test(size=(50, 12)) as pilot:
        log = app.screen.query_one(LogView)
        log.focus()
        await pilot.press("down", "enter")
        await pilot.click(LogView, offset=(5, 1))
        chosen = [m.entry.rule for m in app.of(LogView.Chosen) if isinstance(m, LogView.Chosen)]
        assert chosen == ["REG-1", "DMG-2"]


async def test_a_log_of_thousands_is_scrolled_to_its_end() -> None:
    app = Stage(lambda: LogView(LogEntry(f"entry {number}") for number in range(5000)))
    async with app.run_test(size=(50, 12)) as pilot:
        log = app.screen.query_one(LogView)
        log.focus()
        await pilot.press(*["down"] * 40)
        await pilot.pause()
        assert any(line.startswith("▸") and "entry 40" in line for line in shown(log).splitlines())


async def test_lines_are_changed_in_place_and_keep_the_focus() -> None:
    app = Stage(lambda: Lines([LineSpec("one", "1"), LineSpec("two", "2")], empty="Nothing yet."))
    async with app.run_test(size=SIZE) as pilot:
        lines = app.screen.query_one(Lines)
        await pilot.pause()
        first = lines.query(Line).first()
        first.focus()
        lines.show([LineSpec("uno", "1"), LineSpec("two"), LineSpec("[/]")])
        await pilot.pause()
        assert [row.text for row in lines.query(Line)] == ["uno", "two", "[/]"]
        assert app.screen.focused is first
        lines.show([])
        await pilot.pause()
        assert "Nothing yet." in shown(lines.query_one(Line))
        assert not lines.query_one(Line).focusable


async def test_an_option_is_chosen_with_space_and_enter_and_says_so_without_colour() -> None:
    app = Stage(lambda: OptionRow("a", "by priority"), lambda: OptionRow("b", "by points"))
    async with app.run_test(size=SIZE) as pilot:
        one, two = app.screen.query(OptionRow)
        two.chosen = True
        assert "( ) by priority" in shown(one)
        assert "(•) by points" in shown(two)
        one.focus()
        await pilot.press("space", "enter")
        chosen = [m.row for m in app.of(Row.Chosen) if isinstance(m, Row.Chosen)]
        assert chosen == [one, one]


async def test_up_and_down_walk_the_rows_and_go_on_to_the_next_panel() -> None:
    def panel(name: str) -> Any:
        return lambda: Panel(Line(f"{name}1"), Line(f"{name}2"), title=f"[/] {name}")

    app = Stage(panel("a"), panel("b"))
    async with app.run_test(size=SIZE) as pilot:
        rows = list(app.screen.query(Line))
        rows[0].focus()
        walked = []
        for key in ("down", "down", "down", "up", "up"):
            await pilot.press(key)
            assert isinstance(app.screen.focused, Line)
            walked.append(app.screen.focused.text)
        assert walked == ["a2", "b1", "b2", "b1", "a2"]
        assert "▸" in shown(rows[1])


async def test_cursors_keep_still_where_animations_are_off() -> None:
    app = Stage(FieldInput)
    async with app.run_test(size=SIZE):
        assert app.screen.query_one(Input).cursor_blink is False


async def test_a_field_that_is_left_shows_its_beginning_and_that_there_is_more() -> None:
    app = Stage(lambda: FieldInput("", id="long"), lambda: FieldInput("", id="other"))
    async with app.run_test(size=(30, 10)) as pilot:
        field = app.screen.query_one("#long", FieldInput)
        field.focus()
        await pilot.press(*"fromthefirstlettertotheverylast")
        assert "last" in field.render_line(0).text, "the cursor stays in sight"
        app.screen.query_one("#other", FieldInput).focus()
        await pilot.pause()
        assert field.render_line(0).text.rstrip() == "fromthefirstlettertothevery…"
        assert field.value.endswith("last")


async def test_a_note_is_cut_before_the_name_beside_it() -> None:
    app = Stage(lambda: TextRow(TextSpec("Better Lucky than Good", "It helps.", "needs force or acuity", mark="( )")))
    async with app.run_test(size=(42, 10)):
        first, below = app.screen.query_one(TextRow).render().plain.split("\n")
        assert first[1:].startswith("( ) Better Lucky than Good needs f") and first.endswith("…")
        assert below.strip() == "It helps."
