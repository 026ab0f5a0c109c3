"""The other verbs: sheet, schema, new, play, undo, redo, help; and what they load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator

from saga_tui import __version__
from saga_tui.cli.group import VERBS, saga_tui
from saga_tui.games.saga.game import GAME
from saga_tui.store import load
from tests.cli.conftest import Run, everything
from tests.games.saga.sheet.documents import AS_IS, FRESH, PLAYED, Doc

# ---- sheet


def test_the_sheet_goes_to_the_screen(run: Run) -> None:
    result = run("sheet", "kestrel")
    assert result.exit_code == 0
    assert result.stdout == GAME.sheet(PLAYED)
    assert result.stderr == ""


def test_the_sheet_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    result = run("sheet", "kestrel", "-o", "paper.txt", "--width", "60")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "paper.txt" in result.stderr
    assert (tmp_path / "paper.txt").read_text(encoding="utf-8") == GAME.sheet(PLAYED, 60)


def test_two_characters_stand_on_two_pages(run: Run) -> None:
    pages = run("sheet", "kestrel", "ashgrove").stdout.split("\f")
    assert pages[0] == GAME.sheet(PLAYED)
    assert pages[1].startswith("Mother Ashgrove ")


@pytest.mark.parametrize("target", ["kestrel.toml", "link.txt", "new.TOML", "to-new.txt", ".saga-tui/x.txt"])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_sheet_never_takes_a_characters_place(run: Run, folder: Path, target: str, force: tuple[str, ...]) -> None:
    (folder / ".saga-tui").mkdir()
    (folder / "link.txt").symlink_to(folder / "kestrel.toml")
    (folder / "to-new.txt").symlink_to(folder / "new.toml")
    before = everything(folder)
    result = run("sheet", "ashgrove", "-o", f"characters/{target}", *force)
    assert result.exit_code == 2
    assert "looks like a character file. Give the sheet another name, such as sheet.txt." in result.stderr
    assert everything(folder) == before


def test_a_sheet_replaces_a_file_only_where_that_is_said(run: Run, folder: Path, tmp_path: Path) -> None:
    paper = tmp_path / "paper.txt"
    paper.write_text("mine", encoding="utf-8")
    refused = run("sheet", "kestrel", "-o", "paper.txt")
    assert refused.exit_code == 2
    assert refused.stderr == "saga-tui: paper.txt already exists. Give --force to replace it, or another name.\n"
    assert paper.read_text(encoding="utf-8") == "mine"
    assert run("sheet", "kestrel", "-o", "paper.txt", "--force").exit_code == 0
    assert paper.read_text(encoding="utf-8") == GAME.sheet(PLAYED)
    paper.unlink()
    paper.hardlink_to(folder / "kestrel.toml")
    before = (folder / "kestrel.toml").read_bytes()
    assert run("sheet", "kestrel", "-o", "paper.txt", "--force").exit_code == 0
    assert (folder / "kestrel.toml").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["characters", "paper.txt"]
    assert run("sheet", "kestrel", "-o", "/dev/null").exit_code == 0
    assert "disk full" in run("sheet", "kestrel", "-o", "/dev/full").stderr


def test_a_sheet_that_cannot_be_written_is_said(run: Run) -> None:
    result = run("sheet", "kestrel", "-o", "no/such/folder/x.txt")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize("width", ["39", "201", "x"])
def test_a_width_out_of_range_is_refused(run: Run, width: str) -> None:
    assert run("sheet", "kestrel", "--width", width).exit_code == 2


def test_the_sheet_of_an_unreadable_file_says_where_to_mend_it(run: Run, folder: Path) -> None:
    (folder / "odd.toml").write_text("format = 1\n[concept]\nname = 5\nline = 6\n", encoding="utf-8")
    result = run("sheet", "odd")
    assert result.exit_code == 2
    assert 'odd.toml, line 3, column 8: concept.name is 5, not a text. Put it between quotes: "5".' in result.stderr
    assert "odd.toml, line 4, column 8: concept.line is 6, not a text." in result.stderr


# ---- schema


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = GAME.schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_schema_is_printed(run: Run) -> None:
    assert json.loads(run("schema").stdout) == GAME.schema()


@pytest.mark.parametrize("doc", [PLAYED, FRESH, {**GAME.new("Kestrel"), "id": "x"}])
def test_characters_are_sound_by_the_schema(validator: Draft202012Validator, doc: Doc) -> None:
    from saga_tui.games.saga.rules.character import from_doc

    assert [error.message for error in validator.iter_errors(doc)] == []
    assert [error.message for error in validator.iter_errors(from_doc(doc).to_doc())] == []


@pytest.mark.parametrize(
    ("doc", "place"),
    [
        ({"format": 2}, ["format"]),
        ({"format": 1, "game": "chess"}, ["game"]),
        ({"format": 1, "assets": {"method": "dice"}}, ["assets", "method"]),
        ({"format": 1, "assets": {"order": ["strength"]}}, ["assets", "order", 0]),
        ({"format": 1, "assets": {"ratings": {"forse": 1}}}, ["assets", "ratings"]),
        ({"format": 1, "assets": {"perk": 5}}, ["assets", "perk"]),
        ({"format": 1, "skills": {"ranks": {"weponry": 1}}}, ["skills", "ranks"]),
        ({"format": 1, "gear": [{"kind": "sword"}]}, ["gear", 0, "kind"]),
        ({"format": 1, "gear": [{"without": ["weather"]}]}, ["gear", 0, "without", 0]),
        ({"format": 1, "finishing": [{"buy": "luck"}]}, ["finishing", 0, "buy"]),
        ({"format": 1, "play": {"stakes": "silly"}}, ["play", "stakes"]),
        ({"format": 1, "play": {"tokens": {"force": "5"}}}, ["play", "tokens", "force"]),
        ({"format": 1, "conzept": {}}, []),
        ({}, []),
    ],
)
def test_the_schema_finds_words_that_are_of_no_set(
    validator: Draft202012Validator, doc: Doc, place: list[object]
) -> None:
    assert [list(error.path) for error in validator.iter_errors(doc)] == [place]


def test_the_schema_tells_an_editor_what_a_field_is(validator: Draft202012Validator) -> None:
    schema = GAME.schema()
    parts = schema["$defs"]
    for name, part in (("Character", schema), *parts.items()):
        assert part["description"], name
    for name in ("Concept", "Assets", "Skills", "Story"):
        for field, spec in parts[name]["properties"].items():
            assert spec["description"], (name, field)
    assert "Lucky" in parts["PerkChoice"]["properties"]["name"]["examples"]
    assert len(parts["PerkChoice"]["properties"]["name"]["examples"]) == 16
    assert '"null"' not in json.dumps(schema)


# ---- new, play, the app


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, Path | None]]:
    """What the app would have been opened on."""
    calls: list[tuple[Path, Path | None]] = []
    for place in ("saga_tui.cli", "saga_tui.cli.play"):
        monkeypatch.setattr(f"{place}.open_app", lambda folder, start=None: calls.append((folder, start)))
    monkeypatch.setattr("saga_tui.cli.play.need_terminal", lambda _fix="": None)
    return calls


def test_without_a_verb_the_library_opens(run: Run, folder: Path, opened: list[tuple[Path, Path | None]]) -> None:
    assert run().exit_code == 0
    assert opened == [(folder, None)]


def test_play_opens_one_character(run: Run, folder: Path, opened: list[tuple[Path, Path | None]]) -> None:
    assert run("play", "Mother Ashgrove").exit_code == 0
    assert opened == [(folder, folder / "ashgrove.toml")]


def test_play_says_what_is_wrong_with_a_file(run: Run, folder: Path, opened: list[tuple[Path, Path | None]]) -> None:
    (folder / "odd.toml").write_text("name", encoding="utf-8")
    assert run("play", "odd").exit_code == 2
    assert opened == []


def test_a_damaged_file_with_a_memory_is_opened_and_the_memory_named(
    run: Run, spark: Path, folder: Path, opened: list[tuple[Path, Path | None]]
) -> None:
    spark.write_text("name", encoding="utf-8")
    result = run("sheet", "kestrel")
    assert result.exit_code == 2
    assert "Its history still has a valid state" in result.stderr
    assert run("play", "kestrel").exit_code == 0
    assert opened == [(folder, spark)]
    assert spark.read_text(encoding="utf-8") == "name"


def test_new_writes_a_file_with_its_explanation(run: Run, folder: Path) -> None:
    result = run("new", "--no-open", "Kit Marlowe")
    assert result.exit_code == 0
    path = folder / "kit-marlowe.toml"
    assert result.stdout == f"{path}\n"
    doc = load(path)
    assert doc["concept"] == {"name": "Kit Marlowe"}
    assert doc["id"]
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# A character of Saga")
    assert "saga-tui check" in text.partition("format")[0]
    assert run("check", "Kit Marlowe").exit_code == 1


def test_new_opens_the_builder_and_the_name_may_wait(
    run: Run, folder: Path, opened: list[tuple[Path, Path | None]]
) -> None:
    assert run("new").exit_code == 0
    ((place, start),) = opened
    assert place == folder
    assert start is not None
    assert load(start).get("concept", {}) == {}


def test_new_never_writes_over_another_character(run: Run, folder: Path) -> None:
    before = (folder / "kestrel.toml").read_bytes()
    result = run("new", "--no-open", "Kestrel")
    assert result.stdout == f"{folder / 'kestrel-2.toml'}\n"
    assert "You already have a Kestrel, in kestrel.toml" in result.stderr
    assert (folder / "kestrel.toml").read_bytes() == before


# ---- undo, redo


def test_undo_and_redo_work_after_a_restart(run: Run, spark: Path) -> None:
    result = run("undo", "kestrel")
    assert (result.exit_code, result.stdout) == (0, "Undone: Spark 9 → 10\n")
    assert load(spark)["play"]["spark"] == 9
    assert run("undo", "kestrel", "2").stdout == "Undone: Spark 8 → 9\nUndone: Spark 7 → 8\n"
    assert load(spark)["play"]["spark"] == 7
    assert run("redo", "kestrel", "3").stdout.count("Redone:") == 3
    assert load(spark)["play"]["spark"] == 10
    result = run("redo", "kestrel")
    assert result.exit_code == 2
    assert "Nothing to redo." in result.stderr


def test_undo_of_more_than_there_is_takes_back_all(run: Run, spark: Path) -> None:
    result = run("undo", "kestrel", "99")
    assert result.exit_code == 0
    assert "Undone: Spark 7 → 8\n" in result.stdout
    assert result.stdout.endswith("Nothing to undo.\n")
    assert load(spark)["play"]["spark"] == 7
    assert run("undo", "kestrel").exit_code == 2


def test_undo_says_when_another_copy_has_the_character(run: Run, spark: Path) -> None:
    from saga_tui.games.registry import layout
    from saga_tui.store import Memory

    with Memory.open(spark, layout("saga")):
        result = run("undo", "kestrel", "--wait", "0")
    assert result.exit_code == 2
    assert "another window" in result.stderr
    assert load(spark)["play"]["spark"] == 10


def test_the_sheet_shows_what_only_the_journal_has(run: Run, spark: Path, folder: Path) -> None:
    """As after a kill: the events are durable, the file is still the older one."""
    from saga_tui.changes import Change
    from saga_tui.games.registry import layout
    from saga_tui.store import Memory

    memory = Memory.open(spark, layout("saga"))
    memory.commit("gain-spark", {}, [Change(("play", "spark"), 10, 42)], text="Spark 10 → 42")
    assert load(spark)["play"]["spark"] == 10
    assert "Spark 42" in run("sheet", "kestrel").stdout
    memory.close()


# ---- help and loading


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_help_with_an_example(run: Run, verb: str) -> None:
    text = run(verb, "--help").stdout
    assert "Examples:" in text
    assert f"saga-tui {verb}" in text
    assert "..." not in next(line for line in run("--help").stdout.splitlines() if line.startswith(f"  {verb} "))


def test_a_verb_within_a_verb_has_help_with_an_example(run: Run) -> None:
    text = run("trash", "restore", "--help").stdout
    assert "Examples:" in text
    assert "saga-tui trash restore" in text
    assert "..." not in next(line for line in run("trash", "--help").stdout.splitlines() if "restore  " in line)


def test_each_option_is_explained() -> None:
    context = click.Context(saga_tui)
    for name in VERBS:
        command = saga_tui.get_command(context, name)
        assert command is not None
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.help, (name, param.name)


def test_the_version(run: Run) -> None:
    assert run("--version").stdout == f"saga-tui {__version__}\n"


def test_an_unknown_verb_offers_the_near_ones(run: Run) -> None:
    result = run("shete")
    assert result.exit_code == 2
    assert "Did you mean 'sheet'" in result.stderr


def fresh(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, which says at its end which of the heavy packages it has loaded."""
    code = (
        "import atexit, sys\n"
        "heavy = ('textual', 'rich', 'saga_tui.app', 'saga_tui.games.saga.screens', 'saga_tui.ui', 'asyncio')\n"
        "atexit.register(lambda: print('LOADED', [name for name in heavy if name in sys.modules], file=sys.stderr))\n"
        "from saga_tui.cli import main\n"
        "main()\n"
    )
    return subprocess.run(
        [sys.executable, "-c", code, "--dir", str(folder), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
        timeout=60,
    )


LIGHT = [
    ["sheet", "kestrel"],
    ["check", "kestrel"],
    ["schema"],
    ["undo", "kestrel"],
    ["undo", "kestrel", "--to", "2"],
    ["log", "kestrel", "--json"],
    ["history", "kestrel"],
    ["restore", "kestrel", "1"],
    ["trash"],
]


@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_the_terminal_is_not_loaded_for_it(spark: Path, folder: Path, arguments: list[str]) -> None:
    done = fresh(folder, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("LOADED []\n")


def test_do_loads_the_one_module_of_commands_that_it_needs(folder: Path) -> None:
    """Nor does it look through what it has loaded, at its end either."""
    code = (
        "import atexit, gc, sys\n"
        "rooms = 'saga_tui.games.saga.rules.commands.', 'saga_tui.store.toml_errors', 'tomllib', 'tomlkit'\n"
        "found = lambda: sorted(name for name in sys.modules if name.startswith(rooms))\n"
        "kept = lambda: (gc.isenabled(), gc.get_freeze_count() > 0)\n"
        "atexit.register(lambda: print('LOADED', found(), *kept(), file=sys.stderr))\n"
        "from saga_tui.cli import main\n"
        "main()\n"
    )
    told = ["--dir", str(folder), "do", "kestrel", "spend", "force", "--dry-run"]
    done = subprocess.run([sys.executable, "-c", code, *told], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    room = "saga_tui.games.saga.rules.commands"
    assert done.stderr.endswith(f"LOADED ['{room}.base', '{room}.tokens'] False True\n")


def test_every_command_stands_under_its_own_module() -> None:
    """The table of verbs says what the modules have, no more and no less; no annotation of a model is a text that has
    to be read for each class again."""
    from saga_tui.games.saga.rules.commands import COMMANDS, HOMES
    from saga_tui.games.saga.rules.commands.base import MADE

    for home, verbs in HOMES.items():
        assert [COMMANDS[verb].__module__ for verb in verbs.split()] == [home] * len(verbs.split()), home
    assert set(COMMANDS) == set(MADE) and len(COMMANDS) == len(list(COMMANDS))
    kept = [
        (verb, name)
        for verb, kind in COMMANDS.items()
        for name, said in vars(kind).get("__annotations__", {}).items()
        if isinstance(said, str)
    ]
    assert kept == []


def test_a_pipe_gets_plain_text(folder: Path) -> None:
    done = fresh(folder, "sheet", "kestrel")
    assert done.stdout == GAME.sheet(PLAYED)
    assert "\x1b" not in done.stdout


def test_as_is_characters_print_and_check(run: Run, folder: Path) -> None:
    from tests.cli.conftest import write

    write(folder / "agnes.toml", AS_IS)
    assert "from paper" in run("sheet", "agnes").stdout
    assert run("check", "agnes").exit_code == 1, "a perk that nobody knows"


def test_python_dash_m_is_the_same_program(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "saga_tui", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"saga-tui {__version__}\n"
