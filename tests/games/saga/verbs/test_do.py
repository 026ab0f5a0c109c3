"""`do` on files: the same as the app does, previews that write nothing, refusals, overruling, hostile input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import apply
from saga_tui.dice import seeded
from saga_tui.games.registry import layout
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, command_of
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory, load
from tests.cli.conftest import Run, everything, write
from tests.games.saga.sheet.documents import PLAYED

SAGA = layout("saga")

SAME: list[tuple[list[str], dict[str, Any]]] = [
    (["suffer", "pain", "3"], {"kind": "pain", "amount": 3}),
    (
        ["suffer", "doubt", "--amount", "2", "to-kismet=1", "who=GM"],
        {"kind": "doubt", "amount": 2, "to_kismet": 1, "who": "GM"},
    ),
    (["consequence", "Broken arm", "--own"], {"name": "Broken arm", "own": True}),
    (["end-scene"], {}),
    (["end-chapter"], {}),
    (["end-round", "grace"], {"recover": "grace"}),
    (["gain-drive", "Never shoot first", "2"], {"drive": 1, "amount": 2}),
    (["change-drive", "3", "Forgive them"], {"drive": 2, "text": "Forgive them"}),
    (["use-charm", "Lucky coin", "2"], {"gear": "lucky-coin", "dice": 2}),
    (["ease", "Injured leg", "lasting"], {"consequence": 0, "level": "lasting"}),
    (["invoke", "Paranoid", "2"], {"trait": "Paranoid", "weight": 2}),
    (["doom", "-2"], {"steps": -2}),
    (["choose-kismet"], {}),
    (["escalate", "remove=pain"], {"remove": "pain"}),
    (
        ["roll", "marksmanship", "attack", "force=2", "grace=Paranoid:2", "specialties=pistols", "opposing=6"],
        {
            "skill": "marksmanship",
            "kind": "attack",
            "force": 2,
            "grace": ({"trait": "Paranoid", "weight": 2},),
            "specialties": ("pistols",),
            "opposing": 6,
        },
    ),
    (["note", "[/] \x1b[31mred"], {"text": "[/] \x1b[31mred"}),
]


@pytest.mark.parametrize(("words", "params"), SAME, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_the_file_is_the_one_that_the_app_leaves(
    run: Run, folder: Path, tmp_path: Path, words: list[str], params: dict[str, Any]
) -> None:
    path = write(folder / "kestrel.toml", PLAYED | {"id": "same1234"})
    other = tmp_path / "app"
    other.mkdir()
    twin = write(other / "kestrel.toml", PLAYED | {"id": "same1234"})
    with Memory.open(twin, SAGA) as memory:
        outcome = Table(memory, seeded(7)).do(command_of(words[0], params))
    assert not outcome.refused and (outcome.changes or outcome.lines)
    seed = ["--seed", "7"] if outcome.dice else []
    result = run("do", "kestrel", *words, *seed)
    assert result.exit_code == 0, result.stderr
    assert path.read_bytes() == twin.read_bytes()
    with Memory.open(path, SAGA) as mine, Memory.open(twin, SAGA) as theirs:
        ours, event = mine.undo_target(), theirs.undo_target()
        assert ours is not None and event is not None
        assert (ours.do, ours.params, ours.dice, ours.changes, ours.text, ours.clock) == (
            event.do,
            event.params,
            event.dice,
            event.changes,
            event.text,
            event.clock,
        )


def test_what_is_done_can_be_undone(run: Run, folder: Path) -> None:
    before = load(folder / "kestrel.toml")["play"]
    assert run("do", "kestrel", "suffer", "pain", "3").exit_code == 0
    assert load(folder / "kestrel.toml")["play"]["damage"]["pain"] == 9
    assert "Pain 6 → 9" in run("undo", "kestrel").stdout
    assert load(folder / "kestrel.toml")["play"] == before


@pytest.mark.rule("TIME-2", "DMG-5")
def test_a_dry_run_says_what_happens_and_writes_nothing(run: Run, folder: Path, tmp_path: Path) -> None:
    before = everything(tmp_path)
    result = run("do", "kestrel", "end-scene", "--dry-run")
    assert result.exit_code == 0
    assert "Pain 6 → 0" in result.stdout
    assert "  play.damage.pain 6 → 0" in result.stdout
    assert "nothing written" in result.stderr
    assert everything(tmp_path) == before


def test_a_dry_run_tells_the_changes_that_then_happen(run: Run, folder: Path) -> None:
    write(folder / "kestrel.toml", PLAYED | {"id": "same1234"})
    run("do", "kestrel", "note", "so that the file is as the program writes it")
    before = load(folder / "kestrel.toml")
    words = ("do", "kestrel", "roll", "awareness", "force=1", "opposing=3", "--seed", "5", "--json")
    shown = json.loads(run(*words, "--dry-run").stdout)
    done = json.loads(run(*words).stdout)
    assert shown == done
    with Memory.open(folder / "kestrel.toml", SAGA) as memory:
        event = memory.undo_target()
    assert event is not None
    assert [change["path"] for change in done["changes"]] == [list(change.path) for change in event.changes]
    assert [change["rule"] for change in done["changes"]] == [change.rule for change in event.changes]
    assert apply(before, event.changes) == load(folder / "kestrel.toml")
    assert done["dice"] == list(event.dice)
    assert done["text"] == event.text


@pytest.mark.rule("DMG-2", "CSQ-4")
def test_json_has_changes_findings_asks(run: Run) -> None:
    found = json.loads(run("do", "kestrel", "suffer", "fear", "3", "--json").stdout)
    assert {"path": ["play", "damage", "fear"], "old": 1, "new": 4, "rule": "DMG-2"} in found["changes"]
    assert found["findings"] == []
    assert found["refused"] is False
    assert found["dice"] == []
    assert "Fear 1 → 4" in found["text"]
    assert found["asks"][-1] == {
        "what": "consequence",
        "kind": "fear",
        "count": 1,
        "of": 1,
        "level": "lasting",
        "rule": "DMG-2",
        "give": "saga-tui do kestrel consequence CONSEQUENCE",
    }


@pytest.mark.rule("AST-1")
@pytest.mark.parametrize("dry", [[], ["--dry-run"]])
def test_what_the_rules_refuse_is_not_done(run: Run, tmp_path: Path, dry: list[str]) -> None:
    before = everything(tmp_path)
    result = run("do", "kestrel", "spend", "grace", "5", *dry)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "Error: Not enough grace: spending costs 5, you have 2" in result.stderr
    assert "--overrule" in result.stderr
    assert everything(tmp_path) == before


def test_a_refusal_for_programs(run: Run) -> None:
    result = run("do", "kestrel", "spend", "grace", "5", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert found["refused"] is True
    assert found["changes"] == []
    [problem] = found["findings"]
    assert (problem["rule"], problem["cost"], problem["left"]) == ("AST-1", "5 grace", "2 grace")


@pytest.mark.rule("CRE-11")
def test_the_group_overrules(run: Run, folder: Path) -> None:
    result = run("do", "kestrel", "spend", "grace", "5", "--overrule", "a gift of the gods")
    assert result.exit_code == 0
    assert "Allowed: Not enough grace" in result.stderr
    doc = load(folder / "kestrel.toml")
    assert doc["play"]["tokens"]["grace"] == 0
    assert doc["rulings"][-1]["reason"] == "a gift of the gods"


@pytest.mark.rule("DRV-1", "REG-1")
def test_what_the_app_would_ask_is_a_parameter(run: Run, folder: Path) -> None:
    run("do", "kestrel", "spend", "force", "1")
    result = run("do", "kestrel", "end-round")
    assert result.exit_code == 1
    assert "Give recover=force, recover=grace or recover=acuity." in result.stderr
    assert run("do", "kestrel", "end-round", "recover=force").exit_code == 0
    assert run("do", "kestrel", "end-chapter").exit_code == 0
    result = run("do", "kestrel", "start-chapter")
    assert result.exit_code == 1
    assert "Give drive=NUMBER: 1 Find my sister, 2 Never shoot first" in result.stderr
    assert run("do", "kestrel", "start-chapter", "drive=1").exit_code == 0
    assert load(folder / "kestrel.toml")["play"]["drive_tokens"][0] == 1


def test_open_questions_say_how_to_answer_them(run: Run) -> None:
    result = run("do", "kestrel", "choose-kismet")
    assert "Still needed: a kismet roll of 3 dice  saga-tui do kestrel roll-kismet" in result.stdout
    result = run("do", "kestrel", "roll-kismet", "--dice", "1,3,5")
    assert "Kismet roll with 3 dice [1 3 5]" in result.stdout
    assert "reroll-kismet, or saga-tui do kestrel resolve-kismet" in result.stdout


@pytest.mark.rule("DOM-3")
def test_doom_met_says_what_is_still_possible(run: Run) -> None:
    met = run("do", "kestrel", "doom", "24").stdout
    assert "has met their doom" in met
    assert "Still possible: saga-tui sheet kestrel, saga-tui recap kestrel, saga-tui undo kestrel" in met
    assert "Still possible" not in run("do", "kestrel", "end-chapter").stdout


# ---- dice


def test_faces_that_were_rolled_by_hand(run: Run) -> None:
    run("do", "kestrel", "choose-kismet")
    for text in ("1,3,3", "1 3 3", "133"):
        found = json.loads(run("do", "kestrel", "roll-kismet", "--dice", text, "--dry-run", "--json").stdout)
        assert found["dice"] == [1, 3, 3]


@pytest.mark.rule("ROL-10")
def test_too_few_faces_are_refused_by_the_rules(run: Run) -> None:
    result = run("do", "kestrel", "roll-kismet", "--dice", "1")
    assert result.exit_code == 1
    assert "This needs 1 more die" in result.stderr
    assert "--overrule" not in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["roll-kismet", "--dice", "1,2,3"], "needs 2 dice here, but --dice gives 3"),
        (["end-scene", "--dice", "1"], "needs no dice here"),
        (["roll-kismet", "--dice", "1,7"], "faces from 1 to 6"),
        (["roll-kismet", "--dice", ""], "faces from 1 to 6"),
        (["roll-kismet", "--seed", "x"], "--seed takes a number"),
        (["roll-kismet", "--seed", "9" * 5000], "--seed takes a number"),
        (["roll-kismet", "--seed", "1", "--dice", "1"], "Give --seed or --dice, not both."),
    ],
)
def test_dice_that_make_no_sense(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    before = everything(tmp_path)
    result = run("do", "kestrel", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert everything(tmp_path) == before


def test_an_option_is_the_commands_own_where_it_has_one_of_that_name(run: Run) -> None:
    found = json.loads(run("do", "kestrel", "use-charm", "lucky-coin", "--dice", "2", "--dry-run", "--json").stdout)
    assert found["with"] == {"gear": "lucky-coin", "dice": 2}
    found = json.loads(run("do", "ashgrove", "surprise", "--seed", "4", "--dry-run", "--json").stdout)
    assert found["with"] == {"seed": 4}
    assert found["changes"]
    run("setting", "use", "low-light", "ashgrove")
    found = json.loads(run("do", "ashgrove", "surprise", "4", "drives", "--dry-run", "--json").stdout)
    assert list(found["with"]["examples"]) == ["drives"], "its setting's own"


# ---- what is wrong


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kestrel", "take-damge", "pain"], "Did you mean 'take-damage'"),
        (["kestrel", "suffer", "pian"], "Did you mean 'pain'"),
        (["kestrel", "suffer", "pain", "--amout", "3"], "Did you mean 'amount'"),
        (["kestrel", "suffer"], "take-damage needs kind (pain|doubt|fear|kismet)"),
        (["kestrl", "suffer", "pain"], "Did you mean Kestrel?"),
        (["kestrel"], "Give a character and a command"),
        ([], "Give a character and a command"),
        (["kestrel", "\x1b[31msuffer"], "There is no command"),
        (["kestrel", "gain-drive", "\x1b[31m\u202e"], "There is no drive"),
        (["../../etc/passwd\x00", "suffer", "pain"], "There is no character"),
        (["kestrel", "spend", "grace", "9", "--overrule", "\udcff"], "--overrule takes a text"),
        (["kestrel", "spend", "grace", "9", "--overrule", "x" * 2001], "--overrule takes a text"),
    ],
)
def test_what_is_not_understood_ends_with_2(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    before = everything(tmp_path)
    result = run("do", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert "\x1b" not in result.stderr and "\u202e" not in result.stderr
    assert everything(tmp_path) == before


def test_a_hostile_character_is_shown_safely(run: Run, folder: Path) -> None:
    evil = "[/] \x1b[31mred\x1b[0m \u202eevil"
    story = {**PLAYED["story"], "drives": [evil, "x", "y"], "traits": [evil]}
    write(folder / "evil.toml", PLAYED | {"id": "evil1234", "story": story})
    for words in (
        ["gain-drive", "1"],
        ["gain-drive", "nobody"],
        ["invoke", evil],
        ["consequence", evil, "--dry-run"],
        ["why-not"],
    ):
        result = run("do", "evil", *words)
        for stream in (result.stdout, result.stderr):
            assert "\x1b" not in stream and "\u202e" not in stream
    assert load(folder / "evil.toml")["play"]["drive_tokens"] == [3, 1, 0]
    assert load(folder / "evil.toml")["play"]["active"][-1]["trait"] == evil


def test_a_file_that_cannot_be_read_is_left_alone(run: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "odd.toml").write_text("format = 1\n[concept\n", encoding="utf-8")
    before = everything(tmp_path)
    assert run("do", "odd", "suffer", "pain").exit_code == 2
    assert everything(tmp_path) == before


def test_a_character_that_is_open_elsewhere_is_left_alone(run: Run, folder: Path) -> None:
    with Memory.open(folder / "kestrel.toml", SAGA):
        result = run("do", "kestrel", "suffer", "pain", "--wait", "0")
        assert result.exit_code == 2
        assert "open in another window" in result.stderr
        assert run("do", "kestrel", "suffer", "pain", "--dry-run").exit_code == 0


# ---- the list


def test_every_command_is_listed(run: Run) -> None:
    text = run("do", "--list").stdout
    found = json.loads(run("do", "--list", "--json").stdout)
    assert [record["command"] for record in found] == list(COMMANDS)
    heads = [line.split()[0] for line in text.splitlines() if line and not line.startswith(" ")]
    assert heads == list(COMMANDS)
    for record, command in zip(found, COMMANDS.values(), strict=True):
        assert record["title"] and record["help"]
        assert record["rules"] == list(RULES.rules_of(command))
        assert {one["name"].replace("-", "_") for one in record["parameters"]} == set(command.model_fields)


def test_parameters_are_listed_with_kind_default_and_help(run: Run) -> None:
    [found] = json.loads(run("do", "--list", "take-damage", "--json").stdout)
    by_name = {one["name"]: one for one in found["parameters"]}
    assert by_name["kind"]["required"] is True
    assert by_name["kind"]["words"] == ["pain", "doubt", "fear", "kismet"]
    assert by_name["amount"]["default"] == 1
    assert by_name["to-kismet"]["help"] == "How much of it you take as kismet instead, for free."
    text = run("do", "--list", "take-damage").stdout
    assert text.startswith("take-damage KIND [AMOUNT] [CHOOSE] [TO-KISMET] [BLOCKED]\n")
    assert "      amount: number, 1 if left out\n" in text


def test_the_list_can_be_narrowed(run: Run) -> None:
    found = json.loads(run("do", "--list", "drive", "--json").stdout)
    assert {"gain-drive", "write-drive"} < {record["command"] for record in found}
    assert len(found) < len(COMMANDS) / 3
    assert run("do", "--list", "zzz").exit_code == 2
