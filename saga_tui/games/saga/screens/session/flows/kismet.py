"""Kismet rolls: thrown by the program or by hand, then settled (KIS, AST-7, PRK-5)."""

from __future__ import annotations

import re

from saga_tui.dice import count
from saga_tui.games.saga.rules import derive, forecast, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.commands import kismet as commands
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session.after.kismet import KismetResult, KismetTable, kismet_offers, look
from saga_tui.games.saga.screens.session.after.taking import set_mode
from saga_tui.games.saga.screens.session.flows import harm
from saga_tui.ui.dice import DiceEntry, Thrown
from saga_tui.words import percent, plural

__all__ = ["KismetResult", "KismetTable", "ask_next", "reroll", "roll", "settle", "show", "thrown"]

BY_HAND = re.compile(r"(\d{1,3})(?:\D+(\d{1,3}))?")


async def roll(desk: SagaScreen) -> None:
    """Rolls (or takes what was rolled by hand), then lets fortune and Destined act, then settles."""
    if state.play_of(desk.character).kismet is not None:
        await settle(desk)
        return
    dice = commands.kismet_dice(desk.character)
    if not dice:
        desk.notify("No kismet to roll for. Press k to take some.")
        return
    said = await desk.line(f"Kismet roll: {plural(dice, 'die')}", "roll now", foreseen(desk), "KIS-2")
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
    said = ""
    while state.play_of(desk.character).kismet is not None:
        choice = await desk.app.push_screen_wait(KismetTable(desk.character, said=said, fresh=fresh))
        fresh = False
        if choice is None:
            return
        if choice == "modes":
            await set_mode(desk, [offer.moment.key for offer in kismet_offers(desk.character) if offer.moment])
            continue
        if choice == "reroll":
            outcome = await _rerolled(desk)
        else:
            outcome = await desk.execute(commands.ResolveKismet(destined=choice == "destined"))
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


async def reroll(desk: SagaScreen) -> None:
    """Fortune re-rolls the worst die on the table (AST-7)."""
    await desk.execute(commands.RerollKismet())


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
