"""What is wrong with a character, what is left to choose, and what is worth a word (S-MAKE-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules import prices, values
from saga_tui.games.sagas.rules.entries import ODD
from saga_tui.games.sagas.rules.figures import ART, MAIN, SECONDARY, START, Figures, figures, name_of
from saga_tui.problem import Problem, Severity, Where, near
from saga_tui.words import plural

GOOD: Final = 11
"""The total that a trade asks for."""
ON: Final = (*MAIN, *SECONDARY)


def problems(character: Character) -> list[Problem]:
    """All of it, errors first."""
    of = figures(character)
    found = [*_concept(of), *_points(of), *_characteristics(of), *_skills(of), *_gear(of), *_switches(of)]
    return sorted(found, key=lambda one: ("error", "unfinished", "remark").index(one.level))


def _concept(of: Figures) -> Iterator[Problem]:
    chosen, building = of.character, of.character.play is None
    if not chosen.concept.name.strip():
        yield Problem("unfinished", "S-MAKE-6", ("concept", "name"), "No name yet", "Enter one.", "name")
    if not chosen.campaign.points and not chosen.entered:
        where, fix = ("campaign", "points"), "Choose 150, 250 or 350 points with your group."
        yield Problem("unfinished", "S-MAKE-1", where, "No campaign chosen", fix, "campaign")
    if not chosen.skills and building:
        yield Problem("unfinished", "S-MAKE-4", ("skills",), "No skill bought", "Raise a skill.", "skills")
    levels = [one["tl"] for one in book.data("technology")["level"]]
    if chosen.campaign.technology not in levels:
        said = f"There is no technology level {chosen.campaign.technology}"
        yield Problem("error", "S-TL-1", ("campaign", "technology"), said, f"Choose 0 to {max(levels)}.", "technology")
    if chosen.standing not in prices.classes():
        said, fix = f"There is no social class {chosen.standing!r}", near(chosen.standing, prices.classes())
        yield Problem("error", "S-COST-4", ("standing",), said, fix, "class", chosen.standing)
    elif chosen.standing != "middle" and building and not chosen.entered:
        fix = "Ask your GM, and have a reason in the background."
        yield Problem("remark", "S-COST-4", ("standing",), "Your GM has to agree to this social class", fix, "class")


def _points(of: Figures) -> Iterator[Problem]:
    """What is spent against what there is; after play has begun nothing more is said of what is left."""
    left, where = of.left().total, ("campaign", "points")
    if of.character.entered:
        return
    if left < 0:
        message, fix = f"{plural(-left, 'point')} too many spent", "Lower something, or choose a higher campaign."
        more = {"asked": f"{of.points - left}", "left": f"{of.points}", "count": -left}
        yield Problem("error", "S-MAKE-1", where, message, fix, "overspent", left, **more)  # type: ignore[arg-type]
    elif left and of.character.play is None and of.character.campaign.points:
        kept = of.switch("leftover_creation") == "kept"
        fix = "They become experience when play starts." if kept else "Spend them: they are lost when play starts."
        yield Problem("remark", "S-MAKE-9", where, f"{plural(left, 'point')} not spent", fix, "left", left, count=left)


def limit(of: Figures, key: str) -> int | None:
    """How high a characteristic may be; nothing where only the price limits it (S-CHR-2)."""
    species = of.character.world.species
    if key in species.limits:
        return species.limits[key]
    row = values.spec("main").get(key) or values.spec("secondary").get(key) or {}
    most: int | None = row.get("human_max")
    return None if key == "spd" and species.speed is not None else most


def _characteristics(of: Figures) -> Iterator[Problem]:
    chosen = of.character
    for key, value in chosen.characteristics.items():
        where = ("characteristics", key)
        most = limit(of, key)
        if key not in MAIN:
            yield Problem("error", "S-CHR-1", where, f"There is no characteristic {key!r}", near(key, MAIN), "unknown")
        elif value < 0:
            message, fix = f"{name_of(key)} is below 0", "Set it to 0 or more."
            yield Problem("error", "S-CHR-3", where, message, fix, "low", value)
        elif value < START:
            message = f"{name_of(key)} {value} is below the average of {START}"
            fix = "Your GM has to agree, for a reason in the background."
            yield Problem("remark", "S-CHR-3", where, message, fix, "below", value)
        if most is not None and of.score(key) > most and key in MAIN:
            message, fix = f"{name_of(key)} {of.score(key)} is above the limit of {most}", f"Lower it to {most}."
            yield Problem("error", "S-CHR-2", where, message, fix, "limit", value)
    for key, bought in chosen.bonuses.items():
        where = ("bonuses", key)
        if key not in SECONDARY:
            fix = near(key, SECONDARY)
            yield Problem("error", "S-COST-3", where, f"There is no bonus on {key!r}", fix, "unknown")
        elif bought < 0:
            yield Problem("error", "S-COST-3", where, f"The bonus on {name_of(key)} is below 0", "Remove it.", "low")
    most, reached = limit(of, "spd"), of.formula("spd") + of.bought("spd").total
    if most is not None and of.bought("spd").total > 0 and reached > most:
        message = f"Speed would be {reached}, above the limit of {most}"
        yield Problem("error", "S-CHR-2", ("bonuses", "spd"), message, "Lower the bonus: it buys nothing.", "limit")


def _skills(of: Figures) -> Iterator[Problem]:
    seen = Counter(of.bought_at(place).ref for place in range(len(of.character.skills)))
    for place, chosen in enumerate(of.character.skills):
        one = of.bought_at(place)
        where = ("skills", place)
        if chosen.key == "own":
            yield from _own(one, chosen.name, where)
        elif chosen.key not in of.skills:
            message, fix = f"There is no skill {chosen.key!r}", near(chosen.key, of.skills)
            yield Problem("error", "S-SKILL-1", (*where, "key"), message, fix, "unknown", chosen.key)
            continue
        if one.specialise and not chosen.name.strip():
            message, fix = f"{of.skills[chosen.key].name} is bought once for each specialisation", "Name it."
            yield Problem("error", "S-SKILL-5", (*where, "name"), message, fix, "specialise")
        if seen[one.ref] > 1:
            seen[one.ref] = 0
            yield Problem("error", "S-SKILL-5", where, f"{one.label} is there twice", "Remove one of them.", "twice")
        yield from _level(of, one, where)
        yield from _art(of, one, where)


def _own(one: Held, name: str, where: Where) -> Iterator[Problem]:
    if not name.strip():
        message = "A skill of your own has no name"
        yield Problem("error", "S-SKILL-6", (*where, "name"), message, "Name it, or remove it.", "own")
    if one.on not in ON:
        message, fix = f"{one.label} needs a characteristic", near(one.on, ON)
        yield Problem("error", "S-SKILL-6", (*where, "on"), message, fix, "on", one.on)


def _level(of: Figures, one: Held, where: Where) -> Iterator[Problem]:
    if not prices.is_level(one.start, one.level):
        low = one.level < one.start
        said = f"is below its start of {one.start}" if low else "is between two steps"
        message = f"{one.label} {one.level} {said}"
        fix = f"Set it to {one.start} or more." if low else "Below 0 there are only −15, −10 and −5."
        yield Problem("error", "S-SKILL-2", (*where, "level"), message, fix, "level", one.level)
    known = of.character.campaign.technology
    if one.tl is not None and one.tl > known and one.key not in ODD:
        level: Severity = "error" if of.switch("technology") == "strict" else "remark"
        message = f"{one.label} is of technology level {one.tl}; the campaign has {known}"
        yield Problem(level, "S-TL-2", where, message, "Remove it, or agree on it with your GM.", "technology")
    total = of.total(one.ref).total
    if of.character.skills[where[1]].trade and total < GOOD:  # type: ignore[index]
        message, fix = f"{one.label} {total} is low for a trade", f"People who live by it have about {GOOD}."
        yield Problem("remark", "S-SKILL-3", where, message, fix, "trade", total)


def _art(of: Figures, one: Held, where: Where) -> Iterator[Problem]:
    """An art that leaves a choice (S-MART-2), and names that are no art's."""
    chosen = of.character.skills[where[1]]  # type: ignore[index]
    if one.key != ART or not chosen.name.strip() or of.switch("martial_arts") == "by-field":
        return
    art = of.art(chosen.name)
    if art is None:
        fix = near(chosen.name, [row.name for row in of.arts.values()])
        message = f"There is no martial art {chosen.name!r}"
        yield Problem("remark", "S-MART-1", (*where, "name"), message, fix, "art", chosen.name)
    elif art.strike_benefit == "choice" and chosen.benefit not in BENEFITS:
        message, fix = f"{art.name} leaves a choice", "Choose more dice with bare hands, or two attack rolls."
        yield Problem("unfinished", "S-MAKE-5", (*where, "benefit"), message, fix, "benefit")


