"""What a setting may define (SET-1): the shape of its file, and the numbers and switches that it may change.

A setting is data: no code, no paths. Its perks use the effects that the book's sixteen use, with other numbers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal
from zlib import crc32

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from saga_tui.games.saga.book import loader
from saga_tui.games.saga.book.models import (
    EFFECT_MOMENT,
    Asset,
    Data,
    Effect,
    ExampleTrait,
    GearKind,
    Line,
    Moment,
    PerkInfo,
    Skill,
    SpentAsset,
    Text,
)
from saga_tui.games.saga.book.numbers import Numbers, SetBy
from saga_tui.words import listed

SETTING_FORMAT: Final = 1
"""The version of the setting file that this program reads."""
MOST: Final = 99
"""No number of a setting is above this: far beyond play, near enough that nothing takes long."""
MANY: Final = 12
"""No list of numbers is longer."""

Lines = Annotated[tuple[Line, ...], Field(max_length=200)]
Short = Annotated[str, Field(min_length=1, max_length=60)]


class SkillX(Data):
    """Skill X as a setting has it (SKL-4); what a token means on it may be left to the book."""

    name: Short
    text: Text
    favoured: tuple[SpentAsset, ...] = ()
    specialties: Lines = ()
    force: Line | None = None
    grace: Line | None = None
    acuity: Line | None = None


class SettingPerk(Data):
    """A perk of a setting: with one of the effects of the sixteen, or text only (PRK-1)."""

    name: Short
    assets: Annotated[tuple[Asset, ...], Field(min_length=1, max_length=2)]
    text: Text
    moment: Moment | None = None
    effect: Effect | None = None
    once: Literal["scene", "chapter"] | None = None
    choose: Literal["skill"] | None = None


class SettingGear(Data):
    """A piece of sample gear (GER-1)."""

    name: Short
    kind: GearKind
    rating: Annotated[int, Field(ge=1, le=9)]
    purpose: Line
    without: tuple[Line, ...] = ()
    """For a charm: skill keys; for a font: kinds of damage that it cannot heal (GER-3, GER-4)."""


class Setting(Data):
    """A setting file. `numbers` and `switches` hold only what differs from plain Saga."""

    format: Literal[1]
    name: Short
    description: Text
    skill_x: SkillX | None = None
    perks: Annotated[tuple[SettingPerk, ...], Field(max_length=60)] = ()
    traits: Annotated[tuple[ExampleTrait, ...], Field(max_length=200)] = ()
    drives: Lines = ()
    gear: Annotated[tuple[SettingGear, ...], Field(max_length=200)] = ()
    specialties: dict[Skill, Lines] = Field(default_factory=dict)
    numbers: dict[str, Any] = Field(default_factory=dict)
    switches: dict[str, Any] = Field(default_factory=dict)


# ---- perks


def slug(name: str) -> str:
    """A perk's key, made from its name: `better-lucky-than-good`; of a name without such letters a number."""
    return (
        re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
        or f"perk-{crc32(name.casefold().encode(errors='surrogatepass'))}"
    )


def perk_of(perk: SettingPerk) -> PerkInfo:
    """The perk as the rules see it; its moment follows from its effect, and a perk without one is a reminder.

    `ValueError` (pydantic's is one) where moment and effect do not fit, or the effect could never act.
    """
    kind = perk.effect.kind if perk.effect else "reminder"
    moment = perk.moment or EFFECT_MOMENT.get(kind)
    if moment is None:
        raise ValueError("a perk with text only needs the moment when it is shown")
    if wrong := unable(perk):
        raise ValueError(wrong[1])
    effect: Any = perk.effect or {"kind": "reminder"}
    once = perk.once or ("scene" if kind in ONCE else None)
    return PerkInfo(
        key=slug(perk.name),
        name=perk.name,
        assets=perk.assets,
        text=perk.text,
        moment=moment,
        effect=effect,
        once=once,
        choose="skill" if kind == "specialty-dice" else perk.choose,
        rules=("PRK-1", "SET-1"),
    )


