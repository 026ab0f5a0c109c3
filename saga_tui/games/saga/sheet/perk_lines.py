"""A perk's effect in one line, made from its numbers: what a player wants to read in the middle of a roll (PRK-3)."""

from __future__ import annotations

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.derive import OwnedPerk
from saga_tui.words import inflect, listed, plural


def perk_line(perk: OwnedPerk, skill: str = "") -> str:
    """The line for a perk that a character has, with the asset it was taken for; empty where nobody knows the perk.

    `skill` is the name of the skill that it was taken for, if it was taken for one.
    """
    if perk.effect is None or perk.info is None:
        return ""
    asset = listed(perk.info.assets, "or") if isinstance(perk.effect, book.ShedDamage) else perk.asset or "asset"
    said = _said(perk.effect, asset, skill or "the skill")
    if said is None:
        return perk.info.text
    return f"once a {perk.info.once}, {said}" if perk.info.once else said


def _said(effect: book.Effect, asset: str, skill: str) -> str | None:
    match effect:
        case book.BlockDice():
            return f"on a block, {_dice(effect.dice)} for each {asset} token spent"
        case book.ExtraToken():
            return f"each time you recover tokens, recover {effect.tokens} more spent {asset}"
        case book.StandIn():
            return f"a {asset} token on a roll may count as {listed(effect.counts_as, 'or')}"
        case book.ShedDamage():
            return f"pay {effect.cost} {asset}: remove as much {effect.damage} as you had of that asset"
        case book.AddedDice():
            return f"after a roll, before its result: {_dice(effect.dice)} for each {asset} token spent"
        case book.IgnoreHitch():
            return f"ignore {plural(effect.hitches, 'hitch')} of a kismet roll"
        case book.SpecialtyDice():
            least = f", at least {effect.minimum:+d}" if effect.minimum else ""
            return f"{skill} rolled with {asset}: {_dice(effect.dice)} a specialty that applies{least}"
        case book.AddedDamage():
            return f"after an attack succeeds, {effect.damage:+d} damage for each {asset} token spent"
        case book.TopUp():
            return f"at a scene's start with fewer than {effect.below} {asset}: {effect.tokens:+d}"
        case book.FreePush():
            pushes = plural(effect.pushes, "free push")
            return f"{pushes} on a success activated with {asset}, even a tie"
        case _:
            return None


def _dice(count: int) -> str:
    return f"{count:+d} {inflect(count, 'die')}"
