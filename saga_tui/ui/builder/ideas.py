"""Ideas for a field: a list whose entries show both sides of each, whole, and go on below where a line is too short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from saga_tui.paper.layout import pad, wrap
from saga_tui.safe import safe
from saga_tui.ui.builder.spec import Idea

Parts = Sequence[tuple[str, str]]
"""A line as texts with their styles."""
NAMES, LONG_NAMES = 22, 30
"""Cells of the column of names; of the wider one where what is said beside them is short and there is room."""
BESIDE: Final = 62
"""Cells from which on what is said of an idea stands beside its name, below it otherwise."""
ABOUT_BESIDE: Final = 52
"""The same for an idea without sides, of which less is said."""
HELPS: Final = ("+ ", "bold $good", "$dim")
HURTS: Final = ("− ", "bold $bad", "")
"""The sign of each side, its colour, and the style of its words."""


def _wrapped(text: str, room: int, hang: int = 0) -> list[str]:
    """The text in lines; most are short, and need no counting of cells."""
    return [text] if len(text) <= room and text.isascii() else wrap(text, max(8, room), hang)


def sides(idea: Idea, room: int) -> list[Parts]:
    """How an idea helps and how it hurts, each whole and with its sign; else what is said of it."""
    lines: list[Parts] = []
    for text, (sign, colour, style) in ((idea.helps, HELPS), (idea.hurts, HURTS)):
        if text:
            first, *rest = _wrapped(safe(text), room - len(sign))
            lines += [((sign, colour), (first, style)), *((("  ", ""), (line, style)) for line in rest)]
    if idea.about and not lines:
        lines = [((line, "$dim"),) for line in _wrapped(safe(idea.about), room)]
    return lines


def idea_lines(idea: Idea, width: int) -> list[Parts]:
    """An idea at a width: its name, and beside it (or below, where it is narrow) what is said of it."""
    name = safe(idea.text)
    loud = "bold" if idea.helps or idea.hurts else ""
    column = LONG_NAMES if idea.about and width >= BESIDE + LONG_NAMES - NAMES else NAMES
    beside = sides(idea, width - column) if width >= (BESIDE if loud else ABOUT_BESIDE) else []
    if not beside:
        indented = [(("  ", ""), *line) for line in sides(idea, width - 2)]
        return [*(((line, loud),) for line in _wrapped(name, width, 2)), *indented]
    names: list[Parts] = [((pad(line, column), loud),) for line in _wrapped(name, column - 2)]
    blank: Parts = ((" " * column, ""),)
    height = max(len(names), len(beside))
    names, beside = names + [blank] * (height - len(names)), beside + [()] * (height - len(beside))
    return [(*head, *line) for head, line in zip(names, beside, strict=True)]


class IdeaText(Visual):
    """Lines that are worked out for a width, and drawn only where they come into sight."""

    def __init__(self, idea: Idea, indent: int = 0, *, named: bool = True) -> None:
        """`named`: with the idea's own words, not only what is said of it."""
        self.idea, self.indent, self.named = idea, indent, named
        self._at: tuple[int, list[Parts]] = (-1, [])

    def lines(self, width: int) -> list[Parts]:
        """The lines at that width."""
        if self._at[0] != width:
            room = max(1, width - self.indent)
            self._at = (width, idea_lines(self.idea, room) if self.named else sides(self.idea, room))
        return self._at[1]

    def content(self, width: int) -> Content:
        """The lines as they are drawn."""
        indent = " " * self.indent
        return Content("\n").join([Content.assemble(indent, *line) for line in self.lines(width)])

    def __str__(self) -> str:
        return " ".join(part for part in (self.idea.text, self.idea.about, self.idea.helps, self.idea.hurts) if part)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return the lines as they are drawn."""
        return self.content(width).render_strips(width, height, style, options) if width else []

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return all the width there is."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return how many lines there are at that width."""
        return len(self.lines(width)) if width else 0


class IdeaList(OptionList):
    """Ideas for the field that is being filled, sifted by what is typed; Enter takes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "up_or_out", "Up", show=False),
        Binding("enter", "select", "Use idea", id="builder.take-idea"),
    ]

    def __init__(self) -> None:
        super().__init__(markup=False, compact=True, id="ideas")
        self.ideas: tuple[Idea, ...] = ()
        self.shown: list[Idea] = []
        self._typed = ""

    def offer(self, ideas: Iterable[Idea]) -> None:
        """Put other ideas into the list."""
        new = tuple(ideas)
        if new != self.ideas:
            self.ideas = new
            self._fill()

    def sift(self, typed: str) -> None:
        """Only ideas with these words in them; all of them where none has."""
        if typed != self._typed:
            self._typed = typed
            self._fill()

    def _fill(self) -> None:
        words = self._typed.casefold().split()
        fitting = [idea for idea in self.ideas if all(word in _said(idea) for word in words)] if words else []
        self.shown = fitting or list(self.ideas)
        self.clear_options()
        self.add_options([Option(IdeaText(idea)) for idea in self.shown])

    def on_focus(self, _event: events.Focus) -> None:
        """The first idea is at the cursor."""
        if self.highlighted is None and self.option_count:
            self.highlighted = 0

    def action_up_or_out(self) -> None:
        """Above the first idea is the field."""
        if self.highlighted in (None, 0):
            self.screen.focus_previous()
        else:
            self.action_cursor_up()


def _said(idea: Idea) -> str:
    """All words of an idea, to find it by."""
    return f"{idea.text} {idea.about} {idea.helps} {idea.hurts}".casefold()
