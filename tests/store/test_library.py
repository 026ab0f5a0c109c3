"""A folder of characters: listed, found, copied, renamed, thrown away, brought back."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from saga_tui.changes import same
from saga_tui.store import (
    Ambiguous,
    Layout,
    Library,
    Locked,
    Memory,
    NotFound,
    RealFS,
    characters_folder,
    dumps,
    file_stem,
    load,
    slug,
    state_folder,
)
from tests.store.sample import LAYOUT, act, character, put


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / "characters"
    folder.mkdir()
    for age, (stem, name) in enumerate([("kestrel", "Kestrel"), ("ana", "Ana of the Hills"), ("ana-2", "Ana")]):
        doc = {**put(character(), "concept.name", name), "id": f"id{stem.replace('-', '')}00"}
        (folder / f"{stem}.toml").write_text("# mine\n" + dumps(doc))
        os.utime(folder / f"{stem}.toml", (1000 - age, 1000 - age))
    return Library(folder, layout=LAYOUT)


def test_the_newest_comes_first_and_a_bad_file_is_an_entry(library: Library) -> None:
    bad = library.folder / "bad.toml"
    bad.write_text("x = [\n")
    os.utime(bad, (2000, 2000))
    (library.folder / "nowhere.toml").symlink_to("/nowhere/at/all")
    (library.folder / ".~x.toml.tmp").write_text("")
    (library.folder / ".hidden.toml").write_text("")
    (library.folder / "notes.txt").write_text("")
    (library.folder / "kestrel (conflicted copy).toml").write_bytes((library.folder / "kestrel.toml").read_bytes())
    entries = library.entries()
    assert [entry.path.stem for entry in entries] == ["bad", "kestrel", "ana", "ana-2", "nowhere"]
    assert entries[0].doc is None
    assert entries[0].error is not None
    assert entries[0].error.line in (1, 2)
    assert entries[1].doc is not None
    assert entries[1].played is not None
    assert entries[1].played.timestamp() == 1000


@pytest.mark.parametrize(
    ("stem", "stays"),
    [
        ("kestrel (conflicted copy 2026-11-21)", False),
        ("kestrel-conflict", True),
        ("kestrel conflict of interest", True),
        ("kestrel (the conflict)", True),
        ("ana (conflicted copy)", True),
        ("wren (conflicted copy)", True),
    ],
)
def test_only_a_sync_tools_second_version_is_not_listed(library: Library, stem: str, stays: bool) -> None:
    """The tools' own names alone, and only beside an original of the same id."""
    file = library.folder / f"{stem}.toml"
    file.write_bytes((library.folder / "kestrel.toml").read_bytes())
    assert (file in library.paths()) == stays
    with Memory.open(library.folder / "kestrel.toml", LAYOUT):
        assert file.exists() == stays


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    library = Library(tmp_path / "nowhere")
    assert library.entries() == []
    assert library.trash() == []
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("asked", "stem"),
    [
        ("kestrel", "kestrel"),
        ("KESTREL", "kestrel"),
        ("ana", "ana"),
        ("ana-2", "ana-2"),
        ("ana of the hills", "ana"),
        ("kest", "kestrel"),
        ("Hills", "ana"),
        ("kestrel.toml", "kestrel"),
        ("Ana", "ana-2"),
    ],
)
def test_a_character_is_found_by_name_stem_or_path(library: Library, asked: str, stem: str) -> None:
    if asked == "Ana":
        with pytest.raises(Ambiguous, match="ana or ana-2"):
            library.find(asked)
        return
    assert library.find(asked).stem == stem
    assert library.find(str(library.folder / f"{stem}.toml")).stem == stem


def test_an_unknown_name_gets_the_near_ones(library: Library) -> None:
    with pytest.raises(NotFound, match=r'There is no character "Kestral"\. Did you mean Kestrel\?') as caught:
        library.find("Kestral")
    assert caught.value.near == ("Kestrel",)
    with pytest.raises(
        NotFound, match=r'^There is no character "\[/\]zzz"\. Choose one of: Kestrel, Ana of the Hills, ana, ana-2\.$'
    ):
        library.find("[/]zzz")


def test_a_copy_is_a_character_of_its_own(library: Library) -> None:
    source = library.find("kestrel")
    copy = library.copy(source, "Kestrel")
    assert copy.name == "kestrel-2.toml"
    assert copy.read_text().startswith("# mine\n")
    old, new = load(source), load(copy)
    assert old.pop("id") != new.pop("id")
    assert same(old, new)
    assert load(library.copy(source, "Wren"))["concept"]["name"] == "Wren"


def test_a_renamed_character_keeps_its_memory(library: Library) -> None:
    path = library.find("kestrel")
    with Memory.open(path, LAYOUT) as memory:
        act(memory, "play.damage.pain", 5)
        with pytest.raises(Locked, match="open in another window"):
            library.rename(path, "Wren")
        with pytest.raises(Locked):
            library.delete(path)
    renamed = library.rename(path, "Wren")
    assert renamed == library.folder / "wren.toml"
    assert renamed.read_text().startswith("# mine\n")
    with Memory.open(renamed, LAYOUT) as memory:
        assert [event.do for event in memory.history()] == ["rename", "set"]


