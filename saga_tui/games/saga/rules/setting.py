"""A character's setting: what it keeps of one, and what changing it would change (SET-1, SET-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saga_tui.engine.edit import Line
from saga_tui.engine.model import plain
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.kept import Kept, OwnPerk, SettingSkill
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS
from saga_tui.tally import Tally

PLAIN = "Plain Saga"
"""The name of what is played where no setting is named."""


def kept(setting: book.Setting) -> Kept:
    """What a character keeps of a setting: numbers and switches that differ from the book's, Skill X, and perks."""
    if setting.name == PLAIN:
        return Kept()
    skill = setting.skill_x
    return Kept(
        name=setting.name,
        skill_x=SettingSkill.model_validate(skill.model_dump(exclude_none=True)) if skill else None,
        switches={name: value for name, value in setting.switches.items() if value != _usual(f"switches.{name}")},
        numbers=_differing(plain(setting.numbers), ()),
        perks=tuple(own_perk(perk) for perk in setting.perks),
    )


def own_perk(perk: book.SettingPerk) -> OwnPerk:
    """A setting's perk as a character keeps it."""
    said: dict[str, Any] = perk.model_dump(mode="json", exclude_none=True)
    return OwnPerk.model_validate(said)


def _usual(path: str) -> Any:
    place: Any = book.numbers()
    for step in path.split("."):
        place = getattr(place, step)
    return list(place) if isinstance(place, tuple) else place


def _differing(table: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """The numbers that are not those of the book, in the same tables."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        here = (*path, name)
        if isinstance(value, dict):
            if inner := _differing(value, here):
                found[name] = inner
        elif value != _usual(".".join(here)):
            found[name] = value
    return found


def title(character: Character) -> str:
    """The setting that it plays in, by name: the one it keeps, else the one it names, else plain Saga."""
    return character.setting.name.strip() or character.concept.setting.strip() or PLAIN


def changed_numbers(before: book.Numbers, after: book.Numbers) -> Iterator[Line]:
    """Each number and switch of a setting that differs: `finishing points 12 → 10`, with its rule (SET-1)."""
    for path, leaf in book.leaves().items():
        old, new = _at(before, path), _at(after, path)
        if old != new:
            words = path.removeprefix("switches.").replace(".", " ").replace("_", " ")
            yield Line(f"{words} {told(old)} → {told(new)}", leaf.rule)


def _at(table: book.Numbers, path: str) -> Any:
    place: Any = table
    for step in path.split("."):
        place = getattr(place, step)
    return place


def told(value: Any) -> str:
    """A number or a list of numbers in words."""
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)


def differences(before: Character, after: Character) -> list[Line]:
    """What another setting changes, a line each: its name, Skill X, numbers, switches, perks, and what follows for this
    character: ratings, ranks, thresholds, perks that nobody knows any more (SET-2)."""
    found = [Line(f"setting: {title(before)} → {title(after)}", "SET-2")] if title(before) != title(after) else []
    found += _skill_x(before, after)
    found += changed_numbers(derive.numbers(before), derive.numbers(after))
    found += _perks(before, after)
    found += _follows(before, after)
    return found


def _skill_x(before: Character, after: Character) -> Iterator[Line]:
    old, new = (derive.skill_name(one, "skill_x") for one in (before, after))
    had, has = before.setting.skill_x, after.setting.skill_x
    own = after.concept.skill_x.strip()
    if old != new:
        yield Line(f"Skill X: {old} → {new}", "SKL-4")
    elif has is not None and has != had and own and own.casefold() != has.name.casefold():
        yield Line(f"Skill X: {has.name} in this setting; you keep your own name for it, {own}", "SKL-4")
    elif has != had and (has is None or had is None or has.name == had.name):
        yield Line(f"Skill X ({new}) has a new text", "SKL-4")


def _perks(before: Character, after: Character) -> Iterator[Line]:
    """Perks that can be had now, that can no longer be had, and that do something else."""
    old, new = ({info.name: info for info in derive.known_perks(one)} for one in (before, after))
    for name in new:
        if name not in old:
            yield Line(f"perk {name} is now available", "PRK-1")
        elif old[name] != new[name]:
            yield Line(f"perk {name} has a new text or numbers", "PRK-1")
    held = {perk.name for perk in derive.perks(before)}
    for name in old:
        if name not in new:
            also = ", and you have it" if name in held else ""
            yield Line(f"perk {name} is no longer available{also}", "PRK-1")


def _follows(before: Character, after: Character) -> Iterator[Line]:
    for old, new in zip(_tallies(before), _tallies(after), strict=True):
        if old.total != new.total:
            yield Line(f"{new.label} {old.total} → {new.total}", new.terms[0].rule if new.terms else "")


def _tallies(character: Character) -> list[Tally]:
    return [
        *(derive.rating(character, asset) for asset in ASSETS),
        *(derive.threshold(character, kind) for kind in WOUNDS),
        derive.doom_end(character),
        *(derive.ranks(character, skill) for skill in SKILLS),
    ]
