"""Kismet dice on the table, and what they came to (KIS, AST-7, PRK-5)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import automation, derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.commands.kismet import RerollKismet, RollKismet, rerolled
from saga_tui.games.saga.rules.moments import moments
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.lines import OfferLines
from saga_tui.games.saga.screens.session.after.offers import Offered, cost
from saga_tui.safe import safe
from saga_tui.ui.dice import DiceDialog, DiceView, Look
from saga_tui.ui.roll import RollOutcome
from saga_tui.words import plural


def look(character: Character) -> Look:
    """Marks and hitches of a kismet roll (KIS-2)."""
    return replace(view.dice(character), bad_to=derive.numbers(character).roll.hitch_to)


def kismet_offers(character: Character) -> list[Offered]:
    """What can be done about the kismet roll and is not set to `never`: fortune, Destined, reminders."""
    found = [item for item in moments(character) if item.when == "kismet-roll" and item.mode != "never"]
    lines = []
    for item in found:
        key = "" if item.command is None else "o" if item.key == automation.KISMET else "d"
        words = f"{item.name}: {item.offer.replace(' and keep the better face', '; keep the better')}"
        lines.append(Offered(key, words, cost(item), rule=item.rule, moment=item, reminder=item.command is None))
    return lines


class KismetTable(DiceDialog[str]):
    """Kismet dice on the table, and what can still be done about them."""

    title_text = "Kismet roll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take('settle')", "Accept", id="kismet.settle"),
        Binding("o", "take('reroll')", "Re-roll", id="kismet.reroll", show=False, tooltip="Re-roll a die with fortune"),
        Binding("d", "take('destined')", "Destined", id="kismet.destined", show=False, tooltip="Ignore a hitch"),
        Binding(
            "Y",
            "take('modes')",
            "Automate",
            id="kismet.modes",
            tooltip="Choose what the app does here: always, ask, off",
        ),
    ]

    def __init__(self, character: Character, *, said: str = "", fresh: bool = False) -> None:
        """`said` is what happened last; `fresh`: the dice were thrown just now."""
        super().__init__()
        self.character, self.said, self.fresh = character, said, fresh
        self.offers = kismet_offers(character)
        rolled = state.play_of(character).kismet
        self.rule = "KIS-3" if rolled is not None and rolled.hitches else "KIS-4"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is offered."""
        keys = {"reroll": "o", "destined": "d"}
        if action != "take" or parameters[0] == "settle":
            return True
        if parameters[0] == "modes":
            return bool(self.offers)
        return any(offer.key == keys[str(parameters[0])] for offer in self.offers)

    def compose_body(self) -> ComposeResult:
        """Faces, counts, what it means, what can be done."""
        rolled = state.play_of(self.character).kismet
        if rolled is None:
            return
        if rolled.faces:
            yield DiceView(look(self.character), rolled.faces, id="kismet-dice")
        if self.said:
            yield Static(Content.styled(safe(self.said), "$dim"), classes="dialog--question")
        yield Static(counts(rolled.marks, rolled.hitches))
        doom, end = state.play_of(self.character).doom, derive.doom_end(self.character).total
        if rolled.hitches:
            after = min(end, doom + rolled.hitches)
            met = ": this is your doom" if after >= end else ""
            yield Static(Content.styled(f"Result: doom {doom} → {after} of {end}{met}", "$warn"))
        else:
            spark = f"gain {rolled.marks} Spark" if rolled.marks else "nothing happens"
            yield Static(Content.styled(f"Result: no hitch, {spark}", "$good"))
        lines = OfferLines(id="kismet-offers")
        lines.offers = tuple(self.offers)
        yield lines

    def on_mount(self) -> None:
        """Dice thrown just now tumble."""
        rolled = state.play_of(self.character).kismet
        for dice in self.query(DiceView):
            if self.fresh and rolled is not None:
                dice.show(rolled.faces, rolling=range(len(rolled.faces)))

    @on(OfferLines.Chosen)
    def _clicked(self, event: OfferLines.Chosen) -> None:
        self.dismiss({"o": "reroll", "d": "destined"}[event.key])

    def action_take(self, choice: str) -> None:
        """Gives what is to be done."""
        self.dismiss(choice)


def counts(marks_: int, hitches: int) -> Content:
    """`1 mark  ·  2 hitches`, each in its colour."""
    return Content.assemble(
        (plural(marks_, "mark"), "bold $good" if marks_ else "$dim"),
        ("  ·  ", "$dim"),
        (plural(hitches, "hitch"), "bold $bad" if hitches else "$dim"),
    )


class KismetResult(RollOutcome):
    """What a kismet roll came to."""

    def __init__(self, outcome: Outcome) -> None:
        lines = [line.text for line in outcome.lines]
        thrown = isinstance(outcome.command, RollKismet)
        super().__init__("Kismet", look(outcome.after), faces_of(outcome), lines, fresh=thrown)
        self.rule = next((line.rule for line in outcome.lines if line.rule), "KIS-2")


def faces_of(outcome: Outcome) -> tuple[int, ...]:
    """The faces that a kismet roll came to: as they were rolled, or with the one re-rolled; none of one by hand."""
    before, command = state.play_of(outcome.before).kismet, outcome.command
    if isinstance(command, RollKismet):
        return outcome.dice
    if before is None:
        return ()
    again = command.result or (*outcome.dice, 0)[0] if isinstance(command, RerollKismet) else 0
    return rerolled(outcome.before, before, again)[0].faces if again else before.faces
