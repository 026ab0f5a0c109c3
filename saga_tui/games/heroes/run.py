"""One command being carried out: the state it changes, the draws it takes, what it tells and whom it asks."""

from __future__ import annotations

from dataclasses import dataclass, field

from saga_tui.engine.draws import ByHand, Drawn, Draws, Refused, Wanted, by_chance
from saga_tui.games.heroes.book import ADDRESS
from saga_tui.games.heroes.state import Fight, Question, State

__all__ = ["ByHand", "Drawn", "Draws", "Event", "Outcome", "Refused", "Run", "Wanted", "by_chance"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as data: one place turns it into words. What a kind leaves empty it does not need."""

    kind: str
    hero: str = ""
    """The seat whose it is."""
    counters: tuple[str, ...] = ()
    area: str = ""
    what: str = ""
    """A thing, a spell, a god, a rune, a result: by its id."""
    amount: int = 0
    numbers: tuple[int, ...] = ()
    """More numbers, as the kind has them."""
    areas: tuple[str, ...] = ()
    """The way of a movement or a flight."""
    dice: tuple[int, ...] = ()
    parts: tuple[tuple[str, str, int], ...] = ()
    """A strength part by part: whose, what it comes from, how much (H-FIGHT-6)."""
    rule: str = ""

    @property
    def others(self) -> tuple[str, ...]:
        """The counters but the first."""
        return self.counters[1:]


@dataclass(slots=True)
class Run:
    """A command under way on a copy of the state. What it does not finish is asked for, or refused as a whole."""

    state: State
    draws: Draws
    events: list[Event] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)

    @property
    def fight(self) -> Fight:
        """The open fight, where there is one."""
        assert self.state.fight is not None
        return self.state.fight

    def _draw(self, sides: int, what: str) -> int:
        self.state.drawn += 1
        shown, by_hand = self.draws(self.state.seed, self.state.drawn, sides, what)
        if not 1 <= shown <= sides:
            raise Refused("H-DRAW-1", f"A die shows 1 to {sides}, not {shown}.")
        self.drawn.append(Drawn(self.state.drawn, sides, shown, what, by_hand))
        return shown

    def die(self, what: str) -> int:
        """The next die, 1 to 6; `what` says what for."""
        return self._draw(6, what)

    def pick(self, among: int, what: str) -> int:
        """The next pick: 0 to `among` − 1, the place in a list."""
        return self._draw(among, f"pick {what}") - 1

    def address(self, what: str) -> tuple[str, tuple[int, int]]:
        """A country by two dice, and the dice (H-MAP-2)."""
        dice = self.die(what), self.die(what)
        return ADDRESS[dice], dice

    def tell(self, kind: str, rule: str = "", **facts: object) -> None:
        """A line of the log."""
        self.events.append(Event(kind, rule=rule, **facts))  # type: ignore[arg-type]

    def ask(self, question: Question) -> None:
        """Puts a question on top of the others."""
        self.state.questions.append(question)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command: the new state, what happened in order, and the draws it took."""

    state: State
    events: tuple[Event, ...]
    drawn: tuple[Drawn, ...]
