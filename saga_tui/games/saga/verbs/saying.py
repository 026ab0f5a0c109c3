"""What a command did or would do, in words and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from saga_tui.changes import MISSING, Change, describe, dotted
from saga_tui.cli.reading import FILE
from saga_tui.cli.trouble import tell
from saga_tui.engine.document import Ask
from saga_tui.engine.edit import Line
from saga_tui.engine.typed import numbered
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.clock import may_skip
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, Outcome
from saga_tui.problem import Problem
from saga_tui.words import inflect, plural, sentence


def record(outcome: Outcome, name: str) -> dict[str, Any]:
    """The outcome for programs."""
    return {
        "command": outcome.command.verb,
        "with": outcome.command.params(),
        "changes": [_change(change) for change in outcome.changes],
        "problems": (found := [_finding(optioned(outcome.before, problem)) for problem in outcome.problems]),
        "findings": found,  # as they were called before
        "asks": [asked(outcome.after, ask) | {"give": answer(ask, name)} for ask in outcome.asks],
        "lines": [_line(line) for line in outcome.lines],
        "text": "" if outcome.refused else outcome.text,
        "dice": list(outcome.dice),
        "refused": outcome.refused,
    }


def _line(line: Line) -> dict[str, Any]:
    """A line of what happens; `skip` is what leaves it out at an edge of the clock (`strike` in earlier versions)."""
    row = line.row if may_skip(line.row) else ""
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


def optioned(character: Character, problem: Problem) -> Problem:
    """The problem with the parameter that gives what it asks for, where there is one."""
    fix = {
        ("DRV-1", "drive"): f"Give drive=NUMBER: {numbered(RULES.names(character, 'drive'))}; or drive=doom instead.",
        ("KIS-2", "kismet-due"): "Roll it first, with roll-kismet; resolve the open roll with resolve-kismet.",
        ("REG-1", "choose"): "Give recover=force, recover=grace or recover=acuity.",
        ("GER-4", "what"): "Give kind=pain (or another kind of damage), or consequence=NAME.",
        ("TIME-3", "not-begun"): "Start play first, with start-play: it lists what is still to do.",
        ("ROL-10", "dice"): "Give all of them with --dice, or leave it out and the app rolls.",
        ("AST-2", "inactive"): "Give force=1, acuity=1, grace=TRAIT, fortune=1 or hurts=pain:force; or --reflexive.",
    }.get((problem.rule, problem.code))
    return replace(problem, fix=fix) if fix else problem


def answer(ask: Ask, name: str) -> str:
    """The command line that answers a question which the rules ask."""
    words = {"consequence": "consequence CONSEQUENCE", "kismet": "roll-kismet"}.get(ask.what, "")
    return f"saga-tui do {name} {words}" if words else ""


def asked(character: Character, ask: Ask) -> dict[str, Any]:
    """An open question as data; of a kismet roll with the dice that it has."""
    if ask.what == "kismet":
        return ask.model_dump() | {"dice": state.dice_due(character, ask)}
    return ask.model_dump(exclude={"dice"})


def question(character: Character, ask: Ask) -> str:
    """What the rules still want to know: `3 lasting consequences for pain`, `a kismet roll of 2 dice`."""
    if ask.what != "consequence":
        dice = state.dice_due(character, ask) if ask.what == "kismet" else 0
        return f"a {ask.what} roll" + (f" of {plural(dice, 'die')}" if dice else "")
    words = (str(ask.count), ask.level, inflect(ask.count, "consequence"), ask.kind and f"for {ask.kind}")
    return " ".join(filter(None, words))


# ---- for people


def show(outcome: Outcome, name: str, *, dry: bool) -> None:
    """What happened, or would; what the rules find; what they still want to know."""
    if outcome.refused:
        tell(f"Not done: {outcome.command.title}.", "red", err=True)
    elif not outcome.lines and not outcome.changes:
        tell("Nothing changes.")
    for line in () if outcome.refused else outcome.lines:
        skip = f"  skip={line.row}" if dry and may_skip(line.row) else ""
        tell(f"{sentence(line.text)}{skip}")
    if dry and not outcome.refused:
        _show_changes(outcome.changes)
    for problem in outcome.problems:
        _show_finding(optioned(outcome.before, problem), overruled=not outcome.refused)
    if outcome.refused:
        if not any(problem.code == "dice" or problem.rule == FILE for problem in outcome.problems):
            tell('Allow it with: --overrule "REASON"', err=True)
    else:
        _show_asks(outcome, name)


def _show_changes(changes: Sequence[Change]) -> None:
    tell()
    for change in changes:
        tell(f"  {describe(change)}")
    tell("Dry run: nothing written.", err=True)


def _show_finding(problem: Problem, *, overruled: bool) -> None:
    said = "Allowed" if overruled and problem.level == "error" else sentence(problem.said)
    tell(f"{said}: {problem.sentence()}", "yellow" if overruled else "red", err=True)


def _show_asks(outcome: Outcome, name: str) -> None:
    for ask in outcome.asks:
        give = answer(ask, name)
        tell(f"Still needed: {question(outcome.after, ask)}{f'  {give}' if give else ''}", "cyan")
    if state.doomed(outcome.after) and not state.doomed(outcome.before):
        tell(f"Still possible: saga-tui sheet {name}, saga-tui recap {name}, saga-tui undo {name}", "cyan")
    play = state.play_of(outcome.after)
    if play.kismet is not None:
        again = "" if play.kismet.rerolled else f"saga-tui do {name} reroll-kismet, or "
        tell(f"The kismet roll is in progress: {again}saga-tui do {name} resolve-kismet", "cyan")
    if "compare" in COMMANDS and getattr(play.roll, "stage", "") == "thrown":
        tell(f"The roll is not compared yet: saga-tui do {name} compare", "cyan")
