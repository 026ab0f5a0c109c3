"""The journal as rows: kinds, words, what is undone, read no further than needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from saga_tui.changes import Change
from saga_tui.games import registry
from saga_tui.store import Event, Memory
from saga_tui.ui.journal.listing import BATCH, Book, Heading
from saga_tui.ui.journal.recent import when
from saga_tui.ui.journal.words import (
    ALL,
    category_names,
    category_of,
    haystack,
    inner_of,
    outer_of,
    place_of,
    time_of,
    value_line,
    who_of,
)
from tests.ui.journal.story import KINDS, happen, lived, round_


def event(do: str = "set", path: str = "", **more: object) -> Event:
    changes = (Change(tuple(path.split(".")), 1, 2),) if path else ()
    return Event(7, "2026-11-21T20:15:00+01:00", {}, do, changes=changes, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("happened", "kind"),
    [
        (event("undo", "play.damage.pain"), "undo"),
        (event("redo"), "undo"),
        (event("external", "play.damage.pain"), "by hand"),
        (event("restore"), "by hand"),
        (event("overrule"), "other"),
        (event("note"), "other"),
    ],
)
def test_the_memory_s_own_events_have_kinds_and_unknown_ones_are_other(happened: Event, kind: str) -> None:
    assert category_of(happened, {}) == kind
    assert kind in category_names({})


def test_a_game_says_the_kind_of_its_verbs_but_never_of_the_memory_s_own() -> None:
    kinds = {"note": "story", "suffer": "harm", "undo": "story", "external": "story"}
    assert category_of(event("note"), kinds) == "story"
    assert category_of(event("suffer", "play.damage.pain"), kinds) == "harm"
    assert category_of(event("undo"), kinds) == "undo"
    assert category_of(event("external"), kinds) == "by hand"
    names = category_names(kinds)
    assert names[0] == ALL
    assert {"story", "harm", "by hand", "undo"} <= set(names)
    assert len(names) == len(set(names))


def test_the_clock_in_words() -> None:
    place = Event(1, "broken", {"chapter": 3, "scene": 2, "conflict": 1, "round": 4}, "x")
    short = registry.layout("saga").short
    assert place_of(place, short) == "ch 3 · sc 2 · cf 1 · r 4"
    assert place_of(place) == "chapter 3 · scene 2 · conflict 1 · round 4", "a game without short words"
    assert outer_of(place) == "chapter 3 › scene 2 › conflict 1"
    assert inner_of(place, short) == "r 4"
    scene = Event(1, "broken", {"chapter": 3, "scene": 2}, "x")
    assert (outer_of(scene), inner_of(scene)) == ("chapter 3 › scene 2", "")
    assert time_of(scene) == "--:--"
    part = Event(1, "broken", {"turn": 5, "phase": 1, "hero": 2}, "x")
    named = registry.layout("heroes").named
    assert (outer_of(part, named), inner_of(part, named=named)) == ("turn 5 › movement › Brunhild", "")
    assert (when(part, named), when(part)) == ("t5", "h2"), "a name is too long for a narrow line"


def test_words_are_found_in_text_parameters_rules_and_places() -> None:
    one = Event(
        1, "2026-11-21T20:15:00+01:00", {"chapter": 3}, "suffer", {"who": "Vargas"}, (),
        (Change(("play", "damage", "pain"), 1, 2, "DMG-2"),), "+1 pain",
    )  # fmt: skip
    for words in ("vargas", "dmg-2", "suffer pain", "ch 3", "damage.pain", "november"):
        assert all(word in haystack(one) for word in words.split()), words
    assert "fear" not in haystack(one)
    assert who_of(one) == "Vargas"


def test_who_changed_it_from_outside_is_named() -> None:
    assert who_of(event("external", params={"source": "device", "device": "lap"})) == "device lap"
    assert who_of(event("external", params={"source": "git"})) == "git"


def test_values_of_parameters_are_safe() -> None:
    assert value_line({"a": [True, "\x1b[1m"], "b": 2}) == "a yes, ␛[1m, b 2"


def test_what_was_undone_is_known_and_done_again_too(tmp_path: Path) -> None:
    with lived(tmp_path) as memory:
        book = Book(memory)
        book.more()
        undone = [one.text for one in book.events if book.undone(one)]
        assert undone == ["+1 doubt, a voice"]
        memory.redo()
        assert book.refresh()
        assert not any(map(book.undone, book.events))
        memory.undo()
        memory.undo()
        assert book.refresh()
        assert len([one for one in book.events if book.undone(one)]) == 2
        fresh = Book(memory)
        fresh.more()
        assert [one.id for one in fresh.events] == [one.id for one in book.events]
        assert list(map(fresh.undone, fresh.events)) == list(map(book.undone, book.events))
        assert fresh.rows == book.rows


def test_headings_stand_over_each_scene(tmp_path: Path) -> None:
    with lived(tmp_path) as memory:
        book = Book(memory)
        book.more()
        day = "21 November 2026"
        assert [row for row in book.rows if isinstance(row, Heading)] == [
            Heading("chapter 3 › scene 2 › conflict 1", day),
            Heading("chapter 3 › scene 1", day),
            Heading("chapter 3", day),
        ]
        assert isinstance(book.rows[0], Heading)
        assert book.shown == len(book.events) == 8
        assert book.finished


def test_a_filter_leaves_one_kind_and_words_and_new_events_pass_it_too(tmp_path: Path) -> None:
    with lived(tmp_path) as memory:
        book = Book(memory, KINDS)
        book.more()
        book.show("damage", "")
        assert [row.text for row in book.rows if isinstance(row, Event)][-1] == "+3 pain (Vargas, a knife)"
        assert book.shown == 3
        book.show("damage", "VARGAS")
        assert book.shown == 1
        happen(memory, "play.damage.pain", 6, do="suffer", text="Vargas again", clock=round_(3))
        happen(memory, "play.spark", 3, text="Spark of Vargas")
        book.refresh()
        assert book.shown == 2
        row = book.row_of(book.events[1])
        assert row is not None
        assert book.rows[row] == book.events[1]
        assert book.row_of(book.events[0]) is None


def test_the_journal_is_read_no_further_than_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0

    def history(_memory: Memory) -> Iterator[Event]:
        nonlocal read
        for number in range(100_000, 0, -1):
            read += 1
            yield Event(number, "2026-11-21T20:15:00+01:00", {}, "set")

    monkeypatch.setattr(Memory, "history", history)
    with lived(tmp_path) as memory:
        book = Book(memory)
        assert book.more()
        assert read == BATCH
        book.refresh()
        assert read == BATCH + 1


def test_what_another_device_merged_takes_its_place_in_time(tmp_path: Path) -> None:
    with lived(tmp_path) as memory:
        book = Book(memory)
        book.more()
        book.events.pop(3)  # as if it had come in between with the merge
        memory.commit("external", {"source": "device", "device": "lap"}, [Change(("play", "chapter"), 4, 5)])
        assert book.refresh()
        assert len(book.events) == 9
