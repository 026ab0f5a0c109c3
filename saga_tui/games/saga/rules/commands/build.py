"""Commands of the builder: every choice of the seven steps (CRE-1 … CRE-10). They never refuse a choice: what is wrong
or missing is found and shown (CRE-11)."""

from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from saga_tui.engine.fields import Of
from saga_tui.games.saga.rules import budget, checks_steps, derive
from saga_tui.games.saga.rules.character import Character, Gear, PerkChoice, Specialty
from saga_tui.games.saga.rules.commands.base import Command, Index, LongText, Purchasing, Words
from saga_tui.games.saga.rules.creation import FINISHING_BUYS
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import Drive
from saga_tui.games.saga.rules.setting import NONE, Examples
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, Asset, GearKind, Skill

ConceptField = Literal["name", "player", "line", "notes", "skill_x", "setting"]
LABELS: Final[dict[ConceptField, str]] = {
    "name": "name",
    "player": "player",
    "line": "concept",
    "notes": "notes",
    "skill_x": "Skill X",
    "setting": "setting",
}
Method = Literal["priority", "points"]
Step = Literal["concept", "assets", "skills", "traits", "drives", "gear", "finishing"]


class Choice(Command):
    """A command of the builder."""

    gates = ()


class SetConcept(Choice, verb="set-concept", title="Describe the character", rules="CRE-1 SKL-4"):
    """Set the name, the player, the concept line, the notes or the name of Skill X."""

    field: ConceptField
    text: LongText

    def apply(self, edit: Edit) -> None:
        """The words."""
        edit.choose("concept", "SKL-4" if self.field == "skill_x" else "CRE-1", **{self.field: self.text})
        edit.say(f"{LABELS[self.field]}: {self.text or '(empty)'}", "CRE-1")


class AssetMethod(Choice, verb="asset-method", title="Assets by priority or by points", rules="CRE-2 CRE-3 CRE-10"):
    """Choose how to build assets. Priority → points keeps everything; points → priority keeps the nearest order."""

    method: Method

    def apply(self, edit: Edit) -> None:
        """The ratings now are what the other method starts from."""
        now = edit.now
        if now.assets.method == self.method:
            return
        before = {asset: derive.creation_rating(now, asset) for asset in ASSETS}
        if self.method == "points":
            start = derive.numbers(now).assets.points.start
            ratings = {asset: max(start, value) for asset, value in before.items()}
            edit.choose("assets", "CRE-3", method="points", ratings=ratings, order=())
        else:
            edit.choose("assets", "CRE-2", method="priority", order=budget.nearest_order(now), ratings={})
        edit.say(f"assets by {self.method}", "CRE-10")
        for asset, value in before.items():
            new = derive.creation_rating(edit.now, asset)
            if new != value:
                edit.say(f"{asset} {value} → {new}", "CRE-10")


class AssetOrder(Choice, verb="asset-order", title="Rank the assets", rules="CRE-2"):
    """Choose your primary, secondary and tertiary asset."""

    order: tuple[Asset, ...] = Field(max_length=3)

    def apply(self, edit: Edit) -> None:
        """The places."""
        edit.choose("assets", "CRE-2", order=self.order)
        edit.say(f"assets: {', '.join(self.order)}", "CRE-2")


class AssetPoints(Choice, verb="asset-points", title="Raise or lower an asset", rules="CRE-3"):
    """Set an asset's rating, by points or from paper."""

    asset: Asset
    rating: int = Field(ge=0, le=99)

    def apply(self, edit: Edit) -> None:
        """The rating."""
        before = derive.creation_rating(edit.now, self.asset)
        edit.choose("assets", "CRE-3", ratings=edit.now.assets.ratings | {self.asset: self.rating})
        edit.say(f"{self.asset} {before} → {self.rating}", "CRE-3")


class Perking(Choice):
    """A command about a perk: its name, for which asset, for Expert which skill."""

    name: Words = ""
    asset: Asset | Literal[""] = ""
    skill: Skill | Literal[""] = ""

    @property
    def perk(self) -> PerkChoice:
        """As it is chosen."""
        return PerkChoice(name=self.name, asset=self.asset, skill=self.skill)


