"""A text to read, to save and to print: the base of the screens that show what goes on paper. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.safe import on_screen, safe
from saga_tui.store.errors import os_error_in_words
from saga_tui.store.kept import NoPlace, Taken, save_page
from saga_tui.ui import config, printing
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import AskText, Confirm
from saga_tui.words import plural

PAPER = 80
"""The columns of what is saved and printed, and the most that the preview takes."""
MARGIN = 2
MARKDOWN = (".md", ".markdown")
"""Ends of file names that ask for Markdown."""


class PaperScreen(Screen[None]):
    """Shows `paper` as wide as there is room. `s` saves it where one wants it, `p` hands it to the printer."""

    DEFAULT_CSS = """
    PaperScreen #paper { height: 1fr; align-horizontal: center; scrollbar-size-vertical: 1; }
    PaperScreen #paper-text { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "save", "Save", id="paper.save", tooltip="Save as a text or Markdown file"),
        Binding("p", "print", "Print", id="paper.print", tooltip="Print"),
        Binding("a", "signs", "ASCII only", id="paper.signs", tooltip="ASCII only, or with symbols"),
        Binding("q,escape", "leave", "Back", id="paper.back", tooltip="Back to the previous screen"),
    ]
    what = "sheet"
    """What it is, in messages and in the name of its file."""

    def __init__(self, path: Path) -> None:
        """`path` is the character's file: what is saved goes beside it unless somewhere else is named."""
        super().__init__()
        self.path = path
        self.plain = False

    def heading(self) -> str:
        """What stands in the top line."""
        raise NotImplementedError

    def paper(self, width: int, *, markdown: bool = False) -> str:
        """The text, with form feeds between its pages; `self.plain` asks for signs of a typewriter."""
        raise NotImplementedError

    def shown(self, width: int) -> Content:
        """The text as the screen shows it."""
        return Content(on_screen(self.paper(width)).replace("\f", "\n\n"))

    def compose(self) -> ComposeResult:
        """Top line, text, keys."""
        yield StatusLine()
        with VerticalScroll(id="paper"):
            yield Static(id="paper-text", markup=False)
        with Foot():
            yield KeyBar()

    def on_mount(self) -> None:
        """The arrows scroll."""
        self.query_one("#paper").focus()

    def on_resize(self, event: events.Resize) -> None:
        """A narrow screen gets a narrow text; on paper it stays as wide as paper is."""
        self.draw(event.size.width)

    def draw(self, width: int = 0) -> None:
        """Shows the text as it is now."""
        self.query_one(StatusLine).say(safe(self.heading()))
        self.query_one("#paper-text", Static).update(self.shown(min(PAPER, (width or self.size.width) - MARGIN)))

    def action_signs(self) -> None:
        """Typewriter signs, or drawn ones."""
        self.plain = not self.plain
        self.draw()

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)

    # ---- on disk

    @work(exclusive=True, group="paper")
    async def action_save(self) -> None:
        """Asks where, and never writes over anything unasked."""
        told = await self.app.push_screen_wait(
            AskText(
                f"Save the {self.what}",
                "File name (ending in .md saves Markdown):",
                value=str(free_path(self.path, self.what)),
                most=4000,
            )
        )
        if told is None:
            return
        try:
            target = self.path.parent / Path(told).expanduser()
            self._write(target)
        except Taken:
            question = f"{target} already exists. Replace it?"
            if await self.app.push_screen_wait(Confirm("Replace?", question, yes="Replace", no="Cancel", danger=True)):
                self._write(target, replace=True)
        except (ValueError, RuntimeError) as error:
            self._failed("Not saved", f"{told} is not a file name: {error}")

    def _write(self, target: Path, *, replace: bool = False) -> None:
        """Saves the text there. Raises Taken where a file is to be replaced that was not asked about."""
        text = self.paper(PAPER, markdown=target.suffix.lower() in MARKDOWN)
        try:
            save_page(target, text, replace=replace)
        except NoPlace as no:
            self._failed("Not saved", f"{no}. Choose a name such as sheet.txt.")
        except OSError as error:
            self._failed("Not saved", f"{target} cannot be written: {os_error_in_words(error)}")
        else:
            self.notify(safe(str(target)), title=f"Saved the {self.what}", markup=False)

    def _failed(self, title: str, said: str) -> None:
        self.notify(safe(said), title=title, severity="error", timeout=12, markup=False)

    # ---- on paper

    @work(exclusive=True, group="paper")
    async def action_print(self) -> None:
        """Hands it to the command of the config file, or to what the system prints with."""
        settings: config.Config = getattr(self.app, "settings", config.Config())
        parts = printing.command(settings.print_command)
        if not parts:
            where = settings.where or config.path()
            self._failed(
                "Not printed", f"The print command lpr was not found. Set print-command in {where}, or press s to save."
            )
            return
        text = self.paper(PAPER)
        pages = text.count("\f") + 1
        question = f"Print {'it' if pages == 1 else plural(pages, 'page')} with: {' '.join(parts)}"
        if not await self.app.push_screen_wait(Confirm("Print?", question, yes="Print", no="Cancel")):
            return
        self.notify(safe(f"Sent to {parts[0]} …"), markup=False)
        if wrong := await printing.hand_over(parts, text):
            self._failed("Not printed", wrong)
        else:
            self.notify(f"The {self.what} is printing.", title="Printed", markup=False)


class SheetScreen(PaperScreen):
    """A document's sheet to read, to save and to print."""

    BINDING_GROUP_TITLE = "Sheet"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "Rules page", id="sheet.rules", tooltip="Add or remove a page that explains the sheet"),
    ]

    def __init__(self, path: Path, whose: str, sheet: Callable[..., str]) -> None:
        """`sheet` gives the text of a width, with `plain`, `markdown` and `rules` as a game's own `sheet` has them."""
        super().__init__(path)
        self.whose, self.sheet = whose, sheet
        self.rules = False

    def heading(self) -> str:
        """Whose it is."""
        return f"{self.whose} · sheet"

    def paper(self, width: int, *, markdown: bool = False) -> str:
        """The sheet."""
        return self.sheet(width, plain=self.plain, markdown=markdown, rules=self.rules)

    def action_rules(self) -> None:
        """With its second page, or without."""
        self.rules = not self.rules
        self.draw()


def free_path(character: Path, what: str) -> Path:
    """A free name for a text file beside the character's: `kestrel-sheet.txt`, else `kestrel-sheet-2.txt`."""
    number = 1
    while True:
        path = character.with_name(f"{character.stem}-{what}{f'-{number}' if number > 1 else ''}.txt")
        if not path.exists() and not path.is_symlink():
            return path
        number += 1
