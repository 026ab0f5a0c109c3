"""A skill roll: what makes its pool, what it costs, what its marks mean (ROL, AST-2 … AST-6, SKL-3, TRT-2, DRV-3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from saga_tui.engine import values
from saga_tui.engine.fields import Of
from saga_tui.games.saga.book import BlockDice, FreePush, SpecialtyDice
from saga_tui.games.saga.rules import automation, derive, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character, FollowUp
from saga_tui.games.saga.rules.lists import GearKey, HarmName, PerkName, SpecialtyName, TraitName
from saga_tui.games.saga.rules.words import POOLS, Asset, DamageKind, Skill
from saga_tui.tally import Tally, Term
from saga_tui.words import plural

Dice = Annotated[int, Field(ge=0, le=999)]
Words = Annotated[str, Field(max_length=2000)]
Kind = Literal["attack", "block", "other"]
Stood = Literal["force", "grace", "acuity"]
"""An asset whose token something else may stand in for (DMG-4, PRK-6)."""
Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(max_length=500)]
Opposition = Literal["challenge", "attack", "defence", "neutral"]
"""Who wins a tie: in a challenge the player, barely (ROL-3); of two characters the defender (ROL-4)."""


class TraitUse(BaseModel):
    """A trait on one roll: its weight, and whether it is inverted against an opponent (TRT-2, AST-4)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    trait: Words
    weight: Annotated[int, Field(ge=1, le=3)] = 3
    against: bool = False
    """An opponent's or the scene's trait turned against the opposition: it takes dice from there."""

    @classmethod
    def typed(cls, text: str, names: Sequence[str]) -> dict[str, Any]:
        """`Quick on the Draw:3`, `Burning:2:against`."""
        against = text.casefold().endswith(":against")
        name, weight = values.counted(text[: -len(":against")] if against else text, 3)
        return {"trait": values.same(name, names), "weight": weight, "against": against}


