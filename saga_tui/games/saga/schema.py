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

SAID: Final[dict[tuple[str, str], str]] = {
    ("Character", "format"): "The version of this file's format.",
    ("Character", "game"): "The character's game.",
    ("Character", "id"): "The character's identity; do not change it.",
    ("Character", "entered"): '"as is" for a character from paper, with no point limits.',
    ("Character", "gear"): "Step 6: special gear.",
    ("Character", "finishing"): "Step 7: what finishing points bought, in order.",
    ("Character", "advances"): "What Spark bought at chapters' ends, in order.",
    ("Character", "rulings"): "House rulings, and why your group made them.",
    ("Character", "setting"): "What the character keeps of its setting, so that it works without that file.",
    ("Character", "perks"): "Custom perks: what they do, not whether you have them.",
    ("Kept", "name"): "The setting it came from; saga-tui setting use chooses another.",
    ("Kept", "skill_x"): "Skill X in this setting.",
    ("Kept", "switches"): "Rule options that differ from the book.",
    ("Kept", "numbers"): "Numbers of creation and growth that differ from the book.",
    ("Kept", "perks"): "The setting's perks.",
    ("OwnPerk", "assets"): "The asset it belongs to, or the two of which its owner chooses one.",
    ("OwnPerk", "moment"): "When to show a perk with text only; any other follows from its effect.",
    ("OwnPerk", "effect"): "One of the sixteen effects with its numbers; nothing: text only.",
    ("Concept", "name"): "The character's name.",
    ("Concept", "player"): "Who plays it.",
    ("Concept", "line"): "The concept in one line.",
    ("Concept", "notes"): "Anything else, in as many lines as you like.",
    ("Concept", "setting"): "The setting's name; nothing, or plain, for plain Saga.",
    ("Concept", "skill_x"): "The name of Skill X.",
    ("Assets", "method"): "By priority, the order counts; by points, the ratings.",
    ("Assets", "order"): "The primary, secondary and tertiary asset.",
    ("Assets", "ratings"): "The ratings bought with points, before finishing points.",
    ("Assets", "perk"): "The free perk: its name, or { name, asset, skill }.",
    ("Assets", "perks"): "Every perk of a character from paper.",
    ("PerkChoice", "name"): "The perk's name.",
    ("PerkChoice", "asset"): "The asset you chose it for, if it can be one of two.",
    ("PerkChoice", "skill"): "The skill you chose it for (Expert).",
    ("Skills", "method"): "By priority, primary and secondary count; by points, the ranks.",
    ("Skills", "primary"): "The two primary skills.",
    ("Skills", "secondary"): "The three secondary skills.",
    ("Skills", "ranks"): "The ranks bought with points, before finishing points.",
    ("Skills", "specialties"): "The free specialties.",
    ("Story", "traits"): "Five traits, each best with two edges.",
    ("Story", "drives"): "Three drives.",
    ("Gear", "kind"): "A buff adds dice, a charm is a pool of dice, a font heals.",
    ("Gear", "rating"): "1 to 3.",
    ("Gear", "without"): "Skills that a charm excludes, or damage that a font excludes, for a larger pool.",
    ("Gear", "purpose"): "What a buff is for.",
    ("Purchase", "buy"): "What was bought; the other fields say which.",
    ("Purchase", "chapter"): "At the end of which chapter; only for advances.",
    ("Play", "spark"): "Spark in hand.",
    ("Play", "tokens"): "Tokens in hand; an asset that is not listed has all its tokens.",
    ("Play", "damage"): "Damage tokens held.",
    ("Play", "doom"): "Steps marked on the Doom Track.",
    ("Play", "drive_tokens"): "The tokens on each drive, in the drives' order.",
    ("Play", "gear_used"): "Dice or points used of each charm or font.",
}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a character file."""
    made = schema_of(RULES, FORMAT, "A character of Saga", Closed(SAID, WORDS, TABLES))
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
