"""Things on a character's sheet in words, each in one line: where play stands, what a perk does, what was bought."""

from __future__ import annotations

from saga_tui.engine.document import Ruling
from saga_tui.engine.ruled import sentence
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Consequence, Purchase
from saga_tui.games.saga.rules.derive import OwnedPerk
from saga_tui.games.saga.rules.words import LEVELS
from saga_tui.safe import clean
from saga_tui.words import inflect, listed, plural


def standing(character: Character) -> str:
    """Where play stands, in words: `chapter 3 › scene 2 › serious conflict › round 2` (TIME-1)."""
    if character.play is None:
        return "not in play yet"
    if state.doomed(character):
        return "has met their doom"
    play, clock = character.play, state.clock(character)
    if not clock:
        return f"after chapter {play.chapter}" if play.chapter else "before chapter 1"
    conflict = f"{clean(play.stakes)} conflict".strip()
    words = (conflict if name == "conflict" else f"{name} {at}" for name, at in clock.items())
    return " › ".join(words) + (", given in" if play.given_in and "conflict" in clock else "")


def levels(item: Consequence) -> str:
    """A consequence's points by level: `1 temporary, 1 lasting`; of a single point the level alone (CSQ-1)."""
    known = [level for level in LEVELS if item.points.get(level)]
    others = [level for level in item.points if level not in LEVELS]
    found = [f"{item.points[level]} {level}" for level in [*known, *others]]
    if len(found) == 1 and item.severity == 1:
        found = [level.split(" ", 1)[1] for level in found]
    return clean(", ".join(found))


UNTIL = {
    "round": "this round",
    "conflict": "this conflict",
    "scene": "this scene",
    "chapter": "this chapter",
    "good": "permanent",
}


def until_words(until: str) -> str:
    """How long a trait or a reward lasts."""
    return UNTIL.get(until) or (f"until {clean(until)}" if until.strip() else "")


def bought(character: Character, item: Purchase) -> str:
    """A purchase in a few words: `Weaponry +1`, `trait “Paranoid”` (CRE-9, SPK-4)."""
    skill = derive.skill_name(character, item.skill) if item.skill else ""
    match item.buy:
        case "asset":
            said = f"{item.asset} +1"
        case "rank":
            said = f"{skill} +1"
        case "specialty":
            said = f"{skill}: {item.name}"
        case "perk":
            info = book.perk(item.name)
            said = f"perk {info.name if info else item.name}" + (f" ({skill})" if skill else "")
        case "consequence":
            said = f"{item.name} −1{f' {item.level}' if item.level else ''}"
        case "doom":
            said = "cleared a doom step"
        case "trait" | "gear":
            said = f"{item.buy} “{item.name}”"
        case _:
            said = f"{item.buy} {item.name}"
    return clean(said)


def ruling_words(ruling: Ruling) -> str:
    """A ruling in one line: what it set aside or changed, and why (CRE-11)."""
    return clean(sentence(ruling))


# ---- perks


def perk_line(perk: OwnedPerk, skill: str = "") -> str:
    """A perk's effect in one line, made from its numbers, with the asset it was taken for; empty where nobody knows the
    perk (PRK-3).

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
