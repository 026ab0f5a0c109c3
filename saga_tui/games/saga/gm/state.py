"""The model of a table's file: who sits there, and what belongs to nobody (CNF, ROL-9, TRT-4)."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from pydantic import Field

from saga_tui.engine import document
from saga_tui.engine.document import PartyDocument, Ruling
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.words import inflect

FORMAT: Final = 1
KEY: Final = "saga-table"
MARK_FROM: Final = 5
"""A die that shows 5 or 6 is a mark (ROL-1)."""
TRADE: Final = 3
"""So many dice are traded for a mark (ROL-6)."""
ACTIONS: Final = 2
"""So many actions has an element in a round (CNF-2)."""
MOST: Final = 999
"""So many dice are rolled at once at most."""
COUNTED: Final = ("drive token", "reward", "offer accepted", "offer rejected")
"""What is given by the piece."""
ALLIES: Final = "allies"
"""What stands for the ally dice among the targets of an attack, where they have no name."""
POOLS: Final = ("physical", "social", "mental")
"""The three kinds of an element's dice."""
Phase = Literal["", "setup", "players", "gm", "recovery"]
"""The parts of a round (CNF-4); empty outside of a conflict."""


class Seat(document.Seat):
    """One who sits at the table."""

    away: bool = False
    """Not in the scene: broadcasts leave it out."""
    side: Whole = 0
    """Which side of a conflict between players (CNF-6)."""


class Trait(Model):
    """A trait of the scene or of an element."""

    text: Text = ""
    weight: Whole = 0
    """1 to 3 while it is invoked for the scene; 0: not invoked."""


class Element(Model):
    """An opponent, a group of them, an obstacle, or an important ally (CNF-2, CNF-9)."""

    name: Name = ""
    dice: dict[str, Whole] = Field(default_factory=dict, max_length=10)
    """The dice that are left, by pool."""
    full: dict[str, Whole] = Field(default_factory=dict, max_length=10)
    """The dice it began with."""
    ally: bool = False
    traits: tuple[Trait, ...] = Field(default=(), max_length=LONGEST)
    against: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """Ids of the characters it is used against this round."""
    acted: Whole = 0
    """Actions used this round, of two."""
    pushes: Whole = 0
    """What is left of its block this round."""
    out: bool = False
    note: Text = ""


class Condition(Model):
    """A condition of the conflict (CNF-8); `pattern` is one of the book's two, or empty."""

    name: Name = ""
    text: Text = ""
    pattern: Literal["", "fear", "pursuit"] = ""
    challenge: Whole = 0
    """Dice of its challenge; 0: none."""
    every_round: bool = False
    """Whether it is asked about in every round."""
    total: Whole = 0
    goal: Whole = 0
    """The running total and where it ends it; 0: it has none."""
    lost: Whole = 0
    """The total of the other side."""
    answered: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """Ids of those who have dealt with it this round."""
    allied: bool = False
    """Whether ally dice have dealt with it this round."""


class Allies(Model):
    """Ally dice of one side (CNF-9)."""

    name: Name = ""
    side: Whole = 0
    full: Whole = 0
    now: Whole = 0
    """Left for the conflict, after damage."""
    used: Whole = 0
    """Taken by players this round."""


class Countdown(Model):
    """A clock of any length."""

    name: Name = ""
    filled: Whole = 0
    total: Whole = 4


class Strike(Model):
    """Damage of an attack that is rolled and has not been dealt yet (CNF-7): blocks may still cancel it."""

    act: Whole = 0
    """Strikes of one attack have one number: they are dealt together."""
    by: Name = ""
    """The name of the element, or the id of the character, that attacks."""
    target: Name = ""
    """The id of the character that is hit."""
    kind: Name = "pain"
    amount: Whole = 0
    blocked: Whole = 0
    """What blocks have cancelled of it."""
    at_once: bool = False
    """Whether no block cancels it: what a condition costs is no attack (CNF-8)."""


class Made(Model):
    """The last attack or block of a character in this round, for what may follow it: the comparison, a late re-roll,
    pushes that are put in later."""

    seat: Name = ""
    """The character's id."""
    what: Literal["attack", "block"] = "attack"
    target: Name = ""
    """The name of an element, or the id of a character."""
    pool: Name = ""
    """The dice of the element that are attacked."""
    kind: Name = ""
    """The damage that another player's character would take."""
    counted: Whole = 0
    """Damage that has counted at the table so far."""
    mark: Name = ""
    """What the roll is known by (see `rolled.mark_of`)."""


class Given(Model):
    """What somebody got from the GM or another player, for the record of the chapter (DRV-8, TRT-5, SPK-3)."""

    who: Name = ""
    """The character's id."""
    what: Name = ""
    amount: Whole = 1
    why: Text = ""
    chapter: Whole = 0
    offer: Name = ""
    """The id of the offer that it waits for, of one who is open elsewhere; empty once it is theirs."""


class Situation(Model):
    """Something prepared: a scene or a conflict to be opened at the table."""

    name: Name = ""
    stakes: Name = ""
    traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    elements: tuple[Element, ...] = Field(default=(), max_length=LONGEST)
    conditions: tuple[Condition, ...] = Field(default=(), max_length=LONGEST)
    allies: Whole = 0
    rewards: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    notes: Text = ""


