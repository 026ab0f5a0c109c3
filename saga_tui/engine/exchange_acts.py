"""What is done at a table with exchanges (`engine.exchanges`): members play cards on opponents, against them or on each
other, cards of the bank turn what came of it, results are dealt out.

A game's commands of members say what is to be reached and what it does (`Played`). All else stands here, by the rules
of each command's own row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Field

from saga_tui.engine import one_pile
from saga_tui.engine.command import Command, Words
from saga_tui.engine.exchanges import Deed
from saga_tui.engine.fields import Of
from saga_tui.engine.one_pile import Banking, Cards, Members
from saga_tui.engine.opponents import FoeName
from saga_tui.engine.party import Part
from saga_tui.engine.sitting import SeatId
from saga_tui.words import plural

# ---- members play


class Played(Banking):
    """Cards of a member against what the one who leads sets."""

    group = "rolls"
    hidden = True
    typed: ClassVar[tuple[str, ...]] = ("hero", "cards", "by")
    deed: ClassVar[type[Deed]]
    sums: ClassVar[str] = ""
    """The rule of what an action comes to."""
    hands_on: ClassVar[tuple[str, ...]] = ()
    """The parameters that the member's own command gets."""
    does: ClassVar[str] = ""
    """The verb of that command."""
    filled: ClassVar[tuple[str, ...]] = (*Banking.filled, "shield", "shifts", "strong", "step")

    hero: SeatId
    cards: Cards = ()
    """The cards in their order: S7."""
    by: Words = "strength"
    """The ability or power."""
    push: Words = ""
    skill: Words = ""
    take: Annotated[int, Field(ge=0, le=99)] | None = None
    bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    more: Annotated[int, Field(ge=-10, le=10)] = 0
    """Levels on top."""
    shield: int = 0
    """What the member's defences take off wounds."""
    shifts: tuple[str, ...] = ()
    """What moves the level by what the member knows, has in hand or aims at."""
    strong: int = 0
    """The bonus of the weapon."""
    step: int = 4
    """How far apart the levels are."""

    # ---- a game's own

    def brings(self, document: Any, members: Members) -> Mapping[str, Any]:
        """What the member brings to it: values of parameters that are filled."""
        raise NotImplementedError

    def more_for(self, document: Any, member: Any) -> Mapping[str, Any]:
        """What else the member's own command gets; the difficulty may stay with the one who leads."""
        raise NotImplementedError

    def goal_of(self, opposed: int, card: int, spent: int, less: int) -> int:
        """What is to be reached: against a score that opposes, the open card, what the bank spends."""
        raise NotImplementedError

    def early(self) -> Sequence[str]:
        """The cards of the bank that are spent before cards are played."""
        return ()

    # ---- how it goes

    def theirs(self, document: Any, member: Any) -> Command:
        """The member's own command."""
        own = {name: getattr(self, name) for name in self.hands_on}
        return self.made(self.does, document, **own, **self.more_for(document, member))

    def seen(self, document: Any, members: Members) -> Self:
        """With what the member brings."""
        own = super().seen(document, members)
        return own.model_copy(update={**own.brings(document, members)}) if self.hero in members else own

    def parts(self, document: Any, members: Members) -> Sequence[Part]:
        """The member plays."""
        there = self.cards and self.hero in members
        return [Part(self.hero, self.theirs(document, members[self.hero]))] if there else []

    def unplayed(self, edit: Any) -> bool:
        """Whether nobody knows yet what the cards come to: it is only foreseen, or has to be played elsewhere."""
        if self.cards and self.total is None:
            edit.say(f"{edit.now.named(self.hero)} plays {', '.join(self.cards)}", self.sums)
            return True
        return False

    def enter(self, edit: Any, step: int, opposed: int, spent: int = 0, less: int = 0, **deed: Any) -> None:
        """The deed with what is to be reached waits for its result; outside a fight only the last one does, and the
        open card is done with."""
        lies = bool(edit.now.card) and (opposed or deed.get("foe"))
        goal = self.goal_of(opposed, edit.now.card.value if lies else 0, spent, less)
        total, goal = (self.came, goal) if self.cards else (0, max(goal, 1))
        one = self.deed(who=self.hero, total=total, difficulty=goal, own=self.banked, **deed)
        what = " counters " if one.counter else " acts on " if one.foe else ""
        told = f"{edit.now.named(self.hero)}{what}{one.foe}: {one.total} against {one.difficulty}"
        edit.say(f"{told}, {one.result}", self.sums)
        self.waits(edit, one, step)

    def waits(self, edit: Any, one: Deed, step: int) -> None:
        """The deed waits for its result."""
        edit.put(self.sums, step=max(step, edit.play.step) * edit.fights)
        if edit.fights and not one.counter and edit.now.at_once:
            edit.deal(one)
        else:
            edit.put(self.sums, deeds=(*(edit.play.deeds if edit.fights else ()), one))
        if edit.play.open and not edit.fights and not one.rival:
            edit.lay([edit.play.open])
            edit.put(self.sums, open=0)

    def may(self, edit: Any) -> bool:
        """Whether the member may act in this exchange, and plays at all; objects where not."""
        name, rule = edit.now.named(self.hero), self.rules[0]
        if edit.fights and self.hero in edit.play.surprised:
            edit.object(rule, f"{name} is surprised", "Wait for the next exchange.", code="surprised")
        if edit.fights and self.hero in edit.play.acted:
            edit.object(rule, f"{name} has acted", "One action an exchange.", code="acted")
        if not self.cards:
            edit.object(rule, "Nothing is played", "Name the cards.", code="cards")
        return bool(edit.sits(self.hero, rule))

    def has_acted(self, edit: Any) -> None:
        """It was the member's action in this exchange."""
        edit.put(self.rules[0], acted=(*edit.play.acted, self.hero) if edit.fights else ())


