"""Commands of a table's clock: each edge is crossed by the table and by all who are there, in one act, and so are the
GM acting first, escalation and the phases of a round (TIME, CNF-1, CNF-4, CNF-5, CNF-10, REG)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from pydantic import Field

from saga_tui.engine.command import Command as AnyCommand
from saga_tui.games.saga.gm.clock import Choices, apart, at_place, elsewhere, in_conflict, standing
from saga_tui.games.saga.gm.commands.attacks import uncounted
from saga_tui.games.saga.gm.commands.base import (
    OWN,
    Assets,
    Drives,
    ElementName,
    Kinds,
    Rows,
    SeatId,
    TableCommand,
    Words,
    of,
)
from saga_tui.games.saga.gm.commands.together import Together
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Phase, Table, TablePlay
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.words import STAKES, Stakes
from saga_tui.words import listed


class Edge(Together):
    """Crosses an edge of the clock, the table and all who are there."""

    group = "clock"
    by_name: ClassVar[tuple[str, ...]] = ("to", "skip", "take")

    filled: ClassVar[tuple[str, ...]] = ("took", "left")

    left: tuple[Words, ...] = ()
    """Rolls that have not counted at the table, in words."""
    skip: Rows = Field(default_factory=dict)
    """Lines to skip, for each: `Kestrel:heal`, `table:elements-go`."""
    take: Rows = Field(default_factory=dict)
    """Lines to apply even if they are set to ask or off, for each."""

    def seen(self, document: Any, members: Mapping[str, Any]) -> Self:
        """With the rolls that have not counted: they do not any more once the round is over (PSH-2)."""
        found = uncounted(document, members) if in_conflict(document.play) else []
        return self.model_copy(update={"left": tuple(found)}) if found else self

    def lapse(self, edit: TableEdit) -> None:
        """Says which rolls are over and did not count."""
        for words in self.left:
            edit.say(f"{words}: it does not count any more", "ROL-2", way="goes")

    def more(self, table: Table, who: str) -> dict[str, Any]:
        """What else the character's own command takes."""
        return {}

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The character's own command with its skipped lines and its choice."""
        skip, take = of(table, self.skip, who, ()), of(table, self.take, who, ())
        said = {"skip": skip, "take": take, "why": self.why if skip else ""} | self.more(table, who)
        return RULES.command(self.verb, {key: value for key, value in said.items() if value not in (None, (), "")})

    def cross(self, edit: TableEdit, edge: str, stakes: str = "minor") -> None:
        """Runs the rows of the table's own edge."""
        choices = Choices(take=self.take.get(OWN, ()), stakes=stakes)
        edit.game.clock.cross(edit, edge, choices, self.skip.get(OWN, ()))

    def begin(self, edit: TableEdit, span: str, stakes: str = "minor") -> None:
        """Begins a span of the table, where the one around it is open and none is open inside."""
        self.check(edit)
        clock = edit.game.clock
        around = clock.spans[clock.spans.index(span) - 1]
        if clock.is_open(edit.now, span):
            edit.object("TIME-2", f"A {span} is already open at the table", "End it first.", code="open-here")
        elif around != clock.spans[0] and not clock.is_open(edit.now, around):
            message, fix = f"A {span} needs a {around}, and none is open", f"Start a {around} first."
            edit.object("TIME-1", message, fix, code="none-here")
        else:
            self.cross(edit, f"{span} start", stakes)
            self.told_who(edit)

    def end(self, edit: TableEdit, span: str) -> None:
        """Ends a span of the table, and first what is open inside it."""
        self.check(edit)
        clock = edit.game.clock
        if not clock.is_open(edit.now, span):
            edit.object("TIME-1", f"No {span} is open at the table", f"Start a {span} first.", code="none-here")
            return
        undealt(edit)
        self.lapse(edit)
        for one in reversed(clock.spans[clock.spans.index(span) :]):
            if clock.is_open(edit.now, one):
                self.cross(edit, f"{one} end")
        self.told_who(edit)


