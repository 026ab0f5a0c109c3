"""Every verb of the command line on Lanterns: they go by the document's own game and need only its rules."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from saga_tui.cli.group import saga_tui
from saga_tui.engine.correcting import CommandCorrector
from saga_tui.engine.settings import Part, Settings
from saga_tui.games import registry
from saga_tui.problem import Problem
from saga_tui.store import Memory
from saga_tui.store.correcting import Deed


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


@dataclass(frozen=True)
class Place:
    """A setting of the toy, as a file of it says."""

    name: str
    long_nights: bool


@pytest.fixture
def places(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Lanterns with settings as files: what a game has to say of them, and one that ships."""
    shipped = tmp_path / "package" / "files"
    shipped.mkdir(parents=True)
    (shipped / "moor.toml").write_text('name = "The Moor"\nlong_nights = true\n', encoding="utf-8")
    (shipped.parent / "template.toml").write_text('name = "A name"\nlong_nights = false\n', encoding="utf-8")

    def read(doc: dict[str, Any]) -> tuple[Place | None, list[Problem]]:
        found = doc.get("long_nights", False)
        if isinstance(found, bool):
            return Place(doc.get("name", ""), found), []
        return None, [Problem("error", "LAN-6", ("long_nights",), "long_nights is no yes or no", "Write true.")]

    kind = Settings(
        shipped=shipped,
        read=read,
        name=lambda place: (place.name, "A place."),
        parts=lambda place: [Part("", (f"Long nights: {place.long_nights}",))],
        record=asdict,
        take=lambda place: registry.game("lanterns").rules.command("long-nights", {"on": place.long_nights}),
    )
    monkeypatch.setattr(type(registry.game("lanterns")), "settings", kind)
    return shipped


def test_settings_as_files_are_found_checked_begun_and_used(cli: Cli, places: Path, tmp_path: Path) -> None:
    one = ("setting", "--game", "lanterns")
    assert cli.out(*one, "list").startswith("moor  The Moor (ships with saga-tui)")
    assert "Long nights: True" in cli.out(*one, "show", "the moor")
    made = Path(cli.out(*one, "new", "Low Fen", "--to", str(cli.folder / "settings")).strip())
    assert cli.out(*one, "check", str(made)) == f"{made}: valid\n"
    made.write_text('name = "Low Fen"\nlong_nights = 3\n', encoding="utf-8")
    wrong = cli(*one, "check", str(made))
    assert wrong.exit_code == 1 and f"{made}:2:15: long_nights is no yes or no.  [LAN-6]" in wrong.stdout
    assert "low-fen" in cli.out(*one, "list") and "broken" in cli.out(*one, "list")
    assert cli.out("setting", "use", "moor", "ada", "--dry-run").startswith("Long nights on")
    assert cli.out("setting", "use", "moor", "ada").startswith("Long nights on")
    assert "long-nights" in cli.out("log", "ada", "--json")


def test_dice_of_no_document(lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

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
    assert "Lanterns has no settings." in out("setting", "--game", "lanterns", "list").stderr
    assert "dust-and-wire" in out("setting", "--game", "saga", "list").stdout
    assert "Which game?" in out("rules", "x").stderr and "Which game?" in out("do", "--list").stderr


def test_a_roll_of_the_play_screen_has_odds_without_a_document(lanterns: Path) -> None:
    def out(*words: str) -> Result:
        return CliRunner().invoke(saga_tui, list(words))

    told = out("odds", "--game", "lanterns", "dare", "12", "nerve=2").stdout.splitlines()
    assert told[0] == "d20 + 4 against 12"
    assert told[1] == "  the lantern burns   65.0%  13/20" and told[2].split()[-1] == "7/20"
    found = json.loads(out("odds", "--game", "lanterns", "dare", "12", "nerve=2", "--json").stdout)
    assert (found["success"], found["mean"], found["margin"]["-7"]) == ("13/20", "5/2", "1/20")
    rolled = json.loads(out("roll", "--game", "lanterns", "dare", "12", "--seed", "1", "--json").stdout)
    [face] = rolled["faces"]
    assert rolled["sides"] == 20 and rolled["lines"][0].startswith(f"Dared: {face} against 12")
    assert f"1d20  {face}\n" in out("roll", "--game", "lanterns", "dare", "12", "--seed", "1").stdout
    assert "takes a number" in out("odds", "--game", "lanterns", "dare", "x").stderr


def test_help_has_a_games_words_where_it_is_known_which(
    lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def help_of(*words: str) -> str:
        return CliRunner().invoke(saga_tui, [*words, "--help"]).stdout

    assert "weaponry" not in help_of("do") and "saga-tui do --list" in help_of("do"), "two games: general words"
    assert "2d6" in help_of("odds", "--game", "lanterns") and "kismet" in help_of("odds", "--game", "saga")
    monkeypatch.setattr(registry, "keys", lambda: ["saga"])
    assert "saga-tui do kestrel buy skill weaponry" in help_of("do") and "end-scene" in help_of("do")
    assert "skill:weaponry" in help_of("why") and "{about}" not in help_of("why") + help_of("recap")


def test_settings_are_completed_of_every_game(cli: Cli, places: Path) -> None:
    from click.shell_completion import ShellComplete

    def completed(*args: str) -> list[str]:
        complete = ShellComplete(saga_tui, {}, "saga-tui", "_SAGA_TUI_COMPLETE")
        return [one.value for one in complete.get_completions(["--dir", str(cli.folder), "setting", *args], "")]

    assert {"moor", "dust-and-wire"} <= set(completed("show"))
    assert completed("--game", "lanterns", "show") == ["moor"]


def test_a_file_whose_game_word_is_damaged_is_checked_by_the_game_of_its_journal(cli: Cli) -> None:
    path = cli.folder / "ada.toml"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('game = "lanterns"', 'game = "lantrens"').replace("watchman", "wtchman"), "utf-8")
    told = {one["rule"]: one for one in json.loads(cli("check", "ada", "--json").stdout)}
    assert "There is no game 'lantrens'" in told["FILE"]["message"]
    assert told["FILE"]["fix"] == 'Its saved history is of Lanterns: write game = "lanterns".'
    assert told["LAN-2"]["message"] == "There is no trade 'wtchman'"
    path.write_text(whole.replace('game = "lanterns"', "game = lanterns").replace("watchman", "wtchman"), "utf-8")
    told = {one["rule"]: one for one in json.loads(cli("check", "ada", "--json").stdout)}
    assert "LAN-2" in told
    assert path.read_text(encoding="utf-8").splitlines()[told["FILE"]["line"] - 1] == "game = lanterns"


def test_a_file_that_has_lost_its_game_word_stays_of_its_game(cli: Cli) -> None:
    path = cli.folder / "ada.toml"
    whole = path.read_text(encoding="utf-8")
    for hit in ("", 'gam = "lanterns"'):
        path.write_text(whole.replace('game = "lanterns"', hit), encoding="utf-8")
        assert cli("do", "ada", "note", "text=the word is gone").exit_code == 0
        assert 'game = "lanterns"' in path.read_text(encoding="utf-8").splitlines()
        whole = path.read_text(encoding="utf-8")


def test_a_yes_or_no_of_an_earlier_entry_is_shown_and_corrected_in_words(lanterns: Path) -> None:
    corrector = CommandCorrector(registry.game("lanterns").rules)
    deed = Deed("long-nights", {"on": False}, ())
    assert ("on", "no") in corrector.given(deed)
    assert corrector.changed(deed, "on", "yes").params == {}, "what is usual is left out"
    assert corrector.changed(corrector.changed(deed, "on", "yes"), "on", "no").params == {"on": False}
