"""From what a person types for a parameter to what the command wants: words, numbers, things of the character."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel

from saga_tui.engine.automation import MODES, SAID
from saga_tui.engine.ruled import sentence
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command
from saga_tui.games.saga.rules.words import SKILLS
from saga_tui.games.saga.verbs.fields import Field
from saga_tui.problem import near
from saga_tui.safe import safe

YES = ("yes", "true", "on", "1", "y")
NO = ("no", "false", "off", "0", "n")
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
DOOM = ("doom", "-1")
"""In the place of a drive: clear a doom step instead (DRV-2)."""


class NotUnderstood(ValueError):
    """What was typed says nothing; the words of the error say what to give."""


def value(character: Character, command: type[Command], field: Field, typed: Sequence[str]) -> Any:
    """What was typed for a parameter, once or more often, as the command takes it. `NotUnderstood` where it cannot."""
    if field.many:
        pieces = [piece for text in typed for piece in _pieces(character, field, text)]
        return [_one(character, command, field, piece) for piece in pieces]
    if len(typed) > 1:
        raise NotUnderstood(f"{field.option} is given more than once.")
    return _one(character, command, field, typed[0])


def _one(character: Character, command: type[Command], field: Field, text: str) -> Any:
    if issubclass(field.kind, BaseModel):
        return _nested(character, field, text)
    if field.kind is bool:
        return _yes_or_no(field, text)
    if (command.verb, field.name) in DICE:
        if not text.isdecimal() or not int(text[:9]):
            raise NotUnderstood(f"{field.option} takes the place of a die, counted from 1, not {_shown(text)}.")
        return int(text[:9]) - 1
    if (command.verb, field.name) in PLACES or field.name in PLACED:
        return _place(character, command, field, text)
    if field.words:
        return word(character, field, _mode(text) if field.words == MODES else text)
    if field.kind is int:
        return _number(field, text)
    return _named(character, field, text)


def _mode(text: str) -> str:
    """`do` and `off` as the file says them."""
    return next((mode for mode, said in SAID.items() if said == text.casefold()), text)


def _pieces(character: Character, field: Field, text: str) -> list[str]:
    """One value that is the name of a thing, with commas or not; otherwise what stands between the commas."""
    if text.startswith(("[", "{")) and issubclass(field.kind, BaseModel):
        return [text]
    bare = text.casefold().partition(":")[0] if issubclass(field.kind, BaseModel) else text.casefold()
    if "," not in text or any(bare == name.casefold() for name in names_of(character, field.name)):
        return [text]
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def _number(field: Field, text: str) -> int:
    told = text.replace("−", "-")
    if not NUMBER.fullmatch(told):
        raise NotUnderstood(f"{field.option} takes a number, not {_shown(text)}.")
    return int(told)


def _yes_or_no(field: Field, text: str) -> bool:
    told = text.casefold()
    if told not in (*YES, *NO):
        raise NotUnderstood(f"{field.option} takes yes or no, not {_shown(text)}.")
    return told in YES


def word(character: Character, field: Field, text: str) -> str:
    """One of a closed set of words, in any case; a skill by its name too."""
    told = "_".join(text.casefold().replace("-", " ").replace("_", " ").split())
    known = {name.replace("-", "_"): name for name in field.words}
    if set(SKILLS) <= set(field.words):
        known |= {derive.skill_name(character, "skill_x").casefold().replace(" ", "_"): "skill_x"}
    if told in known:
        return known[told]
    if text == "" and not field.required:
        return ""
    raise NotUnderstood(f"{field.option} is not {_shown(text)}. {near(text, field.words)}")


def _nested(character: Character, field: Field, text: str) -> Any:
    """`Quick on the Draw:3`, `Burning:2:against` for a trait; `pain:force` for damage by choice; `My sister:2` for
    tokens of a drive; or JSON."""
    if text.startswith("{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise NotUnderstood(f"{field.option} is not valid JSON: {_shown(text)}.") from None
    if field.name == "hurts":
        kind, _, asset = text.partition(":")
        if not asset:
            raise NotUnderstood(f"{field.option} takes the kind of damage and the asset: pain:force.")
        return {"kind": kind.strip().casefold(), "asset": asset.strip().casefold()}
    if field.name == "drives":
        name, colon, tokens = text.rpartition(":")
        if not colon or not tokens.strip().isdecimal():
            name, tokens = text, "1"
        return {"drive": find(listed(character, "drive"), name.strip(), "drive"), "tokens": int(tokens[:9])}
    against = text.casefold().endswith(":against")
    rest = text[: -len(":against")] if against else text
    name, colon, weight = rest.rpartition(":")
    if not colon or not weight.strip().isdecimal():
        name, weight = rest, "3"
    return {
        "trait": _same(name.strip(), names_of(character, field.name)),
        "weight": int(weight[:9]),
        "against": against,
    }


# ---- things of the character


def names_of(character: Character, field: str) -> list[str]:
    """The names that a parameter of text may stand for."""
    play = state.play_of(character)
    match field:
        case "specialties":
            return [item.name for item, _ in derive.specialties(character)]
        case "consequences" | "first":
            return [item.name for item in play.consequences]
        case "drives":
            return list(character.story.drives)
        case "perk" | "perks":
            return [item.name for item in derive.perks(character)]
        case "active" | "grace" | "invoked" | "trait":
            current = [item.trait for item in play.active] + [item.name for item in play.temporary]
            return [*(text for text, _ in derive.traits(character)), *current, *play.scene_traits]
        case _:
            return []


def _named(character: Character, field: Field, text: str) -> str:
    """Text as it is; a thing of the character as the character writes it, gear by its key."""
    if field.name in ("gear", "charm", "buffs"):
        owned = derive.gear(character)
        keys = [item.key for item in owned]
        names = [item.gear.name for item in owned]
        return keys[find(names, text, "gear", keys)] if text or field.required else ""
    return _same(text, names_of(character, field.name))


def _same(text: str, known: Iterable[str]) -> str:
    """The known name that is the same but for its case; else the text."""
    return next((name for name in known if name.casefold() == text.casefold()), text)


PLACED = ("drive", "consequence")
"""Parameters that say which of a list."""
PLACES = {
    ("remove-specialty", "place"): "specialty",
    ("write-trait", "place"): "trait",
    ("write-drive", "place"): "drive",
    ("put-gear", "place"): "gear",
    ("remove-gear", "place"): "gear",
    ("refund-finishing", "place"): "purchase",
    ("as-is-perk", "drop"): "perk",
    ("remove-perk", "place"): "own perk",
    ("refund", "advance"): "advance",
    ("remove-ruling", "ruling"): "ruling",
}
"""Others of them, and what the list is of."""


DICE = (("reroll", "dice"), ("late-reroll", "die"))
"""Parameters that name dice on the table, by their places from the left."""


def _place(character: Character, command: type[Command], field: Field, text: str) -> int:
    what = PLACES.get((command.verb, field.name), field.name)
    if what == "drive" and text.casefold() in DOOM and command.verb in ("start-chapter", "set-clock"):
        return -1
    return find(listed(character, what), text, what)


def listed(character: Character, what: str) -> list[str]:
    """The list of which one is chosen, each item in words."""
    from saga_tui.games.saga.rules.budget import describe

    match what:
        case "drive":
            return list(character.story.drives)
        case "own perk":
            return [made.name for made in character.perks]
        case "trait":
            return list(character.story.traits)
        case "consequence":
            return [item.name for item in state.play_of(character).consequences]
        case "specialty":
            return [item.name for item in character.skills.specialties]
        case "gear":
            return [item.name for item in character.gear]
        case "perk":
            return [item.name for item in character.assets.perks]
        case "purchase":
            return [describe(character, item) for item in character.finishing]
        case "advance":
            return [describe(character, item) for item in character.advances]
        case _:
            return [sentence(item) for item in character.rulings]


def find(names: Sequence[str], text: str, what: str, keys: Sequence[str] = ()) -> int:
    """The place (from 0) of what was typed: a number (from 1), a key, a name or a part of one that only one has."""
    if NUMBER.fullmatch(text) and not _same_as(names, text):
        place = int(text)
        if 1 <= place <= len(names):
            return place - 1
        raise NotUnderstood(f"There is no {what} {safe(text)}. {choices(names)}")
    for fits in (_same_as(keys, text), _same_as(names, text), _with(names, text)):
        if len(fits) == 1:
            return fits[0]
        if fits:
            break
    raise NotUnderstood(f"There is no {what} {_shown(text)}. {choices(names)}")


def _same_as(names: Sequence[str], text: str) -> list[int]:
    return [place for place, name in enumerate(names) if name.casefold() == text.casefold()]


def _with(names: Sequence[str], text: str) -> list[int]:
    return [place for place, name in enumerate(names) if text.strip() and text.casefold() in name.casefold()]


def choices(names: Sequence[str]) -> str:
    """`Choose one of: 1 Find my sister, 2 Never shoot first.`"""
    told = ", ".join(f"{number} {safe(name, limit=60)}" for number, name in enumerate(names[:30], 1))
    return f"Choose one of: {told}." if told else "There are none."


def _shown(text: str) -> str:
    return f"“{safe(text, limit=60)}”"
