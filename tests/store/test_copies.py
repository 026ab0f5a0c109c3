"""Two copies of the program, copied and renamed files, two devices, conflict copies, git conflicts: nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from saga_tui.changes import MISSING, Change, diff, same
from saga_tui.store import Memory, dumps, load
from saga_tui.store.read_only import audit, past
from saga_tui.store.undoing import restore_point
from saga_tui.ui.journal.recent import log_of
from tests.store.sample import LAYOUT, act, character, now, put


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "characters"


def made(folder: Path, state: Path | None = None) -> Memory:
    return Memory.create(folder, character(), LAYOUT, now=now, state_dir=state)


def opened(path: Path, state: Path | None = None) -> Memory:
    return Memory.open(path, LAYOUT, now=now, state_dir=state)


# -- two copies of the program


def test_the_second_copy_looks_live_and_can_take_over(folder: Path) -> None:
    first = made(folder)
    second = opened(first.path)
    assert second.read_only
    act(first, "play.damage.pain", 5)
    assert [(change.path, change.new) for change in second.poll()] == [(("play", "damage", "pain"), 5)]
    assert second.poll() == ()
    assert [event.id for event in second.history()] == [1]
    assert not second.take_over()
    assert not first.asked_for
    second.ask_to_take_over()
    assert first.asked_for
    first.refuse()
    assert not first.asked_for
    second.ask_to_take_over()
    act(first, "play.damage.pain", 6)
    first.hand_over()
    assert first.read_only
    assert second.take_over()
    assert not second.read_only
    assert second.doc["play"]["damage"]["pain"] == 6
    act(second, "play.damage.pain", 7)
    assert first.poll()[0].new == 7
    second.undo()
    second.undo()
    assert second.doc["play"]["damage"]["pain"] == 5
    second.close()
    first.close()


def test_a_link_and_its_target_are_one_character(folder: Path, tmp_path: Path) -> None:
    first = made(folder)
    (tmp_path / "link.toml").symlink_to(first.path)
    second = opened(tmp_path / "link.toml")
    assert second.read_only
    second.close()
    first.close()


# -- files copied and renamed by hand


def test_a_copied_file_gets_an_id_of_its_own_at_its_first_write(folder: Path) -> None:
    first = made(folder)
    act(first, "play.damage.pain", 5)
    first.close()
    copy = folder / "twin.toml"
    shutil.copy(first.path, copy)
    second = opened(copy)
    assert list(second.history()) == []
    assert same(second.doc, first.doc)
    act(second, "play.damage.pain", 9)
    assert second.doc["id"] != first.doc["id"]
    assert second.notes == ("this file was copied from another character and now has its own id",)
    second._give_lock()  # killed before its file has the new id
    second = opened(copy)
    assert second.doc["play"]["damage"]["pain"] == 9
    second.close()
    assert load(copy)["id"] == second.doc["id"]
    again = opened(first.path)
    assert [event.id for event in again.history()] == [1]
    assert again.doc["play"]["damage"]["pain"] == 5
    again.close()


def test_a_file_renamed_by_hand_keeps_its_memory(folder: Path) -> None:
    first = made(folder)
    act(first, "play.damage.pain", 5)
    first.close()
    moved = folder / "other.toml"
    first.path.rename(moved)
    with opened(moved) as again:
        assert not again.notes
        assert again.undo() is not None
    shutil.copy(moved, first.path)  # a copy under the old name is a copy, not the owner
    with opened(first.path) as copy:
        assert list(copy.history()) == []
    with opened(moved) as again:
        assert len(list(again.history())) == 2


def test_renaming_is_an_event_and_moves_the_file(folder: Path) -> None:
    memory = made(folder)
    memory.rename("Ysolde [/] of the Broken Spire")
    assert memory.path.name == "ysolde-of-the-broken-spire.toml"
    assert not (folder / "kestrel.toml").exists()
    act(memory, "play.damage.pain", 5)
    memory.close()
    with opened(memory.path) as again:
        assert [event.do for event in again.history()] == ["set", "rename"]
        again.undo()
        again.undo()
        assert again.doc["concept"]["name"] == "Kestrel"


@pytest.mark.parametrize("name", ["../../etc/passwd", "..", "/", "con", "\x00", "a" * 500, "李", "."])
def test_no_name_is_ever_a_path(folder: Path, name: str) -> None:
    memory = Memory.create(folder, put(character(), "concept.name", name), LAYOUT)
    assert memory.path.parent == folder
    assert len(memory.path.name) <= 45
    memory.rename(name + "x")
    assert memory.path.parent == folder
    memory.close()


@pytest.mark.parametrize("wild", ["../../../x", "a/b", "", "x" * 600, "ü", ".."])
def test_no_id_is_ever_a_path(folder: Path, wild: str) -> None:
    folder.mkdir()
    (folder / "x.toml").write_text(dumps({**character(), "id": wild}))
    memory = opened(folder / "x.toml")
    act(memory, "play.damage.pain", 5)
    memory.close()
    assert [path.parent for path in folder.glob(".saga-tui/*")] == [folder / ".saga-tui"]
    with opened(folder / "x.toml") as again:
        assert again.doc["play"]["damage"]["pain"] == 5
        assert len(list(again.history())) in (1, 2)


# -- two devices and a synced folder


def synced(source: Path, target: Path) -> None:
    """The folder as a sync tool brings it to the other device."""
    shutil.copytree(source, target, dirs_exist_ok=True)


def test_two_devices_take_turns(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    a = made(here / "c", here / "s")
    act(a, "play.damage.pain", 5)
    a.close()
    synced(here / "c", there / "c")
    b = opened(there / "c" / "kestrel.toml", there / "s")
    assert not b.notes
    assert b.doc["play"]["damage"]["pain"] == 5
    assert len(list(b.history())) == 1
    act(b, "play.damage.fear", 9)
    b.close()
    synced(there / "c", here / "c")
    a = opened(here / "c" / "kestrel.toml", here / "s")
    assert a.doc["play"]["damage"] == {"pain": 5, "doubt": 0, "fear": 9}
    newest = next(event for event in a.history() if event.device == a._parts.places.device)
    assert (newest.do, newest.params["source"]) == ("external", "device")
    a.undo()
    assert a.doc["play"]["damage"]["fear"] == 1
    a.close()
    with opened(here / "c" / "kestrel.toml", here / "s") as a:  # and it stays undone
        assert a.doc["play"]["damage"]["fear"] == 1
        assert not a.notes


def test_an_old_copy_of_the_file_that_lay_on_another_device_is_no_edit(tmp_path: Path) -> None:
    """Two devices have played it; a third one has the file as it was at first, and gets their journals."""
    here, there, third = (tmp_path / name for name in ("here", "there", "third"))
    a = made(here / "c", here / "s")
    synced(a.path.parent, there / "c")
    synced(a.path.parent, third / "c")
    shutil.rmtree(third / "c" / ".saga-tui")
    act(a, "play.damage.pain", 5)
    a.close()
    synced(here / "c", there / "c")
    with opened(there / "c" / "kestrel.toml", there / "s") as b:
        act(b, "play.damage.pain", 3)
        act(b, "play.damage.fear", 9)
    synced(there / "c" / ".saga-tui", third / "c" / ".saga-tui")
    old = third / "c" / "kestrel.toml"
    with opened(old, third / "s") as c:
        assert (c.doc["play"]["damage"]["pain"], c.doc["play"]["damage"]["fear"]) == (3, 9)
        assert not c.notes and not c.conflicts
        act(c, "play.damage.doubt", 2)
    assert load(old)["play"]["damage"] == {"pain": 3, "doubt": 2, "fear": 9}


def test_a_file_that_a_sync_tool_replaces_while_it_is_open_is_not_called_an_edit_by_hand(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    a = made(here / "c", here / "s")
    act(a, "play.damage.pain", 5)
    a.close()
    synced(here / "c", there / "c")
    a, b = opened(here / "c" / "kestrel.toml", here / "s"), opened(there / "c" / "kestrel.toml", there / "s")
    act(b, "play.damage.fear", 9)
    b.close()
    synced(there / "c", here / "c")
    assert not a.poll()  # seen once: somebody may still be writing it
    assert [change.path for change in a.poll()] == [("play", "damage", "fear")]
    assert a.source == "device"
    newest = next(a.own_history())
    assert (newest.params["source"], newest.params["device"]) == ("device", b._parts.places.device)
    assert newest.text.startswith("Merged from another device: ")
    Path(a.path).write_text(Path(a.path).read_text().replace("fear = 9", "fear = 2"))
    assert not a.poll()
    assert a.poll()
    assert a.source == "by hand"
    a.close()
    with opened(here / "c" / "kestrel.toml", here / "s") as a:
        assert a.doc["play"]["damage"] == {"pain": 5, "doubt": 0, "fear": 2}


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Memory, Memory]]:
    """One character that is open on two devices; the names of these say whose value stands first: `there`'s."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, device in ((here, "a0000001"), (there, "b0000001")):
        (folder / "s").mkdir(parents=True)
        (folder / "s" / "device").write_text(device)
    a = made(here / "c", here / "s")
    act(a, "play.damage.pain", 3)
    a.close()
    synced(here / "c", there / "c")
    a, b = opened(here / "c" / "kestrel.toml", here / "s"), opened(there / "c" / "kestrel.toml", there / "s")
    yield a, b
    a.close()
    b.close()
    for folder in (here, there):
        with opened(folder / "c" / "kestrel.toml", folder / "s") as again:
            assert again.doc["play"] == b.doc["play"]


