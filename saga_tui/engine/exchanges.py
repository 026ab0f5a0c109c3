"""Exchanges at a table with cards: members act on opponents or are attacked by them, and play cards on it; what comes
of it waits until results are dealt out, while the cards of a bank may turn it. One member may act on another, too.

A game's play is an `ExchangePlay`, its table an `ExchangeTable`, its edits are `Exchanging`; what is done stands in
`engine.exchange_acts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from pydantic import Field

from saga_tui.engine import document, edges, one_pile, opponents
from saga_tui.engine.clock import Clock
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.findings import Findings
from saga_tui.engine.hand import Numbers
from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.engine.one_pile import words
from saga_tui.engine.opponents import Opposed
from saga_tui.engine.sitting import stranger
from saga_tui.problem import Problem
from saga_tui.words import inflect, plural

# ---- what is there


class Deed(Model):
    """An action of a member, or a `counter` action, whose result is not dealt out yet. `wounds` are what it deals
    without what was spent on it, below 0 where a defence is more; a `rival` is another member who acts on this one."""

    spends: ClassVar[str]
    """The field that counts what the bank spent on it after the play."""
    who: Name = ""
    foe: Name = ""
    counter: bool = False
    rival: bool = False
    total: Whole = 0
    difficulty: Whole = 0
    level: Whole = 0
    """What of the difficulty is the level that the one who leads set, where another may still move it."""
    wounds: Whole = 0
    own: Numbers = Field(default=(), max_length=LONGEST)
    """Cards that were played for it and came to the bank: nothing of them is spent on itself."""

    @property
    def goal(self) -> int:
        """What is to be reached, with what the bank spent on it."""
        return self.difficulty + int(getattr(self, self.spends))

    @property
    def met(self) -> bool:
        """Whether it is a success."""
        return self.total >= self.goal

    @property
    def result(self) -> str:
        """The same as a word."""
        return "success" if self.met else "failure"

    @property
    def dealt(self) -> int:
        """The wounds that it brings: what the bank spent on a counter action counts among them."""
        if self.counter:
            return 0 if self.met else max(0, self.wounds + self.goal - self.difficulty)
        return self.wounds * self.met


class ExchangePlay(document.Play):
    """Where the table stands: `step` is that of the exchange, from 1; `open` the card that lies open, `event` the last
    one that told what happens; `acted` and `surprised` are members by their ids."""

    evening: Whole = 0
    scene: Whole = 0
    fight: Whole = 0
    exchange: Whole = 0
    step: Whole = 0
    open: Whole = 0
    event: Whole = 0
    bank: Numbers = Field(default=(), max_length=LONGEST)
    discard: Numbers = Field(default=(), max_length=LONGEST)
    foes: tuple[Any, ...] = Field(default=(), max_length=LONGEST)
    deeds: tuple[Any, ...] = Field(default=(), max_length=LONGEST)
    acted: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    surprised: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    healed: bool = False
    """The open card has healed opponents."""


class ExchangeTable(one_pile.CardTable):
    """A table with exchanges."""

    healing: ClassVar[Mapping[str, str]]
    """Whom an open card heals, by its sign: `allies`, `opponents`."""
    play: ExchangePlay = ExchangePlay()

    @property
    def early(self) -> bool:
        """Whether the bank is spent before cards are played only."""
        return self.goes("early")

    @property
    def spendable(self) -> list[int]:
        """The places of the bank's cards that may be spent on the last deed: not of those that were played for it."""
        own, left = [*(self.play.deeds[-1].own if self.play.deeds else ())], list[int]()
        for at, one in enumerate(self.bank):
            if one.number in own:
                own.remove(one.number)
            else:
                left.append(at)
        return left

    @property
    def at_once(self) -> bool:
        """Whether what an action does is dealt out at once."""
        return self.goes("at_once")

    @property
    def heals(self) -> str:
        """Whom the open card heals: nobody, where it is none of those that do."""
        return type(self).healing.get(self.card.aura, "") if self.card is not None else ""

    def free(self, members: Iterable[str] | None = None) -> tuple[list[str], list[Any]]:
        """Who may still act in this exchange: members by their ids, and opponents."""
        play, sit = self.play, members if members is not None else [one.id for one in self.seats]
        left = [who for who in sit if who not in (*play.acted, *play.surprised)]
        return left, [one for one in play.foes if not (one.acted or one.state or one.surprised or one.ally)]


