"""Commands of who sits at a table, and of its name and notes (CNF-4)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saga_tui.games.saga.gm.commands.base import LongText, SeatId, TableCommand, Words
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Seat


class NameTable(TableCommand, verb="name-table", title="Name the table", rules="CRE-1", group="build"):
    """Give the table another name."""

    name: Words

    def apply(self, edit: TableEdit) -> None:
        """The words."""
        edit.now = edit.now.model_copy(update={"name": self.name[:200]})
        edit.rules["name",] = "CRE-1"
        edit.say(f"table “{self.name}”", "CRE-1")


class WriteNotes(TableCommand, verb="write-notes", title="Write the GM's notes", rules="CRE-1", group="notes"):
    """Write the GM's notes of the table in place of the old ones."""

    text: LongText

    def apply(self, edit: TableEdit) -> None:
        """The words."""
        edit.now = edit.now.model_copy(update={"notes": self.text})
        edit.rules["notes",] = "CRE-1"
        edit.say("notes written", "CRE-1")


class TakeSeat(TableCommand, verb="seat", title="Seat a character", rules="CNF-4", group="build"):
    """Seat a character at the table. The seat follows when its name or file changes."""

    id: Annotated[str, Field(min_length=1, max_length=200)]
    """The character, by its id, name or file."""
    name: Words = ""
    file: Words = ""
    """The name of its file without the ending."""

    def apply(self, edit: TableEdit) -> None:
        """A new seat, or another name for one that is there."""
        new = {"name": (self.name or self.id)[:200], "file": self.file[:200]}
        old = next((one for one in edit.now.seats if one.id == self.id), None)
        if old is not None and (old.name, old.file) == (new["name"], new["file"]):
            edit.object("CNF-4", f"{new['name']} already sits at the table", "Seat someone else.", code="twice")
            return
        if old is not None:
            moved = tuple(one.model_copy(update=new) if one is old else one for one in edit.now.seats)
            edit.listing("seats", "CNF-4", moved)
            edit.say(f"{old.name or old.id} is now {new['name']}", "CNF-4")
            return
        edit.listing("seats", "CNF-4", (*edit.now.seats, Seat(id=self.id, **new)))
        edit.say(f"{new['name']} sits down", "CNF-4", way="comes")


class LeaveSeat(TableCommand, verb="unseat", title="Remove a character from the table", rules="CNF-4", group="build"):
    """Remove a character from the table. The character itself does not change."""

    seat: SeatId

    def apply(self, edit: TableEdit) -> None:
        """The seat goes, and what is meant for the character with it."""
        if not edit.seated(self.seat):
            return
        name, play = edit.name(self.seat), edit.play
        edit.listing("seats", "CNF-4", tuple(one for one in edit.now.seats if one.id != self.seat))
        fields = {
            "acted": tuple(one for one in play.acted if one != self.seat),
            "order": tuple(one for one in play.order if one != self.seat),
            "strikes": tuple(one for one in play.strikes if one.target != self.seat),
            "made": tuple(one for one in play.made if one.seat != self.seat),
            "elements": tuple(
                one.model_copy(update={"against": tuple(who for who in one.against if who != self.seat)})
                for one in play.elements
            ),
        }
        edit.put("CNF-4", **fields)
        edit.now = edit.now.model_copy(update={"offers": tuple(one for one in edit.now.offers if one.to != self.seat)})
        edit.say(f"{name} leaves the table", "CNF-4", way="goes")


class Away(TableCommand, verb="away", title="In the scene or away", rules="CNF-4", group="clock"):
    """Say that a character is not in the scene, or is back. What happens to the whole scene skips those away."""

    seat: SeatId
    back: bool = False
    """The character is in the scene again."""

    def apply(self, edit: TableEdit) -> None:
        """The mark at the seat."""
        if edit.seated(self.seat):
            new = {"away": not self.back}
            seats = (one.model_copy(update=new) if one.id == self.seat else one for one in edit.now.seats)
            edit.listing("seats", "CNF-4", tuple(seats))
            edit.say(f"{edit.name(self.seat)} is {'back' if self.back else 'away'}", "CNF-4")
