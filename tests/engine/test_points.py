"""What games by points have alike, at work for a game that is none of ours: prices by bands, budgets, numbers that
follow from others by a table of data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from saga_tui.engine.derived import Counted, Derived, Row, counts, rows, texts
from saga_tui.engine.document import Document, Play, Ruling
from saga_tui.prices import Prices, bands, budget, halved
from saga_tui.tables import tables
from saga_tui.tally import Term

DATA: dict[str, Any] = tomllib.loads("""
    [[number]]
    name = "brawn"
    label = "Brawn"
    short = "BRN"
    kind = "own"
    rests_on = [["scores", "brawn"]]

    [[number]]
    name = "nerve"
    label = "Nerve"
    kind = "own"
    rests_on = [["scores", "nerve"]]

    [[number]]
    name = "guard"
    label = "Guard"
    signed = true
    rests_on = [["gear"]]
    parts = [
      { add = 3, reason = "everybody", rule = "X-1", source = "rules" },
      { of = { brawn = 2, nerve = 1 }, over = 4, reason = "({terms}) / 4", rule = "X-2" },
    ]

    [[number]]
    name = "load"
    label = "Load"
    parts = [{ of = { guard = 1 }, column = "kg", reason = "{name} {value}" }, { of = { nerve = 0 }, quiet = true }]

    [[number]]
    name = "calm"
    label = "Calm"
    parts = [{ of = { brawn = 1, nerve = 1 }, least = true }]

    [[counted]]
    name = "wounds"
    label = "Wounds"
    path = ["play", "wounds"]
    reason = "taken"
    rule = "X-3"
    rest = [0]

    [[text]]
    name = "name"
    label = "Name"
    path = ["name"]
""")


class State(Play):
    wounds: int = 0


class Knight(Document):
    game: str = "knights"
    name: str = "Ann"
    scores: dict[str, int] = {}
    play: State | None = None


class Numbers(Derived):
    table = rows(DATA["number"])
    skills: dict[str, Any] = {}

    def more(self, row: Row, now: int) -> Iterator[Term]:
        if row.kind == "own":
            yield Term(self.document.scores.get(row.name, 5), "chosen", "X-0")

    def looked_up(self, column: str, value: int) -> int:
        return {"kg": 10 * value}[column]


def test_numbers_follow_from_others_by_a_table_and_say_how() -> None:
    of = Numbers(Knight(scores={"brawn": 8}))
    assert of.number("guard").lines() == ["+3  everybody  (X-1)", "+5  (2 × BRN 8 + Nerve 5) / 4  (X-2)", "= 8  Guard"]
    assert of.number("load").lines() == ["+80  Guard 8", "= 80  Load"]
    assert (of.number("calm").total, Numbers(Knight()).number("calm").total) == (5, 5)
    with pytest.raises(KeyError):
        of.number("luck")


def test_a_number_rests_on_what_its_parts_rest_on() -> None:
    found = {one.name: one for one in Numbers(Knight()).entries()}
    assert list(found) == ["brawn", "nerve", "guard", "load", "calm"]
    assert found["guard"].places == (("gear",), ("scores", "brawn"), ("scores", "nerve"))
    assert found["load"].places == found["guard"].places
    assert found["guard"].signed and not found["load"].signed


def test_a_ruling_on_a_number_counts_for_those_that_follow_from_it() -> None:
    ruled = Knight(rulings=(Ruling(number="brawn", old="5", new="9", reason="a giant's blood"),))
    assert Numbers(ruled).number("guard").total == Numbers(Knight(scores={"brawn": 9})).number("guard").total == 8


def test_what_play_counts_and_what_is_written_stands_in_the_same_table() -> None:
    table = tables(Counted, DATA["counted"], by="name").values()
    for one, wounds in ((Knight(), 0), (Knight(play=State(wounds=3)), 3)):
        [entry] = counts(one, table)
        assert (entry.name, entry.counted, entry.rest, entry.path) == ("wounds", True, (0,), ("play", "wounds"))
        assert [term.amount for term in entry.value.terms] == [wounds]  # type: ignore[union-attr]
    [name] = texts(Knight(), DATA["text"])
    assert (name.label, name.text, name.path) == ("Name", "Ann", ("name",))


# ---- prices


LADDER = Prices(bands([{"up_to": 5, "cost": 3}, {"up_to": 10, "cost": 6}, {"cost": 48}]))
STEPS = Prices(bands([{"up_to": 5, "cost": 1}, {"cost": 2}]), step=5, below=1)


def test_a_price_is_that_of_the_value_reached_and_given_back_on_the_way_down() -> None:
    assert [LADDER.cost(5, to) for to in (3, 5, 6, 10, 12)] == [-6, 0, 6, 30, 126]
    assert LADDER.cost(12, 4) == -LADDER.cost(4, 12) == -129
    assert Prices(LADDER.bands, times=3).cost(8, 9) == 18
    assert LADDER.cost(4, 7, own=(1, 2)) == 1 + 2 * 2 and LADDER.cost(10, 11, own=(1, 2)) == 48


def test_levels_below_zero_may_be_taken_in_longer_steps() -> None:
    assert [STEPS.cost(-15, to) for to in (-15, -10, 0, 5, 7)] == [0, 1, 3, 8, 12]
    assert STEPS.cost(-15, 7, own=(4, 1, 3)) == 12 + 5 + 6
    assert (STEPS.next(-10), STEPS.next(-2), STEPS.next(3)) == (-5, 0, 4)
    assert (STEPS.before(0, -15), STEPS.before(4, 0), STEPS.before(-15, -15)) == (-5, 3, None)
    assert STEPS.has(-15, -10) and not STEPS.has(-15, -7) and not STEPS.has(0, -5) and STEPS.has(0, 3)


def test_half_a_price_is_at_least_one_and_a_budget_says_what_it_went_for() -> None:
    assert [halved(cost) for cost in (7, 1, 0, -4)] == [3, 1, 0, -4] and halved(7, up=True) == 4
    left = budget("Left", Term(20, "to spend"), [(12, "scores", "X-1"), (0, "skills", "X-2"), (-3, "poor", "X-3")])
    assert left.lines() == ["+20  to spend", "-12  scores  (X-1)", "+3  poor  (X-3)", "= 11  Left"]
