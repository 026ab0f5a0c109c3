"""The play screen of a game that a machine carries on in phases (`engine.phases`, `engine.decisions`): its state, who
decides what, decisions as commands, what is seen for a moment, and seats that a computer plays, watched, slowly, or all
at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.content import Content

from saga_tui.engine.decisions import BREAKS, Decision
from saga_tui.engine.document import Document
from saga_tui.engine.draws import Refused
from saga_tui.engine.fields import fields
from saga_tui.engine.phases import Table
from saga_tui.safe import safe
from saga_tui.store import StoreError
from saga_tui.ui.band import Moment
from saga_tui.ui.dialogs import AskText
from saga_tui.ui.keys import Command as Offered
from saga_tui.ui.offers import Offer
from saga_tui.ui.specs import Action, Asks, Line
from saga_tui.ui.tracker import Tracker
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.engine.command import Command, Outcome
    from saga_tui.engine.decisions import Machine
    from saga_tui.engine.phases import Course
    from saga_tui.engine.session import Session

D = TypeVar("D", bound=Document)
S = TypeVar("S", bound=Table)

DONE: Final = "done"
PACES: Final = (("watched", 0.5), ("slow", 2.5), ("all at once", 0.0))
"""How the computer's decisions follow each other: the seconds before each."""
BROKEN: Final = "This game does not hold together. Press u to undo; saga-tui check says what is wrong in the file."
BURST: Final = 0.15
"""Seconds of decisions, where they come all at once, before the screen shows where they led."""


