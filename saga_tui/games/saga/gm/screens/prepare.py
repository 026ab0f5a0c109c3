"""What is ready for another day, brought to the table in two keys; and what a conflict as it stands is likely to bring
(CNF-2, CNF-8, CNF-9)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from saga_tui.engine.settings import SHIPPED
from saga_tui.games.saga.gm import forecast as forecasts
from saga_tui.games.saga.gm.clock import plays
from saga_tui.games.saga.gm.commands.together import unready
from saga_tui.games.saga.gm.forecast import Forecast, share
from saga_tui.games.saga.gm.prepared import Prepared
from saga_tui.games.saga.gm.screens.adding import element_of
from saga_tui.games.saga.gm.screens.edges import Screen, command_of
from saga_tui.games.saga.gm.situations import Shelf, opened
from saga_tui.games.saga.gm.state import POOLS, Element, Situation, Table, free
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.ui.dialogs import Dialog, Offer
from saga_tui.ui.odds_hero import hero
from saga_tui.ui.roll_odds import Chance
from saga_tui.ui.seat import seat_of
from saga_tui.words import inflect, listed, plural

NARROW = 76
"""Cells that the forecast's table needs to name the damage of each."""


def dice_of(element: Element) -> str:
    """`6/2/3`."""
    return "/".join(str(element.full.get(pool, element.dice.get(pool, 0))) for pool in POOLS)


async def keep(screen: Screen) -> None:
    """An element is kept for another day."""
    element = await element_of(screen, "Keep which element?")
    if element is not None:
        await screen.execute(command_of("keep-element", element=element.name))


async def bring(screen: Screen) -> None:
    """A situation of the table or of a file, an element that was kept, or one of a set that is ready."""
    table: Table = screen.document
    found: list[tuple[Offer, Any]] = [
        *((Offer(f"t{at}", one_line(one.name, 60), "situation of this table"), one.name)
          for at, one in enumerate(table.situations)),
        *((Offer(f"k{at}", one_line(one.name, 60), f"kept, {dice_of(one)}"), one) for at, one in enumerate(table.kept)),
    ]  # fmt: skip
    for at, one in enumerate(Shelf(screen.memory.path.parent).all):
        if one.setting is not None and (one.origin == SHIPPED or seat_of(screen) is None):
            count = plural(len(one.setting.elements), "element")
            found.append((Offer(f"f{at}", one_line(one.name or one.key, 60), f"{count}, {one.origin}"), one.setting))
    key = await screen.choose("Bring to the table", [offer for offer, _ in found], rule="CNF-2")
    thing = next((thing for offer, thing in found if offer.key == key), None)
    if isinstance(thing, str):
        await screen.execute(command_of("open-situation", situation=thing))
    elif isinstance(thing, Element):
        await screen.execute(command_of("bring", element=thing.name))
    elif isinstance(thing, Prepared):
        await of_file(screen, thing)


async def of_file(screen: Screen, prepared: Prepared) -> None:
    """All of a situation that is a file, or one of its elements."""
    situation = opened(prepared)
    offers = [
        Offer("all", "All of it", plural(len(situation.elements), "element")),
        *(Offer(str(at), one_line(one.name, 60), f"{dice_of(one)}  {', '.join(trait.text for trait in one.traits)}")
          for at, one in enumerate(situation.elements)),
    ]  # fmt: skip
    key = await screen.choose(one_line(prepared.name, 60), offers, at="0" if len(offers) > 1 else "all")
    if key is None:
        return
    if key != "all":
        situation = Situation(name=prepared.name, elements=(situation.elements[int(key)],))
    await screen.execute(command_of("open-situation", given=situation.model_dump_json(exclude_defaults=True)))


# ---- the forecast


def as_it_stands(table: Table) -> Situation:
    """The conflict as it stands now: elements with the dice that are left, conditions, free ally dice."""
    elements = tuple(one for one in table.play.elements if not one.out)
    allies = sum(free(one) for one in table.play.allies)
    return Situation(
        name=table.title,
        stakes=table.play.stakes,
        elements=elements,
        conditions=table.play.conditions,
        allies=allies,
    )


