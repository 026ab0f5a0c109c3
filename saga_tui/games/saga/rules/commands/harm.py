"""Commands of harm: damage, consequences, kismet, doom, healing (DMG, CSQ, KIS, DOM, GER-4, PRK-3)."""

from typing import Annotated

from pydantic import Field

from saga_tui.engine.document import Ask
from saga_tui.games.saga.book import ShedDamage
from saga_tui.games.saga.rules import automation, derive, state
from saga_tui.games.saga.rules.character import Character, Consequence, Stood
from saga_tui.games.saga.rules.commands.base import Command, Count, Words
from saga_tui.games.saga.rules.commands.tokens import note_action, remove_points, use_gear
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import GearKey, Harm, PerkName
from saga_tui.games.saga.rules.words import LEVELS, THRESHOLD_ASSETS, Asset, DamageKind, Level
from saga_tui.words import listed, plural

Dice = Annotated[int, Field(ge=0, le=999)]


class TakeDamage(Command, verb="take-damage", title="Take damage", rules="DMG-2 DMG-3 DMG-6 KIS-2 KIS-5 CSQ-4"):
    """Take damage. Each token over the threshold causes a consequence; kismet calls for a roll."""

    kind: DamageKind
    """The kind the GM names."""
    amount: Count = 1
    choose: DamageKind | None = None
    """Another kind, your choice for 1 fortune; kismet is free."""
    to_kismet: Dice = 0
    """How much of it you take as kismet instead, for free."""
    blocked: Dice = 0
    """How much of it someone's block already cancelled."""

    def apply(self, edit: Edit) -> None:
        """Blocked, redirected, taken; then what it asks."""
        edit.out_of_it("take no more damage")
        amount = max(0, self.amount - self.blocked)
        if self.blocked:
            edit.say(f"{min(self.blocked, self.amount)} blocked", "CNF-7")
        kind = self.kind
        if self.choose == "kismet":
            kind = self.choose
        elif self.choose and self.choose != kind:
            edit.pay(
                "fortune", derive.numbers(edit.now).damage.redirect_fortune, "DMG-3", "choosing the kind of damage"
            )
            kind = self.choose
        moved = amount if kind == "kismet" else min(self.to_kismet, amount)
        if kind != "kismet":
            take_wounds(edit, kind, amount - moved)
        if moved:
            edit.damage("kismet", moved, "DMG-3" if self.kind != "kismet" else "KIS-2")
            ask_kismet(edit, "KIS-2", of=moved)


class TakeForToken(Command, verb="take-for-token", title="Take damage instead of a token", rules="DMG-4 AST-2"):
    """Take damage instead of spending an asset token on the next roll: pain for force or grace, doubt for grace or
    acuity, fear for force or acuity. It activates that roll as a token does."""

    kind: DamageKind
    asset: Asset
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """The damage, with all that follows from it."""
        edit.out_of_it("take no more damage")
        allowed = THRESHOLD_ASSETS.get(self.kind, ())
        if self.asset not in allowed:
            fix = (
                f"{self.kind.capitalize()} replaces {listed(allowed, 'or')}." if allowed else "Use pain, doubt or fear."
            )
            edit.object("DMG-4", f"{self.kind.capitalize()} does not replace {self.asset}", fix, code="asset")
        if self.kind != "kismet":
            take_wounds(edit, self.kind, self.amount, "DMG-4")
        if self.asset in allowed:
            stood = (Stood(kind=self.kind, asset=self.asset),) * self.amount
            edit.put("DMG-4", stood=(*edit.play.stood, *stood))
        edit.say(f"counts as {self.amount} {self.asset} on the next roll", "DMG-4")
        note_action(edit, self.amount)


