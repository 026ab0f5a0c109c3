"""What hurts and what helps: damage, spending and recovery, conditions, injuries, traumas, afflictions (W-TOL,
W-CND, W-INJ, W-TRM, W-AFF)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from saga_tui.engine import asked
from saga_tui.engine.command import Gate, in_play
from saga_tui.engine.declared import declare
from saga_tui.engine.entries import meant
from saga_tui.engine.fields import Of
from saga_tui.games.world import book
from saga_tui.games.world.character import Affliction
from saga_tui.games.world.play import outcomes, state
from saga_tui.games.world.play.rolls import nothing_waits
from saga_tui.games.world.play.state import play_of
from saga_tui.games.world.rules.base import Change, Command, Words
from saga_tui.games.world.rules.figures import Roll, figures
from saga_tui.problem import near

Tolerance = Literal["stamina", "attention", "courage"]
Amount = Annotated[int, Field(ge=0, le=99)]


class Hurting(Command):
    """A command about body and mind."""

    group = "damage"


class TakeDamage(Hurting, verb="take-damage", title="Take damage", rules=(
    "W-TOL-2 W-TOL-4 W-TOL-5 W-TOL-7 W-TOL-8 W-TST-9 W-CND-15"
)):  # fmt: skip
    """Take damage to Stamina, Attention or Courage. At 0 its condition comes; further damage asks for Endure or
    Persevere."""

    gates: ClassVar[tuple[Gate, ...]] = (in_play, nothing_waits)
    amount: Amount
    tolerance: Tolerance = "stamina"
    non_lethal: bool = False
    """Who is Exhausted makes a Resilience Basic Test, not Endure."""

    def apply(self, edit: Change) -> None:
        """As far as it goes."""
        if lost := figures(edit.now).lost():
            row = figures(edit.now).conditions[lost]
            edit.object(row.rule, f"{row.name}: nothing hurts any more", "Undo it.", code="lost")
        state.damage(edit, self.tolerance, self.amount, lethal=not self.non_lethal)


class Spend(Hurting, verb="spend", title="Spend of a tolerance", rules="W-TOL-2 W-TOL-7 W-ACT-7"):
    """Spend Attention or another tolerance, never below 0. At 0 its condition comes."""

    amount: Amount
    tolerance: Tolerance = "attention"

    def apply(self, edit: Change) -> None:
        """So much less."""
        state.spend(edit, self.tolerance, self.amount, "W-TOL-2")


class Recover(Hurting, verb="recover", title="Recover", rules="W-ACT-6 W-TOL-1 W-TOL-5 W-TOL-6 W-TOL-8"):
    """Recover Stamina, Attention or Courage: Breathe, Mend, Focus, Refocus, Awaken; your book says how much. No Courage
    while Hopeless."""

    amount: Amount
    tolerance: Tolerance = "stamina"

    def apply(self, edit: Change) -> None:
        """Up to the maximum."""
        state.regain(edit, self.tolerance, self.amount, "W-ACT-6")


class SetCondition(Hurting, verb="condition", title="Gain a condition", rules=(
    "W-CND-1 W-CND-2 W-CND-3 W-CND-4 W-TIM-5 W-CND-5 W-CND-6 W-CND-8 W-CND-9 W-CND-11 W-CND-13 W-CND-14 W-CND-16"
)):  # fmt: skip
    """Gain a condition, with its strength, its end and where it comes from, if they are not as usual."""

    what: Annotated[Words, Of("condition")]
    number: int = Field(default=0, ge=0, le=20)
    """Its strength, of Exposed, Distracted, Motivated."""
    ends: Literal["", "turn-start", "turn-end", "gm"] = ""
    """When it ends by itself; gm: when your GM says so; nothing: as usual."""
    source: Annotated[str, Field(max_length=100)] = ""
    """Where it comes from."""

    def apply(self, edit: Change) -> None:
        """It holds."""
        known = figures(edit.now).conditions
        row = known.get(meant(known, self.what))
        if row is None:
            edit.object("W-CND-1", f"There is no condition {self.what!r}", near(self.what, known), code="unknown")
            return
        if row.numbered and not self.number:
            edit.object(row.rule, f"How strong is {row.name}?", "Give a number.", code="number")
        state.gain(edit, row.key, row.rule, source=self.source, number=self.number, ends=self.ends)


class EndCondition(Hurting, verb="end-condition", title="End a condition", rules=(
    "W-CND-2 W-CND-3 W-TOL-10 W-TOL-11 W-ACT-6 W-TOL-6 W-TOL-8 W-INJ-5 W-TRM-4"
)):  # fmt: skip
    """End a condition, all its sources: Recenter ends Stressed, Enhearten Hopeless, Stabilize Bleeding Out, Calm Going
    Mad, Stand Prone."""

    what: Annotated[Words, Of("held condition")]

    def apply(self, edit: Change) -> None:
        """It holds no more."""
        known, held = figures(edit.now).conditions, [one.key for one in play_of(edit.now).conditions]
        key = meant({one: known.get(one) for one in held}, self.what)
        row = known.get(key)
        if not state.end(edit, row.rule if row else "W-CND-1", lambda one: one.key == key):
            edit.object("W-CND-1", f"{self.what} does not hold", near(self.what, held), code="none")


class GainHarm(Hurting):
    """An injury or a trauma comes: by chance, or the one that is named."""

    kind: ClassVar[str]
    left: int | None = Field(default=None, ge=1, le=99)
    """Its days or score; nothing: 2d6 are asked for with it."""

    def named(self) -> str:
        """Which one; nothing: chance says."""
        return ""

    def apply(self, edit: Change) -> None:
        """One of each at most."""
        field, key, rule = state.KINDS[self.kind], self.named(), self.rules[0]
        if not key or self.left is None:
            outcomes.harm(edit, self.kind, rule)
            return
        if any(one.key == key for one in getattr(play_of(edit.now), field)):
            name = book.harms(field)[key].name
            edit.object(rule, f"{name} is held already", "Roll again for another.", code="twice")
            return
        outcomes.harmed(edit, self.kind, key, self.left, rule)


class Injury(GainHarm, verb="injury", title="Gain an injury", rules="W-INJ-1 W-INJ-2 W-INJ-3 W-INJ-4"):
    """Gain an injury: a d6 and 2d6 Recovery Days are asked for, or name it with its days."""

    kind = "injury"
    injury: Literal["", "bruised", "broken", "battered"] = ""

    def named(self) -> str:
        """As it is told."""
        return self.injury


class Trauma(GainHarm, verb="trauma", title="Gain a trauma", rules="W-TRM-1 W-TRM-2 W-TRM-3"):
    """Gain a trauma: a d6 and a 2d6 Therapy Score are asked for, or name it with its score."""

    kind = "trauma"
    trauma: Literal["", "hesitant", "oblivious", "withdrawn"] = ""

    def named(self) -> str:
        """As it is told."""
        return self.trauma


class Treat(Hurting, verb="treat", title="Treat or comfort", rules="W-INJ-4 W-TRM-3 W-ACT-6"):
    """Treat an injury or comfort a trauma: so much less of its Recovery Days or Therapy Score, as your book says."""

    what: Literal["bruised", "broken", "battered", "hesitant", "oblivious", "withdrawn"]
    amount: Annotated[int, Field(ge=1, le=99)] = 1

    def apply(self, edit: Change) -> None:
        """At 0 it is gone."""
        field = "injuries" if self.what in book.injuries() else "traumas"
        if all(one.key != self.what for one in getattr(play_of(edit.now), field)):
            edit.object("W-ACT-6", f"{self.what.capitalize()} is not held", "Choose one that is.", code="none")
            return
        state.heal(edit, field, self.what, self.amount, "W-ACT-6")


class Expose(Hurting, verb="expose", title="Be exposed to an affliction", rules="W-AFF-6 W-AFF-1 W-AFF-9 W-AFF-10"):
    """Be exposed to a poison, a disease or a curse: Resist Affliction is asked for."""

    affliction: Annotated[Words, Of("affliction")]
    resistance: Literal["", "reflexes", "resilience", "resolve"] = ""
    """What it is resisted with; asked at the roll, where you don't say it."""

    def apply(self, edit: Change) -> None:
        """Unless one is immune to it for ten minutes."""
        known = figures(edit.now).afflictions
        row = known.get(meant(known, self.affliction))
        if row is None:
            fix = near(self.affliction, known)
            edit.object("W-AFF-1", f"There is no affliction {self.affliction!r}", fix, code="unknown")
            return
        if state.ill_of(edit.now, row.key):
            fix = "Allow it, and it begins again if it is not resisted; or leave it."
            edit.object("W-AFF-10", f"{row.name} is at work already, and no rule says more", fix, code="twice")
        if any(one.key == row.key and one.immune for one in play_of(edit.now).wards):
            edit.say(f"immune to {row.name} for ten minutes", "W-AFF-6")
            return
        resistance = row.resistance or self.resistance
        roll = Roll(resistance, "resistance", action="resist-affliction") if resistance else None
        state.ask(edit, "resist-affliction", row.key, roll)