class Drawn(Static):
    """The forecast, as wide as there is room now: beside a scroll bar too."""

    def __init__(self, found: Forecast, left_out: Sequence[str]) -> None:
        super().__init__(id="forecast", markup=False)
        self.found, self.left_out = found, left_out

    def on_resize(self, event: events.Resize) -> None:
        """Drawn anew in the cells there are."""
        self.update(Content("\n").join(forecast_lines(self.found, max(40, event.size.width), self.left_out)))


class ForecastScreen(Dialog[None]):
    """What came of many conflicts like this one: how likely they are won, how long they are, what each has to face."""

    wide = True
    scrolls = True
    title_text = "Forecast"
    rule = "CNF-1"

    def __init__(self, found: Forecast, left_out: Sequence[str] = ()) -> None:
        """`left_out` are the names of those who are still being built."""
        super().__init__()
        self.found, self.left_out = found, left_out

    def compose_body(self) -> ComposeResult:
        """The chance drawn large, the rounds as a chart, a line for each, how it was played."""
        yield Drawn(self.found, self.left_out)


def forecast_lines(found: Forecast, width: int, left_out: Sequence[str] = ()) -> list[Content]:
    """The forecast as it is drawn; it says who was `left_out`."""
    won, open_ = Fraction(found.won, found.times), Fraction(found.undecided, found.times)
    chances = [Chance("won", won, "$good"), Chance("undecided", open_, "$dim"), Chance("lost", 1 - won - open_, "$bad")]
    doom = share(found.doom)
    tail = Content.assemble(
        f"{found.mean_rounds:.1f} {inflect(2, 'round')} on average · ",
        (f"{doom} that someone meets their doom", "bold $bad" if found.doom > 0 else "$dim"),
    )
    lines = hero(chances, tail, width)
    head = f"{'Each':<18}{'hit':>6}{'consequence':>13}{'doom':>6}  expected damage"
    lines += [Content(""), Content.styled(head, "bold $title").truncate(width)]
    for one in found.each:
        harmed = ", ".join(f"{amount:.1f} {kind}" for kind, amount in one.damage.items()) or "none"
        name = Content.styled(one_line(one.name, 40), "bold").truncate(17, ellipsis=True)
        numbers = f"{share(one.hit):>6}{share(one.consequence):>13}"
        line = Content.assemble(name.pad_right(18 - name.cell_length), numbers,
                                (f"{share(one.doom):>6}", "bold $bad" if one.doom else ""), f"  {harmed}")  # fmt: skip
        lines.append(line.truncate(width, ellipsis=True))
    lines += [Content(""), Content.styled("Rounds", "bold $title")]
    lines += [Content(line).truncate(width, ellipsis=True) for line in forecasts.chart(found)]
    lines += [Content(""), *(Content(line) for line in forecasts.exact_lines(found, width))]
    if left_out:
        names = listed(one_line(name, 40) for name in left_out)
        lines += [Content(""), *Content.styled(f"Without {names}: still being built.", "$warn").wrap(width)]
    told = f"{plural(found.times, 'conflict')} tried, seed {found.seed}. {forecasts.HOW}"
    return [*lines, Content(""), *Content.styled(told, "$dim").wrap(width)]


async def forecast(screen: Screen) -> None:
    """Tries the conflict as it stands a thousand times with those in the scene."""
    table: Table = screen.document
    found = [
        screen.session.members[seat.id] for seat in table.seats if seat.id in screen.session.members and not seat.away
    ]
    here = [one for one in found if plays(one) or (one.play is None and not unready(one))]
    left_out = [one.title for one in found if one.play is None and one not in here]
    try:
        made = await asyncio.to_thread(forecasts.forecast, as_it_stands(table), here)
    except ValueError as wrong:
        screen.notify(str(wrong), title="No forecast")
        return
    await screen.app.push_screen_wait(ForecastScreen(made, left_out))
