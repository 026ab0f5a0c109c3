"""`saga-tui rulings`, and rulings and struck lines on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.store import load
from tests.cli.conftest import Run


def read(folder: Path) -> Character:
    """Kestrel as the file has it; the id comes with the first thing that happens."""
    return from_doc(load(folder / "kestrel.toml") | {"id": ""})


@pytest.mark.rule("CRE-11")
def test_numbers_and_texts_are_ruled_listed_and_returned(run: Run, folder: Path) -> None:
    before = read(folder)
    listed = len(before.rulings)
    assert run("do", "kestrel", "rule", "Doom", "5", "the GM says so").exit_code == 0
    assert run("do", "kestrel", "rule", "weaponry", "3").exit_code == 0
    assert run("do", "kestrel", "amend", "trait:1", "Slow on the Draw", "reason=he has aged").exit_code == 0
    shown = run("rulings", "kestrel").stdout.splitlines()
    assert len(shown) == listed + 3
    assert shown[listed].startswith(f"{listed + 1}  doom 2 ") and "→ 5: the GM says so  (chapter 3" in shown[listed]
    assert "“Slow on the Draw”: he has aged" in shown[-1]
    found = json.loads(run("rulings", "kestrel", "--json").stdout)[listed:]
    assert [(one["kind"], one["of"], one["stands"]) for one in found] == [
        ("number", "doom", True),
        ("number", "skill:weaponry", True),
        ("text", "trait:1", True),
    ]
    assert (found[0]["value"], found[1]["value"]) == (5, 3)
    why = json.loads(run("why", "kestrel", "skill:weaponry", "--json").stdout)
    assert why["terms"][-1]["source"] == "ruling" and why["value"] == 3
    sheet = run("sheet", "kestrel").stdout
    assert "doom 2 → 5: the GM says so" in sheet and "Slow on the Draw*" in sheet
    for ruling in ("trait:1", str(listed + 2), "doom"):
        assert run("do", "kestrel", "unrule", ruling).exit_code == 0
    assert read(folder) == before
    assert "trait:1" in run("rulings", "kestrel", "--names").stdout


@pytest.mark.rule("CRE-11", "DMG-5", "TIME-2")
def test_a_dry_run_says_what_can_be_skipped_and_a_skipped_line_is_a_ruling(run: Run, folder: Path) -> None:
    before = read(folder)
    dry = run("do", "kestrel", "end-scene", "--dry-run")
    assert "Pain 6 → 0  skip=heal:pain" in dry.stdout
    lines = json.loads(run("do", "kestrel", "end-scene", "--dry-run", "--json").stdout)["lines"]
    skips = {line["skip"] for line in lines}
    assert "heal:pain" in skips and "scene-over" not in skips
    assert all(line["strike"] == line["skip"] for line in lines), "earlier versions' name"
    wrong = run("do", "kestrel", "end-scene", "--skip", "heel")
    assert wrong.exit_code != 0 and "Did you mean 'heal'" in wrong.stderr
    assert read(folder) == before
    assert run("do", "kestrel", "end-scene", "--strike", "heal:pain", "--why", "a deep cut").exit_code == 0, (
        "by its old name"
    )
    after = load(folder / "kestrel.toml")
    assert after["play"]["damage"]["pain"] == 6 and not after["play"]["damage"].get("fear")
    assert after["rulings"][-1]["reason"] == "a deep cut"
    assert "skipped: pain 6 → 0: a deep cut" in run("rulings", "kestrel").stdout
    assert run("undo", "kestrel").exit_code == 0
    assert read(folder) == before


@pytest.mark.rule("DMG-2")
def test_an_earlier_entry_is_corrected_in_its_place(run: Run, folder: Path) -> None:
    run("do", "kestrel", "suffer", "fear", "3")
    run("do", "kestrel", "gain-drive", "2")
    number = max(one["id"] for one in json.loads(run("log", "kestrel", "--json").stdout) if one["do"] == "take-damage")
    dry = run("correct", "kestrel", str(number), "amount=2", "--dry-run")
    assert dry.exit_code == 0 and "fear 4 → 3  [DMG-2]" in dry.stdout
    assert "1 later entry reapplied." in dry.stdout
    assert load(folder / "kestrel.toml")["play"]["damage"]["fear"] == 4
    other = json.loads(run("correct", "kestrel", str(number), "suffer", "doubt", "1", "--json").stdout)
    assert (other["command"], other["with"], other["carried"], other["left_out"]) == (
        "take-damage", {"kind": "doubt"}, 1, []
    )  # fmt: skip
    after = load(folder / "kestrel.toml")["play"]
    assert (after["damage"]["fear"], after["damage"]["doubt"], after["drive_tokens"][1]) == (1, 1, 2)
    told = json.loads(run("log", "kestrel", "--json").stdout)
    assert [(one["id"], one["corrected"]) for one in told if one["corrected"]] == [(number, told[-1]["id"])]
    assert f"corrected by {told[-1]['id']}" in run("log", "kestrel").stdout
    assert "was taken back" not in run("undo", "kestrel").stdout
    assert "corrected by" not in run("log", "kestrel").stdout
    assert load(folder / "kestrel.toml")["play"]["damage"]["fear"] == 4
    for words, said in (
        (["9999", "amount=2"], "no event 9999"),
        ([str(number), "amount=many"], "takes a number"),
        ([str(number), "amonut=2"], "no parameter"),
    ):
        result = run("correct", "kestrel", *words)
        assert result.exit_code != 0 and said in result.stderr


@pytest.mark.rule("CRE-11", "AST-1", "SPK-4")
def test_the_log_says_what_was_done_and_what_was_allowed(run: Run) -> None:
    run("do", "kestrel", "spend", "force", "9", "--overrule", "the GM says so")
    run("do", "kestrel", "buy", "rank", "athletics", "--overrule", "the GM says so")
    spent, bought = run("log", "kestrel", "-n", "2").stdout.splitlines()
    assert "Force 4 → 0; allowed: Not enough force: spending costs 9, you have 4" in spent
    assert "Athletics +1; allowed: Advances are bought at a chapter's end" in bought
