"""Commands of tokens: spending and regaining, fortune's uses by name, drives (AST, REG-4, TRT-5, DRV)."""

from typing import Literal

from pydantic import Field

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import ActiveTrait, TemporaryTrait
from saga_tui.games.saga.rules.commands.base import Command, Count, Words
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import Drive, GearKey, HarmName, TraitName
from saga_tui.games.saga.rules.words import Asset
from saga_tui.words import plural


class Spend(Command, verb="spend", title="Spend tokens", rules="AST-1 AST-2"):
    """Spend asset tokens on an action, unless you say it is for something else."""

    asset: Asset
    amount: Count = 1
    action: bool = True
    """Whether it activates or helps an action. A round without such spending recovers a whole pool."""

    def apply(self, edit: Edit) -> None:
        """Pays."""
        edit.pay(self.asset, self.amount, "AST-1", "spending")
        if self.action:
            note_action(edit, self.amount)


class Recover(Command, verb="recover", title="Recover tokens", rules="REG-4 AST-14 PRK-3"):
    """Recover spent force, grace or acuity, as the GM grants. Perks can add to it."""

    asset: Literal["force", "grace", "acuity"]
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Only spent tokens come back (AST-14)."""
        spent = state.spent(edit.now, self.asset)
        if spent == 0:
            message, fix = f"You have spent no {self.asset}", "You can only recover spent tokens."
            sums = {"asked": f"{self.amount} spent {self.asset}", "left": "0 spent"}
            edit.object("AST-14", message, fix, code="none-spent", where=("play", "tokens", self.asset), **sums)
        edit.recover({self.asset: min(self.amount, spent)}, "REG-4")


class GainFortune(Command, verb="gain-fortune", title="Gain fortune", rules="AST-12 AST-13"):
    """Gain fortune for a reason of your group's own. It may exceed the starting value."""

    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Fortune has no upper bound (AST-12)."""
        edit.tokens("fortune", self.amount, "AST-13")


class ClearConsequences(Command, verb="clear-temporary", title="Clear temporary consequences", rules="AST-10"):
    """Spend 1 fortune to remove points of temporary consequences: as many as the fortune you had before paying."""

    first: tuple[HarmName, ...] = ()
    """Consequences to clear first; the others follow in order."""

    def apply(self, edit: Edit) -> None:
        """Pays, then clears."""
        points = state.in_hand(edit.now, "fortune")
        if not any(item.points.get("temporary", 0) > 0 for item in edit.play.consequences):
            edit.object("AST-10", "You have no temporary consequence", "Keep the token.", code="none")
        edit.pay("fortune", 1, "AST-10", "clearing temporary consequences")
        wanted = [name.casefold() for name in self.first]
        order = sorted(
            range(len(edit.play.consequences)),
            key=lambda index: edit.play.consequences[index].name.casefold() not in wanted,
        )
        cleared = 0
        for index in order:
            there = edit.play.consequences[index].points.get("temporary", 0)
            gone = min(there, points - cleared)
            if gone > 0:
                remove_points(edit, index, "temporary", gone, "AST-10")
                cleared += gone
        edit.put("AST-10", consequences=tuple(item for item in edit.play.consequences if item.points))


class StrokeOfLuck(Command, verb="luck", title="Spend fortune on luck", rules="AST-11"):
    """Spend fortune, as much as the GM agrees to, to bring a fact into the scene; perhaps a trait, active for a
    round."""

    fact: Words = ""
    amount: Count = 1
    trait: TraitName = ""
    weight: int = Field(default=3, ge=1, le=3)

    def apply(self, edit: Edit) -> None:
        """Pays, and adds the trait if there is one: it counts for this round and is there until the scene ends."""
        edit.pay("fortune", self.amount, "AST-11", "a stroke of luck")
        if self.fact:
            edit.say(f"luck: {self.fact}", "AST-11")
        if self.trait:
            trait = TemporaryTrait(name=self.trait, until="scene", by="luck")
            active = ActiveTrait(trait=self.trait, weight=self.weight, by="luck", until="round")
            edit.put("AST-11", temporary=(*edit.play.temporary, trait), active=(*edit.play.active, active))
            edit.say(f"“{self.trait}” is active for a round", "AST-11")


class SideEffect(Command, verb="side-effect", title="Describe the side effect", rules="ROL-5"):
    """Spend 1 fortune on a qualified success to describe the side effect yourself."""

    effect: Words = ""

    def apply(self, edit: Edit) -> None:
        """Pays, once for a roll."""
        roll = edit.play.roll
        if roll is None or roll.stage or roll.outcome != "qualified":
            edit.object("ROL-5", "The last roll is no qualified success", "Keep the token.", code="no-tie")
        elif roll.described:
            edit.object("ROL-5", "The side effect of the last roll is described", "Keep the token.", code="twice")
        edit.pay("fortune", 1, "ROL-5", "describing the side effect")
        if roll is not None and roll.outcome == "qualified":
            edit.put("ROL-5", roll=roll.model_copy(update={"described": True}))
        if self.effect:
            edit.say(f"side effect: {self.effect}", "ROL-5")


class Bribe(Command, verb="bribe", title="Accept a bribe", rules="TRT-5 AST-13"):
    """Accept the GM's fortune for acting as a trait implies. Nothing is inverted."""

    amount: Count = 1
    trait: TraitName = ""

    def apply(self, edit: Edit) -> None:
        """The tokens."""
        edit.tokens("fortune", self.amount, "TRT-5")
        if self.trait:
            edit.say(f"bribe: acted on “{self.trait}”", "TRT-5")


