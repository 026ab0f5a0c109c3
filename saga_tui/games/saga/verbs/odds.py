"""`saga-tui odds`: the exact chances of a roll or a kismet roll."""

from __future__ import annotations

from fractions import Fraction

import click

from saga_tui.cli.output import tell_json
from saga_tui.cli.trouble import tell
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
from saga_tui.games.saga.verbs.pools import Pools, chart, check_trade, pools, refuse
from saga_tui.words import percent, plural

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
        _tell(asked, fortune, trade)


def _tell(asked: Pools, fortune: int, trade: int) -> None:
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
        tell(f"  {name:<18} {percent(value, 1):>6}{_exact(value)}")
    tell(f"  {'expected pushes':<18} {float(law.surplus):>6.2f}")
    tell()
    tell("Net marks")
    _chart(law, signed=True)


def _tell_kismet(dice: int, left: int | None, destined: bool, reroll: bool) -> None:
    found = kismet_odds(dice, left, ignored=int(destined), reroll=reroll)
    how = [*(["Destined"] if destined else []), *(["1 fortune"] if reroll else [])]
    tell(f"A kismet roll with {_dice(dice)}{', ' + ', '.join(how) if how else ''}")
    tell(f"  {'no hitch':<18} {percent(found.no_hitch, 1):>6}{_exact(found.no_hitch)}")
    if left is not None:
        tell(f"  {'doom':<18} {percent(found.doom, 1):>6}{_exact(found.doom)}  ({plural(left, 'step')} left)")
    tell(f"  {'expected Spark':<18} {float(found.spark):>6.2f}")
    tell()
    tell("Hitches")
    _chart(found.hitches)


def _chart(law: Dist, *, signed: bool = False) -> None:
    for line in chart(law, signed=signed):
        tell(line)


def _dice(number: int) -> str:
    return plural(number, "die")


def _exact(value: Fraction) -> str:
    """The fraction itself, where it is short enough to be read."""
    return f"  {value}" if len(str(value)) <= 13 else ""
