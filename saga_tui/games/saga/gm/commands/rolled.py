"""A player's own roll made at the table: the character rolls and pays by its own sheet, the table has what comes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field

from saga_tui.engine.command import Command as AnyCommand
from saga_tui.engine.command import Outcome
from saga_tui.engine.model import read_json
from saga_tui.games.saga.gm.commands.base import TableCommand
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.open_roll import THROWN

LISTED: Final = (
    "specialties",
    "grace",
    "active",
    "buffs",
    "consequences",
    "hurts",
    "lucky",
    "perks",
    "invoked",
    "drives",
)
"""What of a roll is a list."""


def _read(said: object) -> object:
    """`force:1` and the like as what a roll takes; JSON too."""
    if isinstance(said, str):
        return read_json(said) if said.startswith("{") else _read([one for one in said.split(",") if one.strip()])
    if not isinstance(said, (list, tuple)):
        return said
    found: dict[str, Any] = {}
    for one in said:
        name, colon, value = str(one).partition(":")
        name = name.strip().replace("-", "_")
        if not colon or name not in Roll.model_fields:
            raise ValueError("what the roll takes, such as force:1 or specialties:Rifles")
        if name in ("grace", "invoked"):
            found.setdefault(name, []).append({"trait": value.strip()})
        elif name in LISTED:
            found.setdefault(name, []).append(value.strip())
        else:
            found[name] = value.strip()
    return found


def _checked(said: dict[str, Any]) -> dict[str, Any]:
    """What is no roll is found before anything happens."""
    made = Roll.model_validate({"skill": "academia"} | said)
    return {key: value for key, value in made.params().items() if key in said}


RollWith = Annotated[dict[str, Any], BeforeValidator(_read), AfterValidator(_checked), Field(max_length=60)]
"""What a player's roll is put together of: the parameters of the character's own roll but for its skill."""


class Rolled(TableCommand):
    """A command of which a character's own roll is a part."""

    group = "rolls"

    @classmethod
    def made(cls, skill: str, roll: Mapping[str, Any], **more: Any) -> AnyCommand:
        """The character's own command, with what the table says of it in place of what the player did."""
        return RULES.command("roll", {"skill": skill} | dict(roll) | more)

    @staticmethod
    def ally_dice(roll: Mapping[str, Any]) -> int:
        """The ally dice that a roll uses."""
        return max(0, int(roll.get("ally", 0) or 0))


def last(outcome: Outcome[Any] | None) -> LastRoll | None:
    """The roll that a part made, where it happened and is compared."""
    if outcome is None or outcome.refused:
        return None
    after: Character = outcome.after
    roll = after.play.roll if after.play is not None else None
    return roll if roll is not None and roll.stage != THROWN else None


def mark_of(roll: LastRoll) -> str:
    """What a roll is known by: how it was put together, and the dice against it once they fell. Re-rolls and pushes
    leave it as it is, another roll has another one."""
    said = [roll.skill, roll.kind, roll.at_once, roll.given, list(roll.opposing_faces), roll.plan]
    return sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()[:12]


def marks_of(roll: LastRoll) -> tuple[str, str]:
    """What a roll is known by now, and what it was known by before it was compared."""
    return mark_of(roll), mark_of(roll.model_copy(update={"opposing_faces": (), "given": None}))


def marked(outcome: Outcome[Any] | None) -> str:
    """What the roll that a part made is known by."""
    after: Character | None = None if outcome is None or outcome.refused else outcome.after
    roll = after.play.roll if after is not None and after.play is not None else None
    return mark_of(roll) if roll is not None else ""


def waiting(member: Character) -> bool:
    """Whether the character's roll is thrown and not compared yet."""
    roll = member.play.roll if member.play is not None else None
    return roll is not None and roll.stage == THROWN
