"""What is wrong with a character, what is still to enter, and what is worth a word (W-ENT-3). The words stand in
`problems.toml`."""

from __future__ import annotations

from typing import Final

from saga_tui.engine import entered, examined
from saga_tui.engine.entered import offered, rolls, spent, trainable
from saga_tui.engine.findings import Findings
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.rules.figures import figures
from saga_tui.problem import Problem

__all__ = ["QUICK", "offered", "problems", "rolls", "spent", "trainable"]
ENTRY: Final = book.data("creation")["entry"]
QUICK: Final = book.data("creation")["quick_build"]
found: Final = Findings(book.data("problems"))


def problems(character: Character) -> list[Problem]:
    """All of it, errors first."""
    of = figures(character)
    return examined.ordered([
        *entered.attributes(found, of, ENTRY),
        *entered.training(found, of, ENTRY),
        *entered.maxima(found, of, ENTRY),
        *entered.items(found, of),
        *entered.quick_build(found, of, QUICK, of.switch("quick_build")),
        *entered.in_play(found, of),
        *examined.switches(found, of, book.switches()),
    ])  # fmt: skip
