"""What a character could still spend on a roll, and how many dice each token of it would bring (AST-2 … AST-5, DMG-4).

Every kind brings less or the same with each further token, so the most dice for a number of tokens are found by taking
the best tokens first; the adviser builds on that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, cast

from saga_tui.games.saga.rules import derive, rolls, state
from saga_tui.games.saga.rules.advice import activated, charm_for
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.rolls import Hurt, Plan, TraitUse
from saga_tui.games.saga.rules.words import POOLS, THRESHOLD_ASSETS, WOUNDS, DamageKind

Kind = Literal["charm", "grace", "acuity", "force", "drive", "fortune", "damage"]
DICE: tuple[Kind, ...] = ("charm", "grace", "acuity", "force", "drive")
"""The kinds that bring dice."""
Wounded = Literal["force", "grace", "acuity"]
PAIRS: dict[str, tuple[DamageKind, ...]] = {
    asset: tuple(kind for kind in WOUNDS if asset in THRESHOLD_ASSETS[kind]) for asset in POOLS
}
"""The two kinds of damage that stand for each asset (DMG-4)."""

MOST = 24
"""Tokens of one kind that are looked at: far above play, so that a strange file never makes a search endless."""
MOST_WOUNDS = 8
"""Damage of one kind that is looked at."""

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Purse:
    """What could still be spent on a plan."""

    plan: Plan
    raw: int
    """The pool before its floor and its cap."""
    counts: Counts
    """Tokens left of each kind; damage: all that may be taken."""
    first: Counts
    """Dice of the first further token of an asset, a trait's own not counted."""
    more: Counts
    """Dice of each further one, of charm dice and of drive tokens."""
    traits: tuple[TraitUse, ...]
    """Traits that grace may bring in, the heaviest first; one that may count double stands there twice (AST-4)."""
    inverted: tuple[TraitUse, ...]
    """The same for traits turned against the opposition."""
    invokable: tuple[TraitUse, ...]
    """Traits that fortune may invoke, each once, the heaviest first (AST-8)."""
    room: Counts
    """Damage of each kind that brings no consequence yet (DMG-2)."""
    alone: Counts
    """Damage that fits into the room in the place of one asset alone. Any two assets have all three kinds between them,
    so that and all the room together are what counts (DMG-4)."""
    charm: str
    drives: tuple[int, ...]
    """For each drive token that may be spent, in this order, its drive (DRV-3)."""
    must: bool
    """Whether something must activate the roll still (AST-2)."""

    def left(self, invoked: int) -> tuple[TraitUse, ...]:
        """The traits for grace where fortune invokes the first so many: each of those counts once more at most."""
        taken = {use.trait for use in self.invokable[:invoked]}
        first = {use.trait: place for place, use in reversed(list(enumerate(self.traits)))}
        return tuple(use for place, use in enumerate(self.traits) if use.trait not in taken or place > first[use.trait])

    def gains(self, kind: Kind, turned: int = 0, invoked: int = 0) -> list[int]:
        """The dice of each further token of a kind, one after the other, those that damage may pay among them.

        The first `turned` grace tokens go to inverted traits, and `invoked` traits are fortune's already. No token
        brings more than the one before.
        """
        if kind in ("charm", "drive"):
            return [self.more[kind]] * self.counts[kind]
        most = self.counts[kind] + self.alone[kind]
        weights = [0] * most
        if kind == "grace":
            weights = [*[0] * turned, *(use.weight for use in self.left(invoked))][:most]
        return [weight + (self.more if at else self.first)[kind] for at, weight in enumerate(weights)]

    @property
    def borne(self) -> int:
        """Damage of all kinds that brings no consequence yet."""
        return sum(self.room.values())

    def hurts(self, wounds: Counts) -> tuple[Hurt, ...]:
        """Damage of kinds that fit, spread so that the fullest kind keeps the most room."""
        return max(self._splits(wounds), key=self._least_room, default=())

    def _splits(self, wounds: Counts) -> Iterator[tuple[Hurt, ...]]:
        for split in product(*(range(count + 1) for count in wounds.values())):
            taken: list[Hurt] = []
            for (asset, count), here in zip(wounds.items(), split, strict=True):
                one, other = PAIRS[asset]
                stood = cast("Wounded", asset)
                taken += [Hurt(kind=wound, asset=stood) for wound in [one] * here + [other] * (count - here)]
            if all(count <= self.room[wound] for wound, count in Counter(hurt.kind for hurt in taken).items()):
                yield tuple(taken)

    def _least_room(self, hurts: tuple[Hurt, ...]) -> int:
        return min(self.room[wound] - sum(hurt.kind == wound for hurt in hurts) for wound in WOUNDS)


