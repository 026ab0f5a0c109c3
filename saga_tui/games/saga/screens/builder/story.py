"""Steps 4 and 5: five traits (CRE-6, TRT-1) and three drives (CRE-7), typed or picked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from textual import events, on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.commands.build import WriteDrive, WriteTrait
from saga_tui.games.saga.rules.setting import PLAIN
from saga_tui.games.saga.screens.builder.asking import drive_ideas, trait_ideas
from saga_tui.games.saga.screens.builder.session import SagaStep
from saga_tui.problem import Problem, Where
from saga_tui.safe import safe
from saga_tui.ui.builder.session import found_at
from saga_tui.ui.builder.spec import Idea
from saga_tui.ui.builder.step import lines_of
from saga_tui.ui.builder.widgets import FieldLine, Heading, IdeaList, ghosts
from saga_tui.ui.rulings import LEVELS


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
            self.mount(self._line(index), before="#hint")
        for index, line in enumerate(lines):
            line.show(texts[index] if index < len(texts) else "")
            line.flag(found_at(problems, "story", self.kind, index))
            line.display = index < self._wanted()
        self._hint()

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
        typing = field is not None and (field is self.sifted or not field.value or field.value != field.kept)
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

    @on(OptionList.OptionHighlighted, "#ideas")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The idea at the cursor in full."""
        ideas = self.query_one(IdeaList)
        if ideas.has_focus:
            self.query_one("#hint", Static).update(Content.styled(safe(ideas.shown[event.option_index].about), "$dim"))

    def _hint(self) -> None:
        """A word on the field at hand: what is found there, else how a known trait cuts both ways."""
        if not self.is_attached or not self.query("#hint"):
            return
        self.query_one("#hint", Static).update(self._word())

    def _word(self) -> Content:
        field = next((line.field for line in lines_of(self) if line.field.has_focus), None)
        text = (field.value if field else "").strip().casefold()
        index = int((field.name or "").rpartition(".")[2]) if field else -1
        problem = found_at(self._problems, "story", self.kind, index)
        if problem is not None:
            return Content.assemble((safe(problem.sentence()), LEVELS[problem.level][1]))
        if self.kind == "drives":
            bought = ""
        else:
            bought = ", ".join(name for name, where in derive.traits(self.character) if where[0] != "story")
        for idea in self.ideas():
            if text and idea.text.casefold() == text and idea.about:
                return Content.styled(safe(idea.about), "$dim")
        return Content.styled(f"Bought in step 7: {safe(bought)}" if bought else "", "$dim")


class TraitsStep(StoryStep):
    """Step 4."""

    kind = "traits"


class DrivesStep(StoryStep):
    """Step 5."""

    kind = "drives"