class TablePlay(document.Play):
    """Where the table stands."""

    always = ("chapter", "scene")
    chapter: Whole = 0
    scene: Whole = 0
    conflict: Whole = 0
    round: Whole = 0
    stakes: Name = ""
    phase: Phase = ""
    gm_first: bool = False
    """Whether the GM acts first in this round (CNF-5)."""
    acted: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """Ids of the characters that have acted this round."""
    order: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """Ids in the order of a conflict between players (CNF-6)."""
    scene_traits: tuple[Trait, ...] = Field(default=(), max_length=LONGEST)
    elements: tuple[Element, ...] = Field(default=(), max_length=LONGEST)
    conditions: tuple[Condition, ...] = Field(default=(), max_length=LONGEST)
    allies: tuple[Allies, ...] = Field(default=(), max_length=LONGEST)
    strikes: tuple[Strike, ...] = Field(default=(), max_length=LONGEST)
    """Damage that is rolled and not dealt yet."""
    made: tuple[Made, ...] = Field(default=(), max_length=LONGEST)
    """The last attack or block of each character in this round."""
    clocks: tuple[Countdown, ...] = Field(default=(), max_length=LONGEST)
    given: tuple[Given, ...] = Field(default=(), max_length=LONGEST)


class Table(PartyDocument):
    """A whole table's file."""

    ruling = "CRE-11"

    format: Whole = FORMAT
    game: Name = KEY
    id: Name = ""
    name: Name = ""
    notes: Text = ""
    seats: tuple[Seat, ...] = Field(default=(), max_length=LONGEST)
    kept: tuple[Element, ...] = Field(default=(), max_length=LONGEST)
    """Elements kept for another day."""
    situations: tuple[Situation, ...] = Field(default=(), max_length=LONGEST)
    rulings: tuple[Ruling, ...] = Field(default=(), max_length=LONGEST)
    automation: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    play: TablePlay = TablePlay()


# ---- reading it


def element_of(table: Table, name: str) -> Element | None:
    """The element of that name at the table, in any case."""
    return next((one for one in table.play.elements if one.name.casefold() == name.casefold()), None)


def seat_of(table: Table, who: str) -> Seat | None:
    """The seat of the character with that id, or else of that name."""
    named = (one for one in table.seats if one.name.casefold() == who.casefold())
    return next((one for one in table.seats if one.id == who), None) or next(named, None)


def name_of(table: Table, who: str) -> str:
    """What one who sits there is called, by the id; anything else by itself."""
    seat = next((one for one in table.seats if one.id == who), None)
    return seat.name if seat is not None and seat.name else who


def ids(table: Table) -> list[str]:
    """The ids of all that sit there."""
    return [one.id for one in table.seats]


def free(allies: Allies) -> int:
    """The dice that players can still take in this round (CNF-9)."""
    return max(0, min(MOST, allies.now - allies.used))


def pending(table: Table, who: str) -> int:
    """The damage that is on its way to a character and not blocked yet."""
    left = sum(max(0, one.amount - one.blocked) for one in table.play.strikes if one.target == who and not one.at_once)
    return min(MOST, left)


def allies_of(table: Table, target: str) -> Allies | None:
    """The ally dice that a target names: by their name, or as `allies`."""
    return next((one for one in table.play.allies if (one.name or ALLIES).casefold() == target.casefold()), None)


def given_in(table: Table, chapter: int) -> dict[str, list[str]]:
    """What each got in a chapter, in words and added up, by ids; what still waits for an answer says so (DRV-8)."""
    counts: dict[str, dict[tuple[str, bool], int]] = {}
    for one in table.play.given:
        if one.chapter == chapter:
            what = "drive token" if one.what == "drive tokens" else one.what  # as tables were kept before
            its = counts.setdefault(one.who, {})
            its[what, bool(one.offer)] = its.get((what, bool(one.offer)), 0) + one.amount
    return {
        who: [f"{amount} {inflect(amount, what) if what in COUNTED else what}{' (offered)' if waits else ''}"
              for (what, waits), amount in its.items()]
        for who, its in counts.items()
    }  # fmt: skip


def named(element: str, trait: str) -> str:
    """What a trait of an element is called on the sheets of the characters: `Thug 1: Mean`."""
    return f"{element}: {trait}"[:2000]


def counting(element: Element, active: Iterable[str]) -> list[str]:
    """The traits of an element that the GM has invoked and that count on a roll against it, by their names on the sheet
    of one who knows these active traits (CNF-2)."""
    known = set(active)
    own = (named(element.name, one.text) for one in element.traits if one.weight)
    return [name for name in own if name in known]


def marks(faces: Sequence[int]) -> int:
    """The marks among dice of the GM (ROL-1)."""
    return sum(face >= MARK_FROM for face in faces)


def pooled(element: Element, pool: str) -> int:
    """The dice that an element has in a pool now, as many as are rolled at once at most."""
    return max(0, min(MOST, element.dice.get(pool, 0)))


def faced(condition: Condition) -> int:
    """The dice of a condition's challenge."""
    return max(0, min(MOST, condition.challenge))


SIDES: Final = ("for the players", "for the other side")
ENDS: Final = ("the players win", "the other side wins")
"""Whose the two running totals of a condition are, and what each means when it is reached."""


def ended(condition: Condition) -> tuple[bool, bool]:
    """Whether the running totals of a condition have ended it, for the players and for the other side (CNF-8)."""
    return 0 < condition.goal <= condition.total, 0 < condition.goal <= condition.lost


def unmet(table: Table, condition: Condition) -> list[Seat]:
    """Those in the scene who have not dealt with a condition of each round yet in this one; nobody once its running
    totals have ended it (CNF-8)."""
    if not condition.every_round or not table.play.round or any(ended(condition)):
        return []
    return [one for one in table.seats if not one.away and one.id not in condition.answered]


def whose_turn(table: Table) -> Seat | None:
    """Whose part of the players' phase it is in a conflict between players: the first in the order who has not acted
    (CNF-6); nobody without an order."""
    left = (who for who in table.play.order if who not in table.play.acted)
    return next((seat for who in left for seat in table.seats if seat.id == who), None)
