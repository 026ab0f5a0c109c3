"""Rows: one line each, focusable, clickable, with a note at the right end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypedDict, Unpack

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from saga_tui.safe import safe
from saga_tui.ui.deal import BRIEF, FULL, LAVISH
from saga_tui.ui.lined import Lined
from saga_tui.ui.measured import Measured
from saga_tui.ui.terminal import Later

if TYPE_CHECKING:
    from saga_tui.ui import specs
    from saga_tui.ui.specs import Explain

GLOW_SECONDS = 1.0
"""How long a change is shown where it happened, unless the app says otherwise (`glow_seconds`; 0: not at all)."""
LEAST: Final = 12
"""Cells that a text needs to be wrapped; with less it is cut."""
HANGING: Final = 2
"""How far the lines below a row's first are indented."""
RULED = "*"
"""Stands at a number that a ruling of the group touches."""


class RowWords(TypedDict, total=False):
    """What every row may be made with."""

    key: str
    """The letter drawn before the label."""
    explain: Explain | None
    steps: bool
    """Whether left and right lower and raise it."""
    ruled: bool
    id: str | None
    classes: str | None


class Row(Measured, can_focus=True):
    """One line that can be focused, chosen (Enter, click), stepped (left, right) and asked for its reasons (`?`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", id="row.choose", show=False),
        Binding("left,minus", "step(-1)", "Lower", id="row.lower", show=False),
        Binding("right,plus", "step(1)", "Raise", id="row.raise", show=False),
        Binding("question_mark", "why", "Why", id="row.why", tooltip="Explain this number"),
    ]

    lines: int = 1
    """Lines that the row takes; who changes it lays the panel out anew (`unfold`)."""
    level: int = BRIEF
    """How much of it is shown: one line, its text whole, or with its detail below."""
    note_style: str = "$dim"
    at_once: bool = False
    """Whether Enter spends or buys something, at once or by a question that Enter answers; such a row takes no Enter by
    habit."""
    ruled = reactive(False)
    note = reactive("")
    """What stands at the right end, beside the value."""
    delta = reactive("")
    """What just changed (`3 → 0`); shown for a moment in the note's place."""
    would = reactive("")
    """What it would be if what is asked were done (`3 → 6, 2 over`); shown in the note's place as long as it is."""
    would_style = "bold $glow"
    ghost = reactive(0)
    """How many marks more there would be, or with a minus fewer."""

    @dataclass
    class Chosen(Message):
        """The row was chosen with Enter or a click."""

        row: Row

        @property
        def control(self) -> Row:
            """The row, for `@on` selectors."""
            return self.row

    @dataclass
    class Stepped(Message):
        """Left or right was pressed on a row that can be lowered and raised; `by` is -1 or 1."""

        row: Row
        by: int

        @property
        def control(self) -> Row:
            """The row, for `@on` selectors."""
            return self.row

    @dataclass
    class RuleWanted(Message):
        """A rule's text is wanted, from the reasons of a number."""

        rule: str

    def __init__(
        self,
        *,
        key: str = "",
        note: str = "",
        explain: Explain | None = None,
        steps: bool = False,
        ruled: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.source: specs.Row | None = None
        """What the game says of it, on a screen of play."""
        self.rule = ""
        """The rule that it stands for, where its text and its number do not say it."""
        self.key = key
        self.explain = explain
        self.steps = steps
        self.numbers: tuple[str, ...] = ()
        """The names of the numbers that stand on the row, the main one first."""
        self.text_name = ""
        """The name of the text that stands on the row."""
        self.at = 0
        """Which of them is meant: the jump to a number sets it, and the focus that leaves takes it back."""
        self._glowing = Later(self, self._glow_over)
        self._born = 0
        self.set_reactive(Row.note, note)
        self.set_reactive(Row.ruled, ruled)

    def on_mount(self) -> None:
        """What is filled in before the next key is news to nobody: it does not glow."""
        self._born = getattr(self.app, "touches", -1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Steps only rows that have them, explains only numbers that can."""
        if action == "step":
            return self.steps
        if action == "why":
            return self.explain is not None
        return True

    def rule_here(self) -> str:
        """The rule that the row stands for: one that its text names, or the first behind its number."""
        from saga_tui.ui.keys import first_rule
        from saga_tui.ui.specs import Why

        named = self.rule or first_rule(f"{self.note} {getattr(self, 'text', '')}")
        why = self.explain() if self.explain and not named else None
        tally = why.tally if isinstance(why, Why) else why
        return named or next((term.rule for term in tally.terms if term.rule), "") if tally else named

    def action_choose(self) -> None:
        """Says that the row was chosen."""
        self.post_message(self.Chosen(self))

    def action_step(self, by: int) -> None:
        """Says that the row is to be lowered or raised."""
        self.post_message(self.Stepped(self, by))

    def action_why(self) -> None:
        """Shows the number's reasons; the rule chosen there is asked for by a `RuleWanted`."""
        why = self.explain() if self.explain else None
        if why is not None:
            from saga_tui.ui.why_screen import WhyScreen

            self.app.push_screen(WhyScreen(why), self._rule_chosen)

    def _rule_chosen(self, rule: str | None) -> None:
        if rule:
            self.post_message(self.RuleWanted(rule))

    def on_click(self, event: events.Click) -> None:
        """A click on the number asks for its reasons; one elsewhere, and a thumb, presses what is there (`clicked`)."""
        event.stop()
        offset = event.get_content_offset(self)
        reasons = self.explain is not None and not getattr(self.app, "is_touch", False)
        if offset is not None and reasons and self.number_at(offset.x):
            self.action_why()
        else:
            self.clicked(event)

    def number_at(self, x: int) -> bool:
        """Whether the row's number stands in that column: at its right end, unless a row says otherwise."""
        end = self.right().cell_length
        return bool(end) and x >= self.content_size.width - end

    def clicked(self, event: events.Click) -> None:
        """A click chooses the row."""
        self.action_choose()

    def glow(self, delta: str) -> None:
        """Shows what changed for about a second; a change of two glowing numbers shows only the last."""
        seconds = float(getattr(self.app, "glow_seconds", GLOW_SECONDS))
        if seconds <= 0 or getattr(self.app, "touches", 0) <= self._born:
            return
        self.delta = delta
        self._glowing.stop()
        if seconds != float("inf"):
            self._glowing.start(seconds)

    def _glow_over(self) -> None:
        self.delta = ""

    def foresee(self, more: int, words: str) -> None:
        """Shows what its number would be if what is asked were done; without words what was shown is gone."""
        self.ghost, self.would = more, words

    def watch_has_focus(self, _has_focus: bool) -> None:
        """The pointer before the row comes and goes with the focus."""
        super().watch_has_focus(_has_focus)
        if not _has_focus:
            self.at = 0
        self.refresh()

    def left(self, width: int) -> Content:
        """The row's own part, at most `width` cells wide."""
        raise NotImplementedError

    def right(self) -> Content:
        """The note, or what just changed."""
        if self.delta:
            return Content.styled(self.delta, "bold $glow")
        if self.would:
            return Content.styled(safe(self.would), self.would_style)
        pointer = ("▸", "bold $key") if self.at and self.has_focus else ""
        return Content.assemble(pointer, (safe(self.note), "$dim"), (RULED, "bold $warn") if self.ruled else "")

    @property
    def pointed(self) -> bool:
        """Whether the focus is here, and no other screen above takes the keys."""
        return self.has_focus and self.screen.is_active

    def gutter_content(self) -> Content:
        """The pointer of the focus and the row's key."""
        pointer = ("▸", "bold $key") if self.pointed else " "
        return Content.assemble(pointer, (f"{self.key} ", "bold $key") if self.key else "")

    def render(self) -> Content | Lined:
        """Pointer, key, the row's own part, and the note right-aligned; the text whole and its detail below where the
        row is unfolded."""
        lines = self.drawn(self.content_size.width, self.level)
        return Lined(lines[: self.lines], "on $panel" if self.delta else "")  # a class: a look through all rules

    def drawn(self, width: int, level: int) -> list[Content]:
        """The row's lines at a width, as it would be at a level of the deal."""
        start, end = self.gutter_content(), self.right()
        room = max(0, width - start.cell_length - end.cell_length - (1 if end else 0))
        middle = self.left(room)
        parts = [middle]
        if middle.cell_length > room:
            parts = middle.wrap(room) if level and room >= LEAST else [middle.truncate(room, ellipsis=True)]
            if any(part.cell_length > room - HANGING for part in parts[1:]):
                parts = middle.wrap(room - HANGING)  # what goes on is indented
        gap = width - start.cell_length - parts[0].cell_length - end.cell_length
        lines = [Content.assemble(start, parts[0], " " * max(0, gap), end).truncate(width, ellipsis=True)]
        indent = " " * (start.cell_length + HANGING)
        lines += [Content.assemble(indent, part) for part in parts[1:]]
        below = [self.detail] * (level >= FULL) + [self.extra] * (level >= LAVISH)
        told = Content.styled("\n".join(safe(text) for text in below if text), "$dim")
        if told:
            lines += [Content.assemble(indent, part) for part in told.wrap(max(1, width - len(indent)))]
        return lines

    def unfold(self, level: int, width: int) -> None:
        """Shows so much of it as the column's deal gives."""
        lines = self.height_at(width, level)
        if level != self.level:
            self.level = level
            self.refresh()
        self.resize(lines)

    def resize(self, lines: int) -> None:
        """Takes so many lines from now on."""
        if lines != self.lines:
            self.lines = lines
            self.styles.height = lines


class Line(Row):
    """A row of plain text: a trait, a consequence, a problem. `style` colours the text, `mark` stands before it."""

    text = reactive("")
    mark = reactive("")
    style = reactive("")

    def __init__(
        self,
        text: str = "",
        note: str = "",
        *,
        mark: str = "",
        style: str = "",
        data: object = None,
        **more: Unpack[RowWords],
    ) -> None:
        """`data` is whatever the screen wants to find again when the row is chosen."""
        super().__init__(note=note, **more)
        self.data = data
        self.set_reactive(Line.text, text)
        self.set_reactive(Line.mark, mark)
        self.set_reactive(Line.style, style)

    def left(self, width: int) -> Content:
        """The mark and the text."""
        mark = (f"{self.mark} ", self.style or "$dim") if self.mark else ""
        return Content.assemble(mark, (safe(self.text), self.style))


class Figure(Row):
    """A drawing of several lines; focused it is on another ground, and nothing of it bolder."""

    drawing: reactive[specs.Lines | None] = reactive(None)
    part: int | None = None
    """The part of it that a click was on, until somebody asks."""

    def clicked(self, event: events.Click) -> None:
        """A click on a part that is marked as one chooses that."""
        self.part = event.style.meta.get("part")
        super().clicked(event)

    def left(self, width: int) -> Content:
        """Its first line."""
        return Content("\n").join(self.drawn(width, BRIEF)[:1])

    def drawn(self, width: int, level: int) -> list[Content]:
        """Its lines at a width, behind the pointer of the focus."""
        draw = self.drawing
        found = list(draw(max(1, width - 1), level)) if draw is not None else []
        pointer = Content.styled("▸", "bold $key") if self.pointed else " "
        return [
            Content.assemble(" " if number else pointer, line) for number, line in enumerate(found or [Content("")])
        ]

    def height_at(self, width: int, level: int) -> int:
        """Lines that it would take; on one line nothing of it could be seen."""
        return len(self.drawn(width, level))


@dataclass(frozen=True, slots=True)
class LineSpec:
    """What one line of a `Lines` shows."""

    text: str
    note: str = ""
    mark: str = ""
    style: str = ""
    data: object = None
    key: str = ""
    explain: Explain | None = None
    ruled: bool = False
    rule: str = ""


class Lines(Vertical):
    """A list of lines that is kept up to date in place: rows are reused, so that focus stays and nothing flickers."""

    def __init__(
        self, specs: Iterable[LineSpec] = (), *, empty: str = "", id: str | None = None, classes: str | None = None
    ) -> None:
        """`empty` says what to do next where there is nothing to show."""
        super().__init__(id=id, classes=classes)
        self.empty = empty
        self._specs = tuple(specs)

    def on_mount(self) -> None:
        """Shows the first lines."""
        self.show(self._specs)

    def show(self, specs: Iterable[LineSpec]) -> None:
        """Shows these lines; rows at the same place are changed, missing ones added, the rest removed."""
        self._specs = tuple(specs)
        if not self.is_attached:
            return
        wanted: Sequence[LineSpec] = self._specs or ((LineSpec(self.empty, style="$dim"),) if self.empty else ())
        rows = [row for row in self.children if isinstance(row, Line)]
        for row, spec in zip(rows, wanted, strict=False):
            _fill(row, spec)
        for row in rows[len(wanted) :]:
            row.remove()
        new = [_fill(Line(), spec) for spec in wanted[len(rows) :]]
        if new:
            self.mount_all(new)
        for row in [*rows, *new]:
            row.can_focus = bool(self._specs)


def _fill(row: Line, spec: LineSpec) -> Line:
    other = row.key != spec.key
    row.key, row.data, row.explain, row.rule = spec.key, spec.data, spec.explain, spec.rule
    row.text, row.note, row.mark, row.style, row.ruled = spec.text, spec.note, spec.mark, spec.style, spec.ruled
    if other:  # the rest draws itself anew where it has changed
        row.refresh()
    return row
