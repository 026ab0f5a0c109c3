"""A random legal hero, whole or for one step, from a seed and ideas as data: by points or by cards, for any tier
(F-CRE-1 … F-CRE-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from saga_tui.chance import Chance
from saga_tui.engine.creating import Concept
from saga_tui.engine.ideas import raised
from saga_tui.engine.model import put_in
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CODES, CREATION
from saga_tui.games.fate.hero import Abilities, Ability, Gear, Hero, Power, Skill
from saga_tui.games.fate.rules.figures import MAKING, figures

Idea = Mapping[str, Any]
WEIGHTS: Final = (6, 4, 2, 1)
"""How likely a point goes to an ability, the idea's favourite first."""
LEAST, USUAL = 2, "mighty"
"""What every score is at least; the tier where none is chosen."""


def made(hero: Hero, seed: int, step: str | None) -> Hero:
    """The hero with that step, or all of them, chosen anew; what is the player's own stays. `KeyError` for a step that
    does not exist."""
    ideas = book.data("ideas")["idea"]
    mine = [one for one in ideas if step not in (None, "concept") and one["line"] == hero.concept.line]
    idea = (mine or [Chance(seed, "idea").pick(ideas)])[0]
    if step is None:
        kept = {name: getattr(hero, name) for name in ("id", "world", "campaign", "rulings", "automation")}
        words = Concept(player=hero.concept.player, notes=hero.concept.notes)
        hero = Hero(**kept, concept=words, made=type(hero.made)(tier=hero.made.tier, way=hero.made.way))
    hero = put_in(hero.model_copy(update={"entered": ""}), ("made", "tier"), hero.made.tier or USUAL)
    for key in STEPS if step is None else (step,):
        hero = STEPS[key](hero, Chance(seed, key), idea)
    return hero


def _concept(hero: Hero, chance: Chance, idea: Idea) -> Hero:
    new = {"name": chance.pick(idea["names"]), "line": idea["line"]}
    return hero.model_copy(update={"concept": hero.concept.model_copy(update=new)})


def _calling(hero: Hero, _chance: Chance, idea: Idea) -> Hero:
    return hero.model_copy(update={"calling": idea["calling"], "hindrances": tuple(idea["hindrances"])})


def _powers(hero: Hero, chance: Chance, idea: Idea) -> Hero:
    """The idea's, as strong as the points allow; of cards they are what the cards say (F-CRE-5, F-CRE-6)."""
    powers = tuple(Power(**one, intensity=1) for one in idea["powers"])
    gear = () if hero.made.way == "cards" else tuple(Gear(**one, bonus=1) for one in idea["gear"])
    hero, cap = hero.model_copy(update={"powers": powers, "gear": gear}), book.TIERS[hero.made.tier]["cap"]

    def ways(one: Hero) -> Iterator[tuple[Hero, int]]:
        for at, power in enumerate(one.powers):
            if power.intensity < cap:
                yield put_in(one, ("powers", at, "intensity"), power.intensity + 1), WEIGHTS[at]
        for at, piece in enumerate(one.gear):
            if piece.bonus < cap // 2:
                yield put_in(one, ("gear", at, "bonus"), piece.bonus + 1), 1

    if hero.made.way == "points":
        hero = raised(chance, hero, lambda one: figures(one).power_points().total, ways)
    return hero


def _abilities(hero: Hero, chance: Chance, idea: Idea) -> Hero:
    """Scores, edge and codes, by cards or by points; then the skills that the codes allow (F-CRE-3, F-CRE-4)."""
    first, cap = idea["favoured"], book.TIERS[hero.made.tier]["cap"]
    order, codes = [*first, *(key for key in ABILITIES if key not in first)], [*CODES]
    four = Abilities(**dict.fromkeys(ABILITIES, Ability(score=LEAST)))
    hero = hero.model_copy(update={"abilities": four, "edge": CREATION["edge"], "hand": None})

    def scores(one: Hero) -> Iterator[tuple[Hero, int]]:
        for key, weight in zip(order, WEIGHTS, strict=True):
            if (score := one.four[key].score) < cap:
                yield put_in(one, ("abilities", key, "score"), score + 1), weight
        if one.edge < CREATION["edge_max"]:
            yield one.model_copy(update={"edge": one.edge + 1}), 1

    def training(one: Hero) -> Iterator[tuple[Hero, int]]:
        for key, weight in zip(order, WEIGHTS, strict=True):
            if at := codes.index(one.four[key].code):
                yield put_in(one, ("abilities", key, "code"), codes[at - 1]), weight

    if hero.made.way == "cards":
        hero = MAKING.by_chance(hero, chance, order)
        owed = sum(book.cards(100)[hero.made.given[key]].suit == book.DOOM for key in ABILITIES)
        further = [one for one in book.data("ideas")["hindrances"] if one not in hero.hindrances]
        hero = hero.model_copy(
            update={"hindrances": (*hero.hindrances, *further[: max(0, owed - len(hero.hindrances))])}
        )
    else:
        hero = raised(chance, hero, lambda one: figures(one).ability_points().total, scores)
        hero = raised(chance, hero, lambda one: figures(one).skill_points().total, training)
    for key, own in hero.four.items():
        suggested = chance.shuffled(book.keyed("abilities")[key]["skills"])
        names = [*dict.fromkeys((*idea["skills"].get(key, ()), *suggested))][: CODES[own.code]["skills"]]
        hero = put_in(hero, ("abilities", key, "skills"), tuple(Skill(name=name) for name in names))
    return hero


def _background(hero: Hero, _chance: Chance, idea: Idea) -> Hero:
    new = {key: idea[key] for key in ("looks", "background", "motives")}
    return hero.model_copy(update={"concept": hero.concept.model_copy(update=new)})


STEPS: Final[Mapping[str, Callable[[Hero, Chance, Idea], Hero]]] = {
    "concept": _concept, "calling": _calling, "powers": _powers, "abilities": _abilities, "background": _background,
}  # fmt: skip
"""What is chosen on each step of the builder."""
