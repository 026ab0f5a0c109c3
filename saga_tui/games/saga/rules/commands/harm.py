"""Commands of harm: damage, consequences, kismet, doom, healing (DMG, CSQ, KIS, DOM, GER-4, PRK-3)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saga_tui.dice import count
from saga_tui.games.saga.book import IgnoreHitch, ShedDamage
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Ask, Character, Consequence, KismetDice
from saga_tui.games.saga.rules.commands.base import Command, Count, Index, Words
from saga_tui.games.saga.rules.commands.tokens import note_action, remove_points, use_gear
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.words import LEVELS, THRESHOLD_ASSETS, Asset, DamageKind, Level

Dice = Annotated[int, Field(ge=0, le=999)]


class Suffer(Command, verb="suffer", title="Take damage", rules="DMG-2 DMG-3 DMG-6 KIS-2 KIS-5 CSQ-4"):
    """Takes damage tokens. Beyond the threshold each brings a consequence; kismet brings a roll."""

    kind: DamageKind
    """The kind that the GM names."""
    amount: Count = 1
    choose: DamageKind | None = None
    """Another kind, chosen by the player for 1 fortune token (DMG-3)."""
    to_kismet: Dice = 0
    """How much of it goes to kismet instead, free (DMG-3)."""
    blocked: Dice = 0
    """How much of it somebody's block has cancelled already (CNF-7)."""

    def apply(self, edit: Edit) -> None:
        """Blocked, redirected, taken; then what it asks."""
        if edit.play.given_in:
            message, mend = "The character has given in and takes no more in this conflict", "End the conflict first."
            edit.object("CNF-11", message, mend, code="given-in")
        amount = max(0, self.amount - self.blocked)
        if self.blocked:
            edit.say(f"{min(self.blocked, self.amount)} blocked", "CNF-7")
        kind = self.kind
        if self.choose and self.choose != kind:
            edit.pay(
                "fortune", derive.numbers(edit.now).damage.redirect_fortune, "DMG-3", "choosing the kind of damage"
            )
            kind = self.choose
        moved = amount if kind == "kismet" else min(self.to_kismet, amount)
        if kind != "kismet":
            take_wounds(edit, kind, amount - moved)
        if moved:
            edit.damage("kismet", moved, "DMG-3" if self.kind != "kismet" else "KIS-2")
            edit.ask(Ask(what="kismet", count=1, rule="KIS-2"))


