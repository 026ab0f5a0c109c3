"""Rolls under a number that the rules ask for, and what is bought on the last roll: another die, a worst failure
averted, a way out; until then its outcome waits. A game declares its own commands below these, with their verbs and
rules."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from saga_tui.dice import Draw
from saga_tui.engine import asked
from saga_tui.engine.ailments import Thrown
from saga_tui.engine.command import Words
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.suffering import Roll, Suffering
from saga_tui.engine.under import OfAilments, Rolled
from saga_tui.roll_under import WORST, Modifier
from saga_tui.tally import Tally, Term


class Asking(asked.Asked, OfAilments):
    """A command about a roll that is asked for: the one that is named in words, or the oldest."""

    def words(self, ask: Ask) -> str:
        """The question in words."""
        return ask.what

    def asked(self, document: Any) -> Ask | None:
        """The question that it is about."""
        told = self.what.strip().casefold()
        asks: tuple[Ask, ...] = document.play.asks if document.play is not None else ()
        found = ((one, self.ails.words(document, one).casefold()) for one in asks)
        return next((one for one, words in found if not told or told in (one.what, one.kind, words)), None)

    def answered(self, edit: Any) -> Ask | None:
        """Takes that one off, of several alike the one that is meant; objects where there is none."""
        ask, asks = self.asked(edit.now), edit.game.play_of(edit.now).asks
        if ask is None:
            return super().answered(edit)
        at = next(place for place, one in enumerate(asks) if one is ask)
        edit.put(ask.rule, asks=(*asks[:at], *asks[at + 1 :]))
        return ask


class Waive(asked.Waive, Asking):
    """Waive a roll that the rules ask for."""


class Make(Asking, Rolled):
    """Make a roll that the rules ask for; the oldest one, where none is named."""

    suggested: ClassVar[dict[str, str]] = {}
    """The usual resistance against a kind of affliction."""
    resistance: Annotated[Words, Of("resistance")] = ""
    """What an affliction is resisted with, where nobody said it yet."""

    def known(self, document: Any, ask: Ask) -> str:
        """The resistance of the roll, where the rules or an earlier answer say it."""
        of, row = self.of(document), self.ails.rows.get(ask.what)
        ill, form = self.ails.ill_of(document, ask.kind), of.afflictions.get(ask.kind)
        return (row.roll if row else "") or (form.resistance if form else "") or (ill.resistance if ill else "")

    def roll(self, document: Any) -> Roll:
        """A resistance."""
        ask, of = self.asked(document), self.of(document)
        skill = (self.known(document, ask) if ask else "") or self.resistance
        usual = next(key for key, row in of.skills.items() if row.resistance)
        known = skill if skill in of.table else usual
        return Roll(known, "resistance", action=ask.what if ask else "", chosen=bool(getattr(self, self.picks, False)))

    def target(self, document: Any) -> Tally:
        """With the number that was fixed when it was asked for: what has changed since does not count."""
        now, ask = super().target(document), self.asked(document)
        if ask is None or ask.target is None:
            return now
        fixed = ask.target - self.of(document).target(self.roll(document)).total
        return now.plus(Term(fixed, "as it was when it was asked for", ask.rule)) if fixed else now

    def averts(self, document: Any) -> bool:
        """As its row has it."""
        row = self.ails.rows.get(ask.what) if (ask := self.asked(document)) else None
        return row is None or row.avert

    def further(self, document: Any) -> tuple[Modifier, ...]:
        """A narrow escape makes the same affliction harder to resist for a while."""
        ask, of = self.asked(document), self.of(document)
        narrow = ask is not None and ask.what == self.ails.resist and any(
            one.key == ask.kind and not one.immune for one in of.play.wards)  # fmt: skip
        more = Modifier(of.penalty, "narrowly avoided before", "situation", self.ails.says["resist"])
        return (*super().further(document), *[more] * narrow)

    def draws(self, document: Any) -> Draw:
        """The die; six-sided dice for harm and poison."""
        ask = self.asked(document)
        plain = ask is not None and ask.what not in self.ails.rows
        return Draw(self._count(ask), 6) if ask is not None and plain else Draw(1, self.sides)

    def apply(self, edit: Any) -> None:
        """The die is read, or dice hurt."""
        ask = self.asked(edit.before)
        row = self.ails.rows.get(ask.what) if ask else None
        if ask is not None and row is None:
            self._dice(edit, ask)
            return
        number, roll = self.target(edit.before).total, self.roll(edit.before)
        found = self.answered(edit)
        if found is None or row is None:
            return
        if not self.known(edit.before, found):
            self._resistance(edit, found)
        self.spend(edit)
        one = Thrown(what=found.what, of=found.kind, skill=roll.skill, test=row.test, number=number,
                     die=edit.take_dice(1)[0])  # fmt: skip
        self.ails.thrown(edit, one, row.rule)

    def _resistance(self, edit: Any, ask: Ask) -> None:
        """What it is resisted with is asked once for each affliction."""
        of, rule = self.of(edit.before), self.ails.says["with"]
        form, known = of.afflictions.get(ask.kind), [key for key, row in of.skills.items() if row.resistance]
        if self.resistance not in known:
            usual = self.suggested.get(form.kind if form else "", known[0]).capitalize()
            message = f"What is {form.name if form else ask.kind} resisted with?"
            fix = f"Give the resistance that your book has; usual is {usual}."
            edit.object(rule, message, fix, code="resistance")
        elif self.ails.ill_of(edit.before, ask.kind) is not None:
            self.ails.change(edit, ask.kind, rule, resistance=self.resistance)

    def _count(self, ask: Ask) -> int:
        """Its dice, whatever a file says: one that says which harm, and two of its counter."""
        return 3 if ask.what in self.ails.fields else max(1, min(ask.dice, 9))

    def _dice(self, edit: Any, ask: Ask) -> None:
        dice = edit.take_dice(self._count(ask))
        if ask.what not in self.ails.fields:
            self.answered(edit)
            edit.say(f"toxic damage {min(dice)}", ask.rule, came=min(dice))
            if ask.level in self.of(edit.now).tolerances:
                self.ails.damage(edit, ask.level, min(dice))
            return
        field = self.ails.fields[ask.what]
        row = next(one for one in type(self.of(edit.now)).harms(field).values() if dice[0] in one.d6)
        if any(one.key == row.key for one in getattr(edit.game.play_of(edit.now), field)):
            edit.say(f"rolled {dice[0]}: {row.name} is held already, roll again", ask.rule)
            return
        self.answered(edit)
        self.ails.harmed(edit, field, row.key, sum(dice[1:]))


class Changed(OfAilments):
    """A command about the last roll."""

    sides: ClassVar[int] = 20
    way: ClassVar[str] = ""

    def last(self, edit: Any) -> Thrown | None:
        """The last roll, where this can still be done about it; objects where it cannot."""
        one, of = edit.game.play_of(edit.now).thrown, self.of(edit.now)
        if one is None or one.settled:
            gone = "The last roll stands: it is settled, or something has happened since"
            edit.object(self.rules[0], gone if one else "There is no roll to change", "Roll first.", code="none")
            return None
        if self.way not in self.ails.ways(of, one):
            edit.object(self.rules[0], *self.why_not(of, one), code="barred")
        found: Thrown = one
        return found

    def short(self, of: Suffering, cost: int) -> tuple[str, str]:
        """There is not enough to pay it."""
        name, left = of.tolerances[self.ails.pays]["name"], getattr(of.play, self.ails.pays)
        return f"Not enough {name}: this costs {cost}, you have {left}", "Accept the outcome."

    def why_not(self, of: Suffering, one: Thrown) -> tuple[str, str]:
        """Why it cannot be done, and what to do."""
        return "This roll cannot be changed so", "Accept its outcome."

    def pay(self, edit: Any, cost: int, told: str) -> None:
        """Tells and pays it, as far as there is any."""
        edit.say(told, self.rules[0])
        self.ails.spend(
            edit, self.ails.pays, min(cost, getattr(edit.game.play_of(edit.now), self.ails.pays)), self.rules[0]
        )


class Again(Changed):
    """Roll one's own die again with the same modifiers; the last one stands."""

    way = "nudge"

    def dice_needed(self, document: Any) -> int:
        """One's own die."""
        return 1

    def why_not(self, of: Suffering, one: Thrown) -> tuple[str, str]:
        """Not after the worst failure."""
        if of.scale.read(one.number, one.die) == WORST:
            return f"A {self.ails.degrees[WORST]} is not rolled again", "Avert it, or accept its outcome."
        return self.short(of, self.ails.again)

    def apply(self, edit: Any) -> None:
        """Another die in its place."""
        one, [die] = self.last(edit), edit.take_dice(1)
        if one is not None:
            self.pay(edit, self.ails.again, self.title)
            row = self.ails.row(self.of(edit.now), one.what)
            self.ails.thrown(edit, one.model_copy(update={"die": die}), row.rule if row else self.rules[0])


