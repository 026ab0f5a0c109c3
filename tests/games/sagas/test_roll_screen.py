"""The panel of a roll in SagaS: its rows and exact odds, typed dice, what comes after (S-ATK-4, S-DIE-7, S-TST-6)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui import degrees
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.sagas.play.blows import Attack, Defend
from saga_tui.games.sagas.play.rolls import Rolling
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.screens.rolls import SPEC
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.open_dice import OpenEntry
from saga_tui.ui.panels import LogPanel
from saga_tui.ui.roll import PlainRoll, RollOutcome
from saga_tui.ui.roll_items import ItemRow
from saga_tui.ui.verdict import Numeral, VerdictView
from tests.games.sagas.test_rolls import armed, counted
from tests.keys import press

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


class Table(KitApp):
    """A fighter of SagaS at the play screen, in a fight."""

    animated = False

    def __init__(self, folder: Path) -> None:
        super().__init__(animations=False)
        game, table = registry.game("sagas"), armed()
        self.memory = Memory.create(folder, table.one.to_doc(), registry.layout("sagas"), stem="ida")
        self.session = Session(game.rules, self.memory)

    async def on_mount(self) -> None:
        await super().on_mount()
        await self.push_screen(registry.game("sagas").screen(self.memory))

    def on_unmount(self) -> None:
        self.memory.close()

    @property
    def panel(self) -> PlainRoll:
        assert isinstance(self.screen, PlainRoll)
        return self.screen

    def to(self, key: str) -> None:
        next(row for row in self.panel.query(ItemRow) if row.item.key == key).focus()


async def shown(app: Table, pilot: Pilot[Any]) -> str:
    await pilot.pause()
    return "\n".join("".join(part.text for part in line) for line in app.screen._compositor.render_strips())


@SIZES
async def test_an_attack_is_put_together_with_its_exact_odds_S_ATK_4(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "a")
        assert "Sword 12" in await shown(app, pilot)
        assert app.panel.reading.chances[0].chance == Fraction(5, 6)
        app.to("against")
        await press(pilot, "1", "0")
        command = app.panel.command
        assert isinstance(command, Attack) and command.against == 10
        met = degrees.against(degrees.law(12), degrees.law(10))
        assert app.panel.reading.chances[0].chance == met.wins
        hit = sum(
            mine * his for own, mine in counted(12, 0).items() for other, his in counted(10, 0).items()
            if own - other >= 1 and own >= 1
        )  # fmt: skip
        assert abs(met.wins - hit) < Fraction(1, 6**4)
        app.to("from_behind")
        await press(pilot, "space")
        more = degrees.against(degrees.law(12, 1), degrees.law(10)).wins
        assert app.panel.reading.chances[0].chance == more
        assert "damage expected" in app.panel.reading.tail.plain and "shock" in app.panel.reading.tail.plain
        assert "dead" in app.panel.reading.tail.plain
        await press(pilot, "x")
        assert app.panel.reading.adds["from_behind"] == more - met.wins
        app.to("foe")
        await press(pilot, "right")
        assert isinstance(app.panel.command, Attack) and app.panel.command.foe == "Guard"


def test_natural_rolls_that_are_off_are_not_told_of_S_TST_7() -> None:
    table = armed(False)
    test = RULES.command("test", {"skill": "sword"})
    assert isinstance(test, Rolling)
    assert "natural 12" in SPEC.tail(table.one, test)
    assert SPEC.tail(armed(False, {"natural_rolls": "off"}).one, test) == ""


def test_what_is_known_of_a_foe_stands_in_the_rows_and_a_narrow_win_offers_a_hold_S_CMB_2_S_SOC_3() -> None:
    table = armed()
    table.do("add-foe", name=["Vargas"], die=[2], numbers=["reflex=7", "armour=4"])
    command = RULES.command("attack", {"foe": "Vargas"})
    assert isinstance(command, Attack)
    shown = {row.key: row.value for row in SPEC.rows(table.one, command)}
    assert (shown["foe"], shown["against"], shown["armour"]) == ("Vargas", "7", "4")
    table.do("oppose", 1, 3, 2, 3, skill="charm", against=8, foe="Vera")
    assert table.last is not None
    [offer] = SPEC.follows(table.last)
    assert offer.key == "h" and offer.command == RULES.command("hold", {"what": "hold", "against": "Vera"})


@SIZES
async def test_typed_dice_are_asked_about_two_sixes_and_the_result_is_roman_S_DIE_7(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "a", "d")
        assert isinstance(app.screen, OpenEntry)
        await press(pilot, "1", "enter")
        assert "the least is 2" in await shown(app, pilot)
        await press(pilot, "1", "6", "enter")
        assert "did both dice show a 6 first?" in await shown(app, pilot)
        await press(pilot, "backspace", "m", "6", "enter")
        assert "a 6 is thrown again" in await shown(app, pilot)
        await press(pilot, "backspace", "1", "3", "4", "enter")
        assert isinstance(app.screen, RollOutcome), "three faces are enough: the fourth is not taken"
        result = app.screen.query_one(VerdictView).verdict
        assert result is not None and (result.word, result.number) == ("Hit", "III")
        assert str(app.screen.query_one(Numeral).render()).splitlines()[0] == "╺┳╸" * 3
        await press(pilot, "d")
        assert isinstance(app.screen, RollOutcome)
        result = app.screen.query_one(VerdictView).verdict
        assert result is not None and result.word == "Damage" and int(result.number) >= 13
        assert not [ask for ask in app.session.document.play.asks if ask.what == "damage"]


async def test_a_hits_damage_waits_for_the_key_of_asked_rolls_S_ATK_2(tmp_path: Path) -> None:
    app = Table(tmp_path)
    app.session.do(Attack(), (1, 3))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "y")
        assert isinstance(app.screen, RollOutcome)
        assert not app.session.document.play.asks


async def test_a_parry_offers_to_strike_back_in_a_panel_S_DEF_3(tmp_path: Path) -> None:
    app = Table(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "d")
        assert app.panel.reading.unpaid is not None, "nobody attacks yet"
        app.to("by")
        await press(pilot, "right")
        app.to("degree")
        await press(pilot, "1")
        command = app.panel.command
        assert isinstance(command, Defend) and (command.by, command.degree) == ("parry", 1)
        met = degrees.against(degrees.NOBODY.shifted(1), degrees.law(12))
        assert [one.chance for one in app.panel.reading.chances] == [1 - met.wins, met.turned, met.wins]
        await press(pilot, "d", "4", "enter")
        await press(pilot, "c")
        struck = app.panel.command
        assert isinstance(struck, Attack) and struck.counter
        await press(pilot, "escape", "A")
        assert isinstance(app.panel.command, Defend), "the last roll opens again"
        assert app.panel.command.degree is None
        await press(pilot, "escape", "l")
        assert app.screen.query_one(LogPanel).has_focus_within, "the log's key in every game"
        await press(pilot, "l")
        assert isinstance(app.panel.command, Defend), "in the log its old key opens the last roll"
