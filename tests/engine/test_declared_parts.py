"""Commands, edges, states and reminders as rows of tables, in a game that is none of ours."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import Field

from saga_tui.engine import asked, clock, command, conflict, document, edges, hurts, told, turns
from saga_tui.engine.clock import Clock
from saga_tui.engine.command import Outcome, perform
from saga_tui.engine.declared import declare
from saga_tui.engine.entries import Entry
from saga_tui.engine.fields import placed
from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.engine.rules import Rules

TABLES = tomllib.loads("""
[command.begin]
kind = "begin"
title = "Begin a bout"
rules = "T-1"
about = "A bout begins."
set = { span = "bout", within = ["round"] }
[command.again]
kind = "again"
title = "Next round"
rules = "T-1"
about = "The round ends."
set = { span = "round", around = "bout" }
[command.rest]
kind = "pause"
title = "Rest"
rules = "T-2"
about = "Rest."
set = { span = "rest", outside = "bout" }
asks = { deep = { usual = false, about = "Undisturbed." }, hours = { usual = 8, least = 1, most = 12 } }
[command.join]
kind = "join"
title = "Join"
rules = "T-3"
about = "Others join."
[command.next]
kind = "next"
title = "Next"
rules = "T-3"
about = "The next one acts."
[command.tie]
kind = "remark"
title = "Tie"
rules = "T-4"
about = "A knot is tied, or undone."
[command.tie.set]
keeps = { words = "knot", turns = "turns" }
begins = "a knot: {words}"
more = { turns = ", {turns:#turn}" }
ends = "undone: {words}"
bars = { at = "wet", rule = "T-5", message = "It is wet", fix = "Dry it.", code = "wet" }
[command.tie.asks]
words = { usual = "" }
turns = { usual = 0, least = 0, most = 9 }

[[reset]]
edge = "bout start"
begins = "bout"
rule = "T-1"
[[reset]]
edge = "round start"
begins = "round"
rule = "T-1"
[[reset]]
edge = "round end"
id = "sand"
rule = "T-6"
words = "sand runs"
when = "sand"
unless = "calm"
sets = { sand = 0 }
ask = { what = "dust", dice = "sand", unless = "wet" }
says = "{sand:#grain} of sand"
tails = { 1 = ", the last" }
[[reset]]
edge = "rest"
id = "heal"
rule = "T-2"
words = "it heals"
when = "body.injuries"
ask = { what = "heal", dice = 2, level = "rest", with = ["deep"] }
says = "it may heal"
options = { deep = ", and well" }

[[state]]
key = "down"
kind = "body"
rule = "T-7"
begins = "down"
ends = "up again"
resets = { bled = 0 }

