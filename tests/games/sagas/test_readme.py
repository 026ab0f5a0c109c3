"""What the README promises of SagaS: its keys are there, its commands run, and the credit is given."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from saga_tui.cli.group import saga_tui
from saga_tui.games.sagas import book
from saga_tui.games.sagas.game import GAME
from tests.games.sagas.samples import FOLDER, SAMPLES
from tests.games.sagas.test_builder import WAYS as BUILDING
from tests.games.sagas.test_builder import WHOLE
from tests.games.sagas.test_builder import Way as BuilderWay
from tests.games.sagas.test_play_screen import WAYS, Way
from tests.picture import ROOT

MARKS = ("<!-- SagaS key counts -->", "<!-- /SagaS key counts -->")
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOLD = README.partition(MARKS[0])[0]
PART = TOLD.partition("\n## SagaS\n")[2]
SHARED = {"S", "C", "g"}
"""Keys of every game's screens."""


def table() -> str:
    """How many keys things take, as the tests of the play screen press them, in Markdown."""
    names = {"enter": "Enter", "tab": "Tab", "right": "→"}
    names |= {"slash": "/", "space": "Space"}

    def rows(ways: Iterable[BuilderWay | Way]) -> Iterator[str]:
        for way in ways:
            told = " ".join(f"`{names.get(key, key)}`" for key in way.keys)
            kind = "digits" if way.typed.isdecimal() else "letters"
            yield f"| {way.words} | {way.count}{f' + its {kind}' if way.typed else ''} | {told} |"

    pressed, typed = WHOLE
    whole = f"| the worked sample of 250 points, all of it | {pressed} | and {typed} letters and digits |"
    playing = ("| from the resting view | keys | |", "|---|---|---|", *rows(WAYS))
    return "\n".join([*playing, "", "| on a builder's step | keys | |", "|---|---|---|", *rows(BUILDING), whole])


def test_the_keys_are_counted_as_the_tests_press_them() -> None:
    assert f"{MARKS[0]}\n{table()}\n{MARKS[1]}" in README, "python -m tests.games.sagas.test_readme"
    assert "| take physical damage | 2 + its digits | `p` `2` `0` `Enter` |" in README


def test_the_keys_of_the_tour_do_what_it_says() -> None:
    wanted = {
        "n": "Start a scenario, Start a scene, Start a fight, End the round",
        "N": "End the fight, End the scene, End the scenario",
        "p": "Take physical damage",
        "m": "Take mental damage",
        "y": "Make the asked roll",
        "k": "First aid",
        "t": "Rest ten minutes",
        "z": "Sleep",
        "e": "Spend experience",
        "r": "Roll a characteristic or skill",
    }
    told = set(re.findall(r"`([A-Za-z])`", PART))
    assert told == {*wanted, *SHARED}
    for key, words in wanted.items():
        helps = [one.help for one in GAME.actions() if one.key == key]
        assert all(any(said.startswith(word) for said in helps) for word in words.split(", ")), (key, helps)


def test_the_numbers_of_the_tour_are_those_of_the_book() -> None:
    assert sorted(one["points"] for one in book.campaigns().values()) == [150, 250, 350]
    assert "150, 250 or 350 points" in PART
    assert len(SAMPLES) == 3
    assert "sample characters of every\ngame" in README
    assert sum('game = "sagas"' in path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml")) == 3


def test_the_credit_is_that_of_the_book() -> None:
    credit = " ".join(README.partition("## Credits")[2].split())
    assert "*SagaS* (version 0.995) is an open game of Magna Regula" in credit
    assert "SagaS (version 0.995) is an open game of Magna Regula" in book.CREDIT


def test_the_commands_of_the_tour_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER, tmp_path / "characters")
    monkeypatch.setenv("SAGA_TUI_DIR", str(tmp_path / "characters"))
    (shown,) = re.findall(r"```sh\n(.*?)```", PART, re.DOTALL)
    said = []
    for line in shown.splitlines():
        done = CliRunner().invoke(saga_tui, shlex.split(line.partition("#")[0])[1:])
        assert done.exit_code == 0, (line, done.output)
        said.append(done.output)
    assert said[1].startswith("Dodge 10")
    assert re.search(r"(Made|Missed) it at \d+%: Dodge 10", said[2])
    assert "SKILLS ───" in said[3]
    assert "UNIVERSAL TABLE" in said[4]


if __name__ == "__main__":
    found = re.sub(rf"{MARKS[0]}.*?{MARKS[1]}", lambda _: f"{MARKS[0]}\n{table()}\n{MARKS[1]}", README, flags=re.DOTALL)
    (ROOT / "README.md").write_text(found, encoding="utf-8")
