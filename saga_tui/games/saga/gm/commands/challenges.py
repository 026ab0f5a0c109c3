"""Commands of challenges, for one or several, of conditions that are dealt with each round, and of the order in a
conflict between players (ROL-2, ROL-3, ROL-8, ROL-9, CNF-6, CNF-8, RFX-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field

from saga_tui.engine.command import Command as AnyCommand
from saga_tui.engine.command import Outcome
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.model import read_json
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.commands.base import Dice, LongText, Numbers, Pool, SeatId, Skills, TableCommand, Words, of
from saga_tui.games.saga.gm.commands.conditions import condition_of, counted, put_condition
from saga_tui.games.saga.gm.commands.rolled import Rolled, RollWith, last
from saga_tui.games.saga.gm.commands.together import Together
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Condition, Strike, Table
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.words import POOLS, Skill
from saga_tui.words import listed, plural

Net = Annotated[int, Field(ge=-999, le=999)]


def _rolls(said: object) -> object:
    """JSON as a table; a list where commas have parted it as it was typed."""
    if isinstance(said, (list, tuple)):
        said = ",".join(map(str, said))
    return read_json(said) if isinstance(said, str) and said.strip() else said or {}


Rolls = Annotated[dict[str, RollWith], BeforeValidator(_rolls), Field(max_length=100)]
"""What each player's roll is put together of, by id or name."""


class Several(Together, Rolled):
    """A roll of one or several characters, each by the own sheet."""

    filled: ClassVar[tuple[str, ...]] = ("nets", "dramatic")

    by_name: ClassVar[tuple[str, ...]] = ("to", "rolls")

    rolls: Rolls = Field(default_factory=dict)
    """What each roll is put together of, as JSON: `{"Kestrel": {"force": 1}}`."""
    nets: dict[str, Net] = Field(default_factory=dict)
    """The net marks of each."""
    dramatic: tuple[Words, ...] = ()
    """The ids of those whose chance roll failed dramatically (ROL-8)."""

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With the net marks of each."""
        found = super().told(document, outcomes)
        made = {
            who: roll for who, one in outcomes.items() if (roll := last(one)) is not None and one.command.verb == "roll"
        }
        nets = {who: roll.net for who, roll in made.items()}
        return found.model_copy(
            update={"nets": nets, "dramatic": tuple(who for who, roll in made.items() if roll.dramatic)}
        )

    def lent(self, edit: TableEdit) -> None:
        """Ally dice on any of the rolls are taken (ROL-9)."""
        for who in self.took:
            edit.use_allies(self.ally_dice(of(edit.now, self.rolls, who, {})), who)

    def result(self, who: str) -> str:
        """What the net marks of one mean, in words (ROL-2, ROL-3)."""
        net = self.nets[who]
        how = (
            "a dramatic failure"
            if who in self.dramatic
            else "a tie"
            if not net
            else "success"
            if net > 0
            else "failure"
        )
        return f"{plural(net, 'net mark')}, {how}"


class Challenge(
    Several, verb="challenge", title="Challenge one or several", rules="ROL-3 ROL-9 ROL-2 ROL-8 CNF-8 RFX-1"
):
    """Challenge one or several characters with dice: each rolls against all of them, or against a share where they
    split them. A tie is a qualified success; one failed roll may fail the whole task. The dice of an element
    can be the challenge."""

    rating: Dice = 0
    """The dice of the challenge: 1–5 easy, 6–15 very difficult, 16+ exceptional."""
    skill: Skill = "athletics"
    skills: Skills = Field(default_factory=dict)
    """Another skill for some: `Kestrel:stealth`."""
    against: Annotated[Words, Of("element", part=True)] = ""
    """An element whose dice are the challenge."""
    pool: Pool = "physical"
    """Which of its dice."""
    share: Numbers = Field(default_factory=dict)
    """How many of the dice each faces: `Kestrel:3`."""
    split: bool = False
    """Split the dice evenly among them."""
    together: bool = False
    """One failed roll fails the whole task."""
    reflexive: bool = False
    condition: Annotated[Words, Of("condition", part=True)] = ""
    """A condition whose running totals the net marks move."""

    def dice_of(self, table: Table) -> int:
        """The dice of the challenge."""
        element = state.element_of(table, self.against) if self.against else None
        return state.pooled(element, self.pool) if element is not None else self.rating

    def meant(self, table: Table) -> list[state.Seat]:
        """Those named; else all in the scene; of a condition that is met each round those who have not met it yet."""
        found = super().meant(table)
        condition = _condition(table, self.condition)
        if self.to or condition is None or not condition.every_round:
            return found
        return [one for one in found if one.id not in condition.answered]

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The character's own roll against its share."""
        facing = [one.id for one in self.meant(table) if not one.away or one.id in self.to]
        dice, place = self.dice_of(table), facing.index(who) if who in facing else 0
        if self.split and facing:
            dice = dice // len(facing) + (place < dice % len(facing))
        dice = int(of(table, self.share, who, dice))
        skill = str(of(table, self.skills, who, self.skill))
        roll = of(table, self.rolls, who, {})
        faced = bool(self.condition) and in_conflict(table.play) and not any(roll.get(asset) for asset in POOLS)
        more = {"opposing": dice, "opposition": "challenge", "reflexive": self.reflexive or faced, "hold": False}
        return self.made(skill, roll, **more)

    def apply(self, edit: TableEdit) -> None:
        """What came of it; ties and dramatic failures ask the GM."""
        self.check(edit)
        if self.against and edit.element(self.against) is None:
            return
        if sum(self.share.values()) > self.dice_of(edit.now):
            message = f"The challenge has {plural(self.dice_of(edit.now), 'die')}, not {sum(self.share.values())}"
            edit.object("ROL-9", message, "Share fewer.", code="share")
        self.lent(edit)
        against = self.against or plural(self.dice_of(edit.now), "die")
        edit.say(f"challenge of {against} for {self.names(edit)}", "ROL-3")
        for who in self.nets:
            edit.say(f"{edit.name(who)}: {self.result(who)}", "ROL-2")
        self._whole(edit)
        if self.condition:
            self._counts(edit)

    def _whole(self, edit: TableEdit) -> None:
        """Whether the whole task succeeds, and what the GM is asked (ROL-3, ROL-8, ROL-9)."""
        failed = [who for who, net in self.nets.items() if net < 0 or who in self.dramatic]
        if self.together and self.nets:
            why = f"{listed(map(edit.name, failed))} failed" if failed else "no one failed"
            edit.say(f"the whole task {'fails' if failed else 'succeeds'}: {why}", "ROL-9")
        for who, net in self.nets.items():
            if who in self.dramatic:
                edit.ask(Ask(what="dramatic failure", kind=edit.name(who), rule="ROL-8"))
            elif not net:
                edit.ask(Ask(what="qualified success", kind=edit.name(who), rule="ROL-3"))

    def _counts(self, edit: TableEdit) -> None:
        """The running totals: the players' net marks, and those of the other side (CNF-8)."""
        condition = condition_of(edit, self.condition)
        if condition is None:
            return
        won, lost = (sum(max(0, sign * net) for net in self.nets.values()) for sign in (1, -1))
        now = counted(edit, condition, won, lost)
        put_condition(edit, now, answered=tuple(dict.fromkeys([*now.answered, *self.nets])))


