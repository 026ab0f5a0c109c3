"""How World Saga's stories are told: each roll with the chance that it had, luck as rolls made beyond what was to be
expected."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from saga_tui.games.world.character import Character
from saga_tui.games.world.play.commands import Make, Test
from saga_tui.games.world.play.state import ROWS
from saga_tui.games.world.rules import odds
from saga_tui.games.world.rules.figures import figures
from saga_tui.paper.story import Recap


class Telling(Recap):
    """World Saga's words and numbers for a story."""

    mark = "success"
    tested = True
    tracks: ClassVar[Mapping[str, tuple[str, ...]]] = {key: (key,) for key in ("stamina", "attention", "courage")}
    drawn: ClassVar[Mapping[str, str]] = {"stamina": "Stamina", "attention": "Attention", "courage": "Courage"}

    def line(self, document: Character) -> str:
        """Who it is."""
        return document.concept.line

    def chance(self, command: Any, document: Character) -> Fraction | None:
        """Of succeeding at all, alone or against the other's number (W-ODD)."""
        asked = command.asked(document) if isinstance(command, Make) else None
        if not isinstance(command, Test) and (asked is None or asked.what not in ROWS):
            return None
        return odds.chance(figures(document), command, command.number(document)).goal
