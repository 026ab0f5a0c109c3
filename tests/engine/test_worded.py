"""Events as sentences of a table, and the reasons of a contest's sum."""

from __future__ import annotations

import pytest

from saga_tui.engine.phases import Event
from saga_tui.engine.worded import facts, reasons, worded

ROWS = {
    "go": "{who} {dice} goes from {area} to {to}",
    "pay": [["!amount", "{hero} pays nothing"], ["what=tax", "{hero} pays {coins}"], ["", "{player} {change}"]],
    "lots": "{names}: {n0}, {n1}, {best}, {ships0}, {turns1}; {sum}",
}


def told(event: Event) -> str:
    return worded(ROWS, event, facts(event, str.upper, lambda hero: f"{hero}'s player"))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event("go", counters=("a", "b"), area="x", areas=("y", "z"), dice=(1, 6)), "A and B 1, 6 goes from X to Z"),
        (Event("pay", hero="h"), "H pays nothing"),
        (Event("pay", hero="h", amount=1, what="tax"), "H pays 1 coin"),
        (Event("pay", hero="h", amount=-2), "H's player −2"),
        (
            Event("lots", counters=("a",), numbers=(4, 7, 1, 0, 5, 0, -1, 8)),
            "A: +4, +7, 8, 4 ships, 7 turns; die 4 + 8 − 4 = 8",
        ),
        (Event("lots", numbers=(1, 2, 0, 0, 5, 0, 0, -2)), ": +1, +2, 5, 1 ship, 2 turns; die 1 + 2 − 5 = −2"),
        (Event("silence"), ""),
    ],
)
def test_a_sentence_is_chosen_and_filled(event: Event, words: str) -> None:
    assert told(event) == words


def test_the_reasons_of_a_sum_add_up_to_it() -> None:
    words = {"first": "attack", "die": "the die", "more": [["luck", "L"], ["gods", "G"], ["luck", "L"], ["gods", "G"]],
             "cut": ["cut", "C"]}  # fmt: skip
    events = [
        Event("strength", what="attack", parts=(("a", "sword", 5), ("b", "arm", 2)), rule="S"),
        Event("strength", what="defence", parts=(("c", "arm", 3),), rule="S"),
        Event("sum", area="x", what="won", numbers=(4, 7, 2, 0, 3, 1, 0, 8), rule="R"),
    ]
    found = reasons(events, words, str)
    assert found[0] == (4, "the die; x: won", "R") and sum(by for by, _, _ in found) == 8
    assert (-3, "c: arm", "S") in found and (-1, "cut", "C") in found and (-1, "luck", "L") in found
