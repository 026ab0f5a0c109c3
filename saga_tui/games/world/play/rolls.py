"""Rolls: tests of every kind, the rolls that the rules ask for, and what Courage does with them (W-TST, W-CRG)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import asked
from saga_tui.engine.command import Gate, in_play
from saga_tui.engine.declared import declare
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Thrown
from saga_tui.games.world.play import outcomes, state
from saga_tui.games.world.play.state import ROWS, play_of
from saga_tui.games.world.rules.base import Change, Command, Words
from saga_tui.games.world.rules.figures import ATTRIBUTES, RESISTANCES, Figures, Roll, figures
from saga_tui.roll_under import UNTYPED, WORST, Modifier
from saga_tui.tally import Tally, Term
from saga_tui.words import listed

SIDES = 20
Added = Annotated[int, Field(ge=-20, le=20)]
Die = Annotated[int, Field(ge=1, le=SIDES)]


def nothing_waits(edit: Change) -> None:
    """A gate: objects while the outcome of a roll waits to be taken or changed."""
    one = play_of(edit.before).thrown
    if one is not None and one.waits:
        words = outcomes.told(figures(edit.before), one)
        edit.object("W-CRG-3", f"An outcome waits: {words}", "Accept it, or change it with Courage.", code="waits")


class Rolled(Command):
    """A roll of the own, with what changes it."""

    group, sides = "rolls", SIDES
    gates: ClassVar[tuple[Gate, ...]] = (in_play, nothing_waits)
    difficulty: Added = 0
    """The situation modifier that your GM sets."""
    situation: Added = 0
    """Another modifier of the situation: cover, prone, a free attack."""
    modifier: Added = 0
    """More or less of no type, as your GM says."""
    grit: int = Field(default=0, ge=0, le=20)
    """Courage spent beforehand for +1 each."""
    motivated: bool = False
    """Use Motivated up on it."""

    def roll(self, document: Character) -> Roll:
        """What is rolled."""
        raise NotImplementedError

    def paid(self, document: Character) -> int:
        """Attention paid on it."""
        return 0

    def further(self, document: Character) -> tuple[Modifier, ...]:
        """What is told of it, what was spent, and the conditions that the last point spent brings (W-TOL-9)."""
        of, roll = figures(document), self.roll(document)
        found = [Modifier(self.difficulty, "difficulty", "situation", "W-MOD-4"),
                 Modifier(self.situation, "the situation", "situation", "W-MOD-1"),
                 Modifier(self.modifier, "your GM's modifier", UNTYPED, "W-MOD-1"),
                 Modifier(self.grit, "Grit", UNTYPED, "W-CRG-2")]  # fmt: skip
        if of.switch("spent_to_zero") == "at-once":
            for key, cost in (("courage", self.grit), ("attention", self.paid(document))):
                at_zero = book.tolerances()[key]["at_zero"]
                if cost and cost == getattr(of.play, key) and not of.suffers(at_zero):
                    found += of.coming(at_zero, roll)
        return tuple(found)

    def target(self, document: Character) -> Tally:
        """The target number, not yet cut, with all its reasons."""
        return figures(document).target(self.roll(document), self.further(document))

    def number(self, document: Character) -> int:
        """The target number as it counts (W-TST-5)."""
        return figures(document).scale.cut(self.target(document).total)

    def grit_limit(self, document: Character) -> int:
        """How much Grit there may be: 2, or the Training Rank (W-CRG-2)."""
        of, skill = figures(document), self.roll(document).skill
        trained = 2 if skill in ATTRIBUTES else of.training(of.table[skill].key) if skill in of.table else 0
        return trained if of.switch("grit_limit") == "training-rank" else max(2, trained)

    def averts(self, document: Character) -> bool:
        """Whether its Critical Failure can be averted (W-CRG-4)."""
        return True

    def spend(self, edit: Change) -> None:
        """Pays Attention and Grit, and uses Motivated up."""
        if cost := self.paid(edit.now):
            state.spend(edit, "attention", cost, "W-ACT-7")
        limit = self.grit_limit(edit.before)
        if self.grit > limit:
            edit.object("W-CRG-2", f"Grit is at most {limit} here", f"Spend {limit} or less.", code="grit")
        over = self.target(edit.before).total - figures(edit.before).scale.most
        if self.grit and over > 0:
            edit.say(f"{min(over, self.grit)} of the Grit is wasted above 18", "W-CRG-2")
        if self.grit:
            state.spend(edit, "courage", self.grit, "W-CRG-2")
        if self.motivated:
            if not figures(edit.before).suffers("motivated"):
                edit.object("W-CND-12", "You are not Motivated", "Roll without it.", code="motivated")
            state.end(edit, "W-CND-12", lambda one: one.key == "motivated")


class Test(Rolled, verb="test", title="Test", rules=(
    "W-TST-1 W-TST-2 W-TST-3 W-TST-4 W-TST-5 W-TST-6 W-TST-7 W-TST-8 W-TST-9 W-ACT-7 W-CRG-2 W-MOD-2 W-DEG-1"
)):  # fmt: skip
    """Roll a d20 equal to or under a target number: a skill, a resistance or an attribute with all modifiers; alone or
    against somebody's number."""

    __test__ = False
    typed = ("skill",)
    skill: Annotated[Words, Of("score", keys="score key")] = ""
    test: Literal["basic", "complex", "opposed", "conflict"] = "basic"
    role: Literal["own", "attack", "defense", "resistance"] = "own"
    action: Annotated[Words, Of("action")] = ""
    """The action that it is for; one with the Attention trait costs Attention."""
    cost: int | None = Field(default=None, ge=0, le=99)
    """What the action costs in Attention."""
    against: tuple[Annotated[Words, Of("condition")], ...] = Field(default=(), max_length=9)
    """Conditions of the one attacked: exhausted, prone, unconscious."""
    ranged: bool = False
    other: int | None = Field(default=None, ge=-20, le=40)
    """The opponent's target number."""
    other_die: Die | None = None
    """What the opponent's die shows; nothing: it is rolled too."""

    def roll(self, document: Character) -> Roll:
        """As it is told, or as the action has it."""
        of = figures(document)
        row = of.actions.get(self.action)
        skill = self.skill or (row.roll if row else "") or of.refs()[0]
        return Roll(skill, self.role, row.traits if row else (), self.action, self.motivated)

    def paid(self, document: Character) -> int:
        """Of an action with the Attention trait, or as it is told (W-ACT-7)."""
        row = figures(document).actions.get(self.action)
        return self.cost if self.cost is not None else (row.cost or 0) if row else 0

    def further(self, document: Character) -> tuple[Modifier, ...]:
        """What the conditions of the one attacked bring too (W-CND-13, W-CND-15, W-TOL-5)."""
        conditions = figures(document).conditions
        theirs = [Modifier(shift.value, f"they are {conditions[key].name}", shift.type, conditions[key].rule)
                  for key in self.against if key in conditions and self.role == "attack"
                  for shift in conditions[key].against
                  if shift.on == "attack" or (shift.on == "ranged-attack" and self.ranged)]  # fmt: skip
        return (*super().further(document), *theirs)

    @property
    def faced(self) -> bool:
        """Whether somebody rolls against it."""
        return self.test in ("opposed", "conflict")

    def draws(self, document: Any) -> Draw:
        """The own die, and the opponent's where it is rolled here."""
        return Draw(1 + (self.faced and self.other_die is None), SIDES)

    def apply(self, edit: Change) -> None:
        """What it costs is paid first; then it is read."""
        of, number = figures(edit.before), self.target(edit.before).total
        self._objects(edit, of)
        self.spend(edit)
        dice = edit.take_dice(self.draws(edit.before).needed)
        one = Thrown(skill=self.roll(edit.before).skill, test=self.test, number=number, die=dice[0],
                     other=self.other or 0, defends=self.role == "defense",
                     other_die=(self.other_die or dice[-1]) if self.faced else 0)  # fmt: skip
        outcomes.thrown(edit, one, {"opposed": "W-TST-7", "conflict": "W-TST-8"}.get(self.test, "W-TST-4"))

    def _objects(self, edit: Change, of: Figures) -> None:
        row = of.actions.get(self.action)
        unknown = row is not None and "attention" in row.traits and self.cost is None and row.cost is None
        if row is not None and unknown and self.role in ("own", "attack"):
            fix = "Give its cost as your book has it, 0 if none."
            edit.object("W-ACT-7", f"What does {row.name} cost in Attention?", fix, code="cost")
        if self.faced and self.other is None:
            edit.object("W-TST-6", "Against which number?", "Give the opponent's target number.", code="other")
        if lost := of.lost():
            edit.object(
                of.conditions[lost].rule, f"{of.conditions[lost].name}: no roll is left", "Undo it.", code="lost"
            )
        for held, _, _ in of.standing:
            if held.no_defense and self.role == "defense":
                edit.object(held.rule, f"{held.name}: no Defense Roll", "Let it hit.", code="no-defense")
            elif self.role in ("own", "attack") and self._barred(held):
                left = f"only {listed(held.only)}" if held.only else "no actions"
                edit.object(held.rule, f"{held.name}: {left}", "End it first, or allow it.", code="barred")

    def _barred(self, held: book.Condition) -> bool:
        if held.only is not None:
            return self.action not in held.only
        return any(one.startswith("all actions") for one in held.forbids)


