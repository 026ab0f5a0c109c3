"""Perks and fortune at their moment: what is asked is taken, what was passed is listed while it may act (PRK-3)."""

from __future__ import annotations

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.moments import moments
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import ROLL_MOMENTS
from saga_tui.games.saga.screens.session.after.strip import legal, open_offers, strip_of
from saga_tui.games.saga.screens.session.flows import kismet, rolls


async def take(desk: SagaScreen) -> None:
    """Takes what is asked at the foot; where nothing is asked, lists what is still open."""
    strip = strip_of(desk)
    moment = strip.first if strip is not None else None
    if strip is None or moment is None:
        await still_open(desk)
    elif moment.command is None:
        strip.pass_by()
    else:
        rest = strip.offers[1:]
        if await desk.execute(moment.command) is not None:
            new = {item.key for item in strip.offers}
            kept = (item for item in legal(desk.character, rest) if item.key not in new)
            strip.offers = (*strip.offers, *kept)


async def still_open(desk: SagaScreen) -> None:
    """The menu of what can still be taken."""
    offers = open_offers(desk.character)
    if not offers:
        unused = ", ".join(view.one_line(perk.name, 40) for perk in derive.perks(desk.character))
        desk.notify(f"You have nothing to use now. Your perks: {unused or 'none'}.", markup=False)
        return
    chosen = await desk.choose("Available now", offers, "Includes what you skipped", rule="PRK-3")
    if chosen is None:
        return
    if chosen.startswith("due:"):
        await rolls.follow_on(desk, int(chosen.removeprefix("due:")))
        return
    moment = next((item for item in moments(desk.character) if item.key == chosen), None)
    if chosen == "roll" or (moment is not None and moment.when in ROLL_MOMENTS):
        await rolls.look(desk)
    elif moment is not None and moment.when == "kismet-roll":
        await kismet.settle(desk)
    elif moment is not None and moment.command is not None:
        await desk.execute(moment.command)
