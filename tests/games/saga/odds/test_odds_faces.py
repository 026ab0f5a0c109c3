"""The laws against the enumeration of every face."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import get_args

import pytest

from saga_tui.games.saga.rules import odds, rolls
from tests.games.saga.odds.oracle import FACES, enumerated, every, fractions, law_of, marks_in


@pytest.mark.rule("ROL-1", "ROL-6", "AST-6")
@pytest.mark.parametrize("pool", range(7))
def test_each_side_alone_with_every_spend(pool: int) -> None:
    for traded in range(0, pool + 1, odds.TRADE):
        for fortune in range(5):
            faces = fractions(enumerated(pool - traded, fortune))
            automatic = traded // odds.TRADE
            law = odds.marks(pool - traded, automatic, fortune)
            assert law_of(law) == {marks + automatic: chance for marks, chance in faces.items()}


@pytest.mark.rule("ROL-2", "ROL-3", "ROL-4")
@pytest.mark.parametrize("tie", ["success", "qualified", "failure", "neutral"])
def test_both_sides_together_and_what_they_mean(tie: odds.Tie) -> None:
    words = {"success": "defence", "qualified": "challenge", "failure": "attack", "neutral": "neutral"}
    for own in range(4):
        for opposing in range(4):
            nets = Counter(marks_in(mine) - marks_in(theirs) for mine in every(own) for theirs in every(opposing))
            law = odds.net(odds.marks(own), odds.marks(opposing))
            assert law_of(law) == fractions(nets)
            judged: Counter[str] = Counter()
            for net, count in nets.items():
                judged[rolls.judge(net, words[tie])] += count  # type: ignore[arg-type]
            found = odds.outcome(law, tie)
            chances = [Fraction(judged[name], nets.total()) for name in ("success", "qualified", "failure", "neutral")]
            assert [*found, found.neutral] == chances


@pytest.mark.rule("ROL-2", "ROL-6", "AST-6")
def test_both_sides_together_with_every_spend() -> None:
    for own in range(4):
        for opposing in range(4):
            for traded in range(0, own + 1, odds.TRADE):
                for fortune in range(4):
                    nets: Counter[int] = Counter()
                    for mine, count in enumerated(own - traded, fortune).items():
                        for theirs in every(opposing):
                            nets[mine + traded // odds.TRADE - marks_in(theirs)] += count
                    law = odds.net(odds.marks(own - traded, traded // odds.TRADE, fortune), odds.marks(opposing))
                    assert law_of(law) == fractions(nets)


@pytest.mark.rule("AST-7")
@pytest.mark.parametrize("tie", ["success", "qualified", "failure", "neutral"])
def test_one_token_after_comparing(tie: odds.Tie) -> None:
    """It re-rolls a die without a mark, where one mark more changes the result, and the better face stays."""
    for own, automatic, opposing in [(0, 1, 1), (1, 0, 1), (2, 0, 3), (3, 0, 2), (3, 1, 3), (2, 2, 3)]:
        nets: Counter[int] = Counter()
        for mine in every(own):
            for theirs in every(opposing):
                before = marks_in(mine) + automatic - marks_in(theirs)
                worst = min(mine, default=6)
                chance = odds.turn(before, own - marks_in(mine), tie)
                for face in FACES:
                    better = worst < 5 <= face and _matters(before, tie)
                    nets[before + better] += 1
                turned = sum(worst < 5 <= face and _matters(before, tie) for face in FACES)
                assert chance == Fraction(turned, 6)
        law = odds.late(odds.marks(own, automatic), odds.marks(opposing), own + automatic, tie)
        assert law_of(law) == fractions(nets)


def _matters(net: int, tie: odds.Tie) -> bool:
    worth = {"failure": 0, "neutral": 1, "qualified": 1, "success": 2}
    values = [0 if marks < 0 else 2 if marks > 0 else worth[tie] for marks in (net, net + 1)]
    return values[1] > values[0]


@pytest.mark.rule("ROL-8", "AST-6")
@pytest.mark.parametrize("fortune", range(4))
def test_a_chance_roll_ends_dramatically(fortune: int) -> None:
    dramatic = total = 0
    for faces in every(1 + 2 * fortune):
        final = rolls.reroll(faces[:1], faces[1:], fortune, 2, 5)
        dramatic += final[0] <= 2
        total += 1
    assert odds.dramatic(fortune) == Fraction(dramatic, total)


@pytest.mark.rule("ROL-8", "ROL-3", "ROL-4", "AST-7")
@pytest.mark.parametrize("opposition", get_args(rolls.Opposition))
@pytest.mark.parametrize("kept", [0, 1])
def test_a_chance_roll_that_shows_a_dramatic_failure_is_no_tie(opposition: rolls.Opposition, kept: int) -> None:
    counts, tie = Counter[str](), rolls.judge(0, opposition)
    worth = {"failure": 0, "neutral": 1, "qualified": 1, "success": 2}
    for face, fresh, *others in every(4):
        theirs = sum(other >= 5 for other in others)
        results = [
            rolls.judge((shown >= 5) - theirs, opposition, shown <= 2)
            for shown in ((face, max(face, fresh))[: 1 + kept])
        ]
        counts[max(results, key=lambda result: worth[result])] += 1
    own, opposing = odds.marks(1), odds.marks(2)
    law = odds.late(own, opposing, 1, tie) if kept else odds.net(own, opposing)
    found = odds.outcome(law, tie, odds.dramatic_tie(opposing, kept=kept))
    assert {name: value for name, value in (found._asdict() | {"neutral": found.neutral}).items() if value} == {
        name: Fraction(count, 6**4) for name, count in counts.items()
    }


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-4", "DOM-3", "PRK-5", "AST-7")
@pytest.mark.parametrize("ignored", [0, 1, 2])
@pytest.mark.parametrize("reroll", [False, True])
def test_kismet_by_every_face(ignored: int, reroll: bool) -> None:
    for dice in range(6):
        hitches, sparks = _kismet_by_faces(dice, ignored, reroll)
        for left in range(dice + 2):
            found = odds.kismet(dice, left, ignored=ignored, reroll=reroll)
            assert law_of(found.hitches) == fractions(hitches)
            assert law_of(found.sparks) == fractions(sparks)
            total = hitches.total()
            assert found.no_hitch == Fraction(hitches[0], total)
            assert found.doom == Fraction(sum(count for value, count in hitches.items() if value >= left), total)
            assert found.spark == Fraction(sum(value * count for value, count in sparks.items()), total)


def _kismet_by_faces(dice: int, ignored: int, reroll: bool) -> tuple[Counter[int], Counter[int]]:
    hitches: Counter[int] = Counter()
    sparks: Counter[int] = Counter()
    for faces in every(dice):
        for fresh in FACES if reroll else [0]:
            final = sorted(faces)
            if reroll and final:
                final[0] = max(final[0], fresh)
            counted = max(0, sum(face <= 2 for face in final) - ignored)
            hitches[counted] += 1
            sparks[marks_in(tuple(final)) if counted == 0 else 0] += 1
    return hitches, sparks
