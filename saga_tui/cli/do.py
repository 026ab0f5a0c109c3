"""`saga-tui do`: every command of a game on a document of it, with the checks, the journal and the undo of the app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName, Completions, completing
from saga_tui.cli.options import writes
from saga_tui.cli.output import UNSOUND, Trouble, tell_json, troubles
from saga_tui.cli.reading import chosen, current, layout_of, named, readable
from saga_tui.cli.writable import writable
from saga_tui.dice import Draw, Roller, secure, seeded
from saga_tui.engine.command import Command, Outcome, perform
from saga_tui.engine.fields import fields, placed
from saga_tui.engine.typed import parse, verb_of
from saga_tui.engine.values import NotUnderstood, offered
from saga_tui.games.contract import Game
from saga_tui.games.registry import is_table
from saga_tui.safe import safe
from saga_tui.words import plural

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from saga_tui.changes import Doc
    from saga_tui.engine.party import PartySession

MOST = 2**53
MOST_FACES = 999
LONGEST_REASON = 2000


@completing
def complete_command(ctx: click.Context) -> Completions:
    """The commands of the document's game."""
    return [(verb, kind.title) for verb, kind in named(ctx)[1].rules.commands.items()]


def complete_parameter(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What may stand for the parameter that comes next, or for the one that is named."""
    from click.shell_completion import CompletionItem

    try:
        doc, game = named(ctx)
        kind = game.rules.commands[game.rules.verb(str(ctx.params.get("command") or ""))]
    except (Trouble, ValueError, KeyError):
        return []
    name, sign, text = incomplete.rpartition("=")
    before = [word for word in ctx.params.get("params") or () if "=" not in word and not word.startswith("--")]
    known = placed(kind)
    asked = [one for one in fields(kind) if one.option == name.removeprefix("--")] if sign else known[len(before) :][:1]
    start = f"{name}{sign}"
    values = [value for one in asked for value in offered(game.rules, game.rules.of(doc), one)]
    return [CompletionItem(start + value) for value in values if value.casefold().startswith(text.casefold())]


@dataclass(frozen=True)
class Job:
    """What was asked: the command as it was typed, and how it shall be done."""

    game: Game
    folder: Path
    """Where the document's file lies."""
    verb: str
    words: tuple[str, ...]
    overrule: str | None
    roller: Roller
    dice: str | None
    """The faces as they were typed."""

    def sits(self, session: PartySession[Any]) -> Outcome[Any]:
        """What it would do at a table, to all who take part: the faces that were typed are theirs, in their order."""
        with troubles(NotUnderstood):
            command = parse(self.game.rules, session.document, self.verb, self.words)
            command = self.game.prepared(command, session.document, self.folder)
        draw = session.draw(command)
        given = None if self.dice is None or not draw.needed else faces(self.dice, draw)
        outcome = session.preview(command, given, self.overrule)
        self.spare(draw, outcome)
        used = session.dice(outcome)
        if given is not None and given != used and not outcome.refused:
            raise Trouble(f"{self.verb} takes {plural(len(used), 'die')} here, but --dice gives {len(given)}.")
        return outcome

    def spare(self, draw: Draw, outcome: Outcome[Any]) -> None:
        """Complains about faces where nothing is thrown; where it is refused, that is what has to be told."""
        if self.dice is not None and not draw.needed and not outcome.refused:
            raise Trouble(
                f"{self.verb} needs no dice here, but --dice gives {len(self.dice.replace(',', ' ').split())}."
            )

    @cached_property
    def kind(self) -> type[Command]:
        """The command's class."""
        return self.game.rules.commands[self.verb]

    def outcome(
        self, document: Any, doc: Doc | None = None, dice: tuple[int, ...] | None = None, *, dry: bool = False
    ) -> Outcome[Any]:
        """What it would do to that document (`doc` as the file has it); the same dice again where they are given and
        are as many as it takes. A dry run does not tell dice that are fixed already."""
        with troubles(NotUnderstood):
            command = self.game.prepared(parse(self.game.rules, document, self.verb, self.words), document, self.folder)
        draw = command.draws(document)
        if not draw.needed and self.dice is not None:
            self.spare(draw, outcome := perform(self.game.rules, document, command, (), self.overrule, doc))
            return outcome
        typed = None if self.dice is None else faces(self.dice, draw)
        if typed is not None and draw.cut(typed) != typed:
            raise Trouble(f"{self.verb} needs {plural(draw.needed, 'die')} here, but --dice gives {len(typed)}.")
        again = (
            dice if dice is not None and draw.cut(dice) == dice and not draw.lacks(dice) and draw.fits(dice) else None
        )
        if dry and command.fixed:
            return perform(self.game.rules, document, command, None, self.overrule, doc)
        thrown = typed if typed is not None else again if again is not None else draw.by(self.roller)
        return perform(self.game.rules, document, command, thrown, self.overrule, doc)


@click.command(cls=options.OfGame, context_settings={"ignore_unknown_options": True})
@click.argument("name", required=False, type=CharacterName(), metavar="NAME")
@click.argument("command", required=False, metavar="COMMAND", shell_complete=complete_command)
@click.argument("params", nargs=-1, type=click.UNPROCESSED, metavar="[PARAMS...]", shell_complete=complete_parameter)
@options.DRY_RUN
@click.option(
    "--overrule", metavar="REASON", help="Do it even if a rule forbids it; the reason becomes a house ruling."
)
@click.option("--seed", metavar="N", help="The same seed gives the same faces.")
@click.option("--dice", metavar="FACES", help="The faces you rolled: 1,5,6.")
@click.option(
    "--list", "listing", is_flag=True, help="List the commands with their parameters, all or those with a word."
)
@options.JSON
@options.GAME
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
    game: str,
) -> None:
    """Run any action from the app.

    saga-tui do --list lists the commands with their parameters. Give them in order, or by name as amount=3 or
    --amount 3; lists by repeating or with commas; yes and no as --own and --no-own. Name list items by their number,
    counted from 1, or by name or part of it.

    If a rule forbids it, nothing happens: you see why, and the exit code is 1. --overrule does it anyway. Every
    action is in the log and can be undone, as in the app. With --dry-run nothing is written.

    With --json: changes (path, old, new, rule), problems, asks (what the rules still want to know), text, dice and
    refused; of a table also parts (the same for each character), left_out and seats.

    \b
    Examples:
      saga-tui do --list
      saga-tui do kestrel remove-ruling 1 --dry-run
    """
    if listing:
        words = [word for word in (name, command, *params) if word]
        key = "" if game else _listed_of(ctx, words)
        _list(game or key, words[bool(key) :], as_json=as_json)
        return
    if not name or not command:
        raise click.UsageError("Give a character and a command. saga-tui do --list lists the commands.")
    path = ctx.obj.path(name)
    doc, its_game = current(path)
    job = _job(its_game, path.parent, command, params, overrule, seed, dice)
    if is_table(its_game.key):
        ctx.exit(_at_a_table(path, job, dry=dry_run, as_json=as_json))
    outcome = job.outcome(its_game.rules.of(doc), dry=dry_run)
    if not (dry_run or outcome.refused) and (outcome.changes or outcome.lines):
        outcome = _done(path, job, outcome)
    _tell(job, outcome, path, dry=dry_run, as_json=as_json)
    if outcome.refused:
        ctx.exit(UNSOUND)


