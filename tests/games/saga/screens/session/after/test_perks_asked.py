"""All sixteen perks at their moment on the screen: one key takes, what was passed is still open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from saga_tui.changes import Doc
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.character import Play
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.offer_strip import OfferStrip
from saga_tui.ui.offers import OfferLines
from tests.games.saga.screens.session.after.stage import perked, seated
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, DUE, Table, doc
from tests.keys import burst


@dataclass(frozen=True)
class Case:
    """A perk: where play stands, the keys to its moment and past it, the key that takes it, and what that changes."""

    perk: str
    to: tuple[str, ...]
    take: tuple[str, ...]
    gives: Callable[[Play], object]
    play: Doc = field(default_factory=lambda: CONFLICT)
    dice: tuple[int, ...] = ()


def tokens(asset: str) -> Callable[[Play], object]:
    """Tokens in hand."""
    return lambda play: play.tokens.get(asset)


def damage(kind: str) -> Callable[[Play], object]:
    """Damage held."""
    return lambda play: play.damage.get(kind, 0)


def rolled(name: str) -> Callable[[Play], object]:
    """A field of the last roll."""
    return lambda play: getattr(play.roll, name, None)


def named(play: Play) -> object:
    """The perks that act on the last roll though they do not act by themselves."""
    return play.roll.plan.get("perks") if play.roll is not None else None


SPENT = {**CONFLICT, "tokens": {"force": 1, "grace": 0, "acuity": 0, "fortune": 0}}
HURT = {**CALM, "damage": {"pain": 1, "doubt": 1, "fear": 1}}
ROLLED = {**CONFLICT, "tokens": {"force": 2, "grace": 2, "acuity": 2, "fortune": 0}}
WON = (6, 6, 6, 6, 6, 6, 6, 6, 6, 6)
CASES = [
    Case("Agile", ("r", "b", "b", "g", "right"), ("p", "enter"), named, ROLLED, WON),
    Case("Aware", ("n", "f"), ("y",), tokens("acuity"), SPENT),
    Case("Better Lucky than Good", ("r", "f", "f"), ("p", "enter"), tokens("fortune"),
         {**CONFLICT, "tokens": {"force": 1, "fortune": 1}}, WON),
    Case("Brave", ("e", "1", "enter"), ("y",), damage("fear"), HURT),
    Case("Confident", ("d", "1", "enter"), ("y",), damage("doubt"), HURT),
    Case("Deliberate", ("r", "f", "enter"), ("1",), rolled("thrown"), ROLLED, WON),
    Case("Destined", ("m", "enter"), ("d",), lambda play: play.doom,
         {**CONFLICT, "tokens": {"fortune": 0}, "asks": [DUE]}, (1, 1)),
    Case("Expert", ("r", "a"), ("p", "enter"), named, ROLLED, WON),
    Case("Heavy-Handed", ("r", "f", "b", "enter"), ("1",), rolled("damage"), ROLLED, WON),
    Case("Lucky", ("n", "enter"), ("y",), tokens("fortune"), {"span": "chapter", "chapter": 1,
         "tokens": {"fortune": 1}}),
    Case("Nimble", ("n", "f"), ("y",), tokens("grace"), SPENT),
    Case("Relentless", ("r", "f", "enter"), ("1",), rolled("pushes"), ROLLED, WON),
    Case("Sharp", ("r", "a", "enter"), ("1",), rolled("pushes"), ROLLED, WON),
    Case("Smooth", ("r", "g", "right", "enter"), ("1",), rolled("pushes"), ROLLED, WON),
    Case("Strong-Willed", ("n", "g"), ("y",), tokens("force"), SPENT),
    Case("Tough", ("p", "1", "enter"), ("y",), damage("pain"), HURT),
]  # fmt: skip


def test_all_sixteen_are_here() -> None:
    assert {case.perk for case in CASES} == {perk.name for perk in book.perks()}


@pytest.mark.rule("PRK-2", "PRK-3", "PRK-5", "PRK-6")
@pytest.mark.parametrize("first", range(0, 16, 4), ids=lambda first: CASES[first].perk)
async def test_each_perk_is_asked_at_its_moment_and_one_key_takes_it(tmp_path: Path, first: int) -> None:
    app = Table(perked(CALM), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        for case in CASES[first : first + 4]:  # one app for four, for its start takes longest
            await seated(app, perked(case.play, ask=[case.perk]), tmp_path / case.perk, case.dice)
            await burst(pilot, *case.to)
            before = case.gives(app.play)
            await burst(pilot, *case.take)
            assert case.gives(app.play) != before, case.perk


@pytest.mark.rule("PRK-3")
async def test_what_was_passed_is_still_open_and_its_mode_is_set_from_the_question(tmp_path: Path) -> None:
    app = Table(perked(HURT, ask=["Tough"]), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        strip = app.session.query_one(OfferStrip)
        await burst(pilot, "p", "1", "enter")
        assert strip.first is not None
        await burst(pilot, "escape")
        assert strip.first is None
        await burst(pilot, "y")
        assert isinstance(app.screen, Choose)
        await burst(pilot, "1")
        assert (app.play.damage["pain"], app.play.tokens["grace"]) == (0, 2)
        await burst(pilot, "u", "p", "1", "enter", "Y", "3")  # off
        assert app.session.character.automation == {"perk:tough": "never"}
        await burst(pilot, "p", "1", "enter")
        assert strip.first is None
        await burst(pilot, "y", "escape", "u", "u", "Y")
        assert strip.first is None


@pytest.mark.rule("PRK-3")
async def test_a_question_at_the_foot_holds_nobody_up(tmp_path: Path) -> None:
    app = Table(perked({**HURT, "damage": {"pain": 4}}, ask=["Tough"]), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "p", "1", "enter", *"Limp", "enter")
        assert [item.name for item in app.play.consequences] == ["Limp"]
        assert app.session.query_one(OfferStrip).first is not None  # naming what the damage asks leaves it there
        await burst(pilot, "f")
        assert app.session.query_one(OfferStrip).first is None


@pytest.mark.rule("PRK-1", "SET-1")
async def test_a_perk_with_text_only_is_a_reminder_at_the_moment_that_it_names(tmp_path: Path) -> None:
    own = [
        {"name": "Omen", "assets": ["fortune"], "text": "A raven [/] speaks.", "moment": "damage"},
        {"name": "Echo", "assets": ["fortune"], "text": "The walls answer.", "moment": "success"},
    ]
    bought = [{"buy": "perk", "name": perk["name"], "asset": "fortune"} for perk in own]
    app = Table(doc({**CALM, "tokens": {"fortune": 0}}, perks=own, finishing=bought), tmp_path, [6, 6, 6, 6])
    async with app.run_test(size=(80, 24)) as pilot:
        strip = app.session.query_one(OfferStrip)
        await burst(pilot, "p", "1", "enter")
        assert "Omen: A raven [/] speaks." in strip.render().plain
        await burst(pilot, "escape", "r", "enter")
        assert strip.first is None
        assert "Echo: The walls answer." in app.screen.query_one(OfferLines).render().plain
