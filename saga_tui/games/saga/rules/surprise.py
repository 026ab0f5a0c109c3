"""A random legal character, whole or for one step, from a seed (CRE-11).

The whole is the seven steps one after the other. Each step has its own stream of chance and looks at what is there
already: the concept, or else the story, gives the tags that its parts share, and the assets and skills that suit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar, cast

from saga_tui.chance import Chance
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character, Concept, Gear, Specialty
from saga_tui.games.saga.rules.checks_steps import free_specialty_skills
from saga_tui.games.saga.rules.setting import NONE, Examples
from saga_tui.games.saga.rules.surprise_parts import (
    fitting,
    gear_idea,
    perk,
    several,
    specialty_names,
    spend,
    suited,
    theme,
)
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, Asset, Skill

HIGHEST: Final = 6
"""Chance raises no asset or skill further by points: what lies beyond is for people who mean it."""
PIECES: Final = 3
"""How many pieces of gear chance likes to hand out."""

Key = TypeVar("Key", bound=str)


def whole(character: Character, seed: int, own: Examples = NONE) -> Character:
    """A complete and legal character in place of this one; the same seed gives the same. What is the player's own
    stays: id, player, notes and setting. `own` are the setting's examples, which come before the book's (SET-1)."""
    told = character.concept
    made = Character(
        format=character.format,
        game=character.game,
        id=character.id,
        concept=Concept(player=told.player, notes=told.notes, setting=told.setting),
        setting=character.setting,
        perks=character.perks,
    )
    for step in STEPS:
        made = one(made, seed, step, own)
    return made


def one(character: Character, seed: int, step: str, own: Examples = NONE) -> Character:
    """The character with that step chosen anew, fitting the others; legal where they are. `KeyError` for a step that
    does not exist."""
    return STEPS[step](character, Chance(seed, step), own)


def _with(character: Character, section: str, **fields: Any) -> Character:
    """The character with fields of a section set."""
    part = getattr(character, section).model_copy(update=fields)
    return character.model_copy(update={section: part})


def _concept(character: Character, chance: Chance, _: Examples) -> Character:
    """Step 1: name, concept, Skill X (CRE-1, SKL-4)."""
    ideas = book.ideas()
    line = chance.pick(ideas.concepts)
    name, skill_x = chance.pick(ideas.names), fitting(chance, ideas.skill_x, line.tags).name
    if character.setting.skill_x is not None:  # the setting names it (SKL-4)
        skill_x = ""
    return _with(character, "concept", name=name, line=line.text, skill_x=skill_x)


# ---- step 2


def _assets(character: Character, chance: Chance, _: Examples) -> Character:
    """Step 2: ratings by priority or by points, and the free perk (CRE-2, CRE-3)."""
    about = theme(character, chance)
    order = list(about.leaning.assets)
    if chance.below(4) == 0:
        order[1], order[2] = order[2], order[1]
    if character.as_is or chance.below(2):
        ratings = _ratings(character, chance, cast("list[Asset]", order))
        chosen = _with(character, "assets", method="points", order=(), ratings=ratings, perk=None)
    else:
        chosen = _with(character, "assets", method="priority", order=tuple(order), ratings={}, perk=None)
    chosen = _with(chosen, "assets", perks=character.assets.perks if character.as_is else ())
    free = perk(chosen, chance, suited(chosen, about), budget.perk_assets(chosen))
    chosen = _with(chosen, "assets", perk=free)
    while not chosen.as_is and free is not None and budget.free_perks_left(chosen) > 0:
        free = perk(chosen, chance, suited(chosen, about), budget.perk_assets(chosen))
        if free is not None:
            chosen = _with(chosen, "assets", perks=(*chosen.assets.perks, free))
    return chosen


def _ratings(character: Character, chance: Chance, order: list[Asset]) -> dict[str, int]:
    """Ratings by points: the primary asset high enough for a perk, the rest by its leaning (CRE-3)."""
    table = derive.numbers(character).assets.points
    weights: dict[Asset, int] = dict(zip((*order, "fortune"), (5, 4, 2, 4), strict=True))
    values = dict.fromkeys(ASSETS, table.start)
    least = {order[0]: table.free_perk_min_rating}
    climbed = _climb(chance, values, weights, least=least, points=table.points, surcharge_at=table.surcharge_at)
    return {str(asset): value for asset, value in climbed.items()}


def _climb(
    chance: Chance,
    values: dict[Key, int],
    weights: dict[Key, int],
    *,
    least: dict[Key, int],
    points: int,
    surcharge_at: Iterable[int],
) -> dict[Key, int]:
    """The values raised by points: first to what each must have at least, then by weight, until none can be spent."""
    dear, raised = frozenset(surcharge_at), dict(values)

    def price(key: Key) -> int:
        return 1 + (raised[key] + 1 in dear)

    for key, goal in least.items():
        while raised[key] < goal and price(key) <= points:
            points -= price(key)
            raised[key] += 1
    while able := [key for key in weights if price(key) <= points and raised[key] < HIGHEST]:
        key = chance.weighed(able, [weights[each] for each in able])
        points -= price(key)
        raised[key] += 1
    return raised


# ---- step 3


def _skills(character: Character, chance: Chance, own: Examples) -> Character:
    """Step 3: ranks by priority or by points, and the free specialties (CRE-4, CRE-5). Skills whose specialties were
    bought keep a rank; Skill X gets none while it has no name."""
    about = theme(character, chance)
    bought = {item.skill for item, *_ in derive.purchases(character) if item.buy == "specialty"}
    needed = [skill for skill in SKILLS if skill in bought]
    wanted = [*about.leaning.primary, *chance.shuffled(about.leaning.secondary)]
    others = chance.shuffled([skill for skill in SKILLS if skill not in wanted])
    named = derive.has_skill_x(character)
    order = [cast("Skill", skill) for skill in (*wanted, *others) if named or skill != "skill_x" or skill in needed]
    counts = derive.numbers(character).skills.priority.counts
    places = counts[0] + counts[1]
    if character.as_is or len(needed) > places or chance.below(2):
        ranks = _ranks(character, chance, order, needed)
        chosen = _with(character, "skills", method="points", primary=(), secondary=(), ranks=ranks, specialties=())
    else:
        placed = order[:places]
        for skill in (skill for skill in needed if skill not in order[:places]):
            placed[max(place for place, held in enumerate(placed) if held not in needed)] = skill
        first, second = tuple(placed[: counts[0]]), tuple(placed[counts[0] :])
        chosen = _with(
            character, "skills", method="priority", primary=first, secondary=second, ranks={}, specialties=()
        )
    return _with(chosen, "skills", specialties=_free_specialties(chosen, chance, own))


def _ranks(character: Character, chance: Chance, order: list[Skill], needed: list[Skill]) -> dict[str, int]:
    """Ranks by points: one where a bought specialty needs it, two skills high enough for a free specialty, the rest by
    leaning (CRE-5)."""
    table = derive.numbers(character).skills.points
    start = {skill: int(skill in needed) for skill in order}
    weights = {skill: 3 if place < 2 else 4 if place < 5 else 1 for place, skill in enumerate(order)}
    least = dict.fromkeys(order[: table.free_specialties], table.free_specialty_min_ranks)
    points = table.points - len(needed)
    climbed = _climb(chance, start, weights, least=least, points=points, surcharge_at=table.surcharge_at)
    return {skill: climbed[skill] for skill in SKILLS if climbed.get(skill)}


def _free_specialties(character: Character, chance: Chance, own: Examples) -> tuple[Specialty, ...]:
    """One free specialty each in the skills that may have one (CRE-4, CRE-5)."""
    table = derive.numbers(character).skills
    by_priority = character.skills.method == "priority"
    count = table.priority.free_specialties if by_priority else table.points.free_specialties
    able = sorted(
        (cast("Skill", skill) for skill in free_specialty_skills(character)),
        key=lambda skill: -derive.creation_ranks(character, skill),
    )
    names = [(skill, specialty_names(character, skill, own)) for skill in able]
    return tuple(Specialty(skill=skill, name=chance.pick(known)) for skill, known in names if known)[:count]


# ---- steps 4 to 7


def _traits(character: Character, chance: Chance, own: Examples) -> Character:
    """Step 4: five traits (CRE-6)."""
    about = theme(character, chance)
    bought = [item.name for item, *_ in derive.purchases(character) if item.buy == "trait"]
    count = derive.numbers(character).traits.count
    traits = several(
        chance, book.ideas().traits, about, lambda idea: idea.name, count=count, taken=bought, own=own.traits
    )
    return _with(character, "story", traits=traits)


def _drives(character: Character, chance: Chance, own: Examples) -> Character:
    """Step 5: three drives (CRE-7)."""
    about = theme(character, chance)
    count = derive.numbers(character).drives.count
    drives = several(chance, book.ideas().drives, about, lambda idea: idea.text, count=count, own=own.drives)
    return _with(character, "story", drives=drives)


def _gear(character: Character, chance: Chance, own: Examples) -> Character:
    """Step 6: a few pieces, for all the points of rating (CRE-8)."""
    about, table = theme(character, chance), derive.numbers(character).gear
    held = {item.name.casefold() for item, *_ in derive.purchases(character) if item.buy == "gear"}
    pieces: list[Gear] = []
    while (left := table.total - sum(piece.rating for piece in pieces)) >= table.min_rating:
        idea = gear_idea(chance, about, held, lambda piece: piece.rating <= left, own)
        if idea is None:
            break
        liked = idea.rating if len(pieces) + 1 < PIECES else table.max_rating
        rating = max(table.min_rating, min(liked, left, table.max_rating))
        pieces.append(Gear(name=idea.name, kind=idea.kind, rating=rating, without=idea.without, purpose=idea.purpose))
        held.add(idea.name.casefold())
    return character.model_copy(update={"gear": tuple(pieces)})


def _finishing(character: Character, chance: Chance, own: Examples) -> Character:
    """Step 7: all the finishing points (CRE-9). A character entered as it stands has none to spend."""
    if character.as_is:
        return character
    return spend(character.model_copy(update={"finishing": ()}), chance, theme(character, chance), own)


STEPS: Final[dict[str, Callable[[Character, Chance, Examples], Character]]] = {
    "concept": _concept,
    "assets": _assets,
    "skills": _skills,
    "traits": _traits,
    "drives": _drives,
    "gear": _gear,
    "finishing": _finishing,
}
"""The seven steps in their order, each as a function of the character and of chance."""
