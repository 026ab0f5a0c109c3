"""Perks and fortune at their moment: what can act right now, with the command that takes it, its cost and its rule
(PRK-3, AST-6, AST-7, ROL-5).

`moments` lists all that is legal, whatever the player set to happen by itself or never to be offered, so that what was
passed can still be taken; `arising` picks what should be asked right after a command.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from saga_tui.engine.automation import Mode
from saga_tui.engine.command import Command, Outcome
from saga_tui.games.saga import book
from saga_tui.games.saga.book import (
    AddedDamage,
    AddedDice,
    BlockDice,
    ExtraToken,
    FreePush,
    IgnoreHitch,
    Reminder,
    ShedDamage,
    SpecialtyDice,
    TopUp,
)
from saga_tui.games.saga.rules import automation, composing, derive, odds, open_roll, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands.harm import UsePerk, shedding
from saga_tui.games.saga.rules.commands.kismet import RerollKismet, ResolveKismet, can_reroll
from saga_tui.games.saga.rules.commands.pushes import HeavyHanded, TakePerk
from saga_tui.games.saga.rules.commands.stages import Deliberate, LateReroll, Reroll
from saga_tui.games.saga.rules.commands.tokens import SideEffect
from saga_tui.games.saga.rules.derive import OwnedPerk
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.rules.words import POOLS, WOUNDS
from saga_tui.words import listed, plural

RECOVERIES: Final = ("REG-1", "REG-2", "REG-3", "REG-4", "CNF-10")
"""Rules by which spent tokens come back."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that can act now."""

    key: str
    """`perk:deliberate`, `fortune:reroll` …: as the automation table names it."""
    name: str
    when: book.Moment
    offer: str
    """What taking it does, in words."""
    rule: str
    mode: Mode
    """What the player set: asked for, or never offered; `always` for what is taken unless it cannot be by itself."""
    command: Command | None = None
    """Takes it, once or for one token; nothing for a reminder, and for what changes a plan."""
    cost: str = ""
    most: int = 1
    """How many tokens it may take at most."""
    plan: Plan | None = None
    """The roll with it, for what acts while a roll is put together."""
    chance: Fraction | None = None
    """The chance that it turns the result, where that is known."""


def moments(character: Character, plan: Plan | None = None) -> list[Moment]:
    """All that can act now; with a `plan`, what can act on the roll that is put together too."""
    if character.play is None or state.doomed(character):
        return []
    found = list(_composing(character, plan)) if plan is not None else []
    lying_roll, judged = open_roll.uncompared(character), open_roll.judged_roll(character)
    if lying_roll is not None:
        found += _before_comparing(character, lying_roll)
    if judged is not None:
        found += _after_comparing(character, judged)
    found += _kismet(character)
    found += _damage(character)
    found += _passed(character)
    return found


FRESHENS = ("passed", "damage", "kismet", "roll")
"""What of play must change before a moment can be new: see `_fresh`."""


def arising(outcome: Outcome[Character]) -> list[Moment]:
    """What should be asked right after a command: what it made possible and the player wants to be asked for, and the
    reminders of its moment."""
    if outcome.refused or outcome.after.play is None:
        return []
    before, after = state.play_of(outcome.before), state.play_of(outcome.after)
    stirred = any(getattr(before, name) is not getattr(after, name) for name in FRESHENS)
    found = [
        moment
        for moment in (moments(outcome.after) if stirred else ())
        if moment.mode == "ask" and moment.chance != 0 and _fresh(outcome, moment)
    ]
    known = {moment.key for moment in found}
    whens = set(_whens(outcome))
    reminders = _reminders(outcome.after, whens) if whens else ()
    return [*found, *(item for item in reminders if item.key not in known)]


def _fresh(outcome: Outcome[Character], moment: Moment) -> bool:
    before, after = state.play_of(outcome.before), state.play_of(outcome.after)
    if moment.when in ("recovery", "scene-start"):
        return after.passed.get(moment.name, 0) > before.passed.get(moment.name, 0)
    if moment.when == "damage":
        owned = (perk for perk in derive.perks(outcome.after) if perk.name == moment.name)
        kinds = {perk.effect.damage for perk in owned if isinstance(perk.effect, ShedDamage)}
        return any(state.held(outcome.after, kind) > state.held(outcome.before, kind) for kind in kinds)
    if moment.when == "kismet-roll":
        return after.kismet != before.kismet
    return _looks(after.roll) != _looks(before.roll)


