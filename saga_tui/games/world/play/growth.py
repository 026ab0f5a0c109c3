"""What experience brings: every raise is an entry with its reason, and can be taken back (W-ENT-5)."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from saga_tui.engine import advances
from saga_tui.engine.command import LongText
from saga_tui.engine.declared import declare
from saga_tui.games.world import book
from saga_tui.games.world.character import Advance, Character
from saga_tui.games.world.rules.base import Change, Command
from saga_tui.games.world.rules.checks import trainable
from saga_tui.games.world.rules.figures import TOLERANCES, figures, name_of


def offered(document: Character) -> Sequence[str]:
    """All that can be raised: Training Ranks and the maxima of tolerances; attributes do not grow (W-ENT-5)."""
    names = [name_of(ref) for ref in trainable(figures(document))]
    return [f"{one}-most" if one in TOLERANCES else one for one in names]


class Raise(advances.Raise, Command, verb="raise", title="Raise", rules="W-ENT-5", group="experience"):
    """Raise a Training Rank or a maximum, with its reason; what it costs in experience, your book says."""

    cost: int = Field(default=0, ge=0, le=9999)
    reason: LongText = ""

    def offered(self, document: Character) -> Sequence[str]:
        """Training Ranks and maxima."""
        return offered(document)

    def offer(self, edit: Change, what: str) -> tuple[Advance, str]:
        """By so many steps."""
        of = figures(edit.now)
        row = of.table[what]
        old = of.training(row.key) if row.kind == "rank" else of.number(what).total
        made = Advance(what=what, old=old, new=old + self.steps, cost=self.cost, reason=self.reason,
                       when=edit.game.when(edit.now))  # fmt: skip
        return made, row.label


declare(Command, book.data("commands")["growth"], gain=advances.Gain, back=advances.TakeBack)
