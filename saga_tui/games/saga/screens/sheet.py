"""The sheet on the screen, as it will be on paper, with keys that save and print it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.sheet import sheet_pages
from saga_tui.safe import clean
from saga_tui.ui.paper import PaperScreen

if TYPE_CHECKING:
    from saga_tui.store import Memory


class SheetScreen(PaperScreen):
    """A character's sheet to read, to save and to print."""

    BINDING_GROUP_TITLE = "Sheet"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "Rules page", id="sheet.rules", tooltip="Add or remove a page that explains the sheet"),
    ]

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory.path)
        self.character = from_doc(memory.doc)
        self.rules = False

    def heading(self) -> str:
        """Whose it is."""
        return f"{clean(self.character.title)} · sheet"

    def paper(self, width: int, *, markdown: bool = False) -> str:
        """The sheet."""
        return sheet_pages(self.character, width, plain=self.plain, as_markdown=markdown, rules=self.rules)

    def action_rules(self) -> None:
        """With its second page, or without."""
        self.rules = not self.rules
        self.draw()
