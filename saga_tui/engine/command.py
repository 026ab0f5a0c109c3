"""Everything that can happen is a command: a small frozen model. `perform` is the one function that carries it out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from saga_tui.changes import Change, Doc, diff, dotted
from saga_tui.dice import Draw
from saga_tui.engine import rulings
from saga_tui.engine.document import Ask, Document, Ruling
from saga_tui.engine.edit import Edit, Line
from saga_tui.engine.fields import Variants
from saga_tui.problem import FILE, Problem
from saga_tui.words import plural, sentence

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from saga_tui.engine.rules import Rules

D = TypeVar("D", bound=Document)

Count = Annotated[int, Field(ge=1, le=999)]
Index = Annotated[int, Field(ge=0, le=999)]
"""A place in a list: from 0 here and in the journal, from 1 where a person reads or types it."""
Words = Annotated[str, Field(max_length=2000)]
LongText = Annotated[str, Field(max_length=20_000)]

Gate = Callable[[Any], None]
"""Looks at an edit before a command is carried out, and objects where the command may not happen now."""


def in_play(edit: Any) -> None:
    """A gate: objects before play has begun."""
    if edit.before.play is None:
        message, fix = "You have not started play yet", "Start play first; it lists what is still to do."
        edit.object(edit.game.ids.not_begun, message, fix, code="not-begun")


class Command(BaseModel):
    """Something that happens to a document. The docstring of each command is its help text.

    A game has a subclass of its own with a `registry` of its own; every command with a verb below it is entered there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    registry: ClassVar[dict[str, Any]] = {}
    verb: ClassVar[str] = ""
    group: ClassVar[str] = ""
    """What kind of thing it is, for the log's filters: `rolls`, `damage`, `clock` …"""
    title: ClassVar[str] = ""
    rules: ClassVar[tuple[str, ...]] = ()
    stands_on: ClassVar[str] = ""
    """Which of the ids that a game gives the engine (`Ids`) it carries out, where it belongs to every game."""
    gates: ClassVar[tuple[Gate, ...]] = ()
    """What must hold for it to happen."""
    hidden: ClassVar[bool] = False
    """Whether it reveals something that undo cannot make unseen: a card drawn. Undo says so."""

    fixed: ClassVar[bool] = False
    """Whether its dice are fixed before it happens and come again after an undo: nobody may look what they would do."""

    unkept: ClassVar[bool] = False
    """Whether it only tells something: no journal keeps it, and there is nothing to undo."""
    verbatim: ClassVar[bool] = False
    """Whether its log line is a person's own words, which stay as they were typed."""
    sides: ClassVar[int] = 6
    """The sides of the dice that it rolls; 0 where it draws cards."""
    former: ClassVar[Mapping[str, str]] = {}
    """Parameters by the names that earlier versions gave them, in journals and scripts: the name of today for each."""

    answers: ClassVar[tuple[str, ...]] = ()
    """Which questions of the rules (`Ask.what`) it answers."""
    filled: ClassVar[tuple[str, ...]] = ()
    """Parameters that the program fills in itself, so that the journal has them: nobody is asked for one."""
    typed: ClassVar[tuple[str, ...]] = ()
    """Its parameters that are typed before the others, in their order."""
    by_name: ClassVar[tuple[str, ...]] = ()
    """Parameters that people give by name only, beside those that every command has."""
    variants: ClassVar[Variants | None] = None
    """How its parameters are typed, where the first of them decides on the others."""

    who: Words = ""
    """Who did it, if not you."""
    why: Words = ""
    """A note on why."""

    def __init_subclass__(
        cls, verb: str = "", title: str = "", rules: str = "", group: str = "", **kwargs: Any
    ) -> None:
        super().__init_subclass__(**kwargs)
        if group:
            cls.group = group
        if verb:
            known = title or str(cls.model_config.get("title") or "")  # pydantic keeps the keyword for itself
            cls.verb, cls.title, cls.rules = verb, known or verb, tuple(rules.split())
            cls.registry[verb] = cls

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """What is no parameter is known as such from here on: pydantic would read its type anew for each command below
        this one."""
        for name in cls.__class_vars__:
            cls.__annotations__.pop(name, None)

    @model_validator(mode="before")
    @classmethod
    def _by_todays_names(cls, data: Any) -> Any:
        """Reads parameters under the names that earlier versions wrote."""
        known = cls.former
        return (
            {known.get(name, name): value for name, value in data.items()} if known and isinstance(data, dict) else data
        )

    def apply(self, edit: Any) -> None:
        """Does it to the document in the edit."""
        raise NotImplementedError

    def finish(self, edit: Any) -> None:
        """What follows whatever a command of its kind did; nothing, for most."""

    def dice_needed(self, document: Any) -> int:
        """How many dice have to be rolled for it; none unless a command says otherwise."""
        del document
        return 0

    def draws(self, document: Any) -> Draw:
        """What has to be rolled for it, or drawn where a command says so."""
        return Draw(self.dice_needed(document), self.sides)

    def params(self) -> dict[str, Any]:
        """What was given, for the journal: defaults left out."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @property
    def aside(self) -> str:
        """Who and why, as a tail for a log line: empty where neither is given."""
        return ", ".join(part for part in (self.who, self.why) if part)


class Commands(Mapping[str, type[Command]]):
    """Commands by their verbs, each loaded with its module when it is first asked for: who does one pays for one."""

    def __init__(self, homes: Mapping[str, str], made: Mapping[str, type[Command]]) -> None:
        """`homes` names the verbs of each module, in the order of lists; loading one enters its commands in `made`."""
        self._homes = {verb: module for module, verbs in homes.items() for verb in verbs.split()}
        self._made = made

    def __getitem__(self, verb: str) -> type[Command]:
        home = self._homes[verb]
        if verb not in self._made:
            import_module(home)
        return self._made[verb]

    def __contains__(self, verb: object) -> bool:
        return verb in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[D]):
    """What a command did, or would do: the new document, the changes, the words, what is asked next.

    `refused` is true where the rules find errors and the group has not overruled them: nothing has changed then.
    `doc` is the new document as the file has it, empty where nothing has changed; `clock` is where in time it happened:
    the place before it, for that is where the table was.
    """

    command: Command
    before: D
    after: D
    changes: tuple[Change, ...]
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    dice: tuple[int, ...]
    refused: bool
    clock: dict[str, int] = field(default_factory=dict)
    doc: Doc = field(default_factory=dict, repr=False)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What the rules still want to know."""
        return self.after.play.asks if self.after.play is not None else ()

    @property
    def text(self) -> str:
        """One line for the log; what the group allowed against the rules stands at its end."""
        allowed = [] if self.refused else [problem.message for problem in self.problems if problem.level == "error"]
        done = [line.text for line in self.lines] or [self.command.title] * bool(allowed)
        joined = "; ".join([*done, *(f"allowed: {message}" for message in allowed)])
        said = (joined if self.command.verbatim else sentence(joined)) or self.command.title
        return f"{said} ({self.command.aside})" if self.command.aside else said