class Hurt(BaseModel):
    """Damage taken by choice for the benefit of an asset token (DMG-4)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: DamageKind
    asset: Stood
    taken: bool = Field(default=False, repr=False)
    """Whether it was taken before the roll (`take-for-token`): the character says so, whatever the plan says."""

    @classmethod
    def typed(cls, text: str, _names: Sequence[str]) -> dict[str, Any]:
        """`pain:force`."""
        kind, _, asset = text.partition(":")
        if not asset:
            raise ValueError("the kind of damage and the asset: pain:force")
        return {"kind": kind.strip().casefold(), "asset": asset.strip().casefold()}


class DriveUse(BaseModel):
    """Tokens of one of the drives that matter to a roll (DRV-3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    drive: Dice
    """Which drive, by its place."""
    tokens: Dice = 1

    @classmethod
    def typed(cls, text: str, names: Sequence[str]) -> dict[str, Any]:
        """`My sister:2`."""
        name, tokens = values.counted(text, 1)
        return {"drive": values.find(names, name, "drive"), "tokens": tokens}


class Plan(BaseModel):
    """Everything that a roll is made of, before any die is thrown."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    skill: Skill
    kind: Kind = "other"
    reflexive: bool = False
    """The GM calls for the roll, and it needs no token."""
    specialties: tuple[SpecialtyName, ...] = ()
    """Those that apply; one of another skill helps less."""
    force: Dice = 0
    grace: tuple[Annotated[TraitUse, Of("current trait")], ...] = ()
    """One trait for each grace token."""
    acuity: Dice = 0
    fortune: Dice = 0
    """Tokens for re-rolls before comparing, two dice each."""
    active: tuple[TraitName, ...] = ()
    """Traits already active for the scene that apply to this roll."""
    drive: Annotated[Dice, Of("drive")] | None = None
    drive_tokens: Dice = 0
    buffs: tuple[GearKey, ...] = ()
    charm: GearKey = ""
    charm_dice: Dice = 0
    consequences: tuple[HarmName, ...] = ()
    """Consequences that apply to this roll."""
    hurts: tuple[Hurt, ...] = ()
    lucky: tuple[Stood, ...] = ()
    """Which of the tokens above fortune replaces (Better Lucky than Good)."""
    perks: tuple[PerkName, ...] = ()
    """Perks to use on this roll that are not automatic."""
    without: tuple[Words, ...] = ()
    """Automatic perks to leave out of this roll."""
    ally: Dice = 0
    modifier: Annotated[int, Field(ge=-99, le=99)] = 0
    reason: Words = ""
    trade: Dice = 0
    """Dice to trade before rolling, three for a mark."""
    cap: Dice | None = None
    """The most dice of a follow-on or counterattack: the pushes spent on it."""
    invoked: tuple[Annotated[TraitUse, Of("current trait")], ...] = ()
    """Traits to invoke with fortune on this roll, a token each: they stay active for the scene. A scene trait is
    inverted."""
    drives: tuple[Annotated[DriveUse, Of("drive")], ...] = ()
    """Tokens of each drive that applies, if more than one does."""

    @model_validator(mode="before")
    @classmethod
    def _benefits(cls, said: object) -> object:
        """Damage in a token's place gives that token, where the plan does not say how many it uses (DMG-4)."""
        hurts = said.get("hurts") if isinstance(said, dict) else None
        if not isinstance(said, dict) or not isinstance(hurts, (list, tuple)):
            return said
        stood = Counter(
            str(hurt.get("asset") if isinstance(hurt, dict) else getattr(hurt, "asset", "")) for hurt in hurts
        )
        return said | {asset: stood[asset] for asset in ("force", "acuity") if asset not in said and stood[asset]}

    def spent(self, asset: Asset) -> int:
        """Tokens of an asset that the roll pays: not those that damage or fortune stands in for (DMG-4, PRK-6)."""
        if asset == "fortune":
            return self.fortune + len(self.lucky) + len(self.invoked)
        instead = self.stood(asset) + self.lucky.count(asset)
        return max(0, self.used(asset) - instead)

    def used(self, asset: str) -> int:
        """Tokens of an asset whose benefit the roll has, whatever paid for them."""
        counts = {"force": self.force, "grace": len(self.grace), "acuity": self.acuity, "fortune": self.fortune}
        return counts.get(asset, 0)

    def stood(self, asset: str) -> int:
        """Tokens of an asset that damage stands in for (DMG-4)."""
        return sum(hurt.asset == asset for hurt in self.hurts)

    @property
    def driving(self) -> dict[int, int]:
        """The drives that matter, each with its tokens on the roll; one may matter without any (DRV-3)."""
        found = {self.drive or 0: self.drive_tokens} if self.drive is not None or self.drive_tokens else {}
        for use in self.drives:
            found[use.drive] = found.get(use.drive, 0) + use.tokens
        return found

    @property
    def activating(self) -> int:
        """What activates the roll in a conflict: asset tokens, fortune on a trait among them, and damage taken in
        their place (AST-2)."""
        return self.force + len(self.grace) + self.acuity + self.fortune + len(self.invoked)


def driven_by(driving: Mapping[int, int]) -> dict[str, Any]:
    """The fields of a plan that spends so many tokens of each drive (DRV-3)."""
    used = [DriveUse(drive=place, tokens=tokens) for place, tokens in driving.items() if tokens]
    if len(used) > 1:
        return {"drive": None, "drive_tokens": 0, "drives": tuple(used)}
    one = used[0] if used else None
    return {"drive": one and one.drive, "drive_tokens": one.tokens if one else 0, "drives": ()}


@dataclass(frozen=True, slots=True)
class Pool:
    """A roll's dice: the tally of them, and whether it is a chance roll (ROL-8)."""

    tally: Tally
    chance: bool
    traded: int
    """Dice traded away for automatic marks."""

    @property
    def dice(self) -> int:
        """Dice to throw."""
        return self.tally.total - self.traded


def pool(character: Character, plan: Plan) -> Pool:
    """The pool, every term with its reason; never below one die (ROL-7): there it is a chance roll (ROL-8)."""
    terms = list(_terms(character, plan))
    total = sum(term.amount for term in terms)
    if plan.cap is not None and total > plan.cap:
        terms.append(Term(plan.cap - total, f"limited to {plan.cap} by the pushes spent", "PSH-4", "rule"))
        total = plan.cap
    chance = total < 1
    if chance:
        terms.append(Term(1 - total, "chance roll: 1 die", "ROL-8", "rule"))
    name = derive.skill_name(character, plan.skill)
    traded = 0 if chance else plan.trade
    return Pool(Tally("pool", f"dice on {name}", tuple(terms)), chance, traded)


def _terms(character: Character, plan: Plan) -> Iterator[Term]:
    table = derive.numbers(character).roll
    yield Term(derive.ranks(character, plan.skill).total, "ranks", "SKL-2", "choice")
    applying = 0
    for item, _ in derive.specialties(character):
        if item.name in plan.specialties:
            own = item.skill == plan.skill
            applying += 1
            dice = table.specialty if own else table.specialty_elsewhere
            where = "" if own else f", of {derive.skill_name(character, item.skill)}"
            yield Term(dice, f"specialty {item.name}{where}", "SKL-3", "choice")
    if plan.force:
        yield Term(table.force * plan.force, f"{plan.force} force", "AST-3", "token")
    if plan.acuity and applying:
        dice = table.acuity * plan.acuity * applying
        yield Term(dice, f"{plan.acuity} acuity × {plural(applying, 'specialty')}", "AST-5", "token")
    yield from _perk_terms(character, plan, applying)
    yield from _trait_terms(character, plan)
    driving = {place: tokens for place, tokens in plan.driving.items() if tokens}
    for place, tokens in driving.items():
        each, texts = derive.numbers(character).drives.dice_per_token, character.story.drives
        which = f"“{texts[place]}”, " if len(driving) > 1 and place < len(texts) else ""
        yield Term(each * tokens, f"{which}{plural(tokens, 'drive token')}", "DRV-3", "token")
    for owned in derive.gear(character):
        if owned.gear.kind == "buff" and owned.key in plan.buffs:
            yield Term(derive.gear_pool(character, owned).total, owned.gear.name, "GER-2", "gear")
    if plan.charm_dice:
        yield Term(plan.charm_dice, f"charm {plan.charm}", "GER-3", "gear")
    if plan.ally:
        yield Term(plan.ally, "ally dice", "ROL-9", "allies")
    for harm in state.play_of(character).consequences:
        if harm.name in plan.consequences:
            yield Term(-harm.severity, harm.name, "CSQ-2", "consequence")
    if plan.modifier:
        yield Term(plan.modifier, plan.reason or "your own modifier", "ROL-7", "table")


def _perk_terms(character: Character, plan: Plan, applying: int) -> Iterator[Term]:
    """Agile on a block, Expert with acuity on its skill (PRK-3)."""
    for perk in derive.perks(character):
        effect = perk.effect
        if not isinstance(effect, (BlockDice, SpecialtyDice)):
            continue
        paid = plan.used(perk.asset) if perk.asset in POOLS and acts(character, perk, plan) else 0
        if isinstance(effect, BlockDice) and plan.kind == "block" and paid:
            yield Term(effect.dice * paid, f"{perk.name}, {paid} {perk.asset}", "PRK-3", "perk")
        if isinstance(effect, SpecialtyDice) and perk.skill == plan.skill and paid:
            yield Term(max(effect.minimum, effect.dice * applying), perk.name, "PRK-3", "perk")


def acts(character: Character, perk: derive.OwnedPerk, plan: Plan) -> bool:
    """Whether a perk that costs nothing acts on a roll: by itself unless left out, or because it is named (PRK-3)."""
    by_itself = perk.name not in plan.without and automation.mode_of(character, perk) == "always"
    return by_itself or perk.name in plan.perks


def _trait_terms(character: Character, plan: Plan) -> Iterator[Term]:
    """Traits that count for the scene, and those that grace adds for this roll (AST-4, AST-8, TRT-2 … TRT-4)."""
    for item in counting(character, plan):
        if not turned_on_them(item):
            against = item.inverted != (item.owner == "scene")
            yield Term(-item.weight if against else item.weight, f"“{item.trait}”", "TRT-2", "trait")
    through = through_fortune(character, plan)
    for use in plan.invoked:
        yield Term(use.weight, f"“{use.trait}” by fortune", "AST-8", "trait")
    for use in plan.grace:
        if use.against:
            continue
        if use.trait in through:
            yield Term(through[use.trait], f"“{use.trait}” doubled by grace", "AST-4", "trait")
        else:
            yield Term(use.weight, f"“{use.trait}” by grace", "AST-4", "trait")


def turned_on_them(item: ActiveTrait) -> bool:
    """Whether a trait is inverted against somebody else: it takes dice from their side (AST-9)."""
    return item.inverted and item.owner not in ("self", "scene")


def counting(character: Character, plan: Plan) -> list[ActiveTrait]:
    """The traits that count for the scene and bear on the roll. One of the scene's that is inverted for the player, for
    the scene or for this roll, does not count as the GM invoked it (TRT-4)."""
    active = [item for item in state.play_of(character).active if item.trait in plan.active]
    turned = {item.trait for item in active if item.owner == "scene" and item.inverted}
    turned |= {use.trait for use in (*plan.invoked, *plan.grace) if not use.against}
    return [item for item in active if item.owner != "scene" or item.inverted or item.trait not in turned]


def through_fortune(character: Character, plan: Plan, against: bool = False) -> dict[str, int]:
    """The traits that count on the roll through fortune, with their weights: grace may double those (AST-4). With
    `against` the ones that take dice from the opposition."""
    active = (item for item in counting(character, plan) if item.by == "fortune" and turned_on_them(item) == against)
    weights = {item.trait: item.weight for item in active}
    return weights if against else weights | {use.trait: use.weight for use in plan.invoked}


def paid_with_pushes(character: Character, plan: Plan) -> FollowUp | None:
    """The follow-on or counterattack that a capped roll is: pushes paid for that skill and that number of dice, once
    (PSH-3, PSH-4)."""
    due = state.play_of(character).due
    return next((item for item in due if (item.skill, item.cap) == (plan.skill, plan.cap)), None)


def opposing_penalty(character: Character, plan: Plan) -> int:
    """Dice that the opposition loses to inverted traits: those of the scene, and those that grace turns; on one that
    counts already it counts as much again (AST-4, AST-9)."""
    through = through_fortune(character, plan, against=True)
    turned = sum(item.weight for item in counting(character, plan) if turned_on_them(item))
    return turned + sum(through.get(use.trait, use.weight) for use in plan.grace if use.against)


def reroll(faces: Sequence[int], fresh: Sequence[int], tokens: int, each: int, mark_from: int) -> tuple[int, ...]:
    """Re-rolls non-marks token by token, `each` dice a token; the new dice stand (AST-6)."""
    now, source = list(faces), list(fresh)
    for _ in range(tokens):
        blanks = [place for place, face in enumerate(now) if face < mark_from][: min(each, len(source))]
        for place in blanks:
            now[place] = source.pop(0)
    return tuple(now)


def ties(kind: str, opposition: Opposition) -> Opposition:
    """The kind of opposition that says what zero net marks mean. Nothing opposes a block: without a mark it fails, as
    an attack does (CNF-7)."""
    return "attack" if kind == "block" else opposition


Outcome = Literal["success", "qualified", "failure", "neutral"]


def judge(net: int, opposition: Opposition, dramatic: bool = False) -> Outcome:
    """What net marks mean: above zero success, below failure; a tie as the kind of opposition says (ROL-2 … ROL-4), and
    a failure where the die of a chance roll shows a dramatic one (ROL-8)."""
    if net > 0:
        return "success"
    if net < 0 or dramatic:
        return "failure"
    ties: dict[Opposition, Outcome] = {
        "challenge": "qualified",
        "attack": "failure",
        "defence": "success",
        "neutral": "neutral",
    }
    return ties[opposition]


def free_pushes(character: Character, plan: Plan) -> list[tuple[str, int]]:
    """The perks that add a push to a success activated with their asset, and how many (PRK-3)."""
    return [
        (perk.name, perk.effect.pushes)
        for perk in pushing(character, plan)
        if isinstance(perk.effect, FreePush) and acts(character, perk, plan)
    ]


def pushing(character: Character, plan: Plan) -> list[derive.OwnedPerk]:
    """The perks whose free push a success would carry, whether they act by themselves or not (PRK-3)."""
    return [
        perk
        for perk in derive.perks(character)
        if isinstance(perk.effect, FreePush) and perk.asset in POOLS and plan.used(perk.asset)
    ]
