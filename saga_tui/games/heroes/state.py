"""All that a game knows at one moment (H-STATE-2). Plain data, cheap to copy; the rules live elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from saga_tui.engine.phases import LEVELS, Control, Level
from saga_tui.engine.pieces import DEAD, PILE, Asked, Clash, Piece, Place, Position
from saga_tui.games.heroes.book import SWITCHES, TABLES

__all__ = ["DEAD", "LEVELS", "PILE", "Control", "Level"]
COUNTRY: Final = "country"
"""The target of an attack on the country itself (H-TAX-1)."""
MARKS: Final = "marks"
"""What lies under the fifth and sixth dragon (H-MON-3)."""
Phase = Literal["set-up", "order", "move", "fight", "tax", "monsters", "jarls", "mark", "over"]
Asking = Literal["aid", "luck", "turn", "recruit", "loot", "reward", "lose", "flee", "pray", "death"]


@dataclass(slots=True)
class Counter(Piece):
    """A hero, jarl or monster: waiting to be drawn (H-MON-1), on the board, or dead (H-FIGHT-10). A hero's `master` is
    his own seat; jarls face down are unknown (H-INFO-1), in service the longest comes first (H-TAX-3); turns are lost
    by H-TURN-4, movement ends by H-MOVE-4."""

    marks: int = 0
    sword: str = ""
    banned: bool = False
    ban_next: bool = False
    """No step by sea, this turn and the next (H-MOVE-5)."""
    hail: int = 0
    """What Hagall takes from its factor this turn (H-SPELL-3)."""
    fled: bool = False
    recruited: bool = False
    riding: bool = False

    @property
    def borne(self) -> tuple[str, ...]:
        """Its sword and its treasures."""
        return (self.sword, *self.things) if self.sword else self.things


@dataclass(slots=True)
class Seat(Place):
    """A player's place with all that is the hero's own. An heir is played by his own counter (H-DEATH-5); who begins
    anew waits (H-DEATH-4), who withdraws has a final total (H-DEATH-2); standing answers are those of H-STATE-5."""

    home: str = ""
    glory: int = 0
    luck: int = 0
    hoard: int = 0
    wounded: bool = False
    maidens: int = 0
    worship: int = 0
    """Turns of rest still owed before another maiden can heal (H-GOD-3, by switch)."""
    rune: str = ""
    odin: bool = False
    thor: bool = False
    tyr: bool = False
    aid: int = 0
    aid_used: bool = False
    """The turn in which Njord's aid was given, 0 where none is due; whether it carries the hero now (H-GOD-5)."""
    wrath: bool = False
    wrath_next: bool = False
    """Njord's wrath, this turn and the next (H-GOD-5)."""
    fell: str = ""
    bore: tuple[str, ...] = ()
    """Where the hero fell whose player has not chosen yet, and what he had on him: it lies there."""


@dataclass(slots=True)
class Question(Asked):
    """What somebody must answer before anything else (H-STATE-4); what it offers of either kind."""

    kind: Asking
    glory: int = 0
    luck: int = 0


@dataclass(slots=True)
class Fight(Clash):
    """The open fight (H-FIGHT-5), in steps 1 to 11. Jarls may be unknown (H-JARL-1), spells stop attackers (H-SPELL-9);
    nobody's winner leads no flight (H-FLEE-2)."""

    luck: dict[str, int] = field(default_factory=dict)
    """Luck spent by seat."""
    attack_help: int = 0
    defence_help: int = 0
    """What the gods add to each side (H-GOD-6, H-GOD-8)."""
    sum: tuple[int, ...] = ()
    """The die, then the attack's strength, luck and gods' help, the defence's, and what it came to (H-FIGHT-7)."""
    told: bool = False
    """The die and the result are open to all (H-JARL-2)."""


@dataclass(slots=True)
class State(Position[Counter, Seat, Question]):
    """A game (H-STATE-2)."""

    switches: dict[str, str] = field(default_factory=lambda: {key: each.values[0] for key, each in SWITCHES.items()})
    turns: int = TABLES["turns"]
    seats: dict[str, Seat] = field(default_factory=dict)
    phase: Phase = "set-up"
    counters: dict[str, Counter] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    iced: tuple[str, ...] = ()
    kingdoms: dict[str, str] = field(default_factory=dict)
    """By area: the seat to whose kingdom it belongs."""
    lairs: dict[str, str] = field(default_factory=dict)
    """What lies under each dragon that was ever placed: a treasure, `MARKS`, or "" once it is taken (H-MON-3)."""
    rides: int = 0
    track: tuple[str, ...] = ()
    """How often Frey Faxi was ridden, and its way in this part of the phase, from where it stood (H-TREAS-5)."""
    served: int = 0
    """How many jarls have entered service, which gives the next one's rank."""
    battlefield: str = ""
    done_with: tuple[str, ...] = ()
    """Where the seat fights, and the areas it is done with, where that is one at a time (H-FIGHT-1)."""
    fight: Fight | None = None

    def jarls(self, seat: str) -> list[Counter]:
        """The jarls in a seat's service, the longest first (H-JARL-5)."""
        return self.ranked(each for each in self.own(seat) if not self.is_hero(each))
