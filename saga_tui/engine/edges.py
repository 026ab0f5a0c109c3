"""Rows and commands that begin and end the spans of a game's clock: what is open inside a span ends first, and each
edge runs the rows of its table, `SPAN start` or `SPAN end`. A game says which span, and with which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar, TypeAlias

from pydantic import Field

from saga_tui.engine.asked import drop
from saga_tui.engine.clock import Choices, Reset, Timed
from saga_tui.engine.conflict import lose
from saga_tui.engine.document import Ask
from saga_tui.engine.model import LARGEST
from saga_tui.engine.told import holds, known, said

Act: TypeAlias = Callable[[Any, Any], object]


def begins(span: str, rule: str, **fields: Any) -> Reset:
    """The row that begins a span and counts it; play has its number under its name. `fields` of play are set too."""

    def act(edit: Any, _: Any) -> None:
        number = getattr(edit.game.play_of(edit.now), span) + 1
        edit.put(rule, span=span, **{span: number}, **fields)
        edit.say(f"{span} {number} begins", rule, way="comes")

    return Reset(f"{span}-opens", rule, f"the {span} begins", act, moves=True)


def ends(span: str, around: str, rule: str, silent: bool = False, **fields: Any) -> Reset:
    """The row that ends a span, so that the one around it is the innermost; nothing where it is not open."""

    def act(edit: Any, _: Any) -> None:
        if edit.game.clock.is_open(edit.now, span):
            number = getattr(edit.game.play_of(edit.now), span)
            edit.put(rule, span=around, **fields)
            if not silent:
                edit.say(f"{span} {number} ends", rule, way="goes")

    return Reset(f"{span}-over", rule, f"the {span} ends", act, moves=True)


def plain(row: Mapping[str, Any], facts: Callable[[Any], dict[str, Any]], edit: Any, choices: Any) -> None:
    """What a row does that says so itself. Questions of the sorts in `drops` go, and bonuses in hand as `loses` has it:
    `all`, those that are `counted` in rounds, those that are `due` with this `round`. Where what `when` names says
    anything, and `unless` nothing, of play or of the game's `facts`, the fields of `sets` are set, the roll of `ask` is
    asked for (with a `when` and an `unless` of its own, and the choices of `with` in its level), and `says` is told:
    with fields of play in braces, what `tails` has for the value of `when`, what `options` has for choices; a mere
    reminder only once, however often its edge is crossed."""
    play, rule = edit.game.play_of(edit.now), row["rule"]
    drop(edit, rule, *row.get("drops", ()))
    if "loses" in row:
        least, most = {"all": (0, LARGEST), "counted": (1, LARGEST), "due": (1, play.round)}[row["loses"]]
        lose(edit, lambda held: least <= held.until <= most, rule)
    values = known(play) | facts(edit.now)
    stands = SimpleNamespace(**values)
    if "when" not in row or not holds(row, stands):
        return
    if sets := row.get("sets"):
        edit.put(rule, **{name: tuple(one) if isinstance(one, list) else one for name, one in sets.items()})
    if ask := row.get("ask"):
        if not holds(ask, stands):
            return
        dice = values[ask["dice"]] if isinstance(ask["dice"], str) else ask["dice"]
        level = [ask.get("level", ""), *(name for name in ask.get("with", ()) if getattr(choices, name))]
        edit.ask(Ask(what=ask["what"], kind=ask.get("kind", ""), dice=dice, level=" ".join(level).strip(), rule=rule))
    more = row.get("tails", {}).get(str(values.get(row["when"])), "") if "tails" in row else ""
    more += "".join(words for name, words in row.get("options", {}).items() if getattr(choices, name))
    told = said(row["says"], values) + more
    if sets or "ask" in row or all(line.text != told for line in edit.lines):
        edit.say(told, rule, way=row.get("way", ""))


def table(
    rows: Iterable[Mapping[str, Any]], acts: Mapping[str, Act],
    facts: Callable[[Any], dict[str, Any]] = lambda _document: {},
) -> dict[str, tuple[Reset, ...]]:  # fmt: skip
    """The rows of each edge from data: `edge`, `id`, `rule`, `words`, further rules as `also`, whether it `asks`,
    whether it `moves` the clock itself. What a row does is the function of its id, or of its `act`, else what it says
    itself (`plain`). A row with a `begins` or an `ends` is that of its span, with the span `around` it and the `fields`
    of play that it sets; a `silent` one is not told."""
    found: dict[str, tuple[Reset, ...]] = {}
    for row in rows:
        if "begins" in row:
            made = begins(row["begins"], row["rule"], **row.get("fields", {}))
        elif "ends" in row:
            made = ends(row["ends"], row["around"], row["rule"], "silent" in row, **row.get("fields", {}))
        else:
            act = acts.get(row.get("act", row["id"])) or partial(plain, row, facts)
            also, moves = tuple(row.get("also", ())), "moves" in row
            made = Reset(row["id"], row["rule"], row["words"], act, moves, also, "asks" in row)
        found[row["edge"]] = (*found.get(row["edge"], ()), made)
    return found


def inside(span: str, rule: str) -> Callable[[Any], None]:
    """A gate: objects in play while that span is not open."""

    def gate(edit: Any) -> None:
        if edit.before.play is not None and not edit.game.clock.is_open(edit.before, span):
            edit.object(rule, f"No {span} is on", f"Start a {span} first.", code=f"no-{span}")

    return gate


class Crossing(Timed):
    """A command that crosses edges of the clock."""

    span: ClassVar[str] = ""
    chosen: ClassVar[type[Choices]] = Choices
    """The game's choices for an edge: each is the parameter of its name."""

    def choices(self) -> Choices:
        """What the player chose for it."""
        names = (one.name for one in fields(self.chosen) if one.name in type(self).model_fields)
        return self.chosen(**{name: getattr(self, name) for name in names})

    def cross(self, edit: Any, edge: str) -> None:
        """Runs the rows of one edge."""
        edit.game.clock.cross(edit, edge, self.choices(), self.skip)

    def object(self, edit: Any, message: str, fix: str, code: str) -> None:
        """Finds it against the first of its rules."""
        edit.object(next(iter(self.rules), ""), message, fix, code=code)


