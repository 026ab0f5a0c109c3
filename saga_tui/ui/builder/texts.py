"""A step that is a list of short texts: each in a field of its own, the first empty field adds one, ideas below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual import events, on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.problem import Problem, Where
from saga_tui.safe import safe
from saga_tui.ui.builder.ideas import IdeaList, IdeaText
from saga_tui.ui.builder.session import found_at
from saga_tui.ui.builder.spec import Idea
from saga_tui.ui.builder.step import StepView, lines_of
from saga_tui.ui.builder.widgets import FieldLine, Heading, ghosts
from saga_tui.ui.panel import Text
from saga_tui.ui.rulings import LEVELS

TALL: Final = 32
"""Lines of the terminal from which on both sides of each text stand below it; the one at hand has them anyway."""


class TextsStep(StepView):
    """The fields of a list. A game says which texts there are, how many are wanted, what writes one, and its ideas."""

    section: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    """Where the list stands in the document: `section.kind`; its last letter but the plural names one of it."""
    _problems: Sequence[Problem] = ()

    def texts(self) -> Sequence[str]:
        """The texts as they are now."""
        raise NotImplementedError

    def wanted(self) -> int:
        """How many fields there are."""
        raise NotImplementedError

    def ideas(self) -> Sequence[Idea]:
        """All ideas for it."""
        raise NotImplementedError

    def put(self, text: str, place: int | None) -> None:
        """Writes a text in its place, or as a new one."""
        raise NotImplementedError

    def ideas_title(self) -> str:
        """What stands above the ideas."""
        return "Ideas"

    def remark(self) -> str:
        """What else there is to say where nothing is found in the field at hand."""
        return ""

    def _line(self, index: int) -> FieldLine:
        what = self.kind.removesuffix("s")
        line = FieldLine(f"{index + 1}", f"{self.kind}.{index}", placeholder=f"a {what}", label_width=3)
        ghosts(line.field, [idea.text for idea in self.ideas()])
        return line

    def compose_step(self) -> Iterable[Widget]:
        """The fields, a word on the one at hand, the ideas."""
        for index in range(self.wanted()):
            yield self._line(index)
            yield Text(classes="field-below")
        yield Text(id="hint", markup=False)
        yield Heading(self.ideas_title(), id="ideas-heading")
        yield IdeaList()

    def on_mount(self) -> None:
        """The ideas stand there from the start."""
        super().on_mount()
        self.query_one(IdeaList).offer(self.ideas())

    def show(self, problems: Sequence[Problem]) -> None:
        """The texts in their fields, and what is found in them."""
        self._problems = problems
        texts, wanted, lines = self.texts(), self.wanted(), lines_of(self)
        for index in range(len(lines), wanted):
            self.mount(self._line(index), Text(classes="field-below"), before="#hint")
        for index, line in enumerate(lines):
            line.show(texts[index] if index < len(texts) else "")
            line.flag(found_at(problems, self.section, self.kind, index))
            line.display = index < wanted
        self._show_sides()
        self._hint()

    def _show_sides(self) -> None:
        """Below each text that is among the ideas how it helps and how it hurts; beside it the bad side alone."""
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
        place = index if index < len(self.texts()) else None
        if text.strip() or place is not None:
            self.put(text, place)

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
                self.builder.say(f"You already have {len(self.texts())}. Clear one first.", True)
                return
            self.last_field = empty[0]
        super().take_idea(idea)

    def widget_at(self, where: Where) -> Widget | None:
        """The text's field, or the first empty one."""
        lines = lines_of(self)
        if len(where) > 2 and isinstance(where[2], int) and where[2] < len(lines):
            return lines[where[2]].field
        return next((line.field for line in lines if not line.field.value), lines[0].field)

    @on(events.DescendantFocus)
    def _hinted(self) -> None:
        self._hint()

    def _hint(self) -> None:
        """A word on the field at hand: what is found there, else how a known text cuts both ways."""
        if not self.is_attached or not self.query("#hint"):
            return
        hint, word = self.query_one("#hint", Static), self._word()
        hint.display = bool(str(word))
        hint.update(word)

    def _word(self) -> Content | IdeaText:
        field = next((line.field for line in lines_of(self) if line.field.has_focus), None)
        index = int((field.name or "").rpartition(".")[2]) if field else -1
        problem = found_at(self._problems, self.section, self.kind, index)
        if problem is not None:
            return Content.assemble((safe(problem.sentence()), LEVELS[problem.level][1]))
        idea = self._known(field.value) if field and self.app.size.height < TALL else None
        if idea is not None and (idea.hurts or idea.about):
            return IdeaText(idea, named=False)
        return Content.styled(safe(self.remark()), "$dim")
