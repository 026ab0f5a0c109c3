"""The decisions of a game's machine as commands of its document: typed, kept in the journal, undone. The machine is a
pure function that carries a decision out on a state of its own and runs on until the next must be made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from types import new_class
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar, get_type_hints

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.command import Command
from saga_tui.engine.document import Ask, Document
from saga_tui.engine.draws import ByHand, Draws, Refused, Wanted, by_chance, unthrown
from saga_tui.engine.edit import Edit
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LARGEST

D = TypeVar("D", bound=Document)
T = TypeVar("T")


BREAKS: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError,
)  # fmt: skip
"""What a machine may raise on a state that a hand wrote."""


class Broken(Exception):
    """A state that a hand wrote does not hold together, and the machine breaks on it."""


@dataclass(frozen=True)
class Machine(Generic[D]):
    """What a game says of its machine. An outcome has a `state`, the `events` in order, and what was `drawn`."""

    perform: Callable[[Any, Any, Draws], Any]
    """The outcome of a decision on a state; `Refused` or `Wanted` where there is none. Its events have the `dice` that
    may be told."""
    state: Callable[[D], Any]
    having: Callable[[D, Any, tuple[Ask, ...]], D]
    """The document after an outcome, and with who decides next."""
    told: Callable[[Any, Iterable[Any]], Iterable[tuple[str, str]]]
    """Events in words, each with its rule; the state is that after them."""
    asked: Callable[[Any], tuple[str, str]]
    """Who decides next, and what, in words; empty where nobody has to."""
    rule: str
    """The rule of its numbered draws."""
    computer: Callable[[Any], Any] = lambda _: None
    """What a computer player decides who must decide next; nothing where none must."""
    faults: Callable[[Any], Sequence[Any]] = lambda _: ()
    """What no game can come to, in a state that a hand wrote: then the machine may break on it."""

    def missing(self, state: Any, decision: Any, dice: Sequence[int]) -> str:
        """What the next die is for that a decision takes beyond these, thrown by hand; nothing where it takes no more.
        `Refused` where it cannot be."""
        hand = ByHand(*dice)
        try:
            self.perform(state, decision, hand)
        except Wanted as more:
            return more.what
        if not hand.over:
            raise Refused(self.rule, "It takes fewer dice.")
        return ""

    def soundly(self, work: Callable[..., T], state: Any, *more: Any) -> T:
        """What the machine makes of a state; `Broken` where it breaks on one that a hand wrote."""
        try:
            return work(state, *more)
        except Refused:
            raise
        except BREAKS as error:
            if not self.faults(state):
                raise
            raise Broken from error


class Board(Edit[D]):
    """One command's work on a document that a machine plays on."""

    machine: ClassVar[Machine[Any]]

    def carry(self, decision: Any, draws: Draws = by_chance) -> bool:
        """Has the machine carry a decision out, and says what happened, and returns yes; what it refuses, or what dice
        are missing, is said. Nothing more is said of what is only looked at: it may show what nobody has seen yet."""
        known = self.machine
        try:
            outcome = known.soundly(
                known.perform, known.state(self.now), decision, unthrown if self.foreseen else draws
            )
        except Refused as no:
            self.object(no.rule, str(no).rstrip("."), "Choose something else.", code="refused")
            self.barred = True
            return False
        except Wanted as more:
            if not self.foreseen:
                self.object(known.rule, f"A die is missing: {more.what}", "Enter what it shows.", code="dice")
                self.barred = True
                return False
        except Broken:
            return self.broken()
        if self.foreseen:
            self.say("this can be done", known.rule)
            return False
        who, what = known.asked(outcome.state)
        self.now = known.having(self.now, outcome, (Ask(what=what, kind=who),) if what else ())
        for words, rule in known.told(outcome.state, outcome.events):
            self.say(words, rule)
        self.dice = (*self.dice, *(face for event in outcome.events for face in event.dice))
        return True

    def broken(self) -> bool:
        """Says that a hand wrote what no game can come to, and returns no."""
        said, fix = "The saved game does not hold together", "saga-tui check says what is wrong in the file."
        self.object(self.machine.rule, said, fix, code="refused")
        self.barred = True
        return False


