"""The printed sheet of SagaS as data: one page (S-SHEET-1), and the universal table behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from saga_tui.engine.entries import tallies
from saga_tui.engine.rulings import lines
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.rules.figures import KINDS, MAIN, SECONDARY, TEXTS, figures, name_of
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.paper.columns import Edge, Flow, Grid
from saga_tui.paper.items import Block, Led, Meter, Row, Written
from saga_tui.paper.sections import Foot, Head, Section, Stack
from saga_tui.safe import clean
from saga_tui.tally import Tally
from saga_tui.words import sentence, signed

LAST: Final = 20
"""The last row of the universal table that is printed."""
FURTHER: Final = ("str-bonus", "reflex-dodge", "max-impact", "carry", "top-speed", "study-limit")
"""What follows beside the four."""
ROUNDED: Final = ", rounded down"
"""Said once of all of them."""
WORDS: Final = ("looks", "background", "motives", "notes")


def page(character: Character) -> Iterator[Block]:
    """The sheet on one page."""
    numbers, play, concept = tallies(RULES, character), character.play or Play(), character.concept
    trade = clean(", ".join(filter(None, (concept.trade, concept.age))))
    facts = ("Player", clean(concept.player)), ("Trade, age", trade)
    line = clean(concept.line or character.campaign.setting)
    yield Head(clean(concept.name), line, facts, RULES.when(character), ("Experience", f"{play.experience}"))
    main = (Row(name_of(key), f"{numbers[key].total}", signed(numbers[f"{key}-bonus"].total), 9) for key in MAIN)
    eight = Section("Characteristics", tuple(main), ("Characteristic", "Value", "Bonus"), note="bonus", columns=4)
    four = (Row(name_of(key), f"{numbers[key].total}", numbers[key].line(ROUNDED), 13) for key in SECONDARY)
    further = (Edge(numbers[name].label, f"{numbers[name].total}") for name in FURTHER)
    follows = Section("What follows", tuple(four), ("Number", "Value", "From"), (1,), note=ROUNDED[2:])
    yield Stack((eight, follows, Section("", tuple(further), columns=3)), apart=False)
    yield Stack(tuple(_harm(kind, numbers, play) for kind in KINDS), apart=False)
    yield Flow("Skills", tuple(_skills(character, numbers)), close=True)
    weapons, things = _gear(character, numbers)
    head = ("Weapon", "Skill", "Damage", "Dice", "Strength", "Range", "AP", "Shots")
    yield Grid("Weapons", head, tuple(weapons), write=4)
    told = (Led(f"{TEXTS[field]:<11}", clean(getattr(concept, field))) for field in WORDS)
    yield Section("Equipment and background", (Led(f"{'Equipment':<11}", ", ".join(things)), *told))
    yield Section("House rulings", tuple(Written(line) for line in lines(character)))
    yield Foot(book.CREDIT, line=False)


def table(_character: Character) -> Iterator[Block]:
    """The rows of the universal table (S-CHR-5)."""
    names = [field.name for field in fields(book.Universal) if field.name != "duration_s"]
    head = ("Score", "Bonus", "Weight, kg", "km/h", "m a round", "Time", "Metres")
    scores = (book.universal(score) for score in range(LAST + 1))
    rows = ((str(one.score), signed(one.bonus), *(f"{getattr(one, name)}" for name in names[2:])) for one in scores)
    yield Grid("Universal table", head, tuple(rows), least=5)


def _harm(kind: str, numbers: Mapping[str, Tally], play: Play) -> Section:
    harm, points = getattr(play, kind), numbers[f"{kind}-hit-points"].total
    end = numbers["death" if kind == "physical" else "madness"]
    told = [f"hit points {points}", f"{end.label.split()[0].lower()} at {end.total}",
            f"shock above {numbers[f'{kind}-shock'].total}"]  # fmt: skip
    if kind == "physical":
        told.append(f"protection {numbers['protection'].total}/{numbers['protection-bullets'].total}")
    injuries = Meter("Injuries", f"{harm.injuries}", end.total, harm.injuries, bar=points, fold=True)
    return Section(kind.capitalize(), (injuries, Meter("Stun", f"{harm.stun}", points, harm.stun, fold=True)),
                   note=", ".join(told), remark=sentence(", ".join(told)))  # fmt: skip


def _skills(character: Character, numbers: Mapping[str, Tally]) -> Iterator[Section]:
    """Those with a total above 0, by characteristic."""
    held = [one for one in figures(character).held.values() if numbers.get(one.name, Tally("", "")).total > 0]
    for key in (*MAIN, *SECONDARY):
        mine = tuple(Edge(clean(one.label), f"{numbers[one.name].total}") for one in held if one.on == key)
        if mine:
            yield Section(name_of(key), mine, note=f"{numbers[key].total}")


def _gear(character: Character, numbers: Mapping[str, Tally]) -> tuple[list[tuple[str, ...]], list[str]]:
    """The rows of the weapons, and all else."""
    of, weapons, rest = figures(character), [], []
    for piece in character.gear:
        row, armour = of.weapon(piece), of.armour(piece)
        if row is not None:
            skill = numbers.get(f"skill:{row.skill.replace('_', '-')}")
            bonus = row.bonus + (numbers["str-bonus"].total if row.close else 0)
            cells = skill.total if skill else "", signed(bonus), row.dmax, row.strength, row.range, row.ap, row.shots
            weapons.append((clean(row.name), *("" if cell is None else f"{cell}" for cell in cells)))
        else:
            protects = f"protection {armour.protection or 0}" if armour is not None else ""
            said = ", ".join(filter(None, (protects, "worn" if piece.worn and armour else "", clean(piece.note))))
            rest.append(f"{clean(piece.name)}{f' ({said})' if said else ''}")
    return weapons, rest
