"""The main job as key scripts: what a player presses from an empty library to a grown character.

Each script is a list of steps; a step is a list of keys. An item that begins with `=` is a text to type, one with `~` a
text to wait for on the screen. Dice are entered by hand, so that the same keys always end in the same character.

A player whose app was killed before a step finds everything, but not the cursor where it was: an item that begins with
`?` is pressed only then (it leads back), one with `!` only where nothing was killed.
"""

from __future__ import annotations

Step = list[str]


def pressed(step: Step, *, again: bool = False) -> Step:
    """The items of a step: as they are, or `again` after the app was killed before it."""
    gone = "!" if again else "?"
    return [item[1:] if item[0] in "?!" and len(item) > 1 else item for item in step if item == gone or item[0] != gone]


TRAITS = ["Quick on the Draw", "Killer with a Conscience", "Paranoid", "I Need a Drink", "Friends in Low Places"]
DRIVES = ["Find my sister", "Never shoot first", "The Vargas brothers hang"]

TOLD: list[Step] = [
    ["~No characters yet", "n", "~Character name:", "=Kestrel", "enter", "~1 Concept"],
    ["=Ana", "enter", "=A grizzled gunslinger", "enter", "=Mettle", "enter"],
    ["f4", *(key for text in TRAITS for key in (f"={text}", "enter"))],
    ["f5", *(key for text in DRIVES for key in (f"={text}", "enter"))],
    ["f6", "n", "=Lucky pebble", "enter", "2", "3", "enter", "space", "enter"],
    ["n", "=Colt", "enter", "1", "2", "enter", "=shooting", "enter"],
]
"""Steps 1, 4, 5 and 6, which have no method."""

PRIORITY: list[Step] = [
    *TOLD,
    ["f2", "enter", "down", "enter"],
    ["?down", *["down"] * 10, "enter"],
    ["3", "down", "enter", "down", "enter", *["down"] * 3, "enter", "enter", "down", "enter"],
    [*["?down"] * 6, "down", "enter", "enter"],
    [*["?down"] * 7, "s", "down", "enter", "up", "up", "s", "=long shots", "enter"],
    ["7", "enter", "2", "down", "enter", "6", "down", "enter", "6", "=pistols", "enter"],
]
"""Built by priorities: force, grace, acuity; Marksmanship and Weaponry; three finishing purchases (CRE-2, 4, 9)."""

POINTS: list[Step] = [
    *TOLD,
    ["f2", "m", "enter", "1", "enter"],
    [*["right"] * 4, "down", *["right"] * 3, "down", "down", "left"],
    [*["?down"] * 3, *["down"] * 5, "enter"],
    ["3", "m", "enter", "5", "enter", "right", "down", "enter", "4", "enter", "down", "enter", "3", "enter"],
    [*["?down"] * 2, "up", "s", "down", "enter", "up", "s", "=bridges", "enter"],
]
"""Built by points: grace 4, Academia 6 with its surcharge (CRE-3, CRE-5)."""

BEGUN: list[Step] = [["8", "g", "~before chapter 1"]]
"""From the finished sheet straight into play."""

PLAYED: list[Step] = [
    ["n", "1", "~chapter 1"],
    ["n", "enter", "~scene 1"],
    ["n", "2", "~serious conflict"],
    ["f", "f"],
    ["p", "6", "enter", "~Name the lasting consequence", "=Injured leg", "enter"],
    ["?c", "=Injured leg", "enter", "~−2 lasting"],
    ["n", "f", "~round 2"],
    ["k", "2", "enter", "~Kismet roll", "=2 0", "enter", "~Spark 0 → 2"],
    ["!enter", "~✦ 2"],
    ["v", "2"],
    ["N", "enter"],
    ["n", "enter", "~scene 2"],
    ["N", "enter"],
    ["N", "enter", "~after chapter 1"],
]
"""A chapter with two scenes and a serious conflict, damage beyond the threshold, a kismet roll, a drive's reward."""


def grown(skill: str) -> list[Step]:
    """Two advances: acuity +1, and a specialty of the skill with this digit."""
    return [
        ["b", "~Spark", "a", "enter"],
        ["?b", "?~Spark", "s", "enter", skill, "=rifles", "enter"],
        ["!escape"],
    ]