class Heal(Command, verb="heal", title="Heal damage", rules="DMG-5"):
    """Remove damage for a reason of your group's own."""

    kind: DamageKind
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Never below zero."""
        if not edit.damage(self.kind, -self.amount, "DMG-5"):
            edit.object("DMG-5", f"You have no {self.kind} to heal", "Nothing to do.", code="none")


class UseFont(Command, verb="use-font", title="Heal with a font", rules="GER-4"):
    """Use a font of healing: remove damage, or points of a temporary consequence, for points of its pool."""

    gear: GearKey
    """The font's key."""
    kind: DamageKind | None = None
    amount: Count = 1
    consequence: Harm | None = None
    """The consequence to heal, instead of damage."""

    def apply(self, edit: Edit) -> None:
        """Points for tokens."""
        table = derive.numbers(edit.now).gear
        owned = next((item for item in derive.gear(edit.now) if item.key == self.gear), None)
        if self.kind is not None and self.consequence is not None:
            message, fix = "A font heals damage or a consequence, one at a time", "Name one of the two."
            edit.object("GER-4", message, fix, code="both")
        if self.consequence is not None:
            listed = edit.play.consequences
            there = listed[self.consequence].points.get("temporary", 0) if self.consequence < len(listed) else 0
            amount = self._at_most(edit, there, "temporary point there")
            if use_gear(edit, self.gear, "font", amount * table.font_cost_consequence, "GER-4") and amount:
                remove_points(edit, self.consequence, "temporary", amount, "GER-4")
                edit.put("GER-4", consequences=tuple(item for item in edit.play.consequences if item.points))
        elif self.kind is None:
            message, fix = "Nothing is chosen to heal", "Choose what to heal: a kind of damage or a consequence."
            edit.object("GER-4", message, fix, code="what")
        else:
            if owned and self.kind in owned.gear.without:
                message = f"{owned.gear.name} does not heal {self.kind}"
                edit.object("GER-4", message, "Heal another kind.", code="excluded", where=owned.where)
            each = table.font_cost_kismet if self.kind == "kismet" else table.font_cost_damage
            amount = self._at_most(edit, state.held(edit.now, self.kind), self.kind)
            if use_gear(edit, self.gear, "font", amount * each, "GER-4"):
                edit.damage(self.kind, -amount, "GER-4")

    def _at_most(self, edit: Edit, there: int, what: str) -> int:
        if there < self.amount:
            message = f"You have {there or 'no'} {what} to heal, not {self.amount}"
            edit.object("GER-4", message, "Heal what you have, or less.", code="none", left=str(there))
        return min(self.amount, there)


class UsePerk(Command, verb="use-perk", title="Use a perk", rules="PRK-3"):
    """Use a once-a-scene perk against damage: Brave (fear), Confident (doubt), Tough (pain). Pay 1 token and remove as
    much damage as you held tokens of that asset before paying."""

    perk: PerkName
    asset: Asset | None = None
    """Which of the perk's assets pays; if left out its own where it can, else another of them."""

    def apply(self, edit: Edit) -> None:
        """Once a scene."""
        owned = next((item for item in derive.perks(edit.now) if item.name.casefold() == self.perk.casefold()), None)
        if owned is None or owned.info is None or not isinstance(owned.effect, ShedDamage):
            message = f"{self.perk} is not one of your perks that remove damage"
            edit.object("PRK-3", message, "Use one of your perks.", code="perk")
            return
        asset = self.asset or shedding(edit.now, owned) or owned.asset or owned.info.assets[0]
        if asset not in owned.info.assets:
            message, fix = f"{owned.name} is not paid for with {asset}", f"Pay {listed(owned.info.assets, 'or')}."
            edit.object("PRK-3", message, fix, code="asset")
        if not state.held(edit.now, owned.effect.damage):
            message = f"You have no {owned.effect.damage} to remove"
            edit.object("PRK-3", message, "Keep the token.", code="none", where=("play", "damage"))
        shed(edit, owned, asset)


# ---- consequences


