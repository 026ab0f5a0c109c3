"""The steps of words: who the character is (CRE-1), and whether it is built or entered as it stands on paper (CRE-11);
five traits (CRE-6, TRT-1) and three drives (CRE-7), typed or picked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, Literal

from textual import work
from textual.binding import Binding, BindingType
from textual.widget import Widget

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import ConceptField, FromPaper, SetConcept, WriteDrive, WriteTrait
from saga_tui.games.saga.rules.setting import PLAIN, title
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.builder.asking import SagaStep, World, drive_ideas, trait_ideas
from saga_tui.games.saga.settings.telling import note
from saga_tui.problem import Problem, Where
from saga_tui.ui.builder.spec import Field, Idea
from saga_tui.ui.builder.texts import TextsStep
from saga_tui.ui.builder.widgets import Switch, TextRow, TextSpec
from saga_tui.ui.panel import Text
from saga_tui.ui.rows import Row

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
        yield Text(AS_IS, id="as-is-words", markup=False)

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


class StoryStep(TextsStep, SagaStep):
    """Traits or drives, each in a field of its own."""

    section = "story"
    known: ClassVar[Callable[[World], Sequence[Idea]]]
    """The ideas under a setting."""
    writes: ClassVar[type[WriteTrait | WriteDrive]]
    """The command that writes one."""

    def ideas(self) -> Sequence[Idea]:
        """Those of the kind."""
        return type(self).known(self.builder.world)

    def put(self, text: str, place: int | None) -> None:
        """Among those of the kind."""
        self.builder.do(self.writes(text=text, place=place))

    def texts(self) -> Sequence[str]:
        """Those of the kind."""
        found: Sequence[str] = getattr(self.character.story, self.kind)
        return found

    def wanted(self) -> int:
        """As many as the rules ask for; from paper always one more."""
        table, have = derive.numbers(self.character), len(self.texts())
        count = table.traits.count if self.kind == "traits" else table.drives.count
        return max(count, have + 1 if self.character.as_is else have)

    def ideas_title(self) -> str:
        """Whose ideas come first."""
        world = self.builder.world
        return f"Ideas ({world.name} first)" if world is not None and world.name != PLAIN else "Ideas"


class TraitsStep(StoryStep):
    """Step 4: traits, each with its two edges (CRE-6)."""

    kind = "traits"
    known = staticmethod(trait_ideas)
    writes = WriteTrait

    def remark(self) -> str:
        """Traits that were bought."""
        bought = ", ".join(name for name, where in derive.traits(self.character) if where[0] != "story")
        return f"Bought in step 7: {bought}" if bought else ""


class DrivesStep(StoryStep):
    """Step 5: drives, things to care about (CRE-7)."""

    kind = "drives"
    known = staticmethod(drive_ideas)
    writes = WriteDrive


def count(kind: Literal["traits", "drives"]) -> Callable[[Character], str]:
    """How many of the traits or drives that are wanted there are: `2 of 5`."""

    def told(character: Character) -> str:
        table, story = derive.numbers(character), character.story
        have, wanted = (
            (len(story.traits), table.traits.count) if kind == "traits" else (len(story.drives), table.drives.count)
        )
        return f"{have}" if character.as_is else f"{have} of {wanted}"

    return told
