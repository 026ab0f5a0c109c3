"""A character to try the memory with, and the layout of a made-up game."""

from __future__ import annotations

import copy
from itertools import takewhile
from pathlib import Path
from typing import Any

from saga_tui.changes import Doc, diff
from saga_tui.store import FS, Event, Layout, Memory
from saga_tui.store.undoing import standing, taken_back

FOLDER = Path("/c")
STATE = Path("/s")
FILE = "/c/kestrel.toml"
NOW = "2026-11-21T20:15:03+01:00"


def character() -> Doc:
    """A fresh document of about a kilobyte."""
    return copy.deepcopy(_CHARACTER)


_CHARACTER: Doc = {
    "format": 1,
    "game": "demo",
    "id": "01jd7k3v",
    "concept": {
        "name": "Kestrel",
        "player": "Ana",
        "line": "A grizzled gunslinger with a conscience",
        "rank": "Seasoned",
    },
    "assets": {"method": "priority", "order": ["force", "grace", "acuity"], "perk": "Lucky"},
    "skills": {
        "method": "points",
        "ranks": {"marksmanship": 5, "awareness": 4, "subterfuge": 3},
        "specialties": [{"skill": "marksmanship", "name": "pistols"}, {"skill": "awareness", "name": "reflexes"}],
    },
    "story": {
        "traits": ["Quick on the Draw", "Paranoid", "I Need a Drink"],
        "drives": ["Find my sister", "Never shoot first"],
        "notes": "We met at the ferry. \u201cShe\u201d owes us a boat.",
    },
    "gear": [
        {"name": "Lucky coin", "kind": "charm", "rating": 3, "without": ["academia"]},
        {"name": "Colt", "kind": "buff", "rating": 2},
    ],
    "play": {"chapter": 3, "damage": {"pain": 2, "doubt": 0, "fear": 1}, "tokens": {"force": 4, "grace": 2}},
}


def name_needed(doc: Doc) -> None:
    """The made-up game's whole idea of what a character is."""
    concept = doc.get("concept")
    if not isinstance(concept, dict) or not isinstance(concept.get("name"), str):
        raise ValueError("a character needs a [concept] with a name")


LAYOUT = Layout(validate=name_needed)


def now() -> str:
    """A clock that stands still."""
    return NOW


def create(fs: FS, doc: Doc | None = None, layout: Layout = LAYOUT) -> Memory:
    """The character on a simulated disk."""
    return Memory.create(FOLDER, doc or character(), layout, state_dir=STATE, fs=fs, now=now)


def reopen(fs: FS, layout: Layout = LAYOUT, file: str = FILE, **more: Any) -> Memory:
    """The character opened again."""
    return Memory.open(Path(file), layout, state_dir=STATE, fs=fs, now=now, **more)


def put(doc: Doc, path: str, value: Any) -> Doc:
    """The document with one value set, the rest shared with the old one: `put(doc, "play.damage.pain", 5)`."""
    new = doc.copy()
    place: Any = new
    *steps, last = path.split(".")
    for step in steps:
        at: Any = int(step) if step.isdigit() else step
        place[at] = place = place[at].copy()
    place[int(last) if last.isdigit() else last] = value
    return new


def undo_to(memory: Memory, event_id: int) -> list[Event]:
    """Take back at once what stands after an event; return what that was, newest first."""
    steps = list(standing(takewhile(lambda event: event.id > event_id, memory.own_history())))
    if steps:
        memory.undo_since(steps, memory.doc, taken_back(memory.doc, steps))
    return steps


def act(memory: Memory, path: str, value: Any, do: str = "set") -> None:
    """One action: a value is set."""
    new = put(memory.doc, path, value)
    memory.commit(do, {"path": path}, diff(memory.doc, new), new_doc=new, text=f"{path} is {value!r:.40}")
