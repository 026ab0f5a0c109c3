"""The machine's commands as those of a document: typed, kept in the journal, undone (H-STATE-3, H-STATE-4)."""

from __future__ import annotations

from collections.abc import Sequence
from types import new_class
from typing import Annotated, Any, Final, get_type_hints

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import command
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.document import Ask
from saga_tui.engine.edit import Edit
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LARGEST
from saga_tui.games.heroes import commands
from saga_tui.games.heroes.book import table
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.run import ByHand, Draws, Refused, Wanted, by_chance
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.state import State
from saga_tui.games.heroes.told import deciding, sentences

MADE: Final[dict[str, type[command.Command]]] = dict(SHARED)
ROWS: Final = table("commands")
OF: Final = {"counter": "counter", "counters": "counter", "to": "counter", "dragon": "counter", "jarl": "counter",
             "target": "target", "areas": "area", "hero": "hero", "thing": "thing", "name": "switch"}  # fmt: skip
"""The lists that parameters choose from."""
HINTS: Final = get_type_hints(commands.Command, include_extras=True)


class Board(Edit[Saved]):
    """One command's work on a saved game."""

    def carry(self, decision: Any, draws: Draws = by_chance) -> None:
        """Has the machine carry a decision out; what it refuses, or what the dice still have to decide, is said."""
        before = self.now.state
        try:
            outcome = perform(before, decision, unthrown if self.foreseen else draws)
        except Refused as no:
            self.object(no.rule, str(no).rstrip("."), "Choose something else.", code="refused")
        except Wanted as more:
            if self.foreseen:
                self.say("the dice decide", "H-DRAW-2")
            else:
                self.object("H-DRAW-2", f"A die is missing: {more.what}", "Enter what it shows.", code="dice")
        else:
            self.take_state(outcome.state)
            for words, rule in sentences(outcome.state, outcome.events):
                self.say(words, rule)
            self.dice = (*self.dice, *(one.shown for one in outcome.drawn if not one.what.startswith("pick")))

    def take_state(self, state: State) -> None:
        """The game stands so now."""
        hero, words, _ = deciding(state)
        self.now = self.now.having(state, (Ask(what=words, kind=hero, rule="H-STATE-4"),) if hero else ())


def unthrown(_seed: int, number: int, _sides: int, what: str, /) -> tuple[int, bool]:
    """Throws nothing: nobody may see dice that have not fallen (H-INFO-1)."""
    raise Wanted(number, what)


class Decision(command.Command):
    """Something that a player decides."""

    registry = MADE
    hidden = True
    fixed = True
    by_name = ("dice",)

    dice: tuple[Annotated[int, Field(ge=1, le=6)], ...] = Field(default=(), max_length=200)
    """Dice thrown by hand, in order; without any the game's own."""

    def apply(self, edit: Board) -> None:
        """The machine does it."""
        hand = ByHand(*self.dice) if self.dice else None
        said = {plain: getattr(self, plain) for name in commands.TAKES[self.verb] if (plain := name.rstrip("?"))}
        verb: Any = self.verb
        edit.carry(commands.Command(verb, **said), hand or by_chance)
        if hand is not None and not hand.over and not edit.problems:
            edit.object("H-DRAW-2", "It takes fewer dice", "Enter only the dice that it needs.", code="dice")


class Beginning(Decision):
    """Begins play: all chance follows from a seed that is drawn first (H-DRAW-2)."""

    sides = LARGEST
    seed: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    """The same number gives the same game; without one it is drawn."""

    def dice_needed(self, document: Any) -> int:
        """One draw for the seed, where none is given."""
        return 0 if self.seed else 1

    def apply(self, edit: Board) -> None:
        """The seed first."""
        drawn = edit.take(Draw(self.dice_needed(edit.now), LARGEST)) or (edit.now.seed,)
        edit.now = edit.now.model_copy(update={"seed": self.seed or drawn[0]})
        super().apply(edit)
        edit.dice = drawn


def _made(verb: str, takes: Sequence[str]) -> None:
    """Makes a document's command of one of the machine's."""
    row, said = ROWS[verb], ROWS["parameters"]
    space: dict[str, Any] = {"__doc__": row["about"], "__module__": __name__, "__annotations__": {}}
    for name in takes:
        plain = name.rstrip("?")
        hint, first = HINTS[plain], getattr(commands.Command("done"), plain)
        space["__annotations__"][plain] = Annotated[hint, Of(OF[plain])] if plain in OF else hint
        space[plain] = Field(first if plain != name else ..., description=said.get(plain))
    base = Beginning if verb == "begin" else Decision
    new_class(verb.capitalize(), (base,), {"verb": verb, **{key: row[key] for key in ("title", "group", "rules")}},
              lambda own: own.update(space))  # fmt: skip


for _verb, _takes in commands.TAKES.items():
    _made(_verb, _takes)
