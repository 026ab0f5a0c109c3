"""Where the computer's counters go on a board: a leader, alone or with all who can join him, then each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from saga_tui.engine.boards import Reached
from saga_tui.engine.computers import first_best
from saga_tui.engine.pieces import Position

C = TypeVar("C", bound=Any)


def threats(state: Position[C, Any, Any], seat: str, reach: Callable[[C], Iterable[str]]) -> dict[str, list[list[C]]]:
    """For each area the pieces of each other seat that can stand there when the fights begin: who comes later in the
    order still moves, by its `reach`."""
    found: dict[str, dict[str, list[C]]] = {}
    later = state.order[state.order.index(seat) + 1 :] if seat in state.order else ()
    for each in (piece for there in state.by_area().values() for piece in there):
        if each.master not in ("", seat) and not each.out:
            for area in reach(each) if each.master in later else (each.at,):
                found.setdefault(area, {}).setdefault(each.master, []).append(each)
    return {area: list(by_seat.values()) for area, by_seat in found.items()}


@dataclass(frozen=True)
class March(Generic[C]):
    """What a game says of its counters, each with `at`, its area. All worths are in one measure."""

    areas: Sequence[str]
    """In the order in which the first of equals counts."""
    ways: Callable[[C], Mapping[str, Reached]]
    """Where a counter may go, where it stands among it; one that has moved stays."""
    free: Callable[[C], bool]
    """Whether it may still move."""
    worth: Callable[[Sequence[C], str], float]
    """What a group is worth in an area."""
    draws: Callable[[C, str, str], float]
    """What else draws one to an area, where the leader stands in another."""
    leaves: Callable[[C], float]
    """What one leaves who goes."""

    def next(self, leader: C | None, others: Sequence[C]) -> tuple[C, tuple[str, ...]] | None:
        """Who goes next, and which way; nothing where all stand where they should."""
        settled, stands = list[C](), ""
        if leader is not None and (
            spot := first_best(self._spots(leader, others), lambda one: self._led(leader, others, *one))
        ):
            stands, joining = spot
            settled = [leader, *joining]
        for each in settled:
            if way := self.ways(each)[stands].areas:
                return each, way
        left = [each for each in others if each not in settled]
        settled += [each for each in left if not self.free(each)]
        for each in filter(self.free, left):
            ways = self.ways(each)
            worths = {area: self._adds(each, area, settled, leader, stands) for area in self.areas if area in ways}
            if (area := first_best(worths, worths.__getitem__)) and ways[area].areas:
                return each, ways[area].areas
            settled.append(each)
        return None

    def _spots(self, leader: C, others: Sequence[C]) -> Iterator[tuple[str, list[C]]]:
        """Each area that the leader reaches, with nobody, and with all who get there."""
        ways, reaches = self.ways(leader), [(each, self.ways(each)) for each in others if self.free(each)]
        for area in (area for area in self.areas if area in ways):
            yield area, []
            if able := [each for each, found in reaches if area in found]:
                yield area, able

    def _led(self, leader: C, others: Sequence[C], area: str, joining: Sequence[C]) -> float:
        there = [each for each in others if each.at == area and not self.free(each)]
        left = sum(self.leaves(each) for each in joining if each.at != area)
        return self.worth([leader, *there, *joining], area) + self.draws(leader, area, area) - left

    def _adds(self, each: C, area: str, settled: Sequence[C], leader: C | None, stands: str) -> float:
        there = [one for one in settled if (stands if one is leader else one.at) == area]
        alone = self.worth(there, area) if there else 0.0
        return self.worth([*there, each], area) - alone + self.draws(each, area, stands)
