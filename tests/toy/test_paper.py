"""Lanterns on paper and in files: what a game that gives only rules and entries gets from the shared rooms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from saga_tui.changes import Doc
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.contract import Game
from saga_tui.paper import recap
from saga_tui.paper.story import Story, story
from saga_tui.store import Memory


@pytest.fixture
def game(lanterns: Path) -> Game:
    return registry.game("lanterns")


def with_(doc: Doc, changes: Mapping[str, object]) -> Doc:
    """A document with other values at dotted places."""
    for place, value in changes.items():
        section, _, name = place.partition(".")
        doc = {**doc, section: {**doc.get(section, {}), name: value} if name else value}
    return doc


# ---- check


@pytest.mark.parametrize(
    ("changes", "message", "fix"),
    [
        ({"format": 9}, "knows formats up to 1", "Update saga-tui."),
        ({"keeper.name": 3}, "keeper.name is 3, not a text", 'Put it between quotes: "3".'),
        ({"play.night": "2"}, 'is "2", not a whole number', "Write 2 without quotes."),
        ({"house": "big"}, "not a section with names and values", "Write [house] on a line"),
        ({"keeper.trde": "x"}, "Unknown entry keeper.trde", "Did you mean 'trade'?"),
        ({"keeper.trade": "watchmen"}, "There is no trade 'watchmen'", "Did you mean 'watchman'?"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_how_to_write_it(
    game: Game, changes: Mapping[str, object], message: str, fix: str
) -> None:
    where = tuple(next(iter(changes)).split("."))
    found = [one for one in game.problems(with_(game.new("Mora"), changes)) if one.where == where]
    assert any(message in one.message and fix in one.fix for one in found), found


def test_a_file_with_nothing_of_the_game_is_told_how_to_begin(game: Game) -> None:
    [found] = game.problems({})
    assert found.message == "There is no character in it: it is empty or has only comments"
    assert found.fix.startswith('Begin it with format = 1 and game = "lanterns", and a section [keeper] with a name.')


def test_all_that_is_wrong_is_found_at_once(game: Game) -> None:
    doc = with_(game.new("Mora"), {"keeper.trade": "watchmen", "house": "big", "hosue": {}})
    assert [one.where for one in game.problems(doc)] == [("house",), ("keeper", "trade"), ("hosue",)]
    with pytest.raises(ValueError, match='house is "big", not a section'):
        game.validate(doc)


# ---- schema


def test_the_schema_comes_from_the_model_and_its_descriptions_from_the_entries(game: Game) -> None:
    schema = game.schema()
    json.dumps(schema)
    assert schema["title"] == "A character of Lanterns"
    assert schema["properties"]["game"]["enum"] == ["lanterns"]
    assert schema["$defs"]["Keeper"]["properties"]["name"]["description"] == "Name"
    assert schema["$defs"]["Keeper"]["additionalProperties"] is False
    play = schema["$defs"]["Play"]["properties"]
    assert play["night"]["description"] == "Night"
    assert {name: one["description"] for name, one in play["pools"]["properties"].items()} == {
        "oil": "Oil",
        "nerve": "Nerve",
    }


# ---- sheet and recap


def test_the_sheet_has_every_number_and_text_in_each_form(game: Game) -> None:
    doc = with_(game.new("Mora"), {"keeper.trade": "lamplighter"})
    text, empty = game.sheet(doc), game.blank_sheet()
    assert "Most oil" in text
    assert " 8" in next(line for line in text.splitlines() if "Most oil" in line)
    assert game.sheet(doc, markdown=True).startswith("# Mora\n")
    assert game.sheet(doc, 40, plain=True).isascii()
    assert "Mora" not in empty
    assert "8" not in empty
    assert "Most oil" in empty
    assert "___" in empty


@pytest.fixture
def told(game: Game, tmp_path: Path) -> Story:
    """Two nights of Mora's: a dare that fails, one that is undone, a ruling, another night."""
    with Memory.create(tmp_path, game.new("Mora"), registry.layout("lanterns")) as memory:
        play = Session(game.rules, memory)
        for verb, dice, params in (
            ("choose", (), {"trade": "watchman"}),
            ("start-night", (), {}),
            ("dare", (3,), {}),
            ("dare", (20,), {}),
        ):
            assert not play.do(play.game.command(verb, params), dice).refused
        play.undo()
        play.do(play.game.command("end-night", {}), ())
        play.do(play.game.command("start-night", {}), ())
        play.do(play.game.command("dare", {"nerve": 1}), (15,))
        return story(game.telling, memory.history(), memory.doc, memory.device)


def test_the_recap_comes_from_the_journal(told: Story) -> None:
    first, second = (chapter for chapter in told.chapters if chapter.number)
    assert (first.luck.rolls, first.luck.marks, first.luck.expected) == (1, 3, Fraction(21, 2)), "what is undone is out"
    assert ("Nerve", "6 → 5") in second.facts
    page = recap.text(told, with_charts=True)
    for words in ("NIGHT 1", "NIGHT 2", "ALL NIGHTS", "Dared: 3 against 11, the dark wins", "Luck: pips above average"):
        assert words in page
    assert "Dared: 20" not in page
    assert "Between" not in page, "a night has no scenes"
    assert recap.markdown(told).startswith("# Recap: Mora\n")
    assert all(len(line) <= 40 for line in recap.text(told, 40, plain=True).splitlines())
