"""The file of an open character: what others do to it, while it is open and while it is closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.changes import same
from saga_tui.store import BadFile, Memory, Missing, dumps, load
from saga_tui.store.merging import leaves
from tests.store.disk import killed, looked, made, opened, pain
from tests.store.sample import LAYOUT, act, character, now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "characters"


def test_comments_and_order_that_people_add_survive(folder: Path) -> None:
    memory = made(folder)
    text = memory.path.read_text().replace('player = "Ana"', '# who plays\nplayer   =  "Ana"   # me')
    text = "# my hero\n\n" + text.replace("pain = 2", "pain = 2").replace("[story]", "[story] # long")
    memory.path.write_text(text)
    act(memory, "play.damage.pain", 5)
    act(memory, "gear", [*memory.doc["gear"], {"name": "Rope", "rating": 1}])
    memory.checkpoint()
    after = memory.path.read_text()
    assert "# my hero\n" in after
    assert '# who plays\nplayer   =  "Ana"   # me' in after
    assert "[story] # long" in after
    assert same(load(memory.path), memory.doc)
    memory.close()
    with opened(memory.path) as again:
        assert not again.notes
        assert same(again.doc, memory.doc)


def test_a_file_of_which_nothing_changed_is_not_written(folder: Path) -> None:
    memory = made(folder)
    memory.close()
    path = memory.path
    path.write_text("# mine\n" + path.read_text())
    before = path.stat()
    with opened(path) as memory:
        assert not memory.notes
    assert path.stat() == before


def test_an_edit_by_hand_is_noticed_merged_shown_and_undone(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.fear", 7)
    text = memory.path.read_text()
    memory.path.write_text(text.replace('name = "Kestrel"', 'name = "Kes"').replace("pain = 2", "pain = 4"))
    changes = looked(memory)
    assert {change.path for change in changes} == {("concept", "name"), ("play", "damage", "pain")}
    assert memory.doc["concept"]["name"] == "Kes"
    assert memory.doc["play"]["damage"] == {"pain": 4, "doubt": 0, "fear": 7}
    assert memory.poll() == ()
    event = memory.undo()
    assert event is not None
    assert memory.doc["concept"]["name"] == "Kestrel"
    assert memory.doc["play"]["damage"] == {"pain": 2, "doubt": 0, "fear": 7}
    memory.close()
    assert same(load(memory.path), memory.doc)


def test_the_hand_wins_and_ours_can_be_chosen(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 7)
    memory.path.write_text(memory.path.read_text().replace("pain = 2", "pain = 4"))
    looked(memory)
    (conflict,) = memory.conflicts
    assert (conflict.where, conflict.ours, conflict.theirs) == ("play.damage.pain", 7, 4)
    assert pain(memory) == 4
    memory.choose(conflict, ours=True)
    assert pain(memory) == 7
    assert memory.conflicts == ()
    memory.close()


def test_a_choice_left_for_later_is_asked_again_after_a_restart(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 7)
    act(memory, "play.damage.fear", 5)
    text = memory.path.read_text().replace("pain = 2", "pain = 4").replace("fear = 1", "fear = 6")
    memory.path.write_text(text)
    looked(memory)
    asked = memory.conflicts
    assert [conflict.where for conflict in asked] == ["play.damage.pain", "play.damage.fear"]
    memory.close()
    memory = opened(memory.path)
    assert memory.conflicts == asked
    memory.choose(asked[0], ours=True)
    memory.close()
    memory = opened(memory.path)
    assert memory.conflicts == asked[1:]
    act(memory, "play.damage.fear", 0)
    assert memory.conflicts == (), "whoever has changed it since has decided"
    memory.undo()
    memory.choose(asked[1], ours=False)
    memory.close()
    with opened(memory.path) as memory:
        assert memory.conflicts == ()
        assert (memory.doc["play"]["damage"]["pain"], memory.doc["play"]["damage"]["fear"]) == (7, 6)


def test_an_edit_while_the_program_is_closed_is_told(folder: Path) -> None:
    memory = made(folder)
    memory.close()
    memory.path.write_text(memory.path.read_text().replace("pain = 2", "pain = 4"))
    with opened(memory.path) as memory:
        assert memory.notes == ("kestrel.toml was edited by hand: 1 change merged",)
        assert [change.path for change in memory.poll()] == [("play", "damage", "pain")]
        assert memory.poll() == ()
        assert pain(memory) == 4
        memory.undo()
        assert pain(memory) == 2


@pytest.mark.parametrize("closed", [True, False])
def test_an_editor_that_read_the_file_before_the_last_acts_takes_nothing_back_unasked(
    folder: Path, closed: bool
) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 3)
    memory.checkpoint()
    read = memory.path.read_text()
    for value in (4, 5):
        act(memory, "play.damage.pain", value)
        act(memory, "gear", [*memory.doc["gear"], {"name": f"Rope {value}", "rating": 1}])
        memory.checkpoint()
    written = read.replace('player = "Ana"', 'player = "Bo"').replace("fear = 1", "fear = 9")
    if closed:
        memory.close()
        memory.path.write_text(written)
        memory = opened(memory.path)
    else:
        memory.path.write_text(written)
        looked(memory)
    assert any("2 values of play kept" in note for note in memory.notes)
    assert memory.doc["play"]["damage"] == {"pain": 5, "doubt": 0, "fear": 9}
    assert [item["name"] for item in memory.doc["gear"]][2:] == ["Rope 4", "Rope 5"]
    memory.close()
    with opened(memory.path) as memory:
        asked = {conflict.where: conflict for conflict in memory.conflicts}
        assert set(asked) == {"play.damage.pain", "gear"}
        both = asked["play.damage.pain"]
        assert (both.ours, both.theirs, both.stands) == (5, 3, 5)
        memory.choose(both, ours=False)
        memory.choose(asked["gear"], ours=True)
        assert memory.conflicts == ()
        assert pain(memory) == 3
        assert len(memory.doc["gear"]) == 4
        memory.undo()
        assert pain(memory) == 5
        assert memory.doc["concept"]["player"] == "Bo"
        memory.undo()
        assert memory.doc["concept"]["player"] == "Ana"
        assert memory.doc["play"]["damage"] == {"pain": 5, "doubt": 0, "fear": 1}
    assert same(load(memory.path), memory.doc)


def test_a_value_that_play_did_not_touch_goes_back_by_hand_as_any_edit(folder: Path) -> None:
    memory = made(folder)
    for value in (4, 2):
        memory.path.write_text(
            memory.path.read_text().replace("pain = 2" if value == 4 else "pain = 4", f"pain = {value}")
        )
        looked(memory)
        act(memory, "play.damage.fear", value)
        memory.checkpoint()
    assert pain(memory) == 2
    assert memory.conflicts == ()
    memory.close()


def test_an_older_version_put_back_as_it_was_is_asked_about(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 3)
    memory.checkpoint()
    older = memory.path.read_text()
    for value in (4, 5):
        act(memory, "play.damage.pain", value)
        memory.checkpoint()
    memory.close()
    memory.path.write_text(older)
    with Memory.open(memory.path, LAYOUT, read_only=True) as looking:
        assert pain(looking) == 5
    with opened(memory.path) as memory:
        assert pain(memory) == 5
        (both,) = memory.conflicts
        memory.choose(both, ours=False)
        assert pain(memory) == 3
        assert next(event.do for event in memory.history()) == "external"
        memory.undo()
        assert pain(memory) == 5


@pytest.mark.parametrize(("left", "asked"), [(60, False), (59, True)])
def test_a_third_of_the_values_may_go_by_hand_without_a_question(folder: Path, left: int, asked: bool) -> None:
    """Of 90 values 30 may go."""
    other = leaves({**character(), "id": "x"})
    doc = {**character(), "words": [f"word {number}" for number in range(90 - other)]}
    with Memory.create(folder, doc, LAYOUT, now=now) as memory:
        assert leaves(memory.doc) == 90
        edited = {**memory.doc, "words": memory.doc["words"][: left - other]}
        memory.path.write_text(dumps(edited))
        looked(memory)
        assert (memory.problem is not None) == asked
        assert len(memory.doc["words"]) == (90 - other if asked else left - other)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "the character's name is missing"),
        ('[concept]\nname = "Kestrel"\n', "38 of 39 values are missing"),
        ("[concept\n", "section"),
        ("\x00" * 40, "NUL"),
        ('format = 9\n[concept]\nname = "Kestrel"\n', "format 9"),
    ],
)
def test_a_bad_file_is_left_alone_until_somebody_decides(folder: Path, content: str, says: str) -> None:
    memory = made(folder)
    memory.path.write_text(content)
    looked(memory)
    assert memory.problem is not None
    assert says in str(memory.problem)
    act(memory, "play.damage.pain", 8)
    assert memory.status == "saved"
    memory.checkpoint()
    assert memory.path.read_text() == content
    memory.close()
    if "format 9" in says:
        with opened(memory.path) as memory:
            assert memory.read_only
        return
    with opened(memory.path) as memory:
        assert memory.problem is not None
        assert pain(memory) == 8
        memory.use_memory()
        assert memory.problem is None
        assert same(load(memory.path), memory.doc)
        assert any(kept.path.read_text() == content for kept in memory.kept())


def test_a_bad_file_that_is_mended_by_hand_is_taken_over(folder: Path) -> None:
    memory = made(folder)
    text = memory.path.read_text()
    memory.path.write_text(text.replace('"Ana"', '"Ana'))
    looked(memory)
    assert memory.problem is not None
    assert memory.problem.line == text[: text.index("player")].count("\n") + 1
    memory.path.write_text(text.replace('"Ana"', '"Bob"'))
    assert [change.new for change in looked(memory)] == ["Bob"]
    assert memory.problem is None
    memory.close()


def test_a_file_that_lost_much_can_be_meant(folder: Path) -> None:
    memory = made(folder)
    small = {"format": 1, "game": "demo", "id": memory.doc["id"], "concept": {"name": "Kestrel"}}
    memory.path.write_text(dumps(small))
    looked(memory)
    assert memory.problem is not None
    assert memory.use_file()
    assert memory.problem is None
    assert same(memory.doc, small)
    memory.undo()
    assert same(memory.doc, character())
    memory.close()


def test_a_file_that_is_gone_is_rebuilt_only_when_asked(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 5)
    memory.close()
    memory.path.unlink()
    with pytest.raises(Missing):
        opened(memory.path)
    assert not memory.path.exists()
    with Memory.open(memory.path, LAYOUT, rebuild=True, now=now) as again:
        assert same(again.doc, memory.doc)
        assert again.notes == ("kestrel.toml was missing and was rebuilt from its history",)
        again.path.unlink()
        looked(again)
        assert isinstance(again.problem, Missing)
        act(again, "play.damage.pain", 6)
        again.checkpoint()
        assert not again.path.exists()
        again.use_memory()
        assert same(load(again.path), again.doc)


def test_a_file_without_a_memory_leaves_none_behind_when_it_is_only_looked_at(folder: Path) -> None:
    folder.mkdir()
    doc = character()
    del doc["id"]
    (folder / "x.toml").write_text("# by hand\n" + dumps(doc))
    with opened(folder / "x.toml") as memory:
        assert same(memory.doc, doc)
    assert [path.name for path in folder.iterdir()] == ["x.toml"]
    memory = opened(folder / "x.toml")
    act(memory, "play.damage.pain", 5)
    memory = (killed(memory), opened(folder / "x.toml"))[1]  # killed before the file has the id
    assert pain(memory) == 5
    assert len(memory.doc["id"]) == 8
    memory.close()
    assert load(folder / "x.toml")["id"] == memory.doc["id"]
    assert (folder / "x.toml").read_text().startswith("# by hand\n")


@pytest.mark.parametrize("bad", ["", "[concept]\n", "x = ["])
def test_a_file_that_is_no_character_is_refused(folder: Path, bad: str) -> None:
    folder.mkdir()
    (folder / "x.toml").write_text(bad)
    with pytest.raises(BadFile, match=r"x\.toml"):
        opened(folder / "x.toml")
    with pytest.raises(BadFile, match="no such file"):
        opened(folder / "y.toml")


def test_a_version_put_back_after_closing_is_asked_about_even_if_it_is_the_one_before(folder: Path) -> None:
    memory = made(folder)
    before = memory.path.read_bytes()
    act(memory, "play.damage.pain", 7)
    memory.close()
    memory.path.write_bytes(before)
    with opened(memory.path) as again:
        (both,) = again.conflicts
        assert (both.stands, both.theirs) == (7, 2)
        assert next(again.history()).do == "external"
