"""Characters of the tests' rules that play by a setting of the test's own."""

from __future__ import annotations

from typing import Any

from saga_tui.games.saga.rules.character import Character, from_doc
from tests.games.saga.rules.heroes import fighter, hero

__all__ = ["fighter", "hero", "keeping", "perk", "with_perk"]


def keeping(character: Character, **kept: Any) -> Character:
    """The character with that kept of its setting."""
    doc = character.to_doc()
    return from_doc(doc | {"setting": {"name": "Test", **doc.get("setting", {}), **kept}})


def perk(name: str, effect: dict[str, Any] | None = None, *assets: str, **more: Any) -> dict[str, Any]:
    """A perk as a setting has it."""
    made: dict[str, Any] = {"name": name, "assets": list(assets or ("force",)), "text": f"{name} acts."}
    return made | ({"effect": effect} if effect else {}) | more


def with_perk(character: Character, made: dict[str, Any], asset: str = "", skill: str = "") -> Character:
    """The character with a perk of its setting, bought with finishing points."""
    doc = character.to_doc()
    bought = {"buy": "perk", "name": made["name"], "asset": asset or made["assets"][0]}
    doc["finishing"] = [*doc.get("finishing", []), bought | ({"skill": skill} if skill else {})]
    kept = doc.get("setting", {})
    doc["setting"] = {"name": "Test", **kept, "perks": [*kept.get("perks", []), made]}
    return from_doc(doc)