class Acts(Played):
    """A member acts, on an opponent or not."""

    spent: ClassVar[str] = ""
    """What is told of cards that the bank spends."""
    foe: FoeName = ""

    def opposed(self, document: Any) -> int:
        """The score of what opposes."""
        raise NotImplementedError

    def harms(self, foe: Any) -> int:
        """The wounds of a success."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """What it has to reach, and what it would do."""
        foe = edit.foe(self.foe) if self.foe else None
        if not self.may(edit) or self.unplayed(edit):
            return
        spent = edit.spend(self.early(), self.rules[0], self.spent)
        self.enter(edit, 2, self.opposed(edit.now), spent, foe=foe.name if foe else "",
                   wounds=self.harms(foe) if foe else 0)  # fmt: skip
        self.has_acted(edit)


class Counters(Played):
    """An opponent attacks a member, who counters with cards; without cards the attack hits."""

    typed = ("foe", "hero", "cards", "by")
    spent: ClassVar[str] = ""
    foe: FoeName
    piled: Annotated[int, Field(ge=0, le=99)] = 0
    """How many heroes are in the pile-on."""

    def less(self) -> int:
        """What the opponent loses who attacks several at once."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """What it has to reach, and what the member takes otherwise."""
        foe, rule = edit.foe(self.foe), self.rules[0]
        if foe is not None and (foe.state or foe.surprised):
            message = f"{foe.name} is {foe.state or 'surprised'}"
            edit.object(rule, message, "Another foe acts.", code="foe-out")
        elif foe is not None and edit.fights and foe.acted and self.piled < 2:
            fix = "One action an exchange; against a pile-on it may attack all."
            edit.object(rule, f"{foe.name} has acted", fix, code="acted")
        if foe is None or not edit.sits(self.hero, rule) or self.unplayed(edit):
            return
        less, card = self.less(), edit.now.card.value if edit.now.card else 0
        spent = edit.spend(self.early(), rule, self.spent)
        harm = foe.attack + foe.weapon + card - less + spent - self.shield
        self.enter(edit, 3, foe.attack, spent, less, foe=foe.name, counter=True, wounds=harm)
        edit.put_foe(foe, rule, acted=True)


class Challenges(Played):
    """One member acts on another: what it comes to, and the level, is what the other has to reach with cards of their
    own (`Answers`). No open card is added, and the bank spends nothing."""

    typed = ("hero", "rival", "cards", "by")
    rival: Annotated[Words, Of("seat", keys="seat id")]
    """The other one."""

    def harms(self) -> int:
        """The wounds that the other takes who does not reach it."""
        raise NotImplementedError

    def rating(self) -> int:
        """The level that the one who leads sets."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """It waits for the other's answer."""
        if self.rival == self.hero:
            edit.object(self.rules[0], "No one acts on themselves", "Name the other one.", code="self")
        if not self.may(edit) or not edit.sits(self.rival, self.rules[0]) or self.unplayed(edit):
            return
        name, other = edit.now.named(self.hero), edit.now.named(self.rival)
        goal = self.came + self.rating()
        edit.say(f"{name} acts on {other}: {self.came}; {other} has to reach {goal}", self.sums)
        one = self.deed(who=self.rival, foe=name, counter=True, rival=True, difficulty=max(1, goal),
                        level=self.rating(), wounds=self.harms())  # fmt: skip
        self.waits(edit, one, 2)
        self.has_acted(edit)


