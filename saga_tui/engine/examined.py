"""What is found alike in documents by points: what is spent, numbers and what was bought on them, skills, equipment,
rule options. The words stand in a game's table of problems (`findings`), under the keys that each function names; the
numbers are those of `learned.Numbers`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping
from typing import Any

from saga_tui.engine.findings import Findings
from saga_tui.engine.levels import OWN, Held
from saga_tui.problem import Problem, Severity, Where
from saga_tui.words import plural

LEVELS = ("error", "unfinished", "remark")


def ordered(problems: Collection[Problem]) -> list[Problem]:
    """Errors first, then what is unfinished."""
    return sorted(problems, key=lambda one: LEVELS.index(one.level))


def begun(found: Findings, of: Any, ages: Collection[int], classes: Collection[str], usual: str) -> Iterator[Problem]:
    """Without a `name`, a `campaign`, `skills`; an `age` that there is not; `no-class` of that name, or another `class`
    than the usual one, which the GM agrees to."""
    chosen, building = of.document, of.document.play is None
    if not chosen.concept.name.strip():
        yield found("name", ("concept", "name"))
    if not chosen.campaign.points and not chosen.entered:
        yield found("campaign", ("campaign", "points"))
    if not chosen.skills and building:
        yield found("skills", ("skills",))
    if chosen.campaign.technology not in ages:
        yield found("age", ("campaign", "technology"), chosen.campaign.technology, most=max(ages))
    if chosen.standing not in classes:
        yield found("no-class", ("standing",), chosen.standing, known=classes)
    elif chosen.standing != usual and building and not chosen.entered:
        yield found("class", ("standing",))


def points(found: Findings, of: Any, *, kept: bool) -> Iterator[Problem]:
    """`overspent`, `left` or, where they are not lost, `kept`; after play has begun nothing is said of what is left."""
    left, where, chosen = of.left().total, ("campaign", "points"), of.document
    said = plural(abs(left), "point")
    if left < 0 and not chosen.entered:
        more = {"asked": f"{of.points - left}", "left": f"{of.points}", "count": -left}
        yield found("overspent", where, left, of=more, points=said)
    elif left and chosen.play is None and chosen.campaign.points:
        yield found("kept" if kept else "left", where, left, of={"count": left}, points=said)


def scores(found: Findings, of: Any, known: Collection[str], usual: int) -> Iterator[Problem]:
    """`no-characteristic`, `low` below 0, `below` what is usual, above a `limit`."""
    for key, value in of.document.characteristics.items():
        where = ("characteristics", key)
        if key not in known:
            yield found("no-characteristic", where, key, known=known)
        elif value < usual:
            yield found("low" if value < 0 else "below", where, value, name=of.called(key))
    for key in known:
        most, score = of.limit(key), of.score(key)
        if most is not None and score > most:
            yield found("limit", ("characteristics", key), score, name=of.called(key), most=most)


def bonuses(found: Findings, of: Any, known: Collection[str]) -> Iterator[Problem]:
    """`no-bonus`, `low-bonus` below 0, or one that reaches above the number's limit and buys nothing: `high-bonus`."""
    for key, bought in of.document.bonuses.items():
        if key not in known:
            yield found("no-bonus", ("bonuses", key), key, known=known)
        elif bought < 0:
            yield found("low-bonus", ("bonuses", key), name=of.called(key))
    for key in known:
        most, more = of.limit(key), of.bought(key).total
        if most is not None and more > 0 and of.formula(key) + more > most:
            yield found("high-bonus", ("bonuses", key), of.formula(key) + more, name=of.called(key), most=most)


def skills(found: Findings, of: Any, on: Collection[str], age: Severity | None, good: int) -> Iterator[Problem]:
    """Those that were bought: `own` without a name, `on` no characteristic, `no-skill`, `specialise` without a name,
    `twice`, `level` that there is not, `under` its start, of a later `technology` (at the level `age`), too low for a
    `trade`, which asks for `good`."""
    seen = Counter(of.bought_at(place).ref for place in range(len(of.document.skills)))
    for place, chosen in enumerate(of.document.skills):
        one, where = of.bought_at(place), ("skills", place)
        if chosen.key == OWN and not chosen.name.strip():
            yield found("own", (*where, "name"))
        if chosen.key == OWN and one.on not in on:
            yield found("on", (*where, "on"), one.on, known=on, name=one.label)
        elif chosen.key not in (OWN, *of.skills):
            yield found("no-skill", (*where, "key"), chosen.key, known=of.skills)
            continue
        if one.specialise and not chosen.name.strip():
            yield found("specialise", (*where, "name"), name=of.skills[chosen.key].name)
        if seen[one.ref] > 1:
            seen[one.ref] = 0
            yield found("twice", where, name=one.label)
        yield from _level(found, of, one, where, age)
        if chosen.trade and of.total(one.ref).total < good:
            yield found("trade", where, of.total(one.ref).total, name=one.label)


def _level(found: Findings, of: Any, one: Held, where: Where, age: Severity | None) -> Iterator[Problem]:
    if not of.is_level(one.start, one.level):
        key = "under" if one.level < one.start else "level"
        yield found(key, (*where, "level"), one.level, name=one.label, start=one.start)
    if of.later(one.key, one.tl):
        yield found("technology", where, one.tl, level=age, name=one.label, age=of.document.campaign.technology)


def gear(found: Findings, of: Any, strength: int, age: Severity | None) -> Iterator[Problem]:
    """Pieces: `no-row` of the tables, more `strength` needed, of a later `technology`, armour without a number for its
    `protection`, two of one kind `worn-twice`, one that `fits` only with another that is not worn."""
    worn: list[Any] = []
    for place, piece in enumerate(of.document.gear):
        where, weapon, armour = ("gear", place), of.weapon(piece), of.armour(piece)
        row = weapon or armour
        if piece.key and row is None:
            yield found("no-row", (*where, "key"), piece.key, known=[*of.weapons, *of.armours])
        if weapon is not None and (weapon.strength or 0) > strength:
            yield found("strength", where, weapon.strength, name=weapon.name, strength=strength)
        if row is not None and of.later(row.key, row.tl):
            yield found("technology", where, row.tl, level=age, name=row.name, age=of.document.campaign.technology)
        if armour is not None and armour.protection is None:
            yield found("protection", where, name=armour.name)
        if armour is not None and piece.worn:
            worn.append(armour)
            if sum(one.kind == armour.kind for one in worn) == 2:
                yield found("worn-twice", where, armour.kind)
    for one in worn:
        if one.fits and not {*one.fits} & {other.key for other in worn}:
            yield found("fits", ("gear",), name=one.name)


def switches(found: Findings, of: Any, known: Mapping[str, Any], numbers: Container[str] = ()) -> Iterator[Problem]:
    """`no-switch`, or a `value` that there is not; of `numbers` any number may be."""
    for key, value in of.document.campaign.switches.items():
        where = ("campaign", "switches", key)
        if key not in known:
            yield found("no-switch", where, key, known=known)
        elif value not in known[key].options and not (key in numbers and value.isdecimal()):
            yield found("value", where, value, known=known[key].options, name=key)
