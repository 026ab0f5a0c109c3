"""`rules`: everything in the book found by its id and by words."""

from __future__ import annotations

import json

import pytest

from saga_tui.games.saga import book
from tests.cli.conftest import Run


def test_the_whole_book_is_listed_by_chapter(run: Run) -> None:
    lines = run("rules").stdout.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed and set(listed) == {entry.id for entry in book.search("")}
    for chapter in book.chapters():
        assert chapter.title in lines


@pytest.mark.rule("DMG-2")
def test_a_rule_with_its_place_and_its_links(run: Run) -> None:
    entry = book.rule("DMG-2")
    assert entry is not None
    text = run("rules", "dmg-2").stdout
    assert text.startswith(f"DMG-2  {entry.title}\n{entry.chapter} › {entry.section}\n")
    assert entry.text in " ".join(text.split())
    see, seen = text.partition("See:")[2].split("Referred to by:")
    assert all(f"  {key}  " in see for key in entry.see)
    assert "  perk:tough  Tough" in seen


@pytest.mark.parametrize("entry", book.search(""), ids=lambda entry: entry.id)
def test_every_entry_is_found_by_its_id(run: Run, entry: book.RuleText) -> None:
    [found] = json.loads(run("rules", entry.id, "--json").stdout)
    assert found["id"] == entry.id
    assert found["text"] == entry.text
    assert found["chapter"] and found["section"]


@pytest.mark.parametrize(("words", "key"), [("agile", "perk:agile"), ("Weaponry", "skill:weaponry")])
def test_a_thing_is_found_by_its_name(run: Run, words: str, key: str) -> None:
    assert run("rules", words).stdout.startswith(key)


def test_words_find_what_has_them_all(run: Run) -> None:
    found = json.loads(run("rules", "fortune", "hitch", "--json").stdout)
    assert found == [] or all("hitch" in json.dumps(entry).casefold() for entry in found)
    assert [entry["id"] for entry in found] == [entry.id for entry in book.search("fortune hitch")]
    assert len(found) > 1
    assert all(entry["id"] in run("rules", "fortune", "hitch").stdout for entry in found)


def test_what_is_not_there_gets_the_near(run: Run) -> None:
    result = run("rules", "DGM-2")
    assert result.exit_code == 2
    assert "DMG-2" in result.stderr
    odd = run("rules", "\x1b[31mnothing like it")
    assert odd.exit_code == 2
    assert "\x1b" not in odd.stderr
