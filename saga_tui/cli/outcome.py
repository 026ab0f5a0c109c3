"""What a command did or would do, in words and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saga_tui.changes import MISSING, Change, describe, dotted
from saga_tui.cli.trouble import tell
from saga_tui.engine.command import Outcome
from saga_tui.engine.document import Ask
from saga_tui.engine.edit import Line
from saga_tui.engine.hints import Asked, asked, typed_fix
from saga_tui.engine.rules import Rules
from saga_tui.problem import FILE, Problem
from saga_tui.words import sentence


def record(game: Rules[Any], outcome: Outcome[Any], name: str) -> dict[str, Any]:
    """The outcome for programs."""
    return {
        "command": outcome.command.verb,
        "with": outcome.command.params(),
        "changes": [_change(change) for change in outcome.changes],
        "problems": (found := [_finding(typed_fix(game, outcome.before, problem)) for problem in outcome.problems]),
        "findings": found,  # as they were called before
        "asks": [_ask(game, outcome, ask, name) for ask in outcome.asks],
        "lines": [_line(game, line) for line in outcome.lines],
        "text": "" if outcome.refused else outcome.text,
        "dice": list(outcome.dice),
        "refused": outcome.refused,
    }


def _line(game: Rules[Any], line: Line) -> dict[str, Any]:
    """A line of what happens; `skip` is what leaves it out at an edge of the clock (`strike` in earlier versions)."""
    row = line.row if game.clock.may_skip(line.row) else ""
    return {"text": line.text, "rule": line.rule, "skip": row, "strike": row}


def _change(change: Change) -> dict[str, Any]:
    return {
        "path": list(change.path),
        "old": None if change.old is MISSING else change.old,
        "new": None if change.new is MISSING else change.new,
        "rule": change.rule,
    }


def _finding(problem: Problem) -> dict[str, Any]:
    return {
        "level": problem.level,
        "rule": problem.rule,
        "where": dotted(problem.where),
        "key": problem.key,
        "message": problem.message,
        "asked": problem.asked,
        "cost": problem.cost,
        "left": problem.left,
        "fix": problem.fix,
        "mend": problem.fix,  # as it was called before
    }


def _ask(game: Rules[Any], outcome: Outcome[Any], ask: Ask, name: str) -> dict[str, Any]:
    """An open question as data, with the command line that answers it; of a roll with the dice that it has."""
    told = asked(game, outcome.after, ask)
    dice = {} if told.dice is None else {"dice": told.dice}
    return ask.model_dump(exclude={"dice"}) | dice | {"give": _answer(told, name)}


def _answer(told: Asked, name: str) -> str:
    return f"saga-tui do {name} {told.give}" if told.give else ""


# ---- for people


def show(game: Rules[Any], outcome: Outcome[Any], name: str, *, dry: bool) -> None:
    """What happened, or would; what the rules find; what they still want to know."""
    if outcome.refused:
        tell(f"Not done: {outcome.command.title}.", "red", err=True)
    elif not outcome.lines and not outcome.changes:
        tell("Nothing changes.")
    for line in () if outcome.refused else outcome.lines:
        skip = f"  skip={line.row}" if dry and game.clock.may_skip(line.row) else ""
        tell(f"{sentence(line.text)}{skip}")
    if dry and not outcome.refused:
        _show_changes(outcome.changes)
    for problem in outcome.problems:
        _show_finding(typed_fix(game, outcome.before, problem), overruled=not outcome.refused)
    if outcome.refused:
        if not any(problem.code == "dice" or problem.rule == FILE for problem in outcome.problems):
            tell('Allow it with: --overrule "REASON"', err=True)
    else:
        _show_asks(game, outcome, name)


def _show_changes(changes: Sequence[Change]) -> None:
    tell()
    for change in changes:
        tell(f"  {describe(change)}")
    tell("Dry run: nothing written.", err=True)


def _show_finding(problem: Problem, *, overruled: bool) -> None:
    said = "Allowed" if overruled and problem.level == "error" else sentence(problem.said)
    tell(f"{said}: {problem.sentence()}", "yellow" if overruled else "red", err=True)


def _show_asks(game: Rules[Any], outcome: Outcome[Any], name: str) -> None:
    for ask in outcome.asks:
        told = asked(game, outcome.after, ask)
        give = _answer(told, name)
        tell(f"Still needed: {told.words}{f'  {give}' if give else ''}", "cyan")
    for hint in game.hints.after(outcome):
        lines = (f"saga-tui {one.format(name=name)}" for one in hint.typed)
        tell(f"{hint.words}: {(', or ' if hint.either else ', ').join(lines)}", "cyan")
