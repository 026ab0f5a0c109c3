"""What a verb does no more often than it must: file and journal are read as TOML once, the rules look at all once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli

from saga_tui.games.registry import layout
from saga_tui.games.saga.rules import checks_steps
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.table import Table
from saga_tui.store import BadFile, Memory, records, toml, toml_errors
from saga_tui.store.fs import RealFS
from saga_tui.store.toml import load_text
from tests.cli.conftest import Run


@pytest.fixture
def counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often the file and its journal's segment were read as TOML, the file explained, its creation checked."""
    path = folder / "kestrel.toml"
    with Memory.open(path, layout("saga")) as memory:
        memory.commit("note", {"text": "a memory"}, [], text="a memory")
    found = {"parses": 0, "checks": 0, "segments": 0, "explained": 0}
    loads, problems, explain = tomli.loads, checks_steps.problems, toml_errors.explain

    def counting(said: str) -> dict[str, object]:
        found["parses"] += said == path.read_text(encoding="utf-8")
        found["segments"] += "[segment]" in said and "[character]" in said
        return loads(said)

    def explaining(*given: Any) -> BadFile:
        found["explained"] += 1
        return explain(*given)

    def checking(*given: object) -> object:
        found["checks"] += 1
        return problems(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(tomli, "loads", counting)
    monkeypatch.setattr(checks_steps, "problems", checking)
    monkeypatch.setattr(toml_errors, "explain", explaining)
    toml._read.clear()
    records.read_segment.cache_clear()
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
    assert (counted["parses"], counted["checks"]) == (1, checks)
    assert counted["segments"] <= 1, "the journal too"


@pytest.mark.parametrize("words", ["check kestrel", "sheet kestrel", "log kestrel"])
def test_a_damaged_file_is_read_and_explained_once(
    run: Run, folder: Path, counted: dict[str, int], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "kestrel.toml"
    text = path.read_text(encoding="utf-8")
    game = "" if "game =" in text else 'game = "saga"\n'
    path.write_text(text.replace("format = 1", f"format = 1\n{game}foo = bar", 1), encoding="utf-8")
    read, opened = RealFS.read, list[str]()

    def reading(fs: RealFS, path: str, limit: int = -1) -> bytes:
        opened.append(Path(path).name)
        return read(fs, path, limit)

    monkeypatch.setattr(RealFS, "read", reading)
    run(*words.split())
    assert counted["parses"] == counted["explained"] == 1
    assert counted["segments"] <= 1
    if words.startswith("sheet"):
        assert opened.count("device") == 1 and opened.count("000001.toml") <= 3, "its history is looked for once"


def test_a_document_read_again_is_nobody_elses() -> None:
    text = 'format = 1\n[story]\ntraits = ["Brave"]\n'
    first = load_text(text)
    first["story"]["traits"].append("Spoilt")
    first["format"] = 2
    assert load_text(text) == {"format": 1, "story": {"traits": ["Brave"]}}


def test_an_act_and_its_checkpoint_read_only_what_they_write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new file is parsed once before it replaces the old one; nothing else is, the journal least of all."""
    with Memory.open(folder / "kestrel.toml", layout("saga")) as memory:
        session = Table(memory)
        harm = command_of("take-damage", {"kind": "pain", "amount": 1})
        session.do(harm)
        memory.checkpoint()
        loads, read = tomli.loads, list[str]()

        def counting(said: str) -> dict[str, object]:
            read.append(said)
            return loads(said)

        monkeypatch.setattr(tomli, "loads", counting)
        session.do(harm)
        assert not read
        memory.checkpoint()
        assert read == [memory.path.read_text(encoding="utf-8")]