class FreePerk(Perking, verb="free-perk", title="Choose the free perk", rules="CRE-2 CRE-3 PRK-1"):
    """Choose the free perk: of your primary asset or fortune, or by points of one rated 4 or more. No name: none."""

    def apply(self, edit: Edit) -> None:
        """The perk, or none."""
        edit.choose("assets", "CRE-2", perk=self.perk if self.name else None)
        edit.say(f"free perk: {self.name or 'none'}", "CRE-2")


class SkillMethod(Choice, verb="skill-method", title="Skills by priority or by points", rules="CRE-4 CRE-5 CRE-10"):
    """Choose how to build skills. Priority → points keeps everything; points → priority keeps the nearest order."""

    method: Method

    def apply(self, edit: Edit) -> None:
        """The ranks now are what the other method starts from."""
        now = edit.now
        if now.skills.method == self.method:
            return
        before = {skill: derive.creation_ranks(now, skill) for skill in SKILLS}
        if self.method == "points":
            ranks = {skill: value for skill, value in before.items() if value}
            edit.choose("skills", "CRE-5", method="points", ranks=ranks, primary=(), secondary=())
        else:
            primary, secondary = budget.nearest_priorities(now)
            edit.choose("skills", "CRE-4", method="priority", primary=primary, secondary=secondary, ranks={})
        edit.say(f"skills by {self.method}", "CRE-10")
        for skill, value in before.items():
            new = derive.creation_ranks(edit.now, skill)
            if new != value:
                edit.say(f"{derive.skill_name(now, skill)} {value} → {new}", "CRE-10")


class SkillPriority(Choice, verb="skill-priority", title="Rank a skill", rules="CRE-4"):
    """Make a skill primary, secondary or tertiary."""

    skill: Skill
    place: Literal["primary", "secondary", "tertiary"]

    def apply(self, edit: Edit) -> None:
        """Out of its old place, into the new."""
        chosen = edit.now.skills
        groups = {
            name: tuple(skill for skill in getattr(chosen, name) if skill != self.skill)
            for name in ("primary", "secondary")
        }
        if self.place in groups:
            groups[self.place] = (*groups[self.place], self.skill)
        edit.choose("skills", "CRE-4", **groups)
        edit.say(f"{derive.skill_name(edit.now, self.skill)} is {self.place}", "CRE-4")


class SkillRanks(Choice, verb="skill-ranks", title="Raise or lower a skill", rules="CRE-5"):
    """Set a skill's ranks, by points or from paper."""

    skill: Skill
    ranks: int = Field(ge=0, le=99)

    def apply(self, edit: Edit) -> None:
        """The ranks; none is not written down."""
        before = derive.creation_ranks(edit.now, self.skill)
        ranks = {k: v for k, v in (edit.now.skills.ranks | {self.skill: self.ranks}).items() if v}
        edit.choose("skills", "CRE-5", ranks=ranks)
        edit.say(f"{derive.skill_name(edit.now, self.skill)} {before} → {self.ranks}", "CRE-5")


class AddSpecialty(Choice, verb="add-specialty", title="Add a free specialty", rules="CRE-4 CRE-5 SKL-3"):
    """Add a free specialty to a skill."""

    skill: Skill
    name: Words

    def apply(self, edit: Edit) -> None:
        """At the list's end."""
        item = Specialty(skill=self.skill, name=self.name)
        edit.choose("skills", "SKL-3", specialties=(*edit.now.skills.specialties, item))
        edit.say(f"specialty {self.name} ({derive.skill_name(edit.now, self.skill)})", "SKL-3")


class RemoveSpecialty(Choice, verb="remove-specialty", title="Remove a free specialty", rules="SKL-3"):
    """Remove a free specialty."""

    place: Annotated[Index, Of("specialty")]

    def apply(self, edit: Edit) -> None:
        """Off the list."""
        edit.choose("skills", "SKL-3", specialties=without(edit, edit.now.skills.specialties, self.place, "specialty"))


