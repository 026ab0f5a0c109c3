"""`saga-tui rulings`: what the group decided beside the rules, and what it may decide on."""

from __future__ import annotations

from typing import Any

import click

from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import tell_json
from saga_tui.cli.reading import current
from saga_tui.cli.trouble import tell
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.entries import tallies, texts
from saga_tui.engine.ruled import sentence
from saga_tui.engine.rules import Rules


@click.command()
@click.argument("name", type=CharacterName())
@click.option("--names", is_flag=True, help="List the texts that you can override, with their names.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
@click.pass_context
def rulings(ctx: click.Context, name: str, names: bool, as_json: bool) -> None:
    """List house rulings.

    Overridden numbers and texts, skipped lines of a scene's or chapter's end, allowed problems: each with its
    reason, when it was made, and whether it still applies. Override a number with override-number, a text
    with override-text; remove a ruling with remove-ruling, by its number in this list.

    With --names, list the texts by name; saga-tui why NAME lists the numbers. Nothing is written.

    With --json: a list of objects with ruling, kind (number, text, line, problem), of, old, new, reason, when, stands
    and, for a number, value; or with --names of objects with name, label and text.

    \b
    Examples:
      saga-tui rulings kestrel
      saga-tui do kestrel override-number skill:weaponry 4 "the GM says so"
      saga-tui do kestrel override-text trait:2 "Killer with a Cause"
      saga-tui do kestrel remove-ruling 1
    """
    doc, its = current(ctx.obj.path(name))
    document = its.rules.of(doc)
    if names:
        _tell_names(its.rules, document, as_json=as_json)
    elif as_json:
        tell_json([_record(its.rules, document, place, one) for place, one in enumerate(document.rulings, 1)])
    else:
        _tell(document)


def _kind(ruling: Ruling) -> tuple[str, str]:
    """What a ruling is about, and what it names."""
    named_kinds = (("number", ruling.number), ("text", ruling.text), ("line", ruling.row))
    return next(((kind, of) for kind, of in named_kinds if of), ("finding", ruling.finding))


def _record(game: Rules[Any], document: Document, place: int, ruling: Ruling) -> dict[str, Any]:
    kind, of = _kind(ruling)
    record: dict[str, Any] = {
        "ruling": place,
        "kind": kind,
        "of": of,
        "old": ruling.old,
        "new": ruling.new,
        "reason": ruling.reason,
        "when": ruling.when,
        "stands": not ruling.past,
    }
    if kind == "number":
        tally = tallies(game, document).get(of)
        record["value"] = None if tally is None else tally.total
    return record


def _tell(document: Document) -> None:
    if not document.rulings:
        tell("No house rulings.")
    width = len(str(len(document.rulings)))
    for place, one in enumerate(document.rulings, 1):
        aside = ", ".join(part for part in (one.when, "over" if one.past else "") if part)
        tell(f"{str(place).rjust(width)}  {sentence(one)}{f'  ({aside})' if aside else ''}")


def _tell_names(game: Rules[Any], document: Document, *, as_json: bool) -> None:
    known = texts(game, document).values()
    if as_json:
        tell_json([{"name": item.name, "label": item.label, "text": item.text} for item in known])
        return
    width = max((len(item.name) for item in known), default=0)
    for item in known:
        tell(f"{item.name.ljust(width)}  {' '.join(item.text.split()) or '(empty)'}")
