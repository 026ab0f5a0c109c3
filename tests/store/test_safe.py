"""Text made safe: nothing a terminal obeys is left, nothing people write is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui.safe import safe

BELOVED = [
    "Zoë Müller-Ångström",
    "Łukasz “the Ghost” O'Brien — 50 %",
    "李小龙 と 김철수",
    "محمد علي",
    "فارسی می\u200cخواهم",
    "नमस्ते क्\u200dष",
    "👩\u200d👩\u200d👧 ❤ 🇩🇪 👍🏽",
    "e\u0301 a\u0308",
    "[/] [bold]x[/bold] {0} %s",
    "\u2588\u25b2\u25c6",
]


@pytest.mark.parametrize("text", BELOVED)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("bell\a", "bell␇"),
        ("a\tb", "a    b"),
        ("a\r\nb", "a␍␊b"),
        ("a\x7fb", "a␡b"),
        ("\x9b31m", "�31m"),
        ("\u202eevil", "�evil"),
        ("\u2066x\u2069", "�x�"),
        ("a\u200bb\ufeffc\u00add", "a�b�c�d"),
        ("\U000e0041tag", "�tag"),
        ("\ud800", "�"),
        ("\ue000\uffff\u0378", "���"),
        ("a\u2028b\u2029c", "a�b�c"),
        ("❤\ufe0f ⚔\ufe0e", "❤ ⚔"),
        ("z" + "\u0300" * 50, "z" + "\u0300" * 4),
    ],
)
def test_what_a_terminal_would_obey_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_lines_stay_where_they_are_wanted() -> None:
    assert safe("a\nb\x1b", one_line=False) == "a\nb␛"


def test_a_long_text_ends_in_an_ellipsis() -> None:
    assert safe("x" * 3000) == "x" * 2000 + "…"
    assert safe("é" * 30, limit=10) == "é" * 10 + "…"


@given(st.text(st.characters(), max_size=50))
def test_no_control_character_is_ever_left(text: str) -> None:
    for char in safe(text):
        assert unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
        assert char not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    assert safe(safe(text)) == safe(text)
