"""Games with seats that persons and computers play, and whose machine says who decides: what the shell shows of them,
and what their rules tell of each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from saga_tui.changes import Change
from saga_tui.dice import secure
from saga_tui.engine.clock import Clock
from saga_tui.engine.entries import Entry, number
from saga_tui.engine.hints import Asked
from saga_tui.engine.model import LARGEST
from saga_tui.games.contract import Game, Summary
from saga_tui.portrait import Badge, Meter, Part, Portrait
from saga_tui.problem import Problem, Where
from saga_tui.safe import clean
from saga_tui.tally import Tally, Term

if TYPE_CHECKING:
    from saga_tui.changes import Doc


Fault: TypeAlias = tuple[Where, str, str]
"""What is wrong with a state: where, by which rule, and in words."""


@dataclass(frozen=True)
class Seating:
    """What a game tells of its seats."""

    names: Mapping[str, str]
    """What each is called."""
    player: Callable[[Any, str], str]
    """Who plays one, in words."""
    standing: Callable[[Any], str]
    """Where the game stands, in words."""
    totals: Callable[[Any], Mapping[str, int]]
    """What the seats have by now."""
    deciding: Callable[[Any], tuple[str, str, str]]
    """Who decides now, what, in words, and the command for it; nothing where nobody has to."""

    def line(self, state: Any) -> str:
        """Who plays."""
        return "; ".join(f"{self.names[seat]}: {self.player(state, seat)}" for seat in state.seats)

    def question(self, document: Any, _ask: Any) -> Asked:
        """Who decides what, and how it is typed."""
        state = document.state
        seat, words, give = self.deciding(state)
        return Asked(f"{self.names[seat]} ({self.player(state, seat)}): {words}", give) if seat else Asked("")


class SeatedGame(Game):
    """Such a game. Its document has a `name`, a `seed`, and gives the `state` that the machine works on."""

    noun: str = "game"
    name_path: tuple[str, ...] = ("name",)
    begins: str = "begin"
    sealed: Sequence[str] = ()
    """The verb of a bid, which is its question's kind, and its parameter; the switch by which it is secret, at what."""
    shows: frozenset[str] = frozenset({"drawn", "up"})
    """Where in a file it stands that something was drawn, or seen."""

    seating: Seating
    """What it tells of its seats."""

    def new(self, name: str) -> Doc:
        """A game that nobody plays yet; all its chance is there from now on, so that no undo changes it."""
        return {**super().new(name), "seed": secure(1, LARGEST)[0]}

    def reveals(self, verb: str, changes: Sequence[Change] = ()) -> bool:
        """Only where something was drawn, or lies open that did not."""
        return super().reveals(verb) and any(self.shows & {*change.path} or len(change.path) < 2 for change in changes)

    def hides_given(self, verb: str, name: str, doc: Doc) -> bool:
        """The seed, from which all dice to come follow; a secret bid as long as somebody is asked for his."""
        if [verb, name] != [*self.sealed[:2]] or self.unreadable(doc):
            return verb == self.begins and name in ("seed", "dice")
        state = self.rules.of(doc).state
        return state.on(*self.sealed[2:]) and any(one.kind == verb for one in state.questions)

    def summary(self, doc: Doc) -> Summary:
        """Its name, who plays, and where it stands."""
        saved, told = self.rules.of(doc), self.seating
        state = saved.state
        return Summary(clean(saved.title), clean(told.line(state)), told.standing(state), saved.play is not None)

    def glance(self, doc: Doc) -> Portrait:
        """The totals, the highest first, and who decides."""
        saved, told = self.rules.of(doc), self.seating
        state = saved.state
        if saved.play is None:
            return super().glance(doc)
        found = sorted(told.totals(state).items(), key=lambda item: -item[1])
        most = max(1, found[0][1])
        first = Meter("gauge", told.names[found[0][0]], "█", "░", "$good", most, most, "has")
        rows = tuple((f"{told.names[seat]} ({told.player(state, seat)})", f"{total}") for seat, total in found)
        seat, words, _ = told.deciding(state)
        badges = (Badge(f"{told.names[seat]}: {words}", "move"),) if seat else (Badge("over", "good"),)
        return Portrait((first,), badges, (), (Part("Totals", rows),))


