"""The skill roll: the drawer, the command, the result (ROL)."""

from __future__ import annotations

from itertools import islice

from pydantic import ValidationError

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens.session.desk import Desk
from saga_tui.games.saga.screens.session.roll.composed import Composed
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer, fitting
from saga_tui.games.saga.screens.session.roll.items import put
from saga_tui.games.saga.screens.session.roll.result import RollResult

LOOK_BACK = 200
"""Events that are looked through for the last roll."""


async def roll(desk: Desk, skill: Skill | None = None) -> None:
    """The drawer, with the last roll's choices; Enter alone rolls as before."""
    again: str | None = "again"
    while again == "again":
        draft = last_roll(desk)
        if skill is not None and skill != draft.skill:
            draft = fresh(desk, skill)
        composed: Composed | None = await desk.app.push_screen_wait(RollDrawer(desk.table, draft))
        if composed is None:
            return
        outcome = await desk.carry(composed.roll)
        if outcome is None:
            return
        again = await desk.app.push_screen_wait(RollResult(outcome))


def fresh(desk: Desk, skill: Skill) -> Roll:
    """A roll of a skill with nothing chosen but the traits that count now."""
    active = [item.trait for item in state.play_of(desk.character).active]
    return put(Roll(skill=skill), active=active)


def last_roll(desk: Desk) -> Roll:
    """The choices of the last roll in the journal, or a roll of the best skill."""
    for event in islice(desk.memory.history(), LOOK_BACK):
        if event.do == "roll":
            try:
                return fitting(desk.character, Roll.model_validate(event.params))
            except ValidationError:
                break
    best: Skill = max(SKILLS, key=lambda skill: derive.ranks(desk.character, skill).total)
    return fresh(desk, best)
