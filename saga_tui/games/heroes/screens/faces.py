"""What stands on the map (H-MAP-4): names and taxes, kingdoms and ice, counters by their signs, what is lit and why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from saga_tui.games.heroes.board import tax
from saga_tui.games.heroes.book import AREAS, HEROES, KINDS, PIECES, THINGS, table
from saga_tui.games.heroes.state import Counter, State
from saga_tui.ui.area_drawing import Drawing
from saga_tui.ui.area_map import Face, Piece
from saga_tui.ui.theme import OWN, wear

SCREEN: Final[dict[str, Any]] = table("screen")
wear({look: {name: hues[at] for name, hues in SCREEN["colours"].items()} for at, look in enumerate(OWN)})
ICE, SEA, SWORD, TREASURE, HIDDEN, OPEN = "❆", "≈", "†", "*", "?", "j"


@cache
def drawings() -> tuple[Drawing, ...]:
    """The two drawings of the map, the small one first."""
    rows = table("map")["drawing"]
    return tuple(Drawing.of(rows[size]["rows"], AREAS.values(), size) for size in ("small", "wide"))


def piece(state: State, counter: Counter) -> Piece:
    """A counter's sign: a hero's letter on his colour, his jarls' letters small, monsters by their kinds, jarls that
    serve nobody by whether they are known."""
    if counter.master:
        sign, colour = HEROES[counter.master].sign, f"${counter.master}"
        return Piece(sign, colour, True) if state.is_hero(counter) else Piece(sign.lower(), colour)
    if kind := KINDS.get(PIECES[counter.id].kind):
        return Piece(kind.sign, "$bad")
    return Piece(OPEN if counter.up else HIDDEN, "$title")


def faces(state: State, lit: Mapping[str, str]) -> dict[str, Face]:
    """The whole map; `lit` has the mark of each area that is. Heroes stand first with their jarls, things lie last."""
    there: dict[str, list[Piece]] = {area: [] for area in AREAS}
    for counter in sorted(
        state.counters.values(), key=lambda one: (not one.master, one.master, not state.is_hero(one))
    ):
        if counter.at in there:
            there[counter.at].append(piece(state, counter))
    for area, things in state.ground.items():
        there[area] += (Piece(SWORD if THINGS[thing].sword else TREASURE, "$star") for thing in things)
    return {
        area: Face(
            str(tax(state, area)) if AREAS[area].kind == "land" else "",
            f"${state.kingdoms[area]}" if area in state.kingdoms else "",
            tuple(pieces), area in lit, lit.get(area, ""), ICE if area in state.iced else "",
        )
        for area, pieces in there.items()
    }  # fmt: skip
