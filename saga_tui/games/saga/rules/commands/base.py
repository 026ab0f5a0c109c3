"""Everything that can happen is a command: a small frozen model. `perform` is the one function that carries it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from saga_tui.changes import Change, Doc, diff, dotted
from saga_tui.engine.document import Ask, Ruling
from saga_tui.finding import Finding
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.edit import Edit, Line
from saga_tui.games.saga.rules.rulings import settle
from saga_tui.words import plural, sentence

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Count = Annotated[int, Field(ge=1, le=999)]
Index = Annotated[int, Field(ge=0, le=999)]
Words = Annotated[str, Field(max_length=2000)]
LongText = Annotated[str, Field(max_length=20_000)]

COMMANDS: dict[str, type[Command]] = {}
"""Every command by its verb: the one table from which keys, palette, help and shell verbs are made."""


class Command(BaseModel):
    """Something that happens to a character. The docstring of each command is its help text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verb: ClassVar[str] = ""
    group: ClassVar[str] = ""
    title: ClassVar[str] = ""
    rules: ClassVar[tuple[str, ...]] = ()
    after_doom: ClassVar[bool] = False
    """Whether it may still happen once the character has met their doom: what was open can be closed (DOM-3)."""
    before_play: ClassVar[bool] = False
    """Whether it may happen before play begins (TIME-3)."""

    who: Words = ""
    """Who did it, if not you."""
    why: Words = ""
    """A note on why."""

    def __init_subclass__(cls, verb: str = "", title: str = "", rules: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if verb:
            known = title or str(cls.model_config.get("title") or "")  # pydantic keeps the keyword for itself
            cls.verb, cls.title, cls.rules = verb, known or verb, tuple(rules.split())
            COMMANDS[verb] = cls

    def apply(self, edit: Edit) -> None:
        """Does it to the character in the edit."""
        raise NotImplementedError

    def dice_needed(self, character: Character) -> int:
        """How many faces have to be rolled for it; none unless a command says otherwise."""
        del character
        return 0

    def params(self) -> dict[str, Any]:
        """What was given, for the journal: defaults left out."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @property
    def aside(self) -> str:
        """Who and why, as a tail for a log line: empty where neither is given."""
        return ", ".join(part for part in (self.who, self.why) if part)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did, or would do: the new character, the changes, the words, what is asked next.

    `refused` is true where the rules find errors and the group has not overruled them: nothing has changed then.
    `doc` is the new character's document, empty where nothing has changed.
    """

    command: Command
    before: Character
    character: Character
    changes: tuple[Change, ...]
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    dice: tuple[int, ...]
    refused: bool
    doc: Doc = field(default_factory=dict, repr=False)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What the rules still want to know."""
        return state.play_of(self.character).asks

    @property
    def text(self) -> str:
        """One line for the log."""
        said = sentence("; ".join(line.text for line in self.lines)) or self.command.title
        return f"{said} ({self.command.aside})" if self.command.aside else said

    @property
    def clock(self) -> dict[str, int]:
        """Where in time it happened: the place before it, for that is where the table was."""
        return state.clock(self.before)


def perform(
    character: Character,
    command: Command,
    dice: tuple[int, ...] = (),
    overrule: str | None = None,
    doc: Doc | None = None,
) -> Outcome:
    """Carries out a command on a character with dice already rolled, and gives the outcome. `doc` is the character's
    document, where the caller has it at hand.

    Errors that the rules find refuse it, unless `overrule` gives the group's reason (it may be empty): then it is done
    as far as it can be, and each error overruled is written down as a ruling (CRE-11). What no group can overrule is
    refused all the same: dice that were not rolled, and what the character's file could not hold (rule `FILE`).
    """
    edit = Edit(character, dice)
    edit.why = command.why
    missing = command.dice_needed(character) - len(dice)
    if missing > 0:
        message = f"This needs {plural(missing, 'more die')}"
        edit.object("ROL-10", message, "Roll, or enter what the dice show.", code="dice", left=f"{len(dice)}")
        return refusal(command, edit)
    if not command.before_play and character.play is None:
        message, mend = "You have not started play yet", "Start play first; it lists what is still to do."
        edit.object("TIME-3", message, mend, code="not-begun")
    if not command.after_doom and state.doomed(character):
        edit.object(
            "DOM-3",
            f"{character.title} has met their doom and left play",
            "Undo what led to it, or allow this with a reason.",
            code="doomed",
            where=("play", "doom"),
        )
    try:
        command.apply(edit)
    except ValidationError as error:
        return unwritable(command, edit, error)
    errors = [finding for finding in edit.findings if finding.level == "error"]
    if errors and overrule is None:
        return refusal(command, edit)
    try:
        for finding in errors:
            edit.rule_on(Ruling(finding=finding.key[:200], reason=overrule or "", new=finding.message[:20_000]))
        settle(edit)
        new = edit.now.to_doc()
        from_doc(new)
    except ValidationError as error:
        return unwritable(command, edit, error)
    changes = tuple(reasoned(edit, change) for change in diff(character.to_doc() if doc is None else doc, new))
    return Outcome(command, character, edit.now, changes, tuple(edit.lines), tuple(edit.findings), dice, False, new)


def refusal(command: Command, edit: Edit) -> Outcome:
    """The outcome of a command that is not carried out: nothing has changed."""
    return Outcome(command, edit.before, edit.before, (), (), tuple(edit.findings), edit.dice, True)


def unwritable(command: Command, edit: Edit, error: ValidationError) -> Outcome:
    """The refusal of a command that would write what the character's file could not hold."""
    edit.findings += [too_much(problem) for problem in error.errors(include_url=False)]
    return refusal(command, edit)


def too_much(problem: ErrorDetails) -> Finding:
    """What a command would write and the file could not hold: a name without end, a number beyond all play."""
    where = tuple(problem["loc"])
    name = dotted(where) or "the character"
    message = f"The character's file cannot hold this as {name}: {problem['msg']}"
    return Finding("error", "FILE", where, message, "Make it shorter or smaller.", problem["type"])


def reasoned(edit: Edit, change: Change) -> Change:
    """The change with the rule that the command noted for the longest path to it, or for something inside it."""
    for length in range(len(change.path), 0, -1):
        rule = edit.rules.get(tuple(change.path[:length]))
        if rule is not None:
            return Change(change.path, change.old, change.new, rule)
    inner = (rule for path, rule in edit.rules.items() if path[: len(change.path)] == change.path)
    return Change(change.path, change.old, change.new, next(inner, ""))


def command_of(verb: str, params: dict[str, Any]) -> Command:
    """The command of a verb and its parameters; `KeyError` for an unknown verb, `ValidationError` for wrong ones."""
    return COMMANDS[verb].model_validate(params)
