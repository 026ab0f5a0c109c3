"""A table of the toy on the command line: created, opened by name, its acts on all, one undo, files as before."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from saga_tui.cli import saga_tui
from saga_tui.engine.party import PartySession
from saga_tui.store import Memory, NotSaved, load


@pytest.fixture
def ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every id begins with a letter that a name begins with too: they are random else."""
    number = count(1)
    monkeypatch.setattr("saga_tui.store.recovery.new_id", lambda: f"b{next(number):07}")


@pytest.fixture
def folder(lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two watchmen and their table."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "characters"
    place.mkdir()
    for name in ("Ada", "Bo"):
        run("new", "--game", "lanterns", "--no-open", name)
        run("do", name, "choose", "trade=watchman")
    run("new", "--table", "--no-open", "Watch", "ada", "Bo")
    return place


def run(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(saga_tui, list(arguments), prog_name="saga-tui")
    assert result.exit_code == code, (result.output, result.exception)
    return result


def texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.toml") if ".saga-tui" not in path.parts}


def test_a_table_is_a_file_among_the_tables_and_has_its_seats(folder: Path) -> None:
    doc = load(folder / "tables" / "watch.toml")
    assert (doc["game"], doc["name"]) == ("lanterns-table", "Watch")
    assert [(seat["id"], seat["file"]) for seat in doc["seats"]] == [
        (load(folder / f"{name}.toml")["id"], name) for name in ("ada", "bo")
    ]
    assert run("check", "watch").output.startswith("characters/tables/watch.toml: valid")
    assert "Watch" in run("sheet", "watch").output


def test_an_act_a_look_at_it_and_its_undo_reach_all_who_sit_there(folder: Path) -> None:
    before = texts(folder)
    look = json.loads(run("do", "watch", "bell", "--dry-run", "--json").stdout)
    ids = {load(folder / f"{name}.toml")["id"]: name for name in ("ada", "bo")}
    assert {ids[who]: part["file"] for who, part in look["parts"].items()} == {"ada": "ada", "bo": "bo"}
    assert all(part["changes"] for part in look["parts"].values())
    assert texts(folder) == before, "a look writes nothing"
    told = run("do", "watch", "bell").output.splitlines()
    assert told == ["The bell rings", "Ada:", "  Night 1 begins", "Bo:", "  Night 1 begins"]
    assert [load(folder / f"{name}.toml")["play"]["night"] for name in ("ada", "bo")] == [1, 1]
    assert "The bell rings" in run("log", "tables/watch").output
    assert "Night 1 begins" in run("log", "ada").output
    assert "Bo:" in run("undo", "watch", "--dry-run").output
    assert run("undo", "ada").output == "Undone: Night 1 begins\n", "from whichever of them"
    assert run("redo", "watch").output == "Redone: The bell rings\n"
    run("undo", "watch")
    assert texts(folder) == before


@pytest.mark.usefixtures("ids")
def test_who_is_left_out_may_be_named(request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue("folder")
    ids = {load(folder / f"{name}.toml")["id"]: name for name in ("ada", "bo")}
    for named in ("Bo", "bo", "b", load(folder / "bo.toml")["id"]):
        look = json.loads(run("do", "watch", "bell", f"without={named}", "--dry-run", "--json").stdout)
        assert [ids[who] for who in look["parts"]] == ["ada"], named
        assert [ids[who] for who in look["with"]["without"]] == ["bo"]
    assert "'Nobody' does not sit at this table" in run("do", "watch", "bell", "without=Nobody", code=1).output


def test_whoever_is_only_looked_at_is_closed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Memory] = []
    closed: list[Memory] = []
    beside, close = Memory.beside, Memory.close

    def noted(memory: Memory, *given: Any, **more: Any) -> Memory:
        opened.append(beside(memory, *given, **more))
        return opened[-1]

    def shut(memory: Memory) -> None:
        closed.append(memory)
        close(memory)

    monkeypatch.setattr(Memory, "beside", noted)
    monkeypatch.setattr(Memory, "close", shut)
    run("do", "watch", "bell", "--dry-run")
    assert len(opened) == 2
    assert all(any(one is other for other in closed) for one in opened)


def test_what_could_not_be_saved_is_not_told_as_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    close = PartySession.close

    def full(self: PartySession[Any]) -> None:
        close(self)
        raise NotSaved("disk full")

    monkeypatch.setattr(PartySession, "close", full)
    result = run("do", "watch", "bell", code=2)
    assert result.stdout == ""
    assert "could not be saved" in result.stderr


def test_an_undo_of_several_that_cannot_go_on_tells_what_it_has_undone(folder: Path) -> None:
    run("do", "watch", "bell")
    run("do", "bo", "note", "mine")
    run("do", "ada", "note", "hers")
    result = run("undo", "ada", "2", code=2)
    assert result.stdout == "Undone: hers\n"
    assert "ada.toml: This changed 3 files at once, and bo has changed since" in result.stderr
    assert load(folder / "ada.toml")["play"]["night"] == 1


def test_undo_at_the_table_takes_a_player_s_own_act_back_first(folder: Path) -> None:
    run("do", "watch", "bell")
    run("do", "watch", "send", "Bo", "--dice", "17")
    assert load(folder / "tables" / "watch.toml")["play"]["best"] == 17
    run("do", "watch", "send", "Bo", "--dice", "17,3", code=2)
    assert run("undo", "watch", "2").output.splitlines() == ["Undone: Bo is sent: 17", "Undone: The bell rings"]


def test_what_one_refuses_happens_to_nobody_unless_it_is_allowed(folder: Path) -> None:
    run("do", "ada", "start-night")
    before = texts(folder)
    refused = run("do", "watch", "bell", code=1)
    assert "Ada: It is night already" in refused.output
    assert texts(folder) == before
    run("do", "watch", "bell", "--overrule", "we like it dark")
    assert [load(folder / f"{name}.toml")["play"]["night"] for name in ("ada", "bo")] == [1, 1]
    assert load(folder / "ada.toml")["rulings"][0]["reason"] == "we like it dark"


def test_who_is_not_there_is_told_and_the_rest_plays_on(folder: Path) -> None:
    (folder / "bo.toml").unlink()
    for path in folder.glob(".saga-tui/bo-*"):
        path.rename(folder / "away")
    result = run("do", "watch", "bell", "--json")
    assert "There is no character with the id" in result.stderr
    done = json.loads(result.stdout)
    assert [part["name"] for part in done["parts"].values()] == ["Ada"]
    assert [seat["code"] for seat in done["seats"].values()] == ["missing"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("new", "--table"), "Give the table a name"),
        (("new", "Ada", "Bo"), "A character has one name"),
        (("new", "--table", "--no-open", "T", "nobody"), 'There is no character "nobody"'),
        (("new", "--table", "--no-open", "T" * 201, "ada"), "A name has at most 200 letters, and this one has 201."),
        (
            ("new", "--table", "--no-open", "T", "ada", "rook"),
            "A table is for one game: these are of Lanterns and Saga",
        ),
        (("new", "--table", "--no-open", "T"), "Which game? Add --game fate, --game saga or --game lanterns."),
        (("table", "nobody"), 'There is no table "nobody"'),
        (("table", "watch"), "This is not a terminal"),
    ],
)
def test_what_cannot_be_is_said_in_words(folder: Path, given: tuple[str, ...], said: str) -> None:
    run("new", "--game", "saga", "--no-open", "Rook")
    assert said in run(*given, code=2).output