class Asking(asked.Asked, Command):
    """A command about a roll that is asked for."""

    group = "rolls"

    def words(self, ask: Ask) -> str:
        """The question in words."""
        return ask.what

    def asked(self, document: Character) -> Ask | None:
        """The one that is named in words, or the oldest."""
        told = self.what.strip().casefold()
        found = ((one, state.words(document, one).casefold()) for one in play_of(document).asks)
        return next((one for one, words in found if not told or told in (one.what, one.kind, words)), None)


class RollAsked(Asking, Rolled, verb="roll-asked", title="Make the asked roll", rules=(
    "W-ACT-3 W-ACT-4 W-ACT-5 W-AFF-4 W-AFF-6 W-AFF-7 W-AFF-9 W-INJ-1 W-INJ-4 W-INJ-5 W-TRM-1 W-TRM-3 W-TRM-4 W-TOL-5"
)):  # fmt: skip
    """Make a roll that the rules ask for: Endure, Persevere, an affliction, therapy, the end of a round, an injury or a
    trauma. The oldest one, where you name none."""

    typed = ("what",)
    resistance: Literal["", "reflexes", "resilience", "resolve"] = ""
    """What an affliction is resisted with, where nobody said it yet."""

    def roll(self, document: Character) -> Roll:
        """A resistance."""
        ask, of = self.asked(document), figures(document)
        row = ROWS.get(ask.what) if ask else None
        known = row.roll if row else ""
        if ask is not None and not known:
            ill, form = state.ill_of(document, ask.kind), of.afflictions.get(ask.kind)
            known = (form.resistance if form else "") or (ill.resistance if ill else "") or self.resistance
        return Roll(known or RESISTANCES[1], "resistance", action=ask.what if ask else "", chosen=self.motivated)

    def target(self, document: Character) -> Tally:
        """With the number that was fixed when it was asked for: what has changed since does not count (W-TIM-4)."""
        now, ask = super().target(document), self.asked(document)
        if ask is None or ask.target is None:
            return now
        plain = figures(document).target(self.roll(document)).total
        fixed = ask.target - plain
        return now.plus(Term(fixed, "as it was when it was asked for", ask.rule)) if fixed else now

    def averts(self, document: Character) -> bool:
        """Not in Endure."""
        row = ROWS.get(ask.what) if (ask := self.asked(document)) else None
        return row is None or row.avert

    def further(self, document: Character) -> tuple[Modifier, ...]:
        """A narrow escape makes the same affliction harder to resist for ten minutes (W-AFF-6)."""
        ask = self.asked(document)
        narrow = ask is not None and ask.what == "resist-affliction" and any(
            one.key == ask.kind and not one.immune for one in play_of(document).wards)  # fmt: skip
        found = super().further(document)
        return (*found, Modifier(-2, "narrowly avoided before", "situation", "W-AFF-6")) if narrow else found

    def draws(self, document: Any) -> Draw:
        """A d20; six-sided dice for harm and poison."""
        ask = self.asked(document)
        plain = ask is not None and ask.what not in ROWS
        return Draw(ask.dice, 6) if ask is not None and plain else Draw(1, SIDES)

    def apply(self, edit: Change) -> None:
        """The die is read, or dice hurt."""
        ask = self.asked(edit.before)
        row = ROWS.get(ask.what) if ask else None
        if ask is not None and row is None:
            self._dice(edit, ask)
            return
        number, roll = self.target(edit.before).total, self.roll(edit.before)
        found = self.answered(edit)
        if found is None or row is None:
            return
        if "affliction" in found.what and not row.roll:
            self._resistance(edit, found)
        self.spend(edit)
        one = Thrown(what=found.what, of=found.kind, skill=roll.skill, test=row.test, number=number,
                     die=edit.take_dice(1)[0])  # fmt: skip
        outcomes.thrown(edit, one, row.rule)

    def _resistance(self, edit: Change, ask: Ask) -> None:
        """What it is resisted with is asked once for each affliction (W-AFF-9)."""
        form, ill = figures(edit.before).afflictions[ask.kind], state.ill_of(edit.before, ask.kind)
        if form.resistance or (ill is not None and ill.resistance):
            return
        if not self.resistance:
            usual = book.data("afflictions")["kinds"].get(form.kind, {}).get("suggested", "resilience")
            fix = f"Give the resistance that your book has; usual is {usual.capitalize()}."
            edit.object("W-AFF-9", f"What is {form.name} resisted with?", fix, code="resistance")
        elif ill is not None:
            state.change(edit, ask.kind, "W-AFF-9", resistance=self.resistance)

    def _dice(self, edit: Change, ask: Ask) -> None:
        dice = edit.take_dice(ask.dice)
        if ask.what == "toxic":
            self.answered(edit)
            amount = min(dice)
            edit.say(f"toxic damage {amount}", "W-AFF-4", came=amount)
            state.damage(edit, ask.level, amount)
            return
        field = state.KINDS[ask.what]
        row = next(one for one in book.harms(field).values() if dice[0] in one.d6)
        if any(one.key == row.key for one in getattr(play_of(edit.now), field)):
            edit.say(f"rolled {dice[0]}: {row.name} is held already, roll again", ask.rule)
            return
        self.answered(edit)
        outcomes.harmed(edit, ask.what, row.key, dice[1] + dice[2], ask.rule)


