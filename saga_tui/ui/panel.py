"""A group of rows under a rule that holds its title, which up and down walk; and lines with a hanging indent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import safe


def fill(static: Static, content: str | Content) -> None:
    """Show a text; the screen is laid out anew only where the text takes another number of lines."""
    new = content if isinstance(content, Content) else Content(content)
    old = static.content
    before = old if isinstance(old, Content) else Content(str(old))
    if new != before or new.spans != before.spans:
        width = static.content_size.width
        lines = (one.get_height({}, width) if width else len(one) for one in (new, before))  # no width: it is hidden
        static.update(new, layout=len({*lines}) > 1 or bool(new) != bool(before))


def reachable(parent: Widget) -> list[Widget]:
    """Return what can take the focus inside a widget, in its order: nothing of a part that is not displayed."""
    found: list[Widget] = []
    for child in parent.children:
        if child.display:
            found += [child, *reachable(child)] if child.focusable else reachable(child)
    return found


class Laid(Widget):
    """A widget whose own layout calls for no other: that follows it, and where a scroll bar comes or goes with it, the
    bar calls for one. It stands last among the bases of a class."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)


class Text(Static, Laid):
    """A text."""


class Still(Laid):
    """A widget that gives the lines it gave before until something of it changes.

    Where one row changes, Textual asks every widget for its lines that is near it or between it and what else changed;
    finding out anew that all their looks are as before is most of what such a frame costs. It stands last among the
    bases of a class: Textual takes the looks of the first.
    """

    auto_links: Reactive[bool] = Reactive(False)  # nothing here is a link: not looked for
    _lines: tuple[Region, Size, list[Strip]] | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Those kept, or new ones."""
        if self._lines is not None and self._lines[0] == crop and self._lines[1] == self.outer_size:
            return self._lines[2]
        lines = super().render_lines(crop)
        self._lines = (crop, self.outer_size, lines)
        return lines

    def refresh(self, *regions: Region, **how: Any) -> Self:
        """Draw it anew."""
        self._lines = None
        return super().refresh(*regions, **how)

    def notify_style_update(self) -> None:
        """Its looks may have changed."""
        self._lines = None
        super().notify_style_update()


class Pointing(Widget):
    """A screen whose rows show no pointer while another screen above it takes the keys. It stands last among the bases
    of a class."""

    def on_screen_suspend(self) -> None:
        """Draws the row at the focus anew."""
        focused = self.screen.focused
        if isinstance(focused, Still):
            focused.refresh()

    on_screen_resume = on_screen_suspend


class Panel(VerticalScroll, Still, can_focus=False):
    """A group of rows under a rule that holds its title, and at the right end what one word says of it.

    `subtitle` is that word, `compact` takes the padding away. The rule is heavy where the focus is and where the class
    `-urgent`, `-good` or `-hero` says that the panel matters.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(-1)", "Up", id="panel.up", show=False),
        Binding("down", "walk(1)", "Down", id="panel.down", show=False),
    ]
    RULES: ClassVar[Sequence[tuple[str, str]]] = (("-urgent", "$bad"), ("-good", "$good"), ("-hero", "$dim"))
    """The colour of a heavy rule by the class that asks for one."""
    SUBTITLE: ClassVar[str] = "$dim"
    """The style of what stands at the right end of the rule."""

    def __init__(
        self,
        *children: Widget,
        title: str = "",
        subtitle: str = "",
        compact: bool = False,
        focusable: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`focusable`: the panel itself takes the focus (for panels without rows of their own)."""
        super().__init__(*children, id=id, classes=classes)
        self.can_focus = focusable
        self._head = ("", "")
        self._drawn_rule = Content("")
        self.set_class(compact, "-compact", update=False)
        self.head(title, subtitle)

    def head(self, title: str | None = None, subtitle: str | None = None) -> None:
        """Change what stands in the rule."""
        new = (self._head[0] if title is None else title, self._head[1] if subtitle is None else subtitle)
        if new != self._head:
            self._head = new
            self._rule()

    @property
    def title(self) -> str:
        """What stands at the left end of the rule."""
        return self._head[0]

    @property
    def subtitle(self) -> str:
        """What stands at the right end of the rule."""
        return self._head[1]

    def _rule(self) -> None:
        """Draws the rule anew: title, line and subtitle as wide as the panel is, since a top border holds one text."""
        title, subtitle = (safe(text) for text in self._head)
        heavy = next((colour for name, colour in self.RULES if self.has_class(name)), "")
        heavy = "$key" if self._at() else heavy
        line, colour = ("━", heavy) if heavy else ("─", "$calm")
        named = f"bold {heavy}" if heavy not in ("", "$dim") else "bold $title"
        room = self.outer_size.width - 4
        end = Content.styled(f" {subtitle} ", "$bad" if heavy == "$bad" else self.SUBTITLE) if subtitle else Content("")
        if end.cell_length > room - Content(title).cell_length - 2:
            end = Content("")
        gap = room - Content(title).cell_length - 2 - end.cell_length
        rule = (line * max(0, gap), colour)
        drawn = Content.assemble(" ", (title, named), " ", rule, end) if title else Content("")
        if drawn.plain != self._drawn_rule.plain or drawn.spans != self._drawn_rule.spans:
            self._drawn_rule = drawn
            self.border_title = drawn

    def _at(self) -> bool:
        """Whether the focus is in it, which its class `-at` says to the stylesheet: with `:focus-within` there, each
        step of the focus would style all its rows anew."""
        at = self.has_focus or self.has_pseudo_class("focus-within")
        if at != self.has_class("-at"):
            self.set_class(at, "-at", update=False)
            if self.is_attached:
                self.app.stylesheet.update_nodes([self])
        return at

    def on_resize(self) -> None:
        """The rule is as wide as the panel."""
        self._rule()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Its own focus shows as that of its rows does."""
        super().watch_has_focus(_has_focus)
        self._rule()

    def on_descendant_focus(self) -> None:
        """The rule of the panel with the focus is heavy."""
        self._rule()

    def on_descendant_blur(self) -> None:
        """And thin again without it."""
        self.call_later(self._rule)

    def mark(self, name: str, on: bool) -> None:
        """Gives or takes a class that the rule shows (`-urgent`, `-good`, `-hero`)."""
        if self.has_class(name) != on:
            self.set_class(on, name)
            self._rule()

    def walked(self) -> list[Widget]:
        """Return what up and down walk over, in its order."""
        return reachable(self)

    def action_walk(self, by: int) -> None:
        """Move the focus to the row above or below; at the ends it goes on to the next panel."""
        rows = self.walked()
        focused = self.screen.focused
        if focused is None or focused not in rows:
            if rows:
                rows[0].focus()
            return
        index = rows.index(focused) + by
        if 0 <= index < len(rows):
            rows[index].focus()
        elif by > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()


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
