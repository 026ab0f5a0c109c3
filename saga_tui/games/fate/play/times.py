"""Commands of play that are declared in `book/commands.toml`, and cards drawn for what they show (F-TIME, F-FIGHT,
F-HEAL, F-CALL, F-OPP-6)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import asked, card_fight, choosing, edges, hand
from saga_tui.engine.choosing import adding
from saga_tui.engine.declared import declare
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM
from saga_tui.games.fate.hero import Hero, Play
from saga_tui.games.fate.play.clock import Choices
from saga_tui.games.fate.play.state import Drawing, Hands, cards_of
from saga_tui.games.fate.rules.base import Command

RULES: Final = {"aura": "F-OPP-6", "event": "F-CALL-2"}


class Look(Drawing, verb="draw", title="Draw a card", group="cards",
           rules="F-OPP-6 F-CALL-2 F-ACT-10 F-FIGHT-14 F-DECK-2"):  # fmt: skip
    """Draw a card for what it shows: its aura as an answer, an event, a suit that says which ability counts, or a
    value that says whether a dabbler's magic works."""

    what: Literal["aura", "event", "suit", "magic"] = "aura"
    intensity: Annotated[int, Field(ge=0, le=30)] = 0
    """Of the dabbler's magic: a card above it fizzles."""

    def draws(self, document: Hero) -> Draw:
        """One; Doom is drawn again where a suit is wanted (F-ACT-10)."""
        doom = (one.number for one in book.cards(100).values() if one.suit == DOOM and self.what == "suit")
        return self.drawing(self.trial(document), 1, doom)

    def apply(self, edit: Hands) -> None:
        """What the last card shows."""
        draw = self.draws(edit.before)
        edit.begin(self)
        taken = edit.take(draw)
        edit.lay(taken)
        for card in cards_of(taken[-1:]):
            calling = book.keyed("callings").get(card.calling, {"name": card.calling})["name"]
            mine = " (yours)" if card.calling == edit.now.calling else ""
            works = "fizzles" if card.value > self.intensity else "works"
            told = {"aura": f"{card.aura}: {book.keyed('auras')[card.aura]['reading']}",
                    "event": f"event “{card.event}” moves {calling}{mine}", "suit": card.suit,
                    "magic": f"{card.name}: the spell {works}"}  # fmt: skip
            edit.say(f"drawn: {told[self.what]}", RULES.get(self.what, "F-FIGHT-14"))


class Timed(card_fight.Timed, Drawing):
    """A command of the clock."""

    group, chosen = "clock", Choices


CONDITIONS: Final = asked.conditions(book.data("play")["condition"], Play)
"""What may be set by hand."""


class Condition(asked.SetCondition):
    """A condition of a hero."""

    known = CONDITIONS


ROWS: Final = book.data("commands")
declare(Drawing, ROWS["hand"], fill=hand.Fill, open=card_fight.OpenCard, recover=card_fight.Recover)
declare(Timed, ROWS["time"], begin=edges.Begin, end=edges.End, again=edges.Again)
declare(Command, ROWS["note"], remark=asked.Remark, aim=card_fight.Aim, lasts=adding(card_fight.Duration),
        remove=choosing.Remove, adjust=asked.Adjust, waive=asked.Waive, hold=hand.Hold, spend=hand.SpendBank,
        deck=hand.ShowDeck, give=card_fight.GiveUp, serious=card_fight.MarkSerious, condition=Condition)  # fmt: skip
