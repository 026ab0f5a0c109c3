"""Acts of a table: one command of the table's document, and what it asks of each document that sits there, as one act.

All of it happens or none; undo at any of them takes it back in all (see `store.groups`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from pydantic import Field, ValidationError

from saga_tui.dice import Draw, Roller, secure
from saga_tui.engine.command import Command, Outcome, Words, perform, too_few, unwritable
from saga_tui.engine.document import Document, Offer, PartyDocument, Seat
from saga_tui.engine.rules import Rules
from saga_tui.engine.seating import Members, Newest, Seating, SeatNote, newest
from saga_tui.engine.session import Session, happens, keep_all
from saga_tui.problem import near
from saga_tui.store import Event, Memory
from saga_tui.store.copied import ELSEWHERE
from saga_tui.store.errors import StoreError
from saga_tui.store.event import REDO, UNDO
from saga_tui.store.folders import new_id
from saga_tui.store.ledger import last_turn
from saga_tui.words import plural, sentence

D = TypeVar("D", bound=Document)
C = TypeVar("C", bound="PartyCommand")

HELD: Final = ("open", ELSEWHERE)
"""What a seat's note says of one that is open in another window, or played on another device."""
OPEN_OFFERS: Final = 50
"""So many offers that nobody has answered are put before one who plays elsewhere."""
DONE: Final = ("accepted", "changed")
"""Answers to an offer that are acts of the player's own."""
REFUSED: Final = "refused"
OFFERED: Final = 400
"""So many may wait at a table in all before it makes new ones."""


class Part(NamedTuple):
    """What happens to one document that sits at a table."""

    who: str
    """The document's id."""
    command: Command


