"""Commands of the clock: scenarios, scenes, fights and rounds; rest and sleep (S-CLK, S-EXP-1, S-HEAL)."""

from pydantic import Field

from saga_tui.engine import edges
from saga_tui.games.sagas.play.clock import CLOCK, Choices
from saga_tui.games.sagas.rules.base import Change, Command
from saga_tui.games.sagas.rules.figures import figures


class Timed(edges.Crossing, Command):
    """A command of the clock."""

    group, chosen = "clock", Choices


class StartScenario(edges.Begin, Timed, verb="start-scenario", title="Start a scenario", rules="S-CLK-1 S-EXP-5"):
    """Start the next scenario; what may be studied at once starts again."""

    span = "scenario"


class StartScene(edges.Begin, Timed, verb="start-scene", title="Start a scene", rules="S-CLK-1"):
    """Start the next scene."""

    span = "scene"


class StartFight(edges.Begin, Timed, verb="start-fight", title="Start a fight", rules="S-CMB-2 S-CLK-1"):
    """Start a fight, in a new scene where none is open: your initiative, and round 1."""

    span, also = "fight", ("scene",)
    die: int | None = Field(default=None, ge=1, le=999)
    """What your 1d6* came to; nothing: it is asked next."""

    def apply(self, edit: Change) -> None:
        """Crosses the edges, where the die can have fallen so."""
        if self.die is not None and self.die % 6 == 0:
            self.object(edit, f"One open die never ends on {self.die}", "A 6 is thrown again.", "dice")
        super().apply(edit)
        if CLOCK.is_open(edit.now, "fight") and not CLOCK.is_open(edit.now, "round"):
            self.cross(edit, "round start")


class EndRound(Timed, verb="end-round", title="End the round", rules="S-CLK-2 S-HURT-3 S-CMB-4"):
    """End the round. Outside a fight too: bleeding, flames and breath count it."""

    rounds: int = Field(default=1, ge=1, le=200)
    """So many rounds pass."""

    def apply(self, edit: Change) -> None:
        """Crosses the edges, as often as wanted."""
        for _ in range(self.rounds):
            fight = CLOCK.is_open(edit.now, "fight")
            self.cross(edit, "round end")
            if fight:
                self.cross(edit, "round start")


class EndFight(edges.End, Timed, verb="end-fight", title="End the fight", rules="S-CLK-3 S-CLK-2"):
    """End the fight and its round: initiative and grapples end, damage stays."""

    span = "fight"


class EndScene(edges.End, Timed, verb="end-scene", title="End the scene", rules="S-CLK-4 S-SOC-3"):
    """End the scene, and a fight in it: holds go."""

    span = "scene"


class EndScenario(edges.End, Timed, verb="end-scenario", title="End the scenario", rules="S-CLK-4 S-EXP-1 S-EXP-2"):
    """End the scenario, and all that is open in it: 5 experience, up to 5 more for playing a part remarkably."""

    span = "scenario"
    more: int = Field(default=0, ge=0, le=5)
    """Experience for playing a part remarkably."""

    def apply(self, edit: Change) -> None:
        """Crosses the edges; more experience only where the group gives it."""
        if self.more and figures(edit.now).switch("exceptional_experience") == "no":
            message = "Your group gives no experience for playing a part remarkably"
            edit.object("S-EXP-2", message, "Keep it at 0.", code="switch")
        super().apply(edit)


class Healing(Timed):
    """A rest, with care (S-HEAL-5)."""

    complete: bool = False
    """Complete rest: +I on the rolls."""
    institution: bool = False
    """Cared for in a medical institution: what heals is doubled."""

    def apply(self, edit: Change) -> None:
        """Crosses the edge; nobody rests in a fight."""
        if CLOCK.is_open(edit.now, "fight"):
            self.object(edit, "A fight is on", "End the fight first.", "open")
        self.cross(edit, self.span)


class Rest(Healing, verb="rest", title="Rest ten minutes", rules="S-CLK-4 S-HEAL-2 S-HEAL-5"):
    """Rest ten minutes: stun goes, the unconscious wake; after a fight an Endurance roll heals injuries, once."""

    span = "ten minutes' rest"


class Sleep(Healing, verb="sleep", title="Sleep", rules="S-CLK-4 S-HEAL-1 S-HEAL-5"):
    """Sleep, once a day: stun goes; an Endurance and a Presence roll heal injuries."""

    span = "night's sleep"