class MachineScreen(Tracker[D], Generic[D, S]):
    """The live view of a game that a machine carries on; `S` is its state. A seat's key is the name of its colour."""

    COURSE: ClassVar[Course[Any, Any]]
    SIGNS: ClassVar[Mapping[str, tuple[str, str]]]
    """The sign and the name of each seat."""
    PHASES: ClassVar[Mapping[str, Sequence[str]]]
    """What each phase is called, and how it is played; the same of questions by their kinds, and of any `question`."""
    OVER: ClassVar[str] = "The game is over: S shows the score, C the story."
    MOMENTS: ClassVar[Mapping[str, str]] = {}
    """What is shown for a moment, in a word, by the rule of its line in the log; with a `!` before it, it is bad."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "pace", "Pace", id="board.pace", show=False,
                tooltip="Computer players: watch them, slowly, or all at once"),
        Binding("d", "by_hand", "Dice by hand", id="board.dice", show=False,
                tooltip="Throw your own dice and type them, or let the game throw"),
        Binding("space", "go_on", "Go on", id="board.on", show=False,
                tooltip="Computer players: go on at once, or stop"),
    ]  # fmt: skip

    def __init__(self, session: Session[D]) -> None:
        super().__init__(session)
        self._known: Any = (None, None)
        """The document, and its state."""
        self._broken = False
        self.by_hand = False
        """Whether dice are typed that somebody throws."""
        self.pace = 0
        self.halted = False
        """Whether the computer's decisions wait for a key."""
        self._hurry = asyncio.Event()
        self._playing = False

    # ---- who decides what

    def asked(self, state: S) -> str:
        """The seat that must decide; nothing where none must, or where the game does not hold together."""
        return "" if self.broken else self.COURSE.asked(state)

    def computer(self, state: S) -> bool:
        """Whether a computer decides now."""
        seat = state.seats.get(self.asked(state))
        return seat is not None and seat.control == "computer"

    def part(self, state: S) -> str:
        """The phase in which a person has a part now, with no question open; nothing where none has."""
        nobody = self.broken or state.questions or not state.whose or self.computer(state)
        return "" if nobody else str(state.phase)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A part of a phase is over when its seat may say so."""
        if parameters == (DONE,):
            return bool(self.part(self.state)) and any(one.verb == DONE for one in self.COURSE.legal(self.state))
        return super().check_action(action, parameters)

    def header(self, document: D, width: int) -> tuple[Content, Content]:
        """The game's name; turn, phase, and the order of play with whose part it is."""
        state, asked = self.state, self.asked(self.state)
        turns = [
            (f"{'▸' if one == asked else ' '}{self.SIGNS[one][0]} ", f"bold ${one}{' reverse' * (one == asked)}")
            for one in state.order
        ]
        when = f"turn {state.turn} of {state.turns} · {self.PHASES.get(state.phase, ('',))[0]}  "
        return super().header(document, width)[0], Content.assemble((when, "bold"), *turns)

    def now(self, document: D) -> Content:
        """Who decides what, and how."""
        state, (who, words) = self.state, ("", "") if self.broken else self.machine.asked(self.state)
        if not who:
            return (
                Content.styled(f"  {BROKEN}", "bold $bad") if self.broken else Content.styled(f"  {self.OVER}", "bold")
            )
        person = "" if self.computer(state) else safe(state.seats[who].player)
        said = Content.styled(f"▸ {self.SIGNS[who][1]}{f' ({person})' * bool(person)}: ", f"bold ${who}")
        if self.computer(state):
            return Content.assemble(said, (words, "$dim"), self.pace_words())
        kind = state.questions[-1].kind if state.questions else state.phase
        name, how = self.PHASES.get(kind) or self.PHASES["question"]
        told = sentence(f"{words}?") if state.questions else name
        return Content.assemble(said, (told, "bold $warn"), (f"  {how}", "$dim"))

    def asked_rows(self) -> Iterator[Line]:
        """Who is asked, or that a computer decides, as the first row of a panel."""
        if self.broken:
            yield Line(BROKEN, style="$bad", id="broken")
            return
        who, words = self.machine.asked(self.state)
        asks = bool(self.state.questions) and not self.computer(self.state)
        if who and (asks or self.computer(self.state)):
            told = sentence(f"{self.SIGNS[who][1]}: {words}{'?' * asks}")
            yield Line(told, style="bold $warn" if asks else "$dim", id="asked")

    def seat_rows(
        self, heads: Sequence[str], told: Callable[[str], tuple[Sequence[int], str]], rule: str
    ) -> Iterator[Line]:
        """Who plays, in the order of this turn: numbers under their heads, and what else is told of a seat."""
        yield Line("", note=" ".join(heads), id="seat-head")
        state, asked = self.state, self.asked(self.state)
        rows = {seat: told(seat) for seat in dict.fromkeys((*state.order, *state.seats))}
        if not asked:  # it is over: the best first
            rows = dict(sorted(rows.items(), key=lambda row: -row[1][0][-1]))
        for seat, (numbers, detail) in rows.items():
            note = " ".join(f"{number:>{len(head)}}" for number, head in zip(numbers, heads, strict=True))
            style = f"bold ${seat}{' reverse' * (seat == asked)}"
            sign, name = self.SIGNS[seat]
            yield Line(name, mark=sign, style=style, note=note, detail=detail, rule=rule, id=f"seat-{seat}")

    # ---- the machine

    @property
    def machine(self) -> Machine[D]:
        """The machine."""
        board: Any = self.session.game.edit
        machine: Machine[D] = board.machine
        return machine

    @property
    def state(self) -> S:
        """The machine's state; the same one as long as the document is."""
        if self._known[0] is not self.document:
            self._known, self._broken = (self.document, self.machine.state(self.document)), False
            self._broken = bool(self.machine.faults(self._known[1])) and self._breaks()
        state: S = self._known[1]
        return state

    @property
    def broken(self) -> bool:
        """Whether a hand wrote what the machine breaks on: then nobody decides anything."""
        known: Any = self.state
        return known is not None and self._broken

    def _breaks(self) -> bool:
        try:
            self.probe(self.state)
        except BREAKS:
            return True
        return False

    def probe(self, state: S) -> None:
        """Works out what the screen needs of a state that a hand wrote; one of `BREAKS` where that cannot be."""
        if self.COURSE.legal(state) and self.machine.asked(state)[0] and self.computer(state):
            self.machine.computer(state)

    def order(self, decision: Any) -> Command:
        """A decision of the machine as a command of the document."""
        kind: Any = self.session.game.commands[decision.verb]
        return self.session.game.command(decision.verb, {name: getattr(decision, name) for name in kind.takes})

    def witness_way(self, decision: Any) -> None:
        """Called before a computer's decision is carried out that is watched."""

    async def execute(self, command: Command, dice: tuple[int, ...] | None = None) -> Outcome[D] | None:
        """Carries a command out, once all dice that it takes are typed where they are thrown by hand."""
        if self.by_hand and isinstance(command, Decision) and command.form is not None and not command.dice:
            thrown = await self._thrown(command)
            if thrown is None:
                return None
            command = command.model_copy(update={"dice": thrown})
        return await super().execute(command, dice)

    async def _thrown(self, command: Decision) -> tuple[int, ...] | None:
        """All dice that a decision takes, typed as they are asked for; nothing where that is left."""
        thrown, title = tuple[int, ...](), "Your dice"
        while True:
            try:
                what = self.machine.missing(self.state, command.decision, thrown)
            except Refused as no:
                if not thrown:
                    return thrown  # whatever the dice: it is told when it is tried
                self.notify(str(no), title=title, severity="warning", markup=False)
                thrown = thrown[:-1]
                continue
            if not what:
                return thrown
            before = f" (so far: {' '.join(map(str, thrown))})" if thrown else ""
            typed = await self.app.push_screen_wait(
                AskText(title, f"{sentence(what)}: type what your dice show, in order{before}.")
            )
            if typed is None:
                return None
            thrown += tuple(int(face) for face in typed if face in "123456789")

    def action_by_hand(self) -> None:
        """Dice are typed from now on, or thrown by the game again."""
        self.by_hand = not self.by_hand
        self.notify("Dice: you throw and type them" if self.by_hand else "Dice: the game throws them")

    async def decided(self, decision: Any) -> bool:
        """Carries a decision out; whether it was done."""
        return await self.execute(self.order(decision)) is not None

    def moment(self, outcome: Outcome[D]) -> Moment | None:
        """What came of a decision, where its rule is one of the game's moments."""
        said = [line for line in outcome.lines if line.rule in self.MOMENTS]
        if not said:
            return None
        words = [self.MOMENTS[line.rule] for line in said]
        bad = "bad" if any(word.startswith("!") for word in words) else ""
        return Moment(words[0].lstrip("!"), "; ".join(line.text for line in said), bad)

    # ---- computers

    def palette(self) -> Iterator[Offered]:
        """The paces are offered too."""
        yield from super().palette()
        for at, (words, _) in enumerate(PACES):
            yield Offered(f"Computer players: {words}", "w", partial(self._set_pace, at))

    def action_pace(self) -> None:
        """The next pace of the computer's decisions."""
        self._set_pace((self.pace + 1) % len(PACES))

    def _set_pace(self, at: int) -> None:
        self.pace, self.halted = at, False
        self._hurry.set()
        self.say_now()
        self.notify(f"Computer players: {PACES[at][0]}")
        self._run_on()

    def action_go_on(self) -> None:
        """The next decision at once; where they come all at once, they stop."""
        if self.halted:
            self.halted = False
            self._run_on()
        elif self._playing and not PACES[self.pace][1]:
            self.halted = True
        self._hurry.set()
        self.say_now()

    def action_undo(self) -> None:
        """Takes the last command back; the computer doesn't decide again at once."""
        self.halted = True
        super().action_undo()

    def happened(self) -> None:
        """Shows the game as it is now; where a computer decides, it does."""
        super().happened()
        self._run_on()

    def _run_on(self) -> None:
        if not self._playing and not self.halted and self.is_attached and self.computer(self.state):
            self._playing = True
            self.run_worker(self._play(), group="computers", exit_on_error=True)

    async def _play(self) -> None:
        """Decides for the computer's seats until a person is asked, or somebody stops it."""
        try:
            while self.is_attached and not self._stopped():
                await self._wait()
                if self._stopped():
                    break
                if self._seconds or self.by_hand:
                    decision = self.machine.computer(self.state)
                    self.witness_way(decision)
                    went = await self.decided(decision)
                else:
                    went = self._burst()
                if not went:
                    self.halted = True
        finally:
            self._playing = False

    def _stopped(self) -> bool:
        return self.halted or not self.computer(self.state)

    @property
    def _seconds(self) -> float:
        """Seconds before a decision; none where nothing moves."""
        return PACES[self.pace][1] if getattr(self.app, "animated", True) else 0.0

    async def _wait(self) -> None:
        self._hurry.clear()
        try:
            await asyncio.wait_for(self._hurry.wait(), max(self._seconds, 0.001))
        except TimeoutError:
            return

    def _burst(self) -> bool:
        """Several decisions, then the screen; whether all went well."""
        until = monotonic() + BURST
        try:
            while self.computer(self.state) and monotonic() < until:
                if self.session.do(self.order(self.machine.computer(self.state))).refused:
                    return False
        except StoreError as error:
            self.notify(str(error), title="Not done", severity="error", markup=False)
            return False
        finally:
            self.happened()
        return True

    def pace_words(self) -> Content:
        """How the computers play now, for the line on what to do."""
        if self.halted:
            return Content.styled("  stopped; space: go on", "$warn")
        return Content.styled(f"  {PACES[self.pace][0]}; w: pace, space: go on", "$dim")


