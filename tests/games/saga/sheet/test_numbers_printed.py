"""The sheet prints numbers only from tallies: a walk over every number that it says, each with the tally behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from saga_tui.engine.entries import reasons
from saga_tui.games.saga import sheet
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.words import SKILLS
from saga_tui.games.saga.sheet.facts import Number
from saga_tui.tally import Tally
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, doc
from tests.games.saga.sheet.documents import AS_IS, EMPTY, FRESH, FULL, PLAYED, Doc

NAMED: dict[str, Doc] = {
    "played": PLAYED, "fresh": FRESH, "empty": EMPTY, "as is": AS_IS, "full": FULL, "calm": doc(CALM),
    "conflict": doc(CONFLICT), "trouble": doc(TROUBLE), "between": doc(BETWEEN),
    "used": doc({**TROUBLE, "gear_used": {"lucky-coin": 3}, "drive_tokens": [2, 1, 0]}),
}  # fmt: skip
PROSE = {"name", "line", "player", "setting", "notes", "rulings", "advances", "perks", "traits", "rewards", "purpose",
         "without", "specialties", "text", "kind", "unit"}  # fmt: skip
"""Fields of words: names, what a perk does, what was bought when. They are told, not summed."""

Said = tuple[str, int]
"""Where a number stands, as `pools.0.rating`, and the number."""


def said(part: object, path: str = "") -> Iterator[Said]:
    """Every number of a part of the sheet, those within its words too."""
    if isinstance(part, Number):
        yield path, part.total
    elif isinstance(part, int) and not isinstance(part, bool):
        yield path, part
    elif isinstance(part, str):
        yield from ((path, int(number)) for number in re.findall(r"\d+", part))
    elif isinstance(part, tuple):
        for place, item in enumerate(part):
            yield from said(item, f"{path}.{place}")
    elif is_dataclass(part):
        for field in fields(part):
            if field.name not in PROSE:
                yield from said(getattr(part, field.name), f"{path}.{field.name}".lstrip("."))


def behind(path: str, character: Character, known: dict[str, Tally]) -> list[Tally]:
    """The tallies that may stand behind a number at that place of the sheet."""
    facts = sheet.facts(character)
    group, place, field = [*path.split("."), "", ""][:3]
    at = int(place) if place.isdigit() else 0
    match group:
        case "spark":
            return [known["spark"]]
        case "standing":
            return [known[name] for name in ("chapter", "scene", "conflict", "round") if name in known]
        case "pools":
            key = facts.pools[at].key
            return [known[key if field == "rating" else f"{key}-tokens"]]
        case "harm":
            key = facts.harm[at].key
            return [known[f"{key}-threshold" if field == "threshold" else key]]
        case "doom":
            return [known["doom-end" if place == "end" else "doom"]]
        case "drives":
            return [tally for name, tally in known.items() if name == f"drive:{at + 1}"]
        case "skills" if at < len(SKILLS):
            return [known[f"skill:{SKILLS[at]}"]]
        case "skills":
            return [Tally("", "a skill that is only a specialty's: it has no ranks", ())]
        case "gear":
            return _of_kinds(known, "buff:", "charm:", "font:")
        case "wounds":
            return _of_kinds(known, "consequence:")
        case "asks":
            return [known[f"ask:{at + 1}"], known["kismet-dice"]]
        case "now":
            return _of_kinds(known, "trait:", "temporary:")
    raise AssertionError(f"no tally is known for {path}")


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
    numbers = list(said(sheet.facts(character)))
    assert len(numbers) >= 26
    wrong = [(path, one) for path, one in numbers if abs(one) not in told_by(behind(path, character, known))]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in NAMED if name != "full"])  # there boxes give way to words
def test_the_page_adds_no_number_of_its_own(name: str) -> None:
    """What the layout counts itself (`2 steps left`, `1 in hand`) is the total of a tally too."""
    character = from_doc(NAMED[name])
    known = reasons(RULES, character)
    lines = sheet.text(sheet.facts(character), 120).splitlines()
    for pool in sheet.facts(character).pools:
        line = next(line for line in lines if f" {pool.name} " in line[:12])[:58]
        rating, held = known[pool.key], known[f"{pool.key}-tokens"]
        assert set(map(int, re.findall(r"\d+", line))) <= told_by([rating, held])
    for harm in sheet.facts(character).harm:
        line = next(line[60:] for line in lines if harm.name in line[60:])
        tallies = [known[key] for key in (harm.key, f"{harm.key}-threshold") if key in known]
        assert set(map(int, re.findall(r"\d+", line))) <= told_by(tallies)
        assert line.count("■") == min(harm.held, line.count("■") + line.count("□"))
    doom = next(line for line in lines if line.startswith("Doom"))
    assert set(map(int, re.findall(r"\d+", doom))) <= told_by([known["doom-end"], known["doom-left"], known["doom"]])