class ChooseKismet(Command, verb="choose-kismet", title="Take kismet by choice", rules="KIS-6"):
    """Takes kismet tokens by choice, apart from any attack: a kismet roll at once, and 1 fortune token."""

    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Tokens, fortune, the roll."""
        edit.damage("kismet", self.amount, "KIS-6")
        edit.tokens("fortune", derive.numbers(edit.now).damage.kismet_gift, "KIS-6")
        edit.ask(Ask(what="kismet", count=1, rule="KIS-6"))


class TakeForToken(Command, verb="take-for-token", title="Damage in place of a token", rules="DMG-4 AST-2"):
    """Takes damage by choice to gain the benefit of one asset token: pain for force or grace, doubt for grace or
    acuity, fear for force or acuity. It activates a roll as a token does."""

    kind: DamageKind
    asset: Asset
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """The damage, with all that follows from it."""
        allowed = THRESHOLD_ASSETS.get(self.kind, ())
        if self.asset not in allowed:
            mend = (
                f"{self.kind.capitalize()} stands for {' or '.join(allowed)}."
                if allowed
                else "Use pain, doubt or fear."
            )
            edit.object("DMG-4", f"{self.kind} does not stand for {self.asset}", mend, code="asset")
        if self.kind != "kismet":
            take_wounds(edit, self.kind, self.amount, "DMG-4")
        edit.say(f"counts as {self.amount} {self.asset}", "DMG-4")
        note_action(edit, self.amount)


class Heal(Command, verb="heal", title="Heal damage", rules="DMG-5"):
    """Takes damage tokens away, for a reason of the table's own."""

    kind: DamageKind
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Never below zero."""
        if not edit.damage(self.kind, -self.amount, "DMG-5"):
            edit.object("DMG-5", f"There is no {self.kind} to heal", "Nothing needs to be done.", code="none")


class UseFont(Command, verb="use-font", title="Heal with gear", rules="GER-4"):
    """A font of healing removes damage tokens, or points of a temporary consequence, for points of its pool."""

    gear: Words
    """The font's key."""
    kind: DamageKind | None = None
    consequence: Index | None = None
    """The place of a consequence whose temporary points go, counted from 0."""
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Points for tokens."""
        table = derive.numbers(edit.now).gear
        owned = next((item for item in derive.gear(edit.now) if item.key == self.gear), None)
        if self.consequence is not None:
            listed = edit.play.consequences
            there = listed[self.consequence].points.get("temporary", 0) if self.consequence < len(listed) else 0
            amount = self._at_most(edit, there, "temporary point there")
            if use_gear(edit, self.gear, "font", amount * table.font_cost_consequence, "GER-4") and amount:
                remove_points(edit, self.consequence, "temporary", amount, "GER-4")
                edit.put("GER-4", consequences=tuple(item for item in edit.play.consequences if item.points))
        elif self.kind is None:
            edit.object("GER-4", "What shall be healed?", "Name a kind of damage or a consequence.", code="what")
        else:
            if owned and self.kind in owned.gear.without:
                message = f"{owned.gear.name} does nothing for {self.kind}"
                edit.object("GER-4", message, "Heal another kind.", code="excluded", where=owned.where)
            each = table.font_cost_kismet if self.kind == "kismet" else table.font_cost_damage
            amount = self._at_most(edit, state.held(edit.now, self.kind), self.kind)
            if use_gear(edit, self.gear, "font", amount * each, "GER-4"):
                edit.damage(self.kind, -amount, "GER-4")

    def _at_most(self, edit: Edit, there: int, what: str) -> int:
        if there < self.amount:
            message = f"There is {there or 'no'} {what} to heal, and {self.amount} are asked"
            edit.object("GER-4", message, "Heal what is there.", code="none", left=str(there))
        return min(self.amount, there)


class UsePerk(Command, verb="use-perk", title="Use a perk", rules="PRK-3"):
    """A once-a-scene perk against damage: Brave (fear), Confident (doubt), Tough (pain). 1 token; as many damage tokens
    go as tokens of that asset were in hand before paying."""

    perk: Words
    asset: Asset | None = None
    """Which of the perk's assets pays; its own if none is named."""

    def apply(self, edit: Edit) -> None:
        """Once a scene."""
        owned = next((item for item in derive.perks(edit.now) if item.name.casefold() == self.perk.casefold()), None)
        if owned is None or owned.info is None or not isinstance(owned.effect, ShedDamage):
            message = f"{self.perk} is no perk of this character that removes damage"
            edit.object("PRK-3", message, "Use one that the character has.", code="perk")
            return
        asset = self.asset or owned.asset or owned.info.assets[0]
        if asset not in owned.info.assets:
            message, mend = f"{owned.name} is not paid with {asset}", f"Pay {' or '.join(owned.info.assets)}."
            edit.object("PRK-3", message, mend, code="asset")
        use_once(edit, owned.name)
        removed = state.in_hand(edit.now, asset)
        edit.pay(asset, owned.effect.cost, "PRK-3", owned.name)
        edit.damage(owned.effect.damage, -removed, "PRK-3")


# ---- consequences


