"""The play screen of a game whose machine says what may be decided (`engine.decisions`): its state, decisions as
commands, what is seen for a moment, and seats that a computer plays, watched, slowly, or all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.content import Content

from saga_tui.engine.document import Document
from saga_tui.store import StoreError
from saga_tui.ui.band import Moment
from saga_tui.ui.keys import Command as Offered
from saga_tui.ui.tracker import Tracker

if TYPE_CHECKING:
    from saga_tui.engine.command import Command, Outcome
    from saga_tui.engine.session import Session

D = TypeVar("D", bound=Document)
S = TypeVar("S")

PACES: Final = (("watched", 0.5), ("slow", 2.5), ("all at once", 0.0))
"""How the computer's decisions follow each other: the seconds before each."""
BURST: Final = 0.15
"""Seconds of decisions, where they come all at once, before the screen shows where they led."""


class MachineScreen(Tracker[D], Generic[D, S]):
    """The live view of a game that a machine carries on; `S` is its state."""

    MOMENTS: ClassVar[Mapping[str, str]] = {}
    """What is shown for a moment, in a word, by the rule of its line in the log; with a `!` before it, it is bad."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "pace", "Pace", id="board.pace", show=False,
                tooltip="Computer players: watch them, slowly, or all at once"),
        Binding("space", "go_on", "Go on", id="board.on", show=False,
                tooltip="Computer players: go on at once, or stop"),
    ]  # fmt: skip

    def __init__(self, session: Session[D]) -> None:
        super().__init__(session)
        self._known: Any = (None, None)
        """The document, and its state."""
        self.pace = 0
        self.halted = False
        """Whether the computer's decisions wait for a key."""
        self._hurry = asyncio.Event()
        self._playing = False

    def computer(self, state: S) -> bool:
        """Whether a computer decides now."""
        return False

    def decide(self, state: S) -> Any:
        """What it decides."""
        raise NotImplementedError

    # ---- the machine

    @property
    def state(self) -> S:
        """The machine's state; the same one as long as the document is."""
        if self._known[0] is not self.document:
            self._known = (self.document, self.session.game.edit.machine.state(self.document))  # type: ignore[attr-defined]
        state: S = self._known[1]
        return state

    def order(self, decision: Any) -> Command:
        """A decision of the machine as a command of the document."""
        kind: Any = self.session.game.commands[decision.verb]
        return self.session.game.command(decision.verb, {name: getattr(decision, name) for name in kind.takes})

    def witness_way(self, decision: Any) -> None:
        """Called before a computer's decision is carried out that is watched."""

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
                if self._seconds:
                    decision = self.decide(self.state)
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
                if self.session.do(self.order(self.decide(self.state))).refused:
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
            return Content.styled("  stopped: space goes on", "$warn")
        return Content.styled(f"  {PACES[self.pace][0]}: w changes, space goes on", "$dim")
