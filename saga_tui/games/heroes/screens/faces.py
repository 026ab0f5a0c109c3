"""What stands on the map (H-MAP-4): names and taxes, kingdoms and ice, counters by their signs, what is lit and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from saga_tui.engine.boards import Reached
from saga_tui.games.heroes.board import by_sea, tax
from saga_tui.games.heroes.book import AREAS, HEROES, KINDS, PIECES, THINGS, table
from saga_tui.games.heroes.state import Counter, State
from saga_tui.ui.area_drawing import Area, Drawing, Spot
from saga_tui.ui.area_map import Face, Piece
from saga_tui.ui.theme import wear

COLOURS: Final = {
    #             evening    morning    contrast   terminal
    "beowulf":   ("#ff9d5c", "#9a3c08", "#ffb080", "ansi_bright_red"),
    "brunhild":  ("#f2a6ec", "#7d1a68", "#ffb8fa", "ansi_bright_magenta"),
    "egil":      ("#6fdcc0", "#0d5a45", "#8affe0", "ansi_bright_cyan"),
    "ragnar":    ("#8fb4ff", "#1f4fa3", "#a8c6ff", "ansi_bright_blue"),
    "siegfried": ("#ecd552", "#63560f", "#fff07a", "ansi_bright_yellow"),
    "starkad":   ("#bda2f5", "#4b349c", "#d4c2ff", "ansi_magenta"),
}  # fmt: skip
"""Each hero's colour on the project's themes: it is that of his counters and of his kingdom's names."""
wear({look: {name: hues[at] for name, hues in COLOURS.items()}
      for at, look in enumerate(("evening", "morning", "contrast", "terminal"))})  # fmt: skip
ICE: Final = "❆"
SEA: Final = "≈"
SWORD, TREASURE, HIDDEN, OPEN = "†", "*", "?", "j"


@cache
def drawings() -> tuple[Drawing, Drawing]:
    """The two drawings of the map, the small one first."""
    found = []
    for size in ("small", "wide"):
        areas = [
            Area(one.id, one.name, one.label, one.sign, one.kind == "sea", one.shade, Spot(*getattr(one, size)))
            for one in AREAS.values()
        ]
        found.append(Drawing.read(table("map")["drawing"][size]["rows"], areas))
    return found[0], found[1]


def letter(seat: str) -> str:
    """A hero's letter."""
    return HEROES[seat].sign


def piece(state: State, counter: Counter) -> Piece:
    """A counter's sign: a hero's letter on his colour, his jarls' letters small, monsters by their kinds, jarls that
    serve nobody by whether they are known."""
    if counter.master:
        sign, colour = letter(counter.master), f"${counter.master}"
        return Piece(sign, colour, True) if state.is_hero(counter) else Piece(sign.lower(), colour)
    if kind := KINDS.get(PIECES[counter.id].kind):
        return Piece(kind.sign, "$bad")
    return Piece(OPEN if counter.up else HIDDEN, "$title")


def pieces(state: State, area: str, there: Mapping[str, list[Counter]]) -> Iterator[Piece]:
    """What stands and lies in an area: heroes with their jarls first, then the others, things last."""
    found = sorted(there.get(area, ()), key=lambda one: (not one.master, one.master, not state.is_hero(one)))
    yield from (piece(state, one) for one in found)
    for thing in state.ground.get(area, ()):
        yield Piece(SWORD if THINGS[thing].sword else TREASURE, "$star")


def faces(state: State, lit: Mapping[str, str]) -> dict[str, Face]:
    """The whole map; `lit` has the mark of each area that is."""
    there: dict[str, list[Counter]] = {}
    for counter in state.counters.values():
        there.setdefault(counter.at, []).append(counter)
    return {
        area: Face(
            str(tax(state, area)) if one.kind == "land" else "",
            f"${state.kingdoms[area]}" if area in state.kingdoms else "",
            tuple(pieces(state, area, there)),
            area in lit,
            lit.get(area, ""),
            ICE if area in state.iced else "",
        )
        for area, one in AREAS.items()
    }


def distances(start: str, reach: Mapping[str, Reached]) -> dict[str, str]:
    """Marks of where a counter can go: how far, and whether a step by sea leads there (H-MOVE-5)."""
    found = {}
    for area, (cost, areas) in reach.items():
        wet = any(by_sea(one, other) for one, other in zip((start, *areas), areas, strict=False))
        found[area] = f"{cost}{SEA if wet else ''}" if areas else ""
    return found