class Exchanging(Opposed):
    """One command's work on such a table."""

    now: Any
    used_by: ClassVar[str] = ""
    """The rule of used cards."""

    @property
    def play(self) -> Any:
        """Where the table stands now."""
        return self.now.play

    @property
    def fights(self) -> bool:
        """Whether a fight is on."""
        return self.game.clock.is_open(self.now, "fight")

    def lay(self, numbers: Iterable[int]) -> None:
        """Puts used cards into the discard, where there is one."""
        one_pile.lay(self, numbers, self.used_by)

    def sits(self, who: str, rule: str) -> bool:
        """Whether a member sits there, and nothing is against the command so far; objects where not."""
        if not any(seat.id == who for seat in self.now.seats):
            stranger(self, who, rule)
        return not self.problems

    def deal(self, deed: Deed) -> None:
        """What a member's action does to its target."""
        if deed.dealt and (foe := self.foe(deed.foe)) is not None:
            self.hit(foe, deed.dealt, self.play.exchange * self.fights)

    def spend(self, names: Sequence[str], rule: str, told: str, among: Sequence[Any] | None = None) -> int:
        """Takes cards out of the bank, by name or value; objects to what is not there, or not `among` those that may be
        spent. Gives their sum."""
        left, taken = self.now.bank, list[Any]()
        may = [*(left if among is None else among)]
        for name in names:
            said = name.strip().casefold()
            same = [one for one in may if said in (one.name.casefold(), str(one.value))]
            if not same:
                own = any(said in (one.name.casefold(), str(one.value)) for one in left)
                message = f"{name.strip()} was just played for it" if own else f"The bank has no {name.strip()}"
                self.object(rule, message, f"The bank: {words(may, 'empty')}.", code="bank")
                return 0
            may.remove(same[0])
            left.remove(same[0])
            taken.append(same[0])
        if taken:
            self.put(rule, bank=tuple(one.number for one in left))
            self.lay(one.number for one in taken)
            self.say(told.format(cards=words(taken)), rule, way="goes")
        return sum(one.value for one in taken)


# ---- what happens at edges


def _unhurt(rule: str, edit: Any, _: Any) -> None:
    """A fight begins: nobody was hurt or felled in it yet, nothing waits."""
    edit.put_foes(rule, hurt=0, felled=0)
    edit.put(rule, deeds=())


def _allies(rule: str, edit: Any, _: Any) -> None:
    """The open card heals members' friends whom the one who leads has."""
    for one in edit.play.foes if edit.now.heals == "allies" else ():
        if one.ally:
            edit.heal(one, edit.now.card.value, rule)


def _fresh(rule: str, edit: Any, _: Any) -> None:
    """All may act again."""
    edit.put_foes(rule, acted=False, surprised=False)
    edit.put(rule, acted=(), surprised=(), healed=False)


def _waiting(rule: str, edit: Any, _: Any) -> None:
    """Objects while somebody's wounds are not dealt out: the next fight begins without them."""
    waits = [one for one in edit.play.deeds if one.dealt] if edit.fights else []
    if waits:
        told = f"{plural(len(waits), 'result')} still {inflect(len(waits), 'waits')}"
        edit.object(rule, told, "Deal out the results first.", code="waiting")


def _card_away(rule: str, edit: Any, _: Any) -> None:
    """The open card is done with."""
    edit.lay([edit.play.open])
    edit.put(rule, open=0, step=0)


ACTS: Final = {
    "unhurt": _unhurt,
    "allies-recover": _allies,
    "fresh": _fresh,
    "waiting": _waiting,
    "card-away": _card_away,
}


def acts(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What rows of edges do by their ids, each by its own rule."""
    return {row["id"]: partial(ACTS[row["id"]], row["rule"]) for row in rows if row.get("id") in ACTS}


def clock(rows: Sequence[Mapping[str, Any]]) -> Clock[Any]:
    """The time of such a table, by the rows of its edges."""
    return Clock(
        spans=("play", "evening", "scene", "fight", "exchange"),
        counters={span: (span,) for span in ("evening", "scene", "fight", "exchange")},
        resets=edges.table(rows, acts(rows)),
        short={"evening": "ev", "scene": "sc", "fight": "f", "exchange": "x"},
    )


# ---- numbers, lists, and what is odd


def entries(table: ExchangeTable, time: str, wounds: str) -> Iterator[Entry]:
    """The name, where play stands, and the health of each opponent, by these rules."""
    yield Entry("name", "Name", table.name, ("name",))
    for field in ("evening", "scene", "exchange"):
        told = counted(field, field.capitalize(), getattr(table.play, field), "so far", time)
        yield number(told, ("play", field), counted=True)
    yield from opponents.entries(table.play.foes, wounds)


def problems(table: ExchangeTable, findings: Findings) -> list[Problem]:
    """No seats (`seats`), and what is odd with opponents."""
    seats = [] if table.seats else [findings("seats", ("seats",))]
    return [*seats, *opponents.problems(table.play.foes, findings)]


LISTS: Final[Mapping[str, Callable[[Any], Sequence[str]]]] = {
    "seat": lambda table: [seat.name or seat.id for seat in table.seats],
    "seat id": lambda table: [seat.id for seat in table.seats],
    "seat file": lambda table: [seat.file for seat in table.seats],
    "foe": lambda table: [one.name for one in table.play.foes],
    "switch": lambda table: list(type(table).options()),
}
"""What parameters choose from."""
