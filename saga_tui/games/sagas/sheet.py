"""The printed sheet of SagaS as data: one page (S-SHEET-1), and the universal table behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from saga_tui.engine.entries import tallies
from saga_tui.engine.rulings import lines
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.rules.entries import TEXTS
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, figures, name_of
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.paper.columns import Edge, Flow, Grid
from saga_tui.paper.items import Block, Entry, Led, Meter, Row, Written
from saga_tui.paper.sections import Foot, Head, Pair, Section, Stack
from saga_tui.safe import clean
from saga_tui.tally import Tally

LAST: Final = 20
"""The last row of the universal table that is printed."""
OF_FIGHTS: Final = ("str-bonus", "reflex-dodge", "max-impact", "protection-bullets", "carry", "top-speed")
"""What follows beside the four."""


def page(character: Character) -> Iterator[Block]:
    """The sheet on one page."""
    numbers, play, concept = tallies(RULES, character), character.play or Play(), character.concept
    facts = (("Player", clean(concept.player)), ("Age", clean(concept.age)), ("Trade", clean(concept.trade)))
    experience = ("Experience", f"{play.experience}")
    yield Head(
        clean(concept.name), clean(concept.line or character.campaign.setting), facts, RULES.when(character), experience
    )
    yield from _characteristics(numbers)
    yield Pair(_harm("physical", numbers, play), _harm("mental", numbers, play))
    yield Flow("Skills", tuple(_skills(character, numbers)))
    yield from _gear(character, numbers)
    words = ("looks", "background", "motives", "notes")
    yield Section("Background", tuple(Led(f"{TEXTS[field]:<11}", clean(getattr(concept, field))) for field in words))
    yield Section("House rulings", tuple(Written(line) for line in lines(character)))
    yield Foot(book.CREDIT)


def table(character: Character) -> Iterator[Block]:
    """The rows of the universal table (S-CHR-5)."""
    del character
    names = [field.name for field in fields(book.Universal) if field.name != "duration_s"]
    head = ("Score", "Bonus", "Weight, kg", "km/h", "m a round", "Time", "Metres")
    rows = (tuple(f"{getattr(book.universal(score), name)}" for name in names) for score in range(LAST + 1))
    yield Grid("Universal table", head, tuple(rows), least=5)


def _characteristics(numbers: Mapping[str, Tally]) -> Iterator[Block]:
    main = (Row(name_of(key), f"{numbers[key].total}", f"{numbers[f'{key}-bonus'].total:+}") for key in MAIN)
    yield Section("Characteristics", tuple(main), ("Characteristic", "Value", "Bonus"), note="bonus", halves=True)
    four = (Row(name_of(key), f"{numbers[key].total}", why(numbers[key]), 15) for key in SECONDARY)
    further = (Row(numbers[name].label, f"{numbers[name].total}", name_width=24) for name in OF_FIGHTS)
    both = (
        Section("What follows", tuple(four), ("Number", "Value", "From"), (1,)),
        Section("", tuple(further), halves=True),
    )
    yield Stack(both, apart=False)


def why(number: Tally) -> str:
    """The reasons of a number in a line."""
    first, *more = number.terms
    return "; ".join([first.reason, *(f"{term.amount:+} {term.reason}" for term in more if term.amount)])


def _harm(kind: str, numbers: Mapping[str, Tally], play: Play) -> Stack:
    harm, points = getattr(play, kind), numbers[f"{kind}-hit-points"].total
    end = numbers["death" if kind == "physical" else "madness"]
    protection = numbers["protection"].total if kind == "physical" else 0
    told = (("Hit points", points), (end.label.split()[0] + " at", end.total), ("Protection", protection),
            ("Shock above", numbers[f"{kind}-shock"].total))  # fmt: skip
    injuries = Meter("Injuries", f"{harm.injuries}", end.total, harm.injuries, bar=points, fold=True)
    boxes = injuries, Meter("Stun", f"{harm.stun}", points, harm.stun, fold=True)
    edges = (Edge(label, f"{amount}") for label, amount in told)
    return Stack((Section(kind.capitalize(), tuple(edges), halves=True), Section("", boxes)), apart=False)


def _skills(character: Character, numbers: Mapping[str, Tally]) -> Iterator[Section]:
    """Those with a total above 0, by characteristic."""
    held = [one for one in figures(character).held.values() if numbers.get(one.name, Tally("", "")).total > 0]
    for key in (*MAIN, *SECONDARY):
        mine = tuple(Edge(clean(one.label), f"{numbers[one.name].total}") for one in held if one.on == key)
        if mine:
            yield Section(name_of(key), mine, note=f"{numbers[key].total}")


def _gear(character: Character, numbers: Mapping[str, Tally]) -> Iterator[Block]:
    of, weapons, rest = figures(character), [], []
    for piece in character.gear:
        row, armour = of.weapon(piece), of.armour(piece)
        if row is not None:
            skill = numbers.get(f"skill:{row.skill.replace('_', '-')}")
            bonus = row.bonus + (numbers["str-bonus"].total if row.close else 0)
            cells = skill.total if skill else "", f"{bonus:+}", row.dmax, row.strength, row.range, row.ap, row.shots
            weapons.append((clean(row.name), *("" if cell is None else f"{cell}" for cell in cells)))
        else:
            protects = f"protection {armour.protection or 0}" if armour is not None else ""
            said = ", ".join(filter(None, (protects, "worn" if piece.worn and armour else "", clean(piece.note))))
            rest.append(f"{clean(piece.name)}{f' ({said})' if said else ''}")
    head = ("Weapon", "Skill", "Damage", "Dice", "Strength", "Range", "AP", "Shots")
    yield Grid("Weapons", head, tuple(weapons), write=4)
    yield Section("Equipment", (Entry(", ".join(rest)),) if rest else ())