class Answers(Played):
    """A member answers what another did."""

    def moved(self) -> int:
        """What the member brings moves the level."""
        return 0

    def apply(self, edit: Any) -> None:
        """What it comes to against the other's."""
        found = [at for at, one in enumerate(edit.play.deeds) if one.rival and one.who == self.hero and not one.total]
        if not found:
            fix = "Another hero acts on this one first."
            edit.object(self.rules[0], "There is nothing to answer", fix, code="no-deed")
        if not edit.sits(self.hero, self.rules[0]) or self.unplayed(edit):
            return
        deeds = list(edit.play.deeds)
        one = deeds[found[0]]
        goal = one.difficulty + max(-one.level, self.moved())
        one = deeds[found[0]] = one.model_copy(update={"total": self.came, "difficulty": goal, "level": 0})
        edit.put(self.rules[0], deeds=tuple(deeds))
        told = f"{edit.now.named(self.hero)} answers {one.foe}: {one.total} against {one.difficulty}"
        edit.say(f"{told}, {one.result}", self.sums)


class Enters(one_pile.Uses, Banking):
    """Enter the cards that one member holds, as they lie on a real table: with one pile, rows that nobody else has."""

    mends: ClassVar[bool] = True
    filled: ClassVar[tuple[str, ...]] = (*Banking.filled, "lacking")
    lacking: Words = ""
    """Cards that lie elsewhere."""

    def seen(self, document: Any, members: Members) -> Self:
        """With the rows of the cards: what was held before lies in the pile again."""
        others = {who: one for who, one in members.items() if who != self.seat}
        own, pile, rows, lacking = super().seen(document, others), [*document.pile(others)], list[str](), list[str]()
        for said in self.cards if document.from_deck else ():
            number = document.lying(said, pile)
            rows.append(f"#{number}" if number else said)
            lacking += [said] if number and number not in pile else []
            pile = [one for one in pile if one != number]
        return own.model_copy(update={"cards": tuple(rows) or self.cards, "lacking": ", ".join(lacking)})

    def told(self, document: Any, outcomes: Mapping[str, Any]) -> Self:
        """Nothing was used."""
        return super().told(document, outcomes).model_copy(update={"gone": ()})

    def apply(self, edit: Any) -> None:
        """Noted; objects to cards that lie elsewhere."""
        if self.lacking:
            edit.object(self.rules[0], f"No such card is free: {self.lacking}", "Look again.", code="twice")
        super().apply(edit)


# ---- what comes of it


