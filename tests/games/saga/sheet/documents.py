"""Characters to print: one in the middle of its third chapter, a fresh one, an empty one, one with every list long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from saga_tui.paper.items import Block, Item
from saga_tui.paper.sections import Pair, Section, Stack

Doc = dict[str, Any]

PLAYED: Doc = {
    "format": 1,
    "concept": {
        "name": "Kestrel",
        "player": "Ana",
        "line": "A grizzled gunslinger with a conscience",
        "skill_x": "Mettle",
    },
    "assets": {"method": "priority", "order": ["force", "grace", "acuity"], "perk": "Lucky"},
    "skills": {
        "method": "points",
        "ranks": {"marksmanship": 5, "awareness": 4, "subterfuge": 3, "athletics": 1, "skill_x": 1},
        "specialties": [{"skill": "marksmanship", "name": "pistols"}, {"skill": "awareness", "name": "reflexes"}],
    },
    "story": {
        "traits": [
            "Quick on the Draw",
            "Killer with a Conscience",
            "Paranoid",
            "I Need a Drink",
            "Friends in Low Places",
        ],
        "drives": ["Find my sister", "Never shoot first", "The Vargas brothers hang"],
    },
    "gear": [
        {"name": "Lucky coin", "kind": "charm", "rating": 3, "without": ["academia"]},
        {"name": "Colt", "kind": "buff", "rating": 2, "purpose": "shooting"},
    ],
    "finishing": [
        {"buy": "asset", "asset": "acuity"},
        {"buy": "specialty", "skill": "marksmanship", "name": "long shots"},
        {"buy": "perk", "name": "Tough", "asset": "force"},
        {"buy": "perk", "name": "Expert", "skill": "marksmanship"},
    ],
    "advances": [
        {"buy": "rank", "skill": "marksmanship", "chapter": 1},
        {"buy": "consequence", "name": "Limp", "level": "permanent", "chapter": 1},
        {"buy": "trait", "name": "Feared in Three Counties", "chapter": 2},
    ],
    "rulings": [
        {"number": "spark", "old": "5", "new": "7", "reason": "the GM says so"},
        {"finding": "CRE-9:finishing", "new": "13 of 12 finishing points are spent", "reason": "a gift"},
    ],
    "play": {
        "chapter": 3,
        "scene": 2,
        "conflict": 1,
        "round": 2,
        "stakes": "serious",
        "spark": 7,
        "tokens": {"force": 4, "grace": 2, "fortune": 6},
        "damage": {"pain": 6, "fear": 1, "kismet": 2},
        "doom": 2,
        "drive_tokens": [2, 1],
        "consequences": [
            {"name": "Injured leg", "kind": "pain", "points": {"lasting": 1, "temporary": 1}},
            {"name": "Shaken", "kind": "fear", "points": {"temporary": 1}},
        ],
        "active": [
            {"trait": "Quick on the Draw", "by": "fortune"},
            {"trait": "Paranoid", "inverted": True, "by": "the GM", "weight": 2},
        ],
        "gear_used": {"lucky-coin": 4},
        "rewards": [{"name": "The sheriff's favour", "until": "chapter"}],
        "asks": [{"what": "consequence", "kind": "pain", "level": "lasting", "count": 1}],
    },
}

FRESH: Doc = {key: value for key, value in PLAYED.items() if key not in ("advances", "rulings", "play")}

EMPTY: Doc = {"format": 1}

FONT: Doc = {"name": "Grandmother's ointment", "kind": "font", "rating": 2, "without": ["doubt", "kismet"]}

AS_IS: Doc = {
    "format": 1,
    "entered": "as is",
    "concept": {"name": "Sister Agnes", "line": "A nun with a past", "notes": "Owes the bishop.\nHates boats."},
    "assets": {
        "ratings": {"force": 2, "grace": 6, "acuity": 4, "fortune": 13},
        "perks": [{"name": "Smooth"}, {"name": "Not of the book"}],
    },
    "skills": {"ranks": {"influence": 12, "academia": 3}},
    "story": {"traits": ["Silver Tongue"], "drives": ["Atone"]},
    "gear": [FONT],
    "play": {"chapter": 9, "span": "saga", "spark": 3, "doom": 24, "tokens": {"fortune": 0}},
}

WIDE = "東京の影を歩く者、決して振り返らない"
EMOJI = "👩‍🚀 astronaut 🧑🏽‍🌾 e\u0301toile"
RIGHT_TO_LEFT = "עִבְרִית وصديقي العزيز"
MARKUP = "[/] [bold]x[/bold] \x1b[31mred\x1b[0m \u202eevil"
LONG = "Pneumonoultramicroscopicsilicovolcanoconiosis-" * 4

FULL: Doc = {
    "format": 1,
    "entered": "as is",
    "concept": {"name": WIDE, "player": RIGHT_TO_LEFT, "line": f"{EMOJI} {LONG}", "skill_x": WIDE, "notes": MARKUP},
    "assets": {"ratings": {"force": 40, "grace": 999_999, "acuity": 7, "fortune": 12}, "perks": ["Expert", WIDE, LONG]},
    "skills": {
        "ranks": {"academia": 1_000_000, "skill_x": 3},
        "specialties": [
            {"skill": skill, "name": name}
            for skill in ("academia", "marksmanship", "skill_x", "no such skill")
            for name in (WIDE, EMOJI, "plain")
        ],
    },
    "story": {
        "traits": [WIDE, EMOJI, RIGHT_TO_LEFT, MARKUP, LONG, *(f"Trait {number}" for number in range(12))],
        "drives": [WIDE, EMOJI, RIGHT_TO_LEFT, LONG],
    },
    "gear": [
        {"name": WIDE, "kind": "charm", "rating": 300, "without": ["academia", "skill_x"], "purpose": EMOJI},
        {"name": MARKUP, "kind": "no such kind", "rating": 1},
        FONT,
    ],
    "advances": [{"buy": "trait", "name": f"Bought {number}", "chapter": number % 3} for number in range(12)],
    "rulings": [{"number": "pain-threshold", "old": "3", "new": "9", "reason": LONG}],
    "play": {
        "chapter": 12345,
        "scene": 99,
        "round": 77,
        "stakes": "no such stakes",
        "spark": 123,
        "tokens": {"fortune": 70, "grace": 5},
        "damage": {"pain": 600_000, "doubt": 9, "fear": 30, "kismet": 55},
        "doom": 3,
        "drive_tokens": [12, 0, 1],
        "consequences": [{"name": name, "points": {"permanent": 3, "odd": 2}} for name in (WIDE, LONG, MARKUP)],
        "active": [{"trait": WIDE, "owner": RIGHT_TO_LEFT, "by": EMOJI}],
        "temporary": [{"name": "Off Balance", "rounds": 2}, {"name": "Dust in the Eyes"}],
        "scene_traits": ["Burning", LONG],
        "asks": [{"what": "kismet", "dice": 3}, {"what": "odd", "kind": "thing"}],
    },
}

ODD = (WIDE, EMOJI, RIGHT_TO_LEFT, MARKUP, LONG, "[/]")


def _many(word: str) -> list[str]:
    return [f"{word} {number}: {ODD[number % len(ODD)]}" for number in range(12)]


MAXIMAL: Doc = {
    **FULL,
    "concept": {**FULL["concept"], "name": "[/] " + RIGHT_TO_LEFT, "notes": "\n".join(_many("Note"))},
    "assets": {"ratings": {"force": 9, "grace": 8, "acuity": 7, "fortune": 12}, "perks": _many("Perk")},
    "skills": {
        "ranks": dict.fromkeys(FULL["skills"]["ranks"], 11),
        "specialties": [{"skill": skill, "name": name} for skill in ("weaponry", "skill_x") for name in _many("As")],
    },
    "story": {"traits": _many("Trait"), "drives": _many("Drive")},
    "gear": [{"name": name, "kind": "charm", "rating": 3, "purpose": "all"} for name in _many("Gear")],
    "rulings": [{"number": "spark", "old": "1", "new": "2", "reason": reason} for reason in _many("Since")],
    "play": {
        **FULL["play"],
        "stakes": "deadly",
        "tokens": {"force": 3, "grace": 0, "acuity": 7, "fortune": 20},
        "damage": {"pain": 14, "doubt": 3, "fear": 9, "kismet": 12},
        "doom": 17,
        "drive_tokens": list(range(12)),
        "consequences": [{"name": name, "kind": "pain", "points": {"lasting": 2}} for name in _many("Hurt")],
        "active": [{"trait": name, "owner": "scene", "by": "the GM"} for name in _many("Active")],
        "temporary": [{"name": name, "rounds": 2} for name in _many("For now")],
        "scene_traits": _many("Scene"),
        "rewards": [{"name": name, "until": "chapter"} for name in _many("Reward")],
        "asks": [{"what": "consequence", "kind": "fear", "level": "lasting", "count": 2}],
    },
}
"""Every list long, and in each a word of every difficult sort."""


def found_in(blocks: Iterable[Block]) -> Iterator[tuple[str, Item]]:
    """Every item of a sheet with the title of its section."""
    for block in blocks:
        match block:
            case Section():
                yield from ((block.title, item) for item in block.items)
            case Pair():
                yield from found_in((block.left, block.right))
                yield from ((block.right.title, item) for item in block.below if isinstance(block.right, Section))
            case Stack():
                yield from found_in(block.blocks)
