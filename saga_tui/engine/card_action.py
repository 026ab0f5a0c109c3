"""Cards played from a hand on something that is tried: one after the other as long as they are low, one more that is
pushed, and draws where the last one is a trump. All of them and a score add up to what is reached.

What is tried a game says in one `Tried`; the cards lie as `hand` has it.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.command import Words
from saga_tui.engine.edit import Line
from saga_tui.engine.fields import Of
from saga_tui.engine.hand import Drawing, used
from saga_tui.tally import Tally, Term

Held = Annotated[Words, Of("card")]


@dataclass(frozen=True)
class Tried:
    """What is tried: a score, the suit of trump, how high a card may be that another follows, whether any last card is
    a trump; what is to be reached, where that is told; what else is added; whether drawn cards may go to the bank."""

    score: Tally
    suit: str
    edge: int
    sure: bool = False
    goal: Tally | None = None
    more: tuple[Term, ...] = ()
    banks: bool = False

    def trumps(self, cards: tuple[Any, ...]) -> bool:
        """Whether the last of these cards lets the player draw."""
        return self.sure or cards[-1].suit == self.suit


@dataclass(frozen=True)
class Ids:
    """The rules behind it: what is reached, cards that follow, a push, a trump, cards replaced."""

    sums: str
    follows: str
    push: str
    trump: str
    filled: str


class PlayCards(Drawing):
    """Play cards on something that is tried."""

    ids: ClassVar[Ids]

    cards: Annotated[tuple[Held, ...], Field(min_length=1, max_length=30)]
    """The cards in the order in which you play them: S7, or just 7 where you hold one such."""
    push: Held = ""
    """One further card that counts and is not replaced: in dire need."""
    take: Annotated[int, Field(ge=0, le=99)] | None = None
    """How many trump draws you take; nothing: all."""
    bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    """What else is added."""

    # ---- a game's own

    def tried(self, document: Any) -> Tried | None:
        """What is tried; nothing where there is no such thing."""
        raise NotImplementedError

    def unknown(self, edit: Any) -> None:
        """Objects to what does not exist."""
        raise NotImplementedError

    def pushed(self, edit: Any) -> None:
        """What a push costs."""

    def warns(self, of: Any) -> str:
        """What a failure brings, by the numbers of the one who plays; nothing in particular."""
        del of
        return ""

    def ends(self, edit: Any, score: Tally, told: str, met: bool | None) -> None:
        """What follows; `met` is nothing where nobody told what is to be reached."""

    # ---- how it goes

    def for_bank(self, outcome: Any) -> list[Any]:
        """The cards of what was carried out that go to the bank: those that were played, or drawn ones too."""
        trial, tried = self.trial(outcome.before), self.tried(outcome.before)
        names = [*self.cards, *[self.push] * bool(self.push)]
        every = tried is not None and tried.banks
        found = trial.faces(used(outcome.before, outcome.after, outcome.dice)) if every else trial.find(names, "")
        return [one for one in found or () if trial.cards.banked(one)]

    def chosen(self, edit: Any, edge: int) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
        """The cards played and the pushed one, where they may be; objects where not."""
        found = edit.find([*self.cards, *[self.push] * bool(self.push)], edit.cards.held)
        if found is None:
            return None
        play, push = found[: len(self.cards)], found[len(self.cards) :]
        if high := next((one for one in play[:-1] if one.value > edge), None):
            message = f"{high.name} is above edge {edge}: nothing may follow it"
            edit.object(self.ids.follows, message, f"Play {high.name} last, or alone.", code="edge")
            return None
        return play, push

    def draws(self, document: Any) -> Draw:
        """The trump's draws, then what fills the hand again."""
        trial, tried = self.trial(document), self.tried(document)
        found = None if tried is None else self.chosen(trial, tried.edge)
        if tried is None or found is None:
            return Draw(0)
        (play, push), cards = found, trial.cards
        goes = tried.trumps(play) and self.take != 0
        on = [one.number for one in cards.deck(document).values() if goes and one.suit == tried.suit]
        left = len(trial.play.hand) - len(play) - len(push)
        new = max(0, cards.limit(document) - len(push) - left)
        return self.drawing(trial, new + goes, on, self.take or 0)

    def apply(self, edit: Any) -> None:
        """Played, drawn, added up; the cards are put away, the hand is filled."""
        draw, tried = self.draws(edit.before), self.tried(edit.before)
        edit.begin(self)
        found = None if tried is None else self.chosen(edit, tried.edge)
        if tried is None:
            self.unknown(edit)
        if tried is None or found is None:
            return
        (play, push), taken = found, edit.take(draw)
        chain = draw.split(taken)[0] if tried.trumps(play) and self.take != 0 and taken else ()
        terms = [
            *(Term(one.value, one.name, self.ids.sums, "play") for one in play),
            *(Term(one.value, f"pushed {one.name}", self.ids.push, "play") for one in push),
            *(Term(one.value, f"trump {one.name}", self.ids.trump, "play") for one in edit.faces(chain)),
            *[Term(self.bonus, "added", self.ids.sums, "play")] * bool(self.bonus),
            *tried.more,
        ]
        edit.drop((*play, *push))
        edit.lay([one.number for one in (*play, *push)], bank=True)
        edit.lay(chain, bank=tried.banks)
        if push:
            self.pushed(edit)
        edit.put(self.ids.filled, hand=(*edit.play.hand, *taken[len(chain) :]))
        self._tell(edit, Tally("action", tried.score.label, (*tried.score.terms, *terms)), tried.goal)

    def _tell(self, edit: Any, score: Tally, goal: Tally | None) -> None:
        parts = (one for one in score.terms if one.source == "play")
        said = ", ".join(f"{one.reason}{'' if one.reason[-1].isdigit() else f' {one.amount:+d}'}" for one in parts)
        told, met = f"{score.label}: {said}, total {score.total}", None
        against = ""
        if goal is not None:
            met = score.total >= goal.total
            against = f" against {goal.total}, {'success' if met else 'failure'}"
        edit.lines.append(Line(f"{told}{against}", self.ids.sums, came=score.total))
        self.ends(edit, score, told, met)
