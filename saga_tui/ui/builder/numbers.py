"""Several whole numbers asked for at once: a field each, and what stands in it counts where nothing is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from saga_tui.ui.builder.widgets import FieldLine
from saga_tui.ui.dialogs import Dialog, paragraph

LABEL = 17
"""Cells of a label."""


class AskNumbers(Dialog[dict[str, int]]):
    """A field a number; Enter goes to the next, and from the last one takes them all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Next", id="stands.next"),
        Binding("ctrl+n", "take", "Start play", id="stands.take"),
    ]

    def __init__(self, title: str, question: str, fields: Sequence[tuple[str, str, int]]) -> None:
        """`fields` are keys, labels, and what stands there where nothing is typed."""
        super().__init__()
        self.title_text, self.question, self.fields = title, question, fields

    def compose_body(self) -> ComposeResult:
        """The question and the fields."""
        yield paragraph(self.question, "dialog--question")
        for key, label, default in self.fields:
            line = FieldLine(label, key, placeholder=str(default), most=4, label_width=LABEL)
            line.field.restrict = r"\d*"
            yield line

    def on_mount(self) -> None:
        """Begins in the first field."""
        self.query(Input).first().focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_next()

    def action_next(self) -> None:
        """To the next field; from the last one it is done."""
        fields = list(self.query(Input))
        if fields and fields[-1].has_focus:
            self.action_take()
        else:
            self.focus_next(Input)

    def action_take(self) -> None:
        """Gives all the numbers."""
        typed = {field.name or "": field.value for field in self.query(Input)}
        self.dismiss({key: int(typed.get(key) or default) for key, _, default in self.fields})
