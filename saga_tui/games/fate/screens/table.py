"""What the narrator's table shows: the exchange as a strip of five steps, foes, the bank, what waits for its result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from saga_tui.engine.opponents import of_name
from saga_tui.games.fate import book
from saga_tui.games.fate.odds import turning
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import hand_of
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.screens import plays
from saga_tui.games.fate.screens.panels import levels
from saga_tui.games.fate.table.game import CLOCK, DATA, RULES
from saga_tui.games.fate.table.state import Foe, Table, bank_of, words
from saga_tui.ui import action_table, card_plays, panel_table
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.card_faces import Fan
from saga_tui.ui.card_plays import laid
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.panel_table import next_rows
from saga_tui.ui.specs import Bar, Figure, Line, Row, Token
from saga_tui.words import listed, plural

STEPS: Final = tuple(DATA["steps"])
HEALTH: Final = Token("█", "░", "$good")
KINDS: Final = tuple(kind for one in book.keyed("abilities").values() for kind in one["defends_against"])


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
        if card is not None:
            yield Line(f"{plays.AURAS[card.aura]} {card.name}, {card.aura}", style="bold", rule="F-OPP-2", id="card")
        return
    yield Line(strip(table), style="bold", rule="F-FIGHT-1", id="steps")
    if card is not None:
        told = DATA["auras"][card.aura].format(value=card.value)
        yield Line(f"{plays.AURAS[card.aura]} {card.name}, {card.aura}: {told}", rule="F-FIGHT-2", id="card")
    if play.exchange == 1 and play.foes and card is not None:
        *_, seen = law.surprise({}, [one.agility for one in play.foes], card.value, by_foes=True)
        *_, hidden = law.surprise({}, [one.intellect for one in play.foes], card.value, by_foes=False)
        yield Line(f"Surprised by them: intellect against {seen}. Ambush: agility against {hidden}.",
                   style="$dim", rule="F-FIGHT-3", id="surprise")  # fmt: skip


def card(table: Table) -> Iterator[Row]:
    """Your card as it is drawn, with its event and calling (F-FIGHT-2, F-CALL-2)."""
    if (shown := table.card) is not None:
        yield Figure(drawing=Fan((plays.face(shown),)), id="your-card", rule="F-FIGHT-2")
        yield Line(f"{shown.event}, {shown.calling.replace('-', ' ')}", style="$dim", rule="F-CALL-2")


def foes(table: Table) -> Iterator[Row]:
    """Each of the narrator's characters: health, attack, defences (F-NARR-3)."""
    for at, one in enumerate(table.play.foes):
        told = f"S{one.strength} A{one.agility} I{one.intellect} W{one.willpower}, armour {one.armour}"
        less, more = (RULES.command("adjust-foe", {"foe": one.name, "by": by}) for by in (-1, 1))
        yield Bar(one.name, one.left, one.health, HEALTH, note=_state(one), detail=told,
                  note_style="bold $bad" if one.state else "$dim", label_width=10, id=f"foe-{at}", less=less, more=more,
                  names=(f"foe-{at + 1}-lost",), rule="F-NARR-3")  # fmt: skip


def _state(foe: Foe) -> str:
    if foe.state:
        return foe.state
    told = "surprised" if foe.surprised else "acted" if foe.acted else f"attack {foe.attack}"
    return ", ".join(filter(None, (told, "ally" * foe.ally)))


def bank(table: Table) -> Iterator[Row]:
    """The bank, and the cheapest set that turns the last success (F-DOOM-6)."""
    held = bank_of(table)
    if not held:
        yield Line("Empty. Doom that players play comes here.", style="$dim", rule="F-DOOM-1")
        return
    deed = table.play.deeds[-1] if table.play.deeds and table.play.deeds[-1].met else None
    margin = -1 if deed is None else deed.total - deed.difficulty - deed.doom
    places = turning([card.value for card in held], margin)
    drawn = laid([*map(plays.face, held)], dict.fromkeys(places, "spend")).fan
    yield Figure(drawing=drawn, id="bank", rule="F-DOOM-2", choose="spend" if places else None)
    yield Line(f"Doom {sum(one.value for one in held)} in all", style="$dim", rule="F-DOOM-2")
    if deed is not None:
        told = f"Turns the last success: {words(held[at] for at in places)}"
        yield Line(told if places else "Nothing turns the last success.", key="d" * bool(places), rule="F-DOOM-6",
                   style="bold $warn" if places else "$dim", choose="spend" if places else None)  # fmt: skip


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
    yield from next_rows(DATA["next"]["fight" if fights(table) else CLOCK.span_of(table.play)], table, ACTIONS)


