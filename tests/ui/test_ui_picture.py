"""Pictures of the screen by key: what is seen, under a safe name that is never anything else's, and a notice of it."""

from __future__ import annotations

import asyncio
import os
import sys
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from textual.pilot import Pilot

from saga_tui.changes import Doc
from saga_tui.ui import config, picture
from tests.games.saga.screens.session.heroes import CALM, Table, doc, press
from tests.ui.stage import Stage

EVENING = datetime(2026, 11, 22, 20, 17, 3, tzinfo=UTC)
NAMES = [
    "../../etc/passwd", "/etc/passwd", "..", ".hidden", "CON", "a\\b:c*d?e\"f<g>h|i", "\x1b[2J\x00x", "\u202etxt.exe",
    "", " ", "~", "-rf", "ß" * 400, "🎲" * 200, "\ud800", "line\nbreak", "x" * 300, "Kestrel.", "%s{0}",
]  # fmt: skip


class Photographed(Table):
    """A table whose evening stands still, and that saves its pictures where it is told."""

    def __init__(self, made: Doc, folder: Path, pictures: Path) -> None:
        super().__init__(made, folder)
        self.now = lambda: EVENING
        self.settings = config.Config(pictures=str(pictures))


async def said(pilot: Pilot[Any], title: str, enough: Callable[[str], bool] = bool) -> str:
    """What the one notice says when it is there."""
    for _ in range(500):
        found = [notice.message for notice in pilot.app._notifications if notice.title == title]
        if found and enough(found[-1]):
            assert len(pilot.app._notifications) == 1
            return found[-1]
        await asyncio.sleep(0.01)
        await pilot.pause()
    raise AssertionError([str(notice) for notice in pilot.app._notifications])


def text_of(file: Path) -> str:
    """The words of a drawing."""
    return "".join(ElementTree.parse(file).getroot().itertext()).replace("\xa0", " ")


async def test_a_key_saves_what_is_seen_in_the_play_screen_and_in_a_dialog(tmp_path: Path) -> None:
    pictures = tmp_path / "deep" / "pictures"
    app = Photographed(doc(CALM), tmp_path, pictures)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await press(pilot, "f9")
        first = pictures / "Kestrel 2026-11-22 20.17.svg"
        assert (await said(pilot, picture.SAVED)).startswith(str(first))
        assert "Marksmanship" in text_of(first)
        await press(pilot, "h", "f9")
        second = pictures / "Kestrel 2026-11-22 20.17 (2).svg"
        await said(pilot, picture.SAVED, lambda told: "(2)" in told)
        assert "Make a kismet roll" in text_of(second)
        assert picture.SAVED not in text_of(second), "what is said of a picture is not in the next one"
        assert sorted(pictures.iterdir()) == sorted([first, second])


async def test_the_key_works_while_a_prompt_takes_letters_and_in_the_palette(tmp_path: Path) -> None:
    app = Photographed(doc(CALM), tmp_path, tmp_path / "p")
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "p", "f9")
        await said(pilot, picture.SAVED)
        await press(pilot, "escape", "ctrl+p", *"screenshot", "enter")
        await said(pilot, picture.SAVED, lambda told: "(2)" in told)
        assert len(list((tmp_path / "p").iterdir())) == 2


async def test_two_in_a_minute_and_what_stands_there_are_left_alone(tmp_path: Path) -> None:
    app = Photographed(doc(CALM), tmp_path, tmp_path / "p")
    (tmp_path / "p").mkdir()
    for name, target in (("", None), (" (2)", "nowhere"), (" (3)", str(tmp_path / "elsewhere"))):
        file = tmp_path / "p" / f"Kestrel 2026-11-22 20.17{name}.svg"
        if target:
            file.symlink_to(target)
        else:
            file.write_text("mine")
    (tmp_path / "p" / "Kestrel 2026-11-22 20.17 (4).png").write_text("mine")
    async with app.run_test(size=(80, 24)) as pilot:
        for number in (5, 6):
            await press(pilot, "f9")
            await said(pilot, picture.SAVED, lambda told, number=number: f"({number})" in told)  # type: ignore[misc]
    assert (tmp_path / "p" / "Kestrel 2026-11-22 20.17.svg").read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    made = picture.file_name(name, EVENING)
    assert not [char for char in made if char in '<>:"/\\|?*' or unicodedata.category(char)[0] == "C"]
    assert made[0] not in ".-~ " and made.endswith(" 2026-11-22 20.17")
    saved = picture.save(tmp_path / "p", made, "<svg/>")
    assert saved.resolve().parent == (tmp_path / "p").resolve()
    assert [saved] == list((tmp_path / "p").iterdir())