ONCE: Final = ("shed-damage", "ignore-hitch")
"""Effects that act once a scene (PRK-3), or once a chapter where a setting says so."""
FREE_PERKS: Final = 5
OF_SPENT: Final = ("block-dice", "extra-token", "specialty-dice", "free-push")
"""Effects of tokens that come back by themselves: fortune has no part in them."""


def unable(perk: SettingPerk) -> tuple[str, str, str] | None:
    """Why a perk could never act as it says: the field at fault, what is wrong, how to mend it."""
    kind = perk.effect.kind if perk.effect else "reminder"
    if kind in OF_SPENT and "fortune" in perk.assets:
        return "assets", f"{kind} is an effect of force, grace or acuity, not of fortune", "Name one of the three."
    if kind == "stand-in" and perk.assets != ("fortune",):
        return "assets", "only fortune can replace another token", 'Write assets = ["fortune"].'
    if perk.once and kind not in (*ONCE, "reminder"):
        return "once", f"{kind} is not limited to once a scene or chapter", f"Remove it; only {listed(ONCE)} are."
    if perk.choose and kind not in ("specialty-dice", "reminder"):
        return "choose", f"{kind} has no skill to choose", "Remove it; only specialty-dice and reminders have one."
    return None


# ---- numbers


@dataclass(frozen=True, slots=True)
class Wrong:
    """A number or switch that a setting cannot have so: its path, and pydantic's word on it or our own."""

    path: tuple[str, ...]
    kind: str
    value: object
    error: ErrorDetails | None = None
    known: tuple[str, ...] = ()


SETTABLE: Final = (
    "assets.",
    "skills.",
    "traits.count",
    "drives.count",
    "gear.min_rating",
    "gear.max_rating",
    "gear.total",
    "finishing.",
    "spark.prices.",
)
"""The numbers of creation and growth: what a setting may change (SET-1). The others are the book's."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One number: what it may be, and the rule that sets it."""

    adapter: TypeAdapter[Any]
    rule: str


@cache
def leaves() -> dict[str, Leaf]:
    """Every number that a setting may change, and every switch, by dotted path (SET-1)."""
    return {path: leaf for path, leaf in _leaves(Numbers, "") if path.startswith((*SETTABLE, "switches."))}


def _leaves(model: type[Data], prefix: str) -> Iterator[tuple[str, Leaf]]:
    for name, field in model.model_fields.items():
        path, kind = f"{prefix}{name}", field.annotation
        if isinstance(kind, type) and issubclass(kind, Data):
            yield from _leaves(kind, f"{path}.")
        else:
            rule = next(mark.rule for mark in field.metadata if isinstance(mark, SetBy))
            constraints = tuple(mark for mark in field.metadata if not isinstance(mark, SetBy))
            annotated: Any = Annotated[kind, *constraints] if constraints else kind
            yield path, Leaf(TypeAdapter(annotated), rule)


def switch_values(name: str) -> tuple[str, ...]:
    """What a switch can be set to, the usual first; nothing for one that does not exist."""
    leaf = leaves().get(f"switches.{name}")
    return tuple(leaf.adapter.json_schema()["enum"]) if leaf else ()


def switch_names() -> tuple[str, ...]:
    """The switches of the ledger (PRK-6, GER-3, CSQ-4)."""
    return tuple(path.removeprefix("switches.") for path in leaves() if path.startswith("switches."))


def resolve(numbers: Mapping[str, Any], switches: Mapping[str, Any]) -> tuple[Numbers, list[Wrong]]:
    """The book's numbers with those of a setting in their place, and what of the setting's cannot be so; a number
    that cannot be is left as the book has it (SET-1)."""
    wrong: list[Wrong] = []
    doc = loader.numbers().model_dump()
    for path, value in _given({**numbers, "switches": switches}, (), wrong):
        leaf = leaves()[".".join(path)]
        found = _sound(path, value, leaf)
        if isinstance(found, Wrong):
            wrong.append(found)
        else:
            place = doc
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = found[0]
    return Numbers.model_validate(doc), wrong


