"""Every verb of the command line on a character of World Saga; its settings; its rules to look up; hostile files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from saga_tui.chance import Chance
from saga_tui.cli import saga_tui
from saga_tui.dice import seeded
from saga_tui.engine.command import perform
from saga_tui.engine.entries import tallies
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.game import GAME
from saga_tui.games.world.play.state import AILS, reminders
from saga_tui.games.world.rules import odds
from saga_tui.games.world.rules.figures import figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.settings import SETTINGS
from saga_tui.store import dumps, load
from tests.games.world.table import Table, condition, harms, ill

FOLDER = Path(__file__).parents[3] / "characters"
SAMPLES = ("mira-vane", "osric-thorne")
TEMPLATE = 'format = 1\nname = "Fen"\ndescription = "Wet."\n'
CYCLE = [{"key": "a", "name": "A", "includes": [{"key": "b", "value": 1}]},
         {"key": "b", "name": "B", "includes": [{"key": "a", "value": -2}, {"key": "weary"}]}]  # fmt: skip
STRANGE: dict[str, Any] = {
    "game": "world",
    "concept": {"name": "[bold]\u202e x"},
    "attributes": {"luck": 7, "strength": -3, "agility": 1_000_000},
    "training": {"flying": 3, "craft:": 2, "lore:\u001b[2J": -4, "athletics": 99},
    "maxima": {"mana": 3, "stamina": -8, "courage": 1_000_000},
    "items": [{"name": "", "modifier": 7}, {"name": "Odd", "modifier": -1, "on": ["nothing", "all"]}],
    "campaign": {"switches": {"nobody": "x", "tn_floor": "two", "quick_build": "points"}},
    "world": {"conditions": CYCLE, "pairs": {"brawl": "luck"}, "afflictions": [
        {"key": "rot", "name": "Rot", "max_rank": -2, "toxic": {"level": "deadly", "tolerances": ["mana", "stamina"]},
         "at_rank": [{"condition": "nothing"}]}]},
    "advances": [{"what": "nothing", "old": 1, "new": 9}],
    "play": {
        "span": "nowhere", "mode": "flying", "period": -7, "day": -1, "stamina": -4, "attention": 999_999,
        "conditions": [{"key": "a"}, {"key": "nothing"}, {"key": "exposed", "number": -5, "ends": "never"},
                       {"key": "exhausted", "source": "stamina"}, {"key": "hopeless"}],
        "injuries": [{"key": "nothing", "left": -3}, {"key": "battered"}, {"key": "battered", "left": 900_000}],
        "afflictions": [{"key": "nothing", "rank": 3}, {"key": "rot", "rank": -1}, {"key": "influenza", "rank": 900}],
        "asks": [{"what": "nothing"}, {"what": "toxic", "kind": "rot", "level": "mana", "dice": 2},
                 {"what": "injury", "dice": 3},
                 {"what": "confront-affliction", "kind": "nothing"}, {"what": "endure", "target": -900_000}],
        "thrown": {"what": "endure", "die": 99, "degree": "none", "waits": True},
    },
}  # fmt: skip


class Cli:
    """Runs verbs in a folder with a sample."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        shutil.copy(FOLDER / "mira-vane.toml", folder)

    def __call__(self, *words: str) -> Result:
        return CliRunner().invoke(saga_tui, ["--dir", str(self.folder), *words], catch_exceptions=False)

    def out(self, *words: str) -> str:
        result = self(*words)
        assert result.exit_code == 0, result.output
        return result.stdout


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.delenv("SAGA_TUI_GAME")
    return Cli(tmp_path / "characters")


def test_the_verbs_from_play_to_undo(cli: Cli) -> None:
    assert "Play begins" in cli.out("do", "mira-vane", "start-play")
    told = cli.out("why", "mira-vane", "Athletics")
    assert told.startswith("Athletics: ") and "lower of Strength and Agility" in told
    assert "rolled 9" in cli.out("do", "mira-vane", "test", "athletics", "--dice", "9")
    assert "What does Trip cost" in cli("do", "mira-vane", "test", "brawl", "action=trip").output
    cli.out("do", "mira-vane", "take-damage", "60")
    assert "Still needed" in cli.out("do", "mira-vane", "take-damage", "1")
    assert "rolled 20" in cli.out("do", "mira-vane", "roll-asked", "--dice", "20")
    assert "The outcome of the last roll waits" in cli("do", "mira-vane", "take-damage", "1").output
    cli.out("do", "mira-vane", "way-out")
    cli.out("do", "mira-vane", "roll-asked", "--dice", "5,3,4")
    assert "rounds + 1" in cli.out("do", "mira-vane", "end-round", "--dry-run")
    for _ in range(3):
        assert cli.out("undo", "mira-vane")
    assert "Killed at once" not in cli.out("recap", "mira-vane")
    cli.out("do", "mira-vane", "override-number", "athletics", "12", "born on a mast")
    assert cli.out("why", "mira-vane", "athletics").startswith("Athletics: 12")
    assert "born on a mast" in cli.out("rulings", "mira-vane")
    cli.out("do", "mira-vane", "describe", "looks", "Grey")
    number = next(one["id"] for one in json.loads(cli.out("log", "mira-vane", "--json")) if one["do"] == "describe")
    assert cli("correct", "mira-vane", str(number), "text=Salt").exit_code == 0
    assert load(cli.folder / "mira-vane.toml")["concept"]["looks"] == "Salt"