def _looks(roll: LastRoll | None) -> tuple[object, ...]:
    """What must change in a roll for its moments to be new."""
    return () if roll is None else (roll.stage, roll.faces, roll.marks, roll.net, roll.outcome, roll.skill)


def _whens(outcome: Outcome[Character]) -> Iterator[book.Moment]:
    """The moments of reminders that a command brought."""
    before, after = state.play_of(outcome.before), state.play_of(outcome.after)
    if any(line.rule in RECOVERIES for line in outcome.lines):
        yield "recovery"
    if any(line.row == "scene-opens" for line in outcome.lines):
        yield "scene-start"
    if any(state.held(outcome.after, kind) > state.held(outcome.before, kind) for kind in WOUNDS):
        yield "damage"
    if after.kismet is not None and before.kismet is None:
        yield "kismet-roll"
    if _looks(after.roll) != _looks(before.roll):
        yield from _roll_whens(outcome.after)


def _roll_whens(character: Character) -> Iterator[book.Moment]:
    if open_roll.uncompared(character) is not None:
        yield "after-roll"
    roll = open_roll.judged_roll(character)
    if roll is not None and roll.outcome in open_roll.WON:
        yield "success"
        if roll.kind == "attack":
            yield "attack-success"


def _reminders(character: Character, whens: set[book.Moment]) -> Iterator[Moment]:
    """Perks with text only, at the moments that they name (SET-1)."""
    for perk in derive.perks(character):
        if perk.info is not None and isinstance(perk.effect, Reminder) and perk.info.moment in whens:
            mode = automation.mode_of(character, perk)
            if mode != "never":
                yield Moment(automation.key_of(perk), perk.name, perk.info.moment, perk.info.text, "PRK-1", mode)


def _perk(character: Character, perk: OwnedPerk, offer: str, rule: str = "PRK-3", **more: Any) -> Moment:
    assert perk.info is not None, "only perks that the book or a setting knows have an effect"
    mode = automation.mode_of(character, perk)
    return replace(Moment(automation.key_of(perk), perk.name, perk.info.moment, offer, rule, mode), **more)


def _fortune(character: Character, key: str, when: book.Moment, offer: str, rule: str, **more: Any) -> Moment:
    made = Moment(key, "Fortune", when, offer, rule, automation.mode(character, key), cost="1 fortune")
    return replace(made, **more)


# ---- each moment


def _composing(character: Character, plan: Plan) -> Iterator[Moment]:
    """Agile, Expert and free pushes that do not act by themselves, and fortune in place of tokens that are short."""
    whens: set[book.Moment] = {"spend", "pool"}
    if plan.kind == "block":
        whens.add("block")
    base = rolls.pool(character, plan).tally.total
    for perk in derive.perks(character):
        if isinstance(perk.effect, (BlockDice, SpecialtyDice)) and not rolls.acts(character, perk, plan):
            without = tuple(name for name in plan.without if name != perk.name)
            more = plan.model_copy(update={"perks": (*plan.perks, perk.name), "without": without})
            dice = rolls.pool(character, more).tally.total - base
            if dice:
                yield _perk(character, perk, f"+{plural(dice, 'die')} on this roll", plan=more)
    stander = composing.standing_in(character, plan)
    covered = composing.stood_for(character, plan)
    if stander is not None and covered != plan:
        count = len(covered.lucky) - len(plan.lucky)
        offer = f"fortune replaces {listed(covered.lucky[-count:])}"
        yield _perk(character, stander, offer, "PRK-6", plan=covered, cost=f"{count} fortune", most=count)
    yield from _reminders(character, whens)


def _before_comparing(character: Character, roll: LastRoll) -> Iterator[Moment]:
    """A roll lies: fortune on the dice that are no marks, Deliberate (AST-6, PRK-3)."""
    fortune, blank = state.in_hand(character, "fortune") + max(0, roll.owed), open_roll.blank_count(character, roll)
    if fortune and blank:
        each = min(derive.numbers(character).roll.fortune_rerolls, blank)
        offer = f"re-roll {each} of {plural(blank, 'die')} without a mark"
        cost = "already paid" if roll.owed > 0 else "1 fortune"
        key, more = automation.REROLL, {"command": Reroll(), "cost": cost, "most": fortune}
        yield _fortune(character, key, "after-roll", offer, "AST-6", **more)
    for perk in derive.perks(character):
        left = state.in_hand(character, perk.asset) if perk.asset is not None else 0
        if isinstance(perk.effect, AddedDice) and left:
            offer = f"{plural(perk.effect.dice, 'more die')} for each token"
            command = Deliberate(perk="" if perk == open_roll.adding(character) else perk.name)
            yield _perk(character, perk, offer, command=command, cost=f"1 {perk.asset}", most=left)
    yield from _reminders(character, {"after-roll"})


