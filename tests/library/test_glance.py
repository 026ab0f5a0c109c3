"""What the library showed last is there at once at the next start, and never instead of what is true."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.widgets import Static

from saga_tui.app import SagaApp
from saga_tui.games import registry
from saga_tui.library.cards import Card, CardRow
from saga_tui.library.glance import NAME, Glance, keep, seen
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import Memory
from saga_tui.store.folders import state_folder


def placed(folder: Path, name: str = "kestrel", **more: Any) -> Card:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(f"# {name}\n")
    return Card(path, name.capitalize(), "a rider", "ready to play", True, **more)


def changed(text: bytes) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(text)


def altered(key: str, value: object) -> Callable[[Path], object]:
    return lambda file: file.write_text(json.dumps(json.loads(file.read_text()) | {key: value}))


def test_what_was_shown_comes_back_with_the_sheet_open_to_nobody_else(tmp_path: Path) -> None:
    card, other = placed(tmp_path / "c"), placed(tmp_path / "c", "mira", problem="it cannot be read")
    os.utime(other.path, (1, 1))
    sheets = {(card.path, 66): "the sheet\n"}
    keep(tmp_path / "c", Glance((other, card), sheets), tmp_path)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    found = seen(tmp_path / "c", tmp_path)
    assert found is not None
    assert [(one.name, one.line, one.state, one.ready, one.problem) for one in found.cards] == [
        ("Kestrel", "a rider", "ready to play", True, ""),
        ("Mira", "a rider", "ready to play", True, "it cannot be read"),
    ]
    assert all(isinstance(one.played, datetime) for one in found.cards)
    assert found.sheets == sheets


def test_of_what_has_changed_only_the_name_is_left_and_what_is_gone_is_left_out(tmp_path: Path) -> None:
    card, other = placed(tmp_path / "c"), placed(tmp_path / "c", "mira")
    keep(tmp_path / "c", Glance((card, other), {(card.path, 66): "the sheet"}), tmp_path)
    card.path.write_text("# more\n# than before\n")
    other.path.unlink()
    found = seen(tmp_path / "c", tmp_path)
    assert found is not None
    assert [(one.name, one.line, one.state) for one in found.cards] == [("Kestrel", "", "")]
    assert found.sheets == {}
    card.path.unlink()
    assert seen(tmp_path / "c", tmp_path) is None


@pytest.mark.parametrize(
    "do",
    [
        changed(b""),
        changed(b"\xff"),
        changed(b"[" * 100_000),
        changed(b"[]"),
        altered("version", "0"),
        altered("folder", "/elsewhere"),
        altered("cards", [{}]),
        altered("cards", 3),
        altered("cards", [{"file": "../other.toml", "is": [0, 0], "name": "x"}]),
        altered("sheets", None),
        Path.unlink,
    ],
    ids=range(11),
)
def test_anything_else_is_no_glance(tmp_path: Path, do: Callable[[Path], object]) -> None:
    (tmp_path / "other.toml").write_text("")
    card = placed(tmp_path / "c")
    keep(tmp_path / "c", Glance((card,), {(card.path, 66): "the sheet"}), tmp_path)
    assert seen(tmp_path / "c", tmp_path) is not None
    do(tmp_path / NAME)
    assert seen(tmp_path / "c", tmp_path) is None


def test_a_state_folder_that_cannot_be_written_is_let_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep(tmp_path / "c", Glance((placed(tmp_path / "c"),)), tmp_path / "file")


async def test_the_screen_begins_with_it_and_puts_right_what_differs(tmp_path: Path) -> None:
    folder = tmp_path / "characters"
    with Memory.create(folder, registry.game("saga").new("Kestrel"), registry.layout("saga")) as memory:
        path = memory.path
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=(200, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LibraryScreen)
    (kept,) = json.loads((state_folder() / NAME).read_text())["cards"]
    assert kept["name"] == "Kestrel" and "choices left" in kept["state"]
    glance = seen(folder)
    assert glance is not None and next(iter(glance.sheets))[0] == path
    false = Card(path, "Falcon", "not true any more", "ready to play", True)
    keep(folder, Glance((false,), dict.fromkeys(glance.sheets, "an old sheet")))
    shown: list[tuple[list[str], str]] = []
    app = SagaApp(folder)
    whole = LibraryScreen.reload

    def reload(screen: LibraryScreen, at: Path | None = None) -> None:
        names = [row.card.name for row in screen.query(CardRow)]
        shown.append((names, str(screen.query_one("#sheet-text", Static).content)))
        whole(screen, at)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LibraryScreen, "reload", reload)
        async with app.run_test(size=(200, 40)) as pilot:
            for _ in range(1000):
                if [row.card.name for row in app.screen.query(CardRow)] == ["Kestrel"]:
                    break
                await pilot.pause(0.01)
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert shown[0] == (["Falcon"], "an old sheet")
            assert "Player:" in str(app.screen.query_one("#sheet-text", Static).content)
            assert app.screen.focused is app.query(CardRow).first()


@pytest.mark.parametrize(("columns", "sheet"), [(200, "an old sheet"), (199, "")])
async def test_the_first_frame_has_its_contents_and_no_style_is_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int, sheet: str
) -> None:
    """The sheet stands there only where it was shown in a terminal of the same width."""
    card, other = placed(tmp_path / "c", "mira"), placed(tmp_path / "c")
    keep(tmp_path / "c", Glance((card, other), {(card.path, 66): "an old sheet"}, columns))
    os.utime(other.path, (1, 1))
    stat = card.path.stat()
    seen: list[str] = []
    monkeypatch.setattr(Stylesheet, "reparse", lambda _sheet: seen.append("read again"))
    layout = LibraryScreen._refresh_layout

    def laid_out(screen: LibraryScreen, *given: Any, **named: Any) -> None:
        if not seen:
            focused, shown = screen.focused, str(screen.query_one("#sheet-text", Static).content)
            assert isinstance(focused, CardRow)
            seen.extend(
                [focused.card.name, shown, *sorted(screen.classes & {"-vast", "-wide", "-tall", "-low", "-narrow"})]
            )
        layout(screen, *given, **named)

    monkeypatch.setattr(LibraryScreen, "_refresh_layout", laid_out)
    monkeypatch.setattr(LibraryScreen, "reload", lambda _screen, _at=None: None)
    async with SagaApp(tmp_path / "c", animations=False).run_test(size=(200, 40)) as pilot:
        await pilot.pause()
    assert seen == ["Mira", sheet, "-tall", "-vast"], stat


def test_no_game_and_no_command_line_is_loaded_before_the_first_screen(tmp_path: Path) -> None:
    card = placed(tmp_path / "characters")
    keep(tmp_path / "characters", Glance((card,)), tmp_path / "state")
    code = (
        "import sys\n"
        "from saga_tui import app, cli\n"
        "cli.at_terminal = lambda: True\n"
        "heavy = ('click', 'pydantic', 'tomlkit', 'saga_tui.games', 'saga_tui.store.memory', 'saga_tui.ui.specs',\n"
        "    'saga_tui.tally', 'saga_tui.ui.prompt', 'saga_tui.ui.document_screen', 'secrets', 'saga_tui.live',\n"
        "    'saga_tui.serve', 'saga_tui.engine', 'saga_tui.library.shelf', 'saga_tui.library.together')\n"
        "def run(self):\n"
        "    self.first_screen()\n"
        "    print([name for name in heavy if name in sys.modules], len(self.first_screen()._glance.cards))\n"
        "    print(sum(name.startswith('saga_tui') for name in sys.modules))\n"
        "app.SagaApp.run = run\n"
        "cli.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--dir", str(tmp_path / "characters")],
        capture_output=True,
        text=True,
        env={**os.environ, "SAGA_TUI_STATE": str(tmp_path / "state")},
        check=True,
        timeout=60,
    )
    found, modules = done.stdout.splitlines()
    assert found == "[] 1" and int(modules) <= 36  # each takes time before anything is seen


def test_cards_of_all_games_are_made_without_paper_dialogs_and_what_writes(tmp_path: Path) -> None:
    """Nor is a game's machinery of commands loaded to look at a past that is not there."""
    code = (
        "import sys; from pathlib import Path\n"
        "from saga_tui.library.shelf import Shelf\n"
        "def own(): return {name for name in sys.modules if name.startswith('saga_tui')}\n"
        "def told(path, heavy):\n"
        "    shelf, before = Shelf(Path(path)), own(); cards = shelf.cards(); known = own()\n"
        "    assert not any(map(shelf.last, cards)) and own() == known\n"
        "    print(len({card.game for card in cards}), [one for one in heavy if one in known], len(known - before))\n"
        "heavy = ('saga_tui.paper', 'saga_tui.store.memory', 'saga_tui.store.correcting',\n"
        "    'saga_tui.engine.session', 'saga_tui.ui.document_screen', 'saga_tui.ui.builder.screen', 'saga_tui.live',\n"
        "    'saga_tui.games.saga.rules.rolls', 'saga_tui.games.saga.rules.forecast', 'saga_tui.games.saga.sheet')\n"
        "told(sys.argv[1], (*heavy, 'saga_tui.ui.dialogs', 'saga_tui.engine.values'))\n"
        "told(sys.argv[2], heavy)\n"
    )
    samples, own = Path(__file__).parents[2] / "characters", tmp_path / "own"
    own.mkdir()
    shutil.copy(samples / "kestrel-ward.toml", own)
    done = subprocess.run(
        [sys.executable, "-c", code, str(own), str(samples)], capture_output=True, text=True, check=True, timeout=60
    )
    one, every = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert (one[0], every[0]) == ("1 []", "5 []")
    assert int(one[1]) <= 40 and int(every[1]) <= 225  # modules: most of what a folder costs that was never shown