@pytest.mark.rule("W-CHR-4", "W-CHR-2")
def test_older_names_and_fields_as_the_file_has_them_are_understood(cli: Cli) -> None:
    cli.out("do", "mira-vane", "start-play")
    assert cli.out("why", "mira-vane", "hardiness").startswith("Resilience: ")
    assert cli.out("do", "mira-vane", "test", "Hardiness", "--dice", "9").startswith("Resilience")
    assert cli.out("do", "mira-vane", "test", "lore:Old town", "--dice", "9").startswith("Lore: Old town")


def test_odds_rolls_schema_and_sheet(cli: Cli) -> None:
    assert "3/5" in cli.out("odds", "12", "--game", "world")
    assert "37/80" in cli.out("odds", "12", "vs", "10", "--game", "world")
    found = json.loads(cli.out("odds", "12", "conflict", "10", "--game", "world", "--json"))
    assert found["met"] == "37/80" and found["strong"] == "59/400"
    assert json.loads(cli.out("odds", "10", "--nudges", "1", "--game", "world", "--json"))["met"] == "29/40"
    assert "is no roll" in cli("odds", "12", "beside", "10", "--game", "world").output
    thrown = json.loads(cli.out("roll", "12", "vs", "10", "--seed", "3", "--game", "world", "--json"))
    assert len(thrown["faces"]) == 2 and thrown["degree"] in ("success", "failure")
    schema = json.loads(cli.out("schema", "--game", "world"))
    for name in SAMPLES:
        doc = load(FOLDER / f"{name}.toml")
        assert list(Draft202012Validator(schema).iter_errors(doc)) == [] and "valid" in cli.out("check", "mira-vane")
        assert not [one for one in GAME.problems(doc) if one.level == "error"]
    assert list(Draft202012Validator(schema).iter_errors({"game": "world", "attributes": 3}))
    page = cli.out("sheet", "mira-vane")
    assert "Mira Vane" in page and max(map(len, page.splitlines())) <= 80
    assert "W-TRM-3" in cli.out("automation", "mira-vane")


@pytest.mark.rule("W-ENT-6", "W-ENT-7")
def test_surprise_makes_legal_characters_from_a_seed() -> None:
    for seed in range(12):
        made = perform(RULES, Character(), RULES.command("surprise", {"seed": seed})).after
        again = perform(RULES, Character(), RULES.command("surprise", {"seed": seed})).after
        assert made == again and not [one for one in RULES.problems(made) if one.level != "remark"]
        quick = made.model_copy(
            update={"campaign": made.campaign.model_copy(update={"switches": {"quick_build": "array"}})}
        )
        assert not [one for one in RULES.problems(quick) if one.rule in ("W-ENT-6", "W-ENT-7")]
    one = perform(RULES, Character(), RULES.command("surprise", {"seed": 1, "step": "attributes"})).after
    assert one.attributes and not one.training


# ---- rules


def test_every_rule_can_be_looked_up_and_those_that_are_named_exist() -> None:
    texts = RULES.book.entries
    assert len(texts) >= 100 and all(re.fullmatch(r"W-[A-Z]+-\d+", key) for key in texts)
    assert not [key for key, one in texts.items() if re.search(r"W-[A-Z]+-\d", one.text)], "no ids within texts"
    known = {rule for kind in RULES.commands.values() for rule in RULES.rules_of(kind)}
    known |= {row.rule for row in RULES.clock.rows.values()} | {one.rule for one in RULES.problems(Character())}
    known |= {row["rule"] for row in book.data("problems").values()} | {row.rule for row in book.conditions().values()}
    known |= {row.rule for row in (*book.actions().values(), *book.fixed().values())}
    known |= {row.rule for row in book.switches().values()}
    known |= {one for key, one in book.data("ids").items() if key != "kinds"}
    assert known <= set(texts), known - set(texts)


def test_what_the_program_does_of_each_rule_is_declared() -> None:
    parts, texts = RULES.parts, set(RULES.book.entries)
    assert set(parts) <= texts
    table = Table({"quick_build": "points"}, conditions=(condition("weary"),), injuries=harms("battered"),
                  afflictions=(ill("influenza", 2),))  # fmt: skip
    for one in (Character(), table.one, RULES.of(load(FOLDER / "mira-vane.toml"))):
        terms = {term.rule for tally in tallies(RULES, one).values() for term in tally.terms if term.source != "play"}
        assert not {rule for rule in terms if rule and "number" not in parts.get(rule, ())}
        assert not {found.rule for found in RULES.problems(one) if "checks" not in parts.get(found.rule, ())}
    assert {one.rule for one in RULES.automated() if one.kind == "by hand"} == {"W-TST-10"}


