"""A whole character built by keys alone, by priorities and by points, into play."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.screen import Screen

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.character import from_doc
from tests.games.saga.screens.builder.stage import Hand, character, new_memory, on_stage

TRAITS = ["Quick on the Draw", "Killer with a Conscience", "Paranoid", "I Need a Drink", "Friends in Low Places"]
DRIVES = ["Find my sister", "Never shoot first", "The Vargas brothers hang"]


@pytest.fixture(autouse=True)
def door(monkeypatch: pytest.MonkeyPatch) -> type[Screen[None]]:
    """What lies behind the door to play; the session has tests of its own."""

    class Session(Screen[None]):
        pass

    monkeypatch.setattr("saga_tui.games.saga.screens.open_screen", lambda _memory: Session())
    return Session


async def tell(hand: Hand) -> None:
    """Steps 1, 4, 5 and 6, which have no method."""
    await hand.press("f1")
    for text in ("Kestrel", "Ana", "A grizzled gunslinger"):
        await hand.type(text)
        await hand.press("enter")
    await hand.press("f4")
    for text in TRAITS:
        await hand.type(text)
        await hand.press("enter")
    await hand.press("f5")
    for text in DRIVES:
        await hand.type(text)
        await hand.press("enter")
    await hand.press("f6", "n")
    await hand.type("Lucky pebble")
    await hand.press("enter", "2", "3", "enter", "space", "enter")
    await hand.press("n")
    await hand.type("Colt")
    await hand.press("enter", "1", "2", "enter")


GEAR = [
    {"name": "Lucky pebble", "kind": "charm", "rating": 3, "without": ["academia"]},
    {"name": "Colt", "kind": "buff", "rating": 2},
]


@pytest.mark.rule("CRE-1", "CRE-2", "CRE-4", "CRE-6", "CRE-7", "CRE-8", "CRE-9")
async def test_by_priorities_from_the_first_key_into_play(tmp_path: Path, door: type[Screen[None]]) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await tell(hand)
        await hand.press("f2", "enter", "down", "enter")
        assert character(memory).assets.order == ("force", "grace", "acuity")
        await hand.walk("Lucky")
        await hand.press("enter")
        await hand.press("3")
        for skill, times in (
            ("Athletics", 1),
            ("Awareness", 1),
            ("Marksmanship", 2),
            ("Subterfuge", 1),
            ("Weaponry", 2),
        ):
            await hand.walk(skill)
            await hand.press(*["enter"] * times)
        await hand.press("s", "down", "enter")
        await hand.walk("Marksmanship", "up")
        await hand.press("s")
        await hand.type("long shots")
        await hand.press("enter")
        await hand.press("7", "enter", "2", "down", "enter", "6", "down")
        await hand.press("enter", "6")
        await hand.type("pistols")
        await hand.press("enter")
        await hand.walk("Perk")
        await hand.press("enter", "8", "enter")
        await hand.press("up", "up", "enter", "1")
        await hand.type("old maps")
        await hand.press("enter")
        assert "Against the rules" in hand.shown(), "Academia has no rank, so it can have no specialty"
        await hand.press("n")
        finished = memory.doc
        assert creation.open_findings(from_doc(finished)) == []
        await hand.press("8", "g")
        assert isinstance(hand.app.screen, door)
    doc = memory.doc
    assert doc["concept"] == {"name": "Kestrel", "player": "Ana", "line": "A grizzled gunslinger"}
    assert doc["assets"] == {
        "method": "priority",
        "order": ["force", "grace", "acuity"],
        "perk": {"name": "Lucky", "asset": "fortune"},
    }
    assert doc["skills"]["primary"] == ["marksmanship", "weaponry"]
    assert doc["skills"]["secondary"] == ["athletics", "awareness", "subterfuge"]
    assert doc["story"] == {"traits": TRAITS, "drives": DRIVES}
    assert doc["gear"] == GEAR
    assert [bought["buy"] for bought in doc["finishing"]] == ["asset", "rank", "specialty", "perk"]
    assert doc["play"]["tokens"] == {"force": 5, "grace": 4, "acuity": 1, "fortune": 4}


@pytest.mark.rule("CRE-3", "CRE-5", "CRE-10")
async def test_by_points_from_the_first_key_into_play(tmp_path: Path, door: type[Screen[None]]) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory, (80, 24)) as hand:
        await tell(hand)
        await hand.press("f2", "m", "enter", "1", "enter")
        assert character(memory).assets.method == "points"
        await hand.press(*["right"] * 4)
        assert "5 ▲▲▲▲▲  next costs 2" in hand.shown(), "the step beyond 5 bears a surcharge"
        await hand.press("down", *["right"] * 3, "down", "down", "left")
        assert "0 of 9 points left" in hand.shown()
        await hand.press("right")
        assert "-1 of 9 points left" in hand.shown(), "overspending is found, not blocked"
        assert creation.open_findings(character(memory))[0].code == "overspent"
        await hand.press("left")
        await hand.walk("Agile")
        await hand.press("enter", "3", "m", "enter", "5", "enter")
        assert "next costs 2" in hand.shown(), "the sixth rank bears a surcharge"
        await hand.press("right", "down", "enter", "4", "enter", "down", "enter", "3", "enter")
        assert "0 of 14 points" in hand.shown()
        await hand.press("up", "s", "down", "enter")
        await hand.press("up", "s")
        await hand.type("[b]ridges")
        await hand.press("enter")
        assert creation.open_findings(character(memory)) == []
        await hand.press("8", "enter")
        assert isinstance(hand.app.screen, door)
    doc = memory.doc
    assert doc["assets"] == {
        "method": "points",
        "ratings": {"force": 5, "grace": 4, "acuity": 1, "fortune": 3},
        "perk": {"name": "Agile", "asset": "grace"},
    }
    assert doc["skills"] == {
        "method": "points",
        "ranks": {"academia": 6, "athletics": 4, "awareness": 3},
        "specialties": [
            {"skill": "athletics", "name": book.skill("athletics").specialties[0]},
            {"skill": "academia", "name": "[b]ridges"},
        ],
    }
