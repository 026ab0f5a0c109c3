"""Every verb of the command line on a character of SagaS; its settings; its rules to look up; the app."""

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

from saga_tui.app import SagaApp
from saga_tui.cli import saga_tui
from saga_tui.engine.entries import tallies
from saga_tui.games import registry
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.game import GAME
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.settings import SETTINGS, kept
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import load
from tests.games.sagas.samples import IDA, SAMPLES, build, made
from tests.keys import rested

TEMPLATE = 'format = 1\nname = "Fen"\ndescription = "Wet."\n'


STRANGE = RULES.of(
    {
        "characteristics": {"luck": 7, "str": 21, "agi": 2, "wit": -1},
        "bonuses": {"hp": 3, "spd": 20},
        "standing": "royal",
        "skills": [
            {"key": "flying"},
            {"key": "own"},
            {"key": "martial_arts", "name": "Kung Fu"},
            {"key": "spacecraft"},
        ],
        "campaign": {"points": 20, "technology": 3, "switches": {"nobody": "x"}},
        "gear": [{"key": "phaser"}, {"kind": "armour", "key": "light_futuristic", "worn": True}, {"key": "pike"}],
    }
)


class Cli:
    """Runs verbs in a folder with the bodyguard."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        shutil.copy(IDA.path, folder)

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


def test_do_previews_says_what_it_costs_and_can_be_undone(cli: Cli) -> None:
    assert cli.out("do", "ida-marsh", "raise-skill", "first aid", "--dry-run").startswith(
        "First aid −5 → 0 for 1 point"
    )
    assert cli.out("do", "ida-marsh", "raise-skill", "first_aid").startswith("First aid −5 → 0 for 1 point")
    assert "First aid" in cli.out("undo", "ida-marsh")
    refused = cli("do", "ida-marsh", "set-characteristic", "strength", "21")
    assert (
        refused.exit_code == 1 and "above the limit of 20" in refused.output and "Choose 20 or less" in refused.output
    )
    assert cli.out("do", "ida-marsh", "set-characteristic", "strength", "21", "--overrule", "a giant")
    assert "raise-skill" in cli.out("do", "--list", "--game", "sagas")


def test_why_rulings_and_corrections(cli: Cli) -> None:
    told = cli.out("why", "ida-marsh", "ini")
    assert told.startswith("Initiative: 10") and "S-MART-5" in told
    assert cli.out("why", "ida-marsh", "driving car").startswith("Driving car: 13")
    assert cli.out("why", "ida-marsh", "Initiative") == told, "a number is found by what it is called, too"
    cli.out("do", "ida-marsh", "override-number", "physical-hit-points", "66", "tough as nails")
    assert cli.out("why", "ida-marsh", "physical hit points").startswith("Physical hit points: 66")
    assert "tough as nails" in cli.out("rulings", "ida-marsh")
    cli.out("do", "ida-marsh", "describe", "age", "35")
    number = next(one["id"] for one in json.loads(cli.out("log", "ida-marsh", "--json")) if one["do"] == "describe")
    assert cli("correct", "ida-marsh", str(number), "text=36").exit_code == 0
    assert load(cli.folder / "ida-marsh.toml")["concept"]["age"] == "36"
    assert "Age" in cli.out("log", "ida-marsh") or "age" in cli.out("log", "ida-marsh")


def test_check_sheet_schema_recap_and_automation(cli: Cli) -> None:
    assert "valid" in cli.out("check", "ida-marsh")
    schema = json.loads(cli.out("schema", "--game", "sagas"))
    for sample in SAMPLES:
        assert list(Draft202012Validator(schema).iter_errors(build(sample).to_doc())) == []
    assert list(Draft202012Validator(schema).iter_errors(build(IDA).to_doc() | {"skills": 3}))
    page = cli.out("sheet", "ida-marsh")
    assert "Ida Marsh" in page and "Krav" in page and max(map(len, page.splitlines())) <= 80
    assert cli.out("recap", "ida-marsh")
    assert "S-HEAL-1" in cli.out("automation", "ida-marsh") or cli("automation", "ida-marsh").exit_code == 0


def test_a_damaged_file_says_what_is_wrong(cli: Cli) -> None:
    path = cli.folder / "ida-marsh.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("level = 10", 'level = "ten"'), encoding="utf-8")
    wrong = cli("check", "ida-marsh")
    assert wrong.exit_code != 0 and "not a whole number" in wrong.stdout


# ---- rules


@pytest.mark.rule("S-WORLD-2")
def test_every_rule_has_a_text_of_its_own_and_can_be_looked_up(cli: Cli) -> None:
    texts = RULES.book.entries
    assert len(texts) >= 150 and all(re.fullmatch(r"S-[A-Z]+-\d+", key) for key in texts)
    assert {see for one in texts.values() for see in one.see} <= set(texts)
    assert {one.switch for one in texts.values() if one.switch} == set(book.switches())
    assert all(texts[row.rule].switch == key or row.rule for key, row in book.switches().items())
    assert not [key for key, one in texts.items() if re.search(r"S-[A-Z]+-\d", one.text)], "no ids within texts"
    assert "Natural 2" in cli.out("rules", "S-DIE-4")
    assert RULES.book.search("weapon drop")[0].id == "S-SIT-5"


def test_every_rule_that_is_named_exists() -> None:
    """By commands, numbers, problems and the rows of the clock's table."""
    known = RULES.book.entries
    named = {rule for kind in RULES.commands.values() for rule in RULES.rules_of(kind)}
    for sample in (build(one) for one in SAMPLES):
        named |= {term.rule for tally in tallies(RULES, sample).values() for term in tally.terms if term.rule}
    named |= {one.rule for one in RULES.problems(Character())} | {row.rule for row in RULES.clock.rows.values()}
    assert named <= set(known), named - set(known)


