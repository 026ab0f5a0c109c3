"""What a verb does no more often than it must: the file is read as TOML once, and the rules look at all of it once."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from saga_tui.games.registry import layout
from saga_tui.games.saga.rules import checks_steps
from saga_tui.store import Memory, toml
from saga_tui.store.toml import load_text
from tests.cli.conftest import Run


@pytest.fixture
def counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often the character's file was read as TOML, and its creation checked."""
    path = folder / "kestrel.toml"
    with Memory.open(path, layout("saga")) as memory:
        memory.commit("note", {"text": "a memory"}, [], text="a memory")
    text, found = path.read_text(encoding="utf-8"), {"parses": 0, "checks": 0}
    loads, problems = tomli.loads, checks_steps.problems
    toml._read.clear()

    def counting(said: str) -> dict[str, object]:
        found["parses"] += said == text
        return loads(said)

    def checking(*given: object) -> object:
        found["checks"] += 1
        return problems(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(tomli, "loads", counting)
    monkeypatch.setattr(checks_steps, "problems", checking)
    return found


@pytest.mark.parametrize(
    ("words", "checks"),
    [
        ("do kestrel take-damage pain 1", 0),
        ("do kestrel take-damage pain 1 --dry-run", 0),
        ("why kestrel force", 0),
        ("rulings kestrel", 0),
        ("check kestrel", 1),
    ],
)
def test_the_file_is_parsed_once_and_creation_checked_once_at_most(
    run: Run, counted: dict[str, int], words: str, checks: int
) -> None:
    assert run(*words.split()).exit_code == 0
    assert counted == {"parses": 1, "checks": checks}


def test_a_document_read_again_is_nobody_elses() -> None:
    text = 'format = 1\n[story]\ntraits = ["Brave"]\n'
    first = load_text(text)
    first["story"]["traits"].append("Spoilt")
    first["format"] = 2
    assert load_text(text) == {"format": 1, "story": {"traits": ["Brave"]}}
