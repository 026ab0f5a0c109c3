"""The command of a skill roll: paid, rolled or entered by hand, judged, with what follows (ROL, PSH-1, DRV-3)."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from saga_tui.games.saga.rules import derive, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands.base import Command
from saga_tui.games.saga.rules.commands.harm import take_wounds
from saga_tui.games.saga.rules.commands.tokens import note_action, pay_drive, use_gear
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.rolls import Dice, Opposition, Plan
from saga_tui.games.saga.rules.words import ASSETS, THRESHOLD_ASSETS


class Roll(Command, Plan, verb="roll", title="Roll a skill", rules="ROL-1 ROL-2 AST-2 PSH-1 DRV-3"):
    """Rolls a skill against dice or marks. The program throws the dice, or the player gives the marks, or just the net
    marks. Tokens are paid, Spark from a drive comes on a success, pushes are counted."""

    opposing: Dice = 0
    """Dice against it."""
    opposing_marks: Dice | None = None
    """Marks already rolled against it, in place of dice."""
    opposition: Opposition = "challenge"
    marks: Dice | None = None
    """The player's own marks, rolled by hand: automatic marks for traded dice come on top."""
    net: Annotated[int, Field(ge=-999, le=999)] | None = None
    """Just the net marks: "succeeded by 2"."""

    @property
    def plan(self) -> Plan:
        """The roll without its result."""
        return Plan.model_validate({name: getattr(self, name) for name in Plan.model_fields})

    def dice_needed(self, character: Character) -> int:
        """Own dice, those that fortune may re-roll, and the opposition's, where they are not given."""
        if self.net is not None:
            return 0
        own = 0
        if self.marks is None:
            each = derive.numbers(character).roll.fortune_rerolls
            own = max(0, rolls.pool(character, self.plan).dice) + each * self.fortune
        return own + (0 if self.opposing_marks is not None else self._against())

    def _against(self) -> int:
        """The opposition's dice: inverted traits take some, but never the last (ROL-7)."""
        return max(1, self.opposing - rolls.opposing_penalty(self.plan)) if self.opposing else 0

    def apply(self, edit: Edit) -> None:
        """Checked, paid, rolled, judged."""
        rolled = rolls.pool(edit.now, self.plan)
        self._check(edit, rolled)
        self._pay(edit)
        table = derive.numbers(edit.now).roll
        own = theirs = 0
        faces: tuple[int, ...] = ()
        automatic = rolled.traded // table.trade
        if self.net is None:
            if self.marks is None:
                faces = edit.take_dice(max(0, rolled.dice))
                fresh = edit.take_dice(table.fortune_rerolls * self.fortune)
                faces = rolls.reroll(faces, fresh, self.fortune, table.fortune_rerolls, table.mark_from)
                own = rolls.marks_of(edit.now, faces) + automatic
            else:
                own = self.marks + automatic
            if self.opposing_marks is None:
                theirs = rolls.marks_of(edit.now, edit.take_dice(self._against()))
            else:
                theirs = self.opposing_marks
        net = own - theirs if self.net is None else self.net
        self._judge(edit, rolled, net, (own, theirs), faces)

    def _check(self, edit: Edit, rolled: rolls.Pool) -> None:
        """What the rules find in the plan before anything is paid."""
        in_conflict = state.span_of(edit.play) == "conflict"
        if in_conflict and not self.reflexive and self.cap is None and not self.activating:
            message = "In a conflict a roll is activated by at least one asset token"
            edit.object("AST-2", message, "Spend one, take damage in its place, or roll reflexively.", code="inactive")
        table = derive.numbers(edit.now)
        if self.trade and rolled.chance:
            edit.object("ROL-6", "No dice are traded on a chance roll", "Trade none.", code="chance")
        elif self.trade % table.roll.trade or self.trade > rolled.tally.total:
            message = f"{self.trade} dice cannot be traded: {table.roll.trade} make a mark, of {rolled.tally.total}"
            edit.object("ROL-6", message, f"Trade a multiple of {table.roll.trade}.", code="trade")
        active = {item.trait for item in edit.play.active if item.by == "fortune"}
        for trait, times in Counter(use.trait for use in self.grace).items():
            if times + (trait in active and trait in self.active) > table.traits.most_times:
                message = f"“{trait}” would count more than double"
                edit.object("AST-4", message, "Spend the grace on another trait.", code="double")
        for hurt in self.hurts:
            if hurt.asset not in THRESHOLD_ASSETS.get(hurt.kind, ()):
                edit.object("DMG-4", f"{hurt.kind} does not stand for {hurt.asset}", "Take another kind.", code="hurt")
        owned = next((item for item in derive.gear(edit.now) if item.key == self.charm), None)
        if self.charm_dice and owned and self.skill in owned.gear.without:
            name = derive.skill_name(edit.now, self.skill)
            edit.object("GER-3", f"{owned.gear.name} does not help with {name}", "Use none of its dice.", code="charm")

    def _pay(self, edit: Edit) -> None:
        """Tokens, drive tokens, charm dice, damage by choice."""
        for asset in ASSETS:
            if amount := self.plan.spent(asset):
                edit.pay(asset, amount, "AST-2", "the roll")
        if not self.reflexive:
            note_action(edit, self.activating)
        if self.drive_tokens:
            pay_drive(edit, self.drive or 0, self.drive_tokens)
        if self.charm_dice:
            use_gear(edit, self.charm, "charm", self.charm_dice, "GER-3")
        for hurt in self.hurts:
            if hurt.kind != "kismet":
                take_wounds(edit, hurt.kind, 1, "DMG-4")

    def _judge(self, edit: Edit, rolled: rolls.Pool, net: int, marks: tuple[int, int], faces: tuple[int, ...]) -> None:
        """The result, its pushes, Spark from a drive, a dramatic failure (ROL-2, PSH-1, DRV-3, ROL-8)."""
        outcome = rolls.judge(net, self.opposition)
        pushes = max(0, marks[0] if self.kind == "block" and self.net is None else net)
        name = derive.skill_name(edit.now, self.skill)
        how = f"{marks[0]} − {marks[1]} = " if self.net is None else ""
        shown = f" [{' '.join(map(str, faces))}]" if faces else ""
        edit.say(f"{name} {rolled.tally.total} dice{shown}: {how}{net} net marks, {WORDS[outcome]}", "ROL-2")
        if outcome in ("success", "qualified"):
            for perk, more in rolls.free_pushes(edit.now, self.plan):
                pushes += more
                edit.say(f"{perk}: {more} free push", "PRK-3")
            if self.drive_tokens:
                edit.spark(derive.numbers(edit.now).spark.per_driven_success, "DRV-3", "a driven success")
        if pushes:
            edit.say(f"{pushes} push{'es' * (pushes > 1)}", "PSH-1")
        dramatic = derive.numbers(edit.now).roll.dramatic_to
        if rolled.chance and faces and faces[0] <= dramatic:
            edit.say("a dramatic failure: damage or a temporary consequence, by the GM", "ROL-8")
        last = LastRoll(
            skill=self.skill,
            kind=self.kind,
            dice=rolled.tally.total,
            faces=faces,
            marks=marks[0],
            opposing=marks[1],
            net=net,
            pushes=pushes,
            driven=self.drive_tokens,
            outcome=outcome,
        )
        edit.put("ROL-2", roll=last)


WORDS: dict[rolls.Outcome, str] = {
    "success": "success",
    "qualified": "a qualified success",
    "failure": "failure",
    "neutral": "a tie, nobody wins",
}
