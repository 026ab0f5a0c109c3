"""A change in the making: a command edits a document through this, and each edit names the rule behind it.

The document itself never changes; `now` is the new one. What is said and what is found wrong is collected beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Self, TypeVar

from saga_tui.engine.document import Ask, Document, Ruling
from saga_tui.engine.model import put_in
from saga_tui.engine.ruled import kept
from saga_tui.problem import Problem, Where
from saga_tui.words import minus

if TYPE_CHECKING:
    from saga_tui.dice import Draw
    from saga_tui.engine.rules import Rules

D = TypeVar("D", bound=Document)


LineState = Literal["", "skipped", "asked", "left"]
"""What became of a row of the clock's table: done (or no such row), skipped this time, waiting for an answer, off."""
LEADS: Final[dict[LineState, str]] = {
    "": "",
    "skipped": "skipped: ",
    "asked": "needs your choice: ",
    "left": "left to you: ",
}
"""How the words of a line in each state begin."""
Way = Literal["", "goes", "comes"]
"""Whether a line tells of what is lost, heals or ends, or of what is gained, comes back or begins."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened, in words, with its rule and the row of the clock's table that did it, if one did."""

    text: str
    rule: str = ""
    row: str = ""
    state: LineState = ""
    way: Way = ""
    moved: tuple[int, int] | None = None
    """The number that it tells of, before and after."""
    came: int | None = None
    """What the roll that it tells of came to: its degree, its damage."""

    @property
    def bare(self) -> str:
        """Its words without those that tell its state."""
        return self.text.removeprefix(LEADS[self.state])


def slug(text: str) -> str:
    """Words as a part of an id: `injured-leg`."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-")[:60] or "nameless"


class Edit(Generic[D]):
    """One command's work on one document. A game adds what its own commands do over and over."""

    def __init__(self, game: Rules[D], document: D, dice: tuple[int, ...] = ()) -> None:
        self.game = game
        self.before = document
        self.now = document
        self.rules: dict[Where, str] = {}
        self.lines: list[Line] = []
        self.problems: list[Problem] = []
        self.row = ""
        """The row of the clock's table that acts now, with the part of it after a colon: `heal:wounds`."""
        self.skipped: tuple[str, ...] = ()
        """Rows and parts of rows that do not happen this time."""
        self.why = ""
        """A word of the player on why."""
        self.barred = False
        """Whether it cannot be done at all, whatever a group decides."""
        self.foreseen = False
        """Whether it is only looked what would happen, without what dice decide."""
        self.dice = dice
        """All the faces that were rolled for this command."""
        self._dice = list(dice)

    def trial(self) -> Self:
        """An edit of the document as it is now, to see what something would do."""
        return type(self)(self.game, self.now)

    # ---- reading

    def take_dice(self, count: int) -> tuple[int, ...]:
        """The next faces of those that were rolled for this command."""
        taken, self._dice = tuple(self._dice[:count]), self._dice[count:]
        return taken

    def take(self, draw: Draw) -> tuple[int, ...]:
        """The next dice of those that were rolled, each with all its faces."""
        taken = draw.cut(self._dice)
        self._dice = self._dice[len(taken) :]
        return taken

    # ---- saying

    def say(self, text: str, rule: str = "", state: LineState = "", *, way: Way = "", came: int | None = None) -> None:
        """Notes what happened, or what becomes of what would have, for the log and the screen."""
        self.lines.append(Line(f"{LEADS[state]}{text}", rule, self.row, state, way, None, came))

    def say_moved(self, name: str, before: int, after: int, rule: str, more: str = "") -> None:
        """Notes that a number is another now: `force 4 → 5`; what falls goes, what rises comes."""
        text = f"{name} {minus(str(before))} → {minus(str(after))}{more}"
        self.lines.append(Line(text, rule, self.row, "", "comes" if after > before else "goes", (before, after)))

    def object(self, rule: str, message: str, fix: str, **more: Any) -> None:
        """Finds the command against a rule. It goes on, so that the group may overrule it: see `perform`."""
        where: Where = more.pop("where", ("play",))
        self.problems.append(Problem("error", rule, where, message, fix, **more))

    def skips(self, part: str) -> bool:
        """Goes on to a part of the row that acts now; whether the group skips it. Outside of a row, never."""
        if not self.row:
            return False
        self.row = f"{self.row.partition(':')[0]}:{slug(part)}"
        return self.row in self.skipped

    def all_of_it(self) -> None:
        """Goes back from a part of a row to the row as a whole."""
        self.row = self.row.partition(":")[0]

    # ---- changing

    def choose(self, section: str, rule: str, **fields: Any) -> None:
        """Sets fields of a section of the document."""
        part = getattr(self.now, section).model_copy(update=fields)
        self.now = self.now.model_copy(update={section: part})
        for field in fields:
            self.rules[(section, field)] = rule

    def listing(self, field: str, rule: str, items: tuple[Any, ...]) -> None:
        """Sets a list of the document itself."""
        self.now = self.now.model_copy(update={field: items})
        self.rules[(field,)] = rule

    def put(self, rule: str, **fields: Any) -> None:
        """Sets fields of the play state; the document enters play with the first."""
        play = self.game.play_of(self.now).model_copy(update=fields)
        self.now = self.now.model_copy(update={"play": play})
        for field in fields:
            self.rules[("play", field)] = rule

    def put_at(self, where: Where, value: Any, rule: str) -> None:
        """Sets one value at its place in the document."""
        if where[:1] == ("play",) and self.now.play is None:
            self.now = self.now.model_copy(update={"play": self.game.play_of(self.now)})
        self.now = put_in(self.now, where, value)
        self.rules[where] = rule

    # ---- questions and rulings

    def ask(self, ask: Ask) -> None:
        """Notes what the rules still want to know; it stays until it is answered, over restarts too."""
        self.put(ask.rule, asks=(*self.game.play_of(self.now).asks, ask))

    def answered(self, what: str, count: int = 1, kind: str | None = None, spared: bool = False) -> Ask | None:
        """Takes answers off the first open question of that sort, and of that kind where one is given; gives the
        question as it was. `spared`: it need not be answered any more."""
        asks: tuple[Ask, ...] = self.game.play_of(self.now).asks
        for place, ask in enumerate(asks):
            if ask.what == what and kind in (None, ask.kind):
                left, of = ask.count - count, ask.of - count if spared else ask.of
                rest = (ask.model_copy(update={"count": left, "of": max(0, of)}),) if left > 0 else ()
                self.put(ask.rule, asks=(*asks[:place], *rest, *asks[place + 1 :]))
                return ask
        return None

    def rule_on(self, ruling: Ruling) -> None:
        """Adds a ruling of the group, in place of an older one on the same problem, number or text."""
        self.listing("rulings", self.game.ruling, kept(self.now.rulings, ruling))

    def renamed(self, names: dict[str, str]) -> None:
        """Called after numbers got other names, old to new, because what they count was renamed."""