class Resist(Several, verb="resist", title="Resist a condition", rules="CNF-8 RFX-1 ROL-3 DMG-6"):
    """Each character faces a condition that returns every round: a reflexive roll against its challenge, or 1 force.
    Whoever fails takes 1 fear, or what else it brings; ally dice roll too, or lose a die."""

    condition: Annotated[Words, Of("condition", part=True)]
    skill: Skill = "influence"
    """What resists, as the GM says."""
    pay: tuple[SeatId, ...] = ()
    """Who pays 1 force instead of rolling."""
    yields: tuple[SeatId, ...] = ()
    """Who does not resist at all."""
    damage: Dice = 1
    """What failing costs."""
    kind: Literal["pain", "doubt", "fear", "kismet"] = "fear"
    allies: bool = False
    """Whether ally dice roll too, once a round, and lose a die where they fail."""

    def meant(self, table: Table) -> list[state.Seat]:
        """Those named, else all who have not dealt with it this round."""
        condition = _condition(table, self.condition)
        answered = condition.answered if condition is not None and not self.to else ()
        return [one for one in super().meant(table) if one.id not in answered]

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """A token, the harm, or a reflexive roll."""
        condition = _condition(table, self.condition)
        if who in self.pay:
            return RULES.command("spend", {"asset": "force", "amount": 1, "why": self.condition})
        if who in self.yields:
            said = {"kind": self.kind, "amount": self.damage, "who": self.condition}
            return RULES.command("take-damage", said) if self.damage else None
        dice = state.faced(condition) if condition is not None else 0
        more = {"opposing": dice, "opposition": "challenge", "reflexive": True, "hold": False}
        return self.made(self.skill, of(table, self.rolls, who, {}), **more)

    def dice_needed(self, document: Any) -> int:
        """The ally dice, and those of the challenge against them."""
        condition = _condition(document, self.condition)
        if not self.allies or condition is None or condition.allied:
            return 0
        allies = sum(state.free(one) for one in document.play.allies)
        return allies + state.faced(condition) * len(_left(document)) if allies else 0

    def apply(self, edit: TableEdit) -> None:
        """Who failed has harm on its way; all of them have dealt with it this round."""
        self.check(edit)
        condition = condition_of(edit, self.condition)
        if condition is None:
            return
        self.lent(edit)
        number = max((one.act for one in edit.play.strikes), default=0) + 1
        for who in self.took:
            name = edit.name(who)
            if who in self.nets:
                edit.say(f"{name} resists “{condition.name}”: {self.result(who)}", "CNF-8")
                if (self.nets[who] < 0 or who in self.dramatic) and self.damage:
                    made = Strike(
                        act=number, by=condition.name, target=who, kind=self.kind, amount=self.damage, at_once=True
                    )
                    edit.put("CNF-8", strikes=(*edit.play.strikes, made))
                    edit.say(f"{self.damage} {self.kind} on its way to {name}, cannot be blocked", "CNF-8")
            elif who in self.pay:
                edit.say(f"{name} resists “{condition.name}” with 1 force", "CNF-8")
            else:
                edit.say(f"{name} gives way to “{condition.name}”: {self.damage} {self.kind}", "CNF-8")
        allies = self.allies and not condition.allied
        if allies:
            self._allies(edit, condition)
        allied = condition.allied or (allies and bool(edit.before.play.allies))
        put_condition(edit, condition, allied=allied, answered=tuple(dict.fromkeys([*condition.answered, *self.took])))

    def _allies(self, edit: TableEdit, condition: Condition) -> None:
        """Ally dice roll against the challenge too, or lose one die (CNF-8)."""
        for before in _left(edit.before):
            allies = next(one for one in edit.play.allies if (one.name, one.side) == (before.name, before.side))
            own, theirs = edit.take_dice(state.free(before)), edit.take_dice(state.faced(condition))
            net = state.marks(own) - state.marks(theirs)
            name = before.name or "ally dice"  # each pool by itself, where sides have divided them
            edit.say(f"{name} resist “{condition.name}”: {plural(net, 'net mark')}", "CNF-8")
            if net < 0:
                edit.lose_allies(allies, 1)


