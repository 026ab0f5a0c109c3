"""An act over several documents that is seen at once and made durable a moment later: then it is in all of them, or it
is taken back in all."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from saga_tui.store import BadFile, Memory, NotSaved
from saga_tui.store.groups import NotTogether
from tests.store.disk import pain
from tests.store.faults import Faulty
from tests.store.mutants import SHOWN
from tests.store.sample import act
from tests.store.simfs import SimFS
from tests.store.tables import (
    Table,
    TableCutter,
    Three,
    _after_fault,
    fixed,
    halves,
    open_all,
    table_calls,
    table_image,
    together,
)


def test_a_threaded_act_is_seen_at_once_and_durable_before_the_next(three: Three, tmp_path: Path) -> None:
    def on_disk() -> list[int]:
        return [pain(Memory.open(memory.path, memory.layout, read_only=True)) for memory in three]

    for memory in three:
        memory.close()
    memories = [Memory.open(memory.path, memory.layout, threaded=True) for memory in three]
    with held_back():
        together(memories, 9)
        assert [pain(memory) for memory in memories] == [9, 9, 9]
        assert {memory.status for memory in memories} == {"saving"}
        assert on_disk() == [2, 2, 2]
        act(memories[2], "play.damage.fear", 1)
        assert on_disk() == [9, 9, 9], "what comes after it waited for it"
        memories[2].undo()
        memories[1].undo()
        assert [pain(memory) for memory in memories] == [2, 2, 2]
        memories[0].flush()
        assert on_disk() == [2, 2, 2]
        memories[0].redo()
        for memory in memories:
            memory.close()
        assert on_disk() == [9, 9, 9]
    assert not [*(tmp_path / "c").glob(".saga-tui/groups/*.toml")]


def test_an_act_is_made_durable_by_itself(three: Three) -> None:
    for memory in three:
        memory.close()
    memories = [Memory.open(memory.path, memory.layout, threaded=True) for memory in three]
    saved = threading.Event()
    memories[2].on_change = lambda: saved.set() if memories[2].status == "saved" else None
    together(memories, 9)
    assert saved.wait(10)
    assert pain(Memory.open(three[0].path, three[0].layout, read_only=True)) == 9
    for memory in memories:
        memory.close()


@contextmanager
def held_back() -> Iterator[None]:
    """No writer thread comes to what is only shown: others have to see to it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("saga_tui.store.groups.SEEN_FIRST", 3600.0)
        yield


class Asleep:
    """A writer thread that does nothing: what is only shown waits for whoever comes next."""

    def wake(self) -> None: ...

    stop = wake


def asleep(memories: Iterable[Memory]) -> list[Memory]:
    for memory in (found := list(memories)):
        memory._writer = Asleep()  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("what", ["act", "undo", "redo"])
def test_what_was_shown_and_finds_a_full_disk_is_taken_back_in_all_and_told(what: str) -> None:
    fs = Faulty(disk := SimFS(table_image()), 10**9, "ENOSPC", 10**9)
    memories = asleep(open_all(fs).values())
    one, two, third = memories
    together(memories, 7)
    if what == "redo":
        two.undo()
    for memory in memories:
        memory.flush()
    before = [memory.doc for memory in memories]
    targets = [(memory.undo_target(), memory.redo_target()) for memory in memories]
    fs.at = 0
    if what == "act":
        together(memories, 9)
    else:
        (one.undo if what == "undo" else one.redo)()
    assert all(memory.doc is not doc for memory, doc in zip(memories, before, strict=True)), "it was shown"
    with pytest.raises(NotSaved, match=r"all 9|Undo of all 7|Redo of all 7") as failed:
        act(third, "play.damage.fear", 5)  # the key that was pressed meanwhile
    assert str(failed.value).endswith("not saved (disk full), and undone in all 3 files")
    assert all(memory.doc is doc for memory, doc in zip(memories, before, strict=True))
    assert [(memory.undo_target(), memory.redo_target()) for memory in memories] == targets
    assert one.news() == (f"{failed.value}.",)
    assert {memory.status for memory in memories} == {"saved"}
    fs.at = 10**9
    together(memories, 4)
    for memory in memories:
        memory.close()
    for image in (disk.surely(), disk.now()):
        again = open_all(SimFS(image))
        assert [pain(memory) for memory in again.values()] == [4, 4, 4]
        assert not halves({name: list(memory.history()) for name, memory in again.items()})


def shown_first(table: Table) -> None:
    asleep(table.memories.values())
    fixed(table)


def faulty_and_shown(kind: str, at: int) -> str:
    """What is wrong after a table's session that shows first, in which calls fail from that one on for a while."""
    fs = Faulty(disk := SimFS(table_image()), at, kind, 5)
    memories: dict[str, Memory] = {}
    with suppress(BadFile, OSError):
        memories = open_all(fs)
    if any(memory.read_only for memory in memories.values()):
        return ""
    asleep(memories.values())
    for turn in range(6 * bool(memories)):
        with suppress(NotSaved, NotTogether):
            if turn % 3 == 2:
                memories["bo"].undo()
            else:
                together(list(memories.values())[: 2 + turn % 2], turn)
                memories["kestrel"].flush()
        if problem := halves({name: list(memory.own_history()) for name, memory in memories.items()}):
            return f"in view: {problem}"
    return _after_fault(fs, disk, memories)


def test_no_power_cut_halves_an_act_that_is_shown_first() -> None:
    found = TableCutter("ordered", 4).play(shown_first)
    assert not found.bad, found.words()
    assert found.counts["images"] > 100


@pytest.mark.parametrize("kind", ["EIO", "ENOSPC", "torn"])
def test_a_fault_halves_no_act_that_is_shown_first(kind: str) -> None:
    found = [faulty_and_shown(kind, at) for at in range(1, table_calls(), 9)]
    assert not any(found), [one for one in found if one][:3]


@pytest.mark.parametrize("name", SHOWN)
def test_an_act_shown_first_with_a_step_taken_out_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SHOWN[name](monkeypatch)
    if name == "not_taken_back":
        assert any(faulty_and_shown("ENOSPC", at) for at in range(1, table_calls(), 9))
        return
    found = TableCutter("ordered", 4, most=1500, one_is_enough=True).play(shown_first)
    assert found.bad, f"{name}: nothing noticed ({found.words()})"
