"""A map drawn in cells: each cell names the area that it belongs to, and all else follows from that: borders, coasts,
who touches whom, where the cursor goes, and how the map looks when it is drawn larger. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple, Self

QUADRANTS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""A cell's quarters by the sum of 1 top left, 2 top right, 4 bottom left, 8 bottom right."""
TALL: Final = 2
"""How many times a cell is as high as it is wide."""


class Spot(NamedTuple):
    """A cell, counted from the top left."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the map: what the program knows it by, its name, a short label, the sign of its cells, its kind of
    ground, which of that ground's shades it has, and the first cell of its label in the drawing."""

    key: str
    name: str
    label: str
    sign: str
    water: bool
    shade: int
    at: Spot


class Outline(NamedTuple):
    """A cell where areas meet: the quarters that are cut from it where the border turns, as a sign of `QUADRANTS`, the
    area that they belong to, and whose the cells at its right and below it are."""

    sign: str
    other: str
    right: str
    below: str


class Drawing:
    """A map as it is drawn in so many cells."""

    def __init__(self, cells: Sequence[Sequence[str]], areas: Iterable[Area]) -> None:
        self.cells = tuple(map(tuple, cells))
        self.areas = {area.key: area for area in areas}
        self.width, self.height = len(self.cells[0]), len(self.cells)

    @classmethod
    def read(cls, rows: str, areas: Iterable[Area]) -> Self:
        """A drawing of signs, a line a row; `KeyError` where a sign belongs to no area."""
        known = tuple(areas)
        keys = {area.sign: area.key for area in known}
        return cls([[keys[sign] for sign in row] for row in rows.split()], known)

    @classmethod
    def of(cls, rows: str, areas: Iterable[Any], size: str) -> Self:
        """A drawing of areas as a game's table has them: `id`, `name`, `label`, `sign`, `kind` (`sea` is water),
        `shade`, and under the name of the drawing's `size` where the label stands."""
        found = (Area(one.id, one.name, one.label, one.sign, one.kind == "sea", one.shade, Spot(*getattr(one, size)))
                 for one in areas)  # fmt: skip
        return cls.read(rows, found)

    def stretched(self, width: int, height: int) -> Self:
        """The same map in more cells, none of it lost: each cell becomes a block of one or several."""
        wide, high = max(width, self.width), max(height, self.height)
        if (wide, high) == (self.width, self.height):
            return self
        columns = [x * self.width // wide for x in range(wide)]
        lines = [y * self.height // high for y in range(high)]
        moved = (
            Area(one.key, one.name, one.label, one.sign, one.water, one.shade,
                 Spot(columns.index(one.at.x), lines.index(one.at.y)))
            for one in self.areas.values()
        )  # fmt: skip
        return type(self)([[self.cells[y][x] for x in columns] for y in lines], moved)

    def at(self, x: int, y: int) -> str:
        """The area of a cell; beyond the edge that of the nearest cell."""
        return self.cells[min(max(y, 0), self.height - 1)][min(max(x, 0), self.width - 1)]

    def __contains__(self, spot: object) -> bool:
        return isinstance(spot, tuple) and 0 <= spot[0] < self.width and 0 <= spot[1] < self.height

    @cached_property
    def touching(self) -> Mapping[str, frozenset[str]]:
        """Whom each area touches, by a side or a corner of a cell."""
        found: dict[str, set[str]] = {key: set() for key in self.areas}
        for y in range(self.height):
            for x in range(self.width):
                one = self.cells[y][x]
                for other in (self.at(x + 1, y), self.at(x - 1, y + 1), self.at(x, y + 1), self.at(x + 1, y + 1)):
                    if other != one:
                        found[one].add(other)
                        found[other].add(one)
        return {key: frozenset(others) for key, others in found.items()}

    @cached_property
    def middles(self) -> Mapping[str, Spot]:
        """The cell of each area that lies nearest to the middle of all its cells."""
        own: dict[str, list[Spot]] = {key: [] for key in self.areas}
        for y, row in enumerate(self.cells):
            for x, key in enumerate(row):
                own[key].append(Spot(x, y))
        return {key: _middle(spots) for key, spots in own.items()}

    # ---- lines

    @cached_property
    def outlines(self) -> tuple[tuple[Outline, ...], ...]:
        """How each cell is cut and edged, row by row."""
        return tuple(tuple(self._outline(x, y) for x in range(self.width)) for y in range(self.height))

    def _outline(self, x: int, y: int) -> Outline:
        one = self.cells[y][x]
        up, down, left, right = self.at(x, y - 1), self.at(x, y + 1), self.at(x - 1, y), self.at(x + 1, y)
        cut = {
            1: up if up == left and up not in (down, right) else one,
            2: up if up == right and up not in (down, left) else one,
            4: down if down == left and down not in (up, right) else one,
            8: down if down == right and down not in (up, left) else one,
        }
        others = Counter(key for key in cut.values() if key != one)
        other = others.most_common(1)[0][0] if others else one
        quarters = sum(bit for bit, key in cut.items() if key == other) if others else 0
        return Outline(QUADRANTS[quarters], other, right, down)

    def run(self, key: str, x: int, y: int) -> tuple[int, int]:
        """The cells of an area on a row around one of them: the first one, and the one after the last; both are `x`
        where that cell is not the area's."""
        first = last = x
        if (x, y) in self and self.cells[y][x] == key:
            while first > 0 and self.cells[y][first - 1] == key:
                first -= 1
            while last < self.width and self.cells[y][last] == key:
                last += 1
        return first, last

    def room(self, key: str, text: int, y: int, taken: Collection[Spot] = ()) -> Spot | None:
        """Where a text of so many cells fits on a row of an area, from its label on or as near before it as can be;
        `None` where it fits nowhere on that row. Cells already `taken` are left alone."""
        wanted = self.areas[key].at.x
        free = [
            x
            for x in range(self.width - text + 1)
            if all(self.cells[y][x + i] == key and Spot(x + i, y) not in taken for i in range(text))
        ]
        return Spot(min(free, key=lambda x: (x < wanted, abs(x - wanted))), y) if free else None

    # ---- ways

    def beside(self, key: str, across: int, down: int) -> str:
        """The area that lies nearest in a direction (`across` and `down` are −1, 0 or 1): of those that it touches, or
        of all where none of them lies there; the same where none does."""
        here = self.middles[key]
        found = []
        for other, middle in self.middles.items():
            x, y = middle.x - here.x, (middle.y - here.y) * TALL
            along, aside = x * across + y * down, abs(x * down) + abs(y * across)
            if other != key and along > 0 and aside <= 2 * along:
                found.append((other not in self.touching[key], along + 2 * aside, other))
        return min(found)[2] if found else key

    def way(self, keys: Sequence[str]) -> Iterator[Spot]:
        """The cells between the middles of areas that are gone through one after the other, every second one."""
        for one, other in pairwise(keys):
            start, end = self.middles[one], self.middles[other]
            steps = max(abs(end.x - start.x), abs(end.y - start.y) * TALL, 1)
            for step in range(2, steps, 2):
                part = step / steps
                yield Spot(round(start.x + part * (end.x - start.x)), round(start.y + part * (end.y - start.y)))


def _middle(spots: Sequence[Spot]) -> Spot:
    """The one of them that lies nearest to the middle of all."""
    x, y = sum(spot.x for spot in spots) / len(spots), sum(spot.y for spot in spots) / len(spots)
    return min(spots, key=lambda spot: (spot.x - x) ** 2 + (TALL * (spot.y - y)) ** 2)
