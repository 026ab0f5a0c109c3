"""What every command of Saga has in common: what it is entered in, and when it may happen."""

from typing import ClassVar, Literal

from pydantic import Field

from saga_tui.engine import command
from saga_tui.engine.command import Count, Index, LongText, Outcome, Words
from saga_tui.engine.deciding import SHARED
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Purchase
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import PURCHASE
from saga_tui.games.saga.rules.words import Asset, GearKind, Purchasable, Skill

__all__ = ["MADE", "Command", "Count", "Index", "LongText", "Outcome", "Purchasing", "Words"]

MADE: dict[str, type[command.Command]] = dict(SHARED)
"""The commands that are loaded so far, by their verbs: those that every game's group has are among them."""


def in_play(edit: Edit) -> None:
    """Objects before play has begun (TIME-3)."""
    if edit.before.play is None:
        message, fix = "You have not started play yet", "Start play first; it lists what is still to do."
        edit.object("TIME-3", message, fix, code="not-begun")


def not_doomed(edit: Edit) -> None:
    """Objects once the character has met their doom (DOM-3)."""
    if state.doomed(edit.before):
        message = f"{edit.before.title} has met their doom and left play"
        fix = "Undo what led to it, or allow this with a reason."
        edit.object("DOM-3", message, fix, code="doomed", where=("play", "doom"))


class Command(command.Command):
    """Something that happens to a character of Saga."""

    registry = MADE
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play, not_doomed)


class Purchasing(Command):
    """A command that buys something: what, and whatever that kind needs (CRE-9, SPK-4)."""

    variants = PURCHASE

    buy: Purchasable
    asset: Asset | Literal[""] = ""
    skill: Skill | Literal[""] = ""
    name: Words = ""
    kind: GearKind | Literal[""] = ""
    rating: int = Field(default=0, ge=0, le=99)
    without: tuple[str, ...] = ()
    purpose: Words = ""

    def purchase(self, chapter: int = 0) -> Purchase:
        """The purchase as the file keeps it."""
        return Purchase.model_validate(self.model_dump(exclude={"who", "why"}) | {"chapter": chapter})
