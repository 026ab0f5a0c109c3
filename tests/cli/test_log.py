"""`saga-tui log`: what is shown, what is left out, and that looking leaves no trace."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from saga_tui.cli.log import moment
from saga_tui.cli.output import Trouble
from saga_tui.games.registry import layout
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules.commands import COMMANDS, RULES
from saga_tui.store import Memory, journal, records
from saga_tui.store.records import Segment
from tests.cli.conftest import Run, everything


def events(run: Run, *options: str) -> list[dict[str, Any]]:
    result = run("log", "kestrel", "--json", *options)
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def ids(run: Run, *options: str) -> list[int]:
    return [event["id"] for event in events(run, *options)]


def test_a_line_for_each_event_the_oldest_first(run: Run, storied: Path) -> None:
    result = run("log", "kestrel")
    assert result.exit_code == 0
    assert result.stdout == (
        "   1  2026-03-01 10:00  New id for a copied file\n"
        "   2  2026-03-01 11:00  chapter 3, scene 2  Pain 6 → 8 (GM, the fire)  [DMG-2]\n"
        "   3  2026-03-01 12:00  chapter 3, scene 2  Spark 7 → 8  [SPK-1]\n"
        "   4  2026-03-01 13:00  chapter 3, scene 2  ␛[31mThe Vargas brothers  undone\n"
        "   5  2026-03-01 14:00  chapter 3, scene 2  Undone: ␛[31mThe Vargas brothers\n"
        "   6  2026-03-01 15:00  chapter 3, scene 2, round 1  2 marks\n"
        "   7  2026-03-01 17:00  chapter 3, scene 2, round 1  Edited by hand: Spark 8 → 20 (1 change)\n"
    )


def test_programs_get_every_field(run: Run, storied: Path) -> None:
    found = events(run)
    device = found[0]["device"]
    assert device
    assert found[1] == {
        "id": 2,
        "at": "2026-03-01T11:00:00+00:00",
        "clock": {"chapter": 3, "scene": 2},
        "do": "suffer",
        "kind": "damage",
        "with": {"who": "GM", "why": "the fire"},
        "dice": [],
        "changes": [{"path": ["play", "damage", "pain"], "old": 6, "new": 8, "rule": "DMG-2"}],
        "text": "Pain 6 → 8 (GM, the fire)",
        "undone": False,
        "corrected": None,
        "device": device,
    }
    assert found[0]["changes"][0]["old"] is None, "there was no id before"
    assert [event["id"] for event in found if event["undone"]] == [4]
    assert found[5]["dice"] == [6, 2, 5]


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["damage"], [2]),
        (["spark"], [3]),
        (["Spark"], [3]),
        (["rolls", "damage"], [2, 6]),
        (["notes"], [4]),
        (["undo"], [5]),
        (["by-hand"], [7]),
        (["By hand"], [7]),
        (["file"], [1]),
        (["rulings"], []),
    ],
)
def test_only_of_a_kind(run: Run, storied: Path, kinds: list[str], expected: list[int]) -> None:
    assert ids(run, *(f"--kind={kind}" for kind in kinds)) == expected


def test_an_unknown_kind_offers_the_near_ones(run: Run, storied: Path) -> None:
    result = run("log", "kestrel", "--kind", "damge")
    assert result.exit_code == 2
    assert "Did you mean 'damage'" in result.stderr


def test_each_command_of_the_game_has_a_kind() -> None:
    categories = GAME.categories()
    assert set(categories) == {*COMMANDS, *RULES.former}
    told = {"rolls", "damage", "Spark", "clock", "tokens", "traits", "rulings", "build", "notes"}
    assert set(categories.values()) == told
    assert (categories["roll-kismet"], categories["overrule"], categories["end-scene"]) == ("rolls", "rulings", "clock")


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        ("5", [5, 6, 7]),
        ("2026-03-01T14:00+00:00", [5, 6, 7]),
        ("2026-03-01T16:00:00+02:00", [5, 6, 7]),
        ("2026-03-01 14:30Z", [6, 7]),
        ("2026-02-27", [1, 2, 3, 4, 5, 6, 7]),
        ("2026-03-03", []),
        ("1w", None),
    ],
)
def test_only_since(run: Run, storied: Path, since: str, expected: list[int] | None) -> None:
    age = datetime.now(UTC) - datetime(2026, 3, 1, 17, tzinfo=UTC)
    assert ids(run, "--since", since) == (([] if age.days >= 7 else ids(run)) if expected is None else expected)


NOW = datetime(2026, 3, 15, 20, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("today", datetime(2026, 3, 15, tzinfo=UTC)),
        ("Yesterday", datetime(2026, 3, 14, tzinfo=UTC)),
        ("18:05", datetime(2026, 3, 15, 18, 5, tzinfo=UTC)),
        ("90m", datetime(2026, 3, 15, 19, 0, 12, tzinfo=UTC)),
        ("2h", datetime(2026, 3, 15, 18, 30, 12, tzinfo=UTC)),
        ("3d", datetime(2026, 3, 12, 20, 30, 12, tzinfo=UTC)),
        ("1w", datetime(2026, 3, 8, 20, 30, 12, tzinfo=UTC)),
        ("2026-02-01", datetime(2026, 2, 1).astimezone()),
    ],
)
def test_when(words: str, expected: datetime) -> None:
    assert moment(words, NOW) == expected


@pytest.mark.parametrize("words", ["noon", "25:00", "2026-13-01", "d", "0001-01-01T00:00+23:00", "[/]"])
def test_what_is_no_time_says_what_is(words: str) -> None:
    with pytest.raises(Trouble, match="an event number"):
        moment(words, NOW)


def test_an_event_that_there_is_not(run: Run, storied: Path) -> None:
    assert "log has no event 99" in run("log", "kestrel", "--since", "99").stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("vargas", [4, 5]),
        ("BROTHERS the", [4, 5]),
        ("DMG-2", [2]),
        ("fire gm", [2]),
        ("play.spark", [3, 7]),
        ("pain unicorn", []),
    ],
)
def test_only_with_these_words(run: Run, storied: Path, words: str, expected: list[int]) -> None:
    assert ids(run, "--search", words) == expected


def test_only_the_last(run: Run, storied: Path) -> None:
    assert ids(run, "-n", "2") == [6, 7]
    assert ids(run, "-n", "1", "--kind", "damage") == [2]
    assert run("log", "kestrel", "-n", "0").exit_code == 2


def test_what_was_done_again_is_not_undone(run: Run, storied: Path) -> None:
    run("undo", "kestrel")
    assert [event["id"] for event in events(run) if event["undone"]] == [4, 7]
    run("redo", "kestrel")
    assert [event["id"] for event in events(run) if event["undone"]] == [4]


def test_without_a_memory_there_is_nothing(run: Run) -> None:
    result = run("log", "ashgrove")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "The log is empty." in result.stderr
    assert events(run) == []


def test_another_device_is_named(run: Run, storied: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    device = events(run)[0]["device"]
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "laptop"))
    lines = run("log", "kestrel").stdout.splitlines()
    assert len(lines) == 7
    assert all(f"on device {device}" in line for line in lines)


LOOKING = [
    ["log", "kestrel"],
    ["log", "kestrel", "--json"],
    ["history", "kestrel"],
    ["check", "kestrel", "ashgrove"],
    ["sheet", "kestrel"],
    ["trash"],
    ["undo", "kestrel", "--dry-run"],
    ["undo", "kestrel", "--to", "3", "--dry-run"],
    ["restore", "kestrel", "1", "--dry-run"],
]


@pytest.mark.parametrize("arguments", LOOKING, ids=" ".join)
def test_looking_writes_locks_and_makes_nothing(
    run: Run, storied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    before = everything(tmp_path)
    assert run(*arguments).exit_code in (0, 1)
    assert everything(tmp_path) == before
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "never-made"))
    run(*arguments)
    assert everything(tmp_path) == before, "not even on a machine that has never written"


@pytest.mark.parametrize("arguments", LOOKING, ids=" ".join)
def test_nothing_that_a_terminal_would_obey_comes_out(run: Run, storied: Path, arguments: list[str]) -> None:
    assert "\x1b" not in run(*arguments).output


def test_no_more_of_a_long_history_is_read_than_is_shown(
    run: Run, storied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last ones come from the newest segment; an undo in it is known to be about one of them."""
    with Memory.open(storied, layout("saga")) as memory:
        for value in range(30):
            memory.commit("note", {"text": str(value)}, [], text=f"note {value}")
            if value % 10 == 9:
                memory._parts.ledger.journal.roll()
        memory.undo()
    read: set[int] = set()
    whole = records.read_segment

    def counted(data: bytes, number: int, device: str) -> Segment:
        read.add(number)
        return whole(data, number, device)

    monkeypatch.setattr(journal, "read_segment", counted)
    lines = run("log", "kestrel", "-n", "2").stdout.splitlines()
    assert [line.split("  ")[-1] for line in lines] == ["undone", "Undone: note 29"]
    assert read == {3, 4}
    run("log", "kestrel")
    assert read == {1, 2, 3, 4}


def test_a_line_of_the_log_needs_no_rules(spark: Path, folder: Path) -> None:
    """Loading the game takes longer than reading the last lines of any history."""
    code = (
        "import atexit, sys\n"
        "from saga_tui.cli import main\n"
        "atexit.register(lambda: print('game', 'pydantic' in sys.modules))\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--dir", str(folder), "log", "kestrel", "-n", "2"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.endswith("Spark 9 → 10\ngame False\n")
