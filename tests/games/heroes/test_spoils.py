"""What a fight brings and what it does not: half a jarl's factor, a slain hero's marks, gods who wait (H-GLORY-4)."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes.commands import Attack, ByHand, Command, Death, Recruit, Reward
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.state import State
from tests.games.heroes.staged import staged


def after(state: State, dice: tuple[int, ...], *commands: Command) -> State:
    """The game after these commands, with those dice and no others."""
    hand = ByHand(*dice)
    for command in commands:
        state = perform(state, command, hand).state
    assert hand.over
    return state


@pytest.mark.rule("H-GLORY-4", "H-JARL-3")
@pytest.mark.parametrize(("kind", "glory", "luck"), [("glory", 2, 2), ("luck", 0, 4)])
def test_a_jarl_who_joins_is_worth_half_his_factor(kind: str, glory: int, luck: int) -> None:
    state = staged("egil", phase="fight")
    state.counters["kari"].at = "trondheim"
    spend, take = Command("luck"), Command("reward", kind="luck" if kind == "luck" else "glory")
    seat = after(state, (5,), Attack(counters=("egil",), target="kari"), spend, Recruit(yes=True), take).seats["egil"]
    assert (seat.glory, seat.luck) == (glory, luck)


@pytest.mark.rule("H-GOD-9", "H-SPELL-6", "H-GOD-2")
def test_a_god_does_not_come_where_a_spell_ends_the_fight() -> None:
    state = staged("egil", phase="fight", at={"gizur": "trondheim"})
    state.seats["egil"].odin = state.seats["egil"].tyr = state.seats["egil"].thor = True
    seat = after(state, (4, 3), Attack(counters=("egil",), target="gizur")).seats["egil"]  # Nied takes hold
    assert seat.odin and seat.tyr and seat.thor and seat.luck == 3


@pytest.mark.rule("H-WEALTH-3", "H-DEATH-1")
def test_a_slain_heros_marks_go_to_nobody() -> None:
    state = staged("egil", "ragnar", phase="fight")
    state.seats["egil"].luck = state.seats["ragnar"].luck = 0
    state.counters["egil"].sword, state.seats["ragnar"].hoard = "gram", 50
    slain = after(state, (6,), Attack(counters=("egil",), target="ragnar"), Reward(kind="glory"), Command("pray"))
    assert slain.questions[-1].kind == "death"
    fresh = after(slain, (1, 1), Death(choice="anew"))
    assert [fresh.seats[hero].hoard for hero in ("egil", "ragnar")] == [0, 0]
    assert fresh.seats["egil"].glory == 2 and fresh.counters["egil"].marks == 0
