"""Files that anybody may have written: sound ones read, broken ones explained, hostile ones refused quickly."""

from __future__ import annotations

import os
import random
import resource
import time
from pathlib import Path

import pytest

from saga_tui.store import BadFile, Locator, TooMuch, dumps, load, load_text, toml_errors
from tests.store.disk import made, opened
from tests.store.hostile import CORPUS, mutated
from tests.store.sample import act, character, put, undo_to


def test_a_byte_order_mark_and_other_newlines_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbf" + dumps(character()).replace("\n", "\r\n").encode())
    assert load(path)["concept"]["name"] == "Kestrel"


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    (tmp_path / "dangling.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    for name in ("pipe", "folder", "loop", "dangling", "device", "missing"):
        with pytest.raises(BadFile, match=f"{name}.toml"):
            load(tmp_path / f"{name}.toml")


def test_a_giant_file_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "giant.toml"
    path.write_bytes(b"#" * (4 << 20) + b"\na = 1\n")
    with pytest.raises(BadFile, match="larger than 4 MiB"):
        load(path)
    assert load(path, limit=1 << 23) == {"a": 1}


NOTES = {"commas": "a, b = [c] {d} " * 17_000, "lines": "so\n" * 120_000, "digits": "9" * 5000, "quotes": '""""' * 9000}


@pytest.mark.parametrize("notes", NOTES.values(), ids=NOTES)
def test_limits_count_values_not_what_stands_in_a_text(notes: str) -> None:
    doc = put(character(), "story.notes", notes)
    assert load_text(dumps(doc)) == doc
    assert load_text(f"# {notes.replace(chr(10), ' ')}\na = 1") == {"a": 1}


def test_what_could_not_be_read_again_is_not_written_and_does_not_happen(tmp_path: Path) -> None:
    with made(tmp_path) as memory:
        before = memory.doc
        with pytest.raises(TooMuch, match=r"more than a file may hold.*Shorten or remove"):
            act(memory, "story.notes", "x" * (4 << 20))
        for values in (8_000, 15_000):
            act(memory, "story.notes", [0] * values)
        with pytest.raises(TooMuch):
            act(memory, "story.more", [0] * 2_000)
        undo_to(memory, 0)
        assert memory.doc == before
    assert load(memory.path) == before


def slow_or_large(text: str) -> str:
    """Read a text and a place in it; gives what took too long or too much."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    try:
        load_text(text)
        Locator(text)(("concept", "name"))
    except BadFile as error:
        if not error.message or not error.fix:
            return f"no help: {error}"
    spent = time.process_time() - begun
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
    return f"{spent:.1f} s, {grown} MiB" if spent > 1 or grown > 200 else ""


@pytest.mark.parametrize("name", CORPUS)
def test_a_hostile_text_costs_neither_time_nor_room(name: str) -> None:
    assert not slow_or_large(CORPUS[name]())


def test_mutated_files_never_crash_the_reader() -> None:
    chance = random.Random(0)
    sound = dumps(character())
    bad = [problem for seed in range(2000) if (problem := slow_or_large(mutated(sound, chance)))]
    assert not bad, bad[:3]


def test_a_damaged_file_is_explained_once_however_often_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with made(tmp_path / "c") as memory:
        path = memory.path
    path.write_text(path.read_text().replace("rank = ", "rank "))
    explained: list[int] = []
    old = toml_errors.explain

    def counted(text: str, line: int, column: int, complaint: str) -> BadFile:
        explained.append(line)
        return old(text, line, column, complaint)

    monkeypatch.setattr(toml_errors, "explain", counted)
    with pytest.raises(BadFile, match=r"^kestrel\.toml, line 9, column \d+: "):
        load(path)
    with opened(path) as again:
        assert isinstance(again.problem, BadFile)
        again.poll()
        again.checkpoint()
        assert again.problem.line == 9
    assert explained == [9]
