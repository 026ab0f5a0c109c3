"""Damage and the ways to take it, what it forces, kismet rolls, doom, healing."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from saga_tui.games.saga.rules import forecast
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.screens.session import now, panels, view
from saga_tui.games.saga.screens.session.flows.kismet import KismetResult, KismetTable
from saga_tui.games.saga.screens.session.screen import DoomMet
from saga_tui.ui.dice import DiceView
from saga_tui.ui.panel import Panel
from saga_tui.ui.paper import RecapScreen, SheetScreen
from saga_tui.ui.prompt import Prompt, WayPrompt
from saga_tui.ui.rows import Line
from saga_tui.ui.rulings import AllowDialog
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, DUE, Table, doc, press, typed
from tests.keys import burst


@pytest.mark.rule("DMG-3", "KIS-2")
async def test_tab_moves_damage_to_kismet_and_the_roll_is_asked_at_once(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path, [4, 4])
    async with app.run_test() as pilot:
        await press(pilot, "p", "2", "tab", "enter")
        assert app.play.damage == {"kismet": 2}
        assert app.session.query(Prompt)
        await press(pilot, "enter")
        assert app.play.kismet is not None
        await press(pilot, "enter", "enter")
        assert app.play.kismet is None
        assert not app.play.asks


@pytest.mark.rule("DMG-3")
async def test_tab_chooses_another_kind_for_a_fortune_token(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "1", "tab", "tab", "enter")
        assert app.play.damage == {"doubt": 1}
        assert app.play.tokens["fortune"] == 3


@pytest.mark.rule("DMG-4")
async def test_tab_takes_damage_in_place_of_a_token(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "tab", "tab", "tab", "tab", "enter")
        assert app.play.damage["pain"] == 4
        assert app.play.spent_this_round == 2
        assert "counts as 1 force" in app.last


@pytest.mark.rule("CNF-7")
async def test_what_a_block_cancelled_is_typed_after_a_dash(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "3", "minus", "1", "enter")
        assert app.play.damage["pain"] == 2


@pytest.mark.rule("KIS-6")
async def test_kismet_by_choice_gains_fortune(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "k", "1", "tab", "enter", "escape")
        assert app.play.tokens["fortune"] == 5
        assert [ask.what for ask in app.play.asks] == ["kismet"]


@pytest.mark.rule("CSQ-1", "CSQ-2", "CSQ-3")
async def test_two_forced_consequences_are_asked_one_after_the_other(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "3", "enter", *typed("Limp"), "enter")
        assert len(app.play.asks) == 1
        await press(pilot, *typed("limp"), "tab", "enter")
        assert not app.play.asks
        assert [(item.name, item.severity) for item in app.play.consequences] == [("Limp", 2)]
        assert app.play.tokens["fortune"] == 5


@pytest.mark.rule("CSQ-3")
async def test_an_open_question_stays_in_sight_and_can_be_let_go(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "damage": {"pain": 4}}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "enter", "escape")
        row = app.session.query_one("#next-name", Line)
        assert (row.key, row.text) == ("c", "Name 1 lasting consequence, from pain")
        await burst(pilot, "c", "enter", *"Nf")
        assert app.screen is app.session and app.session.query(WayPrompt), "it stays, and letters stay letters"
        assert app.play.tokens["force"] == 4
        await press(pilot, "tab", "tab", "enter")
        assert not app.play.asks
        assert not app.play.consequences


@pytest.mark.rule("KIS-2", "ROL-10")
async def test_kismet_dice_thrown_by_hand(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "tokens": {"fortune": 0}, "asks": [DUE]}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "m", *typed("2 0"), "enter")
        assert isinstance(app.screen, KismetResult)
        assert app.play.spark == 9
        assert not any(app.dice.asked)


@pytest.mark.rule("AST-7", "PRK-5")
async def test_fortune_and_destined_act_on_the_dice_on_the_table(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "asks": [DUE]}), tmp_path, [1, 1, 6])
    async with app.run_test() as pilot:
        await press(pilot, "m", "enter")
        assert isinstance(app.screen, KismetTable)
        assert app.play.doom == 2
        await press(pilot, "o")
        assert app.play.tokens["fortune"] == 5
        assert app.screen.query_one(DiceView).faces == (6, 1), "the faces stay in sight"
        await press(pilot, "d")
        assert "Destined" in app.play.used_perks
        assert app.screen.query_one(DiceView).faces == (6, 1)
        assert (app.play.doom, app.play.spark) == (2, 8)


LAST = {**CONFLICT, "doom": 7, "tokens": {"fortune": 0}, "used_perks": ["Destined"], "asks": [DUE]}


@pytest.mark.rule("DOM-3", "KIS-2")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_doom_met_has_a_screen_of_its_own_that_says_what_still_works(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(doc(LAST), tmp_path, [1, 6])
    async with app.run_test(size=size) as pilot:
        await press(pilot, "m", "enter")
        assert isinstance(app.screen, DoomMet)
        assert app.screen.query_one("#dialog").outer_size == app.size
        said = "\n".join(str(line.render()) for line in app.screen.query_one("#dialog-body").query(Static))
        for words in ("Kestrel", "chapter 3, scene 2", "All 8 doom steps", "S Sheet", "u Undo"):
            assert words in said
        assert "✕" in said and said.count("▄") == 3 * 8, "the whole track is marked, three lines high"
        means, still = app.screen.query(Panel)
        assert (means.title, still.title) == ("What it means", "What still works")
        assert (means.region.y == still.region.y) is (size[0] >= 100)
        assert all(app.screen.region.contains_region(panel.region) for panel in (means, still))
        await press(pilot, "S")
        assert isinstance(app.screen, SheetScreen)
        await press(pilot, "q", "f")
        assert isinstance(app.screen, AllowDialog)
        await press(pilot, "escape", "u")
        assert not app.session.has_class("-doomed")
        await press(pilot, "U")
        assert isinstance(app.screen, DoomMet), "done again, it is met again"
        await press(pilot, "C")
        assert isinstance(app.screen, RecapScreen)


@pytest.mark.rule("DOM-3", "DOM-2", "KIS-2")
@pytest.mark.parametrize("keys", [("right",), ("N", "N", "m", "enter")], ids=["by hand", "at a chapter's end"])
async def test_doom_may_be_met_in_any_way_and_one_key_undoes_it(tmp_path: Path, keys: tuple[str, ...]) -> None:
    app = Table(doc(LAST), tmp_path, [1, 6])
    async with app.run_test() as pilot:
        app.session.query_one("#doom").focus()
        await press(pilot, *keys)
        assert isinstance(app.screen, DoomMet)
        assert (app.play.doom, app.play.span) == (8, "conflict"), "the chapter does not end over it"
        await press(pilot, "u")
        assert not app.query(DoomMet)
        assert app.play.doom == 7
        assert app.screen.has_class("-conflict")


@pytest.mark.rule("DOM-3")
def test_nothing_more_is_foreseen_for_who_has_met_their_doom() -> None:
    hurt = {**CONFLICT, "damage": {"pain": 6, "kismet": 3}}
    alive, met = (from_doc(doc({**hurt, "doom": doom})) for doom in (7, 8))
    assert forecast.kismet(alive) is not None and forecast.kismet(met) is None
    assert view.doom_chance(met) == "you have left play" != view.doom_chance(alive)
    assert view.damage_detail(alive, "pain") and not view.damage_detail(met, "pain")
    assert panels.next_hit(alive) and not panels.next_hit(met)
    told = now.band(met)
    assert told is not None and len(told.lines) == 3 and all(line.left for line in told.lines)
    assert told.lines[1].left == "You have met your doom: the conflict goes on without you."


@pytest.mark.rule("DOM-2")
async def test_the_doom_track_moves_by_arrows(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        app.session.query_one("#doom").focus()
        await press(pilot, "right")
        assert app.play.doom == 3
        await press(pilot, "left", "left")
        assert app.play.doom == 1


@pytest.mark.rule("DMG-5")
async def test_capitals_heal(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "P", "2", "enter")
        assert app.play.damage["pain"] == 1
        await press(pilot, "D")
        assert not app.session.query(Prompt)


@pytest.mark.rule("PRK-3")
async def test_a_perk_sheds_damage_once_a_scene(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "tokens": {"grace": 3}}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "y", "1")
        assert (app.play.damage["pain"], app.play.tokens["grace"]) == (0, 2)
        assert "Tough" in app.play.used_perks


@pytest.mark.rule("CSQ-2", "GER-4")
async def test_a_consequence_is_eased_suffered_again_and_healed_from_its_row(tmp_path: Path) -> None:
    play = {**CALM, "consequences": [{"name": "Shaken", "points": {"temporary": 2}}]}
    app = Table(doc(play, gear=[{"name": "Flask", "kind": "font", "rating": 3}]), tmp_path)
    async with app.run_test() as pilot:
        row = next(iter(app.session.query_one("#panel-consequences").children))
        row.focus()
        await press(pilot, "enter", "2")
        assert app.play.consequences[0].severity == 3
        await press(pilot, "enter", "1")
        assert app.play.consequences[0].severity == 2
        await press(pilot, "enter", "3", "1", "enter")
        assert app.play.consequences[0].severity == 1
        assert app.play.gear_used == {"flask": 3}


@pytest.mark.rule("GER-3", "GER-4")
async def test_gear_is_used_from_its_menu(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "x", "1", "3", "enter")
        assert app.play.gear_used == {"lucky-coin": 3}
        await press(pilot, "x", "3", "1", "2", "enter")
        assert app.play.damage["pain"] == 1


@pytest.mark.rule("AST-1", "CRE-11")
async def test_what_the_rules_refuse_is_shown_and_the_group_may_overrule(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "tokens": {"force": 0}}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "f")
        assert isinstance(app.screen, AllowDialog)
        problem = app.screen.problems[0]
        assert (problem.rule, problem.cost, problem.left) == ("AST-1", "1 force", "0 force")
        await press(pilot, "escape")
        assert not app.session.character.rulings
        await press(pilot, "f", *typed("he is angry"), "enter")
        assert [ruling.reason for ruling in app.session.character.rulings] == ["he is angry"]
        await press(pilot, "u")
        assert not app.session.character.rulings


@pytest.mark.rule("CRE-11")
async def test_a_ruling_is_taken_back(tmp_path: Path) -> None:
    app = Table(doc(CALM, rulings=[{"finding": "AST-1:x", "reason": "so", "new": "too few"}]), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "R")
        offers = [offer.key for offer in app.screen.offers]  # type: ignore[attr-defined]
        await press(pilot, *["down"] * offers.index("r0"), "enter")
        assert not app.session.character.rulings
