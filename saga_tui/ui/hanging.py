"""Lines whose further parts hang below their text, not below their mark: for lists and dialogs."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Hanging(Visual):
    """Lines of text, each with the cells of its head (mark, key, number) that what is wrapped stays clear of."""

    def __init__(self, lines: Iterable[tuple[int, Content]]) -> None:
        self.lines = tuple(lines)

    @property
    def plain(self) -> str:
        """Return the text without its looks."""
        return "\n".join(line.plain for _, line in self.lines)

    def __str__(self) -> str:
        return self.plain

    def wrapped(self, width: int) -> Content:
        """Return the lines at that width, further parts indented."""
        shown: list[Content] = []
        for head, line in self.lines:
            room = max(1, width - head)
            first, *rest = line[head:].wrap(room) if head < width else line.wrap(width)
            shown.append(Content.assemble(line[:head], first) if head < width else first)
            shown += [Content.assemble(" " * head, part) if head < width else part for part in rest]
        return Content("\n").join(shown)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return the lines as they are drawn."""
        return self.wrapped(width).render_strips(width, height, style, options) if width else []

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the longest line."""
        return max((line.cell_length for _, line in self.lines), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return how many lines there are at that width."""
        return self.wrapped(width).get_height(rules, width) if width else 0


def hanging(content: Content, head: int) -> Hanging:
    """Return a text each of whose lines has a head of so many cells."""
    return Hanging((head, line) for line in content.split("\n", allow_blank=True))
