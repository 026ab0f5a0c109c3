"""`saga-tui odds` and `saga-tui roll` for every game that has no way of its own with them: sums of dice."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import click

from saga_tui.cli import options
from saga_tui.cli.output import tell, tell_json
from saga_tui.dice import secure, seeded
from saga_tui.odds import Dist
from saga_tui.safe import safe
from saga_tui.words import percent

USAGE = "Give it as 2d6+1, or as d20+4 vs 15."
VERSUS = ("vs", "vs.", "v", "versus", "against")
TERM = re.compile(r"([+-]?)(?:(\d{0,4})d(\d{1,4})|(\d{1,6}))", re.ASCII)
MOST_DICE, MOST_SIDES = 300, 1000
BAR = 30
"""Columns of the longest bar."""
SMALL = Fraction(1, 2000)
"""What is rarer than this goes together in one line at the chart's end."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What is rolled: dice by number and sides, what is added to them, and what is to be reached."""

    dice: tuple[tuple[int, int], ...]
    """Number and sides; a number below zero takes away."""
    plus: int
    target: int | None

    @property
    def words(self) -> str:
        """The dice as people write them: `2d6 − d4 + 3`."""
        terms = [(count, f"{abs(count) if abs(count) != 1 else ''}d{sides}") for count, sides in self.dice]
        terms += [(self.plus, str(abs(self.plus)))] if self.plus else []
        return " ".join(f"{'−' if amount < 0 else '+'} {text}" for amount, text in terms).removeprefix("+ ")


def read(words: Sequence[str]) -> Sum:
    """What the words say; `click.UsageError` in clear words where they say nothing."""
    said = [word.casefold() for word in words]
    target: int | None = None
    if any(word in VERSUS for word in said):
        at = next(place for place, word in enumerate(said) if word in VERSUS)
        number = "".join(said[at + 1 :])
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise click.UsageError(f"{safe(number, limit=40)!r} is no number to reach. {USAGE}")
        target, said = int(number), said[:at]
    text = "".join(said).replace("−", "-")
    found = list(TERM.finditer(text))
    if not text or "".join(one[0] for one in found) != text or any(not one[1] for one in found[1:]):
        raise click.UsageError(f"{safe(' '.join(words), limit=60)!r} are no dice. {USAGE}")
    dice, plus = [], 0
    for sign, count, sides, number in (one.groups() for one in found):
        by = -1 if sign == "-" else 1
        if sides:
            dice.append((by * int(count or 1), int(sides)))
        else:
            plus += by * int(number)
    if sum(abs(count) for count, _ in dice) > MOST_DICE or any(not 1 <= sides <= MOST_SIDES for _, sides in dice):
        raise click.UsageError(f"At most {MOST_DICE} dice of 1 to {MOST_SIDES} sides can be rolled.")
    return Sum(tuple(dice), plus, target)


