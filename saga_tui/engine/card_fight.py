"""A fight with a hand of cards, as one who is in it knows it: wounds are paid with cards of the hand, which is filled
less far from then on, or taken off health; a card lies open in each exchange, whose sign brings recovery and ends what
lasts. A game's play is a `FightPlay`, its edits are `FightHands` with the rules by what they say (`ids`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import asked, edges, hand
from saga_tui.engine.command import Command, Words
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.words import plural

WOUNDS = "wounds"
"""The question what is given up."""


class Duration(Model):
    """An effect that waits for an open card: a `delayed` one for the next good card, a `limited` one for the next bad
    card, which ends it."""

    what: Name = ""
    kind: Literal["delayed", "limited"] = "limited"


class FightPlay(hand.CardPlay):
    """Where play stands: evening ⊃ scene ⊃ fight ⊃ exchange. The limit of the hand is its size less the cards lost:
    `hurt` in this fight and not recovered, `pushed` outside one, those of `serious` wounds, and `lasting` ones."""

    evening: Whole = 0
    scene: Whole = 0
    fight: Whole = 0
    exchange: Whole = 0
    closed: bool = False
    """The hand lies face down on its owner's screen too."""
    start: Whole = 0
    """Cards held when this fight began; of one who has no hand the health."""
    hurt: Whole = 0
    pushed: Whole = 0
    serious: Whole = 0
    lasting: Whole = 0
    state: Name = ""
    """`unconscious` or `comatose`; nothing: awake."""
    felled: Whole = 0
    """The exchange in which it fell."""
    health: Whole | None = None
    """What is left of the health of one who has no hand; nothing: all of it."""
    aim: Name = ""
    """At whom the next shot is aimed."""
    acted: bool = False
    """This exchange's action is used."""
    surprised: bool = False
    piled: Whole = 0
    """So many are on one target in this exchange, oneself among them."""
    contingent: Name = ""
    """What was declared to depend on what others do."""
    distance: Name = ""
    durations: tuple[Duration, ...] = Field(default=(), max_length=LONGEST)
    last: Text = ""
    """The last action as one line for others."""


def waiting(one: Any) -> int:
    """The wounds of the oldest attack that are still to be paid in cards; 0: none are."""
    asks = one.play.asks if one.play is not None else ()
    return next((ask.count for ask in asks if ask.what == WOUNDS), 0)


def pays(held: Sequence[Any], given: Sequence[Any], due: int) -> bool:
    """Whether cards given up are enough: their total is at least the wounds, or they are all there are."""
    return len(given) == len(held) or sum(one.value for one in given) >= due


