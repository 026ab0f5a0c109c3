"""A random character by the House rules, whole or for one step, from a seed (W-ENT-6, W-ENT-7)."""

from __future__ import annotations

from typing import Any, Final

from saga_tui.chance import Chance
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.rules.checks import QUICK
from saga_tui.games.world.rules.figures import ATTRIBUTES, RESISTANCES, SKILLS, TOLERANCES

STEPS: Final = ("concept", "attributes", "skills", "tolerances")
FAVOURED, OTHER = 6, 1
"""How much likelier a skill of the idea is trained than another."""


def made(character: Character, seed: int, step: str | None) -> Character:
    """The character with that step, or all of them, chosen anew; what is the player's own stays."""
    ideas = book.data("ideas")
    idea = Chance(seed, "idea").pick(ideas["concept"])
    for key in STEPS if step is None else (step,):
        character = character.model_copy(update=_step(character, Chance(seed, key), idea, key))
    return character


def _step(character: Character, chance: Chance, idea: dict[str, Any], step: str) -> dict[str, Any]:
    match step:
        case "concept":
            names = book.data("ideas")["names"]
            name = f"{chance.pick(names['first'])} {chance.pick(names['last'])}"
            said = {"name": name, "line": idea["line"], "notes": idea.get("notes", "")}
            return {"concept": character.concept.model_copy(update=said)}
        case "attributes":
            array = chance.pick(QUICK["arrays"])
            first = [one for one in idea["favoured"] if one in ATTRIBUTES]
            order = [*first, *chance.shuffled([one for one in ATTRIBUTES if one not in first])]
            return {"attributes": dict(zip(order, array["ranks"], strict=True)), "quick": array["key"], "entered": ""}
        case "skills":
            return {"training": _trained(chance, idea["trained"])}
    usual = {key: character.attributes.get(row["attribute"], 0) + character.training.get(key, 0)
             for key, row in book.tolerances().items()}  # fmt: skip
    return {"maxima": {key: value or 8 for key, value in usual.items()}}


def _trained(chance: Chance, favoured: list[str]) -> dict[str, int]:
    """The points of training, dealt one by one."""
    usual = [key for key in (*SKILLS, *RESISTANCES) if not book.skills()[key].fields]
    ways = list(dict.fromkeys((*favoured, *usual, *TOLERANCES)))
    found: dict[str, int] = {}
    for _ in range(QUICK["training_points"]):
        left = [key for key in ways if found.get(key, 0) < QUICK["training_most"]]
        key = chance.weighed(left, [FAVOURED if one in favoured else OTHER for one in left])
        found[key] = found.get(key, 0) + 1
    return {key: found[key] for key in ways if key in found}
