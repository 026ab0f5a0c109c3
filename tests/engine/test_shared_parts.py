"""The parts of play that several games share, at work in a game that is none of ours: spans from a table, the order of
a fight, bonuses, asked rolls, counters, conditions, advances, long actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pydantic import Field

from saga_tui.engine import advances, afflictions, asked, command, conflict, document, edges, works
from saga_tui.engine.advances import Advance
from saga_tui.engine.clock import Clock
from saga_tui.engine.command import Outcome, perform
from saga_tui.engine.document import Ask
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.model import LONGEST, Whole
from saga_tui.engine.rules import Rules
from saga_tui.engine.works import Work as LongAction


class Play(document.Play):
    bout: Whole = 0
    turn: Whole = 0
    scenario: Whole = 0
    arrows: Whole = 3
    blind: bool = False
    experience: Whole = 0
    order: tuple[conflict.Turn, ...] = Field(default=(), max_length=LONGEST)
    held: tuple[conflict.Bonus, ...] = Field(default=(), max_length=LONGEST)
    poisons: tuple[afflictions.Poison, ...] = Field(default=(), max_length=LONGEST)
    works: tuple[LongAction, ...] = Field(default=(), max_length=LONGEST)


class Duel(document.Document):
    game: str = "duel"
    play: Play | None = Play()
    advances: tuple[Advance, ...] = Field(default=(), max_length=LONGEST)


MADE: dict[str, type[command.Command]] = {}
WOUND = asked.Question("wound", "Wound", "grit", good="you stand", bad="blind", sets={"blind": True})


class Command(command.Command):
    registry = MADE


class Begin(edges.Begin, Command, verb="begin", rules="D-1"):
    """Begin a turn, in a new bout where none is open."""

    span, also = "turn", ("bout",)


class End(edges.End, Command, verb="end", rules="D-1"):
    """End the bout."""

    span = "bout"


class Join(conflict.Join, Command, verb="join", rules="D-2"):
    """Others join."""


class Wait(conflict.Wait, Command, verb="wait", rules="D-2"):
    """Wait."""


class Gain(conflict.GainBonus, Command, verb="gain", rules="D-3"):
    """A bonus."""

    span = "turn"


class Use(conflict.UseBonus, Command, verb="use", rules="D-3"):
    """Use it."""


class Answer(asked.Asked, asked.Thrown, Command, verb="answer", rules="D-4"):
    """Roll."""

    def dice_needed(self, document: Any) -> int:
        return 2

    def apply(self, edit: Any) -> None:
        if ask := self.answered(edit):
            WOUND.settle(edit, ask.rule, self.came(edit, 2, self.total) > 6)


class Waive(asked.Waive, Command, verb="waive", rules="D-4"):
    """No roll."""


class Shoot(asked.Spend, Command, verb="shoot", rules="D-5"):
    """Shoot."""


class Refill(asked.Refill, Command, verb="refill", rules="D-5"):
    """Refill."""


class Adjust(asked.Adjust, Command, verb="adjust", rules="D-5"):
    """Correct."""


class Set(asked.SetCondition, Command, verb="set", rules="D-6"):
    """A condition."""

    known = {"blind": asked.Condition("blind", {"blind": True}, {"blind": False}, "you are blind", "you see", "D-6")}


class Raise(advances.Raise, Command, verb="raise", rules="D-7"):
    """Raise grit."""

    def offered(self, document: Any) -> Sequence[str]:
        return ["grit"]

    def offer(self, edit: Any, what: str) -> tuple[Advance, str]:
        old = sum(one.new - one.old for one in edit.now.advances)
        return Advance(what=what, old=old, new=old + self.steps, cost=2 * self.steps), "Grit"


class TakeBack(advances.TakeBack, Command, verb="refund", rules="D-7"):
    """Refund it."""


class Work(works.StartWork, Command, verb="work", rules="D-8"):
    """Begin."""


class Step(works.WorkStep, Command, verb="step", rules="D-8"):
    """Go on."""


class Ill(afflictions.StartPoison, Command, verb="ill", rules="D-9"):
    """Ill."""


class Period(afflictions.PoisonPeriod, Command, verb="period", rules="D-9"):
    """A period ends."""


TABLE: list[dict[str, Any]] = [
    {"edge": "bout start", "begins": "bout", "rule": "D-1", "fields": {"turn": 0}},
    {"edge": "turn start", "begins": "turn", "rule": "D-1"},
    {"edge": "turn end", "ends": "turn", "around": "bout", "rule": "D-1", "silent": True},
    {"edge": "bout end", "id": "bonuses", "rule": "D-3", "words": "bonuses end"},
    {"edge": "bout end", "id": "arrows", "act": "arrow", "rule": "D-5", "words": "find an arrow", "asks": True},
    {"edge": "bout end", "ends": "bout", "around": "day", "rule": "D-1", "fields": {"order": ()}},
]
CLOCK: Clock[Duel] = Clock(
    spans=("day", "bout", "turn"),
    counters={"bout": ("bout",), "turn": ("turn",)},
    resets=edges.table(
        TABLE,
        {
            "bonuses": lambda edit, _: conflict.lose(edit, lambda _: True, "D-3"),
            "arrow": lambda edit, _: edit.put("D-5", arrows=edit.game.play_of(edit.now).arrows + 1),
        },
    ),
)


def entries(duel: Duel) -> Iterator[Entry]:
    play = duel.play or Play()
    held = counted("arrows", "Arrows", play.arrows, "left", "D-5")
    yield number(held, ("play", "arrows"), counted=True, rest=(3,))


RULES: Rules[Duel] = Rules(Duel, Play, MADE, entries, lambda _: [], CLOCK)


class Table:
    def __init__(self, **play: Any) -> None:
        self.duel = Duel(play=Play(**play))

    def do(self, verb: str, *dice: int, **params: Any) -> Outcome[Duel]:
        made = RULES.command(verb, params)
        outcome = perform(RULES, self.duel, made, dice)
        assert all(line.rule for line in outcome.lines)
        if not outcome.refused:
            self.duel = outcome.after
        return outcome

    @property
    def play(self) -> Play:
        assert self.duel.play is not None
        return self.duel.play


def code(outcome: Outcome[Duel]) -> list[str]:
    assert outcome.refused
    return [one.code for one in outcome.problems]


def test_spans_begin_with_those_around_them_and_end_with_those_inside() -> None:
    table = Table()
    assert code(table.do("end")) == ["none-open"]
    assert table.do("begin").text == "Bout 1 begins; turn 1 begins"
    assert code(table.do("begin")) == ["open"]
    assert table.do("end").text == "Bout 1 ends"  # the turn's end is silent
    assert (CLOCK.now(table.duel), table.play.arrows) == ({}, 4)


def test_a_row_of_the_table_can_be_skipped() -> None:
    table = Table()
    table.do("begin")
    table.do("gain", what="aim")
    table.do("end", skip=["bonuses"])
    assert [one.what for one in table.play.held] == ["aim"]
    assert CLOCK.rows["arrows"].asks


def test_who_joins_stands_where_the_dice_put_them() -> None:
    table = Table(order=(conflict.Turn(rank=8, tie=4),))
    table.do("join", 5, 3, name=["Ann", "Bo"], initiative=5)
    assert [(one.called, one.rank) for one in table.play.order] == [("Ann", 10), ("Bo", 8), ("you", 8)]
    assert code(table.do("join", name=["ann"], die=[1])) == ["twice"]
    table.do("wait", after="you", fighter="Ann")
    assert [(one.called, one.rank) for one in table.play.order] == [("Bo", 8), ("you", 8), ("Ann", 8)]
    assert code(table.do("wait", after="Cy")) == ["unknown"]


def test_a_bonus_of_one_kind_is_renewed_and_used() -> None:
    table = Table()
    table.do("begin")
    table.do("gain", what="aim", rounds=1)
    table.do("gain", what="aim", degrees=2)
    assert [(one.degrees, one.until) for one in table.play.held] == [(2, 0)]
    table.do("use")
    assert code(table.do("use")) == ["none"]


@pytest.mark.parametrize(("total", "blind"), [(7, False), (6, True)])
def test_a_question_is_answered_by_its_roll(total: int, blind: bool) -> None:
    table = Table(asks=(Ask(what="wound", rule="D-4"),))
    table.do("answer", total=total)
    assert (table.play.blind, table.play.asks) == (blind, ())
    assert code(table.do("answer", 1, 1)) == ["unasked"]


def test_a_question_is_waived_and_what_no_dice_show_is_refused() -> None:
    table = Table(asks=(Ask(what="wound", rule="D-4"), Ask(what="wound", kind="old", rule="D-4")))
    assert code(table.do("answer", total=13)) == ["dice"]
    assert table.do("waive", what="wound old").text == "Waived: wound old"
    assert [ask.kind for ask in table.play.asks] == [""]


def test_a_counter_is_spent_refilled_and_corrected() -> None:
    table = Table()
    table.do("shoot", counter="arrows", amount=2)
    assert code(table.do("shoot", counter="arrows", amount=2)) == ["short"]
    assert code(table.do("shoot", counter="bolts")) == ["unknown"]
    assert table.do("adjust", counter="Arrows", by=-9).text == "Arrows 1 → 0"
    assert table.do("refill", counter="arrows").text == "Arrows 0 → 3"


def test_a_condition_begins_and_ends_in_words() -> None:
    table = Table()
    assert table.do("set", what="blind").text == "You are blind"
    assert not table.do("set", what="blind").lines
    assert table.do("set", what="blind", on=False).text == "You see"
    assert code(table.do("set", what="deaf")) == ["unknown"]


def test_what_experience_buys_is_refunded_from_the_last() -> None:
    table = Table(experience=5)
    assert table.do("raise", what="grit", steps=2).text == "Grit 0 → 2 for 4; experience 5 → 1"
    assert code(table.do("raise", what="grit")) == ["experience"]
    assert code(table.do("raise", what="wit")) == ["unknown"]
    table.do("refund")
    assert (table.play.experience, table.duel.advances) == (5, ())
    assert code(table.do("refund")) == ["none"]


def test_a_long_action_ends_at_its_goal_its_loss_or_its_limit() -> None:
    table = Table()
    table.do("work", name="Climb", goal=3, losing=-2, limit=3)
    for degree, state in ((1, "open"), (-1, "open"), (0, "time")):
        table.do("step", degree=degree)
        assert table.play.works[0].state == state
    assert code(table.do("step", degree=1)) == ["over"]
    assert LongAction(goal=3, losing=-2, steps=(1, -3, 9)).state == "lost"


def test_an_illness_is_resisted_at_once_and_at_each_period() -> None:
    table = Table()
    assert code(table.do("period")) == ["none"]
    table.do("ill", name="Fever", virulence=9, effect="hot")
    assert code(table.do("ill", name="Fever", virulence=1)) == ["twice"]
    assert table.do("period").text == "Fever takes effect: hot"
    assert [(ask.what, ask.kind, ask.dice) for ask in table.play.asks] == [("poison", "Fever", 2)] * 2
    assert table.do("period", over=True).text == "Fever is over"
    assert table.play.poisons == ()
