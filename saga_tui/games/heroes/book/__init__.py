"""The map, the counters and the tables, read from the three files beside this one (H-MAP, H-SET-2, H-SWITCH)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeVar

T = TypeVar("T")


@cache
def table(name: str) -> dict[str, Any]:
    """One of the files as it stands: `map`, `counters` or `tables`."""
    return tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))


def _row(form: type[T], row: dict[str, Any], **more: object) -> T:
    """A row of a table, lists as tuples, what the form does not have left out."""
    names = {each.name for each in fields(form)}  # type: ignore[arg-type]
    said = {key: tuple(value) if isinstance(value, list) else value for key, value in (row | more).items()}
    return form(**{key: value for key, value in said.items() if key in names})


def _rows(file: str, key: str, form: type[T], **more: object) -> dict[str, T]:
    """All the rows of a table by their ids, in the file's order."""
    return {row["id"]: _row(form, row, **more) for row in table(file)[key]}


@dataclass(frozen=True, slots=True)
class Area:
    """A country or a sea area (H-MAP-1). `tax` is a country's factor and yield; `dice` its address; `wide` and
    `small` are where its label stands in the two drawings (H-MAP-4)."""

    id: str
    name: str
    kind: Literal["land", "sea"]
    near: tuple[str, ...]
    over: Literal["mainland", "island", "sea"]
    label: str
    sign: str
    shade: int
    wide: tuple[int, int]
    small: tuple[int, int]
    tax: int = 0
    dice: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Piece:
    """What is printed on a counter (H-SET-2). `group` is hero, jarl or monster; `kind` a monster's kind, else that."""

    id: str
    name: str
    combat: int
    move: int
    group: Literal["hero", "jarl", "monster"] = "monster"
    kind: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster: what slaying one brings (H-GLORY-1), and whether a rune can be learned from it (H-RUNE-1)."""

    id: str
    sign: str
    glory: int
    luck: int
    rune: bool
    casts: int = 0
    """How many dice it throws for spells when it is attacked (H-SPELL-1)."""
    casts_to: int = 0
    """The highest die that casts one."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A sword or a treasure (H-SWORD, H-TREAS): what it adds, and to what."""

    id: str
    name: str
    rule: str
    sword: bool = False
    combat: int = 0
    defence: int = 0
    move: int = 0
    cancels: tuple[str, ...] = ()
    turns_flight: bool = False
    against_jarls: int = 0
    marks_at_end: int = 0
    trade: bool = False
    uses: int = 0
    move_times: int = 1


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell by the die that casts it (H-SPELL-3 to 8): it takes hold on 1 to `works`."""

    id: str
    on: int
    works: int
    stops: bool
    rune: bool
    combat: int = 0
    no_sea_next_turn: bool = False
    turns_lost: int = 0
    flee: bool = False
    wound: bool = False


@dataclass(frozen=True, slots=True)
class Rune:
    """A rune by the die that teaches it (H-RUNE-1)."""

    id: str
    on: int
    notice: int = 1
    move: int = 0
    tax: int = 0
    rest_anywhere: bool = False
    combat: int = 0
    saves: int = 0


@dataclass(frozen=True, slots=True)
class God:
    """A god by his die, and what each face on his table brings (H-GOD-2)."""

    id: str
    on: int
    when: str
    table: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting of a game (H-SWITCH): the first value is the default, `board` what the printed game takes."""

    id: str
    values: tuple[str, ...]
    board: str = ""


TABLES: Final = table("tables")
AREAS: Final = _rows("map", "area", Area)
"""All areas in map order, which is the order of every choice among them."""
ADDRESS: Final = {area.dice: area.id for area in AREAS.values() if area.dice[0]}
"""The country of each pair of dice (H-MAP-2)."""
HEROES: Final = _rows("counters", "hero", Piece, group="hero", kind="hero")
JARLS: Final = _rows("counters", "jarl", Piece, group="jarl", kind="jarl")
MONSTERS: Final = _rows("counters", "monster", Piece, group="monster")
PIECES: Final = HEROES | JARLS | MONSTERS
"""Every counter's print by its id, in the order of the table."""
KINDS: Final = _rows("counters", "kind", Kind)
SWORDS: Final = _rows("counters", "sword", Thing, sword=True)
TREASURES: Final = _rows("counters", "treasure", Thing)
THINGS: Final = SWORDS | TREASURES
SPELLS: Final = {spell.on: spell for spell in _rows("tables", "spell", Spell).values()}
RUNES: Final = _rows("tables", "rune", Rune)
GODS: Final = {god.on: god for god in _rows("tables", "god", God).values()}
SWITCHES: Final = _rows("tables", "switch", Switch)
NECKLACE: Final = next(thing.id for thing in TREASURES.values() if thing.trade)
HORSE: Final = next(thing.id for thing in TREASURES.values() if thing.uses)
