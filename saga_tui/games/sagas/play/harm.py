"""What hurts and what heals: blows, shock, first aid, falls, poison, breath and fire; the rolls that the rules ask for
(S-HURT, S-SHK, S-HEAL, S-ENV)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from saga_tui.degrees import SIDES, Test, roman
from saga_tui.degrees import Thrown as Faces
from saga_tui.engine import afflictions, answers, asked
from saga_tui.engine.afflictions import POISONS
from saga_tui.engine.declared import declare
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.hurts import FORMS
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Play
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.state import Form, Kind, play_of
from saga_tui.games.sagas.rules import harm as law
from saga_tui.games.sagas.rules.base import Change, Command, Index
from saga_tui.games.sagas.rules.figures import figures

Total = Annotated[int, Field(ge=1, le=999)]


class Thrown(asked.Thrown, Command):
    """A command with open dice, thrown here or at the table (S-DIE-7)."""

    again = SIDES


# ---- blows


class TakeDamage(Command, verb="take-damage", title="Take damage", rules="S-HURT-2 S-ARM-2 S-SHK-1 S-SHK-2"):
    """Take a blow's damage: protection is taken off, the rest goes to injuries or stun, and a heavy blow asks for a
    shock roll."""

    group = "damage"
    amount: int = Field(ge=0, le=9999)
    """The damage before protection."""
    form: Form = "injuries"
    kind: Kind = "physical"
    protection: int | None = Field(default=None, ge=0, le=999)
    """The protection that counts; nothing: the armour worn, against physical damage."""
    ap: int = Field(default=0, ge=0, le=20)
    """The weapon's armour piercing: each point above the armour's resistance halves it."""
    bullets: bool = False
    """A bullet or an impact: some armour protects better from those."""
    gap: bool = False
    """A called shot that halves the armour."""
    vital: bool = False
    """A called shot that halves the physical shock threshold."""
    ra: int | None = Field(default=None, ge=0, le=20)
    """The armour's resistance; nothing: that of the armour worn, 0 of a protection that you tell."""

    def apply(self, edit: Change) -> None:
        """Tells what protection took, then where the rest goes."""
        numbers = figures(edit.now)
        worn = self.protection is None and self.kind == "physical"
        full = numbers.protection(bullets=self.bullets).total if worn else self.protection or 0
        own = max((row.ra for one in edit.now.gear if one.worn and (row := numbers.armour(one))), default=0)
        resists = self.ra if self.ra is not None else own if worn else 0
        through = law.through(self.amount, full, self.ap, resists, self.gap).total
        if through != self.amount:
            edit.say(f"protection takes {self.amount - through} of {self.amount}", "S-ARM-1")
        if not through:
            edit.say(f"{self.kind} damage {self.amount}: no harm", "S-HURT-2")
        least = numbers.shock(self.kind).total
        halved = self.vital and self.kind == "physical"
        state.blow(edit, self.kind, self.form, through, "S-HURT-2", threshold=least // 2 if halved else least)


class Fall(Thrown, verb="fall", title="Fall", rules="S-ENV-2 S-MART-7", group="damage"):
    """Fall: 1d6* injuries for each full 3 m, at most 20 dice. A projection throws a quarter of the way that you moved
    last round, for one die more."""

    metres: int = Field(ge=0, le=100_000)
    less: int = Field(default=0, ge=0, le=20)
    """Dice taken off: a degree of Acrobatics, or soft ground as the GM says."""
    projected: bool = False
    """Thrown by a projection: the metres are those that you moved last round."""

    def dice_needed(self, document: Any) -> int:
        """A die for each full 3 m."""
        dice = law.thrown(self.metres) if self.projected else law.fall(self.metres)
        return max(0, dice - self.less)

    def apply(self, edit: Change) -> None:
        """One blow, as it is."""
        amount = self.came(edit, self.dice_needed(edit.now), self.total)
        rule, said = ("S-MART-7", "thrown") if self.projected else ("S-ENV-2", "a fall of")
        metres = self.metres // law.THROWN if self.projected else self.metres
        edit.say(f"{said} {metres} m: {amount} damage", rule, way="goes")
        state.blow(edit, "physical", "injuries", amount, rule)


# ---- rolls that are asked for


def modifier_of(ask: Ask) -> int:
    """The degrees that an asked roll has by itself: each further breath −I, complete rest +I on
    Endurance (S-ENV-3, S-HEAL-5)."""
    own = int(ask.level) if re.fullmatch(r"-?\d{1,4}", ask.level, re.ASCII) else 0
    return own + ("complete" in ask.level and ask.kind != "mental")


class Asking(asked.Asked, Command):
    """A command about a roll that is asked for."""

    questions = state.QUESTIONS


class RollAsked(
    answers.Make, Asking, Thrown, verb="roll-asked", title="Make the asked roll", group="rolls",
    rules="S-APP-2 S-SHK-1 S-SHK-2 S-HEAL-1 S-HEAL-2",
):  # fmt: skip
    """Make a roll that the rules ask for: shock, healing, breath, poison, initiative, flames. The oldest one, where you
    name none."""

    sums = book.data("play")["sums"]
    answers = ("shock", "breath", "complication", "heal", *sums, "poison", "initiative")

    def own(self, document: Any, ask: Ask) -> int:
        """A characteristic; against a poison Physical resistance (S-ENV-1)."""
        of, question = figures(document), state.QUESTIONS.of(ask)
        poisoned = ask.what == afflictions.POISONS
        return of.total("physical_resistance").total if poisoned else of.score(question.score if question else "end")

    def by_itself(self, ask: Ask) -> int:
        """Of breath and care."""
        return modifier_of(ask)

    def hurt(self, edit: Change, ask: Ask, total: int) -> None:
        """Flames and choking (S-ENV-3, S-ENV-4)."""
        state.blow(edit, "physical", self.sums[ask.what], total, ask.rule)

    def follows(self, edit: Change, ask: Ask, final: int) -> None:
        """Healing; first aid that went badly wrong: dies on a missed roll (S-HEAL-1, S-HEAL-2, S-HEAL-4, S-HEAL-5)."""
        own, end = state.harm_of(edit.now, ask.kind).injuries, figures(edit.now).ended_by(ask.kind or "physical").total
        if ask.what == "complication" and final <= 0:
            state.HURTS.put(edit, ask.kind, ask.rule, injuries=max(end, own))
        elif ask.what == "heal":
            what: law.Rest = "ten minutes" if ask.level.startswith("rest") else "sleep"
            left = law.healed(own, final, what, institution="institution" in ask.level)
            if left == own:
                edit.say("nothing heals", ask.rule)
            state.HURTS.put(edit, ask.kind, ask.rule, injuries=left)
            state.rouse(edit, ask.rule)


# ---- care


class FirstAid(Thrown, verb="first-aid", title="First aid", rules="S-HEAL-4", group="damage"):
    """First aid: it stops the dying, wakes from a shock, or helps against a poison; by what is needed most, where you
    do not say."""

    against: Literal["", "dying", "shock", "poison"] = ""
    score: int | None = Field(default=None, ge=-99, le=999)
    """The helper's First aid; your own where nothing is said."""
    degree: int | None = Field(default=None, ge=-99, le=99)
    """The final degree, where it was rolled already."""
    modifier: int = Field(default=0, ge=-20, le=20)
    natural_12: bool = False
    """Both dice showed a 6 first, where their total or the degree was told."""
    poison: Annotated[Index, Of(POISONS)] = 0

    def dice_needed(self, document: Any) -> int:
        """None where the degree is known."""
        return 0 if self.degree is not None else 2

    def apply(self, edit: Change) -> None:
        """Rolled, and what it brings."""
        degree = self.degree
        if degree is None:
            total = self.came(edit, 2, self.total)
            score = figures(edit.now).total("first_aid").total if self.score is None else self.score
            degree = Test(score, total, self.modifier).final
            edit.say(f"first aid {score}, rolled {total}: degree {roman(degree)}", "S-HEAL-4")
        bad = self.natural_12 or Faces(self.dice(2).split(edit.dice)).natural == "12"
        if degree <= 0:
            edit.say("it does nothing", "S-HEAL-4")
            if bad:
                edit.ask(Ask(what="complication", kind="physical", dice=2, rule="S-HEAL-4"))
                edit.say("a natural 12: a complication, Endurance roll or die", "S-HEAL-4", way="goes")
            return
        self._helps(edit, degree)

    def _helps(self, edit: Change, degree: int) -> None:
        play = play_of(edit.now)
        needed = "dying" if state.bleeds(edit.now) else "poison" if play.poisons else "shock"
        match self.against or needed:
            case "dying" if state.bleeds(edit.now):
                edit.put("S-HEAL-4", cared=True)
                edit.say("the bleeding stops", "S-HEAL-4", way="comes")
            case "poison":
                ill = afflictions.poison_at(edit, self.poison, "S-ENV-1")
                if ill is not None:
                    better = ill.model_copy(update={"help": ill.help + degree})
                    edit.put_at(("play", "poisons", self.poison), better, "S-HEAL-4")
                    edit.say(f"Physical resistance +{roman(better.help)} against {ill.name}", "S-HEAL-4", way="comes")
            case wanted:
                if wanted == "dying" or not state.rouse(edit, "S-HEAL-4"):
                    edit.say("first aid has nothing to do here", "S-HEAL-4")


CONDITIONS: Final = asked.conditions(book.data("play")["condition"], Play)
"""What may be set by hand."""


class Condition(
    asked.SetCondition, Command, verb="condition", title="Set a condition", rules="S-APP-4 S-ENV-3 S-ENV-4 S-SHK-1"
):
    """Begin or end a condition: fainted, confused, cared for, without air or with a breath held, choking, on fire."""

    group, known = "damage", CONDITIONS


class Adjust(asked.Adjust, Command, verb="adjust", title="Correct a counter", rules="S-HURT-1 S-APP-4"):
    """Correct a counter by hand: so much more or less, never below 0."""

    group = "damage"

    def moves(self, edit: Change, name: str, value: int) -> bool:
        """Injuries and stun bring more than their number."""
        kind, _, form = name.partition("-")
        if hurts := kind in state.KINDS and form in FORMS:
            state.HURTS.put(edit, kind, "S-HURT-1", **{form: value})
        return hurts


declare(Asking, book.data("commands")["asked"], waive=asked.Waive)
declare(Command, book.data("commands")["harm"], remark=asked.Remark, poison=afflictions.StartPoison,
        period=afflictions.PoisonPeriod)  # fmt: skip
