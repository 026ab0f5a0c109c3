"""Lanterns on paper and in files: what a game that gives only rules and entries gets from the shared rooms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from saga_tui.changes import Doc
from saga_tui.games import registry
from saga_tui.games.contract import Game


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