@dataclass(frozen=True)
class TurnClock(Clock[Any]):
    """The time of a game of turns: the turn, and whose part of which phase it is. Phases and seats are numbered from 1,
    as they stand in `names`."""

    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The phases that have parts, and all seats, as play has them: `phase` and what a seat is called here."""

    def now(self, document: Any) -> dict[str, int]:
        """`{"turn": 3, "phase": 2, "hero": 4}`; the turn alone where it is nobody's part."""
        play, found = document.play, super().now(document)
        said = [getattr(play, "phase", ""), getattr(play, "whose", "")]
        parts = {span: keys.index(key) + 1 for (span, keys), key in zip(self.keys.items(), said, strict=True)
                 if key in keys}  # fmt: skip
        return {**found, **parts} if found and len(parts) == len(self.keys) else found


def turns(phases: Mapping[str, str], seat: str, names: Mapping[str, str]) -> TurnClock:
    """The time of a game of turns, with the words of its phases, what a seat is called, and the name of each."""
    keys = {"phase": tuple(phases), seat: tuple(names)}
    words = {"phase": tuple(phases.values()), seat: tuple(names.values())}
    return TurnClock(
        ("game", "turn"), {"turn": ("turn",)}, short={"turn": "t"}, names=words, suggested=lambda _play: "turn",
        keys=keys,
    )  # fmt: skip


def turn_words(document: Any) -> str:
    """`turn 3`; nothing before play."""
    return f"turn {document.play.turn}" if document.play is not None else ""


def seat_problems(document: Any, faults: Callable[[Any], Sequence[Fault]], rule: str) -> list[Problem]:
    """A game that nobody plays cannot begin, by that rule; what no game can come to stands in a file that a hand
    wrote."""
    if document.play is None and not document.seats:
        return [Problem("unfinished", rule, ("seats",), "No one plays yet", "Choose who plays each seat.", "seats")]
    found = faults(document.state) if document.play is not None else ()
    fix = "Undo this change, or set it right."
    chosen = {*type(document).model_fields} - {"play"}
    return [
        Problem("error", its, where if {*where[:1]} & chosen else ("play", *where), words, fix, "fault")
        for where, its, words in found
    ]


def seat_entries(
    document: Any, counted: Mapping[str, tuple[str, str]], names: Mapping[str, str], score: Callable[[Any, str], Tally],
    worth: Collection[str] = (),
) -> Iterator[Entry]:  # fmt: skip
    """The name of a document; of each seat what is counted (its word and its rule, by the field) and its score, for
    which who serves it counts, and the things that are `worth` something; the reasons of what was told last."""
    yield Entry("name", "Name", document.name, ("name",))
    if document.play is None:
        return
    state = document.state
    for name, seat in state.seats.items():
        for its, (words, rule) in counted.items():
            terms = (Term(getattr(seat, its), "so far", rule, "play"),)
            held = Tally(f"{its}:{name}", f"{names[name]}'s {words}", terms)
            yield number(held, ("seats", name, its), counted=True)
        own = (("seats", name, its) for its in (*counted, "in_play", "counter"))
        board = (("play", "counters", key, its) for key in state.counters for its in ("master", "things"))
        ours = partial(_concerns, seat.counter, {name}, {*worth})
        yield number(score(state, name), rests_on=(*own, *board), touched=ours)
    if document.last:
        why = tuple(Term(one.amount, one.text, one.rule, "play") for one in document.last)
        yield number(Tally("fight", "The last fight", why), rests_on=(("last",),))


def _concerns(leader: str, seat: Collection[str], worth: Collection[str], change: Change) -> bool:
    """Whether a change among pieces is of who serves a seat, or of what is worth something and its leader has."""
    _, among, key, *field = (*change.path, "", "", "")
    if among != "counters" or not key:
        return True
    words = {*seat, *(worth if key == leader else ())} if field[0] in ("", "things") else {*seat}
    return any(words & {*_leaves(value)} for value in (change.old, change.new))


def _leaves(value: Any) -> Iterator[str]:
    """The words in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
