"""Kismet rolls: thrown by the program or by hand, then settled (KIS, AST-7, PRK-5)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from saga_tui.dice import count
from saga_tui.games.saga.rules import automation, derive, forecast, state
from saga_tui.games.saga.rules.character import Character, KismetDice
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.commands import kismet as commands
from saga_tui.games.saga.rules.commands.kismet import RerollKismet, RollKismet, rerolled
from saga_tui.games.saga.rules.moments import moments
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import cost
from saga_tui.games.saga.screens.session.flows import harm
from saga_tui.ui.dice import DiceEntry, Look, Thrown
from saga_tui.ui.offer_strip import set_mode
from saga_tui.ui.offers import Offered
from saga_tui.ui.roll import RollOutcome
from saga_tui.ui.verdict import Said, Verdict, large
from saga_tui.words import inflect, percent, plural, sentence

BY_HAND = re.compile(r"(\d{1,3})(?:\D+(\d{1,3}))?")

NOW = "roll now"
"""What Enter alone says."""


async def roll(desk: SagaScreen) -> None:
    """Rolls (or takes what was rolled by hand), then lets fortune and Destined act, then settles."""
    if state.play_of(desk.character).kismet is not None:
        await settle(desk)
        return
    dice = commands.kismet_dice(desk.character)
    if not dice:
        desk.notify("No kismet to roll for. Press k to take some.")
        return
    said = await asked(desk, dice)
    if said is None:
        return
    command = thrown(desk.character, dice, said)
    outcome = await desk.execute(command)
    if outcome is None:
        return
    if state.play_of(desk.character).kismet is None:
        await show(desk, outcome)
    else:
        await settle(desk, fresh=not command.by_hand)


async def asked(desk: SagaScreen, dice: int) -> str | None:
    """Asks for dice thrown by hand until there are some, or Enter alone lets the program roll: a letter that was meant
    for the screen throws none."""
    while True:
        said = await desk.line(f"Kismet roll: {plural(dice, 'die')}", NOW, foreseen(desk), "KIS-2")
        if said is None or said == NOW or BY_HAND.search(said):
            return said
        desk.notify("Type what your dice show, or leave it empty to roll.", title="Kismet roll")


async def all_due(desk: SagaScreen) -> bool:
    """Makes every kismet roll that is due; says whether none is left."""
    before = None
    while (now := (state.kismet_due(desk.character), state.play_of(desk.character).kismet)) != before:
        if not any(now):
            return True
        before = now
        await roll(desk)
    return False


def foreseen(desk: SagaScreen) -> str:
    """What the roll may bring, and how it is typed when the dice are one's own."""
    ahead = forecast.kismet(desk.character)
    chances = f"{percent(ahead.hitch)} hitch, {percent(ahead.doom)} doom; " if ahead is not None else ""
    return f"{chances}or type your dice"


def thrown(character: Character, dice: int, said: str) -> commands.RollKismet:
    """The roll as it was typed: as many digits as there are dice, two or more, are their faces; else marks and hitches;
    else the program rolls (KIS-2, ROL-10)."""
    digits = "".join(said.split())
    if len(digits) == dice > 1 and " " not in said.strip() and all(digit in "123456" for digit in digits):
        table, faces = derive.numbers(character).roll, [int(digit) for digit in digits]
        hitches = count(faces, range(1, table.hitch_to + 1))
        return commands.RollKismet(marks=count(faces, range(table.mark_from, 7)), hitches=hitches)
    by_hand = BY_HAND.search(said)
    if by_hand:
        return commands.RollKismet(marks=int(by_hand[1]), hitches=int(by_hand[2] or 0))
    return commands.RollKismet()


async def settle(desk: SagaScreen, fresh: bool = False) -> None:
    """The dice on the table: a token for one die, Destined for one hitch, or take it as it lies."""
    said, hitches = "", 0
    while state.play_of(desk.character).kismet is not None:
        table = KismetTable(desk.character, said=said, fresh=fresh, before=hitches)
        choice = await desk.app.push_screen_wait(table)
        hitches = table.hitches
        fresh = False
        if choice is None:
            return
        if choice == "modes":
            await set_mode(desk, [offer.option for offer in kismet_offers(desk.character)])
            continue
        if choice == "o":
            outcome = await _rerolled(desk)
        else:
            outcome = await desk.execute(commands.ResolveKismet(destined=choice == "d"))
        if outcome is not None:
            said = outcome.text
        if outcome is not None and state.play_of(desk.character).kismet is None:
            await show(desk, outcome)


async def _rerolled(desk: SagaScreen) -> Outcome | None:
    """Fortune on a die; of a roll by hand its new face is asked for."""
    rolled = state.play_of(desk.character).kismet
    if rolled is None or rolled.faces:
        return await desk.execute(commands.RerollKismet())
    entry = DiceEntry("Re-roll a kismet die", look(desk.character), (0,), counted=False)
    answer: Thrown | None = await desk.app.push_screen_wait(entry)
    if answer is None or answer.faces is None:
        return None
    return await desk.execute(commands.RerollKismet(result=answer.faces[0]))