class FightHands(hand.Hands):
    """A change of one who may be in a fight."""

    ids: ClassVar[Mapping[str, str]]
    """The rules by what they say: `paid`, `health`, `gone` (no health), `out` (no card), `worse` (hit again), `heals`,
    `most` (no more than was lost), `wakes`, `opens`, `closes`, `lasts`, `results`, `over`, `once` (one action),
    `typed`."""
    words: ClassVar[Mapping[str, str]]
    """`open` and `foreseen` of the open card, and `reads`: how one is typed."""
    opens = 0
    """Open cards that it draws."""

    # ---- a game's own

    def full(self) -> int:
        """The full health of one who has no hand; 0: there is a hand."""
        return 0

    def sign(self, card: Any) -> str:
        """`good` or `bad`; nothing: neither."""
        raise NotImplementedError

    def offered(self, due: int) -> Sequence[Any]:
        """The cards that are best given up."""
        raise NotImplementedError

    # ---- what happens

    @property
    def fights(self) -> bool:
        """Whether a fight is on."""
        return bool(self.game.clock.is_open(self.now, "fight"))

    def lose(self, cards: int, rule: str, kind: str = "") -> None:
        """Lowers the limit of the hand: in a fight until it ends, outside until the scene ends (`pushed`) or somebody
        says so; `serious` wounds stay."""
        field = "hurt" if self.fights and kind != "serious" else kind or "lasting"
        self.put(rule, **{field: getattr(self.play, field) + cards})

    def wound(self, due: int) -> None:
        """Takes wounds: they wait to be paid in cards; the unconscious become comatose by a later attack."""
        play, full = self.play, self.full()
        if play.state:
            if play.state == "unconscious" and (not self.fights or play.exchange > play.felled):
                self.put(self.ids["worse"], state="comatose")
                self.say("comatose", self.ids["worse"], way="goes")
        elif full:
            before = full if play.health is None else play.health
            self.put(self.ids["health"], health=max(0, before - due))
            self.say_moved("health", before, max(0, before - due), self.ids["health"])
            if before <= due:
                self.fall("gone")
        else:
            self.ask(Ask(what=WOUNDS, count=due, of=due, rule=self.ids["paid"]))

    def fall(self, by: str) -> None:
        """Becomes unconscious; further wounds do not matter in this exchange."""
        asked.drop(self, self.ids[by], WOUNDS)
        self.put(self.ids[by], state="unconscious", felled=self.play.exchange)
        self.say("unconscious", self.ids[by], way="goes")

    def wake(self, rule: str) -> None:
        """Who was out is awake again."""
        if self.play.state:
            self.put(rule, state="", felled=0)
            self.say("awake", rule, way="comes")

    def open(self, said: str) -> None:
        """Opens a card for all: the one that is said, or a new one."""
        self.close()
        known = self.cards.named(said, self.now, self.play.hand) if said else None
        if said and known is None:
            self.object(self.ids["typed"], f"There is no card {said!r}", self.words["reads"], code="card")
            return
        self.opens += known is None
        shown = (known,) if known else self.faces(self.take_dice(1))
        if not shown:
            self.say(self.words["foreseen"], self.ids["opens"], way="comes")
        for card in shown:
            self.put(self.ids["opens"], open=card.number)
            self.say(self.words["open"].format(card=card), self.ids["opens"])

    def close(self) -> None:
        """The open card is put away."""
        if self.play.open:
            self.lay([self.play.open])
            self.put(self.ids["closes"], open=0)

    @property
    def shown(self) -> tuple[Any, str]:
        """The open card and its sign; nothing."""
        card = next(iter(self.faces([self.play.open])), None)
        return card, self.sign(card) if card is not None else ""

    def recovers(self) -> None:
        """What a good open card gives back: a card to the injured, or its value to health."""
        play, rule, full, (card, sign) = self.play, self.ids["heals"], self.full(), self.shown
        if sign != "good" or play.state == "comatose":
            return
        most = min(full, play.start)
        if full and play.health is not None and play.health < most:
            after = min(most, play.health + card.value)
            self.put(rule, health=after)
            self.say_moved("health", play.health, after, rule)
            self.wake(self.ids["gone"])
        elif play.hurt and not full:
            self.wake(rule)
            self.put(rule, hurt=play.hurt - 1)
            self.fill(rule)

    def due(self) -> None:
        """What waited for the sign of the open card happens, or ends."""
        kind = {"good": "delayed", "bad": "limited"}.get(self.shown[1], "")
        over = [one for one in self.play.durations if one.kind == kind]
        if over:
            self.put(self.ids["lasts"], durations=tuple(one for one in self.play.durations if one.kind != kind))
        for one in over:
            self.say(f"{one.what} {'happens' if kind == 'delayed' else 'ends'}", self.ids["lasts"], way="comes")

    def unpaid(self) -> None:
        """Objects to what comes before wounds are taken."""
        if due := waiting(self.now):
            message = f"{plural(due, 'wound')} still to take"
            self.object(self.ids["results"], message, "Give up cards for them.", code="wounds")

    def again(self) -> None:
        """Objects to a second action in an exchange."""
        if self.play.acted:
            fix = "Start the next exchange, or counter."
            self.object(self.ids["once"], "You have used this exchange's action", fix, code="acted")


def awake(edit: Any) -> None:
    """A gate: objects to what those do who are out."""
    if edit.play.state:
        edit.object(edit.ids["out"], f"You are {edit.play.state}", "Recover first.", code="down")


# ---- commands


class GiveUp(Command):
    """Give up cards for wounds."""

    answers, typed, filled = (WOUNDS,), ("cards",), ("table",)
    cards: Annotated[tuple[Annotated[Words, Of("card")], ...], Field(max_length=30)] = ()
    """The cards; nothing: those that are offered first."""
    serious: bool = False
    """Whether the wound is called serious: the cards stay lost."""
    table: str = ""

    def apply(self, edit: Any) -> None:
        """Paid; who has no card left is knocked out."""
        due, held, rule = waiting(edit.now), edit.faces(edit.play.hand), edit.ids["paid"]
        if not due and not self.cards:
            edit.object(rule, "No wounds wait", "Name the cards to give up.", code="unasked")
            return
        edit.at_table = bool(self.table)
        given = edit.find(self.cards, rule) if self.cards else edit.offered(due)
        if given is None:
            return
        if not pays(held, given, due):
            message = f"{plural(due, 'wound')}: your cards come to {sum(one.value for one in given)}"
            fix = f"Give up {', '.join(one.name for one in edit.offered(due))}, or more."
            edit.object(rule, message, fix, code="short")
        edit.answered(WOUNDS, due)
        edit.drop(given)
        edit.lay([one.number for one in given])
        edit.lose(len(given), rule, "serious" if self.serious else "")
        edit.say(f"given up: {', '.join(one.name for one in given)}", rule, way="goes")
        if not edit.play.hand:
            edit.fall("out")


