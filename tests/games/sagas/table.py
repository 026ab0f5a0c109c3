"""A table at which a character of SagaS plays: one command after the other, each with the dice that are told."""

from __future__ import annotations

from typing import Any

from saga_tui.dice import seeded
from saga_tui.engine.command import Outcome, perform
from saga_tui.games.sagas.character import Campaign, Character, Harm, Play
from saga_tui.games.sagas.rules.ruleset import RULES

Shown = Outcome[Character]
MAINS = {"str": 12, "agi": 8, "end": 10, "dex": 8, "wil": 8, "pre": 8, "ins": 8}
"""Hit points 60 and 48, shock above 14 and 12, dead at 70, mad at 56, Initiative 6."""


class Table:
    def __init__(self, switches: dict[str, str] | None = None, **play: Any) -> None:
        campaign = Campaign(points=250, switches=switches or {})
        self.one = Character(characteristics=MAINS, campaign=campaign, play=Play(**play))
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

    def refused(self, verb: str, **params: Any) -> list[str]:
        outcome = self.see(verb, **params)
        assert outcome.refused
        return [one.code for one in outcome.problems]

    @property
    def play(self) -> Play:
        assert self.one.play is not None
        return self.one.play

    @property
    def rules(self) -> set[str]:
        assert self.last is not None
        return {line.rule for line in self.last.lines}

    @property
    def asked(self) -> list[str]:
        return [ask.what for ask in self.play.asks]


def fighting(**more: Any) -> Table:
    table = Table(**more)
    table.do("start-scenario")
    table.do("start-fight", die=4)
    return table


def hurt(injuries: int = 0, stun: int = 0) -> Harm:
    return Harm(injuries=injuries, stun=stun)