class StartChapter(Edge, verb="start-chapter", title="Start a chapter", rules="TIME-1 AST-13 DRV-1 GER-4"):
    """Start the next chapter for everyone: each player chooses which drive gets the chapter's token."""

    everyone = True
    filled: ClassVar[tuple[str, ...]] = ("took", "left", "apart")

    drive: Drives = Field(default_factory=dict)
    """Each player's drive, by its number: `Kestrel:1`; `Kestrel:doom` clears a doom step instead."""
    apart: tuple[Words, ...] = ()
    """Who begins a chapter of another number than the table, in words."""

    def seen(self, document: Any, members: Mapping[str, Any]) -> Self:
        """With those whose own chapters were counted otherwise."""
        here = {part.who for part in self.parts(document, members)} - {*self.without, *self.left_out(document, members)}
        return self.model_copy(update={"apart": tuple(apart(document, map(members.__getitem__, sorted(here))))})

    def more(self, table: Table, who: str) -> dict[str, Any]:
        """The drive: people count from 1."""
        return given_drive(of(table, self.drive, who))

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The character's own chapter; play begins with it for one who is ready to play."""
        command = super().part(table, who, member)
        return command.model_copy(update={"begin": True}) if command and member.play is None else command

    def apply(self, edit: TableEdit) -> None:
        """The table's own chapter, and whose clock stands elsewhere then."""
        self.begin(edit, "chapter")
        for words in self.apart:
            edit.say(f"{words}, the table chapter {edit.play.chapter}", "TIME-1")


class EndChapter(Edge, verb="end-chapter", title="End the chapter", rules="TIME-2 DOM-4 SPK-2 DMG-5 CSQ-1"):
    """End the chapter for everyone, with its scene and conflict: tokens become Spark."""

    everyone = True

    def apply(self, edit: TableEdit) -> None:
        """The table's own chapter, and what is open inside."""
        self.end(edit, "chapter")


class StartScene(Edge, verb="start-scene", title="Start a scene", rules="TIME-1 GER-3 PRK-3"):
    """Start the next scene for all who are in it."""

    def apply(self, edit: TableEdit) -> None:
        """The table's own scene."""
        self.begin(edit, "scene")


class EndScene(Edge, verb="end-scene", title="End the scene", rules="TIME-2 REG-3 DMG-5 CSQ-1"):
    """End the scene for all who are in it, with its conflict."""

    def apply(self, edit: TableEdit) -> None:
        """The table's own scene, and its conflict."""
        self.end(edit, "scene")


class StartConflict(Edge, verb="start-conflict", title="Start a conflict", rules="CNF-1 REG-3 TIME-3 CNF-9"):
    """Start a conflict for all who are in the scene, with its stakes; round 1 begins with its setup."""

    typed = ("stakes",)

    stakes: Stakes = "minor"

    def more(self, table: Table, who: str) -> dict[str, Any]:
        """The stakes."""
        return {"stakes": self.stakes}

    def apply(self, edit: TableEdit) -> None:
        """The table's own conflict."""
        self.begin(edit, "conflict", self.stakes)


class EndConflict(Edge, verb="end-conflict", title="End the conflict", rules="TIME-2 REG-3 CNF-9"):
    """End the conflict for everyone in it: all spent tokens recover."""

    def apply(self, edit: TableEdit) -> None:
        """The table's own conflict."""
        self.end(edit, "conflict")


class EndRound(Edge, verb="end-round", title="End the round", rules="REG-1 REG-2 PSH-2 TIME-3 CNF-9 CNF-4"):
    """End the round for everyone: each player chooses a token to recover, and ally dice are free again."""

    recover: Assets = Field(default_factory=dict)
    """The asset that each player recovers: `Kestrel:force`."""

    def more(self, table: Table, who: str) -> dict[str, Any]:
        """The asset."""
        return {"recover": of(table, self.recover, who)}

    def apply(self, edit: TableEdit) -> None:
        """The table's own round."""
        if fighting(edit):
            self.check(edit)
            undealt(edit)
            self.lapse(edit)
            self.cross(edit, "round end")
            self.told_who(edit)


