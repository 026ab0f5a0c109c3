"""Kismet rolls: thrown by the program or by hand, then settled; doom met with dignity (KIS, DOM-3, AST-7, PRK-5)."""

from __future__ import annotations

import re
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.book import IgnoreHitch
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.commands import kismet as commands
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.desk import Desk
from saga_tui.games.saga.screens.session.dice import faces_content
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog

BY_HAND = re.compile(r"(\d{1,3})(?:\D+(\d{1,3}))?")


async def roll(desk: Desk) -> None:
    """Rolls (or takes what was rolled by hand), then lets fortune and Destined act, then settles."""
    if state.play_of(desk.character).kismet is None:
        dice = commands.kismet_dice(desk.character)
        if not dice:
            desk.notify("There is no kismet to roll for. k suffers it.")
            return
        said = await desk.line(
            f"Kismet roll, {view.plural(dice, 'die', 'dice')}",
            "the program rolls",
            "Enter rolls; or type your own marks and hitches, such as “1 2” (5–6 mark, 1–2 hitch)  KIS-2",
        )
        if said is None:
            return
        by_hand = BY_HAND.search(said)
        command = commands.RollKismet()
        if by_hand:
            command = commands.RollKismet(marks=int(by_hand[1]), hitches=int(by_hand[2] or 0))
        outcome = await desk.carry(command)
        if outcome is None or state.play_of(desk.character).kismet is None:
            if outcome is not None:
                await show(desk, outcome)
            return
    await settle(desk)


async def settle(desk: Desk) -> None:
    """The dice on the table: a token for one die, Destined for one hitch, or take it as it lies."""
    while state.play_of(desk.character).kismet is not None:
        choice = await desk.app.push_screen_wait(KismetTable(desk.character))
        if choice is None:
            return
        if choice == "reroll":
            outcome = await desk.carry(commands.RerollKismet())
        else:
            outcome = await desk.carry(commands.SettleKismet(destined=choice == "destined"))
        if outcome is not None and state.play_of(desk.character).kismet is None:
            await show(desk, outcome)


async def reroll(desk: Desk) -> None:
    """Fortune re-rolls the worst die on the table (AST-7)."""
    await desk.carry(commands.RerollKismet())


async def show(desk: Desk, outcome: Outcome) -> None:
    """What the roll came to."""
    if desk.newly_doomed(outcome):
        return
    await desk.app.push_screen_wait(KismetResult(outcome))


class KismetTable(Dialog[str]):
    """Kismet dice on the table, and what can still be done about them."""

    title_text = "The kismet roll lies on the table"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take('settle')", "take it as it lies", id="kismet.settle"),
        Binding("o", "take('reroll')", f"1 {marks.FORTUNE.full} re-rolls a die", id="kismet.reroll"),
        Binding("d", "take('destined')", "Destined ignores a hitch", id="kismet.destined"),
    ]

    def __init__(self, character: Character) -> None:
        super().__init__()
        self.character = character

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Re-rolling needs a token and a die that is no mark, Destined the perk and a hitch."""
        rolled = state.play_of(self.character).kismet
        if parameters == ("reroll",):
            have = state.in_hand(self.character, "fortune") > 0
            return bool(rolled and not rolled.rerolled and have and rolled.marks < rolled.dice)
        if parameters == ("destined",):
            perk = next((item for item in derive.perks(self.character) if isinstance(item.effect, IgnoreHitch)), None)
            ready = perk is not None and perk.name not in state.play_of(self.character).used_perks
            return bool(rolled and rolled.hitches and ready)
        return True

    def compose_body(self) -> ComposeResult:
        """Faces, counts, what it means."""
        rolled = state.play_of(self.character).kismet
        table = derive.numbers(self.character).roll
        if rolled is None:
            return
        if not rolled.rerolled:
            yield Static(faces_content(rolled.faces, table.mark_from, table.hitch_to), classes="dialog--question")
        yield Static(counts(rolled.marks, rolled.hitches))
        doom = state.play_of(self.character).doom
        end = derive.doom_end(self.character).total
        if rolled.hitches:
            after = min(end, doom + rolled.hitches)
            yield Static(Content.styled(f"As it lies: doom {doom} → {after} of {end}  KIS-3", "$warn"))
        else:
            yield Static(Content.styled(f"As it lies: no hitch, {view.plural(rolled.marks, 'mark')}  KIS-4", "$good"))

    def action_take(self, choice: str) -> None:
        """Gives what is to be done."""
        self.dismiss(choice)


def counts(marks_: int, hitches: int) -> Content:
    """`1 mark  ·  2 hitches`, each in its colour."""
    return Content.assemble(
        (view.plural(marks_, "mark"), "bold $good" if marks_ else "$dim"),
        ("  ·  ", "$dim"),
        (view.plural(hitches, "hitch", "hitches"), "bold $bad" if hitches else "$dim"),
    )


class KismetResult(Dialog[None]):
    """What a kismet roll came to."""

    title_text = "Kismet"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "leave", "go on", id="result.close"),
        Binding("escape", "leave", "go on", id="result.leave", show=False),
    ]

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome

    def compose_body(self) -> ComposeResult:
        """Faces and lines."""
        table = derive.numbers(self.outcome.character).roll
        if len(self.outcome.dice) > 1 or self.outcome.command.verb == "roll-kismet":
            faces = faces_content(self.outcome.dice, table.mark_from, table.hitch_to)
            if faces:
                yield Static(faces, classes="dialog--question")
        for line in self.outcome.lines:
            yield Static(Content.assemble(safe(line.text), (f"  {line.rule}", "$key")))


class DoomMet(Dialog[None]):
    """The end of the Doom Track is marked: the character leaves play."""

    title_text = "Doom"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "close", id="doom.close"),
        Binding("escape", "leave", "close", id="doom.leave", show=False),
    ]

    def __init__(self, character: Character) -> None:
        super().__init__()
        self.character = character

    def compose_body(self) -> ComposeResult:
        """Name, track, what remains."""
        end = derive.doom_end(self.character).total
        name = view.one_line(self.character.title, 60)
        places = ", ".join(f"{key} {number}" for key, number in state.clock(self.character).items())
        token = marks.DOOM
        yield Static(Content.styled(name, "bold $title"), classes="doom--line")
        yield Static(Content.styled("has met their doom" + (f", in {places}" if places else ""), "$dim"),
                     classes="doom--line")  # fmt: skip
        yield Static(Content.styled(f"{token.full * end}┃", f"bold {token.colour}"), classes="doom--track")
        yield Static(
            Content.styled(
                "The end of the Doom Track is marked, and the character leaves play (DOM-3). Tell how it ends. "
                "The sheet stays readable and printable (S), and one undo (u) takes it back.",
                "$dim",
            )
        )
