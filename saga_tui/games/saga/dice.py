"""Saga's dice without a character, for `saga-tui odds` and `roll`: `9 vs 6`, `kismet 4`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from saga_tui.dice import Roller
from saga_tui.dice import count as matching
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import odds as law
from saga_tui.games.saga.rules.odds import MOST_DICE, NEVER, TRADE
from saga_tui.odds import VERSUS, Chances, Dist, Extra, Rolled, Throws
from saga_tui.safe import safe
from saga_tui.words import plural

USAGE = "Give it as 9 vs 6, or as kismet 4."
FORTUNE = Extra("fortune", "Fortune tokens spent on re-rolls.", "N", most=MOST_DICE)
TRADED = Extra("trade", "Dice traded for marks, 3 for each.", "DICE")
DOOM = Extra("doom", "Unmarked doom steps before a kismet roll.", "STEPS", least=1, default=None)
DESTINED = Extra("destined", "The perk Destined ignores a hitch of a kismet roll.")


@dataclass(frozen=True, slots=True)
class Pools:
    """What is rolled: own dice against others', or a kismet roll."""

    dice: int
    opposing: int = 0
    kismet: bool = False


class SagaDice(Throws):
    """Pools against pools, and kismet rolls."""

    usage = "DICE vs DICE | kismet DICE"
    odds_with = (FORTUNE, TRADED, DOOM, DESTINED)
    roll_with = (FORTUNE, TRADED)

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """By net marks, or by hitches."""
        asked = pools(words)
        _fitting(asked, given, "a kismet roll", ("trade",))
        if asked.kismet and given["fortune"] > 1:
            raise ValueError("At most one fortune token can re-roll a die of a kismet roll.")
        return _kismet_odds(asked.dice, **given) if asked.kismet else _odds(asked, given["fortune"], given["trade"])

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """The faces, marks in brackets, and what they come to."""
        asked = pools(words)
        _fitting(asked, given, "a kismet roll here", ("fortune", "trade"))
        return _kismet(asked.dice, roller) if asked.kismet else _skill(asked, given["fortune"], given["trade"], roller)


def pools(words: Sequence[str]) -> Pools:
    """What the words say; `ValueError` in clear words where they say nothing."""
    said = [word.casefold() for word in words]
    if said[:1] == ["kismet"]:
        if len(said) != 2:
            raise ValueError("A kismet roll takes one number, its dice: kismet 4.")
        return Pools(_dice_of(words[1]), kismet=True)
    numbers = [word for word, told in zip(words, said, strict=True) if told not in VERSUS]
    opposed = any(told in VERSUS for told in said)
    if not (len(said) == 3 and said[1] in VERSUS if opposed else len(said) in (1, 2)):
        raise ValueError(USAGE)
    own, opposing = (*map(_dice_of, numbers), 0)[:2]
    return Pools(own, opposing)


def _dice_of(word: str) -> int:
    told = word.casefold().removesuffix("d")
    if not (told.isascii() and told.isdecimal()):
        raise ValueError(f"{safe(word, limit=40)!r} is not a number of dice. {USAGE}")
    if len(told) > 9 or int(told) > MOST_DICE:
        raise ValueError(f"{safe(word, limit=40)} dice are too many: at most {MOST_DICE}.")
    return int(told)


def _fitting(asked: Pools, given: Mapping[str, Any], kismet: str, not_with_kismet: Sequence[str]) -> None:
    """`ValueError` where an option does not go with what is rolled, or these dice cannot be traded (ROL-6)."""
    what = kismet if asked.kismet else "a skill roll, only with kismet"
    for option in not_with_kismet if asked.kismet else ("doom", "destined"):
        if given.get(option):
            raise ValueError(f"--{option} does not go with {what}.")
    trade = given["trade"]
    if trade % TRADE:
        raise ValueError(f"--trade counts dice, {TRADE} for each mark: {trade} is not a multiple of {TRADE}.")
    if trade > asked.dice:
        raise ValueError(f"You cannot trade {plural(trade, 'die')} of a pool of {asked.dice}.")


# ---- odds


