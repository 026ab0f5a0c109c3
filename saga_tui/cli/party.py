"""Tables on the command line: opened, created, and their acts on all who sit there, with the undo of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import ChangeError, apply, invert
from saga_tui.cli import open_app
from saga_tui.cli.names import Place, TableName, home_of
from saga_tui.cli.output import Trouble, tell, troubles
from saga_tui.cli.reading import layout_of, readable, remembered
from saga_tui.cli.writable import show_changes, writable
from saga_tui.words import listed

if TYPE_CHECKING:
    from saga_tui.changes import Doc
    from saga_tui.dice import Roller
    from saga_tui.engine.party import PartyOutcome, PartySession
    from saga_tui.games.party import PartyGame
    from saga_tui.store import Event

    Step = tuple[Event | None, Event | None]


@click.command()
@click.argument("name", type=TableName(), metavar="TABLE")
@click.pass_context
def table(ctx: click.Context, name: str) -> None:
    """Open a table: the whole party on one screen.

    Everyone who sits there is opened with it. Create one with saga-tui new --table.

    \b
    Examples:
      saga-tui new --table Friday kestrel "Mother Ashgrove"
      saga-tui table friday
    """
    path = ctx.obj.table(name)
    try:
        readable(path)
    except Trouble:
        if not remembered(path):
            raise
    open_app(home_of(path), path.absolute())


def create(place: Place, name: str, characters: Sequence[str], key: str = "") -> Path:
    """The file of a new table at which these characters sit, on disk. `Trouble` where it cannot be."""
    from saga_tui.games import registry
    from saga_tui.games.tables import new_table
    from saga_tui.store import StoreError
    from saga_tui.store.errors import os_error_in_words

    paths = [place.path(one) for one in characters]
    if any(place.library.name_of(entry.doc) == name for entry in place.library.tables.iter_entries()):
        tell(f"You already have a table {name}: this is a second one.", err=True)
    try:
        return new_table(place.folder, name, paths, key)
    except OSError as error:
        raise Trouble(f"Cannot write in {place.folder}: {os_error_in_words(error)}.") from None
    except (StoreError, registry.UnknownGame, ValueError) as error:
        raise Trouble(f"The table could not be created: {error}") from None


# ---- a table in play


def is_table(doc: Doc) -> bool:
    """Whether a document is a table, at which others sit."""
    from saga_tui.games.registry import is_table as says
    from saga_tui.games.registry import key_of

    return says(key_of(doc))


@contextmanager
def sitting(path: Path, game: PartyGame, roller: Roller, *, look: bool = False) -> Iterator[PartySession[Any]]:
    """A table with all who sit there, closed and on disk at the end; `look`: nothing of it is written. `Trouble` where
    it cannot be opened; why somebody takes no part is told."""
    if look:
        from saga_tui.store import BadFile, Memory
        from saga_tui.store.read_only import ReadOnlyFS

        with troubles(BadFile), Memory.open(path, layout_of(path), read_only=True, fs=ReadOnlyFS()) as memory:
            session = game.session(memory, roller, look=True)
            try:
                yield session
            finally:
                session.close()
        return
    with writable(path) as memory:
        session = game.session(memory, roller)
        try:
            for line in session.seating.told() if session.seating is not None else ():
                tell(line, err=True)
            yield session
        finally:
            session.close()


def record(outcome: PartyOutcome[Any], session: PartySession[Any]) -> dict[str, Any]:
    """What happens to each character for programs, by id; who takes no part, and why."""
    from saga_tui.cli.outcome import record as told

    parts = {}
    for who, part in outcome.parts.items():
        its = session.seats[who]
        file = its.memory.path.stem
        parts[who] = {"name": part.before.title, "file": file, **told(its.game, part, file, its.memory.layout)}
    notes = {who: {"code": note.code, "message": str(note), "plays": note.plays} for who, note in session.notes.items()}
    return {"parts": parts, "left_out": dict(outcome.left_out), "seats": notes}


def show(outcome: PartyOutcome[Any], session: PartySession[Any], *, dry: bool) -> None:
    """What happens to each character, for people: its own lines below its name; nothing where nothing is done."""
    from saga_tui.cli.outcome import show_part

    names = {seat.id: seat.name or seat.file for seat in session.document.seats}
    for who, part in () if outcome.refused else outcome.parts.items():  # what is wrong is told by name already
        tell(f"{part.before.title}:", "cyan")
        show_part(session.seats[who].game, part, session.seats[who].memory.path.stem, dry=dry)
    for who, why in outcome.left_out.items():
        tell(f"Left out: {names.get(who, who)} {why}")


# ---- undo


def step(memory: Any, do: str) -> tuple[Callable[[], Step], Callable[[Event], str], Callable[[], None]]:
    """Undo or redo of a table, of what happened last there to anybody; what it leaves, in words; and what closes who
    was opened for it."""
    from saga_tui.games.registry import game_of

    game: Any = game_of(memory.doc)
    session: PartySession[Any] = game.session(memory)

    def walk() -> Step:
        found = session.target(do)
        event = session.undo() if do == "undo" else session.redo()
        return (None if found is None else found.event), event

    return walk, session.still, session.close


def look_back(path: Path, game: PartyGame) -> None:
    """What undo would change, in whom; nothing is written. `Trouble` where there is nothing to undo."""
    from saga_tui.dice import secure

    with sitting(path, game, secure, look=True) as session:
        found = session.target()
        if found is None:
            raise Trouble("Nothing to undo.")
        event, group = found.event, found.event.group
        tell(f"Undo: {event.text or event.do}")
        concerned = {"": session.memory} | {who: one.memory for who, one in session.seats.items()}
        for who, memory in concerned.items():
            its = memory.undo_target()
            if its is None or not (its is event or (group and its.group and its.group.id == group.id)):
                continue
            tell(f"{memory.layout.name_of(memory.doc) or memory.path.stem}:", "cyan")
            with troubles(ChangeError):
                before = apply(memory.doc, invert(its.changes))
                show_changes(memory.doc, before, memory.layout.words if who else named_in(before, memory.doc))
            concerned[who] = memory
        missing = [who for who in (group.members if group else ()) if who not in _ids(session)]
        if missing:
            tell(f"Also part of this, but not open here: {listed(missing)}.", err=True)


def named_in(*docs: Doc) -> Callable[[tuple[str | int, ...]], str]:
    """What a place of a table is called: what stands in a list by its name, as the first of these documents has it
    where it is there: `elements, Thug, dice, physical`."""

    def words(path: tuple[str | int, ...]) -> str:
        told = [str(path[-1])]
        for doc in docs:
            here: Any = doc
            told = []
            for step in path:
                try:
                    here = here[step]
                except (KeyError, IndexError, TypeError):
                    here = None
                name = (
                    next((here[key] for key in ("name", "text") if here.get(key)), "") if isinstance(here, dict) else ""
                )
                told.append(str(name or f"no. {step + 1}") if isinstance(step, int) else step.replace("_", " "))
            if here is not None:
                break
        return ", ".join(told[1:] if told[:1] == ["play"] and told[1:] else told)

    return words


def _ids(session: PartySession[Any]) -> set[str]:
    return {session.memory.identity, *(one.memory.identity for one in session.seats.values())}
