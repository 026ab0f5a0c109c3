"""A saved game as a document: who plays and by which rules, and in `play` all that the machine knows (H-STATE-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from pydantic import Field, model_validator

from saga_tui.engine import document
from saga_tui.engine.kept import Kept
from saga_tui.engine.mirrored import Mirror, one_of
from saga_tui.engine.model import Name, Whole
from saga_tui.engine.soundness import seatless
from saga_tui.engine.wrong import broken
from saga_tui.games.heroes import book
from saga_tui.games.heroes.book import AREAS, HEROES, JARLS, MONSTERS, PIECES, SWITCHES, SWORDS, THINGS
from saga_tui.games.heroes.state import COUNTRY, DEAD, MARKS, PILE, Counter, Seat, State

KEY: Final = "heroes"
MEND: Final = "Undo this change, or set it right."
TOP: Final = ("seed", "turns", "switches", "seats")
"""What of the state stands in the document itself, for it is chosen before play begins."""
NONE: Final = ("",)
WORDS: Final = {
    "area": one_of("area", AREAS, NONE), "place": one_of("area", AREAS, (PILE, DEAD)),
    "hero": one_of("hero", HEROES, NONE), "counter": one_of("counter", PIECES, NONE),
    "target": one_of("counter", PIECES, (COUNTRY,)), "sword": one_of("sword", SWORDS, NONE),
    "treasure": one_of("treasure", book.TREASURES), "guarded": one_of("treasure", book.TREASURES, (MARKS, "")),
    "thing": one_of("thing", THINGS), "rune": one_of("rune", book.RUNES, NONE),
    "monster": one_of("monster", MONSTERS), "switch": one_of("switch", SWITCHES),
}  # fmt: skip
"""The words that may stand in a field, by their kind; `book/saved.toml` has the fields of each."""


class BoardPlay(document.Play):
    """Where play stands; its fields are the state's."""

    always = ("turn", "phase")


MIRROR: Final[Mirror[State]] = Mirror(
    State,
    keys={Counter: "id", Seat: "hero"},
    words={place: WORDS[kind] for kind, places in book.table("saved").items() for place in places},
    order={"State.seats": [*HEROES], "State.counters": [*PIECES], "State.switches": [*SWITCHES],
           "State.ground": [*AREAS], "State.kingdoms": [*AREAS], "State.lairs": [*MONSTERS]},
    whole={"State.counters": [*JARLS, *MONSTERS]},
    base=BoardPlay,
    apart=TOP,
)  # fmt: skip
if TYPE_CHECKING:
    Seats = dict[str, Any]
    Switches = dict[str, str]
    Board = BoardPlay
else:
    Seats, Switches, Board = MIRROR.type_of("seats"), MIRROR.type_of("switches"), MIRROR.model


class Saved(Kept):
    """A whole saved game (H-DRAW-2, H-SWITCH)."""

    ruling = "H-SWITCH"
    mirror = MIRROR
    usual: ClassVar[Any] = {"switches": {key: one.values[0] for key, one in SWITCHES.items()}}
    within = ("counters",)
    game: Name = KEY
    name: Name = ""
    seed: Whole = 0
    turns: Whole = State().turns
    switches: Switches = Field(default_factory=dict)
    seats: Seats = Field(default_factory=dict)
    play: Board | None = None

    @model_validator(mode="after")
    def _goes_together(self) -> Saved:
        """Every hero that is named has a seat, and every seat a counter: without that nothing can be told (H-SET-1)."""
        names = {key: one.name for key, one in HEROES.items()}
        wrong = seatless(state := self.state, names, state.kingdoms.values()) if self.play is not None else []
        if wrong:
            raise broken("Saved", ((("play",), words) for words in wrong), MEND)
        return self
