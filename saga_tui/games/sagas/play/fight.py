"""A fight: the order, this round's option, aim, bonuses in hand, grapples, shots (S-CMB, S-DEF-2, S-SIT-4, S-FIRE)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from saga_tui.degrees import SIDES, roman
from saga_tui.engine import asked, command, conflict
from saga_tui.engine.conflict import YOU, Bonus, Somebody, gain
from saga_tui.engine.entries import Entry
from saga_tui.engine.fields import Of
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.base import Change, Command, Words, in_play
from saga_tui.games.sagas.rules.figures import figures

Option = Literal["attack", "defence", "charge", "aim", "move", "other"]
ATTACKS = ("attack", "charge")


def in_fight(edit: Change) -> None:
    """Objects where no fight is on (S-CLK-1)."""
    if edit.before.play is not None and not CLOCK.is_open(edit.before, "fight"):
        edit.object("S-CLK-1", "No fight is on", "Start a fight first.", code="no-fight")


class Fighting(Command):
    """Something that happens in a fight."""

    group = "fight"
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play, in_fight)


class AddFoe(conflict.Join, Fighting, verb="add-foe", title="Add a foe", rules="S-CMB-2"):
    """Add foes to the fight: their initiative is thrown, or told."""

    again = SIDES


class FoeOut(conflict.Ordered, Fighting, verb="foe-out", title="A foe is out", rules="S-SHK-3 S-CMB-2"):
    """A foe is out of the fight, or back in it. A minor one who failed a shock roll may be out for good."""

    foe: Somebody
    back: bool = False
    shock: bool = False
    """A minor figure that failed a shock roll."""
    for_good: bool | None = None
    """Held dead, or mad, as the GM says."""

    def apply(self, edit: Change) -> None:
        """Marked; out for good where the group plays so."""
        if not self.known(edit, self.foe):
            return
        switch = figures(edit.now).switch("shock_kills_minor") if self.shock else ""
        if switch == "ask" and self.for_good is None:
            edit.object("S-SHK-3", f"Is {self.foe} out for good?", "Say yes or no.", code="choose")
        if switch == "never" and self.for_good:
            edit.object("S-SHK-3", "Your group lets no one die of a shock", "They only faint.", code="switch")
        good = bool(self.for_good) or (switch == "always" and self.for_good is None)
        self.mark(edit, self.foe, out=not self.back)
        words = "back in the fight" if self.back else "out for good" if good else "faints" if self.shock else "out"
        edit.say(f"{self.foe}: {words}", "S-SHK-3" if self.shock else "S-CMB-2")


class Wait(conflict.Wait, Fighting, verb="wait", title="Wait", rules="S-CMB-3"):
    """Wait: act just after somebody, at that rank, which stays yours."""


class CutIn(conflict.CutIn, Fighting, verb="cut-in", title="Cut in", rules="S-CMB-3"):
    """Cut in on an expected action, by opposed Initiative: the winner acts just before, the loser just after, at that
    rank."""


class PassRound(conflict.PassRound, Fighting, verb="pass-round", title="Pass the round", rules="S-CMB-4"):
    """Pass this whole round: a new initiative next round, at +10."""

    def apply(self, edit: Change) -> None:
        """Noted, where the round was not used."""
        used = play_of(edit.now).acted
        if used and self.fighter == YOU:
            edit.object("S-CMB-4", f"This round is used: {used}", "Pass the next.", code="acted")
        super().apply(edit)


# ---- this round


class Act(Fighting, verb="act", title="Use this round", rules="S-CMB-5 S-CMB-6 S-MOVE-2"):
    """Use this round: attack once, or defend as often as needed. After an attack only the reflex dodge defends."""

    option: Option = "attack"

    def apply(self, edit: Change) -> None:
        """Noted until the round ends."""
        used, order = play_of(edit.now).acted, play_of(edit.now).order
        if any(one.passed for one in order if not one.name):
            edit.object("S-CMB-4", "You pass this round", "Wait for the next round.", code="acted")
        if used == self.option == "defence":
            edit.say("defends once more", "S-CMB-6")
            return
        if self.option == "defence" and used in ATTACKS:
            reflex = figures(edit.now).reflex().total
            message = f"You attacked this round: only the reflex dodge ({reflex}) defends"
            edit.object("S-CMB-6", message, "Roll the reflex dodge.", code="acted")
        elif used and used != "move":
            edit.object("S-CMB-6", f"This round is used already: {used}", "Wait for the next round.", code="acted")
        if state.down(edit.now):
            edit.object("S-HURT-3", "You are unconscious", "Wake first.", code="down")
        if state.beside_oneself(edit.now) and self.option in (*ATTACKS, "aim"):
            edit.object("S-HURT-6", "You are confused: you defend yourself or flee", "Defend.", code="confused")
        edit.put("S-CMB-6", acted=self.option)
        tail = ": −I on every defence" if self.option == "charge" else ""
        edit.say(f"this round: {self.option}{tail}", "S-MOVE-2" if tail else "S-CMB-6")
        if self.option == "aim":
            gain(edit, Bonus(what="aim", until=play_of(edit.now).round + 1), "S-FIRE-3")


class Hold(conflict.GainBonus, Command, verb="hold", title="Gain a bonus", rules="S-SOC-3 S-DEF-2 S-FIRE-3"):
    """Gain a bonus for later: a hold on someone for this scene, or one that ends with a round."""

    group = "fight"


class UseBonus(conflict.UseBonus, Command, verb="use-bonus", title="Use a bonus", rules="S-SOC-3 S-DEF-2 S-FIRE-3"):
    """Use a bonus in hand on the next roll, or let it go."""

    group = "fight"


class Dodged(conflict.Ordered, Fighting, verb="dodged", title="Dodge by II or more", rules="S-DEF-2"):
    """You dodged an attack by II or more: you take the attacker's place in the order, and have +II on an action against
    them until the next round ends."""

    attacker: Somebody

    def apply(self, edit: Change) -> None:
        """Before the attacker in the order, with a bonus in hand."""
        if not self.known(edit, self.attacker, YOU):
            return
        order = play_of(edit.now).order
        if (conflict.place_of(order, YOU) or 0) > (conflict.place_of(order, self.attacker) or 0):
            conflict.move(edit, YOU, self.attacker, "S-DEF-2", before=True)
        until = play_of(edit.now).round + 1
        gain(edit, Bonus(what="dodge", against=self.attacker, degrees=2, until=until), "S-DEF-2")


class Grapple(Fighting, verb="grapple", title="Grapple", rules="S-SIT-4"):
    """A grapple begins, tightens or ends: who holds whom, and the Strength degree that the holder set."""

    words: Words = ""
    """`holds Vera`, `held by Vera`; nothing: it is over."""
    degree: int = Field(default=0, ge=-20, le=99)

    def apply(self, edit: Change) -> None:
        """Noted until it ends, or the fight."""
        now = {"grapple": self.words, "grip": self.degree if self.words else 0}
        if any(getattr(play_of(edit.now), field) != value for field, value in now.items()):
            edit.put("S-SIT-4", **now)
            grip = f", degree {roman(self.degree)}" if now["grip"] else ""
            edit.say(f"grapple: {self.words}{grip}" if self.words else "the grapple ends", "S-SIT-4")


# ---- shots


class Magazine(asked.Counted, Command):
    """A command about a weapon's shots: the first one that has any, where none is named (S-EQP-1)."""

    group = "fight"
    counter: Annotated[Words, Of("magazine")] = ""

    def counter_of(self, edit: Change, said: str) -> Entry | None:
        """Its shots are among what play counts."""
        first = next((f"shots:{at + 1}" for at in state.magazines(edit.now)), "shots")
        return super().counter_of(edit, said or first)


class Shoot(asked.Spend, Magazine, verb="shoot", title="Fire shots", rules="S-EQP-1 S-FIRE-4 S-FIRE-5"):
    """Fire shots: they are counted down."""

    counter: Annotated[Words, Of("magazine")] = ""


class Reload(asked.Refill, Magazine, verb="reload", title="Reload", rules="S-EQP-1"):
    """Reload: the magazine is full again."""

    counter: Annotated[Words, Of("magazine")] = ""