def test_a_table_lies_in_the_trash_and_comes_back(folder: Path) -> None:
    from saga_tui.games.registry import layout
    from saga_tui.store import Library

    library = Library(folder, layout=layout)
    library.delete(library.find("watch"))
    assert "Watch" in run("trash").output
    assert run("trash", "restore", "watch").output == "Restored: Watch, in watch.toml\n"
    assert run("do", "watch", "bell").output.startswith("The bell rings")


def test_the_list_of_a_table_s_commands_shows_what_is_to_be_typed(folder: Path) -> None:
    told = run("do", "--list", "--game", "lanterns-table", "send").output
    assert told.startswith("send WHOM [FACE]")
    for game in ("lanterns-table", "saga-table"):
        commands = json.loads(run("do", "--list", "--json", "--game", game).stdout)
        defaults = [str(field["default"]) for one in commands for field in one["parameters"]]
        assert not [said for said in defaults if "Undefined" in said]
        placed = {field["name"] for one in commands for field in one["parameters"] if field["by_place"]}
        assert not placed & {"without", "offers", "settled", "skip", "who", "why"}


def test_a_table_opens_above_its_characters_and_is_completed_by_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saga_tui.cli import party, play

    opened: list[tuple[Path, Path]] = []
    for module in (party, play):
        monkeypatch.setattr(module, "open_app", lambda home, path: opened.append((home, path)))
    run("table", "watch")
    run("play", "Watch")
    run("table", str(folder / "tables" / "watch.toml"))
    assert opened == [(folder, folder / "tables" / "watch.toml")] * 3
    typed = {"_SAGA_TUI_COMPLETE": "bash_complete", "COMP_WORDS": "saga-tui table ", "COMP_CWORD": "2"}
    told = CliRunner().invoke(saga_tui, prog_name="saga-tui", env=typed)
    assert told.output.split() == ["plain,watch"]
    assert "You already have a table Watch" in run("new", "--table", "--no-open", "Watch", "ada").stderr
