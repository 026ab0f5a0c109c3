"""The base of the seven steps: what the book asks, fields that are kept as one goes, and ideas for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, OptionList

from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.asks import asked
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.builder.desk import Desk
from saga_tui.games.saga.screens.builder.parts import Asks, FieldLine, Idea, IdeaList, Switch
from saga_tui.problem import Problem, Where
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.panel import Panel, reachable
from saga_tui.ui.rows import Row


class StepView(Panel):
    """One step of the builder. A step says what it shows (`show`), and what its fields and ideas mean."""

    step: ClassVar[str] = ""
    optional: ClassVar[frozenset[str]] = frozenset()
    """The names of fields that may stay empty."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "ideas", "Ideas", id="builder.ideas", tooltip="Go to the ideas for this field, or back"),
    ]

    def __init__(self, desk: Desk, number: int, title: str) -> None:
        super().__init__(id="step", title=f"{number} {title}")
        self.desk = desk
        self.last_field: FieldInput | None = None
        self.sifted: FieldInput | None = None
        """The field by whose text the ideas are sifted now."""

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.desk.character

    # ---- what each step says for itself

    def compose_step(self) -> Iterable[Widget]:
        """The step's own widgets, below what the book asks."""
        return ()

    def show(self, problems: Sequence[Problem]) -> None:
        """Brings the widgets up to date with the character and what is found in it."""

    def write(self, key: str, text: str) -> None:
        """Keeps a field's text: one command."""

    def ideas_for(self, key: str) -> Sequence[Idea]:
        """Ideas for a field."""
        return ()

    def widget_at(self, where: Where) -> Widget | None:
        """The widget on which a place of the file is mended."""
        return None

    def take_idea(self, idea: Idea) -> None:
        """Puts an idea where it belongs: into the field left last, or the first empty one."""
        field = self.last_field or next((one for one in self.query(FieldInput) if not one.value), None)
        if field is None:
            return
        field.value = idea.text
        field.cursor_position = len(idea.text)
        self._keep(field)
        field.focus()

    # ---- what all steps do

    def compose(self) -> ComposeResult:
        """What the book asks, an example, the step's own part."""
        if self.step:
            *lines, example = asked(self.character, self.step)
            yield Asks(lines, example)
        yield from self.compose_step()

    def on_mount(self) -> None:
        """Shows the character, and what was being typed when the builder was left."""
        self.refresh_step()
        for field in self.query(FieldInput):
            draft = self.desk.draft(field.name or "")
            if draft is not None and draft != field.value:
                field.value = draft
                field.cursor_position = len(draft)
                self.last_field = field

    def refresh_step(self) -> None:
        """Shows the character as it is now."""
        self.show(creation.problems(self.character))

    def focus_start(self, *, reopened: bool = False) -> None:
        """Move the focus to the field that was being typed in, else to the first field that is still to be filled.

        Where none is, or a step that was begun is opened again, it goes to what is no field: letters and digits are
        keys there.
        """
        places = self._places()
        fields = [field for field in places if isinstance(field, FieldInput)]
        fresh = next(self.desk.table.memory.history(), None) is None
        needed = [field for field in fields if fresh or field.name not in self.optional]
        begun = reopened and not fresh and any(field.value for field in needed)
        empty = [] if begun else [field for field in needed if not field.value]
        rest = [one for one in places if not isinstance(one, FieldInput)]
        target = self.last_field or next(iter([*empty, *rest, *fields]), None)
        if target is not None:
            target.focus(scroll_visible=self.last_field is not None)

    def _places(self) -> list[Widget]:
        """What can take the focus, the switch of methods last."""
        return sorted(reachable(self), key=lambda one: isinstance(one, Switch))

    def focus_where(self, where: Where) -> None:
        """The focus goes to where a problem is mended."""
        widget = self.widget_at(where)
        if widget is not None and widget.focusable:
            widget.focus()
        else:
            self.focus_start()

    def settle(self) -> None:
        """Keeps what is typed and not left yet."""
        for field in self.query(FieldInput):
            if field.value != field.kept:
                self._keep(field)

    def _keep(self, field: FieldInput) -> None:
        field.kept = field.value
        key = field.name or ""
        self.write(key, field.value)
        self.desk.drop_draft(key)
        self.refresh_step()

    @on(FieldInput.Left)
    def _left(self, event: FieldInput.Left) -> None:
        event.stop()
        if event.new:
            self._keep(event.field)
        if event.entered:
            self.screen.focus_next()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        field = event.input
        if not isinstance(field, FieldInput) or not field.is_attached:
            return
        if field.value != field.kept:
            self.desk.keep_draft(field.name or "", field.value)
        elif self.desk.draft(field.name or "") is not None:
            self.desk.drop_draft(field.name or "")
        for ideas in self.query(IdeaList):
            if field.has_focus:
                self.sifted = field if field.value != field.kept else None
                ideas.sift(field.value if self.sifted else "")

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if isinstance(event.widget, FieldInput):
            self.last_field, self.sifted = event.widget, None
            for ideas in self.query(IdeaList):
                ideas.offer(self.ideas_for(event.widget.name or ""))
                ideas.sift("")

    @on(OptionList.OptionSelected, "#ideas")
    def _picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        ideas = self.query_one(IdeaList)
        self.take_idea(ideas.shown[event.option_index])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ideas only where there are some."""
        if action == "ideas":
            return bool(self.query(IdeaList))
        return True

    def action_ideas(self) -> None:
        """From a field to its ideas, and back."""
        ideas = self.query_one(IdeaList)
        if ideas.has_focus:
            (self.last_field or ideas).focus()
        else:
            ideas.focus()

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.stop()
        self.chosen(event.row)

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        event.stop()
        self.stepped(event.row, event.by)

    def chosen(self, row: Row) -> None:
        """A row was chosen."""

    def stepped(self, row: Row, by: int) -> None:
        """A row is to be lowered or raised."""


def lines_of(view: Widget) -> list[FieldLine]:
    """The field lines of a step in order."""
    return list(view.query(FieldLine))
