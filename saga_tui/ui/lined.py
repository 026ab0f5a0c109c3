"""Lines that fit as they are: drawn one by one, with nothing to split, wrap or align."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Lined(Visual):
    """Lines of text none of which is wider than its room; they lie on `ground`, a style, where one is given."""

    def __init__(self, lines: Iterable[Content], ground: str = "") -> None:
        self.lines = tuple(lines)
        self.ground = ground

    @property
    def content(self) -> Content:
        """Return the lines as one text."""
        whole = Content("\n").join(self.lines)
        return whole.stylize_before(self.ground) if self.ground else whole

    @property
    def plain(self) -> str:
        """Return the text without its looks."""
        return "\n".join(line.plain for line in self.lines)

    def __str__(self) -> str:
        return self.plain

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return the lines as they are drawn; where some of it is selected, or there is less room, Textual draws it."""
        fits = all(line.cell_length <= width and "\n" not in line.plain for line in self.lines)
        if options.selection is not None or not fits:
            return self.content.render_strips(width, height, style, options)
        if self.ground:
            style += options.get_style(self.ground)
        return [_strip(line, at, style, options) for at, line in enumerate(self.lines[:height])]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the longest line."""
        return max((line.cell_length for line in self.lines), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return how many lines there are."""
        return self.plain.count("\n") + 1


@lru_cache(maxsize=8192)
def _placed(style: Style, x: int, y: int) -> RichStyle:
    """A style with its place, by which Textual selects text with the mouse; most of what drawing a line takes, and most
    parts of a line stay as they are and where they are."""
    return style.rich_style_with_offset(x, y)


def _strip(line: Content, y: int, style: Style, options: RenderOptions) -> Strip:
    """A line as it is drawn."""
    segments, x = [], 0
    for text, looks in line.render(style, end="", parse_style=options.get_style):
        segments.append(Segment(text, _placed(style + looks, x, y)))
        x += len(text)
    return Strip(segments, line.cell_length)
