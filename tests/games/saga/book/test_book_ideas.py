"""Ideas for random characters: enough of each, for each tag, and legal as gear and leanings."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from saga_tui.games.saga import book
from saga_tui.games.saga.book.models import Tag

TAGS = frozenset(get_args(Tag))


def test_the_lists_are_long_and_without_doubles() -> None:
    ideas = book.ideas()
    lists: list[tuple[int, list[str]]] = [
        (55, list(ideas.names)),
        (45, [item.text for item in ideas.concepts]),
        (60, [item.name for item in ideas.traits]),
        (45, [item.text for item in ideas.drives]),
        (35, [item.name for item in ideas.gear]),
    ]
    for least, texts in lists:
        assert len(texts) == len(set(texts)) >= least
        assert all(text == text.strip() and 0 < len(text) <= 76 for text in texts)
    assert not {item.name for item in ideas.traits} & {item.name for item in book.example_traits()}


def test_each_tag_has_enough_for_a_whole_character() -> None:
    ideas = book.ideas()
    for least, counted in (
        (5, Counter(tag for item in ideas.concepts for tag in item.tags)),
        (8, Counter(tag for item in ideas.traits for tag in item.tags)),
        (8, Counter(tag for item in ideas.drives for tag in item.tags)),
        (5, Counter(tag for item in ideas.gear for tag in item.tags)),
    ):
        assert counted.keys() == TAGS
        assert min(counted.values()) >= least, counted


@pytest.mark.rule("CRE-2", "CRE-4")
def test_a_concept_leans_on_three_assets_and_five_different_skills() -> None:
    keys = {item.key for item in book.skills()}
    for item in book.ideas().concepts:
        assert set(item.assets) == {"force", "grace", "acuity"}
        leanings = {*item.primary, *item.secondary}
        assert len(leanings) == 5
        assert leanings <= keys
    primaries = {key for item in book.ideas().concepts for key in item.primary}
    assert primaries == keys


@pytest.mark.rule("CRE-8", "GER-1", "GER-3", "GER-4")
def test_gear_is_of_all_kinds_and_excludes_only_what_its_kind_can() -> None:
    skills = {item.key for item in book.skills()}
    kinds = Counter(item.kind for item in book.ideas().gear)
    assert kinds.keys() == {"buff", "charm", "font"}
    assert min(kinds.values()) >= 8
    most = book.numbers().gear.max_rating
    for item in book.ideas().gear:
        allowed = {"buff": set[str](), "charm": skills, "font": {"pain", "doubt", "fear", "kismet"}}[item.kind]
        assert set(item.without) < (allowed or {"nothing"})
        assert len(set(item.without)) == len(item.without)
        assert 1 <= item.rating <= most


@pytest.mark.rule("TRT-1")
def test_every_trait_has_two_edges() -> None:
    for item in (*book.ideas().traits, *book.example_traits()):
        assert item.helps != item.hurts
        assert not item.helps.endswith(".")
        assert not item.hurts.endswith(".")
