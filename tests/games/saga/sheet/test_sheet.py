"""The printed sheet: golden pages, straight columns, nothing lost, nothing that a terminal would obey."""

from __future__ import annotations

import os
import unicodedata
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.rules.words import ASSETS, WOUNDS
from saga_tui.games.saga.sheet import sheet
from saga_tui.games.saga.sheet.page import perk_line
from saga_tui.paper.items import Meter, Row
from saga_tui.paper.layout import beside, boxes, width_of, wrap
from saga_tui.safe import clean
from tests.examples import tries
from tests.games.saga.sheet.documents import AS_IS, EMPTY, FRESH, FULL, MARKUP, PLAYED, WIDE, Doc, found_in

GOLDEN = Path(__file__).parent / "golden"
NAMED = {"played": PLAYED, "fresh": FRESH, "empty": EMPTY, "as_is": AS_IS, "full": FULL}


def page(doc: Doc, width: int = 80) -> list[str]:
    return GAME.sheet(doc, width).splitlines()


def line_with(doc: Doc, word: str, width: int = 80) -> str:
    return next(line for line in page(doc, width) if word in line)


@pytest.mark.parametrize(("name", "width"), [*((name, 80) for name in NAMED), ("played", 40), ("full", 120)])
def test_golden(name: str, width: int) -> None:
    """`SAGA_GOLDEN=write pytest …` writes them anew; look at the difference before you commit it."""
    file = GOLDEN / f"{name}-{width}.txt"
    text = GAME.sheet(NAMED[name], width)
    if os.environ.get("SAGA_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("doc", [FRESH, PLAYED, EMPTY, AS_IS])
def test_an_ordinary_character_takes_one_page(doc: Doc) -> None:
    lines = page(doc)
    assert len(lines) <= 60
    assert lines[-1].startswith("Saga (beta) by Brian Engard")
    assert "Creative Commons Attribution" in lines[-1]


# ---- the numbers


@pytest.mark.rule("AST-1", "AST-12")
def test_tokens_are_boxes_that_are_ticked_when_spent() -> None:
    assert "Force     5  ■□□□□         4 in hand" in line_with(PLAYED, "Force")
    assert "Fortune   4  □□□□□ □ ····  6 in hand" in line_with(PLAYED, "Fortune")
    assert "Force     5  □□□□□    " in line_with(FRESH, "Force")
    assert "in hand" not in GAME.sheet(FRESH)


@pytest.mark.rule("DMG-1", "DMG-2", "KIS-1")
def test_damage_has_its_threshold_drawn_in() -> None:
    assert line_with(PLAYED, "Pain ").endswith("Pain        4  ■■■■│■■□□□ □")
    assert line_with(PLAYED, "Doubt ").endswith("Doubt       2  □□│□□□□")
    assert line_with(PLAYED, "Kismet ").endswith("Kismet         ■■□□□ □□□□□")


@pytest.mark.rule("DOM-1")
def test_the_doom_track_is_drawn_to_its_end() -> None:
    assert line_with(PLAYED, "Doom ") == f"{'Doom        8  ■■□□□ □□□┃':<68}6 steps left"
    assert "■■■■■ ■■■■■ ■■■■■ ■■■■■ ■■■■┃" in line_with(AS_IS, "Doom ")
    assert "Has met their doom" in GAME.sheet(AS_IS)


@pytest.mark.rule("GER-2", "GER-3", "GER-4")
def test_gear_shows_its_pool() -> None:
    assert line_with(PLAYED, "coin") == "Lucky coin: charm 3, 10 dice ■■■■□ □□□□□; without Academia"
    assert line_with(PLAYED, "Colt") == "Colt: buff 2, +2 dice; shooting"
    assert line_with(AS_IS, "ointment") == "Grandmother's ointment: font 2, 7 points □□□□□ □□; without doubt, kismet"


@pytest.mark.rule("CSQ-1", "CSQ-2")
def test_a_consequence_shows_its_penalty_and_levels() -> None:
    assert "Injured leg −2 (1 temporary, 1 lasting, pain)" in GAME.sheet(PLAYED, 120)
    assert "Shaken −1 (temporary, fear)" in GAME.sheet(PLAYED, 120)


@pytest.mark.rule("DRV-1")
def test_drives_show_their_tokens() -> None:
    assert line_with(PLAYED, "Find my sister").endswith("■■□□□  Find my sister")
    assert line_with(PLAYED, "The Vargas").endswith("□□□□□  The Vargas brothers hang")


def test_every_number_is_that_of_its_tally() -> None:
    doc = deepcopy(PLAYED)
    doc["finishing"] += [{"buy": "asset", "asset": "grace"}, {"buy": "rank", "skill": "academia"}]
    character = from_doc(doc)
    meters = {item.name: item for _, item in found_in(sheet(character)) if isinstance(item, Meter)}
    for asset in ASSETS:
        assert meters[asset.capitalize()].number == str(derive.rating(character, asset).total)
    for kind in WOUNDS:
        total = derive.threshold(character, kind).total
        assert (meters[kind.capitalize()].number, meters[kind.capitalize()].bar) == (str(total), total)
    assert meters["Doom"].number == str(derive.doom_end(character).total)
    academia = next(item for _, item in found_in(sheet(character)) if isinstance(item, Row))
    assert academia.number == str(derive.ranks(character, "academia").total) == "1"
    assert "◆ Grace     4" in GAME.sheet(doc)
    assert "Doubt       3" in GAME.sheet(doc)
    assert "Academia        1" in GAME.sheet(doc)


@pytest.mark.rule("CRE-11")
def test_rulings_stand_at_the_foot_and_mark_their_number() -> None:
    text = GAME.sheet(PLAYED)
    assert "Spark 7*" in text
    assert text.index("RULINGS") > text.index("ADVANCES")
    assert "spark 5 → 7: the GM says so" in text
    assert "13 of 12 finishing points are spent: a gift" in text
    assert "RULINGS" not in GAME.sheet(FRESH)


@pytest.mark.rule("PRK-2", "PRK-3")
def test_every_perk_of_the_book_has_its_line() -> None:
    from saga_tui.games.saga import book

    doc = {"entered": "as is", "assets": {"perks": [{"name": perk.name, "skill": "weaponry"} for perk in book.perks()]}}
    owned = derive.perks(from_doc(doc))
    lines = {perk.name: perk_line(perk, "Weaponry") for perk in owned}
    assert len(lines) == 16
    assert len(set(lines.values())) == 16
    assert lines["Agile"] == "on a block, +2 dice for each grace token spent"
    assert lines["Aware"] == "each time you recover tokens, recover 1 more spent acuity"
    assert lines["Better Lucky than Good"] == "a fortune token on a roll may count as force, grace or acuity"
    assert lines["Deliberate"] == "after a roll, before its result: +1 die for each acuity token spent"
    assert lines["Destined"] == "once a scene, ignore 1 hitch of a kismet roll"
    assert lines["Expert"] == "Weaponry rolled with acuity: +1 die per specialty that applies, at least +1"
    assert lines["Heavy-Handed"] == "after an attack succeeds, +1 damage for each force token spent"
    assert lines["Lucky"] == "at a scene's start with fewer than 2 fortune: +2"
    assert lines["Smooth"] == "1 free push on a success activated with grace, even a tie"
    assert lines["Tough"] == "once a scene, pay 1 grace or force: remove as much pain as you had of that asset"


@pytest.mark.rule("TIME-1", "TIME-3")
@pytest.mark.parametrize(
    ("play", "said"),
    [
        (None, "being built, 8 choices left"),
        ({}, "before chapter 1"),
        ({"chapter": 3, "scene": 2, "span": "scene"}, "chapter 3 › scene 2"),
        ({"chapter": 3, "scene": 2, "span": "chapter"}, "chapter 3"),
        ({"chapter": 3, "span": "saga"}, "between chapters"),
        ({"chapter": 1, "scene": 1, "round": 4, "stakes": "deadly"}, "chapter 1 › scene 1 › deadly conflict › round 4"),
        ({"chapter": 1, "doom": 8}, "has met their doom"),
    ],
)
def test_the_summary_says_where_it_stands(play: Doc | None, said: str) -> None:
    doc = GAME.new("Kestrel") if play is None else {**GAME.new("Kestrel"), "play": play}
    summary = GAME.summary(doc)
    assert (summary.name, summary.state, summary.ready) == ("Kestrel", said, play is not None)


# ---- any text, any width


def assert_sound(lines: list[str], width: int) -> None:
    for line in lines:
        assert 0 <= wcswidth(line) <= width, line
        assert width_of(line) <= width
        assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in line)


