"""What a command turned, where that is worth seeing for a moment: read from the numbers before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.games.saga.rules import derive, open_roll, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.commands.harm import level_now
from saga_tui.ui.band import Moment
from saga_tui.words import plural

OUTCOMES: Final = {"success": "success", "qualified": "qualified success", "failure": "failure", "neutral": "tie"}


def turned(outcome: Outcome) -> Moment | None:
    """The first that matters of doom, dice that turned, consequences, conflicts, chapters and advances."""
    before, after = outcome.before, outcome.after
    if before.play is None or after.play is None:
        return None
    return next(_found(before, after), None)


def _found(before: Character, after: Character) -> Iterator[Moment]:
    was, now = state.play_of(before), state.play_of(after)
    if now.doom > was.doom:
        end = derive.doom_end(after).total
        left = plural(end - now.doom, "step")
        yield Moment("Doom", f"{was.doom} → {now.doom} of {end}: {left} left", "bad", str(now.doom))
    if was.kismet is not None and now.kismet is not None and now.kismet.hitches < was.kismet.hitches:
        yield Moment("Turned", f"{plural(was.kismet.hitches, 'hitch')} → {now.kismet.hitches}", "good")
    if was.roll is not None and now.roll is not None and _another(was.roll, now.roll):
        won = now.roll.outcome in open_roll.WON
        told = f"{OUTCOMES[was.roll.outcome]} → {OUTCOMES[now.roll.outcome]}"
        yield Moment("Turned", told, "good" if won else "")
    borne, bears = (sum(item.severity for item in play.consequences) for play in (was, now))
    if bears > borne:
        new = next((item for item in now.consequences if item not in was.consequences), now.consequences[-1])
        yield Moment("Consequence", f"{new.name}: −{bears - borne}, −{bears} in all", "bad", f"-{bears - borne}")
    if now.span == "conflict" and (was.span, was.stakes) != (now.span, now.stakes):
        deadly = now.stakes == "deadly"
        said = f"consequences are {level_now(after)}{', each with a kismet roll' if deadly else ''}"
        yield Moment(f"{now.stakes or 'open'} conflict", said, "bad" if deadly else "", str(now.round or ""))
    if now.span == "saga" and was.span != "saga" and now.chapter:
        yield Moment(f"Chapter {now.chapter} ends", f"{now.spark} Spark to spend: b", "good", str(now.spark))
    if after.advances and not before.advances:
        yield Moment("First advance", f"{now.spark} Spark left", "good", str(now.spark))


def _another(was: LastRoll, now: LastRoll) -> bool:
    """Whether the same roll, compared before, has another outcome now."""
    return was.outcome in OUTCOMES and now.outcome in OUTCOMES and was.outcome != now.outcome and now.late