def _odds(asked: Pools, fortune: int, trade: int) -> Chances:
    chance = asked.dice == 0
    others = law.marks(asked.opposing)
    net = law.net(law.marks(1 if chance else asked.dice - trade, trade // TRADE, fortune), others)
    found = law.outcome(net, dramatic=law.dramatic_tie(others, fortune) if chance else NEVER)
    rows = [("success", found.success, ""), ("qualified success", found.qualified, ""), ("failure", found.failure, "")]
    how = [
        f"{'A chance roll' if chance else plural(asked.dice, 'die')} against {asked.opposing or 'nothing'}",
        f"{trade} traded for {plural(trade // TRADE, 'mark')}" if trade else "",
        f"{fortune} fortune" if fortune else "",
    ]
    dramatic = {"dramatic": str(law.dramatic(fortune))} if chance else {}
    return Chances(
        ", ".join(filter(None, how)),
        {name: str(value) for name, value in found._asdict().items()} | dramatic | {"net": _by_value(net)},
        net,
        ("expected pushes", net.surplus),
        [*rows, ("dramatic failure", law.dramatic(fortune), "")] if chance else rows,
        "Net marks",
        signed=True,
    )


def _kismet_odds(dice: int, *, doom: int | None, destined: bool, fortune: int, trade: int) -> Chances:
    del trade
    found = law.kismet(dice, doom, ignored=int(destined), reroll=bool(fortune))
    how = [f"A kismet roll with {plural(dice, 'die')}", *["Destined"] * destined, *["1 fortune"] * fortune]
    left = [] if doom is None else [("doom", found.doom, f"  ({plural(doom, 'step')} left)")]
    return Chances(
        ", ".join(how),
        {
            "no_hitch": str(found.no_hitch),
            "hitches": _by_value(found.hitches),
            "doom": None if doom is None else str(found.doom),
            "spark": str(found.spark),
        },
        found.hitches,
        ("expected Spark", found.spark),
        [("no hitch", found.no_hitch, ""), *left],
        "Hitches",
    )


def _by_value(found: Dist) -> dict[str, str]:
    return {str(value): str(chance) for value, chance in found}


# ---- rolls


def _skill(asked: Pools, fortune: int, trade: int, roller: Roller) -> Rolled:
    from saga_tui.games.saga.rules.rolls import judge, reroll

    table = book.numbers().roll
    marked, each, traded = range(table.mark_from, 7), table.fortune_rerolls, trade // TRADE
    first = roller(asked.dice - trade or int(not asked.dice))
    now = reroll(first, roller(each * fortune), fortune, each, table.mark_from)
    theirs = roller(asked.opposing)
    own, against = matching(now, marked) + traded, matching(theirs, marked)
    net, dramatic = own - against, asked.dice == 0 and now[0] <= table.dramatic_to
    result = judge(net, "challenge", dramatic)
    words = "a dramatic failure" if dramatic else result.replace("qualified", "a qualified success")
    record = {
        "dice": asked.dice,
        "faces": list(now),
        "first": list(first),
        "automatic": traded,
        "marks": own,
        "opposing": {"dice": asked.opposing, "faces": list(theirs), "marks": against},
        "net": net,
        "result": result,
        "words": words,
        "pushes": max(0, net),
    }
    more = f"  and {traded} traded for" if traded else ""
    rerolled = [f"First  {faces(first)}", "Fortune re-rolls dice without a mark:"] if first != now else []
    other = [f"Other  {faces(theirs)}  = {plural(against, 'mark')}"] if theirs else []
    last = f"{plural(net, 'net mark')}: {words}" + (f", {plural(net, 'push')}" if net > 0 else "")
    return Rolled([*rerolled, f"Dice   {faces(now) or 'none'}{more}  = {plural(own, 'mark')}", *other, last], record)


def _kismet(dice: int, roller: Roller) -> Rolled:
    table, thrown = book.numbers().roll, roller(dice)
    marks, hitches = matching(thrown, range(table.mark_from, 7)), matching(thrown, range(1, table.hitch_to + 1))
    words = f"{plural(hitches, 'doom step')} marked" if hitches else f"{marks} Spark" if marks else "nothing happens"
    lines = [f"Dice   {faces(thrown) or 'none'}  = {plural(marks, 'mark')}", f"{plural(hitches, 'hitch')}: {words}"]
    return Rolled(lines, {"dice": dice, "faces": list(thrown), "marks": marks, "hitches": hitches, "words": words})


def faces(thrown: Sequence[int]) -> str:
    """The faces in a row, marks in brackets: `[5] 2 [6]`."""
    lit = book.numbers().roll.mark_from
    return " ".join(f"[{face}]" if face >= lit else str(face) for face in thrown)
