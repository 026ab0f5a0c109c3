"""The skill roll: the drawer, the dice by the program or by hand, the table on which they lie (ROL)."""

from __future__ import annotations

from itertools import islice

from saga_tui.games.saga.rules import composing, open_roll, rolls, state
from saga_tui.games.saga.rules.character import FollowUp
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.offers import due_words, next_due
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.screens.session.roll.result import RollResult
from saga_tui.ui.dice import DiceEntry
from saga_tui.ui.roll import Composed

LOOK_BACK = 200
"""Events that are looked through for the last roll."""


async def roll(desk: SagaScreen, skill: Skill | None = None) -> None:
    """The drawer, with the skill's last choices; a roll that lies on the table comes first."""
    if open_roll.uncompared(desk.character) is not None:
        await look(desk)
    else:
        await compose(desk, remembered(desk.character, skill))


async def look(desk: SagaScreen, take: str = "") -> None:
    """Show the last roll and what can be done about it; the offer of the key `take` is taken at once."""
    if state.play_of(desk.character).roll is None:
        desk.notify("No roll yet. Press r to roll a skill.")
        return
    await _after(desk, RollResult(desk, by_hand=thrown_by_hand(desk), fresh=False, take=take))


async def follow_on(desk: SagaScreen, place: int = 0) -> None:
    """A roll that pushes have paid for."""
    due = state.play_of(desk.character).due
    if place < len(due):
        await compose(desk, following(desk, due[place]))


async def compose(desk: SagaScreen, draft: Roll) -> None:
    """The drawer, then the dice; left without dice, it is opened again as it was."""
    while True:
        composed: Composed[Roll] | None = await desk.app.push_screen_wait(RollDrawer(desk.session, draft))
        if composed is None:
            return
        made = await by_hand(desk, composed.command) if composed.by_hand else composed.command
        if made is not None:
            break
        draft = composed.command
    outcome = await desk.execute(made.model_copy(update={"hold": True}))
    if outcome is not None:
        own = composed.by_hand or made.marks is not None or made.net is not None
        await _after(desk, RollResult(desk, by_hand=own, fresh=not own))


async def _after(desk: SagaScreen, table: RollResult) -> None:
    """The table, and what it leads to."""
    then = await desk.app.push_screen_wait(table)
    due = next_due(desk.character)
    if then == "again":
        await compose(desk, remembered(desk.character))
    elif then == "follow" and due is not None:
        newest = state.play_of(desk.character).due[-1]
        await compose(desk, following(desk, newest))


async def by_hand(desk: SagaScreen, made: Roll) -> Roll | None:
    """The roll with the dice that the player threw; `None` where that was left."""
    character = desk.character
    dice = max(0, rolls.pool(character, composing.covered(character, made.plan)).dice)
    if not dice:
        return made.model_copy(update={"faces": ()})
    thrown = await desk.app.push_screen_wait(DiceEntry("Your dice", view.dice(character), (0,) * dice))
    if thrown is None:
        return None
    return made.model_copy(update={"faces": thrown.faces, "marks": thrown.good})


def following(desk: SagaScreen, due: FollowUp) -> Roll:
    """A follow-on or counterattack: its skill's last choices without tokens, its cap; a counterattack is reflexive."""
    character = desk.character
    skill: Skill = next((name for name in SKILLS if name == due.skill), "academia")
    base = remembered(character, skill)
    counter = due.kind == "attack"
    return Roll(
        skill=skill,
        kind="attack" if counter else "other",
        reflexive=counter,
        cap=due.cap,
        specialties=base.specialties,
        active=base.active,
        buffs=base.buffs,
        consequences=base.consequences,
        opposing=base.opposing,
        opposition=base.opposition,
        why=due_words(character, due),
    )


def thrown_by_hand(desk: SagaScreen) -> bool:
    """Whether the player threw the last roll's dice: the journal has their faces or marks among the parameters."""
    for event in islice(desk.memory.history(), LOOK_BACK):
        if event.do == "roll":
            return bool({"faces", "marks", "net"} & set(event.params))
    return False
