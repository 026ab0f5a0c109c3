"""Text fields: plain user text, with suggestions; letters typed in them never reach the screen's keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.suggester import SuggestFromList
from textual.widgets import Input

from saga_tui.safe import VARIANTS
from saga_tui.ui.rows import Row
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Memory

MOST = 200
"""Characters in a field unless it says otherwise."""
LONG = 4000
"""Characters in a field for notes."""
DRAWN = {"\n": "⏎", **dict.fromkeys(VARIANTS, "\u200b")}
"""How what has no place in one line is drawn, sign for sign; what terminals do not agree on, not at all."""
ASKED = "asked."
"""What the names of drafts begin with that were typed as the answer to a question."""


class PlainInput(Input):
    """The one-line input of all fields and dialogs: compact, and its cursor keeps still where animations are off."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Accept", id="field.enter")]

    def __init__(
        self,
        value: str = "",
        placeholder: str = "",
        *,
        restrict: str | None = None,
        most: int = MOST,
        suggester: SuggestFromList | None = None,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
        disabled: bool = False,
        lines: bool = False,
        draft: str = "",
        enter: str = "",
    ) -> None:
        """`enter` is what Enter does, for the key bar. `most` is the greatest length in characters, `restrict` a
        pattern that the text must always fit; with `lines`
        a text of several lines that is pasted keeps them, else they are joined. What is typed survives a kill where
        `draft` says what for: the next field of that name begins with it."""
        self.lines = lines
        self.draft = draft and f"{ASKED}{draft}"
        super().__init__(
            value,
            placeholder,
            restrict=restrict,
            max_length=most,
            suggester=suggester,
            select_on_focus=False,
            compact=True,
            name=name,
            id=id,
            classes=classes,
            disabled=disabled,
        )
        if enter:
            self._bindings = self._bindings.copy()
            self._bindings.key_to_bindings["enter"] = [Binding("enter", "submit", enter, id="field.enter")]

    def on_mount(self) -> None:
        """Blink only where things may move, and begin with what a kill left untold."""
        self.cursor_blink = bool(getattr(self.app, "animated", True))
        if (memory := self._memory) is not None and (text := memory.drafts().get(self.draft)):
            self.value = text
            self.cursor_position = len(text)

    @property
    def _memory(self) -> Memory | None:
        """The open character's memory, where it keeps what is typed here."""
        memory: Memory | None = getattr(self.app, "memory", None) if self.draft else None
        return None if memory is None or memory.read_only else memory

    def on_input_changed(self) -> None:
        """Keep what is typed, at every key."""
        if (memory := self._memory) is not None:
            if self.value:
                memory.save_draft(self.draft, self.value)
            else:
                memory.drop_draft(self.draft)

    def forget_draft(self) -> None:
        """Forget the draft, once what follows from the answer has been begun."""
        if (memory := self._memory) is not None:
            self.app.call_later(memory.drop_draft, self.draft)

    @property
    def _value(self) -> Text:
        """The text as it is drawn: on one line."""
        drawn = super()._value
        drawn.plain = "".join(DRAWN.get(char, char) for char in drawn.plain)
        return drawn

    def render_line(self, y: int) -> Strip:
        """One line; while nobody types in it, what does not fit is cut at its end, by an ellipsis."""
        drawn, room = self._value, self.scrollable_content_region.width
        if y or self.has_focus or drawn.cell_len <= room:
            return super().render_line(y)
        drawn.truncate(room, overflow="ellipsis")
        strip = Strip(self.app.console.render(drawn, self.app.console_options.update_width(room)))
        return strip.extend_cell_length(room + 1).apply_style(self.rich_style)

    def _position_to_cell(self, position: int) -> int:
        return cell_len(self._value.plain[:position])

    def _on_paste(self, event: events.Paste) -> None:
        """Take what is pasted: all its lines, and as much as there is room for; what is left out is said."""
        event.stop()
        event.prevent_default()
        lines = [line.strip() for line in event.text.splitlines()]
        text = ("\n" if self.lines else " ").join(lines if self.lines else filter(None, lines)).strip()
        start, end = sorted(self.selection)
        room = (self.max_length or len(text) + len(self.value)) - (len(self.value) - (end - start))
        if lost := max(0, len(text) - max(0, room)):
            self.notify(
                f"At most {plural(self.max_length or 0, 'character')} fit here: {lost} of {len(text)} were cut.",
                severity="warning",
            )
        before = self.value
        self.replace(text[: len(text) - lost], start, end)
        if self.value == before and text and not lost:
            self.notify("What you pasted does not fit here.", severity="warning")


