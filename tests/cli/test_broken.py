"""Files that a person might break by hand: what `check` says of each, kept as golden texts.

After a wording was changed on purpose: `SAGA_TUI_GOLDEN=write pytest tests/cli/test_broken.py`, then read what differs.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from saga_tui.cli.check import report
from saga_tui.cli.names import Place
from saga_tui.games.saga.game import GAME
from saga_tui.store import dumps
from tests.cli.conftest import Run
from tests.games.saga.sheet.documents import AS_IS, PLAYED

BROKEN = Path(__file__).parent / "broken"
FILES = sorted(path.stem for path in BROKEN.glob("*.toml"))


def told(run: Run, folder: Path, name: str, *options: str) -> str:
    """What `check` says of a copy of the file, so that nothing can be written beside the tracked one."""
    copy = folder.parent / f"{name}.toml"
    copy.write_bytes((BROKEN / f"{name}.toml").read_bytes())
    result = run("check", *options, copy.name)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stdout


def compare(golden: Path, text: str) -> None:
    if os.environ.get("SAGA_TUI_GOLDEN") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_there_are_more_than_twenty() -> None:
    assert len(FILES) > 20


@pytest.mark.parametrize("name", FILES)
def test_the_message_lets_a_person_mend_the_file(run: Run, folder: Path, name: str) -> None:
    compare(BROKEN / f"{name}.txt", told(run, folder, name))


@pytest.mark.parametrize("name", FILES)
def test_programs_get_the_same(run: Run, folder: Path, name: str) -> None:
    text = told(run, folder, name, "--json")
    compare(BROKEN / f"{name}.json", text)
    records = json.loads(text)
    assert records
    lines = (BROKEN / f"{name}.toml").read_bytes().count(b"\n") + 1
    for record in records:
        assert 1 <= record["line"] <= lines, record
        assert record["column"] >= 1
        assert record["message"]
        assert record["mend"]


MENDED: dict[str, tuple[tuple[str, str], ...]] = {
    "missing-quote": (('"Kestrel\n', '"Kestrel"\n'),),
    "no-quotes": (("= Ana", '= "Ana"'),),
    "colon-for-equals": (('player: "Ana"', 'player = "Ana"'),),
    "smart-quotes": (("“Ana”", '"Ana"'),),
    "comma-missing": (('"force" "grace"', '"force", "grace"'),),
    "traits-merged": (('"Paranoid"\n', '"Paranoid",\n'),),
    "rating-in-quotes": (('force = "5"', "force = 5"),),
    "space-in-key": (("skill x", "skill_x"),),
    "double-equals": (("==", "="),),
    "section-twice-as-list": (("\n[gear]\n", "\n[[gear]]\n"),),
    "table-over-lines": (("marksmanship = 5\n", "marksmanship = 5,\n"),),
    "ranks-with-a-point": (("= 5.5", "= 5"),),
    "table-for-a-list": (("[gear]", "[[gear]]"),),
    "several-faults": (
        ('"Kestrel\n', '"Kestrel"\n'),
        ("player: Ana", 'player = "Ana"'),
        ("“Lucky”", '"Lucky"'),
        ('"Paranoid"\n', '"Paranoid",\n'),
        ('rating = "3"', "rating = 3"),
        ('"buf"', '"buff"'),
    ),
}
"""What the messages say to do, done."""


@pytest.mark.parametrize("name", MENDED)
def test_one_look_at_the_messages_is_enough(run: Run, folder: Path, name: str) -> None:
    text = (BROKEN / f"{name}.toml").read_text(encoding="utf-8")
    assert "error FILE" in told(run, folder, name)
    for wrong, right in MENDED[name]:
        assert wrong in text
        text = text.replace(wrong, right)
    path = folder.parent / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    assert run("check", path.name).exit_code in (0, 1), run("check", path.name).stdout
    assert "error FILE" not in run("check", path.name).stdout


# ---- mutated files


def flipped(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def cut(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data))
    return data[:place] + data[place + chance.choice([1, 2, 10, 100, 10_000]) :]


def inserted(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data))
    odd = [
        b'"',
        b"'",
        b"[",
        b"]",
        b"{",
        b"}",
        b"=",
        b"\n",
        b"\0",
        b"\xff",
        b"\\",
        b"#",
        b'"""',
        b"\xe2\x80\x9c",
        b"nan",
    ]
    odd += [b"[[[[", b"a.b.c", b"=======\n", b"\x1b[2J", b"9" * 30, b"1979-13-01", data[place : place + 60]]
    return data[:place] + chance.choice(odd) + data[place:]


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (flipped, cut, inserted)
SAMPLES = [dumps(doc, GAME.header).encode() for doc in (PLAYED, AS_IS, GAME.new("Mother Ashgrove"))]


@pytest.mark.parametrize("seed", range(20))
def test_a_mutated_file_is_told_quickly_with_a_place(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = folder.parent / "mutated.toml"
    for _ in range(20):
        data = chance.choice(SAMPLES)
        for _ in range(chance.randint(1, 4)):
            data = chance.choice(MUTATIONS)(data or b"x", chance)
        path.write_bytes(data)
        begin = time.process_time()
        found = report(Place(folder), str(path))
        assert time.process_time() - begin < 1
        assert found.code in (0, 1, 2)
        for item in found.problems:
            assert 1 <= item.line <= data.count(b"\n") + 1, (item, data)
            assert item.column >= 1
            assert item.problem.message
            assert item.problem.fix
