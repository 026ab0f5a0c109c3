"""Commands of a table that have those who sit there do one of their own: all of them cross the same edge of the clock,
one of them does something, all get the same rule option. A game enters each below the command of its own tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from saga_tui.engine import edges
from saga_tui.engine.command import Command, Words, objections
from saga_tui.engine.fields import Of
from saga_tui.engine.party import Part, PartyCommand
from saga_tui.engine.rules import Rules
from saga_tui.engine.sitting import SeatId, stranger

ELSEWHERE: Final = ("not-begun", "open", "none-open")
"""Codes of what is against an edge because one stands elsewhere in time: all else refuses it for everybody."""


class Reaching(PartyCommand):
    """A command of a table, with the rules of those who sit there."""

    members: ClassVar[Rules[Any]]

    def made(self, verb: str, document: Any, **given: Any) -> Command:
        """A command of one who sits there."""
        del document
        return type(self).members.command(verb, given)


class CrossAll(edges.Crossing, Reaching):
    """An edge of the clock that the table and all who sit there cross together, by the same verb."""

    def theirs(self, document: Any, members: Mapping[str, Any]) -> Iterator[tuple[str, Command]]:
        """The command of each."""
        yield from ((who, self.made(self.verb, document)) for who in members)

    def _judged(self, document: Any, members: Mapping[str, Any]) -> Iterator[tuple[Part, str]]:
        for who, made in self.theirs(document, members):
            wrong = objections(type(self).members, members[who], made)
            elsewhere = next((one for one in wrong if one.code in ELSEWHERE), None)
            yield Part(who, made), f"cannot: {elsewhere.sentence()}" if elsewhere else ""

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        """Those for whom it is the moment."""
        return [part for part, wrong in self._judged(document, members) if not wrong]

    def left_out(self, document: Any, members: Mapping[str, Any]) -> Mapping[str, str]:
        """Those for whom it is not."""
        return {part.who: wrong for part, wrong in self._judged(document, members) if wrong}


class OneDoes(Reaching):
    """Something that one who sits there does, by the verb `does` and with the parameters `hands_on`."""

    does: ClassVar[str] = ""
    hands_on: ClassVar[tuple[str, ...]] = ()
    seat: SeatId

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        """The one."""
        given = {name: getattr(self, name) for name in self.hands_on}
        return [Part(self.seat, self.made(self.does, document, **given))] if self.seat in members else []

    def apply(self, edit: Any) -> None:
        """Noted at the table."""
        sits = next((one for one in edit.now.seats if one.id == self.seat), None)
        if sits is None:
            stranger(edit, self.seat, self.rules[0])
        else:
            edit.say(f"{sits.name or self.seat}: {self.title[:1].lower()}{self.title[1:]}", self.rules[0])


class AllDo(Reaching):
    """Something that all who sit there do, by the verb `does` with the parameters `given`."""

    does: ClassVar[str] = ""
    given: ClassVar[Mapping[str, Any]] = {}

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        """Everybody in play."""
        playing = (who for who, one in members.items() if one.play is not None)
        return [Part(who, self.made(self.does, document, **self.given)) for who in playing]

    def apply(self, edit: Any) -> None:
        """Noted at the table."""
        edit.say(f"all: {self.title[:1].lower()}{self.title[1:]}", self.rules[0])


class SwitchAll(Reaching):
    """Change a rule option of the table and of all who sit there."""

    known: ClassVar[Any]
    """The rule options by key."""
    switch: Annotated[Words, Of("switch")]
    value: Words

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        """The same for everybody."""
        return [Part(who, self.made(self.verb, document, switch=self.switch, value=self.value)) for who in members]

    def apply(self, edit: Any) -> None:
        """Noted at the table, as `switches`."""
        if self.switch not in (known := type(self).known()):
            edit.object(
                self.rules[0], f"There is no option {self.switch!r}", f"Options: {', '.join(known)}.", code="switch"
            )
        edit.now = edit.now.model_copy(update={"switches": {**edit.now.switches, self.switch: self.value}})
        edit.say(f"{self.switch.replace('_', ' ')}: {self.value}", self.rules[0])
