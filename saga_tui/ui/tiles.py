"""Meters of tiles, one a mark, in sizes from a single glyph to a block of seven cells by three lines. Pure: what is
counted in, lines of text and places for clicks out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from textual.content import Content

if TYPE_CHECKING:
    from typing import TypeAlias

    from saga_tui.portrait import Meter
    from saga_tui.ui.specs import Token as Look

    Token: TypeAlias = Look | Meter
    """What has a full glyph, an empty one and a colour."""

Kind = Literal["full", "hollow", "ghost", "bar", "text"]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a tile is drawn, in cells and lines, with `gap` blank cells behind it."""

    width: int
    height: int = 1
    gap: int = 0


SMALL: Final = Size(1)
CLOSE: Final = Size(3)
MEDIUM: Final = Size(3, 1, 1)
SLIM: Final = Size(3, 3, 1)
LARGE: Final = Size(5, 3, 1)
HUGE: Final = Size(7, 3, 1)
SIZES: Final = (HUGE, LARGE, SLIM, MEDIUM, CLOSE, SMALL)
"""All sizes, the largest first."""

TILES: Final[Sequence[tuple[int, int, Size]]] = ((180, 52, HUGE), (105, 36, LARGE), (100, 0, MEDIUM), (0, 0, CLOSE))
"""The largest tiles of the heroes' marks by the terminal's size: least width, least height, size."""


def tile_for(width: int, height: int) -> Size:
    """The largest tiles that a terminal has room for."""
    return next(size for wide, high, size in TILES if width >= wide and height >= high)


GHOST: Final = "▒"
"""A mark that would be there, or would be gone, if what is asked were done."""
BAR: Final = "┃"
EDGES: Final = ("▄", "▀")
"""The upper and the lower edge of a tile."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One part of a meter: a mark by its `index`, a bar between two marks, or a sign as text (`+`).

    `joined` tiles stand without a gap and are never wider than five cells, as steps of a track do.
    """

    kind: Kind
    glyph: str
    colour: str
    index: int | None = None
    joined: bool = False

    def width(self, size: Size) -> int:
        """Cells that it takes, without the gap behind it."""
        if self.kind in ("bar", "text"):
            return len(self.glyph)
        return min(max(CLOSE.width, size.width - 2), size.width) if self.joined else size.width

    def gap(self, size: Size) -> int:
        """Blank cells behind it."""
        return 0 if self.joined else size.gap


def pips(token: Token, filled: int, total: int, ghost: int = 0) -> list[Tile]:
    """Tokens in hand of a pool; what is beyond the total stands behind a `+`.

    `ghost` more are drawn as what would come; where it is negative, the last ones in hand as what would go.
    """
    kinds = _kinds(filled, total, ghost)
    tiles = [_mark(token, kind, index, token.colour) for index, kind in enumerate(kinds)]
    if total and len(tiles) > total:
        tiles.insert(total, Tile("text", "+", "$dim"))
    return tiles


def boxes(token: Token, filled: int, total: int, ghost: int = 0) -> list[Tile]:
    """Boxes up to a threshold, its bar, and what lies over it, in the colour of what went wrong."""
    kinds = _kinds(filled, total, ghost)
    over = len(kinds) > total
    tiles = [_mark(token, kind, at, "$bad" if at >= total else token.colour) for at, kind in enumerate(kinds)]
    tiles.insert(total, Tile("bar", BAR, "bold $bad" if over else "bold $title"))
    return tiles


def track(token: Token, filled: int, total: int, ghost: int = 0) -> list[Tile]:
    """Steps to an end, which is a bar; steps beyond it are not drawn."""
    kinds = _kinds(min(filled, total), total, ghost)[:total]
    tiles = [_mark(token, kind, index, token.colour, joined=True) for index, kind in enumerate(kinds)]
    return [*tiles, Tile("bar", BAR, f"bold {'$bad' if filled + ghost >= total else token.colour}")]


def _kinds(filled: int, total: int, ghost: int) -> list[Kind]:
    """What each place shows: what is there, what would come or go, what is empty."""
    there, then = max(0, filled), max(0, filled + ghost)
    sure = min(there, then)
    ghosts = max(there, then) - sure
    counts: tuple[tuple[Kind, int], ...] = (("full", sure), ("ghost", ghosts), ("hollow", total - sure - ghosts))
    return [kind for kind, count in counts for _ in range(count)]


