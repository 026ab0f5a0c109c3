"""Documents made of cards: dealt from a full deck, each given to a score, a code or the intensity of one of a list,
some of them lifted. What a card makes of it is written where the choice stands, so that it can be changed by hand; what
is then otherwise than dealt is found.

A document has `made` (`Made`), `abilities` with a `score` and a `code` each, and `powers` with an `intensity`. Cards
are given to `strength`, `code strength`, `power 1`. A game declares its commands below these, with a `Making`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui.chance import Chance
from saga_tui.dice import Draw
from saga_tui.engine.command import Command, Words
from saga_tui.engine.fields import Of
from saga_tui.engine.findings import Findings
from saga_tui.engine.model import LONGEST, Model, Name, Whole, put_in
from saga_tui.problem import Problem, Where
from saga_tui.words import plural


class Made(Model):
    """How one is made: for which tier, by `points` or by `cards`; the cards that were dealt, what each was given to,
    and the lifts by what they lift."""

    tier: Name = ""
    way: Name = "points"
    cards: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)
    given: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    lifts: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)


def place_of(to: str) -> Where:
    """Where in a document something stands."""
    kind, _, what = to.partition(" ")
    if kind == "power":
        return "powers", int(what) - 1, "intensity"
    return ("abilities", what, "code") if kind == "code" else ("abilities", kind, "score")


@dataclass(frozen=True)
class Making:
    """What a game says of it: the cards of a document by number, its tier (the `cap` of a score, how many `lifts`), the
    scores, the other numbers by name (`cards_drawn`, `cards_for_powers`, `own_suit_bonus`, `lift`, `lifts_on_one`,
    `code_by_value`), the suit that obliges to a hindrance, and the rule."""

    deck: Callable[[Any], Mapping[int, Any]]
    tier: Callable[[Any], Mapping[str, int]]
    scores: Sequence[str]
    numbers: Mapping[str, Any]
    owes: str
    rule: str

    def targets(self, one: Any) -> list[str]:
        """What cards can be given to."""
        powers = range(1, min(len(one.powers), self.numbers["cards_for_powers"]) + 1)
        return [*self.scores, *(f"code {key}" for key in self.scores), *(f"power {place}" for place in powers)]

    def value(self, one: Any, card: Any, to: str) -> int | str:
        """What a card makes of it with its lifts: never over the cap."""
        if to.startswith("code"):
            known = self.numbers["code_by_value"].items()
            return next(str(code) for code, (low, high) in known if low <= card.value <= high)
        own = self.numbers["own_suit_bonus"] if card.suit == to else 0
        lifted = one.made.lifts.get(to, 0) * self.numbers["lift"]
        return int(min(self.tier(one).get("cap", LONGEST), card.value + own + lifted))

    def settle(self, edit: Any, to: str) -> None:
        """Writes what the cards make of it, and tells."""
        value = self.value(edit.now, self.deck(edit.now)[edit.now.made.given[to]], to)
        edit.put_at(place_of(to), value, self.rule)
        edit.say(f"{to} {value}", self.rule)

    def problems(self, found: Findings, one: Any) -> Iterator[Problem]:
        """What is still to give (`cards`), what is not as dealt (`not-dealt`), and a hindrance that one `owes`."""
        made = one.made
        if made.way != "cards" or one.entered or one.play is not None:
            return
        missing = [to for to in self.targets(one)[: 2 * len(self.scores)] if to not in made.given]
        if missing:
            yield found("cards", ("made", "cards"), of={"count": len(missing)}, missing=missing[0])
        deck = self.deck(one)
        for to, number in made.given.items():
            part: Any = one
            for step in place_of(to):
                past = isinstance(step, int) and step >= len(part)
                part = None if part is None or past else part[step] if isinstance(step, int) else getattr(part, step)
            if part != (wanted := self.value(one, deck[number], to)):
                yield found("not-dealt", place_of(to), str(part), name=to, dealt=str(wanted))
        if (owed := self.owed(one)) > len(one.hindrances):
            yield found("owes", ("hindrances",), of={"count": owed - len(one.hindrances)})

    def owed(self, one: Any) -> int:
        """How many hindrances one owes for cards on scores."""
        deck = self.deck(one)
        return sum(deck[number].suit == self.owes for to, number in one.made.given.items() if to in self.scores)

    def by_chance(self, one: Any, chance: Chance, first: Sequence[str]) -> Any:
        """The document made of cards that are dealt by chance: the highest go to what comes `first`, lifts too."""
        deck, numbers = self.deck(one), self.numbers
        dealt = left = chance.shuffled([*deck])[: numbers["cards_drawn"]]
        one = put_in(one, ("made",), Made(tier=one.made.tier, way="cards", cards=tuple(dealt)))
        order = sorted(self.targets(one), key=lambda to: [*(key in to for key in first), True].index(True))
        for kind in ("score", "intensity", "code"):
            for to in (to for to in order if place_of(to)[-1] == kind):
                best = max(
                    left, key=lambda card: self.value(one, deck[card], to) if kind != "code" else deck[card].value
                )
                left = [card for card in left if card != best]
                one = put_in(one, ("made", "given", to), best)
        able = [to for to in order if place_of(to)[-1] != "code" for _ in range(numbers["lifts_on_one"])]
        for to in able[: self.tier(one).get("lifts", 0)]:
            one = put_in(one, ("made", "lifts", to), one.made.lifts.get(to, 0) + 1)
        for to, card in one.made.given.items():
            one = put_in(one, place_of(to), self.value(one, deck[card], to))
        return one


class Carded(Command):
    """A command of such making."""

    making: ClassVar[Making]


class Deal(Carded):
    """Deal the cards that one is made of; earlier ones go."""

    hidden = True

    def draws(self, document: Any) -> Draw:
        """Without putting back."""
        return Draw(self.making.numbers["cards_drawn"], pool=tuple(self.making.deck(document)))

    def apply(self, edit: Any) -> None:
        """In the place of those before."""
        edit.choose("made", self.making.rule, way="cards", cards=edit.dice, given={}, lifts={})
        deck = self.making.deck(edit.now)
        edit.say(f"dealt: {', '.join(deck[one].name for one in edit.dice)}", self.making.rule)


class Give(Carded):
    """Give one of the cards dealt."""

    card: Annotated[Words, Of("dealt card")]
    to: Annotated[Words, Of("card target")]

    def apply(self, edit: Any) -> None:
        """Set as the card says."""
        made, to, deck = edit.now.made, self.to.strip().casefold(), self.making.deck(edit.now)
        same = [one for one in made.cards if deck[one].name.casefold() == self.card.strip().casefold()]
        found = next((one for one in same if one not in made.given.values()), same[0] if same else 0)
        if not found or to not in self.making.targets(edit.now):
            fix = "Name a card dealt, and what it is for."
            edit.object(self.making.rule, f"No {self.card} for {self.to}", fix, code="card")
            return
        kept = {key: one for key, one in made.given.items() if one != found}
        edit.choose("made", self.making.rule, given=kept | {to: found})
        self.making.settle(edit, to)


class Lift(Carded):
    """Lift a score or an intensity that a card gave: as often as the tier allows."""

    to: Annotated[Words, Of("card target")]

    def apply(self, edit: Any) -> None:
        """Higher."""
        made, to, rule = edit.now.made, self.to.strip().casefold(), self.making.rule
        most, used = self.making.tier(edit.now).get("lifts", 0), sum(made.lifts.values())
        if to not in made.given or to.startswith("code"):
            edit.object(rule, f"No card was given to {self.to}", "Give one first.", code="card")
            return
        on_one = self.making.numbers["lifts_on_one"]
        if used >= most or made.lifts.get(to, 0) >= on_one:
            message = f"The tier allows {plural(most, 'lift')}, {on_one} on one"
            edit.object(rule, message, "Leave it.", code="lifts")
        edit.choose("made", rule, lifts=made.lifts | {to: made.lifts.get(to, 0) + 1})
        self.making.settle(edit, to)
