"""Commands of traits, of what others do to and for the character, and of rewards (TRT, AST-8, AST-9, PSH-2, CNF-12)."""

from typing import Annotated, Literal

from pydantic import Field

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import ActiveTrait, Reward, TemporaryTrait
from saga_tui.games.saga.rules.commands.base import Command, Count, Words
from saga_tui.games.saga.rules.commands.harm import spare_consequences, spare_kismet
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import TraitName
from saga_tui.games.saga.rules.words import DamageKind
from saga_tui.words import plural

Owner = Annotated[str, Field(max_length=200)]


class Weighted(Command):
    """A command about a trait and what it counts."""

    trait: TraitName
    weight: Annotated[int, Field(ge=1, le=3)] = 3


class InvokeTrait(Weighted, verb="invoke", title="Invoke a trait with fortune", rules="AST-8 TRT-2"):
    """Spend 1 fortune to invoke your own or another player's trait for the scene: +1 to +3 on fitting rolls."""

    owner: Owner = "self"
    """`self`, or the other player."""

    def apply(self, edit: Edit) -> None:
        """Pays, and the trait counts."""
        edit.pay("fortune", 1, "AST-8", "invoking a trait")
        activate(edit, ActiveTrait(trait=self.trait, owner=self.owner, weight=self.weight, by="fortune"), "AST-8")


class InvertTrait(Weighted, verb="invert", title="Invert a trait with fortune", rules="AST-9 TRT-3 TRT-4"):
    """Spend 1 fortune to invert a scene trait (a bonus for you alone) or another player's trait for the scene; that
    player gains 1 fortune."""

    owner: Owner = "scene"
    """`scene`, or the other player."""

    def apply(self, edit: Edit) -> None:
        """Pays, and the trait is turned."""
        edit.pay("fortune", 1, "AST-9", "inverting a trait")
        item = ActiveTrait(trait=self.trait, owner=self.owner, weight=self.weight, inverted=True, by="fortune")
        activate(edit, item, "AST-9")
        if self.owner != "scene":
            edit.say(f"{self.owner} gains 1 fortune", "AST-9")


class TraitInverted(Weighted, verb="inverted", title="Someone inverts a trait", rules="TRT-3 AST-13"):
    """The GM or another player inverts one of your traits for the scene; you gain 1 fortune."""

    def apply(self, edit: Edit) -> None:
        """The token comes, the trait counts against."""
        if any(one.inverted and one.owner == "self" and one.trait == self.trait for one in edit.play.active):
            message = f"“{self.trait}” is already inverted in this scene"
            edit.object("TRT-3", message, "It counts until the scene ends. Choose another trait.", code="twice")
        edit.tokens("fortune", 1, "TRT-3")
        item = ActiveTrait(trait=self.trait, weight=self.weight, inverted=True, by=self.who or "GM")
        activate(edit, item, "TRT-3")


class SceneTrait(Command, verb="scene-trait", title="Add a scene trait", rules="TRT-4"):
    """Give the scene a trait that no one has invoked yet."""

    trait: TraitName

    def apply(self, edit: Edit) -> None:
        """It is listed until the scene ends."""
        edit.put("TRT-4", scene_traits=(*edit.play.scene_traits, self.trait))
        edit.say(f"scene trait “{self.trait}”", "TRT-4")


class SceneInvoked(Weighted, verb="scene-invoked", title="The GM invokes a scene trait", rules="TRT-4 AST-13"):
    """The GM invokes a scene trait for the rest of the scene: a penalty, and 1 fortune for every player in it."""

    def apply(self, edit: Edit) -> None:
        """The token comes, the trait counts against."""
        if self.trait not in edit.play.scene_traits:
            edit.put("TRT-4", scene_traits=(*edit.play.scene_traits, self.trait))
        edit.tokens("fortune", 1, "TRT-4")
        activate(edit, ActiveTrait(trait=self.trait, owner="scene", weight=self.weight, by="GM"), "TRT-4")


class Lent(Weighted, verb="lent-trait", title="Another player's trait helps you", rules="AST-8 TRT-2"):
    """Another player invokes a trait for you: it applies to fitting rolls until the scene ends."""

    def apply(self, edit: Edit) -> None:
        """It counts; the other player pays."""
        item = ActiveTrait(trait=self.trait, owner=self.who or "another player", weight=self.weight, by="fortune")
        activate(edit, item, "AST-8")


