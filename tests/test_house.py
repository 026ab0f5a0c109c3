"""The rooms below the games name no game: neither in code nor in texts, data or style sheets."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent / "saga_tui"
GAMES = [folder.name for folder in (HOUSE / "games").iterdir() if (folder / "game.py").is_file()]
SHARED = sorted(
    path
    for pattern in ("*.py", "*.tcss", "*.toml")
    for path in HOUSE.rglob(pattern)
    if not path.is_relative_to(HOUSE / "games") and not path.is_relative_to(HOUSE / "samples")
)
OURS = re.compile(r"saga[-_]tui|SagaApp|SAGA_TUI|saga-character")
"""The program's own name."""
WORDS = re.compile(
    r"\b(sagas?|kismet|acuity|grace|fortune|sparks?|doom(ed)?|hitch(es)?|pain|doubt|fear)\b"
    r"|[\"']fate[\"']|\bgames[./]world\b|\bworld saga\b|\bfate deck\b|\bgames[./]heroes\b|\bage of heroes\b"
    r"|\$(force|drive)|[\"'](force|drives?)[\"']"
    r"|1–6|1 to 6|[\"']123456[\"']|range\(1, 7\)",
    re.IGNORECASE,
)
"""What only a game may say: its name, its tokens and their colours, the faces of its dice."""


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_room_below_the_games_says_a_word_of_one(path: Path) -> None:
    found = [
        f"{path.relative_to(HOUSE)}:{number}: {line.strip()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORDS.search(OURS.sub("", line))
    ]
    assert not found


def test_the_words_are_those_of_the_games() -> None:
    assert GAMES
    assert all(WORDS.search(f'"{game}" games.{game}') for game in GAMES)
    assert WORDS.search("$force") and WORDS.search("roll 1–6") and not WORDS.search(OURS.sub("", "saga-tui --force"))


def test_import_contracts_speak_of_every_game() -> None:
    contracts = tomllib.loads((HOUSE.parent / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    alone = next(one for one in contracts if one["name"] == "no game imports another")
    assert set(alone["modules"]) == {f"saga_tui.games.{game}" for game in GAMES}
    below = next(one for one in contracts if one["name"].startswith("no room below the games"))
    rooms = {path.relative_to(HOUSE).parts[0].removesuffix(".py") for path in SHARED} - {"__init__", "__main__"}
    assert {f"saga_tui.{room}" for room in rooms} <= set(below["source_modules"])
    assert set(below["forbidden_modules"]) == {f"saga_tui.games.{game}" for game in GAMES}


def test_no_game_is_loaded_before_one_is_asked_for() -> None:
    code = "import sys, saga_tui.app, saga_tui.library.shelf, saga_tui.games.registry as games\n"
    code += f"games.keys(); games.layout('saga'); own = {tuple(f'saga_tui.games.{game}' for game in GAMES)!r}\n"
    code += "print([name for name in sys.modules if name.startswith(own)])"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout == "[]\n"
