"""The steps of words: who the character is (CRE-1), and whether it is built or entered as it stands on paper (CRE-11);
five traits (CRE-6, TRT-1) and three drives (CRE-7), typed or picked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, Literal

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import ConceptField, FromPaper, SetConcept, WriteDrive, WriteTrait
from saga_tui.games.saga.rules.setting import PLAIN, title
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.builder.asking import SagaStep, drive_ideas, trait_ideas
from saga_tui.games.saga.settings.telling import note
from saga_tui.problem import Problem, Where
from saga_tui.safe import safe
from saga_tui.ui.builder.ideas import IdeaList, IdeaText
from saga_tui.ui.builder.session import found_at
from saga_tui.ui.builder.spec import Field, Idea
from saga_tui.ui.builder.step import lines_of
from saga_tui.ui.builder.widgets import FieldLine, Heading, Switch, TextRow, TextSpec, ghosts
from saga_tui.ui.rows import Row
from saga_tui.ui.rulings import LEVELS

TALL: Final = 32
"""Lines of the terminal from which on both sides of each trait stand below it; the one at hand has them anyway."""
LINE: Final = "concept.line"
SKILL_X: Final = "the skill unique to your setting"
AS_IS: Final = "Enter ratings and ranks directly, with no point limits. Later advances still cost Spark."


def _field(
    name: ConceptField,
    label: str,
    placeholder: str | Callable[[Any], str],
    most: int = 200,
    ideas: Callable[[Any], Sequence[Idea]] = lambda _building: (),
) -> Field:
    return Field(
        where=("concept", name),
        label=label,
        write=lambda text: SetConcept(field=name, text=text),
        placeholder=placeholder,
        most=most,
        lines=name == "notes",
        ideas=ideas,
        optional=name in ("player", "skill_x", "notes"),
    )


def _skill_x(character: Character) -> str:
    named = derive.skill_name(character, "skill_x")
    return SKILL_X if named == "Skill X" else f"{named} (your setting's name)"


FIELDS: Final = (
    _field("name", "Name", "what others call you", ideas=lambda _: [Idea(name) for name in book.ideas().names]),
    _field("player", "Player", "who plays this character"),
    _field("line", "Concept", "who you are, in one line", 400,
           lambda _: [Idea(concept.text) for concept in book.ideas().concepts]),
    _field("skill_x", "Skill X", _skill_x, 60,
           lambda building: [Idea(name) for name in derive.skill_info(building.document, "skill_x").names]),
    _field("notes", "Notes", "anything to remember", 4000),
)  # fmt: skip


class ConceptStep(SagaStep):
    """The fields, the setting, and the switch between building and entering."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "as_is", "From paper", id="builder.as-is", tooltip="Enter a character from paper"),
    ]

    def compose_parts(self) -> Iterable[Widget]:
        """The fields, the setting, the switch."""
        yield from super().compose_parts()
        yield TextRow(TextSpec(""), id="setting")
        yield Switch((("", "Step by step"), ("as is", "From paper")), "e")
        yield Static(AS_IS, id="as-is-words", markup=False)

    def on_mount(self) -> None:
        """The ideas that stand there before any field was entered are for the concept."""
        super().on_mount()
        self.offer_ideas(LINE)

    def show(self, problems: Sequence[Problem]) -> None:
        """The texts and what is found in them, the setting, the switch."""
        super().show(problems)
        said = note(self.character, self.builder.shelf)
        spec = TextSpec(f"Setting  {title(self.character)}", said, "t: change", "◍", "$title", "", "$warn")
        self.query_one("#setting", TextRow).spec = spec
        self.query_one(Switch).chosen = "as is" if self.character.as_is else ""
        self.query_one("#as-is-words").display = self.character.as_is

    def widget_at(self, where: Where) -> Widget | None:
        """The setting's row, or the field of that name."""
        if where[:2] == ("concept", "setting") or where[:1] == ("setting",):
            return self.query_one("#setting", TextRow)
        return super().widget_at(where)

    def chosen(self, row: Row) -> None:
        """The setting, or the switch between building and entering."""
        if isinstance(row, Switch):
            self.action_as_is()
        elif row.id == "setting":
            self._choose_setting()

    @work
    async def _choose_setting(self) -> None:
        builder = self.builder
        command = await setting.ask_setting(self.app, builder.character, builder.look_again(), builder.preview)
        if command is not None:
            builder.do(command)

    def action_as_is(self) -> None:
        """Enters the character as it stands, or goes back to accounting for every point."""
        self.builder.do(FromPaper(on=not self.character.as_is))


