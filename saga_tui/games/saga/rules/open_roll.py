"""The last roll as it lies on the table: what may still be done about it, before comparing and after (AST-6, AST-7,
PRK-3), and how it is judged (ROL-2, PSH-1, DRV-3)."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import ValidationError

from saga_tui.dice import count
from saga_tui.games.saga.book import AddedDamage, AddedDice
from saga_tui.games.saga.rules import automation, derive, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.derive import OwnedPerk
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.rolls import Opposition, Plan
from saga_tui.games.saga.rules.words import SKILLS, Asset
from saga_tui.words import plural

THROWN, uncompared = state.THROWN, state.uncompared
MOST = 999
"""Dice and marks of a roll that a file may ask for."""

WORDS: dict[rolls.Outcome, str] = {
    "success": "success",
    "qualified": "a qualified success",
    "failure": "failure",
    "neutral": "a tie, no one wins",
}
WON = ("success", "qualified")


# ---- reading it


def judged_roll(character: Character) -> LastRoll | None:
    """The last roll, if it is compared."""
    roll = state.play_of(character).roll
    return roll if roll is not None and roll.stage != THROWN and roll.outcome in WORDS else None


def plan_of(roll: LastRoll) -> Plan:
    """The roll as it was put together; where a file does not say, what its other fields suggest."""
    try:
        return Plan.model_validate(roll.plan)
    except ValidationError:
        skill = next((name for name in SKILLS if name == roll.skill), "academia")
        kind = next((name for name in get_args(rolls.Kind) if name == roll.kind), "other")
        return Plan(skill=skill, kind=kind)


def opposition_of(roll: LastRoll) -> Opposition:
    """Who wins a tie (ROL-3, ROL-4, CNF-7)."""
    known: tuple[Opposition, ...] = get_args(Opposition)
    return rolls.ties(roll.kind, next((name for name in known if name == roll.opposition), "challenge"))


def blanks(character: Character, roll: LastRoll) -> list[int]:
    """The places of the dice that are no marks, where the faces are known."""
    return [place for place, face in enumerate(roll.faces) if face < derive.numbers(character).roll.mark_from]


def blank_count(character: Character, roll: LastRoll) -> int:
    """How many dice are no marks; of a roll of which only the net marks are known, at most its dice."""
    if roll.faces:
        return len(blanks(character, roll))
    if roll.net_only:
        return max(0, min(MOST, roll.thrown))
    return max(0, min(MOST, roll.thrown) - max(0, roll.marks - roll.automatic))


def shows_dramatic(character: Character, roll: LastRoll) -> bool:
    """Whether the die of a chance roll shows a dramatic failure (ROL-8); unknown faces show none."""
    return roll.chance and bool(roll.faces) and roll.faces[0] <= derive.numbers(character).roll.dramatic_to


def marks_among(character: Character, faces: tuple[int, ...]) -> int:
    """Marks among faces that a file may have put out of range."""
    return count(faces, range(derive.numbers(character).roll.mark_from, 7))


# ---- what may still be done


def adding(character: Character, name: str = "") -> OwnedPerk | None:
    """The perk that adds dice to a roll that lies (Deliberate, PRK-3): the one named, else the first that can be
    paid."""
    return _first(character, AddedDice, name)


def harming(character: Character, name: str = "") -> OwnedPerk | None:
    """The perk that adds damage to an attack that succeeded (Heavy-Handed, PRK-3): the one named, else the first that
    can be paid."""
    return _first(character, AddedDamage, name)


def _first(character: Character, effect: type[AddedDice | AddedDamage], name: str) -> OwnedPerk | None:
    having = [perk for perk in derive.perks(character) if isinstance(perk.effect, effect)]
    if name:
        return next((perk for perk in having if perk.name.casefold() == name.casefold()), None)
    able = (perk for perk in having if perk.asset is not None and state.in_hand(character, perk.asset))
    return next(able, having[0] if having else None)


def waits(character: Character, plan: Plan, dice: int, none_blank: bool = False) -> bool:
    """Whether something could be done between throwing so many dice and comparing, once the plan is paid: fortune
    (AST-6), or Deliberate where it is asked for (PRK-3). Where fortune is never offered it does not wait for it."""
    fortune = plan.fortune or state.in_hand(character, "fortune") > plan.spent("fortune")
    if dice > 0 and not none_blank and fortune and automation.mode(character, automation.REROLL) == "ask":
        return True
    perk = adding(character)
    if perk is None or perk.asset is None or automation.mode_of(character, perk) != "ask":
        return False
    return state.in_hand(character, perk.asset) > plan.spent(perk.asset)


def by_itself(character: Character, spent: int = 0) -> int:
    """The dice that Deliberate adds where it is always taken: those of one token, if one is left after `spent`."""
    perk = adding(character)
    if perk is None or not isinstance(perk.effect, AddedDice) or perk.asset is None:
        return 0
    left = state.in_hand(character, perk.asset) - spent
    return perk.effect.dice if left > 0 and automation.mode_of(character, perk) == "always" else 0


# ---- doing it


def thrown_more(edit: Edit, roll: LastRoll, faces: tuple[int, ...], marks: int | None, dice: int) -> LastRoll:
    """The roll with further dice on the table: their faces, or, of a roll by hand, just their marks (ROL-10)."""
    found = marks_among(edit.now, faces) if marks is None else marks
    known = bool(roll.faces) or (roll.thrown == 0 and roll.marks == roll.automatic)
    fields: dict[str, Any] = {"thrown": roll.thrown + dice, "marks": roll.marks + found}
    if known and marks is None:
        fields["faces"] = (*roll.faces, *faces)
    elif roll.faces:
        fields["faces"] = ()
    return roll.model_copy(update=fields)


def deliberate_by_itself(edit: Edit, roll: LastRoll) -> LastRoll:
    """Deliberate where it is always taken: one token, its dice (PRK-3)."""
    perk, dice = adding(edit.now), by_itself(edit.now)
    if perk is None or perk.asset is None or not dice:
        return roll
    edit.pay(perk.asset, 1, "PRK-3", perk.name)
    faces = edit.take_dice(dice)
    edit.say(f"{perk.name}: {' '.join(map(str, faces))}", "PRK-3")
    return thrown_more(edit, roll, faces, None, dice)


def compare(edit: Edit, roll: LastRoll, opposing: tuple[int, ...]) -> None:
    """Own marks against opposing ones, or against those already given; judged and kept (ROL-2)."""
    theirs = marks_among(edit.now, opposing) if roll.given is None else max(0, roll.given)
    theirs += max(0, roll.sure)
    fields: dict[str, Any] = {"stage": "", "owed": 0, "opposing": theirs, "opposing_faces": opposing}
    if not roll.net_only:
        fields["net"] = roll.marks - theirs
    judge(edit, roll.model_copy(update=fields), 0)


def worth(roll: LastRoll) -> int:
    """The pushes of a roll, those of perks apart: its net marks above zero; of a block, which nothing opposes, its
    marks (PSH-1, CNF-7)."""
    return max(0, roll.net)


def unopposed(edit: Edit, kind: str, dice: int | None, marks: int | None) -> None:
    """Finds it against CNF-7 where dice or marks are rolled against a block."""
    if kind == "block" and (dice or marks):
        message, fix = "A block has no opposition", "Leave it out: each mark cancels 1 damage."
        edit.object("CNF-7", message, fix, code="block", asked=f"{marks or dice} as opposition")


def judge(edit: Edit, roll: LastRoll, before: int) -> None:
    """What the net marks mean, and what follows: pushes beyond the `before` it was worth already, free pushes, a
    drive's Spark at most once, a dramatic failure (ROL-2, PSH-1, PRK-3, DRV-3, ROL-8)."""
    plan = plan_of(roll)
    dramatic = shows_dramatic(edit.now, roll) and roll.net <= 0
    was, outcome = roll.outcome, rolls.judge(roll.net, opposition_of(roll), dramatic)
    name = derive.skill_name(edit.now, roll.skill)
    how = "" if roll.net_only else f"{roll.marks} − {roll.opposing} = "
    shown = f" [{' '.join(map(str, roll.faces))}]" if roll.faces else ""
    edit.say(
        f"{name} {plural(roll.dice, 'die')}{shown}: {how}{plural(roll.net, 'net mark')}, {WORDS[outcome]}", "ROL-2"
    )
    pushes, free, sparked = max(0, worth(roll) - before), roll.free, roll.sparked
    if outcome in WON:
        for perk, more in rolls.free_pushes(edit.now, plan):
            if perk not in free:
                pushes, free = pushes + more, (*free, perk)
                edit.say(f"{perk}: {plural(more, 'free push')}", "PRK-3")
        if roll.driven and not sparked:
            edit.spark(derive.numbers(edit.now).spark.per_driven_success, "DRV-3", "for a success with a drive")
            sparked = True
    pushes += max(0, roll.pushes)
    if pushes:
        edit.say(f"{plural(pushes, 'push')}", "PSH-1")
    if dramatic:
        edit.say("dramatic failure: the GM gives you damage or a temporary consequence", "ROL-8")
    fields = {"outcome": outcome, "pushes": pushes, "free": free, "sparked": sparked, "dramatic": dramatic}
    edit.put("ROL-2", roll=_spent_at_once(edit, roll.model_copy(update=fields)))
    if outcome in WON and was not in WON:
        _harm_by_itself(edit)


