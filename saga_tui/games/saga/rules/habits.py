"""What is remembered of rolls: for each skill its last roll as it was put together, and the last weight of each trait
on it, so that the next one begins where the last one stood (SKL, TRT-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, cast

from saga_tui.games.saga.rules import derive, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.edit import Edit

WEIGHTS: Final = "weights"
KEPT: Final = (
    "kind", "reflexive", "specialties", "force", "grace", "acuity", "fortune", "active", "drive", "drive_tokens",
    "drives", "buffs", "charm", "charm_dice", "consequences", "hurts", "lucky", "perks", "without", "ally", "modifier",
    "reason", "trade", "opposing", "opposition",
)  # fmt: skip
"""What is remembered of a roll: not its cap, and nothing of its result."""
MOST: Final = 50
"""Traits of which the weight on a skill is remembered."""


def note(edit: Edit, skill: str, chosen: dict[str, Any]) -> None:
    """Remembers a roll as it was put together: its parameters as the journal has them."""
    old = edit.play.habits.get(skill, {})
    weights = _weights(old)
    for use in (*chosen.get("grace", ()), *chosen.get("invoked", ())):
        weights.pop(use["trait"], None)
        weights[use["trait"]] = use.get("weight", 3)
    kept: dict[str, Any] = {name: chosen[name] for name in KEPT if name in chosen}
    if weights:
        kept[WEIGHTS] = dict(list(weights.items())[-MOST:])
    if kept != old or skill not in edit.play.habits:
        edit.put("SKL-1", habits=edit.play.habits | {skill: kept})


def weight(character: Character, trait: str, skill: str) -> int:
    """The last weight of a trait on a skill; 3 where there is none (TRT-2)."""
    return known(character, skill).get(trait, 3)


def known(character: Character, skill: str) -> dict[str, int]:
    """Traits that grace was spent on with a skill, with their last weights (TRT-2)."""
    return _weights(state.play_of(character).habits.get(skill, {}))


def _weights(habit: dict[str, Any]) -> dict[str, int]:
    said = habit.get(WEIGHTS)
    return {name: value for name, value in said.items() if value in (1, 2, 3)} if isinstance(said, dict) else {}


def payable(character: Character, chosen: dict[str, Any]) -> dict[str, Any]:
    """A remembered roll without what cannot be paid or is there no longer: fewer tokens, dice and names."""
    play = state.play_of(character)
    fields = dict(chosen)
    fields.pop("hurts", None), fields.pop("lucky", None)
    for asset in ("force", "acuity", "fortune"):
        fields[asset] = min(_whole(fields.get(asset)), state.in_hand(character, asset))
    fields["grace"] = list(_listed(fields.get("grace")))[: state.in_hand(character, "grace")]
    there: dict[str, set[str]] = {
        "specialties": {item.name for item, _ in derive.specialties(character)},
        "active": {item.trait for item in play.active},
        "consequences": {item.name for item in play.consequences},
        "buffs": {owned.key for owned in derive.gear(character) if owned.gear.kind == "buff"},
    }
    for field, names in there.items():
        fields[field] = [name for name in _listed(fields.get(field)) if isinstance(name, str) and name in names]
    fields |= _driven(character, fields)
    charm = next((owned for owned in derive.gear(character) if owned.key == fields.get("charm")), None)
    left = derive.gear_left(character, charm) if charm else 0
    fields["charm_dice"] = min(_whole(fields.get("charm_dice")), left)
    fields["charm"] = charm.key if charm and fields["charm_dice"] else ""
    return {name: value for name, value in fields.items() if name in KEPT and value is not None}


def _driven(character: Character, fields: dict[str, Any]) -> dict[str, Any]:
    held = state.drive_tokens(character)
    uses = [fields, *(use | {"drive_tokens": use.get("tokens", 1)} for use in _dicts(fields.get("drives")))]
    driving: Counter[int] = Counter()
    for use in uses:
        place = use.get("drive") or 0
        if isinstance(place, int) and 0 <= place < len(held):
            driving[place] += _whole(use.get("drive_tokens"))
    return rolls.driven_by({place: min(tokens, held[place]) for place, tokens in driving.items()})


def _whole(value: object) -> int:
    return max(0, value) if isinstance(value, int) else 0


def _dicts(value: object) -> list[dict[str, Any]]:
    return [one for one in _listed(value) if isinstance(one, dict)]


def _listed(value: object) -> list[Any]:
    return list(cast("list[Any]", value)) if isinstance(value, (list, tuple)) else []
