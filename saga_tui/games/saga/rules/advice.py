"""What a roll's chances are, and what each token would buy: panel, price list (ROL-2 … ROL-6, AST-2 … AST-7, DRV-3).

The adviser, which searches for the cheapest spend, stands in `adviser`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from saga_tui.games.saga.book import StandIn
from saga_tui.games.saga.rules import automation, composing, derive, odds, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.rolls import Opposition, Plan, TraitUse
from saga_tui.games.saga.rules.words import POOLS, Asset

Aim = Literal["success", "success-or-tie"]
"""What a chance is asked of: winning, or not losing (zero net marks count, whatever they mean)."""


@dataclass(frozen=True, slots=True)
class Against:
    """What a roll is opposed by: `dice`, or `marks` already rolled in their place; and what a tie means."""

    dice: int = 0
    marks: int | None = None
    opposition: Opposition = "challenge"
    block: bool = False
    """Whether it is nothing at all, for the roll is a block (CNF-7)."""

    def of(self, plan: Plan) -> Against:
        """What stands against that plan: nothing against a block, which fails without a mark (CNF-7)."""
        return Against(block=True) if plan.kind == "block" else self

    @property
    def tie(self) -> odds.Tie:
        """What zero net marks mean for the player (ROL-3, ROL-4, CNF-7)."""
        return rolls.judge(0, rolls.ties("block" if self.block else "", self.opposition))

    def law(self, penalty: int = 0) -> odds.Dist:
        """The law of the opposing marks. Inverted traits take `penalty` dice, but never the last (AST-4, ROL-7)."""
        if self.marks is not None:
            return odds.marks(0, self.marks)
        return odds.marks(max(1, self.dice - penalty) if self.dice else 0)

    def lead(self, of: Aim) -> int:
        """The least net marks that reach the aim."""
        tied = of == "success-or-tie" and not self.block
        return 0 if tied or self.tie == "success" else 1


@dataclass(frozen=True, slots=True)
class Panel:
    """A composed roll's chances."""

    dice: int
    """Dice to throw, those traded not among them."""
    automatic: int
    """Marks traded for (ROL-6)."""
    outcome: odds.Outcome
    late: odds.Outcome
    """The same with one fortune token kept until after comparing, used where it can turn the result (AST-7)."""
    net: odds.Dist
    pushes: Fraction
    """Expected pushes, those of perks among them; of a block each mark is one (PSH-1, CNF-7, PRK-3)."""
    dramatic: Fraction
    """The chance of a dramatic failure; zero unless it is a chance roll (ROL-8)."""
    activated: bool
    """Whether the roll may be made: in a conflict it takes a token, or damage in its place (AST-2)."""


@dataclass(frozen=True, slots=True)
class Price:
    """One more thing that could be spent, and what it would do."""

    key: str
    """`charm`, `grace-1` … `grace-3`, `acuity`, `force`, `drive`, `fortune`, `invoke-1` …
    `invoke-3`, `late`, `trade-more`, `trade-less`; and
    `lucky-` before an asset's that is spent, for fortune in its place (PRK-6)."""
    tokens: int
    """What it costs; trading costs none."""
    outcome: odds.Outcome
    adds: Fraction
    """The difference to the chance of success; below zero where it would do harm."""
    adds_or_tie: Fraction
    """The difference to the chance of zero net marks or more."""
    plan: Plan
    """The roll with it. A fortune token kept for after comparing changes nothing yet."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A roll as the odds see it."""

    own: odds.Dist
    opposing: odds.Dist
    dice: int
    automatic: int
    dramatic: Fraction
    """The chance of a dramatic failure; zero unless it is a chance roll (ROL-8)."""

    @property
    def lost(self) -> Fraction:
        """The chance of zero net marks that are a dramatic failure (ROL-8)."""
        return self.dramatic * self.opposing.p(0)

    @property
    def lost_late(self) -> Fraction:
        """The same with a fortune token kept until after comparing (AST-7)."""
        return self.lost * odds.THIRD