def purse(character: Character, plan: Plan, traits: Sequence[TraitUse] = (), damage: bool = True) -> Purse:
    """What could still be spent on a plan.

    `traits` are those that the player finds fitting, with their weights; traits that bear on the roll already may be
    doubled besides (AST-4). Drive tokens are offered of the drives that the plan names: whether one matters is for the
    player to say (DRV-3). With `damage`, wounds may be taken by choice as far as they bring no consequence (DMG-4).
    """
    usable = list(_usable(character, plan, traits))
    first, more = _dice(character, plan)
    counts: dict[str, int] = {
        asset: state.in_hand(character, asset) - plan.spent(asset) for asset in (*POOLS, "fortune")
    }
    charm, counts["charm"] = charm_for(character, plan)
    drives = _drives(character, plan)
    counts["drive"] = len(drives)
    room: dict[str, int] = {wound: _room(character, plan, wound) if damage else 0 for wound in WOUNDS}
    return Purse(
        plan,
        raw_dice(character, plan),
        {kind: max(0, min(MOST, count)) for kind, count in counts.items()} | {"damage": sum(room.values())},
        first,
        more,
        tuple(use for use in usable if not use.against),
        tuple(use for use in usable if use.against),
        tuple(use for use in dict.fromkeys(usable) if not use.against and use.trait not in _through(character, plan)),
        room,
        {asset: sum(room[wound] for wound in pair) for asset, pair in PAIRS.items()},
        charm,
        drives,
        not activated(character, plan),
    )


def _through(character: Character, plan: Plan) -> set[str]:
    """Traits that count through fortune already, on this roll or not: it invokes none of them again (AST-8)."""
    active = state.play_of(character).active
    return {item.trait for item in active if item.by == "fortune"} | {use.trait for use in plan.invoked}


def _drives(character: Character, plan: Plan) -> tuple[int, ...]:
    """The drives that the plan names, each as often as it has tokens left, the fullest first (DRV-3)."""
    held = state.drive_tokens(character)
    left = {place: min(MOST, held[place] - used) for place, used in plan.driving.items() if place < len(held)}
    return tuple(place for place in sorted(left, key=lambda place: -left[place]) for _ in range(left[place]))[:MOST]


def _room(character: Character, plan: Plan, wound: DamageKind) -> int:
    """Damage of a kind that may be taken before it brings a consequence, that in the plan already counted (DMG-2)."""
    held = state.held(character, wound) + sum(hurt.kind == wound and not hurt.taken for hurt in plan.hurts)
    return max(0, min(MOST_WOUNDS, derive.threshold(character, wound).total - held))


def raw_dice(character: Character, plan: Plan) -> int:
    """The pool's terms without its floor of one die and its cap."""
    return sum(term.amount for term in rolls.pool(character, plan).tally.terms if term.source != "rule")


def _dice(character: Character, plan: Plan) -> tuple[dict[str, int], dict[str, int]]:
    """What the first further token of each kind brings, and what each after it: asked of the pool itself."""
    nothing = TraitUse(trait="", weight=1, against=True)
    steps: dict[str, list[dict[str, Any]]] = {
        "force": [{"force": plan.force + times} for times in (1, 2)],
        "acuity": [{"acuity": plan.acuity + times} for times in (1, 2)],
        "grace": [{"grace": plan.grace + (nothing,) * times} for times in (1, 2)],
    }
    base = raw_dice(character, plan)
    first, more = {}, {"charm": 1, "drive": derive.numbers(character).drives.dice_per_token}
    for asset, fields in steps.items():
        one, two = (raw_dice(character, plan.model_copy(update=update)) for update in fields)
        first[asset], more[asset] = one - base, two - one
    return first, more


def _usable(character: Character, plan: Plan, traits: Sequence[TraitUse]) -> Iterator[TraitUse]:
    """Each trait as often as it may still count, the heaviest first (AST-4, AST-8)."""
    scene = {
        trait: TraitUse(trait=trait, weight=min(3, max(1, weight)), against=against)
        for against in (True, False)
        for trait, weight in rolls.through_fortune(character, plan, against).items()
    }
    used = Counter(use.trait for use in plan.grace) + Counter(dict.fromkeys(scene, 1))
    known = {use.trait: use for use in (*scene.values(), *traits, *plan.grace)}
    most = derive.numbers(character).traits.most_times
    for use in sorted(known.values(), key=lambda use: -use.weight):
        for _ in range(min(MOST, most - used[use.trait])):
            yield use
