"""Dice as they are drawn: as large as there is room, marks lit, none lost."""

from __future__ import annotations

import pytest
from textual.app import App

from saga_tui.ui.dice import PIPS, DiceEntry, Look, Thrown, chips, drawn


@pytest.mark.rule("ROL-1")
def test_pips_are_as_many_as_the_face_says_and_marks_have_a_sign() -> None:
    for face, lines in PIPS.items():
        assert "".join(lines).count("●") == face
    shown = drawn([6, 5, 4, 1], Look(5), 60, 6).plain
    assert shown.count("●") == 16
    assert shown.count("✓") == 2
    assert "✕" not in shown
    assert drawn([6, 2, 1], Look(5, bad_to=2), 60, 6).plain.count("✕") == 2


@pytest.mark.parametrize("width", [20, 44, 70, 88])
@pytest.mark.parametrize("lines", [3, 6, 24])
def test_every_die_is_drawn_within_the_room_that_there_is(width: int, lines: int) -> None:
    for count in range(1, 61):
        shown = drawn([4] * count, Look(5), width, lines).plain
        rows = shown.split("\n")
        assert max(map(len, rows)) <= width
        if "╭" in shown:
            assert len(rows) <= lines
            assert shown.count("╭") == count
            widths = [len(row) for row in rows]
            assert max(widths) - min(widths) <= 8 * len(rows)
        else:
            assert shown.count("4") == count


def test_rows_of_many_dice_are_even() -> None:
    rows = drawn([4] * 12, Look(5), 70, 6).plain.split("\n")
    assert len(rows) == 6
    assert len(set(map(len, rows))) == 1


def test_what_is_picked_and_what_is_not_thrown_yet_stand_apart() -> None:
    look = Look(5, picked=frozenset({1}))
    assert drawn([3, 0], look, 60, 6).plain.count("▲") == 1
    assert chips([3, 2, 6], look).plain == "3 2▲ 6✓"
    loose = Look(5, loose=frozenset({0}))
    assert "✓" not in drawn([6], loose, 60, 6).plain


def test_a_die_of_any_size_and_a_card_are_boxes_as_wide_as_their_words() -> None:
    d20 = drawn([17, 3, 0], Look(sides=20), 60, 6).plain.split("\n")
    assert d20[1] == "│ 17 │ │ 3  │ │ ·  │" and len(d20) == 3
    assert drawn([20], Look(good_from=15, sides=20), 60, 6).plain.count("✓") == 1
    cards = Look(names={1: "The Lamp", 2: "[/] Crow"})
    assert drawn([2, 1], cards, 60, 6).plain.split("\n")[1] == "│ [/] Crow │ │ The Lamp │"
    assert chips([2, 1], cards).plain == "[/] Crow The Lamp"


class Entry(App[None]):
    """Asks for dice that were thrown by hand."""

    def __init__(self, look: Look, dice: int, counted: bool = True) -> None:
        super().__init__()
        self.entry, self.given = DiceEntry("Your dice", look, (0,) * dice, counted=counted), list[Thrown | None]()

    def on_mount(self) -> None:
        self.push_screen(self.entry, self.given.append)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict.fromkeys(("key", "dim", "good", "bad", "glow", "warn", "title", "calm"), "#888888")


@pytest.mark.parametrize(
    ("sides", "dice", "keys", "faces"),
    [
        (6, 3, "215", (2, 1, 5)),
        (6, 2, "0783", None),  # no such faces: the second die is missing
        (20, 3, "17320", (17, 3, 20)),
        (20, 2, "29", (2, 9)),  # 29 is no face: it is a 2 and a 9
        (20, 2, "1>9", (1, 9)),
        (20, 2, "12<3<<45", (4, 5)),  # Backspace takes a digit back, then a die
        (100, 2, "1007", (100, 7)),
    ],
)
async def test_faces_of_any_die_are_typed_with_the_fewest_keys(
    sides: int, dice: int, keys: str, faces: tuple[int, ...] | None
) -> None:
    app = Entry(Look(sides=sides), dice)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*({">": "right", "<": "backspace"}.get(key, key) for key in keys), "enter")
        await pilot.pause()
        assert [thrown.faces for thrown in app.given if thrown] == ([] if faces is None else [faces])


async def test_only_dice_with_good_faces_may_be_counted() -> None:
    app = Entry(Look(good_from=5, good="lit face"), 4)
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.screen.active_bindings["m"].binding.description == "Lit faces only"
        await pilot.press("m", "5", "enter")
        assert not app.given, "five of four dice cannot be good"
        await pilot.press("backspace", "3", "enter")
        assert app.given == [Thrown(good=3)]
    app = Entry(Look(sides=20), 1)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "m" not in app.screen.active_bindings
