"""A character with a past, on a real disk, with a clock of its own; and what a screen shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from saga_tui.changes import Change, diff
from saga_tui.store import Memory
from tests.store.sample import LAYOUT as BARE
from tests.store.sample import character, put

SHORT = {"chapter": "ch", "scene": "s", "round": "r"}
LAYOUT = replace(BARE, short=lambda span: SHORT.get(span, span))
BEGAN = datetime.fromisoformat("2026-11-21T20:15:00+01:00")
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
EVIL = "[/] [bold]red \x1b[31m\u202e"
"""Markup, an escape sequence and a turned line: what no screen may obey."""


KINDS = {"roll": "rolls", "suffer": "damage", "gain-spark": "Spark", "start-chapter": "clock", "overrule": "rulings"}
"""The kinds of what happened."""


def ticking(start: datetime = BEGAN) -> Callable[[], str]:
    """A clock that goes on by a minute each time it is read."""
    moment = start - timedelta(minutes=1)

    def now() -> str:
        nonlocal moment
        moment += timedelta(minutes=1)
        return moment.isoformat(timespec="seconds")

    return now


def begun(folder: Path, now: Callable[[], str] | None = None) -> Memory:
    """A fresh character; the state folder is that of the test's home."""
    return Memory.create(folder, character(), LAYOUT, now=now or ticking())


def happen(
    memory: Memory,
    path: str,
    value: Any,
    *,
    do: str = "set",
    text: str = "",
    rule: str = "",
    clock: Mapping[str, int] | None = None,
    dice: tuple[int, ...] = (),
    more: Mapping[str, Any] | None = None,
    **params: Any,
) -> None:
    """One event: a value is set."""
    new = put(memory.doc, path, value)
    changes = [Change(c.path, c.old, c.new, rule, "the knife" if rule else "") for c in diff(memory.doc, new)]
    memory.commit(
        do,
        {**params, **(more or {})},
        changes,
        new_doc=new,
        clock=clock,
        dice=dice,
        text=text or f"{path} is {value!r:.40}",
    )


def round_(number: int, scene: int = 2) -> dict[str, int]:
    """A place in the clock."""
    return {"chapter": 3, "scene": scene, "conflict": 1, "round": number}


def lived(folder: Path) -> Memory:
    """An evening: two scenes, a roll, damage, Spark, a ruling, something undone."""
    memory = begun(folder)
    scene = {"chapter": 3, "scene": 1}
    happen(memory, "play.chapter", 4, do="start-chapter", text="Chapter 4 starts", clock={"chapter": 3}, rule="TIME-1")
    happen(memory, "play.spark", 2, do="gain-spark", text="Gains 2 Spark", clock=scene, rule="SPK-1")
    happen(memory, "play.damage.pain", 5, do="suffer", text="+3 pain (Vargas, a knife)", clock=round_(1), rule="DMG-2",
           kind="pain", amount=3, who="Vargas", why="a knife")  # fmt: skip
    happen(memory, "play.tokens.force", 2, do="roll", text="Marksmanship: 2 net marks", clock=round_(1), rule="ROL-1",
           dice=(6, 5, 2), skill="marksmanship")  # fmt: skip
    happen(memory, "play.rulings", [{"rule": "CRE-9"}], do="overrule", text="Overruled CRE-9", clock=round_(2))
    happen(
        memory, "play.damage.fear", 2, do="suffer", text=f"+1 fear {EVIL}", clock=round_(2), rule="DMG-2", kind="fear"
    )
    happen(memory, "play.damage.doubt", 1, do="suffer", text="+1 doubt, a voice", clock=round_(2), rule="DMG-2")
    memory.undo()
    return memory


def seen(app: App[Any]) -> str:
    """All that stands on the screen, lines ended by newlines."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def still(pilot: Pilot[Any]) -> None:
    """When nothing is being read or filled any more."""
    groups = ("feed", "fill")
    for _ in range(3):
        await pilot.pause()
        if reading := [worker for worker in pilot.app.workers if worker.group in groups]:
            await pilot.app.workers.wait_for_complete(reading)
    await pilot.pause()