@pytest.mark.parametrize("width", [40, 41, 57, 71, 72, 73, 80, 99, 120, 200])
@pytest.mark.parametrize("name", NAMED)
def test_no_line_is_wider_than_the_page(name: str, width: int) -> None:
    assert_sound(page(NAMED[name], width), width)


def squeezed(text: str) -> str:
    """Without blanks and boxes, so that what was wrapped into a column can be found."""
    return "".join(char for char in text if not char.isspace() and char not in "□■\u200e")


TEXTS = st.lists(st.text(min_size=1, max_size=60), max_size=5)


@given(TEXTS, TEXTS, TEXTS, TEXTS, st.text(max_size=200), st.integers(40, 200))
@example([WIDE], [MARKUP], ["[/]"], ["x"], "\ufdfd" * 90, 40)
@settings(max_examples=tries(120), deadline=None)
def test_nothing_is_lost_and_nothing_too_wide(
    traits: list[str], drives: list[str], perks: list[str], gear: list[str], name: str, width: int
) -> None:
    doc = {
        "entered": "as is",
        "concept": {"name": name[:200], "line": name},
        "assets": {"perks": perks},
        "story": {"traits": traits, "drives": drives},
        "gear": [{"name": item, "kind": "charm", "rating": 2} for item in gear],
    }
    lines = page(doc, width)
    assert_sound(lines, width)
    if width < 72:  # one column: what is wrapped stands together
        whole = squeezed("".join(lines))
        for text in (*traits, *drives, *perks, *gear):
            assert squeezed(clean(text)) in whole


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_full_sheet_names_everything(width: int) -> None:
    """In two columns a wrapped text is mixed with its neighbour: each piece is looked for by its short words."""
    text = GAME.sheet(FULL, width)
    for number in range(12):
        assert f"Trait {number}" in text
        assert f"Bought {number}" in text
    for word in ("Expert", "astronaut", "[bold]x[/bold]", "Burning", "Off Balance", "3 dice", "permanent", "plain"):
        assert word in text
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("name", ["東京", "e\u0301e\u0301", "👩‍🚀 x", "[/]"])
def test_columns_stay_straight(name: str) -> None:
    doc = deepcopy(PLAYED)
    doc["story"]["traits"] = [name, "plain", "third"]
    rows = [line for line in page(doc) if "□□□" in line and ("sister" in line or "Vargas" in line)]
    assert [cell_len(row[: row.index("□□□") - row[: row.index("□□□")].count("■")]) for row in rows] == [42, 42]


def test_two_blocks_beside_each_other() -> None:
    assert beside(["ab", "東"], ["x", "y", "z"], 4) == ["ab    x", "東    y", "      z"]


def test_a_long_word_goes_on_in_the_next_line() -> None:
    assert wrap("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert wrap("東" * 7, 10, hang=2) == ["東" * 5, "  東東"]


def test_boxes_that_do_not_fit_are_told_in_numbers() -> None:
    assert boxes(7, 2, 20) == "■■□□□ □□"
    assert boxes(7, 2, 20, bar=3) == "■■□│□□□□"
    assert boxes(2, 0, 20, bar=2) == "□□│"
    assert boxes(1000, 12, 20) == "12 ■ 988 □"
