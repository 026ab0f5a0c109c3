"""A random legal document of those who have scores, powers and several budgets (`engine.sheeted`), whole or for one
step, from a seed and ideas as data: by points or by cards, for any tier.

    hindrances = […]         further ones, for those who owe some
    [[idea]]                 names, line, calling, favoured (scores, the best first), hindrances, powers (name, suit,
                             stunts, limits), gear (name, kind, fires), skills by score, looks, background, motives
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from saga_tui.chance import Chance
from saga_tui.engine.ideas import raised
from saga_tui.engine.model import put_in
from saga_tui.engine.sheeted import SheetNumbers

Idea = Mapping[str, Any]
WEIGHTS: Final = (6, 4, 2, 1)
"""How likely a point goes to a score, the idea's favourite first."""
LEAST: Final = 2
"""What every score is at least."""


@dataclass(frozen=True)
class SheetMaker:
    """What a game says of it: the numbers of a document, the ideas, the tier where none is chosen, suggested skills by
    score, and the models of a power, of gear and of a skill."""

    numbers: Callable[[Any], SheetNumbers]
    ideas: Callable[[], Mapping[str, Any]]
    usual: str
    suggested: Mapping[str, Mapping[str, Any]]
    power: Callable[..., Any]
    gear: Callable[..., Any]
    skill: Callable[..., Any]

    def made(self, one: Any, seed: int, step: str | None) -> Any:
        """The document with that step, or all of them, chosen anew; what is the player's own stays. `KeyError` for a
        step that does not exist."""
        ideas = self.ideas()["idea"]
        mine = [idea for idea in ideas if step not in (None, "concept") and idea["line"] == one.concept.line]
        idea = (mine or [Chance(seed, "idea").pick(ideas)])[0]
        if step is None:
            kept = {name: getattr(one, name) for name in ("id", "world", "campaign", "rulings", "automation")}
            words = type(one.concept)(name=one.concept.name, player=one.concept.player, notes=one.concept.notes)
            one = type(one)(**kept, concept=words, made=type(one.made)(tier=one.made.tier, way=one.made.way))
        one = put_in(one.model_copy(update={"entered": ""}), ("made", "tier"), one.made.tier or self.usual)
        steps = {"concept": self._concept, "calling": self._calling, "powers": self._powers,
                 "abilities": self._abilities, "background": self._background}  # fmt: skip
        for key in steps if step is None else (step,):
            one = steps[key](one, Chance(seed, key), idea)
        return one

    def _told(self, one: Any, **words: str) -> Any:
        return one.model_copy(update={"concept": one.concept.model_copy(update=words)})

    def _concept(self, one: Any, chance: Chance, idea: Idea) -> Any:
        name = chance.pick(idea["names"])
        return self._told(one, name=one.concept.name if one.concept.name.strip() else name, line=idea["line"])

    def _calling(self, one: Any, _chance: Chance, idea: Idea) -> Any:
        return one.model_copy(update={"calling": idea["calling"], "hindrances": tuple(idea["hindrances"])})

    def _background(self, one: Any, _chance: Chance, idea: Idea) -> Any:
        return self._told(one, **{key: idea[key] for key in ("looks", "background", "motives")})

    def _powers(self, one: Any, chance: Chance, idea: Idea) -> Any:
        """The idea's, as strong as the points allow; made of cards they are what the cards say."""
        powers, bought = tuple(self.power(**it, intensity=1) for it in idea["powers"]), one.made.way == "points"
        gear = tuple(self.gear(**it, bonus=1) for it in idea["gear"]) if bought else ()
        one = one.model_copy(update={"powers": powers, "gear": gear})
        cap = self.numbers(one).tier["cap"]

        def ways(now: Any) -> Iterator[tuple[Any, int]]:
            for at, power in enumerate(now.powers):
                if power.intensity < cap:
                    yield put_in(now, ("powers", at, "intensity"), power.intensity + 1), WEIGHTS[at]
            for at, piece in enumerate(now.gear):
                if piece.bonus < cap // 2:
                    yield put_in(now, ("gear", at, "bonus"), piece.bonus + 1), 1

        return raised(chance, one, lambda now: self.numbers(now).power_points().total, ways) if bought else one

    def _abilities(self, one: Any, chance: Chance, idea: Idea) -> Any:
        """Scores, edge and codes, by cards or by points; then the skills that the codes allow."""
        told, first = self.numbers(one).told, idea["favoured"]
        order, codes = [*first, *(key for key in one.four if key not in first)], [*told.codes]
        for key in order:
            blank = type(one.four[key])(score=LEAST)
            one = put_in(one, ("abilities", key), blank)
        one = one.model_copy(update={"edge": told.prices["edge"], "hand": None})
        if one.made.way == "cards":
            one = told.making.by_chance(one, chance, order)
            one = self._owing(one, told.making.owed(one))
        else:
            one = self._bought(one, chance, order, codes)
        for key, own in one.four.items():
            suggested = chance.shuffled(self.suggested[key]["skills"])
            names = [*dict.fromkeys((*idea["skills"].get(key, ()), *suggested))][: told.codes[own.code]["skills"]]
            one = put_in(one, ("abilities", key, "skills"), tuple(self.skill(name=name) for name in names))
        return one

    def _owing(self, one: Any, owed: int) -> Any:
        further = [words for words in self.ideas()["hindrances"] if words not in one.hindrances]
        more = further[: max(0, owed - len(one.hindrances))]
        return one.model_copy(update={"hindrances": (*one.hindrances, *more)})

    def _bought(self, one: Any, chance: Chance, order: list[str], codes: list[str]) -> Any:
        cap, most = self.numbers(one).tier["cap"], self.numbers(one).told.prices["edge_max"]

        def scores(now: Any) -> Iterator[tuple[Any, int]]:
            for key, weight in zip(order, WEIGHTS, strict=True):
                if (score := now.four[key].score) < cap:
                    yield put_in(now, ("abilities", key, "score"), score + 1), weight
            if now.edge < most:
                yield now.model_copy(update={"edge": now.edge + 1}), 1

        def training(now: Any) -> Iterator[tuple[Any, int]]:
            for key, weight in zip(order, WEIGHTS, strict=True):
                if at := codes.index(now.four[key].code):
                    yield put_in(now, ("abilities", key, "code"), codes[at - 1]), weight

        one = raised(chance, one, lambda now: self.numbers(now).ability_points().total, scores)
        return raised(chance, one, lambda now: self.numbers(now).skill_points().total, training)
