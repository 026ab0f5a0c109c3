"""What a fight of many games counts: who acts when, and bonuses in hand for later. Play has them as `order` and `held`.

A game declares a command of its own below each of these, with its verb and its rules: the first of them is named where
one objects.
"""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.command import Command, Index, Words
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.problem import near

FIGHTERS: Final = "fighter"
"""The list of those who are in the order (`Rules.lists`); `YOU` stands for the character."""
BONUSES: Final = "bonus"
YOU: Final = "you"
Somebody = Annotated[Words, Of(FIGHTERS)]


class Turn(Model):
    """Somebody in the order of a fight; the one without a name is the character."""

    name: Name = ""
    rank: Whole = 0
    tie: Whole = 0
    """What decides between equal ranks."""
    passed: bool = False
    """Passes this round."""
    out: bool = False
    acts: bool = False
    """Whether it is their turn."""
    numbers: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """What is known of them, by the names that rolls against them have for it: `{"against": 10, "armour": 4}`."""

    @property
    def called(self) -> str:
        """As lines name them."""
        return self.name or YOU


class Bonus(Model):
    """Something held for later."""

    what: Name = ""
    against: Name = ""
    degrees: Whole = 1
    until: Whole = 0
    """The round with whose end it goes; 0: none."""

    @property
    def told(self) -> str:
        """It in words: `hold against Vera, +1`."""
        return f"{self.what}{f' against {self.against}' if self.against else ''}, +{self.degrees}"


# ---- the order