def stand(character: Character, plan: Plan, against: Against) -> Stand:
    """The laws of both sides of a plan. `ValueError` for a pool beyond `odds.MOST_DICE`."""
    table = derive.numbers(character).roll
    rolled = rolls.pool(character, plan)
    dice, automatic = max(0, rolled.dice), rolled.traded // table.trade
    own = odds.marks(dice, automatic, plan.fortune, table.fortune_rerolls)
    dramatic = odds.dramatic(plan.fortune) if rolled.chance else odds.NEVER
    return Stand(own, against.law(rolls.opposing_penalty(character, plan)), dice, automatic, dramatic)


def activated(character: Character, plan: Plan) -> bool:
    """Whether the roll may be made as it stands: outside a conflict, reflexive, capped or paid for (AST-2, RFX-1)."""
    if state.span_of(state.play_of(character)) != "conflict":
        return True
    return plan.reflexive or plan.activating > 0 or rolls.paid_with_pushes(character, plan) is not None


def panel(character: Character, plan: Plan, against: Against) -> Panel | None:
    """A roll's chances while it is composed; nothing for a pool beyond `odds.MOST_DICE`."""
    against = against.of(plan)
    try:
        here = stand(character, plan, against)
    except ValueError:
        return None
    law = odds.net(here.own, here.opposing)
    result = odds.outcome(law, against.tie, here.lost)
    free = sum(pushes for _, pushes in rolls.free_pushes(character, plan))
    won = result.success + result.qualified
    return Panel(
        here.dice,
        here.automatic,
        result,
        _late(here, against),
        law,
        law.surplus + free * won,
        here.dramatic,
        activated(character, plan),
    )


def success(character: Character, plan: Plan, against: Against) -> Fraction | None:
    """A roll's chance of success alone; nothing for a pool beyond `odds.MOST_DICE`."""
    with suppress(ValueError):
        here = stand(character, plan, against := against.of(plan))
        return odds.outcome(odds.net(here.own, here.opposing), against.tie, here.lost).success
    return None


def _late(here: Stand, against: Against) -> odds.Outcome:
    law = odds.late(here.own, here.opposing, here.dice + here.automatic, against.tie)
    return odds.outcome(law, against.tie, here.lost_late)


def prices(character: Character, plan: Plan, against: Against) -> list[Price]:
    """What each thing that could still be spent, and that the character can pay, would add to the chances.

    Grace and fortune are priced for a trait of each weight that the player may find (TRT-2). A drive token is that of
    the plan's drives, or of the one with the most tokens, should it matter (DRV-3). Nothing for a pool beyond
    `odds.MOST_DICE`.
    """
    against = against.of(plan)
    try:
        here = stand(character, plan, against)
        base = _reach(here)
        known, found = {here: base}, []
        for key, tokens, more in offers(character, plan):
            there = stand(character, more, against)
            if there not in known:  # grace and fortune bring the same dice
                known[there] = _reach(there)
            found.append(_row(key, tokens, more, (known[there], base), against.tie))
    except ValueError:
        return []
    if state.in_hand(character, "fortune") > plan.spent("fortune"):
        law = odds.late(here.own, here.opposing, here.dice + here.automatic, against.tie)
        found.append(_row("late", 1, plan, ((law.at_least(1), law.at_least(0) - here.lost_late), base), against.tie))
    return found


Reach = tuple[Fraction, Fraction]
"""The chances of net marks above zero, and of zero or more."""


def _reach(here: Stand) -> Reach:
    above, level = Fraction(*odds.ahead(here.own, here.opposing, 1)), Fraction(*odds.ahead(here.own, here.opposing, 0))
    return above, level - here.lost


def _row(key: str, tokens: int, plan: Plan, reach: tuple[Reach, Reach], tie: odds.Tie) -> Price:
    """A price from what is reached with it, and without."""
    (above, level), (above_now, level_now) = reach
    result = odds.Outcome(
        level if tie == "success" else above,
        level - above if tie == "qualified" else Fraction(),
        1 - above if tie == "failure" else 1 - level,
    )
    adds = level - level_now if tie == "success" else above - above_now
    return Price(key, tokens, result, adds, level - level_now, plan)


