"""What `do` tells: the commands that there are; what one did or would do, in words and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from saga_tui.changes import describe
from saga_tui.cli.output import Trouble, change_records, problem_record, tell, tell_json
from saga_tui.engine.command import Command, Outcome
from saga_tui.engine.document import Ask
from saga_tui.engine.edit import Line
from saga_tui.engine.fields import ASIDE, Field, fields
from saga_tui.engine.hints import Asked, asked, typed_fix
from saga_tui.engine.rules import Rules
from saga_tui.engine.typed import usage
from saga_tui.problem import FILE, Problem, near
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.store.event import Layout


def record(game: Rules[Any], outcome: Outcome[Any], name: str, layout: Layout) -> dict[str, Any]:
    """The outcome for programs, without what those who play may not see."""
    verb, doc = outcome.command.verb, outcome.after.to_doc()
    return {
        "command": verb,
        "with": layout.given(verb, outcome.command.params(), doc),
        "changes": change_records(outcome.changes, layout.words),
        "problems": (found := [_finding(typed_fix(game, outcome.before, problem)) for problem in outcome.problems]),
        "findings": found,  # as they were called before
        "asks": [_ask(game, outcome, ask, name) for ask in outcome.asks],
        "lines": [_line(game, line) for line in outcome.lines],
        "text": "" if outcome.refused else outcome.text,
        "dice": [] if layout.hides(verb, "dice", doc) else list(outcome.dice),
        "refused": outcome.refused,
    }


def _line(game: Rules[Any], line: Line) -> dict[str, Any]:
    """A line of what happens; `skip` is what leaves it out at an edge of the clock (`strike` in earlier versions)."""
    row = line.row if game.clock.may_skip(line.row) else ""
    return {"text": line.text, "rule": line.rule, "skip": row, "strike": row}


def _finding(problem: Problem) -> dict[str, Any]:
    told = {name: getattr(problem, name) for name in ("key", "message", "asked", "cost", "left")}
    return problem_record(problem, **told)


def _ask(game: Rules[Any], outcome: Outcome[Any], ask: Ask, name: str) -> dict[str, Any]:
    """An open question as data, with the command line that answers it; of a roll with the dice that it has."""
    told = asked(game, outcome.after, ask)
    dice = {} if told.dice is None else {"dice": told.dice}
    hidden = {"dice"} | ({"target"} if ask.target is None else set())
    return ask.model_dump(exclude=hidden) | dice | {"give": _answer(told, name)}


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
        _show_changes(outcome)
    for problem in outcome.problems:
        _show_finding(typed_fix(game, outcome.before, problem), overruled=not outcome.refused)
    if outcome.refused:
        if not any(problem.code in ("dice", "refused") or problem.rule == FILE for problem in outcome.problems):
            tell('Allow it with: --overrule "REASON"', err=True)
    else:
        _show_asks(game, outcome, name)


def show_part(game: Rules[Any], outcome: Outcome[Any], name: str, *, dry: bool) -> None:
    """What happened, or would, to one of several."""
    for line in outcome.lines or ():
        skip = f"  skip={line.row}" if dry and game.clock.may_skip(line.row) else ""
        tell(f"  {sentence(line.text)}{skip}")
    if not outcome.lines and not outcome.refused:
        tell("  Nothing changes." if not outcome.changes else f"  {outcome.text}")
    if outcome.refused:
        for problem in outcome.problems:
            tell(f"  {problem.sentence()}", "red", err=True)
    else:
        _show_asks(game, outcome, name)


def _show_changes(outcome: Outcome[Any]) -> None:
    """What differs, place by place; of a table's things by their names, and what it keeps for itself is left to
    programs."""
    from saga_tui.cli.party import is_table, named_in

    tell()
    doc = outcome.before.to_doc()
    table = is_table(doc)
    for change in outcome.changes:
        if not table:
            tell(f"  {describe(change)}")
        elif change.path[0] != "offers" and change.path[:2] != ("play", "given"):
            tell(f"  {describe(change, named_in(outcome.after.to_doc(), doc))}")
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


def show_list(game: Rules[Any], words: Sequence[str], *, as_json: bool) -> None:
    """Lists all commands, or those that have all the words in their verb or their title."""
    chosen = [command for command in game.commands.values() if _has(game, command, words)]
    if not chosen:
        said = " ".join(words)
        raise Trouble(f"No command has {said!r} in it. {near(said, game.commands)}")
    if as_json:
        tell_json([_record(game, command) for command in chosen])
    else:
        for command in chosen:
            _tell(game, command)


def _has(game: Rules[Any], command: type[Command], words: Sequence[str]) -> bool:
    if len(words) == 1 and (verb := game.verb(words[0].casefold())) in game.commands:
        return command.verb == verb
    return all(word.casefold() in f"{command.verb} {command.title}".casefold() for word in words)


def _record(game: Rules[Any], command: type[Command]) -> dict[str, Any]:
    return {
        "command": command.verb,
        "title": command.title,
        "help": _help(command),
        "rules": list(game.rules_of(command)),
        "usage": usage(command),
        "parameters": [_parameter(field) for field in fields(command)],
    }


def _help(command: type[Command]) -> str:
    return " ".join((command.__doc__ or "").split())


def _parameter(field: Field) -> dict[str, Any]:
    return {
        "name": field.option,
        "kind": field.told,
        "words": list(field.words),
        "list": field.many,
        "required": field.required,
        "default": list(field.default) if isinstance(field.default, tuple) else field.default,
        "by_place": field.name not in ASIDE,
        "help": field.help,
    }


def _tell(game: Rules[Any], command: type[Command]) -> None:
    tell(usage(command), "cyan")
    rules = ", ".join(game.rules_of(command))
    tell(f"    {_help(command)}{f'  [{rules}]' if rules else ''}")
    for field in fields(command):
        if field.name in ASIDE:
            continue
        default = "" if field.required else f", {_default(field)}" if _default(field) else ", optional"
        tell(f"      {field.option}: {field.told}{default}{f'. {field.help}' if field.help else ''}")


def _default(field: Field) -> str:
    if isinstance(field.default, bool):
        return "yes unless --no-" + field.option if field.default else "no"
    return "" if field.default in (None, "", (), {}) else f"{field.default} if left out"
