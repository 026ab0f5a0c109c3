"""World Saga played by keys in the real app: two activities, a conflict, an injury, an affliction to its cure, a week's
rest, all in one walk, with its keys counted; damage foreseen; a character entered from nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui.games import registry
from saga_tui.ui.marks import Marks
from saga_tui.ui.roll import RollOutcome
from saga_tui.ui.verdict import VerdictView
from tests import keys as keyboard
from tests.games.world.stage import CALM, TROUBLE, Desk

KEYS: dict[str, tuple[str, ...]] = {
    "ten minutes pass": ("n", "enter"),
    "Combat begins": ("b", "enter"),
    "your turn begins": ("t", "enter"),
    "open a Conflict Test": ("f", "1"),
    "throw it with your own dice": ("d", "*", "enter"),
    "take Stamina damage": ("p", "*", "enter"),
    "end Combat": ("N", "enter"),
    "an injury comes, by chance": ("i", "1", "1"),
    "make the asked roll": ("y", "d", "*", "enter"),
    "make it with your own dice": ("y", "2", "*", "enter"),
    "accept its outcome": ("o",),
    "be exposed to an affliction": ("i", "4", "2"),
    "the day passes": ("z", "enter"),
    "go into Sojourn": ("t", "3"),
    "a day of rest passes": ("n", "enter"),
    "undo": ("u",),
}
"""How many keys things take: `*` stands for what is typed."""


@dataclass
class Hand:
    """Presses keys and counts them, but for what is typed."""

    pilot: Pilot[Any]
    app: Desk
    counted: dict[str, int] = field(default_factory=dict)

    async def does(self, what: str, *keys: str, typed: str = "") -> None:
        """Something by keys, those of the table where none are told; `typed` is what stands for `*` among them."""
        keys = keys or KEYS[what]
        pressed = [one for key in keys for one in (typed if key == "*" else [key])]
        self.counted[what] = self.counted.get(what, 0) + len([key for key in keys if key != "*"])
        await keyboard.press(self.pilot, *pressed)
        await keyboard.rested(self.pilot)


def verdict(app: Desk) -> str:
    """The word of the result in sight."""
    assert isinstance(app.screen, RollOutcome), app.screen
    found = app.screen.query_one(VerdictView).verdict
    assert found is not None
    return f"{found.word} {found.number}"


@pytest.mark.rule(
    "W-TIM-1", "W-TIM-3", "W-TIM-4", "W-INJ-1", "W-INJ-4", "W-AFF-2", "W-AFF-6", "W-AFF-7", "W-AFF-9", "W-CRG-3"
)
async def test_a_week_of_play_by_keys(tmp_path: Path) -> None:
    app = Desk(tmp_path, (("start-play", {}),))
    async with app.run_test(size=(120, 40)) as pilot:
        hand = Hand(pilot, app)
        await keyboard.rested(pilot)
        for _ in range(2):
            await hand.does("ten minutes pass")
        assert app.play.activity == 2
        await hand.does("Combat begins")
        await hand.does("your turn begins")
        assert (app.play.round, app.play.acting) == (1, True)
        # a conflict, with own dice on the table
        await hand.does("open a Conflict Test")
        app.to("other")
        await hand.does("their number", "*", typed="9")
        await hand.does("throw it with your own dice", typed="0512")
        assert verdict(app) == "Success 5", "they failed with a 12 against 9"
        await hand.does("close", "enter")
        await hand.does("take Stamina damage", typed="4")
        assert app.play.stamina == 5
        await hand.does("end Combat")
        # an injury, its dice typed
        await hand.does("an injury comes, by chance")
        assert [ask.what for ask in app.play.asks] == ["injury"]
        await hand.does("make it with your own dice", typed="312")
        await hand.does("close", "enter")
        assert [(one.key, one.left) for one in app.play.injuries] == [("broken", 3)]
        # an affliction, from its exposure to the cure
        await hand.does("be exposed to an affliction")
        await hand.does("make the asked roll", typed="19")
        assert verdict(app) == "Failure 19"
        await hand.does("accept its outcome")
        await hand.does("close", "enter")
        assert [(one.rank, one.onset) for one in app.play.afflictions] == [(1, 2)]
        for _ in range(3):
            await hand.does("the day passes")
        assert [ask.what for ask in app.play.asks] == ["confront-affliction"] and not app.play.injuries
        await hand.does("make the asked roll", typed="03")
        await hand.does("accept its outcome")
        await hand.does("close", "enter")
        assert not app.play.afflictions, "cured"
        # a week's rest
        await hand.does("go into Sojourn")
        for _ in range(7):
            await hand.does("a day of rest passes")
        assert (app.play.day, app.play.mode) == (11, "sojourn")
        await hand.does("undo")
        assert app.play.day == 10
        assert sum(hand.counted.values()) == 60, hand.counted
        assert {*KEYS} <= {*hand.counted}, "each is pressed"


async def test_damage_is_foreseen_in_the_bar_and_trouble_has_its_own_ground(tmp_path: Path) -> None:
    app = Desk(tmp_path, CALM)
    async with app.run_test(size=(120, 40)) as pilot:
        await keyboard.press(pilot, "m", "3")
        row = app.at("attention")
        assert isinstance(row, Marks) and (row.ghost, row.filled) == (-3, 10) and row.would.startswith("10 → 7")
        await keyboard.press(pilot, "escape", "c")
        assert "Bleeding Out" in app.shown and "Weary" in app.shown
        await keyboard.press(pilot, "escape", "o")
        assert not {"-conflict", "-deadly"} & set(app.screen.classes)
    app = Desk(tmp_path / "narrow", CALM)
    async with app.run_test(size=(80, 24)) as pilot:
        await keyboard.press(pilot, "n")
        assert "Nothing else happens." in app.shown and "Skip line" not in app.shown
    app = Desk(tmp_path / "trouble", TROUBLE)
    async with app.run_test(size=(80, 24)) as pilot:
        await keyboard.rested(pilot)
        assert "-conflict" in app.screen.classes and "y Endure: Resilience" in app.shown
        assert all(words in app.shown for words in ("Exhausted", "Broken 7", "Grappled", "barred: Immobilized"))
        await keyboard.press(pilot, "y")
        assert "injury, Bleeding Out, Unconscious" in app.shown and app.panel.reading.unpaid is None


async def test_a_character_is_entered_by_keys_and_starts_to_play(tmp_path: Path) -> None:
    app = Desk(tmp_path, doc={**registry.game("world").new("Osk"), "id": "01world0"})
    async with app.run_test(size=(120, 40)) as pilot:
        hand = Hand(pilot, app)
        await hand.does("attributes", "f2", *["right", "down"] * 9)
        assert (
            app.character.attributes == dict.fromkeys(app.character.attributes, 8)
            and len(app.character.attributes) == 9
        )
        app.at("row-strength").focus()
        await hand.does("a rank is typed", "enter", "*", "enter", typed="11")
        assert app.character.attributes["strength"] == 11
        await hand.does("training", "f3", "right", "right")
        assert app.character.training == {"athletics": 2}
        await hand.does("a field", "a", "*", "enter", typed="Lore:Stars")
        assert app.character.training["lore:Stars"] == 1 and "Lore: Stars" in app.shown
        await hand.does("maxima", "f4", "down", "down", "down", *["right", "down"] * 3)
        assert app.character.maxima == {"stamina": 8, "attention": 8, "courage": 8}
        await hand.does("an item", "f5", "a", "*", "enter", typed="Rope")
        await hand.does("an item", "*", "enter", typed="-2")
        await hand.does("an item", "*", "enter", typed="athletics")
        assert [(one.name, one.modifier, one.on) for one in app.character.items] == [("Rope", -2, ("athletics",))]
        await hand.does("an item is put away", "f4", "f5", "enter")
        assert not app.character.items[0].used
        assert hand.counted == {
            "attributes": 19, "a rank is typed": 2, "training": 3, "a field": 2, "maxima": 10, "an item": 5,
            "an item is put away": 3,
        }  # fmt: skip
        assert "Ready to play" in app.shown
        await hand.does("play", "g")
        await hand.does("play", "enter")
        assert (
            app.memory.doc["play"]["stamina"] == 8
            and "Exploration, day 1" in app.shown
            and "activity 1 of 36" in app.shown
        )


@pytest.mark.rule("W-MOD-6")
async def test_a_beaten_modifier_stands_struck_out_among_the_reasons(tmp_path: Path) -> None:
    app = Desk(tmp_path, (*CALM, ("condition", {"what": "weary"}), ("condition", {"what": "distracted", "number": 4})))
    async with app.run_test(size=(120, 40)) as pilot:
        await keyboard.press(pilot, "r", "1", "r", "right")
        assert app.panel.command.role == "attack" and "They are Exhausted" in app.shown and "From afar" in app.shown
        await keyboard.press(pilot, "?")
        assert "−2 Weary, beaten by Distracted 4" in app.shown and "= " in app.shown
        struck = [segment.text.strip() for strip in app.screen._compositor.render_strips() for segment in strip
                  if segment.style and segment.style.strike]  # fmt: skip
        assert struck == ["−2 Weary, beaten by Distracted 4"] * 2, "in the reasons, and in the roll behind them"
