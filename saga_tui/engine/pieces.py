"""Pieces on a board of areas, the seats they serve, and the state of a game with them: what any such game keeps, as
plain dataclasses with slots that a game adds its own to, and that are copied before they are changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, Generic, NamedTuple, TypeVar

from saga_tui.engine.boards import Copied
from saga_tui.engine.phases import EARLY, Control, Level

PILE: Final = "pile"
"""Where a piece is that waits to be drawn."""
DEAD: Final = "dead"
"""Where a piece is that has left the game."""


@dataclass(slots=True)
class Piece(Copied):
    """A piece in an area, in the `PILE` or `DEAD`; `master` is the seat it serves."""

    id: str
    at: str = PILE
    up: bool = False
    """Whether it lies face up; one that does not is unknown to all."""
    master: str = ""
    things: tuple[str, ...] = ()
    """What it carries."""
    lost: int = 0
    out: bool = False
    """The turns it has still to sit out; whether this is one: it does nothing by itself."""
    moved: bool = False
    steps: int = 0
    """Whether it made a step this turn, and what its steps cost: some cost nothing."""
    stopped: bool = False
    """Whether its movement is over before its steps are."""
    attacked: tuple[str, ...] = ()
    """The targets that it attacked this turn."""
    rank: int = 0
    """When it entered service: the lower, the longer it serves."""

    @property
    def borne(self) -> tuple[str, ...]:
        """All that it carries."""
        return self.things

    def drop(self, thing: str) -> None:
        """It carries that no more."""
        self.things = tuple(each for each in self.things if each != thing)


@dataclass(slots=True)
class Place(Copied):
    """A player's place, by the name of who stands for it: a person or a computer of a level decides."""

    hero: str
    player: str = ""
    control: Control = "person"
    level: Level = "normal"
    counter: str = ""
    """The piece that stands for it."""
    in_play: bool = True
    waits: bool = False
    """Whether it begins with the next turn."""
    final: int = 0
    """Its total, once it is out of play."""
    standing: dict[str, str] = field(default_factory=dict)
    """Standing answers by kind of question."""


@dataclass(slots=True)
class Asked(Copied):
    """What a seat must answer before anything else; the verb that answers it is its kind."""

    kind: Any
    hero: str
    counter: str = ""
    """Which piece it is about."""
    among: tuple[str, ...] = ()
    most: int = 0
    """What it offers: which of these, how much."""


@dataclass(slots=True)
class Clash(Copied):
    """An open fight: `by` is the seat of those who attack, `owner` that of those who defend, "" for nobody's."""

    area: str
    attackers: tuple[str, ...]
    target: str
    by: str
    owner: str = ""
    defenders: tuple[str, ...] = ()
    step: int = 1
    """The step that comes next."""
    unknown: bool = False
    """Whether the target lay face down when it was attacked."""
    fallen_out: tuple[str, ...] = ()
    """Who attacked, and is out of it."""
    die: int = 0
    result: str = ""
    winner: str = ""
    """The seat that the result favours."""
    todo: tuple[str, ...] = ()
    """What is still to be done, in order: a word for each deed, and whom it is about."""


class Aim(NamedTuple):
    """What may be attacked, and all who may attack it; any of them may, alone or together."""

    area: str
    target: str
    counters: tuple[str, ...]


def among(aims: Iterable[Aim], group: Sequence[str]) -> list[Aim]:
    """What those of a group may attack, each with who of them takes part."""
    found = (one._replace(counters=tuple(key for key in one.counters if key in group)) for one in aims)
    return [one for one in found if one.counters]


def groups(aims: Iterable[Aim]) -> Iterator[Aim]:
    """Every group that may attack what may be attacked, the largest first."""
    for one in aims:
        for size in range(len(one.counters), 0, -1):
            yield from (one._replace(counters=keys) for keys in combinations(one.counters, size))


def aiming(aims: Iterable[Aim]) -> list[str]:
    """All who may still attack something."""
    return list(dict.fromkeys(one for aim in aims for one in aim.counters))


