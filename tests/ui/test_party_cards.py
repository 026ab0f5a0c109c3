"""Cards of those who sit at a table: who is in trouble stands out without colour, at every width."""

from __future__ import annotations

from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest

from saga_tui.engine.command import Outcome
from saga_tui.engine.edit import Line
from saga_tui.engine.party import PartyOutcome
from saga_tui.portrait import Badge, Meter, Portrait
from saga_tui.portrait import Part as Piece
from saga_tui.ui.deal import PLAIN
from saga_tui.ui.edge_rows import Fate, FateRow
from saga_tui.ui.party_cards import across, card, left_of
from saga_tui.ui.party_edge import BroadcastScreen
from saga_tui.ui.party_faces import Face
from saga_tui.ui.party_log import shorts
from saga_tui.ui.party_parts import LEAST, MemberRow, Part, beside, in_columns, most_beside


def boxes(filled: int, total: int, label: str = "Wounds") -> Meter:
    return Meter("boxes", label, "■", "□", "$bad", filled, total, "Harm")


def pips(filled: int, total: int, *, loose: bool = False) -> Meter:
    return Meter("pips", "Oil", "▲", "△", "$good", filled, total, "Tokens", loose=loose)


def track(filled: int, total: int = 8) -> Meter:
    return Meter("track", "End", "✕", "·", "$bad", filled, total, "Harm")


def face(*meters: Meter, badges: tuple[Badge, ...] = (), **more: object) -> Face:
    parts = (Piece("Scars", (("Injured leg of the left side", "−2 lasting"),)),)
    portrait = Portrait(meters, badges, (), parts)
    return Face("id1", 1, "Kestrel", portrait, **more)  # type: ignore[arg-type]


def drawn(shown: Face, width: int = 23, height: int = 5) -> list[str]:
    return [line.plain.rstrip() for line in card(shown, width, height)]


def test_trouble_is_a_sign_a_heavy_rule_and_a_word() -> None:
    calm, hurt = drawn(face(boxes(1, 4))), drawn(face(boxes(6, 4)))
    assert calm[0].startswith(" 1 Kestrel ─") and hurt[0].startswith("!1 Kestrel ━")
    assert calm[2] == " wounds  ■□□□┃   3 free" and hurt[2] == " wounds  ■■■■┃■■ 2 over"


def test_what_would_be_stands_on_the_card_as_ghosts() -> None:
    assert drawn(face(boxes(1, 4), ghosts=(("Wounds", 2),)))[2] == " wounds  ■▒▒□┃      1→3"
    assert drawn(face(pips(3, 3), pips(4, 4, loose=True), ghosts=(("Oil", -1),)))[2].split() == ["▲▲▒", "▲4→3"]


def test_near_the_end_of_a_track_and_something_to_answer_are_trouble() -> None:
    assert face(track(5)).alarm == ""
    assert face(track(6)).alarm == "bad"
    asked = face(pips(2, 3), badges=(Badge("! 2 to name", "bad"), Badge("quiet")))
    assert asked.alarm == "bad" and asked.alerts == ("2 to name",)
    assert drawn(asked)[1] == "▸2 to name"
    assert face(badges=(Badge("roll open", "move"),)).alarm == "warn"


def test_on_a_narrow_card_words_give_way_to_marks() -> None:
    assert drawn(face(boxes(6, 4)), width=19)[2] == " wounds ■■■■┃■■  +2"
    assert [words for words, _ in left_of(boxes(4, 4))] == ["full"]
    assert drawn(face(pips(2, 3), pips(6, 4, loose=True)), width=19)[2].split() == ["▲▲△", "▲6"]


def test_all_that_is_in_hand_fits_as_numbers_where_signs_do_not() -> None:
    many = [pips(9, 9), pips(3, 9), pips(1, 1)]
    assert drawn(face(*many), width=19)[2] == " ▲9/9 ▲3/9 ▲1/1"


def test_a_card_says_why_somebody_takes_no_part_and_what_it_was_last() -> None:
    shown = drawn(face(boxes(1, 4), trouble="kestrel.toml is open in another window"), width=30)
    assert shown[0].startswith("!1 Kestrel")
    assert shown[1:3] == [" kestrel.toml is open in", " another window"]
    assert any("wounds  ■□□□┃" in line for line in shown)


