"""`saga-tui roll`: dice of no character, thrown and judged."""

from __future__ import annotations

from typing import Any

import click

from saga_tui.cli.output import tell_json
from saga_tui.cli.trouble import tell
from saga_tui.dice import Roller, secure, seeded
from saga_tui.games.saga.rules.odds import MOST_DICE, TRADE
from saga_tui.games.saga.verbs.pools import Pools, check_trade, faces, pools, refuse
from saga_tui.words import plural


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
    from saga_tui.dice import count as matching
    from saga_tui.games.saga import book
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
    from saga_tui.dice import count as matching
    from saga_tui.games.saga import book

    table = book.numbers().roll
    thrown = roller(dice)
    marks, hitches = matching(thrown, range(table.mark_from, 7)), matching(thrown, range(1, table.hitch_to + 1))
    good = f"{marks} Spark" if marks else "nothing happens"
    words = f"{plural(hitches, 'doom step')} marked" if hitches else good
    return {"dice": dice, "faces": list(thrown), "marks": marks, "hitches": hitches, "words": words}


def _tell(found: dict[str, Any]) -> None:
    from saga_tui.games.saga import book

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
