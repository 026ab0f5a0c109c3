"""SagaS's story as its journal tells it: each roll with its chance, luck in rolls made, what changed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.sagas.game import GAME
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.paper import recap
from saga_tui.paper.story import Story, story
from saga_tui.store import Memory
from tests.games.sagas.samples import SAMPLES, build

STEPS: tuple[tuple[str, tuple[int, ...], dict[str, Any]], ...] = (
    ("start-play", (), {}),
    ("start-scenario", (), {}),
    ("start-scene", (), {}),
    ("test", (3, 4), {"skill": "str"}),
    ("test", (6, 6, 5, 3), {"skill": "wit", "difficulty": "difficult"}),
    ("oppose", (2, 2), {"skill": "wil", "degree": 1}),
    ("take-damage", (), {"amount": 9, "protection": 0}),
    ("defend", (6, 5, 4), {"degree": 3}),
    ("attack", (1, 2), {"weapon": "fist", "degree": 0}),
    ("note", (), {"text": "the *mail* is late"}),
    ("end-scenario", (), {}),
)


@pytest.fixture
def told(tmp_path: Path) -> Story:
    """A scenario of Ida's: two tests, an opposition, a blow, a defence that fails, a hit, one roll undone."""
    with Memory.create(tmp_path, build(SAMPLES[1]).to_doc(), registry.layout("sagas")) as memory:
        play = Session(RULES, memory)
        for verb, dice, params in (*STEPS[:4], STEPS[3]):
            assert not play.do(RULES.command(verb, params), dice).refused, verb
        play.undo()
        for verb, dice, params in STEPS[4:]:
            assert not play.do(RULES.command(verb, params), dice).refused, verb
        return story(GAME.telling, memory.history(), memory.doc, memory.device)


def test_each_roll_is_told_with_the_chance_it_had(told: Story) -> None:
    page = " ".join(recap.text(told, 120).split())
    assert "SCENARIO 1" in page
    assert "Made it at 83%: Strength 12, rolled 7: degree I" in page
    assert "Missed it at <1%" not in page
    assert "Missed it at 3%: Wit 5 at −I, rolled 20" in page, "a total of 2 alone: 1/36"
    assert "▏ the *mail* is late" in page
    assert page.count("Strength 12, rolled 7") == 1, "what was undone is out"
    assert "Physical injuries 0 → 9" in page


def test_luck_is_rolls_made_against_their_chances(told: Story) -> None:
    [chapter] = (one for one in told.chapters if one.number)
    chances = [one.had for one in chapter.rolls]
    assert [one.marks for one in chapter.rolls] == [1, 0, 1, 0, 1]
    assert chances[:2] == [Fraction(5, 6), Fraction(1, 36)]
    assert chapter.luck.expected == sum(chances)
    assert chapter.luck.marks == 3
    assert "3 successes in 5 rolls" in recap.text(told)


def test_the_story_has_every_form(told: Story) -> None:
    assert recap.markdown(told).startswith("# Recap: Ida Marsh\n")
    assert recap.text(told, 60, plain=True).isascii()
    assert all(len(line) <= 60 for line in recap.text(told, 60, plain=True).splitlines())