async def test_a_hostile_name_in_the_app(tmp_path: Path) -> None:
    made = doc(CALM)
    hostile = {**made, "concept": {**made["concept"], "name": "../../[/]<b>\u202e&x"}}
    app = Photographed(hostile, tmp_path / "inside", tmp_path / "p")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f9")
        told = await said(pilot, picture.SAVED)
    (saved,) = (tmp_path / "p").iterdir()
    assert str(saved) in told
    assert "[" in saved.name and "/]" not in saved.name
    ElementTree.parse(saved)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_is_locked_is_said_in_words(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    await refused(tmp_path, locked)


async def test_a_file_in_the_folder_s_place_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    await refused(tmp_path, tmp_path / "file")
    await refused(tmp_path / "again", tmp_path / "file" / "deeper")


async def refused(tmp_path: Path, where: Path) -> None:
    """Nothing can be saved there, and that is said."""
    app = Photographed(doc(CALM), tmp_path / "of", where)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f9")
        told = await said(pilot, "Picture not saved")
    assert told.startswith(f"{where} cannot be used: ") and "Errno" not in told
    assert "Set pictures in" in told


async def test_where_pictures_go_without_a_word_of_the_config(isolated: Path) -> None:
    assert picture.folder("") == isolated / "Pictures"
    (isolated / "Downloads").mkdir()
    assert picture.folder("") == isolated / "Downloads"
    (isolated / "Pictures").mkdir()
    assert picture.folder("") == isolated / "Pictures"
    assert picture.folder("~/mine") == isolated / "mine"
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f9")
        await said(pilot, picture.SAVED)
    (saved,) = (isolated / "Pictures").iterdir()
    assert saved.name.startswith("saga-tui 2")


async def test_a_picture_asks_no_other_machine() -> None:
    async with (app := Stage()).run_test(size=(80, 24)):
        drawn = app.export_screenshot()
    own = picture.alone(drawn)
    assert "https://cdn" in drawn
    assert "url(http" not in own and 'url("http' not in own
    assert picture.size_of(own) == picture.size_of(drawn)
    ElementTree.fromstring(own)


PROGRAMS = {
    "a program that makes one": (f"open(sys.argv[1], 'wb').write({picture.PNG!r})", True, "as PNG next to it"),
    "one that makes another thing": ("open(sys.argv[1], 'w').write('no')", False, "SVG only"),
    "one that makes nothing": ("pass", False, "SVG only"),
    "one that fails": ("sys.exit('no display')", False, "no display"),
}


@pytest.mark.parametrize("which", PROGRAMS)
async def test_a_png_where_a_program_makes_one(tmp_path: Path, which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, made, words = PROGRAMS[which]
    parts = (sys.executable, "-c", f"import sys; {code}", "{png}")
    monkeypatch.setattr(picture, "converter", lambda: parts)
    app = Photographed(doc(CALM), tmp_path, tmp_path / "p")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f9")
        await said(pilot, picture.SAVED, lambda told: words in told)
    assert [file.suffix for file in sorted((tmp_path / "p").iterdir())] == ([".png"] if made else []) + [".svg"]


async def test_without_such_a_program_that_is_said(tmp_path: Path) -> None:
    app = Photographed(doc(CALM), tmp_path, tmp_path / "p")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "f9")
        assert "PNG needs rsvg-convert" in await said(pilot, picture.SAVED)


@pytest.mark.parametrize(("text", "folder", "wrong"), [
    ('pictures = "~/x"', "~/x", ""), ("pictures = 3", "", "pictures: write a folder"),
    ('pictures = "a\\u0000b"', "", "pictures: write a folder"),
])  # fmt: skip
def test_the_config_names_the_folder(tmp_path: Path, text: str, folder: str, wrong: str) -> None:
    (tmp_path / "c.toml").write_text(text)
    found = config.load(tmp_path / "c.toml")
    assert found.pictures == folder
    assert wrong in " ".join(found.problems) and bool(found.problems) == bool(wrong)
