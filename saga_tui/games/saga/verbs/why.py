"""`saga-tui why`: the reasons of a number, and what last changed what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import dotted
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import tell_json, when
from saga_tui.cli.reading import current
from saga_tui.cli.trouble import Trouble, tell
from saga_tui.engine.document import Ruling
from saga_tui.engine.entries import Entry
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.named import entry_of, named
from saga_tui.tally import Tally, Term

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from saga_tui.store import Event


def complete_number(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The character's numbers that begin so; those of any character where that one cannot be read."""
    from click.shell_completion import CompletionItem

    from saga_tui.cli.names import Place

    try:
        place = Place(ctx.find_root().params.get("folder"))
        numbers = named(from_doc(current(place.path(str(ctx.params.get("name"))))[0]))
    except Trouble:
        numbers = named(Character())
    begins = incomplete.casefold()
    return [CompletionItem(name, help=one.label) for name, one in numbers.items() if name.startswith(begins)]


@click.command()
@click.argument("name", type=CharacterName())
@click.argument("number", nargs=-1, metavar="[NUMBER]", shell_complete=complete_number)
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
@click.pass_context
def why(ctx: click.Context, name: str, number: Sequence[str], as_json: bool) -> None:
    """Explain a number.

    Without NUMBER, list all numbers of the character with their names. With it, show each term of the number with
    its rule and source, its house rulings, and what last changed it.

    Numbers are named force, force-tokens, pain, pain-threshold, kismet, doom, doom-end, spark, skill:weaponry,
    charm:lucky-coin, drive:1, consequence:injured-leg, finishing-points and so on. Nothing is written.

    With --json: a list of objects with name, label, value and ruled; or one object with name, label, value, terms
    (amount, reason, rule, title, source), rulings (old, new, reason), rests_on and changed (id, at, do, text, undone).

    \b
    Examples:
      saga-tui why kestrel
      saga-tui why kestrel pain-threshold
      saga-tui why kestrel skill:weaponry --json | jq '.terms[].reason'
    """
    path = ctx.obj.path(name)
    character = from_doc(current(path)[0])
    numbers = named(character)
    if not number:
        _tell_all(character, numbers, as_json=as_json)
        return
    tally = numbers[_meant(numbers, "-".join(number))]
    changed = last_change(path, entry_of(character, tally.name))
    if as_json:
        tell_json(_record(character, tally, changed))
    else:
        _tell(character, tally, changed)


def _meant(numbers: dict[str, Tally], text: str) -> str:
    """The name of a number, in any case; `weaponry` and `injured-leg` where that can only be one."""
    from saga_tui.problem import near

    told = "-".join(text.casefold().split())
    keys = {"-".join(name.casefold().split()): name for name in numbers}
    fits = [name for key, name in keys.items() if told == key.partition(":")[2]]
    if told in keys or len(fits) == 1:
        return keys[told] if told in keys else fits[0]
    raise Trouble(f"There is no number called {text!r}. {near(told, fits or numbers)}")


def last_change(path: Path, entry: Entry) -> tuple[Event, bool] | None:
    """The newest event that changed what a number rests on, and whether it was taken back."""
    from saga_tui.cli.past import past_of
    from saga_tui.store import StoreError
    from saga_tui.store.undoing import Fates

    try:
        events = list(past_of(path).events())
    except (StoreError, Trouble) as error:
        tell(str(error), err=True)
        return None
    found = next((event for event in events if any(entry.changed_by(change) for change in event.changes)), None)
    return None if found is None else (found, Fates(events).undone(found))


def rulings_on(character: Character, name: str) -> list[Ruling]:
    """The group's rulings about a number (CRE-11)."""
    return [ruling for ruling in character.rulings if ruling.number == name and not ruling.past]


# ---- for programs


def _record(character: Character, tally: Tally, changed: tuple[Event, bool] | None) -> dict[str, Any]:
    from saga_tui.cli.log import words_of

    return {
        "name": tally.name,
        "label": tally.label,
        "value": tally.total,
        "terms": [_term(term) for term in tally.terms],
        "rulings": [
            {"old": one.old, "new": one.new, "reason": one.reason} for one in rulings_on(character, tally.name)
        ],
        "rests_on": [dotted(place) for place in entry_of(character, tally.name).places],
        "changed": changed
        and {
            "id": changed[0].id,
            "at": changed[0].at,
            "do": changed[0].do,
            "text": words_of(changed[0]),
            "undone": changed[1],
        },
    }


def _term(term: Term) -> dict[str, Any]:
    return {
        "amount": term.amount,
        "reason": term.reason,
        "rule": term.rule,
        "title": _title(term.rule),
        "source": term.source,
    }


def _title(rule: str) -> str:
    from saga_tui.games.saga import book

    entry = book.rule(rule)
    return entry.title if entry else ""


# ---- for people


def _tell_all(character: Character, numbers: dict[str, Tally], *, as_json: bool) -> None:
    ruled = {ruling.number for ruling in character.rulings if ruling.number and not ruling.past}
    if as_json:
        records = [
            {"name": name, "label": one.label, "value": one.total, "ruled": name in ruled}
            for name, one in numbers.items()
        ]
        tell_json(records)
        return
    widest = max(map(len, numbers))
    for name, one in numbers.items():
        tell(f"{name:<{widest}}  {one.total:>4}{'*' if name in ruled else ' '}  {one.label}")
    if ruled & numbers.keys():
        tell("* changed by a house ruling", err=True)


def _tell(character: Character, tally: Tally, changed: tuple[Event, bool] | None) -> None:
    from saga_tui.cli.log import words_of

    tell(f"{tally.label}: {tally.total}", "cyan")
    width = max((len(f"{term.amount:+d}") for term in tally.terms), default=0)
    for term in tally.terms:
        amount = f"{term.amount:+d}".replace("-", "−")
        rule = f"  [{term.rule} {_title(term.rule)}]" if term.rule else ""
        tell(f"  {amount:>{width}}  {term.reason}{rule}  ({term.source})")
    if not tally.terms:
        tell("  nothing adds to it")
    for one in rulings_on(character, tally.name):
        tell(f"House ruling: {one.old} → {one.new}{f', {one.reason}' if one.reason else ''}  [CRE-11]", "yellow")
    if changed is None:
        tell("Nothing in the log has changed it.")
        return
    event, undone = changed
    tell(f"Last changed: {event.id}  {when(event.at)}  {words_of(event)}{'  undone' if undone else ''}")
