"""All that is done at the GM's table, as data. The letters a to g are elements and the digits characters: every other
letter is free for what is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from saga_tui.games.saga.gm.clock import CLOCK
from saga_tui.games.saga.gm.screens import adding, edges
from saga_tui.games.saga.gm.screens.edges import asking, edge
from saga_tui.games.saga.gm.state import Table
from saga_tui.ui.specs import Action
from saga_tui.ui.tracker import SHARED

STAR: Final = "★"


def in_span(*spans: str) -> Callable[[Any], bool]:
    """Whether one of these is the innermost span that is open at the table."""
    return lambda table: CLOCK.span_of(table.play) in spans


def zero(table: Table) -> bool:
    """Whether the GM has to say what it means that an element has no dice left (CNF-3)."""
    return any(ask.what == "zero" for ask in table.play.asks)


def _clock() -> list[Action]:
    table, chapter, scene, conflict = (in_span(span) for span in CLOCK.spans)
    return [
        Action("next-chapter", "Start chapter", "Start a chapter", edge(edges.start_chapter), ("start-chapter",), "n",
               when=table, shown=True),
        Action("next-scene", "Start scene", "Start a scene", edge(edges.start_scene), ("start-scene",), "n",
               when=chapter, shown=True),
        Action("next-conflict", "Start conflict", "Start a conflict", edges.start_conflict, ("start-conflict",), "n",
               when=scene, shown=True),
        Action("next-phase", "Next phase", "Next phase; after the last one the round ends", edges.next_phase,
               ("phase", "end-round"), "n", when=conflict, shown=True),
        Action("end-round", "End round", "End the round now", edge(edges.end_round), ("end-round",), "z",
               when=conflict),
        Action("end-conflict", "End conflict", "End the conflict (N then ends the scene)", edge(edges.end_conflict),
               ("end-conflict",), "N", when=conflict, shown=True),
        Action("end-scene", "End scene", "End the scene (N then ends the chapter)", edge(edges.end_scene),
               ("end-scene",), "N", when=scene, shown=True),
        Action("end-chapter", "End chapter", "End the chapter", edge(edges.end_chapter), ("end-chapter",), "N",
               when=chapter, shown=True),
        Action("gm-first", "GM first", f"The GM acts first: +1 {STAR} for each player", edge(edges.gm_first),
               ("gm-first",), "exclamation_mark", when=conflict, shown=True),
        Action("escalate", "Escalate", "Escalate the conflict", edge(edges.escalate), ("escalate",), "E",
               when=conflict),
    ]  # fmt: skip


def _things() -> list[Action]:
    return [
        Action("add", "Add", "Add an element, scene trait, condition, ally dice or clock", adding.add,
               ("element", "scene-trait", "condition", "allies", "clock"), "plus", shown=True),
        Action("add-trait", "Scene trait", "Add a scene trait", adding.adding("scene-trait"), ("scene-trait",)),
        Action("assign", "Assign", "Use an element against characters", adding.assign, ("assign",), "v",
               when=lambda table: bool(table.play.elements)),
        Action("out", "Out?", "Say what no dice left means", adding.out, ("out",), "Z", when=zero, shown=True),
        Action("out-any", "Out", "An element is out, or stays in", adding.out, ("out",), "Z",
               when=lambda table: not zero(table) and bool(table.play.elements)),
        Action("remove-element", "Remove an element", "Remove an element", asking("remove-element"),
               ("remove-element",)),
        Action("damage-element", "Damage an element", "Take dice from an element",
               asking("damage-element", "pool", "amount"), ("damage-element",), "minus"),
        Action("element-trait", "Element's trait", "Give an element a trait", asking("element-trait"),
               ("element-trait",)),
        Action("grow-element", "Element's dice", "Change the full dice of an element", asking("grow-element"),
               ("grow-element",)),
        Action("keep", "Keep", "Keep an element for another day", adding.keep, ("keep-element",), "k",
               when=lambda table: bool(table.play.elements)),
        Action("bring", "Bring", "Bring a kept element or a situation", adding.bring, ("bring", "open-situation"),
               "p", shown=True, when=lambda table: bool(table.kept or table.situations)),
        Action("forget-element", "Forget", "Remove a kept element", asking("forget-element"), ("forget-element",)),
        Action("tick", "Tick a clock", "Tick a clock", adding.tick, ("tick",), "t",
               when=lambda table: bool(table.play.clocks)),
        Action("take-allies", "Take ally dice", "Take ally dice for a roll", asking("take-allies", "dice"),
               ("take-allies",), when=lambda table: bool(table.play.allies)),
        Action("damage-allies", "Damage ally dice", "Damage ally dice", asking("damage-allies", "dice"),
               ("damage-allies",), when=lambda table: bool(table.play.allies)),
        Action("count", "Count a condition", "Count up a condition", asking("count", "by"), ("count",),
               when=lambda table: bool(table.play.conditions)),
        Action("end-condition", "End a condition", "End a condition", asking("end-condition"), ("end-condition",),
               when=lambda table: bool(table.play.conditions)),
        Action("end-scene-trait", "End a scene trait", "End a scene trait", asking("end-scene-trait"),
               ("end-scene-trait",), when=lambda table: bool(table.play.scene_traits)),
    ]  # fmt: skip


def _people() -> list[Action]:
    return [
        Action("away", "Away", "Say who is away from the scene", adding.away, ("away",), "w",
               when=lambda table: bool(table.seats)),
        Action("unseat", "Leave the table", "Remove a character from the table", asking("unseat"), ("unseat",),
               when=lambda table: bool(table.seats)),
        Action("name-table", "Rename", "Give the table another name", asking("name-table"), ("name-table",)),
        Action("write-notes", "GM's notes", "Write the GM's notes", asking("write-notes"), ("write-notes",)),
    ]  # fmt: skip


ACTIONS: Final[tuple[Action, ...]] = (*_clock(), *_things(), *_people(), *SHARED)
ORDER: Final = ("out", "next", "gm-first", "add", "bring", "end-")
"""Which keys the footer names first."""