class NameConsequence(Command, verb="consequence", title="Suffer a consequence", rules="CSQ-1 CSQ-2 CSQ-3 CSQ-4"):
    """A consequence gets its name and level. The same one suffered again gains a point (CSQ-2)."""

    name: Words
    own: bool = False
    """Named by the player, for 1 fortune token (CSQ-3)."""
    level: Level | None = None
    """Left out: what the conflict's stakes say, or temporary outside a conflict (CSQ-4)."""

    def apply(self, edit: Edit) -> None:
        """Answers the question that damage asked, if one is open; or it is simply suffered."""
        asked = edit.answered("consequence")
        if self.own:
            edit.pay("fortune", derive.numbers(edit.now).damage.name_fortune, "CSQ-3", "naming the consequence")
        level = self.level or (asked.level if asked and asked.level else level_now(edit.now))
        listed = edit.play.consequences
        known = next((i for i, item in enumerate(listed) if item.name.casefold() == self.name.casefold()), None)
        if known is None:
            new = Consequence(name=self.name, kind=asked.kind if asked else "", points={level: 1})
            edit.put("CSQ-1", consequences=(*listed, new))
            edit.say(f"{self.name} −1, {level}", "CSQ-1")
        else:
            item = listed[known]
            grown = item.model_copy(update={"points": item.points | {level: item.points.get(level, 0) + 1}})
            edit.put("CSQ-2", consequences=(*listed[:known], grown, *listed[known + 1 :]))
            edit.say(f"{item.name} −{item.severity} → −{grown.severity}, {level}", "CSQ-2")
        if asked is None and edit.play.stakes == "deadly":
            edit.ask(Ask(what="kismet", count=1, kind="deadly", rule="KIS-5"))


class EaseConsequence(Command, verb="ease", title="Ease a consequence", rules="CSQ-2"):
    """Takes a point of severity off a consequence, for a reason of the table's own."""

    consequence: Index = 0
    level: Level | None = None

    def apply(self, edit: Edit) -> None:
        """One point, of the lightest level where none is named."""
        if self.consequence >= len(edit.play.consequences):
            edit.object("CSQ-1", "There is no such consequence", "Choose one of the list.", code="none")
            return
        points = edit.play.consequences[self.consequence].points
        lightest = next((name for name in LEVELS if points.get(name)), "")
        level = self.level or lightest
        if not points.get(level):
            edit.object("CSQ-1", f"It has no {level or 'point'} to take off", "Name another level.", code="level")
            return
        remove_points(edit, self.consequence, level, 1, "CSQ-2")
        edit.put("CSQ-2", consequences=tuple(item for item in edit.play.consequences if item.points))


class NoConsequence(Command, verb="no-consequence", title="No consequence after all", rules="CSQ-3"):
    """Lets an open question for a consequence go: the group leaves it be."""

    def apply(self, edit: Edit) -> None:
        """The question is answered with nothing."""
        if edit.answered("consequence"):
            edit.say("no consequence after all", "CSQ-3")
        else:
            edit.object("CSQ-3", "No consequence is asked for", "Nothing needs to be done.", code="none")


# ---- kismet


class RollKismet(Command, verb="roll-kismet", title="Kismet roll", rules="KIS-2 KIS-3 KIS-4 KIS-5"):
    """A kismet roll with as many dice as kismet tokens held: 5–6 a mark, 1–2 a hitch. The dice lie until they are
    settled, so that fortune or Destined may act; give marks and hitches for dice rolled by hand."""

    marks: Dice | None = None
    hitches: Dice | None = None

    def dice_needed(self, character: Character) -> int:
        """The dice of the roll, unless it was rolled by hand."""
        return 0 if self.by_hand else kismet_dice(character)

    @property
    def by_hand(self) -> bool:
        """Whether the player rolled."""
        return self.marks is not None or self.hitches is not None

    def apply(self, edit: Edit) -> None:
        """Rolls; settles at once where nothing can be done about it."""
        dice = kismet_dice(edit.now)
        if edit.play.kismet is not None:
            edit.object("KIS-2", "A kismet roll lies on the table", "Settle it first.", code="open")
            return
        if edit.play.given_in:
            message, mend = "The character has given in and makes no kismet roll", "End the conflict first."
            edit.object("CNF-11", message, mend, code="given-in")
        if not dice:
            edit.object("KIS-2", "There is no kismet to roll for", "Nothing needs to be done.", code="none")
            return
        table = derive.numbers(edit.now).roll
        faces = edit.take_dice(dice)
        if self.by_hand:
            marks, hitches = self.marks or 0, self.hitches or 0
            if marks + hitches > dice:
                message = f"{marks} marks and {hitches} hitches are more than {dice} dice"
                edit.object("KIS-2", message, "Give what the dice show.", code="many", asked=f"{dice} dice")
        else:
            marks = count(faces, range(table.mark_from, 7))
            hitches = count(faces, range(1, table.hitch_to + 1))
        rolled = KismetDice(dice=dice, faces=faces, marks=marks, hitches=hitches)
        edit.put("KIS-2", kismet=rolled)
        shown = f": {' '.join(map(str, faces))}" if faces else " by hand"
        edit.say(f"kismet roll with {dice} dice{shown}: {marks} marks, {hitches} hitches", "KIS-2")
        if not can_help(edit.now):
            settle(edit)


