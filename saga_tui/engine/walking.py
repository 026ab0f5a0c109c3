"""Pieces that walk over a board in their seat's part of a phase, and take up what lies where they stand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from saga_tui.engine.boards import Reached, Roads
from saga_tui.engine.draws import Refused
from saga_tui.engine.pieces import Piece

P = TypeVar("P", bound=Piece)
Deed = Callable[[Any, P, Any], None]


@dataclass(frozen=True)
class Walk(Generic[P]):
    """How pieces walk. The verbs are `go` (`areas`), `take` (`thing`) and a game's own."""

    roads: Roads
    form: Callable[..., Any]
    """Makes a decision of a verb."""
    steps: Callable[[Any, P], int]
    """The steps that a piece has in a turn."""
    how: Callable[[Any, P], tuple[Hashable, ...]]
    """On what the price of its steps rests now."""
    reach: Callable[[Any, P], Mapping[str, Reached]]
    ready: Callable[[Any, P, tuple[str, ...]], None]
    """What a way brings before the first step, as somebody wants to go it."""
    stepped: Callable[[Any, P, str, int], bool]
    """What comes of a step, from where, at what cost; whether it was the last."""
    taken: Callable[[Any, P, str], None]
    """A thing from the ground is the piece's."""
    more: Callable[[Any, P], Iterable[Any]]
    """What else it can do."""
    deeds: Mapping[str, Deed[P]]
    """What the game's own verbs do."""
    against: Mapping[str, tuple[str, str]]
    """Rule and words of a refusal: of a piece that is not `mine`, is `out`, has `stopped`; of a way (`Roads.way`); of
    what does not `lie` there; of a verb `elsewhere` in the game. `go` and `take` name the rules of what is told."""

    def left(self, state: Any, piece: P) -> int:
        """The steps that a piece has left this turn."""
        return 0 if piece.out or piece.stopped else max(0, self.steps(state, piece) - piece.steps)

    def options(self, state: Any) -> list[Any]:
        """What the seat's pieces can do; of the ways to an area one that is cheapest."""
        return [one for piece in state.own(state.whose) if not piece.out for one in self._of(state, piece)]

    def _of(self, state: Any, piece: P) -> Iterator[Any]:
        for way in self.reach(state, piece).values():
            if way.areas:
                yield self.form("go", counter=piece.id, areas=way.areas)
        yield from (self.form("take", counter=piece.id, thing=thing) for thing in state.ground.get(piece.at, ()))
        yield from self.more(state, piece)

    def carry_out(self, run: Any, command: Any) -> None:
        """A decision of this phase."""
        piece = run.state.counters.get(command.counter)
        if command.verb not in ("go", "take", *self.deeds):
            raise Refused(*self.against["elsewhere"])
        if piece is None or piece.master != run.state.whose or piece.at not in self.roads.near:
            raise Refused(*self.against["mine"])
        if piece.out:
            raise Refused(*self.against["out"])
        if command.verb == "go":
            self._go(run, piece, command.areas)
        elif command.verb == "take":
            self._take(run, piece, command.thing)
        else:
            self.deeds[command.verb](run, piece, command)

    def _go(self, run: Any, piece: P, areas: tuple[str, ...]) -> None:
        if piece.stopped:
            raise Refused(*self.against["stopped"])
        if areas in ((), (piece.at,)):
            raise Refused(self.against["go"][0], "It stands there already. Name the areas of its way.")
        self.ready(run, piece, areas)
        how, here = self.how(run.state, piece), piece.at
        cost, against = self.roads.way(here, areas, self.left(run.state, piece), *how)
        if against:
            raise Refused(*self.against[against])
        rule = self.against["go"][0]
        run.tell("go", rule, hero=piece.master, counters=(piece.id,), area=here, areas=areas, amount=cost)
        for area in areas:
            start, piece.at, piece.moved = piece.at, area, True
            price = self.roads.price(start, area, *how) or 0
            piece.steps += price
            if self.stepped(run, piece, start, price):
                return

    def _take(self, run: Any, piece: P, thing: str) -> None:
        if thing not in run.state.ground.get(piece.at, ()):
            raise Refused(*self.against["lie"])
        self.taken(run.state, piece, thing)
        piece.stopped = True
        rule = self.against["take"][0]
        run.tell("take", rule, hero=piece.master, counters=(piece.id,), area=piece.at, what=thing)
