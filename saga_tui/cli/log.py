"""`saga-tui log`: what happened to a character, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import dotted
from saga_tui.cli.names import CharacterName, Completions, completing
from saga_tui.cli.output import Trouble, change_record, tell, tell_json, when
from saga_tui.cli.reading import chosen, game_in, named, past_of, path_of
from saga_tui.store.event import REDO
from saga_tui.store.undoing import UNDOS, Fates
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Event
    from saga_tui.store.read_only import Past

OWN = {
    "undo": "undo",
    "undo-to": "undo",
    "redo": "redo",
    "external": "by hand",
    "restore": "restore",
    "rename": "file",
    "identify": "file",
    "migrate": "file",
}
"""The kinds of what the memory itself does; a game says those of its own verbs."""
OTHER = "other"

UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
SINCE = "a date (2026-11-21), a time (20:15, 2026-11-21T20:15), today, yesterday, 90m, 2h, 3d, 1w, or an event number"


@completing
def complete_kind(ctx: click.Context) -> Completions:
    """The kinds of the character's game, or of the only one, and the memory's own."""
    try:
        game = named(ctx)[1]
    except Trouble:
        game = chosen()
    return [(kind, "") for kind in _kinds(game.categories())]


@click.command()
@click.argument("name", type=CharacterName())
@click.option("--json", "as_json", is_flag=True, help="Write one JSON list of all events instead of text.")
@click.option("--since", metavar="WHEN|EVENT", default="", help="Only from then on: a time or an event number.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", shell_complete=complete_kind, help="Only of this kind.")
@click.option("--search", metavar="WORDS", default="", help="Only entries with all these words.")
@click.option("-n", "--number", type=click.IntRange(1), metavar="N", help="Only the last N of them.")
@click.pass_context
def log(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context, name: str, as_json: bool, since: str, kinds: Sequence[str], search: str, number: int | None
) -> None:
    """Show a character's log.

    One line for each event, oldest first: its number, when, where in the story, what happened, its rules, and who
    did it. Undone and corrected events say so. Nothing is written.

    WHEN is a date (2026-11-21), a time (20:15, 2026-11-21T20:15), today, yesterday, or how long ago: 90m, 2h, 3d, 1w.

    KIND is one of the game's kinds (rolls, clock, rulings, build, notes; a wrong one lists them all),
    by-hand for edits of the file and changes from other devices, or undo, redo, restore, file. You can give
    several.

    With --json: a list of objects with id, at, clock, do, kind, with, dice, changes (path, old, new, rule), text,
    undone, corrected (the event that corrects it) and device.

    \b
    Examples:
      saga-tui log kestrel -n 20
      saga-tui log kestrel --since yesterday --kind damage --kind rolls
      saga-tui log kestrel --search "Vargas mill"
      saga-tui log kestrel --json | jq '.[] | select(.undone | not) | .text'
    """
    then = past_of(path_of(ctx.obj, name))
    categories = {**_categories(then), **OWN} if kinds or as_json else OWN
    wanted = {_kind(kind, categories) for kind in kinds}
    fates = Fates()
    events = _noted(then.events(), fates)
    words = search.casefold().split()
    found = (
        event
        for event in _since(events, since, then.places.device)
        if (not wanted or kind_of(event, categories) in wanted) and has_words(event, words)
    )
    chosen = list(islice(found, number))[::-1]  # no more is read than is shown
    if as_json:
        tell_json([record(event, fates, categories) for event in chosen])
        return
    for event in chosen:
        tell(line(event, fates, then.places.device))
    if not chosen:
        any_there = next(then.events(), None) is not None
        what = "No matching entries in the log." if any_there else "The log is empty."
        tell(what, err=True)


# ---- choosing


def _kinds(categories: Mapping[str, str]) -> list[str]:
    return list(dict.fromkeys(map(_slug, [*categories.values(), *OWN.values()])))


def _categories(then: Past) -> Mapping[str, str]:
    """The kinds of the game's verbs; none of a game that nobody knows."""
    try:
        return game_in(then).categories()
    except Trouble:
        return {}


def _slug(category: str) -> str:
    return category.casefold().replace(" ", "-")


def _kind(kind: str, categories: Mapping[str, str]) -> str:
    from saga_tui.problem import near

    names = _kinds(categories)
    if _slug(kind.strip()) in (*names, OTHER):
        return _slug(kind.strip())
    raise Trouble(f'There is no kind of event called "{kind}". {near(kind, names)}')


