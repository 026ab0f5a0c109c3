"""Time is one state machine: spans inside spans, and for each edge between them one table of what resets there.

Each row of a table is one thing that goes away or comes back, with its rule. A command that crosses an edge runs the
rows of that edge in order, but for those that the player skips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from saga_tui.engine.automation import row_mode
from saga_tui.engine.command import Command
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.edit import Edit, Line, Way
from saga_tui.problem import near

D = TypeVar("D", bound=Document)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the player chose for an edge; a game adds its own."""

    take: tuple[str, ...] = ()
    """Rows that are to act though the player has set them to be asked for, or off."""


@dataclass(frozen=True, slots=True)
class Reset:
    """One row: what happens at the edge, in words, by which rule, and the function that does it."""

    id: str
    rule: str
    words: str
    act: Callable[[Any, Any], object]
    moves: bool = False
    """Whether it is what moves the clock itself, which cannot be switched off: it is what was asked for."""
    also: tuple[str, ...] = ()
    """Further rules that it carries out."""
    asks: bool = False
    """Whether it needs a choice of the player."""

    def carries(self, rule: str) -> bool:
        """Whether it carries that rule out."""
        return rule == self.rule or rule in self.also


class Timed(Command):
    """A command of the clock: lines of its edge can be skipped, and applied though they are set to ask or off."""

    former = {"strike": "skip"}

    skip: tuple[str, ...] = ()
    """Lines to skip this time, by their ids: `heal`, or a part of it as `heal:wounds`. They become house rulings, with
    `why` as the reason."""
    take: tuple[str, ...] = ()
    """Lines to apply this time though they are set to ask or off."""


def nothing(_edit: Any) -> bool:
    """What happens at an edge before its rows, where a game has nothing to say on it."""
    return False


@dataclass(frozen=True)
class Clock(Generic[D]):
    """A game's time.

    `spans` are named from the outermost, which is always open; `counters` names the numbers of play that count each
    span (`{"conflict": ("conflict", "round")}`); `resets` has the rows of each edge.
    """

    spans: tuple[str, ...] = ("play",)
    counters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    resets: Mapping[str, tuple[Reset, ...]] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    """Short words for what is counted, where a line is narrow: `ch` for a chapter."""
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What is counted with names, from 1 on and over again: the parts of a day."""
    suggested: Callable[[Any], str] = lambda _play: ""
    """The innermost span that the numbers of play suggest, where a file does not say which is open."""
    leaving: Callable[[Any], bool] = nothing
    """Called with the edit at every edge, before its rows; says whether only the clock itself moves, no other row."""

    def span_of(self, play: Any) -> str:
        """The innermost span that is open."""
        return play.span if play.span in self.spans else self.suggested(play) or self.spans[0]

    def in_span(self, play: Any, span: str) -> bool:
        """Whether that span is open: a scene is open during its conflict too."""
        return self.spans.index(self.span_of(play)) >= self.spans.index(span)

    def is_open(self, document: D, span: str) -> bool:
        """Whether the document is in play and that span of it is open."""
        return document.play is not None and self.in_span(document.play, span)

    def now(self, document: D) -> dict[str, int]:
        """The open spans by number, for journal and header: `{"chapter": 3, "scene": 2}`."""
        if document.play is None:
            return {}
        depth = self.spans.index(self.span_of(document.play))
        names = (name for span in self.spans[1 : depth + 1] for name in self.counters.get(span, ()))
        return {name: getattr(document.play, name) for name in names}

    def told(self, document: D) -> str:
        """Where in time it is: `evening 2, scene 1`."""
        return ", ".join(f"{name} {number}" for name, number in self.now(document).items())

    def named(self, span: str, number: int) -> str:
        """What that number of a span is called; empty where it has no name."""
        known = self.names.get(span, ())
        return known[(number - 1) % len(known)] if known else ""

    @property
    def innermost(self) -> tuple[str, ...]:
        """The names of what the clock counts, the innermost first: `("round", "scene")`."""
        return tuple(name for span in reversed(self.spans) for name in reversed(self.counters.get(span, ())))

    @cached_property
    def rows(self) -> dict[str, Reset]:
        """Every row by its id."""
        return {row.id: row for rows in self.resets.values() for row in rows}

    def may_skip(self, row: str) -> bool:
        """Whether that row, or part of a row, can be skipped: all but the clock's own step, which is what was asked
        for."""
        found = self.rows.get(row.partition(":")[0])
        return found is not None and (":" in row or not found.moves)

    def cross(self, edit: Edit[D], edge: str, choices: Choices, skip: tuple[str, ...] = ()) -> None:
        """Runs an edge's rows in order; what is skipped of them is left out, said to be, and becomes a ruling. A row
        that the player has set to be asked for wants an answer, one that is off leaves its reminder. What ends or
        begins is told first."""
        still, first = self.leaving(edit), len(edit.lines)
        edit.skipped = skip
        for one in skip:
            if not self.may_skip(one) and not any(found.code == "skip" for found in edit.problems):
                fix = near(one, filter(self.may_skip, self.rows))
                edit.object(edit.game.ruling, f"There is no line {one!r} to skip", fix, code="skip")
        for row in self.resets[edge]:
            if still and not row.moves:
                continue
            edit.row = row.id
            skipped = [one for one in skip if one.partition(":")[0] == row.id]
            for one in skipped:
                _skip(edit, row, choices, one)
            if row.id in skipped and not row.moves:
                continue
            if row.moves or row.id in choices.take or row_mode(edit.now, row.id) == "always":
                before = len(edit.lines)
                row.act(edit, choices)
                if row.moves:
                    edit.lines[first:] = edit.lines[before:] + edit.lines[first:before]
            else:
                _leave(edit, row, choices)
        edit.row, edit.skipped = "", ()


def _skip(edit: Edit[D], row: Reset, choices: Choices, skipped: str) -> None:
    """Says what does not happen of a row, and writes it down as a ruling; nothing where it would do nothing."""
    if row.moves and skipped == row.id:
        return
    trial = edit.trial()
    trial.row = row.id
    row.act(trial, choices)
    lines = [line for line in trial.lines if skipped in (row.id, line.row)]
    if told := "; ".join(line.text for line in lines):
        edit.row = skipped
        edit.say(told, row.rule, "skipped", way=way_of(lines))
        when = edit.game.when(edit.before)
        edit.rule_on(Ruling(row=skipped, new=edit.lines[-1].text, reason=edit.why, when=when))
        edit.row = row.id


def _leave(edit: Edit[D], row: Reset, choices: Choices) -> None:
    """Does not do a row that does not act by itself, but says what it would do; one to be asked for wants to hear of
    it, where it would do anything."""
    trial = edit.trial()
    row.act(trial, choices)
    told = "; ".join(line.text for line in trial.lines)
    if not told:
        return
    if row_mode(edit.now, row.id) == "ask":
        fix = f"Apply “{row.id}”, or skip it."
        edit.object(row.rule, f"You want to be asked about this: {told}", fix, code=f"ask-first-{row.id}", row=row.id)
        edit.say(told, row.rule, "asked", way=way_of(trial.lines))
    else:
        edit.say(told, row.rule, "left", way=way_of(trial.lines))


def way_of(lines: Sequence[Line]) -> Way:
    """The way of several lines in one: what comes last, such as what is made of all that goes."""
    return next((line.way for line in reversed(lines) if line.way), "")
