"""A character whose every free text attacks the terminal: markup, live actions, escape sequences, turned lines."""

from __future__ import annotations

from typing import Any, Final

from saga_tui.changes import Doc

EVIL: Final = "[/] [bold]b[@click=app.bell]c[/] \x1b]0;TAKEN\x07\x1b[?1337h\x9b7n\u202e\u200b\U000e0041$HOME"
"""Closing tags of nothing, an action to click, a new window title, private modes, C1, a turned and an unseen sign."""

NEVER: Final = (
    b"\x1b]0;TAKEN",
    b"TAKEN\x07",
    b"\x1b[?1337h",
    b"\xc2\x9b",
    *(sign.encode() for sign in "\u202e\u200b\U000e0041"),
)
"""What a terminal must never be sent."""

FREE: Final = {
    "player",
    "line",
    "notes",
    "skill_x",
    "purpose",
    "reason",
    "by",
    "traits",
    "drives",
    "trait",
    "scene_traits",
}
NAMED: Final = {"gear", "specialties", "consequences", "rewards", "temporary"}
"""Lists whose names are free texts."""


def poisoned(doc: Doc) -> Doc:
    """The document with the attack in every text that a player may choose."""
    poisoned: Doc = _texts(doc, "")
    poisoned["concept"]["name"] = f"Kes {EVIL}"
    return poisoned


def _texts(value: Any, under: str) -> Any:
    if isinstance(value, dict):
        named = under in NAMED
        return {key: _texts(item, "traits" if named and key == "name" else key) for key, item in value.items()}
    if isinstance(value, list):
        return [_texts(item, under) for item in value]
    return f"{value} {EVIL}" if isinstance(value, str) and under in FREE else value
