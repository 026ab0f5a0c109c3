"""Every verb of the command line on Lanterns: they go by the document's own game and need only its rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saga_tui.cli.group import saga_tui
from saga_tui.games import registry
from saga_tui.store import Memory


class Cli:
    """Runs verbs in a folder with one keeper, Ada."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with Memory.create(folder, registry.game("lanterns").new("Ada"), registry.layout("lanterns")):
            pass

    def __call__(self, *words: str) -> Result:
        return CliRunner().invoke(saga_tui, ["--dir", str(self.folder), *words], catch_exceptions=False)

    def out(self, *words: str) -> str:
        result = self(*words)
        assert result.exit_code == 0, result.output
        return result.stdout


@pytest.fixture
def cli(lanterns: Path, tmp_path: Path) -> Cli:
    made = Cli(tmp_path / "characters")
    made.out("do", "ada", "choose", "trade=watchman")
    made.out("do", "ada", "start-night")
    return made


def test_do_takes_the_games_own_commands_dice_and_cards(cli: Cli) -> None:
    assert cli.out("do", "ada", "dare", "12", "--nerve", "2", "--dice", "7") == (
        "Dared: 11 against 12, the dark wins\nNerve 6 → 4\nOil 6 → 5\n"
    )
    refused = cli("do", "ada", "dare", "--dice", "21")
    assert refused.exit_code == 2 and "--dice takes faces from 1 to 20" in refused.stderr
    assert cli.out("do", "ada", "draw", "--dice", "3") == "Omen: a moth\n"
    gone = cli("do", "ada", "draw", "--dice", "3")
    assert gone.exit_code == 2 and "cards that are left" in gone.stderr
    assert "There is no command 'take-damage'" in cli("do", "ada", "take-damage", "pain").stderr
    dry = cli.out("do", "ada", "end-night", "--dry-run")
    assert "Nerve 4 → 6  skip=nerve" in dry
    assert "dare [DIFFICULTY] [NERVE]" in cli.out("do", "--list", "dare", "--game", "lanterns")


def test_why_rulings_and_automation(cli: Cli) -> None:
    assert cli.out("why", "ada", "oil-most").splitlines()[0] == "Most oil: 6"
    cli.out("do", "ada", "override-number", "oil-most", "9", "a bigger can")
    told = json.loads(cli.out("why", "ada", "oil-most", "--json"))
    assert told["value"] == 9 and told["rulings"] == [{"old": "6", "new": "9", "reason": "a bigger can"}]
    assert "House ruling: 6 → 9, a bigger can  [LAN-7]" in cli.out("why", "ada", "oil-most")
    assert cli.out("rulings", "ada") == "1  oil-most 6 → 9: a bigger can  (night 1)\n"
    assert cli.out("do", "ada", "remove-ruling", "bigger")
    assert cli.out("rulings", "ada") == "No house rulings.\n"
    assert "name  Ada" in cli.out("rulings", "ada", "--names")
    cli.out("do", "ada", "automate", "clock:oil", "off")
    cli.out("do", "ada", "dare", "12", "--dice", "1")
    assert "Left to you: oil 5 → 6" in cli.out("do", "ada", "end-night", "--dry-run")


def test_an_earlier_entry_is_corrected_and_its_dice_too(cli: Cli) -> None:
    cli.out("do", "ada", "dare", "12", "--dice", "3")
    number = next(one["id"] for one in json.loads(cli.out("log", "ada", "--json")) if one["do"] == "dare")
    assert json.loads(cli.out("why", "ada", "oil", "--json"))["value"] == 5
    cli.out("correct", "ada", str(number), "--dice", "19")
    assert json.loads(cli.out("why", "ada", "oil", "--json"))["value"] == 6
    cli.out("correct", "ada", str(number), "difficulty=20")
    assert json.loads(cli.out("why", "ada", "oil", "--json"))["value"] == 5
    cli.out("undo", "ada")
    assert json.loads(cli.out("why", "ada", "oil", "--json"))["value"] == 6


def test_dice_of_no_document(lanterns: Path) -> None:
    def out(*words: str) -> Result:
        return CliRunner().invoke(saga_tui, list(words))

    assert "success             55.0%  11/20" in out("odds", "--game", "lanterns", "d20+4", "vs", "14").stdout
    found = json.loads(out("odds", "2d6", "vs", "10", "--json", "--game=lanterns").stdout)
    assert (found["mean"], found["sums"]["7"], found["reached"]) == ("7", "1/6", "1/6")
    rolled = json.loads(out("roll", "--game", "lanterns", "3d6-1", "--seed", "1", "--json").stdout)
    assert rolled["total"] == sum(rolled["dice"][0]["faces"]) - 1
    for words in (["x"], ["2d6+"], ["d0"], ["999d6"], ["d6", "vs", "x"]):
        assert out("odds", "--game", "lanterns", *words).exit_code == 2
    assert "Which game?" in out("odds", "9", "vs", "6").stderr
    assert "success" in out("odds", "--game", "saga", "9", "vs", "6").stdout
    assert "Lanterns has no setting" in out("setting", "--game", "lanterns", "list").stderr
    assert "Which game?" in out("rules", "x").stderr and "Which game?" in out("do", "--list").stderr
