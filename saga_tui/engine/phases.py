"""How a game runs in which several sit at one board: phases that follow one another, seats that decide in turn,
questions that are answered first. A pure machine carries a decision out and runs on until the next must be made.

A decision has a `verb` and what that takes, a state what `Table` says, a seat who plays it: a person or a computer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args

from pydantic import Field

from saga_tui.engine.draws import Drawn, Draws, Refused, by_chance

Control = Literal["person", "computer"]
Level = Literal["easy", "normal", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""How well a computer plays, the weakest first."""
EARLY: Final = "set-up"
OVER: Final = "over"
"""The phases before play begins and after its end."""


class Table(Protocol):
    """What the machine asks of a state; `seats`, each with its `control`, `level` and `standing` answers, are known by
    the names in `order`. `whose` is the seat that decides in this phase, the last of `questions` is asked first."""

    seed: int
    drawn: int
    turn: int
    turns: int
    phase: Any
    whose: str
    order: tuple[str, ...]
    seats: dict[str, Any]
    questions: list[Any]

    def copy(self) -> Any:
        """The same, apart."""


S = TypeVar("S", bound=Table)
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Said:
    """One decision: its verb, and what that takes; what it does not take stays as it is here. A game adds its own."""

    verb: str
    hero: str = ""
    """A seat."""
    player: Annotated[str, Field(max_length=40)] = ""
    control: Control = "person"
    level: Level = "normal"
    name: str = ""
    """A switch, `turns` or `preset`."""
    value: str = ""
    question: str = ""
    answer: Annotated[str, Field(max_length=20)] = ""
    """A standing answer to a kind of question; "" ends it."""
    counter: str = ""
    counters: Annotated[tuple[str, ...], Field(max_length=24)] = ()
    areas: Annotated[tuple[str, ...], Field(max_length=99)] = ()
    """A way without its start."""
    target: str = ""
    to: str = ""
    thing: str = ""
    points: Annotated[int, Field(ge=0, le=999)] = 0
    yes: bool = False


