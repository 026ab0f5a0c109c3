"""A hero at the table of a test: commands are carried out one after the other, with cards by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saga_tui.dice import Roller, seeded
from saga_tui.engine.command import Outcome, perform
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Abilities, Ability, Concept, Hero, Play
from saga_tui.games.fate.play.state import hand_of
from saga_tui.games.fate.rules.ruleset import RULES


def numbers(names: Sequence[str], many: int = 96) -> tuple[int, ...]:
    """The rows of cards by their names, each row as seldom as may be."""
    found: list[int] = []
    for name in names:
        card = book.named(name, many, found)
        assert card is not None, name
        found.append(card.number)
    return tuple(found)


def hero(
    hand: Sequence[str] = (), *, scores: Sequence[int] = (6, 6, 6, 6), edge: int = 1, size: int | None = None,
    switches: dict[str, str] | None = None, play: dict[str, Any] | None = None, **more: Any,
) -> Hero:  # fmt: skip
    """A hero in a scene with that hand, of the size of the hand where none is said."""
    keys = ("strength", "agility", "intellect", "willpower")
    abilities = Abilities(**{key: Ability(score=score) for key, score in zip(keys, scores, strict=True)})
    held = Play(**{"span": "scene", "evening": 1, "scene": 1, "hand": numbers(hand)} | (play or {}))
    base = Hero(concept=Concept(name="Ash"), abilities=abilities, edge=edge, hand=len(hand) if size is None else size,
                calling="guardian", entered="as is", play=held, **more)  # fmt: skip
    return base.model_copy(update={"campaign": base.campaign.model_copy(update={"switches": switches or {}})})


class Table:
    """A hero, and what happens to it."""

    def __init__(self, hero: Hero, roller: Roller | None = None) -> None:
        self.hero = hero
        self.roller = roller or seeded(7)

    def tries(
        self, verb: str, draws: Sequence[str] | None = None, overrule: str | None = None, **params: Any
    ) -> Outcome[Hero]:
        """What a command would do; `draws` are the cards that the pile would give, of which it takes what it needs."""
        command = RULES.command(verb, params)
        need = command.draws(self.hero)
        faces = need.by(self.roller) if draws is None else need.cut(numbers([*draws, *["A5"] * 9]))
        return perform(RULES, self.hero, command, faces, overrule)

    def does(self, verb: str, draws: Sequence[str] | None = None, **params: Any) -> Outcome[Hero]:
        """Carries a command out, which must not be refused."""
        outcome = self.tries(verb, draws, **params)
        assert not outcome.refused, [one.sentence() for one in outcome.problems]
        self.hero = outcome.after
        return outcome

    def refuses(self, verb: str, **params: Any) -> str:
        """The code of the first problem of a command that is refused."""
        outcome = self.tries(verb, **params)
        assert outcome.refused
        return outcome.problems[0].code

    @property
    def play(self) -> Play:
        """Where play stands."""
        assert self.hero.play is not None
        return self.hero.play

    @property
    def hand(self) -> list[str]:
        """The hand by names."""
        return [one.name for one in hand_of(self.hero)]
