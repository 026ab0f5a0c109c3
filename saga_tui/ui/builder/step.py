"""A step on the screen: what is asked, its fields and choices, kept as one goes, and ideas for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, OptionList

from saga_tui.problem import Problem, Where
from saga_tui.ui.builder.ideas import IdeaList
from saga_tui.ui.builder.peek import PagePeek
from saga_tui.ui.builder.rows import RowsView, Sift, rows_view
from saga_tui.ui.builder.session import BuilderSession, found_at
from saga_tui.ui.builder.spec import Choice, Field, Idea, Rows, Step, at
from saga_tui.ui.builder.widgets import Asks, FieldLine, Heading, OptionRow, Switch, ghosts
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.panel import Panel, reachable
from saga_tui.ui.rows import Row
from saga_tui.ui.terminal import at_rest

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed


class ChoiceRow(OptionRow):
    """One of several to choose from."""

    def __init__(self, part: Choice, key: str, text: str, note: str) -> None:
        super().__init__(key, text, note)
        self.part = part


class StepView(Panel):
    """One step of the builder: its fields and choices as its spec has them. A step of another kind says what it shows
    (`compose_step`, `show`), and what its fields and ideas mean."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+l", "ideas", "Ideas", id="builder.ideas", tooltip="Go to the ideas for this field, or back"),
    ]

    SUBTITLE: ClassVar[str] = "bold $title"

    def __init__(self, builder: BuilderSession, number: int, step: Step) -> None:
        super().__init__(id="step", title=f"{number} {step.title}", classes="-hero")
        self.builder, self.step = builder, step
        self.last_field: FieldInput | None = None
        self.ideas_of = ""
        """The field whose ideas are shown, by what it is known by."""
        self.sifted: FieldInput | None = None
        """The field by whose text the ideas are sifted now."""

    @property
    def document(self) -> Any:
        """The document as it is now."""
        return self.builder.document

    @property
    def fields(self) -> dict[str, Field]:
        """The fields of the step's spec by what they are known by."""
        return {part.key: part for part in self.step.parts if isinstance(part, Field)}

    # ---- what each step says for itself

    def compose_step(self) -> Iterable[Widget]:
        """The step's own widgets, below what the book asks: its fields and choices, and ideas for them."""
        yield from self.compose_parts()
        yield from self.compose_ideas()

    def compose_parts(self) -> Iterable[Widget]:
        """Its fields and choices."""
        for part in self.step.parts:
            if isinstance(part, Field):
                yield FieldLine(
                    part.label, part.key, most=part.most, lines=part.lines, label_width=part.label_width,
                    placeholder=part.hint(self.document),
                )  # fmt: skip
            elif isinstance(part, Rows):
                yield rows_view(part)(part, self.document, self.carry_out)
            else:
                yield Heading(part.label, classes="spaced")
                for option in part.options(self.document):
                    yield ChoiceRow(part, option.key, option.text, option.note)

    def carry_out(self, deed: Deed) -> None:
        """Do what a row or an action says: a command, one whose fields are asked for first, a dialogue."""
        from saga_tui.ui.forms import carry_out

        screen = self.screen
        assert isinstance(screen, DocumentScreen)
        self.run_worker(carry_out(screen, deed), group="flow", exit_on_error=True)

    def action_act(self, name: str) -> None:
        """Do one of the step's actions."""
        deed = next(action.do for action in self.step.actions if action.id == name)
        if deed is not None:
            self.carry_out(deed)

    def compose_ideas(self) -> Iterable[Widget]:
        """Ideas, where a field has some."""
        if any(part.ideas(self.builder) for part in self.fields.values()):
            yield Heading("Ideas", id="ideas-heading", classes="spaced")
            yield IdeaList()

    def offer_ideas(self, key: str) -> None:
        """Show a field's ideas; for a field without any, those that are there stay."""
        ideas, part = self.ideas_for(key), self.fields.get(key)
        if ideas:
            self.ideas_of = key
            self.query_one(IdeaList).offer(ideas)
            for heading in self.query("#ideas-heading").results(Heading):
                heading.text = f"{part.label} ideas" if part and len(self.fields) > 1 else heading.text
                heading.refresh()

    def field_for_ideas(self) -> FieldInput | None:
        """The field left last if the ideas shown are its own, else the one that they are for."""
        last = self.last_field
        if last is not None and self.ideas_for(last.name or ""):
            return last
        return next((field for field in self.query(FieldInput) if field.name == self.ideas_of), None)

    def show(self, problems: Sequence[Problem]) -> None:
        """Bring the widgets up to date with the document and what is found in it."""
        for line in self.query(FieldLine):
            if part := self.fields.get(line.field.name or ""):
                line.show(at(self.document, part.where))
                line.flag(found_at(problems, *part.where))
                line.field.placeholder = part.hint(self.document)
        self._show_choices()
        for rows in self.query(RowsView):
            rows.show(self.document)

    def _show_choices(self) -> None:
        for part in self.step.parts:
            if isinstance(part, Choice):
                rows = [row for row in self.query(ChoiceRow) if row.part is part]
                for row, option in zip(rows, part.options(self.document), strict=True):
                    row.option, row.text, row.note = option.key, option.text, option.note
                    row.chosen = str(at(self.document, part.where)) == option.key

    def write(self, key: str, text: str) -> None:
        """Keep a field's text: one command."""
        if part := self.fields.get(key):
            self.builder.do(part.write(text))

    def ideas_for(self, key: str) -> Sequence[Idea]:
        """Ideas for a field."""
        part = self.fields.get(key)
        return part.ideas(self.builder) if part else ()

    def widget_at(self, where: Where) -> Widget | None:
        """The widget on which a place of the document is fixed."""
        for part in self.step.parts:
            if where[: len(part.where)] == part.where:
                if isinstance(part, Field):
                    return next((line.field for line in self.query(FieldLine) if line.field.name == part.key), None)
                if isinstance(part, Rows):
                    return next((rows.row_at(where) for rows in self.query(RowsView) if rows.part is part), None)
                rows = [row for row in self.query(ChoiceRow) if row.part is part]
                return next((row for row in rows if row.chosen), rows[0] if rows else None)
        return None

    def take_idea(self, idea: Idea) -> None:
        """Put an idea where it belongs: into the field that it is for, or the first empty one."""
        field = self.field_for_ideas() or next((one for one in self.query(FieldInput) if not one.value), None)
        if field is None:
            return
        field.value = idea.text
        field.cursor_position = len(idea.text)
        self._keep(field)
        field.focus()

    # ---- what all steps do

    def compose(self) -> ComposeResult:
        """What the book asks, an example, the step's own part."""
        if asked := self.step.asks(self.document):
            *lines, example = asked
            yield Asks(lines, example)
        yield from self.compose_step()
        if self.builder.spec.peeks:
            yield PagePeek(self.builder)

    def on_resize(self) -> None:
        """More or less room for the sheet below it."""
        super().on_resize()
        at_rest(self, self._peek)

    def _peek(self) -> None:
        """The sheet below it, as far as there is room."""
        for peek in self.query(PagePeek):
            self.call_after_refresh(peek.fit)

    def on_mount(self) -> None:
        """Show the document, and what was being typed when the builder was left."""
        self.refresh_step()
        for line in self.query(FieldLine):
            if ideas := self.ideas_for(line.field.name or ""):
                ghosts(line.field, [idea.text for idea in ideas])
        for field in self.query(FieldInput):
            draft = self.builder.draft(field.name or "")
            if draft is not None and draft != field.value:
                field.value = draft
                field.cursor_position = len(draft)
                self.last_field = field

    def refresh_step(self) -> None:
        """Show the document as it is now."""
        self.head(subtitle=self.step.counted(self.document))
        self.show(self.builder.problems())
        if self.builder.spec.peeks:
            self._peek()

    def focus_start(self, *, reopened: bool = False) -> None:
        """Move the focus to the field that was being typed in, else to the first field that is still to be filled.

        Where none is, or a step that was begun is opened again, it goes to what is no field: letters and digits are
        keys there.
        """
        places = self._places()
        fields = [field for field in places if isinstance(field, FieldInput)]
        needed = [field for field in fields if not self._optional(field)]
        fresh = next(self.builder.memory.history(), None) is None and not all(field.value for field in needed)
        needed = fields if fresh else needed
        begun = reopened and not fresh and any(field.value for field in needed)
        empty = [] if begun else [field for field in needed if not field.value]
        rest = [one for one in places if not isinstance(one, (FieldInput, Sift))]
        target = self.last_field or next(iter([*empty, *rest, *fields]), None)
        if target is not None:
            target.focus(scroll_visible=self.last_field is not None)

    def _places(self) -> list[Widget]:
        """What can take the focus, the switch of methods last."""
        return sorted(reachable(self), key=lambda one: isinstance(one, Switch))

    def _optional(self, field: FieldInput) -> bool:
        part = self.fields.get(field.name or "")
        return part is not None and part.optional

    def focus_where(self, where: Where) -> None:
        """Focus the widget on which a problem is fixed."""
        widget = self.widget_at(where)
        if widget is not None and widget.focusable:
            widget.focus()
        else:
            self.focus_start()

    def keep_typed(self) -> None:
        """Keep what is typed and not left yet."""
        for field in self.query(FieldInput):
            if field.value != field.known:
                self._keep(field)

    def _keep(self, field: FieldInput) -> None:
        field.known = field.value
        key = field.name or ""
        self.write(key, field.value)
        self.builder.drop_draft(key)
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
        if field.value != field.known:
            self.builder.keep_draft(field.name or "", field.value)
        elif self.builder.draft(field.name or "") is not None:
            self.builder.drop_draft(field.name or "")
        for ideas in self.query(IdeaList):
            if field.has_focus and self.ideas_for(field.name or ""):
                self.sifted = field if field.value != field.known else None
                ideas.sift(field.value if self.sifted else "")

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if isinstance(event.widget, FieldInput):
            self.last_field, self.sifted = event.widget, None
            for ideas in self.query(IdeaList):
                self.offer_ideas(event.widget.name or "")
                ideas.sift("")

    @on(OptionList.OptionSelected, "#ideas")
    def _picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        ideas = self.query_one(IdeaList)
        self.take_idea(ideas.shown[event.option_index])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ideas only where there are some; arrows only where there is more than one place to go to."""
        if action == "ideas":
            return bool(self.query(IdeaList))
        if action == "walk":
            return len(self._places()) > 1
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
        if isinstance(row, ChoiceRow):
            self.carry_out(row.part.choose(row.option))

    def stepped(self, row: Row, by: int) -> None:
        """A row is to be lowered or raised."""


def lines_of(view: Widget) -> list[FieldLine]:
    """The field lines of a step in order."""
    return list(view.query(FieldLine))