def test_the_trash_gives_everything_back(library: Library) -> None:
    path = library.find("kestrel")
    with Memory.open(path, LAYOUT) as memory:
        act(memory, "play.damage.pain", 5)
        state = memory.doc
    trashed = library.delete(path)
    assert not path.exists()
    assert library.trash() == [trashed]
    assert [entry.path.stem for entry in library.entries()] == ["ana", "ana-2"]
    path.write_text(dumps({**character(), "id": "another00"}))
    back = library.restore(trashed)
    assert back.name == "kestrel-2.toml"
    assert library.trash() == []
    with Memory.open(back, LAYOUT) as memory:
        assert same(memory.doc, state)
        assert memory.undo() is not None


class Killed(BaseException):
    """The program ended there."""


STEPS = [*(("delete", step) for step in range(8)), *(("bring back", step) for step in range(14))]


@pytest.mark.parametrize(("act_on", "step"), STEPS)
def test_deleting_and_bringing_back_are_one_act_each(
    library: Library, monkeypatch: pytest.MonkeyPatch, act_on: str, step: int
) -> None:
    """Killed at any rename or flush the character is where it was, or where it goes, with all that happened."""
    path = library.find("kestrel")
    with Memory.open(path, LAYOUT) as memory:
        act(memory, "play.damage.pain", 5)
        state = memory.doc
    if act_on == "bring back":
        library.delete(path)
        path.write_text(dumps(state))  # put back by other means: what lies in the trash comes back beside it
    left = step

    def killing(original: Callable[..., None]) -> Callable[..., None]:
        def call(*arguments: str) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            original(*arguments)

        return call

    with monkeypatch.context() as patched, suppress(Killed):
        patched.setattr(RealFS, "replace", killing(RealFS.replace))
        patched.setattr(RealFS, "fsync_dir", killing(RealFS.fsync_dir))
        library.delete(path) if act_on == "delete" else library.restore(library.trash()[0])
    back = [library.restore(trashed) for trashed in library.trash()]
    assert library.trash() == []
    names = {"kestrel"} if act_on == "delete" else {"kestrel", "kestrel-2"}
    assert {entry.path.stem for entry in library.entries()} == {"ana", "ana-2", *names}
    with Memory.open((back or [path.with_name(f"{max(names)}.toml")])[0], LAYOUT) as memory:
        assert {**memory.doc, "id": ""} == {**state, "id": ""}
        assert memory.undo() is not None
        assert memory.doc["play"]["damage"]["pain"] == 2
    assert len({entry.doc["id"] for entry in library.entries() if entry.doc}) == 2 + len(names)


def test_what_comes_back_beside_a_file_without_an_id_keeps_its_memory(library: Library) -> None:
    path = library.find("kestrel")
    with Memory.open(path, LAYOUT) as memory:
        act(memory, "play.damage.pain", 5)
    trashed = library.delete(path)
    path.write_text(dumps({key: value for key, value in character().items() if key != "id"}))
    back = library.restore(trashed)
    with Memory.open(path, LAYOUT) as memory:
        assert memory.undo_target() is None
    with Memory.open(back, LAYOUT) as memory:
        assert memory.undo() is not None


def test_a_copied_id_keeps_the_memory_with_the_file_that_stays(library: Library) -> None:
    path = library.find("kestrel")
    with Memory.open(path, LAYOUT) as memory:
        act(memory, "play.damage.pain", 5)
    (library.folder / "twin.toml").write_bytes(path.read_bytes())
    library.delete(library.folder / "twin.toml")
    with Memory.open(path, LAYOUT) as memory:
        assert memory.undo() is not None


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Kestrel", "kestrel"),
        ("Zoë O'Brien-Ångström!", "zoe-obrien-angstrom"),
        ("../../etc/passwd", "etc-passwd"),
        ("李小龙", "character"),
        ("", "character"),
        ("CON", "con-1"),
        ("x" * 80, "x" * 40),
        ("a" * 39 + " b", "a" * 39),
        ("--", "character"),
    ],
)
def test_a_name_makes_a_harmless_file_name(name: str, stem: str) -> None:
    assert slug(name) == stem


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Fridä", "frida"),
        ("木曜日", "木曜日"),
        ("Ночь  Стража!", "ночь-стража"),
        ("!?", "character"),
        ("किताब", "किताब"),
        ("木" * 400, "木" * 40),
    ],
)
def test_a_file_is_named_in_the_letters_of_its_name(name: str, stem: str, tmp_path: Path) -> None:
    assert file_stem(name) == stem
    (tmp_path / f"{stem}.toml").touch()


def test_where_characters_and_state_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    home = characters_folder(None)
    assert home.name == "characters"
    assert not home.exists()
    (tmp_path / "characters").mkdir()
    assert characters_folder(None) == tmp_path / "characters"
    monkeypatch.setenv("SAGA_TUI_DIR", str(tmp_path / "told"))
    assert characters_folder(None) == tmp_path / "told"
    assert characters_folder(tmp_path / "said") == tmp_path / "said"
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "state"))
    assert state_folder() == tmp_path / "state"
    assert state_folder(tmp_path / "said") == tmp_path / "said"


def test_another_games_name_stands_elsewhere(tmp_path: Path) -> None:
    layout = Layout(name_path=("title",))
    (tmp_path / "x.toml").write_text('title = "Bo"\n')
    library = Library(tmp_path, layout=layout)
    assert library.find("bo").stem == "x"
    assert load(library.copy(library.find("Bo"), "Cy"))["title"] == "Cy"
