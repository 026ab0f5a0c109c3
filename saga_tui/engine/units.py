"""Time in units inside units: rounds with turns of one's own, in a fight and outside; shorter and longer units that
pass, parts of a day, days. Play counts `turn` and `rounds`, says whether one is `acting`, and has a number for each
unit but the round. What each edge brings besides stands in a game's table (`edges.table`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from pydantic import Field

from saga_tui.engine import edges
from saga_tui.engine.ailing import Ailing


class Units:
    """A game's units, as data: `seconds` of each from the shortest, the names of the `parts` of a day, the conditions
    `of_fights`, kinds of harm that a day lessens (`lessened`) and that are `tested` by which roll."""

    def __init__(self, ails: Ailing, table: Mapping[str, Any]) -> None:
        self.ails, self.seconds, self.parts = ails, table["seconds"], table["parts"]
        self.table, self.says = table, ails.says

    def count(self, unit: str, within: str) -> int:
        """How many of a unit are in a longer one."""
        return int(self.seconds[within]) // int(self.seconds[unit])

    def acts(self, safe: Callable[[Any, Any], bool]) -> dict[str, edges.Act]:
        """What rows of the clock's table do, by id; `safe` says of an edit and its choices whether a day's tests are
        made."""
        ails, table = self.ails, self.table

        def tested(edit: Any, choices: Any) -> None:
            for kind, what in table["tested"].items():
                if safe(edit, choices):
                    ails.ask_each(edit, kind, what)
                elif getattr(ails.play(edit), kind):
                    edit.say(table["unsafe"], ails.kinds[kind]["left"])

        def rounds(edit: Any, _: Any) -> None:
            ails.onsets(edit, "round")
            ails.confront_due(edit, "round")

        def lessened(edit: Any, _: Any) -> None:
            for kind in table["lessened"]:
                ails.lessen(edit, kind)

        return {
            "turn": lambda edit, _: self._turn(edit, True),
            "turn-over": lambda edit, _: self._turn(edit, False),
            "exposed": lambda edit, _: ails.end(edit, self.says["exposed"], lambda one: one.ends == "turn-start"),
            "confront-round": rounds,
            "last-turn": lambda edit, _: self._last(edit),
            "round-counted": lambda edit, _: self._put(edit, rounds=ails.play(edit).rounds + 1),
            "combat-conditions": lambda edit, _: ails.end(
                edit, self.says["edges"], lambda one: one.key in table["of_fights"]
            ),
            "ten-minutes": lambda edit, _: ails.end_wards(edit),
            "timed": lambda edit, _: ails.end(
                edit, self.says["rounds"], lambda one: one.until > 0 or one.ends == "turn-start"
            ),
            "activity": lambda edit, _: self._put(edit, activity=ails.play(edit).activity + 1),
            "period": lambda edit, _: self._period(edit),
            "recovery": lessened,
            "therapy": tested,
            "day": lambda edit, _: self._day(edit),
            "onsets": lambda edit, _: ails.onsets(edit, "day"),
            "confront-day": lambda edit, _: ails.confront_due(edit, "day"),
            **{key: self._state(key) for key in table["states"]},
        }

    def _state(self, key: str) -> edges.Act:
        return lambda edit, _: self.ails.ask_state(edit, key)

    def _put(self, edit: Any, **fields: Any) -> None:
        edit.put(self.says["edges"], **fields)

    def _turn(self, edit: Any, begins: bool) -> None:
        """A turn of one's own begins or ends; in a fight that is told."""
        play = self.ails.play(edit)
        self._put(edit, acting=begins, turn=play.turn + begins)
        if play.round:
            edit.say(f"your turn {'begins' if begins else 'ends'}", self.says["edges"])

    def _last(self, edit: Any) -> None:
        now = self.ails.play(edit).turn
        self.ails.end(edit, self.says["turns"], lambda one: 0 < one.until <= now)

    def _period(self, edit: Any) -> None:
        now = self.ails.play(edit).period % len(self.parts) + 1
        self._put(edit, period=now, activity=0)
        edit.say(self.parts[now - 1], self.says["units"])

    def _day(self, edit: Any) -> None:
        now = self.ails.play(edit).day + 1
        self._put(edit, day=now)
        edit.say(f"day {now} begins", self.says["rounds"])


class Round(edges.Again):
    """Rounds pass; outside of a fight each has one turn."""

    def apply(self, edit: Any) -> None:
        """The turn that is open ends first."""
        for _ in range(self.rounds):
            fighting = edit.game.clock.is_open(edit.now, self.around)
            if not fighting:
                self.cross(edit, "turn start")
            if edit.game.play_of(edit.now).acting:
                self.cross(edit, "turn end")
            self.cross(edit, "round end")
            if fighting:
                self.cross(edit, "round start")


class Pass(edges.Crossing):
    """So many of a unit pass, with the edges of the shorter ones in them; never in a fight (the span `outside`), nor
    while rounds go on."""

    units: ClassVar[Units]
    unit: ClassVar[str]
    outside: ClassVar[str] = ""
    times: int = Field(default=1, ge=1, le=100)
    safe: bool | None = None
    """Whether it is a day of rest in a safe place; nothing: as the mode has it."""

    def apply(self, edit: Any) -> None:
        """Every edge, the shortest first."""
        if edit.game.clock.is_open(edit.now, self.outside):
            self.object(edit, f"{self.outside.capitalize()} is on", f"End {self.outside.capitalize()} first.", "open")
        for _ in range(self.times):
            if why := self.units.ails.in_rounds(edit.now):
                self.object(edit, f"Rounds go on: {why}", "End rounds until it is over.", "rounds")
            self._once(edit)

    def _once(self, edit: Any) -> None:
        play, units = edit.game.play_of(edit.now), self.units
        self.cross(edit, "activity end")
        last = play.activity + 1 >= units.count("activity", "period")
        left = max(1, len(units.parts) + 1 - play.period)
        for at in range({"activity": int(last), "period": 1, "day": left}[self.unit]):
            if at:
                self.cross(edit, "activity end")
            self.cross(edit, "period end")
            if edit.game.play_of(edit.now).period == 1:
                self.cross(edit, "day end")
                self.cross(edit, "day start")