class NameConsequence(Command, verb="consequence", title="Take a consequence", rules="CSQ-1 CSQ-2 CSQ-3 CSQ-4"):
    """Name a consequence and its level. Taking the same one again adds a point."""

    answers = ("consequence",)

    name: Words
    own: bool = False
    """You name it yourself, for 1 fortune."""
    level: Level | None = None
    """Left out: what the conflict's stakes say, or temporary outside a conflict."""

    def apply(self, edit: Edit) -> None:
        """Answers the question that damage asked, if one is open; or it is simply suffered."""
        asked = edit.answered("consequence")
        if asked is None:
            edit.out_of_it("take no more consequences")
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
            ask_kismet(edit, "KIS-5")


class ReduceConsequence(Command, verb="reduce", title="Reduce a consequence", rules="CSQ-2"):
    """Reduce a consequence by 1 for a reason of your group's own."""

    consequence: Harm = 0
    level: Level | None = None

    def apply(self, edit: Edit) -> None:
        """One point, of the lightest level where none is named."""
        if self.consequence >= len(edit.play.consequences):
            edit.object("CSQ-1", "You have no such consequence", "Choose one from the list.", code="none")
            return
        points = edit.play.consequences[self.consequence].points
        lightest = next((name for name in LEVELS if points.get(name)), "")
        level = self.level or lightest
        if not points.get(level):
            edit.object("CSQ-1", f"It has no {level or 'severity'} to remove", "Name another level.", code="level")
            return
        remove_points(edit, self.consequence, level, 1, "CSQ-2")
        edit.put("CSQ-2", consequences=tuple(item for item in edit.play.consequences if item.points))


class NoConsequence(Command, verb="no-consequence", title="Skip the consequence", rules="CSQ-3"):
    """Skip a consequence that is due, if your group agrees."""

    answers = ("consequence",)

    def apply(self, edit: Edit) -> None:
        """The question is answered with nothing."""
        if spare_consequences(edit, 1):
            edit.say("consequence skipped", "CSQ-3")
        else:
            edit.object("CSQ-3", "No consequence is due", "Nothing to do.", code="none")


# ---- shared parts


def take_wounds(edit: Edit, kind: DamageKind, amount: int, rule: str = "DMG-2") -> None:
    """Pain, doubt or fear tokens, and the consequences that those beyond the threshold force (DMG-2, CSQ-4, KIS-5)."""
    before = state.beyond(edit.now, kind)
    came = edit.damage(kind, amount, rule)
    forced = state.beyond(edit.now, kind) - before
    if forced > 0:
        level = level_now(edit.now)
        edit.say(f"{forced} over the threshold: {plural(forced, f'{level} consequence')}", "DMG-2")
        edit.ask(Ask(what="consequence", kind=kind, count=forced, of=forced, level=level, rule="DMG-2"))
        if edit.play.stakes == "deadly":
            ask_kismet(edit, "KIS-5")
    if came:
        _shed_by_itself(edit, kind)


def ask_kismet(edit: Edit, rule: str, of: int = 0) -> None:
    """A kismet roll is due, its dice counted now (KIS-2), at least one for consequences in a deadly conflict (KIS-5).
    `of` are the kismet tokens that brought it. One command is one attack, and brings one roll (KIS-5)."""
    deadly, held = rule == "KIS-5", state.held(edit.now, "kismet")
    dice = max(held, derive.numbers(edit.now).damage.deadly_min_dice if deadly else 0)
    new = Ask(what="kismet", kind="deadly" if deadly else "", of=of, dice=dice, rule=rule)
    due = [ask for ask in edit.play.asks if ask.what == "kismet"]
    known = due[-1] if len(due) > len(state.kismet_due(edit.before)) else None
    if known is None and dice:
        edit.ask(new)
    if known is None:
        return
    both = {"kind": known.kind or new.kind, "of": known.of + of, "dice": max(known.dice, dice)}
    _change(edit, known, known.model_copy(update=both))