def perform(  # noqa: PLR0917 - what is not given as a rule has a name of its own
    game: "Rules[D]",
    document: D,
    command: Command,
    dice: tuple[int, ...] | None = (),
    overrule: str | None = None,
    doc: Doc | None = None,
) -> Outcome[D]:
    """Carries out a command on a document with dice already rolled, and gives the outcome. `doc` is the document as the
    file has it, where it is at hand.

    Without dice (`None`) it is only foreseen: what they decide is left out.

    Errors refuse it, unless the group overrules them with a reason (`overrule`, which may be empty): then it is done
    as far as it can be, and each error overruled is written down as a ruling. What no group can overrule is refused
    all the same: dice that were not rolled, and what the document's file could not hold (rule `FILE`).
    """
    edit = game.edit(game, document, dice or ())
    edit.why, edit.foreseen = command.why, dice is None
    missing = 0 if dice is None else command.draws(document).lacks(dice)
    if missing > 0:
        return too_few(command, edit, missing)
    for gate in command.gates:
        gate(edit)
    try:
        command.apply(edit)
        command.finish(edit)
    except ValidationError as error:
        return unwritable(command, edit, error)
    errors = [problem for problem in edit.problems if problem.level == "error"]
    if errors and (overrule is None or edit.barred):
        return refusal(command, edit)
    try:
        for problem in errors:
            edit.rule_on(Ruling(finding=problem.key[:200], reason=overrule or "", new=problem.message[:20_000]))
        rulings.settle(edit)
        old = document.to_doc() if doc is None else doc
        new = edit.now.to_doc((document, old))
        game.of(new)
    except ValidationError as error:
        return unwritable(command, edit, error)
    changes = tuple(reasoned(edit, change) for change in diff(old, new))
    clock = game.clock.now(document)
    lines, problems = tuple(edit.lines), tuple(edit.problems)
    return Outcome(command, document, edit.now, changes, lines, problems, edit.dice, False, clock, new)


def refusal(command: Command, edit: Edit[D]) -> Outcome[D]:
    """The outcome of a command that is not carried out: nothing has changed."""
    clock = edit.game.clock.now(edit.before)
    return Outcome(command, edit.before, edit.before, (), (), tuple(edit.problems), edit.dice, True, clock)


def too_few(command: Command, edit: Edit[D], missing: int) -> Outcome[D]:
    """The refusal of a command for which not all dice were rolled."""
    message, fix = f"This needs {plural(missing, 'more die')}", "Roll, or enter what the dice show."
    edit.object(edit.game.ids.dice, message, fix, code="dice", left=f"{len(edit.dice)}")
    return refusal(command, edit)


def unwritable(command: Command, edit: Edit[D], error: ValidationError) -> Outcome[D]:
    """The refusal of a command that would write what the document's file could not hold."""
    edit.problems += [too_much(problem) for problem in error.errors(include_url=False)]
    return refusal(command, edit)


def too_much(problem: "ErrorDetails") -> Problem:
    """What a command would write and the file could not hold: a name without end, a number beyond all play."""
    where = tuple(problem["loc"])
    name = dotted(where) or "the whole"
    message = f"The file cannot hold this as {name}: {problem['msg']}"
    return Problem("error", FILE, where, message, "Make it shorter or smaller.", problem["type"])


def reasoned(edit: Edit[D], change: Change) -> Change:
    """The change with the rule that the command noted for the longest path to it, or for something inside it."""
    for length in range(len(change.path), 0, -1):
        rule = edit.rules.get(tuple(change.path[:length]))
        if rule is not None:
            return Change(change.path, change.old, change.new, rule, before=change.before)
    inner = (rule for path, rule in edit.rules.items() if path[: len(change.path)] == change.path)
    return Change(change.path, change.old, change.new, next(inner, ""), before=change.before)


def objections(game: "Rules[D]", document: D, command: Command) -> list[Problem]:
    """What the rules have against a command, whatever its dice show; nothing else of it is worked out."""
    draw = command.draws(document)
    edit = game.edit(game, document, (1,) * draw.needed)
    for gate in command.gates:
        gate(edit)
    command.apply(edit)
    return [problem for problem in edit.problems if problem.level == "error"]
