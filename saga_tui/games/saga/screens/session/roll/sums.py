"""What follows from a roll as it is put together: its pool, its chances, what each thing more would add, and what the
rules object to. Worked out once for each change. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from saga_tui.games.saga.book import Reminder
from saga_tui.games.saga.rules import advice, derive, odds, rolls, state
from saga_tui.games.saga.rules.advice import Against, Panel, Price
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.moments import Moment, moments
from saga_tui.games.saga.screens.session.roll.item import Item
from saga_tui.problem import Problem

UNPAID = ("short-", "empty-", "no-gear", "lucky", "no-trait", "hurt-unused")
"""How the codes of problems begin that say that something cannot be paid."""


@dataclass(frozen=True, slots=True)
class Sums:
    """A composed roll in numbers."""

    pool: rolls.Pool
    against: Against
    panel: Panel | None
    """Nothing for a pool that the odds do not know."""
    prices: tuple[Price, ...]
    adds: dict[str, Fraction]
    """What one step up would add to the chance of success, by the row's key."""
    problems: tuple[Problem, ...]
    offered: tuple[Moment, ...]
    """Perks that could act on this roll and do not act by themselves, each with the roll that it would make."""
    reminders: tuple[Moment, ...]

    @property
    def unpaid(self) -> Problem | None:
        """Why the roll cannot be confirmed, if it cannot be paid."""
        return next((item for item in self.problems if item.code.startswith(UNPAID)), None)

    @property
    def inactive(self) -> bool:
        """Whether something must activate the roll still (AST-2)."""
        return self.panel is not None and not self.panel.activated


def against_of(roll: Roll) -> Against:
    """What stands against a roll."""
    return Against(roll.opposing, roll.opposing_marks, roll.opposition).of(roll.plan)


def weigh(character: Character, roll: Roll, rows: Sequence[Item], problems: Sequence[Problem]) -> Sums:
    """All of it. `rows` are the drawer's, `findings` what the rules find in the roll."""
    plan, against = roll.plan, against_of(roll)
    panel = advice.panel(character, plan, against) if (roll.opposing_marks or 0) <= odds.MOST_DICE else None
    prices = tuple(advice.prices(character, plan, against)) if panel else ()
    found = [item for item in moments(character, plan) if item.when in ("spend", "pool", "block")]
    return Sums(
        rolls.pool(character, plan),
        against,
        panel,
        prices,
        _adds(character, roll, rows, panel, prices) if panel else {},
        tuple(problems),
        tuple(item for item in found if item.plan is not None and item.mode != "never"),
        _reminders(character, found),
    )


def _reminders(character: Character, found: Sequence[Moment]) -> tuple[Moment, ...]:
    texts = {perk.name for perk in derive.perks(character) if isinstance(perk.effect, Reminder)}
    return tuple(item for item in found if item.name in texts)


def _adds(
    character: Character, roll: Roll, rows: Sequence[Item], panel: Panel, prices: Sequence[Price]
) -> dict[str, Fraction]:
    """By row: from the price list where it prices that row's next step, else by composing the step."""
    listed = {price.key: price.adds for price in prices}
    plan = roll.plan
    charm, drive = advice.charm_for(character, plan), advice.drive_for(character, plan)
    named = {"force": "force", "acuity": "acuity", "fortune": "fortune", "trade": "trade-more"}
    named |= {f"charm:{charm[0]}": "charm", f"drive:{drive[0]}": "drive"}
    found: dict[str, Fraction] = {}
    for row in rows:
        price = named.get(row.key)
        if price is not None:
            if price in listed:
                found[row.key] = listed[price]
        elif row.shown and _may_step(character, roll, row):
            more = advice.panel(character, row.step(1).plan, against_of(roll))
            if more is not None:
                found[row.key] = more.outcome.success - panel.outcome.success
    return found


def _may_step(character: Character, roll: Roll, row: Item) -> bool:
    """Whether a row that the price list does not know spends one thing more with its next step, and can pay it."""
    kind, _, name = row.key.partition(":")
    if kind == "grace":
        return not row.used and state.in_hand(character, "grace") > roll.plan.spent("grace")
    if kind == "charm":
        return not roll.charm_dice and not row.value.endswith("of 0")
    if kind == "drive":
        return state.drive_tokens(character)[int(name)] > roll.driving.get(int(name), 0)
    return kind == "hurt" and not row.used