def heard(*several: Memory, rounds: int = 1) -> list[int]:
    """Each device gets the others' journals, some times over; how many events all have written, after each time."""
    written = []
    for _ in range(rounds):
        for mine in several:
            mine.flush()
            for journal in mine.path.parent.glob(f".saga-tui/*/journal/{mine.device}"):
                for other in several:
                    if other is not mine:
                        synced(journal, other.path.parent / journal.relative_to(mine.path.parent))
        for one in several:
            one.hear()
        written.append(sum(len(list(one.own_history())) for one in several))
    return written


def told(memory: Memory) -> list[str]:
    return [entry.text for entry in log_of(memory, memory.history())]


def test_two_devices_that_are_open_write_no_more_than_what_was_done(two: tuple[Memory, Memory]) -> None:
    a, b = two
    act(a, "play.damage.pain", 4)
    act(b, "play.damage.fear", 9)
    assert heard(a, b, rounds=4) == [6] * 4  # three acts, one of them in both; each has taken one over
    assert a.doc["play"]["damage"] == b.doc["play"]["damage"] == {"pain": 4, "doubt": 0, "fear": 9}
    pain, fear, first = (f"play.damage.{what}" for what in ("pain is 4", "fear is 9", "pain is 3"))
    assert sorted(told(a)) == sorted([pain, f"{fear} – on another device", first])
    assert sorted(told(b)) == sorted([f"{pain} – on another device", fear, first])
    act(b, "play.damage.fear", 2)  # what one does then arrives with nothing to ask, and is no news to that one
    assert heard(a, b, rounds=2) == [8, 8]
    assert next(b.own_history()).text == "play.damage.fear is 2"
    act(a, "play.damage.fear", 3)
    act(b, "play.damage.pain", 5)
    heard(a, b)
    assert a.doc["play"]["damage"] == b.doc["play"]["damage"] == {"pain": 5, "doubt": 0, "fear": 3}
    assert not a.conflicts and not b.conflicts
    a.undo()
    assert a.doc["play"]["damage"]["pain"] == 4
    assert sum("Merged from another device: play.damage.pain 4 → 5" in one for one in told(a)) == 2, "undone, and that"
    heard(a, b)


