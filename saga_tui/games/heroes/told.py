"""What happened and what is asked, in words: the one place where events become sentences (`book/words.toml`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from saga_tui.engine import worded as engine
from saga_tui.games.heroes.book import AREAS, KINDS, PIECES, THINGS, table
from saga_tui.games.heroes.commands import Event
from saga_tui.games.heroes.play import asked
from saga_tui.games.heroes.state import COUNTRY, MARKS, State

WORDS: Final = table("words")
NAMES: Final = {
    **{key: one.name for group in (AREAS, PIECES, THINGS) for key, one in group.items()},
    **WORDS["result"], **WORDS["kinds"], MARKS: "20 marks", COUNTRY: WORDS["unseen"]["country"],
}  # fmt: skip


def named(state: State, key: str) -> str:
    """What anything is called: a jarl face down is unknown to all (H-INFO-1), a monster tells its kind."""
    if key not in PIECES:
        return str(NAMES.get(key) or key.replace("_", " ").capitalize())
    piece, at = PIECES[key], state.counters.get(key)
    if piece.group == "jarl" and at is not None and not (at.up or at.master) and at.at in AREAS:
        return str(WORDS["unseen"]["jarl"])
    return f"the {piece.kind} {piece.name}" if piece.kind in KINDS else piece.name


def player(state: State, hero: str) -> str:
    """Who decides for a hero: `Ann`, `a person`, `computer, hard`."""
    return engine.player(state, hero, WORDS["control"])


def parts(state: State, events: Iterable[Event]) -> list[tuple[int, str, str]]:
    """The sum of the last fight among the events part by part (H-FIGHT-6, H-FIGHT-7, H-FIGHT-9)."""
    return engine.reasons(events, WORDS["part"], partial(named, state))


def told(state: State, event: Event) -> str:
    """An event as a sentence of the log, with the game as it was after it; empty where it is not worth one."""
    make = engine.facts(event, partial(named, state), partial(player, state))
    return engine.worded(WORDS["event"], event, make)


def deciding(state: State) -> tuple[str, str, str]:
    """Who decides now, by hero; what, in words; and the command for it. Nothing where nobody has to."""
    return engine.deciding(state, asked(state), WORDS["asked"], named)


def sentences(state: State, events: Iterable[Event]) -> list[tuple[str, str]]:
    """Events in words, each with its rule; those without words are left out, and the end of somebody's part is told
    only where nothing else is."""
    happened = list(events)
    said = [one for one in happened if one.kind != "done"] or happened
    return [(words, event.rule) for event in said if (words := told(state, event))]
