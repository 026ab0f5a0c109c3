"""The lines at a screen's edges: where one stands and whether it is saved, and the few keys that matter now."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from saga_tui.safe import safe
from saga_tui.ui.keys import Hint, hints, laid_out
from saga_tui.ui.lined import Lined
from saga_tui.ui.panel import Still
from saga_tui.ui.presence import LEAST
from saga_tui.ui.touch import HIGH, Button, Pad, at, drawn, pad_of, touched

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.ui.band import Moment
    from saga_tui.ui.presence import Presence

STATES: Final = {"saved": "saved", "saving": "saving", "not saved": "trouble"}
"""The level of each state of a memory."""


class StatusLine(Still):
    """The top line: who and where on the left, whether it is saved on the right.

    `state` is shown as it is given; `level` is `saved`, `saving`, `trouble` or `look` (read only), each with a mark of
    its own.
    """

    MARKS: ClassVar[dict[str, tuple[str, str]]] = {
        "saved": ("✓ ", "$good"),
        "saving": ("… ", "$dim"),
        "trouble": ("! ", "bold $bad"),
        "look": ("◌ ", "bold $warn"),
        "": ("", "$dim"),
    }

    class Pressed(Message):
        """The line was clicked: the reasons of its numbers are wanted."""

    left: reactive[Content] = reactive(Content(""))
    middle: reactive[Content] = reactive(Content(""))
    state = reactive("")
    level = reactive("")
    moment: reactive[Moment | None] = reactive(None)
    """What just happened: it takes the place of all but the saved mark."""
    presence: Presence | None = None
    """Who else is at a table that is shared; what a person should know of it takes a line of its own."""

    def on_mount(self) -> None:
        """Begin with what the app knows."""
        self.together(getattr(self.app, "presence", None))

    def together(self, presence: Presence | None) -> None:
        """Who else is at the table now."""
        if presence != self.presence:
            self.presence = presence
            told = presence is not None and bool(presence.words)
            changed = self.has_class("-told") != told
            self.set_class(told, "-told")
            self.refresh(layout=changed)

    def on_click(self) -> None:
        """Says so to the screen."""
        self.post_message(self.Pressed())

    def say(self, left: str | Content, middle: str | Content = "") -> None:
        """What stands on the left, and at the right before the saved mark (`7 gold`)."""
        self.left = left if isinstance(left, Content) else Content(safe(left))
        self.middle = middle if isinstance(middle, Content) else Content(safe(middle))

    def saved(self, state: str, level: str = "saved") -> None:
        """Whether all is saved, in words and with its mark."""
        if (level, state) != (self.level, self.state):
            self.set_reactive(StatusLine.level, level)
            self.set_reactive(StatusLine.state, state)
            self.refresh()  # once for both

    def saved_as(self, memory: Memory) -> None:
        """Whether all of a document is saved; in a window that may only look, that."""
        self.saved(memory.status_text, "look" if memory.read_only else STATES.get(memory.status, ""))

    def render(self) -> Lined:
        """Left, middle and right on one line; the left part gives way. Where there are thumbs it has a line of its
        own."""
        width, lines = self.content_size.width, [self.line()]
        if touched(self) and self.moment is None:
            lines = [self.left.truncate(width, ellipsis=True), self._end().truncate(width, ellipsis=True)]
        if self.presence is not None and self.presence.words:
            lines.append(Content.styled(f"! {safe(self.presence.words)}", "$warn").truncate(width, ellipsis=True))
        return Lined(lines)

    def _end(self) -> Content:
        """What stands at the right, and who else is at the table before it."""
        mark, style = self.MARKS.get(self.level, self.MARKS[""])
        gap = "  " if self.middle and self.state else ""
        end = Content.assemble(self.middle, gap, (mark, style), (safe(self.state), style))
        if self.presence is None:
            return end
        width = self.content_size.width
        if self.level == "saved" and width - end.cell_length < LEAST:  # the mark alone says it too
            end = Content.assemble(self.middle, "  " if self.middle else "", (mark.rstrip(), style))
        room = width - end.cell_length - min(self.left.cell_length, LEAST) - 4
        return Content.assemble(self.presence.line(width, room), "  " if end else "", end)

    def line(self) -> Content:
        """The whole line, as wide as it is."""
        (mark, style), end = self.MARKS.get(self.level, self.MARKS[""]), self._end()
        width = self.content_size.width
        if self.moment is not None:
            saved = Content.styled(f" {mark}{safe(self.state)}", style)
            return Content.assemble(self.moment.line(max(0, width - saved.cell_length)), saved)
        room = max(0, width - end.cell_length - 2)
        left = self.left.truncate(room, ellipsis=True)
        return Content.assemble(left, " " * max(0, width - left.cell_length - end.cell_length), end)


class Foot(Vertical, Still):
    """Docked at the foot of a screen: holds the key bar, and a prompt above it while there is one."""

    def on_resize(self) -> None:
        """A notice gives way to a prompt."""
        moved = getattr(self.app, "place_notice", None)
        if callable(moved):
            moved()


class KeyBar(Still):
    """The keys that matter now, from the bindings that are active where the focus is; at most `lines` lines, by itself
    one on a terminal with room for many beside each other and two on others.

    Bindings with a description and `show=True` are shown in the order: screen, focused widget, app. Those of one
    `Binding.Group` are drawn together (`f g a spend`).
    """

    ALLOW_SELECT = False

    ROOMY: ClassVar[int] = 100
    """The columns from which on one line is enough."""

    def __init__(self, *, lines: int | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self._most = lines
        self._hints: list[Hint] = []
        self._pad: Pad | None = None
        """The keys as buttons, where there are thumbs; and which page of them is shown."""
        self._page = 0

    def _buttons(self) -> list[list[Button]]:
        """The rows of buttons; none where there are keys."""
        if not touched(self):
            return []
        self._pad = self._pad or pad_of(self.screen)
        return self._pad.rows(self.app.size.width, self.app.size.height, self._page)

    @property
    def lines(self) -> int:
        """The most lines that it takes."""
        return self._most or (1 if self.app.size.width >= self.ROOMY else 2)

    def on_mount(self) -> None:
        """Follows the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self._hints = hints(self.screen)

    def _changed(self, screen: Screen[object]) -> None:
        if screen is self.screen and self.is_attached:
            new, pad = hints(screen), pad_of(screen) if touched(self) else None
            if new != self._hints or pad != self._pad:
                self._page = self._page if new == self._hints else 0
                self._hints, self._pad = new, pad
                self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the keys need, at most `lines`; buttons have their own."""
        if rows := self._buttons():
            return HIGH * len(rows)
        return max(1, min(self.lines, len(laid_out(self._hints, width, self.lines)[0])))

    def render(self) -> Content:
        """The keys, wrapped between two of them and never within one; as buttons where there are thumbs."""
        if buttons := self._buttons():
            return drawn(buttons)
        rows, gap = laid_out(self._hints, self.content_size.width, self.lines)
        return Content("\n").join([Content(" " * gap).join([hint.content() for hint in row]) for row in rows])

    def on_click(self, event: events.Click) -> None:
        """A click on a key presses it."""
        event.stop()
        offset = event.get_content_offset(self)
        if offset is not None and (buttons := self._buttons()):
            self._tap(at(buttons, offset.x, offset.y))
            return
        rows, gap = laid_out(self._hints, self.content_size.width, self.lines)
        if offset is None or offset.y >= len(rows):
            return
        start = 0
        for hint in rows[offset.y]:
            end = start + hint.content().cell_length
            if start <= offset.x < end:
                self.app.simulate_key(hint.keys[0])
            start = end + gap

    def _tap(self, button: Button | None) -> None:
        """A button presses its key, and what was opened closes; the one without turns to the next keys."""
        if button is None:
            return
        page, self._page = self._page, 0 if button.key else self._page + 1
        if page != self._page:
            self.refresh(layout=True)
        if button.key:
            self.app.press_key(button.key)  # type: ignore[attr-defined]  # only such an app has buttons
