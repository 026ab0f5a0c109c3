"""Documents as text that people like, and as text that comes back exactly; places found in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from saga_tui.changes import Doc, same
from saga_tui.store import Locator, NotToml, dumps, load_text
from tests.examples import tries
from tests.store.sample import character
from tests.store.strategies import docs

SHOWN = '''\
# Kestrel
# A person may edit this file.

format = 1
game = "demo"

[concept]
name = "Kestrel \\u001b"
notes = """
one
two"""

[skills]
ranks = { marksmanship = 5 }
specialties = [
    { skill = "marksmanship", name = "pistols and other small arms" },
    { skill = "awareness", name = "reflexes" },
]

[[gear]]
name = "Coin"
without = ["academia"]

[[gear]]
name = "Colt"

[play]
damage = { pain = 2 }

[[play.consequences]]
name = "Shaken"
'''


def test_a_document_is_laid_out_as_people_like_it() -> None:
    doc: Doc = {
        "format": 1,
        "game": "demo",
        "concept": {"name": "Kestrel \x1b", "notes": "one\ntwo"},
        "skills": {
            "ranks": {"marksmanship": 5},
            "specialties": [
                {"skill": "marksmanship", "name": "pistols and other small arms"},
                {"skill": "awareness", "name": "reflexes"},
            ],
        },
        "gear": [{"name": "Coin", "without": ["academia"]}, {"name": "Colt"}],
        "play": {"damage": {"pain": 2}, "consequences": [{"name": "Shaken"}]},
    }
    assert dumps(doc, "Kestrel\nA person may edit this file.") == SHOWN


@given(docs)
@settings(max_examples=tries(300))
def test_every_document_comes_back(doc: Doc) -> None:
    assert same(load_text(dumps(doc)), doc)


@pytest.mark.parametrize("value", [None, "\ud800", object(), {1: 2}, {"a": {3: 1}}])
def test_what_toml_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(NotToml):
        dumps({"x": value})


PLACES = """\
format = 1

[concept]
name = "Zoë 世界"

[skills]
specialties = [
  { skill = "x", name = "y" },
  { "skill" = "世界世界世", name = "z" },
]
[play]
damage = { pain = 2 }
[[gear]]
name = "a"
[[gear]]
name = "b"

[value]
value_line = 7
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("format",), (1, 10)),
        (("concept", "name"), (4, 8)),
        (("skills", "specialties", 1, "name"), (9, 31)),
        (("skills", "specialties", 1), (9, 3)),
        (("skills", "nothing"), (6, 1)),
        (("gear", 1, "name"), (16, 8)),
        (("gear", 1), (15, 1)),
        (("gear", 1, "rating"), (15, 1)),
        (("play", "damage", "pain"), (12, 19)),
        (("nothing",), (1, 1)),
        (("value", "value_line"), (19, 14)),
    ],
)
def test_a_place_in_the_text_is_found(path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert Locator(PLACES)(path) == place


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("a.b.c = 1\n", ("a", "b"), (1, 9)),
        ("\"a.b\" . 'c d' = 1\n", ("a.b", "c d"), (1, 17)),
        ('"\\u00e9" = 1\n', ("é",), (1, 12)),
        ('x = """\n[a]\nb = ""1""""\ny = 2\n', ("y",), (4, 5)),
        ("x = '''\n# ' no comment'''\ny = 2 # z = 3\n", ("y",), (3, 5)),
        ("at = 1979-05-27 07:32:00\nlist = [ # one\n  1,\n\n  [2, 3], ]\n", ("list", 1, 1), (5, 7)),
        ("[[a]]\n[a.b]\nx = 1\n[[a]]\n[[a.c]]\n[[a.c]]\ny = 1\n", ("a", 1, "c", 1, "y"), (7, 5)),
        ("[[a]]\n[a.b]\nx = 1\n", ("a", 0, "b"), (2, 1)),
        ("[a.b]\nx = 1\n[a]\ny = 1\n", ("a",), (3, 1)),
        ("x = {a = {}, b.c = []}\r\ny = 1\r\n", ("x", "b", "c"), (1, 20)),
    ],
)
def test_a_place_is_found_whatever_the_grammar_allows(
    text: str, path: tuple[str | int, ...], place: tuple[int, int]
) -> None:
    load_text(text)
    assert Locator(text)(path) == place


@given(docs)
def test_each_value_of_a_document_has_its_place(doc: Doc) -> None:
    text = dumps(doc)
    lines, locate = text.split("\n"), Locator(text)
    for path, value in leaves_of(doc):
        line, column = locate(path)
        told = lines[line - 1][column - 1 :]
        if isinstance(value, int):
            assert told.startswith(str(value).lower())
        elif isinstance(value, str):
            assert told[0] in "\"'"


def leaves_of(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from leaves_of(item, (*path, key))
    if path and not isinstance(value, dict | list):
        yield path, value


def test_the_sample_is_a_document() -> None:
    assert same(load_text(dumps(character())), character())
