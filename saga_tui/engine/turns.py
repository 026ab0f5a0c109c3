"""Turns in the rounds of a fight: whose it is, what it is used for, initiative rolled anew. Play has the order and
bonuses of `engine.conflict`, and as `acted` what this round was used for. A game declares its own commands below these,
with their verbs and rules: the first of them is named where one objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.asked import Thrown
from saga_tui.engine.command import Command
from saga_tui.engine.conflict import YOU, Bonus, Ordered, Somebody, Turn, gain, give_turn, move, place_of, set_rank
from saga_tui.engine.document import Ask
from saga_tui.engine.edges import Begin

INITIATIVE: Final = "initiative"
"""The roll that is asked for who comes or comes back into the order."""
Objection = tuple[str, str, str, str]
"""A rule, what it has against something, how to mend it, a code."""


def rejoin(edit: Any, rule: str, more: int) -> None:
    """Who passed the last round comes back: a new roll at so much more is asked for."""
    order = edit.game.play_of(edit.now).order
    waiting = [one for one in order if one.passed and not one.out]
    for one in waiting:
        edit.ask(Ask(what=INITIATIVE, kind=one.name, dice=1, level=str(more), rule=rule))
        edit.say(f"new initiative at {more:+d}: {one.called}", rule, way="comes")
    if waiting:
        edit.put(rule, order=tuple(one.model_copy(update={"passed": False}) for one in order))


def begin_again(edit: Any, rule: str) -> None:
    """A new round: it is nobody's turn yet."""
    if any(one.acts for one in edit.game.play_of(edit.now).order):
        give_turn(edit, None, rule)
        edit.say("the order begins again", rule)


def enter(edit: Any, score: int, die: int | None, rule: str, dice: str) -> None:
    """Oneself in an order that begins, by that score and a die that is told or asked for (`dice`: 1d6)."""
    edit.put(rule, order=(Turn(tie=score, rank=score),))
    if die is not None:
        set_rank(edit, "", score + die, rule)
        return
    edit.ask(Ask(what=INITIATIVE, dice=1, rule=rule))
    edit.say(f"initiative: {dice} + {score}", rule)


class BeginFight(Begin):
    """A fight and its first round begin; the die of the own initiative may be told."""

    again: ClassVar[int] = 0
    """The face of a die that is thrown again; 0: none is."""
    die: int | None = Field(default=None, ge=1, le=999)
    """What your initiative die came to; nothing: it is asked next."""

    def apply(self, edit: Any) -> None:
        """Crosses the edges, where the die can have fallen so."""
        if self.die is not None and not Draw(1, self.sides, again=self.again).shows(self.die):
            self.object(edit, f"One die never ends on {self.die}", "Enter what it came to.", "dice")
        super().apply(edit)


class NextTurn(Ordered):
    """The next in the order: who passes or is out is left out. After the last one, it is nobody's turn."""

    def apply(self, edit: Any) -> None:
        """Their turn."""
        order, rule = edit.game.play_of(edit.now).order, self.rules[0]
        now = next((at for at, one in enumerate(order) if one.acts), -1)
        follows = next((one for one in order[now + 1 :] if not one.passed and not one.out), None)
        if not order:
            edit.object(rule, "The order is still empty", "Roll initiative first.", code="none")
            return
        give_turn(edit, follows.name if follows else None, rule)
        whose = follows and (f"the turn of {follows.name}" if follows.name else "your turn")
        edit.say(whose or "everyone has acted: end the round", rule)


class InitiativeAnew(Thrown):
    """Roll initiative anew, one's own or somebody's."""

    fighter: Somebody = YOU
    more: int = Field(default=0, ge=-99, le=99)
    """Added to it."""

    def dice_needed(self, document: Any) -> int:
        """One."""
        return 1

    def apply(self, edit: Any) -> None:
        """Another rank."""
        order, total = edit.game.play_of(edit.now).order, self.came(edit, 1, self.total)
        at = place_of(order, self.fighter)
        if at is None:
            edit.object(self.rules[0], f"No one here is called {self.fighter}", "Add them first.", code="unknown")
            return
        edit.answered(INITIATIVE, kind=order[at].name)
        set_rank(edit, order[at].name, order[at].tie + total + self.more, self.rules[0])


class Outdo(Ordered):
    """One's own place is before somebody who was outdone, with a bonus against them until a later round ends."""

    what: ClassVar[str] = ""
    degrees: ClassVar[int] = 1
    rounds: ClassVar[int] = 1
    attacker: Somebody

    def apply(self, edit: Any) -> None:
        """Before them in the order, with a bonus in hand."""
        if not self.known(edit, self.attacker, YOU):
            return
        play, rule = edit.game.play_of(edit.now), self.rules[0]
        if (place_of(play.order, YOU) or 0) > (place_of(play.order, self.attacker) or 0):
            move(edit, YOU, self.attacker, rule, before=True)
        until = play.round + self.rounds
        gain(edit, Bonus(what=self.what, against=self.attacker, degrees=self.degrees, until=until), rule)


class UseTurn(Command):
    """Use this round for one thing; play notes as `acted` for which."""

    leaves: ClassVar[tuple[str, ...]] = ()
    """What leaves the round open for something else."""
    repeats: ClassVar[Mapping[str, str]] = {}
    """What may be done any number of times, with the words for once more."""
    tells: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """More words on a use, and their rule."""
    passing: ClassVar[str] = ""
    """The rule of those who pass."""
    brings: ClassVar[Mapping[str, tuple[Bonus, str]]] = {}
    """The bonus that a use brings until the next round ends, and its rule."""

    @property
    def use(self) -> str:
        """For what."""
        found: str = getattr(self, "option", "")
        return found

    def against(self, edit: Any, used: str) -> Iterable[Objection]:
        """What else the rules have against it."""
        del edit, used
        return ()

    def apply(self, edit: Any) -> None:
        """Noted until the round ends."""
        play, rule = edit.game.play_of(edit.now), self.rules[0]
        if any(one.passed for one in play.order if not one.name):
            edit.object(self.passing or rule, "You pass this round", "Wait for the next round.", code="acted")
        if play.acted == self.use and self.use in self.repeats:
            edit.say(self.repeats[self.use], rule)
            return
        found = [*self.against(edit, play.acted)]
        if play.acted and play.acted not in self.leaves and not any(code == "acted" for *_, code in found):
            words = f"This round is used already: {play.acted}"
            edit.object(rule, words, "Wait for the next round.", code="acted")
        for of, message, fix, code in found:
            edit.object(of, message, fix, code=code)
        more, of = self.tells.get(self.use, ("", rule))
        edit.put(rule, acted=self.use)
        edit.say(f"this round: {self.use}{more}", of)
        if self.use in self.brings:
            made, of = self.brings[self.use]
            gain(edit, made.model_copy(update={"until": play.round + 1}), of)
