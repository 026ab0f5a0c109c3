"""What hurts and what heals: blows, shock, first aid, falls, poison, breath and fire; the rolls that the rules ask for
(S-HURT, S-SHK, S-HEAL, S-ENV)."""

from __future__ import annotations

from typing import Final

from saga_tui.degrees import SIDES
from saga_tui.engine import afflictions, answers, asked, hurts, things
from saga_tui.engine.declared import declare
from saga_tui.engine.document import Ask
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.rules import law
from saga_tui.games.sagas.rules.base import Change, Command
from saga_tui.games.sagas.rules.figures import figures


class Thrown(asked.Thrown, Command):
    """A command with open dice, thrown here or at the table (S-DIE-7)."""

    again = SIDES


# ---- blows


class TakeDamage(
    hurts.Take, Command, verb="take-damage", title="Take damage", rules="S-HURT-2 S-ARM-1 S-ARM-2 S-SHK-1 S-SHK-2"
):
    """Take a blow's damage: protection is taken off, the rest goes to injuries or stun, and a heavy blow asks for a
    shock roll."""

    group, hurts, guards = "damage", state.HURTS, "S-ARM-1"

    def worn(self, document: Character) -> tuple[int, int]:
        """Armour and helmet (S-ARM-1)."""
        of = figures(document)
        resists = (row.ra for one in document.gear if one.worn and (row := of.armour(one)))
        return of.protection(bullets=self.bullets).total, max(resists, default=0)


class Fall(hurts.Fall, Thrown, verb="fall", title="Fall", rules="S-ENV-2 S-MART-7", group="damage"):
    """Fall: 1d6* injuries for each full 3 m, at most 20 dice. A projection throws a quarter of the way that you moved
    last round, for one die more."""

    hurts = state.HURTS

    def fallen(self) -> tuple[int, int]:
        """A die for each full 3 m; of a quarter of the way, and one more (S-MART-7)."""
        far = self.metres // law.THROWN
        return (law.thrown(self.metres), far) if self.projected else (law.fall(self.metres), self.metres)


# ---- rolls that are asked for


class Asking(asked.Asked, Command):
    """A command about a roll that is asked for."""

    questions = state.QUESTIONS


class RollAsked(
    answers.Make, Asking, Thrown, verb="roll-asked", title="Make the asked roll", group="rolls",
    rules="S-APP-2 S-SHK-1 S-SHK-2 S-HEAL-1 S-HEAL-2",
):  # fmt: skip
    """Make a roll that the rules ask for: shock, healing, breath, poison, initiative, flames. The oldest one, where you
    name none."""

    hurts, sums = state.HURTS, book.data("play")["sums"]
    usual, resistance = "end", "physical_resistance"
    answers = ("shock", "breath", "complication", "heal", *sums, "poison", "initiative")

    def by_itself(self, ask: Ask) -> int:
        """Each further breath −I, complete rest +I on Endurance (S-ENV-3, S-HEAL-5)."""
        return super().by_itself(ask) + ("complete" in ask.level and ask.kind != "mental")

    def follows(self, edit: Change, ask: Ask, final: int) -> None:
        """Healing; first aid that went badly wrong: dies on a missed roll (S-HEAL-1, S-HEAL-2, S-HEAL-4, S-HEAL-5)."""
        kind = ask.kind or state.KINDS[0]
        own, end = state.harm_of(edit.now, kind).injuries, figures(edit.now).ended_by(kind).total
        if ask.what == "complication" and final <= 0:
            state.HURTS.put(edit, kind, ask.rule, injuries=max(end, own))
        elif ask.what == "heal":
            what: law.Rest = "ten minutes" if ask.level.startswith("rest") else "sleep"
            left = law.healed(own, final, what, institution="institution" in ask.level)
            if left == own:
                edit.say("nothing heals", ask.rule)
            state.HURTS.put(edit, kind, ask.rule, injuries=left)
            state.HURTS.rouse(edit, ask.rule)


# ---- care


class FirstAid(answers.Care, Thrown, verb="first-aid", title="First aid", rules="S-HEAL-4 S-ENV-1", group="damage"):
    """First aid: it stops the dying, wakes from a shock, or helps against a poison; by what is needed most, where you
    do not say."""

    hurts, skill = state.HURTS, "first_aid"


CONDITIONS: Final = asked.conditions(book.data("play")["condition"], Play)
"""What may be set by hand."""


class Condition(
    asked.SetCondition, Command, verb="condition", title="Set a condition", rules="S-APP-4 S-ENV-3 S-ENV-4 S-SHK-1"
):
    """Begin or end a condition: fainted, confused, cared for, without air or with a breath held, choking, on fire."""

    group, known = "damage", CONDITIONS


class Adjust(hurts.Correct, Command, verb="adjust", title="Correct a counter", rules="S-HURT-1 S-APP-4"):
    """Correct a counter by hand: so much more or less, never below 0."""

    group, hurts = "damage", state.HURTS


class HitThing(things.Hit):
    """A thing that is hit (S-OBJ-1, S-OBJ-2)."""

    hurts = state.HURTS


declare(Asking, book.data("commands")["asked"], waive=asked.Waive)
declare(Command, book.data("commands")["harm"], remark=asked.Remark, poison=afflictions.StartPoison,
        period=afflictions.PoisonPeriod, thing=HitThing)  # fmt: skip
