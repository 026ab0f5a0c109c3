"""Rolls under a number with modifiers of types: tests alone and against somebody, and what is bought on them
beforehand. A game declares its own commands below these, with their verbs and rules, and says by which parameters
points are bought (`buys`) and picked modifiers are used up (`picks`)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.ailments import Condition, Thrown
from saga_tui.engine.command import Command, Words
from saga_tui.engine.fields import Of
from saga_tui.engine.outcomes import Outcomes
from saga_tui.engine.suffering import Roll, Suffering
from saga_tui.roll_under import UNTYPED, Modifier
from saga_tui.tally import Tally
from saga_tui.words import listed

Added = Annotated[int, Field(ge=-20, le=20)]
Die = Annotated[int, Field(ge=1, le=20)]


class OfAilments(Command):
    """A command that knows what becomes of somebody."""

    ails: ClassVar[Outcomes]

    def of(self, document: Any) -> Suffering:
        """All numbers."""
        return self.ails.numbers(document)

    def finish(self, edit: Any) -> None:
        """What follows by itself."""
        self.ails.settle(edit)


def nothing_waits(edit: Any) -> None:
    """A gate: objects while the outcome of a roll waits to be accepted or changed."""
    one = edit.game.play_of(edit.before).thrown
    if one is not None and one.waits:
        message = "The outcome of the last roll waits"
        edit.object(edit.game.ids.dice, message, "Accept it, or change it.", code="waits")


class Rolled(OfAilments):
    """A roll of one's own, with what changes it."""

    sides: ClassVar[int] = 20
    buys: ClassVar[str] = ""
    """The parameter of points bought beforehand."""
    picks: ClassVar[str] = ""
    """The parameter that uses picked modifiers up."""
    limit: ClassVar[int] = 2
    """So much may be bought at least; else as much as the training."""
    difficulty: Added = 0
    """The situation modifier that your GM sets."""
    situation: Added = 0
    """Another modifier of the situation: cover, prone, a free attack."""
    modifier: Added = 0
    """More or less of no type, as your GM says."""

    def roll(self, document: Any) -> Roll:
        """What is rolled."""
        raise NotImplementedError

    def paid(self, document: Any) -> int:
        """What the action costs."""
        return 0

    def at_once(self, document: Any) -> bool:
        """Whether the condition of the last point spent changes this roll already."""
        return True

    def by_training(self, document: Any) -> bool:
        """Whether training alone limits what is bought."""
        return False

    @property
    def bought(self) -> int:
        """What is bought beforehand."""
        return int(getattr(self, self.buys, 0))

    def further(self, document: Any) -> tuple[Modifier, ...]:
        """What is told of it, what was bought, and the conditions that the last point spent brings."""
        of, says = self.of(document), self.ails.says
        found = [Modifier(self.difficulty, "difficulty", "situation", says["difficulty"]),
                 Modifier(self.situation, "the situation", "situation", says["item"]),
                 Modifier(self.modifier, "your GM's modifier", UNTYPED, says["item"]),
                 Modifier(self.bought, self.buys.capitalize(), UNTYPED, says["bonus"])]  # fmt: skip
        for key, cost in ((self.ails.pays, self.bought), (self.ails.costs, self.paid(document))):
            at_zero = of.tolerances[key]["at_zero"]
            if cost and cost == getattr(of.play, key) and not of.suffers(at_zero) and self.at_once(document):
                found += of.coming(at_zero, self.roll(document))
        return tuple(found)

    def target(self, document: Any) -> Tally:
        """The target number, not yet cut, with all its reasons."""
        return self.of(document).target(self.roll(document), self.further(document))

    def number(self, document: Any) -> int:
        """The target number as it counts."""
        return self.of(document).scale.cut(self.target(document).total)

    def bought_most(self, document: Any) -> int:
        """How much may be bought."""
        of, skill = self.of(document), self.roll(document).skill
        plain = skill in of.attributes or skill not in of.table
        trained = self.limit if plain else of.training(of.table[skill].key)
        return trained if self.by_training(document) else max(self.limit, trained)

    def averts(self, document: Any) -> bool:
        """Whether its worst failure can be averted."""
        return True

    def spend(self, edit: Any) -> None:
        """Pays for it, and uses picked modifiers up."""
        of, says = self.of(edit.before), self.ails.says
        if cost := self.paid(edit.now):
            self.ails.spend(edit, self.ails.costs, cost, says["cost"])
        name, most = self.buys.capitalize(), self.bought_most(edit.before)
        if self.bought > most:
            edit.object(says["bonus"], f"{name} is at most {most} here", f"Spend {most} or less.", code=self.buys)
        over = self.target(edit.before).total - of.scale.most
        if self.bought and over > 0:
            told = f"{min(over, self.bought)} of the {name} is wasted above {of.scale.most}"
            edit.say(told, says["bonus"])
        if self.bought:
            self.ails.spend(edit, self.ails.pays, self.bought, says["bonus"])
        if getattr(self, self.picks, False):
            chosen = [key for key, row in of.conditions.items() if any(one.on == "chosen" for one in row.modifiers)]
            if not any(map(of.suffers, chosen)):
                edit.object(says["picked"], f"You are not {self.picks.capitalize()}", "Roll without it.", code="picked")
            self.ails.end(edit, says["picked"], lambda one: one.key in chosen)


