"""Several of a list, each on or off, with what follows from the choice at the foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog, PickList, paragraph


class Exclude(Dialog[tuple[str, ...]]):
    """What something is made without; `told` says at once what it is then. Gives the keys of what is left out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "without", "Include or exclude", id="exclude.toggle"),
        Binding("enter", "take", "Confirm", id="exclude.take", priority=True),
    ]

    def __init__(
        self,
        title: str,
        question: str,
        options: Sequence[tuple[str, str]],
        chosen: Sequence[str],
        told: Callable[[tuple[str, ...]], str],
    ) -> None:
        """`options` are pairs of key and name."""
        super().__init__()
        self.title_text, self.question, self.options, self.told = title, question, tuple(options), told
        self.chosen = [key for key, _ in options if key in chosen]

    def compose_body(self) -> ComposeResult:
        """The list, and what follows."""
        yield paragraph(self.question, "dialog--question")
        yield PickList(*(Option(self._shown(key, name)) for key, name in self.options))
        yield Static(id="exclude-pool", classes="why--total")

    def _shown(self, key: str, name: str) -> Content:
        without = key in self.chosen
        return Content.assemble(("[✗] " if without else "[ ] ", "bold $warn" if without else "$dim"), safe(name))

    def on_mount(self) -> None:
        """Begins at the first."""
        options = self.query_one(OptionList)
        options.highlighted = 0
        options.focus()
        self._sum()

    def _sum(self) -> None:
        text = Content.assemble(("= ", "$dim"), (safe(self.told(tuple(self.chosen))), "bold $glow"))
        self.query_one("#exclude-pool", Static).update(text)

    def action_without(self) -> None:
        """With or without the thing at the cursor."""
        options = self.query_one(OptionList)
        if options.highlighted is None:
            return
        at, name = self.options[options.highlighted]
        self.chosen = [key for key, _ in self.options if (key in self.chosen) != (key == at)]
        options.replace_option_prompt_at_index(options.highlighted, self._shown(at, name))
        self._sum()

    def action_take(self) -> None:
        """Gives what it is made without."""
        self.dismiss(tuple(self.chosen))

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_without()
