"""How stories are told: cards played with their results, cards lost, Doom played."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.paper.story import Recap


class Telling(Recap):
    """Words and numbers for a story."""

    mark = "success"
    tested = True
    tracks: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("hurt",)}
    drawn: ClassVar[Mapping[str, str]] = {"cards": "Cards lost in fights"}

    def line(self, document: Hero) -> str:
        """Who it is."""
        return document.concept.line

    def chance(self, command: Any, document: Hero) -> Fraction | None:
        """Of the play that was made, where the difficulty was known (F-ODDS-3)."""
        if not isinstance(command, Acting):
            return None
        of = figures(document)
        used, goal, cards = command.used(of), command.difficulty(of), [one.name for one in of.held]
        if used is None or goal is None or not {*command.cards} <= {*cards}:
            return None
        places = tuple(cards.index(name) for name in command.cards)
        push = cards.index(command.push) if command.push in cards else None
        action = law.action(of, used[0].total + command.bonus, used[1], sure=command.helps(of))
        return action.chance(law.Play(places, push), goal.total)
