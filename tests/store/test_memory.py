"""An open character on a real disk: what happens, what is undone, what is being typed, modes and links."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from saga_tui.changes import Change, ChangeError, diff, same
from saga_tui.store import Memory, ReadOnly, load
from tests.store.disk import killed, made, opened, pain
from tests.store.sample import LAYOUT, act, create, now, put, undo_to
from tests.store.simfs import SimFS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "characters"


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


def test_an_action_is_one_write_and_one_flush() -> None:
    fs = SimFS()
    memory = create(fs)
    act(memory, "play.damage.pain", 3)
    calls: list[str] = []
    fs.on_op = lambda _fs, name: calls.append(name)
    act(memory, "play.damage.pain", 4)
    memory.undo()
    assert calls == ["write", "fdatasync"] * 2


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
            memory._parts.ledger.journal.roll()
    memory.close()
    memory = opened(memory.path)
    undone = undo_to(memory, 5)
    assert len(undone) == 25
    assert pain(memory) == 104
    assert [event.id for event in memory.history()] == list(range(31, 0, -1)), "one event, however many it undoes"
    undo_to(memory, 0)
    assert same(memory.doc, first)
    assert memory.undo() is None
    memory.close()
    memory = opened(memory.path)
    for value in (104, 129):
        assert memory.redo() is not None
        assert pain(memory) == value
    assert memory.redo() is None
    assert memory.undo() is not None
    assert pain(memory) == 128, "what came back at once is undone one by one"
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
    path, memory = memory.path, killed(memory)
    memory = opened(path)
    assert memory.drafts() == {"concept.line": "Hello", "story.notes": "x\ny"}
    memory.drop_draft("concept.line")
    memory = (killed(memory), opened(path))[1]
    assert memory.drafts() == {"story.notes": "x\ny"}
    memory.drop_draft("story.notes")
    assert not list(folder.glob(".saga-tui/*/draft.toml"))
    memory.close()


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
    Path(memory._parts.places.beside).symlink_to(victim)
    act(memory, "play.damage.pain", 5)
    memory.checkpoint()
    Path(memory._parts.places.journal, "000002.toml").symlink_to(victim)
    memory._parts.ledger.journal.roll()
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


def test_a_copy_that_only_looks_does_not_show_an_edit_that_could_not_be_taken_over(folder: Path) -> None:
    """What somebody is in the middle of typing must not reach a window that only looks: it could not show it."""
    with made(folder) as memory:
        memory.checkpoint()
        with Memory.open(memory.path, LAYOUT, read_only=True) as looking:
            text = memory.path.read_text(encoding="utf-8")
            for wrong in (text.replace('name = "Kestrel"', "name = 7"), text[:40]):
                memory.path.write_text(wrong, encoding="utf-8")
                assert looking.poll() == ()
                assert same(looking.doc, memory.doc)
                assert looking.problem is not None
            memory.path.write_text(text.replace('name = "Kestrel"', 'name = "Kes"'), encoding="utf-8")
            assert [change.new for change in looking.poll()] == ["Kes"]
            assert looking.problem is None
