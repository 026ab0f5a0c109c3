"""What is wrong with a character, what is left to choose, and what is worth a word (S-MAKE-10). The words stand in
`problems.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from saga_tui.engine.findings import Findings
from saga_tui.engine.levels import OWN, Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Skill
from saga_tui.games.sagas.rules.figures import ART, FIELDS, MAIN, ODD, SECONDARY, START, Figures, figures, name_of
from saga_tui.problem import Problem, Where
from saga_tui.words import plural

GOOD: Final = 11
"""The total that a trade asks for."""
ON: Final = (*MAIN, *SECONDARY)
BENEFITS: Final = {"dmax-3": "up to 3 dice of damage with bare hands", "two-weapons": "two attack rolls, keep one"}
"""What an art can bring to strikes (S-MART-2)."""
found: Final = Findings(book.data("problems"))


def problems(character: Character) -> list[Problem]:
    """All of it, errors first."""
    of = figures(character)
    listed = [*_concept(of), *_points(of), *_characteristics(of), *_bonuses(of), *_skills(of), *_gear(of)]
    listed += _switches(of)
    return sorted(listed, key=lambda one: ("error", "unfinished", "remark").index(one.level))


def _concept(of: Figures) -> Iterator[Problem]:
    chosen, building = of.character, of.character.play is None
    if not chosen.concept.name.strip():
        yield found("name", ("concept", "name"))
    if not chosen.campaign.points and not chosen.entered:
        yield found("campaign", ("campaign", "points"))
    if not chosen.skills and building:
        yield found("skills", ("skills",))
    levels = [one["tl"] for one in book.data("technology")["level"]]
    if chosen.campaign.technology not in levels:
        yield found("age", ("campaign", "technology"), chosen.campaign.technology, most=max(levels))
    if chosen.standing not in book.classes():
        yield found("no-class", ("standing",), chosen.standing, known=book.classes())
    elif chosen.standing != "middle" and building and not chosen.entered:
        yield found("class", ("standing",))


def _points(of: Figures) -> Iterator[Problem]:
    """What is spent against what there is; after play has begun nothing more is said of what is left."""
    left, where, chosen = of.left().total, ("campaign", "points"), of.character
    said = plural(abs(left), "point")
    if left < 0 and not chosen.entered:
        more = {"asked": f"{of.points - left}", "left": f"{of.points}", "count": -left}
        yield found("overspent", where, left, of=more, points=said)
    elif left and chosen.play is None and chosen.campaign.points:
        kept = of.switch("leftover_creation") == "kept"
        yield found("kept" if kept else "left", where, left, of={"count": left}, points=said)


def _characteristics(of: Figures) -> Iterator[Problem]:
    for key, value in of.character.characteristics.items():
        where, name = ("characteristics", key), name_of(key)
        if key not in MAIN:
            yield found("no-characteristic", where, key, known=MAIN)
        elif value < START:
            yield found("low" if value < 0 else "below", where, value, name=name)
    for key in MAIN:
        most, score = of.limit(key), of.score(key)
        if most is not None and score > most:
            yield found("limit", ("characteristics", key), score, name=name_of(key), most=most)


def _bonuses(of: Figures) -> Iterator[Problem]:
    for key, bought in of.character.bonuses.items():
        if key not in SECONDARY:
            yield found("no-bonus", ("bonuses", key), key, known=SECONDARY)
        elif bought < 0:
            yield found("low-bonus", ("bonuses", key), name=name_of(key))
    most, reached = of.limit("spd"), of.formula("spd") + of.bought("spd").total
    if most is not None and of.bought("spd").total > 0 and reached > most:
        yield found("speed", ("bonuses", "spd"), reached, most=most)


def _skills(of: Figures) -> Iterator[Problem]:
    seen = Counter(of.bought_at(place).ref for place in range(len(of.character.skills)))
    for place, chosen in enumerate(of.character.skills):
        one, where = of.bought_at(place), ("skills", place)
        if chosen.key == OWN and not chosen.name.strip():
            yield found("own", (*where, "name"))
        if chosen.key == OWN and one.on not in ON:
            yield found("on", (*where, "on"), one.on, known=ON, name=one.label)
        elif chosen.key not in (OWN, *of.skills):
            yield found("no-skill", (*where, "key"), chosen.key, known=of.skills)
            continue
        if one.specialise and not chosen.name.strip():
            yield found("specialise", (*where, "name"), name=of.skills[chosen.key].name)
        if seen[one.ref] > 1:
            seen[one.ref] = 0
            yield found("twice", where, name=one.label)
        yield from _level(of, one, chosen, where)
        yield from _art(of, one, chosen, where)


def _level(of: Figures, one: Held, chosen: Skill, where: Where) -> Iterator[Problem]:
    if not of.is_level(one.start, one.level):
        key = "under" if one.level < one.start else "level"
        yield found(key, (*where, "level"), one.level, name=one.label, start=one.start)
    known = of.character.campaign.technology
    if one.tl is not None and one.tl > known and one.key not in ODD:
        strict = of.switch("technology") == "strict"
        yield found("technology", where, one.tl, level="error" if strict else None, name=one.label, age=known)
    total = of.total(one.ref).total
    if chosen.trade and total < GOOD:
        yield found("trade", where, total, name=one.label)


def _art(of: Figures, one: Held, chosen: Skill, where: Where) -> Iterator[Problem]:
    """An art that leaves a choice (S-MART-2), and names that are no art's."""
    if one.key != ART or not chosen.name.strip():
        return
    art = of.art(chosen.name)
    if of.switch("martial_arts") == "by-field":
        if chosen.name.casefold() not in FIELDS:
            yield found("field", (*where, "name"), chosen.name, known=FIELDS)
    elif art is None:
        yield found("art", (*where, "name"), chosen.name, known=[row.name for row in of.arts.values()])
    elif art.strike_benefit == "choice" and chosen.benefit not in BENEFITS:
        yield found("benefit", (*where, "benefit"), name=art.name)


