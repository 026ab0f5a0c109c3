"""The sheet on the screen, as it will be on paper, with a key that saves it as a text file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.games.saga import sheet
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine

if TYPE_CHECKING:
    from saga_tui.store import Memory

PAPER = 80
"""The columns of the saved sheet, and the most that the preview takes."""
MARGIN = 2


class SheetScreen(Screen[None]):
    """A character's sheet to read and to save."""

    DEFAULT_CSS = """
    SheetScreen #sheet-paper { height: 1fr; align-horizontal: center; scrollbar-size-vertical: 1; }
    SheetScreen #sheet-text { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "save", "save as a file", id="sheet.save", tooltip="Save the sheet as a text file"),
        Binding("escape,q", "leave", "back", id="sheet.back", tooltip="Leave the sheet"),
    ]

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory
        self.facts = sheet.facts(from_doc(memory.doc))

    def compose(self) -> ComposeResult:
        """Title, sheet, keys."""
        yield StatusLine()
        with VerticalScroll(id="sheet-paper"):
            yield Static(id="sheet-text", markup=False)
        with Foot():
            yield KeyBar()

    def on_mount(self) -> None:
        """The arrows scroll."""
        self.query_one(StatusLine).say(f"{self.facts.name} · the sheet, as it is printed")
        self.query_one("#sheet-paper").focus()

    def on_resize(self, event: events.Resize) -> None:
        """A narrow screen gets a narrow sheet; on paper it stays as wide as paper is."""
        width = min(PAPER, event.size.width - MARGIN)
        self.query_one("#sheet-text", Static).update(Content(sheet.text(self.facts, width)))

    def action_save(self) -> None:
        """Writes the sheet beside the character's file and says where; an older sheet there is replaced."""
        text = sheet.text(self.facts, PAPER)
        path = sheet_path(self.memory.path)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            said = safe(f"{path} cannot be written: {error.strerror or error}")
            self.notify(said, title="not saved", severity="error", markup=False)
        else:
            self.notify(safe(str(path)), title="The sheet is saved", markup=False)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


def sheet_path(character: Path) -> Path:
    """Where a character's sheet is saved: beside its file, over an older sheet, never over anything else."""
    number = 1
    while True:
        path = character.with_name(f"{character.stem}-sheet{f'-{number}' if number > 1 else ''}.txt")
        if not path.exists() or _is_a_sheet(path):
            return path
        number += 1


def _is_a_sheet(path: Path) -> bool:
    try:
        return path.is_file() and sheet.CREDIT in path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