def test_what_one_device_undoes_is_undone_on_the_other(two: tuple[Memory, Memory]) -> None:
    a, b = two
    act(a, "play.damage.fear", 7)
    heard(a, b)
    assert b.doc["play"]["damage"]["fear"] == 7, "also where nothing was done yet"
    act(b, "play.damage.pain", 6)
    b.flush()
    for journal in b.path.parent.glob(f".saga-tui/*/journal/{b.device}"):
        synced(journal, a.path.parent / journal.relative_to(b.path.parent))
    act(a, "play.damage.fear", 8)
    a.hear()
    assert a.doc["play"]["damage"]["pain"] == 6
    b.undo()
    heard(a, b)
    assert a.doc["play"]["damage"] == b.doc["play"]["damage"] == {"pain": 3, "doubt": 0, "fear": 8}
    assert not (a.conflicts or b.conflicts)


@pytest.mark.parametrize("chosen", ["there", "here", "kept"])
def test_two_devices_that_changed_the_same_both_say_so_and_agree(two: tuple[Memory, Memory], chosen: str) -> None:
    a, b = two
    act(a, "play.damage.pain", 4)
    act(b, "play.damage.pain", 9)
    assert len(set(heard(a, b, rounds=3))) == 1
    assert a.doc["play"]["damage"]["pain"] == b.doc["play"]["damage"]["pain"] == 9
    said = "Changed on two devices: play.damage.pain 4 → 9"
    assert said in told(a) and said in told(b)
    [mine], [its] = a.conflicts, b.conflicts
    assert (mine.ours, mine.theirs, mine.ours_stands) == (4, 9, False)
    assert (its.ours, its.theirs, its.ours_stands) == (9, 4, True)
    asked, conflict = (b, its) if chosen == "there" else (a, mine)
    asked.choose(conflict, ours=chosen == "here")
    heard(a, b, rounds=2)
    want = 9 if chosen == "kept" else 4
    assert a.doc["play"]["damage"]["pain"] == b.doc["play"]["damage"]["pain"] == want
    assert chosen == "kept" or not (a.conflicts or b.conflicts)
    act(a, "play.damage.pain", 1)
    heard(a, b)
    assert b.doc["play"]["damage"]["pain"] == 1 and not b.conflicts