class FieldInput(PlainInput):
    """A one-line text field. Posts `Left` when it is left or Enter is pressed with a text other than before.

    Escape gives the old text back.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_back", "Restore", id="field.back", show=False)]

    @dataclass
    class Left(Message):
        """The field was left with a new text, or Enter was pressed in it; `entered` tells Enter from leaving, `new`
        whether the text is another."""

        field: FieldInput
        value: str
        entered: bool
        new: bool = True

    def __init__(
        self,
        value: str = "",
        placeholder: str = "",
        *,
        most: int = MOST,
        name: str | None = None,
        id: str | None = None,
        lines: bool = False,
    ) -> None:
        """`name` may hold whatever the screen knows the field by; `most` is its greatest length in characters; `lines`:
        it may have several."""
        super().__init__(value, placeholder, most=most, name=name, id=id, lines=lines)
        self.known = value
        """The text that the screen knows of."""

    def keep(self, value: str) -> None:
        """Show a text that the screen brings (an undo); what is being typed just now stays."""
        typing = self.has_focus and self.value != self.known
        self.known = value
        if not typing and self.value != value:
            with self.prevent(Input.Changed):
                self.value = value
                self.cursor_position = len(value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape belongs to the field only while there is something to give back."""
        return self.value != self.known if action == "give_back" else True

    def action_give_back(self) -> None:
        """Take back what was typed."""
        self.value = self.known
        self.cursor_position = len(self.known)

    async def action_submit(self) -> None:
        """Enter leaves the text as it is now."""
        self._leave(entered=True)
        await super().action_submit()

    def on_blur(self, _event: events.Blur) -> None:
        """Leaving the field keeps its text."""
        self._leave(entered=False)

    def _leave(self, *, entered: bool) -> None:
        new = self.value != self.known
        self.known = self.value
        if new or entered:
            self.post_message(self.Left(self, self.value, entered, new))


FIND = Binding("slash", "find", "Find", id="list.find", tooltip="Find in this list")
"""The key of a screen whose `action_find` opens its field."""


def has_words(text: str, words: Iterable[str]) -> bool:
    """Return whether a text has all the words; they are in small letters."""
    return all(word in text.casefold() for word in words)


class FindField(PlainInput):
    """Hidden until it is opened; Esc empties and hides it again. What it finds is the matter of who shows it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Show all", id="find.close")]

    def __init__(self) -> None:
        super().__init__(placeholder="words to find", disabled=True)

    def open(self) -> None:
        """Show the field with the cursor in it."""
        self.add_class("-open")
        self.disabled = False
        self.focus()

    def close(self) -> bool:
        """Hide the field and show everything again; return whether it was open."""
        was = self.has_class("-open")
        if was:
            self.value = ""
            if self.has_focus:
                self.screen.focus_next()
            self.remove_class("-open")
            self.disabled = True
        return was

    def action_close(self) -> None:
        """Show all again."""
        self.close()


class FindLine(FindField):
    """Filters rows; `rows` gives those that it hides or shows, `found` hears the words besides."""

    def __init__(self, rows: Callable[[], Iterable[Row]], found: Callable[[list[str]], object] | None = None) -> None:
        super().__init__()
        self.rows, self.found = rows, found

    def open(self) -> None:
        """Show the field with the cursor in it; say so where the list is empty."""
        if any(True for _ in self.rows()):
            super().open()
        else:
            self.notify("Nothing to find: the list is empty.")

    def close(self) -> bool:
        """Show all rows again, with the cursor on one; return whether the field was open."""
        was = self.has_class("-open")
        if was:
            self.value = ""
            self._filter()
            self._go()
        return super().close()

    @on(Input.Changed)
    def _filter(self) -> None:
        words = self.value.casefold().split()
        for row in self.rows():
            row.display = has_words(f"{row.left(500).plain} {row.note}", words)
        if self.found is not None:
            self.found(words)

    @on(Input.Submitted)
    def _go(self) -> None:
        first = next((row for row in self.rows() if row.display), None)
        if first is not None:
            first.focus()
