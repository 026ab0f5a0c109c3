"""The command line in a folder of its own, with a few characters in it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saga_tui.changes import Doc
from saga_tui.cli import saga_tui
from saga_tui.games.saga.game import GAME
from saga_tui.store import dumps
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