@pytest.mark.parametrize("first", [0, 1])
def test_two_answers_to_one_offer_are_no_question(tmp_path: Path, first: int) -> None:
    """One device accepts what a table wants, the other refuses it: it has happened, and nobody can choose otherwise."""
    from saga_tui.games.registry import layout

    def open_at(root: Path) -> Memory:
        return Memory.open(root / "c" / "kestrel.toml", rules, now=now, state_dir=root / "s")

    rules = replace(LAYOUT, settles=(its := layout("saga")).settles, words=its.words)
    here, there = tmp_path / "here", tmp_path / "there"
    made(here / "c", here / "s").close()
    with open_at(here) as memory:
        memory.commit("give", {}, [Change(("answered",), MISSING, {"older": "accepted"})])
    synced(here / "c", there / "c")
    two = open_at(here), open_at(there)
    takes, refuses = two[first], two[1 - first]
    damage = takes.doc["play"]["damage"]["fear"]
    done = [Change(("answered", "offer1"), MISSING, "accepted"), Change(("play", "damage", "fear"), damage, damage + 1)]
    takes.commit("take-offer", {}, done)
    refuses.commit("refuse-offer", {}, [Change(("answered", "offer1"), MISSING, "refused")])
    heard(*two, rounds=3)
    for one in two:
        assert one.doc["answered"]["offer1"] == "accepted" and one.doc["play"]["damage"]["fear"] == damage + 1
        assert not one.conflicts and not any("offer1" in text for text in told(one))
        one.close()