class GmFirst(Together, verb="gm-first", title="The GM acts first", rules="CNF-5 AST-13", group="clock"):
    """The GM acts before the players this round: each player gains 1 fortune, once a round."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """A token."""
        return RULES.command(self.verb, {})

    def apply(self, edit: TableEdit) -> None:
        """The GM's phase comes first."""
        if not fighting(edit):
            return
        self.check(edit)
        if edit.play.gm_first:
            message = f"The GM has already acted first in round {edit.play.round}"
            edit.object("CNF-5", message, "It is possible once a round. Wait for the next one.", code="twice-here")
        edit.put("CNF-5", gm_first=True, phase="gm")
        edit.say(f"the GM acts first{self.for_whom(edit, ': 1 fortune')}", "CNF-5")


class Escalate(Together, verb="escalate", title="Escalate the conflict", rules="CNF-10", group="clock"):
    """Raise the conflict to the next stakes: each player recovers all spent tokens and may remove a kind of damage."""

    remove: Kinds = Field(default_factory=dict)
    """What each player removes: `Kestrel:pain`; all of it, or 1 kismet."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The tokens, the damage."""
        chosen = of(table, self.remove, who)
        return RULES.command(self.verb, {"remove": chosen} if chosen else {})

    def apply(self, edit: TableEdit) -> None:
        """The table's own stakes."""
        if not fighting(edit):
            return
        self.check(edit)
        place = STAKES.index(edit.play.stakes) if edit.play.stakes in STAKES else 0
        if place == len(STAKES) - 1:
            edit.object("CNF-10", "A deadly conflict cannot escalate further", "Play on, or end it.", code="top-here")
            return
        edit.put("CNF-10", stakes=STAKES[place + 1])
        edit.say(f"the conflict is now {STAKES[place + 1]}", "CNF-10")
        self.told_who(edit)


class Join(Together, verb="join", title="Bring a character to the table's clock", rules="TIME-1 TIME-3", group="clock"):
    """Set the clock of a late character to the table's. Nothing resets. A character who is in no chapter yet gains
    what the start of a chapter gives, and starts play if needed."""

    by_name: ClassVar[tuple[str, ...]] = ("drive",)
    everyone = True

    drive: Drives = Field(default_factory=dict)
    """The drive that gets the chapter's token, where one is gained: `Kestrel:1`, or `Kestrel:doom`."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """Its own clock is set, unless it stands there already."""
        play = table.play
        said: dict[str, Any] = {"chapter": play.chapter, "scene": play.scene}
        if in_conflict(play):
            said |= {"round": play.round, "stakes": play.stakes if play.stakes in STAKES else "minor"}
        if member.play is None or not member.play.chapter or state.span_of(member.play) == "saga":
            said |= {"fresh": bool(play.chapter), "begin": member.play is None}
            said |= given_drive(of(table, self.drive, who))
        elif not self.to and not elsewhere(table, member):
            return None
        return RULES.command("set-clock", said)

    def apply(self, edit: TableEdit) -> None:
        """They are in the scene."""
        self.check(edit)
        if not (self.to or self.took):
            message, fix = "Everyone is already at this point of the clock", "Name who should join anyway."
            edit.object("TIME-1", message, fix, code="who", where=("seats",))
        seats = (one.model_copy(update={"away": False}) if one.id in self.took else one for one in edit.now.seats)
        edit.listing("seats", "TIME-1", tuple(seats))
        if self.took:
            edit.say(f"{self.names(edit)} joined", "TIME-1", way="comes")


class SetTableClock(TableCommand, verb="set-clock", title="Set the table's clock", rules="TIME-1", group="clock"):
    """Set the table's own clock; without parameters, to where most of its characters are. No character changes."""

    filled: ClassVar[tuple[str, ...]] = ("place",)

    chapter: int = Field(default=0, ge=0, le=9999)
    scene: int = Field(default=0, ge=0, le=9999)
    round: int = Field(default=0, ge=0, le=9999)
    stakes: Stakes | Literal[""] = ""
    place: dict[str, str | int] = Field(default_factory=dict, max_length=20)
    """Where that is, as the table's file has it."""

    def seen(self, document: Any, members: Mapping[str, Any]) -> Self:
        """With where most stand, unless a place is said."""
        del document
        said = {"chapter": self.chapter, "scene": self.scene, "round": self.round, "stakes": self.stakes}
        found = at_place(said) if any(said.values()) else standing(members.values())
        return self.model_copy(update={"place": dict(found)})

    def apply(self, edit: TableEdit) -> None:
        """The place, nothing else."""
        place = self.place or at_place({})
        undealt(edit)
        edit.put("TIME-1", **place)
        now = ", ".join(f"{name} {number}" for name, number in edit.game.clock.now(edit.now).items())
        edit.say(f"the table's clock is at {now or 'before chapter 1'}", "TIME-1")


