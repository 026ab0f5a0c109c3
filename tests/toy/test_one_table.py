"""A number that a game adds stands in one place, its table of entries, and is found wherever numbers are known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from saga_tui.cli.group import saga_tui
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.model import Whole
from saga_tui.games import registry
from tests.toy.test_command_line import Cli


@pytest.fixture
def lucky(lanterns: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lanterns in which each keeper has luck: a field of the model, and one entry."""
    game = registry.game("lanterns")
    from lanterns.rules import RULES, Keeper, Lanterns, entries

    class LuckyKeeper(Keeper):
        luck: Whole = 3

    class Lucky(Lanterns):
        keeper: LuckyKeeper = LuckyKeeper()

    def more(keeper: Any) -> Iterator[Entry]:
        yield from entries(keeper)
        luck = counted("luck", "Luck", keeper.keeper.luck, "by birth", "LAN-1")
        yield number(luck, ("keeper", "luck"), counted=True, rest=(3,))

    monkeypatch.setattr(type(game), "rules", replace(RULES, document=Lucky, entries=more))
    game.__dict__.pop("_places", None)
    yield game
    game.__dict__.pop("_places", None)


def completed(folder: Path, words: list[str], begun: str) -> list[str]:
    found = ShellComplete(saga_tui, {}, "saga-tui", "_SAGA_TUI_COMPLETE")
    return [one.value for one in found.get_completions(["--dir", str(folder), *words], begun)]


def test_a_number_added_to_the_table_is_known_everywhere(lucky: Any, tmp_path: Path) -> None:
    cli = Cli(tmp_path / "characters")
    cli.out("do", "ada", "choose", "trade=watchman")
    cli.out("do", "ada", "start-night")
    assert "luck" in [one["name"] for one in json.loads(cli.out("why", "ada", "--json"))]
    assert "+3  by birth  [LAN-1 Oil and nerve]  (play)" in cli.out("why", "ada", "luck")
    assert completed(cli.folder, ["why", "ada"], "lu") == ["luck"]
    assert completed(cli.folder, ["do", "ada", "override-number"], "lu") == ["luck"]
    assert completed(cli.folder, ["do", "ada", "override-number"], "number=lu") == ["number=luck"]
    cli.out("do", "ada", "override-number", "luck", "5", "a found coin")
    assert "luck 3 → 5: a found coin" in cli.out("rulings", "ada")
    assert json.loads(cli.out("rulings", "ada", "--json"))[0]["value"] == 5
    assert "  luck − 5\n" in cli.out("undo", "ada", "--dry-run"), "its place in words"
    assert lucky.place_words(("keeper", "luck")) == "luck"
    schema = json.dumps(lucky.schema())
    assert '"description": "Luck"' in schema
    assert "Luck" in lucky.sheet(lucky.new("Ada"))
    assert "luck" in lucky.rules.names(lucky.rules.document(), "number")
