"""A table at which a character of World Saga plays: one command after the other, each with the dice that are told."""

from __future__ import annotations

from typing import Any

from saga_tui.dice import seeded
from saga_tui.engine.command import Outcome, perform
from saga_tui.games.world.character import Affliction, Campaign, Character, Condition, Harm, Play
from saga_tui.games.world.rules.ruleset import RULES

Shown = Outcome[Character]
ATTRIBUTES = {"strength": 10, "agility": 9, "endurance": 9, "coordination": 8, "intelligence": 8, "willpower": 8,
              "charisma": 7, "perception": 8, "empathy": 8}  # fmt: skip
"""Resilience 8 + 4, Resolve 8 + 4."""
TRAINING = {"resilience": 4, "resolve": 4, "athletics": 2}
MAXIMA = {"stamina": 9, "attention": 8, "courage": 8}


class Table:
    def __init__(self, switches: dict[str, str] | None = None, **play: Any) -> None:
        full = {**MAXIMA, "began": ATTRIBUTES}
        campaign = Campaign(switches=switches or {})
        self.one = Character(attributes=ATTRIBUTES, training=TRAINING, maxima=MAXIMA, campaign=campaign,
                             play=Play(**(full | play)))  # fmt: skip
        self.last: Shown | None = None

    def see(self, verb: str, *dice: int, **params: Any) -> Shown:
        command = RULES.command(verb, params)
        faces = dice or command.draws(self.one).by(seeded(len(verb)))
        return perform(RULES, self.one, command, faces)

    def do(self, verb: str, *dice: int, **params: Any) -> str:
        self.last = outcome = self.see(verb, *dice, **params)
        assert not outcome.refused, [one.message for one in outcome.problems]
        assert RULES.of(outcome.doc) == outcome.after
        self.one = outcome.after
        return outcome.text

    def refused(self, verb: str, *dice: int, **params: Any) -> list[str]:
        outcome = self.see(verb, *dice, **params)
        assert outcome.refused, outcome.text
        return [one.code for one in outcome.problems]

    @property
    def play(self) -> Play:
        assert self.one.play is not None
        return self.one.play

    @property
    def asked(self) -> list[str]:
        return [ask.what for ask in self.play.asks]

    @property
    def conditions(self) -> list[str]:
        return list(dict.fromkeys(one.key for one in self.play.conditions))

    def held(self, kind: str) -> dict[str, int]:
        return {one.key: one.left for one in getattr(self.play, kind)}


def condition(key: str, number: int = 0, **more: Any) -> Condition:
    return Condition(key=key, number=number, **more)


def harms(*keys: str) -> tuple[Harm, ...]:
    return tuple(Harm(key=key, left=7) for key in keys)


def ill(key: str, rank: int, **more: Any) -> Affliction:
    return Affliction(key=key, rank=rank, **{"felt": rank, "due": 1, "resistance": "resilience"} | more)
