"""What goes by itself at the clock's edges: damage, consequences, kismet, doom (DMG-5, CSQ-1, CSQ-4, DOM-4)."""

from __future__ import annotations

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Consequence
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.words import WOUNDS


def heal(edit: Edit, _: object) -> None:
    """Remove all pain, doubt and fear, and one kismet token, at a scene's end (DMG-5)."""
    for kind in WOUNDS:
        if not edit.skips(kind):
            edit.damage(kind, -state.held(edit.now, kind), "DMG-5")
    if not edit.skips("kismet"):
        edit.damage("kismet", -derive.numbers(edit.now).damage.kismet_healed_per_scene, "DMG-5")


def _fade(edit: Edit, level: str, each: int | None, rule: str) -> None:
    """Points of severity of a level go: all, or as many of each consequence as `each` says."""
    kept: list[Consequence] = []
    for item in edit.play.consequences:
        there = max(0, item.points.get(level, 0))
        gone = 0 if edit.skips(item.name) else there if each is None else min(each, there)
        points = {name: n for name, n in (item.points | {level: there - gone}).items() if n > 0}
        if gone:
            left = sum(points.values())
            now = f"−{item.severity} → −{left}" if left else "gone"
            edit.say(f"{item.name} {now} ({level})", rule, way="goes")
        if points:
            kept.append(item.model_copy(update={"points": points}) if gone else item)
    asks = tuple(ask for ask in edit.play.asks if each or not (ask.what == "consequence" and ask.level == level))
    if tuple(kept) != edit.play.consequences or asks != edit.play.asks:
        edit.put(rule, consequences=tuple(kept), asks=asks)


def fade_temporary(edit: Edit, _: object) -> None:
    """Remove temporary points of severity, at a scene's end (CSQ-1)."""
    _fade(edit, "temporary", None, "CSQ-1")


def fade_lasting(edit: Edit, _: object) -> None:
    """Remove lasting points of severity, and one fading point of each, at a chapter's end (CSQ-1, CSQ-4)."""
    _fade(edit, "lasting", None, "CSQ-1")
    _fade(edit, "fading", 1, "CSQ-4")


def clear_kismet(edit: Edit, _: object) -> None:
    """Remove all kismet tokens, at a chapter's end (DMG-5)."""
    edit.damage("kismet", -state.held(edit.now, "kismet"), "DMG-5")


def clear_doom(edit: Edit, _: object) -> None:
    """Clear the free doom step, at a chapter's end (DOM-4)."""
    edit.doom(-derive.numbers(edit.now).doom.cleared_per_chapter, "DOM-4")
