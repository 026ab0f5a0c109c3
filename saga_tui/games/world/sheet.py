"""The printed sheet of World Saga as data: one page, and the table of degrees at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from saga_tui.engine.entries import tallies
from saga_tui.engine.rulings import lines
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Item, Play
from saga_tui.games.world.rules.figures import (
    ATTRIBUTES,
    RESISTANCES,
    TEXTS,
    TOLERANCES,
    Figures,
    figures,
    name_of,
)
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.paper.columns import Edge, Flow, Grid
from saga_tui.paper.items import Block, Led, Meter, Row, Written
from saga_tui.paper.sections import Foot, Head, Pair, Section
from saga_tui.safe import clean
from saga_tui.tally import Tally
from saga_tui.words import listed, signed

DAYS: Final = 12
"""Boxes for Recovery Days and a Therapy Score: the most that 2d6 give (W-INJ-4, W-TRM-3)."""
WORDS: Final = ("looks", "background", "notes")


def page(character: Character) -> Iterator[Block]:
    """The sheet on one page: attributes, ranks, boxes for tolerances, days and scores (W-ENT-2)."""
    of, numbers, concept = figures(character), tallies(RULES, character), character.concept
    play = character.play or Play()
    facts = ("Player", clean(concept.player)), ("Speed", clean(character.speed))
    line = clean(concept.line or character.campaign.setting)
    yield Head(clean(concept.name), line, facts, RULES.when(character), ("Experience", f"{play.experience}"))
    nine = tuple(Row(of.label_of(key), _told(numbers[key])) for key in ATTRIBUTES)
    yield Section("Attributes", nine, ("Attribute", "Rank"), (1,), columns=3)
    yield Section("Tolerances", tuple(_tolerance(of, key, numbers, play) for key in TOLERANCES))
    yield Pair(_harms("injuries", play), _harms("traumas", play))
    yield Flow("Skills and resistances: training, rank", tuple(_ranks(of)), least=24)
    yield Section("Conditions and afflictions", tuple(_states(of, play)), write=2)
    yield Section("Items", tuple(Led(f"{clean(one.name):<20}", _item(of, one)) for one in character.items), write=2)
    told = (Led(f"{TEXTS[field]:<11}", clean(getattr(concept, field))) for field in WORDS)
    yield Section("Background", tuple(told))
    yield Section("House rulings", tuple(Written(line) for line in lines(character)))
    yield _degrees()
    yield Foot(book.CREDIT, line=False)


def _told(tally: Tally) -> str:
    return f"{tally.total or ''}"


def _tolerance(of: Figures, key: str, numbers: Mapping[str, Tally], play: Play) -> Meter:
    """Boxes up to the maximum, those that are lost ticked."""
    row, most = book.tolerances()[key], numbers[f"{key}-most"].total
    now = getattr(play, key) if of.character.play is not None else most
    tail = (
        f"{now} left; at 0 {of.conditions[row['at_zero']].name}"
        if most
        else f"at 0 {of.conditions[row['at_zero']].name}"
    )
    return Meter(row["name"], _told(numbers[f"{key}-most"]), most or DAYS, max(0, most - now), tail=tail, fold=True)


def _harms(kind: str, play: Play) -> Section:
    """A row of boxes for each that may come: the days, or the score, that are left."""
    left = {one.key: one.left for one in getattr(play, kind)}
    name = "Recovery Days" if kind == "injuries" else "Therapy Score"
    rows = (
        Meter(row.name, f"{left[key]}" if key in left else "", DAYS, left.get(key, 0))
        for key, row in book.harms(kind).items()
    )
    return Section(kind.capitalize(), tuple(rows), note=name)


def _ranks(of: Figures) -> Iterator[Section]:
    """Skills by the group of their first attribute, then resistances; each with its rank and its training."""
    for group in ("body", "mind", "spirit", ""):
        mine = [ref for ref, _ in of.refs_named() if _group(of, ref) == group]
        known = [ref for ref in mine if ":" in ref or not of.skills[ref].fields]
        ranks = ((ref, of.number(name_of(ref))) for ref in known)
        rows = tuple(Edge(clean(one.label), f"{of.training(ref)} {one.total or '–':>4}") for ref, one in ranks)
        if rows:
            yield Section(group.capitalize() or "Resistances", rows)


def _group(of: Figures, ref: str) -> str:
    key = ref.partition(":")[0]
    return "" if key in RESISTANCES else str(book.attributes()[of.pair(key)[0]]["group"])


def _states(of: Figures, play: Play) -> Iterator[Led]:
    """What holds now, with what ends it."""
    for row, strength, by in of.standing:
        name = f"{row.name}{f' {strength}' if row.numbered else ''}"
        yield Led(f"{clean(name):<14} ", f"by {by}" if by else clean(row.text))
    for one in play.afflictions:
        ill = of.afflictions.get(one.key)
        wait = f"felt in {one.onset}" if one.onset else f"Rank {one.rank} of {ill.max_rank if ill else '?'}"
        yield Led(f"{clean(ill.name if ill else one.key):<14} ", wait)


def _item(of: Figures, one: Item) -> str:
    on = f"{signed(one.modifier)} on {listed(map(of.label_of, one.on))}" if one.modifier else ""
    return clean(", ".join(filter(None, (on, "" if one.used else "put away"))))


def _degrees() -> Grid:
    """How a die is read that succeeds (W-DEG-1), a 20 (W-DEG-2)."""
    rows = [one for one in book.data("tests")["degree"] if "from" in one][::-1]
    tops = [*(one["from"] - 1 for one in rows[1:]), book.data("tests")["tn_most"]]
    faces = (f"{one['from']}–{top}" if top > one["from"] else f"{top}" for one, top in zip(rows, tops, strict=True))
    names = (str(one["name"]).removesuffix(" Success") for one in rows)
    return Grid(
        "d20, equal to or under the target number", ("Degree", *names, "Critical Failure"), (("Die", *faces, "20"),)
    )