class Decision(Command):
    """Something that a player decides."""

    hidden = fixed = True
    by_name = ("dice",)
    form: ClassVar[Any] = None
    """What the machine takes: a dataclass with a `verb` and all parameters of all verbs."""
    takes: ClassVar[tuple[str, ...]] = ()
    """Those of this one."""
    brief: ClassVar[frozenset[str]] = frozenset()
    """Verbs that only end somebody's part, which is not worth telling among other things."""
    quiet: ClassVar[str] = ""
    """What the log says where nothing that may be told came of it; its title where it says nothing."""

    dice: tuple[Annotated[int, Field(ge=1)], ...] = Field(default=(), max_length=200)
    """Dice thrown by hand, in order; without any the game's own."""

    def apply(self, edit: Board[Any]) -> None:
        """The machine does it."""
        hand = ByHand(*self.dice) if self.dice else None
        done = self.decide(edit, hand or by_chance)
        if done and self.quiet and not edit.lines:
            edit.say(self.quiet)
        if done and hand is not None and not hand.over:
            edit.object(edit.machine.rule, "It takes fewer dice", "Enter only the dice that it needs.", code="dice")
            edit.barred = True

    @property
    def decision(self) -> Any:
        """As the machine takes it."""
        return self.form(self.verb, **{name: getattr(self, name) for name in self.takes})

    def decide(self, edit: Board[Any], draws: Draws) -> bool:
        """Whether the machine could do it."""
        return edit.carry(self.decision, draws)


class Computing(Decision):
    """Everything that computer players decide, until a person must, the turn ends or it is over."""

    def decide(self, edit: Board[Any], draws: Draws) -> bool:
        """Whether the machine could do any of it."""
        known = edit.machine
        turns = [known.state(edit.now).turn]
        while (state := known.state(edit.now)).turn == turns[0]:
            try:
                decision = known.soundly(known.computer, state)
            except Broken:
                return edit.broken()
            if decision is None:
                break
            before = len(edit.lines)
            if not edit.carry(decision, draws):
                return False
            if decision.verb in self.brief and len(edit.lines) == before + 1:
                edit.lines.pop()
            turns.append(state.turn)
        if not turns[1:]:
            edit.object(known.rule, "No computer player has to decide now", "Make the next decision.", code="refused")
            edit.barred = True
        return bool(turns[1:])


class Beginning(Decision):
    """Begins play: all chance follows from a seed (`seed` of the document), which is drawn first."""

    sides = LARGEST
    seed: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    """The same number gives the same game; without one it is drawn."""

    def dice_needed(self, document: Any) -> int:
        """One draw for the seed, where there is none."""
        return 0 if self.seed or document.seed else 1

    def apply(self, edit: Board[Any]) -> None:
        """The seed first."""
        drawn = edit.take(Draw(self.dice_needed(edit.now), LARGEST))
        edit.now = edit.now.model_copy(update={"seed": self.seed or next(iter(drawn), edit.now.seed)})
        super().apply(edit)
        edit.dice = drawn or edit.dice


def declare(
    base: type[Decision],
    takes: Mapping[str, Sequence[str]],
    rows: Mapping[str, Mapping[str, Any]],
    said: Mapping[str, str],
    of: Mapping[str, str],
) -> None:
    """Makes the commands of the machine's decisions, below `base`. `takes` are the parameters of each verb, those with
    a question mark may be left out; `rows` have its words (`title`, `about`, `group`, `rules`; `begins` for the one
    that draws the seed, `computer` for the one of computer players, `quiet` for one of which nothing may come, `brief`
    for one that only ends a part, `shows = false` for one after which nobody knows more than before), `said` those of
    parameters, `of` the lists that parameters choose from."""
    hints, usual = get_type_hints(base.form, include_extras=True), {one.name: one.default for one in fields(base.form)}
    base.brief = frozenset(verb for verb in takes if rows[verb].get("brief"))
    for verb, names in takes.items():
        row, plain = rows[verb], tuple(name.rstrip("?") for name in names)
        space: dict[str, Any] = {
            "__doc__": row["about"],
            "__module__": base.__module__,
            "takes": plain,
            "quiet": row.get("quiet", ""),
            "hidden": row.get("shows", True),
        }
        space["__annotations__"] = {
            name: Annotated[hints[name], Of(of[name])] if name in of else hints[name] for name in plain
        }
        for name in plain:
            space[name] = Field(... if name in names else usual[name], description=said.get(name))
        bases = (Beginning, base) if row.get("begins") else (Computing, base) if row.get("computer") else (base,)
        words = {"verb": verb, "title": row["title"], "group": row["group"], "rules": row["rules"]}
        new_class(verb.capitalize(), bases, words, partial(_fill, space))


def _fill(space: dict[str, Any], own: dict[str, Any]) -> None:
    own.update(space)