def _spent_at_once(edit: Edit, roll: LastRoll) -> LastRoll:
    """The roll with the pushes spent that are to deal or to cancel damage at once (PSH-2, PSH-3)."""
    field = {"damage": "damage", "cancel": "cancelled"}.get(roll.at_once, "")
    if not field or roll.pushes <= 0 or (roll.kind == "attack") != (field == "damage"):
        return roll
    used = max(0, roll.pushes - max(0, roll.spare))
    if roll.at_most is not None:
        used = max(0, min(used, roll.at_most - getattr(roll, field)))
    if used and field == "damage":
        edit.say(f"{used} damage dealt", "PSH-2")
    elif used:
        edit.say(f"{used} damage cancelled", "PSH-3")
    return roll.model_copy(update={"pushes": roll.pushes - used, field: getattr(roll, field) + used})


def _harm_by_itself(edit: Edit) -> None:
    """Heavy-Handed where it is always taken: one token (PRK-3)."""
    perk, roll = harming(edit.now), edit.play.roll
    if perk is None or perk.asset is None or roll is None or roll.kind != "attack":
        return
    if automation.mode_of(edit.now, perk) == "always" and state.in_hand(edit.now, perk.asset) > 0:
        add_damage(edit, roll, perk, 1)


def add_damage(edit: Edit, roll: LastRoll, perk: OwnedPerk, tokens: int) -> None:
    """Tokens for more damage of an attack that succeeded (PRK-3)."""
    if not isinstance(perk.effect, AddedDamage) or perk.asset is None:
        return
    pay_for_roll(edit, perk.asset, tokens, "PRK-3", perk.name)
    damage = roll.damage + perk.effect.damage * tokens
    edit.put("PRK-3", roll=roll.model_copy(update={"damage": damage}))
    edit.say(f"{perk.name}: {perk.effect.damage * tokens} more damage, {damage} in all", "PRK-3")


def pay_for_roll(edit: Edit, asset: Asset, amount: int, rule: str, what: str) -> None:
    """Tokens for a roll that is made already; on an action they are counted as spent in this round (REG-2)."""
    edit.pay(asset, amount, rule, what)
    roll = edit.play.roll
    if amount and roll is not None and not plan_of(roll).reflexive and state.span_of(edit.play) == "conflict":
        edit.put("REG-2", spent_this_round=edit.play.spent_this_round + amount)
