"""One act over several characters: in all of them or in none, whatever happens; undone in all of them or in none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from saga_tui.changes import ChangeError, diff
from saga_tui.store import Memory, NotSaved, ReadOnly
from saga_tui.store.groups import Act, NotTogether, commit_all
from saga_tui.store.read_only import audit
from saga_tui.store.undoing import NoRestorePoint, restore_point
from tests.store.disk import killed, made, opened, pain
from tests.store.faults import KINDS, Faulty
from tests.store.kills import Place
from tests.store.mutants import GROUPS
from tests.store.sample import act, put
from tests.store.simfs import SimFS
from tests.store.tables import (
    TableCutter,
    Three,
    calls_of_a_table,
    fixed,
    one_of,
    open_all,
    prepared_table,
    random_table,
    run_faults,
    table_calls,
    table_image,
    table_killed,
    together,
)


def group_files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / ".saga-tui" / "groups").glob("*.toml"))


# -- what it does


def test_an_act_happens_in_all_and_is_undone_and_done_again_in_all(three: Three, tmp_path: Path) -> None:
    one, two, third = three
    act(two, "play.damage.pain", 1)
    events = together(three, 9)
    assert [pain(memory) for memory in three] == [9, 9, 9]
    assert {event.group for event in events} == {events[0].group}
    assert [memory.status for memory in three] == ["saved"] * 3
    assert not group_files(tmp_path / "c"), "all have it: the redo log goes"
    third.undo()
    assert [pain(memory) for memory in three] == [2, 1, 2]
    one.redo()
    assert [pain(memory) for memory in three] == [9, 9, 9]


def test_an_undo_that_cannot_be_in_all_members_is_in_none_and_says_why(three: Three) -> None:
    one, two, _third = three
    together(three, 9)
    act(two, "play.damage.pain", 1)
    with pytest.raises(NotTogether, match="changed 3 files at once, and bo has changed since"):
        one.undo()
    assert [pain(memory) for memory in three] == [9, 1, 9]
    two.undo()
    one.undo()
    assert [pain(memory) for memory in three] == [2, 2, 2]


def test_an_undo_takes_members_along_that_are_not_open(three: Three) -> None:
    one, two, third = three
    together(three, 9)
    two.close()
    third.close()
    one.undo()
    one.close()
    assert [pain(opened(memory.path)) for memory in (one, two, third)] == [2, 2, 2]


def test_an_undo_says_which_member_is_open_elsewhere_or_gone(three: Three) -> None:
    one, two, third = three
    together(three, 9)
    two.close()
    elsewhere = opened(two.path)
    from saga_tui.store import groups

    groups.OPEN.discard(elsewhere)  # as another process's it cannot be reached from here
    with pytest.raises(NotTogether, match=r"bo\.toml is open in another window"):
        one.undo()
    elsewhere.close()
    for path in two.path.parent.glob(".saga-tui/bo-*"):
        path.rename(path.parent.parent.parent / "away")
    with pytest.raises(NotTogether, match="is not here"):
        one.undo()
    assert pain(one) == pain(third) == 9


def test_the_way_back_past_an_act_over_several_is_refused_with_words(three: Three) -> None:
    one, _two, _third = three
    act(one, "play.damage.pain", 5)
    together(three, 9)
    act(one, "play.damage.pain", 6)
    with pytest.raises(NoRestorePoint, match="Event 2 changed 3 files at once"):
        restore_point(one.doc, one.own_history(), 1)
    assert restore_point(one.doc, one.own_history(), 3).steps


def test_no_way_back_gives_one_member_alone_what_several_undid_or_did_again(three: Three) -> None:
    one = three[0]
    act(one, "play.damage.pain", 5)
    together(three, 9)
    for step in (one.undo, one.redo):
        event = step()
        assert event is not None
        with pytest.raises(NoRestorePoint, match=f"Event {event.id} changed 3 files at once"):
            restore_point(one.doc, one.own_history(), event.id)
    one.undo()
    assert [pain(memory) for memory in three] == [5, 2, 2]


@pytest.mark.parametrize("which", ["changes", "read-only", "folders", "twice"])
def test_what_cannot_happen_in_one_member_happens_in_none(three: Three, tmp_path: Path, which: str) -> None:
    one, two, third = three
    new = put(one.doc, "play.damage.pain", 9)
    acts = [Act(memory, "all", {}, diff(one.doc, new)) for memory in (one, two)]
    expected: type[Exception] = ChangeError
    if which == "changes":
        act(two, "play.damage.pain", 4)
    elif which == "read-only":
        third = Memory.open(two.path, two.layout, read_only=True)
        acts[1], expected = Act(third, "all", {}, acts[1].changes), ReadOnly
    elif which == "folders":
        third, expected = made(tmp_path / "d", one_of("far")), NotTogether
        acts[1] = Act(third, "all", {}, acts[1].changes)
    else:
        acts, expected = [acts[0], acts[0]], ValueError
    before = [memory.doc for memory in three]
    with pytest.raises(expected):
        commit_all(acts)
    assert all(memory.doc is doc for memory, doc in zip(three, before, strict=True))
    assert not group_files(tmp_path / "c")


# -- what a crash left


def interrupted(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    """The act is in the redo log, and in no journal yet."""
    with monkeypatch.context() as patch:
        patch.setattr("saga_tui.store.ledger.Ledger.drain", lambda self: None)
        together(three, 9)
    for memory in three:
        killed(memory)


def test_whoever_is_opened_first_completes_it_for_all(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(three, monkeypatch)
    folder = three[0].path.parent
    assert len(group_files(folder)) == 1
    looked = Memory.open(three[1].path, three[1].layout, read_only=True)
    assert pain(looked) == 9, "who only looks sees it too"
    assert len(group_files(folder)) == 1
    first = opened(three[2].path)
    assert pain(first) == 9
    assert first.notes == ("all 9: completed, as in the other characters that it is about",)
    assert not group_files(folder)
    assert not any("completed" in note for note in opened(three[0].path).notes), "it had its part already"


def test_check_tells_of_it_at_each_member_the_table_among_them(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(three, monkeypatch)
    for memory in three:
        [said] = [one for one in audit(memory.path, memory.layout) if one.code == "group"]
        assert (
            said.message
            == "all 9: this changed 3 files at once, was interrupted, and is not in the log of 3 of them yet"
        )
        assert str(said.value).startswith(".saga-tui/groups/")


def test_a_member_that_cannot_be_opened_gets_its_part_later(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(three, monkeypatch)
    folder = three[0].path.parent
    away = folder / "away"
    (home,) = folder.glob(".saga-tui/bo-*")
    home.rename(away)
    first = opened(three[0].path)
    assert any("not completed in all characters yet" in note and "is not here" in note for note in first.notes)
    assert len(group_files(folder)) == 1
    away.rename(home)
    first.close()
    assert pain(opened(three[1].path)) == 9
    assert not group_files(folder)


def test_another_device_leaves_it_to_the_one_that_began_it(
    three: Three, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    interrupted(three, monkeypatch)
    folder = three[0].path.parent
    other = Memory.open(three[0].path, three[0].layout, state_dir=tmp_path / "other")
    assert pain(other) == 2
    assert len(group_files(folder)) == 1


def test_an_act_that_somebody_went_on_without_never_happened(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where an earlier version of the program, which knows of no such acts, has played on in between."""
    interrupted(three, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr("saga_tui.store.opening.redo", lambda *_args: ([], []))
        earlier = opened(three[1].path)
        act(earlier, "play.damage.fear", 6)
        earlier.close()
    assert [pain(opened(memory.path)) for memory in three] == [2, 2, 2]
    assert not group_files(three[0].path.parent)


def test_a_damaged_redo_log_is_told_and_left_alone(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(three, monkeypatch)
    (name,) = group_files(three[0].path.parent)
    path = three[0].path.parent / ".saga-tui" / "groups" / name
    path.write_bytes(path.read_bytes().replace(b"9", b"8", 1))
    first = opened(three[0].path)
    assert any(f"{name} is damaged" in note for note in first.notes)
    assert pain(first) == 2
    assert path.exists()


# -- proofs: every power cut, every fault, kills; and each step of the protocol is needed


@pytest.mark.parametrize("mode", ["ordered", "weak"])
def test_no_power_cut_halves_an_act(mode: str) -> None:
    """At every call of the whole session six disks (60 in random tables by `byhand groups`); and of its beginning those
    that a second cut during the recovery leaves. Six are enough to notice each step that is taken out, below."""
    found, twice = TableCutter(mode, 6).play(fixed), TableCutter(mode, 4, nested=2, most=120).play(fixed)
    assert not found.bad + twice.bad, found.words() + twice.words()
    assert found.counts["images"] > 200
    assert twice.counts["images"] == 120


@pytest.mark.parametrize("seed", range(6))
def test_no_power_cut_in_a_random_table_halves_an_act(seed: int) -> None:
    found = TableCutter("weak" if seed % 2 else "ordered", 12, nested=seed % 3, most=80).play(random_table(seed))
    assert not found.bad, f"table {seed}: {found.words()}"


@pytest.mark.parametrize("name", GROUPS)
def test_an_act_with_a_step_taken_out_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    GROUPS[name](monkeypatch)
    if name == "goes_on_in_doubt":
        calls = table_calls()
        assert any(run_faults("EIO", 1, range(at, at + 10)).bad for at in range(calls - 30, 0, -10))
        return
    found = TableCutter("ordered", 6, most=1500, one_is_enough=True).play(fixed)
    assert found.bad, f"{name}: nothing noticed ({found.words()})"


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_every_thirty_sixth_call_halves_no_act(kind: str) -> None:
    """At every call by `byhand group-faults`; other calls for each of three lengths."""
    calls = table_calls()
    for offset, span in enumerate((1, 3, 25)):
        outcome = run_faults(kind, span, range(1 + 12 * offset, calls + 1, 36))
        assert not outcome.bad, outcome.bad[:5]


def test_an_act_that_finds_a_full_disk_is_in_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    fs = Faulty(SimFS(table_image()), 10**9, "ENOSPC", 10**9)
    memories = open_all(fs)
    fs.at = 0
    with pytest.raises(NotSaved, match=r"^disk full$"):
        together(memories.values(), 9)
    assert [pain(memory) for memory in memories.values()] == [2, 2, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows")
def test_a_kill_at_a_file_call_or_any_moment_halves_no_act(tmp_path: Path) -> None:
    place = Place(tmp_path / "c", tmp_path / "s")
    prepared_table(place)
    calls = calls_of_a_table(place)
    for call in range(1, calls + 1, max(1, calls // 30)):
        problem, _ended = table_killed(place, call, half=call % 2 == 0)
        assert not problem, f"killed at call {call}: {problem}"
    for number in range(12):
        problem, _ended = table_killed(place, seconds=0.03 + 0.007 * number)
        assert not problem, f"kill {number}: {problem}"