async def _change_player(command: type[Command], screen: Any) -> None:
    """Asks which seat, and who plays it from now on."""
    title, seats = command.title, screen.state.seats
    offers = [Offer(one, screen.SIGNS[one][1], _player(seat)) for one, seat in seats.items()]
    if (seat := await screen.choose(title, offers, "Which seat?")) is None:
        return
    levels = next(one.words for one in fields(command) if one.name == "level")
    ways = [Offer("", "A person"), *(Offer(level, f"Computer, {level}") for level in levels)]
    level = await screen.choose(title, ways, f"Who plays {screen.SIGNS[seat][1]}?")
    if level is not None:
        who = {"control": "computer", "level": level} if level else {"control": "person"}
        await screen.execute(screen.session.game.command(command.verb, {"hero": seat, **who}))


def _player(seat: Any) -> str:
    """Who plays a seat now."""
    return f"computer, {seat.level}" if seat.control == "computer" else seat.player or "a person"


def seat_actions(verbs: Mapping[str, type[Command]]) -> tuple[Action, ...]:
    """What every such game lets people do: be done with their part, change who plays, answer the same way each time."""
    return (
        Action(DONE, "Done", "Finish your part of this phase", verbs[DONE](), (DONE,), "n", shown=True),
        Action("control", "Who plays", "Let a person or the computer play a seat",
               partial(_change_player, verbs["control"]), ("control",), "p"),
        Action("standing", "Standing answers", "Answer a question the same way each time",
               Asks(verbs["standing"], ("answer",)), ("standing",)),
    )  # fmt: skip
