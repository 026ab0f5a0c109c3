"""`9 vs 6`, `kismet 4`: the pools that a person types, and how chances and faces are shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import click

from saga_tui.games.saga.rules.odds import MOST_DICE, TRADE
from saga_tui.words import percent, plural

VERSUS = ("vs", "vs.", "v", "versus", "against")
USAGE = "Give it as 9 vs 6, or as kismet 4."
BAR = 30
"""Columns of the longest bar."""
SMALL = Fraction(1, 2000)
"""What is rarer than this goes together in one line at the chart's end."""


@dataclass(frozen=True, slots=True)
class Pools:
    """What is rolled: own dice against others', or a kismet roll."""

    dice: int
    opposing: int = 0
    kismet: bool = False


def pools(words: Sequence[str]) -> Pools:
    """What the words say; `click.UsageError` in clear words where they say nothing."""
    said = [word.casefold() for word in words]
    if said[:1] == ["kismet"]:
        if len(said) != 2:
            raise click.UsageError("A kismet roll takes one number, its dice: kismet 4.")
        return Pools(dice_of(words[1]), kismet=True)
    numbers = [word for word, told in zip(words, said, strict=True) if told not in VERSUS]
    opposed = any(told in VERSUS for told in said)
    fits = len(said) == 3 and said[1] in VERSUS if opposed else len(said) in (1, 2)
    if not fits:
        raise click.UsageError(USAGE)
    own, *other = map(dice_of, numbers)
    return Pools(own, other[0] if other else 0)


def dice_of(word: str) -> int:
    """A number of dice; `click.UsageError` where it is none, or more than can be worked out."""
    from saga_tui.safe import safe

    told = word.casefold().removesuffix("d")
    if not (told.isascii() and told.isdecimal()):
        raise click.UsageError(f"{safe(word, limit=40)!r} is not a number of dice. {USAGE}")
    if len(told) > 9 or int(told) > MOST_DICE:
        raise click.UsageError(f"{safe(word, limit=40)} dice are too many: at most {MOST_DICE}.")
    return int(told)


def check_trade(dice: int, trade: int) -> None:
    """`click.UsageError` where these dice cannot be traded (ROL-6)."""
    if trade % TRADE:
        raise click.UsageError(f"--trade counts dice, {TRADE} for each mark: {trade} is not a multiple of {TRADE}.")
    if trade > dice:
        raise click.UsageError(f"You cannot trade {plural(trade, 'die')} of a pool of {dice}.")


def refuse(given: Iterable[tuple[str, object]], what: str) -> None:
    """`click.UsageError` for options that do not go with what is rolled."""
    for option, value in given:
        if value:
            raise click.UsageError(f"{option} does not go with {what}.")


# ---- showing


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


def chart(law: Iterable[tuple[int, Fraction]], *, signed: bool = False) -> list[str]:
    """A line for each value of a law: the value, its chance, a bar. Rare values at both ends share a line."""
    rows = list(law)
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


def faces(thrown: Sequence[int], mark_from: int) -> str:
    """The faces in a row, marks in brackets: `[5] 2 [6]`."""
    return " ".join(f"[{face}]" if face >= mark_from else str(face) for face in thrown)
