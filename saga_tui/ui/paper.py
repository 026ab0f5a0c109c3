"""What goes on paper: a sheet and the story so far, to read, to save and to print by a command. Knows no game."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, ClassVar, Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.paper.charts import Chart, arranged, drawn
from saga_tui.paper.layout import pad
from saga_tui.paper.recap import charts, markdown, text, title
from saga_tui.paper.story import Recap, Story, story
from saga_tui.safe import on_screen, safe
from saga_tui.store.errors import os_error_in_words
from saga_tui.store.kept import NoPlace, Taken, save_page
from saga_tui.ui import config
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import AskText, Confirm
from saga_tui.ui.seat import leaves
from saga_tui.ui.terminal import Sized
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Memory

PAPER = 80
"""The columns of what is saved and printed, and the most that the preview takes."""
MARGIN = 2
MARKDOWN = (".md", ".markdown")
"""Ends of file names that ask for Markdown."""


RULE: Final = re.compile(r"[═─=-]{6,}")
HEADING: Final = re.compile(r"[^\s═─=-][^═─=\n]*?(?= (?:─{6,}|-{6,}))")
"""What stands before a rule, and begins with none."""


def inked(page: Content) -> Content:
    """Return a page with its first line and its headings bold and its rules quiet; not a sign is changed."""
    page = page.highlight_regex(RULE, style="$calm").highlight_regex(HEADING, style="bold $title")
    return page.stylize("bold $title", 0, max(0, page.plain.find("\n")))


class PaperScreen(Sized, Screen[None]):
    """Shows `paper` as wide as there is room. `s` saves it where one wants it, `p` hands it to the printer."""

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
        self.ascii = False

    def heading(self) -> str:
        """What stands in the top line."""
        raise NotImplementedError

    def paper(self, width: int, *, markdown: bool = False) -> str:
        """The text, with form feeds between its pages; `self.ascii` asks for ASCII alone."""
        raise NotImplementedError

    def shown(self, width: int) -> Content:
        """The text as the screen shows it."""
        return inked(Content(on_screen(self.paper(width)).replace("\f", "\n\n")))

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
        """Show the text as it is now."""
        self.query_one(StatusLine).say(safe(self.heading()))
        self.query_one("#paper-text", Static).update(self.shown(min(PAPER, (width or self.size.width) - MARGIN)))

    def action_signs(self) -> None:
        """Switch between ASCII and symbols."""
        self.ascii = not self.ascii
        self.draw()

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    # ---- on disk

    @leaves
    @work(exclusive=True, group="paper")
    async def action_save(self) -> None:
        """Ask where, and never write over anything unasked."""
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
        """Save the text there. Raises Taken where a file is to be replaced that was not asked about."""
        text = self.paper(PAPER, markdown=target.suffix.lower() in MARKDOWN)
        try:
            save_page(target, text, replace=replace)
        except NoPlace as no:
            self._failed("Not saved", f"{no}. Choose a name such as sheet.txt.")
        except OSError as error:
            self._failed("Not saved", f"{target} cannot be written: {os_error_in_words(error)}")
        else:
            self.notify(safe(str(target)), title=f"Saved the {self.what}")

    def _failed(self, title: str, said: str) -> None:
        self.notify(safe(said), title=title, severity="error", timeout=12)

    # ---- on paper

    @leaves
    @work(exclusive=True, group="paper")
    async def action_print(self) -> None:
        """Hand it to the command of the config file, or to what the system prints with."""
        settings: config.Config = getattr(self.app, "settings", config.Config())
        parts = print_command(settings.print_command)
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
        self.notify(safe(f"Sent to {parts[0]} …"))
        if wrong := await hand_over(parts, text):
            self._failed("Not printed", wrong)
        else:
            self.notify(f"The {self.what} is printing.", title="Printed")


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
        return self.sheet(width, plain=self.ascii, markdown=markdown, rules=self.rules)

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


INK = "$foreground"
"""The colour of a chart that has none of its own."""


class RecapScreen(PaperScreen):
    """A document's story to read, to save and to print."""

    BINDING_GROUP_TITLE = "Recap"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "charts", "Charts", id="recap.charts", tooltip="Show or hide the charts"),
        Binding("n", "turn(1)", "Next chapter", id="recap.next", tooltip="Show the next chapter"),
        Binding(
            "N", "turn(-1)", "Previous chapter", id="recap.before", tooltip="Show the previous chapter, or all of them"
        ),
    ]
    what = "recap"

    def __init__(self, memory: Memory, recap: Recap, told: Story | None = None) -> None:
        """`recap` says how the game's story is told; `told` is the story where it has been told already."""
        super().__init__(memory.path)
        self.colours = recap.colours
        self.story = told or story(recap, memory.history(), memory.doc, memory.device)
        self.numbers = [chapter.number for chapter in self.story.chapters]
        self.at = -1
        """The place of the chapter that is shown alone; -1: all of them."""
        self.graphs = True

    @property
    def told(self) -> Story:
        """What is shown: all chapters or one."""
        return self.story if self.at < 0 else self.story.only(self.numbers[self.at])

    def heading(self) -> str:
        """Whose it is, and which chapter."""
        which = "" if self.at < 0 else f" · {title(self.told.chapters[0], self.story.words).lower()}"
        return f"{self.story.name} · recap{which}"

    def paper(self, width: int, *, markdown: bool = False) -> str:
        """The story; with the charts where they are shown."""
        return self._text(width, self.graphs and self.at < 0, markdown)

    def _text(self, width: int, graphs: bool, as_markdown: bool = False) -> str:
        if as_markdown:
            return markdown(self.told, plain=self.ascii, with_charts=graphs)
        return text(self.told, width, plain=self.ascii, with_charts=graphs)

    def shown(self, width: int) -> Content:
        """The charts in their colours above the text."""
        body = inked(Content(on_screen(self._text(width, False))))
        found = charts(self.story) if self.graphs and self.at < 0 else ()
        rows = [Content("\n").join(self._row(row, each)) for row, each in arranged(found, width)]
        return Content("\n\n").join([*rows, body])

    def _row(self, row: tuple[Chart, ...], each: int) -> Iterator[Content]:
        """The lines of charts side by side, each in its colour."""
        blocks = [(self.colours.get(chart.kind, INK), drawn(chart, each, self.ascii)) for chart in row]
        for number, lines in enumerate(zip(*(lines for _, lines in blocks), strict=True)):
            style = "bold " if not number else ""
            parts = [(pad(line, each + 3), f"{style}{colour}") for (colour, _), line in zip(blocks, lines, strict=True)]
            yield Content.assemble(*parts).rstrip()

    def action_charts(self) -> None:
        """Show the charts, or not."""
        self.graphs = not self.graphs
        self.draw()

    def action_turn(self, by: int) -> None:
        """One chapter alone; before the first are all of them."""
        self.at = max(-1, min(len(self.numbers) - 1, self.at + by))
        self.draw()
        self.query_one("#paper").scroll_home(animate=False)


