"""Who sits at a table, and what it is called: commands that every game's tables have. A game enters each below the
command of its own tables, with its verb and its rule."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from saga_tui.engine.command import Words
from saga_tui.engine.document import PartyDocument, Seat
from saga_tui.engine.fields import Of
from saga_tui.engine.party import PartyCommand
from saga_tui.problem import near

SeatId = Annotated[Words, Of("seat", keys="seat id")]
"""One who sits at the table, by the id; people type the name."""


def meant(table: PartyDocument, key: str) -> str:
    """The id of the one who is meant by an id, a name, the name of a file, or a part of a name that only one has; empty
    where no one is."""
    if any(seat.id == key for seat in table.seats):
        return key
    folded = key.casefold()
    same = [seat.id for seat in table.seats if folded in (seat.name.casefold(), seat.file.casefold())]
    found = same or [seat.id for seat in table.seats if folded and folded in seat.name.casefold()]
    return found[0] if len(found) == 1 else ""


def stranger(edit: Any, key: str, rule: str) -> None:
    """Finds it against the rule that one who is named does not sit there."""
    fix = near(key, [seat.name or seat.id for seat in edit.now.seats], "Seat the character first.")
    edit.object(rule, f"{key!r} does not sit at this table", fix, code="no-seat", where=("seats",))


class Sitting(PartyCommand):
    """A command of the seats."""

    @property
    def rule(self) -> str:
        """The rule that it goes by."""
        return type(self).rules[0]


class Naming(Sitting):
    """Give the table another name."""

    name: Words

    def apply(self, edit: Any) -> None:
        """The words."""
        edit.now = edit.now.model_copy(update={"name": self.name[:200]})
        edit.rules["name",] = self.rule
        edit.say(f"table “{self.name}”", self.rule)


class Taking(Sitting):
    """Seat a character at the table. The seat follows when its name or file changes."""

    id: Annotated[str, Field(min_length=1, max_length=200)]
    """The character, by its id, name or file."""
    name: Words = ""
    file: Words = ""
    """The name of its file without the ending."""

    def apply(self, edit: Any) -> None:
        """A new seat, or another name for one that is there."""
        new = {"name": (self.name or self.id)[:200], "file": self.file[:200]}
        old = next((one for one in edit.now.seats if one.id == self.id), None)
        if old is not None and (old.name, old.file) == (new["name"], new["file"]):
            edit.object(self.rule, f"{new['name']} already sits at the table", "Seat someone else.", code="twice")
            return
        if old is not None:
            moved = tuple(one.model_copy(update=new) if one is old else one for one in edit.now.seats)
            edit.listing("seats", self.rule, moved)
            edit.say(f"{old.name or old.id} is now {new['name']}", self.rule)
            return
        edit.listing("seats", self.rule, (*edit.now.seats, self.seat_of(edit, new)))
        edit.say(f"{new['name']} sits down", self.rule, way="comes")

    def seat_of(self, edit: Any, new: dict[str, str]) -> Seat:
        """The new seat, as the game's tables have seats."""
        del edit
        return Seat(id=self.id, **new)


class Leaving(Sitting):
    """Remove a character from the table. The character itself does not change."""

    seat: SeatId

    def apply(self, edit: Any) -> None:
        """The seat goes, and what is meant for the character with it."""
        sits = next((one for one in edit.now.seats if one.id == self.seat), None)
        if sits is None:
            stranger(edit, self.seat, self.rule)
            return
        edit.listing("seats", self.rule, tuple(one for one in edit.now.seats if one.id != self.seat))
        self.clears(edit)
        edit.now = edit.now.model_copy(update={"offers": tuple(one for one in edit.now.offers if one.to != self.seat)})
        edit.say(f"{sits.name or self.seat} leaves the table", self.rule, way="goes")

    def clears(self, edit: Any) -> None:
        """What else was meant for the one who leaves goes too."""