class Order(Several, verb="order", title="Roll for the order", rules="CNF-6 RFX-1"):
    """Roll for the order of a conflict between players: a reflexive Athletics or Awareness roll each, most marks first,
    ties by ranks in the skill. If two are still tied, name them and roll again."""

    filled: ClassVar[tuple[str, ...]] = ("ranks",)

    skill: Literal["athletics", "awareness"] = "athletics"
    skills: Skills = Field(default_factory=dict)
    """Who uses the other one: `Kestrel:awareness`."""
    ranks: dict[str, Net] = Field(default_factory=dict)
    """The ranks of each in the skill used."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """A reflexive roll that nothing opposes."""
        skill = str(of(table, self.skills, who, self.skill))
        return self.made(
            skill, of(table, self.rolls, who, {}), reflexive=True, opposing=0, opposition="neutral", hold=False
        )

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With the ranks of each too."""
        found = super().told(document, outcomes)
        used = {who: getattr(outcomes[who].command, "skill", self.skill) for who in found.nets}
        ranks = {who: derive.ranks(outcomes[who].after, skill).total for who, skill in used.items()}
        return found.model_copy(update={"ranks": ranks})

    def apply(self, edit: TableEdit) -> None:
        """The order; of some who roll again, in the places they had."""
        self.check(edit)
        sorted_ = self.first_to_last()
        old = edit.play.order
        if {*sorted_} <= {*old}:
            fresh = iter(sorted_)
            new = tuple(next(fresh) if who in self.nets else who for who in old)
        else:
            new = (*sorted_, *(who for who in old if who not in self.nets))
        edit.put("CNF-6", order=new)
        shown = (f"{edit.name(who)} ({plural(self.nets[who], 'mark')})" for who in sorted_)
        edit.say(f"order: {', '.join(shown) or 'no one'}", "CNF-6")
        for even in self.even():
            edit.say(f"tie between {listed(map(edit.name, even))}: roll again", "CNF-6")

    def first_to_last(self) -> list[str]:
        """Those who rolled, most marks first, ties by ranks."""
        return sorted(self.nets, key=lambda who: (-self.nets[who], -self.ranks.get(who, 0)))

    def even(self) -> Iterator[list[str]]:
        """Those who have as many marks and ranks as another: they roll again."""
        order = self.first_to_last()
        keys = [(self.nets[who], self.ranks.get(who, 0)) for who in order]
        for key in dict.fromkeys(keys):
            even = [who for who, one in zip(order, keys, strict=True) if one == key]
            if len(even) > 1:
                yield even


class GmSays(TableCommand, verb="gm-says", title="Say what it means", rules="ROL-3 ROL-8 CNF-3", group="notes"):
    """Say what a tie, a dramatic failure or an empty pool means: it answers the GM's oldest open question."""

    answers = ("qualified success", "dramatic failure")

    words: LongText = ""

    def apply(self, edit: TableEdit) -> None:
        """The oldest question is answered."""
        asks = edit.play.asks
        if not asks:
            edit.object(
                "ROL-3", "No question is open", "There is nothing to answer.", code="none", where=("play", "asks")
            )
            return
        edit.answered(asks[0].what, kind=asks[0].kind)
        edit.say(f"{asks[0].kind}, {asks[0].what}: {self.words or 'answered'}", asks[0].rule)


def _condition(table: Table, name: str) -> Condition | None:
    return next((one for one in table.play.conditions if name and one.name.casefold() == name.casefold()), None)


def _left(table: Table) -> list[state.Allies]:
    """The ally dice of which any are free."""
    return [one for one in table.play.allies if state.free(one)]
