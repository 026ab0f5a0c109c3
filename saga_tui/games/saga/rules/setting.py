"""A character's setting: what it keeps of one, what changing it would change, its examples for random choices, and what
the steps of creation ask with its numbers (SET-1, SET-2)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from pydantic import Field

from saga_tui.engine.edit import Line
from saga_tui.engine.model import LONGEST, Model, Name, Text, plain
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, Gear, Kept, OwnPerk, SettingSkill
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS
from saga_tui.tally import Tally

if TYPE_CHECKING:
    from saga_tui.games.saga import book
from saga_tui.games.saga import book
from saga_tui.games.saga.book.numbers import AssetNumbers, FinishingNumbers, GearNumbers, SkillNumbers
from saga_tui.words import listed, plural

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
    place = attrgetter(path)(book.numbers())
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
        old, new = map(attrgetter(path), (before, after))
        if old != new:
            words = path.removeprefix("switches.").replace(".", " ").replace("_", " ")
            yield Line(f"{words} {told(old)} → {told(new)}", leaf.rule)


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
    for old, new in moved(before, after):
        yield Line(f"{new.label} {old.total} → {new.total}", new.terms[0].rule if new.terms else "")


def moved(before: Character, after: Character) -> list[tuple[Tally, Tally]]:
    """The ratings, thresholds, ranks and end of doom that are not what they were, old and new."""
    both = zip(_tallies(before), _tallies(after), strict=True)
    return [(old, new) for old, new in both if old.total != new.total]


def _tallies(character: Character) -> list[Tally]:
    return [
        *(derive.rating(character, asset) for asset in ASSETS),
        *(derive.threshold(character, kind) for kind in WOUNDS),
        derive.doom_end(character),
        *(derive.ranks(character, skill) for skill in SKILLS),
    ]


class Examples(Model):
    """Traits, drives, gear, and specialties by skill; empty where the book's are used."""

    traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    drives: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    gear: tuple[Gear, ...] = Field(default=(), max_length=LONGEST)
    specialties: dict[str, tuple[Name, ...]] = Field(default_factory=dict, max_length=LONGEST)


NONE = Examples()
NEEDS: dict[str, tuple[str, ...]] = {
    "skills": ("specialties",),
    "traits": ("traits",),
    "drives": ("drives",),
    "gear": ("gear",),
    "finishing": ("traits", "gear", "specialties"),
}
"""What each step of creation chooses among."""


def examples(setting: book.Setting | None, step: str | None) -> Examples | None:
    """What a step may choose of a setting, or the whole character; nothing of plain Saga, whose examples are the
    book's, and where the setting has none."""
    if setting is None or setting.name == PLAIN:
        return None
    needed = {name for name in Examples.model_fields if step is None or name in NEEDS.get(step, ())}
    gear = tuple(Gear.model_validate(item.model_dump(exclude_none=True)) for item in setting.gear)
    whole = Examples(
        traits=tuple(trait.name for trait in setting.traits),
        drives=setting.drives,
        gear=gear,
        specialties=dict(setting.specialties),
    )
    found = whole.model_copy(update={name: getattr(NONE, name) for name in Examples.model_fields if name not in needed})
    return found if found != NONE else None


Asks = tuple[str, str, str]
"""Two lines, and an example; an empty one where the book's would not fit the setting."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def asked(character: Character, step: str) -> Asks:
    """What a step asks; `KeyError` for a step that does not exist (CRE-1 … CRE-9)."""
    info, table, plain = book.step(step), derive.numbers(character), book.numbers()
    first, second = info.asks
    match step:
        case "assets" if table.assets != plain.assets:
            return (*_assets(table.assets), "")
        case "skills" if table.skills != plain.skills:
            return (*_skills(table.skills), "")
        case "traits" if table.traits.count != plain.traits.count:
            many = plural(table.traits.count, "phrase")
            return f"{many} that fit no one but you.", second, info.example
        case "drives" if table.drives.count != plain.drives.count:
            many = plural(table.drives.count, "thing")
            return f"{many} that matter to you more than your own comfort.", second, info.example
        case "gear" if table.gear != plain.gear:
            return first, _gear(table.gear), info.example
        case "finishing" if table.finishing != plain.finishing:
            return (*_finishing(table.finishing), "")
    return first, second, info.example


def _assets(table: AssetNumbers) -> tuple[str, str]:
    order, points = table.priority, table.points
    by_order = f"By priority they are rated {listed(map(str, order.ratings))}, fortune {order.fortune}"
    dear = f", 1 extra for the step to {listed(map(str, points.surcharge_at))}" if points.surcharge_at else ""
    by_points = f"by points each starts at {points.start}, with {points.points} to spend{dear}."
    free = order.free_perks, points.free_perks
    perks = (
        plural(free[0], "free perk")
        if free[0] == free[1]
        else f"{plural(free[0], 'free perk')} by priority, {free[1]} by points"
    )
    return f"{by_order}; {by_points}", f"{perks}, of a strong asset or of fortune." if any(free) else "No free perks."


def _skills(table: SkillNumbers) -> tuple[str, str]:
    order, points = table.priority, table.points
    places = zip(order.counts, ("{} primary", "{} secondary", "the other {}"), order.ranks, strict=True)
    by_order = ", ".join(f"{words.format(count)} at {ranks}" for count, words, ranks in places if count)
    dear = f", 1 extra for rank {listed(map(str, points.surcharge_at))}" if points.surcharge_at else ""
    free = order.free_specialties, points.free_specialties
    many = f"{free[0]}" if free[0] == free[1] else f"{free[0]} (by points {free[1]})"
    first = f"By priority: {by_order}. By points: {points.points}{dear}."
    return first, f"Free specialties: {many}, in your best skills." if any(free) else "No free specialties."


def _gear(table: GearNumbers) -> str:
    return f"Each piece is rated {table.min_rating} to {table.max_rating}, at most {table.total} in all."


def _finishing(table: FinishingNumbers) -> tuple[str, str]:
    prices = table.prices
    said = f"assets {prices.asset}, ranks {prices.rank}, traits {prices.trait}, perks {prices.perk},"
    gear = {1: "its rating", 2: "twice its rating"}.get(prices.gear_per_rating, f"{prices.gear_per_rating} × rating")
    return (
        f"{plural(table.points, 'point')} to round off your character: {said}",
        f"specialties {prices.specialty}, and gear {gear}.",
    )
