"""`saga-tui do`: every command of the table on a character, with the checks, the journal and the undo of the app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from saga_tui.cli.names import CharacterName
from saga_tui.cli.options import writes
from saga_tui.cli.output import tell_json
from saga_tui.cli.reading import current
from saga_tui.cli.trouble import UNSOUND, Trouble
from saga_tui.cli.undo import writable
from saga_tui.dice import Roller, secure, seeded
from saga_tui.engine.typed import NotUnderstood, parse, verb_of
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, Command, Outcome, perform
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.words import plural

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


MOST = 2**53
LONGEST_REASON = 2000


def complete_command(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The commands that begin so."""
    from click.shell_completion import CompletionItem

    begins = incomplete.casefold()
    return [CompletionItem(verb, help=kind.title) for verb, kind in COMMANDS.items() if verb.startswith(begins)]


@dataclass(frozen=True, slots=True)
class Job:
    """What was asked: the command as it was typed, and how it shall be done."""

    verb: str
    words: tuple[str, ...]
    overrule: str | None
    roller: Roller
    faces: tuple[int, ...] | None

    def command(self, character: Character, folder: Path) -> Command:
        """The command for that character, whose file lies in the folder. `Trouble` says what is wrong or missing."""
        try:
            command = parse(RULES, character, self.verb, self.words)
        except NotUnderstood as unclear:
            raise Trouble(str(unclear)) from None
        if self.verb != "surprise":
            return command
        from saga_tui.games.saga.settings import Shelf
        from saga_tui.games.saga.settings.examples import with_examples

        return with_examples(command, character, Shelf(folder))

    def outcome(self, character: Character, folder: Path, dice: tuple[int, ...] | None = None) -> Outcome:
        """What it would do; the same dice again where they are given and are as many as it takes."""
        command = self.command(character, folder)
        needed = command.dice_needed(character)
        if self.faces is not None and len(self.faces) > needed:
            takes = f"needs {plural(needed, 'die')}" if needed else "needs no dice"
            raise Trouble(f"{self.verb} {takes} here, but --dice gives {len(self.faces)}.")
        dice = self.faces if self.faces is not None else dice
        thrown = self.roller(needed) if dice is None or (self.faces is None and len(dice) != needed) else dice
        return perform(character, command, thrown, self.overrule)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("name", required=False, type=CharacterName(), metavar="NAME")
@click.argument("command", required=False, metavar="COMMAND", shell_complete=complete_command)
@click.argument("params", nargs=-1, type=click.UNPROCESSED, metavar="[PARAMS...]")
@click.option("--dry-run", is_flag=True, help="Only show what would happen.")
@click.option(
    "--overrule", metavar="REASON", help="Do it even if a rule forbids it; the reason becomes a house ruling."
)
@click.option("--seed", metavar="N", help="The same seed gives the same faces.")
@click.option("--dice", metavar="FACES", help="The faces you rolled: 1,5,6.")
@click.option(
    "--list", "listing", is_flag=True, help="List the commands with their parameters, all or those with a word."
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
@writes
@click.pass_context
def do(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context,
    name: str | None,
    command: str | None,
    params: Sequence[str],
    dry_run: bool,
    overrule: str | None,
    seed: str | None,
    dice: str | None,
    listing: bool,
    as_json: bool,
) -> None:
    """Run any action from the app.

    saga-tui do --list lists the commands with their parameters. Give them in order, or by name as amount=3 or
    --amount 3; lists by repeating or with commas; yes and no as --own and --no-own. Name drives, consequences, gear
    and other list items by their number, counted from 1, or by name or part of it.

    If a rule forbids it, nothing happens: you see why, and the exit code is 1. --overrule does it anyway. Every
    action is in the log and can be undone, as in the app. With --dry-run nothing is written.

    With --json: changes (path, old, new, rule), problems, asks (what the rules still want to know), text, dice and
    refused.

    \b
    Examples:
      saga-tui do kestrel take-damage pain 3
      saga-tui do kestrel consequence "Broken arm" --own
      saga-tui do kestrel gain-drive "Find my sister"
      saga-tui do kestrel roll weaponry force=2 grace="Quick on the Draw:3" opposing=6
      saga-tui do kestrel end-scene --dry-run
      saga-tui do kestrel buy skill weaponry
      saga-tui do --list roll
    """
    if listing:
        from saga_tui.games.saga.verbs.listing import show_list

        show_list([word for word in (name, command, *params) if word], as_json=as_json)
        return
    if not name or not command:
        raise click.UsageError("Give a character and a command: saga-tui do kestrel end-scene. --list lists them.")
    path = ctx.obj.path(name)
    job = _job(command, params, overrule, seed, dice)
    outcome = _dry(path, job) if dry_run else _real(path, job)
    _tell(outcome, path, dry=dry_run, as_json=as_json)
    if outcome.refused:
        ctx.exit(UNSOUND)


def _job(command: str, params: Sequence[str], overrule: str | None, seed: str | None, dice: str | None) -> Job:
    """What was asked. `--seed` and `--dice` are the command's own where it has a parameter of that name."""
    try:
        verb = verb_of(RULES, command)
    except NotUnderstood as unknown:
        raise Trouble(str(unknown)) from None
    words, own = list(params), COMMANDS[verb].model_fields
    if seed is not None and "seed" in own:
        words, seed = [*words, f"seed={seed}"], None
    if dice is not None and "dice" in own:
        words, dice = [*words, f"dice={dice}"], None
    if seed is not None and dice is not None:
        raise click.UsageError("Give --seed or --dice, not both.")
    if overrule is not None and (len(overrule) > LONGEST_REASON or _is_torn(overrule)):
        raise click.UsageError(f"--overrule takes a text of at most {LONGEST_REASON} characters.")
    return Job(verb, tuple(words), overrule, _roller(seed), None if dice is None else _faces(dice))


def _is_torn(text: str) -> bool:
    """Whether it has bytes in it that are no text."""
    return any("\ud800" <= char <= "\udfff" for char in text)


def _roller(seed: str | None) -> Roller:
    if seed is None:
        return secure
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= 16 and int(seed) <= MOST):
        raise click.UsageError(f"--seed takes a number from 0 to {MOST}, not {safe(seed, limit=40)!r}.")
    return seeded(int(seed))


def _faces(text: str) -> tuple[int, ...]:
    """`1,5,6`, `1 5 6` or `156`: one digit is one die."""
    digits = "".join(text.replace(",", " ").split())
    if not digits or set(digits) - set("123456") or len(digits) > 999:
        raise click.UsageError(f"--dice takes faces from 1 to 6, as 1,5,6, not {safe(text, limit=40)!r}.")
    return tuple(map(int, digits))


def _dry(path: Path, job: Job) -> Outcome:
    """What would happen; nothing is written, locked or made."""
    doc, _ = current(path)
    return job.outcome(from_doc(doc), path.parent)


def _real(path: Path, job: Job) -> Outcome:
    """Looks first, so that what is refused leaves the character's memory alone; then does it with the same dice."""
    outcome = _dry(path, job)
    if outcome.refused or not (outcome.changes or outcome.lines):
        return outcome
    with writable(path) as memory:
        table = Table(memory)
        outcome = job.outcome(table.character, path.parent, outcome.dice)
        table.keep(outcome)
    return outcome


def _tell(outcome: Outcome, path: Path, *, dry: bool, as_json: bool) -> None:
    from saga_tui.games.saga.verbs.saying import record, show

    if as_json:
        tell_json(record(outcome, path.stem))
    else:
        show(outcome, path.stem, dry=dry)
