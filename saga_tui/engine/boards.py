"""What games on a board share: states that are copied before they are changed, areas and the ways between them, and who
comes first where players are equal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple, Self


class Copied:
    """A plain dataclass with slots that is copied before it is changed: what it holds is copied too, but for what
    cannot change. Field types are read as they are written: `dict[…]`, `list[…]` and `… | None` may change."""

    __slots__ = ()

    def copy(self) -> Self:
        """The same, apart."""
        kind: Any = type(self)
        taken, changing = _plan(kind)
        values = list(taken(self))
        for place in changing:
            values[place] = _apart(values[place])
        return kind(*values)  # type: ignore[no-any-return]


@cache
def _plan(kind: Any) -> tuple[Callable[[Any], Iterable[Any]], tuple[int, ...]]:
    """How a class's values are taken, in order, and which of them may change."""
    each = fields(kind)
    changing = (
        place for place, one in enumerate(each) if str(one.type).startswith(("dict", "list")) or "|" in one.type
    )
    return attrgetter(*(one.name for one in each)), tuple(changing)


def _apart(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: one.copy() if isinstance(one, Copied) else one for key, one in value.items()}
    if isinstance(value, list):
        return [one.copy() if isinstance(one, Copied) else one for one in value]
    return value.copy() if isinstance(value, Copied) else value


@dataclass(frozen=True, slots=True)
class Drawn:
    """An area of a map that is drawn in cells: those near it, its label and where that stands, in a wide drawing and in
    a small one, its sign in both, and a shade that no neighbour of its kind has."""

    id: str
    name: str
    kind: str
    near: tuple[str, ...]
    label: str
    sign: str
    shade: int
    wide: tuple[int, int]
    small: tuple[int, int]


class Reached(NamedTuple):
    """How an area is reached: what it costs, and a cheapest way there without the start."""

    cost: int
    areas: tuple[str, ...]


class Way(NamedTuple):
    """A way that somebody wants to go: what it costs, and what is against it: `apart`, two areas that do not touch;
    `closed`, a step that may not be made; `far`, more than there are steps; or nothing."""

    cost: int
    against: str


class Roads:
    """Areas that touch, and what a step from one to another costs: a game's own law, under its own conditions.

    `price(start, end, *how)` is 0 or 1, and nothing where the step may not be made.
    """

    def __init__(self, near: Mapping[str, Sequence[str]], price: Callable[..., int | None]) -> None:
        self.near = near
        self.price = price
        self._found: dict[Hashable, Mapping[str, Reached]] = {}

    def reach(self, start: str, left: int, *how: Hashable) -> Mapping[str, Reached]:
        """Every area that can be reached with so many steps, the start among them, nearest first; of two ways that
        cost the same the one that comes first in the order of the neighbours."""
        key = (start, left, how)
        if key not in self._found:
            self._found[key] = self._search(start, left, how)
        return self._found[key]

    def _search(self, start: str, left: int, how: tuple[Hashable, ...]) -> Mapping[str, Reached]:
        found, queue = {start: Reached(0, ())}, deque([start])
        while queue:
            here = queue.popleft()
            cost, areas = found[here]
            for area in self.near[here]:
                price = self.price(here, area, *how)
                if price is None or cost + price > left or (area in found and cost + price >= found[area].cost):
                    continue
                found[area] = Reached(cost + price, (*areas, area))
                (queue.append if price else queue.appendleft)(area)
        return dict(sorted(found.items(), key=lambda item: item[1].cost))

    def onward(self, start: str, way: Sequence[str], *how: Hashable) -> list[str]:
        """Where a way can go on to, never to where it has been, in the order of the neighbours."""
        here, been = (start, *way)[-1], {start, *way}
        return [area for area in self.near[here] if area not in been and self.price(here, area, *how) is not None]

    def wander(self, start: str, steps: int, pick: Callable[[int], int], *how: Hashable) -> tuple[str, ...]:
        """A way by chance that goes on until there is no step left, or none to make; `pick(n)` is 0 to n − 1."""
        way: tuple[str, ...] = ()
        while len(way) < steps and (further := self.onward(start, way, *how)):
            way = (*way, further[pick(len(further))])
        return way

    def ends(self, start: str, steps: int, *how: Hashable, whole: bool = False) -> list[tuple[str, ...]]:
        """A way to each area where one of so many steps can end, the nearest first; a `whole` one goes on as long as
        it can."""
        if not whole:
            return [each.areas for each in self.reach(start, steps, *how).values()]
        ways: list[tuple[str, ...]] = [()]
        for _ in range(steps):
            ways = [on for way in ways for on in ([(*way, area) for area in self.onward(start, way, *how)] or [way])]
        return list({way[-1:]: way for way in reversed(ways)}.values())[::-1]

    def leads(self, start: str, way: Sequence[str], steps: int, *how: Hashable, whole: bool = False) -> bool:
        """Whether that is such a way; none is where it has been."""
        off = any(area not in self.onward(start, way[:place], *how) for place, area in enumerate(way))
        return not (off or len(way) > steps or (whole and len(way) < steps and self.onward(start, way, *how)))

    def way(self, start: str, areas: Sequence[str], left: int, *how: Hashable) -> Way:
        """A way over these areas with so many steps."""
        steps = list(pairwise((start, *areas)))
        if any(end not in self.near.get(here, ()) for here, end in steps):
            return Way(len(steps), "apart")
        prices = [self.price(here, end, *how) for here, end in steps]
        cost = sum(1 if each is None else each for each in prices)
        return Way(cost, "closed" if None in prices else "far" if cost > left else "")

    def distance(self, start: str, end: str, *how: Hashable) -> int:
        """How many steps there are between two areas; `KeyError` where no way leads there."""
        return self.reach(start, len(self.near), *how)[end].cost


def first_to_last(scores: Mapping[str, int], die: Callable[[], int]) -> list[str]:
    """The highest score first; those who are equal throw a die each, in the order given, and again while they are."""
    found: list[str] = []
    for value in sorted(set(scores.values()), reverse=True):
        tied = [name for name, each in scores.items() if each == value]
        found += tied if len(tied) == 1 else first_to_last({name: die() for name in tied}, die)
    return found