class Avert(Changed):
    """Turn the worst failure into a failure. It is not rolled again then."""

    way = "avert"

    def why_not(self, of: Suffering, one: Thrown) -> tuple[str, str]:
        """Not where its row forbids it."""
        row = self.ails.row(of, one.what)
        if of.scale.read(one.number, one.die) != WORST:
            return f"There is no {self.ails.degrees[WORST]} to avert", "Accept the outcome."
        if row is not None and not row.avert:
            return f"{row.name} cannot be averted", "Use its way out, or accept its outcome."
        return self.short(of, self.ails.averted)

    def apply(self, edit: Any) -> None:
        """A failure."""
        one = self.last(edit)
        if one is not None:
            self.pay(edit, self.ails.averted, "averted: it counts as a Failure")
            self.ails.fail(edit, one)


class WayOut(Changed):
    """Use the way out that an action has from its worst failure."""

    way = "way-out"

    def apply(self, edit: Any) -> None:
        """All that is left of what it takes goes, its condition comes, and what else belongs to it."""
        one, of = self.last(edit), self.of(edit.now)
        row = self.ails.row(of, one.what) if one else None
        found = self.ails.outcome(of, row, one.degree) if one and row else None
        if one is None or row is None or found is None or found.instead is None:
            return
        way = found.instead
        edit.say(f"all {of.tolerances[way.pay]['name']} turns it into a Failure", row.rule)
        self.ails.put(edit, way.pay, 0, row.rule)
        for given in way.given:
            if not self.of(edit.now).suffers(given):
                self.ails.carry_out(edit, given, one, row.rule)
        self.ails.fail(edit, one)


class Accept(Changed):
    """Accept the outcome of the last roll as it is."""

    def apply(self, edit: Any) -> None:
        """It comes."""
        one = edit.game.play_of(edit.now).thrown
        if one is None or not one.waits:
            edit.object(self.rules[0], "No outcome waits", "Roll first.", code="none")
            return
        self.ails.take(edit)
