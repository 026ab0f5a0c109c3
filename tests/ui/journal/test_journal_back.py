"""Back to any point: what is foretold is what happens, and it can be taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import Doc, apply, same
from saga_tui.store import Event, Memory
from saga_tui.store.undoing import NoRestorePoint
from saga_tui.ui.journal.entry import RestorePoint, go_back, restore_point
from saga_tui.ui.journal.listing import Book
from tests.store.sample import LAYOUT
from tests.ui.journal.story import begun, happen


def steps(folder: Path, *values: int) -> tuple[Memory, list[Doc]]:
    """A character whose pain took these values, and how it was before each of them and at last."""
    memory = begun(folder)
    docs = [memory.doc]
    for value in values:
        happen(memory, "play.damage.pain", value, text=f"pain {value}")
        docs.append(memory.doc)
    return memory, docs


def read(memory: Memory) -> Book:
    book = Book(memory)
    while book.more():
        pass
    return book


def texts(way: RestorePoint) -> list[str]:
    return [event.text for event in way.undone]


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_back_to_before_any_entry_is_foretold_and_done(tmp_path: Path, index: int) -> None:
    memory, docs = steps(tmp_path, 5, 6, 7, 8)
    with memory:
        book = read(memory)
        event = book.events[::-1][index]
        way = restore_point(memory, book, event)
        assert texts(way) == [f"pain {value}" for value in (8, 7, 6, 5)[: 4 - index]]
        assert same(memory.doc, docs[-1]), "looking changes nothing"
        assert same(apply(memory.doc, way.changes), docs[index])
        assert go_back(memory, way) == 4 - index
        assert same(memory.doc, docs[index])
        for _ in range(4 - index):
            memory.redo()
        assert same(memory.doc, docs[-1])


def test_what_is_undone_already_is_not_undone_again(tmp_path: Path) -> None:
    memory, docs = steps(tmp_path, 5, 6, 7)
    with memory:
        memory.undo()
        happen(memory, "play.damage.fear", 2, text="fear")
        book = read(memory)
        second = next(event for event in book.events if event.text == "pain 6")
        way = restore_point(memory, book, second)
        assert texts(way) == ["fear", "pain 6"]
        go_back(memory, way)
        assert same(memory.doc, docs[1])


def test_an_entry_beside_the_line_is_reached_by_one_event_that_undo_takes_back(tmp_path: Path) -> None:
    memory, docs = steps(tmp_path, 5, 6)
    with memory:
        memory.undo()
        memory.undo()
        happen(memory, "play.damage.fear", 2, text="fear")
        now = memory.doc
        book = read(memory)
        undone = next(event for event in book.events if event.text == "pain 6" and event.do == "set")
        way = restore_point(memory, book, undone)
        assert way.undone == ()
        assert go_back(memory, way) == 0
        assert same(memory.doc, docs[1])
        newest = next(memory.history())
        assert newest.do == "restore"
        assert "pain 6" in newest.text
        memory.undo()
        assert same(memory.doc, now)


def test_an_undo_in_the_log_can_be_gone_back_before(tmp_path: Path) -> None:
    memory, docs = steps(tmp_path, 5, 6)
    with memory:
        memory.undo()
        book = read(memory)
        go_back(memory, restore_point(memory, book, book.events[0]))
        assert same(memory.doc, docs[2])


def test_the_name_and_id_of_the_character_stay(tmp_path: Path) -> None:
    memory, _ = steps(tmp_path, 5)
    with memory:
        book = read(memory)
        memory.undo()
        book.refresh()
        identify = replace(book.events[0], id=1, do="identify")
        way = restore_point(memory, book, identify)
        assert all(change.path != ("id",) for change in way.changes)


def test_no_way_past_a_change_of_format_another_device_or_in_a_copy_that_looks(tmp_path: Path) -> None:
    memory, _ = steps(tmp_path, 5, 6)
    with memory:
        memory.commit("migrate", {"to": 2}, [])
        book = read(memory)
        with pytest.raises(NoRestorePoint, match="older format"):
            restore_point(memory, book, book.events[-1])
        other = replace(book.events[-1], device="elsewhere")
        with pytest.raises(NoRestorePoint, match="another device"):
            restore_point(memory, with_undo(book), other)
        memory.checkpoint()
        with Memory.open(memory.path, LAYOUT) as second:
            assert second.read_only
            with pytest.raises(NoRestorePoint, match="read-only"):
                restore_point(second, read(second), book.events[-1])


def with_undo(book: Book) -> Book:
    """Something to undo, so that the memory knows its own device."""
    happen(book.memory, "play.damage.pain", 1)
    book.refresh()
    return book


def test_a_gap_in_the_journal_is_said(tmp_path: Path) -> None:
    memory, _ = steps(tmp_path, 5, 6, 7)
    with memory:
        memory.undo()
        book = read(memory)
        gone = next(event for event in book.events if event.text == "pain 6")
        first = next(event for event in book.events if event.text == "pain 5")
        book.events.remove(gone)
        beside: Any = Event(first.id, first.at, {}, "undo", changes=first.changes, of=99, device=first.device)
        book.events[-1] = beside
        with pytest.raises(NoRestorePoint, match="damaged"):
            restore_point(memory, book, beside)


def test_two_ways_are_told_apart(tmp_path: Path) -> None:
    memory, _ = steps(tmp_path, 5, 6)
    with memory:
        book = read(memory)
        way = restore_point(memory, book, book.events[-1])
        happen(memory, "play.damage.fear", 3)
        book.refresh()
        assert not way.same(restore_point(memory, book, way.event))