def offers(character: Character, plan: Plan) -> Iterator[tuple[str, int, Plan]]:
    """What could still be spent: its key, its tokens, and the plan with it."""
    table = derive.numbers(character)

    def more(**fields: Any) -> Plan:
        return plan.model_copy(update=fields)

    charm, left = charm_for(character, plan)
    if left:
        yield "charm", 1, more(charm=charm, charm_dice=plan.charm_dice + 1)
    have: dict[Asset, int] = {
        asset: state.in_hand(character, asset) - plan.spent(asset) for asset in (*POOLS, "fortune")
    }
    if have["grace"] > 0:
        for weight in sorted(table.traits.dice):
            yield f"grace-{weight}", 1, more(grace=(*plan.grace, TraitUse(trait="", weight=weight)))
    if have["acuity"] > 0:
        yield "acuity", 1, more(acuity=plan.acuity + 1)
    if have["force"] > 0:
        yield "force", 1, more(force=plan.force + 1)
    drive, tokens = drive_for(character, plan)
    if tokens:
        driving = plan.driving
        yield "drive", 1, more(**rolls.driven_by(driving | {drive: driving.get(drive, 0) + 1}))
    if have["fortune"] > 0:
        yield "fortune", 1, more(fortune=plan.fortune + 1)
        for weight in sorted(table.traits.dice):
            yield f"invoke-{weight}", 1, more(invoked=(*plan.invoked, TraitUse(trait="", weight=weight)))
        yield from _lucky(character, plan, have)
    rolled, step = rolls.pool(character, plan), table.roll.trade
    if not rolled.chance and rolled.dice >= step:
        yield "trade-more", 0, more(trade=plan.trade + step)
    if not rolled.chance and plan.trade >= step:
        yield "trade-less", 0, more(trade=plan.trade - step)


def _lucky(character: Character, plan: Plan, have: dict[Asset, int]) -> Iterator[tuple[str, int, Plan]]:
    """Fortune in place of a token of an asset that has none left, with the perk for it (PRK-6)."""
    perk = composing.standing_in(character, plan)
    if perk is None or not isinstance(perk.effect, StandIn) or automation.mode_of(character, perk) == "never":
        return
    for asset in (name for name in perk.effect.counts_as if have[name] <= 0):
        lucky = {"lucky": (*plan.lucky, asset)}
        if asset == "grace":
            for weight in sorted(derive.numbers(character).traits.dice):
                grace = (*plan.grace, TraitUse(trait="", weight=weight))
                yield f"lucky-grace-{weight}", 1, plan.model_copy(update=lucky | {"grace": grace})
        else:
            yield f"lucky-{asset}", 1, plan.model_copy(update=lucky | {asset: plan.used(asset) + 1})


def charm_for(character: Character, plan: Plan) -> tuple[str, int]:
    """The charm that the plan names, or else the fullest that helps with its skill, and its dice left beyond those in
    the plan (GER-3); no name and 0 where there is none."""
    helping = [
        (derive.gear_left(character, owned) - (plan.charm_dice if owned.key == plan.charm else 0), owned.key)
        for owned in derive.gear(character)
        if owned.gear.kind == "charm" and plan.skill not in owned.gear.without
        if owned.key == plan.charm or not (plan.charm and plan.charm_dice)
    ]
    named = [pair for pair in helping if pair[1] == plan.charm]
    left, key = max(named or helping, key=lambda pair: pair[0], default=(0, ""))
    return key, max(0, left)


def drive_for(character: Character, plan: Plan) -> tuple[int, int]:
    """Of the plan's drives, or else of all, the one with the most tokens left beyond those in the plan, and those
    (DRV-3); 0 left where there is none."""
    driving, held = plan.driving, state.drive_tokens(character)
    left = {place: count - driving.get(place, 0) for place, count in enumerate(held) if not driving or place in driving}
    return max(((place, max(0, count)) for place, count in left.items()), key=lambda pair: pair[1], default=(0, 0))