def law(asked: Sum) -> Dist:
    """The exact chances of each sum."""
    low, weights, total = asked.plus, [1], 1
    for count, sides in asked.dice:
        for _ in range(abs(count)):
            sums = [0, *accumulate([*weights, *[0] * (sides - 1)])]
            weights = [sums[end + 1] - sums[max(0, end + 1 - sides)] for end in range(len(sums) - 1)]
            total *= sides
            low += 1 if count > 0 else -sides
    return Dist(low, tuple(weights), total)


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="DICE [vs NUMBER]")
@options.GAME_FIRST
@click.option("--json", "as_json", is_flag=True, help="Write exact fractions as JSON instead of text.")
def odds(words: tuple[str, ...], as_json: bool) -> None:
    """Show the exact odds of a roll.

    DICE are added up: 2d6, d20+4, d20+d4-1. With a number to reach, it shows the chance of that much or more.

    With --json: mean, sums (the chance of each), and reached, where a number is given. Every number is an exact
    fraction as text.

    \b
    Examples:
      saga-tui odds 2d6+1
      saga-tui odds d20+4 vs 15
    """
    asked = read(words)
    found = law(asked)
    reached = None if asked.target is None else found.at_least(asked.target)
    if as_json:
        sums = {str(value): str(chance) for value, chance in found}
        tell_json({"mean": str(found.mean), "sums": sums} | ({} if reached is None else {"reached": str(reached)}))
        return
    tell(asked.words if asked.target is None else f"{asked.words} against {asked.target}")
    if reached is not None:
        tell(f"  {'success':<18} {percent(reached, 1):>6}{exact(reached)}")
        tell(f"  {'failure':<18} {percent(1 - reached, 1):>6}{exact(1 - reached)}")
    tell(f"  {'mean':<18} {float(found.mean):>6.2f}")
    tell()
    for line in chart(found):
        tell(line)


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="DICE [vs NUMBER]")
@options.GAME_FIRST
@click.option("--seed", type=click.IntRange(0, 2**53), metavar="N", help="The same number gives the same faces.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
def roll(words: tuple[str, ...], seed: int | None, as_json: bool) -> None:
    """Roll dice.

    DICE are added up: 2d6, d20+4, d20+d4-1. With a number to reach, it says whether that much came.

    No character changes. The dice come from the system's secure source unless you give a seed.

    With --json: dice (each with sides and faces), plus, total, target, reached and seed.

    \b
    Examples:
      saga-tui roll 2d6+1
      saga-tui roll d20+4 vs 15 --seed 7
    """
    asked = read(words)
    roller = secure if seed is None else seeded(seed)
    thrown = [(count, sides, roller(abs(count), sides)) for count, sides in asked.dice]
    total = asked.plus + sum((1 if count > 0 else -1) * sum(faces) for count, _, faces in thrown)
    reached = None if asked.target is None else total >= asked.target
    if as_json:
        dice: list[dict[str, Any]] = [{"sides": sides, "faces": list(faces)} for _, sides, faces in thrown]
        record = {"dice": dice, "plus": asked.plus, "total": total, "target": asked.target, "reached": reached}
        tell_json(record | {"seed": seed})
        return
    for count, sides, faces in thrown:
        tell(f"{Sum(((count, sides),), 0, None).words}  {' '.join(map(str, faces))}")
    tail = "" if reached is None else f" against {asked.target}: {'success' if reached else 'failure'}"
    tell(f"{asked.words} = {total}{tail}".replace("-", "−"))


# ---- charts


def exact(value: Fraction) -> str:
    """The fraction itself, where it is short enough to be read."""
    return f"  {value}" if len(str(value)) <= 13 else ""


def bar(chance: Fraction, most: Fraction) -> str:
    """A bar as long as the chance is large, beside the largest one."""
    full = "█" if _can_say("█") else "#"
    return full * (round(BAR * chance / most) if most else 0)


def _can_say(letter: str) -> bool:
    try:
        letter.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def chart(found: Iterable[tuple[int, Fraction]], *, signed: bool = False) -> list[str]:
    """A line for each value of a law: the value, its chance, a bar. Rare values at both ends share a line."""
    rows = list(found)
    likely = [place for place, (_, chance) in enumerate(rows) if chance >= SMALL] or [0]
    first, last = likely[0], likely[-1]
    shown = [(_value(value, signed), chance) for value, chance in rows[first : last + 1]]
    before, after = (sum((chance for _, chance in part), Fraction()) for part in (rows[:first], rows[last + 1 :]))
    if before:
        shown.insert(0, (f"≤ {_value(rows[first - 1][0], signed)}", before))
    if after:
        shown.append((f"≥ {_value(rows[last + 1][0], signed)}", after))
    most = max(chance for _, chance in shown)
    return [f"{value:>6}  {percent(chance, 1):>6}  {bar(chance, most)}".rstrip() for value, chance in shown]


def _value(value: int, signed: bool) -> str:
    return f"{value:+d}".replace("-", "−") if signed and value else str(value)
