"""`saga-tui log`: what happened to a character, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import dotted
from saga_tui.cli.names import CharacterName, Completions, completing
from saga_tui.cli.output import Trouble, change_record, tell, tell_json, when
from saga_tui.cli.reading import chosen, game_in, layout_of, named, past_of, path_of
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

SEVERAL = 3
"""An act over so many documents is told once, in the table's own words, as the table's screen does."""
FIRST = datetime.min.replace(tzinfo=UTC)
"""When an event happened whose time cannot be read."""
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
    """Show a character's log, or that of a whole table.

    One line for each event, oldest first: its number, when, where in the story, what happened, its rules, and who
    did it. Undone and corrected events say so. Nothing is written. Of a table, with what happened to everyone there,
    each with the name; an act of several is told once.

    WHEN is a date (2026-11-21), a time (20:15, 2026-11-21T20:15), today, yesterday, or how long ago: 90m, 2h, 3d, 1w.

    KIND is one of the game's kinds (rolls, clock, rulings, build, notes; a wrong one lists them all),
    by-hand for edits of the file and changes from other devices, or undo, redo, restore, file. You can give
    several.

    With --json: a list of objects with id, at, clock, do, kind, with, dice, changes (path, old, new, rule), text,
    undone, corrected (the event that corrects it) and device; of a table, of its own events.

    \b
    Examples:
      saga-tui log kestrel -n 20
      saga-tui log kestrel --since yesterday --kind damage --kind rolls
      saga-tui log kestrel --search "Vargas mill"
      saga-tui log kestrel --json | jq '.[] | select(.undone | not) | .text'
    """
    path = path_of(ctx.obj, name)
    then, layout = past_of(path), layout_of(path)
    categories = {**_categories(then), **OWN} if kinds or as_json else OWN
    logs = [Log("", then), *(() if as_json else _seated(then))]
    if kinds:
        for one in logs[1:]:
            categories = {**_categories(one.then), **categories}
    wanted = {_kind(kind, categories) for kind in kinds}
    words = search.casefold().split()
    found = (
        one
        for one in _since(_told(logs), since, then.places.device)
        if (not wanted or kind_of(one.event, categories) in wanted)
        and has_words(layout.opened(one.event, then.doc) if words else one.event, words, one.log.name)
        and (as_json or not one.log.fates.carried(one.event))
    )
    chosen = list(islice(found, number))[::-1]  # no more is read than is shown
    if as_json:
        tell_json([record(layout.opened(one.event, then.doc), one.log.fates, categories) for one in chosen])
        return
    for one in chosen:
        tell(line(one.event, one.log.fates, one.log.then.places.device, one.log.name, layout.named))
    if not chosen:
        any_there = next(then.events(), None) is not None
        tell("No matching entries in the log." if any_there else "The log is empty.", err=True)


# ---- whose


@dataclass(frozen=True)
class Log:
    """The log of one: of the document that was named, or of one who sits at that table."""

    name: str
    """Whose it is; empty for the document's own."""
    then: Past
    fates: Fates = field(default_factory=Fates)

    def told(self, table: str, place: int) -> Iterator[tuple[datetime, int, Told]]:
        """Its events, newest first, each noted before it is passed on: whether it was undone is known by then. An act
        of several at that table (by its id) is in the table's own words already."""
        for event in self.then.events():
            self.fates.older(event)
            group = event.group
            if not (self.name and group is not None and len(group.members) >= SEVERAL and table in group.members):
                yield _at(event, FIRST), -place, Told(event, self)


@dataclass(frozen=True)
class Told:
    """An event with the log that it stands in."""

    event: Event
    log: Log


def _seated(then: Past) -> Iterator[Log]:
    """The logs of those who sit there, where it is a table."""
    from saga_tui.cli.party import is_table

    if is_table(then.doc):
        game: Any = game_in(then)
        for _, its in game.pasts(game.rules.of(then.doc), Path(then.places.folder)):
            yield Log(game.members.rules.of(its.doc).title, its)


def _told(logs: Sequence[Log]) -> Iterator[Told]:
    """All of them as one, newest first."""
    if len(logs) == 1:  # in the order of its journal, whatever the clock said
        return (one for *_, one in logs[0].told("", 0))
    table = str(logs[0].then.doc.get("id", ""))
    streams = [log.told(table, place) for place, log in enumerate(logs)]
    return (one for *_, one in merge(*streams, key=lambda one: one[:2], reverse=True))


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


def has_words(event: Event, words: Iterable[str], name: str = "") -> bool:
    """Whether all these words (casefolded) stand in what is known of the event of that name, in any order."""
    said = [name, event.text, event.do, *rules_of(event), *(dotted(change.path) for change in event.changes)]
    said += [str(value) for value in event.params.values()]
    text = "\n".join(said).casefold()
    return all(word in text for word in words)


def _since(events: Iterable[Told], since: str, device: str) -> Iterator[Told]:
    """Those from then on, newest first; a number is one of the document's own."""
    if not since:
        yield from events
    elif since.isdecimal() and len(since) <= 9:
        own: list[Told] = []
        for one in events:
            own.append(one)
            if not one.log.name and one.event.device == device and one.event.id == int(since):
                break
        else:
            raise Trouble(f"This device's log has no event {since}. saga-tui log NAME shows the numbers.")
        yield from own
    else:
        begin = moment(since, datetime.now().astimezone())
        yield from (one for one in events if _at(one.event, begin) >= begin)


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


def line(event: Event, fates: Fates, device: str, name: str, called: Callable[[str, int], str]) -> str:
    """`302  2026-11-21 20:15  chapter 3, scene 2  Wounds 2 → 5  [DMG-2]  (GM: the fire)  undone`, with the name before
    what happened."""
    place = ", ".join(called(span, number) or f"{span} {number}" for span, number in event.clock.items())
    rules = ", ".join(rules_of(event))
    by = fates.corrected(event)
    foreign = f"on device {event.device}" if event.device != device else ""
    parts = [
        f"{event.id:>4}",
        when(event.at),
        place,
        f"{name}: {words_of(event)}" if name else words_of(event),
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