class Test(Rolled):
    """Roll a die equal to or under a target number, alone or against somebody's number."""

    __test__ = False
    skill: Annotated[Words, Of("score", keys="score key")] = ""
    test: Literal["basic", "complex", "opposed", "conflict"] = "basic"
    role: Literal["own", "attack", "defense", "resistance"] = "own"
    action: Annotated[Words, Of("action")] = ""
    """The action that it is for; some have a cost."""
    cost: int | None = Field(default=None, ge=0, le=99)
    """What the action costs."""
    against: tuple[Annotated[Words, Of("condition")], ...] = Field(default=(), max_length=9)
    """Conditions of the one attacked."""
    ranged: bool = False
    other: int | None = Field(default=None, ge=-20, le=40)
    """The opponent's target number."""
    other_die: Die | None = None
    """What the opponent's die shows; nothing: it is rolled too."""

    def roll(self, document: Any) -> Roll:
        """As it is told, or as the action has it."""
        of = self.of(document)
        row = of.actions.get(self.action)
        skill = self.skill or (row.roll if row else "") or of.refs()[0]
        chosen = bool(getattr(self, self.picks, False))
        return Roll(skill, self.side(document), row.traits if row else (), self.action, chosen)

    def side(self, document: Any) -> str:
        """The role; one's own roll for an action that attacks is an attack."""
        row = self.of(document).actions.get(self.action)
        return "attack" if row is not None and self.role == "own" and "attack" in row.traits else self.role

    def paid(self, document: Any) -> int:
        """As the action has it, or as it is told."""
        row = self.of(document).actions.get(self.action)
        return self.cost if self.cost is not None else (row.cost or 0) if row else 0

    def further(self, document: Any) -> tuple[Modifier, ...]:
        """What the conditions of the one attacked bring too."""
        rows = self.of(document).conditions
        reach = ("attack", "ranged-attack") if self.ranged else ("attack",)
        theirs = [Modifier(shift.value, f"they are {rows[key].name}", shift.type, rows[key].rule)
                  for key in self.against if key in rows and self.side(document) == "attack"
                  for shift in rows[key].against if shift.on in reach]  # fmt: skip
        return (*super().further(document), *theirs)

    @property
    def faced(self) -> bool:
        """Whether somebody rolls against it."""
        return self.test in ("opposed", "conflict")

    def draws(self, document: Any) -> Draw:
        """One's own die, and the opponent's where it is rolled here."""
        return Draw(1 + (self.faced and self.other_die is None), self.sides)

    def apply(self, edit: Any) -> None:
        """What it costs is paid first; then it is read."""
        of, number, says = self.of(edit.before), self.target(edit.before).total, self.ails.says
        self._objects(edit, of)
        self.spend(edit)
        dice = edit.take_dice(self.draws(edit.before).needed)
        row = of.actions.get(self.action)
        what = self.action if row is not None and row.outcome and self.role in ("own", "attack") else ""
        one = Thrown(what=what, skill=self.roll(edit.before).skill, test=self.test, number=number, die=dice[0],
                     other=self.other or 0, defends=self.role == "defense",
                     other_die=(self.other_die or dice[-1]) if self.faced else 0)  # fmt: skip
        self.ails.thrown(edit, one, says[self.test if self.faced else "number"])

    def _objects(self, edit: Any, of: Suffering) -> None:
        row, says = of.actions.get(self.action), self.ails.says
        priced = row is not None and self.ails.costs in row.traits and self.role in ("own", "attack")
        if row is not None and priced and self.cost is None and row.cost is None:
            message = f"What does {row.name} cost in {of.tolerances[self.ails.costs]['name']}?"
            edit.object(says["cost"], message, "Give its cost as your book has it, 0 if none.", code="cost")
        if self.faced and self.other is None:
            edit.object(says["opponent"], "Against which number?", "Give the opponent's target number.", code="other")
        if lost := of.lost():
            name = of.conditions[lost].name
            edit.object(of.conditions[lost].rule, f"{name}: no roll is left", "Undo it.", code="lost")
        for held in {row.key: row for row, _, _ in of.standing}.values():
            if held.no_defense and self.role == "defense":
                edit.object(held.rule, f"{held.name}: no Defense Roll", "Let it hit.", code="no-defense")
            elif self.role in ("own", "attack") and self._barred(held):
                left = f"only {listed(held.only)}" if held.only else "no actions"
                edit.object(held.rule, f"{held.name}: {left}", "End it first, or allow it.", code="barred")

    def _barred(self, held: Condition) -> bool:
        if held.only is not None:
            return self.action not in held.only
        return any(one.startswith("all actions") for one in held.forbids)


class Summed(Rolled):
    """Roll the die and add a number with its modifiers: who acts when."""

    skill: ClassVar[str] = ""

    def roll(self, document: Any) -> Roll:
        """As one that befalls somebody."""
        return Roll(self.skill, "resistance", chosen=bool(getattr(self, self.picks, False)))

    def dice_needed(self, document: Any) -> int:
        """One."""
        return 1

    def apply(self, edit: Any) -> None:
        """Their sum is told."""
        number, [die] = self.target(edit.before).total, edit.take_dice(1)
        for row in {row.key: row for row, _, _ in self.of(edit.before).standing}.values():
            if self.title.casefold() in row.forbids:
                message = f"{row.name}: no {self.title.casefold()}"
                edit.object(row.rule, message, "End it first, or allow it.", code="barred")
        self.spend(edit)
        edit.say(
            f"{self.title}: {die} + {number} = {die + number}".replace("+ -", "− "), self.rules[0], came=die + number
        )
