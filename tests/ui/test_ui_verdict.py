"""The banner of a result: its ground, its number, its words, at every width."""

from __future__ import annotations

from fractions import Fraction

import pytest
from textual.content import Content

from saga_tui.odds import Dist
from saga_tui.ui.band import Moment, spaced
from saga_tui.ui.verdict import Said, Verdict, VerdictView, ground, large, odds, words

SHOWN = [
    Verdict("Success", "good", "+2", [Said("Success: 2 pushes", "61% chance"), Said(Content("4 marks − 2 = 2 net"))]),
    Verdict(
        "Qualified",
        "",
        "0",
        [Said("A qualified success", "44% chance"), Said("Against " + "5 " * 30)],
        "Failure",
        "bad",
    ),
    Verdict("Failure", "bad", "-12", [Said("[/] $x [bold]", "luck −3.3")]),
    Verdict("the lantern burns for ever", "good", "+19", [Said("Dared: 17 against 15, the lantern burns")]),
    Verdict("No hitch", "good"),
]


@pytest.mark.parametrize("verdict", SHOWN, ids=lambda verdict: verdict.word)
@pytest.mark.parametrize("width", [56, 64, 78, 98, 118, 198])
def test_ground_number_and_words_stand_side_by_side_and_lose_nothing(verdict: Verdict, width: int) -> None:
    drawn, view = ground(verdict, width), VerdictView(verdict)
    assert len(drawn) == 3 and len({line.cell_length for line in drawn}) == 1
    assert "".join(verdict.word.upper().split()) in drawn[1].plain.replace(" ", "")
    assert all("reverse" in str(line.spans) for line in drawn), "it stands without colour too"
    assert (verdict.was.upper() in drawn[1].plain) and ("→" in drawn[1].plain) == bool(verdict.was)
    beside = view.beside(width)
    said = words(verdict, beside)
    assert beside >= 12 and all(line.cell_length <= beside for line in said)
    assert drawn[0].cell_length + 3 * len(verdict.number) + beside <= width
    for line in verdict.lines:
        plain = line.left if isinstance(line.left, str) else line.left.plain
        told = " ".join(" ".join(part.plain for part in said).split())
        assert all(word in told for word in (*plain.split(), *line.right.split()))
    assert view.needs(width) == max(3, len(said))


def test_letters_are_spaced_where_there_is_room() -> None:
    assert spaced("no hitch") == "N O   H I T C H"
    assert spaced("no hitch", 14) == "NO HITCH"
    assert [large(number) for number in (2, 0, -1)] == ["+2", "0", "-1"]


@pytest.mark.parametrize("width", [30, 60, 90, 190])
def test_a_moment_fills_its_line_and_a_band(width: int) -> None:
    moment = Moment("Doom", "2 → 3 of 8: 5 steps left [/]", "bad", "3")
    line = moment.line(width)
    assert line.cell_length == width and "reverse" in str(line.spans)
    assert ("D O O M" in line.plain) == (width >= 60)
    band = moment.band()
    assert (band.title, band.tone, band.number, band.lines[1].left) == ("D O O M", "-bad", "3", moment.said)


LAW = Dist.of({-1: Fraction(1, 2), 0: Fraction(1, 4), 2: Fraction(1, 4)})


@pytest.mark.parametrize("high", [2, 5, 9])
def test_what_could_have_come_says_how_likely_it_was_to_do_as_well(high: int) -> None:
    lines = odds(Verdict("Won", "good", "+2", law=LAW, at=2), 60, high)
    assert len(lines) == (high if high > 2 else 0)
    if lines:
        assert lines[0].plain == "+2 or more: 25%"
        names = next(line for line in lines if "\u22121" in line.plain)
        reached = [names.plain[span.start : span.end].strip() for span in names.spans if "reverse" in str(span.style)]
        assert reached == ["+2"], "what came is marked without colour too"
        assert ("50%" in lines[-1].plain) == (high >= 6)
        assert all(line.cell_length <= 60 for line in lines)


def test_of_a_roll_that_is_not_over_it_says_what_may_come_and_nothing_without_a_law() -> None:
    assert odds(Verdict("Marks", "ask", "2", law=LAW), 60, 5)[0].plain == "What may come"
    assert odds(Verdict("Marks", "ask", "2"), 60, 5) == []


@pytest.mark.parametrize("verdict", SHOWN, ids=lambda verdict: verdict.word)
def test_beside_dice_the_ground_is_as_high_as_they_are(verdict: Verdict) -> None:
    lines = ground(verdict, 70, 5)
    assert len(lines) == 5 and len({line.cell_length for line in lines}) == 1
    assert lines[2].plain.strip() and not lines[1].plain.strip()
