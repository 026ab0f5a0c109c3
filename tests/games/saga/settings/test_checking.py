"""The check of a setting file: whatever is broken in it is found, on its line, with what was expected."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from saga_tui.games.saga.settings import Checked, Shelf, check, check_file, template

TEXT = next(one.path for one in Shelf().all if one.key == "dust-and-wire").read_text(encoding="utf-8")
LINES = TEXT.split("\n")
PAIR = re.compile(r"([a-z_]+) = (\"[^\"]*\"|\[.*\]|\{.*\}|[0-9]+)$")
HOSTILE = '"[/]\\u001b[31m[bold]"'


def lines_of(checked: Checked) -> set[int]:
    return {item.line for item in checked.problems}


def changed(number: int, new: str) -> str:
    """The text with another line in the place of one, counted from 1."""
    return "\n".join([*LINES[: number - 1], new, *LINES[number:]])


def pairs() -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(LINES, 1):
        if pair := PAIR.fullmatch(line):
            yield number, pair[1], pair[2]


def misspelt(key: str) -> str:
    """The key with two letters changed over, as fingers do."""
    return f"{key[0]}{key[2]}{key[1]}{key[3:]}" if len(key) > 3 and key[1] != key[2] else f"{key}x"


def wrong_type(value: str) -> str:
    if value.startswith(('"', "{")):
        return "3"
    return "true" if value.startswith("[") else '"many"'


PAIRS = list(pairs())


def test_there_are_more_than_a_hundred_ways_to_break_it() -> None:
    assert len(PAIRS) * 4 + len(ONE_LINE) > 300


@pytest.mark.rule("SET-2")
def test_a_misspelt_name_is_found_on_its_line_with_the_one_that_was_meant() -> None:
    meant = 0
    for number, key, value in PAIRS:
        found = check(changed(number, f"{misspelt(key)} = {value}"))
        assert not found.is_valid
        here = [item.problem for item in found.problems if item.line == number]
        assert here, (number, key)
        meant += any(f"'{key}'" in problem.fix for problem in here)
    assert meant > 0.9 * len(PAIRS)


@pytest.mark.rule("SET-2")
def test_a_wrong_type_is_found_on_its_line() -> None:
    for number, key, value in PAIRS:
        found = check(changed(number, f"{key} = {wrong_type(value)}"))
        assert not found.is_valid
        assert number in lines_of(found), (number, key)


@pytest.mark.rule("SET-2")
def test_hostile_text_as_a_name_or_a_word_is_found_on_its_line() -> None:
    for number, key, value in PAIRS:
        found = check(changed(number, f"{HOSTILE} = {value}"))
        assert number in lines_of(found), (number, key)
    for key in ("kind", "moment", "better_lucky", "lucky_charm_refresh", "favoured"):
        for number in (number for number, name, _ in PAIRS if name == key):
            assert number in lines_of(check(changed(number, f"{key} = {HOSTILE}")))


@pytest.mark.rule("SET-2")
def test_a_text_that_is_no_toml_is_found_on_its_line() -> None:
    for number, key, _ in PAIRS:
        for broken in (f"{key} = ", f'{key} = "open', f"{key} 3", f"{key} = [1, 2"):
            found = check(changed(number, broken))
            assert not found.is_valid
            assert found.problems[0].problem.rule == "FILE"
            assert number <= found.problems[0].line <= number + 2, (number, broken)


ONE_LINE: list[tuple[str, str, str, str]] = [
    ("points = 10", "points = -1", "0 or more", "CRE-9"),
    ("points = 10", "points = 1000", "is too large", "CRE-9"),
    ("points = 10", "points = 9.5", "whole number", "CRE-9"),
    ("points = 10", "points = true", "whole number", "CRE-9"),
    ('lucky_charm_refresh = "chapter"', 'lucky_charm_refresh = "chaptr"', "Did you mean 'chapter'", "GER-3"),
    ('severe_consequences = "fading"', 'severe_consequence = "fading"', "'severe_consequences'", "SET-1"),
    ('name = "Too Mean to Die"', 'name = "Dead Shot"', "already", "PRK-1"),
    ('name = "Too Mean to Die"', 'name = "Dead-shot!"', "already", "PRK-1"),
    ('name = "Too Mean to Die"', 'name = "Tough"', "The book already has a perk", "PRK-2"),
    ('name = "Marked Deck"', 'name = "Duster Full of Pockets"', "already", "GER-1"),
    ('without = ["doubt"]', 'without = ["athletics"]', "There is no kind of damage", "GER-4"),
    ('without = ["athletics", "weaponry"]', 'without = ["athletics", "weponry"]', "'weaponry'", "GER-3"),
    ("rating = 3", "rating = 4", "the highest is 3", "CRE-8"),
    ('moment = "scene-start"', 'moment = "scene-begin"', "'scene-start'", "PRK-1"),
    ('assets = ["fortune"]', 'assets = ["luck"]', "force, grace, acuity, fortune", "PRK-1"),
    ('assets = ["fortune"]', "assets = []", "1 entry or more", "PRK-1"),
    ("total = 6", "total = 0", "too low for one piece of rating 1", "CRE-8"),
    ("total = 6", "max_rating = 0", "1 or more", "CRE-8"),
    ("total = 6", "most = 3", "Choose one of: ", "SET-1"),
    ("total = 6", "charm_dice_per_rating = 9", "not a number that a setting can change", "SET-1"),
    ("points = 10", "points = 12.0", "without a point", "CRE-9"),
    ("[numbers.gear]", "[numbers.roll]", "not a number that a setting can change", "SET-1"),
    ("format = 1", "format = 2", "format 2", "SET-1"),
    ("format = 1", "format = 0", "one of 1", "SET-1"),
    ('effect = { kind = "top-up", below = 1, tokens = 3 }', 'effect = { kind = "topup" }', "'top-up'", "PRK-1"),
    ('effect = { kind = "top-up", below = 1, tokens = 3 }', 'effect = { kind = "top-up" }', "no below", "PRK-1"),
    ('effect = { kind = "top-up", below = 1, tokens = 3 }', 'moment = "block"', "", ""),
    ('effect = { kind = "top-up", below = 1, tokens = 3 }', "effect = { tokens = 3 }", "its kind of effect", "PRK-1"),
    (
        'effect = { kind = "top-up", below = 1, tokens = 3 }',
        'effect = { kind = "free-push", pushes = 1 }',
        "not of fortune",
        "PRK-1",
    ),
    (
        'effect = { kind = "top-up", below = 1, tokens = 3 }',
        'effect = { kind = "top-up", below = 1, token = 3, tokens = 3 }',
        "'tokens'",
        "PRK-1",
    ),
]


@pytest.mark.rule("SET-1", "SET-2", "PRK-1")
@pytest.mark.parametrize(("old", "new", "said", "rule"), ONE_LINE, ids=[case[1] for case in ONE_LINE])
def test_what_is_said_of_a_line(old: str, new: str, said: str, rule: str) -> None:
    number = LINES.index(old) + 1
    found = check(changed(number, new))
    if not said:
        assert found.is_valid, "a perk with text only is valid"
        return
    here = [item.problem for item in found.problems if abs(item.line - number) <= 3]
    assert any(said in f"{problem.message} {problem.fix}" and problem.rule == rule for problem in here), found


@pytest.mark.rule("SET-2")
@pytest.mark.parametrize("name", ["name", "description", "format"])
def test_what_is_missing_is_said(name: str) -> None:
    start = next(number for number, line in enumerate(LINES) if line.startswith(f"{name} ="))
    after = start + (1 if name != "description" else 6)
    found = check("\n".join([*LINES[:start], *LINES[after:]]))
    assert f"has no {name}" in found.problems[0].problem.message
    assert name in found.problems[0].problem.fix


@pytest.mark.rule("SET-1")
def test_numbers_that_clash_are_found_at_the_one_that_was_written() -> None:
    text = f"{TEXT}\n[numbers.skills.priority]\ncounts = [3, 3, 4]\nfree_specialties = 5\n"
    found = {item.line: item.problem for item in check(text).problems}
    first = TEXT.count("\n") + 2
    assert "the sum is 10, but there are nine skills" in found[first + 1].message
    assert "number of primary skills, 3" in found[first + 2].message
    surcharge = f"{TEXT}\n[numbers.skills.points]\nsurcharge_at = [9, 6]\n"
    assert "are not in order" in check(surcharge).problems[0].problem.message


def test_all_that_is_wrong_is_told_at_once_and_in_order() -> None:
    text = TEXT
    for old, new in (("points = 10", "points = []"), ("total = 6", "totl = 6"), ('name = "Cold Camp"', "name = 3")):
        text = text.replace(old, new)
    found = check(text).problems
    assert len(found) == 3
    assert [item.line for item in found] == sorted(item.line for item in found)
    half = check(text.replace("[skill_x]", "[skill_x"))
    assert half.problems[0].problem.rule == "FILE"
    assert len(half.problems) >= 3, "what can still be read is checked too"


def test_nothing_makes_the_check_fail() -> None:
    chance = random.Random(4)
    for _ in range(150):
        text = TEXT
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(["", "\x00", '"', "[", "]]", "=", "\n", "é", "9" * 30]) + text[at + 1 :]
        found = check(text)
        assert found.is_valid or found.problems
        assert all(item.problem.message and item.problem.fix is not None for item in found.problems)


@pytest.mark.parametrize("text", ["", "x", "= 3", "name = 3", "perks = 3", "perks = [3]", "gear = {}", "numbers = 1"])
def test_hardly_anything_is_no_setting(text: str) -> None:
    found = check(text)
    assert not found.is_valid
    assert found.problems[0].line >= 1


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    assert check_file(tmp_path / "none.toml").problems[0].problem.rule == "FILE"
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe\x00name")
    assert check_file(bad).problems[0].problem.rule == "FILE"
    assert check_file(tmp_path).problems[0].problem.rule == "FILE"


@pytest.mark.parametrize("name", ["Drowned Coast", 'My "odd" \\ [/] world', "日本"])
def test_the_template_passes_whatever_the_name(name: str) -> None:
    found = check(template(name))
    assert found.setting is not None
    assert found.setting.name == name
    assert not found.problems


@pytest.mark.rule("SET-2")
def test_a_header_that_is_missing_or_misspelt_is_found_where_its_lines_are() -> None:
    headers = [number for number, line in enumerate(LINES, 1) if line.startswith("[")]
    assert len(headers) > 15
    for number in headers:
        gone = check(changed(number, ""))
        assert not gone.is_valid
        assert any(number < item.line <= number + 9 for item in gone.problems), LINES[number - 1]
        name = LINES[number - 1].strip("[]")
        wrong = LINES[number - 1].replace(name, f"{name}x")
        found = check(changed(number, wrong))
        assert not found.is_valid
        assert any(number <= item.line <= number + 1 for item in found.problems), wrong
