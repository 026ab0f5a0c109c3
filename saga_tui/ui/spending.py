"""How many of what is left to spend, and what for: a small menu with a key for each use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog


@dataclass(frozen=True, slots=True)
class Spent:
    """What they are put into, and how many."""

    use: str
    many: int


class SpendMenu(Dialog[Spent]):
    """All of them unless another number is chosen; a key for each use, Enter for the first.

    A game names the keys of the uses, and binds each to `spend(USE)`.
    """

    KEYS: ClassVar[Mapping[str, str]] = {}
    """The key of each use."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "first", "Choose the first", id="push.first"),
        Binding("left,minus,down", "more(-1)", "Fewer", id="push.fewer"),
        Binding("right,plus,up", "more(1)", "More", id="push.more"),
    ]

    def __init__(self, held: int, uses: Sequence[str], words: Callable[[str, int], str]) -> None:
        """`words` says what so many make of a use."""
        super().__init__()
        self.held = self.many = held
        self.uses, self.words = uses, words

    def compose_body(self) -> ComposeResult:
        """How many; what for."""
        yield Static(id="spend-many", classes="dialog--question")
        for use in self.uses:
            yield Static(id=f"spend-{use}")

    def on_mount(self) -> None:
        """All of them."""
        self._show()

    def _show(self) -> None:
        arrows = ("◂", "▸") if self.held > 1 else (" ", " ")
        many = Content.assemble(
            ("Spend ", "$dim"), (f"{arrows[0]} ", "bold $key"), (f"{self.many}", "bold $glow"),
            (f" {arrows[1]}", "bold $key"), (f" of {self.held}", "$dim"),
            ("   or type a number" if self.held > 1 else "", "$dim"),
        )  # fmt: skip
        self.query_one("#spend-many", Static).update(many)
        for use in self.uses:
            line = Content.assemble((f"{self.KEYS[use]} ", "bold $key"), safe(self.words(use, self.many)))
            self.query_one(f"#spend-{use}", Static).update(line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what may be bought here."""
        if action == "spend":
            return parameters[0] in self.uses
        return self.held > 1 if action == "more" else True

    def on_key(self, event: events.Key) -> None:
        """A digit says how many."""
        if event.character and event.character in "123456789":
            event.stop()
            self.many = min(self.held, int(event.character))
            self._show()

    def action_more(self, by: int) -> None:
        """One more or fewer."""
        self.many = max(1, min(self.held, self.many + by))
        self._show()

    def action_spend(self, use: str) -> None:
        """Gives the use and how many."""
        self.dismiss(Spent(use, self.many))

    def action_first(self) -> None:
        """The first of the list."""
        self.action_spend(self.uses[0])
