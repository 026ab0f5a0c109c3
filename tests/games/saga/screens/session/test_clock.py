"""The clock's edges: shown before they happen, with their choices, struck lines, and one undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.screens.session.flows.kismet import KismetResult
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.edge import TransitionScreen
from saga_tui.ui.rulings import AllowDialog
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, DUE, Table, doc, press, typed


@pytest.mark.rule("TIME-1", "DRV-1", "AST-13")
async def test_a_chapter_starts_with_a_drive_chosen(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "2")
        assert (app.play.span, app.play.chapter) == ("chapter", 3)
        assert app.play.tokens["fortune"] == 4
        assert state.drive_tokens(app.session.character) == (0, 1, 0)


@pytest.mark.rule("DRV-2")
async def test_a_chapters_token_may_clear_a_doom_step(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "9")
        assert app.play.doom == 2
        assert not any(state.drive_tokens(app.session.character))


@pytest.mark.rule("CNF-1", "REG-3")
async def test_scene_and_conflict_start_and_the_last_stakes_are_offered(tmp_path: Path) -> None:
    play = {**CALM, "span": "chapter", "last_stakes": "severe", "tokens": {"force": 2}}
    app = Table(doc(play), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "enter")
        assert (app.play.span, app.play.scene) == ("scene", 3)
        await press(pilot, "n", "enter")
        assert (app.play.stakes, app.play.round, app.play.tokens["force"]) == ("severe", 1, 5)
        await press(pilot, "u", "n", "4")
        assert app.play.stakes == "deadly"


@pytest.mark.rule("KIS-2")
async def test_a_kismet_roll_that_is_due_stands_first_and_is_made_before_the_edge(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "asks": [DUE], "tokens": {"fortune": 0}}), tmp_path, [4, 4])
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N")
        shown = str(app.screen.query_one("#edge-findings", Static).render())
        assert "A kismet roll is due: 2 dice" in shown
        assert "kismet 2 → 1" in [line.text for line in app.screen.lines]  # type: ignore[attr-defined]
        await press(pilot, "enter", "escape")
        assert isinstance(app.screen, AllowDialog), "left unrolled, it is for the group to say"
        await press(pilot, "escape", "N", "m", "enter")
        assert isinstance(app.screen, KismetResult)
        assert app.play.span == "conflict"
        await press(pilot, "enter")
        assert isinstance(app.screen, TransitionScreen)
        assert not app.screen.query_one("#edge-findings").display
        await press(pilot, "enter")
        assert (app.play.span, app.play.asks) == ("chapter", ())


@pytest.mark.rule("DMG-5", "CRE-11")
async def test_a_struck_line_does_not_happen_and_one_undo_takes_the_edge_back(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N")
        screen = app.screen
        assert isinstance(screen, TransitionScreen)
        texts = [line.text for line in screen.lines]
        assert "pain 3 → 0" in texts
        await press(pilot, "home", *["down"] * texts.index("pain 3 → 0"), "space")
        struck = [line.text for line in screen.lines if line.state == "skipped"]
        assert struck == ["skipped: pain 3 → 0"] and "fear 1 → 0" in [line.text for line in screen.lines]
        await press(pilot, "home", "space")
        assert len(screen.skipped) == 1, "the clock's own step cannot be skipped"
        await press(pilot, "w", *typed("a deep cut"), "enter", "enter")
        assert app.play.span == "chapter"
        assert (app.play.damage["pain"], app.play.damage["fear"], app.play.damage["kismet"]) == (3, 0, 1)
        [ruling] = app.session.character.rulings
        assert (ruling.row, ruling.reason) == ("heal:pain", "a deep cut")
        await press(pilot, "u")
        assert (app.play.span, app.play.round) == ("conflict", 2)
        assert not app.session.character.rulings


@pytest.mark.rule("TIME-2", "DMG-5")
async def test_a_wider_preview_begins_with_no_line_skipped_or_taken(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT, automation={"clock:kismet": "never"}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N")
        screen = app.screen
        assert isinstance(screen, TransitionScreen)
        await press(pilot, "home", *["down"] * [line.row for line in screen.lines].index("heal:pain"), "space")
        screen.taken = frozenset({"heal:fear"})
        assert screen.skipped == {"heal:pain"}
        await press(pilot, "N")
        assert (screen.command.verb, screen.skipped, screen.taken) == ("end-chapter", frozenset(), frozenset())
        await press(pilot, "enter")
        assert (app.play.span, app.play.damage["pain"]) == ("saga", 0)
        assert not app.session.character.rulings


@pytest.mark.rule("DMG-5")
async def test_what_is_to_be_asked_for_is_asked_in_the_preview_and_what_is_off_can_be_taken(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT, automation={"clock:heal": "ask", "clock:scene-recovery": "never"}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N", "enter")
        assert app.play.damage["pain"] == 0, "Enter says yes to what is asked"
        await press(pilot, "u", "N")
        screen = app.screen
        assert isinstance(screen, TransitionScreen)
        fear = [line.row for line in screen.lines].index("heal:fear")
        await press(pilot, "home", *["down"] * fear, "space", "enter")
        assert (app.play.damage["pain"], app.play.damage["fear"]) == (0, 1)


async def test_a_preview_left_does_nothing(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "escape")
        assert app.play.round == 2
        assert list(app.memory.history()) == []


@pytest.mark.rule("REG-3")
async def test_the_round_s_preview_goes_on_to_the_conflict(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "N", "enter")
        assert (app.play.span, app.play.tokens["grace"]) == ("scene", 3)


@pytest.mark.rule("REG-2")
async def test_after_a_round_without_spending_a_whole_pool_is_offered(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "spent_this_round": 0}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "enter")
        assert app.play.tokens["grace"] == 3


@pytest.mark.rule("CNF-10", "CNF-11", "CNF-5")
async def test_the_conflict_s_menu(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "exclamation_mark", "4")
        assert app.play.tokens["fortune"] == 7
        await press(pilot, "exclamation_mark", "2", "2")
        assert (app.play.stakes, app.play.damage["pain"], app.play.tokens["force"]) == ("severe", 0, 5)
        await press(pilot, "exclamation_mark", "3", *typed("hands up"), "enter")
        assert app.play.given_in
        assert "hands up" in app.last
        await press(pilot, "exclamation_mark", "1", "enter")
        assert app.play.span == "scene"


@pytest.mark.rule("TIME-1")
async def test_the_clock_can_be_set_without_resets(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "exclamation_mark", "5", "4", "enter", "1", "enter", "3", "2", "enter", "n")
        assert (app.play.chapter, app.play.scene, app.play.stakes, app.play.round) == (4, 1, "serious", 2)
        assert app.play.damage["pain"] == 3


@pytest.mark.rule("TIME-3", "CRE-11")
async def test_play_can_begin_from_here(tmp_path: Path) -> None:
    app = Table(doc(None), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n")
        if app.session.character.play is None:  # the group lets it pass
            await press(pilot, "enter")
        assert app.play.span == "saga"
        await press(pilot, "u")
        assert isinstance(app.screen, BuilderScreen), "without play there is nothing to see here"
        assert app.screen.document.play is None


async def test_ending_where_nothing_is_open_says_so(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "N")
        assert list(app.memory.history()) == []
        assert any("Press n to start one" in str(note.message) for note in app._notifications)
