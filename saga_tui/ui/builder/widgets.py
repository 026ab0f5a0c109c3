"""Widgets that the steps share: rows of several lines, fields with a label, a switch of two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.suggester import SuggestFromList
from textual.visual import Visual
from textual.widgets import Static

from saga_tui.paper.layout import width_of, wrap
from saga_tui.problem import Problem
from saga_tui.safe import safe
from saga_tui.ui import tiles
from saga_tui.ui.deal import BRIEF, FULL
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.lined import Lined
from saga_tui.ui.marks import Pips
from saga_tui.ui.panel import Laid, Text
from saga_tui.ui.rows import RULED, Row
from saga_tui.ui.rulings import LEVELS
from saga_tui.ui.specs import Explain
from saga_tui.ui.terminal import at_rest

NAME = 28
"""Cells of a head that its note never takes."""
NUMBER = 4
"""Cells of the number before marks."""
STEPPED = Binding.Group("Change")


class StepPips(Pips):
    """Pips that left and right lower and raise, and whose keys stand in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", id="builder.choose"),
        Binding("left", "step(-1)", "Lower", id="builder.lower", group=STEPPED),
        Binding("right", "step(1)", "Raise", id="builder.raise", group=STEPPED),
        Binding("shift+up,K", "step(1)", "Raise priority", id="builder.place-up", show=False),
        Binding("shift+down,J", "step(-1)", "Lower priority", id="builder.place-down", show=False),
    ]
    told = reactive("")
    """Words in a column of their own behind the pips: a place, a price."""
    room = reactive(7)
    """Columns kept for the pips."""
    always = BRIEF
    """How much of it is shown while another row has the focus; what it does comes below the one with the focus."""

    air = 0
    """Blank lines below it."""

    def on_click(self, event: events.Click) -> None:
        """A click anywhere chooses the row, once: its bases have a say of their own on clicks."""
        event.stop()
        event.prevent_default()
        self.action_choose()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """What it does is shown below it at least as long as it has the focus."""
        super().watch_has_focus(_has_focus)
        self.settle()

    def on_resize(self) -> None:
        """Another width, other lines."""
        at_rest(self, self.settle)

    def settle(self) -> None:
        """Take the lines that are needed now."""
        if self.detail and self.content_size.width:
            self.unfold(max(self.always, FULL) if self.has_focus else self.always, self.content_size.width)

    def unfold(self, level: int, width: int) -> None:
        """As any row, with blank lines below where there are lines in plenty; tiles of three lines have their words
        beside them."""
        if self.tile.height == 1:
            if level != self.level:
                self.level = level
                self.refresh()
            self.resize(self.height_at(width, level) + self.air)

    def height_at(self, width: int, level: int) -> int:
        """As any row."""
        return Row.height_at(self, width, level) if self.tile.height == 1 else self.tile.height

    def right(self) -> Content:
        """What just changed; the number stands before the marks."""
        if self.delta:
            return Content.styled(self.delta, "bold $glow")
        return Content.styled(RULED, "bold $warn") if self.ruled else Content("")

    def left(self, width: int) -> Content:
        """Label, number, pips, words."""
        size = self.tile if self.tile.height == 1 else tiles.SMALL
        (pips,) = tiles.drawn(self.meter(), size)
        if pips.cell_length > max(self.room, width - self.label_width - 16):
            pips = self.short()
        badge = f"bold {self.token.colour}{' reverse' if size.width == 1 else ''}"
        number = (f"{self.filled:>2} ", badge if self.filled else "$dim")
        gap = " " * max(2, self.room - pips.cell_length)
        return Content.assemble(self._label(), number, " ", pips, gap, (safe(self.told), "$dim"))

    def _beside(self, room: int) -> list[Content]:
        """The words beside tiles of three lines, in the middle."""
        words = Content.styled(self.delta, "bold $glow") if self.delta else Content.styled(safe(self.told), "$dim")
        return [Content(""), words.truncate(max(0, room), ellipsis=True), Content("")]


@dataclass(frozen=True, slots=True)
class TextSpec:
    """What a `TextRow` shows: a head with a note at its right, and a body that wraps beneath it."""

    head: str
    body: str = ""
    note: str = ""
    mark: str = ""
    style: str = ""
    """Of the mark, and of the head unless it has its own."""
    head_style: str = ""
    body_style: str = "$dim"
    data: object = None
    explain: Explain | None = None
    steps: bool = False
    rule: str = ""
    """What is looked up there, where the text does not name it."""
    note_style: str = "$dim"