def _given(
    table: Mapping[str, Any], path: tuple[str, ...], wrong: list[Wrong]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every number given, with its path; names that no number has go to the wrong ones."""
    for name, value in table.items():
        here = (*path, name)
        dotted = ".".join(here)
        if dotted in leaves() and "." not in name:
            yield here, value
        elif any(known.startswith(f"{dotted}.") for known in leaves()):
            if isinstance(value, Mapping):
                yield from _given(value, here, wrong)
            else:
                wrong.append(Wrong(here, "table", value))
        else:
            wrong.append(Wrong(here, "unknown", value, None, _beside(path)))


def _beside(path: tuple[str, ...]) -> tuple[str, ...]:
    """The names that may stand in a table of numbers."""
    front = ".".join((*path, ""))
    inside = (known.removeprefix(front).partition(".")[0] for known in leaves() if known.startswith(front))
    names = dict.fromkeys(inside)
    return tuple(name for name in names if path or name != "switches")


def _sound(path: tuple[str, ...], value: object, leaf: Leaf) -> tuple[Any] | Wrong:
    """The number as the rules take it, or what is wrong with it."""
    try:
        taken = leaf.adapter.validate_python(tuples(value), strict=True)
    except ValidationError as error:
        return Wrong(path, "type", value, error.errors(include_url=False)[0])
    every = taken if isinstance(taken, tuple) else (taken,)
    if any(isinstance(one, int) and one > MOST for one in every):
        return Wrong(path, "large", value)
    if len(every) > MANY:
        return Wrong(path, "long", value)
    return (taken,)


def tuples(value: Any) -> Any:
    """Lists as tuples, all the way down: strict models take nothing else."""
    if isinstance(value, list | tuple):
        return tuple(tuples(item) for item in value)
    if isinstance(value, Mapping):
        return {key: tuples(item) for key, item in value.items()}
    return value


def clashes(table: Numbers) -> Iterator[tuple[str, str, str]]:
    """Numbers that are sound by themselves and not together: the path, what is wrong, how to mend it."""
    counts, points = table.skills.priority.counts, table.skills.points
    if sum(counts) != 9:
        yield "skills.priority.counts", f"the sum is {sum(counts)}, but there are nine skills", "Make the sum 9."
    if table.skills.priority.free_specialties > counts[0]:
        message = f"it is more than the number of primary skills, {counts[0]}, and each has one"
        yield "skills.priority.free_specialties", message, f"Write {counts[0]} or less."
    if points.free_specialties > 9:
        yield "skills.points.free_specialties", "there are nine skills, and each has one", "Write 9 or less."
    for path, steps in (
        ("assets.points.surcharge_at", table.assets.points.surcharge_at),
        ("skills.points.surcharge_at", points.surcharge_at),
    ):
        if list(steps) != sorted(set(steps)):
            yield path, "the steps are not in order", "Write each once, the lowest first."
    for path, count in (
        ("assets.priority.free_perks", table.assets.priority.free_perks),
        ("assets.points.free_perks", table.assets.points.free_perks),
    ):
        if count > FREE_PERKS:
            yield path, f"the most free perks are {FREE_PERKS}", f"Write {FREE_PERKS} or less."
    gear = table.gear
    if gear.min_rating > gear.max_rating:
        yield "gear.max_rating", f"it is below the lowest rating, {gear.min_rating}", "Raise it, or lower min_rating."
    elif gear.total < gear.min_rating:
        yield "gear.total", f"it is too low for one piece of rating {gear.min_rating}", "Raise it, or lower min_rating."
    for path, count, most in (("traits.count", table.traits.count, 20), ("drives.count", table.drives.count, 9)):
        if count > most:
            yield path, f"it is more than a sheet has room for ({most})", f"Write {most} or less."
