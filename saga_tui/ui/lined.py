"""Lines that fit as they are: drawn one by one, with nothing to split, wrap or align."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Self

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from saga_tui.ui.panel import Still

Strips = dict[int, tuple[Content, Style, Strip]]
"""Lines as they were drawn, by their place: of which text, on which ground."""


def alike(one: Content, other: Content) -> bool:
    """Whether two texts are the same in their looks too."""
    return one is other or (one.plain == other.plain and one.spans == other.spans)


class Lined(Visual):
    """Lines of text none of which is wider than its room; they lie on `ground`, a style, where one is given. `kept` is
    what whoever shows them keeps of what was drawn before, so that only lines that are others are drawn anew: it is
    emptied where a colour may mean another one."""

    def __init__(self, lines: Iterable[Content], ground: str = "", kept: Strips | None = None) -> None:
        self.lines = tuple(lines)
        self.ground = ground
        self.kept: Strips = {} if kept is None else kept

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
        return [self._drawn(at, line, style, options) for at, line in enumerate(self.lines[:height])]

    def _drawn(self, at: int, line: Content, style: Style, options: RenderOptions) -> Strip:
        """A line as it is drawn, or as it was."""
        before = self.kept.get(at)
        if before is not None and before[1] == style and alike(before[0], line):
            return before[2]
        self.kept[at] = (line, style, made := _strip(line, at, style, options))
        return made

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


class Linewise(Still):
    """A widget that is given as lines: of those only the ones that are others than before are drawn anew, and sent to
    the terminal. It may stand alone among the bases of a class."""

    _drawn: Sequence[Content] = ()
    """The lines as they were last drawn."""
    _kept: Strips | None = None
    _made: tuple[Size, Sequence[Content]] | None = None
    """Lines that are about to be drawn, and for which size they were made."""

    def lines(self) -> Sequence[Content]:
        """As many as it is high, none of them wider than it is."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draws the lines anew that are others than before; where it has another size, Textual asks for all of them."""
        new = self.lines() if self._drawn else ()
        if not new or len(new) != len(self._drawn):
            self.refresh()
            return
        size, pairs = self.content_size, enumerate(zip(new, self._drawn, strict=True))
        changed = [Region(0, at, size.width, 1) for at, pair in pairs if not alike(*pair)]
        if changed:
            self.refresh(*changed)
            self._made = (size, new)

    def refresh(self, *regions: Region, **how: Any) -> Self:
        """Draws it anew, or so much of it."""
        self._made = None
        if not regions:
            self._kept = None
        return super().refresh(*regions, **how)

    def notify_style_update(self) -> None:
        """Its looks may have changed."""
        self._kept = None
        super().notify_style_update()

    def render(self) -> Lined:
        """Its lines."""
        if self._kept is None:
            self._kept = {}
        made, self._made = self._made, None
        self._drawn = made[1] if made is not None and made[0] == self.content_size else self.lines()
        return Lined(self._drawn, kept=self._kept)
