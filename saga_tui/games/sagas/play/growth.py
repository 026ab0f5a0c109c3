"""Experience and what it buys, taken back until the next scenario starts; long actions (S-EXP, S-LONG)."""

from __future__ import annotations

from collections.abc import Sequence

from saga_tui.engine import advances, works
from saga_tui.engine.advances import Advance
from saga_tui.engine.declared import declare
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play.state import offered, play_of
from saga_tui.games.sagas.rules.base import Command
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, figures, name_of


def offer(character: Character, what: str, steps: int = 1, trainer: int | None = None) -> tuple[Advance, str]:
    """Something raised by so many steps: what it costs, and its name (S-EXP-3, S-EXP-4)."""
    of, key = figures(character), what.removesuffix("-bonus")
    if what in MAIN:
        old, label = of.score(what), name_of(what)
        new, cost = old + steps, of.price("characteristic", old, old + steps)
    elif key in SECONDARY:
        old, label = of.bought(key).total, f"{name_of(key)} bonus"
        value = of.formula(key, reached=True)
        new, cost = old + steps, of.price("secondary", value, value + steps)
    else:
        held = next(one for one in of.held.values() if one.name == what)
        old, label = of.level(held), held.label
        new, student = old, of.total(held.ref).total
        for _ in range(steps):
            new = of.next_level(new)
        cost = of.lesson(old, new, student, student if trainer is None else trainer)
    now = play_of(character).scenario
    return Advance(what=what, old=old, new=new, cost=cost, scenario=now, trainer=trainer), label


class Raise(advances.Study, Command, verb="advance", title="Spend experience", rules="S-EXP-3 S-EXP-4 S-EXP-5"):
    """Spend experience: raise a characteristic, a bonus or a skill, at the prices of creation. It can be taken back
    until the next scenario starts."""

    group, studies = "experience", "S-EXP-5"

    def offered(self, document: Character) -> Sequence[str]:
        """Characteristics, bonuses and skills."""
        return offered(document)

    def limit(self, document: Character) -> tuple[int, str]:
        """As the group plays (S-EXP-5)."""
        return figures(document).study_limit().total, figures(document).switch("study_limit")

    def made(self, document: Character, what: str) -> tuple[Advance, str]:
        """At the prices of creation."""
        return offer(document, what, self.steps, self.trainer)


declare(Command, book.data("commands")["growth"], gain=advances.Gain, back=advances.TakeBack, start=works.StartWork,
        step=works.WorkStep, over=works.EndWork)  # fmt: skip
