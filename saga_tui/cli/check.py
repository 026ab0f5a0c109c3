"""`saga-tui check`: what the rules find in files, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from saga_tui.changes import dotted
from saga_tui.cli.names import CharacterName, Place
from saga_tui.cli.output import SOUND, UNREADABLE, UNSOUND, problem_record, tell, tell_json
from saga_tui.cli.reading import layout_of, read
from saga_tui.problem import FILE, Placed, Problem, counted

COLOURS = {"error": "red", "unfinished": "yellow", "remark": "cyan"}


@dataclass(frozen=True, slots=True)
class Report:
    """One file's problems."""

    file: str
    problems: tuple[Placed, ...]

    @property
    def code(self) -> int:
        """Its exit code: sound, not sound, or unreadable."""
        if any(item.unreadable for item in self.problems):
            return UNREADABLE
        return UNSOUND if any(item.problem.stops_play for item in self.problems) else SOUND


@click.command()
@click.argument("files", nargs=-1, required=True, type=CharacterName(), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON list of all problems instead of text.")
@click.pass_context
def check(ctx: click.Context, files: Sequence[str], as_json: bool) -> None:
    """Check characters and tables against the rules.

    Each problem says where it is in the file and how to fix it. Problems of rule FILE are about the file itself,
    those of MEMORY about its saved history, backups and versions.

    FILE is a character's name, the name of its file, or a path. Nothing is written.

    Exit code 0: all are valid (notes are fine). 1: one has errors or open choices that your group has not allowed.
    2: one cannot be read.

    With --json: a list of objects with file, level, rule, where, line, column, value, message and mend. Lines,
    columns and places in lists count from 1; line 0 is the file as a whole.

    \b
    Examples:
      saga-tui check kestrel
      saga-tui check characters/*.toml
      saga-tui check --json kestrel | jq '.[].message'
    """
    reports = [report(ctx.obj, name) for name in files]
    if as_json:
        records = [record(one.file, item) for one in reports for item in one.problems]
        tell_json(records)
    else:
        for number, one in enumerate(reports):
            _tell(one, first=number == 0)
    ctx.exit(max(one.code for one in reports))


def report(place: Place, name: str) -> Report:
    """What is found in the character of that name; a name that there is not is a problem too."""
    from saga_tui.store import Ambiguous, NotFound
    from saga_tui.store.read_only import gone

    try:
        path = place.find(name)
    except (NotFound, Ambiguous) as unknown:
        if lost := gone(place.folder, name) or gone(place.library.tables.folder, name):
            message, fix = (
                f"{lost.name} is missing, its saved history is still there",
                f"saga-tui restore {lost.stem} last",
            )
            return Report(_label(lost), (Placed(Problem("error", FILE, (), message, fix, "gone", name)),))
        fix = unknown.fix or "Give a name, a file name or a path."
        problem = Problem("error", FILE, (), unknown.message, fix, "name", name)
        return Report(name, (Placed(problem),))
    found = read(path)
    return Report(_label(path), (*found.problems, *memory_of(path)))


def memory_of(path: Path) -> list[Placed]:
    """What is to be said of the character's memory, its journal and kept versions; they have no line in the file."""
    from saga_tui.store.read_only import audit

    return [Placed(problem) for problem in audit(path, layout_of(path))]


def _label(path: Path) -> str:
    """The path as a person would type it from here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def message(problem: Problem) -> str:
    """The problem's message; one that the group overruled says so."""
    return f"{problem.message} (allowed: {problem.overruled})" if problem.overruled else problem.message


def record(file: str, item: Placed) -> dict[str, Any]:
    """A problem at its place in a file, as `--json` tells it: of a document, or of a setting."""
    at = {"line": item.line, "column": item.column, "value": item.problem.value}
    return {"file": file, **problem_record(item.problem, **at, message=message(item.problem))}


def _tell(one: Report, first: bool) -> None:
    if not first:
        tell()
    tell(f"{one.file}: {_verdict(one)}")
    for item in one.problems:
        problem = item.problem
        place = f"line {item.line}, column {item.column}" if item.line else ""
        at = "  ".join(part for part in (problem.rule, dotted(problem.where), place) if part)
        tell()
        tell(f"  {problem.said} {at}", COLOURS[problem.level])
        said = message(problem).rstrip(".")
        tell(f"    {said}{'' if said.endswith(('?', '!')) else '.'}")
        for what, said in (("needed", problem.asked), ("cost", problem.cost), ("left", problem.left)):
            if said:
                tell(f"    {what}: {said}")
        if problem.fix:
            tell(f"    {problem.fix}")


def _verdict(one: Report) -> str:
    if one.code == UNREADABLE:
        return "cannot be read"
    told = counted(item.problem for item in one.problems)
    return ", ".join(filter(None, ("valid" if one.code == SOUND else "", told)))
