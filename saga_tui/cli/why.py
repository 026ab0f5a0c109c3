"""`saga-tui why`: the reasons of a number, and what last changed what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import dotted
from saga_tui.cli import options
from saga_tui.cli.names import CharacterName, Completions, completing
from saga_tui.cli.options import OfGame
from saga_tui.cli.output import Trouble, tell, tell_json, when
from saga_tui.cli.reading import chosen, current, named
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.entries import Entry, meant, numbers, tally_of
from saga_tui.engine.rules import Rules
from saga_tui.engine.values import aliased
from saga_tui.problem import near
from saga_tui.tally import Tally, Term
from saga_tui.words import minus, signed

if TYPE_CHECKING:
    from saga_tui.store import Event


@completing
def complete_number(ctx: click.Context) -> Completions:
    """The character's numbers; those of any character where that one cannot be read."""
    try:
        doc, game = named(ctx)
        document = game.rules.of(doc)
    except Trouble:
        game = chosen()
        document = game.rules.document()
    return [(name, one.label) for name, one in numbers(game.rules, document).items()]


@click.command(cls=OfGame, about="Numbers have the names that the list shows. Nothing is written.")
@click.argument("name", type=CharacterName())
@click.argument("number", nargs=-1, metavar="[NUMBER]", shell_complete=complete_number)
@options.JSON
@click.pass_context
def why(ctx: click.Context, name: str, number: Sequence[str], as_json: bool) -> None:
    """Explain a number.

    Without NUMBER, list all numbers of the character with their names. With it, show each term of the number with
    its rule and source, its house rulings, and what last changed it.

    {about}

    With --json: a list of objects with name, label, value and ruled; or one object with name, label, value, terms
    (amount, reason, rule, title, source), rulings (old, new, reason), rests_on and changed (id, at, do, text, undone).

    \b
    Examples:
      saga-tui why kestrel
      saga-tui why kestrel NUMBER
      saga-tui why kestrel NUMBER --json | jq '.terms[].reason'
    """
    path = ctx.obj.path(name)
    doc, game = current(path)
    document = game.rules.of(doc)
    known = numbers(game.rules, document)
    if not number:
        _tell_all(document, known, as_json=as_json)
        return
    told = "-".join(number)
    entry = known[_meant(known, told if told in known else aliased(game.rules, document, told))]
    found = Explained(game.rules, document, entry, tally_of(document, entry), last_change(path, entry))
    if as_json:
        tell_json(_record(found))
    else:
        _tell(found)


@dataclass(frozen=True, slots=True)
class Explained:
    """A number with its reasons, and the newest event that changed what it rests on, with whether it was undone."""

    game: Rules[Any]
    document: Document
    entry: Entry
    tally: Tally
    changed: tuple[Event, bool] | None

    @property
    def rulings(self) -> list[Ruling]:
        """The group's rulings about it."""
        return [one for one in self.document.rulings if one.number == self.tally.name and not one.past]

    def title(self, rule: str) -> str:
        """The title of a rule that a reason names."""
        known = self.game.book.rule(rule)
        return known.title if known else ""


def _meant(known: dict[str, Entry], text: str) -> str:
    """The name of a number, in any case; `weaponry` and `injured-leg` where that can only be one."""
    if found := meant(known, text):
        return found
    told = "-".join(text.casefold().split())
    fits = [name for name in known if told == "-".join(name.casefold().split()).partition(":")[2]]
    raise Trouble(f"There is no number called {text!r}. {near(told, fits or known)}")


def last_change(path: Path, entry: Entry) -> tuple[Event, bool] | None:
    """The newest event that changed what a number rests on, and whether it was taken back."""
    from saga_tui.cli.reading import past_of
    from saga_tui.store import StoreError
    from saga_tui.store.undoing import Fates

    try:
        events = list(past_of(path).events())
    except (StoreError, Trouble) as error:
        tell(str(error), err=True)
        return None
    found = next((event for event in events if any(entry.changed_by(change) for change in event.changes)), None)
    return None if found is None else (found, Fates(events).undone(found))


# ---- for programs


def _record(found: Explained) -> dict[str, Any]:
    from saga_tui.cli.log import words_of

    tally, changed = found.tally, found.changed
    return {
        "name": tally.name,
        "label": tally.label,
        "value": tally.total,
        "terms": [_term(found, term) for term in tally.terms],
        "rulings": [{"old": one.old, "new": one.new, "reason": one.reason} for one in found.rulings],
        "rests_on": [dotted(place) for place in found.entry.places],
        "changed": changed
        and {
            "id": changed[0].id,
            "at": changed[0].at,
            "do": changed[0].do,
            "text": words_of(changed[0]),
            "undone": changed[1],
        },
    }


def _term(found: Explained, term: Term) -> dict[str, Any]:
    return {
        "amount": term.amount,
        "reason": term.reason,
        "rule": term.rule,
        "title": found.title(term.rule),
        "source": term.source,
    }


# ---- for people


def _tell_all(document: Document, known: dict[str, Entry], *, as_json: bool) -> None:
    ruled = {ruling.number for ruling in document.rulings if ruling.number and not ruling.past}
    totals = {name: tally_of(document, entry).total for name, entry in known.items()}
    if as_json:
        records = [
            {"name": name, "label": one.label, "value": totals[name], "ruled": name in ruled}
            for name, one in known.items()
        ]
        tell_json(records)
        return
    widest = max(map(len, known), default=0)
    for name, one in known.items():
        tell(f"{name:<{widest}}  {minus(str(totals[name])):>4}{'*' if name in ruled else ' '}  {one.label}")
    if ruled & known.keys():
        tell("* changed by a house ruling", err=True)


def _tell(found: Explained) -> None:
    from saga_tui.cli.log import words_of

    tally = found.tally
    tell(f"{tally.label}: {minus(str(tally.total))}", "cyan")
    width = max((len(signed(term.amount)) for term in tally.terms), default=0)
    for term in tally.terms:
        amount = signed(term.amount)
        rule = f"  [{' '.join(filter(None, (term.rule, found.title(term.rule))))}]" if term.rule else ""
        tell(f"  {amount:>{width}}  {term.reason}{rule}  ({term.source})")
    if not tally.terms:
        tell("  nothing adds to it")
    by = f"  [{found.game.ruling}]" if found.game.ruling else ""
    for one in found.rulings:
        tell(
            f"House ruling: {minus(str(one.old))} → {minus(str(one.new))}{f', {one.reason}' if one.reason else ''}{by}",
            "yellow",
        )
    if found.changed is None:
        tell("Nothing in the log has changed it.")
        return
    event, undone = found.changed
    tell(f"Last changed: {event.id}  {when(event.at)}  {words_of(event)}{'  undone' if undone else ''}")
