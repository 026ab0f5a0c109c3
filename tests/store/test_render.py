"""Documents as text that people like, and as text that comes back exactly; places found in it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from saga_tui.changes import Doc, same
from saga_tui.store import Locator, NotToml, dumps, load_text
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
@settings(max_examples=300)
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


def test_the_sample_is_a_document() -> None:
    assert same(load_text(dumps(character())), character())
