"""A perk's question at the foot of the session: one key takes it, one passes it, every other key goes on as usual.

It holds nobody up: damage, recoveries and scenes come thick, and what is passed can still be taken while it is legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from saga_tui.engine.automation import Mode
from saga_tui.engine.deciding import Automate
from saga_tui.games.saga.rules import open_roll, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome, options
from saga_tui.games.saga.rules.moments import Moment, arising, moments
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import ROLL_MOMENTS, cost, due_words
from saga_tui.ui.dialogs import Offer
from saga_tui.words import plural

ELSEWHERE: Final = ("recovery", "scene-start", "damage")
"""Moments whose question stands here; those of a roll are asked where its dice lie."""
SAME_BREATH: Final = ("consequence", "no-consequence", "roll-kismet", "reroll-kismet", "resolve-kismet", "automate")
"""Commands that answer what damage asks; what is offered beside it stays."""


class OfferStrip(Widget):
    """What can act right now, the first of it in words."""

    DEFAULT_CSS = """
    OfferStrip { height: auto; width: 1fr; background: $fortune 16%; padding: 0 1; display: none; }
    OfferStrip.-asks { display: block; }
    """

    offers: reactive[tuple[Moment, ...]] = reactive((), layout=True)

    def watch_offers(self) -> None:
        """There only while it asks something."""
        self.set_class(bool(self.offers), "-asks")

    @property
    def first(self) -> Moment | None:
        """What is asked now."""
        return self.offers[0] if self.offers else None

    def pass_by(self) -> None:
        """The first is passed; the next is asked."""
        self.offers = self.offers[1:]

    def render(self) -> Content:
        """`Tough: remove 3 pain  1 ◆   y: Use  esc: Skip  Y: Automate`."""
        moment = self.first
        if moment is None:
            return Content("")
        more = f"  (1 of {len(self.offers)})" if len(self.offers) > 1 else ""
        said = Content.assemble(
            (f"{view.one_line(moment.name, 40)}: ", "bold $glow"),
            view.one_line(moment.offer, 200),
            (f"  {cost(moment)}" if moment.cost else "", "bold"),
            (more, "$dim"),
        )
        take = (("   y", "bold $key"), (" Use", "$dim")) if moment.command else ()
        return Content.assemble(
            said, *take, ("   Esc", "bold $key"), (" Skip", "$dim"), ("   Y", "bold $key"), (" Automate", "$dim")
        )


def strip_of(screen: Screen[None]) -> OfferStrip | None:
    """The screen's strip, if it has one."""
    return next(iter(screen.query(OfferStrip)), None)


def legal(character: Character, offers: Iterable[Moment]) -> tuple[Moment, ...]:
    """Those that can still act, as they can now; reminders stay."""
    now = {item.key: item for item in moments(character)} if (offers := tuple(offers)) else {}
    return tuple(now.get(item.key, item) for item in offers if item.command is None or item.key in now)


def asked(before: tuple[Moment, ...], outcome: Outcome) -> tuple[Moment, ...]:
    """What is asked after a command: what it made possible, and what was asked before where it only answers that."""
    new = [item for item in arising(outcome) if item.when in ELSEWHERE]
    kept = legal(outcome.after, before) if before and outcome.command.verb in SAME_BREATH else ()
    keys = {item.key for item in new}
    return (*new, *(item for item in kept if item.key not in keys))


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