class StoryStep(SagaStep):
    """A list of short texts, each in a field of its own; the first empty field adds one."""

    kind: Literal["traits", "drives"] = "traits"
    _problems: Sequence[Problem] = ()

    def ideas(self) -> Sequence[Idea]:
        """All ideas of the kind."""
        known = trait_ideas if self.kind == "traits" else drive_ideas
        return known(self.builder.world)

    def _wanted(self) -> int:
        table = derive.numbers(self.character)
        count = table.traits.count if self.kind == "traits" else table.drives.count
        have = len(self._texts())
        return max(count, have + 1 if self.character.as_is else have)

    def _texts(self) -> Sequence[str]:
        return self.character.story.traits if self.kind == "traits" else self.character.story.drives

    def _line(self, index: int) -> FieldLine:
        what = self.kind.removesuffix("s")
        line = FieldLine(f"{index + 1}", f"{self.kind}.{index}", placeholder=f"a {what}", label_width=3)
        ghosts(line.field, [idea.text for idea in self.ideas()])
        return line

    def compose_step(self) -> Iterable[Widget]:
        """The fields, a word on the one at hand, the ideas."""
        for index in range(self._wanted()):
            yield self._line(index)
            yield Static(classes="field-below")
        yield Static(id="hint", markup=False)
        words = "Ideas"
        world = self.builder.world
        if world is not None and world.name != PLAIN:
            words = f"Ideas ({world.name} first)"
        yield Heading(words, id="ideas-heading")
        yield IdeaList()

    def on_mount(self) -> None:
        """The ideas stand there from the start."""
        super().on_mount()
        self.query_one(IdeaList).offer(self.ideas())

    def show(self, problems: Sequence[Problem]) -> None:
        """The texts in their fields, and what is found in them."""
        self._problems = problems
        texts = self._texts()
        lines = lines_of(self)
        for index in range(len(lines), self._wanted()):
            self.mount(self._line(index), Static(classes="field-below"), before="#hint")
        for index, line in enumerate(lines):
            line.show(texts[index] if index < len(texts) else "")
            line.flag(found_at(problems, "story", self.kind, index))
            line.display = index < self._wanted()
        self._show_sides()
        self._hint()

    def _show_sides(self) -> None:
        """Below each trait that is among the ideas how it helps and how it hurts; beside it the bad side alone."""
        for line, below in zip(lines_of(self), self.query(".field-below").results(Static), strict=False):
            idea = self._known(line.field.value) if line.display else None
            said = idea is not None and bool(idea.hurts or idea.about)
            if idea is not None and said and getattr(below.visual, "idea", None) != idea:
                below.update(IdeaText(idea, 4, named=False))
            below.set_class(said, "-said")
            line.beside(IdeaText(Idea("", hurts=idea.hurts), named=False) if idea is not None and idea.hurts else None)

    def _known(self, text: str) -> Idea | None:
        """The idea of that name."""
        wanted = text.strip().casefold()
        return next((idea for idea in self.ideas() if idea.text.casefold() == wanted), None) if wanted else None

    def write(self, key: str, text: str) -> None:
        """In its place, or as a new one; empty takes it off."""
        index = int(key.rpartition(".")[2])
        place = index if index < len(self._texts()) else None
        if text.strip() or place is not None:
            command = WriteTrait if self.kind == "traits" else WriteDrive
            self.builder.do(command(text=text, place=place))

    def ideas_for(self, key: str) -> Sequence[Idea]:
        """The same for every field."""
        return self.ideas()

    def take_idea(self, idea: Idea) -> None:
        """Into the field left last if it is empty or being typed in, else into the first empty one."""
        field = self.last_field
        typing = field is not None and (field is self.sifted or not field.value or field.value != field.known)
        if not typing:
            empty = [line.field for line in lines_of(self) if line.display and not line.field.value]
            if not empty:
                self.builder.say(f"You already have {len(self._texts())}. Clear one first.", True)
                return
            self.last_field = empty[0]
        super().take_idea(idea)

    def widget_at(self, where: Where) -> Widget | None:
        """The trait's field, or the first empty one."""
        lines = lines_of(self)
        if len(where) > 2 and isinstance(where[2], int) and where[2] < len(lines):
            return lines[where[2]].field
        return next((line.field for line in lines if not line.field.value), lines[0].field)

    @on(events.DescendantFocus)
    def _hinted(self) -> None:
        self._hint()

    def _hint(self) -> None:
        """A word on the field at hand: what is found there, else how a known trait cuts both ways."""
        if not self.is_attached or not self.query("#hint"):
            return
        hint, word = self.query_one("#hint", Static), self._word()
        hint.display = bool(str(word))
        hint.update(word)

    def _word(self) -> Content | IdeaText:
        field = next((line.field for line in lines_of(self) if line.field.has_focus), None)
        index = int((field.name or "").rpartition(".")[2]) if field else -1
        problem = found_at(self._problems, "story", self.kind, index)
        if problem is not None:
            return Content.assemble((safe(problem.sentence()), LEVELS[problem.level][1]))
        if self.kind == "drives":
            bought = ""
        else:
            bought = ", ".join(name for name, where in derive.traits(self.character) if where[0] != "story")
        idea = self._known(field.value) if field and self.app.size.height < TALL else None
        if idea is not None and (idea.hurts or idea.about):
            return IdeaText(idea, named=False)
        return Content.styled(f"Bought in step 7: {safe(bought)}" if bought else "", "$dim")


class TraitsStep(StoryStep):
    """Step 4."""

    kind = "traits"


class DrivesStep(StoryStep):
    """Step 5."""

    kind = "drives"


def count(kind: Literal["traits", "drives"]) -> Callable[[Character], str]:
    """How many of the traits or drives that are wanted there are: `2 of 5`."""

    def told(character: Character) -> str:
        table, story = derive.numbers(character), character.story
        have, wanted = (
            (len(story.traits), table.traits.count) if kind == "traits" else (len(story.drives), table.drives.count)
        )
        return f"{have}" if character.as_is else f"{have} of {wanted}"

    return told