def shed(edit: Edit, owned: derive.OwnedPerk, asset: Asset) -> None:
    """Brave, Confident, Tough, once a scene: a token, and as many damage tokens go as were in hand before (PRK-3)."""
    if isinstance(owned.effect, ShedDamage):
        use_once(edit, owned.name)
        removed = state.in_hand(edit.now, asset)
        edit.pay(asset, owned.effect.cost, "PRK-3", owned.name)
        edit.damage(owned.effect.damage, -removed, "PRK-3")


def shedding(character: Character, perk: derive.OwnedPerk) -> Asset | None:
    """The asset that pays a perk that removes damage: its own, or else another of the perk's, that has enough; none
    where none has (PRK-3)."""
    if not isinstance(perk.effect, ShedDamage) or perk.info is None:
        return None
    assets = dict.fromkeys([*([perk.asset] if perk.asset else []), *perk.info.assets])
    return next((asset for asset in assets if state.in_hand(character, asset) >= perk.effect.cost), None)


def _shed_by_itself(edit: Edit, kind: DamageKind) -> None:
    """Brave, Confident or Tough where it is always taken, when its damage comes (PRK-3)."""
    for perk in derive.perks(edit.now):
        if not isinstance(perk.effect, ShedDamage) or perk.effect.damage != kind:
            continue
        asset = shedding(edit.now, perk)
        if asset and perk.name not in edit.play.used_perks and automation.mode_of(edit.now, perk) == "always":
            shed(edit, perk, asset)


def spare_consequences(edit: Edit, count: int, kind: str | None = None) -> bool:
    """Lets open questions for consequences go. Where none of an attack's was taken, the kismet roll that a deadly
    conflict calls for goes with them (KIS-5). Says whether any was open."""
    asked = edit.answered("consequence", count, kind, spared=True)
    deadly = next((ask for ask in edit.play.asks if ask.what == "kismet" and ask.kind == "deadly"), None)
    if asked is not None and 0 < asked.of <= count and deadly is not None:
        _change(edit, deadly, deadly.model_copy(update={"kind": "", "rule": "KIS-2"}) if deadly.of > 0 else None)
    return asked is not None


def spare_kismet(edit: Edit, amount: int) -> bool:
    """Takes dice off the kismet roll that the newest attack brought, for tokens of it that a block cancelled. Where
    none is left the roll goes, but for one that a deadly conflict calls for (KIS-2, KIS-5). Says whether it went."""
    brought = next((ask for ask in reversed(edit.play.asks) if ask.what == "kismet" and ask.of > 0), None)
    if brought is None:
        return False
    deadly, least = brought.kind == "deadly", derive.numbers(edit.now).damage.deadly_min_dice
    left = {"of": max(0, brought.of - amount), "dice": max(least if deadly else 0, brought.dice - amount)}
    gone = amount >= brought.of and not deadly
    _change(edit, brought, None if gone else brought.model_copy(update=left))
    return gone


def _change(edit: Edit, old: Ask, new: Ask | None) -> None:
    """Puts another question in the place of one, or none."""
    found = (new if ask is old else ask for ask in edit.play.asks)
    edit.put(old.rule, asks=tuple(ask for ask in found if ask is not None))


def level_now(character: Character) -> Level:
    """The level that the stakes give to consequences now; temporary outside a conflict (CSQ-4)."""
    stakes = state.play_of(character).stakes
    levels: dict[str, Level] = {"minor": "temporary", "serious": "lasting", "deadly": "permanent"}
    if stakes == "severe":
        return derive.numbers(character).switches.severe_consequences
    return levels.get(stakes, "temporary")


def use_once(edit: Edit, perk: str) -> None:
    """Notes a once-a-scene perk as used; finds it against PRK-3 where it was (PRK-3)."""
    if perk in edit.play.used_perks:
        info = derive.perk_info(edit.now, perk)
        span = info.once if info is not None and info.once else "scene"
        edit.object("PRK-3", f"You already used {perk} this {span}", f"Use it again next {span}.", code=perk)
    else:
        edit.put("PRK-3", used_perks=(*edit.play.used_perks, perk))
