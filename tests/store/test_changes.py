"""Changes: found, applied, taken back, written to the journal and read again."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.changes import (
    Change,
    ChangeError,
    Doc,
    apply,
    apply_fitting,
    describe,
    diff,
    invert,
    same,
)
from saga_tui.store import records
from saga_tui.store.event import Event
from saga_tui.store.records import Written, event_record, read_segment
from tests.examples import tries
from tests.store.strategies import docs, edited


@given(st.one_of(edited(), st.tuples(docs, docs)))
@settings(max_examples=tries(300))
def test_the_difference_leads_there_and_back(pair: tuple[Doc, Doc]) -> None:
    old, new = pair
    before = copy.deepcopy(old)
    changes = diff(old, new)
    there = apply(old, changes)
    assert same(there, new)
    assert same(old, before)
    assert same(apply(there, invert(changes)), old, ordered=True)
    assert changes or same(old, new)


@given(pair=edited())
def test_a_record_of_the_journal_holds_a_change_exactly(pair: tuple[Doc, Doc]) -> None:
    changes = diff(*pair)
    event = Event(1, "2026-11-21T20:15:03+01:00", {"scene": 2}, "set", {}, (1, 6), changes, "a\n# crc 00000000\n", 3)
    segment = read_segment(event_record(Written(event)), 1, "")
    assert not segment.torn
    (entry,) = segment.entries
    assert isinstance(entry, Written)
    assert repr(entry.event) == repr(event)


@pytest.mark.parametrize("deep", ["x = " + "[" * 90_000, "x = " + "{a = " * 90_000, ".".join("x" * 90_000) + " = 1"])
def test_a_record_that_goes_deep_is_stepped_over(deep: str) -> None:
    """A reader without a limit of its own would end the process here."""
    sound = event_record(Written(Event(1, "", {}, "note", text="x" * 40_000)))
    segment = read_segment(sound + records.sealed(f"[[event]]\n{deep}\n"), 1, "")
    assert len(segment.entries) == 1
    assert segment.torn


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        ({"a": [1, 2, 3]}, {"a": [1, 2, 3, 4, 5]}, [("a", 3), ("a", 4)]),
        ({"a": [1, 2, 3, 4]}, {"a": [1, 4]}, [("a", 1), ("a", 1)]),
        ({"a": [{"x": 1}, {"x": 2}]}, {"a": [{"x": 1}, {"x": 3}]}, [("a", 1, "x")]),
        ({"a": [1, 2]}, {"a": [7, 8, 9]}, [("a",)]),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2}}}, [("a", "b", "c")]),
        ({"a": 1}, {"a": True}, [("a",)]),
        ({"a": 1}, {"a": 1.0}, [("a",)]),
    ],
)
def test_a_difference_is_as_small_as_it_can_be_told(old: Doc, new: Doc, paths: list[Any]) -> None:
    assert [change.path for change in diff(old, new)] == paths


@pytest.mark.parametrize(
    "change",
    [
        Change(("play", "pain"), old=3, new=4),
        Change(("play", "fear"), old=1),
        Change(("play", "pain"), new=1),
        Change(("gear", 5), new="x"),
        Change(("gear", "x"), new="x"),
        Change(("nowhere", "x"), new="x"),
        Change(("play", "pain", "deeper"), new="x"),
        Change((), new="x"),
        Change(("play", "fear")),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(change: Change) -> None:
    doc = {"play": {"pain": 2}, "gear": ["coin"]}
    with pytest.raises(ChangeError):
        apply(doc, [Change(("gear", 0), old="coin", new="rope"), change])
    assert doc == {"play": {"pain": 2}, "gear": ["coin"]}
    fitting, left = apply_fitting(doc, [Change(("gear", 0), old="coin", new="rope"), change])
    assert fitting["gear"] == ["rope"]
    assert left == (change,)


def test_a_new_document_shares_no_list_that_was_changed() -> None:
    old: Doc = {"a": {"list": [1, 2]}, "b": {"x": 1}}
    new = apply(old, [Change(("a", "list", 2), new=3), Change(("a", "list", 3), new=4)])
    assert old["a"]["list"] == [1, 2]
    assert new["b"] is old["b"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (Change(("play", "damage", "pain"), 2, 5), "play.damage.pain 2 → 5"),
        (Change(("story", "traits", 1), new="Paranoid"), 'story.traits[2] + "Paranoid"'),
        (Change(("gear", 0), old={"name": "Coin", "rating": 3}), "gear[1] − Coin, rating 3"),
        (Change(("x",), True, [1, "a\nb"]), "x true → 1, a b"),
        (Change(("x",), {}, {"own": False, "hits": [{"level": "minor"}]}), "x nothing → not own, minor"),
        (Change(("x",), new="y" * 100), 'x + "' + "y" * 58 + "…"),
    ],
)
def test_a_change_is_told_in_one_line(change: Change, line: str) -> None:
    assert describe(change) == line


@pytest.mark.parametrize("record", [{}, {"path": "x"}, {"path": [1.5]}, {"path": [True]}, {"path": [-1]}])
def test_a_record_that_is_no_change_is_refused(record: Doc) -> None:
    with pytest.raises(ChangeError):
        Change.from_record(record)


def test_a_change_is_an_inline_table_of_toml() -> None:
    change = Change(("play", "pain"), 2, 5, "DMG-2", "a knife")
    assert Change.from_record(tomli.loads(tomli_line(change))["x"]) == change


def tomli_line(change: Change) -> str:
    """The change as the journal writes it."""
    from saga_tui.store.toml import literal

    return f"x = {literal(change.to_record())}"
