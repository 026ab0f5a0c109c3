"""One row of the roll drawer: what it is, its value, how it steps, and how it is taken off. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from saga_tui.games.saga.rules import derive, rolls, stand_ins
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.words import POOLS
from saga_tui.ui import roll_rows

RULES = {
    "skill": "SKL-1", "kind": "PSH-2", "opposing": "ROL-3", "opposing-marks": "ROL-10", "opposition": "ROL-4",
    "reflexive": "RFX-1", "specialty": "SKL-3", "force": "AST-3", "acuity": "AST-5", "fortune": "AST-6",
    "lucky": "PRK-6", "active": "TRT-2", "grace": "AST-4", "drive": "DRV-3", "buff": "GER-2", "charm": "GER-3",
    "perk": "PRK-3", "consequence": "CSQ-2", "hurt": "DMG-4", "ally": "ROL-9", "modifier": "ROL-7", "trade": "ROL-6",
}  # fmt: skip
"""The rule of each row, by what its key begins with."""


Item: TypeAlias = roll_rows.Item[Roll]


def put(roll: Roll, **fields: Any) -> Roll:
    """The roll with other fields, checked again."""
    return Roll.model_validate(roll.model_dump() | fields)


UNOPPOSED = {"opposing": 0, "opposing_marks": None}
"""A roll that nothing stands against, as a block (CNF-7)."""


def settled(character: Character, roll: Roll) -> Roll:
    """The roll without what pays for nothing any more: damage or fortune in the place of tokens that it uses no
    longer, more dice traded than its pool has, and anything against a block (DMG-4, PRK-6, ROL-6, CNF-7)."""
    met = roll.kind == "block" and (roll.opposing or roll.opposing_marks is not None)
    fields: dict[str, Any] = dict(UNOPPOSED) if met else {}
    roll = cast("Roll", stand_ins.with_taken(character, roll))
    left: dict[str, int] = {asset: roll.plan.used(asset) for asset in POOLS}
    left["grace"] = max(left["grace"], roll.stood("grace"))
    hurts = [hurt for hurt in roll.hurts if _one_of(left, hurt.asset)]
    lucky = [asset for asset in roll.lucky if _one_of(left, asset)]
    if (len(hurts), len(lucky)) != (len(roll.hurts), len(roll.lucky)):
        fields |= {"hurts": [hurt.model_dump() for hurt in hurts], "lucky": lucky}
    pool, each = rolls.pool(character, roll.plan), derive.numbers(character).roll.trade
    most = 0 if pool.chance else max(0, pool.tally.total) // each * each
    if roll.trade > most:
        fields["trade"] = most
    return put(roll, **fields) if fields else roll


def _one_of(left: dict[str, int], asset: str) -> bool:
    left[asset] = left.get(asset, 0) - 1
    return left[asset] >= 0


def turn(options: Sequence[Any], now: Any, by: int) -> Any:
    """The next option; from the last it goes on to the first."""
    place = options.index(now) if now in options else 0
    return options[(place + by) % len(options)]


def walk(options: Sequence[Any], now: Any, by: int) -> Any:
    """The next option; at the ends it stays."""
    place = options.index(now) if now in options else 0
    return options[max(0, min(len(options) - 1, place + by))]


def toggled(held: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Without the name where it is there, else with it."""
    return tuple(item for item in held if item != name) if name in held else (*held, name)
