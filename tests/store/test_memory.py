"""An open character on a real disk: what happens, what is undone, what others do to its file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from saga_tui.changes import Change, ChangeError, Doc, diff, same
from saga_tui.store import BadFile, Layout, Memory, Missing, ReadOnly, dumps, load
from tests.store.sample import LAYOUT, act, character, now, put


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "characters"


def made(folder: Path, doc: Doc | None = None, layout: Layout = LAYOUT) -> Memory:
    return Memory.create(folder, doc or character(), layout, now=now)


def opened(path: Path, layout: Layout = LAYOUT) -> Memory:
    return Memory.open(path, layout, now=now)


def pain(memory: Memory) -> int:
    value = memory.doc["play"]["damage"]["pain"]
    assert isinstance(value, int)
    return value


def looked(memory: Memory) -> tuple[Change, ...]:
    """Two looks: an edit is taken over when it has come to rest."""
    return memory.poll() or memory.poll()


# -- actions, undo, history


def test_an_action_is_an_event_with_all_that_was_said(folder: Path) -> None:
    with made(folder) as memory:
        new = put(memory.doc, "play.damage.pain", 5)
        event = memory.commit(
            "suffer", {"amount": 3}, diff(memory.doc, new), new_doc=new, dice=(1, 6), clock={"scene": 2}, text="+3 pain"
        )
        assert (event.id, event.do, event.params) == (1, "suffer", {"amount": 3})
        assert (event.dice, event.clock) == ((1, 6), {"scene": 2})
        assert (event.at, event.text, event.of) == (now(), "+3 pain", None)
        assert memory.status == "saved"
        path = memory.path
    with opened(path) as memory:
        assert list(memory.history()) == [event]
        assert pain(memory) == 5
        assert not memory.notes


def test_everything_is_undone_and_done_again_after_a_restart(folder: Path) -> None:
    memory = made(folder)
    states = [memory.doc]
    for value in range(10, 14):
        act(memory, "play.damage.pain", value)
        states.append(memory.doc)
    memory.close()
    memory = opened(memory.path)
    for state in reversed(states[:-1]):
        assert memory.undo() is not None
        assert same(memory.doc, state)
    assert memory.undo() is None
    memory.close()
    memory = opened(memory.path)
    for state in states[1:]:
        assert memory.redo() is not None
        assert same(memory.doc, state)
    assert memory.redo() is None
    act(memory, "play.damage.pain", 99)
    assert memory.redo_target() is None
    target = memory.undo_target()
    assert target is not None
    assert target.params == {"path": "play.damage.pain"}
    memory.close()


def test_a_new_action_ends_what_could_be_done_again(folder: Path) -> None:
    with made(folder) as memory:
        act(memory, "play.damage.pain", 5)
        act(memory, "play.damage.pain", 6)
        memory.undo()
        act(memory, "play.damage.fear", 9)
        assert memory.redo() is None
        memory.undo()
        assert (redo := memory.redo_target()) is not None
        assert redo.params == {"path": "play.damage.fear"}


def test_undo_goes_back_to_any_event_through_closed_segments(folder: Path) -> None:
    memory = made(folder)
    first = memory.doc
    for value in range(30):
        act(memory, "play.damage.pain", 100 + value)
        if value % 10 == 9:
            memory._desk.ledger.journal.roll()
    memory.close()
    memory = opened(memory.path)
    undone = memory.undo_to(5)
    assert len(undone) == 25
    assert pain(memory) == 104
    assert [event.id for event in memory.history()] == list(range(55, 0, -1))
    memory.undo_to(0)
    assert same(memory.doc, first)
    for _ in range(30):
        assert memory.redo() is not None
    assert pain(memory) == 129
    memory.close()


def test_a_change_that_does_not_fit_happens_nowhere(folder: Path) -> None:
    with made(folder) as memory:
        before = memory.doc
        with pytest.raises(ChangeError):
            memory.commit("x", {}, [Change(("play", "nothing", "x"), 1, 2)])
        with pytest.raises(ChangeError, match="do not lead"):
            memory.commit("x", {}, diff(before, put(before, "play.damage.pain", 5)), new_doc=before)
        with pytest.raises(ValueError):
            memory.commit("x", {}, [Change(("concept", "line"), before["concept"]["line"], "\ud800")])
        assert memory.doc is before
        assert list(memory.history()) == []


def test_a_hostile_text_is_kept_as_it_is(folder: Path) -> None:
    text = "[/]\x1b[2J\u202e\n# crc 00000000\n\n[[event]]\n\"\"\"'''\\ \x00\x7f"
    with made(folder) as memory:
        act(memory, "story.notes", text)
        path = memory.path
    assert load(path)["story"]["notes"] == text
    with opened(path) as memory:
        assert memory.doc["story"]["notes"] == text
        assert not memory.notes


# -- drafts


def test_text_being_typed_survives_a_kill_and_ends_with_its_event(folder: Path) -> None:
    memory = made(folder)
    for end in range(1, 6):
        memory.save_draft("concept.line", "Hello"[:end])
    memory.save_draft("story.notes", "x\ny")
    path, memory = memory.path, _killed(memory)
    memory = opened(path)
    assert memory.drafts() == {"concept.line": "Hello", "story.notes": "x\ny"}
    memory.drop_draft("concept.line")
    memory = (_killed(memory), opened(path))[1]
    assert memory.drafts() == {"story.notes": "x\ny"}
    memory.drop_draft("story.notes")
    assert not list(folder.glob(".saga-tui/*/draft.toml"))
    memory.close()


def _killed(memory: Memory) -> Memory:
    """What a kill does: nothing is closed, only the lock is gone."""
    memory._give_lock()
    return memory


# -- the file


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
        assert memory.notes == ("kestrel.toml was edited by hand: 1 change taken over",)
        assert [change.path for change in memory.poll()] == [("play", "damage", "pain")]
        assert memory.poll() == ()
        assert pain(memory) == 4
        memory.undo()
        assert pain(memory) == 2


def test_an_older_version_put_back_is_an_edit(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 3)
    memory.checkpoint()
    older = memory.path.read_text()
    for value in (4, 5):
        act(memory, "play.damage.pain", value)
        memory.checkpoint()
    memory.close()
    memory.path.write_text(older)
    with opened(memory.path) as memory:
        assert pain(memory) == 3
        assert next(event.do for event in memory.history()) == "external"
        memory.undo()
        assert pain(memory) == 5


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "the character's name is gone"),
        ('[concept]\nname = "Kestrel"\n', "values are gone"),
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
        assert again.notes == ("kestrel.toml was gone and was rebuilt from its memory",)
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
    memory = (_killed(memory), opened(folder / "x.toml"))[1]  # killed before the file has the id
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


def test_a_version_put_back_after_closing_is_an_edit_even_if_it_is_the_one_before(folder: Path) -> None:
    memory = made(folder)
    before = memory.path.read_bytes()
    act(memory, "play.damage.pain", 7)
    memory.close()
    memory.path.write_bytes(before)
    with opened(memory.path) as again:
        assert pain(again) == 2
        assert next(again.history()).do == "external"


# -- modes and links


def test_the_memory_is_the_users_own_and_a_files_mode_is_kept(folder: Path) -> None:
    memory = made(folder)
    memory.path.chmod(0o640)
    act(memory, "play.damage.pain", 5)
    memory.save_draft("x", "y")
    memory.backup("test")
    memory.close()
    assert stat.S_IMODE(memory.path.stat().st_mode) == 0o640
    for path in (folder / ".saga-tui").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_link_stays_a_link(folder: Path, tmp_path: Path) -> None:
    memory = made(tmp_path / "elsewhere")
    memory.close()
    folder.mkdir()
    link = folder / "linked.toml"
    link.symlink_to(memory.path)
    with opened(link) as again:
        act(again, "play.damage.pain", 5)
        assert again.path == memory.path
    assert link.is_symlink()
    assert load(link)["play"]["damage"]["pain"] == 5
    assert [path.name for path in folder.iterdir()] == ["linked.toml"]


def test_a_planted_link_is_never_written_through(folder: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    memory = made(folder)
    Path(memory._desk.places.beside).symlink_to(victim)
    act(memory, "play.damage.pain", 5)
    memory.checkpoint()
    Path(memory._desk.places.journal, "000002.toml").symlink_to(victim)
    memory._desk.ledger.journal.roll()
    memory.close()
    assert victim.read_text() == "precious"


def test_a_copy_that_only_looks_writes_nothing(folder: Path) -> None:
    memory = made(folder)
    memory.close()
    memory.path.write_text(memory.path.read_text().replace("pain = 2", "pain = 4"))
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    with Memory.open(memory.path, LAYOUT, read_only=True) as again:
        assert pain(again) == 4
        assert again.status_text == "read-only"
        again.save_draft("x", "y")
        again.checkpoint()
        with pytest.raises(ReadOnly):
            act(again, "play.damage.pain", 5)
        with pytest.raises(ReadOnly):
            again.undo()
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
