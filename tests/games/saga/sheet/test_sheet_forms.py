"""The other forms of the sheet: typed signs, Markdown, the empty one, the page that explains; golden files of each."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from wcwidth import wcswidth

from saga_tui.games.saga import book
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.sheet.blank import Form, blank
from saga_tui.paper.items import md
from saga_tui.paper.layout import runs_left, typed
from saga_tui.paper.sections import drawn
from tests.examples import tries
from tests.games.saga.sheet.documents import (
    AS_IS,
    EMOJI,
    EMPTY,
    FULL,
    LONG,
    MARKUP,
    MAXIMAL,
    PLAYED,
    RIGHT_TO_LEFT,
    WIDE,
    Doc,
)

GOLDEN = Path(__file__).parent / "golden"
SAMPLES = Path(__file__).parents[4] / "characters"


def sample(name: str) -> Doc:
    return tomllib.loads((SAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


FINISHED = ("anselm-rook", "kestrel-ward", "odalys-brandt")
PAGES: dict[str, Callable[[], str]] = {
    **{f"{name}-80.txt": lambda name=name: GAME.sheet(sample(name)) for name in FINISHED},  # type: ignore[misc]
    "anselm-rook-ascii.txt": lambda: GAME.sheet(sample("anselm-rook"), plain=True),
    "anselm-rook.md": lambda: GAME.sheet(sample("anselm-rook"), markdown=True),
    "played-rules.txt": lambda: GAME.sheet(PLAYED, rules=True),
    "played-rules.md": lambda: GAME.sheet(PLAYED, markdown=True, rules=True),
    "full-ascii.txt": lambda: GAME.sheet(FULL, plain=True),
    "full-rules.txt": lambda: GAME.sheet(FULL, rules=True).partition("\f")[2],
    "full.md": lambda: GAME.sheet(FULL, markdown=True),
    "maximal-80.txt": lambda: GAME.sheet(MAXIMAL, rules=True),
    "maximal-ascii.txt": lambda: GAME.sheet(MAXIMAL, plain=True),
    "maximal.md": lambda: GAME.sheet(MAXIMAL, markdown=True),
    "blank-80.txt": GAME.blank_sheet,
    "blank-ascii-48.txt": lambda: GAME.blank_sheet(width=48, plain=True),
    "blank-setting.txt": lambda: drawn(blank(Form("Salt and Iron", WIDE, ("Gunslinger (force): draws first.",)))),
}


@pytest.mark.parametrize("name", PAGES)
def test_golden_forms(name: str) -> None:
    """`SAGA_GOLDEN=write pytest …` writes them anew; look at the difference before you commit it."""
    text, file = PAGES[name](), GOLDEN / name
    if os.environ.get("SAGA_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


# ---- typed signs


@pytest.mark.parametrize(
    "doc", [sample("anselm-rook"), AS_IS, EMPTY, PLAYED], ids=["anselm", "as is", "empty", "played"]
)
@pytest.mark.parametrize("markdown", [False, True])
def test_a_typed_sheet_has_no_other_signs(doc: Doc, markdown: bool) -> None:
    text = GAME.sheet(doc, plain=True, markdown=markdown, rules=True)
    assert text.isascii(), [char for char in text if not char.isascii()]
    assert GAME.blank_sheet(plain=True, markdown=markdown).isascii()


def test_what_people_wrote_in_other_scripts_stays_in_a_typed_sheet() -> None:
    text = GAME.sheet(FULL, 200, plain=True)
    for words in (WIDE, RIGHT_TO_LEFT, EMOJI):
        assert words in text
    assert not any(0x2500 <= ord(char) < 0x25A0 for char in text)
    assert "^[[31mred" in text, "an escape is shown, as a typewriter would"


@pytest.mark.parametrize("width", [40, 80, 120])
def test_what_runs_to_the_left_stays_in_its_column(width: int) -> None:
    """A line with Hebrew or Arabic in it begins with a mark, and one stands before what follows in another column."""
    lines = GAME.sheet(MAXIMAL, width).splitlines()
    turning = [line for line in lines if runs_left(line)]
    assert len(turning) > 5
    for line in turning:
        assert line.startswith("\u200e")
        for gap in re.finditer(r"([^\s\u200e])(\u200e?) {2,}(?=\S)", line[1:]):
            assert gap[2] or not runs_left(gap[1]), line
    assert not any("\u200e" in line for line in lines if not runs_left(line))
    assert "\u200e" not in GAME.sheet(PLAYED, width)


def test_a_typed_sheet_says_the_same_as_a_drawn_one() -> None:
    assert "Force       5  Xoooo         4 in hand" in GAME.sheet(PLAYED, plain=True)
    assert "Pain        4  XXXX|XXooo o" in GAME.sheet(PLAYED, plain=True)
    assert typed("−1 → “x” … ■ ═") == '-1 -> "x" ... X -'


@pytest.mark.parametrize("width", [40, 72, 80, 133])
def test_no_line_of_any_page_is_wider_than_it(width: int) -> None:
    pages = [GAME.sheet(doc, width, plain=plain, rules=True) for doc in (FULL, MAXIMAL) for plain in (True, False)]
    pages += [drawn(blank(Form(LONG, WIDE, (LONG, MARKUP))), width), GAME.blank_sheet(width=width, plain=True)]
    for line in "\n".join(pages).replace("\f", "\n").splitlines():
        assert 0 <= wcswidth(line) <= width, line


# ---- the empty sheet


def test_an_empty_sheet_is_one_page_with_room_for_all_there_is() -> None:
    lines = GAME.blank_sheet().splitlines()
    assert len(lines) <= 60
    text = "\n".join(lines)
    for skill in book.skills():
        assert skill.name in text
    for word in ("Force", "Fortune", "Pain", "Kismet", "Doom", "TRAITS", "DRIVES", "PERKS", "GEAR", "CONSEQUENCES"):
        assert word in text
    assert "0" not in text.replace("10", ""), "nothing is filled in"


@pytest.mark.rule("SKL-4", "SET-1")
def test_an_empty_sheet_takes_its_words_from_the_setting() -> None:
    text = drawn(blank(Form("Salt and Iron", "Mettle", ("Gunslinger (force): draws first.",))))
    assert "Setting Salt and Iron" in text
    assert "Mettle" in text
    assert "Skill X" not in text
    assert text.partition("\f")[2].startswith("Perks of Salt and Iron\n")
    assert "Gunslinger (force): draws first." in text


@pytest.mark.rule("SET-2")
def test_an_empty_sheet_for_a_setting_that_ships(tmp_path: Path) -> None:
    first, _, second = GAME.blank_sheet("dust-and-wire").partition("\f")
    assert "Setting Dust and Wire" in first
    assert "Grit " in first
    assert len(first.splitlines()) <= 60
    assert "Too Mean to Die (force): The ground will have to wait." in second
    assert GAME.blank_sheet("Dust and Wire", plain=True).isascii()
    with pytest.raises(ValueError, match="Did you mean 'dust-and-wire'"):
        GAME.blank_sheet("dust-and-wier")
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "mine.toml").write_text("format = 'x'")
    with pytest.raises(ValueError, match="saga-tui setting check mine says where"):
        GAME.blank_sheet("mine", folder=tmp_path)


@pytest.mark.rule("SET-2")
def test_a_sheet_names_its_setting_and_explains_its_perks() -> None:
    from saga_tui.games.saga.rules.setting import kept
    from saga_tui.games.saga.settings import Shelf

    found = Shelf().find("dust-and-wire")
    assert found is not None
    assert found.setting is not None
    doc = from_doc(PLAYED).to_doc() | {"setting": kept(found.setting).model_dump(mode="json", exclude_defaults=True)}
    doc["finishing"] = [{"buy": "perk", "name": "Too Mean to Die", "asset": "force"}]
    first, _, second = GAME.sheet(doc, rules=True).partition("\f")
    assert "Setting: Dust and Wire" in first
    assert "Too Mean to Die (force): once a scene, pay 1 force" in first
    assert "The ground will have to wait." in second


# ---- explained


@pytest.mark.rule("PRK-2", "GER-3", "CSQ-1", "CSQ-2")
def test_the_second_page_explains_what_the_character_has() -> None:
    first, _, second = GAME.sheet(PLAYED, rules=True).partition("\f")
    assert first == GAME.sheet(PLAYED)
    words = " ".join(second.split())
    for perk in derive.perks(from_doc(PLAYED)):
        assert perk.info is not None
        assert perk.info.text.split(".")[0] in words
    assert "charm 3: 10 = 9 (rating 3 × 3) + 1 (without Academia) dice. Refills each scene." in words
    assert "2 dice fewer on every roll it applies to. 1 temporary point ends when the scene ends" in words
    assert "[CSQ-4]" in words
    assert "[GER-4]" not in words, "there is no font to explain"


def test_where_nothing_is_to_explain_there_is_no_second_page() -> None:
    assert GAME.sheet(EMPTY, rules=True) == GAME.sheet(EMPTY)


# ---- Markdown


def shown(text: str) -> str:
    """What a reader of the Markdown sees of it, tags left out."""
    tokens = MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(text)
    inner = [child for token in tokens for child in token.children or ()]
    return "".join("\n" if child.type == "softbreak" else child.content for child in inner)


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs")), min_size=1, max_size=40)
)
@example("1. one")
@example("1) one")
@example("- x")
@example("# x")
@example("[/](javascript:x) <b>&lt;`*_|~")
@example("[ ] done")
@example("http://example.org/_x_")
@settings(max_examples=tries(150), deadline=None)
def test_markdown_shows_a_text_as_it_was_written(text: str) -> None:
    for place in (f"- {md(text)}", f"# {md(text)} x", md(text), f"| {md(text)} |\n| --- |", f"- **{md(text)}**: x"):
        tokens = MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(place)
        kinds = {child.type for token in tokens for child in token.children or ()} | {token.type for token in tokens}
        assert text in shown(place), place
        assert not kinds & {
            "link_open",
            "em_open",
            "code_inline",
            "html_inline",
            "html_block",
            "blockquote_open",
            "image",
        }
        assert sum(token.type.endswith("_list_open") for token in tokens) == place.startswith("- ")


def test_notes_stay_markdown() -> None:
    doc: Doc = {"format": 1, "concept": {"name": "*K*", "notes": "She **lied**:\n- once\n- twice"}}
    text = GAME.sheet(doc, markdown=True)
    assert "She **lied**:\n- once\n- twice" in text
    assert text.startswith("# \\*K\\*\n")


def test_the_markdown_has_all_that_the_text_has() -> None:
    text = shown(GAME.sheet(PLAYED, markdown=True))
    told = "Kestrel|Ana|Spark:|7*|Marksmanship|pistols, long shots|Never shoot first|Injured leg|Lucky coin|6 left"
    more = "Feared in Three Counties|the GM says so|1 lasting pain consequence to name"
    for words in f"{told}|{more}".split("|"):
        assert words in text, words
