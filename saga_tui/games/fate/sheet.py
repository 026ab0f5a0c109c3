"""The hero sheet as data: abilities with codes and skills, edge, hand with its boxes, powers, gear (F-HERO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from saga_tui.engine.rulings import lines
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero, Play
from saga_tui.games.fate.play.state import cards_of
from saga_tui.games.fate.rules.figures import LOST, TEXTS, figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.paper.columns import Grid
from saga_tui.paper.items import Block, Led, Meter, Written
from saga_tui.paper.sections import Head, Section
from saga_tui.safe import clean
from saga_tui.words import sentence

WORDS: Final = ("looks", "background", "motives", "notes")


def page(hero: Hero) -> Iterator[Block]:
    """The sheet on one page."""
    of, play = figures(hero), hero.play or Play()
    calling = book.keyed("callings").get(hero.calling, {"name": hero.calling})["name"]
    facts = (("Player", clean(hero.concept.player)), ("Calling", clean(calling)), ("Edge", f"{of.edge.total}"))
    yield Head(clean(hero.concept.name), clean(hero.concept.line), facts, RULES.when(hero))
    four = []
    for key, own in hero.four.items():
        skills = ", ".join(f"{clean(one.name)}{' (world-class)' if one.world_class else ''}" for one in own.skills)
        chosen = own.score or own.code != "x"
        name = f"{key.capitalize()}: {skills}" if skills else key.capitalize()
        four.append((name, f"{of.score(key).total}" if chosen else "", own.code if chosen else ""))
    yield Grid("Abilities", ("Ability and skills", "Score", "Code"), tuple(four))
    if hero.health:
        left = of.health.total if play.health is None else play.health
        yield Section("Health", (Meter("Health", f"{left}", of.health.total, left),))
    else:
        held = [one.name for one in cards_of(play.hand)]
        shown = "face down" if play.closed else ", ".join(held)
        boxes = Meter("Hand", f"{len(held)}", of.size.total, len(held))
        lost = (Led(f"{sentence(words)}: ", f"{getattr(play, field)}") for field, (words, _) in LOST.items()
                if getattr(play, field))  # fmt: skip
        yield Section("Hand", (boxes, Led("Cards: ", shown), *lost), note=f"size {of.size.total}")
    powers = ((clean(one.name), f"{one.intensity}", one.suit, ", ".join(map(clean, one.stunts)),
               ", ".join(map(clean, one.limits))) for one in hero.powers)  # fmt: skip
    yield Grid("Powers and equipment", ("Power", "Intensity", "Trump", "Stunts", "Limits"), tuple(powers), write=4)
    gear = ((clean(one.name), one.kind, f"+{one.bonus}" if one.bonus else "") for one in hero.gear)
    yield Grid("Weapons and armour", ("Name", "Kind", "Bonus"), tuple(gear), write=3)
    yield Section("Hindrances", tuple(Written(clean(one)) for one in hero.hindrances))
    yield Section("Who it is", tuple(Led(f"{TEXTS[field]}: ", clean(getattr(hero.concept, field))) for field in WORDS))
    yield Section("House rulings", tuple(Written(line) for line in lines(hero)))


def table(_hero: Hero) -> Iterator[Block]:
    """Levels of difficulty and strengths of materials (F-ACT-3, F-NARR-5)."""
    levels = (
        (one["key"].capitalize(), f"{one['rating']}", one["examples"][0]) for one in book.data("deck")["difficulties"]
    )
    yield Grid("Levels of difficulty", ("Level", "To reach", "For example"), tuple(levels))
    rows = (("–".join(dict.fromkeys(map(str, one["strength"]))), ", ".join(one["examples"]), one["weight"])
            for one in book.data("deck")["materials"])  # fmt: skip
    yield Grid("Materials", ("Strength", "Made of", "Such a strength lifts"), tuple(rows))


def of_table(party: Any, members: Mapping[str, Any]) -> Iterator[Block]:
    """A narrator's table: heroes, foes and the bank (F-NARR-3, F-DOOM-1). Cards in hands stay with their players."""
    from saga_tui.games.fate.table.game import RULES as TABLES

    yield Head(clean(party.title), "Fate Deck table", standing=TABLES.when(party))
    heroes = ((clean(seat.name), *_held(members.get(seat.id))) for seat in party.seats)
    yield Grid("Heroes", ("Hero", "Calling", "Cards", "State"), tuple(heroes))
    foes = ((clean(one.name), f"{one.left} of {one.health}", f"{one.attack}", f"{one.armour}", one.state,
             f"{one.strength} {one.agility} {one.intellect} {one.willpower}") for one in party.play.foes)  # fmt: skip
    yield Grid("Foes", ("Foe", "Health", "Attack", "Armour", "State", "S A I W"), tuple(foes), write=4)
    bank = ", ".join(one.name for one in cards_of(party.play.bank))
    yield Section("Bank of Doom", (Led("Cards: ", bank or "none"),))
    yield Section("Notes", (Written(clean(party.notes)),))
    yield Section("House rulings", tuple(Written(line) for line in lines(party)))


def _held(hero: Hero | None) -> tuple[str, str, str]:
    if hero is None:
        return "", "", ""
    play, calling = hero.play or Play(), book.keyed("callings").get(hero.calling, {"name": hero.calling})["name"]
    return clean(calling), f"{len(play.hand)} of {figures(hero).size.total}", play.state