# ---- settings


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[switches]\ngravity = 'no'", "There is no rule option 'gravity'"),
        ("[switches]\ntn_floor = 'low'", "There is no value of tn_floor 'low'"),
        ("[pairs]\nbrawl = 'luck'", "There is no attribute 'luck'"),
        ("[pairs]\nbrawling = 'agility'", "There is no skill 'brawling'"),
        ("[[skills]]\nkey = 'x'\nname = 'X'\nknown = ['luck']", "There is no attribute 'luck'"),
        ("[[conditions]]\nkey = 'x'\nname = 'X'\nincludes = [{ key = 'wearyy' }]", "There is no condition 'wearyy'"),
        ("[[conditions]]\nkey = 'x'\nname = 'X'\nmodifiers = [{ value = 'much' }]", "not a whole number"),
        ("[[actions]]\nkey = 'x'\nname = 'X'\nroll = 'brawling'", "There is no skill 'brawling'"),
        ("[[actions]]\nkey = 'x'\nname = 'X'\noutcome = { success = { effekts = [] } }", "Unknown entry"),
        ("[[afflictions]]\nkey = 'x'\nname = 'X'\ntoxic = { tolerances = ['mana'] }", "There is no tolerance 'mana'"),
        ("[[afflictions]]\nkey = 'x'\nname = 'X'\nat_rank = [{ condition = 'odd' }]", "There is no condition 'odd'"),
        ("[[skills]]\nkey='x'\nname='X'\nknown=[]\n" * 2, "already one with the key"),
    ],
)  # fmt: skip
@pytest.mark.rule("W-SET-1")
def test_what_is_wrong_with_a_setting_is_told_with_its_line(line: str, said: str) -> None:
    checked = SETTINGS.check(f"{TEMPLATE}{line}\n")
    errors = [one for one in checked.problems if said in one.problem.message]
    assert checked.setting is None and errors and errors[0].line >= 4 and errors[0].problem.fix, checked.problems


# ---- hostile files


def test_a_strange_file_is_shown_and_every_command_answers() -> None:
    one = RULES.of(STRANGE)
    assert {found.code for found in RULES.problems(one)} >= {"unknown", "range", "rolls", "odd"}
    assert tallies(RULES, one) and [*reminders(one)] and "\x1b" not in GAME.sheet(one.to_doc())
    assert GAME.summary(one.to_doc()).name and "\x1b" not in dumps(one.to_doc(), "").split("attributes")[0]
    assert {row.key for row, _, _ in figures(one).standing} >= {"a", "b", "weary"}
    assert set(odds.cured(one, "influenza", "resilience")) == {1, 2, 3, 4, 5}
    chance = Chance(7, "strange")
    for verb in RULES.commands:
        for _ in range(6):
            one = tried(one, verb, chance)


def test_a_hundred_random_acts_keep_the_character_sound() -> None:
    for seed in range(6):
        chance, one = Chance(seed, "acts"), Table().one
        for _ in range(120):
            one = tried(one, chance.pick(list(RULES.commands)), chance)
            of = figures(one)
            for key in of.tolerances:
                assert 0 <= getattr(of.play, key) <= max(AILS.most(of, key), 0) or one.rulings, key


def tried(one: Character, verb: str, chance: Chance) -> Character:
    """A command with parameters by chance, some of them nonsense; what comes of it can be written and read."""
    params: dict[str, Any] = {}
    for name, field in RULES.commands[verb].model_fields.items():
        if field.is_required() or chance.below(3) == 0:
            words = [
                *figures(one).conditions,
                *book.skills(),
                *figures(one).afflictions,
                "strength",
                "stamina",
                "",
                "x",
            ]
            options = [chance.pick(words), chance.below(12), [chance.pick(words)], True, {"name": "x"}]
            params[name] = chance.pick(options)
    try:
        command = RULES.command(verb, params)
    except ValueError:
        return one
    faces = command.draws(one).by(seeded(chance.below(999)))
    outcome = perform(RULES, one, command, faces, "chance says so" if chance.below(4) == 0 else None)
    assert RULES.of(outcome.after.to_doc()) == outcome.after or outcome.refused
    return outcome.after


def test_importing_the_game_loads_no_screens_and_no_terminal() -> None:
    code = "import sys, saga_tui.games.world.game as game; game.GAME.rules.problems(game.GAME.rules.document())\n"
    code += "others = ('textual', 'rich', 'saga_tui.ui', 'saga_tui.games.saga.', 'saga_tui.games.sagas')\n"
    code += "print([name for name in sys.modules if name.startswith(others)])"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout == "[]\n"