def test_what_the_program_does_of_each_rule_is_declared() -> None:
    """The reasons of every number and every problem name a rule that is declared for it."""
    parts, known = RULES.parts, set(RULES.book.entries)
    assert set(parts) <= known
    for character in (Character(), *map(build, SAMPLES), STRANGE):
        terms = (term for tally in tallies(RULES, character).values() for term in tally.terms)
        assert not {term.rule for term in terms if term.rule and "number" not in parts.get(term.rule, ())}
        assert not {one.rule for one in RULES.problems(character) if "checks" not in parts.get(one.rule, ())}
    by_hand = {one.rule for one in RULES.automated() if one.kind == "by hand"}
    assert {"S-CMB-1", "S-SOC-1", "S-TST-5"} <= by_hand and len(by_hand) < 20


# ---- settings


@pytest.mark.rule("S-WORLD-1")
def test_a_setting_brings_its_own_skills_arts_weapons_and_prices(cli: Cli) -> None:
    assert "brass-tides" in cli.out("setting", "list")
    assert "Etherics" in cli.out("setting", "show", "brass-tides")
    cli.out("setting", "use", "brass-tides", "ida-marsh")
    shutil.copy(cli.folder / "ida-marsh.toml", cli.folder / "far.toml")
    far = RULES.of(load(cli.folder / "far.toml"))
    assert far.world.name == "Brass Tides"
    far = made(
        far,
        ("set-skill", {"skill": "etherics", "level": 0}),
        ("add-gear", {"item": "Brass cuirass"}),
        ("add-gear", {"item": "Air pistol"}),
        ("add-skill", {"skill": "martial_arts", "name": "Canne"}),
    )
    numbers = {name: one.total for name, one in tallies(RULES, far).items()}
    assert numbers["skill:etherics"] == 5 and numbers["shots:7"] == 6
    assert not [one for one in RULES.problems(far) if one.code in ("unknown", "art")]
    assert figures(made(Character(world=far.world), ("choose-campaign", {"campaign": "intermediate"}))).points == 220


