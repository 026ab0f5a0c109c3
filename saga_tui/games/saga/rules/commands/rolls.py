"""The command of a skill roll: put together, paid, thrown or entered by hand, and compared at once, or held on the
table while something may still be done about it (ROL, AST-2, AST-6, PRK-3)."""

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import Field

from saga_tui.games.saga.book import StandIn
from saga_tui.games.saga.rules import composing, derive, open_roll, rolls, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character, LastRoll
from saga_tui.games.saga.rules.commands.base import Command
from saga_tui.games.saga.rules.commands.harm import take_wounds
from saga_tui.games.saga.rules.commands.tokens import note_action, pay_drive, use_gear
from saga_tui.games.saga.rules.commands.traits import activate
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.open_roll import WORDS
from saga_tui.games.saga.rules.rolls import Dice, Faces, Opposition, Plan, TraitUse
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, THRESHOLD_ASSETS, Skill
from saga_tui.words import plural

__all__ = ["WORDS", "Roll"]


class Roll(Command, Plan, verb="roll", title="Roll a skill", rules="ROL-1 ROL-2 AST-2 PSH-1 DRV-3"):
    """Roll a skill against dice or marks. The app rolls, or you enter faces, marks or just the net marks. It pays
    tokens, gains Spark from a drive on a success and counts pushes. A held roll stays in progress until you compare it,
    as long as something can still change it."""

    opposing: Dice = 0
    """Dice against you."""
    opposing_marks: Dice | None = None
    """Marks already rolled against you, instead of dice."""
    opposition: Opposition = "challenge"
    marks: Dice | None = None
    """Your own marks, rolled at the table; automatic marks for traded dice are added."""
    faces: Faces | None = None
    """Your own dice, rolled at the table."""
    net: Annotated[int, Field(ge=-999, le=999)] | None = None
    """Just the net marks: "succeeded by 2"."""
    hold: bool = False
    """Whether the roll waits before it is compared, if something can still change it."""

    sure: Dice = 0
    """Marks against you besides, for dice that were traded there."""
    at_once: Literal["", "damage", "cancel"] = ""
    """What its pushes are spent on as soon as it is compared: damage of an attack, or damage that a block cancels."""
    at_most: Dice | None = None
    """How many of them at most."""
    spare: Dice = 0
    """How many of them are kept for something else."""

    @property
    def plan(self) -> Plan:
        """The roll without its result."""
        return Plan.model_validate({name: getattr(self, name) for name in Plan.model_fields})

    def _made(self, character: Character) -> Plan:
        """The roll with what damage and fortune stand in for (DMG-4, PRK-6)."""
        return composing.covered(character, composing.with_taken(character, self.plan))

    def dice_needed(self, character: Character) -> int:
        """Own dice, those that fortune and Deliberate bring, and the opposition's, where they are not given."""
        if self.net is not None:
            return 0
        own = 0
        waits = self._waits(character)
        if self.marks is None and self.faces is None:
            own = max(0, rolls.pool(character, self._made(character)).dice)
            if not waits:
                own += derive.numbers(character).roll.fortune_rerolls * self.fortune + self._deliberate(character)
        return own if waits else own + (0 if self.opposing_marks is not None else self._against(character))

    def _waits(self, character: Character) -> bool:
        """Whether the dice stay on the table."""
        if not self.hold or self.net is not None:
            return False
        plan = self._made(character)
        dice = max(0, rolls.pool(character, plan).dice)
        known = self.marks if self.faces is None else open_roll.marks_among(character, self.faces)
        return open_roll.waits(character, plan, dice, known is not None and known >= dice)

    def _deliberate(self, character: Character) -> int:
        perk = open_roll.adding(character)
        spent = self._made(character).spent(perk.asset) if perk and perk.asset else 0
        return open_roll.by_itself(character, spent)

    def _against(self, character: Character) -> int:
        """The opposition's dice: inverted traits take some, but never the last (ROL-7)."""
        return max(1, self.opposing - rolls.opposing_penalty(character, self.plan)) if self.opposing else 0

    def apply(self, edit: Edit) -> None:
        """Checked, paid, thrown; compared at once, unless it is held and something may still be done."""
        last = edit.play.roll
        if open_roll.uncompared(edit.now) is not None:
            edit.object("ROL-2", "A roll is in progress", "Compare it first.", code="open", where=("play", "roll"))
        elif last is not None and last.pushes > 0:
            edit.say(f"{plural(last.pushes, 'push')} of the last roll lapsed", "PSH-1")
        plan = self._made(edit.now)
        waits, rolled = self._waits(edit.now), rolls.pool(edit.now, plan)
        self._check(edit, plan, rolled)
        self._pay(edit, plan)
        for use in self.invoked:
            _invoke(edit, use)
        counting = dict.fromkeys([*self.active, *(use.trait for use in self.invoked)])
        composing.note(edit, self.skill, self.params() | ({"active": list(counting)} if counting else {}))
        self._follows(edit)
        roll = self._thrown(edit, plan, rolled, waits)
        if waits:
            edit.put("ROL-1", roll=roll)
            shown = f" [{' '.join(map(str, roll.faces))}]" if roll.faces else ""
            marks = plural(roll.marks, "mark")
            name = derive.skill_name(edit.now, self.skill)
            edit.say(f"{name} {plural(roll.dice, 'die')}{shown}: {marks}, not compared yet", "ROL-1")
            return
        if self.net is None and self.marks is None and self.faces is None:
            roll = open_roll.deliberate_by_itself(edit, roll)
        theirs = edit.take_dice(roll.against) if self.net is None and self.opposing_marks is None else ()
        open_roll.compare(edit, roll, theirs)

    def _thrown(self, edit: Edit, plan: Plan, rolled: rolls.Pool, waits: bool) -> LastRoll:
        """The player's own dice on the table; fortune of the plan has re-rolled already unless the roll waits."""
        table = derive.numbers(edit.now).roll
        automatic, faces = rolled.traded // table.trade, self.faces or ()
        thrown = max(0, rolled.dice)
        if self.net is None and self.marks is None and self.faces is None:
            faces = edit.take_dice(thrown)
            if not waits:
                fresh = edit.take_dice(table.fortune_rerolls * self.fortune)
                faces = rolls.reroll(faces, fresh, self.fortune, table.fortune_rerolls, table.mark_from)
        elif self.faces is not None and len(faces) != thrown:
            message = f"You entered {plural(len(faces), 'face')} for {plural(thrown, 'die')}"
            edit.object("ROL-10", message, "Enter one face for each die.", code="faces", asked=plural(thrown, "die"))
        elif self.marks is not None and self.marks > thrown:
            message = f"{plural(self.marks, 'mark')} cannot come from {plural(thrown, 'die')}"
            edit.object("ROL-10", message, "Enter what the dice show.", code="marks", asked=plural(thrown, "die"))
        own = open_roll.marks_among(edit.now, faces) if self.marks is None else self.marks
        return LastRoll(
            stage=open_roll.THROWN if waits else "",
            skill=self.skill,
            kind=self.kind,
            dice=rolled.tally.total,
            faces=() if self.marks is not None else faces,
            marks=0 if self.net is not None else own + automatic,
            net=self.net or 0,
            net_only=self.net is not None,
            driven=sum(self.driving.values()),
            plan=plan.model_dump(mode="json", exclude_defaults=True),
            thrown=thrown,
            automatic=automatic,
            chance=rolled.chance,
            against=self._against(edit.now) if self.net is None else 0,
            given=self.opposing_marks if self.net is None else None,
            opposition=self.opposition,
            owed=self.fortune if waits else 0,
            again=0 if waits else None,
            at_once=self.at_once,
            at_most=self.at_most,
            spare=self.spare,
            sure=self.sure if self.net is None else 0,
        )

    def _follows(self, edit: Edit) -> None:
        """A follow-on or counterattack that pushes paid for is rolled now (PSH-3, PSH-4)."""
        paid = rolls.paid_with_pushes(edit.now, self.plan)
        if paid is not None:
            place = edit.play.due.index(paid)
            edit.put("PSH-4", due=(*edit.play.due[:place], *edit.play.due[place + 1 :]))
        elif self.cap is not None:
            message = f"No pushes paid for a roll of {derive.skill_name(edit.now, self.skill)} with cap {self.cap}"
            listed = [f"{derive.skill_name(edit.now, due.skill)} with cap {due.cap}" for due in edit.play.due]
            fix = f"Roll {' or '.join(listed)}." if listed else "Spend pushes on a follow-on or counterattack first."
            edit.object("PSH-4", message, fix, code="cap", where=("play", "due"))

    def _check(self, edit: Edit, plan: Plan, rolled: rolls.Pool) -> None:
        """What the rules find in the plan before anything is paid."""
        if self.cap is None:
            edit.out_of_it("make no more rolls")
        in_conflict = state.span_of(edit.play) == "conflict"
        if in_conflict and not self.reflexive and self.cap is None and not (plan.activating or plan.hurts):
            message = "A roll in a conflict needs at least 1 asset token"
            left = ", ".join(f"{count} {asset}" for asset, count in state.all_in_hand(edit.now).items())
            sums = {"asked": "an activated roll", "cost": "1 token of any asset", "left": left}
            fix = "Spend one, take damage instead, or make it reflexive."
            edit.object("AST-2", message, fix, code="inactive", **sums)
        open_roll.unopposed(edit, self.kind, self.opposing, self.opposing_marks)
        table = derive.numbers(edit.now)
        if self.trade and rolled.chance:
            edit.object("ROL-6", "You cannot trade dice on a chance roll", "Trade none.", code="chance")
        elif self.trade % table.roll.trade or self.trade > rolled.tally.total:
            message = (
                f"You cannot trade {plural(self.trade, 'die')} of {rolled.tally.total}: {table.roll.trade} make a mark"
            )
            edit.object("ROL-6", message, f"Trade a multiple of {table.roll.trade}.", code="trade")
        fortune = {item.trait for item in edit.play.active if item.by == "fortune"} & set(self.active)
        fortune |= {use.trait for use in self.invoked}
        for trait, times in Counter([*(use.trait for use in self.grace), *fortune]).items():
            if times > table.traits.most_times:
                message = f"“{trait}” is doubled already"
                edit.object("AST-4", message, "Spend the grace on another trait.", code="double")
        self._check_traits(edit)
        self._check_hurts(edit, plan)
        owned = next((item for item in derive.gear(edit.now) if item.key == self.charm), None)
        if self.charm_dice and owned and self.skill in owned.gear.without:
            name = derive.skill_name(edit.now, self.skill)
            edit.object("GER-3", f"{owned.gear.name} does not apply to {name}", "Use none of its dice.", code="charm")
        self._check_lucky(edit, plan)

    def _check_traits(self, edit: Edit) -> None:
        """A trait that bears on the roll counts now, and grace turns a trait only against dice (TRT-2, AST-4)."""
        counting = {item.trait for item in edit.play.active} | {use.trait for use in self.invoked}
        for trait in dict.fromkeys(self.active):
            if trait not in counting:
                fix = "Invoke it with grace or fortune, or leave it out."
                edit.object("TRT-2", f"“{trait}” is not active", fix, code="not-active")
        if any(use.against for use in self.grace) and (self.opposing_marks is not None or self.kind == "block"):
            message = "Inverting a trait takes dice from the opposition, but no dice are rolled against you"
            edit.object("AST-4", message, "Keep the token.", code="against-marks")

    def _check_hurts(self, edit: Edit, plan: Plan) -> None:
        """Damage stands for one of its two assets, and for a token that the roll uses (DMG-4)."""
        for hurt in plan.hurts:
            if hurt.asset not in THRESHOLD_ASSETS.get(hurt.kind, ()):
                message, fix = f"{hurt.kind.capitalize()} does not replace {hurt.asset}", "Take another kind of damage."
                edit.object("DMG-4", message, fix, code="hurt")
        if plan.stood("grace") > len(plan.grace):
            message, fix = "Damage instead of grace invokes no trait yet", "Name the trait."
            edit.object("DMG-4", message, fix, code="no-trait")
        for asset in ("force", "acuity"):
            if plan.stood(asset) > plan.used(asset):
                message = f"Damage would replace {plan.stood(asset)} {asset}, but the roll uses {plan.used(asset)}"
                edit.object("DMG-4", message, "Use the token that it replaces.", code="hurt-unused")

    def _check_lucky(self, edit: Edit, plan: Plan) -> None:
        """Fortune in place of another token takes the perk for it, and a token to stand for (PRK-6)."""
        perk = composing.standing_in(edit.now, plan) if plan.lucky else None
        counts: tuple[str, ...] = perk.effect.counts_as if perk and isinstance(perk.effect, StandIn) else ()
        for asset, times in Counter(plan.lucky).items():
            instead = times + plan.stood(asset)
            if asset not in counts:
                name = derive.skill_name(edit.now, self.skill)
                message = f"None of your perks lets fortune replace {asset} on {name}"
                edit.object("PRK-6", message, f"Spend {asset}.", code="lucky")
            elif instead > plan.used(asset):
                message = f"{times} fortune would replace {asset}, but the roll uses {plan.used(asset)}"
                edit.object("PRK-6", message, "Use the token that it replaces.", code="lucky-unused")

    def _pay(self, edit: Edit, plan: Plan) -> None:
        """Tokens, drive tokens, charm dice, damage by choice."""
        for asset in ASSETS:
            if amount := plan.spent(asset):
                edit.pay(asset, amount, "AST-2", "the roll")
        if not self.reflexive:
            note_action(edit, plan.activating)
        for place, tokens in self.driving.items():
            if tokens:
                pay_drive(edit, place, tokens)
        if self.charm_dice:
            use_gear(edit, self.charm, "charm", self.charm_dice, "GER-3")
        if edit.play.stood:
            edit.put("DMG-4", stood=())
        for hurt in plan.hurts:
            if hurt.kind != "kismet" and not hurt.taken:
                take_wounds(edit, hurt.kind, 1, "DMG-4")


