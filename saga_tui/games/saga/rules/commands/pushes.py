"""Commands of what follows a roll: pushes spent, Heavy-Handed, and perks taken that were passed (PSH, PRK-3)."""

from typing import Literal

from saga_tui.games.saga.book import ExtraToken, FreePush, TopUp
from saga_tui.games.saga.rules import derive, open_roll, rolls
from saga_tui.games.saga.rules.character import FollowUp, LastRoll, TemporaryTrait
from saga_tui.games.saga.rules.commands.base import Command, Count, Words
from saga_tui.games.saga.rules.commands.traits import BlockedFor
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import PerkName
from saga_tui.games.saga.rules.words import DamageKind
from saga_tui.words import listed, plural

Use = Literal["damage", "trait", "story", "cancel", "follow-on", "counterattack"]
ALLOWED: dict[str, tuple[Use, ...]] = {
    "attack": ("damage", "trait"),
    "block": ("cancel", "counterattack"),
    "other": ("story", "follow-on"),
}
"""What the pushes of each kind of roll may do (PSH-2 … PSH-4)."""
RULES: dict[Use, str] = {
    "damage": "PSH-2",
    "trait": "PSH-2",
    "story": "PSH-4",
    "follow-on": "PSH-4",
    "cancel": "PSH-3",
    "counterattack": "PSH-3",
}


class Push(Command, verb="push", title="Spend pushes", rules="PSH-1 PSH-2 PSH-3 PSH-4"):
    """Spend pushes of the last roll. An attack deals damage or makes a temporary trait; a block cancels damage or
    counterattacks; any other roll brings story benefits or a follow-on."""

    use: Use
    pushes: Count = 1
    text: Words = ""
    """The temporary trait, the story benefit, or whom it hits or shields."""
    kind: DamageKind | None = None
    """For a block: the kind of damage you just took and cancel. Left out: someone else's damage, or not taken yet."""

    def apply(self, edit: Edit) -> None:
        """Takes the pushes off the roll and puts what they make in its place."""
        roll = open_roll.judged_roll(edit.now)
        if roll is None:
            edit.object("PSH-1", "You have compared no roll yet", "Roll and compare first.", code="none")
            return
        rule = RULES[self.use]
        if self.use not in ALLOWED.get(roll.kind, ()):
            uses = listed(ALLOWED.get(roll.kind, ALLOWED["other"]), "or")
            message = f"Pushes of this roll ({roll.kind}) do not buy: {self.use}"
            edit.object(rule, message, f"Use them for: {uses}.", code="kind")
        if self.pushes > roll.pushes:
            message = f"You have {plural(roll.pushes, 'push')} left, not {self.pushes}"
            edit.object("PSH-1", message, "Spend fewer.", code="short-pushes", left=str(roll.pushes))
        left = roll.model_copy(update={"pushes": max(0, roll.pushes - self.pushes)})
        edit.put(rule, roll=left)
        getattr(self, f"_{self.use.replace('-', '_')}")(edit, left)

    def _damage(self, edit: Edit, roll: LastRoll) -> None:
        damage = roll.damage + self.pushes
        edit.put("PSH-2", roll=roll.model_copy(update={"damage": damage}))
        edit.say(f"{self.pushes} more damage{self._to(' to ')}, {damage} in all", "PSH-2")

    def _trait(self, edit: Edit, _: LastRoll) -> None:
        if not self.text.strip():
            edit.object("PSH-2", "The temporary trait has no name yet", "Name it.", code="name")
        made = TemporaryTrait(name=self.text, rounds=1 + self.pushes, by="push")
        edit.put("PSH-2", temporary=(*edit.play.temporary, made))
        edit.say(f"temporary trait “{self.text}” for {plural(made.rounds, 'round')}", "PSH-2")

    def _story(self, edit: Edit, _: LastRoll) -> None:
        edit.say(f"story benefit for {plural(self.pushes, 'push')}{self._to(': ')}", "PSH-4")

    def _cancel(self, edit: Edit, roll: LastRoll) -> None:
        edit.put("PSH-3", roll=roll.model_copy(update={"cancelled": roll.cancelled + self.pushes}))
        if self.kind is not None:
            BlockedFor(kind=self.kind, amount=self.pushes).apply(edit)
        edit.say(f"{self.pushes} damage cancelled{self._to(' for ')}", "PSH-3")

    def _follow_on(self, edit: Edit, roll: LastRoll) -> None:
        self._due(edit, FollowUp(what="follow-on", skill=roll.skill, kind="other", cap=self.pushes))

    def _counterattack(self, edit: Edit, roll: LastRoll) -> None:
        self._due(edit, FollowUp(what="counterattack", skill=roll.skill, kind="attack", cap=self.pushes))

    def _due(self, edit: Edit, due: FollowUp) -> None:
        edit.put(RULES[self.use], due=(*edit.play.due, due))
        name = derive.skill_name(edit.now, due.skill)
        many = plural(due.cap, "die")
        edit.say(f"{due.what}: {name}, up to {many}, no token needed{self._to(': ')}", RULES[self.use])

    def _to(self, before: str) -> str:
        return f"{before}{self.text}" if self.text else ""