# ---- drives


class Driven(Command):
    """A command about one drive."""

    drive: Drive = 0
    """Which drive."""

    def there(self, edit: Edit) -> bool:
        """Whether the drive is there; finds it against DRV-1 where it is not."""
        if self.drive < len(edit.now.story.drives):
            return True
        message, fix = f"You have no drive {self.drive + 1}", "Choose one of your drives."
        edit.object("DRV-1", message, fix, code="no-drive", where=("story", "drives"), value=self.drive)
        return False


class GainDrive(Driven, verb="gain-drive", title="Gain a drive token", rules="DRV-2 DRV-5 DRV-8 DOM-2"):
    """Gain drive tokens for acting on a drive, or clear the highest doom step instead of one."""

    amount: Count = 1
    instead: bool = False
    """Clear the highest marked doom step instead of gaining the token."""
    for_roll: bool = False
    """Whether it is for the last roll: a roll that spent drive tokens gains none."""

    def apply(self, edit: Edit) -> None:
        """A token, or a doom step for the first of them."""
        if not self.there(edit):
            return
        tokens = self.amount
        if self.for_roll and edit.play.roll is not None and edit.play.roll.driven:
            message = f"That roll spent {plural(edit.play.roll.driven, 'drive token')}"
            fix = "Gain none: a roll that spends drive tokens earns none."
            edit.object("DRV-5", message, fix, code="spent", where=("play", "roll"), value=edit.play.roll.driven)
        if self.instead:
            edit.doom_instead()
            tokens -= 1
        edit.drive(self.drive, tokens, "DRV-2" if not self.who else "DRV-8")


class LoseDrive(Driven, verb="lose-drive", title="Lose a drive token", rules="DRV-4"):
    """Lose 1 token of a drive for acting against it, never below 0."""

    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """The token goes."""
        if self.there(edit) and not edit.drive(self.drive, -self.amount, "DRV-4"):
            edit.say(f"“{edit.now.story.drives[self.drive]}” has no tokens to lose", "DRV-4")


class SpendDrive(Driven, verb="spend-drive", title="Spend drive tokens", rules="DRV-3"):
    """Spend tokens of a drive that applies to an action."""

    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Pays."""
        if self.there(edit):
            pay_drive(edit, self.drive, self.amount)


class ChangeDrive(Driven, verb="change-drive", title="Change a drive", rules="DRV-6"):
    """Replace a drive with another. Its tokens are lost."""

    text: Words

    def apply(self, edit: Edit) -> None:
        """Tokens go, the words change."""
        if self.there(edit):
            edit.drive(self.drive, -state.drive_tokens(edit.now)[self.drive], "DRV-6")
            rename(edit, self.drive, self.text, "DRV-6")


class FulfilDrive(Driven, verb="fulfil-drive", title="Fulfil a drive", rules="DRV-7 SPK-1 DRV-2"):
    """Fulfil a drive: each token becomes 1 Spark, and a new drive begins with 1 token."""

    text: Words = ""
    """The new drive; you may name it later."""
    instead: bool = False
    """Clear the highest marked doom step instead of the new drive's token."""

    def apply(self, edit: Edit) -> None:
        """Spark, the new drive, its token."""
        if not self.there(edit):
            return
        table = derive.numbers(edit.now)
        tokens = state.drive_tokens(edit.now)[self.drive]
        edit.drive(self.drive, -tokens, "DRV-7")
        edit.spark(tokens * table.spark.per_fulfilled_token, "DRV-7", "a drive fulfilled")
        rename(edit, self.drive, self.text or "(to be named)", "DRV-7")
        if self.instead:
            edit.doom_instead()
        else:
            edit.drive(self.drive, table.drives.new_drive_tokens, "DRV-7")


