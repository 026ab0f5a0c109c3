"""The JSON Schema of a character file, for editors: made from the models, with the closed sets of words put in.

The models themselves take any word, so that the rules can say what is wrong with one; an editor may be stricter.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from saga_tui.engine.schema import Closed, schema_of
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.character import FORMAT
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.state import SPANS
from saga_tui.games.saga.rules.words import (
    ASSETS,
    DAMAGE,
    LEVELS,
    POOLS,
    SKILLS,
    STAKES,
    GearKind,
    Purchasable,
)

METHODS: Final = ("priority", "points")
GEAR_KINDS: Final = get_args(GearKind)
WITHOUT: Final = (*SKILLS, *DAMAGE)

WORDS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("Character", "game"): ("saga",),
    ("Character", "entered"): ("as is",),
    ("Assets", "method"): METHODS,
    ("Assets", "order"): POOLS,
    ("PerkChoice", "asset"): ASSETS,
    ("PerkChoice", "skill"): SKILLS,
    ("Skills", "method"): METHODS,
    ("Skills", "primary"): SKILLS,
    ("Skills", "secondary"): SKILLS,
    ("Specialty", "skill"): SKILLS,
    ("Gear", "kind"): GEAR_KINDS,
    ("Gear", "without"): WITHOUT,
    ("Purchase", "buy"): get_args(Purchasable),
    ("Purchase", "asset"): ASSETS,
    ("Purchase", "skill"): SKILLS,
    ("Purchase", "kind"): GEAR_KINDS,
    ("Purchase", "without"): WITHOUT,
    ("Purchase", "level"): LEVELS,
    ("OwnPerk", "assets"): ASSETS,
    ("OwnPerk", "moment"): tuple(dict.fromkeys(book.EFFECT_MOMENT.values())),
    ("OwnPerk", "once"): ("scene", "chapter"),
    ("OwnPerk", "choose"): ("skill",),
    ("SettingSkill", "favoured"): POOLS,
    ("Play", "span"): SPANS,
    ("Play", "stakes"): STAKES,
    ("Play", "last_stakes"): STAKES,
}
"""The closed sets: which words may stand in a field, or in the list that a field is."""

TABLES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("Assets", "ratings"): ASSETS,
    ("Skills", "ranks"): SKILLS,
    ("Consequence", "points"): LEVELS,
    ("Play", "tokens"): ASSETS,
    ("Play", "damage"): DAMAGE,
}
"""Which names may stand in a table of numbers."""


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a character file."""
    said = {(model, field): text for model, fields in book.read("fields").items() for field, text in fields.items()}
    made = schema_of(RULES, FORMAT, "A character of Saga", Closed(said, WORDS, TABLES))
    perk, names = made["$defs"]["PerkChoice"], [item.name for item in book.perks()]
    perk["properties"]["name"]["examples"] = names
    perk["required"] = ["name"]
    for model in (made, *made["$defs"].values()):
        for spec in model["properties"].values():
            inner = spec.get("items", spec)  # a perk may be written as its bare name
            if inner.get("$ref") == "#/$defs/PerkChoice":
                inner["$ref"] = "#/$defs/Perk"
    made["$defs"]["Perk"] = {
        "title": "Perk",
        "description": "A perk's name, or a table with its name, asset and skill.",
        "anyOf": [{"type": "string", "maxLength": 200, "examples": names}, {"$ref": "#/$defs/PerkChoice"}],
    }
    return made