def open_arts(of: Figures) -> list[int]:
    """Where the arts that leave a choice stand among the skills bought (S-MAKE-5)."""
    arts = ((place, of.art(one.name)) for place, one in enumerate(of.character.skills) if one.key == ART)
    return [place for place, art in arts if art is not None and art.strike_benefit == "choice"]


BENEFITS: Final = {"dmax-3": "up to 3 dice of damage with bare hands", "two-weapons": "two attack rolls, keep one"}
"""What an art can bring to strikes (S-MART-2)."""


def _gear(of: Figures) -> Iterator[Problem]:
    strength, worn = of.score("str"), list[book.Armour]()
    for place, piece in enumerate(of.character.gear):
        where, weapon, armour = ("gear", place), of.weapon(piece), of.armour(piece)
        if piece.key and weapon is None and armour is None:
            message, fix = f"Nothing in the tables is called {piece.key!r}", near(piece.key, [*of.weapons, *of.armours])
            yield Problem("remark", "S-EQP-1", (*where, "key"), message, fix, "unknown", piece.key)
        if weapon is not None and weapon.strength is not None and weapon.strength > strength:
            message = f"{weapon.name} needs Strength {weapon.strength}; you have {strength}"
            yield Problem("remark", "S-ATK-3", where, message, "Attacks and parries with it are at −I.", "strength")
        if armour is not None and armour.protection is None:
            message, fix = f"{armour.name} has no protection in the book", "Agree on it, and give it as its own number."
            yield Problem("remark", "S-ARM-3", where, message, fix, "protection")
        if armour is not None and piece.worn:
            worn.append(armour)
            if sum(one.kind == armour.kind for one in worn) == 2:
                message = f"Of two pieces of {armour.kind} worn only the better one protects"
                yield Problem("remark", "S-ARM-1", where, message, "Take one off.", "twice")
    bodies = {one.key for one in worn}
    for one in worn:
        if one.fits and not bodies & {*one.fits}:
            fix = "Wear plates, or a normal helmet."
            yield Problem("remark", "S-ARM-1", ("gear",), f"{one.name} goes with plates only", fix, "fits")


def _switches(of: Figures) -> Iterator[Problem]:
    known = book.switches()
    for key, value in of.character.campaign.switches.items():
        where = ("campaign", "switches", key)
        if key not in known:
            yield Problem("error", "S-WORLD-2", where, f"There is no rule option {key!r}", near(key, known), "unknown")
        elif value not in known[key].options and key != "creation_points":
            fix = near(value, known[key].options)
            yield Problem("error", "S-WORLD-2", where, f"{key} cannot be {value!r}", fix, "value", value)
