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

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.moments import Moment, arising, moments
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import cost

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
