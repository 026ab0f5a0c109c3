"""The rows of the roll drawer: each reads one part of a roll and changes it by steps. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import Opposition
from saga_tui.games.saga.rules.words import SKILLS
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll import parts, paying
from saga_tui.games.saga.screens.session.roll.item import RULES, UNOPPOSED, Item, put, settled, turn, walk
from saga_tui.words import plural

__all__ = ["KINDS", "TIES", "Item", "items", "put", "settled"]

KINDS = {"other": "neither", "attack": "attack", "block": "block"}
TIES: dict[Opposition, str] = {
    "challenge": "qualified (challenge)",
    "attack": "your failure (you attack)",
    "defence": "your success (you defend)",
    "neutral": "neutral (no defender)",
}
FIRST = "Roll"
"""The section at the top, which goes without a heading."""
MOST_MARKS = 40
"""Marks against it that the arrows reach; digits go further."""


def items(character: Character, roll: Roll) -> list[Item]:
    """All rows in their order: the same keys for one character whatever the roll is, so that rows stay in place."""
    found = (
        *what(character, roll),
        *parts.specialties(character, roll),
        *paying.tokens(character, roll),
        *parts.traits(character, roll),
        *parts.drives(character, roll),
        *parts.gear(character, roll),
        *parts.perks(character, roll),
        *parts.harm(character, roll),
        *paying.damage(character, roll),
        *table(character, roll),
    )
    return [replace(item, rule=RULES[item.key.partition(":")[0]]) for item in found]


def what(character: Character, roll: Roll) -> Iterator[Item]:
    """Skill, kind, and what stands against it (SKL, RFX-1, ROL-3, ROL-4)."""
    ranks = derive.ranks(character, roll.skill).total
    name = view.one_line(derive.skill_name(character, roll.skill), 40)
    skills = SKILLS if roll.cap is None else (roll.skill,)  # a follow-on is rolled on the same skill (PSH-4)
    yield Item(
        "skill", FIRST, "Skill", f"{name} {ranks}", True,
        lambda by: put(roll, skill=turn(skills, roll.skill, by)), "k: choose a skill and its last setup",
    )  # fmt: skip
    yield Item(
        "kind", FIRST, "Attack or block", KINDS[roll.kind], roll.kind != "other",
        lambda by: of_kind(roll, turn(tuple(KINDS), roll.kind, by)),
        "each mark cancels 1 damage" if roll.kind == "block" else "attack: pushes deal damage; block: marks cancel it",
        off=lambda: put(roll, kind="other"),
    )  # fmt: skip
    yield from _against(roll)
    yield Item(
        "reflexive", FIRST, "Reflexive", "yes" if roll.reflexive else "no", roll.reflexive,
        lambda _: put(roll, reflexive=not roll.reflexive), "the GM asks for it; no token needed",
        off=lambda: put(roll, reflexive=False),
    )  # fmt: skip


def of_kind(roll: Roll, kind: str) -> Roll:
    """The roll as an attack, a block, or neither; nothing opposes a block (CNF-7)."""
    return put(roll, kind=kind, **(UNOPPOSED if kind == "block" else {}))


def _against(roll: Roll) -> Iterator[Item]:
    matters = roll.kind != "block"
    given = roll.opposing_marks is not None
    dice = plural(roll.opposing, "die") if roll.opposing else "no dice"
    yield Item(
        "opposing", FIRST, "Against (0–9)", dice, bool(roll.opposing) and not given,
        lambda by: put(roll, opposing=max(0, min(999, roll.opposing + by)), opposing_marks=None), "type a number",
        off=lambda: put(roll, opposing=0), shown=matters,
    )  # fmt: skip
    options = (None, *range(max(MOST_MARKS, roll.opposing_marks or 0) + 1))
    shown = plural(roll.opposing_marks, "mark") if roll.opposing_marks is not None else "not rolled yet"
    yield Item(
        "opposing-marks", FIRST, "Opposing marks", shown, given,
        lambda by: put(roll, opposing_marks=walk(options, roll.opposing_marks, by)),
        "already rolled by someone else; type a number", off=lambda: put(roll, opposing_marks=None),
        shown=matters,
    )  # fmt: skip
    sides = get_args(Opposition)
    yield Item(
        "opposition", FIRST, "Ties", TIES[roll.opposition], roll.opposition != "challenge",
        lambda by: put(roll, opposition=turn(sides, roll.opposition, by)),
        "challenge: qualified success; contest: defender wins",
        off=lambda: put(roll, opposition="challenge"), shown=matters,
    )  # fmt: skip


def table(character: Character, roll: Roll) -> Iterator[Item]:
    """Ally dice, a modifier of one's own, dice traded for marks (ROL-6, ROL-7, ROL-9)."""
    yield Item(
        "ally", "Extras", "Ally dice", f"+{roll.ally}" if roll.ally else "–", bool(roll.ally),
        lambda by: put(roll, ally=max(0, min(999, roll.ally + by))), "one pool shared by all players",
        off=lambda: put(roll, ally=0),
    )  # fmt: skip
    said = view.one_line(roll.reason, 60)
    yield Item(
        "modifier", "Extras", "Modifier", f"{roll.modifier:+d}".replace("-", "−") if roll.modifier else "–",
        bool(roll.modifier), lambda by: put(roll, modifier=max(-99, min(99, roll.modifier + by))),
        f"{said}; t: change the reason" if said else "t: give a reason", off=lambda: put(roll, modifier=0, reason=""),
    )  # fmt: skip
    each = derive.numbers(character).roll.trade

    def trade(by: int) -> Roll:
        return settled(character, put(roll, trade=max(0, roll.trade + each * by)))

    yield Item(
        "trade", "Extras", "Trade", f"{plural(roll.trade, 'die')} for {roll.trade // each}" if roll.trade else "–",
        bool(roll.trade), trade, f"w: trade {plural(each, 'die')} for 1 mark; you can trade them all",
        off=lambda: put(roll, trade=0),
    )  # fmt: skip