def open_arts(of: Figures) -> list[int]:
    """Where the arts that leave a choice stand among the skills bought (S-MAKE-5)."""
    arts = ((place, of.art(one.name)) for place, one in enumerate(of.character.skills) if one.key == ART)
    return [place for place, art in arts if art is not None and art.strike_benefit == "choice"]


def _gear(of: Figures) -> Iterator[Problem]:
    strength, worn = of.score("str"), list[book.Armour]()
    for place, piece in enumerate(of.character.gear):
        where, weapon, armour = ("gear", place), of.weapon(piece), of.armour(piece)
        if piece.key and weapon is None and armour is None:
            yield found("no-row", (*where, "key"), piece.key, known=[*of.weapons, *of.armours])
        if weapon is not None and (weapon.strength or 0) > strength:
            yield found("strength", where, weapon.strength, name=weapon.name, strength=strength)
        row, known = weapon or armour, of.character.campaign.technology
        if row is not None and (row.tl or 0) > known:
            strict = of.switch("technology") == "strict"
            yield found("technology", where, row.tl, level="error" if strict else None, name=row.name, age=known)
        if armour is not None and armour.protection is None:
            yield found("protection", where, name=armour.name)
        if armour is not None and piece.worn:
            worn.append(armour)
            if sum(one.kind == armour.kind for one in worn) == 2:
                yield found("worn-twice", where, armour.kind)
    for one in worn:
        if one.fits and not {*one.fits} & {body.key for body in worn}:
            yield found("fits", ("gear",), name=one.name)


def _switches(of: Figures) -> Iterator[Problem]:
    known = book.switches()
    for key, value in of.character.campaign.switches.items():
        where = ("campaign", "switches", key)
        if key not in known:
            yield found("no-switch", where, key, known=known)
        elif value not in known[key].options and not (key == "creation_points" and value.isdecimal()):
            yield found("value", where, value, known=known[key].options, name=key)
