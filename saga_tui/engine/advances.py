"""What experience buys: one thing raised by steps, paid at once, taken back until the next span begins. A document has
them as `advances`, play counts what is left as `experience`. A game declares its own commands below these."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from saga_tui.engine.command import Command, Count, Index, Words
from saga_tui.engine.entries import meant
from saga_tui.engine.fields import Of
from saga_tui.engine.model import Model, Name, Whole
from saga_tui.problem import near
from saga_tui.words import minus, plural

OFFERED: Final = "advance"
"""The list of what can be raised (`Rules.lists`)."""
MADE: Final = "advance made"
MOST: Final = "-most"
"""What the name of a maximum has behind that of what it is the most of."""


class Advance(Model):
    """Something bought with experience: from which value to which, what was paid, in which span it was."""

    what: Name = ""
    old: Whole = 0
    new: Whole = 0
    cost: Whole = 0
    scenario: Whole = 0
    trainer: Whole | None = None

    @property
    def told(self) -> str:
        """It as commands name it."""
        return f"{self.what} {self.old} → {self.new}"


def in_words(game: Any, document: Any, one: Advance) -> str:
    """An advance as people read it, by the label of its number: `Pistol 7 → 8`."""
    known = (*game.entries(document), *game.further(document))
    label = next((named.label for named in known if named.name == one.what), one.what)
    return f"{label} {minus(str(one.old))} → {minus(str(one.new))}"


def earn(edit: Any, amount: int, rule: str) -> None:
    """More experience, or less, never below 0."""
    before = edit.game.play_of(edit.now).experience
    after = max(0, before + amount)
    if after != before:
        edit.put(rule, experience=after)
        edit.say_moved("experience", before, after, rule)


def settled(edit: Any, span: str, rule: str, words: str) -> None:
    """Tells that what was bought in the last span stays, where anything was."""
    last = getattr(edit.game.play_of(edit.now), span) - 1
    if any(one.scenario == last for one in edit.now.advances):
        edit.say(words, rule, way="comes")


class Gain(Command):
    """Gain experience."""

    amount: Count = 1

    def apply(self, edit: Any) -> None:
        """So much more."""
        earn(edit, self.amount, self.rules[0])


class Raise(Command):
    """Spend experience: raise something. It can be taken back for a while."""

    what: Annotated[Words, Of(OFFERED)]
    steps: int = Field(default=1, ge=1, le=40)

    def offered(self, document: Any) -> Sequence[str]:
        """The names of what can be raised."""
        raise NotImplementedError

    def offer(self, edit: Any, what: str) -> tuple[Advance, str]:
        """What it would be, and what lines call it; the game may object to it there."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """Paid, and raised; what is wrong with the document only then is objected to."""
        rule, names = self.rules[0], self.offered(edit.now)
        called = {one.name: one for one in edit.game.entries(edit.now) if one.name in names}
        what = meant(names, self.what) or meant(called, self.what) or meant(names, f"{self.what}{MOST}")
        if not what:
            fix = near(self.what, names)
            edit.object(rule, f"There is nothing called {self.what} to raise", fix, code="unknown")
            return
        made, label = self.offer(edit, what)
        left = edit.game.play_of(edit.now).experience
        if made.cost > left:
            message = f"Not enough experience: this costs {made.cost}, you have {left}"
            edit.object(rule, message, "Raise less, or something else.", code="experience")
        before = {one.key for one in edit.game.problems(edit.now)}
        edit.listing("advances", rule, (*edit.now.advances, made))
        edit.say_moved(label, made.old, made.new, rule, f" for {made.cost}" if made.cost else "")
        earn(edit, -made.cost, rule)
        errors = (one for one in edit.game.problems(edit.now) if one.level == "error" and not one.overruled)
        edit.problems += [one for one in errors if one.key not in before]


class Study(Raise):
    """Spend experience, perhaps with a trainer; only so many things are studied in one span."""

    studies: ClassVar[str] = ""
    """The rule of that."""
    trainer: int | None = Field(default=None, ge=0, le=999)
    """The total of a trainer: 5 above yours halves the price of a skill."""

    def limit(self, document: Any) -> tuple[int, str]:
        """How many, and whether more of them is an `error`, a `remark` or nothing."""
        raise NotImplementedError

    def made(self, document: Any, what: str) -> tuple[Advance, str]:
        """What it would be, and what lines call it."""
        raise NotImplementedError

    def offer(self, edit: Any, what: str) -> tuple[Advance, str]:
        """More at once than can be studied is told, or objected to, as the group plays."""
        made, label = self.made(edit.now, what)
        now = {one.what for one in edit.now.advances if one.scenario == made.scenario} | {what}
        most, mode = self.limit(edit.now)
        words = f"{plural(len(now), 'thing')} studied at once, the limit is {most}"
        if len(now) > most and mode == "error":
            fix = "Wait for the next scenario."
            edit.object(self.studies, f"There would be {words}", fix, code="study")
        elif len(now) > most and mode == "remark":
            edit.say(words, self.studies)
        return made, label


class TakeBack(Command):
    """Take back what experience bought: the last one, or another."""

    span: ClassVar[str] = "scenario"
    """It can be taken back until the next of these begins; without one always."""
    advance: Annotated[Index, Of(MADE)] | None = None

    def apply(self, edit: Any) -> None:
        """Paid back, where nothing was built on it."""
        made, rule = edit.now.advances, self.rules[0]
        at = len(made) - 1 if self.advance is None else self.advance
        if not 0 <= at < len(made):
            edit.object(rule, "There is no such advance", "Choose one from the list.", code="none")
            return
        one = made[at]
        if self.span and one.scenario != getattr(edit.game.play_of(edit.now), self.span):
            edit.object(rule, f"The next {self.span} has started since", "It stays.", code="late")
        if any(later.what == one.what for later in made[at + 1 :]):
            edit.object(rule, "A later advance builds on this one", "Refund that one first.", code="built-on")
        edit.listing("advances", rule, (*made[:at], *made[at + 1 :]))
        edit.say(f"refunded: {in_words(edit.game, edit.now, one)}", rule, way="goes")
        earn(edit, one.cost, rule)