def taken_by(rows: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """What each verb takes, by the `takes` of its row: names of fields; one with a question mark may be left out."""
    return {verb: tuple(str(row.get("takes", "")).split()) for verb, row in rows.items() if verb != "parameters"}


F = TypeVar("F", bound=Said)


def made_by(form: Callable[..., F], *verbs: str) -> Iterator[partial[F]]:
    """For each verb what makes such a decision."""
    return (partial(form, verb) for verb in verbs)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as data: one place turns it into words. What a kind leaves empty it does not need."""

    kind: str
    hero: str = ""
    """The seat whose it is."""
    counters: tuple[str, ...] = ()
    area: str = ""
    what: str = ""
    """Anything else by its id: a thing, a result."""
    amount: int = 0
    numbers: tuple[int, ...] = ()
    """More numbers, as the kind has them."""
    areas: tuple[str, ...] = ()
    """A way; more names."""
    dice: tuple[int, ...] = ()
    parts: tuple[tuple[str, str, int], ...] = ()
    """A sum part by part: whose, what it comes from, how much."""
    rule: str = ""

    @property
    def others(self) -> tuple[str, ...]:
        """The counters but the first."""
        return self.counters[1:]


@dataclass(frozen=True)
class Outcome(Generic[S]):
    """What came of a decision: the new state, what happened in order, and the draws it took."""

    state: S
    events: tuple[Event, ...]
    drawn: tuple[Drawn, ...]


@dataclass(slots=True)
class Run(Generic[S]):
    """A decision under way on a copy of the state. What it does not finish is asked for, or refused as a whole."""

    state: S
    draws: Draws
    events: list[Event] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    die_rule: ClassVar[str] = ""
    """The rule of what a die can show."""

    def _draw(self, sides: int, what: str) -> int:
        self.state.drawn += 1
        shown, by_hand = self.draws(self.state.seed, self.state.drawn, sides, what)
        if not 1 <= shown <= sides:
            raise Refused(self.die_rule, f"This die shows 1 to {sides}, not {shown}.")
        self.drawn.append(Drawn(self.state.drawn, sides, shown, what, by_hand))
        return shown

    def die(self, what: str, sides: int = 6) -> int:
        """The next die; `what` says what for."""
        return self._draw(sides, what)

    def pick(self, among: int, what: str) -> int:
        """The next pick: 0 to `among` − 1, the place in a list."""
        return self._draw(among, f"pick {what}") - 1

    def tell(self, kind: str, rule: str = "", **facts: object) -> None:
        """A line of the log."""
        self.events.append(Event(kind, rule=rule, **facts))  # type: ignore[arg-type]

    def ask(self, question: Any) -> None:
        """Puts a question on top of the others. It has its `kind`, the verb that answers it, and `hero`, its seat."""
        self.state.questions.append(question)


def _nothing(_: Any) -> None:
    """What a part does that does nothing."""


class Part(NamedTuple):
    """A phase in which the seats decide one after another, each until it is done or has nothing left to decide."""

    options: Callable[[Any], Sequence[Any]]
    carry_out: Callable[[Any, Any], None]
    enter: Callable[[Any], None] = _nothing
    leave: Callable[[Any], None] = _nothing
    owes: Callable[[Any], bool] = lambda _: False
    """Whether the seat may not be done yet."""
    debt: tuple[str, str] = ("", "")
    """The rule and the words then."""


class Rules(NamedTuple):
    """The ids of the game's rules that the machine names."""

    phase: str
    question: str
    over: str
    done: str
    passed: str
    seat: str
    standing: str


@dataclass(frozen=True)
class Course(Generic[S, C]):
    """How a game runs. `phases` follow one another, those of `alone` by themselves; one is left out where `skips` says
    so. The first begins a turn."""

    run: Callable[[S, Draws], Any]
    form: Callable[..., C]
    """Makes a decision of its verb and of what that takes."""
    takes: Mapping[str, Sequence[str]]
    """The parameters of each verb. `done` is the verb of a seat that has nothing more to do in a phase."""
    phases: Sequence[str]
    alone: Mapping[str, Callable[[Any], None]]
    parts: Mapping[str, Part]
    early: Part
    """Before play."""
    answers: Callable[[S], Sequence[C]]
    """The base answers to the question on top."""
    answer: Callable[[Any, C], None]
    """Takes it off the stack, and does what was said."""
    resume: Callable[[Any], bool]
    """Goes on with what is open beside the phases; whether anything was."""
    acts: Callable[[S, str], bool]
    """Whether a seat decides in this turn."""
    ends: Callable[[S], bool]
    """Whether the game is over before its time."""
    skips: Callable[[S], bool]
    close: Callable[[Any], None]
    """Counts, when it is over."""
    rules: Rules

    def perform(self, state: S, command: C, draws: Draws = by_chance) -> Outcome[S]:
        """The game after a decision; the state given stays as it is. `Refused` where the rules do not allow it,
        `Wanted` where a die that is thrown by hand is missing."""
        run = self.run(state.copy(), draws)
        self._carry_out(run, command)
        self._run_on(run)
        return Outcome(run.state, tuple(run.events), tuple(run.drawn))

    def asked(self, state: S) -> str:
        """The seat that must decide now; "" before the game and after it."""
        return str(state.questions[-1].hero) if state.questions else state.whose

    def legal(self, state: S) -> Sequence[C]:
        """The base decisions. `perform` takes more: other ways and groups than those listed, who plays at any time."""
        if state.questions:
            return self.answers(state)
        if state.phase == EARLY:
            return self.early.options(state)
        if (part := self.parts.get(state.phase)) is None:
            return []
        return [*part.options(state), *(() if part.owes(state) else (self.form("done"),))]

    def _carry_out(self, run: Any, command: Any) -> None:
        state, rules = run.state, self.rules
        part = self.parts.get(state.phase)
        if command.verb in ("control", "standing"):
            self._steer(run, command)
        elif state.questions:
            if command.verb != state.questions[-1].kind:
                raise Refused(rules.question, "A question must be answered first.")
            self.answer(run, command)
        elif state.phase == EARLY:
            self.early.carry_out(run, command)
        elif part is None:
            raise Refused(rules.over, "The game is over.")
        elif command.verb != "done":
            part.carry_out(run, command)
        elif part.owes(state):
            raise Refused(*part.debt)
        else:
            run.tell(command.verb, rules.done, hero=state.whose, what=state.phase)
            self._next(run)

    def _steer(self, run: Any, command: Any) -> None:
        """Who decides for a seat from now on, or a standing answer of its: at any time."""
        seat = run.state.seats.get(command.hero)
        if seat is None:
            raise Refused(self.rules.seat, "No one plays that hero.")
        if command.verb == "control":
            seat.control, seat.level = command.control, command.level
            run.tell("steered", self.rules.seat, hero=command.hero, what=command.control, areas=(command.level,))
            return
        seat.standing.pop(command.question, None)
        if command.answer:
            if self.stands(command.question, command.answer) is None:
                raise Refused(self.rules.standing, "There is no such standing answer.")
            seat.standing[command.question] = command.answer
        run.tell("standing", self.rules.standing, hero=command.hero, what=command.question, areas=(command.answer,))

    def base_answers(self, question: Any) -> list[C]:
        """The base answers to a question by what its verb takes: yes and no, each number up to `most`, glory and luck,
        one of those it is `among`, or of several all, each alone and none."""
        name, among = "".join(self.takes[question.kind]).rstrip("?"), question.among
        values: Mapping[str, Sequence[Any]] = {
            "yes": (True, False), "points": range(max(question.most, 0) + 1), "kind": ("glory", "luck"),
            "counter": among, "counters": list(dict.fromkeys([among, *((each,) for each in among), ()])),
        }  # fmt: skip
        return [self.form(question.kind, **{name: value}) for value in values[name]]

    def stands(self, kind: str, answer: str, question: Any = None) -> C | None:
        """A standing answer to a kind of question as a decision: yes or no, a number, all or none, glory or luck; none
        where it is none. Of the question it needs `among` and `most`."""
        name = "".join(self.takes.get(kind, ())).rstrip("?")
        match name, answer:
            case "yes", "yes" | "no":
                return self.form(kind, yes=answer == "yes")
            case "points", _ if answer.isascii() and answer.isdecimal() and len(answer) < 5:
                return self.form(kind, points=min(int(answer), question.most if question else 0))
            case "counters", "all" | "none":
                return self.form(kind, counters=question.among if question and answer == "all" else ())
            case "kind", "glory" | "luck":
                return self.form(kind, kind=answer)
        return None

    def _answered(self, run: Any) -> bool:
        """Whether a standing answer of the seat asked was given to the question on top."""
        question = run.state.questions[-1]
        answer = run.state.seats[question.hero].standing.get(question.kind, "")
        said = self.stands(question.kind, answer, question)
        if said is None:
            return False
        run.tell("stood", self.rules.standing, hero=question.hero, what=question.kind, areas=(answer,))
        self._carry_out(run, said)
        return True

    def _run_on(self, run: Any) -> None:
        """Runs on until somebody must decide, or the game is over."""
        state = run.state
        while state.phase not in (EARLY, OVER):
            if state.questions:
                if not self._answered(run):
                    return
            elif self.resume(run):
                continue
            elif self.ends(state):
                self._over(run)
            elif state.phase in self.alone:
                self.alone[state.phase](run)
                self._phase(run)
            elif state.whose and self._decides(state):
                return
            else:
                self._next(run)

    def _decides(self, state: S) -> bool:
        """Whether the seat has anything to decide in this phase."""
        return self.acts(state, state.whose) and bool(self.parts[state.phase].options(state))

    def _next(self, run: Any) -> None:
        """The next seat's part of the phase begins, or the next phase."""
        state, part = run.state, self.parts[run.state.phase]
        place = state.order.index(state.whose) + 1 if state.whose else 0
        if state.whose:
            part.leave(run)
        state.whose = next((name for name in state.order[place:] if self.acts(state, name)), "")
        if not state.whose:
            self._phase(run)
            return
        part.enter(run)
        if not self._decides(state):
            run.tell("passed", self.rules.passed, hero=state.whose, what=state.phase)

    def _phase(self, run: Any) -> None:
        """The next phase begins, or the next turn, or the game is over."""
        state, phases = run.state, self.phases
        if state.phase == phases[-1] and state.turn >= state.turns:
            self._over(run)
            return
        state.phase = phases[(phases.index(state.phase) + 1) % len(phases)]
        while self.skips(state):
            state.phase = phases[phases.index(state.phase) + 1]

    def _over(self, run: Any) -> None:
        run.state.phase, run.state.whose = OVER, ""
        self.close(run)
