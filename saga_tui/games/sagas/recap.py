"""How SagaS's stories are told: each roll with the chance that it had, and luck as rolls made beyond what was to be
expected."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from saga_tui.degrees import NOBODY, against
from saga_tui.engine.degreed import AgainstDegree, ForDegree
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play.blows import Attack, Defend
from saga_tui.paper.story import Recap


class Telling(Recap):
    """SagaS's words and numbers for a story."""

    mark = "success"
    tested = True
    tracks: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "injuries": ("physical", "injuries"),
        "experience": ("experience",),
    }

    drawn: ClassVar[Mapping[str, str]] = {
        "injuries": "Physical injuries taken",
        "experience": "Experience earned",
    }

    def line(self, document: Character) -> str:
        """Who it is."""
        return document.concept.line

    def chance(self, command: Any, document: Character) -> Fraction | None:
        """Of a test or an opposition, of a hit, or of not being hit."""
        if not isinstance(command, ForDegree):
            return None
        if isinstance(command, Attack):
            return command.blow(document).hit
        own = command.law(document)
        other = command.others(document) if isinstance(command, AgainstDegree) else NOBODY
        return 1 - against(other, own).wins if isinstance(command, Defend) else against(own, other).wins