class WriteTrait(Choice, verb="write-trait", title="Write a trait", rules="CRE-6 TRT-1"):
    """Write a trait, new or over an old one. Empty text removes it."""

    text: Words
    place: Annotated[Index, Of("trait")] | None = None

    def apply(self, edit: Edit) -> None:
        """In the list of traits."""
        write(edit, "traits", "CRE-6", self.place, self.text)


class WriteDrive(Choice, verb="write-drive", title="Write a drive", rules="CRE-7"):
    """Write a drive, new or over an old one. Empty text removes it."""

    text: Words
    place: Drive | None = None

    def apply(self, edit: Edit) -> None:
        """In the list of drives."""
        write(edit, "drives", "CRE-7", self.place, self.text)


class PutGear(Choice, verb="put-gear", title="Choose gear", rules="CRE-8 GER-1"):
    """Choose a piece of starting gear, new or instead of an old one."""

    name: Words
    kind: GearKind
    rating: int = Field(default=1, ge=0, le=99)
    without: tuple[str, ...] = ()
    purpose: Words = ""
    place: Annotated[Index, Of("starting gear")] | None = None

    def apply(self, edit: Edit) -> None:
        """In the list of gear."""
        piece = Gear(name=self.name, kind=self.kind, rating=self.rating, without=self.without, purpose=self.purpose)
        listed = list(edit.now.gear)
        if self.place is not None and self.place < len(listed):
            listed[self.place] = piece
        else:
            listed.append(piece)
        edit.listing("gear", "CRE-8", tuple(listed))
        edit.say(f"gear: {self.name}, {self.kind} {self.rating}", "CRE-8")


class RemoveGear(Choice, verb="remove-gear", title="Remove gear", rules="CRE-8"):
    """Remove a piece of starting gear."""

    place: Annotated[Index, Of("starting gear")]

    def apply(self, edit: Edit) -> None:
        """Off the list."""
        edit.listing("gear", "CRE-8", without(edit, edit.now.gear, self.place, "gear"))


class Finish(Purchasing, Choice, verb="finish", title="Spend finishing points", rules="CRE-9"):
    """Buy something with finishing points."""

    def apply(self, edit: Edit) -> None:
        """At the list's end."""
        bought = self.purchase()
        edit.listing("finishing", "CRE-9", (*edit.now.finishing, bought))
        price = budget.finishing_price(edit.now, bought)
        edit.say(f"{budget.describe(edit.now, bought)} for {price} finishing points", "CRE-9")
        if self.buy not in FINISHING_BUYS:
            message = f"Finishing points do not buy this: {self.buy}"
            edit.object("CRE-9", message, f"They buy: {', '.join(FINISHING_BUYS)}.", code="buy")
        over = (found for found in checks_steps.finishing(edit.now) if found.level == "error")
        edit.problems += (replace(found, level="remark") for found in over)


class RefundFinishing(Choice, verb="refund-finishing", title="Refund a finishing purchase", rules="CRE-9"):
    """Refund a finishing purchase."""

    place: Annotated[Index, Of("purchase")]

    def apply(self, edit: Edit) -> None:
        """Off the list."""
        edit.listing("finishing", "CRE-9", without(edit, edit.now.finishing, self.place, "purchase"))


class FromPaper(Choice, verb="from-paper", title="Enter from paper", rules="CRE-11"):
    """Enter a character from paper: ratings, ranks and all else directly, with no point limits."""

    on: bool = True
    """False: back to point limits; the numbers stay as points."""

    def apply(self, edit: Edit) -> None:
        """What was chosen so far is kept as plain numbers."""
        now = edit.now
        if now.as_is == self.on:
            return
        if not self.on:
            edit.now = now.model_copy(update={"entered": ""})
            edit.choose("assets", "CRE-3", method="points")
            edit.choose("skills", "CRE-5", method="points")
        else:
            _freeze(edit, now)
        edit.rules[("entered",)] = "CRE-11"
        edit.say("entered from paper" if self.on else "built by the rules from now on", "CRE-11")