USUAL: Final = ("lpr", "lp")
"""Commands that print what they read, where a system has them; the first that is there is taken."""
PATIENCE: Final = 20.0
"""Seconds that a command gets. One that spools is done in less than one."""


def print_command(configured: Sequence[str]) -> tuple[str, ...]:
    """What prints: as the config file says, else what the system has; empty where there is neither."""
    if configured:
        return tuple(configured)
    return next(((name,) for name in USUAL if shutil.which(name)), ())


async def hand_over(parts: Sequence[str], text: str, patience: float = PATIENCE) -> str:
    """Run the command with the text on its standard input; what went wrong in words, or nothing.

    It reads from a file and writes into one, so that neither side ever waits for the other; what does not end in time
    is ended, with all that it has started.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(text.encode("utf-8", "replace"))
        given.seek(0)
        try:
            process = await asyncio.create_subprocess_exec(
                *parts, stdin=given, stdout=asyncio.subprocess.DEVNULL, stderr=said, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            return f"{parts[0]} could not start: {why}."
        try:
            code = await asyncio.wait_for(process.wait(), patience)
        except TimeoutError:
            return f"{parts[0]} was stopped after {patience:.0f} seconds."
        finally:
            await _end(process)
        return "" if code == 0 else f"{parts[0]} failed ({code}){_complaint(said)}"


async def _end(process: asyncio.subprocess.Process) -> None:
    """End it, with its own children, if it still runs."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def _complaint(said: IO[bytes]) -> str:
    """The last line of what a command complained about."""
    size = said.seek(0, os.SEEK_END)
    said.seek(max(0, size - 2000))
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return f": {lines[-1].strip()}" if lines else "."
