"""A roll while it is put together: damage and fortune in place of another token (DMG-4, PRK-6), and what is remembered
of rolls, so that the next one begins where the last one stood (SKL, TRT-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, cast, get_args

from saga_tui.games.saga.book import StandIn
from saga_tui.games.saga.rules import automation, derive, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.rolls import Hurt, Plan, Stood
from saga_tui.games.saga.rules.words import DAMAGE


def with_taken(character: Character, plan: Plan) -> Plan:
    """The plan with the damage that was taken for this roll beforehand, and with the tokens that it stands for
    (DMG-4). A trait for grace is still the player's to name."""
    taken = [
        Hurt(kind=kind, asset=asset, taken=True)
        for item in state.play_of(character).stood
        for kind in DAMAGE
        for asset in get_args(Stood)
        if (item.kind, item.asset) == (kind, asset)
    ]
    fresh = [hurt for hurt in plan.hurts if not hurt.taken]
    hurts = (*taken, *fresh)
    if hurts == plan.hurts:
        return plan
    with_it = plan.model_copy(update={"hurts": hurts})
    return with_it.model_copy(
        update={asset: max(plan.used(asset), with_it.stood(asset)) for asset in ("force", "acuity")}
    )


def standing_in(character: Character, plan: Plan) -> derive.OwnedPerk | None:
    """The perk by which fortune may stand in for another token on the roll; with the switch `one-skill` only on the
    skill that it was taken for (PRK-6)."""
    anywhere = derive.numbers(character).switches.better_lucky == "any"
    for perk in derive.perks(character):
        if isinstance(perk.effect, StandIn) and (anywhere or perk.skill == plan.skill):
            return perk
    return None


def covered(character: Character, plan: Plan) -> Plan:
    """The plan with fortune in place of tokens that are short, where the player wants that always (PRK-6)."""
    perk = standing_in(character, plan)
    always = perk is not None and automation.mode_of(character, perk) == "always"
    return stood_for(character, plan) if always else plan


def stood_for(character: Character, plan: Plan) -> Plan:
    """The plan with fortune in place of tokens that are short, as far as there is fortune (PRK-6)."""
    perk = standing_in(character, plan)
    if perk is None or not isinstance(perk.effect, StandIn):
        return plan
    left = state.in_hand(character, "fortune") - plan.spent("fortune")
    more: list[Stood] = []
    for asset in perk.effect.counts_as:
        short = plan.spent(asset) - state.in_hand(character, asset)
        more += [asset] * max(0, min(short, left - len(more)))
    return plan.model_copy(update={"lucky": (*plan.lucky, *more)}) if more else plan


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
