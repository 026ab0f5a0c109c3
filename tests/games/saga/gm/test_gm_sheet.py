"""The GM's sheet: the party and what stands at the table on one page, with empty boxes (CNF-2, DMG-1, DOM-1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.sheet import sheet
from saga_tui.games.saga.gm.state import Condition, Countdown, Element, Seat, Situation, Table, TablePlay, Trait
from saga_tui.paper.sections import markdown, text
from tests.games.saga.rules.heroes import hero

WALL = Element(name="Riflemen", dice={"physical": 2}, full={"physical": 4, "mental": 2}, traits=(Trait(text="High"),))
AT_TABLE = Table(
    name="Last Siding",
    notes="The clerk is *Vargas's* man.",
    seats=(Seat(id="a", name="Ada"), Seat(id="gone", name="Bo")),
    kept=(Element(name="Thug", dice={"physical": 3}, full={"physical": 3}),),
    situations=(Situation(name="The bridge", elements=(WALL,)),),
    play=TablePlay(
        elements=(WALL,),
        scene_traits=(Trait(text="Pitch dark", weight=2),),
        conditions=(Condition(name="Fire", goal=6),),
        clocks=(Countdown(name="The mail coach", filled=1),),
    ),
)
MEMBERS = {"a": hero(damage={"pain": 5}, doom=2, tokens={"force": 1})}


@pytest.mark.rule("CNF-2", "CNF-3", "DMG-1", "DOM-1")
@pytest.mark.parametrize("width", [60, 80, 120])
def test_all_that_the_gm_wants_to_see_stands_on_one_page(width: int) -> None:
    page = text(sheet(AT_TABLE, MEMBERS), width)
    lines = page.splitlines()
    assert max(map(len, lines)) <= width and len(lines) <= 66
    assert "▲ 1/5  ◆ 3/3" in page and "Pain        4  ■■■■│■□□" in page and "Doom        8  ■■□□□ □□□┃" in page
    assert "This character cannot be read here." in page
    assert "Riflemen " in page and "physical ■■□□" in page and "mental ■■" in page and "Thug" in page
    assert "Pitch dark −2" in page
    assert "■□□□" in page and "The mail coach" in page and "The bridge" in page and "*Vargas's*" in page


def test_as_markdown_and_with_a_typewriter_s_signs_it_says_the_same() -> None:
    told = markdown(sheet(AT_TABLE, MEMBERS))
    assert "- Pain: 5 of 4" in told and "- Kismet: 0\n" in told and "- Doom: 2 of 8" in told
    assert "# Last Siding" in told and "- **Riflemen:** physical 2 of 4, mental 0 of 2; High" in told
    typed = text(sheet(AT_TABLE, MEMBERS), 80, plain=True)
    assert "force 1/5, grace 3/3" in typed and "physical" in typed and "■" not in typed and "▲" not in typed


def test_an_empty_one_has_boxes_for_four_characters_and_six_elements(tmp_path: Path) -> None:
    page = TABLE.blank_sheet(folder=tmp_path)
    assert (
        page.count("Doom ") == page.count("Kismet ") == 4
        and page.count("Element ") == 6
        and len(page.splitlines()) <= 66
    )
    assert "■" not in page
