"""The reasons of numbers on the screen: their tallies, and the journal's entry that last changed each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from saga_tui.engine.entries import Entry
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.named import entry_of
from saga_tui.games.saga.rules.shown import reasons
from saga_tui.store.event import REDO
from saga_tui.store.undoing import UNDOS, Fates
from saga_tui.ui.keys import Command
from saga_tui.ui.palette import Palette
from saga_tui.ui.why import Why
from saga_tui.ui.why_screen import WhyScreen

if TYPE_CHECKING:
    from textual.app import App

    from saga_tui.store import Event, Memory


def why(character: Character, names: Iterable[str], notes: Callable[[str], tuple[str, ...]]) -> Why | None:
    """The reasons of numbers by their names, the first one the number itself; `notes` tells more of each."""
    known = reasons(character)
    tallies = [known[name] for name in names if name in known]
    if not tallies:
        return None
    told = [line for tally in tallies for line in notes(tally.name)]
    return Why(tallies[0], tuple(dict.fromkeys(told)), tuple(tallies[1:]))


def last_change(memory: Memory, entry: Entry) -> tuple[str, ...]:
    """A line on the newest entry of the journal that changed what a number rests on; none where nothing did."""
    fates = Fates()
    for event in memory.history():
        fates.older(event)
        if any(entry.changed_by(change) for change in event.changes):
            return (told(event, fates.undone(event)),)
    return ()


def told(event: Event, undone: bool = False) -> str:
    """`last changed: force 4 → 3, round 2`."""
    where = next((f", {span} {event.clock[span]}" for span in ("round", "scene", "chapter") if span in event.clock), "")
    taken = {**dict.fromkeys(UNDOS, "undid "), REDO: "redid "}.get(event.do, "")
    return f"Last changed{where}: {taken}{event.text or event.do}{' (undone)' if undone else ''}"


def rulings(character: Character, name: str) -> tuple[str, ...]:
    """A line for each ruling of the group on a number (CRE-11)."""
    found = (ruling for ruling in character.rulings if ruling.number == name and not ruling.past)
    return tuple(f"House ruling: {one.old} → {one.new}{f', {one.reason}' if one.reason else ''}" for one in found)


def notes_of(character: Character, memory: Memory, name: str) -> tuple[str, ...]:
    """What is told of a number beneath its terms."""
    return (*rulings(character, name), *last_change(memory, entry_of(character, name)))


def pick_number(app: App[None], character: Character, memory: Memory, open_rule: Callable[[str], object]) -> None:
    """All numbers of a character, found by a few letters; the one that is picked gives its reasons."""

    def shower(name: str) -> Callable[[], object]:
        return lambda: show(app, character, memory, name, open_rule)

    listed = [Command(f"{one.label}: why {one.total}?", "", shower(name)) for name, one in reasons(character).items()]

    def run(command: Command | None) -> None:
        if command is not None:
            app.call_later(command.run)

    app.push_screen(Palette(listed, title="Explain a number", placeholder="Search numbers"), run)


def show(app: App[None], character: Character, memory: Memory, name: str, open_rule: Callable[[str], object]) -> None:
    """The reasons of one number; a rule that is chosen there is opened."""
    found = why(character, [name], lambda key: notes_of(character, memory, key))
    if found is not None:

        def opened(rule: str | None) -> None:
            if rule:
                open_rule(rule)

        app.push_screen(WhyScreen(found), opened)
