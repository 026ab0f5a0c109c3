"""What first-time players stumbled over: keys that come too fast or too many, digits that said another number."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.rules.commands.tokens import Spend
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.screens.session.roll.result import RollResult
from saga_tui.ui.bars import KeyBar, StatusLine
from saga_tui.ui.edge_rows import ChoiceRow
from saga_tui.ui.marks import Pips
from saga_tui.ui.palette import Palette
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.roll_items import ItemRow
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, DUE, Table, doc, press, typed
from tests.games.saga.screens.test_crawl import COMPARED, THROWN
from tests.keys import burst
from tests.ui.stage import shown


@pytest.mark.parametrize(
    ("keys", "force"),
    [
        (["v", "3", "enter"], 4),
        (["n", "g", "enter"], 4),
        (["v", "3", "escape", "enter"], 4),
        (["enter"], 4),
        (["enter", "enter"], 3),
        (["enter", "2", "enter"], 2),
        (["enter", "escape", "f"], 3),
    ],
)
async def test_enter_by_habit_after_an_answer_spends_nothing(tmp_path: Path, keys: list[str], force: int) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await burst(pilot, *keys)
        assert app.play.tokens["force"] == force


@pytest.mark.rule("AST-1", "REG-2")
async def test_enter_on_a_row_of_tokens_says_what_follows_before_it_spends(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        assert shown(app.screen.query_one("#prompt-question")) == "▸ Spend how much force?"
        assert "Force 4 → 3" in shown(app.screen.query_one("#prompt-consequence"))
        await press(pilot, "9")
        assert "Not enough force" in shown(app.screen.query_one("#prompt-consequence"))
        await press(pilot, "backspace", "2", "tab", "enter")
        assert (app.play.tokens["force"], app.play.spent_this_round) == (2, 1), "Tab: not on an action"


@pytest.mark.rule("DMG-2", "KIS-5")
async def test_a_question_left_for_later_comes_back_only_by_its_key(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "stakes": "deadly"}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "2", "enter")
        assert app.screen.query("#prompt-question"), "what the damage has brought is asked at once"
        await press(pilot, "escape", "k", "3", "enter")
        assert not [one for one in app.screen.query("#prompt-question") if "Name" in shown(one)]
        await press(pilot, "escape", "f")
        assert app.play.tokens["force"] == 3 and not app.screen.query("#prompt-question")
        await press(pilot, "c", *typed("Limp"), "enter")
        assert [item.name for item in app.play.consequences] == ["Limp"]
        assert "Kismet roll" in shown(app.screen.query_one("#prompt-question")), "an answer goes on to the next"


@pytest.mark.rule("TRT-2")
async def test_a_digit_is_the_relevance_that_it_says(tmp_path: Path) -> None:
    for digit in (1, 3):
        app = Table(doc(CALM), tmp_path / str(digit))
        async with app.run_test() as pilot:
            await press(pilot, "t", "1", "1", str(digit))
            assert [item.weight for item in app.play.active] == [digit]


@pytest.mark.rule("AST-4", "TRT-2", "ROL-3")
async def test_in_a_roll_a_digit_belongs_to_the_row_at_the_cursor(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "5", "g", "2", "7")
        drawer = app.screen
        assert isinstance(drawer, RollDrawer)
        assert [use.weight for use in drawer.roll.grace] == [2]
        assert drawer.roll.opposing == 5, "and what stands against it stays"
        await press(pilot, "0")
        assert drawer.roll.grace == ()
        assert any(row.item.label == "Against (0–9)" for row in drawer.query(ItemRow)), "which row they mean elsewhere"


@pytest.mark.rule("AST-6")
async def test_a_re_roll_that_is_paid_for_is_not_given_up_unasked(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "roll": {**THROWN, "owed": 1}}), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "enter")
        assert isinstance(app.screen, RollResult)
        assert [made.stage for made in (app.play.roll,) if made is not None] == ["thrown"]
        assert "1 paid re-roll left. Press Enter to compare" in shown(app.screen.query_one("#roll-said"))
        await press(pilot, "enter")
        assert [made.stage for made in (app.play.roll,) if made is not None] != ["thrown"]


async def test_a_hint_makes_room_for_what_is_typed(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "full_stop")
        hint = app.screen.query_one("#prompt-consequence")
        assert "Saved in the log" in shown(hint)
        await press(pilot, *typed("The bridge at Corran was down when we came"))
        assert app.focused is not None
        assert "The bridge at Corran was down when we came" in shown(app.focused)
        await press(pilot, "ctrl+u")
        assert hint.display


@pytest.mark.rule("KIS-2")
async def test_the_chances_of_a_kismet_roll_are_whole_on_a_narrow_screen(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        assert shown(app.screen.query_one("#prompt-consequence")).endswith("or type your dice")


@pytest.mark.rule("KIS-2")
async def test_a_letter_typed_where_dice_are_asked_for_throws_none(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "asks": [DUE]}), tmp_path, (6, 6))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m", "m", "enter")
        assert len(app.session.query(Prompt)) == 1, "asked again"
        assert not [event for event in app.session.newest() if event.do == "roll-kismet"]
        await press(pilot, "enter")
        assert [event for event in app.session.newest() if event.do == "roll-kismet"]


@pytest.mark.rule("AST-6", "AST-7")
@pytest.mark.parametrize(("digit", "roll", "faces"), [("2", THROWN, (6, 6)), ("3", COMPARED, (6,))])
async def test_fortune_by_name_re_rolls_the_roll_that_waits_for_it(
    tmp_path: Path, digit: str, roll: dict[str, object], faces: tuple[int, ...]
) -> None:
    app = Table(doc({**CONFLICT, "roll": roll}), tmp_path, faces)
    async with app.run_test() as pilot:
        await press(pilot, "o", digit)
        assert app.play.roll is not None
        assert app.screen.query_one(KeyBar).render().plain.startswith("⏎"), "what Enter does stands first"
        assert app.play.roll.faces[: len(faces)] == faces
        assert app.play.tokens["fortune"] == 5
        assert isinstance(app.screen, RollResult), "and its dice are seen"


@pytest.mark.rule("AST-7")
async def test_one_die_is_not_paid_for_before_the_roll_is_compared(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "roll": THROWN}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "o", "3")
        assert (app.play.tokens["fortune"], app.dice.asked) == (6, [])
        assert isinstance(app.screen, RollResult)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("undo", "Undo"), ("quit", "quit"), ("save", "Sheet"), ("export", "Sheet"), ("note", "note"),
        ("damage", "pain"), ("heal", "Heal"), ("level up", "advances"), ("library", "Back"),
    ],
)  # fmt: skip
async def test_the_palette_finds_what_people_type(tmp_path: Path, word: str, found: str) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "ctrl+p", *typed(word))
        assert isinstance(app.screen, Palette)
        assert any(found in command.words for command in app.screen.found[:4]), [one.words for one in app.screen.found]


async def test_a_note_of_several_lines_is_kept_whole(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "full_stop", "enter")
        assert app.session.query("#prompt-question"), "an empty note is none, and the question stays"
        app.post_message(events.Paste("## The ford\n- cold\r\n- deep"))
        await pilot.pause()
        field = app.focused
        assert field is not None
        assert "## The ford⏎- cold⏎- deep" in shown(field)
        await press(pilot, "enter")
        assert next(iter(app.memory.history())).text == "## The ford\n- cold\n- deep"


@pytest.mark.rule("CNF-1", "CSQ-4", "KIS-5")
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_stakes_say_how_long_consequences_last(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CALM), tmp_path)
    app.session.session.do(command_of("set-switch", {"switch": "severe_consequences", "value": "fading"}))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "n")
        lines = "\n".join(shown(row) for row in app.screen.query(ChoiceRow))
        for level in ("Minor: temporary", "Serious: lasting", "Severe: fading", "Deadly: permanent"):
            assert f"{level} consequences" in lines
        whole = " ".join(lines.split())
        for info in book.stakes():
            assert info.text in whole and f"A reward lasts {info.reward}." in whole, "no sentence is cut"


async def test_a_number_and_whether_it_is_saved_change_in_one_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test():
        app.animated = True
        status = app.session.query_one(StatusLine)
        assert status.level == "saved"
        monkeypatch.setattr(type(app.memory), "status", property(lambda _: "saving"))  # as with a slow disk
        app.session.session.do(Spend(asset="force"))
        app.session.happened()  # what is drawn next is drawn after all of it
        assert (app.session.query_one("#asset-force", Pips).filled, status.level) == (3, "saving")
