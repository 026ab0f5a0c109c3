"""The play screen of a hero: cards are chosen by their chances, a fight is fought, wounds are paid; the builder."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.fate.book import ABILITIES
from saga_tui.games.fate.hero import Hero, Power
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import play_of, waiting
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.games.fate.screens import panels, plays
from saga_tui.store import Memory
from saga_tui.ui import theme
from saga_tui.ui.base import KitApp
from saga_tui.ui.card_faces import SIZES, Face, Fan, Laid, huge
from saga_tui.ui.card_plays import PlayList, Settings
from saga_tui.ui.deal import BRIEF, FULL, LAVISH, PLAIN
from saga_tui.ui.dialogs import PickList
from saga_tui.ui.offers import OfferDrawing
from saga_tui.ui.roll_odds import Chance
from saga_tui.ui.specs import Line
from tests.games.fate.play_stage import FIGHT, Stage, ash
from tests.games.fate.play_table import hero
from tests.keys import press, rested


@pytest.mark.rule("F-ODDS-3", "F-ODDS-4", "F-CRE-9", "F-ACT-4", "F-ACT-6", "F-DMG-6", "F-HAND-5")
async def test_an_evening_is_played_by_keys(tmp_path: Path) -> None:
    app = Stage(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await rested(pilot)
        assert all(word in app.text for word in ("Str", "Doom", "Gale", "Guardian", "Cards  ▮▮▮▮▮"))
        await press(pilot, "p", "1", "l", "6")  # strength, against daunting 16
        assert "Difficulty 16: daunting 16" in app.text and "A2 D9" in app.text and "push" not in app.text
        assert app.text.index("100%  A2 D9") < app.text.index("on average, trump")
        await press(pilot, "escape")
        await rested(pilot)
        await pilot.click("#hand-cards", offset=(16, 3))
        await press(pilot, "1", "l", "6")
        await rested(pilot)
        at = app.screen.query_one(PickList).highlighted or 0
        assert app.hand[1] in str(app.screen.query_one(PickList).get_option_at_index(at).id), "a card that is clicked"
        await pilot.click(OfferDrawing, offset=(3, 6))
        await rested(pilot)
        now = app.screen.query_one(PickList).highlighted or 0
        assert now != at and app.hand[0] in str(app.screen.query_one(PickList).get_option_at_index(now).id)
        await pilot.click(Settings, offset=(3, 0))
        await rested(pilot)
        assert "With what?" in app.text, "a click changes what cards are played on, as its letter does"
        await press(pilot, "escape")
        await press(pilot, "m", *"-1", "enter", "b", "2", "enter")  # a level easier, and 2 on top
        assert (
            "Difficulty 12: daunting 16, by the narrator −4" in app.text
            and "shift −1   b bonus 2" in app.text.replace("\xa0", " ")
        )
        assert "17.0 on average" in app.text, "6, 9 of Doom and 2"
        await press(pilot, "1", "u")
        await rested(pilot)
        await press(pilot, "p", "1")
        await rested(pilot)
        assert "Difficulty 12:" in app.text, "all is as it was the last time"
        await press(pilot, "m", "0", "enter", "b", "0", "enter", "a", "6")
        assert "Difficulty 12: daunting 16, a helping skill −4" in app.text and "Archery" in app.text, (
            "agility with a skill is one key"
        )
        await press(pilot, "a", "5", "l", "c")  # with the Gale, against what no one can
        assert "push D9" in app.text
        await press(pilot, "1")
        assert app.hand.count("A2") < 2 and app.play.last.startswith("Ash: Gale: ")
        await press(pilot, "n")
        await rested(pilot)
        assert "The narrator draws a card" in app.text
        await press(pilot, "enter")
        assert app.play.span == "exchange" and app.play.open
        await press(pilot, "r", "1", *"15", "enter", "w", "2", "enter")
        assert isinstance(app.screen, PlayList)
        [due] = re.findall(r"If you fail: (\d+) wounds", app.screen.question)
        await press(pilot, "1")
        assert waiting(app.tracker.document) == int(due)
        assert app.play.asks and "to take" in app.text and "17 attack" in app.text
        await press(pilot, "w", "1")
        assert not app.play.asks and app.play.hurt
        assert len(app.hand) == 5 - app.play.hurt
        await press(pilot, "c")
        assert app.clipboard == app.play.last
        await press(pilot, "P", "6", "l", "3")  # Archery helps, with the bow in hand
        assert "w Bow" in app.text.replace("\xa0", " ")
        await press(pilot, "1", *"A3 W9 I1", "enter")
        assert "trump A3, trump W9" in app.play.last
        await press(pilot, "escape", "N", "enter")
        assert len(app.hand) == 5 and app.play.span == "scene"
        await press(pilot, "e", "1", "1", "7", "enter", *"rite", "enter")  # what changes for good has its reason
        await press(pilot, "e", "3", "1", *"Zen", "enter", *"old", "space", *"monk", "enter")
        assert app.tracker.document.four["strength"].skills[0].name == "Zen"
        assert "Strength 7 (rite)" in app.text and "Skill: Zen (old monk)" in app.text
        await press(pilot, "x", "5")
        await rested(pilot)
        assert "░" in app.text and "Doom" not in app.text.partition("Cards  ")[0] and "sure" not in app.text
        await press(pilot, "x", "5", *"uuuuu")
        await rested(pilot)
        assert any("unseen" in note.message for note in app._notifications)


def test_a_card_that_a_chart_gave_twice_is_one_play() -> None:
    one = hero(("W5", "W5", "S2"), edge=2)
    for level in ("easy", None):
        made = RULES.command("play", {"by": "strength", "level": level, "cards": ["S2"]})
        assert isinstance(made, Acting)
        keys = [offer.key for offer, _ in plays.offers(one, made)]
        assert len(keys) == len({*keys}) and any(key.count("W5") == 1 for key in keys)


@pytest.mark.rule("F-ACT-2", "F-HERO-6", "F-OPP-2", "F-FIGHT-10")
def test_what_cards_are_played_on_is_what_the_moment_asks_for() -> None:
    def asked(one: Hero, verb: str = "play", **said: Any) -> list[str]:
        return [setting.name for setting in plays.OF.settings(one, verb, said)]

    calm = ash().model_copy(update={"powers": (Power(name="Gale", suit="agility"), Power(name="Roots"))})
    assert asked(calm) == ["by", "level", "skill", "more", "bonus"]
    assert asked(calm, by="Roots")[-1] == "suit" and "suit" not in asked(calm, by="Gale")
    opened = calm.model_copy(update={"play": play_of(calm).model_copy(update={"open": 3})})
    assert asked(opened)[2] == "opposition"
    fight = calm.model_copy(update={"play": play_of(calm).model_copy(update={"span": "exchange", "fight": 1})})
    assert asked(fight) == ["by", "level", "opposition", "weapon", "skill", "more", "bonus"]
    usual = {one.name: one.usual for one in plays.OF.settings(fight, "play", {})}
    assert (usual["weapon"], usual["level"]) == ("Bow", "easy")
    assert asked(fight, "counter") == ["by", "level", "attack", "strong", "kind", "skill", "more", "bonus"]
    bare = hero(["S4"], size=1)
    assert asked(bare) == ["by", "level", "more", "bonus"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_fight_is_in_sight_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Stage(tmp_path, FIGHT)
    async with app.run_test(size=size) as pilot:
        await rested(pilot)
        shown = app.text
        assert all(word in shown for word in ("D9" if size[0] < 120 else "Doom", "8 wounds", "Fog over"))
        assert "6 of" in shown and "w Give up cards" in shown and "20: 28%  24: 9%" in shown
        best = "Agility at 20: A2, 15%" in shown and "pushing W5: 100%" in shown
        assert best == (size[0] == 200), "where there is room, the best play of each score, and with a push"


@pytest.mark.rule("F-ODDS-3", "F-ODDS-4")
def test_enter_on_a_score_plays_with_it() -> None:
    one = ash()
    offered = {offer.key for offer in plays.scores(one)}
    for row, by in zip((*plays.OF.reach(one), *plays.OF.plays(one)), (*ABILITIES, "Gale") * 2, strict=True):
        assert isinstance(row, Line) and isinstance(row.choose, partial)
        assert row.choose.keywords["by"] == by and by in offered


def test_cards_are_as_large_as_there_is_room() -> None:
    seven = Face("7", "Strength", "◆", "$good", "+", "S7", "Str", "positive")
    fan = Fan((seven,) * 3, "none")
    assert [len(fan(60, level)) for level in (BRIEF, PLAIN, FULL, LAVISH)] == [4, 5, 7, 11]
    assert [str(line) for line in fan(60, BRIEF)][1].startswith("│ S7 │ ")
    small, large = fan(40, PLAIN), fan(60, LAVISH)
    assert "◆" in str(small[1]) and "+" in str(small[3]) and " Str " in str(small[4])
    assert " ◆ Strength " in str(large[1]) and str(large[3]).count("██████") == 3 and "+ positive" in str(large[9])
    assert any("reverse" in str(span.style) for span in large[1].spans), "the band of the suit is no mere colour"
    assert " ◆ Str " in str(fan(30, FULL)[1]) and len(fan(20, FULL)) == 5
    ten = Face("10", "Doom", "✕", "$dim", "o", "D10", "Doom")
    assert "10" in str(ten.lines(6, 5)[2]) and "✕│" in str(ten.lines(6, 5)[1]) and "Doom" in str(ten.lines(6, 5)[4])
    assert all(len(str(line)) == wide for _, wide, high in SIZES for line in ten.lines(wide, high))
    assert str(fan(12, FULL)[0]).startswith("[S7 ◆+]")
    assert str(Fan((), "none")(20, FULL)[0]) == "none"
    assert len({huge(str(digit)) for digit in range(10)}) == 10 and len(huge("10")[0]) == 13


def test_cards_that_are_laid_stand_out_below_their_chance() -> None:
    one = Face("7", "Strength", "◆", "$good", "+", "S7", "Str")
    fan = Fan((replace(one, picked="play"), replace(one, dim=True)))
    laid = Laid(fan, (Chance("success", Fraction(3, 4), "$good"),), "trump")(60, PLAIN)
    assert "% success" in str(laid[0]) and "trump" in str(laid[2])
    raised, left = str(laid[3])[:11], str(laid[3])[12:]
    assert raised.startswith("┏━") and not left.strip() and "play" in str(laid[8])[:11] and "╰─" in str(laid[8])
    assert str(fan(10, BRIEF)[0]).startswith("▲[S7 ◆+] …")


def test_the_colours_of_suits_are_no_other_games() -> None:
    suits, saga = panels.TABLE["colours"], import_module("saga_tui.games.saga.screens.marks").PALETTE
    assert {*suits} == {*theme.OWN} and all({*suits[look]}.isdisjoint(saga[look]) for look in suits)
    assert {look.colour.removeprefix("$") for look in plays.LOOKS.values()} == {*suits["evening"]}
    assert len({look.full for look in plays.LOOKS.values()}) == 5  # told apart without a colour


@pytest.mark.rule("F-HERO-4", "F-CRE-3")
async def test_a_hero_is_built_by_keys(tmp_path: Path) -> None:
    game = registry.game("fate")
    with Memory.create(tmp_path, game.new("Ash"), registry.layout("fate")) as memory:
        app = KitApp(animations=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await app.push_screen(game.screen(memory))
            await rested(pilot)
            await press(pilot, "2", "right", "right", "right", "down", "right")
            await rested(pilot)
            four = Session(RULES, memory).document.four
            assert (four["strength"].score, four["strength"].code) == (3, "d")
            await press(pilot, "3", "a", *"Gale", "enter", *"8", "enter")
            await rested(pilot)
            await press(pilot, "3")
            await rested(pilot)
            assert [one.name for one in Session(RULES, memory).document.powers] == ["Gale"]
            await press(pilot, "2", "down", "down", "enter", *"Kites", "enter", "enter")
            await rested(pilot)
            [kites] = Session(RULES, memory).document.four["strength"].skills
            assert kites.name == "Kites" and kites.world_class, "any skill may be written; Enter makes it world-class"
            await press(pilot, "X", "5", "enter")
            await rested(pilot)
            assert Session(RULES, memory).document.concept.line, "a whole hero by chance"
