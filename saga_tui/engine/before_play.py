"""Before a game with seats begins: who plays which seat, a person or a computer, and what the switches are set to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from saga_tui.engine.draws import Refused


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting of a game: the first value is the usual one, `board` what the printed game takes where it differs."""

    id: str
    values: tuple[str, ...]
    board: str = ""


@dataclass(frozen=True)
class SetUp:
    """What can be chosen, and what happens then. Commands are `seat`, `unseat`, `switch` and `begin`."""

    names: Sequence[str]
    """The seats there are, in their order."""
    made: Callable[[Any], Any]
    """A seat as the command says it."""
    command: Callable[..., Any]
    """Makes a command of a verb."""
    switches: Mapping[str, Sequence[str]]
    """The values of each switch, the usual one first."""
    presets: Mapping[str, Mapping[str, str]]
    """By name, what stands otherwise than usual."""
    turns: int
    """How long a game can last."""
    begin: Callable[[Any], None]
    rules: tuple[str, str, str, str]
    """The rules of seats, of switches, of the length of a game, and of what belongs to no phase."""

    def options(self, state: Any) -> list[Any]:
        """A seat for each name that is free, none for the others, and the beginning where somebody plays."""
        free = [self.command("seat", hero=name) for name in self.names if name not in state.seats]
        taken = [self.command("unseat", hero=name) for name in state.seats]
        return [*free, *taken, *([self.command("begin")] if state.seats else ())]

    def carry_out(self, run: Any, command: Any) -> None:
        """A command before play begins."""
        state, (rule, _, _, phase) = run.state, self.rules
        if command.verb == "switch":
            self._switch(run, command.name, command.value)
        elif command.verb == "begin":
            if not state.seats:
                raise Refused(rule, "Someone must play.")
            self.begin(run)
        elif command.verb not in ("seat", "unseat"):
            raise Refused(phase, "The game has not begun.")
        elif command.hero not in (self.names if command.verb == "seat" else state.seats):
            raise Refused(rule, "There is no such seat, or no one plays it.")
        else:
            seats = {name: seat for name, seat in state.seats.items() if name != command.hero}
            if command.verb == "seat":
                seats[command.hero] = self.made(command)
            state.seats = {name: seats[name] for name in self.names if name in seats}
            run.tell(f"{command.verb}ed", rule, hero=command.hero, what=command.control)

    def _switch(self, run: Any, name: str, value: str) -> None:
        state, (_, rule, length, _) = run.state, self.rules
        if name == "turns":
            number = int(value) if value.isascii() and value.isdecimal() and len(value) < 5 else 0
            if not 1 <= number <= self.turns:
                raise Refused(length, f"A game lasts 1 to {self.turns} turns.")
            state.turns = number
        elif name == "preset" and value in self.presets:
            state.switches = {key: values[0] for key, values in self.switches.items()} | dict(self.presets[value])
        elif value in self.switches.get(name, ()):
            state.switches[name] = value
        else:
            found: dict[str, Sequence[str]] = {"preset": [*self.presets], **self.switches}
            what = name if name in found else "The switch"
            raise Refused(rule, f"{what} is one of {', '.join(found.get(name, ['turns', *found]))}.")
        run.tell("switched", rule, what=name, areas=(value,))
