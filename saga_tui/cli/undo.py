"""`saga-tui undo` and `redo`: what happened to a character taken back and done again, after any restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import Doc
from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.options import writes
from saga_tui.cli.output import Trouble, tell
from saga_tui.cli.reading import layout_of, past_of, readable
from saga_tui.cli.writable import show_changes, writable
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Event, Memory
    from saga_tui.store.undoing import RestorePoint

TIMES = click.IntRange(1, 10_000)


@click.command()
@click.argument("name", type=CharacterName())
@click.argument("times", type=TIMES, required=False, metavar="[N]")
@click.option(
    "--to", metavar="EVENT|PLACE", default="", help="Go back to before that event of saga-tui log, or that place."
)
@options.DRY_RUN
@writes
@click.pass_context
def undo(ctx: click.Context, name: str, times: int | None, to: str, dry_run: bool) -> None:
    """Undo the last action.

    With N, the last N actions, newest first. Undone actions stay in the history: redo restores them.

    With --to, undo everything from that event on; redo restores all of it at once. A PLACE in the story, such as
    "scene 2", means the event that led there last. What differs is shown. If that event was undone already, one new
    event restores the state before it; undo that as usual.

    \b
    Examples:
      saga-tui undo kestrel
      saga-tui undo kestrel 3
      saga-tui undo kestrel --to 302 --dry-run
      saga-tui undo kestrel --to 302
      saga-tui undo kestrel --to "scene 2"
    """
    path = ctx.obj.path(name)
    if times is not None and to:
        raise click.UsageError("Give either N or --to EVENT.")
    if dry_run and not to and _is_table(path):
        from saga_tui.cli.party import look_back
        from saga_tui.games.registry import game_of

        game: Any = game_of(readable(path)[0])
        look_back(path, game)
    elif dry_run:
        _look_back(path, to, times or 1)
    elif to:
        _go_back(path, to)
    else:
        _step(
            path,
            times or 1,
            "Undone",
            "Nothing to undo.",
            lambda memory: (memory.undo_target(), memory.undo()),
            "undo",
        )


@click.command()
@click.argument("name", type=CharacterName())
@click.argument("times", type=TIMES, default=1, metavar="[N]")
@writes
@click.pass_context
def redo(ctx: click.Context, name: str, times: int) -> None:
    """Redo the last undone action.

    With N, the last N actions.

    \b
    Examples:
      saga-tui redo kestrel
      saga-tui redo kestrel 3
    """
    _step(
        ctx.obj.path(name),
        times,
        "Redone",
        "Nothing to redo.",
        lambda memory: (memory.redo_target(), memory.redo()),
        "redo",
    )


Step = tuple["Event | None", "Event | None"]


def _is_table(path: Path) -> bool:
    from saga_tui.games.registry import is_table, key_in

    return path.exists() and is_table(key_in(path))


def _step(  # noqa: PLR0917 - what is said, and what is done
    path: Path, times: int, did: str, nothing: str, step: Callable[[Memory], Step], do: str
) -> None:
    from saga_tui.store.groups import NotTogether

    said, stopped = [], ""
    with writable(path) as memory, ExitStack() as later:
        walk: Callable[[], Step] = partial(step, memory)
        still: Callable[[Event], str] = memory.layout.still_seen
        if _is_table(path):
            from saga_tui.cli.party import step as at_a_table

            walk, still, close = at_a_table(memory, do)
            later.callback(close)
        for _ in range(times):
            try:
                target, event = walk()
            except NotTogether as error:
                stopped = f"{path.name}: {error}"
                break
            if event is None or target is None:
                said.append(nothing)
                break
            seen = still(event)
            said.append(f"{did}: {target.text or target.do}{f'. {seen}' if seen else ''}")
    if said == [nothing]:
        raise Trouble(nothing)
    for line in said:
        tell(line)
    if stopped:
        raise Trouble(stopped)


# ---- back to before an event


def _event_at(events: Iterator[Event], to: str, read: list[Event]) -> int:
    """The number that is meant: of an event, or of the one that led to a place such as `scene 2` last.

    `read` gets the events that had to be looked at, newest first.
    """
    if to.isdecimal() and len(to) <= 9:
        return int(to)
    step, _space, number = to.casefold().strip().rpartition(" ")
    for event in events:
        read.append(event)
        for change in event.changes:
            if number.isdecimal() and change.path[-1] == step.strip() and change.new == int(number):
                return event.id
    raise Trouble(f'"{to}" is not an event or a place in the log. saga-tui log NAME shows the numbers.')


def _look_back(path: Path, to: str, times: int) -> None:
    """What going back would change; nothing is written."""
    from saga_tui.cli.reading import current
    from saga_tui.store.undoing import standing

    doc, _ = current(path)
    then = past_of(path)
    if not to:
        done = [one.id for one in islice(standing(then.own_events()), times)]
        if not done:
            raise Trouble("Nothing to undo.")
        to = str(done[-1])
    way = _way(then.doc, then.own_events(), to)
    _say(way)
    show_changes(doc, way.doc, layout_of(path).words)


def _go_back(path: Path, to: str) -> None:
    with writable(path) as memory:
        then = past_of(path)  # only now: opening has taken over what it found
        before, words = memory.doc, memory.layout.words
        way = _way(before, then.own_events(), to)
        taken_back = way.go(memory)
    _say(way)
    show_changes(before, way.doc, words)
    if taken_back:
        tell(f"{plural(taken_back, 'action')} undone. To redo: saga-tui redo {path.stem}")


def _way(doc: Doc, events: Iterator[Event], to: str) -> RestorePoint:
    from saga_tui.store.undoing import NoRestorePoint, restore_point

    try:
        read: list[Event] = []
        number = _event_at(events, to, read)
        return restore_point(doc, chain(read, events), number)
    except NoRestorePoint as no_way:
        raise Trouble(str(no_way)) from None


def _say(way: RestorePoint) -> None:
    tell(f"Back to before {way.event.id}: {way.event.text or way.event.do}")
