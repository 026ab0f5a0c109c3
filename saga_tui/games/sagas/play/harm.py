"""What hurts and what heals: blows, shock, first aid, falls, poison, breath and fire; the rolls that the rules ask for
(S-HURT, S-SHK, S-HEAL, S-ENV)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from saga_tui.degrees import SIDES, Test, opposed, roman
from saga_tui.degrees import Thrown as Faces
from saga_tui.dice import Draw
from saga_tui.engine import afflictions, asked
from saga_tui.engine.afflictions import POISONS
from saga_tui.engine.conflict import place_of, set_rank
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.games.sagas import book
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.state import Form, Kind, play_of
from saga_tui.games.sagas.rules import harm as law
from saga_tui.games.sagas.rules.base import Change, Command, Index, Words
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

    def apply(self, edit: Change) -> None:
        """Tells what protection took, then where the rest goes."""
        numbers = figures(edit.now)
        worn = self.protection is None and self.kind == "physical"
        full = numbers.protection(bullets=self.bullets).total if worn else self.protection or 0
        resists = max((row.ra for one in edit.now.gear if one.worn and (row := numbers.armour(one))), default=0)
        through = law.through(self.amount, full, self.ap if worn else 0, resists, worn and self.gap).total
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


def _complication(edit: Change, ask: Ask, degree: int) -> None:
    """First aid that went badly wrong: dies on a missed roll (S-HEAL-4)."""
    if degree <= 0:
        end = figures(edit.now).ended_by("physical").total
        state.set_harm(edit, "physical", ask.rule, max(end, play_of(edit.now).physical.injuries))


def _heal(edit: Change, ask: Ask, degree: int) -> None:
    """Injuries that a roll heals (S-HEAL-1, S-HEAL-2, S-HEAL-5)."""
    kind: Kind = "mental" if ask.kind == "mental" else "physical"
    own = state.harm_of(edit.now, kind)
    what: law.Rest = "ten minutes" if ask.level.startswith("rest") else "sleep"
    left = law.healed(own.injuries, degree, what, institution="institution" in ask.level)
    if left == own.injuries:
        edit.say("nothing heals", ask.rule)
    state.set_harm(edit, kind, ask.rule, left)
    state.rouse(edit, ask.rule)


FOLLOWS: Final[Mapping[str, Callable[[Change, Ask, int], None]]] = {"complication": _complication, "heal": _heal}
"""What follows from the degree of an asked roll, where the table doesn't say all of it."""
SUMS: Final[Mapping[str, Form]] = {"flames": "injuries", "choking": "stun"}
"""Dice that are asked for and simply hurt (S-ENV-3, S-ENV-4)."""


def modifier_of(ask: Ask) -> int:
    """The degrees that an asked roll has by itself: each further breath −I, complete rest +I on
    Endurance (S-ENV-3, S-HEAL-5)."""
    own = int(ask.level) if re.fullmatch(r"-?\d{1,4}", ask.level, re.ASCII) else 0
    return own + ("complete" in ask.level and ask.kind != "mental")


class Answer(asked.Asked, Command):
    """A command about a roll that the rules ask for."""

    group = "rolls"

    def words(self, ask: Ask) -> str:
        """As `Shock roll: Endurance`, `Initiative: Guard`."""
        return state.asked_words(ask)


class Waive(asked.Waive, Answer, verb="waive", title="Waive an asked roll", rules="S-APP-2"):
    """Waive a roll that the rules ask for: the group needs no answer."""


