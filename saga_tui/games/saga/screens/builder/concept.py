"""Step 1: who the character is (CRE-1), and whether it is built or entered as it stands on paper (CRE-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, cast

from textual import work
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.commands.build import ConceptField, FromPaper, SetConcept
from saga_tui.games.saga.rules.setting import title
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.builder.desk import found_at
from saga_tui.games.saga.screens.builder.parts import (
    FieldLine,
    Heading,
    Idea,
    IdeaList,
    Switch,
    TextRow,
    TextSpec,
    ghosts,
)
from saga_tui.games.saga.screens.builder.view import StepView, lines_of
from saga_tui.games.saga.settings.noting import note
from saga_tui.problem import Problem, Where
from saga_tui.ui.rows import Row

FIELDS: Final[tuple[tuple[ConceptField, str, str, int], ...]] = (
    ("name", "Name", "what others call you", 200),
    ("player", "Player", "who plays this character", 200),
    ("line", "Concept", "who you are, in one line", 400),
    ("skill_x", "Skill X", "the skill unique to your setting", 60),
    ("notes", "Notes", "anything to remember", 4000),
)
LINE: Final = "concept.line"
SKILL_X: Final = FIELDS[3][2]
AS_IS: Final = "Enter ratings and ranks directly, with no point limits. Later advances still cost Spark."


class ConceptStep(StepView):
    """Name, player, concept, Skill X's name, notes."""

    step = "concept"
    optional = frozenset({"concept.player", "concept.skill_x", "concept.notes"})
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "as_is", "From paper", id="builder.as-is", tooltip="Enter a character from paper"),
    ]

    def compose_step(self) -> Iterable[Widget]:
        """The fields, the switch, the ideas."""
        for key, label, placeholder, most in FIELDS:
            yield FieldLine(label, f"concept.{key}", placeholder=placeholder, most=most, lines=key == "notes")
        yield TextRow(TextSpec(""), id="setting")
        yield Switch((("", "Step by step"), ("as is", "From paper")), "e")
        yield Static(AS_IS, id="as-is-words", markup=False)
        yield Heading("Ideas", classes="spaced")
        yield IdeaList()

    def on_mount(self) -> None:
        """Completes what is typed from the ideas."""
        super().on_mount()
        for line, (key, *_) in zip(lines_of(self), FIELDS, strict=True):
            ghosts(line.field, [idea.text for idea in self.ideas_for(f"concept.{key}")])
        self.query_one(IdeaList).offer(self.ideas_for(LINE))

    def show(self, problems: Sequence[Problem]) -> None:
        """The texts and what is found in them."""
        concept = self.character.concept
        for line, (key, *_) in zip(lines_of(self), FIELDS, strict=True):
            line.show(getattr(concept, key))
            line.flag(found_at(problems, "concept", key))
        self.query_one("#setting", TextRow).spec = self._setting()
        for line, (key, *_) in zip(lines_of(self), FIELDS, strict=True):
            if key == "skill_x":
                named = derive.skill_name(self.character, "skill_x")
                line.field.placeholder = SKILL_X if named == "Skill X" else f"{named} (your setting's name)"
        self.query_one(Switch).chosen = "as is" if self.character.as_is else ""
        self.query_one("#as-is-words").display = self.character.as_is

    def write(self, key: str, text: str) -> None:
        """One of the concept's texts."""
        self.desk.do(SetConcept(field=cast(ConceptField, key.removeprefix("concept.")), text=text))

    def ideas_for(self, key: str) -> Sequence[Idea]:
        """Names, concepts, names for Skill X."""
        ideas = book.ideas()
        if key == "concept.name":
            return [Idea(name) for name in ideas.names]
        if key == LINE:
            return [Idea(concept.text) for concept in ideas.concepts]
        if key == "concept.skill_x":
            return [Idea(name) for name in derive.skill_info(self.character, "skill_x").names]
        return ()

    def take_idea(self, idea: Idea) -> None:
        """Into the field left last; the ideas that stand there before any was entered are for the concept."""
        self.last_field = self.last_field or next(line.field for line in lines_of(self) if line.field.name == LINE)
        super().take_idea(idea)

    def widget_at(self, where: Where) -> Widget | None:
        """The field of that name."""
        keys: list[str | int] = [key for key, *_ in FIELDS]
        if where[:2] == ("concept", "setting") or where[:1] == ("setting",):
            return self.query_one("#setting", TextRow)
        if len(where) > 1 and where[1] in keys:
            return lines_of(self)[keys.index(where[1])].field
        return None

    def chosen(self, row: Row) -> None:
        """The setting, or the switch between building and entering."""
        if isinstance(row, Switch):
            self.action_as_is()
        elif row.id == "setting":
            self._choose_setting()

    def _setting(self) -> TextSpec:
        """The setting's name, and what is to be said of its file."""
        said = note(self.character, self.desk.shelf)
        return TextSpec(f"Setting  {title(self.character)}", said, "t: change", "◍", "$title", "", "$warn")

    @work
    async def _choose_setting(self) -> None:
        desk = self.desk
        command = await setting.ask_setting(self.app, desk.character, desk.look_again(), desk.table.preview)
        if command is not None:
            desk.do(command)

    def action_as_is(self) -> None:
        """Enters the character as it stands, or goes back to accounting for every point."""
        self.desk.do(FromPaper(on=not self.character.as_is))
