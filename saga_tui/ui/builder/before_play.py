"""The set-up of a game with seats as a builder: who plays each, a person or a computer, and by which switches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from saga_tui.engine.before_play import SetUp
from saga_tui.engine.command import Command
from saga_tui.engine.rules import Rules
from saga_tui.ui.builder.options import Turned, option_rows, row_at
from saga_tui.ui.builder.spec import BuilderSpec, Rows, Step
from saga_tui.ui.forms import Form, Text
from saga_tui.ui.specs import Line, Number, Row
from saga_tui.words import plural

Groups: TypeAlias = Iterator[tuple[str, Iterator[Row]]]


@dataclass(frozen=True)
class Seating:
    """What a game says of its set-up. Its document has `seats` (each with `control`, `level` and `player`), `switches`
    (what stands otherwise than usual) and `turns`."""

    rules: Rules[Any]
    known: SetUp
    names: Mapping[str, tuple[str, str]]
    """The sign and the name of each seat."""
    levels: Sequence[str]
    """How well a computer may play, from the weakest."""
    player: Callable[[Any, str], str]
    """Who plays a seat, in words."""
    presets: Mapping[str, str]
    """The presets in words."""
    switches: Mapping[str, Mapping[str, str]]
    """The name, the rule and a sentence on each switch."""
    page: Callable[[Any, int], str]
    """The game on paper."""

    def builder(self) -> BuilderSpec:
        """The steps: seats, then rules; then the game begins."""
        seat_rule, switch_rule, turns_rule, _ = self.known.rules
        seats = Step(
            key="seats", title="Who plays", rules=(seat_rule,),
            parts=(Rows(where=("seats",), groups=self._seats, row_of=row_at("row")),),
            asks=lambda _: ("Left and right: no one, a person, or the computer. Enter: a name.",
                            f"{next(iter(self.names.values()))[1]}: Ann"),
            count=lambda one: plural(len(one.seats), "player") if one.seats else "",
        )  # fmt: skip
        rules = Step(
            key="rules", title="Rules", rules=(switch_rule, turns_rule), places=("switches", "turns"),
            parts=(Rows(where=("switches",), groups=self._rules, row_of=row_at("row")),),
            count=lambda one: plural(len(one.switches), "change") if one.switches else "",
        )  # fmt: skip
        return BuilderSpec(
            steps=(seats, rules), begin=lambda _: [self._done("begin")], state=lambda _: "Set-up", page=self.page,
            so_far=self._so_far,
        )  # fmt: skip

    def _done(self, verb: str, **params: Any) -> Command:
        return self.rules.command(verb, params)

    def _seats(self, one: Any) -> Groups:
        yield "Who plays", (self._seat(one, key) for key in self.known.names)

    def _seat(self, one: Any, key: str) -> Line:
        (sign, name), there = self.names[key], key in one.seats
        form = Form(self.rules.commands["seat"], (Text("player", f"Who plays {name}?"),), params={"hero": key})
        return Line(f"{sign}  {name}", mark="◆" if there else "◇", style="bold" if there else "", id=f"row-{key}",
                    note=self.player(one, key), choose=form, rule=self.known.rules[0],
                    less=self._played(one, key, -1), more=self._played(one, key, 1),
                    drop=self._done("unseat", hero=key) if there else None)  # fmt: skip

    def _played(self, one: Any, key: str, by: int) -> Command:
        """The next way, or the one before, of playing a seat: by nobody, a person, a computer of each level."""
        seat, ways = one.seats.get(key), ("", "person", *self.levels)
        now = "" if seat is None else "person" if seat.control == "person" else seat.level
        way = ways[(ways.index(now) + by) % len(ways)]
        if not way:
            return self._done("unseat", hero=key)
        who = {"control": "person"} if way == "person" else {"control": "computer", "level": way}
        return self._done("seat", hero=key, player=seat.player if seat is not None else "", **who)

    def _rules(self, one: Any) -> Groups:
        now = dict(one.switches)
        yield "Preset", (
            Line(words, mark="◆" if now == self.known.presets[key] else "◇", rule=self.known.rules[1],
                 style="bold" if now == self.known.presets[key] else "", id=f"row-preset-{place}",
                 choose=self._done("switch", name="preset", value=key))
            for place, (key, words) in enumerate(self.presets.items())
        )  # fmt: skip
        yield "Turns", iter((self._turns(one.turns),))
        table = (
            Turned(key, tuple(values), values[0], **self.switches[key]) for key, values in self.known.switches.items()
        )
        yield "Switches", option_rows(table, now, lambda key, value: self._done("switch", name=key, value=value))

    def _turns(self, turns: int) -> Number:
        less, more = (
            self._done("switch", name="turns", value=f"{to}") if 1 <= to <= self.known.turns else None
            for to in (turns - 1, turns + 1)
        )
        return Number("Turns", turns, label_width=14, room=3, id="row-turns", less=less, more=more,
                      rule=self.known.rules[2])  # fmt: skip

    def _so_far(self, one: Any) -> Iterator[Row]:
        """Who plays, how long, and what is otherwise than usual."""
        for key in one.seats:
            yield Line(self.names[key][1], note=self.player(one, key), mark=self.names[key][0], id=f"so-far-{key}")
        preset = next((words for key, words in self.presets.items() if one.switches == self.known.presets[key]), "")
        yield Line(preset or "Switches of your own", note=plural(one.turns, "turn"), mark="◇", id="so-far-rules")
