"""Everything that can be done, found by a few letters of its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog, PickList
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.keys import Command
from saga_tui.ui.touch import touched

ROOM = 54
"""Cells for words and key of one line, where the terminal has them."""
AROUND = 6
"""Cells of a narrow terminal that the dialog takes for itself."""


class Palette(Dialog[Command]):
    """A field and the commands that have what is typed in their words; Enter does the one at the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "walk(1)", "Down", id="palette.down", show=False, priority=True),
        Binding("up", "walk(-1)", "Up", id="palette.up", show=False, priority=True),
        Binding("pagedown", "walk(8)", "Page down", id="palette.pagedown", show=False, priority=True),
        Binding("pageup", "walk(-8)", "Page up", id="palette.pageup", show=False, priority=True),
    ]

    def __init__(
        self, commands: Iterable[Command], title: str = "Commands", placeholder: str = "Search commands"
    ) -> None:
        super().__init__()
        self.title_text, self.placeholder = title, placeholder
        self.commands = tuple(commands)
        self.found: tuple[Command, ...] = self.commands

    def compose_body(self) -> ComposeResult:
        """The field and the list."""
        yield PlainInput(placeholder=self.placeholder)
        yield PickList()

    def on_mount(self) -> None:
        """Begin in the field with all of them below."""
        self.query_one(Input).focus()
        self._find("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._find(event.value)

    def _find(self, typed: str) -> None:
        ranked = [(rank(typed, command.words, command.also), number) for number, command in enumerate(self.commands)]
        self.found = tuple(self.commands[number] for score, number in sorted(ranked) if score < NOT)
        options = self.query_one(PickList)
        options.clear_options()
        room, held = min(ROOM, self.app.size.width - AROUND), touched(self)
        nothing = [] if self.found else [Option(Content.styled("No matches.", "$dim"), disabled=True)]
        options.add_options([*(Option(_shown(command, room, whole=held)) for command in self.found), *nothing])
        options.highlighted = 0 if self.found else None

    def action_walk(self, by: int) -> None:
        """Move over the list while one types on."""
        options = self.query_one(PickList)
        if self.found:
            options.highlighted = max(0, min(len(self.found) - 1, (options.highlighted or 0) + by))

    @on(Input.Submitted)
    def _entered(self) -> None:
        index = self.query_one(PickList).highlighted
        if index is not None:
            self.dismiss(self.found[index])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.found[event.option_index])


NOT = 9
"""The rank of what does not fit."""


def rank(typed: str, words: str, also: str = "") -> int:
    """Return how well words fit what is typed: 0 begins with it, 1 a word does, 2 has it, 3 a word of `also` begins
    with it, 4 has its letters in order."""
    wanted, text = typed.casefold().strip(), words.casefold()
    if text.startswith(wanted):
        return 0
    if f" {wanted}" in text:
        return 1
    if all(part in text for part in wanted.split()):
        return 2
    if f" {wanted}" in f" {also.casefold()}":
        return 3
    letters = iter(text)
    return 4 if all(letter in letters for letter in wanted if letter != " ") else NOT


def _shown(command: Command, room: int, *, whole: bool) -> Content:
    """The words and the key on one line; `whole`: the words on as many as they take."""
    said, room_for_words = Content(safe(command.words)), room - len(command.key) - 1
    first, *rest = said.wrap(room_for_words) if whole else [said.truncate(room_for_words, ellipsis=True)]
    gap = " " * max(1, room - first.cell_length - len(command.key))
    return Content("\n").join([Content.assemble(first, gap, (command.key, "$key")), *rest])
