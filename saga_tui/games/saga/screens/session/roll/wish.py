"""What the adviser is asked for, and what it answers, in words. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from saga_tui.games.saga.rules import advice, composing, derive, odds, state
from saga_tui.games.saga.rules.advice import Aim
from saga_tui.games.saga.rules.adviser import ORDER, Advice, advise, best
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.purse import Kind
from saga_tui.games.saga.rules.rolls import DriveUse, Plan, TraitUse
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.odds_view import against_of
from saga_tui.ui import config
from saga_tui.words import inflect, plural

MOST_TOKENS = 8
"""The largest spend of the ladder."""
KIND_WORDS: dict[Kind, str] = {
    "charm": "charm die", "grace": "grace", "acuity": "acuity", "force": "force", "drive": "drive token",
    "fortune": "fortune", "damage": "damage instead of a token",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """The cheapest spend for a chance, or the best chance for a spend."""

    by: Literal["chance", "spend"] = "chance"
    chance: int = 75
    """In percent."""
    spend: int = 2
    """In tokens."""
    of: Aim = "success"
    damage: bool = True
    """Whether damage may be taken in tokens' places, as far as it brings no consequence (DMG-4)."""
    drives: tuple[int, ...] = ()
    """The drives that matter (DRV-3)."""
    traits: dict[str, int] = field(default_factory=dict)
    """Traits that fit, with their weights; those turned against the opposition below zero."""
    order: tuple[Kind, ...] = ORDER
    """Of spends that cost the same, what is given away most gladly comes first."""


def first_wish(character: Character, roll: Roll, order: Sequence[Kind] = ORDER) -> Wish:
    """A wish that thinks of the traits that were used on this skill before, and of the roll's own drives."""
    held = {text for text, _ in derive.traits(character)} | {item.name for item in state.play_of(character).temporary}
    known = {text: weight for text, weight in composing.known(character, roll.skill).items() if text in held}
    return Wish(traits=known, drives=tuple(roll.driving), order=tuple(order))


def base(roll: Roll, wish: Wish) -> Plan:
    """The roll with the drives that matter, so that their tokens may be spent."""
    driving = dict.fromkeys(wish.drives, 0) | roll.driving
    uses = tuple(DriveUse(drive=place, tokens=tokens) for place, tokens in driving.items())
    return roll.plan.model_copy(update={"drive": None, "drive_tokens": 0, "drives": uses})


def uses(wish: Wish) -> list[TraitUse]:
    """The traits that fit, as grace would use them."""
    return [TraitUse(trait=text, weight=abs(weight), against=weight < 0) for text, weight in wish.traits.items()]


def propose(character: Character, roll: Roll, wish: Wish) -> Advice | None:
    """The adviser's answer; nothing where no spend does what is wished, or where the odds do not know such pools."""
    if _beyond(roll):
        return None
    how: dict[str, Any] = {"of": wish.of, "order": wish.order, "traits": uses(wish), "damage": wish.damage}
    if wish.by == "chance":
        return advise(character, base(roll, wish), against_of(roll), Fraction(wish.chance, 100), **how)
    return best(character, base(roll, wish), against_of(roll), wish.spend, **how)


def ladder(character: Character, roll: Roll, wish: Wish, most: int = MOST_TOKENS) -> list[tuple[int, Advice]]:
    """The best chance for each spend, as long as a token more adds anything."""
    found: list[tuple[int, Advice]] = []
    for spend in range(most + 1):
        step = propose(character, roll, replace(wish, by="spend", spend=spend))
        if step is None:
            continue
        if found and step.chance <= found[-1][1].chance:
            break
        found.append((spend, step))
    return found


def _beyond(roll: Roll) -> bool:
    """Whether more stands against it than the odds know."""
    return max(roll.opposing, roll.opposing_marks or 0) > odds.MOST_DICE


def now(character: Character, roll: Roll, wish: Wish) -> Fraction | None:
    """The chance of the roll as it stands; nothing where the odds do not know it."""
    panel = None if _beyond(roll) else advice.panel(character, roll.plan, against_of(roll))
    if panel is None:
        return None
    return panel.net.at_least(against_of(roll).lead(wish.of))


def briefly(advised: Advice) -> str:
    """What is proposed in few words: `2 force, 1 damage, trade 9`."""
    said = [f"{count} {kind}" for kind, count in advised.spends.items()]
    return ", ".join([*said, *([f"trade {advised.plan.trade}"] if advised.plan.trade else [])])


def spends(character: Character, roll: Roll, advised: Advice) -> Iterator[tuple[Kind | Literal["trade"], str]]:
    """What is proposed, thing by thing: `2 force`, `1 grace on “Paranoid”`, `trade 3 dice`."""
    before = Counter((use.trait, use.against) for use in roll.grace)
    traits = Counter((use.trait, use.against) for use in advised.plan.grace) - before
    fresh = Counter(use.trait for use in advised.plan.invoked) - Counter(use.trait for use in roll.invoked)
    for kind, spent in advised.spends.items():
        count = spent - fresh.total() if kind == "fortune" else spent
        if kind == "grace" or not count:
            continue
        words = inflect(count, KIND_WORDS[kind]) if kind == "drive" else KIND_WORDS[kind]
        words = inflect(count, "charm die") if kind == "charm" else words
        if kind == "damage":
            taken = Counter(hurt.kind for hurt in advised.plan.hurts[len(roll.hurts) :])
            words += f" ({', '.join(f'{times} {wound}' for wound, times in taken.items())})"
        yield kind, f"{count} {words}"
    for text in fresh:
        yield "fortune", f"1 fortune on “{view.one_line(text, 30)}”, for the scene"
    for (text, against), count in traits.items():
        yield "grace", f"{count} grace {'against' if against else 'on'} “{view.one_line(text, 30)}”"
    trade, each = advised.plan.trade, derive.numbers(character).roll.trade
    if trade != roll.trade:
        yield "trade", f"trade {plural(trade, 'die')} for {plural(trade // each, 'mark')}" if trade else "trade no dice"


GAME, NAME = "saga", "adviser"


def order_of(settings: config.Config) -> tuple[tuple[Kind, ...], str]:
    """The order, and what is wrong with what the file says: each kind is named once, or the usual order holds."""
    said = settings.games.get(GAME, {}).get(NAME)
    if said is None:
        return ORDER, ""
    words: Sequence[object] = said if isinstance(said, list) else str(said).replace(",", " ").split()
    named = tuple(kind for word in words for kind in ORDER if kind == word)
    if len(named) == len(words) and set(named) == set(ORDER) and len(named) == len(ORDER):
        return named, ""
    return ORDER, f"games.saga.adviser must list each of {', '.join(ORDER)} once."


def with_order(settings: config.Config, order: tuple[Kind, ...]) -> config.Config:
    """The settings with another order."""
    return settings.with_game(GAME, **{NAME: list(order)})
