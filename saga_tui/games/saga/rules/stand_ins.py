"""Damage and fortune in place of another token on a roll (DMG-4, PRK-6)."""

from __future__ import annotations

from typing import get_args

from saga_tui.games.saga.book import StandIn
from saga_tui.games.saga.rules import automation, derive, state
from saga_tui.games.saga.rules.character import Character
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
