"""What a game on a board cannot come to, though each entry of its document could be: the order, questions and the open
fight, for a file that was written by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias

from saga_tui.engine.agenda import Agenda
from saga_tui.engine.phases import Course
from saga_tui.engine.pieces import DEAD, PILE, Asked, Clash, Position

Fault: TypeAlias = tuple[tuple[str | int, ...], str, str]
"""The place, the rule's id, what is wrong there."""
Board: TypeAlias = Position[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Soundness:
    """What a game says of what may be open: its course, the agenda of a fight, the phase of fights, all areas and
    results, and what may be attacked that is no piece."""

    course: Course[Any, Any]
    agenda: Agenda
    phase: str
    areas: Container[str]
    results: Container[str]
    country: str
    about: Mapping[str, Callable[[Any, Any, Any], bool]]
    """Whether a question of this kind fits the open fight; any other fits where it is for one of the two seats."""
    free: Container[str]
    """The kinds of questions that need no fight."""
    others: Callable[[Any], Iterable[str]]
    """The seats that have a part in a fight in other ways."""
    order: str
    fight: str
    """The rules of the order, and of a fight."""
    least: str = ""
    """The rule by which nothing that is counted falls below 0; empty: none is."""
    options: tuple[str, Mapping[str, Any]] = ("", {})
    """The rule of the switches, and each of them with its `values`."""
    steps: Mapping[str, int] = field(default_factory=dict)
    """The step of a fight in which a kind of question comes; any, where it is not said."""
    attack: Container[str] | None = None
    """The pieces that may attack, where not all may."""
    faces: int = 6
    """What the die of a fight shows at most."""

    def faults(self, state: Board) -> Iterator[Fault]:
        """The order, the seat whose part it is, the questions and the open fight; what is counted, and the switches."""
        if self.least:
            yield from ((place, self.least, "It is below 0") for place in below_nothing(state))
        rule, known = self.options
        for key, row in known.items():
            if state.switches.get(key, row.values[0]) not in row.values:
                yield ("switches", key), rule, f"{key} is one of {', '.join(row.values)}"
        for name, seat in state.seats.items():
            if any(self.course.stands(kind, said) is None for kind, said in seat.standing.items()):
                yield ("seats", name, "standing"), self.course.rules.standing, "There is no such standing answer"
        going, rules = state.phase in self.course.parts, self.course.rules
        if len(set(state.order)) != len(state.order) or (going and state.whose not in state.order):
            yield ("order",), self.order, "The part of no seat, or one seat twice"
        if state.phase in self.course.alone:
            yield ("phase",), rules.phase, "The game stops at no such phase"
        fight = getattr(state, self.agenda.name)
        for place, question in enumerate(state.questions):
            seat = state.seats.get(question.hero)
            if seat is None or (question.counter or seat.counter) not in state.counters:
                yield ("questions", place), rules.question, "No one plays who is asked, or whom it is about"
            elif not ((fight or question.kind in self.free) and self._fits(state, fight, question)):
                yield ("questions", place), rules.question, "There is no fight that it could be about"
        if fight is not None:
            yield from (((self.agenda.name,), self.fight, why) for why in self._fight(state, fight))

    def _fits(self, state: Board, fight: Clash | None, question: Asked) -> bool:
        if fight and self.steps.get(question.kind, fight.step) != fight.step:
            return False
        if own := self.about.get(question.kind):
            return own(state, fight, question)
        by = (fight.by, fight.owner) if fight else state.seats
        return question.hero in by and {*question.among} <= state.counters.keys()

    def _fight(self, state: Board, fight: Clash) -> Iterator[str]:
        if state.phase != self.phase or fight.by != state.whose or fight.area not in self.areas or not fight.attackers:
            yield "There is no such fight now"
        joined = fight.by if fight.unknown else ""
        for side, seats in ((fight.attackers, (fight.by, "")), (fight.defenders, (fight.owner, "", joined))):
            if any(each not in state.counters or state.counters[each].master not in seats for each in side):
                yield "Someone is on the wrong side"
        yield from self._here(state, fight)
        if not 0 <= fight.die <= self.faces:
            yield f"A die shows 1 to {self.faces}"
        if self.agenda.passed(fight.step, fight.todo):
            yield "That is no step of a fight with this still to do"
        if fight.owner or fight.defenders if fight.target == self.country else fight.target not in fight.defenders:
            yield "What is attacked does not defend"
        players, out = {fight.by, fight.owner}, {*fight.fallen_out} - {*fight.attackers}
        known_seats = {*self.others(fight)} <= players - {""} <= state.seats.keys()
        if not known_seats or fight.winner not in (*players, "") or out:
            yield "Someone has a part in it who does not fight"
        known: dict[str, Container[str]] = {"seat": state.seats, "counter": state.counters}
        yield from (f"There is nothing to do that is called {word}" for word in self.agenda.unknown(fight.todo, known))
        if fight.result and fight.result not in self.results:
            yield f"No fight ends with {fight.result}"

    def _here(self, state: Board, fight: Clash) -> Iterator[str]:
        """Who attacks is of those who may, and a seat's as long as he is on the board; nobody is elsewhere before there
        is a result, but for who is out of it."""
        both = ([one for one in each if one in state.counters] for each in (fight.attackers, fight.defenders))
        attack, defence = ([state.counters[one] for one in each] for each in both)
        free = [one.id for one in attack if not one.master and one.at not in (PILE, DEAD)]
        if free or (self.attack is not None and any(one not in self.attack for one in fight.attackers)):
            yield "Someone attacks who cannot"
        going = [one for one in (*attack, *defence) if one.id not in fight.fallen_out]
        if not fight.result and any(one.at != fight.area for one in going):
            yield "Someone fights who is not there"


def below_nothing(part: Any, *place: str) -> Iterator[tuple[str, ...]]:
    """Where a whole number below 0 stands, in a position and in all that it holds by name. What stands in a row may be
    below 0: the numbers of a sum, what a question is about to take."""
    if isinstance(part, dict):
        held: Iterable[tuple[str, Any]] = part.items()
    else:
        kind: Any = type(part)
        held = ((name, getattr(part, name)) for name in _counted(kind))
    for name, inner in held:
        if isinstance(inner, int):
            if inner < 0:
                yield (*place, name)
        elif inner and not isinstance(inner, str):
            yield from below_nothing(inner, *place, name)


def seatless(state: Board, names: Mapping[str, str], more: Iterable[str] = ()) -> list[str]:
    """Who is named in a position, or in `more`, and has no seat; or else seats without a piece that stands for them: of
    such a game nothing can be told. `names` says what each is called."""
    named = {state.whose, *state.order, *more, *(one.master for one in state.counters.values())}
    named |= {one.hero for one in state.questions}
    lost = [f"{names[one]} has no seat" for one in sorted(named - {"", *state.seats})]
    return lost or [f"No counter plays {names[key]}" for key, one in state.seats.items()
                    if one.counter not in state.counters]  # fmt: skip


def borne(state: Board, *more: Iterable[str]) -> Counter[str]:
    """How often each thing is in a game: on a piece, on the ground, or among `more`."""
    lying = (thing for each in (*state.ground.values(), *more) for thing in each)
    return Counter((*(thing for one in state.counters.values() for thing in one.borne), *lying))


def misplaced(state: Board, found: Counter[str], twice: str, nothing: str) -> Iterator[Fault]:
    """Things that are in two places, and ground on which nothing lies, by their rules."""
    yield from (((), twice, f"{thing} is in two places") for thing, count in found.items() if count > 1)
    yield from ((("ground", area), nothing, "Nothing lies there") for area, lie in state.ground.items() if not lie)


@cache
def _counted(kind: Any) -> tuple[str, ...]:
    """The fields of a class in which a number can stand by name; none where it has no fields. Their types are read as
    they are written."""
    each = fields(kind) if is_dataclass(kind) else ()
    return tuple(one.name for one in each if not str(one.type).startswith(("str", "bool", "tuple", "list")))
