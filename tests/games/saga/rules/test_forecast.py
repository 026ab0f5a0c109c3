"""What the next harm would bring, and how a roll on the table stands (DMG-2, KIS-2, KIS-5, DOM-3, AST-6)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from saga_tui.games.saga.rules import forecast
from tests.games.saga.rules.heroes import do, fighter, hero
from tests.games.saga.rules.test_roll_stages import held


@pytest.mark.rule("DMG-2")
@pytest.mark.parametrize("held_pain", [0, 3, 4, 6])
def test_the_next_token_brings_a_consequence_just_where_the_forecast_says_so(held_pain: int) -> None:
    character = fighter(damage={"pain": held_pain})
    told = forecast.next_hit(character, "pain")
    after = do(character, "suffer", kind="pain")
    assert after.play is not None
    assert (told.room == 0) is bool(after.play.asks)
    assert ("next pain" in told.words) is (told.room == 0)
    assert told.room == max(0, 4 - held_pain)


@pytest.mark.rule("KIS-5", "CSQ-4")
def test_a_deadly_conflict_calls_for_a_kismet_roll_with_it() -> None:
    deadly = fighter(damage={"fear": 4}, stakes="deadly")
    assert forecast.next_hit(deadly, "fear").words == "next fear: a permanent consequence and a kismet roll"
    look = forecast.kismet(deadly)
    assert look is not None and look.dice == 1
    assert forecast.kismet(fighter()) is None
    assert "kismet" not in forecast.next_hit(fighter(damage={"fear": 4}), "fear").words


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-4", "DOM-3")
@pytest.mark.parametrize(("kismet", "doom"), [(1, 0), (4, 5), (3, 7), (2, 6)])
def test_the_kismet_forecast_is_that_of_every_face(kismet: int, doom: int) -> None:
    look = forecast.kismet(hero(damage={"kismet": kismet}, doom=doom))
    assert look is not None
    every = list(product(range(1, 7), repeat=kismet))
    hitches = [sum(face <= 2 for face in faces) for faces in every]
    marks = [0 if bad else sum(face >= 5 for face in faces) for faces, bad in zip(every, hitches, strict=True)]
    assert look.hitch == Fraction(sum(bad > 0 for bad in hitches), len(every))
    assert look.doom == Fraction(sum(bad >= 8 - doom for bad in hitches), len(every))
    assert look.spark == Fraction(sum(marks), len(every))


def test_the_words_are_those_of_the_panel() -> None:
    character = hero(damage={"kismet": 4, "pain": 4}, doom=5)
    assert forecast.lines(character) == [
        "next pain: a temporary consequence",
        "kismet roll with 4 dice: 80% chance of a hitch; chance of meeting your doom: 11%",
    ]
    assert forecast.lines(hero())[0].startswith("kismet roll with 1 die: 33%")


@pytest.mark.rule("AST-6", "PRK-3", "ROL-2")
def test_how_a_roll_stands_is_that_of_every_face_still_to_come() -> None:
    character = held(hero("Deliberate"), 5, 1, 1, 6, opposing=3)
    stands = forecast.standing(character)
    assert stands is not None and stands.reroll is not None and stands.deliberate is not None
    for outcome, more in ((stands.now, 0), (stands.reroll, 2), (stands.deliberate, 1)):
        every = [
            2 + sum(face >= 5 for face in faces[:more]) - sum(face >= 5 for face in faces[more:])
            for faces in product(range(1, 7), repeat=more + 3)
        ]
        assert outcome.success == Fraction(sum(net > 0 for net in every), len(every))
        assert outcome.qualified == Fraction(sum(net == 0 for net in every), len(every))
    chance = forecast.standing(held(hero("Deliberate"), 1, skill="academia"))
    assert chance is not None and chance.reroll is not None and chance.deliberate is not None
    found = [chance.now.qualified, chance.reroll.qualified, chance.deliberate.qualified]
    assert found == [Fraction(0), Fraction(1, 3), Fraction(0)]
    known = forecast.standing(held(hero(), 5, 5, 5, 1, opposing_marks=2))
    assert known is not None and known.now.success == 1 and known.deliberate is None
    assert forecast.standing(hero()) is None
    poor = forecast.standing(held(hero("Deliberate", tokens={"fortune": 0}), 1, 1, 1, 1))
    assert poor is not None and poor.reroll is None
