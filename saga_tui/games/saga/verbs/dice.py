"""`saga-tui odds` and `saga-tui roll` as Saga has them: `9 vs 6`, `kismet 4`; dice of no character."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from saga_tui.cli.dice import VERSUS, chart, exact
from saga_tui.cli.output import tell, tell_json
from saga_tui.dice import Roller, secure, seeded
from saga_tui.dice import count as matching
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.odds import (
    MOST_DICE,
    NEVER,
    TRADE,
    Dist,
    dramatic,
    dramatic_tie,
    kismet_report,
    marks,
    net,
    odds_report,
    outcome,
)
from saga_tui.games.saga.rules.odds import kismet as kismet_odds
from saga_tui.words import percent, plural

USAGE = "Give it as 9 vs 6, or as kismet 4."


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


# ---- odds


TOKENS = click.IntRange(0, MOST_DICE)


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="DICE vs DICE | kismet DICE")
@click.option("--fortune", type=TOKENS, default=0, metavar="N", help="Fortune tokens spent on re-rolls.")
@click.option("--trade", type=click.IntRange(0), default=0, metavar="DICE", help="Dice traded for marks, 3 for each.")
@click.option("--doom", type=click.IntRange(1), metavar="STEPS", help="Unmarked doom steps before a kismet roll.")
@click.option("--destined", is_flag=True, help="The perk Destined ignores a hitch of a kismet roll.")
@click.option("--json", "as_json", is_flag=True, help="Write exact fractions as JSON instead of text.")
def odds(  # noqa: PLR0917 - click gives one for each option
    words: tuple[str, ...], fortune: int, trade: int, doom: int | None, destined: bool, as_json: bool
) -> None:
    """Show the exact odds of a roll.

    DICE vs DICE is your pool against opposing dice. Fortune re-rolls two dice a token before comparing. --trade
    counts dice: of nine dice, --trade 3 leaves six dice and a mark. A pool of 0 dice is a chance roll. Without
    opposing dice, you roll against nothing.

    kismet DICE is a kismet roll. With --doom, the unmarked steps left, it shows the chance of meeting your doom.
    One fortune token can re-roll one of its dice.

    With --json: success, qualified, failure and net, by net marks; of a kismet roll no_hitch, hitches, doom and spark,
    the Spark to expect. Every number is an exact fraction as text.

    \b
    Examples:
      saga-tui odds 9 vs 6
      saga-tui odds 9 vs 6 --fortune 1 --trade 3
      saga-tui odds kismet 4 --doom 2
      saga-tui odds 9 vs 6 --json | jq -r .success
    """
    asked = pools(words)
    if asked.kismet:
        refuse([("--trade", trade)], "a kismet roll")
        if fortune > 1:
            raise click.UsageError("At most one fortune token can re-roll a die of a kismet roll.")
        report = kismet_report(asked.dice, doom, ignored=int(destined), reroll=bool(fortune))
        if as_json:
            tell_json(report)
        else:
            _tell_kismet(asked.dice, doom, destined, bool(fortune))
        return
    refuse([("--doom", doom), ("--destined", destined)], "a skill roll, only with kismet")
    check_trade(asked.dice, trade)
    if as_json:
        tell_json(odds_report(asked.dice, asked.opposing, fortune, trade))
    else:
        _tell_odds(asked, fortune, trade)


def _tell_odds(asked: Pools, fortune: int, trade: int) -> None:
    chance = asked.dice == 0
    own = marks(1 if chance else asked.dice - trade, trade // TRADE, fortune)
    law = net(own, marks(asked.opposing))
    found = outcome(law, dramatic=dramatic_tie(marks(asked.opposing), fortune) if chance else NEVER)
    how = [f"against {asked.opposing}" if asked.opposing else "against nothing"]
    if trade:
        how.append(f"{trade} traded for {plural(trade // TRADE, 'mark')}")
    if fortune:
        how.append(f"{fortune} fortune")
    tell(f"{'A chance roll' if chance else _dice(asked.dice)} {', '.join(how)}")
    for name, value in (
        ("success", found.success),
        ("qualified success", found.qualified),
        ("failure", found.failure),
        *([("dramatic failure", dramatic(fortune))] if chance else []),
    ):
        tell(f"  {name:<18} {percent(value, 1):>6}{exact(value)}")
    tell(f"  {'expected pushes':<18} {float(law.surplus):>6.2f}")
    tell()
    tell("Net marks")
    _lines(law, signed=True)


def _tell_kismet(dice: int, left: int | None, destined: bool, reroll: bool) -> None:
    found = kismet_odds(dice, left, ignored=int(destined), reroll=reroll)
    how = [*(["Destined"] if destined else []), *(["1 fortune"] if reroll else [])]
    tell(f"A kismet roll with {_dice(dice)}{', ' + ', '.join(how) if how else ''}")
    tell(f"  {'no hitch':<18} {percent(found.no_hitch, 1):>6}{exact(found.no_hitch)}")
    if left is not None:
        tell(f"  {'doom':<18} {percent(found.doom, 1):>6}{exact(found.doom)}  ({plural(left, 'step')} left)")
    tell(f"  {'expected Spark':<18} {float(found.spark):>6.2f}")
    tell()
    tell("Hitches")
    _lines(found.hitches)


def _lines(law: Dist, *, signed: bool = False) -> None:
    for line in chart(law, signed=signed):
        tell(line)


def _dice(number: int) -> str:
    return plural(number, "die")


# ---- rolls


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="DICE vs DICE | kismet DICE")
@click.option("--fortune", type=click.IntRange(0, MOST_DICE), default=0, metavar="N", help="Fortune for re-rolls.")
@click.option("--trade", type=click.IntRange(0), default=0, metavar="DICE", help="Dice traded for marks, 3 for each.")
@click.option("--seed", type=click.IntRange(0, 2**53), metavar="N", help="The same number gives the same faces.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
def roll(words: tuple[str, ...], fortune: int, trade: int, seed: int | None, as_json: bool) -> None:
    """Roll dice.

    DICE vs DICE is your pool against opposing dice: faces of 5 and 6 are marks, shown in brackets. Each fortune
    token re-rolls up to two dice without a mark before comparing. --trade counts dice. A pool of 0 dice is a chance
    roll.

    kismet DICE is a kismet roll: 5 and 6 are marks, 1 and 2 hitches.

    No character changes: saga-tui do NAME roll … rolls for one. The dice come from the system's secure source
    unless you give a seed.

    With --json: dice, faces, first (the faces before fortune), automatic, marks, opposing, net, result, words and
    pushes; of a kismet roll dice, faces, marks, hitches and words.

    \b
    Examples:
      saga-tui roll 9 vs 6
      saga-tui roll 9 vs 6 --fortune 1 --seed 7
      saga-tui roll kismet 4 --json
    """
    asked = pools(words)
    roller = secure if seed is None else seeded(seed)
    if asked.kismet:
        refuse([("--fortune", fortune), ("--trade", trade)], "a kismet roll here")
        found = _kismet(asked.dice, roller)
    else:
        check_trade(asked.dice, trade)
        found = _skill(asked, fortune, trade, roller)
    if as_json:
        tell_json(found | {"seed": seed})
    else:
        _tell(found)


def _skill(asked: Pools, fortune: int, trade: int, roller: Roller) -> dict[str, Any]:
    from saga_tui.games.saga.rules.rolls import judge, reroll

    table = book.numbers().roll
    marked = range(table.mark_from, 7)
    chance = asked.dice == 0
    first = roller(1 if chance else asked.dice - trade)
    each = table.fortune_rerolls
    now = reroll(first, roller(each * fortune), fortune, each, table.mark_from)
    theirs = roller(asked.opposing)
    own = matching(now, marked) + trade // TRADE
    against = matching(theirs, marked)
    dramatic = chance and now[0] <= table.dramatic_to
    result = judge(own - against, "challenge", dramatic)
    words = {"success": "success", "qualified": "a qualified success", "failure": "failure"}[result]
    if dramatic:
        words = "a dramatic failure"
    return {
        "dice": asked.dice,
        "faces": list(now),
        "first": list(first),
        "automatic": trade // TRADE,
        "marks": own,
        "opposing": {"dice": asked.opposing, "faces": list(theirs), "marks": against},
        "net": own - against,
        "result": result,
        "words": words,
        "pushes": max(0, own - against),
    }


def _kismet(dice: int, roller: Roller) -> dict[str, Any]:

    table = book.numbers().roll
    thrown = roller(dice)
    marks, hitches = matching(thrown, range(table.mark_from, 7)), matching(thrown, range(1, table.hitch_to + 1))
    good = f"{marks} Spark" if marks else "nothing happens"
    words = f"{plural(hitches, 'doom step')} marked" if hitches else good
    return {"dice": dice, "faces": list(thrown), "marks": marks, "hitches": hitches, "words": words}


def _tell(found: dict[str, Any]) -> None:
    lit = book.numbers().roll.mark_from
    automatic = found.get("automatic", 0)
    if found.get("first", found["faces"]) != found["faces"]:
        tell(f"First  {faces(found['first'], lit)}")
        tell("Fortune re-rolls dice without a mark:")
    more = f"  and {automatic} traded for" if automatic else ""
    tell(f"Dice   {faces(found['faces'], lit) or 'none'}{more}  = {plural(found['marks'], 'mark')}")
    if "hitches" in found:
        hitches = found["hitches"]
        tell(f"{plural(hitches, 'hitch')}: {found['words']}")
        return
    theirs = found["opposing"]
    if theirs["dice"]:
        tell(f"Other  {faces(theirs['faces'], lit)}  = {plural(theirs['marks'], 'mark')}")
    pushes = found["pushes"]
    tail = f", {plural(pushes, 'push')}" if pushes else ""
    tell(f"{plural(found['net'], 'net mark')}: {found['words']}{tail}")


def faces(thrown: Sequence[int], mark_from: int) -> str:
    """The faces in a row, marks in brackets: `[5] 2 [6]`."""
    return " ".join(f"[{face}]" if face >= mark_from else str(face) for face in thrown)
