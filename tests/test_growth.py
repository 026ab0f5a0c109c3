"""Many wrong names at once: the text is read once for all of them, and near words are what they were."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui.cli.reading import read
from saga_tui.games.saga.settings import check
from saga_tui.problem import NEAR_ENOUGH, near
from saga_tui.store import Locator
from saga_tui.store import locate as locating

UNKNOWN = "".join(f"nobody{number} = {number}\n" for number in range(60))


def of_a_character(folder: Path) -> list[int]:
    path = folder / "kestrel.toml"
    path.write_text(f'format = 1\ngame = "saga"\n{UNKNOWN}', encoding="utf-8")
    return [item.line for item in read(path).problems if item.problem.code == "unknown-key"]


def of_a_setting(_folder: Path) -> list[int]:
    text = f'format = 1\nname = "Coast"\n{UNKNOWN}'
    return [item.line for item in check(text).problems if item.problem.code == "unknown-key"]


@pytest.mark.parametrize("lines", [of_a_character, of_a_setting])
def test_the_text_is_read_once_for_all_that_is_found(
    lines: Callable[[Path], list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    places = locating._places

    def counted(text: str) -> Iterator[tuple[locating.Path, locating.Place]]:
        reads.append(text)
        return places(text)

    monkeypatch.setattr(locating, "_places", counted)
    assert lines(tmp_path) == list(range(3, 63))
    assert len(reads) == 1


def test_a_column_counts_characters_however_many_values_share_its_line() -> None:
    text = 'names = ["é", "日本", "x"]\nlast = "é"\n'
    places = {index: Locator(text)(("names", index)) for index in range(3)}
    assert places == {0: (1, 10), 1: (1, 15), 2: (1, 21)}


WORDS = st.text("abcAé", max_size=7)


@given(word=WORDS, known=st.lists(WORDS, max_size=6))
def test_near_words_are_those_of_the_library_that_compares_them(word: str, known: list[str]) -> None:
    folded = {name.casefold(): name for name in known}
    close = [folded[one] for one in difflib.get_close_matches(word.casefold(), list(folded), 3, NEAR_ENOUGH)]
    begins = "Did you mean " if close else "Choose one of: " if known else "There are none to choose from."
    assert near(word, known).startswith(begins)
    assert all(repr(name) in near(word, known) for name in close)


def test_a_word_that_is_far_from_all_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def close(_word: str, among: list[str], *_limits: float) -> list[str]:
        compared.extend(among)
        return []

    monkeypatch.setattr(difflib, "get_close_matches", close)
    near("zzzz", ["force", "grace", "acuity"])
    near("focre", ["force", "grace", "acuity"])
    assert compared == ["force", "grace"]
