"""The closed sets of names that the book uses, in its order (SKL-1, AST-1, DMG, TIME, CSQ)."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

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