class PartyCommand(Command):
    """A command of a table in which documents that sit there take part."""

    filled: ClassVar[tuple[str, ...]] = ("offers", "settled", "refused", "ahead")

    without: tuple[Words, ...] = Field(default=(), max_length=100)
    """Those that are left out this time, by id or name."""
    offers: tuple[Offer, ...] = Field(default=(), max_length=100)
    """What is put before those who play elsewhere (see `PartySession.preview`)."""
    settled: tuple[Words, ...] = Field(default=(), max_length=1000)
    """Ids of offers that have been answered since: they go off the table's list."""
    refused: tuple[Words, ...] = Field(default=(), max_length=1000)
    """Those of them that were refused."""
    ahead: tuple[int, ...] = Field(default=(), max_length=1000)
    """What was rolled or drawn `first`."""

    def first(self, document: Any, members: Mapping[str, Any]) -> Draw:
        """What the table rolls or draws before those who sit there take part, for it decides what happens to them."""
        del document, members
        return Draw()

    def finish(self, edit: Any) -> None:
        """Offers are noted at the table, those that were answered go."""
        table = edit.now
        known = [one.id for one in table.seats]
        for who in self.without:
            if who not in known:
                fix = near(who, [one.name or one.file for one in table.seats], "Give the name of one who sits there.")
                message = f"{who!r} does not sit at this table and cannot be left out"
                edit.object(edit.game.ruling, message, fix, code="no-seat", where=("seats",))
        if not (self.offers or self.settled):
            return
        left = tuple(one for one in table.offers if one.id not in self.settled)
        edit.now = table.model_copy(update={"offers": (*left, *self.offers)})
        names = {seat.id: seat.name or seat.file for seat in table.seats}
        for one in table.offers:
            if one.id in self.refused:
                edit.say(f"{names.get(one.to, one.to)} refused: {one.text}")
        for one in self.offers:
            edit.say(f"offered to {names.get(one.to, one.to)}: {one.text}")

    def by_ids(self, document: Any) -> Self:
        """The command with the ids of those that are left out by their names; who does not sit there stays as typed."""
        named: dict[str, str] = {}
        for of in ("file", "name"):
            named = {getattr(one, of).casefold(): one.id for one in document.seats if getattr(one, of)} | named
        known = named | {one.id: one.id for one in document.seats}
        found = tuple(known.get(who) or known.get(who.casefold()) or _begun(named, who) for who in self.without)
        return self if found == self.without else self.model_copy(update={"without": found})

    def seen(self, document: Any, members: Mapping[str, Any]) -> Self:
        """The command with what it reads of those who sit there, before anything happens to them."""
        del document, members
        return self

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        """What happens to whom, at most one command each; `members` are the documents at hand by their ids."""
        del document, members
        return ()

    def left_out(self, document: Any, members: Mapping[str, Any]) -> Mapping[str, str]:
        """Who would take part and cannot, by their ids, and why: they are told, and left out."""
        del document, members
        return {}

    def told(self, document: Any, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """The command with what came of its parts (the net marks of a player's roll): it is what the table's journal
        keeps, and what happens at the table depends on nothing else."""
        del document, outcomes
        return self


@dataclass(frozen=True, slots=True)
class PartyOutcome(Outcome[D]):
    """What a table's command did, or would do, to the table and to each document that takes part."""

    parts: Mapping[str, Outcome[Any]] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Who cannot take part, by their ids, and why, in words that follow a name."""
    offered: Mapping[str, Outcome[Any]] = field(default_factory=dict)
    """What is put before those who play elsewhere, by their ids: what it would do as they are there now."""

    @classmethod
    def of(cls, outcome: Outcome[D]) -> PartyOutcome[D]:
        """What happened to the table alone."""
        return cls(**{one.name: getattr(outcome, one.name) for one in fields(Outcome)})


def _begun(known: Mapping[str, str], who: str) -> str:
    """The id of the only one whose name begins so; else what was typed."""
    begins = {id_ for name, id_ in known.items() if who and name.startswith(who.casefold())}
    return begins.pop() if len(begins) == 1 else who


def _offer_of(who: str, would: Outcome[Any]) -> Offer:
    """An offer as a table keeps it."""
    params = {name: value for name, value in would.command.params().items() if value is not None}
    return Offer(id=new_id(), to=who, verb=would.command.verb, params=params, text=would.text[:2000])


class PartySession(Session[D]):
    """A table in play, and those who sit at it: by their ids, as they are open here for writing."""

    def __init__(
        self,
        game: Rules[D],
        memory: Memory,
        roller: Roller = secure,
        members: Members | None = None,
        *,
        look: bool = False,
    ) -> None:
        """Who sits there is opened, where `members` says of which game they are. `look`: nobody is opened for writing,
        so that commands can only be previewed."""
        super().__init__(game, memory, roller)
        self._loose: dict[str, Session[Any]] = {}
        self._opened = last_turn()
        self._sat: tuple[Seat, ...] = ()
        self._stay: tuple[Offer, ...] = ()
        """Offers of what was undone last that players had accepted."""
        self.seating: Seating | None = None
        if members is not None:
            make = partial(Session[Any], members.rules, roller=self._roll)
            self.seating = Seating(memory, members, make, look=look)
            try:
                self.sync()
            except BaseException:  # nobody stays locked for a table that is not there
                with suppress(StoreError):
                    self.seating.close()
                raise

    def _roll(self, count: int, sides: int = 6, /) -> tuple[int, ...]:
        """Faces for those who sit there: from wherever the table has its own."""
        return self.roller(count, sides)

    @property
    def seats(self) -> dict[str, Session[Any]]:
        """Those who take part, by their ids."""
        return self._loose if self.seating is None else self.seating.seats

    @property
    def notes(self) -> dict[str, SeatNote]:
        """What is to be said of seats, by ids: why one takes no part, and what to do about it."""
        return {} if self.seating is None else self.seating.notes

    def sync(self, *, again: bool = False) -> None:
        """Open who has sat down since, and with `again` try once more for those who could not be opened."""
        if self.seating is not None and isinstance(document := self.document, PartyDocument):
            self.seating.sync(document, again=again)
            self._sat = document.seats

    def _follow(self) -> None:
        """Who has sat down with what just happened takes part; where nobody has, nobody is looked for."""
        left = any(one.memory.read_only for one in self.seats.values())
        if left or getattr(self.document, "seats", ()) != self._sat:
            self.sync()

    def refresh(self) -> bool:
        """Look what has become of those who are open in another window, and let those play again who are free: to be
        called now and then. Whether anything is different now."""
        if self.seating is None:
            return False
        before, changed = dict(self.notes), self.seating.poll()
        self.sync(again=self.seating.stirred or self.seating.waits)
        return changed or before != self.notes

    def last_seen(self, who: str) -> Any:
        """The document of one who sits there, as far as it is known: of one who takes no part its last state."""
        if who in self.seats:
            return self.seats[who].document
        return None if self.seating is None else self.seating.last_seen(who)

    def close(self) -> None:
        """Save and close those who sit there, not the table itself. Raises NotSaved."""
        if self.seating is not None:
            self.seating.close()

    @property
    def members(self) -> dict[str, Any]:
        """The documents at hand as they are now, by their ids."""
        return {who: session.document for who, session in self.seats.items()}

    def preview(self, command: Command, dice: tuple[int, ...] | None = None, overrule: str | None = None) -> Outcome[D]:
        """What the command would do to the table and to all who take part; nothing is kept. Given dice are those that
        the table rolls first, those of the parts, in their order, and then the table's own. What the command of one who
        takes part cannot hold refuses all of it."""
        if not isinstance(command, PartyCommand):
            return super().preview(command, dice, overrule)
        try:
            return self._preview(command, dice, overrule)
        except ValidationError as error:
            edit = self.game.edit(self.game, self.document, ())
            return PartyOutcome.of(unwritable(command, edit, error))

    def _preview(self, command: PartyCommand, dice: tuple[int, ...] | None, overrule: str | None) -> PartyOutcome[D]:
        first = command.first(self.document, {**self.members, **self.elsewhere})
        if dice is not None:
            command = command.model_copy(update={"ahead": first.cut(dice)})
            dice = dice[len(command.ahead) :]
        elif first.lacks(command.ahead) > 0:
            command = command.model_copy(update={"ahead": first.by(self.roller)})
        if (missing := first.lacks(command.ahead)) > 0:
            edit = self.game.edit(self.game, self.document, command.ahead)
            return PartyOutcome.of(too_few(command, edit, missing))
        command, reached, left_out = self._taking_part(command)
        out = {*command.without, *left_out}
        asked = {part.who: part for part in command.parts(self.document, reached)}  # once, though one has two seats
        wanted = [part for part in asked.values() if part.who not in out]
        parts: dict[str, Outcome[Any]] = {}
        offered: dict[str, Outcome[Any]] = {}
        for who, its in wanted:
            if who not in self.seats:
                self._offer(who, its, offered, left_out)
                continue
            one, faces = self.seats[who], None
            if dice is not None:  # each takes what it needs, the table what is left
                faces = its.draws(one.document).cut(dice)
                dice = dice[len(faces) :]
            parts[who] = one.preview(its, faces, overrule)
        command = command.told(self.document, parts)
        if offered or self.settled:
            made = tuple(_offer_of(who, one) for who, one in offered.items())
            refused = tuple(one.id for one in getattr(self.document, "offers", ()) if self.answer(one) == REFUSED)
            command = command.model_copy(update={"offers": made, "settled": self.settled, "refused": refused})
        dice = dice if dice is None else command.draws(self.document).cut(dice)
        own = super().preview(command, dice, overrule)
        known = {one.name: getattr(own, one.name) for one in fields(Outcome)}
        for part in parts.values():
            named = (replace(one, message=f"{part.before.title}: {one.message}") for one in part.problems)
            known["problems"] = (*known["problems"], *named)
        known["refused"] = own.refused or any(part.refused for part in parts.values())
        return PartyOutcome(**known, parts=parts, left_out=left_out, offered=offered)

    def _taking_part(self, command: C) -> tuple[C, dict[str, Any], dict[str, str]]:
        """The command with what it reads of those it reaches, their documents, and who cannot take part."""
        reached = {**self.members, **self.elsewhere}
        command = command.by_ids(self.document).seen(self.document, reached)
        return command, reached, dict(command.left_out(self.document, reached))

    # ---- those who are open elsewhere

    @property
    def elsewhere(self) -> dict[str, Any]:
        """The documents that are open in another window or on another machine, as they are there now, by their ids:
        what the table wants of them is offered to whoever plays them."""
        held = [who for who, note in self.notes.items() if note.code in HELD and who not in self.seats]
        return {who: seen for who in held if (seen := self.last_seen(who)) is not None}

    def answer(self, offer: Offer) -> str:
        """What became of an offer: one of `ANSWERS`, or nothing yet."""
        seen = self.last_seen(offer.to)
        return seen.answered.get(offer.id, "") if seen is not None else ""

    def answers(self) -> dict[str, str]:
        """What has become of the table's offers that are answered, in words, by their ids."""
        seats = {seat.id: seat.name or seat.file for seat in getattr(self.document, "seats", ())}
        offers = [(one, self.answer(one)) for one in getattr(self.document, "offers", ())]
        return {one.id: f"{seats.get(one.to, one.to)} {word}: {one.text}" for one, word in offers if word}

    @property
    def settled(self) -> tuple[str, ...]:
        """The ids of the table's offers that have been answered."""
        offers = getattr(self.document, "offers", ())
        return tuple(one.id for one in offers if self.answer(one))

    def _offer(self, who: str, its: Command, offered: dict[str, Outcome[Any]], left_out: dict[str, str]) -> None:
        """A part of somebody who plays elsewhere: offered, unless chance decides in it or nothing comes of it."""
        document = self.last_seen(who)
        rules = self.seating.members.rules if self.seating is not None else None
        if rules is None or its.draws(document).needed:
            left_out[who] = "is open in another window, which has to roll"
            return
        would = perform(rules, document, its)
        waiting = [one.to for one in getattr(self.document, "offers", ()) if not self.answer(one)]
        if waiting.count(who) >= OPEN_OFFERS or len(waiting) >= OFFERED:
            left_out[who] = f"has {plural(waiting.count(who), 'offer')} to answer first"
        elif would.refused:
            left_out[who] = f"cannot: {would.problems[0].sentence()}"
        elif happens(would):
            offered[who] = would

    def draw(self, command: Command) -> Draw:
        """What is rolled first: by the table, by one who takes part, else by the table again."""
        parts: Sequence[Part] = ()
        out: set[str] = set()
        if isinstance(command, PartyCommand):
            if (first := command.first(self.document, self.members)).needed:
                return first
            with suppress(ValidationError):  # `preview` says what is wrong with it
                command, reached, left_out = self._taking_part(command)
                parts, out = command.parts(self.document, reached), {*command.without, *left_out}
        taking = (part for part in parts if part.who in self.seats and part.who not in out)
        rolls = (part.command.draws(self.seats[part.who].document) for part in taking)
        return next((one for one in rolls if one.needed), None) or command.draws(self.document)

    def dice(self, outcome: Outcome[D]) -> tuple[int, ...]:
        """All faces that fell: the first ones, of those who took part, in their order, and the table's own."""
        parts = outcome.parts.values() if isinstance(outcome, PartyOutcome) else ()
        first = outcome.command.ahead if isinstance(outcome.command, PartyCommand) else ()
        return (*first, *(face for part in parts for face in part.dice), *outcome.dice)

    def keep(self, outcome: Outcome[D]) -> None:
        """Keeps what was previewed, as one act in every journal that it touches. Raises as `commit_all`."""
        try:
            self._keep(outcome)
        finally:
            self._follow()

    def _keep(self, outcome: Outcome[D]) -> None:
        if not isinstance(outcome, PartyOutcome):
            super().keep(outcome)
            return
        if outcome.refused:
            return
        found = [(self.seats[who], part) for who, part in outcome.parts.items() if happens(part)]
        if not found:
            super().keep(outcome)
        else:
            keep_all([(self, outcome), *found])

    def target(self, do: str = UNDO) -> Newest | None:
        """What `undo` would take back, or `redo` do again: the newest of all that stands in the journals here."""
        return newest(self.memory, {who: session.memory for who, session in self.seats.items()}, do, self._opened)

    def undo(self) -> Event | None:
        """Take back what happened last at the table, wherever it stands: an act over several in all of them, or one
        player's own. Raises NotTogether where a part cannot be taken back."""
        found, offers = self.target(), getattr(self.document, "offers", ())
        event = None if found is None else found.memory.undo()
        left = {one.id for one in getattr(self.document, "offers", ())}
        self._stay = tuple(one for one in offers if one.id not in left and self.answer(one) in DONE)
        self._follow()
        return event

    def still(self, event: Event) -> str:
        """As every document's, and what players have accepted of it in another window: that is their own act."""
        names = {seat.id: seat.name or seat.file for seat in getattr(self.document, "seats", ())}
        told = [f"{names.get(one.to, one.to)} has accepted this, and it stays: {one.text}." for one in self._stay]
        told += ["What a player has accepted is undone in that player's own window."] * bool(told)
        return " ".join(filter(None, (super().still(event), *(sentence(one) for one in told))))

    def redo(self) -> Event | None:
        """Do again what was undone last, unless something else happened since. Raises as `undo`."""
        found = self.target(REDO)
        event = None if found is None else found.memory.redo()
        self._follow()
        return event
