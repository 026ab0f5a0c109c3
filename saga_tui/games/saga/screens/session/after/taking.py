"""What is still open, and what happens by itself (PRK-3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from saga_tui.engine.automation import Mode
from saga_tui.engine.deciding import Automate
from saga_tui.games.saga.rules import open_roll, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.moments import Moment, moments
from saga_tui.games.saga.rules.options import options
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import ROLL_MOMENTS, cost, due_words
from saga_tui.ui.dialogs import Offer
from saga_tui.words import plural

WORDS: Final[dict[Mode, str]] = {
    "always": "Always: without asking",
    "ask": "Ask each time",
    "never": "Off: never offer (y still lists it)",
}


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


async def set_mode(desk: SagaScreen, keys: Iterable[str]) -> None:
    """Whether a perk or a use of fortune is always taken, asked for or never offered; of several, asks which."""
    wanted = set(keys)
    fitting = [item for item in options(desk.character) if item.key in wanted]
    if not fitting:
        desk.notify("Nothing to automate here.")
        return
    key: str | None = fitting[0].key
    if len(fitting) > 1:
        listed = [Offer(item.key, view.one_line(item.title, 80), item.mode) for item in fitting]
        key = await desk.choose("Automate this?", listed)
    option = next((item for item in fitting if item.key == key), None)
    if option is None:
        return
    offers = [Offer(mode, WORDS[mode], "Default" if mode == option.usual else "") for mode in option.modes]
    mode = await desk.choose(view.one_line(option.title, 60), offers, at=option.mode)
    chosen = next((item for item in option.modes if item == mode), None)
    if chosen is not None:
        await desk.execute(Automate(what=option.key, mode=chosen))
