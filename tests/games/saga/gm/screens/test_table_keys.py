"""How many keys the GM's things take, from the resting view of the table: what is pressed here is what the README's
table counts (`python -m tests.games.saga.gm.screens.test_table_keys` writes it anew)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.games.saga.gm.screens.tables import TableApp
from tests.games.saga.screens.session.heroes import press
from tests.picture import ROOT

README = ROOT / "README.md"
MARKS = ("<!-- GM key counts -->", "<!-- /GM key counts -->")
NAMES = {"enter": "Enter", "exclamation_mark": "!", "plus": "+", "space": "Space", "escape": "Esc"}


class Way(NamedTuple):
    """One thing to do at a table: the keys, and what must have come of them; `typed` is what is written besides."""

    words: str
    most: int
    keys: Sequence[str]
    came: Callable[[TableApp], bool]
    typed: str = ""
    before: Sequence[str] = ()
    which: str = "trouble"

    @property
    def pressed(self) -> int:
        """The keys without what is written besides."""
        return len(self.keys) - len(self.typed)

    @property
    def told(self) -> str:
        """The keys for people."""
        if not self.typed:
            return " ".join(f"`{NAMES.get(key, key)}`" for key in self.keys)
        first, *rest = (f"`{NAMES.get(key, key)}`" for key in self.keys if key not in (*self.typed, " "))
        return " ".join((first, "its letters", *rest))


def fortune(app: TableApp) -> list[int]:
    """The fortune of all who sit there."""
    return [one.play.tokens.get("fortune", 0) for one in app.session.members.values()]


THUG = "Thug 6/2/3 x3"
WAYS: tuple[Way, ...] = (
    Way("GM first: 1 fortune for each player", 2, ["exclamation_mark", "enter"],
        lambda app: app.table.play.gm_first),
    Way("three new elements", 2, ["plus", *THUG, "enter"], lambda app: len(app.table.play.elements) == 7, THUG),
    Way("invoke a scene trait: 1 fortune for each player", 3, ["i", "1", "enter"],
        lambda app: any(one.text == "Rotten floor" and one.weight for one in app.table.play.scene_traits)),
    Way("an element attacks, and its damage is dealt", 4, ["enter", "enter", "enter", "enter"],
        lambda app: not app.table.play.strikes and bool(app.member("ans1").play.damage.get("pain", 0)),
        before=["a"]),
    Way("a character rolls against an element, with a token", 5, ["r", "enter", "f", "enter", "enter"],
        lambda app: any(one.seat == "theo1" for one in app.table.play.made), before=["2"]),
    Way("the next phase of the round", 1, ["n"], lambda app: app.table.play.phase == "gm"),
    Way("end the round for five players, each with a token", 3, ["z", "f", "enter"],
        lambda app: app.table.play.round == 3),
    Way("a character has acted", 1, ["space"], lambda app: "isa1" in app.table.play.acted, before=["5"]),
    Way("tick a clock", 2, ["t"], lambda app: app.table.play.clocks[0].filled == 2),
    Way("open a character, and come back", 2, ["enter", "escape"], lambda app: app.screen is app.table_screen,
        before=["2"], which="calm"),
    Way("undo, everywhere", 1, ["u"], lambda app: not app.table.play.gm_first, before=["exclamation_mark", "enter"]),
)  # fmt: skip


@pytest.mark.rule("CNF-2", "CNF-4", "CNF-5", "CNF-7", "TRT-4", "REG-1")
@pytest.mark.parametrize("way", WAYS, ids=[way.words.replace(" ", "-") for way in WAYS])
async def test_it_takes_no_more_keys_than_it_may(tmp_path: Path, way: Way) -> None:
    assert way.pressed <= way.most
    app = TableApp(way.which, tmp_path, [6, 5, 6, 5, 6, 5, 1, 2, 1, 2] * 9)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, *way.before)
        if way.keys != ["enter", "escape"]:
            assert not way.came(app)
        await press(pilot, *way.keys)
        assert way.came(app), app.text


def table() -> str:
    """The table in Markdown."""
    rows = ["| at the table | keys | |", "|---|---|---|"]
    rows += [f"| {way.words} | {way.pressed}{' + its letters' * bool(way.typed)} | {way.told} |" for way in WAYS]
    return "\n".join(rows)


def test_the_readme_counts_what_is_pressed_here() -> None:
    assert f"{MARKS[0]}\n{table()}\n{MARKS[1]}" in README.read_text(encoding="utf-8")


if __name__ == "__main__":
    told = f"{MARKS[0]}\n{table()}\n{MARKS[1]}"
    text = README.read_text(encoding="utf-8")
    README.write_text(re.sub(rf"{MARKS[0]}.*?{MARKS[1]}", lambda _: told, text, flags=re.DOTALL), encoding="utf-8")