def _mark(token: Token, kind: Kind, index: int, colour: str, joined: bool = False) -> Tile:
    return Tile(kind, token.empty if kind == "hollow" else token.full, colour, index, joined)


# ---- drawing


def measure(tiles: Sequence[Tile], size: Size) -> int:
    """Cells that a meter takes in that size."""
    return sum(tile.width(size) + tile.gap(size) for tile in tiles) - (tiles[-1].gap(size) if tiles else 0)


def fitting(tiles: Sequence[Tile], room: int, largest: Size) -> Size | None:
    """The largest size, up to one, in which a meter fits into so many cells; None where not even glyphs do."""
    allowed = SIZES[SIZES.index(largest) :]
    return next((size for size in allowed if measure(tiles, size) <= room), None)


def drawn(tiles: Sequence[Tile], size: Size, lined: bool = False) -> list[Content]:
    """The meter's lines, from top to bottom, as many as the size is high. `lined`: hollow tiles have a thin outline
    and no ground, for themes whose only grey is as bright as what is full."""
    return [_line(tiles, size, row, lined) for row in range(size.height)]


def _line(tiles: Sequence[Tile], size: Size, row: int, lined: bool) -> Content:
    parts: list[tuple[str, str]] = []
    for tile in tiles:
        outline = lined and tile.kind == "hollow" and size.width > 1
        text, style = _outline(tile, size, row) if outline else _piece(tile, size, row)
        parts.append((text, style))
        if tile.gap(size):  # a blank behind an edge may have its colour: fewer changes of style to draw
            parts.append((" " * tile.gap(size), style if text[:1] in EDGES else ""))
    if parts and tiles[-1].gap(size):
        parts.pop()
    alike = groupby(parts, key=lambda part: part[1])
    return Content.assemble(*(("".join(text for text, _ in group), style) for style, group in alike))


def _piece(tile: Tile, size: Size, row: int) -> tuple[str, str]:
    """One tile's text and style on one line of the meter."""
    wide, middle = tile.width(size), row == size.height // 2
    if tile.kind == "bar":
        return tile.glyph, tile.colour
    if tile.kind == "text":
        return tile.glyph if middle else " " * wide, tile.colour
    if tile.kind == "ghost":
        return (GHOST * wide), tile.colour
    if size.width == 1:
        return tile.glyph, tile.colour if tile.kind == "full" else "$faint"
    if middle:
        return tile.glyph.center(wide), f"bold {tile.colour} reverse" if tile.kind == "full" else "$dim on $hollow"
    edge = EDGES[0] if row == 0 else EDGES[1]
    return edge * wide, tile.colour if tile.kind == "full" else "$hollow"


def _outline(tile: Tile, size: Size, row: int) -> tuple[str, str]:
    """A hollow tile as a thin line around its sign; on one line the sign alone."""
    wide, ends = tile.width(size), "──" if tile.joined else ("┌┐", "││", "└┘")[row]
    if size.height == 1:
        return tile.glyph.center(wide), "$faint"
    if row == size.height // 2:
        side = " " if tile.joined else ends[0]
        return f"{side}{tile.glyph.center(wide - 2)}{side}", "$faint"
    return f"{ends[0]}{'─' * (wide - 2)}{ends[1]}", "$faint"


def short(token: Token, filled: int, total: int = 0, bar: str = "") -> Content:
    """The meter in few cells, for where it does not fit in any size: `▲×12 △×3`, or `■×12 ┃4` with a `bar`."""
    over = bool(bar) and filled > total
    full = (f"{token.full}×{filled}", "bold $bad" if over else token.colour)
    if bar:
        return Content.assemble(full, (f" {bar}{total}", "$dim"))
    hollow = total - filled
    return Content.assemble(full, (f" {token.empty}×{hollow}", "$faint") if hollow > 0 else "")


def mark_at(tiles: Iterable[Tile], size: Size, x: int) -> int | None:
    """The mark that stands in a column of the meter, by its index; None on bars, signs and gaps."""
    start = 0
    for tile in tiles:
        if start <= x < start + tile.width(size):
            return tile.index
        start += tile.width(size) + tile.gap(size)
    return None