def test_another_devices_journal_that_comes_while_it_is_open_is_merged_at_once_and_once(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    a = made(here / "c", here / "s")
    act(a, "play.damage.pain", 3)
    a.close()
    synced(here / "c", there / "c")
    a, b = opened(here / "c" / "kestrel.toml", here / "s"), opened(there / "c" / "kestrel.toml", there / "s")
    act(a, "play.damage.pain", 4)
    act(b, "play.damage.fear", 9)
    b.close()
    for journal in (there / "c").glob(f".saga-tui/*/journal/{b._parts.places.device}"):
        synced(journal, here / journal.relative_to(there))
    a.hear()
    assert [change.path for change in a.poll()] == [("play", "damage", "fear")] and a.source == "device"
    assert a.doc["play"]["damage"] == {"pain": 4, "doubt": 0, "fear": 9}
    events = len(list(a.own_history()))
    a.hear()
    assert not a.poll() and len(list(a.own_history())) == events
    act(a, "play.damage.fear", 2)
    a.close()
    with opened(here / "c" / "kestrel.toml", here / "s") as a:
        assert a.doc["play"]["damage"] == {"pain": 4, "doubt": 0, "fear": 2} and not a.conflicts


def test_two_devices_at_once_are_merged_by_field(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    a = made(here / "c", here / "s")
    act(a, "play.damage.pain", 3)
    a.close()
    synced(here / "c", there / "c")
    a, b = opened(here / "c" / "kestrel.toml", here / "s"), opened(there / "c" / "kestrel.toml", there / "s")
    act(a, "play.damage.pain", 7)
    act(a, "gear", [*a.doc["gear"], {"name": "Rope"}])
    act(b, "play.damage.fear", 9)
    act(b, "gear", [*b.doc["gear"], {"name": "Lamp"}])
    act(b, "play.damage.pain", 4)
    a.close()
    b._give_lock()  # b was killed: its journal is synced, its file is not
    for journal in (there / "c").glob(f".saga-tui/*/journal/{b._parts.places.device}"):
        synced(journal, here / journal.relative_to(there))
    a = opened(here / "c" / "kestrel.toml", here / "s")
    theirs = b.device > a.device
    assert a.doc["play"]["damage"] == {"pain": 4 if theirs else 7, "doubt": 0, "fear": 9}
    assert {item["name"] for item in a.doc["gear"]} == {"Lucky coin", "Colt", "Rope", "Lamp"}
    (conflict,) = a.conflicts
    assert (conflict.where, conflict.ours, conflict.theirs) == ("play.damage.pain", 7, 4)
    assert a.poll() and a.source == "device", "it is not called an edit by hand"
    a.close()
    synced(here / "c", there / "c")
    b = opened(there / "c" / "kestrel.toml", there / "s")
    assert same(b.doc, a.doc)  # nothing twice, nothing lost
    b.close()
    synced(there / "c", here / "c")
    with opened(here / "c" / "kestrel.toml", here / "s") as a:
        assert same(a.doc, b.doc)


def test_a_device_that_has_lost_its_name_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    memory = made(folder, tmp_path / "first")
    start = memory.doc
    for value in (5, 6, 7):
        act(memory, "play.damage.pain", value)
    memory.undo()
    memory.close()
    for number in range(3):
        state = tmp_path / f"state {number}"
        with opened(memory.path, state) as memory:
            assert memory.own_history().__next__().id == 4 + 2 * number
            assert not memory.notes
            redone, undone = (memory.redo(), memory.undo())
            assert redone is not None
            assert undone is not None
            assert (redone.of, undone.of) == (3, 3)
            assert memory.doc["play"]["damage"]["pain"] == 6
        assert [problem.code for problem in audit(memory.path, LAYOUT, state_dir=state)] == []
    events = list(past(memory.path, LAYOUT, state_dir=state).own_events())
    assert [event.id for event in events] == list(range(10, 0, -1))
    with opened(memory.path, tmp_path / "last") as memory:
        assert [event.id for event in memory.history()] == list(range(10, 0, -1))
        assert memory.conflicts == ()
        restore_point(memory.doc, events, 2).go(memory)
        assert memory.doc["play"]["damage"]["pain"] == 5
        assert memory.undo() is not None
        assert same(memory.doc, start)
        assert memory.undo() is None
    with opened(memory.path, tmp_path / "first") as memory:  # its first name is found again
        assert same(memory.doc, start)
        assert memory.conflicts == ()


@pytest.mark.parametrize(
    "name",
    [
        "kestrel (conflicted copy 2026-11-21 201503).toml",
        "kestrel (Ana's conflicted copy 2026-11-21).toml",
        "kestrel.sync-conflict-20261121-201503-ABCDEFG.toml",
        "kestrel (case conflict).toml",
        "kestrel_conflict-20261121-201503.toml",
    ],
)
def test_a_conflict_copy_is_merged_and_moved_away(folder: Path, name: str) -> None:
    memory = made(folder)
    (folder / name).write_text(dumps(put(memory.doc, "play.damage.fear", 8)))
    act(memory, "play.damage.pain", 6)
    memory.close()
    with opened(memory.path) as memory:
        assert memory.doc["play"]["damage"] == {"pain": 6, "doubt": 0, "fear": 8}
        assert any(name in note and "1 change" in note for note in memory.notes)
        assert not (folder / name).exists()
        assert any(kept.why == "conflict-copy" for kept in memory.kept())
        memory.undo()
        assert memory.doc["play"]["damage"]["fear"] == 1


@pytest.mark.parametrize("base", ["", "||||||| base\npain = 2\n"])
def test_a_git_conflict_is_merged_by_field(folder: Path, base: str) -> None:
    memory = made(folder)
    doc = put(memory.doc, "play", {"pain": 2, "fear": 1})
    memory.commit("x", {}, diff(memory.doc, doc))
    memory.close()
    text = memory.path.read_text()
    assert "pain = 2\nfear = 1\n" in text
    marked = f"<<<<<<< HEAD\npain = 5\nfear = 1\n{base}=======\npain = 2\nfear = 7\n>>>>>>> other\n"
    memory.path.write_text(text.replace("pain = 2\nfear = 1\n", marked))
    with opened(memory.path) as memory:
        assert memory.doc["play"] == {"pain": 5, "fear": 7}
        assert "the two sides of a git conflict were merged" in memory.notes
        assert any(kept.why == "git-conflict" for kept in memory.kept())
    assert same(load(memory.path), memory.doc)
