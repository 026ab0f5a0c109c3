"""Places of a character file in words, as differences and the log say them."""

from __future__ import annotations

import pytest

from saga_tui.changes import Change, describe
from saga_tui.games.registry import layout
from saga_tui.games.saga.rules.words import place_words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("play", "damage", "pain"), "pain"),
        (("play", "spark"), "Spark"),
        (("play", "tokens", "force"), "tokens of Force"),
        (("play", "tokens"), "tokens"),
        (("play", "span"), "current span of play"),
        (("skills", "ranks", "skill_x"), "Skill X"),
        (("skills", "specialties", 1, "name"), "specialty 2 name"),
        (("story", "traits", 2), "trait 3"),
        (("gear", 0, "rating"), "gear 1 rating"),
        (("play", "consequences", 0, "name"), "consequence 1 name"),
        (("concept", "name"), "name"),
        (("play",), "play"),
        (("unheard_of", "thing"), "unheard of thing"),
        ((), "the character"),
    ],
)
def test_a_place_is_said_as_people_say_it(path: tuple[str | int, ...], words: str) -> None:
    assert place_words(path) == words


def test_the_store_is_told_the_games_words() -> None:
    assert describe(Change(("play", "damage", "pain"), 2, 5), layout("saga").words) == "pain 2 → 5"
