"""What the play screen shows: what befalls one (see `ui.ailing_panels`), where time stands, items, experience, the ways
on. Which panels there are and where they stand is data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from saga_tui.engine.command import Command
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Item
from saga_tui.games.world.play.clock import CLOCK, PERIODS
from saga_tui.games.world.play.state import play_of
from saga_tui.games.world.rules.figures import ATTRIBUTES, RESISTANCES, figures, training_name
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.screens.rolls import SPEC
from saga_tui.ui import panel_table
from saga_tui.ui.ailing_panels import AilingPanels
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.panel_table import next_rows
from saga_tui.ui.specs import Line, Number, Row
from saga_tui.ui.theme import OWN, wear
from saga_tui.words import listed, signed

TABLE: Final = book.data("screens")
wear({look: {name: hues[at] for name, hues in TABLE["colours"].items()} for at, look in enumerate(OWN)})
OF: Final = AilingPanels(SPEC, TABLE, training_name)


def fighting(character: Character) -> bool:
    """Whether Combat is on."""
    return CLOCK.is_open(character, "combat")


def now(character: Character) -> Iterator[Row]:
    """Where time stands, and the slots for injuries and traumas (W-TIM, W-INJ-1, W-TRM-1)."""
    play = play_of(character)
    told = (
        f"activity {play.activity + 1} of 36"
        if play.mode == "exploration"
        else PERIODS[(play.period - 1) % len(PERIODS)]
    )
    told = f"round {play.round}{', your turn' if play.acting else ''}" if fighting(character) else told
    yield Line(f"{play.mode.capitalize()}, day {play.day}", key="t", choose="mode", note=told, id="clock",
               rule="W-TIM-2", style="bold")  # fmt: skip
    yield from OF.slots(character, {"injuries": "i"}, "others")


def mood(character: Character) -> str:
    """`conflict` in Combat, `deadly` where death or madness is near, or there."""
    return " ".join(["conflict"] * fighting(character) + ["deadly"] * bool(OF.near(character)[0]))


def band(character: Character) -> Band | None:
    """Combat with its round, or the end that is near: what must be rolled, what is barred."""
    play, (near, told) = play_of(character), OF.near(character)
    if not (near or fighting(character)):
        return None
    turn = "your turn" if play.acting else "t: your turn" if fighting(character) else "rounds go on: R"
    barred = listed(dict.fromkeys(what for what, _ in figures(character).bars()))
    lines = [BandLine(told or turn), *(BandLine(OF.ask_words(character, ask), "", "y") for ask in play.asks[:1]),
             BandLine(f"Barred: {barred}" if barred else ""), BandLine("")]  # fmt: skip
    number = str(play.round) if fighting(character) else ""
    return Band(number, (near or "Combat").upper(), tuple(lines[:3]), "-bad" if near else "")


def waits(character: Character) -> Iterator[Row]:
    """What must be rolled or accepted; rounds that go on outside Combat (W-TIM-3)."""
    return OF.waits(character, ("o", "outcome"), ("" if fighting(character) else "R", "round"))


def done(verb: str, **params: Any) -> Command:
    """A command by its verb."""
    return RULES.command(verb, params)


def item_rows(character: Character, prefix: str = "row-item") -> Iterator[Line]:
    """A row each: Enter uses it or puts it away, Delete removes it."""
    for at, one in enumerate(character.items):
        yield Line(one.name or "(no name)", mark="◆" if one.used else "◇", note=item_words(character, one),
                   id=f"{prefix}-{at}", choose=done("use-item", item=at, on=not one.used),
                   drop=done("remove-item", item=at))  # fmt: skip


def item_words(character: Character, one: Item) -> str:
    """`+2 on Stealth, Thievery; in use`."""
    of = figures(character)
    on = f"{signed(one.modifier)} on {listed(map(of.label_of, one.on)) or 'nothing yet'}" if one.modifier else ""
    return "; ".join(filter(None, (on, "in use" if one.used else "put away")))


def items(character: Character) -> Iterator[Line]:
    """What is carried, and how fast one is."""
    yield from item_rows(character, "item")
    if character.speed:
        yield Line(f"Speed {character.speed}", mark="◇")


def experience(character: Character) -> Iterator[Row]:
    """What is not spent, and what was raised (W-ENT-5)."""
    yield Number("Experience", play_of(character).experience, names=("experience",), key="e", choose="raise",
                 label_width=11, id="experience", **OF.steps("experience"))  # fmt: skip
    for one in character.advances[-3:]:
        yield Line(f"{figures(character).label_of(one.what)} {one.old} → {one.new}", note=one.reason)


def next_steps(character: Character) -> Iterator[Line]:
    """The ways on by mode, each with its key."""
    play = play_of(character)
    mode = "rounds" if OF.ails.in_rounds(character) else play.mode
    key = ("turn" if play.acting else "combat") if fighting(character) else mode
    yield from next_rows(book.data("deeds")["next"].get(key, ()))


PANELS: Final = panel_table.panels(
    TABLE["panels"],
    {"tolerances": OF.tolerances, "now": now, "waits": waits, "conditions": OF.conditions, "harms": OF.harms,
     "afflictions": OF.afflictions, "skills": OF.skills, "untrained": partial(OF.skills, trained=False),
     "resistances": partial(OF.ranks, names=RESISTANCES), "attributes": partial(OF.ranks, names=ATTRIBUTES),
     "items": items, "experience": experience, "next": next_steps},
    {"tolerances": {"urgent": lambda one: bool(OF.near(one)[0])},
     "waits": {"urgent": lambda one: bool(play_of(one).asks)}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(TABLE["layout"], mood=mood, band=band)
