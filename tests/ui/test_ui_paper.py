"""What goes on paper: saved where one wants it, over nothing unasked; printed by a command that cannot hang."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from textual.content import Content

from saga_tui.ui import config, paper
from saga_tui.ui.base import KitApp
from saga_tui.ui.paper import PaperScreen, free_path, inked
from tests.keys import burst, press

HAND = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"


class Page(PaperScreen):
    """A page with a hostile name on it."""

    def heading(self) -> str:
        return "[/] · \x1b[31m"

    def paper(self, width: int, *, markdown: bool = False) -> str:
        return f"{'# ' if markdown else ''}[/] Κέστρελ {width}{' plain' if self.ascii else ''}\n\fsecond\n"


class Office(KitApp):
    """An app with that page."""

    def __init__(self, folder: Path, *printer: str) -> None:
        super().__init__(animations=False, settings=config.Config(print_command=printer, where=folder / "c.toml"))
        self.page = Page(folder / "kestrel.toml")

    async def on_mount(self) -> None:
        await self.push_screen(self.page)

    @property
    def said(self) -> list[tuple[str, str]]:
        """What was said, each with its title."""
        return [(notice.title, notice.message) for notice in self._notifications]


async def test_it_is_saved_where_one_wants_it_and_over_nothing_unasked(tmp_path: Path) -> None:
    app = Office(tmp_path)
    first, mine = tmp_path / "kestrel-sheet.txt", tmp_path / "mine.md"
    mine.write_text("my own notes")
    async with app.run_test(size=(100, 24)) as pilot:
        await press(pilot, "s", "enter")
        assert first.read_text(encoding="utf-8") == "[/] Κέστρελ 80\n\fsecond\n"
        assert app.said[-1] == ("Saved the sheet", str(first))
        await press(pilot, "a", "s")
        await burst(pilot, "ctrl+u", *"mine.md")
        await press(pilot, "enter", "enter", "n")
        assert mine.read_text() == "my own notes", "neither Enter alone nor no writes over it"
        await press(pilot, "s")
        await burst(pilot, "ctrl+u", *"mine.md")
        await press(pilot, "enter", "y")
        assert mine.read_text(encoding="utf-8") == "# [/] Κέστρελ 80 plain\n\fsecond\n"
        await press(pilot, "s", "escape", "escape")
        assert app.screen is not app.page
    assert free_path(tmp_path / "kestrel.toml", "sheet") == tmp_path / "kestrel-sheet-2.txt"


async def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    app = Office(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "l.txt").symlink_to(tmp_path / "k.toml")
    async with app.run_test(size=(100, 24)) as pilot:
        for typed, why in (
            ("x.toml", "looks like a character file"),
            ("l.txt", "looks like a character file"),
            ("no/x.txt", "a folder is missing"),
            ("folder/..", ""),
        ):
            await press(pilot, "s")
            await burst(pilot, "ctrl+u", *typed)
            await press(pilot, "enter", "y")
            title, message = app.said[-1]
            assert title == "Not saved"
            assert why in message
    assert list(tmp_path.glob("*.toml")) == []


async def test_it_is_printed_by_the_command_of_the_config_after_a_question(tmp_path: Path) -> None:
    target = tmp_path / "printed"
    app = Office(tmp_path, sys.executable, "-c", HAND, str(target))
    async with app.run_test(size=(100, 24)) as pilot:
        await press(pilot, "p", "n")
        assert not target.exists()
        await press(pilot, "p", "enter")
        await app.workers.wait_for_complete()
        assert target.read_text(encoding="utf-8") == "[/] Κέστρελ 80\n\fsecond\n"
        assert app.said[-1][0] == "Printed"


async def test_without_a_printer_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    app = Office(tmp_path)
    async with app.run_test(size=(100, 24)) as pilot:
        await press(pilot, "p")
        title, message = app.said[-1]
        assert title == "Not printed"
        assert f"Set print-command in {tmp_path / 'c.toml'}" in message


# ---- the command


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (["no-such-printer"], "no-such-printer could not start: No such file"),
        (["/"], "/ could not start: Permission denied"),
        (["a\0b"], "could not start: embedded null byte"),
        ([sys.executable, "-c", "import sys; sys.exit('x\\nno paper')"], "failed (1): no paper"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "failed (3)."),
        ([sys.executable, "-c", "print('x' * 10**6)"], ""),
    ],
)
async def test_every_failure_is_told_in_words(parts: list[str], why: str) -> None:
    said = await paper.hand_over(parts, "page\n" * 100_000)
    assert why in said
    assert bool(said) == bool(why)


async def test_a_command_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    """Its child holds on to all that it was given, and would live a minute."""
    begin = time.monotonic()
    said = await paper.hand_over(["sh", "-c", "sleep 60 & sleep 60"], "page", patience=0.05)
    assert "was stopped after 0 seconds" in said
    assert time.monotonic() - begin < 10


def test_the_system_s_own_is_taken_where_the_config_names_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert paper.print_command(()) == ()
    for name in ("lp", "lpr"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
        assert paper.print_command(()) == (name,)
    assert paper.print_command(("x", "-y")) == ("x", "-y")


@pytest.mark.parametrize(
    ("line", "parts", "problems"),
    [
        ("print-command = \"lpr -P 'up stairs'\"", ("lpr", "-P", "up stairs"), 0),
        ('print-command = ["lpr", "-o", "a; rm -rf ~"]', ("lpr", "-o", "a; rm -rf ~"), 0),
        ('print-command = ""', (), 0),
        ('print-command = "lpr \'x"', (), 1),
        ("print-command = 3", (), 1),
        ("print-command = [3]", (), 1),
    ],
)
def test_the_config_names_the_command(tmp_path: Path, line: str, parts: tuple[str, ...], problems: int) -> None:
    (tmp_path / "c.toml").write_text(line + "\n")
    found = config.load(tmp_path / "c.toml")
    assert (found.print_command, len(found.problems)) == (parts, problems)


PAGE = "Kestrel [/]\n═════════\nASSETS ─────────    DAMAGE ────────\n− a dash - and 3 = 3\nSKILLS --------\n"


def test_a_page_is_inked_and_keeps_every_sign() -> None:
    page = inked(Content(PAGE))
    assert page.plain == PAGE
    loud = {PAGE[span.start : span.end] for span in page.spans if "bold" in str(span.style)}
    assert loud == {"Kestrel [/]", "ASSETS", "DAMAGE", "SKILLS"}
    quiet = "".join(PAGE[span.start : span.end] for span in page.spans if str(span.style) == "$calm")
    assert set(quiet) == {"═", "─", "-"} and len(quiet) == 9 + 9 + 8 + 8


@pytest.mark.parametrize("width", [100, 120, 200])
async def test_a_page_lies_in_the_middle_on_a_ground_of_its_own(tmp_path: Path, width: int) -> None:
    app = Office(tmp_path)
    async with app.run_test(size=(width, 40)):
        text = app.page.query_one("#paper-text")
        left, right = text.region.x, width - text.region.right
        assert abs(left - right) <= 1
        assert text.region.width < 100 and text.region.height == app.page.query_one("#paper").size.height
        assert text.background_colors[1] != app.page.background_colors[1]
