"""The sheet prints numbers only from tallies: a walk over every number that it says, each with the tally behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import pytest

from saga_tui.engine.entries import reasons
from saga_tui.games.saga import sheet
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS
from saga_tui.paper.items import Counted, Entry, Item, Meter, Row
from saga_tui.paper.sections import Head
from saga_tui.tally import Tally
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, doc
from tests.games.saga.sheet.documents import AS_IS, EMPTY, FRESH, FULL, PLAYED, Doc, found_in

NAMED: dict[str, Doc] = {
    "played": PLAYED, "fresh": FRESH, "empty": EMPTY, "as is": AS_IS, "full": FULL, "calm": doc(CALM),
    "conflict": doc(CONFLICT), "trouble": doc(TROUBLE), "between": doc(BETWEEN),
    "used": doc({**TROUBLE, "gear_used": {"lucky-coin": 3}, "drive_tokens": [2, 1, 0]}),
}  # fmt: skip
PROSE = {"Perks", "Traits", "Advances", "Notes", "House rulings"}
"""Sections of words: names, what a perk does, what was bought when. They are told, not summed."""

Said = tuple[str, int, int]
"""A section, the place in it, and a number that stands there."""


def said(character: Character) -> Iterator[Said]:
    """Every number of the sheet, those within its words too; names and texts of people left out."""
    head, *blocks = sheet.sheet(character)
    assert isinstance(head, Head)
    assert head.number is not None
    yield from (("Spark", 0, number) for number in found(head.number[1] or str(state.play_of(character).spark)))
    yield from (("standing", 0, number) for number in found(head.standing))
    for title, group in groupby(found_in(blocks), key=itemgetter(0)):
        for place, (_, item) in enumerate(group):
            yield from ((title, place, number) for number in found(*words(title, item)))


def words(title: str, item: Item) -> Sequence[str]:
    """The words of an item in which numbers count."""
    match item:
        case Meter():
            return [item.number, item.tail, *item.cells]
        case Row():
            return [item.number]
        case Counted():
            return [item.words]
        case Entry() if title not in PROSE and not item.label:
            return [item.text, item.mark, item.note]
        case _:
            return []


def found(*texts: str) -> list[int]:
    return [int(number) for text in texts for number in re.findall(r"\d+", text)]


def behind(title: str, at: int, known: dict[str, Tally]) -> list[Tally]:
    """The tallies that may stand behind a number at that place of the sheet."""
    match title:
        case "Spark":
            return [known["spark"]]
        case "standing":
            return [known[name] for name in ("chapter", "scene", "conflict", "round") if name in known]
        case "Assets":
            return [known[ASSETS[at]], known[f"{ASSETS[at]}-tokens"]]
        case "Damage" if at < len(DAMAGE):
            return [known[name] for name in (DAMAGE[at], f"{DAMAGE[at]}-threshold") if name in known]
        case "Damage":
            return [known["doom-end"], known["doom"], known["doom-left"]]
        case "Drives":
            return [tally for name, tally in known.items() if name == f"drive:{at + 1}"]
        case "Skills" if at < len(SKILLS):
            return [known[f"skill:{SKILLS[at]}"]]
        case "Skills":
            return [Tally("", "a skill that is only a specialty's: it has no ranks", ())]
        case "Gear":
            return _of_kinds(known, "buff:", "charm:", "font:")
        case "Consequences":
            return _of_kinds(known, "consequence:")
        case "Now":
            return [*_of_kinds(known, "trait:", "temporary:", "ask:"), known["kismet-dice"]]
    raise AssertionError(f"no tally is known for {title}")


def _of_kinds(known: dict[str, Tally], *kinds: str) -> list[Tally]:
    return [tally for name, tally in known.items() if name.startswith(kinds)]


def told_by(tallies: list[Tally]) -> set[int]:
    """The totals, the amounts of the terms, and a piece's rating, which the reason of its term says."""
    terms = [term for tally in tallies for term in tally.terms]
    ratings = {int(found[1]) for term in terms if (found := re.match(r"rating (\d+)", term.reason))}
    return {abs(tally.total) for tally in tallies} | {abs(term.amount) for term in terms} | ratings


@pytest.mark.rule("AST-1", "DMG-1", "DMG-2", "SKL-2", "DOM-1", "SPK-1", "DRV-1", "GER-3", "CSQ-1")
@pytest.mark.parametrize("name", NAMED)
def test_every_number_of_the_sheet_has_its_tally(name: str) -> None:
    character = from_doc(NAMED[name])
    known = reasons(RULES, character)
    numbers = list(said(character))
    assert len(numbers) >= 26
    wrong = [(title, at, one) for title, at, one in numbers if one not in told_by(behind(title, at, known))]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in NAMED if name != "full"])  # there boxes give way to words
def test_the_page_adds_no_number_of_its_own(name: str) -> None:
    """What the layout counts itself (`2 steps left`, boxes that are ticked) is a total of tallies too."""
    character = from_doc(NAMED[name])
    known = reasons(RULES, character)
    lines = sheet.sheet_pages(character, 120).splitlines()
    for asset in ASSETS:
        line = next(line for line in lines if f" {asset.capitalize()} " in line[:12])[:58]
        rating, held = known[asset], known[f"{asset}-tokens"]
        assert set(found(line)) <= told_by([rating, held])
        assert line.count("■") == max(0, rating.total - held.total)
    for kind in DAMAGE:
        line = next(line[60:] for line in lines if kind.capitalize() in line[60:])
        tallies = [known[key] for key in (kind, f"{kind}-threshold") if key in known]
        assert set(found(line)) <= told_by(tallies)
        assert line.count("■") == min(known[kind].total, line.count("■") + line.count("□"))
    doom = next(line for line in lines if line.startswith("Doom"))
    assert set(found(doom)) <= told_by([known["doom-end"], known["doom-left"], known["doom"]])