def given_drive(said: str | None) -> dict[str, Any]:
    """The drive that a player chose as the character's own command takes it: people count from 1."""
    return {} if said is None else {"drive": -1 if said == "doom" else int(said) - 1}


# ---- the phases of a round


class SetPhase(TableCommand, verb="phase", title="Next phase", rules="CNF-4", group="clock"):
    """Go to the next phase of the round, or to any: setup, the players' actions, the GM's, recovery."""

    phase: Literal["", "setup", "players", "gm", "recovery"] = ""
    """The next one if left out."""

    def apply(self, edit: TableEdit) -> None:
        """The mark; nobody is forced."""
        if fighting(edit):
            now: Phase = self.phase or next_phase(edit.play)
            edit.put("CNF-4", phase=now)
            edit.say(PHASES[now], "CNF-4")


PHASES: dict[str, str] = {
    "setup": "setup",
    "players": "the players act",
    "gm": "the GM acts",
    "recovery": "token recovery",
}
"""The phases in words."""


def next_phase(play: TablePlay) -> Phase:
    """The phase after the one that is; the GM's comes before the players' where the GM acts first (CNF-4, CNF-5)."""
    order: list[Phase] = ["setup", "players", "gm", "recovery"]
    if play.gm_first:
        order = ["setup", "gm", "players", "recovery"]
    return order[(order.index(play.phase) + 1) % len(order)] if play.phase in order else "setup"


class Acted(TableCommand, verb="acted", title="A character has acted", rules="CNF-4", group="clock"):
    """Mark that a character has acted this round, or not yet. Players act in any order, as often as they can pay."""

    seat: SeatId
    no: bool = False
    """Not yet."""

    def apply(self, edit: TableEdit) -> None:
        """The mark."""
        if edit.seated(self.seat):
            others = tuple(who for who in edit.play.acted if who != self.seat)
            edit.put("CNF-4", acted=others if self.no else (*others, self.seat))
            edit.say(f"{edit.name(self.seat)} has{' not' if self.no else ''} acted", "CNF-4")


class Assign(TableCommand, verb="assign", title="Use an element against characters", rules="CNF-4", group="elements"):
    """Choose whom an element is used against this round. Not every element has to be used."""

    element: ElementName
    to: tuple[SeatId, ...] = ()
    """No one if left out."""

    def apply(self, edit: TableEdit) -> None:
        """In place of whom it was used against."""
        found = edit.element(self.element, "CNF-4")
        if found is None or not all(edit.seated(who) for who in self.to):
            return
        edit.put_element(found, "CNF-4", against=tuple(dict.fromkeys(self.to)))
        edit.say(f"{found.name} against {listed(map(edit.name, self.to)) or 'no one'}", "CNF-4")


# ---- shared parts


def fighting(edit: TableEdit) -> bool:
    """Whether a conflict is open at the table; finds it against TIME-3 where none is."""
    if in_conflict(edit.play):
        return True
    edit.object("TIME-3", "No conflict is open at the table", "Start a conflict first.", code="no-conflict-here")
    return False


def undealt(edit: TableEdit) -> None:
    """Finds damage against CNF-7 that was rolled and is neither dealt nor called off."""
    left = [one for one in edit.play.strikes if one.amount > one.blocked]
    if left:
        message = f"Damage by {left[0].by} is not dealt yet"
        edit.object("CNF-7", message, "Deal it, or call it off.", code="undealt", where=("play", "strikes"))