class Courageous(Command):
    """A command about the last roll."""

    group, sides = "rolls", SIDES

    def last(self, edit: Change) -> Thrown | None:
        """The last roll, where this can still be done about it; objects where it cannot."""
        one, of = play_of(edit.now).thrown, figures(edit.now)
        if one is None or one.settled:
            edit.object(self.rules[0], "There is no roll to change", "Roll first.", code="none")
            return None
        if self.verb not in outcomes.ways(of, one):
            edit.object(self.rules[0], *self.why_not(of, one), code="barred")
        return one

    def why_not(self, of: Figures, one: Thrown) -> tuple[str, str]:
        """Why it cannot be done, and what to do."""
        return "This roll cannot be changed so", "Accept its outcome."


class Nudge(Courageous, verb="nudge", title="Nudge Fate", rules="W-CRG-3 W-CRG-1"):
    """Nudge Fate: 2 Courage, and your die is rolled again with the same modifiers; the last one stands."""

    def dice_needed(self, document: Any) -> int:
        """The own die."""
        return 1

    def why_not(self, of: Figures, one: Thrown) -> tuple[str, str]:
        """On a Critical Failure, or without the Courage."""
        if of.scale.read(one.number, one.die) == WORST:
            return "A Critical Failure is not rolled again", "Avert it, or accept its outcome."
        return f"Not enough Courage: this costs {outcomes.NUDGE}, you have {of.play.courage}", "Accept the outcome."

    def apply(self, edit: Change) -> None:
        """Another die in its place."""
        one, [die] = self.last(edit), edit.take_dice(1)
        if one is not None:
            edit.say("Nudge Fate", "W-CRG-3")
            state.spend(edit, "courage", min(outcomes.NUDGE, play_of(edit.now).courage), "W-CRG-3")
            row = ROWS.get(one.what)
            outcomes.thrown(edit, one.model_copy(update={"die": die}), row.rule if row else "W-CRG-3")


