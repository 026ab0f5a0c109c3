"""The group's rulings on any number and any text of the sheet: which there are, how they are set, when they are over
(CRE-11).

A number that follows from choices gets a term of the ruling in its tally. A number that play counts is simply set, and
stays marked until play has brought it back to where the rules would have it anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from saga_tui.engine.document import Ruling
from saga_tui.finding import Where
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Consequence
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.named import CLOCK, LEFT, TOKENS, named, slugged
from saga_tui.games.saga.rules.ruled import added, is_ruled, on_number, says_otherwise, sentence, whole
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, LEVELS, POOLS
from saga_tui.tally import Tally

__all__ = ["is_ruled", "lines", "on_number", "says_otherwise", "sentence", "texts"]

RULE: Final = "CRE-11"


# ---- what there is


def lines(character: Character) -> list[str]:
    """The rulings that stand, each in one line, for the foot of the sheet; struck lines and what was overruled are
    among them. The texts come from the file as they are."""
    return [sentence(one) for one in character.rulings if not one.past]


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text of the sheet by its name: a label, the text as it is, and where the character has it."""

    name: str
    label: str
    text: str
    where: Where


def texts(character: Character) -> dict[str, NamedText]:
    """Every text of the sheet by its name: `name`, `line`, `trait:2`, `drive:1`, `gear:1`, `gear:1:purpose` …"""
    return {item.name: item for item in _texts(character)}


def _texts(character: Character) -> Iterator[NamedText]:
    concept = character.concept
    labels = {"name": "Name", "player": "Player", "line": "Concept", "notes": "Notes", "skill_x": "Skill X"}
    for field, label in labels.items():
        yield NamedText(field.replace("_", "-"), label, getattr(concept, field), ("concept", field))
    for number, (text, where) in enumerate(derive.traits(character), 1):
        yield NamedText(f"trait:{number}", f"Trait {number}", text, _named_in(where))
    for index, text in enumerate(character.story.drives):
        yield NamedText(f"drive:{index + 1}", f"Drive {index + 1}", text, ("story", "drives", index))
    for number, (item, where) in enumerate(derive.specialties(character), 1):
        yield NamedText(f"specialty:{number}", f"Specialty {number}", item.name, (*where, "name"))
    for number, perk in enumerate(derive.perks(character), 1):
        yield NamedText(f"perk:{number}", f"Perk {number}", perk.name, (*perk.where, "name"))
    for number, owned in enumerate(derive.gear(character), 1):
        yield NamedText(f"gear:{number}", f"Gear {number}", owned.gear.name, (*owned.where, "name"))
        yield NamedText(
            f"gear:{number}:purpose", f"Gear {number}, purpose", owned.gear.purpose, (*owned.where, "purpose")
        )
    play = state.play_of(character)
    lists = {"consequences": "name", "temporary": "name", "rewards": "name", "scene_traits": ""}
    for field, inner in lists.items():
        word = field.removesuffix("s").replace("_", "-")
        for index, item in enumerate(getattr(play, field)):
            place: Where = ("play", field, index, inner) if inner else ("play", field, index)
            label = f"{word.replace('-', ' ').capitalize()} {index + 1}"
            yield NamedText(f"{word}:{index + 1}", label, getattr(item, inner) if inner else item, place)


def _named_in(where: Where) -> Where:
    return (*where, "name") if where[0] in ("finishing", "advances") else where


def meant(names: Iterable[str], said: str) -> str:
    """The one of these names that is meant: in any case, with blanks for hyphens, `weaponry` for `skill:weaponry`
    where only one ends so; nothing where none is."""
    known = {"-".join(name.casefold().split()): name for name in names}
    told = "-".join(said.casefold().split())
    ends = [name for key, name in known.items() if told and told == key.partition(":")[2]]
    return known.get(told) or (ends[0] if len(ends) == 1 else "")


# ---- numbers


def is_counted(name: str) -> bool:
    """Whether play counts the number, so that a ruling sets it; the others follow from choices."""
    kind, _, key = name.partition(":")
    plain = (*DAMAGE, *CLOCK, "doom", "spark", *(f"{asset}{TOKENS}" for asset in ASSETS))
    return name in plain or kind in ("drive", "consequence", "trait", "temporary") or key.endswith(LEFT)


def without_ruling(character: Character, tally: Tally) -> int:
    """What the number would be without the ruling that stands on it."""
    found = on_number(character, tally.name)
    if found is None:
        return tally.total
    if is_counted(tally.name):
        return restored(found, tally.total)
    return sum(term.amount for term in tally.terms if term.source != "ruling")


def set_number(edit: Edit, name: str, value: int) -> None:
    """Sets a number that play counts; nothing where there is none of that name."""
    kind, _, key = name.partition(":")
    if name.removesuffix(TOKENS) in ASSETS and name.endswith(TOKENS):
        asset = name.removesuffix(TOKENS)
        edit.put(RULE, tokens=edit.play.tokens | {asset: value})
    elif name in DAMAGE:
        edit.put(RULE, damage=edit.play.damage | {name: value})
    elif name in (*CLOCK, "doom", "spark"):
        edit.put(RULE, **{name: value})
    elif kind == "drive":
        counts = list(state.drive_tokens(edit.now))
        counts[int(key) - 1] = value
        edit.put(RULE, drive_tokens=tuple(counts))
    elif key.endswith(LEFT):
        _set_left(edit, key.removesuffix(LEFT), value)
    else:
        _set_of_list(edit, kind, key, value)


