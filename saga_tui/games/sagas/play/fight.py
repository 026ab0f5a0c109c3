"""The clock's commands (S-CLK), and a fight: the order, this round's option, aim, bonuses in hand, grapples, shots
(S-CMB, S-DEF-2, S-SIT-4, S-FIRE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from saga_tui.engine import asked, command, conflict, edges, turns
from saga_tui.engine.conflict import Bonus
from saga_tui.engine.declared import declare
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.clock import Choices
from saga_tui.games.sagas.rules.base import Change, Command, in_play
from saga_tui.games.sagas.rules.figures import figures

ATTACKS = ("attack", "charge")


class Fighting(Command):
    """Something that happens in a fight."""

    group = "fight"
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play, edges.inside("fight", "S-CLK-1"))


class FoeOut(conflict.Out, Fighting, verb="foe-out", title="A foe is out", rules="S-CMB-2 S-SHK-3"):
    """A foe is out of the fight, or back in it. A minor one who failed a shock roll may be out for good."""

    shocks = "S-SHK-3"

    def lost(self, document: Character) -> str:
        """As the group plays (S-SHK-3)."""
        return figures(document).switch("shock_kills_minor")


class Act(turns.UseTurn, Fighting, verb="act", title="Use this round", rules="S-CMB-6 S-CMB-5 S-MOVE-2"):
    """Use this round: attack once, or defend as often as needed. After an attack only the reflex dodge defends."""

    leaves, repeats, passing = ("move",), {"defence": "defends once more"}, "S-CMB-4"
    brings = {"aim": (Bonus(what="aim"), "S-FIRE-3")}
    tells = {"charge": (": −I on every defence", "S-MOVE-2")}
    option: Literal["attack", "defence", "charge", "aim", "move", "other"] = "attack"

    def against(self, edit: Change, used: str) -> Iterator[turns.Objection]:
        """An active defence after an attack; anything of those who are down, an attack of the confused."""
        if self.option == "defence" and used in ATTACKS:
            message = f"You attacked this round: only the reflex dodge ({figures(edit.now).reflex().total}) defends"
            yield "S-CMB-6", message, "Roll the reflex dodge.", "acted"
        if state.HURTS.down(edit.now, "physical"):
            yield "S-HURT-3", "You are unconscious", "Wake first.", "down"
        if state.HURTS.down(edit.now, "mental") and self.option in (*ATTACKS, "aim"):
            yield "S-HURT-6", "You are confused: you defend yourself or flee", "Defend.", "confused"


declare(Fighting, book.data("commands")["fight"], join=conflict.Join, note=conflict.Note, next=turns.NextTurn,
        wait=conflict.Wait, cut=conflict.CutIn, outdo=turns.Outdo, initiative=turns.InitiativeAnew,
        remark=asked.Remark, **{"pass": conflict.PassRound})  # fmt: skip
declare(Command, book.data("commands")["hand"], gain=conflict.GainBonus, use=conflict.UseBonus, spend=asked.Spend,
        refill=asked.Refill)  # fmt: skip


class Timed(edges.Crossing, Command):
    """A command of the clock."""

    group, chosen = "clock", Choices


declare(Timed, book.data("commands")["time"], begin=edges.Begin, fight=turns.BeginFight, end=edges.End,
        again=edges.Again, pause=edges.Pause)  # fmt: skip
