"""Lists of two sides merged: nothing that one side removed comes back, nothing that one side added is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui.changes import MISSING, Doc
from saga_tui.store.merging import Conflict, merge

COIN, COLT, ROPE = ({"name": name, "rating": 1} for name in ("coin", "colt", "rope"))
BETTER, BEST = {**COLT, "rating": 2}, {**COLT, "rating": 3}


def merged(base: list[Any], ours: list[Any], theirs: list[Any]) -> tuple[list[Any], tuple[Conflict, ...]]:
    found = merge({"x": base}, {"x": ours}, {"x": theirs})
    return found.doc.get("x", []), found.conflicts


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("abc", "ac", "abcd", "acd"),
        ("abc", "ac", "xbc", "xc"),
        ("abc", "bc", "cba", "cb"),
        ("abc", "bcd", "abx", "bxd"),
        ("ab", "bc", "xb", "xbc"),
        ("abc", "ac", "ab", "a"),
        ("aab", "ab", "aabc", "abc"),
        ("ab", "abc", "abcd", "abcd"),
        ("ab", "abc", "abd", "abdc"),
        ("ab", "abcc", "abc", "abcc"),
        ("abc", "xbc", "aby", "xby"),
        ("abc", "bca", "abcd", "abcd"),
        ("", "a", "b", "ba"),
        ("a", "", "a", ""),
    ],
)
def test_a_list_that_both_sides_changed(base: str, ours: str, theirs: str, result: str) -> None:
    """Each letter is an item."""
    found, _conflicts = merged(list(base), list(ours), list(theirs))
    assert "".join(found) == result


@pytest.mark.parametrize(
    ("ours", "theirs", "result", "asked"),
    [
        ([COIN], [COIN, BETTER], [COIN, BETTER], [Conflict(("x", 1), MISSING, BETTER)]),
        ([COIN, BETTER], [COIN, COLT, ROPE], [COIN, BETTER, ROPE], []),
        ([COIN, BETTER], [COIN, {**COLT, "name": "Colt"}, ROPE], [COIN, {"name": "Colt", "rating": 2}, ROPE], []),
        ([COIN, BETTER], [COIN], [COIN, BETTER], []),
        ([COLT], [ROPE, BETTER, COIN], [ROPE, BETTER], []),
        ([COIN, BETTER], [COIN, BEST], [COIN, BEST], [Conflict(("x", 1, "rating"), 2, 3)]),
    ],
    ids=["removed and edited", "edited beside", "edited both", "edited and removed", "removed and moved", "both"],
)  # fmt: skip
def test_an_item_is_followed_where_it_was_edited(
    ours: list[Doc], theirs: list[Doc], result: list[Doc], asked: list[Conflict]
) -> None:
    assert merged([COIN, COLT], ours, theirs) == (result, tuple(asked))


ITEMS = st.lists(st.sampled_from("abcdef"), max_size=6, unique=True).map(lambda letters: [*letters])


@given(base=ITEMS, ours=ITEMS, theirs=ITEMS)
def test_one_side_alone_is_taken_as_it_is_and_nothing_comes_twice(
    base: list[str], ours: list[str], theirs: list[str]
) -> None:
    assert merged(base, ours, base)[0] == ours
    assert merged(base, base, theirs)[0] == theirs
    assert merged(base, ours, ours)[0] == ours
    found, conflicts = merged(base, ours, theirs)
    if not conflicts:
        assert set(theirs) - set(base) <= set(found), "what they added"
        assert not (set(base) - set(ours) - (set(theirs) - set(base))) & set(found), "what we removed"