class Begin(Crossing):
    """Begins a span, those of `also` around it that are not open, and those of `within` inside it."""

    also: ClassVar[tuple[str, ...]] = ()
    within: ClassVar[tuple[str, ...]] = ()

    def apply(self, edit: Any) -> None:
        """Crosses the edges, from the outermost."""
        clock = edit.game.clock
        if clock.is_open(edit.now, self.span):
            self.object(edit, f"A {self.span} is open already", f"End the {self.span} first.", "open")
            return
        spans = clock.spans[: clock.spans.index(self.span)]
        lacking = [one for one in spans[1:] if not clock.is_open(edit.now, one)]
        for one in lacking:
            if one not in self.also:
                self.object(edit, f"This needs a {one}, and none is open", f"Start a {one} first.", "none-open")
                return
        for one in (*lacking, self.span, *self.within):
            self.cross(edit, f"{one} start")


class End(Crossing):
    """Ends a span, and first what is open inside it."""

    def apply(self, edit: Any) -> None:
        """Crosses the edges, from the innermost."""
        clock = edit.game.clock
        if not clock.is_open(edit.now, self.span):
            self.object(edit, f"No {self.span} is open", f"Start a {self.span} first.", "none-open")
            return
        for one in reversed(clock.spans[clock.spans.index(self.span) :]):
            if clock.is_open(edit.now, one):
                self.cross(edit, f"{one} end")


class Again(Crossing):
    """Ends a span and begins it anew, so many times; outside of the span `around` it, only its end is crossed."""

    around: ClassVar[str] = ""
    rounds: int = Field(default=1, ge=1, le=200)
    """So many rounds pass."""

    def apply(self, edit: Any) -> None:
        """Crosses the edges, as often as wanted."""
        for _ in range(self.rounds):
            goes_on = edit.game.clock.is_open(edit.now, self.around)
            self.cross(edit, f"{self.span} end")
            if goes_on:
                self.cross(edit, f"{self.span} start")


class Pause(Crossing):
    """Crosses an edge that stands for itself, a rest; never while the span `outside` is open."""

    outside: ClassVar[str] = ""

    def apply(self, edit: Any) -> None:
        """Crosses the edge."""
        if self.outside and edit.game.clock.is_open(edit.now, self.outside):
            self.object(edit, f"A {self.outside} is on", f"End the {self.outside} first.", "open")
        self.cross(edit, self.span)