def _after_comparing(character: Character, roll: LastRoll) -> Iterator[Moment]:
    """A roll is compared: a late re-roll, the side effect, more damage, free pushes (AST-7, ROL-5, PRK-3)."""
    fortune, blank = state.in_hand(character, "fortune"), open_roll.blank_count(character, roll)
    if fortune and blank and not roll.late:
        tie = rolls.judge(0, open_roll.opposition_of(roll))
        dramatic = roll.dramatic and roll.net == 0 and tie != "failure"
        chance = 1 - odds.THIRD if dramatic else odds.turn(roll.net, blank, tie)
        offer = "re-roll one die and keep the better face"
        key, more = automation.LATE, {"command": LateReroll(), "chance": chance}
        yield _fortune(character, key, "after-roll", offer, "AST-7", **more)
    if fortune and roll.outcome == "qualified" and not roll.described:
        offer = "describe the side effect"
        yield _fortune(character, automation.SIDE_EFFECT, "success", offer, "ROL-5", command=SideEffect())
    if roll.outcome not in open_roll.WON:
        return
    for perk in derive.perks(character):
        left = state.in_hand(character, perk.asset) if perk.asset is not None else 0
        if roll.kind == "attack" and isinstance(perk.effect, AddedDamage) and left:
            offer = f"{perk.effect.damage} more damage for each token"
            command = HeavyHanded(perk="" if perk == open_roll.harming(character) else perk.name)
            yield _perk(character, perk, offer, command=command, cost=f"1 {perk.asset}", most=left)
    for pusher in rolls.pushing(character, open_roll.plan_of(roll)):
        if pusher.name not in roll.free and isinstance(pusher.effect, FreePush):
            offer = f"{plural(pusher.effect.pushes, 'free push')}"
            yield _perk(character, pusher, offer, command=TakePerk(perk=pusher.name))
    yield from _reminders(character, set(_roll_whens(character)))


def _kismet(character: Character) -> Iterator[Moment]:
    """A kismet roll lies: Destined, fortune on a die (PRK-5, AST-7)."""
    rolled = state.play_of(character).kismet
    if rolled is None:
        return
    if can_reroll(character):
        worst = "hitch" if rolled.hitches > 0 else "die without a mark"
        offer = f"re-roll a {worst} and keep the better face"
        yield _fortune(character, automation.KISMET, "kismet-roll", offer, "AST-7", command=RerollKismet())
    for perk in derive.perks(character):
        if not isinstance(perk.effect, IgnoreHitch) or rolled.hitches <= 0:
            continue
        if perk.name not in state.play_of(character).used_perks:
            many = perk.effect.hitches
            offer = f"ignore {plural(many, 'hitch')}"
            yield _perk(character, perk, offer, "PRK-5", command=ResolveKismet(destined=True))
    yield from _reminders(character, {"kismet-roll"})


def _damage(character: Character) -> Iterator[Moment]:
    """Brave, Confident, Tough, while there is damage of their kind (PRK-3)."""
    used = state.play_of(character).used_perks
    for perk in derive.perks(character):
        asset = shedding(character, perk)
        if not isinstance(perk.effect, ShedDamage) or asset is None or perk.name in used:
            continue
        kind, held = perk.effect.damage, state.held(character, perk.effect.damage)
        left = state.in_hand(character, asset)
        if held:
            offer = f"remove {min(held, left)} {kind}"
            cost = f"{perk.effect.cost} {asset}"
            yield _perk(character, perk, offer, command=UsePerk(perk=perk.name), cost=cost)


def _passed(character: Character) -> Iterator[Moment]:
    """What perks could have given at a recovery or a scene's start and did not (PRK-3)."""
    passed = state.play_of(character).passed
    for perk in derive.perks(character):
        times = passed.get(perk.name, 0)
        if times <= 0 or perk.asset is None:
            continue
        if isinstance(perk.effect, ExtraToken) and perk.asset in POOLS and state.spent(character, perk.asset):
            offer = f"recover {perk.effect.tokens} more {perk.asset}"
            yield _perk(character, perk, offer, command=TakePerk(perk=perk.name), most=times)
        elif isinstance(perk.effect, TopUp):
            offer = f"gain {perk.effect.tokens} {perk.asset}"
            yield _perk(character, perk, offer, command=TakePerk(perk=perk.name))