class TextRow(Row):
    """A row whose text may take several lines: a perk, a problem, a piece of gear, a purchase."""

    spec: reactive[TextSpec] = reactive(TextSpec(""), layout=True)

    def __init__(self, spec: TextSpec, *, id: str | None = None) -> None:
        super().__init__(note=spec.note, explain=spec.explain, steps=spec.steps, id=id)
        self.set_reactive(TextRow.spec, spec)
        self.rule, self.note_style = spec.rule, spec.note_style

    def watch_spec(self, spec: TextSpec) -> None:
        """The parts that every row has follow."""
        self.note, self.explain, self.steps, self.rule = spec.note, spec.explain, spec.steps, spec.rule
        self.note_style = spec.note_style

    def left(self, width: int) -> Content:
        """Mark and the head's first line."""
        mark = (f"{self.spec.mark} ", self.spec.style or "$dim") if self.spec.mark else ""
        return Content.assemble(mark, (self._head(self.content_size.width)[0], self.spec.head_style or self.spec.style))

    def right(self) -> Content:
        """The note gives way to the head, not the head to it."""
        taken = 3 + width_of(self.spec.mark) + width_of(self._head(self.content_size.width)[0])
        end = (
            super().right()
            if self.delta
            else Content.assemble((safe(self.note), self.note_style), (RULED, "bold $warn") if self.ruled else "")
        )
        return end.truncate(max(0, self.content_size.width - taken), ellipsis=True)

    def _head(self, width: int) -> list[str]:
        """The head in lines; the first leaves room for pointer, mark and note, and keeps a name whole."""
        head, beside = safe(self.spec.head), width - 3 - width_of(self.spec.mark)
        return wrap(head, max(min(NAME, beside, width_of(head)), 12, beside - width_of(safe(self.spec.note))))

    def _below(self, width: int) -> list[Content]:
        """What stands beneath the first line."""
        indent = " " * (2 + width_of(self.spec.mark))
        room = max(8, width - len(indent))
        body = [line for line in wrap(safe(self.spec.body), room) if line] if self.spec.body else []
        style = self.spec.head_style or self.spec.style
        heads = [Content.styled(indent + line, style) for line in self._head(width)[1:]]
        return [*heads, *(Content.styled(indent + line, self.spec.body_style) for line in body)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The wrapped head and body."""
        return 1 + len(self._below(width))

    def render(self) -> Lined:
        """The head's first line as any row, the rest beneath."""
        width = self.content_size.width
        heads = self.drawn(width, self.level)[: self.lines]
        glowing = [head.stylize_before("on $panel") for head in heads] if self.delta else heads
        return Lined([*glowing, *self._below(width)])


class TextRows(Vertical, Laid):
    """A list of text rows, kept up to date in place so that the focus stays."""

    def __init__(self, *, empty: str = "", id: str | None = None) -> None:
        """`empty` says what to do next where there is nothing to show."""
        super().__init__(id=id)
        self.empty = empty

    def rows(self) -> list[TextRow]:
        """The rows that are there."""
        return [row for row in self.children if isinstance(row, TextRow)]

    def show(self, specs: Iterable[TextSpec]) -> None:
        """Show these rows; those at the same place are changed, missing ones added, the rest removed."""
        wanted = list(specs)
        hint = [] if wanted or not self.empty else [TextSpec(self.empty, style="$dim")]
        rows = self.rows()
        for row, spec in zip(rows, wanted + hint, strict=False):
            row.spec = spec
        for row in rows[len(wanted + hint) :]:
            if row.has_focus:
                self.screen.focus_previous()
            row.remove()
        new = [TextRow(spec) for spec in (wanted + hint)[len(rows) :]]
        if new:
            self.mount_all(new)
        for row in [*rows, *new]:
            row.can_focus = not hint


class Asks(Laid):
    """What the book asks in two lines, and an example; where they are too narrow, the two lines flow as one."""

    def __init__(self, asks: Sequence[str], example: str) -> None:
        super().__init__(classes="step-asks")
        self.asks, self.example = tuple(asks), example

    def _lines(self, width: int) -> list[tuple[str, str]]:
        fit = all(width_of(line) <= width for line in self.asks)
        asks = self.asks if fit else wrap(" ".join(self.asks), max(20, width))
        example = wrap(f"e.g. {self.example}", max(20, width), hang=5) if self.example else []
        return [*((line, "") for line in asks), *((line, "italic $dim") for line in example)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as they take."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join([Content.styled(*line) for line in self._lines(self.content_size.width)])


class Heading(Text):
    """A quiet line above a group, with a word at its right end."""

    note = reactive("")
    warn = reactive(False)

    def __init__(self, text: str, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.text = text

    def render(self) -> Content:
        """The text, a thin rule, the note."""
        width = self.content_size.width
        note = Content.styled(safe(self.note), "bold $bad" if self.warn else "$dim")
        text = Content.styled(safe(self.text), "bold $title")
        text = text.truncate(max(0, width - note.cell_length - 3), ellipsis=True)
        taken = text.cell_length + note.cell_length + (1 if text else 0) + (1 if note else 0)
        rule = "─" * max(1, width - taken)
        parts = (text, " " if text else "", (rule, "$calm"), " " if note else "", note)
        return Content.assemble(*parts).truncate(width, ellipsis=True)


class Switch(Row):
    """Two ways to do something, the chosen one marked; Enter takes the other."""

    chosen = reactive("")

    def __init__(self, options: Sequence[tuple[str, str]], key: str = "m") -> None:
        """`options` are pairs of key and words."""
        super().__init__(key=key, id="switch")
        self.options = tuple(options)

    def left(self, width: int) -> Content:
        """`(•) by priority   ( ) by points`."""
        parts = [
            Content.assemble(
                ("(•) " if on else "( ) ", "bold $key" if on else "$dim"), (words, "bold" if on else "$dim")
            )
            for key, words in self.options
            for on in (key == self.chosen,)
        ]
        return Content("   ").join(parts)


class FieldLine(Horizontal, Laid):
    """A label, a text field, and a mark where something is found in it."""

    def __init__(
        self, label: str, key: str, *, placeholder: str = "", most: int = 200, label_width: int = 9, lines: bool = False
    ) -> None:
        super().__init__(classes="field-line")
        self.label, self.label_width = label, label_width
        self.field = FieldInput(placeholder=placeholder, most=most, name=key, lines=lines)

    def compose(self) -> ComposeResult:
        """Label, field, mark."""
        label = Text(Content.styled(safe(self.label), "$dim"), classes="field-label")
        label.styles.width = self.label_width
        yield label
        yield self.field
        yield Text(classes="field-side")
        yield Text(classes="field-flag")

    def beside(self, visual: Visual | None) -> None:
        """Say something beside the field, where no line below it is to be had."""
        side = self.query_one(".field-side", Static)
        if visual is not None and str(side.visual) != str(visual):
            side.update(visual)
        side.set_class(visual is not None, "-said")

    def flag(self, problem: Problem | None) -> None:
        """Mark the field by what is found in it."""
        mark, style = LEVELS[problem.level] if problem else ("", "")
        self.query_one(".field-flag", Static).update(Content.styled(mark.strip(), style))

    def show(self, text: str) -> None:
        """Show the character's text, made safe; what is typed and not kept yet stays."""
        if self.field.value == self.field.known:
            self.field.keep(safe(text, one_line=not self.field.lines, limit=20_000))


def ghosts(field: FieldInput, texts: Iterable[str]) -> None:
    """Complete what is typed into the field from these texts, in grey; right takes it. Up and down stay free."""
    field.suggester = SuggestFromList(list(texts), case_sensitive=False)


class OptionRow(Row):
    """One of several things to choose from: `(•) by points`. The screen keeps at most one of a group chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "choose", "Choose", id="row.pick", show=False)]
    chosen = reactive(False)
    text = reactive("")

    def __init__(
        self,
        name: str,
        text: str,
        note: str = "",
        *,
        key: str = "",
    ) -> None:
        """`name` is what the screen knows the option by."""
        super().__init__(key=key, note=note)
        self.option = name
        self.set_reactive(OptionRow.text, text)

    def left(self, width: int) -> Content:
        """The mark and the text."""
        mark = ("(•) ", "bold $key") if self.chosen else ("( ) ", "$dim")
        return Content.assemble(mark, (safe(self.text), "bold" if self.chosen else ""))
