"""Every number and every text of a table in one table: for `why`, rulings, jumps, completion (CNF-2, CNF-8, CNF-9)."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.engine.entries import Entry, counted, number, slugged
from saga_tui.games.saga.gm.clock import CLOCK
from saga_tui.games.saga.gm.state import POOLS, Element, Table, free
from saga_tui.tally import Tally, Term


def entries(table: Table) -> Iterator[Entry]:
    """Numbers: `chapter` …, `thug:physical`, `thug:physical:full`, `allies`, `allies:free`, `fear:total`, `doom-bell` …
    Texts: `name`, `notes`, `thug`, `thug:trait:1`, `scene-trait:1`, `condition:1` …"""
    yield from _clock(table)
    yield from _elements(table)
    yield from _allies(table)
    yield from _conditions(table)
    yield from _texts(table)


def _clock(table: Table) -> Iterator[Entry]:
    for name in ("chapter", "scene", "conflict", "round"):
        value = max(0, getattr(table.play, name))
        yield number(
            counted(name, name.capitalize(), value, "on the table's clock", "TIME-1"), ("play", name), counted=True
        )


def _elements(table: Table) -> Iterator[Entry]:
    for place, (key, element) in enumerate(slugged(table.play.elements, "name")):
        for pool in POOLS:
            full = max(0, element.full.get(pool, 0))
            most = counted(f"{key}:{pool}:full", f"{element.name}, full {pool} pool", full, "at the start", "CNF-2")
            yield number(most, ("play", "elements", place, "full", pool), counted=True)
            lost = full - max(0, element.dice.get(pool, 0))
            began = Term(full, "at the start", "CNF-2", "setting")
            terms = (
                (began, Term(-lost, "damage taken" if lost > 0 else "gained since", "CNF-3", "play"))
                if lost
                else (began,)
            )
            now = Tally(f"{key}:{pool}", f"{element.name}, {pool} pool", terms)
            where = ("play", "elements", place, "dice", pool)
            yield number(now, where, rests_on=(("play", "elements", place, "full", pool),), counted=True, rest=(full,))


def _allies(table: Table) -> Iterator[Entry]:
    for place, one in enumerate(table.play.allies):
        key = "allies" if place == 0 else f"allies-{place + 1}"
        label = one.name or "Ally dice"
        now = counted(key, label, max(0, one.now), "left for the conflict", "CNF-9")
        yield number(now, ("play", "allies", place, "now"), counted=True, rest=(one.full,))
        terms = (
            Term(one.now, "left for the conflict", "CNF-9", "play"),
            Term(-one.used, "taken this round", "CNF-9", "play"),
        )
        left = Tally(f"{key}:free", f"{label}, free this round", terms if one.used else terms[:1])
        if left.total == free(one):
            yield number(left, rests_on=(("play", "allies", place),))


def _conditions(table: Table) -> Iterator[Entry]:
    for place, (key, one) in enumerate(slugged(table.play.conditions, "name")):
        for field, label in (("total", "for the players"), ("lost", "for the other side")):
            tally = counted(f"{key}:{field}", f"{one.name}, {label}", max(0, getattr(one, field)), "so far", "CNF-8")
            yield number(tally, ("play", "conditions", place, field), counted=True)
    for place, (key, clock) in enumerate(slugged(table.play.clocks, "name")):
        tally = counted(f"clock:{key}", f"Clock “{clock.name}”", max(0, clock.filled), f"of {clock.total}", "CNF-8")
        yield number(tally, ("play", "clocks", place, "filled"), counted=True)


def _texts(table: Table) -> Iterator[Entry]:
    yield Entry("name", "Name", table.name, ("name",))
    yield Entry("notes", "Notes", table.notes, ("notes",))
    for place, (key, element) in enumerate(slugged(table.play.elements, "name")):
        yield Entry(f"element:{key}", f"Element {place + 1}", element.name, ("play", "elements", place, "name"))
        yield from _traits(key, element, place)
    for place, trait in enumerate(table.play.scene_traits):
        path = ("play", "scene_traits", place, "text")
        yield Entry(f"scene-trait:{place + 1}", f"Scene trait {place + 1}", trait.text, path)
    for place, one in enumerate(table.play.conditions):
        path = ("play", "conditions", place, "text")
        yield Entry(f"condition:{place + 1}", f"{one.name}, what it does", one.text, path)


def _traits(key: str, element: Element, place: int) -> Iterator[Entry]:
    for index, trait in enumerate(element.traits):
        path = ("play", "elements", place, "traits", index, "text")
        yield Entry(f"{key}:trait:{index + 1}", f"{element.name}, trait {index + 1}", trait.text, path)


def when(table: Table) -> str:
    """Where in time a ruling is made: `chapter 3, scene 2`."""
    return ", ".join(f"{span} {count}" for span, count in CLOCK.now(table).items() if span in ("chapter", "scene"))