def sort(order: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """High to low; equal ranks by what decides between them, else as they stood."""
    return tuple(sorted(order, key=lambda one: (-one.rank, -one.tie)))


def place_of(order: tuple[Turn, ...], name: str) -> int | None:
    """Where somebody stands in the order; nothing: nowhere."""
    told = "" if name.casefold() == YOU else name.casefold()
    return next((at for at, one in enumerate(order) if one.name.casefold() == told), None)


def set_rank(edit: Any, name: str, rank: int, rule: str) -> None:
    """Another rank for somebody in the order."""
    order = edit.game.play_of(edit.now).order
    at = place_of(order, name)
    if at is None:
        return
    made = order[at].model_copy(update={"rank": rank})
    edit.put(rule, order=sort((*order[:at], made, *order[at + 1 :])))
    edit.say(f"initiative of {made.name}: {rank}" if made.name else f"your initiative: {rank}", rule)
    if any((one.rank, one.tie) == (rank, made.tie) for one in order if one is not order[at]):
        edit.say("a tie: roll again, or agree on an order", rule)


def move(edit: Any, name: str, beside: str, rule: str, *, before: bool) -> None:
    """Puts somebody just before or after another, at that rank, which stays theirs."""
    order = [*edit.game.play_of(edit.now).order]
    mine, other = place_of(tuple(order), name), place_of(tuple(order), beside)
    if mine is None or other is None or mine == other:
        return
    rank = order[other].rank
    one = order.pop(mine)
    order.insert(other - (mine < other) + (not before), one.model_copy(update={"rank": rank}))
    edit.put(rule, order=tuple(order))
    edit.say(f"{one.called}: just {'before' if before else 'after'} {beside}, rank {rank}", rule)


def give_turn(edit: Any, name: str | None, rule: str) -> None:
    """It is the turn of the one of that name, of nobody at `None`."""
    order = edit.game.play_of(edit.now).order
    made = tuple(one.model_copy(update={"acts": one.name == name}) for one in order)
    if made != order:
        edit.put(rule, order=made)


class Ordered(Command):
    """A command about somebody in the order."""

    def known(self, edit: Any, *names: str) -> bool:
        """Whether all of them are in the order; objects to one who is not."""
        order = edit.game.play_of(edit.now).order
        for name in names:
            if place_of(order, name) is None:
                fix = near(name, [one.called for one in order], "The order is still empty.")
                edit.object(next(iter(self.rules), ""), f"No one here is called {name}", fix, code="unknown")
                return False
        return True

    def read(self, edit: Any, said: Iterable[str]) -> dict[str, int] | None:
        """Numbers of somebody as they are typed, `armour=4`; objects to what is none."""
        found = {}
        for one in said:
            key, _, value = one.partition("=")
            if not re.fullmatch(r"-?\d{1,4}", value.strip(), re.ASCII):
                edit.object(self.rules[0], f"{one!r} is no number of theirs", "Write them as armour=4.", code="number")
                return None
            found[key.strip()] = int(value)
        return found

    def mark(self, edit: Any, name: str, **marks: Any) -> None:
        """Sets marks of somebody in the order."""
        order = edit.game.play_of(edit.now).order
        at = place_of(order, name)
        if at is not None:
            made = order[at].model_copy(update=marks)
            edit.put(next(iter(self.rules), ""), order=(*order[:at], made, *order[at + 1 :]))


class Out(Ordered):
    """Somebody is out of the fight, or back in it. A minor figure who failed a shock roll may be out for good."""

    shocks: ClassVar[str] = ""
    """The rule of that."""
    foe: Somebody
    back: bool = False
    shock: bool = False
    """A minor figure that failed a shock roll."""
    for_good: bool | None = None
    """Held dead, or mad, as the GM says."""

    def lost(self, document: Any) -> str:
        """Whether the group plays so: `always`, `ask` or `never`."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """Marked; out for good where the group plays so."""
        if not self.known(edit, self.foe):
            return
        mode, rule = self.lost(edit.now) if self.shock else "", self.shocks if self.shock else self.rules[0]
        if mode == "ask" and self.for_good is None:
            edit.object(rule, f"Is {self.foe} out for good?", "Say yes or no.", code="choose")
        if mode == "never" and self.for_good:
            edit.object(rule, "Your group lets no one die of a shock", "They only faint.", code="switch")
        good = self.for_good or (mode == "always" and self.for_good is None)
        self.mark(edit, self.foe, out=not self.back)
        words = "back in the fight" if self.back else "out for good" if good else "faints" if self.shock else "out"
        edit.say(f"{self.foe}: {words}", rule)


class Join(Ordered):
    """Others join the fight: a die and their initiative each, thrown here or told."""

    again: ClassVar[int] = 0
    """The face of a die that is thrown again; 0: none is."""
    name: tuple[Words, ...] = Field(min_length=1, max_length=12)
    initiative: int = Field(default=5, ge=-99, le=999)
    """What is added to the die; it decides a tie too."""
    die: tuple[Annotated[int, Field(ge=1, le=999)], ...] = Field(default=(), max_length=12)
    """What the die of each came to, where it was thrown at the table."""

    rank: int | None = Field(default=None, ge=-99, le=999)
    """Their rank, where it is told: no die is thrown then."""
    numbers: tuple[Words, ...] = Field(default=(), max_length=20)
    """What is known of them, for rolls against them: against=10, armour=4."""

    def draws(self, document: Any) -> Draw:
        """One for each whose die was not told."""
        count = 0 if self.rank is not None else max(0, len(self.name) - len(self.die))
        return Draw(count, self.sides, again=self.again)

    def apply(self, edit: Any) -> None:
        """They stand in the order."""
        rule = next(iter(self.rules), "")
        if odd := [die for die in self.die if not Draw(1, self.sides, again=self.again).shows(die)]:
            edit.object(edit.game.ids.dice, f"1 die cannot come to {odd[0]}", "Enter what it came to.", code="dice")
        known = self.read(edit, self.numbers)
        if known is None:
            return
        thrown = [*self.die, *(sum(one) for one in self.draws(edit.now).split(edit.dice)), *(0 for _ in self.name)]
        for name, die in zip(self.name, thrown, strict=False):
            order = edit.game.play_of(edit.now).order
            if not name.strip() or place_of(order, name) is not None:
                edit.object(rule, f"“{name}” is in the fight already", "Give another name.", code="twice")
                continue
            edit.put(rule, order=(*order, Turn(name=name, tie=self.initiative, numbers=known)))
            set_rank(edit, name, self.initiative + die if self.rank is None else self.rank, rule)


class Note(Ordered):
    """Note what is known of somebody in the order, for rolls against them."""

    foe: Somebody
    numbers: tuple[Words, ...] = Field(default=(), max_length=20)
    """Each as armour=4."""

    def apply(self, edit: Any) -> None:
        """Added to what was known."""
        found = self.read(edit, self.numbers) if self.known(edit, self.foe) else None
        if found:
            order = edit.game.play_of(edit.now).order
            before = order[place_of(order, self.foe) or 0].numbers
            self.mark(edit, self.foe, numbers=before | found)
            told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in found.items())
            edit.say(f"noted of {self.foe}: {told}", self.rules[0])


class Wait(Ordered):
    """Wait: act just after somebody, at that rank, which stays yours."""

    after: Somebody
    fighter: Somebody = YOU
    """Who waits."""

    def apply(self, edit: Any) -> None:
        """Another place in the order; a turn that it was goes to the next."""
        if self.known(edit, self.fighter, self.after):
            order = edit.game.play_of(edit.now).order
            at = place_of(order, self.fighter) or 0
            if order[at].acts and at + 1 < len(order):
                give_turn(edit, order[at + 1].name, self.rules[0])
            move(edit, self.fighter, self.after, self.rules[0], before=False)


class CutIn(Ordered):
    """Cut in on an expected action: who wins the opposed roll acts just before, who loses just after, at that rank."""

    on: Somebody
    won: bool = True
    fighter: Somebody = YOU
    """Who cuts in."""

    def apply(self, edit: Any) -> None:
        """Another place in the order."""
        if self.known(edit, self.fighter, self.on):
            move(edit, self.fighter, self.on, self.rules[0], before=self.won)
            order = edit.game.play_of(edit.now).order
            if self.won and any(one.acts for one in order):
                give_turn(edit, order[place_of(order, self.fighter) or 0].name, self.rules[0])


class PassRound(Ordered):
    """Pass this whole round."""

    fighter: Somebody = YOU

    def apply(self, edit: Any) -> None:
        """Noted until the round ends, where it was not used; play may have what for as `acted`."""
        used = getattr(edit.game.play_of(edit.now), "acted", "")
        if used and self.fighter == YOU:
            edit.object(self.rules[0], f"This round is used: {used}", "Pass the next.", code="acted")
        if self.known(edit, self.fighter):
            self.mark(edit, self.fighter, passed=True)
            words = "you pass" if self.fighter == YOU else f"{self.fighter} passes"
            edit.say(f"{words} this round", self.rules[0])


# ---- bonuses in hand


def gain(edit: Any, made: Bonus, rule: str) -> None:
    """A bonus in hand; one of the same kind against the same person is renewed, not added to."""
    held = edit.game.play_of(edit.now).held
    kept = tuple(one for one in held if (one.what, one.against) != (made.what, made.against))
    edit.put(rule, held=(*kept, made))
    edit.say(f"bonus: {made.told}{f', until round {made.until} ends' if made.until else ''}", rule, way="comes")


def lose(edit: Any, goes: Callable[[Bonus], bool], rule: str) -> None:
    """Bonuses go unused, but for those that are skipped."""
    held, kept = edit.game.play_of(edit.now).held, []
    for one in held:
        if not goes(one) or edit.skips(f"{one.what} {one.against}"):
            kept.append(one)
        else:
            edit.say(f"unused: {one.told}", rule, way="goes")
    edit.all_of_it()
    if len(kept) != len(held):
        edit.put(rule, held=tuple(kept))


class GainBonus(Command):
    """Gain a bonus for later."""

    span: ClassVar[str] = "round"
    """What its end is counted in, while it is open."""
    what: Words = "hold"
    against: Annotated[Words, Of(FIGHTERS)] = ""
    degrees: int = Field(default=1, ge=1, le=20)
    rounds: int = Field(default=0, ge=0, le=99)
    """How many rounds after this one it lasts; 0: until something else ends it."""

    def apply(self, edit: Any) -> None:
        """It is in hand."""
        now = getattr(edit.game.play_of(edit.now), self.span)
        until = now + self.rounds if self.rounds and edit.game.clock.is_open(edit.now, self.span) else 0
        made = Bonus(what=self.what, against=self.against, degrees=self.degrees, until=until)
        gain(edit, made, next(iter(self.rules), ""))


class UseBonus(Command):
    """Use a bonus in hand, or let it go."""

    bonus: Annotated[Index, Of(BONUSES)] = 0

    def apply(self, edit: Any) -> None:
        """It is gone."""
        held, rule = edit.game.play_of(edit.now).held, next(iter(self.rules), "")
        if self.bonus >= len(held):
            edit.object(rule, "There is no such bonus in hand", "Choose one from the list.", code="none")
            return
        edit.put(rule, held=(*held[: self.bonus], *held[self.bonus + 1 :]))
        edit.say(f"used: {held[self.bonus].told}", rule)
