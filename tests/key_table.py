"""How many keys the things of every round take, counted from what the tests press: `python -m tests.key_table` writes
the table into the README."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from saga_tui.changes import Doc
from saga_tui.games.saga.rules import state
from saga_tui.ui.jump import JumpScreen
from saga_tui.ui.rule_book import BookScreen
from tests.games.saga.gm.screens.ways import table as gm_table
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, DUE, Table, typed
from tests.picture import ROOT

README = ROOT / "README.md"
MARKS = ("<!-- key counts -->", "<!-- /key counts -->")
GM_MARKS = ("<!-- key counts of the GM -->", "<!-- /key counts of the GM -->")
NAMES = {"enter": "Enter", "slash": "/", "equals_sign": "="}
Key = str | Callable[[Table], str]


@dataclass(frozen=True)
class Way:
    """One thing to do from the resting session view: where play stands, the keys, and what must have come of them.

    `typed` is what the player writes besides: letters of a name, digits of a number. `most` is how many keys it may
    take without them.
    """

    words: str
    most: int
    keys: Sequence[Key]
    came: Callable[[Table], bool]
    play: Doc
    typed: str = ""
    before: Sequence[str] = ()
    dice: Sequence[int] = ()
    shown: str = ""

    @property
    def count(self) -> int:
        """The keys without what is written besides."""
        return len(self.keys) - len(self.typed)

    @property
    def told(self) -> str:
        """The keys for people."""
        return self.shown or " ".join(f"`{NAMES.get(str(key), key)}`" for key in self.keys)


def on_spark(app: Table) -> str:
    """The letter that the jump puts on Spark."""
    assert isinstance(app.screen, JumpScreen)
    return next(key for key, place in app.screen.places.items() if place.widget.id == "spark")


def borne(app: Table) -> list[tuple[str, dict[str, int]]]:
    """The consequences with their points."""
    return [(item.name, dict(item.points)) for item in app.play.consequences]


def pain(app: Table) -> int:
    """The pain held."""
    return app.play.damage.get("pain", 0)


def advances(app: Table) -> list[tuple[Any, ...]]:
    """What was bought."""
    return [(item.buy, item.skill, item.chapter) for item in app.session.character.advances]


NO_LUCK = {**CONFLICT, "tokens": {"fortune": 0}, "used_perks": ["Destined"], "asks": [DUE]}
WAYS: tuple[Way, ...] = (
    Way("spend a token", 1, ["f"], lambda app: app.play.tokens["force"] == 3, CONFLICT),
    Way("undo", 1, ["u"], lambda app: app.play.tokens["force"] == 4, CONFLICT, before=["f"]),
    Way("take 3 pain", 3, ["p", "3", "enter"], lambda app: pain(app) == 3, CALM),
    Way("name the consequence it forces", 2, ["c", *"Limp", "enter"],
        lambda app: borne(app) == [("Limp", {"lasting": 1})], {**CONFLICT, "damage": {"pain": 3}}, typed="Limp",
        before=["p", "2", "enter", "escape"],
        shown="`c` its letters `Enter`"),
    Way("gain one fortune", 2, ["O"], lambda app: app.play.tokens["fortune"] == 7, CONFLICT),
    Way("end the round and recover a token", 2, ["n", "g"],
        lambda app: (app.play.round, app.play.tokens["grace"], app.play.tokens["force"]) == (3, 2, 4), CONFLICT),
    Way("end the scene", 2, ["N", "enter"], lambda app: (app.play.span, pain(app)) == ("chapter", 0), CONFLICT),
    Way("end the chapter", 3, ["N", "N", "enter"], lambda app: (app.play.span, app.play.spark) == ("saga", 7 + 5),
        CONFLICT),
    Way("give a drive a token", 2, ["v", "3"],
        lambda app: state.drive_tokens(app.session.character) == (2, 1, 1), CALM),
    Way("roll as before", 2, ["r", "enter"], lambda app: app.dice.asked == [6, 4, 6] and app.play.tokens["force"] == 3,
        CALM, before=["r", "f", "4", "enter", "enter"], dice=[6, 5, 1, 1, 2, 2, *[6] * 10]),
    Way("a kismet roll", 2, ["m", "enter"], lambda app: app.play.doom == 3, NO_LUCK, dice=[1, 4]),
    Way("buy an advance", 4, ["b", "6", "enter"], lambda app: advances(app) == [("rank", "marksmanship", 2)], BETWEEN),
    Way("look up the focused rule", 1, ["slash"], lambda app: isinstance(app.screen, BookScreen), CALM),
    Way("set any number by ruling", 4, ["j", on_spark, "equals_sign", *"10", "enter"],
        lambda app: app.play.spark == 10, CALM, typed="10", shown="`j` the letter shown `=` its digits `Enter`"),
)  # fmt: skip


def keys_of(way: Way, app: Table) -> list[Callable[[], str]]:
    """The way's keys, each found when it is pressed."""
    return [partial(_key, key, app) for key in way.keys]


def _key(key: Key, app: Table) -> str:
    if callable(key):
        return key(app)
    return typed(key)[0] if len(key) == 1 else key


def table() -> str:
    """The table in Markdown."""
    rows = ["| from the resting view | keys | |", "|---|---|---|"]
    for way in WAYS:
        besides = {"": "", "Limp": " + its letters"}.get(way.typed, " + its digits")
        rows.append(f"| {way.words} | {way.count}{besides} | {way.told} |")
    return "\n".join(rows)


def kept(marks: tuple[str, str] = MARKS) -> str:
    """A table as the README has it."""
    found = re.search(rf"{marks[0]}\n(.*?)\n{marks[1]}", README.read_text(encoding="utf-8"), re.DOTALL)
    return found[1] if found else ""


def main() -> None:
    """Writes them between their marks."""
    text = README.read_text(encoding="utf-8")
    for marks, made in ((MARKS, table()), (GM_MARKS, gm_table())):
        before, _, rest = text.partition(marks[0])
        text = f"{before}{marks[0]}\n{made}\n{marks[1]}{rest.partition(marks[1])[2]}"
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