def _listed_of(ctx: click.Context, words: Sequence[str]) -> str:
    """The key of the game whose commands are listed, where the first of the words is the name of a file; empty where it
    is none. A part of a name is none: it may be a word to look for."""
    try:
        path = ctx.obj.path(words[0]) if words else None
        doc, game = readable(path) if path is not None else ({}, None)
    except Trouble:
        return ""
    if path is None or game is None:
        return ""
    called = {path.stem, str(path), layout_of(path).name_of(doc), f"{path.parent.name}/{path.stem}"}
    return game.key if words[0].casefold() in {one.casefold() for one in called} else ""


def _list(game: str, words: Sequence[str], *, as_json: bool) -> None:
    from saga_tui.cli.outcome import show_list

    show_list(chosen(game).rules, words, as_json=as_json)


def _job(  # noqa: PLR0917 - as many as were given
    game: Game,
    folder: Path,
    command: str,
    params: Sequence[str],
    overrule: str | None,
    seed: str | None,
    dice: str | None,
) -> Job:
    """What was asked. `--seed` and `--dice` are the command's own where it has a parameter of that name."""
    with troubles(NotUnderstood):
        verb = verb_of(game.rules, command)
    words, own = list(params), game.rules.commands[verb].model_fields
    if seed is not None and "seed" in own:
        words, seed = [*words, f"seed={seed}"], None
    if dice is not None and "dice" in own:
        words, dice = [*words, f"dice={dice}"], None
    if seed is not None and dice is not None:
        raise click.UsageError("Give --seed or --dice, not both.")
    if overrule is not None and (len(overrule) > LONGEST_REASON or _is_torn(overrule)):
        raise click.UsageError(f"--overrule takes a text of at most {LONGEST_REASON} characters.")
    return Job(game, folder, verb, tuple(words), overrule, _roller(seed), dice)


