"""A conflict of a table on the command line, from nothing to its end and back: each act at once in every file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from saga_tui.cli import saga_tui
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory, groups, load

SAMPLES = Path(__file__).parents[4] / "characters"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "characters"
    place.mkdir()
    for name in ("kestrel-ward", "anselm-rook", "ida-marsh"):
        shutil.copy(SAMPLES / f"{name}.toml", place)
    run("do", "kestrel", "start-play", "--overrule", "she is ready")
    run("new", "--table", "--no-open", "Friday", "kestrel")
    return place


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(saga_tui, list(arguments), prog_name="saga-tui")
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def do(*words: str, code: int = 0) -> str:
    return run("do", "Friday", *words, code=code)


def documents(folder: Path) -> dict[str, object]:
    return {path.name: load(path) for path in folder.rglob("*.toml") if ".saga-tui" not in path.parts}


def test_a_table_is_begun_and_looked_at_without_a_terminal(folder: Path) -> None:
    assert "Add --no-open" in run("new", "--table", "Monday", code=2)
    assert run("new", "--table", "--no-open", "木曜日", "kestrel").strip().endswith("tables/木曜日.toml")
    said = run("do", "Friday", "note", "hello")
    assert "Kestrel Ward also sits at 木曜日. Its scenes" in said
    for name in ("Friday", "tables/friday", "木曜日"):
        assert "offer-drive" in run("do", name, "--list"), name
        assert "Ring" not in run("do", name, "--list", "escalate")
    assert "start-conflict" in run("do", "kestrel-ward", "--list")


@pytest.mark.rule("CNF-7", "CNF-5", "CNF-4", "TIME-1")
def test_a_conflict_from_nothing_and_back(folder: Path) -> None:
    do("seat", "Anselm")
    assert "already" in do("seat", "anselm-rook", code=1)
    assert "not a character of Saga" in do("seat", "ida", code=2)
    assert "no character" in do("seat", "nobody", code=2)
    do("start-chapter", "drive=kestrel-ward:1")
    do("join", "anselm-rook")
    before = documents(folder)
    do("start-scene")
    assert "serious conflict begins" in do("start-conflict", "serious")
    do("element", "Thug", "3/2/2", "x2")
    told = do("attack", "Kestrel", "thug 1", "marksmanship", "roll=acuity:1", "--dice", "6 6 6 6 1 1 1")
    assert "4 damage" in told and "Thug 1 physical 3 → 0" in told
    do("out", "Thug 1")
    seen = json.loads(do("act", "Thug 2", "physical", "Kestrel,Anselm", "--dry-run", "--json"))
    assert seen["with"]["targets"] == [load(folder / f"{name}.toml")["id"] for name in ("kestrel-ward", "anselm-rook")]
    do("act", "Thug 2", "physical", "Kestrel,Anselm", "--dice", "6 6 6")
    look = json.loads(do("deal", "--dry-run", "--json"))
    assert sorted(part["with"].get("amount", 1) for part in look["parts"].values()) == [1, 2]
    do("deal")
    do("gm-first")
    do("end-round", "recover=Kestrel:acuity", "recover=Anselm:force")
    do("override-number", "thug-2:physical", "1")
    said = do("deal", code=1)
    assert "No damage is on its way" in said and "Kestrel Ward:" not in said, "what is not done is not told as done"
    assert "dice: physical, social and mental dice" in do("element", "Boss", "9999", code=2)
    with_rolls = ("together=yes", 'rolls={"Kestrel Ward": {"force": 1, "marks": 2}}', "to=Kestrel", "--dice", "1 1")
    rolled = do("challenge", "rating=2", "skill=athletics", *with_rolls)
    assert "Force " in rolled and "2 net marks" in rolled
    run("undo", "Friday")
    do("keep-situation", "The yard")
    shown = run("situation", "show", "the YARD")
    assert "tables/friday.toml" in shown and "Thug 2: 3/2/2" in shown
    assert json.loads(run("situation", "forecast", "The yard", "Friday", "--seed", "1", "--json"))["times"] == 1000
    assert "There is no situation" in run("situation", "show", "The garden", code=2)
    do("keep-situation", "Bridge", "file=low-light", "notes=from a file")
    assert [one["name"] for one in load(folder / "tables" / "friday.toml")["situations"]] == ["The yard", "Bridge"]
    assert "There is no situation" in do("keep-situation", "X", "file=nowhere", code=2)
    assert "house ruling" in run("why", "Friday", "thug-2:physical")
    do("end-conflict")
    for _ in range(13):
        run("undo", "Friday")
    assert documents(folder) == before


@pytest.mark.rule("TRT-5", "AST-11")
def test_what_is_for_a_player_in_another_window_is_offered_and_a_dry_run_says_so(folder: Path) -> None:
    do("start-chapter", "drive=kestrel-ward:1")
    do("start-scene")
    path = folder / "kestrel-ward.toml"
    window = Memory.open(path, registry.layout_at(path))
    groups.OPEN.discard(window)  # as another process's it cannot be reached from here
    before, bribe = documents(folder), ("bribe", "to=kestrel", "trait=Rash")
    luck = ("luck", "kestrel", "amount=1", "fact=A rope hangs there", "trait=Rope")
    for words in (bribe, luck):
        told = do(*words, "--dry-run")
        assert "Offered to Kestrel Ward: " in told and "Dry run" in told
        assert "for Kestrel Ward" not in told and "not open" not in told, "neither as done nor as impossible"
    assert documents(folder) == before
    assert "Offered to Kestrel Ward" in do(*luck)
    offer = load(folder / "tables" / "friday.toml")["offers"][0]
    assert "scene_traits" not in load(folder / "tables" / "friday.toml")["play"], "nothing is there before it is paid"
    session = Session(registry.game("saga").rules, window)
    session.do(session.game.command("take-offer", {"offer": offer["id"], "act": "luck", "given": offer["params"]}))
    window.close()
    do("clock", "Danger")
    assert load(folder / "tables" / "friday.toml")["play"]["scene_traits"] == [{"text": "Rope"}]
    assert "1 fortune as a bribe for" in do(*bribe, "--dry-run"), "nobody has the file open any more"
