"""Rule texts: complete, linked, in the book's sections, agreeing with the numbers, and found by search."""

from __future__ import annotations

import pytest

from saga_tui.games.saga import book

COUNTS = {
    "TIME": 3,
    "SKL": 5,
    "AST": 14,
    "REG": 4,
    "RFX": 1,
    "PSH": 6,
    "ROL": 10,
    "PRK": 6,
    "TRT": 5,
    "DRV": 8,
    "GER": 4,
    "DMG": 6,
    "KIS": 6,
    "DOM": 4,
    "CSQ": 4,
    "SPK": 4,
    "CRE": 11,
    "CNF": 12,
    "SET": 2,
}
IDS = [f"{area}-{number}" for area, count in COUNTS.items() for number in range(1, count + 1)]

READINGS = """
SKL-5 AST-2 AST-4 AST-6 AST-7 REG-2 ROL-6 ROL-8 PRK-3 PRK-4 PRK-5 PRK-6 GER-3 KIS-6 DOM-4 CSQ-4 CRE-9 CRE-10
CNF-7 CNF-10
"""
SWITCHES = {"PRK-6": "better_lucky", "GER-3": "lucky_charm_refresh", "CSQ-4": "severe_consequences"}

FRAGMENTS = {
    "AST-3": ["2 dice"],
    "AST-5": ["1 die"],
    "AST-6": ["two dice"],
    "CRE-2": ["rated 5", "second 3", "third 1", "Fortune is 4"],
    "CRE-3": ["start at 1", "9 points", "8 costs 8", "4 or more"],
    "CRE-4": ["Two skills", "4 ranks", "three secondary with 2", "other four have 0"],
    "CRE-5": ["14 points", "6th", "11th", "11 ranks cost 13", "at least 4 ranks"],
    "CRE-6": ["five"],
    "CRE-7": ["three"],
    "CRE-8": ["above 3", "at most 5 in all"],
    "CRE-9": ["12", "asset +1 for 4", "rank for 3", "specialty for 1", "trait for 3", "perk for 2", "twice"],
    "DMG-1": ["(force + grace) / 2", "(grace + acuity) / 2", "(force + acuity) / 2", "down"],
    "DOM-1": ["24", "twice", "step 8 for fortune 4"],
    "DRV-3": ["+2 dice", "1 Spark"],
    "GER-1": ["1 to 3"],
    "GER-3": ["3 dice", "holds 10"],
    "GER-4": ["2 points", "1 point each", "kismet adds 2", "holds 7", "3 points"],
    "KIS-2": ["5 or 6", "1 or 2"],
    "PSH-2": ["1 damage", "whole of the next"],
    "ROL-3": ["1-5", "6-15", "16"],
    "ROL-6": ["3 dice for 1", "15 dice make 5"],
    "SKL-3": ["+2 dice", "+1 die"],
    "SPK-2": ["1 Spark for 2", "rounded up"],
    "SPK-4": [
        "plus 1;",
        "for 3, plus 1 for each full 5",
        "specialty for 2",
        "trait for 5",
        "perk for 3",
        "cleared for 1",
    ],
    "TRT-2": ["+3", "+2", "+1", "3, 2 or 1"],
    "CNF-8": ["challenge 3", "1 fear", "10 net marks"],
}


def test_every_rule_of_the_ledger_has_its_text_once() -> None:
    assert sorted(item.id for item in book.rules()) == sorted(IDS)
    assert len({item.title for item in book.rules()}) == len(IDS)
    assert len({item.text for item in book.rules()}) == len(IDS)


@pytest.mark.parametrize("id_", IDS)
def test_an_entry_is_short_linked_and_placed(id_: str) -> None:
    entry = book.rule(id_)
    assert entry is not None
    assert entry.see
    assert entry.id not in entry.see
    assert all(book.rule(other) is not None for other in entry.see), entry.see
    assert (entry.chapter, entry.section) in book.sections()
    assert 2 <= len(entry.title.split()) <= 6
    assert 40 <= len(entry.text) <= 650
    assert ("Our reading:" in entry.text) is entry.reading
    assert ("House:" in entry.text) is entry.house


def test_readings_and_switches_are_the_ledgers() -> None:
    assert sorted(item.id for item in book.rules() if item.reading) == sorted(READINGS.split())
    assert {item.id: item.switch for item in book.rules() if item.switch} == SWITCHES
    assert set(SWITCHES.values()) == set(book.Switches.model_fields)
    assert [item.id for item in book.rules() if item.house] == ["DOM-3", "CRE-11", "ROL-10", "SET-1", "SET-2"]


@pytest.mark.parametrize(
    ("id_", "fragments"), [pytest.param(*pair, marks=pytest.mark.rule(pair[0])) for pair in FRAGMENTS.items()]
)
def test_a_text_states_its_numbers(id_: str, fragments: list[str]) -> None:
    entry = book.rule(id_)
    assert entry is not None
    assert [part for part in fragments if part not in entry.text] == []


def test_every_section_of_the_list_has_an_entry() -> None:
    used = {(item.chapter, item.section) for item in book.search("")}
    assert used == set(book.sections())
    assert len(book.sections()) == len(set(book.sections()))
    assert book.chapters()[-1].title == "House"


def test_skills_perks_and_traits_can_be_looked_up_like_rules() -> None:
    kinds = [item.kind for item in book.search("")]
    assert {kind: kinds.count(kind) for kind in kinds} == {"rule": 115, "skill": 9, "perk": 16, "trait": 50}
    brave = book.rule("PERK:brave")
    assert brave is not None
    assert brave.title == "Brave (force or acuity)"
    assert book.rule("dmg-2") is book.rule("DMG-2")
    assert book.rule("DMG-99") is None
    named = [item.rules for item in book.skills()] + [item.rules for item in book.perks()]
    named += [item.rules for item in book.stakes()] + [item.rules for item in book.pushes()]
    assert all(book.rule(id_) is not None for ids in named for id_ in ids)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("dmg-2", "DMG-2"),
        ("destined", "perk:destined"),
        ("legerdemain", "skill:legerdemain"),
        ("paranoid", "trait:28"),
        ("KISMET roll", "KIS-2"),
        ("giving in", "CNF-11"),
    ],
)
def test_search_puts_the_best_first(words: str, first: str) -> None:
    assert book.search(words)[0].id == first


def test_search_wants_all_words_and_knows_none_that_are_missing() -> None:
    both = book.search("fortune kismet")
    assert both
    assert all("kismet" in f"{item.title} {item.text}".lower() for item in both)
    assert book.search("fortune xylophone") == []