class BlockedFor(Command, verb="blocked", title="Someone blocks for you", rules="CNF-7 PSH-3"):
    """Another player's block cancels damage you just took, and the unnamed consequences it caused."""

    kind: DamageKind
    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """The tokens go, and open questions that they brought."""
        before = state.beyond(edit.now, self.kind)
        held = state.held(edit.now, self.kind)
        if not edit.damage(self.kind, -self.amount, "CNF-7"):
            message = f"You have no {self.kind} to cancel"
            edit.object("CNF-7", message, "Choose the kind of damage you took.", code="none")
        spared = before - state.beyond(edit.now, self.kind)
        if spared > 0 and spare_consequences(edit, spared, self.kind):
            edit.say(f"{plural(spared, 'consequence')} spared", "CNF-7")
        if self.kind == "kismet" and spare_kismet(edit, min(self.amount, held)):
            edit.say("no kismet roll needed", "CNF-7")


class TemporaryMade(Command, verb="temporary-trait", title="Add a temporary trait", rules="PSH-2"):
    """Make a trait with a push. It lasts this round and the next, +1 round for each further push; anyone can invoke it
    at the usual cost."""

    trait: TraitName
    pushes: Count = 1

    def apply(self, edit: Edit) -> None:
        """This round and the next make two."""
        made = TemporaryTrait(name=self.trait, rounds=1 + self.pushes, by=self.who or "push")
        edit.put("PSH-2", temporary=(*edit.play.temporary, made))
        edit.say(f"temporary trait “{self.trait}” for {plural(made.rounds, 'round')}", "PSH-2")


class EndTrait(Command, verb="end-trait", title="End a trait", rules="TRT-3"):
    """End an active, temporary or scene trait early."""

    trait: TraitName

    def apply(self, edit: Edit) -> None:
        """Wherever it stands."""
        play, name = edit.play, self.trait
        active = tuple(item for item in play.active if item.trait != name)
        temporary = tuple(item for item in play.temporary if item.name != name)
        scene = tuple(item for item in play.scene_traits if item != name)
        if (active, temporary, scene) == (play.active, play.temporary, play.scene_traits):
            edit.object("TRT-3", f"No trait {name!r} is active", "Choose one from the list.", code="none")
            return
        edit.put("TRT-3", active=active, temporary=temporary, scene_traits=scene)
        edit.say(f"“{name}” ended", "TRT-3")


class GainReward(Command, verb="reward", title="Gain a reward", rules="CNF-12"):
    """Note what a conflict brought: for the scene, the chapter or permanently, as fits its stakes."""

    name: Words
    until: Literal["scene", "chapter", "good"] | None = None
    """Left out: as long as the stakes' consequences would last."""

    def apply(self, edit: Edit) -> None:
        """It is listed until its time is over."""
        fitting: dict[str, Literal["scene", "chapter", "good"]] = {
            "serious": "chapter",
            "severe": "good",
            "deadly": "good",
        }
        stakes = edit.play.stakes or edit.play.last_stakes
        until = self.until or fitting.get(stakes, "scene")
        edit.put("CNF-12", rewards=(*edit.play.rewards, Reward(name=self.name, until=until)))
        edit.say(f"reward “{self.name}”, {'permanent' if until == 'good' else f'until the {until} ends'}", "CNF-12")


def activate(edit: Edit, item: ActiveTrait, rule: str) -> None:
    """Lists a trait as counting until the scene ends, in place of the same one counting the same way. Fortune on one
    that counts so through fortune already is found against the rule: only grace doubles (AST-4). A trait of the scene
    counts one way only: inverted for the player, it stays so for the rest of the scene (TRT-4)."""
    scene = item.owner == "scene"
    known = [old for old in edit.play.active if (old.trait, old.owner) == (item.trait, item.owner)]
    inverted = next((old for old in known if scene and old.inverted), None)
    if inverted is not None and not item.inverted:
        edit.say(f"“{item.trait}” stays inverted: it counts +{inverted.weight} until the scene ends", rule)
        return
    if item.by == "fortune" and any(old.by == "fortune" and old.inverted == item.inverted for old in known):
        message = f"Fortune already invoked “{item.trait}”"
        edit.object(rule, message, "Keep the token: only grace doubles a trait.", code="twice")
    gone = [old for old in known if scene or old.inverted == item.inverted]
    others = tuple(old for old in edit.play.active if old not in gone)
    edit.put(rule, active=(*others, item))
    against = item.inverted != (item.owner == "scene")
    edit.say(f"“{item.trait}” counts {'−' if against else '+'}{item.weight} until the scene ends", rule)
