"""Characters by chance, from ideas as data and for any number of points: what every game by points does alike. The same
seed gives the same choices.

An idea has `line`, `trade`, `background` and `motives`, the ages that it fits (`tl`: from, to), the numbers that are
`favoured`, `skills` (keys of the list, a specialisation behind a colon) and `gear` (keys of tables, or any thing).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from saga_tui.chance import Chance
from saga_tui.engine.creating import FAVOURED, OTHER, learning, spent
from saga_tui.engine.equipment import THING

Idea = Mapping[str, Any]
TOLD = ("line", "trade", "background", "motives")
OLD = 4
"""Before this age people have old names."""
YOUNGEST, YEARS = 19, 32


def idea_of(ideas: Sequence[Idea], chance: Chance, trade: str, age: int) -> Idea:
    """The idea behind somebody: that of a trade, or, without one, one that fits the age."""
    own = [idea for idea in ideas if trade and idea["trade"] == trade]
    fit = [idea for idea in ideas if idea["tl"][0] <= age <= idea["tl"][1]]
    return own[0] if own else chance.pick(fit or ideas)


def told(idea: Idea, names: Mapping[str, Mapping[str, Sequence[str]]], chance: Chance, age: int) -> dict[str, str]:
    """The texts of a concept: a name and years by chance, the rest as the idea has it."""
    of = names["old"] if age < OLD else names["new"]
    name = f"{chance.pick(of['first'])} {chance.pick(of['last'])}"
    return {key: idea[key] for key in TOLD} | {"name": name, "age": str(YOUNGEST + chance.below(YEARS))}


def scores(
    chance: Chance, of: Any, keys: Collection[str], idea: Idea, *, start: int, most: int, share: int
) -> dict[str, int]:
    """Numbers raised one by one while a share of the points (in per cent) lasts, and no further than what else was
    bought leaves; those that differ from where all start. `of` are the document's numbers."""
    values = dict.fromkeys(keys, start)

    def ways(left: int) -> dict[str, int]:
        able = (key for key, value in values.items() if value < min(most, of.limit(key) or most))
        costs = {key: of.price("characteristic", values[key], values[key] + 1) for key in able}
        return {key: cost for key, cost in costs.items() if cost <= left}

    def take(key: str) -> None:
        values[key] += 1

    left = min(of.points * share // 100, of.left().total)
    spent(chance, left, ways, lambda key: FAVOURED if key in idea["favoured"] else OTHER, take)
    return {key: value for key, value in values.items() if value != start}


def skills(chance: Chance, of: Any, idea: Idea, made: Callable[[str], Any], good: int) -> tuple[Any, ...]:
    """The idea's skills and some others of the age, until every point is spent; of the idea's those that come to `good`
    belong to the trade. `made` gives a skill at its start from the words of an idea."""
    keys = {row.key for row in of.skills.values() if not of.later(row.key, row.tl)}
    own = [made(said) for said in idea["skills"] if said.partition(":")[0] in keys]
    free = {row.key for row in of.skills.values() if not row.specialise} & keys - {one.key for one in own}
    further = [made(key) for key in chance.shuffled([key for key in of.skills if key in free])]
    learned = learning(chance, of, (own, further), max(0, of.left().total))

    def fit(key: str, level: int) -> bool:
        return bool(of.score(of.skills[key].characteristic) + level >= good)

    return tuple(
        one.model_copy(update={"level": level, "trade": at < len(own) and fit(one.key, level)})
        for at, (one, level) in enumerate(learned)
        if level > one.level
    )


def gear(of: Any, idea: Idea, strength: int, made: Callable[..., Any]) -> tuple[Any, ...]:
    """What the idea has of the age, as far as one is strong enough for it; one weapon in hand, armour worn."""
    found, worn = [], set[str]()
    for item in idea["gear"]:
        weapon, armour = of.weapons.get(item), of.armours.get(item)
        row = weapon or armour
        if row is not None and (
            (row.tl or 0) > of.document.campaign.technology or (getattr(row, "strength", 0) or 0) > strength
        ):
            continue
        kind = "weapon" if weapon else "armour" if armour else THING
        sort = armour.kind if armour else kind
        held = row is not None and sort not in worn
        worn |= {sort}
        found.append(made(kind=kind, key=item if row else "", name=row.name if row else item, worn=held))
    return tuple(found)


def raised(
    chance: Chance, one: Any, left: Callable[[Any], int], ways: Callable[[Any], Iterable[tuple[Any, int]]]
) -> Any:
    """Spends points of a document by chance, one step after the other, while any can be paid: `left` says how many are
    left of it, `ways` what it may be after a step, each with how likely that is."""
    while found := [(new, weight) for new, weight in ways(one) if left(new) >= 0]:
        one = chance.weighed([new for new, _ in found], [weight for _, weight in found])
    return one


# ---- the whole


@dataclass(frozen=True)
class Maker:
    """How a game makes a random legal character, whole or for one step, from a seed."""

    numbers: Callable[[Any], Any]
    """The numbers of a document (`by_points.ByPoints`)."""
    ideas: Callable[[], Mapping[str, Any]]
    """The ideas as data: `concept` and `names`."""
    scores: Sequence[str]
    """The numbers that are raised one by one."""
    skill: Callable[[Any, str], Any]
    """A skill at its start, of the numbers and an idea's words."""
    gear: Callable[..., Any]
    good: int = 0
    """The total of a skill that belongs to a trade."""
    share: int = 60
    """So many per cent of the points are spent on numbers."""
    usual: int = 10
    """How high a number may be, and one more for each hundred points."""
    steps: Sequence[str] = ("concept", "characteristics", "skills", "equipment")
    strength: str = "str"

    def made(self, document: Any, seed: int, step: str | None) -> Any:
        """The document with that step, or all of them, chosen anew. What is the player's own stays: id, player, notes,
        campaign, setting. `KeyError` for a step that does not exist."""
        trade = document.concept.trade if step not in (None, "concept") else ""
        idea = idea_of(self.ideas()["concept"], Chance(seed, "idea"), trade, document.campaign.technology)
        if step is None:
            own = {key: getattr(document, key) for key in ("id", "world", "rulings", "automation")}
            concept = type(document.concept)(player=document.concept.player, notes=document.concept.notes)
            campaign = document.campaign.model_copy(update={"points": self.numbers(document).points})
            document = type(document)(concept=concept, campaign=campaign, **own)
        for key in self.steps if step is None else (step,):
            document = self._step(document, Chance(seed, key), idea, key)
        return document

    def _step(self, document: Any, chance: Chance, idea: Idea, step: str) -> Any:
        if step == "concept":
            new = told(idea, self.ideas()["names"], chance, document.campaign.technology)
            return document.model_copy(update={"concept": document.concept.model_copy(update=new)})
        cleared: dict[str, dict[str, Any]] = {
            "characteristics": {"characteristics": {}, "bonuses": {}, "entered": ""},
            "skills": {"skills": (), "entered": ""},
            "equipment": {},
        }
        document = document.model_copy(update=cleared[step])
        of = self.numbers(document)
        if step == "characteristics":
            most = self.usual + of.points // 100
            chosen = scores(chance, of, self.scores, idea, start=of.start, most=most, share=self.share)
            return document.model_copy(update={"characteristics": chosen})
        if step == "skills":
            learned = skills(chance, of, idea, lambda said: self.skill(of, said), self.good)
            return document.model_copy(update={"skills": learned})
        return document.model_copy(update={"gear": gear(of, idea, of.score(self.strength), self.gear)})
