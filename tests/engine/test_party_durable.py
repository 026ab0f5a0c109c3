"""A broadcast over five characters and their table: a power cut at any file call leaves it in all or in none."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.store import FS, Memory, RealFS
from tests.bench.store_bench import CountingFS
from tests.store.kills import _forked
from tests.store.mutants import no_redo_log, not_read_at_the_tables
from tests.store.simfs import Image, SimFS

FOLDER, STATE = Path("/c"), Path("/s")
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
FILES = [FOLDER / f"{name.lower()}.toml" for name in NAMES]
TABLE = FOLDER / "tables" / "watch.toml"


def game() -> PartyGame:
    found = registry.game("lanterns-table")
    assert isinstance(found, PartyGame)
    return found


def prepared(fs: FS, folder: Path = FOLDER, state: Path = STATE) -> None:
    """Five watchmen and their table, made and closed."""
    seats = []
    for name in NAMES:
        doc = {**registry.game("lanterns").new(name), "keeper": {"name": name, "trade": "watchman"}}
        with Memory.create(folder, doc, registry.layout("lanterns"), fs=fs, state_dir=state) as memory:
            seats.append((memory.identity, name, memory.path.stem))
    doc = game().with_seats(game().new("Watch"), seats)
    Memory.create(folder / "tables", doc, registry.layout("lanterns-table"), fs=fs, state_dir=state).close()


def opened(fs: FS, path: Path, state: Path = STATE) -> Memory:
    key = "lanterns-table" if path.parent.name == "tables" else "lanterns"
    return Memory.open(path, registry.layout(key), fs=fs, state_dir=state)


def rung(fs: SimFS) -> None:
    """The bell rings at the table on that disk."""
    memory = opened(fs, TABLE)
    party = game().session(memory)
    assert len(party.seats) == len(NAMES)
    party.do(party.game.command("bell", {}))
    fs.on_op = None  # that the files follow is another matter
    party.close()
    memory.close()


def halved(image: Image, chance: random.Random) -> str:
    """Who has the act on this disk and who has not, where not all agree: whoever is opened first decides."""
    fs = SimFS(image)
    has = {}
    for path in chance.sample([*FILES, TABLE], len(NAMES) + 1):
        memory = opened(fs, path)
        doc: dict[str, Any] = memory.doc
        has[path.stem] = doc.get("play", {}).get("bells" if path == TABLE else "night", 0)
        memory.close()
    return "" if len({*has.values()}) == 1 else f"HALF: {has}"


def cut_everywhere(images: int, *, enough: int = 0) -> tuple[int, list[str]]:
    """How many disks were looked at that a power cut during the act may leave, and what is wrong on them."""
    made = SimFS()
    prepared(made)
    fs, chance, looked, bad = SimFS(made.now()), random.Random(7), 0, list[str]()

    def cut(fs: SimFS, name: str) -> None:
        nonlocal looked
        if enough and len(bad) >= enough:
            return
        for image in fs.images("ordered", images):
            looked += 1
            if problem := halved(image, chance):
                bad.append(f"before {name}: {problem}")

    fs.on_op = cut
    rung(fs)
    return looked, bad


def test_a_power_cut_at_any_file_call_of_a_broadcast_leaves_it_in_all_or_in_none(lanterns: Path) -> None:
    looked, bad = cut_everywhere(2)
    assert not bad, bad[:3]
    assert looked > 30


@pytest.mark.parametrize("mutant", [no_redo_log, not_read_at_the_tables])
def test_without_a_step_of_the_protocol_it_is_noticed(
    mutant: Any, lanterns: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    assert cut_everywhere(2, enough=1)[1]


def test_a_broadcast_waits_for_the_disk_no_more_than_twice_as_often_as_single_acts(
    lanterns: Path, tmp_path: Path
) -> None:
    fs = CountingFS()
    prepared(fs, tmp_path / "c", tmp_path / "s")
    memory = opened(fs, tmp_path / "c" / "tables" / "watch.toml", tmp_path / "s")
    party = game().session(memory)
    party.do(party.game.command("bell", {}))
    counts = []
    single = registry.game("lanterns").rules.command("note", {"text": "a word"})
    acts: list[Callable[[], Any]] = [
        party.undo,
        lambda: [one.do(single) for one in party.seats.values()],
    ]
    for act in acts:
        before = fs.flushes
        act()
        counts.append(fs.flushes - before)
    assert counts[0] <= 2 * counts[1], counts
    assert party.memory.status == "saved"
    party.close()
    memory.close()


def play_on(place: Path, state: Path) -> Callable[[int], None]:
    """Rings the bell, takes it back and does it again until somebody ends the process."""

    def play(told: int) -> None:
        fs = RealFS()
        path = place / "tables" / TABLE.name
        memory = Memory.open(path, registry.layout("lanterns-table"), fs=fs, state_dir=state, threaded=True)
        party = game().session(memory)
        os.write(told, b"sits\n")
        party.do(party.game.command("bell", {}))
        while party.undo() and party.redo():
            os.write(told, b"done\n")

    return play


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows")
def test_a_kill_at_any_moment_of_broadcasts_over_five_leaves_each_in_all_or_in_none(
    lanterns: Path, tmp_path: Path
) -> None:
    """Whoever is opened first; the redo log is gone when all are open."""
    del lanterns
    place, state, chance, acts = tmp_path / "c", tmp_path / "s", random.Random(3), 0
    patience = 1.0
    prepared(RealFS(), place, state)
    for _ in range(8):
        told, _ended = _forked(play_on(place, state), patience * chance.uniform(0.03, 0.12))
        acts += told.count("done")
        patience += 0 if "done" in told else 1  # a slow machine has not come to it
        found: dict[str, set[str]] = {}
        for path in chance.sample([*(place / file.name for file in FILES), place / "tables" / TABLE.name], 6):
            with opened(RealFS(), path, state) as memory:
                assert not memory.read_only
                assert memory.problem is None
                mine = [event.group.id for event in memory.history() if event.group]
                assert len(mine) == len({*mine}), f"{path.stem} has one act twice"
                found[path.stem] = {*mine}
        assert all(one == found["watch"] for one in found.values()), found
        assert not [*place.glob(".saga-tui/groups/*.toml")]
    assert acts > 0