class Avert(Courageous, verb="avert", title="Avert Catastrophe", rules="W-CRG-4 W-CRG-1"):
    """Avert Catastrophe: 3 Courage turn a Critical Failure into a Failure. It is not rolled again then."""

    def why_not(self, of: Figures, one: Thrown) -> tuple[str, str]:
        """Not in Endure, not without a Critical Failure or the Courage."""
        row = ROWS.get(one.what)
        if of.scale.read(one.number, one.die) != WORST:
            return "There is no Critical Failure to avert", "Nudge Fate, or accept the outcome."
        if row is not None and not row.avert:
            return f"{row.name} cannot be averted", "Use its way out, or accept its outcome."
        return f"Not enough Courage: this costs {outcomes.AVERT}, you have {of.play.courage}", "Accept the outcome."

    def apply(self, edit: Change) -> None:
        """A Failure."""
        one = self.last(edit)
        if one is not None:
            edit.say("Critical Failure averted: a Failure", "W-CRG-4")
            state.spend(edit, "courage", min(outcomes.AVERT, play_of(edit.now).courage), "W-CRG-4")
            fails(edit, one)


class WayOut(Courageous, verb="way-out", title="Use the way out", rules="W-ACT-3 W-ACT-4"):
    """Use the way out of a Critical Failure: in Endure all Courage, Hopeless and a trauma, in Persevere all Attention
    and Stressed make it a Failure."""

    def apply(self, edit: Change) -> None:
        """What is paid goes, its condition comes, and what else belongs to it."""
        one, of = self.last(edit), figures(edit.now)
        row = ROWS.get(one.what) if one else None
        found = outcomes.outcome_of(of, row, one.degree)[1] if one and row else None
        if one is None or row is None or found is None or found.instead is None:
            return
        way = found.instead
        edit.say(f"all {state.name_of(way.pay)} turns it into a Failure", row.rule)
        state.put(edit, way.pay, 0, row.rule)
        for given in way.given:
            if not figures(edit.now).suffers(given):
                outcomes.carry_out(edit, given, one, row.rule)
        fails(edit, one)


def fails(edit: Change, one: Thrown) -> None:
    """The last roll counts as a Failure; its outcome comes."""
    row = ROWS.get(one.what)
    edit.put(row.rule if row else "W-CRG-4", thrown=one.model_copy(update={"degree": "failure", "settled": True}))
    outcomes.take(edit)


class Take(Courageous, verb="accept-outcome", title="Accept the outcome", rules="W-ACT-3 W-ACT-4 W-AFF-6 W-AFF-7"):
    """Accept the outcome of the last roll as it is."""

    def apply(self, edit: Change) -> None:
        """It comes."""
        one = play_of(edit.now).thrown
        if one is None or not one.waits:
            edit.object("W-CRG-3", "No outcome waits", "Roll first.", code="none")
            return
        outcomes.take(edit)


declare(Asking, book.data("commands")["asked"], waive=asked.Waive)