class RollAsked(
    Answer, Thrown, verb="roll-asked", title="Make the asked roll", rules="S-APP-2 S-SHK-1 S-SHK-2 S-HEAL-1 S-HEAL-2"
):
    """Make a roll that the rules ask for: shock, healing, breath, poison, initiative, flames. The oldest one, where you
    name none."""

    answers: ClassVar[tuple[str, ...]] = ("shock", "breath", *FOLLOWS, *SUMS, "poison", "initiative")
    score: int | None = Field(default=None, ge=-99, le=999)
    """Another score to roll under: Swimming for Endurance, as the GM allows."""
    modifier: int = Field(default=0, ge=-20, le=20)
    """Degrees more or less."""
    other: Annotated[int, Field(ge=2, le=999)] | None = None
    """What the other side's dice came to: a poison's."""

    def dice_needed(self, document: Any) -> int:
        """As many as the question says."""
        ask = self.asked(document)
        return max(1, ask.dice) if ask is not None else 0

    def draws(self, document: Any) -> Draw:
        """Its own dice; a poison's too."""
        ask = self.asked(document)
        more = 2 if ask is not None and ask.what == "poison" and self.other is None else 0
        return self.dice(super().draws(document).count + more)

    def apply(self, edit: Change) -> None:
        """The question is answered, and what follows happens."""
        ask = self.answered(edit)
        if ask is None:
            return
        total = self.came(edit, max(1, ask.dice), self.total)
        if ask.what in SUMS:
            edit.say(f"{ask.what}: {total} damage", ask.rule, way="goes")
            state.blow(edit, "physical", SUMS[ask.what], total, ask.rule)
        elif ask.what == "initiative":
            order = play_of(edit.now).order
            if (at := place_of(order, ask.kind)) is not None:
                set_rank(edit, ask.kind, order[at].tie + total + modifier_of(ask), ask.rule)
        elif ask.what == "poison":
            self._resist(edit, ask, total, self.came(edit, 2, self.other))
        else:
            self._test(edit, ask, total)

    def _test(self, edit: Change, ask: Ask, total: int) -> None:
        question = state.questions().get((ask.what, ask.kind))
        own = figures(edit.now).score(question.score if question else "end")
        test = Test(own if self.score is None else self.score, total, modifier_of(ask) + self.modifier)
        edit.say(f"{self.words(ask)} {test.score}, rolled {total}: degree {roman(test.final)}", ask.rule)
        if question:
            question.settle(edit, ask.rule, test.success)
        if ask.what in FOLLOWS:
            FOLLOWS[ask.what](edit, ask, test.final)

    def _resist(self, edit: Change, ask: Ask, total: int, theirs: int) -> None:
        """The body against a poison (S-ENV-1)."""
        found = next((one for one in play_of(edit.now).poisons if one.name == ask.kind), None)
        if found is None:
            return
        score = figures(edit.now).total("physical_resistance").total if self.score is None else self.score
        own = Test(score, total, found.help + self.modifier)
        ahead = opposed(own.final, Test(found.virulence, theirs).final)
        edit.say(f"against {found.name}: relative degree {roman(ahead.relative)}", "S-ENV-1")
        if ahead.winner == "a":
            afflictions.over(edit, found, "S-ENV-1", "does nothing more")
        else:
            edit.say(f"{found.name} takes effect when its period ends{found.told}", "S-ENV-1", way="goes")


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
                state.ask_roll(edit, "complication", "physical", rule="S-HEAL-4")
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


@cache
def conditions() -> Mapping[str, asked.Condition]:
    """What may be set by hand; where there is air again, no rounds are counted."""
    found = {}
    for row in book.data("play")["condition"]:
        off = row["off"] | ({"breath": None} if "breath" in row["on"] else {})
        found[row["key"]] = asked.Condition(**row | {"off": off})
    return found


class Condition(
    asked.SetCondition, Command, verb="condition", title="Set a condition", rules="S-APP-4 S-ENV-3 S-ENV-4 S-SHK-1"
):
    """Begin or end a condition: fainted, confused, cared for, without air or with a breath held, choking, on fire."""

    group = "damage"

    def conditions(self) -> Mapping[str, asked.Condition]:
        """Those of the table."""
        return conditions()

    def apply(self, edit: Change) -> None:
        """Where there is air again, nothing about it is asked any more."""
        super().apply(edit)
        if play_of(edit.now).breath is None:
            asked.drop(edit, "S-ENV-3", "breath", "choking")


class Adjust(asked.Adjust, Command, verb="adjust", title="Correct a counter", rules="S-HURT-1 S-APP-4"):
    """Correct a counter by hand: so much more or less, never below 0."""

    group = "damage"

    def moves(self, edit: Change, name: str, value: int) -> bool:
        """Injuries and stun bring more than their number."""
        kind, _, form = name.partition("-")
        own: Kind | None = next((one for one in state.KINDS if one == kind), None)
        if own is None or form not in ("injuries", "stun"):
            return False
        state.set_harm(edit, own, "S-HURT-1", **{form: value})
        return True


class Illness(Command, verb="illness", title="Note an illness of the mind", rules="S-HURT-7 S-HEAL-3", group="damage"):
    """Note the lasting illness of a mind that broke, or end it with no name: after treatment, once no mental injury is
    left."""

    name: Words = ""

    def apply(self, edit: Change) -> None:
        """Noted, or over."""
        play = play_of(edit.now)
        if not self.name and play.illness and play.mental.injuries:
            edit.object("S-HEAL-3", "Mental injuries are left", "Heal them all first.", code="injured")
        if self.name != play.illness:
            edit.put("S-HURT-7", illness=self.name)
            edit.say(f"illness of the mind: {self.name}" if self.name else f"cured of {play.illness}", "S-HURT-7")


# ---- poison


class StartPoison(
    afflictions.StartPoison, Command, verb="poison", title="Poison or disease", rules="S-ENV-1", group="damage"
):
    """A poison or a disease begins: its virulence opposes Physical resistance now, and at each period."""


class PoisonPeriod(
    afflictions.PoisonPeriod, Command, verb="poison-period", title="A poison's period ends", rules="S-ENV-1"
):
    """The period of a poison or a disease ends: its effect comes, and it is resisted again."""

    group = "damage"