P = TypeVar("P", bound=Piece)
L = TypeVar("L", bound=Place)
Q = TypeVar("Q", bound=Asked)


@dataclass(slots=True)
class Position(Copied, Generic[P, L, Q]):
    """A game at one moment. Whoever changes one changes a copy of his own."""

    seed: int = 0
    drawn: int = 0
    """How many draws there have been."""
    switches: dict[str, str] = field(default_factory=dict)
    turns: int = 1
    """How long the game lasts."""
    seats: dict[str, L] = field(default_factory=dict)
    turn: int = 0
    phase: Any = EARLY
    order: tuple[str, ...] = ()
    whose: str = ""
    """The seat whose part of the phase it is; "" where it is nobody's."""
    counters: dict[str, P] = field(default_factory=dict)
    ground: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What lies in an area."""
    questions: list[Q] = field(default_factory=list)
    """Open questions; the last is asked first."""

    def on(self, switch: str, value: str) -> bool:
        """Whether a switch stands at that value."""
        return self.switches[switch] == value

    def hero(self, seat: str) -> P:
        """The piece that stands for a seat."""
        return self.counters[self.seats[seat].counter]

    def is_hero(self, piece: P) -> bool:
        """Whether it stands for a seat now."""
        return bool(piece.master) and self.seats[piece.master].counter == piece.id

    def own(self, seat: str) -> Iterator[P]:
        """A seat's pieces on the board, in the order of the table."""
        return (each for each in self.counters.values() if each.master == seat and each.at not in (PILE, DEAD))

    def ranked(self, pieces: Iterable[P]) -> list[P]:
        """Those who stand for seats first, the others by their rank."""
        return sorted(pieces, key=lambda each: (not self.is_hero(each), each.rank))

    def led_by(self, side: Iterable[P]) -> str:
        """The seat of which there stands the piece that stands for it; "" for none."""
        return next((each.master for each in side if self.is_hero(each)), "")

    def in_order(self, pieces: Iterable[P]) -> list[P]:
        """Those who stand for seats by seat, then the others by id."""
        seats = [*self.seats]
        return sorted(pieces, key=lambda one: (seats.index(one.master) if self.is_hero(one) else len(seats), one.id))

    def sides(self, clash: Clash | None) -> tuple[list[P], list[P]]:
        """Those who attack, but for who is out of it, and those who defend; nobody where no fight is open."""
        keys = ([each for each in clash.attackers if each not in clash.fallen_out], clash.defenders) if clash else ()
        attack, defence = ([self.counters[each] for each in side] for side in keys or ((), ()))
        return attack, defence

    def there(self, area: str) -> list[P]:
        """All pieces in an area, in the order of the table."""
        return [each for each in self.counters.values() if each.at == area]

    def playing(self) -> list[L]:
        """The seats in play, in their order."""
        return [seat for seat in self.seats.values() if seat.in_play]

    def by_area(self) -> dict[str, list[P]]:
        """The pieces on the board, in the order of the table in each area."""
        found: dict[str, list[P]] = {}
        for each in self.counters.values():
            if each.at not in (PILE, DEAD):
                found.setdefault(each.at, []).append(each)
        return found

    def leave(self, piece: P, where: str = PILE, **kept: object) -> tuple[str, ...]:
        """A piece leaves the board, and is as new but for what is kept; what it carried lies there: those things."""
        things = piece.borne
        self.lay(piece.at, *things)
        self.counters[piece.id] = type(piece)(piece.id, where, **kept)  # type: ignore[arg-type]
        return things

    def lay(self, area: str, *things: str) -> None:
        """Things lie there from now on."""
        if things:
            self.ground[area] = (*self.ground.get(area, ()), *things)

    def lift(self, area: str, thing: str) -> None:
        """A thing does not lie there any more."""
        left = tuple(each for each in self.ground[area] if each != thing)
        if left:
            self.ground[area] = left
        else:
            del self.ground[area]
