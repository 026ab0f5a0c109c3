"""Commands of play, as rows of `book/commands.toml`: rolls and what Courage does with them, what hurts and helps,
growth; and what the switches say of them."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from saga_tui.engine import advances, asked, harming, rerolled, under
from saga_tui.engine.command import Gate, LongText, in_play
from saga_tui.engine.declared import declare
from saga_tui.games.world import book
from saga_tui.games.world.character import Advance, Character
from saga_tui.games.world.play.state import AILS
from saga_tui.games.world.rules.base import Change, Command
from saga_tui.games.world.rules.checks import offered
from saga_tui.games.world.rules.figures import figures


class Ailing(Command):
    """A command of play that knows what becomes of somebody."""

    ails: ClassVar[Any] = AILS


class Settled(Ailing):
    """One that waits until the outcome of the last roll was accepted or changed."""

    gates: ClassVar[tuple[Gate, ...]] = (in_play, under.nothing_waits)


class Switched(under.Rolled):
    """What Courage buys beforehand, as the group plays it (W-CRG-2, W-TOL-9)."""

    buys, picks, sides = "grit", "motivated", 20

    def at_once(self, document: Character) -> bool:
        """Whether the last point spent counts at once."""
        return figures(document).switch("spent_to_zero") == "at-once"

    def by_training(self, document: Character) -> bool:
        """Whether Training Ranks alone limit Grit."""
        return figures(document).switch("grit_limit") == "training-rank"


class Test(under.Test, Switched):
    """A test."""

    __test__ = False
    typed = ("skill",)


class Make(rerolled.Make, Switched):
    """A roll that the rules ask for; a suggestion of a resistance is Elsewhere's (W-AFF-9)."""

    typed = ("what",)
    suggested = {kind: row["suggested"] for kind, row in book.data("afflictions")["kinds"].items()}


class Summed(under.Summed, Switched):
    """A die and a number."""


class Raise(advances.Raise):
    """A Training Rank or a maximum, with its reason (W-ENT-5)."""

    cost: int = Field(default=0, ge=0, le=9999)
    reason: LongText = ""

    def offered(self, document: Character) -> list[str]:
        """Training Ranks and maxima; attributes do not grow."""
        return offered(figures(document))

    def offer(self, edit: Change, what: str) -> tuple[Advance, str]:
        """By so many steps."""
        of = figures(edit.now)
        row, when = of.table[what], edit.game.when(edit.now)
        old = of.training(row.key) if row.kind == "rank" else of.number(what).total
        new = old + self.steps
        return Advance(what=what, old=old, new=new, cost=self.cost, reason=self.reason, when=when), row.label


TABLE = book.data("commands")
declare(Settled, TABLE["rolls"], test=Test, make=Make, sum=Summed)
declare(Ailing, TABLE["last"], waive=rerolled.Waive, again=rerolled.Again, avert=rerolled.Avert, out=rerolled.WayOut,
        accept=rerolled.Accept)  # fmt: skip
declare(Settled, TABLE["hurt"], take=harming.Take)
declare(Ailing, TABLE["harm"], spend=harming.Spend, recover=harming.Recover, gain=harming.Gain, end=harming.End,
        hurt=harming.Hurt, treat=harming.Treat, expose=harming.Expose, enter=harming.Enter,
        confront=harming.Confront, adjust=asked.Adjust)  # fmt: skip
declare(Command, TABLE["growth"], gain=advances.Gain, back=advances.TakeBack, **{"raise": Raise})