async def show(desk: SagaScreen, outcome: Outcome) -> None:
    """What the roll came to."""
    if desk.newly_doomed(outcome):
        return
    await desk.app.push_screen_wait(KismetResult(outcome))


def newly_asked(outcome: Outcome) -> frozenset[str]:
    """Return what a command has brought to be asked. What was left for later stays left; the answer to one question
    goes on to the next."""
    before, now = state.play_of(outcome.before).asks, state.play_of(outcome.after).asks
    if outcome.command.verb == "consequence":
        return frozenset(ask.what for ask in now)
    counts = {what: sum(ask.count for ask in before if ask.what == what) for what in {ask.what for ask in now}}
    return frozenset(
        what for what, count in counts.items() if sum(ask.count for ask in now if ask.what == what) > count
    )


async def ask_next(desk: SagaScreen, outcome: Outcome) -> None:
    """Ask at once for the consequence or kismet roll that a command has just brought."""
    what = newly_asked(outcome)
    if "consequence" in what:
        await harm.name_consequence(desk)
    elif "kismet" in what:
        await roll(desk)


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
        lines.append(Offered(key, words, cost(item), rule=item.rule, option=item.key, reminder=item.command is None))
    return lines


class KismetTable(RollOutcome):
    """Kismet dice on the table, and what can still be done about them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take('settle')", "Accept", id="kismet.settle"),
        Binding("o", "take('o')", "Re-roll", id="kismet.reroll", show=False, tooltip="Re-roll a die with fortune"),
        Binding("d", "take('d')", "Destined", id="kismet.destined", show=False, tooltip="Ignore a hitch"),
        Binding(
            "Y",
            "take('modes')",
            "Automate",
            id="kismet.modes",
            tooltip="Choose what the app does here: always, ask, off",
        ),
    ]

    def __init__(self, character: Character, *, said: str = "", fresh: bool = False, before: int = 0) -> None:
        """`said` is what happened last; `fresh`: the dice were thrown just now; `before`: the hitches that there were
        until then."""
        rolled = state.play_of(character).kismet or KismetDice()
        offers, verdict = kismet_offers(character), lying(character, rolled, before, said)
        super().__init__("Kismet roll", look(character), rolled.faces, (), fresh=fresh, offers=offers, verdict=verdict)
        self.hitches = rolled.hitches
        self.rule = "KIS-3" if self.hitches else "KIS-4"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is offered."""
        if action != "take" or parameters[0] == "settle":
            return True
        return any(parameters[0] in (offer.key, "modes") for offer in self.offers)

    def action_take(self, choice: str) -> None:
        """Gives what is to be done."""
        self.dismiss(choice)


def lying(character: Character, rolled: KismetDice, before: int, said: str) -> Verdict:
    """The kismet dice as they lie: hitches, and what they would do; `before` a re-roll there were so many (KIS-3,
    KIS-4)."""
    doom, end, many = state.play_of(character).doom, derive.doom_end(character).total, rolled.hitches
    counted = Content.assemble(
        (plural(rolled.marks, "mark"), "bold $good" if rolled.marks else "$dim"),
        ("  ·  ", "$dim"),
        (plural(many, "hitch"), "bold $bad" if many else "$dim"),
    )
    after = min(end, doom + many)
    met = ", you meet your doom" if after >= end else ""
    spark = f"gain {rolled.marks} Spark" if rolled.marks else "nothing happens"
    result = f"Result: doom {doom} → {after} of {end}{met}" if many else f"Result: no hitch, {spark}"
    lines = [Said(result), Said(counted), *([Said(sentence(said))] if said else [])]
    was = plural(before, "hitch") if before > many else ""
    if not many:
        return Verdict("No hitch", "good", "", lines, was, "bad")
    return Verdict(inflect(many, "hitch"), "bad", str(many), lines, was, "bad")


def come_to(outcome: Outcome) -> Verdict:
    """What a kismet roll did: steps of doom, or Spark (KIS-3, KIS-4)."""
    before, now = state.play_of(outcome.before), state.play_of(outcome.after)
    lines = [Said(sentence(line.text)) for line in outcome.lines]
    if now.doom > before.doom:
        left = derive.doom_end(outcome.after).total - now.doom
        return Verdict("Doom", "bad", large(now.doom - before.doom), [*lines, Said(f"{plural(left, 'step')} left")])
    if now.spark > before.spark:
        return Verdict("Spark", "good", large(now.spark - before.spark), lines)
    return Verdict("No hitch", "good", "", lines)


class KismetResult(RollOutcome):
    """What a kismet roll came to."""

    def __init__(self, outcome: Outcome) -> None:
        lines = [line.text for line in outcome.lines]
        thrown = isinstance(outcome.command, RollKismet)
        faces = faces_of(outcome)
        super().__init__("Kismet", look(outcome.after), faces, lines, fresh=thrown, verdict=come_to(outcome))
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