class HeavyHanded(Command, verb="heavy-handed", title="Heavy-Handed adds damage", rules="PRK-3 PSH-2"):
    """Use Heavy-Handed after a successful attack: each force token adds 1 damage."""

    tokens: Count = 1
    perk: PerkName = ""
    """Which perk, if a setting has another one like it."""

    def apply(self, edit: Edit) -> None:
        """Pays, adds."""
        perk, roll = open_roll.harming(edit.now, self.perk), open_roll.judged_roll(edit.now)
        if perk is None:
            message = "You have no perk that adds damage to an attack"
            edit.object("PRK-3", message, "Spend pushes on damage.", code="perk")
        elif roll is None or roll.kind != "attack" or roll.outcome not in open_roll.WON:
            edit.object("PRK-3", "Your last roll was not a successful attack", "Keep the token.", code="no-attack")
        else:
            open_roll.add_damage(edit, roll, perk, self.tokens)


class TakePerk(Command, verb="take-perk", title="Use what a perk gives", rules="PRK-3"):
    """Use what a perk gives for free and you have not used yet: a free push of the last success, the token of a
    recovery, or fortune at a scene's start, until the clock moves on."""

    perk: PerkName

    def apply(self, edit: Edit) -> None:
        """A push, or tokens."""
        wanted = self.perk.casefold()
        owned = next((item for item in derive.perks(edit.now) if item.name.casefold() == wanted), None)
        if owned is None or not isinstance(owned.effect, (FreePush, ExtraToken, TopUp)):
            message = f"{self.perk} is not one of your perks that give something for free"
            edit.object("PRK-3", message, "Use one of your perks.", code="perk")
        elif isinstance(owned.effect, FreePush):
            self._push(edit, owned, owned.effect.pushes)
        elif not edit.play.passed.get(owned.name):
            message = f"{owned.name} gives nothing right now"
            edit.object("PRK-3", message, "Wait for its moment.", code="not-now")
        elif owned.asset is not None:
            left = edit.play.passed[owned.name] - 1 if isinstance(owned.effect, ExtraToken) else 0
            passed = {name: times for name, times in edit.play.passed.items() if name != owned.name}
            edit.put("PRK-3", passed=passed | ({owned.name: left} if left > 0 else {}))
            edit.tokens(owned.asset, owned.effect.tokens, "PRK-3")

    def _push(self, edit: Edit, owned: derive.OwnedPerk, pushes: int) -> None:
        roll = open_roll.judged_roll(edit.now)
        carries = roll is not None and roll.outcome in open_roll.WON and owned.name not in roll.free
        if roll is None or not carries or owned not in rolls.pushing(edit.now, open_roll.plan_of(roll)):
            message = f"Your last roll has no free push from {owned.name}"
            edit.object(
                "PRK-3", message, f"It comes with a success that you activate with {owned.asset}.", code="no-push"
            )
            return
        edit.put(
            "PRK-3", roll=roll.model_copy(update={"pushes": roll.pushes + pushes, "free": (*roll.free, owned.name)})
        )
        edit.say(f"{owned.name}: {pushes} free push, {roll.pushes + pushes} in hand", "PRK-3")
