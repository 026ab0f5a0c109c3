"""`saga-tui correct`: an earlier entry of the log corrected in its place, with what came after it carried over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import describe
from saga_tui.cli import options
from saga_tui.cli.do import faces
from saga_tui.cli.names import CharacterName
from saga_tui.cli.options import OfGame, writes
from saga_tui.cli.output import change_records, tell, tell_json, troubles
from saga_tui.cli.reading import current, layout_of, past_of
from saga_tui.cli.writable import writable
from saga_tui.dice import Draw
from saga_tui.engine.correcting import DICE, CommandCorrector
from saga_tui.engine.rules import Rules
from saga_tui.engine.typed import altered, parse
from saga_tui.store.correcting import Correction, Deed, before, correction, deed_of, target
from saga_tui.store.undoing import NoRestorePoint
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.changes import Doc
    from saga_tui.store import Event
    from saga_tui.store.event import Layout


@click.command(cls=OfGame, context_settings={"ignore_unknown_options": True})
@click.argument("name", type=CharacterName())
@click.argument("event", type=click.IntRange(1), metavar="EVENT")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[COMMAND] [PARAMS...]")
@click.option("--dice", metavar="FACES", help="The faces you really rolled: 1,5,6.")
@options.DRY_RUN
@options.JSON
@writes
@click.pass_context
def correct(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context, name: str, event: int, words: Sequence[str], dice: str | None, dry_run: bool, as_json: bool
) -> None:
    """Correct an earlier log entry.

    EVENT is its number in saga-tui log. Give its new parameters by name (amount=2), or the whole command as for
    do. Later events are reapplied with their own parameters and dice; those that no longer fit are listed with the
    reason. All of it is one log entry, which you can undo.

    With --json: event, changes (path, old, new, rule), carried, differing and left_out (id, text, and why).

    \b
    Examples:
      saga-tui correct kestrel 302 amount=2 --dry-run
      saga-tui correct kestrel 310 --dice 4
    """
    path = ctx.obj.path(name)
    if dry_run:
        doc, its = current(path)
        found = _found(its.rules, path, doc, event, words, dice)
        _tell(found, doc, layout_of(path), dry=True, as_json=as_json)
        return
    doc, its = current(path)
    _found(its.rules, path, doc, event, words, dice)  # what cannot be leaves the character's memory alone
    with writable(path) as memory:
        doc = memory.doc
        found = _found(its.rules, path, doc, event, words, dice)
        found.go(memory)
    _tell(found, doc, layout_of(path), dry=False, as_json=as_json)


def _found(  # noqa: PLR0917 - what was asked, and of what
    game: Rules[Any], path: Path, doc: Doc, number: int, words: Sequence[str], dice: str | None
) -> Correction:
    """What the correction leads to. `Trouble` says what is wrong with it."""
    events = list(past_of(path).own_events())
    with troubles(NoRestorePoint, ValueError):
        deed = _deed(game, doc, events, number, list(words))
        corrector = CommandCorrector(game)
        if dice is not None:
            kind = game.commands[game.verb(deed.do)]
            told = dice if DICE in kind.model_fields else " ".join(map(str, faces(dice, Draw(sides=kind.sides or 999))))
            deed = corrector.changed(deed, DICE, told)
        return correction(doc, events, number, deed, corrector)


def _deed(game: Rules[Any], doc: Doc, events: list[Event], number: int, words: list[str]) -> Deed:
    """The command as it shall have been."""
    now = deed_of(events, number)
    if game.verb(now.do) not in game.commands:
        about = target(events, number)
        raise NoRestorePoint(
            f"Event {number} is not a command ({about.text or about.do}). To go back before it: undo --to {number}"
        )
    then = game.of(before(doc, events, number))
    verb = game.verb("-".join(words[0].casefold().split())) if words else ""
    if verb in game.commands:
        return Deed(verb, parse(game, then, verb, words[1:]).params(), now.dice)
    return Deed(now.do, altered(game, then, game.verb(now.do), now.params, words).params(), now.dice)


def _tell(found: Correction, doc: Doc, layout: Layout, *, dry: bool, as_json: bool) -> None:
    changes = found.changes(doc)
    if as_json:
        tell_json(_record(found, doc, layout))
        return
    tell(f"{found.event.id} was: {found.event.text or found.event.do}")
    tell(f"{found.event.id} is:  {found.first.text or found.deed.do}")
    for change in changes:
        tell(f"  {describe(change, layout.words)}{f'  [{change.rule}]' if change.rule else ''}")
    if not changes:
        tell("  No differences.")
    for step in found.differing:
        tell(f"Different result: {step.event.id} {step.again.text}")
    for step in found.left_out:
        tell(f"Left out: {step.event.id} {step.event.text or step.event.do}: {step.again.why_not}", "yellow")
    carried = len(found.steps) - len(found.left_out)
    tell(f"{plural(carried, 'later entry')} reapplied.")
    if dry:
        tell("Dry run: nothing written.", err=True)


def _record(found: Correction, doc: Doc, layout: Layout) -> dict[str, Any]:
    return {
        "event": found.event.id,
        "command": found.deed.do,
        "with": layout.given(found.deed.do, found.deed.params, doc),
        "changes": change_records(found.changes(doc), layout.words),
        "carried": len(found.steps) - len(found.left_out),
        "differing": [{"id": step.event.id, "text": step.again.text} for step in found.differing],
        "left_out": [
            {"id": step.event.id, "text": step.event.text, "why": step.again.why_not} for step in found.left_out
        ],
    }
