"""What the narrator's table shows: the exchange as a strip of five steps, foes, the bank, what waits for its result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.games.fate import book
from saga_tui.games.fate.odds import turning
from saga_tui.games.fate.table.game import CLOCK, DATA, RULES
from saga_tui.games.fate.table.state import Foe, Table, bank_of, words
from saga_tui.ui import action_table, panel_table
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.panel_table import next_rows
from saga_tui.ui.specs import Bar, Cards, Line, Row, Token
from saga_tui.words import listed, plural

STEPS: Final = tuple(DATA["steps"])
HEALTH: Final = Token("█", "░", "$good")
SIGNS: Final = {"positive": "＋", "neutral": "○", "negative": "−"}


def fights(table: Table) -> bool:
    """Whether a fight is on."""
    return CLOCK.is_open(table, "fight")


def strip(table: Table) -> str:
    """The five steps of an exchange, the one that is on in brackets (F-FIGHT-1)."""
    return " → ".join(f"[{word}]" if at == table.play.step else word for at, word in enumerate(STEPS, 1))


def to_act(table: Table) -> str:
    """Who has not acted in this exchange and may (F-FIGHT-6)."""
    play = table.play
    left = [seat.name for seat in table.seats if seat.id not in (*play.acted, *play.surprised)]
    foes = [one.name for one in play.foes if not (one.acted or one.state or one.surprised or one.ally)]
    return f"To act: {listed([*left, *foes], 'and')}" if left or foes else "All have acted."


def exchange(table: Table) -> Iterator[Row]:
    """The strip, your card and what its aura does, what surprise needs (F-FIGHT-2, F-HEAL-1, F-HEAL-2)."""
    play, card, event = table.play, table.card, table.deck.get(table.play.event)
    if not fights(table):
        told = f"Event: {event.event}, {event.calling.replace('-', ' ')}" if event else "No fight is on."
        yield Line(told, rule="F-CALL-2" if event else "F-FIGHT-1", style="" if event else "$dim", id="event")
        return
    yield Line(strip(table), style="bold", rule="F-FIGHT-1", id="steps")
    if card is not None:
        told = book.keyed("auras")[card.aura]["recovery"]
        yield Line(f"{SIGNS[card.aura]} {card.name}, {card.aura}: {told}", rule="F-FIGHT-2", id="card")
    if play.exchange == 1 and play.foes and card is not None:
        slow, bright = min(one.agility for one in play.foes), max(one.intellect for one in play.foes)
        level = book.NUMBERS["level_step"] * 2 + card.value
        yield Line(f"Surprised by them: intellect against {level + slow}. Ambush: agility against {level + bright}.",
                   style="$dim", rule="F-FIGHT-3", id="surprise")  # fmt: skip


def foes(table: Table) -> Iterator[Row]:
    """Each of the narrator's characters: health, attack, defences (F-NARR-3)."""
    for at, one in enumerate(table.play.foes):
        told = f"S{one.strength} A{one.agility} I{one.intellect} W{one.willpower}, armour {one.armour}"
        less, more = (RULES.command("adjust-foe", {"foe": one.name, "by": by}) for by in (-1, 1))
        yield Bar(one.name, one.left, one.health, HEALTH, note=_state(one), detail=f"attack {one.attack}, {told}",
                  note_style="bold $bad" if one.state else "$dim", label_width=10, id=f"foe-{at}", less=less, more=more,
                  names=(f"foe-{at + 1}-lost",), rule="F-NARR-3")  # fmt: skip


def _state(foe: Foe) -> str:
    if foe.state:
        return foe.state
    told = "surprised" if foe.surprised else "acted" if foe.acted else ""
    return ", ".join(filter(None, (told, "ally" * foe.ally)))


def bank(table: Table) -> Iterator[Row]:
    """The bank, and the cheapest set that turns the last success (F-DOOM-6)."""
    held = bank_of(table)
    if not held:
        yield Line("Empty. Doom that players play comes here.", style="$dim", rule="F-DOOM-1")
        return
    total = sum(one.value for one in held)
    yield Cards(f"Doom {total}", tuple(one.name for one in held), id="bank", rule="F-DOOM-2")
    if table.play.deeds and (one := table.play.deeds[-1]).met:
        places = turning([card.value for card in held], one.total - one.difficulty - one.doom)
        told = (
            f"Turns the last success: {words(held[at] for at in places)}"
            if places
            else "Nothing turns the last success."
        )
        yield Line(told, key="d" if places else "", style="bold $warn" if places else "$dim", rule="F-DOOM-6",
                   choose="spend" if places else None)  # fmt: skip


def deeds(table: Table) -> Iterator[Row]:
    """What waits for its result, the newest last (F-FIGHT-12)."""
    for at, one in enumerate(table.play.deeds):
        result = "success" if one.met else "failure"
        hurts = f", {plural(one.dealt, 'wound')}" if one.dealt else ""
        name = table.named(one.who)
        who = f"{one.foe} → {name}" if one.counter else f"{name} → {one.foe}" if one.foe else name
        told = f"{who}: {one.total} against {one.difficulty + one.doom}, {result}{hurts}"
        yield Line(told, mark="✓" if one.met else "✕", style="$good" if one.met else "$bad",
                   rule="F-FIGHT-12", id=f"deed-{at}")  # fmt: skip


def next_steps(table: Table) -> Iterator[Line]:
    """The ways on, each with its key."""
    yield from next_rows(DATA["next"]["fight" if fights(table) else CLOCK.span_of(table.play)])


def band(table: Table) -> Band | None:
    """The exchange, with the value of your card."""
    if not fights(table) or table.card is None:
        return None
    waiting = [BandLine(f"{plural(len(table.play.deeds), 'action')} without a result", "", "x")]
    lines = [BandLine(to_act(table)), *waiting * bool(table.play.deeds)]
    return Band(str(table.card.value), f"EXCHANGE {table.play.exchange}", lines)


PANELS: Final = panel_table.panels(
    DATA["panels"],
    {"exchange": exchange, "foes": foes, "bank": bank, "deeds": deeds, "next": next_steps},
    {"exchange": {"heading": lambda one: str(one.play.exchange) if fights(one) else ""}},
)
LAYOUT: Final = panel_table.layout(DATA["layout"], mood=lambda one: "conflict" if fights(one) else "", band=band)
ACTIONS: Final = action_table.actions(DATA["action"], RULES, {})