@pytest.mark.rule("S-WORLD-1", "S-COST-1", "S-SEC-4", "S-CHR-2")
def test_prices_and_species_of_a_setting_count() -> None:
    text = TEMPLATE + "[prices]\ncharacteristic = [1, 2, 3, 4, 5]\nskill = [2, 3, 3, 3, 3, 3]\n"
    text += '[species]\nname = "elf"\nspeed = 9\nlimits = { str = 14 }\n'
    setting = SETTINGS.check(text).setting
    assert setting is not None
    elf = made(Character(), ("change-setting", {"setting": kept(setting).model_dump()}),
               ("set-characteristic", {"characteristic": "agi", "value": 11}),
               ("set-skill", {"skill": "first_aid", "level": 2}))  # fmt: skip
    of = figures(elf)
    assert (of.characteristics_cost, of.skills_cost, of.score("spd")) == (5 * 2 + 3, 2 * 2 + 2 * 3, 9 + 4)
    strong = elf.model_copy(update={"characteristics": {"str": 15}})
    assert [one.rule for one in RULES.problems(strong) if one.code == "limit"] == ["S-CHR-2"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[budgets]\nhuge = 900", "There is no campaign 'huge'"),
        ("[budgets]\nlow = 0", "low has 0 points"),
        ("[prices]\nskill = [1]", "These are not the prices of a skill"),
        ("[switches]\ngravity = 'no'", "There is no rule option 'gravity'"),
        ("[switches]\ntechnology = 'soft'", "There is no value of technology 'soft'"),
        ("[species]\nlimits = { luck = 3 }", "There is no characteristic 'luck'"),
        ("[[skills]]\nkey = 'x'\nname = 'X'\ncharacteristic = 'lck'", "There is no characteristic 'lck'"),
        ("[[skills]]\nkey = 'x'\nname = 'X'\ncharacteristic = 'wit'\nbase = -7", "X cannot start at -7"),
        ("[[weapons]]\nkey = 'x'\nname = 'X'\nskill = 'swoord'", "There is no skill 'swoord'"),
        ("[[arts]]\nkey = 'x'\nname = 'X'", "X teaches nothing"),
        ("[[armours]]\nkey = 'x'\nname = 'X'\nkind = 'hat'", "There is no kind of armour 'hat'"),
        ("[[armours]]\nkey = 'x'\nname = 'X'\nprotektion = 3", "Unknown entry"),
        ("[[armours]]\nkey = 'x'\nname = 'X'\nprotection = 'much'", "not a whole number"),
        ("[[arts]]\nkey='x'\nname='X'\nholds=0\n[[arts]]\nkey='x'\nname='Y'\nholds=0", "already one with the key 'x'"),
    ],
)
@pytest.mark.rule("S-WORLD-1")
def test_what_is_wrong_with_a_setting_is_told_with_its_line(line: str, said: str) -> None:
    checked = SETTINGS.check(f"{TEMPLATE}{line}\n")
    errors = [one for one in checked.problems if said in one.problem.message]
    assert checked.setting is None and errors and errors[0].line >= 4 and errors[0].problem.fix


def test_what_ships_and_the_template_are_sound_and_plain_changes_nothing() -> None:
    for path in sorted(SETTINGS.shipped.glob("*.toml")):
        assert SETTINGS.check_file(path).problems == (), path
    assert SETTINGS.check(SETTINGS.template("Fen")).problems == ()
    plain = SETTINGS.check_file(SETTINGS.shipped / "plain.toml").setting
    assert plain is not None and kept(plain) == Character().world


# ---- the app


def test_importing_the_game_loads_no_screens_and_no_terminal() -> None:
    code = "import sys, saga_tui.games.sagas.game as game; game.GAME.rules.problems(game.GAME.rules.document())\n"
    code += "others = ('textual', 'rich', 'saga_tui.ui', 'saga_tui.games.saga.')\n"
    code += "print([name for name in sys.modules if name.startswith(others)])"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout == "[]\n"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("play", [False, True])
async def test_a_character_opens_from_the_library(tmp_path: Path, size: tuple[int, int], play: bool) -> None:
    folder = tmp_path / "characters"
    folder.mkdir()
    shutil.copy(IDA.path, folder)
    if play:
        assert CliRunner().invoke(saga_tui, ["--dir", str(folder), "do", "ida-marsh", "start-play"]).exit_code == 0
    program = SagaApp(folder, animations=False)
    async with program.run_test(size=size) as pilot:
        await rested(pilot)
        await pilot.press("enter")
        await rested(pilot)
        assert not isinstance(program.screen, LibraryScreen)
        await pilot.press("q")
        await rested(pilot)


def test_the_library_shows_where_it_stands() -> None:
    summary: Any = GAME.summary(build(IDA).to_doc())
    assert (summary.name, summary.state, summary.ready) == ("Ida Marsh", "ready to play", False)
    assert summary.line.startswith("A bodyguard")
    assert registry.keys()[:2] == ["saga", "sagas"]
    assert GAME.summary(GAME.new("x")).state == "being built, 2 choices left"
