"""The command line in a folder of its own, with a few characters in it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saga_tui.changes import Change, Doc
from saga_tui.cli import saga_tui
from saga_tui.games.registry import layout
from saga_tui.games.saga.game import GAME
from saga_tui.store import Memory, dumps
from tests.games.saga.sheet.documents import PLAYED

Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`characters/` with one played character and one that is half-built, in the current folder."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "characters"
    place.mkdir()
    write(place / "kestrel.toml", PLAYED)
    write(place / "ashgrove.toml", {**GAME.new("Mother Ashgrove"), "id": "half1234"})
    return place


def write(path: Path, doc: Doc) -> Path:
    """A character file as the program writes it."""
    path.write_text(dumps(deepcopy(doc), GAME.header), encoding="utf-8")
    return path


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs `saga-tui` with arguments, as from a pipe."""

    def invoke(*arguments: str, **more: object) -> Result:
        return CliRunner().invoke(saga_tui, list(arguments), prog_name="saga-tui", **more)  # type: ignore[arg-type]

    return invoke


@pytest.fixture
def spark(folder: Path) -> Path:
    """A character to whom three things happened: Spark 7 → 8 → 9 → 10."""
    path = folder / "kestrel.toml"
    with Memory.open(path, layout("saga")) as memory:
        for old in (7, 8, 9):
            change = Change(("play", "spark"), old, old + 1)
            memory.commit("gain-spark", {}, [change], text=f"Spark {old} → {old + 1}")
    return path


def times() -> Callable[[], str]:
    """Ten in the morning, and an hour later each time it is asked."""
    hours = count(10)
    return lambda: f"2026-03-01T{next(hours):02}:00:00+00:00"


@pytest.fixture
def storied(folder: Path) -> Path:
    """A character with seven events: harm, Spark, a note that was undone, a roll, an edit by hand."""
    path = folder / "kestrel.toml"
    scene = {"chapter": 3, "scene": 2}
    with Memory.open(path, layout("saga"), now=times()) as memory:
        pain = Change(("play", "damage", "pain"), 6, 8, "DMG-2")
        memory.commit("suffer", {"who": "GM", "why": "the fire"}, [pain], clock=scene, text="Pain 6 → 8 (GM, the fire)")
        earned = Change(("play", "spark"), 7, 8, "SPK-1")
        memory.commit("gain-spark", {}, [earned], clock=scene, text="Spark 7 → 8")
        memory.commit(
            "note", {"text": "\x1b[31mThe Vargas brothers"}, [], clock=scene, text="\x1b[31mThe Vargas brothers"
        )
        memory.undo()
        memory.commit("roll", {"skill": "athletics"}, [], dice=[6, 2, 5], clock={**scene, "round": 1}, text="2 marks")
        memory.checkpoint()
        text = path.read_text(encoding="utf-8").replace("spark = 8", "spark = 20")
        path.write_text(text, encoding="utf-8")
        memory.checkpoint()
    return path


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All that lies below a folder, hidden things too: to see that nothing was written or made."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.rglob("*"))
    }
