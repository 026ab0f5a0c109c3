"""Commands of who sits at a table, who is away, who is on which side (CNF-6), and of its name and notes (CNF-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from saga_tui.engine import sitting
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.commands.base import LongText, Numbers, SeatId, TableCommand
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Seat
from saga_tui.words import inflect, listed, plural


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
    """Say that a character is not in the scene, or is back; others with it. What happens to the whole scene skips those
    away."""

    typed = ("seat", "back")

    seat: SeatId
    back: bool = False
    """The character is in the scene again."""
    also: tuple[SeatId, ...] = ()
    """Who else is away."""
    returns: tuple[SeatId, ...] = ()
    """Who else is back in the scene."""

    def apply(self, edit: TableEdit) -> None:
        """The marks at the seats."""
        goes = dict.fromkeys([*([] if self.back else [self.seat]), *self.also])
        comes = dict.fromkeys([*([self.seat] if self.back else []), *self.returns])
        if not all(edit.seated(who) for who in (*goes, *comes)):
            return
        marks = dict.fromkeys(comes, False) | dict.fromkeys(goes, True)
        seats = (one.model_copy(update={"away": marks.get(one.id, one.away)}) for one in edit.now.seats)
        edit.listing("seats", "CNF-4", tuple(seats))
        for several, how in ((goes, "away"), (comes, "back")):
            if several:
                edit.say(f"{listed(map(edit.name, several))} {inflect(len(several), 'is')} {how}", "CNF-4")


# ---- players against players


class Sides(TableCommand, verb="side", title="Choose sides", rules="CNF-6 CNF-9", group="elements"):
    """Choose a character's side in a conflict between players, or that of several; with `against` both sides at once,
    and ally dice that are on neither are divided between them. When no one is on a side any more, ally dice are
    nobody's again."""

    typed = ("seat", "side")

    seat: SeatId
    side: Annotated[int, Field(ge=0, le=99)] = 1
    """0: none."""
    also: tuple[SeatId, ...] = ()
    """Who else is on it."""
    against: tuple[SeatId, ...] = ()
    """Who is on the side after it; of side 0, who is on none either."""

    def apply(self, edit: TableEdit) -> None:
        """At the seats."""
        sides = {self.side: (self.seat, *self.also)}
        if self.against:
            other = self.side + 1 if self.side else 0
            sides[other] = (*sides.get(other, ()), *self.against)
        on = {who: side for side, several in sides.items() for who in several}
        if not all(edit.seated(one) for one in on):
            return
        seats = (one.model_copy(update={"side": on.get(one.id, one.side)}) for one in edit.now.seats)
        edit.listing("seats", "CNF-6", tuple(seats))
        for side, several in sides.items():
            names = [edit.name(one) for one in dict.fromkeys(several)]
            told = f"side {side}" if side else "no side"
            edit.say(f"{listed(names)} {inflect(len(names), 'is')} on {told}", "CNF-6")
        if self.against and self.side and any(one.side not in sides for one in edit.play.allies):
            divide(edit, {})
        if not any(one.side for one in edit.now.seats) and any(one.side for one in edit.play.allies):
            join(edit)


class DivideAllies(TableCommand, verb="divide-allies", title="Divide ally dice", rules="CNF-6 CNF-9", group="elements"):
    """Divide the ally dice that are nobody's among the sides of a conflict between players: by how many are on each, or
    as you say."""

    shares: Numbers = Field(default_factory=dict)
    """How many for which side: `1:4`, `2:2`."""

    def strangers(self, edit: TableEdit) -> None:
        """Sides are named, not seats."""

    def apply(self, edit: TableEdit) -> None:
        """A pool for each side."""
        divide(edit, self.shares)


def divide(edit: TableEdit, said: Mapping[str, int]) -> None:
    """Makes a pool of ally dice for each side of those that are nobody's: by the shares that are said for each, else by
    how many are on it; none is made and none is lost (CNF-6)."""
    seats = [one.side for one in edit.now.seats if one.side and not one.away]
    sides = sorted({*seats})
    nobodys = [one for one in edit.play.allies if one.side not in sides]
    now = sum(one.now for one in nobodys)
    shares = {side: said.get(str(side), 0) for side in sides}
    if len(sides) < 2 or not nobodys:
        message, fix = "There is nothing to divide", "It takes two sides, and ally dice that are on none of them."
        edit.object("CNF-6", message, fix, code="no-sides", where=("play", "allies"))
        return
    if said and (sum(shares.values()) != now or {*said} - {*map(str, sides)}):
        message, fix = f"The shares are not the {plural(now, 'ally die')} there are", "Divide all of them."
        edit.object("CNF-6", message, fix, code="shares", where=("play", "allies"))
        return
    weights = [seats.count(side) for side in sides]
    parts = [*shares.values()] if said else split(now, weights)
    lost = split(sum(max(0, one.full - one.now) for one in nobodys), weights)
    used = split(min(now, sum(one.used for one in nobodys)), parts)
    name = nobodys[0].name or state.ALLIES
    made = tuple(
        state.Allies(name=f"{name[:190]} {side}", side=side, full=part + gone, now=part, used=taken)
        for side, part, gone, taken in zip(sides, parts, lost, used, strict=True)
    )
    edit.put("CNF-6", allies=(*(one for one in edit.play.allies if one.side in sides), *made))
    told = (f"{plural(one.now, 'die')} for side {one.side}" for one in made)
    edit.say(f"ally dice divided: {listed(told)}", "CNF-6")


def join(edit: TableEdit) -> None:
    """Makes ally dice nobody's again, and one pool of those that sides had divided: none is made and none is lost
    (CNF-6, CNF-9)."""
    made: dict[str, state.Allies] = {}
    for one in edit.play.allies:
        name = one.name.removesuffix(f" {one.side}") if one.side else one.name
        name = "" if name == state.ALLIES else name
        there = made.get(name.casefold(), state.Allies(name=name))
        sums = {key: getattr(there, key) + getattr(one, key) for key in ("full", "now", "used")}
        made[name.casefold()] = there.model_copy(update=sums)
    edit.put("CNF-6", allies=tuple(made.values()))
    told = (f"{one.name or state.ALLIES} {plural(one.now, 'die')}" for one in made.values())
    edit.say(f"ally dice on no side: {listed(told)}", "CNF-6")


def split(total: int, weights: Sequence[int]) -> list[int]:
    """A number in whole parts as the weights are to each other, none larger by more than one than its share; what is
    left over goes to the largest rests, the first of them first."""
    whole = max(1, sum(weights))
    parts = [total * weight // whole for weight in weights]
    rests = sorted(range(len(weights)), key=lambda at: -(total * weights[at] % whole))
    for at in rests[: total - sum(parts)]:
        parts[at] += 1
    return parts
