"""All that a game knows at one moment (H-STATE-2). Plain data, cheap to copy; the rules live elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from saga_tui.engine.boards import Copied
from saga_tui.engine.phases import LEVELS, Control, Level
from saga_tui.games.heroes.book import SWITCHES, TABLES

__all__ = ["LEVELS", "Control", "Level"]
PILE: Final = "pile"
"""Where a counter is that waits to be drawn (H-MON-1)."""
DEAD: Final = "dead"
"""Where a counter is that has left the game (H-FIGHT-10)."""
COUNTRY: Final = "country"
"""The target of an attack on the country itself (H-TAX-1)."""
MARKS: Final = "marks"
"""What lies under the fifth and sixth dragon (H-MON-3)."""
Phase = Literal["set-up", "order", "move", "fight", "tax", "monsters", "jarls", "mark", "over"]
Asking = Literal["aid", "luck", "turn", "recruit", "loot", "reward", "lose", "flee", "pray", "death"]


@dataclass(slots=True)
class Counter(Copied):
    """A hero, jarl or monster. `at` is an area, `PILE` or `DEAD`; `master` the seat it serves, its own for a hero."""

    id: str
    at: str = PILE
    up: bool = False
    """Face up; a jarl that is not is unknown to all (H-INFO-1)."""
    master: str = ""
    rank: int = 0
    """When it entered service: the lower, the longer it serves (H-TAX-3)."""
    marks: int = 0
    sword: str = ""
    things: tuple[str, ...] = ()
    lost: int = 0
    out: bool = False
    """The turns it has still to sit out; whether this is one: it neither moves nor attacks (H-TURN-4)."""
    banned: bool = False
    ban_next: bool = False
    """No step by sea, this turn and the next (H-MOVE-5)."""
    hail: int = 0
    """What Hagall takes from its factor this turn (H-SPELL-3)."""
    fled: bool = False
    recruited: bool = False
    moved: bool = False
    steps: int = 0
    """Whether it made a step this turn (H-WOUND-3), and what its steps cost: some cost nothing."""
    stopped: bool = False
    """It took something up, which ended its movement (H-MOVE-4)."""
    riding: bool = False
    attacked: tuple[str, ...] = ()
    """The targets it attacked this turn: ids of counters, or `COUNTRY`."""

    @property
    def borne(self) -> tuple[str, ...]:
        """Its sword and its treasures."""
        return (self.sword, *self.things) if self.sword else self.things


@dataclass(slots=True)
class Seat(Copied):
    """A player's place, known by its hero's id: who decides, and all that is the hero's own."""

    hero: str
    player: str = ""
    control: Control = "person"
    level: Level = "normal"
    counter: str = ""
    """The counter that plays the hero: an heir's own (H-DEATH-5)."""
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
    in_play: bool = True
    waits: bool = False
    """Began anew in this turn, and acts from the next (H-DEATH-4)."""
    final: int = 0
    """The total with which it withdrew (H-DEATH-2)."""
    fell: str = ""
    bore: tuple[str, ...] = ()
    """Where the hero fell whose player has not chosen yet, and what he had on him: it lies there."""
    standing: dict[str, str] = field(default_factory=dict)
    """Standing answers by question (H-STATE-5)."""


@dataclass(slots=True)
class Question(Copied):
    """What somebody must answer before anything else (H-STATE-4). `hero` is the seat that is asked."""

    kind: Asking
    hero: str
    counter: str = ""
    """Whom it is about: the dead jarl, the one that flees."""
    among: tuple[str, ...] = ()
    most: int = 0
    glory: int = 0
    luck: int = 0
    """What it offers: of whom, how much, of either kind."""


@dataclass(slots=True)
class Fight(Copied):
    """The open fight (H-FIGHT-5). `by` is the attackers' seat, `owner` the defenders', "" for nobody's."""

    area: str
    attackers: tuple[str, ...]
    target: str
    by: str
    owner: str = ""
    defenders: tuple[str, ...] = ()
    step: int = 1
    """The step that comes next, 1 to 11."""
    unknown: bool = False
    """The target lay face down when it was attacked (H-JARL-1)."""
    fallen_out: tuple[str, ...] = ()
    """Attackers whom a spell stopped (H-SPELL-9)."""
    luck: dict[str, int] = field(default_factory=dict)
    """Luck spent by seat."""
    attack_help: int = 0
    defence_help: int = 0
    """What the gods add to each side (H-GOD-6, H-GOD-8)."""
    die: int = 0
    result: str = ""
    sum: tuple[int, ...] = ()
    """The die, then the attack's strength, luck and gods' help, the defence's, and what it came to (H-FIGHT-7)."""
    told: bool = False
    """The die and the result are open to all (H-JARL-2)."""
    winner: str = ""
    """The seat that the result favours, "" for nobody's (H-FLEE-2)."""
    gains: tuple[int, int] = (0, 0)
    """Glory or luck that the winner may take."""
    todo: tuple[str, ...] = ()
    """What is still to be done, in order, a word for each deed of `fight.DEEDS` and whom it is about."""


@dataclass(slots=True)
class State(Copied):
    """A game. Whoever changes one changes a copy of his own."""

    seed: int = 0
    drawn: int = 0
    """How many draws there have been (H-DRAW-2)."""
    switches: dict[str, str] = field(default_factory=lambda: {key: each.values[0] for key, each in SWITCHES.items()})
    turns: int = TABLES["turns"]
    seats: dict[str, Seat] = field(default_factory=dict)
    turn: int = 0
    phase: Phase = "set-up"
    order: tuple[str, ...] = ()
    whose: str = ""
    """The seat whose part of the phase it is, "" where it is nobody's."""
    counters: dict[str, Counter] = field(default_factory=dict)
    iced: tuple[str, ...] = ()
    kingdoms: dict[str, str] = field(default_factory=dict)
    ground: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By area: the seat to whose kingdom it belongs, swords and treasures that lie there."""
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
    questions: list[Question] = field(default_factory=list)
    """Open questions; the last is asked first."""

    def on(self, switch: str, value: str) -> bool:
        """Whether a switch stands at that value."""
        return self.switches[switch] == value

    def hero(self, seat: str) -> Counter:
        """The counter that plays a seat's hero."""
        return self.counters[self.seats[seat].counter]

    def is_hero(self, counter: Counter) -> bool:
        """Whether it plays a hero now, as an heir does too."""
        return bool(counter.master) and self.seats[counter.master].counter == counter.id

    def own(self, seat: str) -> Iterator[Counter]:
        """A seat's counters on the board, its hero and its jarls, by id of the table."""
        return (each for each in self.counters.values() if each.master == seat and each.at not in (PILE, DEAD))

    def there(self, area: str) -> list[Counter]:
        """All counters in an area, in the order of the table."""
        return [each for each in self.counters.values() if each.at == area]

    def jarls(self, seat: str) -> list[Counter]:
        """The jarls in a seat's service, the longest first (H-JARL-5)."""
        mine = (each for each in self.own(seat) if self.seats[seat].counter != each.id)
        return sorted(mine, key=lambda each: each.rank)

    def playing(self) -> list[Seat]:
        """The seats whose heroes are in play, in the seats' order."""
        return [seat for seat in self.seats.values() if seat.in_play]
