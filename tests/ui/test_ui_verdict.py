"""The banner of a result: its ground, its number, its words, at every width."""

from __future__ import annotations

import pytest
from textual.content import Content

from saga_tui.ui.band import Moment, spaced
from saga_tui.ui.verdict import Said, Verdict, VerdictView, ground, large, words

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
