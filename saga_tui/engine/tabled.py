"""Rows of tables that games have alike: skills, weapons, armour, materials, modifiers, rule options. A game reads its
own tables by them (`saga_tui.tables`), and a setting's file may add to them (`rows`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: what it stands on, and the level it starts at; none where the GM sets it."""

    key: str
    name: str
    characteristic: str
    base: int | None
    tl: int | None
    specialise: bool
    neighbours: tuple[str, ...]
    use: str


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, in the hand or from afar; `None` where it has no such number."""

    key: str
    name: str
    skill: str
    bonus: int
    dmax: int
    strength: int | None = None
    tl: int | None = None
    size: int | None = None
    blunt: bool = False
    range: int | None = None
    ap: int | None = None
    fight: int | None = None
    radius_m: tuple[int, ...] = ()
    bonus_by_radius: tuple[int, ...] = ()
    shotgun: bool = False
    kind: str = ""
    year: int | None = None
    origin: str = ""
    shots: int | None = None
    rof: int | None = None
    weight_kg: float | None = None
    mount: str = ""
    note: str = ""
    covers: int | None = None
    """Degrees of a circle in which it strikes everybody."""

    @property
    def everyone(self) -> bool:
        """Whether it strikes everybody in a zone."""
        return bool(self.radius_m or self.covers)

    @property
    def close(self) -> bool:
        """Whether it strikes in the hand."""
        return self.range is None


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour or a helmet; without a protection it is the GM's to set."""

    key: str
    name: str
    kind: str
    protection: int | None
    protection_bullets_impact: int | None
    ra: int
    tl: int
    fits: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Material:
    """What a structure is made of, for a piece of 1 m × 1 m × 0.1 m."""

    key: str
    name: str
    armour: int | None
    ra: int
    hit_points: int
    tl: int
    note: str


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier in degrees; `on` says whose rolls it changes, `choose` which values there are; the rest as
    `engine.rolled.Modifier` has it."""

    key: str
    degree: int = 0
    name: str = ""
    on: tuple[str, ...] = ()
    choose: tuple[int, ...] = ()
    not_with: tuple[str, ...] = ()
    formula: str = ""
    stops: str = ""
    note: str = ""
    rule: str = ""
    when: tuple[str, ...] = ()
    itself: bool = False
    bonus: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """What a group may choose."""

    key: str
    options: tuple[str, ...]
    default: str
    rule: str
    about: str
    name: str = ""
    """What it is called, where that is not its key in words."""
