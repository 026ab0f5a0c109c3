"""Commands of who sits at a table, and of its name and notes (CNF-4)."""

from __future__ import annotations

from saga_tui.engine import sitting
from saga_tui.games.saga.gm.commands.base import LongText, SeatId, TableCommand
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Seat


class NameTable(sitting.Naming, TableCommand, verb="name-table", title="Name the table", rules="CRE-1", group="build"):
    """Give the table another name."""


class WriteNotes(TableCommand, verb="write-notes", title="Write the GM's notes", rules="CRE-1", group="notes"):
    """Write the GM's notes of the table in place of the old ones."""

    text: LongText

    def apply(self, edit: TableEdit) -> None:
        """The words."""
        edit.now = edit.now.model_copy(update={"notes": self.text})
        edit.rules["notes",] = "CRE-1"
        edit.say("notes written", "CRE-1")


class TakeSeat(sitting.Taking, TableCommand, verb="seat", title="Seat a character", rules="CNF-4", group="build"):
    """Seat a character at the table. The seat follows when its name or file changes."""

    def seat_of(self, edit: TableEdit, new: dict[str, str]) -> Seat:
        """A seat with a side in conflicts."""
        return Seat(id=self.id, **new)


class LeaveSeat(
    sitting.Leaving,
    TableCommand,
    verb="unseat",
    title="Remove a character from the table",
    rules="CNF-4",
    group="build",
):
    """Remove a character from the table. The character itself does not change."""

    def clears(self, edit: TableEdit) -> None:
        """Who has acted, the order, damage on its way, and who is fought."""
        play = edit.play
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