def test_a_list_shows_what_matters_of_its_right_end() -> None:
    assert drawn(face(), width=23)[2] == " Injured leg of th…  −2"
    assert drawn(face(), width=60, height=11)[3].endswith("−2 lasting")


def test_every_line_fits_its_card_at_every_width() -> None:
    shown = face(pips(2, 5), pips(7, 4, loose=True), boxes(12, 4), track(7), badges=(Badge("roll of 7 dice", "bad"),))
    for width in range(12, 70):
        for height in (3, 7, 11, 28):
            lines = card(shown, width, height, alerts=True, focused=True)
            assert len(lines) == height
            assert all(line.cell_length <= width for line in lines), width


def test_four_cards_at_80_columns_six_at_120_and_all_where_there_are_few() -> None:
    assert [across(width, 9) for width in (80, 120, 200)] == [4, 6, 9]
    assert across(200, 5) == 5 and across(20, 5) == 1


def test_short_names_are_told_apart() -> None:
    assert shorts({"a": "Kestrel", "b": "Odalys"}) == {"a": "Kes", "b": "Oda"}
    assert shorts({"a": "Theo", "b": "Theresa"}) == {"a": "Theo", "b": "Ther"}
    assert len({*shorts({"a": "Ann", "b": "Ann"}).values()}) == 2


def test_what_waits_for_an_answer_is_taken_for_all_at_once() -> None:
    """Each preview works out everybody's part: a look for each member would be a square of them."""
    asked = {who: SimpleNamespace(lines=[Line("x", row="heal", state="asked")], problems=()) for who in "abcdefgh"}
    looks: list[int] = []

    def preview(_command: Any) -> PartyOutcome[Any]:
        looks.append(1)
        parts = {
            who: SimpleNamespace(lines=part.lines, problems=(), refused=False)
            for who, part in asked.items()
            if who not in broadcast.taken
        }
        return PartyOutcome(**{one.name: None for one in fields(Outcome)}, parts=parts)  # type: ignore[arg-type]

    broadcast: Any = SimpleNamespace(
        skipped={}, taken={}, barred={}, command=None, session=SimpleNamespace(preview=preview)
    )
    broadcast._worked_out = lambda: BroadcastScreen._worked_out(broadcast)
    broadcast._worked_out()
    assert broadcast.taken == {who: {"heal"} for who in "abcdefgh"}
    assert len(looks) == 2


def test_members_of_an_act_stand_side_by_side_where_that_makes_the_page_lower() -> None:
    def parts(many: int, words: str) -> list[Part]:
        lines = tuple(Fate(Line(words), False) for _ in range(3))
        return [Part(str(at), at, f"Member {at}", lines) for at in range(1, many + 1)]

    assert [beside(parts(5, "Force 3 to 4"), width) for width in (60, 79, 80, 120, 200)] == [1, 1, 3, 5, 5]
    assert beside(parts(2, "Force 3 to 4"), 200) == 2
    assert beside(parts(9, "Force 3 to 4"), 200) in (5, 6, 7, 8), "none is narrower than a card"
    for width in (80, 120, 200):
        assert most_beside(width, 40) * LEAST <= width and most_beside(width, 0) == 1
    one = [*parts(1, "a long line that is broken over several rows where it has no room " * 3), *parts(3, "short")]
    assert beside(one, 120) < 4, "who has much to say is given room"
    five = [[part.number for part in column] for column in in_columns(parts(5, "Force 3 to 4"), 3)]
    assert five == [[1, 4], [2, 5], [3]], "read across, as their cards are"


def test_no_line_of_an_act_is_wider_than_its_column() -> None:
    row = FateRow(Fate(Line("Drive “The Vargas brothers hang” 1 → 0"), True))
    assert all(line.cell_length <= width for width in range(16, 40) for line in row.drawn(width, PLAIN))


@pytest.mark.parametrize("width", [24, 26, 40, 80])
def test_what_is_offered_elsewhere_is_said_in_whole_words(width: int) -> None:
    """On a narrow terminal three members stand beside each other: below a long name, never cut through a word."""
    part = Part("o", 2, "Odalys Brandt", offered=True)
    lines = [line.plain.rstrip() for line in MemberRow(part).drawn(width, PLAIN)]
    assert all(len(line) <= width for line in lines)
    assert "Odalys Brandt" in lines[0] and "offered to their player" in " ".join(" ".join(lines).split())
