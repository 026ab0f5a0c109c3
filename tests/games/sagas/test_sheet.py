"""SagaS's printed sheet: golden pages of the samples, all that belongs on it, odd texts, the empty one."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from saga_tui.engine.command import perform
from saga_tui.engine.entries import tallies
from saga_tui.games.sagas.character import Character, Gear, Skill
from saga_tui.games.sagas.game import GAME
from saga_tui.games.sagas.rules.figures import figures, name_of
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.paper.items import Meter, Page
from tests.games.saga.sheet.documents import EMOJI, LONG, MARKUP, RIGHT_TO_LEFT, WIDE
from tests.games.sagas.samples import SAMPLES, build

GOLDEN = Path(__file__).parent / "golden"
ODD = (WIDE, EMOJI, RIGHT_TO_LEFT, MARKUP, LONG, "[/]")


def hurt(one: Character) -> Character:
    for verb, params in (
        ("start-play", {}),
        ("take-damage", {"amount": 9, "protection": 0}),
        ("take-damage", {"amount": 4, "protection": 0, "form": "stun"}),
    ):
        one = perform(RULES, one, RULES.command(verb, params), overrule="a table's choice").after
    return one


def odd() -> Character:
    """A character with a long and a strange text everywhere."""
    words = dict.fromkeys(("player", "age", "looks", "background", "motives"), MARKUP)
    doc: dict[str, Any] = RULES.document().to_doc()
    doc["concept"] = {"name": WIDE, "line": f"{EMOJI} {LONG}", "trade": RIGHT_TO_LEFT, "notes": LONG} | words
    doc["characteristics"] = {"str": 999_999, "agi": 40}
    one = RULES.of(doc)
    skills = tuple(Skill(key="own", name=name, on="str", level=12) for name in ODD)
    gear = tuple(Gear(kind=kind, name=name, note=name) for name in ODD for kind in ("weapon", "armour", "thing"))
    return one.model_copy(update={"skills": skills, "gear": gear})


FORMS: dict[str, dict[str, Any]] = {
    "ida-marsh-80.txt": {"of": 1, "width": 80},
    "ida-marsh-120.txt": {"of": 1, "width": 120, "rules": True},
    "jonas-pell-ascii-60.txt": {"of": 0, "width": 60, "plain": True},
    "sanna-holm-80.txt": {"of": 2, "width": 80},
    "sanna-holm.md": {"of": 2, "markdown": True},
}


def samples() -> list[Character]:
    return [build(one) for one in SAMPLES]


def printed(one: Character, width: int = 80, **form: Any) -> str:
    return GAME.sheet(one.to_doc(), width, **form)


def compare(name: str, text: str) -> None:
    """`SAGA_GOLDEN=write pytest …` writes them anew; look at the difference before you commit it."""
    file = GOLDEN / name
    if os.environ.get("SAGA_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.rule("S-SHEET-1")
@pytest.mark.parametrize("name", FORMS)
def test_golden_sheets(name: str) -> None:
    form = dict(FORMS[name])
    compare(name, printed(samples()[form.pop("of")], **form))


PAGE = 66
"""Lines of a page of paper at 80 columns."""


def skills_on(text: str) -> dict[tuple[str, str], int]:
    """The totals that a sheet prints, by characteristic and skill."""
    part = text.partition("SKILLS ")[2].partition("\n")[2].partition("\n\n")[0]
    found: dict[tuple[str, str], int] = {}
    for said in re.split(r"\n(?=\S)", part):
        heading, _, rest = re.sub(r"\s{2,}|\n", "  ", said).partition("  ")
        for group in re.sub(r"\s+", " ", rest).split("; "):
            number, _, names = group.strip().partition(" ")
            found |= {(heading.rpartition(" ")[0], name): int(number) for name in names.split(", ")}
    return found


@pytest.mark.rule("S-SHEET-1")
def test_the_sheet_is_one_page_with_all_that_belongs_on_it() -> None:
    for one in samples():
        text, of, numbers = printed(one, 100), figures(one), tallies(RULES, one)
        assert "\f" not in text
        assert len(printed(one).splitlines()) <= PAGE and len(printed(hurt(one)).splitlines()) <= PAGE
        for words in (one.concept.name, one.concept.age, one.concept.looks, "Strength bonus", "Reflex dodge",
                      "Maximum impact bonus", "Experience 0", "PHYSICAL", "MENTAL", "Studied at once",
                      f"hit points {of.hit_points('mental').total}, madness at {of.ended_by('mental').total}",
                      f"protection {of.protection().total}/{of.protection(bullets=True).total}"):  # fmt: skip
            assert words in text, words
        for key in ("cco", "rco", "ini", "spd"):
            assert of.secondary(key).terms[0].reason.partition(", rounded")[0] in text, "the four say their formulas"
        told = skills_on(text)
        wanted = [held for held in of.held.values() if held.name in numbers and numbers[held.name].total > 0]
        assert told == {(name_of(held.on), held.label): of.total(held.ref).total for held in wanted}
        for piece in one.gear:
            assert piece.name in text


def test_boxes_are_ticked_as_far_as_the_harm_goes_with_the_hit_points_marked() -> None:
    text = printed(hurt(samples()[1]), 120)
    injuries = next(line for line in text.splitlines() if line.startswith("Injuries"))
    assert injuries.startswith("Injuries    9  ■■■■■ ■■■■□ □□□□□")
    assert "□│□" in injuries, "after the hit points"
    stun = next(line for line in text.splitlines() if line.startswith("Stun"))
    assert stun.startswith("Stun        4  ■■■■□ □□□□□")
    page = Meter("Injuries", "9", 70, 9, bar=60, fold=True).lines(38, Page(80))
    boxes = "".join(line[15:] for line in page).replace(" ", "")
    assert boxes == "■" * 9 + "□" * 51 + "│" + "□" * 10


def test_a_weapon_says_the_total_it_is_used_with_and_its_damage() -> None:
    lines = printed(samples()[1]).splitlines()
    assert "Beretta 9 mm     15      +6     4         4     16   1     15" in lines
    assert "Knife             8      +6     4         3" in lines, "2 of its own and 4 by the arm"
    assert any("(protection 3, worn)" in line for line in lines)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
@pytest.mark.parametrize("plain", [True, False])
def test_no_line_is_wider_than_the_page_whatever_stands_in_it(width: int, plain: bool) -> None:
    text = printed(odd(), width, plain=plain, rules=True) + GAME.blank_sheet("", width, plain=plain)
    for one in samples():
        text += printed(one, width, plain=plain)
    for line in text.replace("\f", "\n").splitlines():
        assert 0 <= wcswidth(line) <= width, line
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_odd_texts_are_data_in_markdown_too() -> None:
    text = printed(odd(), markdown=True)
    assert "\\[bold\\]x" in text
    assert "[bold]" not in text
    assert "\x1b" not in text


def test_the_empty_sheet_has_room_for_all_of_it_and_the_table_behind_it() -> None:
    text = GAME.blank_sheet()
    first, _, second = text.partition("\f")
    compare("blank-80.txt", text)
    for words in ("Name ___", "Player: ___", "Strength   ___", "shock above ___", "Brawling           ___"):
        assert words in first, words
    assert "Nameless" not in first
    assert second.startswith("UNIVERSAL TABLE")
    assert "20        +8         300    72         60       5 min      60" in second
    assert GAME.blank_sheet(markdown=True).startswith("```\nName ___")


def test_the_empty_sheet_of_a_setting_has_its_skills(tmp_path: Path) -> None:
    assert "Brass Tides" in GAME.blank_sheet("brass-tides")
    assert GAME.settled(RULES.document(), "brass-tides", None).world.skills
    with pytest.raises(ValueError, match="Did you mean 'brass-tides'"):
        GAME.blank_sheet("brass-tide")
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "mine.toml").write_text("format = 'x'")
    with pytest.raises(ValueError, match="saga-tui setting check mine says where"):
        GAME.blank_sheet("mine", folder=tmp_path)