[[reminder]]
rule = "T-6"
when = "sand"
words = "{sand:#grain} left"
[[reminder]]
rule = "T-3"
each = "order"
when = "acts"
words = "{told} to act"
[[reminder]]
rule = "T-8"
each = "worked out"
words = "degree {degree:roman}"
""")


class Body(Model):
    injuries: Whole = 0
    stun: Whole = 0


class Play(document.Play):
    bout: Whole = 0
    round: Whole = 0
    sand: Whole = 0
    turns: Whole = 0
    bled: Whole = 0
    knot: Name = ""
    wet: bool = False
    calm: bool = False
    cared: bool = False
    body: Body = Body()
    order: tuple[conflict.Turn, ...] = Field(default=(), max_length=LONGEST)
    held: tuple[conflict.Bonus, ...] = Field(default=(), max_length=LONGEST)


class Sand(document.Document):
    game: str = "sand"
    play: Play | None = Play()


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    deep: bool = False


class Pause(edges.Pause):
    chosen = Choices


class Command(command.Command):
    registry = {}


KINDS: dict[str, Any] = {
    "begin": edges.Begin, "again": edges.Again, "pause": Pause, "join": conflict.Join, "next": turns.NextTurn,
    "remark": asked.Remark,
}  # fmt: skip


def entries(_: Sand) -> Iterator[Entry]:
    yield from ()


COMMANDS = declare(Command, TABLES["command"], **KINDS)
CLOCK: Clock[Sand] = Clock(
    spans=("play", "bout", "round"), counters={"bout": ("bout",), "round": ("round",)},
    resets=edges.table(TABLES["reset"], {}),
)  # fmt: skip
RULES: Rules[Sand] = Rules(
    document=Sand, play=Play, commands=COMMANDS, entries=entries, problems=lambda _: [], clock=CLOCK
)


class Table:
    def __init__(self, **play: Any) -> None:
        self.one = Sand(play=Play(**play))

    def see(self, verb: str, *dice: int, **params: Any) -> Outcome[Sand]:
        return perform(RULES, self.one, RULES.command(verb, params), dice)

    def do(self, verb: str, *dice: int, **params: Any) -> str:
        outcome = self.see(verb, *dice, **params)
        assert not outcome.refused, outcome.problems
        self.one = outcome.after
        return outcome.text

    @property
    def play(self) -> Play:
        assert self.one.play is not None
        return self.one.play


def test_a_row_is_a_command_with_its_help_its_rules_and_its_parameters() -> None:
    rest = COMMANDS["rest"]
    assert (rest.__doc__, rest.title, rest.rules, Command.registry["rest"]) == ("Rest.", "Rest", ("T-2",), rest)
    assert [(one.name, one.kind, one.default, one.help) for one in placed(rest)] == [
        ("deep", bool, False, "Undisturbed."), ("hours", int, 8, "")
    ]  # fmt: skip
    with pytest.raises(ValueError, match="less than or equal to 12"):
        rest.model_validate({"hours": 13})


def test_a_row_of_an_edge_says_itself_when_it_holds_what_it_sets_asks_and_tells() -> None:
    table = Table(sand=3)
    table.do("begin")
    assert "3 grains of sand" in table.do("again")
    assert (table.play.sand, [(ask.what, ask.dice) for ask in table.play.asks]) == (0, [("dust", 3)])
    assert (table.play.bout, table.play.round) == (1, 2)
    assert "sand" not in table.do("again")
    last = Table(sand=1)
    assert "1 grain of sand, the last" in last.do("again"), "outside of a bout a round passes too"
    assert last.play.round == 0
    still = Table(sand=1, calm=True)
    still.do("again")
    assert (still.play.sand, still.play.asks) == (1, ())
    wet = Table(sand=2, wet=True)
    wet.do("again")
    assert (wet.play.sand, wet.play.asks) == (0, ()), "what it sets is set, what it asks has a condition of its own"


def test_a_rest_is_no_part_of_a_bout() -> None:
    table = Table()
    table.do("begin")
    assert [one.code for one in table.see("rest").problems] == ["open"]
    hurt = Table(body=Body(injuries=3))
    assert hurt.do("rest", deep=True) == "It may heal, and well"
    assert [(ask.what, ask.level) for ask in hurt.play.asks] == [("heal", "rest deep")]


def test_words_are_noted_with_what_belongs_to_them_and_end_where_nothing_bars_it() -> None:
    table = Table()
    assert table.do("tie", words="a bowline", turns=2) == "A knot: a bowline, 2 turns"
    assert table.do("tie", words="a hitch") == "A knot: a hitch"
    assert table.do("tie") == "Undone: a hitch"
    assert (table.play.knot, table.play.turns) == ("", 0)
    wet = Table(knot="a hitch", wet=True)
    assert [one.code for one in wet.see("tie").problems] == ["wet"]


def test_whose_turn_it_is_steps_through_the_order() -> None:
    table = Table(order=(conflict.Turn(rank=5), conflict.Turn(name="Otto", rank=4, out=True)))
    assert table.do("next") == "Your turn"
    assert [one.acts for one in table.play.order] == [True, False]
    assert table.do("next") == "Everyone has acted: end the round"
    assert Table().see("next").refused


def test_reminders_are_rows_of_play_of_its_lists_and_of_what_is_worked_out() -> None:
    play = Play(sand=2, order=(conflict.Turn(name="Otto"),))
    said = list(told.reminders(TABLES["reminder"][::2], play, **{"worked out": [{"degree": -2}]}))
    assert said == [("T-6", "2 grains left"), ("T-8", "degree −II")]


class Bodies(hurts.Hurts):
    kinds, tended = ("body",), "cared"

    def state(self, document: Sand, kind: str) -> str:
        return "down" if document.play is not None and document.play.body.injuries > 9 else "fit"

    def points(self, document: Sand, kind: str) -> int:
        return 10


def test_a_state_tells_its_begin_and_its_end_and_sets_what_belongs_to_it_back() -> None:
    bodies, edit = Bodies(TABLES["state"]), RULES.edit(RULES, Sand(play=Play(bled=3, body=Body(injuries=8))))
    bodies.put(edit, "body", "T-7", injuries=12)
    bodies.put(edit, "body", "T-7", injuries=-4)
    assert [line.text for line in edit.lines] == [
        "body injuries 8 → 12 (damage 12 of 10)", "down", "body injuries 12 → 0 (damage 0 of 10)", "up again"
    ]  # fmt: skip
    assert RULES.play_of(edit.now).bled == 0