class Recover(hand.Drawing):
    """Recover lost cards."""

    cards: Annotated[int, Field(ge=0, le=99)] = 1
    of: Literal["hurt", "serious", "lasting", "pushed"] = "hurt"
    """Cards of this fight, of serious wounds, given up outside a fight, or pushed."""

    def apply(self, edit: Any) -> None:
        """The limit rises, the hand is filled."""
        edit.begin(self)
        lost = getattr(edit.play, self.of)
        if self.cards > lost:
            message, fix = f"You have lost {plural(lost, 'card')} so", f"Recover {lost} at most."
            edit.object(edit.ids["most"], message, fix, code="most")
        edit.wake(edit.ids["wakes"])
        edit.put(edit.ids["heals"], **{self.of: max(0, lost - self.cards)})
        edit.fill(edit.ids["heals"])


class MarkSerious(Command):
    """Mark cards lost in this fight as those of a serious wound."""

    cards: Annotated[int, Field(ge=1, le=99)] = 1

    def apply(self, edit: Any) -> None:
        """From one count to the other."""
        play, moved, rule = edit.play, min(self.cards, edit.play.hurt), self.rules[0]
        if moved < self.cards:
            edit.object(rule, f"Only {plural(play.hurt, 'card')} lost in this fight", "Mark fewer.", code="most")
        edit.put(rule, hurt=play.hurt - moved, serious=play.serious + moved)
        edit.say(f"a serious wound: {plural(moved, 'card')}", rule, way="goes")


class OpenCard(hand.Drawing):
    """Open a card for all, or say which it is."""

    card: Words = ""
    """The card that was drawn elsewhere: its row, or what it shows."""

    def draws(self, document: Any) -> Draw:
        """One, unless it is said."""
        return self.drawing(self.trial(document), int(not self.card))

    def apply(self, edit: Any) -> None:
        """Open until the action is over, or, in a fight, the exchange."""
        edit.begin(self)
        edit.open(self.card)
        edit.due()


class Aim(asked.Remark):
    """Aiming takes the exchange's action."""

    def apply(self, edit: Any) -> None:
        """Noted, and acted."""
        edit.again()
        super().apply(edit)
        edit.put(self.rules[0], acted=edit.game.clock.is_open(edit.now, "exchange"))


class Timed(edges.Crossing, hand.Drawing):
    """A command of the clock."""

    def draws(self, document: Any) -> Draw:
        """What fills the hand, and the open card; where that is good, one more for the injured."""
        trial = self.trial(document)
        self.apply(trial)
        hurt = trial.opens and trial.play.hurt and trial.play.state != "comatose" and not trial.full()
        good = (one.number for one in trial.cards.deck(document).values() if hurt and trial.sign(one) == "good")
        return self.drawing(trial, trial.wanted + trial.opens, good, 2)

    def cross(self, edit: Any, edge: str) -> None:
        """With its cards where they are."""
        edit.begin(self)
        super().cross(edit, edge)


# ---- what rows of the clock's tables do


def _start(rule: str, edit: Any, _: Any) -> None:
    """Nobody is injured yet; what is held now is what the fight gives back."""
    play, full = edit.play, edit.full()
    now = len(play.hand) if not full else full if play.health is None else play.health
    edit.put(rule, start=now, lasting=play.lasting + play.hurt, hurt=0, felled=0)


def _over(rule: str, edit: Any, _: Any) -> None:
    """What holds for one exchange ends; an aim in progress stays."""
    if edit.play.contingent:
        edit.say(f"still to do, or not: {edit.play.contingent}", edit.ids["over"])
    edit.put(rule, contingent="", acted=False, surprised=False, piled=0)


def _away(rule: str, edit: Any, _: Any) -> None:
    """The open card goes, distances and aims are forgotten; durations go on."""
    edit.close()
    edit.put(rule, aim="", distance="", start=0)


def _refill(rule: str, edit: Any, _: Any) -> None:
    """Hands are filled to what they were, but for serious wounds and the comatose."""
    if edit.play.state != "comatose":
        edit.wake(rule)
        edit.put(rule, hurt=0)
        edit.fill(rule)


def _pushed(rule: str, edit: Any, _: Any) -> None:
    """Cards pushed outside a fight return."""
    edit.put(rule, pushed=0)
    edit.fill(rule)


DEEDS: Mapping[str, Callable[[str, Any, Any], object]] = {
    "deal": lambda rule, edit, _: edit.fill(rule),
    "start": _start,
    "card": lambda _rule, edit, choices: edit.open(choices.card),
    "recovery": lambda _rule, edit, _: edit.recovers(),
    "durations": lambda _rule, edit, _: edit.due(),
    "unpaid": lambda _rule, edit, _: edit.unpaid(),
    "over": _over,
    "away": _away,
    "refill": _refill,
    "pushed": _pushed,
}


def acts(rows: Iterable[Mapping[str, Any]]) -> dict[str, edges.Act]:
    """What rows do that do not say it themselves, by id, each by its own rule."""

    def deed(one: str, rule: str) -> edges.Act:
        return lambda edit, choices: DEEDS[one](rule, edit, choices)

    return {row["id"]: deed(row["id"], row["rule"]) for row in rows if row.get("id") in DEEDS}
