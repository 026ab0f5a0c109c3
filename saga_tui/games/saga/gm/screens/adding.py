"""What is put on the table in one line, and what is prepared for another day (CNF-2, CNF-8, CNF-9, TRT-4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

from saga_tui.engine.command import Command
from saga_tui.games.saga.gm.commands.conditions import PATTERNS
from saga_tui.games.saga.gm.commands.scene import AddElement
from saga_tui.games.saga.gm.screens.edges import Screen, command_of, seats_here
from saga_tui.games.saga.gm.screens.panels import seat_names
from saga_tui.games.saga.gm.state import Element, Table
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.party_pick import at_hand, pick_seats
from saga_tui.ui.prompt import Told, Way, WayPrompt

WAYS: Final = (
    Way("element", "Element"),
    Way("scene-trait", "Scene trait"),
    Way("condition", "Condition"),
    Way("allies", "Ally dice"),
    Way("clock", "Clock"),
    Way("ally", "Important ally"),
)
"""What one line can put on the table."""
EXAMPLES: Final = {
    "element": "Thug 6/2/3 x3",
    "scene-trait": "Pitch dark",
    "condition": "fear, pursuit, or your own words",
    "allies": "6",
    "clock": "The mail coach 4",
    "ally": "Marshal Dane 5/3/2",
}
"""What is typed for each."""
LENGTH: Final = re.compile(r"(?P<name>.*?\S)\s+(?P<total>\d{1,3})")


def made(text: str, way: str) -> Command:
    """The command that a line makes; `ValueError` in clear words where it says too little."""
    text = text.strip()
    if way in ("element", "ally"):
        return AddElement.quick(text).model_copy(update={"ally": way == "ally"})
    if way == "scene-trait":
        return command_of("scene-trait", trait=text)
    if way == "condition":
        return command_of("condition", pattern=text.lower()) if text.lower() in PATTERNS else command_of(way, name=text)
    if way == "allies":
        if not text.isdecimal():
            raise ValueError("a number of dice, such as 6")
        return command_of("allies", dice=int(text))
    found = LENGTH.fullmatch(text)
    if found is None:
        return command_of("clock", name=text)
    return command_of("clock", name=found["name"], total=int(found["total"]))


def line_for(screen: Screen, first: str = "element") -> WayPrompt:
    """The line at the foot; what it would do stands beside it, Tab goes on to something else."""
    ways = [*(one for one in WAYS if one.key == first), *(one for one in WAYS if one.key != first)]

    def follows(text: str, way: str) -> str | Told:
        if not text:
            return f"{EXAMPLES[way]}   Tab: something else"
        try:
            return screen.foresee(made(text, way))
        except ValueError:
            return f"such as {EXAMPLES[way]}"

    def wrong(text: str) -> str:
        try:
            made(text, prompt.way)
        except ValueError as error:
            return f"Type {error}." if str(error).startswith("a ") else str(error)
        return ""

    prompt = WayPrompt(ways, follows, needed="a name")
    prompt.wrong = wrong
    return prompt


async def add(screen: Screen, first: str = "element") -> None:
    """One line puts something on the table."""
    prompt = line_for(screen, first)
    text = await prompt.put(screen)
    if text:
        await screen.execute(made(text, prompt.way))


# ---- elements


def adding(first: str) -> Callable[[Screen], Coroutine[Any, Any, None]]:
    """A line that begins with something else than an element."""

    async def ask(screen: Screen) -> None:
        await add(screen, first)

    return ask


async def element_of(screen: Screen, title: str, question: str = "") -> Element | None:
    """The element at the focus, or the only one, or one from a list."""
    at = getattr(screen, "at_element", None)
    found = [one for one in screen.document.play.elements if not one.out]
    if isinstance(at, Element):
        return at
    if not found:
        screen.notify("There are no elements. Press + to add one.")
        return None
    if len(found) == 1:
        return found[0]
    key = await screen.choose(title, [Offer(str(n), one_line(one.name, 60)) for n, one in enumerate(found)], question)
    return None if key is None else found[int(key)]


async def assign(screen: Screen) -> None:
    """Against whom an element is used this round (CNF-4)."""
    element = await element_of(screen, "Use which element?")
    if element is None:
        return
    chosen = await pick_seats(screen, f"{one_line(element.name, 40)} against", element.against,
                              among=[who for who, *_ in seats_here(screen)])  # fmt: skip
    if chosen is not None:
        await screen.execute(command_of("assign", element=element.name, to=chosen))


async def out(screen: Screen) -> None:
    """An element is out, or back in (CNF-3)."""
    asked = [ask.kind for ask in screen.document.play.asks if ask.what == "zero"]
    element = next((one for one in screen.document.play.elements if one.name in asked), None)
    element = element or await element_of(screen, "Which element is out?")
    if element is None:
        return
    offers = [
        Offer("out", "It is out", "usual at zero dice"),
        Offer("stays", "It stays in"),
    ]
    key = await screen.choose(f"{one_line(element.name, 40)}: no dice left", offers, rule="CNF-3")
    if key is not None:
        await screen.execute(command_of("out", element=element.name, stays=key == "stays"))


# ---- who sits there


async def seat(screen: Screen) -> None:
    """One more of the characters in the folder sits down at the table."""
    found = {who: (name, file) for who, name, file in at_hand(screen.session)}
    offers = [Offer(who, one_line(name, 60), one_line(file, 60)) for who, (name, file) in found.items()]
    if not offers:
        screen.notify("Every character in this folder sits here. Create another in the library.")
        return
    who = await screen.choose("Who sits down?", offers)
    if who is not None:
        name, file = found[who]
        await screen.execute(command_of("seat", id=who, name=name, file=file))


async def away(screen: Screen) -> None:
    """Who is not in the scene."""
    table: Table = screen.document
    gone = [seat.id for seat in table.seats if seat.away]
    chosen = await pick_seats(
        screen, "Away from the scene", gone, "What happens to the whole scene skips those who are away."
    )
    if chosen is None:
        return
    there = list(seat_names(table))
    goes = [who for who in there if who in chosen and who not in gone]
    comes = [who for who in there if who in gone and who not in chosen]
    if goes or comes:
        first = (goes or comes)[0]
        said = {"also": goes[1:], "returns": comes if goes else comes[1:]}
        await screen.execute(command_of("away", seat=first, back=not goes, **said))


async def tick(screen: Screen) -> None:
    """The clock at the focus, or one from a list, goes on by one."""
    clocks = screen.document.play.clocks
    place = (screen.focused.id or "" if screen.focused is not None else "").rpartition("clock-")
    at = int(place[2]) if place[1] else None
    if at is None and clocks:
        offers = [Offer(str(n), one_line(one.name, 60), f"{one.filled} of {one.total}") for n, one in enumerate(clocks)]
        key = offers[0].key if len(offers) == 1 else await screen.choose("Tick which clock?", offers)
        at = None if key is None else int(key)
    if at is not None and at < len(clocks):
        await screen.execute(command_of("tick", clock=clocks[at].name))