class RerollKismet(Command, verb="reroll-kismet", title="Fortune re-rolls a kismet die", rules="AST-7"):
    """One fortune token re-rolls one die of the kismet roll and keeps the better result, before hitches are marked."""

    result: Annotated[int, Field(ge=1, le=6)] | None = None
    """The new face, where the player rolled it."""

    def dice_needed(self, character: Character) -> int:
        """One die, unless it was rolled by hand."""
        del character
        return 0 if self.result is not None else 1

    def apply(self, edit: Edit) -> None:
        """The worst die is rolled again; the better face stays. Once a roll."""
        rolled = edit.play.kismet
        if rolled is None or rolled.rerolled:
            message = "That die was re-rolled already" if rolled else "No kismet roll lies on the table"
            edit.object("AST-7", message, "Settle the roll, or roll first.", code="none")
            return
        edit.pay("fortune", 1, "AST-7", "re-rolling a die")
        face = self.result if self.result is not None else edit.take_dice(1)[0]
        table = derive.numbers(edit.now).roll
        was = "hitch" if rolled.hitches else "blank" if rolled.marks < rolled.dice else "mark"
        now = "mark" if face >= table.mark_from else "hitch" if face <= table.hitch_to else "blank"
        worth = {"hitch": 0, "blank": 1, "mark": 2}
        kept = now if worth[now] > worth[was] else was
        edit.put(
            "AST-7",
            kismet=rolled.model_copy(
                update={
                    "rerolled": True,
                    "marks": rolled.marks + (kept == "mark") - (was == "mark"),
                    "hitches": rolled.hitches + (kept == "hitch") - (was == "hitch"),
                }
            ),
        )
        edit.say(f"re-rolled a {was}: {face}, a {now}; kept the {kept}", "AST-7")
        if not can_help(edit.now):
            settle(edit)


class SettleKismet(Command, verb="settle-kismet", title="Settle the kismet roll", rules="KIS-3 KIS-4 PRK-5"):
    """Each hitch marks a doom step; without any, each mark is 1 Spark. Destined may ignore a hitch, once a scene."""

    destined: bool = False

    def apply(self, edit: Edit) -> None:
        """With Destined or without."""
        rolled = edit.play.kismet
        if rolled is None:
            edit.object("KIS-3", "No kismet roll lies on the table", "Roll first.", code="none")
            return
        if self.destined:
            owned = next((item for item in derive.perks(edit.now) if isinstance(item.effect, IgnoreHitch)), None)
            if owned is None or not isinstance(owned.effect, IgnoreHitch):
                edit.object("PRK-5", "The character has no perk Destined", "Settle without it.", code="perk")
            else:
                use_once(edit, owned.name)
                left = max(0, rolled.hitches - owned.effect.hitches)
                edit.put("PRK-5", kismet=rolled.model_copy(update={"hitches": left}))
                edit.say(f"{owned.name} ignores a hitch", "PRK-5")
        settle(edit)