def _set_left(edit: Edit, key: str, value: int) -> None:
    for owned in derive.gear(edit.now):
        if owned.key == key:
            used = derive.gear_pool(edit.now, owned).total - value
            edit.put(RULE, gear_used=edit.play.gear_used | {key: used})


def _set_of_list(edit: Edit, kind: str, key: str, value: int) -> None:
    """The severity of a consequence, the weight of a trait that counts, the rounds of a temporary one."""
    field, name = {
        "consequence": ("consequences", "name"),
        "trait": ("active", "trait"),
        "temporary": ("temporary", "name"),
    }[kind]
    made = []
    for slug, item in slugged(getattr(edit.play, field), name):
        if slug != key:
            made.append(item)
        elif kind == "consequence":
            made += [_severe(item, value)] if value > 0 else []
        elif kind == "trait":
            inverted = (value < 0) != (item.owner == "scene") if value else item.inverted
            made.append(item.model_copy(update={"weight": abs(value), "inverted": inverted}))
        else:
            made.append(item.model_copy(update={"rounds": value}))
    edit.put(RULE, **{field: tuple(made)})


def _severe(item: Consequence, value: int) -> Consequence:
    """The consequence with that severity; what comes or goes does so at its lightest level first."""
    points = {level: count for level, count in item.points.items() if count > 0} or {"temporary": 0}
    known = [level for level in LEVELS if level in points]
    order = [*known, *(level for level in points if level not in known)]
    points[order[0]] += max(0, value - sum(points.values()))
    for level in order:
        points[level] -= min(points[level], max(0, sum(points.values()) - value))
    return item.model_copy(update={"points": {level: count for level, count in points.items() if count}})


# ---- texts


def put_in(part: Any, where: Where, value: str) -> Any:
    """A part of the character with another text at a place in it."""
    if not where:
        return value
    step, *rest = where
    if isinstance(part, BaseModel):
        field = str(step)
        return part.model_copy(update={field: put_in(getattr(part, field), tuple(rest), value)})
    items = list(part)
    items[int(step)] = put_in(items[int(step)], tuple(rest), value)
    return tuple(items)


def set_text(edit: Edit, item: NamedText, text: str) -> None:
    """Puts another text in its place; what knew the thing by its old name knows it by the new one."""
    before = edit.now
    if item.name.startswith("trait:"):
        active = tuple(
            one.model_copy(update={"trait": text}) if (one.owner, one.trait) == ("self", item.text) else one
            for one in edit.play.active
        )
        if active != edit.play.active:
            edit.put(RULE, active=active)
    edit.now = put_in(edit.now, item.where, text)
    edit.rules[item.where] = RULE
    _rename(edit, before)


def _rename(edit: Edit, before: Character) -> None:
    """Rulings on numbers, and what is used of gear, follow a thing to its new name."""
    old, new = list(named(before)), list(named(edit.now))
    moved = {was: now for was, now in zip(old, new, strict=True) if was != now} if len(old) == len(new) else {}
    if not moved:
        return
    used = {f"{name.partition(':')[2]}": moved[name].partition(":")[2] for name in moved if not name.endswith(LEFT)}
    if any(key in used for key in edit.play.gear_used):
        edit.put(RULE, gear_used={used.get(key, key): count for key, count in edit.play.gear_used.items()})
    if any(one.number in moved for one in edit.now.rulings):
        renamed = (one.model_copy(update={"number": moved.get(one.number, one.number)}) for one in edit.now.rulings)
        edit.listing("rulings", RULE, tuple(renamed))


# ---- the list


def settle(edit: Edit) -> None:
    """Rulings on what play counts are over once the number stands again where the rules bring it: damage healed, all
    tokens back, gear full, the thing gone."""
    before = {id(one) for one in edit.before.rulings}
    standing = [
        one for one in edit.now.rulings if one.number and not one.past and id(one) in before and is_counted(one.number)
    ]
    if not standing:
        return
    old, new = named(edit.before), named(edit.now)
    moved = state.clock(edit.before) != state.clock(edit.now)
    over = {one.number for one in standing if _is_over(edit.now, one.number, old, new, moved)}
    if over:
        listed = tuple(one.model_copy(update={"past": True}) if one.number in over else one for one in edit.now.rulings)
        edit.listing("rulings", RULE, listed)


def _is_over(character: Character, name: str, old: dict[str, Tally], new: dict[str, Tally], moved: bool) -> bool:
    if name not in new:
        return True
    value = new[name].total
    changed = name in old and old[name].total != value
    return (changed or moved) and value in _at_rest(character, name, new)


def _at_rest(character: Character, name: str, numbers: dict[str, Tally]) -> tuple[int, ...]:
    """Where the rules bring a number back to by themselves."""
    asset = name.removesuffix(TOKENS)
    if name in DAMAGE or name.startswith("drive:"):
        return (0,)
    if asset in POOLS and name.endswith(TOKENS):
        return (derive.rating(character, asset).total,)
    if name == f"fortune{TOKENS}":
        return (0, derive.rating(character, "fortune").total)
    full = numbers.get(name.removesuffix(LEFT)) if name.endswith(LEFT) else None
    return (full.total,) if full is not None else ()


def restored(ruling: Ruling, total: int) -> int:
    """What a number that play counts goes back to when the ruling on it is taken back."""
    if whole(ruling.old) is None:
        return total
    value = total - added(ruling, total)
    return value if may_be_less_than_none(ruling.number) else max(0, value)


def may_be_less_than_none(name: str) -> bool:
    """Whether the number may be below 0: only the weight of a trait that counts is (TRT-2)."""
    return name.startswith("trait:")