class SetAffliction(
    Hurting, verb="set-affliction", title="Enter an affliction", rules="W-AFF-1 W-AFF-2 W-AFF-5 W-AFF-8"
):
    """Enter an affliction as it stands: its Rank, and how long its onset or the time to its next Confront still is."""

    affliction: Annotated[Words, Of("affliction")]
    rank: int = Field(default=1, ge=0, le=99)
    """0: it is cured."""
    onset: int = Field(default=0, ge=0, le=999)
    due: int | None = Field(default=None, ge=1, le=999)
    resistance: Literal["", "reflexes", "resilience", "resolve"] = ""

    def apply(self, edit: Change) -> None:
        """In the place of what was there of it."""
        known = figures(edit.now).afflictions
        row = known.get(meant(known, self.affliction))
        if row is None:
            fix = near(self.affliction, known)
            edit.object("W-AFF-1", f"There is no affliction {self.affliction!r}", fix, code="unknown")
            return
        if state.ill_of(edit.now, row.key) is None:
            made = Affliction(key=row.key, rank=1, resistance=self.resistance)
            edit.put("W-AFF-1", afflictions=(*play_of(edit.now).afflictions, made))
            edit.say(f"{row.name}", "W-AFF-1", way="goes")
        state.rank(edit, row.key, self.rank, "W-AFF-2")
        more = {"resistance": self.resistance} if self.resistance else {}
        due = row.frequency.count if self.due is None else self.due
        state.change(edit, row.key, onset=self.onset, due=due, toxic=int(self.onset > 0), **more)


class Confront(Hurting, verb="confront", title="Confront an affliction", rules="W-AFF-7 W-AFF-8"):
    """Confront an affliction now: its roll is asked for."""

    affliction: Annotated[Words, Of("ill")]

    def apply(self, edit: Change) -> None:
        """The roll is asked for."""
        held = [one.key for one in play_of(edit.now).afflictions]
        key = meant(held, self.affliction)
        if not key:
            edit.object("W-AFF-7", "There is no such affliction", near(self.affliction, held), code="none")
            return
        state.confront(edit, key)


declare(Hurting, book.data("commands")["harm"], adjust=asked.Adjust)