class MarkDoom(Command, verb="doom", title="Mark or clear doom", rules="DOM-2"):
    """Marks the lowest unmarked steps of the Doom Track, or clears the highest marked, by the GM's word."""

    steps: Annotated[int, Field(ge=-24, le=24)] = 1
    """Below zero: steps to clear."""
    after_doom = True

    def apply(self, edit: Edit) -> None:
        """Moves."""
        if not edit.doom(self.steps, "DOM-2"):
            edit.object("DOM-2", "The Doom Track does not move", "Nothing needs to be done.", code="none")


# ---- shared parts


def take_wounds(edit: Edit, kind: DamageKind, amount: int, rule: str = "DMG-2") -> None:
    """Pain, doubt or fear tokens, and the consequences that those beyond the threshold force (DMG-2, CSQ-4, KIS-5)."""
    before = state.beyond(edit.now, kind)
    edit.damage(kind, amount, rule)
    forced = state.beyond(edit.now, kind) - before
    if forced > 0:
        level = level_now(edit.now)
        edit.say(f"{forced} beyond the threshold: {forced} {level} consequence{'s' * (forced > 1)}", "DMG-2")
        edit.ask(Ask(what="consequence", kind=kind, count=forced, level=level, rule="DMG-2"))
        if edit.play.stakes == "deadly":
            edit.ask(Ask(what="kismet", count=1, kind="deadly", rule="KIS-5"))


def level_now(character: Character) -> Level:
    """The level that the stakes give to consequences now; temporary outside a conflict (CSQ-4)."""
    stakes = state.play_of(character).stakes
    levels: dict[str, Level] = {"minor": "temporary", "serious": "lasting", "deadly": "permanent"}
    if stakes == "severe":
        return derive.numbers(character).switches.severe_consequences
    return levels.get(stakes, "temporary")


def kismet_dice(character: Character) -> int:
    """The dice of a kismet roll now: the kismet tokens held (KIS-2), at least one where a deadly conflict calls for it
    (KIS-5)."""
    play = state.play_of(character)
    asked = next((ask for ask in play.asks if ask.what == "kismet"), None)
    least = derive.numbers(character).damage.deadly_min_dice if asked and asked.kind == "deadly" else 0
    return max(least, state.held(character, "kismet"))


def can_help(character: Character) -> bool:
    """Whether anything may still be done about the kismet roll on the table: fortune (AST-7) or Destined (PRK-5)."""
    play = state.play_of(character)
    rolled = play.kismet
    if rolled is None:
        return False
    fortune = not rolled.rerolled and state.in_hand(character, "fortune") > 0 and rolled.marks < rolled.dice
    perk = next((item for item in derive.perks(character) if isinstance(item.effect, IgnoreHitch)), None)
    return fortune or bool(rolled.hitches and perk and perk.name not in play.used_perks)


def settle(edit: Edit) -> None:
    """Hitches to doom, or marks to Spark (KIS-3, KIS-4); the question that asked for the roll is answered."""
    rolled = edit.play.kismet
    if rolled is None:
        return
    edit.put("KIS-2", kismet=None)
    edit.answered("kismet")
    if rolled.hitches:
        edit.doom(rolled.hitches, "KIS-3")
    elif rolled.marks:
        edit.spark(rolled.marks * derive.numbers(edit.now).spark.per_kismet_mark, "KIS-4", "kismet roll")
    else:
        edit.say("no hitch and no mark: nothing happens", "KIS-4")


def use_once(edit: Edit, perk: str) -> None:
    """Notes a once-a-scene perk as used; finds it against PRK-3 where it was (PRK-3)."""
    if perk in edit.play.used_perks:
        edit.object("PRK-3", f"{perk} was used in this scene already", "It comes back with the next scene.", code=perk)
    else:
        edit.put("PRK-3", used_perks=(*edit.play.used_perks, perk))
