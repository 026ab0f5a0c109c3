"""Perks at the foot of the session: what is offered there after a command, and what can still be taken while it is
legal (PRK-3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.screen import Screen

from saga_tui.games.saga.rules import open_roll, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.moments import Moment, arising, moments
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import ROLL_MOMENTS, cost, due_words
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.offer_strip import Offerable, OfferStrip
from saga_tui.words import plural

ELSEWHERE: Final = ("recovery", "scene-start", "damage")
"""Moments whose question stands here; those of a roll are asked where its dice lie."""
SAME_BREATH: Final = ("consequence", "no-consequence", "roll-kismet", "reroll-kismet", "resolve-kismet", "automate")
"""Commands that answer what damage asks; what is offered beside it stays."""


def strip_of(screen: Screen[None]) -> OfferStrip | None:
    """The screen's strip, if it has one."""
    return next(iter(screen.query(OfferStrip)), None)


def legal(character: Character, offers: Iterable[Offerable]) -> tuple[Offerable, ...]:
    """Those that can still act, as they can now; reminders stay."""
    now = {item.key: item for item in moments(character)} if (offers := tuple(offers)) else {}
    return tuple(now.get(item.key, item) for item in offers if item.command is None or item.key in now)


def asked(before: tuple[Offerable, ...], outcome: Outcome) -> tuple[Offerable, ...]:
    """What is asked after a command: what it made possible, and what was asked before where it only answers that."""
    new = [item for item in arising(outcome) if item.when in ELSEWHERE]
    kept = legal(outcome.after, before) if before and outcome.command.verb in SAME_BREATH else ()
    keys = {item.key for item in new}
    return (*new, *(item for item in kept if item.key not in keys))


def open_offers(character: Character) -> list[Offer]:
    """All that can act now or was passed and still may: perks, fortune, pushes, rolls that pushes have paid for."""
    play = state.play_of(character)
    found = [
        Offer(f"due:{place}", due_words(character, due), "Paid for with pushes") for place, due in enumerate(play.due)
    ]
    roll = open_roll.judged_roll(character)
    if open_roll.uncompared(character) is not None:
        found.append(Offer("roll", "Roll in progress", "Not compared yet"))
    elif roll is not None and roll.pushes > 0:
        found.append(Offer("roll", f"{plural(roll.pushes, 'push')} on your last roll", rule="PSH-1"))
    for item in moments(character):
        if item.command is not None:
            about = ", ".join(part for part in (cost(item), _where(item)) if part)
            found.append(Offer(item.key, view.one_line(f"{item.name}: {item.offer}", 80), about, rule=item.rule))
    return found


def still_open(character: Character) -> str:
    """`y: 2 available`; empty where nothing can act."""
    found = len(open_offers(character)) if character.play is not None else 0
    return f"y: {found} available" if found else ""


def _where(moment: Moment) -> str:
    if moment.when in ROLL_MOMENTS:
        return "on your last roll"
    return "on the kismet roll" if moment.when == "kismet-roll" else ""