class SetUsed(Command, verb="use-charm", title="Use charm dice", rules="GER-3"):
    """Use dice of a lucky charm. They are gone until it refills."""

    gear: GearKey
    """The charm's key, as `gear` lists it."""
    dice: int = Field(ge=1, le=999)

    def apply(self, edit: Edit) -> None:
        """The dice go."""
        use_gear(edit, self.gear, "charm", self.dice, "GER-3")


# ---- shared parts


def note_action(edit: Edit, amount: int) -> None:
    """Counts tokens spent on an action in this round (REG-2)."""
    if amount and state.span_of(edit.play) == "conflict":
        edit.put("REG-2", spent_this_round=edit.play.spent_this_round + amount)


def pay_drive(edit: Edit, drive: int, amount: int) -> None:
    """Takes tokens from a drive as a price (DRV-3)."""
    counts = state.drive_tokens(edit.now)
    have = counts[drive] if 0 <= drive < len(counts) else 0
    if amount > have:
        edit.object(
            "DRV-3",
            f"The drive has {plural(have, 'token')}, not {amount}",
            "Spend fewer.",
            code="short-drive",
            where=("play", "drive_tokens", drive),
            asked=f"{plural(amount, 'token')} of the drive",
            cost=plural(amount, "drive token"),
            left=plural(have, "drive token"),
        )
    edit.drive(drive, -amount, "DRV-3")


def rename(edit: Edit, drive: int, text: str, rule: str) -> None:
    """Puts other words in a drive's place."""
    old = edit.now.story.drives
    edit.choose("story", rule, drives=(*old[:drive], text, *old[drive + 1 :]))
    edit.say(f"drive “{old[drive]}” → “{text}”", rule)


def use_gear(edit: Edit, key: str, kind: str, amount: int, rule: str) -> bool:
    """Takes from a charm's or font's pool; finds it against the rule where there is too little. Says whether it is
    there at all."""
    owned = next((item for item in derive.gear(edit.now) if item.key == key and item.gear.kind == kind), None)
    if owned is None:
        known = ", ".join(item.key for item in derive.gear(edit.now) if item.gear.kind == kind) or "none"
        edit.object(rule, f"You have no {kind} {key!r}", f"Choose one of: {known}.", code="no-gear", where=("gear",))
        return False
    left = derive.gear_left(edit.now, owned)
    if amount > left:
        edit.object(
            rule,
            f"{owned.gear.name} has {left} left, not {amount}",
            "Use fewer, or wait until it refills.",
            code=f"empty-{key}",
            where=("play", "gear_used", key),
            asked=f"{amount} of {owned.gear.name}",
            cost=plural(amount, "die" if kind == "charm" else "point"),
            left=f"{left} {'dice' if kind == 'charm' else 'points'}",
        )
    taken = min(amount, left)
    if taken:
        used = edit.play.gear_used
        edit.put(rule, gear_used=used | {key: used.get(key, 0) + taken})
        edit.say(f"{owned.gear.name} {left} → {left - taken}", rule)
    return True


def remove_points(edit: Edit, index: int, level: str, amount: int, rule: str) -> None:
    """Takes points of severity of a level off one consequence; it stays in its place even without any."""
    listed = edit.play.consequences
    item = listed[index]
    left = {name: n for name, n in (item.points | {level: item.points.get(level, 0) - amount}).items() if n > 0}
    changed = item.model_copy(update={"points": left})
    edit.say(f"{item.name} −{item.severity} → −{changed.severity} ({level})", rule)
    edit.put(rule, consequences=(*listed[:index], changed, *listed[index + 1 :]))