def _invoke(edit: Edit, use: TraitUse) -> None:
    """A trait counts for the scene: one's own, or the scene's, which is turned (AST-8, AST-9)."""
    scene = use.trait in edit.play.scene_traits
    owner = "scene" if scene else "self"
    item = ActiveTrait(trait=use.trait, owner=owner, weight=use.weight, inverted=scene, by="fortune")
    activate(edit, item, "AST-9" if scene else "AST-8")


def remembered(character: Character, skill: Skill | None = None) -> Roll:
    """A roll that begins with the last choices for its skill, as far as they can be paid and are there: of the skill
    named, else of the last roll's where the player chose it (RFX-1), else of the best one, of those that attacked if
    any did. With nothing remembered, the traits that count now; those that take dice count in any case, until the
    player takes them out."""
    play = state.play_of(character)
    last = play.roll.skill if play.roll and not play.roll.plan.get("reflexive") else ""
    attacks = [name for name in SKILLS if play.habits.get(name, {}).get("kind") == "attack"]
    best = max(attacks or SKILLS, key=lambda name: derive.ranks(character, name).total)
    chosen = skill or next((name for name in SKILLS if name == last), best)
    fields: dict[str, Any] = {"active": [item.trait for item in play.active]}
    if chosen in play.habits:
        fields = composing.payable(character, play.habits[chosen])
        against = [item.trait for item in play.active if item.inverted != (item.owner == "scene")]
        fields["active"] = list(dict.fromkeys([*fields["active"], *against]))  # perhaps invoked since (TRT-3, TRT-4)
    try:
        return Roll.model_validate({"skill": chosen} | fields)
    except ValueError:
        return Roll(skill=chosen)