def _freeze(edit: Edit, now: Character) -> None:
    """Everything chosen so far, finishing purchases included, as plain numbers and lists."""
    ratings = {asset: total for asset in ASSETS if (total := derive.rating(now, asset).total)}
    ranks = {skill: total for skill in SKILLS if (total := derive.ranks(now, skill).total)}
    perks = tuple(PerkChoice(name=p.name, asset=p.asset or "", skill=p.skill) for p in derive.perks(now))
    gear = tuple(item.gear for item in derive.gear(now))
    told = tuple(text for text, _ in derive.traits(now))
    specialties = tuple(item for item, _ in derive.specialties(now))
    edit.now = now.model_copy(update={"entered": "as is", "finishing": (), "advances": ()})
    edit.choose("assets", "CRE-11", method="points", ratings=ratings, order=(), perk=None, perks=perks)
    edit.choose("skills", "CRE-11", method="points", ranks=ranks, primary=(), secondary=(), specialties=specialties)
    edit.choose("story", "CRE-11", traits=told)
    edit.listing("gear", "CRE-11", gear)


class AsIsPerk(Perking, verb="as-is-perk", title="Add a perk from paper", rules="CRE-11 PRK-1 SET-1"):
    """Add a perk to a character from paper, or another free perk where the setting gives several; or remove one."""

    drop: Annotated[Index, Of("creation perk")] | None = None

    def apply(self, edit: Edit) -> None:
        """On or off the list."""
        listed = edit.now.assets.perks
        if self.drop is not None:
            edit.choose("assets", "CRE-11", perks=without(edit, listed, self.drop, "perk"))
            return
        edit.choose("assets", "CRE-11", perks=(*listed, self.perk))
        edit.say(f"perk: {self.name}", "CRE-11")


class Become(Choice, verb="surprise", title="Surprise me", rules="CRE-11"):
    """Make random legal choices for one step or the whole character. The same seed gives the same choices."""

    seed: int = Field(ge=0, le=2**53)
    step: Step | None = None
    examples: Examples | None = None
    """Examples to choose from, as JSON; if left out, those of your setting."""

    def apply(self, edit: Edit) -> None:
        """The chance is in the seed alone."""
        from saga_tui.games.saga.rules import surprise

        if edit.now.play is not None:
            message = "This character is in play, and random choices would change what you played with"
            edit.object("CRE-11", message, "Choose by hand, or start another character.", code="in-play")
        own = self.examples or NONE
        if self.step is None:
            edit.now = surprise.whole(edit.now, self.seed, own)
        else:
            edit.now = surprise.one(edit.now, self.seed, self.step, own)
        for section in ("concept", "assets", "skills", "story", "gear", "finishing"):
            edit.rules[(section,)] = "CRE-11"
        edit.say(f"random {self.step or 'character'}, seed {self.seed}", "CRE-11")


# ---- shared parts


def without(edit: Edit, items: tuple[Any, ...], place: int, what: str) -> tuple[Any, ...]:
    """The list without the item at that place; finds it wrong where there is none."""
    if place >= len(items):
        edit.object("CRE-11", f"There is no {what} {place + 1}", "Choose one from the list.", code="none")
        return items
    name = getattr(items[place], "name", "") or what
    edit.say(f"{name} removed", "")
    return (*items[:place], *items[place + 1 :])


def write(edit: Edit, field: Literal["traits", "drives"], rule: str, place: int | None, text: str) -> None:
    """Writes words into a list of the story; empty words take theirs off, and a drive's tokens go with it."""
    listed = list(getattr(edit.now.story, field))
    if place is None or place >= len(listed):
        if text.strip():
            listed.append(text)
    elif text.strip():
        listed[place] = text
    else:
        listed.pop(place)
        counts = edit.play.drive_tokens
        if field == "drives" and edit.now.play is not None and place < len(counts):
            edit.put(rule, drive_tokens=(*counts[:place], *counts[place + 1 :]))
    edit.choose("story", rule, **{field: tuple(listed)})
    edit.say(f"{field.removesuffix('s')}: {text or 'removed'}", rule)