class Turns(Banking):
    """Spend cards of the bank on the last action, until its result is dealt out. Without cards: the cheapest set that
    turns the success."""

    typed = ("cards",)
    spent: ClassVar[str] = ""
    turning: ClassVar[Callable[[Sequence[int], int], Sequence[int]]]
    """The places of the values that turn a success by a margin most cheaply."""
    cards: Cards = ()
    """The cards of the bank: D7, or 7."""

    def apply(self, edit: Any) -> None:
        """The difficulty rises, the cards are gone."""
        rule, last = self.rules[0], edit.play.deeds[-1] if edit.play.deeds else None
        if edit.now.early:
            fix = "Spend it with the action."
            edit.object(rule, "Your group spends the bank before the cards", fix, code="before")
        if last is None or last.rival:
            why = "Nothing is spent between two heroes" if last else "No action waits for its result"
            edit.object(rule, why, "Spend it on the next one.", code="rival" if last else "no-deed")
            return
        *others, one = edit.play.deeds
        bank = [edit.now.bank[place] for place in edit.now.spendable]
        found = type(self).turning([card.value for card in bank], one.total - one.goal)
        if not (names := self.cards or [bank[place].name for place in found]):
            edit.object(rule, "No set of the bank turns it", "Name the cards to spend anyway.", code="none")
        more = one.goal - one.difficulty + edit.spend(names, rule, self.spent, bank)
        after = one.model_copy(update={one.spends: more})
        edit.put(rule, deeds=(*others, after))
        edit.say(f"{edit.now.named(one.who)}: {one.total} against {after.goal}, {after.result}", rule)


class Results(Banking):
    """Deal out the results: opponents lose health, members take wounds by their verb `does` with the parameters
    `given`, one attack on each at a time."""

    does: ClassVar[str] = ""
    given: ClassVar[Mapping[str, Any]] = {}

    @staticmethod
    def due(document: Any) -> Sequence[Deed]:
        """The deeds, up to the second that hurts the same member."""
        found, hurt = list[Deed](), set[str]()
        for one in document.play.deeds:
            if one.counter and one.dealt and one.who in hurt:
                break
            hurt |= {one.who} if one.counter and one.dealt else set()
            found.append(one)
        return found

    def parts(self, document: Any, members: Members) -> Sequence[Part]:
        """Members take what they did not counter."""
        hits = [one for one in self.due(document) if one.counter and one.dealt and one.who in members]
        return [Part(one.who, self.made(self.does, document, attack=one.dealt, **self.given)) for one in hits]

    def apply(self, edit: Any) -> None:
        """Health falls; what is dealt out is done with."""
        due, rule = self.due(edit.now), self.rules[0]
        if not due:
            edit.object(rule, "Nothing waits for its result", "Go on.", code="no-deed")
        for one in due:
            if not one.counter:
                edit.deal(one)
            elif one.dealt:
                edit.say(f"{edit.now.named(one.who)}: {plural(one.dealt, 'wound')} by {one.foe}", rule, way="goes")
        edit.put(rule, deeds=edit.play.deeds[len(due) :], step=4 * edit.fights)
        edit.say("no wounds", rule) if not edit.lines else None


class Heals(Banking):
    """Every opponent hurt in this fight regains the value of an open card that heals them, if you want."""

    def apply(self, edit: Any) -> None:
        """Health comes back."""
        card = edit.now.card
        if edit.now.heals != "opponents":
            edit.object(self.rules[0], "Your card does not heal foes", "Wait for one that does.", code="aura")
        if edit.play.healed:
            edit.object(self.rules[0], "Foes have recovered in this exchange", "Wait for the next card.", code="again")
        edit.put(self.rules[0], healed=True)
        for one in edit.play.foes:
            if not one.ally and card is not None:
                edit.heal(one, card.value)


class Surprises(Banking):
    """Say who is surprised in this exchange: members by name, or all opponents."""

    typed = ("heroes",)
    heroes: Annotated[tuple[SeatId, ...], Field(max_length=100)] = ()
    foes: bool = False
    """No foe acts in this exchange."""

    def apply(self, edit: Any) -> None:
        """Noted until the exchange ends."""
        edit.put(self.rules[0], surprised=(*edit.play.surprised, *self.heroes))
        if self.foes:
            edit.put_foes(self.rules[0], surprised=True)
        names = [*map(edit.now.named, self.heroes), *["all foes"] * self.foes]
        edit.say(f"surprised: {', '.join(names) or 'no one'}", self.rules[0])


KINDS: Final[Mapping[str, Any]] = {
    "spend": Turns, "results": Results, "heal": Heals, "surprise": Surprises, "opens": one_pile.Opening,
    "uses": one_pile.Uses, "enters": Enters, "collect": one_pile.Collect, "clear": one_pile.ClearBank,
    "deck": one_pile.ShowPile,
}  # fmt: skip
"""Commands that a game enters as they are, by the kinds of its rows."""
