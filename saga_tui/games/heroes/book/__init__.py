"""The map, the counters and the tables, read from the files beside this one (H-MAP, H-SET-2, H-SWITCH)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from saga_tui.engine.before_play import Switch
from saga_tui.engine.boards import Drawn
from saga_tui.tables import Folder

FOLDER: Final = Folder(Path(__file__).parent)
table = FOLDER.data
"""One of the files as it stands: `map`, `counters`, `tables`."""
rows = partial(FOLDER.tables, by="id")
row = dataclass(frozen=True, slots=True)


@row
class Area(Drawn):
    """A country or a sea area (H-MAP-1, H-MAP-4). `tax` is a country's factor and yield; `dice` its address."""

    over: Literal["mainland", "island", "sea"]
    tax: int = 0
    dice: tuple[int, int] = (0, 0)


@row
class Piece:
    """What is printed on a counter (H-SET-2). `group` is hero, jarl or monster; `kind` a monster's kind, else that."""

    id: str
    name: str
    combat: int
    move: int
    group: Literal["hero", "jarl", "monster"] = "monster"
    kind: str = ""
    sign: str = ""


@row
class Kind:
    """A kind of monster: what slaying one brings (H-GLORY-1), and whether a rune can be learned from it (H-RUNE-1)."""

    id: str
    sign: str
    glory: int
    luck: int
    rune: bool
    casts: int = 0
    casts_to: int = 0
    """How many dice it throws for spells when attacked, and the highest that casts one (H-SPELL-1)."""


@row
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


@row
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


@row
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


@row
class God:
    """A god by his die, and what each face on his table brings (H-GOD-2)."""

    id: str
    on: int
    table: tuple[dict[str, Any], ...]


TABLES: Final = table("tables")
AREAS: Final = rows(Area, "map", "area")
"""All areas in map order, which is the order of every choice among them."""
ADDRESS: Final = {area.dice: area.id for area in AREAS.values() if area.dice[0]}
"""The country of each pair of dice (H-MAP-2)."""
HEROES: Final = rows(Piece, "counters", "hero")
JARLS: Final = rows(Piece, "counters", "jarl")
MONSTERS: Final = rows(Piece, "counters", "monster")
PIECES: Final = HEROES | JARLS | MONSTERS
"""Every counter's print by its id, in the order of the table."""
KINDS: Final = rows(Kind, "counters", "kind")
SWORDS: Final = rows(Thing, "counters", "sword")
TREASURES: Final = rows(Thing, "counters", "treasure")
THINGS: Final = SWORDS | TREASURES
SPELLS: Final = {spell.on: spell for spell in rows(Spell, "tables", "spell").values()}
RUNES: Final = rows(Rune, "tables", "rune")
GODS: Final = {god.on: god for god in rows(God, "tables", "god").values()}
SWITCHES: Final = rows(Switch, "tables", "switch")
NECKLACE: Final = next(thing.id for thing in TREASURES.values() if thing.trade)
HORSE: Final = next(thing.id for thing in TREASURES.values() if thing.uses)