def kind_of(event: Event, categories: Mapping[str, str]) -> str:
    """The kind that an event is chosen by; a verb that nobody knows any more is `other`."""
    return _slug(categories.get(event.do, OTHER))


def has_words(event: Event, words: Iterable[str]) -> bool:
    """Whether all these words (casefolded) stand in what is known of the event, in any order."""
    said = [event.text, event.do, *rules_of(event), *(dotted(change.path) for change in event.changes)]
    said += [str(value) for value in event.params.values()]
    text = "\n".join(said).casefold()
    return all(word in text for word in words)


def _noted(events: Iterable[Event], fates: Fates) -> Iterator[Event]:
    """The events, newest first, each noted before it is passed on: whether it was undone is known by then."""
    for event in events:
        fates.older(event)
        yield event


def _since(events: Iterable[Event], since: str, device: str) -> Iterator[Event]:
    """Those from then on, newest first."""
    if not since:
        yield from events
    elif since.isdecimal() and len(since) <= 9:
        own: list[Event] = []
        for event in events:
            own.append(event)
            if event.device == device and event.id == int(since):
                break
        else:
            raise Trouble(f"This device's log has no event {since}. saga-tui log NAME shows the numbers.")
        yield from own
    else:
        begin = moment(since, datetime.now().astimezone())
        yield from (event for event in events if _at(event, begin) >= begin)


def moment(words: str, now: datetime) -> datetime:
    """The moment that is meant, seen from now; `Trouble` where it is none."""
    told = words.strip().casefold()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if told in ("today", "yesterday"):
        return midnight - timedelta(days=told == "yesterday")
    if told[:-1].isdecimal() and told[-1:] in UNITS and len(told) <= 6:
        return now - timedelta(**{UNITS[told[-1]]: int(told[:-1])})
    try:
        if "-" not in told:
            hour = datetime.strptime(told, "%H:%M")
            return midnight.replace(hour=hour.hour, minute=hour.minute)
        return datetime.fromisoformat(words.strip()).astimezone()
    except (ValueError, OverflowError):
        raise Trouble(f'"{words}" is not a time or an event. Give {SINCE}.') from None


def _at(event: Event, otherwise: datetime) -> datetime:
    """When it happened; an event whose time cannot be read is never left out."""
    try:
        return datetime.fromisoformat(event.at).astimezone()
    except (ValueError, OverflowError):
        return otherwise


# ---- showing


def rules_of(event: Event) -> list[str]:
    """The ids of the rules behind its changes, each once."""
    return list(dict.fromkeys(change.rule for change in event.changes if change.rule))


def line(event: Event, fates: Fates, device: str) -> str:
    """`302  2026-11-21 20:15  chapter 3, scene 2  Wounds 2 → 5  [DMG-2]  (GM: the fire)  undone`."""
    place = ", ".join(f"{name} {number}" for name, number in event.clock.items())
    rules = ", ".join(rules_of(event))
    by = fates.corrected(event)
    foreign = f"on device {event.device}" if event.device != device else ""
    parts = [
        f"{event.id:>4}",
        when(event.at),
        place,
        words_of(event),
        rules and f"[{rules}]",
        _aside(event),
        foreign,
        "undone" if fates.undone(event) else f"corrected by {by.id}" if by else "",
    ]
    return "  ".join(part for part in parts if part)


def words_of(event: Event) -> str:
    """What happened, in words."""
    said = event.text or event.do
    if event.do in UNDOS:
        return f"Undone: {said}"
    if event.do == REDO:
        return f"Redone: {said}"
    return f"{said} ({plural(len(event.changes), 'change')})" if event.do in ("external", "restore") else said


def _aside(event: Event) -> str:
    """Who and why, where the words do not say it already."""
    told = [str(event.params[key]) for key in ("who", "source", "why", "reason") if event.params.get(key)]
    said = words_of(event).casefold()
    left = [part for part in told if part.casefold() not in said]
    return f"({': '.join(left)})" if left else ""


def record(event: Event, fates: Fates, categories: Mapping[str, str]) -> dict[str, Any]:
    """The event for programs."""
    by = fates.corrected(event)
    return {
        "id": event.id,
        "at": event.at,
        "clock": event.clock,
        "do": event.do,
        "kind": kind_of(event, categories),
        "with": event.params,
        "dice": list(event.dice),
        "changes": [change_record(change) for change in event.changes],
        "text": event.text,
        "undone": fates.undone(event),
        "corrected": by.id if by else None,
        "device": event.device,
    }
