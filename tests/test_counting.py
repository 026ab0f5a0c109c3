"""How numbers and lists read: `saga_tui/words.py`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from saga_tui.words import inflect, listed, percent, plural


@pytest.mark.parametrize(
    "told",
    [
        "0 marks",
        "1 mark",
        "−1 net mark",
        "2 dice",
        "1 die",
        "3 hitches",
        "1,200 entries",
        "2 days",
        "5 Spark",
        "4 more",
    ],
)
def test_a_number_stands_with_the_right_form_of_its_word(told: str) -> None:
    number, words = told.split(" ", 1)
    one = {"marks": "mark", "dice": "die", "hitches": "hitch", "entries": "entry", "days": "day"}.get(words, words)
    assert plural(int(number.replace("−", "-").replace(",", "")), one) == told
    assert (inflect(1, "is"), inflect(2, "is"), inflect(0, "has"), inflect(2, "wins")) == ("is", "are", "have", "win")


def test_a_percentage_never_lies() -> None:
    tiny, third = Fraction(1, 10**9), Fraction(1, 3)
    chances = (Fraction(), tiny, third, Fraction(1, 8), 1 - tiny, Fraction(1))
    assert [percent(chance) for chance in chances] == ["0%", "<1%", "33%", "13%", ">99%", "100%"]
    assert [percent(chance, 1) for chance in chances] == ["0.0%", "<0.1%", "33.3%", "12.5%", ">99.9%", "100.0%"]


def test_a_list_reads_as_a_sentence() -> None:
    assert [listed(names, "or") for names in ("", "a", "ab", "abc")] == ["", "a", "a or b", "a, b or c"]
    assert listed(name for name in "ab") == "a and b"
