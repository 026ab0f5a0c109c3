"""A random legal character, whole or for one step, from a seed: for any budget and any technology level (S-MAKE)."""

from __future__ import annotations

from typing import Any, Final

from saga_tui.chance import Chance
from saga_tui.engine.creating import FAVOURED, OTHER, learning, spent
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Concept, Gear, Skill
from saga_tui.games.sagas.rules.checks import GOOD as FIT
from saga_tui.games.sagas.rules.figures import ART, MAIN, ODD, START, Figures, figures

SHARE: Final = 60
"""So many per cent of the points chance spends on characteristics."""
Idea = dict[str, Any]


def made(character: Character, seed: int, step: str | None) -> Character:
    """The character with that step, or all of them, chosen anew. What is the player's own stays: id, player, notes,
    campaign, setting. `KeyError` for a step that does not exist."""
    idea = _idea(character, Chance(seed, "idea"), anew=step in (None, "concept"))
    if step is None:
        told = Concept(player=character.concept.player, notes=character.concept.notes)
        campaign = character.campaign.model_copy(update={"points": figures(character).points})
        character = Character(id=character.id, concept=told, campaign=campaign, world=character.world,
                              rulings=character.rulings, automation=character.automation)  # fmt: skip
    for key in STEPS if step is None else (step,):
        character = STEPS[key](character, Chance(seed, key), idea)
    return character


def _idea(character: Character, chance: Chance, *, anew: bool) -> Idea:
    """The idea behind the character: that of its trade, or one of its age."""
    ideas: list[Idea] = book.data("ideas")["concept"]
    own = [idea for idea in ideas if idea["trade"] == character.concept.trade]
    level = character.campaign.technology
    fit = [idea for idea in ideas if idea["tl"][0] <= level <= idea["tl"][1]]
    return own[0] if own and not anew else chance.pick(fit or ideas)


def _concept(character: Character, chance: Chance, idea: Idea) -> Character:
    names = book.data("ideas")["names"]
    of = names["old"] if character.campaign.technology < 4 else names["new"]
    told = {key: idea[key] for key in ("line", "trade", "background", "motives")}
    told |= {"name": f"{chance.pick(of['first'])} {chance.pick(of['last'])}", "age": str(19 + chance.below(32))}
    return character.model_copy(update={"concept": character.concept.model_copy(update=told)})


def _characteristics(character: Character, chance: Chance, idea: Idea) -> Character:
    """Raised one by one while a share of the points lasts, and no further than what else was bought leaves."""
    character = character.model_copy(update={"characteristics": {}, "bonuses": {}, "entered": ""})
    of, values = figures(character), dict.fromkeys(MAIN, START)
    most = 10 + of.points // 100

    def ways(left: int) -> dict[str, int]:
        able = (key for key, value in values.items() if value < min(most, of.limit(key) or most))
        costs = {key: of.price("characteristic", values[key], values[key] + 1) for key in able}
        return {key: cost for key, cost in costs.items() if cost <= left}

    def take(key: str) -> None:
        values[key] += 1

    left = min(of.points * SHARE // 100, of.left().total)
    spent(chance, left, ways, lambda key: FAVOURED if key in idea["favoured"] else OTHER, take)
    chosen = {key: value for key, value in values.items() if value != START}
    return character.model_copy(update={"characteristics": chosen})


def _skills(character: Character, chance: Chance, idea: Idea) -> Character:
    """Those of the trade and some others, until every point is spent."""
    character = character.model_copy(update={"skills": (), "entered": ""})
    of, age = figures(character), character.campaign.technology
    keys = {row.key for row in of.skills.values() if (row.tl or 0) <= age or row.key in ODD}
    own = [_skill(of, said) for said in idea["skills"] if said.partition(":")[0] in keys]
    free = {row.key for row in of.skills.values() if not row.specialise} & keys - {one.key for one in own}
    further = [_skill(of, key) for key in chance.shuffled([key for key in of.skills if key in free])]
    learned = learning(chance, of, (own, further), max(0, of.left().total))
    bought = tuple(
        skill.model_copy(update={"level": level, "trade": at < len(own) and _fit(of, skill, level)})
        for at, (skill, level) in enumerate(learned)
        if level > skill.level
    )
    return character.model_copy(update={"skills": bought})


def _skill(of: Figures, said: str) -> Skill:
    """A skill at its start from an idea's words: `sword`, `martial_arts:Judo`."""
    key, _, name = said.partition(":")
    row = of.skills[key]
    art = of.art(name) if key == ART else None
    benefit = "dmax-3" if art is not None and art.strike_benefit == "choice" else ""
    return Skill(key=key, name=name, level=row.base or 0, benefit=benefit)


def _fit(of: Figures, skill: Skill, level: int) -> bool:
    """Whether a trade could be practised so (S-SKILL-3)."""
    return of.score(of.skills[skill.key].characteristic) + level >= FIT


def _equipment(character: Character, chance: Chance, idea: Idea) -> Character:
    """What the idea has of the age, as far as one is strong enough for it; one weapon in hand, armour worn."""
    del chance
    of, gear, worn = figures(character), list[Gear](), set[str]()
    for item in idea["gear"]:
        weapon, armour = of.weapons.get(item), of.armours.get(item)
        row = weapon or armour
        if row is not None and (row.tl or 0) > character.campaign.technology:
            continue
        if weapon is not None and (weapon.strength or 0) > of.score("str"):
            continue
        kind = "weapon" if weapon else "armour" if armour else "thing"
        sort = armour.kind if armour else kind
        name = weapon.name if weapon else armour.name if armour else item
        held = kind != "thing" and sort not in worn
        worn |= {sort}
        gear.append(Gear(kind=kind, key="" if kind == "thing" else item, name=name, worn=held))
    return character.model_copy(update={"gear": tuple(gear)})


STEPS: Final = {
    "concept": _concept,
    "characteristics": _characteristics,
    "skills": _skills,
    "equipment": _equipment,
}
"""What each step of creation does with chance, in their order."""
