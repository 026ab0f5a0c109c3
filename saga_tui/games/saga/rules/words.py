"""The closed sets of names that the book uses, in its order (SKL-1, AST-1, DMG, TIME, CSQ), and every place of a
character file in words: `play.damage.pain` is "pain", `skills.ranks.skill_x` "Skill X"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from saga_tui.games.saga.book import models

Asset: TypeAlias = models.Asset
Skill: TypeAlias = models.Skill
DamageKind = Literal["pain", "doubt", "fear", "kismet"]
Stakes: TypeAlias = models.StakesKey
Level = Literal["temporary", "lasting", "fading", "permanent"]
GearKind: TypeAlias = models.GearKind
Span = Literal["saga", "chapter", "scene", "conflict"]
Purchasable = Literal["asset", "rank", "specialty", "trait", "perk", "gear", "consequence", "doom"]
Until = Literal["round", "scene", "chapter", "good"]

ASSETS: tuple[Asset, ...] = get_args(Asset)
POOLS: tuple[Asset, ...] = ("force", "grace", "acuity")
"""The asset pools that come back by themselves: all but fortune (AST-12, REG-3)."""
SKILLS: tuple[Skill, ...] = get_args(Skill)
DAMAGE: tuple[DamageKind, ...] = get_args(DamageKind)
WOUNDS: tuple[DamageKind, ...] = ("pain", "doubt", "fear")
"""The kinds of damage with a threshold: all but kismet (DMG-1, KIS-1)."""
STAKES: tuple[Stakes, ...] = get_args(Stakes)
LEVELS: tuple[Level, ...] = get_args(Level)

THRESHOLD_ASSETS: dict[str, tuple[Asset, Asset]] = {
    "pain": ("force", "grace"),
    "doubt": ("grace", "acuity"),
    "fear": ("force", "acuity"),
}
"""The two assets that make each threshold (DMG-1), which are also those that its damage may stand for (DMG-4)."""


Path = Sequence[str | int]

_SECTIONS: Final = {
    ("concept",),
    ("skills",),
    ("skills", "ranks"),
    ("assets",),
    ("assets", "ratings"),
    ("play",),
    ("play", "damage"),
    ("story",),
}
"""Sections that need no word of their own: what stands in them says enough."""

_WORDS: Final[dict[Path, str]] = {
    ("concept", "line"): "concept",
    ("concept", "skill_x"): "what Skill X is",
    ("assets", "method"): "how assets are built",
    ("assets", "order"): "order of the assets",
    ("assets", "ratings"): "asset ratings",
    ("skills", "method"): "how skills are built",
    ("skills", "ranks"): "skill ranks",
    ("play", "tokens"): "tokens of",
    ("play", "span"): "current span of play",
    ("play", "spark"): "Spark",
    ("play", "active"): "active trait",
    ("play", "temporary"): "temporary trait",
    ("play", "asks"): "open question",
    ("play", "due"): "follow-up roll paid with pushes",
    ("play", "gm_first"): "whether the GM acted first",
    ("play", "stood"): "token replaced by damage",
    ("play", "used_perks"): "used perk",
    ("play", "gear_used"): "used of",
    ("play", "drive_tokens"): "tokens of drive",
    ("play", "roll"): "last roll",
    ("play", "kismet"): "kismet roll",
    ("finishing",): "finishing purchase",
    ("advances",): "advance",
}
"""What a place is called where its own name does not say it."""

_ONE_OF: Final = {
    "traits": "trait",
    "drives": "drive",
    "specialties": "specialty",
    "rulings": "ruling",
    "perks": "perk",
    "consequences": "consequence",
    "rewards": "reward",
    "scene_traits": "scene trait",
}
"""One of a list."""


def place_words(path: Path) -> str:
    """A place in words; items of a list count from 1. A name that nobody knows is said as it stands."""
    words: list[str] = []
    for end, step in enumerate(path, 1):
        here = tuple(path[:end])
        if isinstance(step, int):
            words.append(str(step + 1))
        elif here in _SECTIONS and end < len(path):
            continue
        elif here in _WORDS:
            words.append(_WORDS[here])
        else:
            in_list = end < len(path) and isinstance(path[end], int)
            words.append(_ONE_OF.get(step, _spelt(step)) if in_list else _spelt(step))
    return " ".join(words).removesuffix(" of") or "the character"


def _spelt(name: str) -> str:
    if name in SKILLS or (name in ASSETS and name != "fortune"):
        return "Skill X" if name == "skill_x" else name.capitalize()
    return name if name in DAMAGE else name.replace("_", " ")
