"""All that can be done at the play screen, from its table (`book/actions.toml`); and what is worth seeing."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from saga_tui.engine.command import Outcome
from saga_tui.games.fate import book
from saga_tui.games.fate.play.state import play_of
from saga_tui.games.fate.play.times import CONDITIONS, Condition
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.games.fate.screens import plays
from saga_tui.ui import action_table
from saga_tui.ui.band import Moment
from saga_tui.ui.specs import Action, Flow

TABLE: Final = book.data("actions")
DEEDS: Final[dict[str, Flow]] = {
    "play": partial(plays.ask, verb="play"),
    "real": partial(plays.ask, verb="play", real=True),
    "counter": partial(plays.ask, verb="counter"),
    "pay": plays.pay,
    "copy": plays.copy,
    "conditions": partial(action_table.conditions, rows=CONDITIONS, command=Condition),
}
ACTIONS: Final[tuple[Action, ...]] = action_table.actions(TABLE["action"], RULES, DEEDS)


def moment(outcome: Outcome[Any]) -> Moment | None:
    """A success or a failure, and who falls."""
    if outcome.refused or outcome.before.play is None:
        return None
    now, before = play_of(outcome.after).state, play_of(outcome.before).state
    if now != before:
        word, words, tone = TABLE["falls"][now or "awake"]
        return Moment(word, words, tone)
    played = next((line for line in outcome.lines if line.came is not None), None)
    if played is None:
        return None
    met = played.text.endswith("success")
    told = met or played.text.endswith("failure")
    word = "Success" if met else "Failure" if told else "Played"
    return Moment(word, played.text, "good" if met else "bad" if told else "", str(played.came))
