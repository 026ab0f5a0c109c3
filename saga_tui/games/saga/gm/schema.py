"""The JSON Schema of a table's file, for editors, with the closed sets of words put in."""

from __future__ import annotations

from typing import Any, Final

from saga_tui.engine.schema import Closed, schema_of
from saga_tui.games.saga.gm.clock import CLOCK
from saga_tui.games.saga.gm.rules import RULES
from saga_tui.games.saga.gm.state import FORMAT, KEY, POOLS
from saga_tui.games.saga.rules.words import DAMAGE, STAKES

SAID: Final[dict[tuple[str, str], str]] = {
    ("Seat", "id"): "The character's id, as its file has it.",
    ("Seat", "name"): "What the character is called.",
    ("Seat", "file"): "The name of its file without the ending.",
    ("Seat", "away"): "Not in the scene: what happens to the whole scene skips the character.",
    ("Seat", "side"): "Which side of a conflict between players.",
    ("Trait", "weight"): "1 to 3 while it is invoked for the scene; 0: not invoked.",
    ("Element", "dice"): "The dice that are left, by pool.",
    ("Element", "full"): "The dice it began with.",
    ("Element", "ally"): "Whether it is on the players' side.",
    ("Element", "against"): "Ids of the characters it is used against this round.",
    ("Element", "acted"): "Actions used this round, of two.",
    ("Element", "pushes"): "What is left of its block this round.",
    ("Condition", "pattern"): "One of the book's two: fear or pursuit.",
    ("Condition", "challenge"): "Dice of its challenge; 0: none.",
    ("Condition", "goal"): "The running total that ends it; 0: none.",
    ("Allies", "now"): "Left for the conflict, after damage.",
    ("Allies", "used"): "Taken by players this round.",
    ("TablePlay", "gm_first"): "Whether the GM acts first in this round.",
}
WORDS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("Table", "game"): (KEY,),
    ("TablePlay", "span"): CLOCK.spans,
    ("TablePlay", "stakes"): STAKES,
    ("Situation", "stakes"): STAKES,
    ("Strike", "kind"): DAMAGE,
}
TABLES: Final[dict[tuple[str, str], tuple[str, ...]]] = {("Element", "dice"): POOLS, ("Element", "full"): POOLS}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a table's file."""
    return schema_of(RULES, FORMAT, "A table of Saga", Closed(SAID, WORDS, TABLES))
