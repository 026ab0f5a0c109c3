"""A field that filters a list: `/` opens it, Enter goes to what is found, Esc shows all again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Input

from saga_tui.ui.fields import PlainInput
from saga_tui.ui.rows import Row

FIND = Binding("slash", "find", "Find", id="list.find", tooltip="Find in this list")
"""The key of a screen whose `action_find` opens its field."""


def has_words(text: str, words: Iterable[str]) -> bool:
    """Return whether a text has all the words; they are in small letters."""
    return all(word in text.casefold() for word in words)


class FindField(PlainInput):
    """Hidden until it is opened; Esc empties and hides it again. What it finds is the matter of who shows it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Show all", id="find.close")]
    DEFAULT_CSS = """
    FindField { display: none; margin: 0 1; }
    FindField.-open { display: block; }
    """

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
