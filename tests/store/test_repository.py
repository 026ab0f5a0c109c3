"""Characters in a git repository: other line ends, and what git is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.changes import same
from saga_tui.store import load
from saga_tui.store.read_only import audit
from tests.store.disk import killed, made, opened, pain
from tests.store.sample import LAYOUT, act, undo_to


def test_other_line_ends_cost_nothing(tmp_path: Path) -> None:
    memory = made(tmp_path)
    path = memory.path
    for value in (5, 6, 7):
        act(memory, "play.damage.pain", value)
        memory.checkpoint()
        path.write_text(f"# {value}\n{path.read_text()}".replace("fear = ", f"fear = {value}"))
    memory.save_draft("story.notes", "half a wo")
    memory.backup("by hand")
    state = killed(memory).doc
    for file in tmp_path.rglob("*"):
        if file.is_file() and b"\r" not in file.read_bytes():
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert [problem for problem in audit(path, LAYOUT) if problem.code != "left-over"] == []
    with opened(path) as memory:
        assert not memory.notes
        assert same(memory.doc, state)
        assert memory.drafts() == {"story.notes": "half a wo"}
        act(memory, "play.damage.pain", 8)
    with opened(path) as memory:
        assert pain(memory) == 8
        undo_to(memory, 0)
        assert pain(memory) == 2
    assert same(load(path)["play"]["damage"]["pain"], 2)


@pytest.mark.parametrize("where", ["", "a repository/characters"])
def test_git_is_told_to_leave_the_memories_alone(tmp_path: Path, where: str) -> None:
    folder = tmp_path / "a repository" / "characters"
    with made(folder) as memory:
        act(memory, "play.damage.pain", 5)
        path = memory.path
    told = folder / ".saga-tui" / ".gitattributes"
    assert not told.exists()
    (tmp_path / where / ".git").mkdir()
    opened(path).close()
    assert "\n* -text\n" in told.read_text()
    told.write_text("mine\n")
    opened(path).close()
    assert told.read_text() == "mine\n"
