"""A board set by hand for tests of fights: counters where they are wanted, commands with all the draws they take."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from saga_tui.games.heroes.book import HEROES
from saga_tui.games.heroes.commands import ByHand, Command, Event
from saga_tui.games.heroes.play import asked, legal, perform
from saga_tui.games.heroes.state import Counter, Seat
from tests.games.heroes.staged import staged

IDLE = "eyjolf"


class Stage:
    """A game in the fights of its first seat. Far away a jarl of that seat could still attack: the phase goes on."""

    def __init__(self, *seats: str, **switches: str) -> None:
        self.state = staged(*seats, phase="fight")
        self.state.switches |= switches
        self.events: list[Event] = []
        self.put(IDLE, "thule", master=seats[0])

    def put(self, key: str, area: str, **facts: Any) -> Counter:
        """A counter in an area, face up unless it is said; `of` names the seat it serves."""
        counter = self.state.counters[key]
        counter.at, counter.up = area, True
        for name, value in facts.items():
            setattr(counter, name, value)
        if counter.master and key not in HEROES:
            self.state.served += 1
            counter.rank = counter.rank or self.state.served
        return counter

    def does(
        self, verb: str, /, *dice: int, picks: tuple[int, ...] = (), draws: Any = None, **facts: Any
    ) -> list[Event]:
        """A command, with all dice and picks it takes; `draws` may go on from one to the next."""
        given = draws or ByHand(*dice, picks=picks)
        outcome = perform(self.state, TypeAdapter(Command).validate_python({"verb": verb, **facts}), given)
        assert draws or given.over, "not all draws were needed"
        self.state, self.events = outcome.state, [*self.events, *outcome.events]
        return list(outcome.events)

    def attack(self, *counters: str, on: str, dice: tuple[int, ...] = (), picks: tuple[int, ...] = ()) -> list[Event]:
        """An attack."""
        return self.does("attack", *dice, picks=picks, counters=counters, target=on)

    def seat(self, hero: str) -> Seat:
        """A seat as it is now."""
        return self.state.seats[hero]

    def counter(self, key: str) -> Counter:
        """A counter as it is now."""
        return self.state.counters[key]

    @property
    def question(self) -> str:
        """What is asked now, "" for nothing."""
        return self.state.questions[-1].kind if self.state.questions else ""

    @property
    def asked(self) -> str:
        """Who is asked."""
        return asked(self.state)

    @property
    def legal(self) -> list[Any]:
        """What may be done."""
        return list(legal(self.state))

    def told(self, kind: str) -> list[Event]:
        """The lines of the log of a kind."""
        return [event for event in self.events if event.kind == kind]
