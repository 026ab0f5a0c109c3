"""The sheet, the empty one, the story; verbs of the command line on a hero."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from saga_tui.cli import saga_tui
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.fate.game import GAME
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.paper import recap
from saga_tui.paper.story import story
from saga_tui.store import Memory, load
from tests.games.fate.play_stage import ash
from tests.games.fate.samples import CORIN, SAMPLES


@pytest.mark.rule("F-HERO-4", "F-HAND-4", "F-NARR-5", "F-ACT-3")
def test_the_sheet_has_the_hand_with_its_boxes_and_what_was_lost() -> None:
    one = ash()
    doc = one.model_copy(update={"hand": 7, "play": one.play and one.play.model_copy(update={"serious": 2})}).to_doc()
    page = GAME.sheet(doc, rules=True)
    for words in ("Agility: Archery (world-class)", "■■■■■ □□", "Gale", "Cards: S4, A2, I7, D9, W5",
                  "Lost to serious wounds: 2", "gust",
                  "needs air", "Fear of fire", "Guardian", "5–6", "a moped", "Daunting"):  # fmt: skip
        assert words in page, words
    assert "| Gale | 9 | agility | gust | needs air |" in GAME.sheet(doc, markdown=True)
    health = ash().model_copy(update={"health": 17}).to_doc()
    assert GAME.sheet(health).count("■") == 17


def test_an_empty_sheet_has_lines_to_write_on() -> None:
    page = GAME.blank_sheet()
    assert "Strength" in page and "□□□" in page and "Materials".upper() in page
    assert not [line for line in page.splitlines() if line.startswith("Strength") and any(map(str.isdigit, line))]


def test_a_story_tells_plays_with_the_chance_they_had(tmp_path: Path) -> None:
    with Memory.create(tmp_path, ash("S4", "A2", "I7").to_doc(), registry.layout("fate")) as memory:
        play = Session(RULES, memory)
        said = {"cards": ["S4"], "by": "strength", "level": "daunting"}
        play.do(RULES.command("play", said), (1, 45))
        play.do(RULES.command("take-hit", {"attack": 3, "kind": "plain"}))
        told = story(GAME.telling, memory.history(), memory.doc, memory.device)
        page = " ".join(recap.text(told, 120).split())
    assert "Missed it at" in page and "Strength: S4, trump A1, total 11 against 16" in page


class Cli:
    """Runs verbs in a folder with the samples."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for sample in SAMPLES:
            shutil.copy(sample.path, folder)

    def __call__(self, *words: str) -> Result:
        return CliRunner().invoke(saga_tui, ["--dir", str(self.folder), *words], catch_exceptions=False)

    def out(self, *words: str) -> str:
        result = self(*words)
        assert result.exit_code == 0, result.output
        return result.stdout


@pytest.mark.rule("F-CHAT-2", "F-ACT-8")
def test_the_shared_verbs_work_on_a_hero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAGA_TUI_GAME")
    cli = Cli(tmp_path / "heroes")
    assert "valid" in cli.out("check", "corin-vale")
    assert "edge" in cli.out("why", "corin-vale", "hand-size")
    cli.out("do", "corin-vale", "start-play")
    assert cli.out("do", "corin-vale", "start-evening", "--dice", "41,60,96").startswith("Evening 1 begins")
    refused = cli("do", "corin-vale", "play", "A5", "strength")
    assert refused.exit_code == 1 and "Your hand: S1, S9, D10." in refused.output
    refused = cli("do", "corin-vale", "play", "A5", "strength", "--dice", "A3")
    assert refused.exit_code == 1 and "Your hand: S1, S9, D10." in refused.output, "what forbids it, not what was typed"
    told = cli.out("do", "corin-vale", "play", "1,d10", "strength", "level=average", "--dice", "a4,A5")
    assert "Strength: S1, D10, total 16 against 8, success" in told
    assert "unseen" in cli.out("undo", "corin-vale")
    seen = json.loads(cli.out("do", "corin-vale", "play", "9", "strength", "--dry-run", "--json"))
    assert seen["dice"] and "Strength: S9" in seen["text"]
    assert "F-EDGE-2" in cli.out("rules", "F-EDGE-2", "--game", "fate")
    assert "Lamplight City" in cli.out("setting", "--game", "fate", "show", "lamplight-city")
    schema = json.loads(cli.out("schema", "--game", "fate"))
    Draft202012Validator(schema).validate(load(CORIN.path))
    assert "Hollin Grey" in cli.out("sheet", "hollin-grey")


@pytest.mark.rule("F-ODDS-3", "F-ODDS-4", "F-DECK-6")
def test_odds_and_cards_without_a_hero(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "heroes")
    found = json.loads(cli.out("odds", "--game", "fate", "strength", "6", "S4", "I7", "W3", "vs", "20", "--json"))
    assert found["best: S4"] == "25681483043287199/173133498956120064" and found["push I7"] == "2111/2304"
    deck = json.loads(cli.out("odds", "--game", "fate", "strength", "6", "S4", "vs", "15", "--deck", "1", "--json"))
    assert deck["best: S4"] == "282623/415245"
    for wrong in (("strength", "6"), ("luck", "6", "S4", "vs", "9"), ("strength", "6", "S11", "vs", "9")):
        assert cli("odds", "--game", "fate", *wrong).exit_code == 2
    assert len({*json.loads(cli.out("roll", "--game", "fate", "20", "--json"))["cards"]}) == 20
    assert cli("roll", "--game", "fate", "0").exit_code == 2
    assert "give-up" in cli.out("do", "--game", "fate", "--list", "cards")
    for verb in ("odds", "roll"):
        assert f"saga-tui {verb} --game fate" in cli.out(verb, "--help", "--game", "fate")