def _is_torn(text: str) -> bool:
    """Whether it has bytes in it that are no text."""
    return any("\ud800" <= char <= "\udfff" for char in text)


def _roller(seed: str | None) -> Roller:
    if seed is None:
        return secure
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= 16 and int(seed) <= MOST):
        raise click.UsageError(f"--seed takes a number from 0 to {MOST}, not {safe(seed, limit=40)!r}.")
    return seeded(int(seed))


def faces(text: str, draw: Draw) -> tuple[int, ...]:
    """The faces or cards that a person typed: `1,5,6`, `1 5 6`; `156` where one digit is enough for each."""
    pieces = text.replace(",", " ").split()
    most = draw.sides if draw.pool is None else max(draw.pool, default=0)
    if most < 10:
        pieces = list("".join(pieces))
    told = draw.typed(pieces[: MOST_FACES + 1])
    if not pieces or len(pieces) > MOST_FACES or told is None or not draw.fits(told):
        what = f"faces from 1 to {most}" if draw.pool is None else "cards that are left"
        raise click.UsageError(f"--dice takes {what}, as 1,5,6, not {safe(text, limit=40)!r}.")
    return told


def _at_a_table(path: Path, job: Job, *, dry: bool, as_json: bool) -> int:
    """Carries it out for all who sit there, or looks what it would do; returns the exit code."""
    from saga_tui.cli import party
    from saga_tui.cli.outcome import record, show
    from saga_tui.engine.party import PartyOutcome

    game: Any = job.game
    with party.sitting(path, game, job.roller, look=dry) as session:
        outcome = job.sits(session)
        if not dry:
            session.keep(outcome)
    several = outcome if isinstance(outcome, PartyOutcome) else PartyOutcome.of(outcome)
    if as_json:
        tell_json(record(game.rules, outcome, path.stem, layout_of(path)) | party.record(several, session))
    else:
        show(game.rules, outcome, path.stem, dry=dry)
        party.show(several, session, dry=dry)
    return UNSOUND if outcome.refused else 0


def _done(path: Path, job: Job, before: Outcome[Any]) -> Outcome[Any]:
    """What was seen to be allowed, done with the same dice: what is refused leaves the memory alone."""
    from saga_tui.engine.session import Session

    with writable(path) as memory:
        session = Session(job.game.rules, memory, job.roller)
        outcome = job.outcome(session.document, dice=before.dice)
        session.keep(outcome)
    return outcome


def _tell(job: Job, outcome: Outcome[Any], path: Path, *, dry: bool, as_json: bool) -> None:
    from saga_tui.cli.outcome import record, show

    if as_json:
        tell_json(record(job.game.rules, outcome, path.stem, layout_of(path)))
    else:
        show(job.game.rules, outcome, path.stem, dry=dry)
