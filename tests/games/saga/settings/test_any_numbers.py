"""Whatever numbers a sound setting has, chance builds a legal character by them; whatever junk is kept, all goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, creation, derive, moments
from saga_tui.games.saga.rules.character import Character, Kept, from_doc
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.games.saga.rules.setting import differences
from saga_tui.games.saga.settings import check
from saga_tui.store import dumps
from tests.examples import tries
from tests.games.saga.rules.heroes import hero
from tests.games.saga.settings.worlds import keeping

NUMBERS = (0, 1, 2, 3, 4, 5, 9, 20, 99)


def some_numbers(chance: random.Random) -> dict[str, Any]:
    """A few of the numbers that a setting may change, anywhere in what they may be."""
    made: dict[str, Any] = {}
    for path in book.leaves():
        if path.startswith("switches.") or chance.random() < 0.88:
            continue
        old: Any = book.numbers()
        place = made
        *front, last = path.split(".")
        for step in front:
            place = place.setdefault(step, {})
            old = getattr(old, step)
        old = getattr(old, last)
        if last == "surcharge_at":
            place[last] = sorted(chance.sample(range(1, 12), chance.randint(0, 3)))
        else:
            place[last] = [chance.choice(NUMBERS) for _ in old] if isinstance(old, tuple) else chance.choice(NUMBERS)
    return made


@pytest.mark.rule("SET-1")
def test_chance_builds_a_legal_character_by_any_sound_numbers() -> None:
    chance, built = random.Random(3), 0
    for seed in range(150):
        numbers = some_numbers(chance)
        table, wrong = book.resolve(numbers, {})
        text = dumps({"format": 1, "name": "Any", "description": "x", "numbers": numbers})
        sound = not wrong and not list(book.clashes(table))
        assert check(text).is_valid == sound, "the file's check and the rules agree"
        made = perform(Character(setting=Kept(name="Any", numbers=numbers)), command_of("surprise", {"seed": seed}))
        assert derive.numbers(made.after) == table
        errors = [item for item in creation.problems(made.after) if item.level == "error"]
        if sound:
            built += 1
            assert errors == []
            assert budget.finishing_budget(made.after).left >= 0
    assert built > 50


JUNK = st.recursive(
    st.one_of(st.booleans(), st.integers(-(10**6), 10**6), st.text(max_size=5), st.floats(allow_nan=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["assets", "points", "finishing", "prices", "switches", "", "[/]"]), inner),
    ),
    max_leaves=6,
)


@pytest.mark.rule("SET-2")
@settings(max_examples=tries(60), deadline=None)
@given(
    numbers=st.dictionaries(st.sampled_from(["assets", "skills", "finishing", "spark", "gear", "x"]), JUNK, max_size=3),
    effect=st.dictionaries(st.sampled_from(["kind", "dice", "tokens", "cost"]), JUNK, max_size=3),
    moment=st.sampled_from(["", "block", "nonsense"]),
)
def test_junk_in_what_is_kept_never_fails(numbers: dict[str, Any], effect: dict[str, Any], moment: str) -> None:
    made = {"name": "Junk", "assets": ["force"], "text": "x", "effect": effect, "moment": moment}
    character = keeping(hero("Junk"), numbers=numbers, switches={"better_lucky": "x"}, perks=[made])
    creation.problems(character)
    moments.moments(character)
    differences(hero(), character)
    assert derive.numbers(character).switches == book.numbers().switches
    assert from_doc(character.to_doc()).to_doc() == character.to_doc()
