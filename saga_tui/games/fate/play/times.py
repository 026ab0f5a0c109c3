"""The clock's commands, cards looked at, and what is noted by hand (F-TIME, F-FIGHT, F-CALL, F-OPP-6)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import asked, choosing, edges, hand
from saga_tui.engine.command import Words
from saga_tui.engine.declared import declare
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM
from saga_tui.games.fate.hero import Duration, Hero, Play
from saga_tui.games.fate.play.clock import Choices, due
from saga_tui.games.fate.play.state import Drawing, Hands, cards_of
from saga_tui.games.fate.rules.base import Command


class Narrated(Drawing, verb="narrator-card", title="The narrator's card", group="cards",
               rules="F-OPP-2 F-FIGHT-2 F-FIGHT-13"):  # fmt: skip
    """Draw the narrator's card for an opposed action, or say which it is: 6 positive. Durations that wait for its aura
    happen or end."""

    card: Words = ""
    """The card that was drawn elsewhere: its row, or what it shows."""

    def draws(self, document: Hero) -> Draw:
        """One, unless it is said."""
        return self.drawing(self.trial(document), int(not self.card))

    def apply(self, edit: Hands) -> None:
        """Open until the action is over, or, in a fight, the exchange."""
        edit.begin(self)
        edit.open(self.card)
        due(edit)


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
            reading = book.keyed("auras")[card.aura]["reading"]
            works = "fizzles" if card.value > self.intensity else "works"
            told = {"aura": f"{card.aura}: {reading}", "event": f"event “{card.event}” moves {calling}{mine}",
                    "suit": card.suit, "magic": f"{card.name}: the spell {works}"}  # fmt: skip
            edit.say(f"drawn: {told[self.what]}", {"aura": "F-OPP-6", "event": "F-CALL-2"}.get(self.what, "F-FIGHT-14"))


class Aim(asked.Remark):
    """Aiming takes the exchange's action (F-FIGHT-9)."""

    def apply(self, edit: Hands) -> None:
        """Noted, and acted."""
        if edit.play.acted:
            edit.object("F-FIGHT-1", "You have used this exchange's action", "Aim in the next one.", code="acted")
        super().apply(edit)
        edit.put("F-FIGHT-9", acted=edit.game.clock.is_open(edit.now, "exchange"))


class Lasts(choosing.Add):
    """A duration (F-FIGHT-13)."""

    row: ClassVar[Any] = Duration


class Timed(edges.Crossing, Drawing):
    """A command of the clock."""

    group, chosen = "clock", Choices

    def draws(self, document: Hero) -> Draw:
        """What fills the hand, and the narrator's card; where that is positive, one more for an injured hero."""
        trial = self.trial(document)
        self.apply(trial)
        hurt = trial.opens and trial.play.hurt and trial.play.state != "comatose" and not document.health
        good = (one.number for one in book.cards(100).values() if hurt and one.aura == "positive")
        return self.drawing(trial, trial.wanted + trial.opens, good, 2)

    def cross(self, edit: Hands, edge: str) -> None:
        """With its cards where they are."""
        edit.begin(self)
        super().cross(edit, edge)


CONDITIONS: Final = asked.conditions(book.data("play")["condition"], Play)
"""What may be set by hand."""


class Condition(asked.SetCondition, Command, verb="condition", title="Set a condition", group="fight",
                rules="F-FIGHT-3 F-FIGHT-5 F-DMG-3 F-DMG-8 F-HEAL-5 F-HAND-5"):  # fmt: skip
    """Begin or end a condition: surprised, acted, unconscious, comatose, a closed hand."""

    known = CONDITIONS


declare(Drawing, book.data("commands")["hand"], fill=hand.Fill)
declare(Timed, book.data("commands")["time"], begin=edges.Begin, end=edges.End, again=edges.Again)
declare(Command, book.data("commands")["note"], remark=asked.Remark, aim=Aim, lasts=Lasts, remove=choosing.Remove,
        adjust=asked.Adjust, waive=asked.Waive, hold=hand.Hold, spend=hand.SpendBank, deck=hand.ShowDeck)  # fmt: skip
