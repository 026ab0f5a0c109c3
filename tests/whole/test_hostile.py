"""Hostile texts on every screen, in a real terminal: shown as they are written, and never obeyed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from saga_tui.changes import Change, Doc
from saga_tui.games.registry import layout
from saga_tui.store import Memory, dumps
from tests.games.saga.sheet.documents import FRESH, PLAYED
from tests.terminal.driver import Terminal
from tests.whole.hostile import EVIL, NEVER, poisoned
from tests.whole.kills import environment

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows"),
]

SHOWN = "Kes [/] [bold]b[@click=app.bell]c[/] ␛]0;TAKEN␇␛[?1337h"
"""The name as it is seen: nothing in it is obeyed, nothing is hidden."""

SESSION = {
    "L": "Details",
    "B": "Restore",
    "b": "Buying now takes",
    "r": "Roll in a conflict",
    "t": "Invoke a trait for the scene",
    "v": "Gain a token for",
    "i": "Someone inverts one",
    "!": "End the conflict",
    "o": "Activate an action",
    "S": "· sheet",
    "?": "Open the rule",
    "h": "This screen",
    "ctrl+p": "Search commands",
}
"""Keys of the session, and what is seen only on the screen or in the dialog that each opens."""

BUILDER = {
    "f2": "2 Assets ━",
    "f3": "3 Skills ━",
    "f4": "4 Traits ━",
    "f5": "5 Drives ━",
    "f6": "6 Gear ━",
    "f7": "7 Finishing points ━",
    "f8": "Sheet",
}


def prepared(root: Path) -> Path:
    """A library: one character in play with a log, backups and a conflict copy, one half-built, a bad file."""
    folder = root / "characters"
    folder.mkdir()
    half = written(folder / "half.toml", poisoned({**FRESH, "id": "half0000"}))
    bad = folder / "bad.toml"
    bad.write_text(f'[concept]\nname = "{EVIL}\n', encoding="utf-8")
    path = written(folder / "kestrel.toml", poisoned({**PLAYED, "id": "evil0000"}))
    with Memory.open(path, layout("saga"), state_dir=root / "state") as memory:
        then = memory.doc
        player = then["concept"]["player"]
        memory.commit("note", {"text": EVIL, "who": EVIL, "why": EVIL}, [], text=EVIL)
        memory.commit("note", {}, [Change(("concept", "player"), player, f"Bo {EVIL}", why=EVIL)], text=f"Bo {EVIL}")
        memory.backup(EVIL)
    written(folder / "kestrel (conflicted copy).toml", {**then, "concept": {**then["concept"], "player": f"Cy {EVIL}"}})
    for older in (half, bad):
        os.utime(older, (1, 1))
    return folder


def written(path: Path, doc: Doc) -> Path:
    path.write_text(dumps(doc), encoding="utf-8")
    return path


def obeyed(terminal: Terminal) -> list[bytes]:
    """What was sent to the terminal that never may be."""
    return [sign for sign in NEVER if sign in terminal.raw]


def started(root: Path, *arguments: str) -> Terminal:
    command = [sys.executable, "-m", "saga_tui", "--dir", str(root / "characters"), *arguments]
    return Terminal(command, environment(root, root / "state"), (100, 32), cwd=str(root))


def test_no_screen_of_the_session_obeys_a_text(tmp_path: Path) -> None:
    prepared(tmp_path)
    with started(tmp_path) as terminal:
        terminal.wait_for("Kes [/] [bold]b")
        terminal.wait_for("bad.toml")
        terminal.press("enter")
        terminal.wait_for("Conflicting edits")
        terminal.wait_for("Cy [/] [bold]b[@click=app.bell]c[/]")
        terminal.press("space")
        terminal.wait_gone("Conflicting edits")
        terminal.wait_for("n End round")
        for key, seen in SESSION.items():
            assert seen not in terminal.text, f"{seen} is no sign of what {key} opens"
            terminal.press(key)
            terminal.wait_for(seen)
            assert not obeyed(terminal), f"after {key}"
            terminal.press("escape")
            terminal.wait_gone(seen)
        terminal.press("L")
        terminal.wait_for(f"Log  {SHOWN}")
        terminal.press("ctrl+q")
        assert terminal.wait_end() == 0
        assert not obeyed(terminal)


def test_no_step_of_the_builder_obeys_a_text(tmp_path: Path) -> None:
    prepared(tmp_path)
    with started(tmp_path, "play", "half") as terminal:
        terminal.wait_for("1 Concept ━")
        terminal.wait_for(SHOWN)
        for key, seen in BUILDER.items():
            terminal.press(key)
            terminal.wait_for(seen)
            assert not obeyed(terminal), f"after {key}"
        terminal.press("p")
        terminal.wait_for("· sheet")
        terminal.press("ctrl+q")
        assert terminal.wait_end() == 0
        assert not obeyed(terminal)


def test_the_signs_are_seen_where_nothing_makes_them_safe() -> None:
    """A terminal that is sent the text as it is: each of the signs is found, so that the tests above can fail."""
    command = [sys.executable, "-c", "import sys; sys.stdout.buffer.write(sys.argv[1].encode())", EVIL]
    with Terminal(command, dict(os.environ)) as terminal:
        terminal.wait_end()
        terminal.read(0.2)
        assert obeyed(terminal) == list(NEVER)