def band(table: Table) -> Band | None:
    """The exchange, with the value of your card."""
    if not fights(table) or table.card is None:
        return None
    waiting = [BandLine(f"{plural(len(table.play.deeds), 'action')} without a result", "", "x")]
    lines = [BandLine(to_act(table)), *waiting * bool(table.play.deeds)]
    return Band(str(table.card.value), f"EXCHANGE {table.play.exchange}", lines)


NOBODY: Final = "nobody"


async def playing(desk: Any, verb: str) -> None:
    """Who acts or is attacked, with what and how hard; then the plays of that hand with their chances (F-ODDS-3)."""
    table, members = desk.document, desk.session.members
    title, counter = RULES.commands[verb].title, verb == "counter"
    said: dict[str, Any] = {}
    listed_foes = [Offer(one.name, one.name, f"attack {one.attack}") for one in table.play.foes if not one.state]
    may = (who for who, one in members.items() if counter or (who not in table.play.acted and hand_of(one)))
    seats = [Offer(who, members[who].title, "") for who in may]
    nobody = [] if counter else [Offer(NOBODY, "No one", "nothing opposes", rule="F-OPP-1")]
    for field, offers, question in (("foe", [*nobody, *listed_foes], "Which foe?"), ("hero", seats, "Which hero?")):
        said[field] = await desk.choose(title, offers, question, at=desk.chosen if field == "hero" else "")
        if said[field] is None:
            return
    hero, foe = members[said["hero"]], of_name(table.play.foes, said["foe"])
    levels = [one for one in plays.levels(hero) if one.key != plays.SECRET]
    kinds = [Offer(NOBODY, "No harm", "a success hurts no one"), *(Offer(one, one.capitalize(), "") for one in KINDS)]
    further = [("by", [*plays.scores(hero)], "With what?"), ("level", levels, "How hard?")]
    further += [("kind", kinds, "What kind of attack?")] * (foe is not None and not counter)
    for field, offers, question in further:
        if not await card_plays.asked(desk, said, field, (title, offers, question), "easy" * (field == "level")):
            return
    score = foe.attack if foe and counter else getattr(foe, said["by"], foe.strength) if foe else 0
    card = table.card.value if table.card is not None and foe is not None else 0
    against = {"attack" if counter else "opposition": score, "card": card}
    own = {name: value for name, value in said.items() if name in {"by", "level", "skill"}}
    made = HEROES.command("counter" if counter else "play", {**against, **own, "cards": ["S1"]})
    assert isinstance(made, Acting)
    found = plays.offers(hero, made, (*table.play.bank, *table.play.discard, table.play.open), table.play.bank)
    none = [(Offer(NOBODY, "No counter: the attack hits", ""), {"cards": ()})] * counter
    ways = {offer.key: (offer, more) for offer, more in [*found, *none]}
    goal = made.difficulty(figures(hero))
    chosen = await desk.choose(
        title, [one for one, _ in ways.values()], f"Difficulty {goal.total if goal else 0}", rule="F-ODDS-3"
    )
    if chosen is not None:
        given = {name: value for name, value in (said | ways[chosen][1]).items() if value != NOBODY}
        await desk.execute(RULES.command(verb, given))


PANELS: Final = panel_table.panels(
    DATA["panels"],
    {
        "exchange": exchange,
        "card": card,
        "levels": levels,
        "foes": foes,
        "bank": bank,
        "deeds": deeds,
        "next": next_steps,
    },
    {"exchange": {"heading": lambda one: str(one.play.exchange) if fights(one) else ""}},
)
LAYOUT: Final = panel_table.layout(DATA["layout"], mood=lambda one: "conflict" if fights(one) else "", band=band)
ACTIONS: Final = action_table.actions(
    DATA["action"], RULES, {verb: partial(playing, verb=verb) for verb in ("act", "counter")}
)
