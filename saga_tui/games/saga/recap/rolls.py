"""The skill rolls of a story: how they came out, what the odds were when they were put together, and how lucky the dice
were (ROL-2, PSH-1, AST-6, AST-7, PRK-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pydantic import ValidationError

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import odds, open_roll, rolls
from saga_tui.games.saga.rules.character import Character, LastRoll, Play
from saga_tui.paper.steps import Step
from saga_tui.paper.story import Rolled
from saga_tui.words import percent, plural

UNLIKELY, LIKELY = Fraction(1, 3), Fraction(2, 3)
"""A success at most so likely, and a failure where success was at least so likely, is worth telling."""
BIG = 4
"""Net marks from which on a success is worth telling."""


@dataclass(frozen=True)
class Roll(Rolled):
    """A skill roll, with what it was; its marks are those on one's own dice, those traded for left out."""

    skill: str
    """The skill's key."""
    roll: LastRoll
    chance: odds.Outcome | None
    """The chances when it was put together; nothing where they cannot be known."""

    @property
    def made(self) -> bool:
        """Whether it succeeded, barely or well."""
        return self.roll.outcome in open_roll.WON

    @property
    def at(self) -> Fraction | None:
        """The chance of what happened, told as chances of success: of a clear one, or of any that is not a failure."""
        if self.chance is None or self.roll.kind == "block" or self.roll.outcome == "neutral":
            return None
        if self.roll.outcome == "success":
            return self.chance.success
        return self.chance.success + self.chance.qualified

    @property
    def matters(self) -> bool:
        """Whether it is worth telling: against the odds, driven, dramatic, or very well done."""
        chance = self.at
        against = chance is not None and (chance <= UNLIKELY if self.made else chance >= LIKELY)
        return against or bool(self.roll.driven) or self.roll.dramatic or (self.made and self.roll.net >= BIG)

    def words(self, skill: str) -> str:
        """`made it at 12%: Marksmanship, 5 dice against 9, 3 net marks`."""
        chance = self.at
        head = {"success": "made it", "qualified": "qualified success", "failure": "missed", "neutral": "a tie"}
        told = head.get(self.roll.outcome, self.roll.outcome)
        if self.roll.dramatic:
            told = "missed dramatically"
        if chance is not None:
            told += f" at {percent(chance)}"
        return f"{told}: {skill}, {self._against()}"

    def _against(self) -> str:
        if self.roll.net_only:
            return plural(self.roll.net, "net mark")
        theirs = ""
        if self.roll.given is not None:
            theirs = f" against {plural(self.roll.given, 'mark')}"
        elif self.roll.against:
            theirs = f" against {self.roll.against}"
        dice = f"{plural(self.roll.dice, 'die')}{theirs}"
        parts = [dice, plural(self.roll.net, "net mark")]
        if self.roll.driven:
            parts.append(plural(self.roll.driven, "drive token"))
        return ", ".join(parts)


def rolled(found: Sequence[Step], numbers: book.Numbers) -> list[Roll]:
    """Every roll that came to a result, in order; `numbers` are those the character plays by."""
    groups: list[list[Step]] = []
    for step in found:
        if step.do == "roll":
            groups.append([step])
        elif groups and step.after is not None and step.touches("play", "roll"):
            groups[-1].append(step)
    return [one for group in groups if (one := _one(group, numbers)) is not None]


def _roll(step: Step) -> LastRoll | None:
    table = step.play(step.after).get("roll")
    try:
        return LastRoll.model_validate(table) if isinstance(table, dict) else None
    except ValidationError:
        return None


def _one(group: Sequence[Step], numbers: book.Numbers) -> Roll | None:
    first, states = group[0], [state for step in group if (state := _roll(step)) is not None]
    last = states[-1] if states else None
    if last is None or last.outcome not in open_roll.WORDS or _roll(first) is None:
        return None
    plan = open_roll.plan_of(states[0])
    expected = None if last.net_only else _expected(states, group, plan, numbers)
    return Roll(
        first.chapter,
        first.scene,
        first.event.id,
        max(0, states[0].thrown) + sum(_again(step, before, after) for step, before, after in _pairs(group)),
        max(0, last.marks - last.automatic),
        expected,
        last.skill,
        last,
        _chance(first, states[0], last, numbers),
    )


def _chance(first: Step, thrown: LastRoll, last: LastRoll, numbers: book.Numbers) -> odds.Outcome | None:
    """The chances of the roll as it was put together, against what it was compared with in the end."""
    against, given, plan = max(0, last.against), last.given, open_roll.plan_of(thrown)
    if last.net_only:
        opposing = first.event.params.get("opposing")
        if not isinstance(opposing, int):
            return None
        try:
            active = Play.model_validate({"active": first.play(first.before).get("active", ())})
        except ValidationError:
            active = Play()
        against = max(0, opposing - rolls.opposing_penalty(Character(play=active), plan))
    try:
        own = odds.marks(max(0, thrown.thrown), max(0, thrown.automatic), plan.fortune, numbers.roll.fortune_rerolls)
        theirs = odds.marks(against) if given is None else odds.marks(0, max(0, given))
    except ValueError:  # more dice than anybody throws
        return None
    lost = odds.dramatic_tie(theirs, plan.fortune) if thrown.chance else odds.NEVER
    return odds.outcome(odds.net(own, theirs), rolls.judge(0, open_roll.opposition_of(last)), lost)


def _expected(
    states: Sequence[LastRoll], group: Sequence[Step], plan: rolls.Plan, numbers: book.Numbers
) -> Fraction | None:
    """The marks to be expected of the dice thrown at first, and a third of one for each die thrown after."""
    waits = states[0].stage == open_roll.THROWN
    try:
        law = odds.marks(max(0, states[0].thrown), 0, 0 if waits else plan.fortune, numbers.roll.fortune_rerolls)
    except ValueError:
        return None
    return law.mean + Fraction(sum(_again(step, one, two) for step, one, two in _pairs(group)), 3)


def _pairs(group: Sequence[Step]) -> list[tuple[Step, LastRoll, LastRoll]]:
    found = []
    for one, two in pairwise(group):
        before, after = _roll(one), _roll(two)
        if before is not None and after is not None:
            found.append((two, before, after))
    return found


def _again(step: Step, before: LastRoll, after: LastRoll) -> int:
    """Dice that were thrown in a later stage: re-rolled, or added by Deliberate."""
    more = max(0, after.thrown - before.thrown)
    results = step.event.params.get("results")
    match step.do:
        case "reroll":
            return more + (len(results) if isinstance(results, list) else len(step.event.dice) or 2)
        case "late-reroll":
            return more + 1
        case _:
            return more
