"""What works in a body for a while, a poison or a disease: it is resisted when it begins and at each of its periods,
by a roll that is asked for. Play has them as `poisons`. A game declares its own commands below these."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from saga_tui.engine.command import Command, Index, LongText, Words
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.model import Model, Name, Text, Whole
from saga_tui.words import plural

POISONS: Final = "poison"
"""The list of them by name (`Rules.lists`), and the roll that is asked for."""


class Poison(Model):
    """A poison or a disease at work."""

    name: Name = ""
    virulence: Whole = 0
    period: Name = ""
    effect: Text = ""
    help: Whole = 0
    """What care adds to the resistance."""

    @property
    def told(self) -> str:
        """Its effect behind a colon, where one was noted."""
        return f": {self.effect}" if self.effect else ""


class Afflicted(Command):
    """A command about a poison or a disease."""

    dice: ClassVar[int] = 2
    """The dice of the roll that is asked for."""

    def resist(self, edit: Any, one: Poison) -> None:
        """Asks for the roll against it."""
        edit.ask(Ask(what=POISONS, kind=one.name, dice=self.dice, rule=self.rules[0]))


def poison_at(edit: Any, place: int, rule: str) -> Poison | None:
    """The one at that place; objects where there is none."""
    ill: tuple[Poison, ...] = edit.game.play_of(edit.now).poisons
    if place < len(ill):
        return ill[place]
    edit.object(rule, "There is no such poison", "Choose one from the list.", code="none")
    return None


def over(edit: Any, one: Poison, rule: str, words: str) -> None:
    """It works no more."""
    ill = edit.game.play_of(edit.now).poisons
    edit.put(rule, poisons=tuple(other for other in ill if other is not one))
    edit.say(f"{one.name} {words}", rule, way="comes")


def tick(edit: Any, field: str, rounds: int, every: int, rule: str) -> tuple[int, int]:
    """More rounds in which something works that a field of play counts: how often it is due in them, and how many are
    left until it is due again."""
    before = getattr(edit.game.play_of(edit.now), field)
    edit.put(rule, **{field: before + rounds})
    return (before + rounds) // every - before // every, every - (before + rounds) % every


def airless(edit: Any, due: Callable[[int], int | None], rule: str, roll: str) -> None:
    """A round without air, which play counts as `breath`: unless it is out (`choking`), a `roll` may be asked for, with
    the modifier that is `due` in this round."""
    play = edit.game.play_of(edit.now)
    if play.breath is None:
        return
    now = play.breath + 1
    edit.put(rule, breath=now)
    modifier = None if play.choking else due(now)
    if modifier is not None:
        edit.ask(Ask(what="breath", dice=2, level=str(modifier), rule=rule))
    told = roll if modifier is not None else "no breath is left" if play.choking else "the breath holds"
    edit.say(f"{plural(now, 'round')} without air: {told}", rule, way="goes")


class StartPoison(Afflicted):
    """A poison or a disease begins; it is resisted now, and at each period."""

    name: Words
    virulence: int = Field(ge=0, le=999)
    period: Words = ""
    effect: LongText = ""

    def apply(self, edit: Any) -> None:
        """Noted; the first roll is asked for."""
        ill, rule = edit.game.play_of(edit.now).poisons, self.rules[0]
        made = Poison(virulence=self.virulence, name=self.name or "Poison", period=self.period, effect=self.effect)
        if any(one.name == made.name for one in ill):
            edit.object(rule, f"{made.name} is at work already", "Give it another name.", code="twice")
            return
        edit.put(rule, poisons=(*ill, made))
        edit.say(f"{made.name}: virulence {self.virulence}", rule, way="goes")
        self.resist(edit, made)


class PoisonPeriod(Afflicted):
    """The period of a poison or a disease ends: its effect comes, and it is resisted again."""

    poison: Annotated[Index, Of(POISONS)] = 0
    over: bool = False
    """It is over: no further roll."""

    def apply(self, edit: Any) -> None:
        """The effect is told; the next roll is asked for."""
        one = poison_at(edit, self.poison, self.rules[0])
        if one is None:
            return
        if self.over:
            over(edit, one, self.rules[0], "is over")
            return
        edit.say(f"{one.name} takes effect{one.told}", self.rules[0], way="goes")
        self.resist(edit, one)
