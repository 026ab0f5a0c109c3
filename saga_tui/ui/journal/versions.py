"""Backups and kept versions of the character's file: looked at as differences, and brought back as an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Static

from saga_tui.changes import Change, diff
from saga_tui.safe import safe
from saga_tui.store import BadFile, Kept, StoreError
from saga_tui.store.external_edits import upgraded
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.fields import FIND, FindLine
from saga_tui.ui.journal.entry import changes_shown
from saga_tui.ui.journal.words import Words
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Row
from saga_tui.ui.terminal import Sized
from saga_tui.words import plural, sentence

if TYPE_CHECKING:
    from saga_tui.store import Memory

_WHY: Final = {
    "session": "session start",
    "before-restore": "before restoring a version",
    "migrate": "before an update of the file format",
    "by-hand": "made by you",
    "edit": "edited by hand",
    "unreadable": "could not be read",
    "raced": "saved by an editor at the same time",
    "displaced": "replaced by another program",
    "late": "saved late by an editor",
    "left-over": "left by an interrupted save",
    "conflict-copy": "conflict copy of a sync tool",
    "git-conflict": "with git conflict markers",
}


@dataclass(frozen=True, slots=True)
class Version:
    """One version that can be brought back; `size` in bytes."""

    kept: Kept
    backup: bool
    size: int

    @property
    def sort(self) -> str:
        """Which of the two sorts it is, in a word."""
        return "backup" if self.backup else "kept"

    @property
    def reason(self) -> str:
        """Why it is there. A backup is taken before a thing happens, another version is what was displaced."""
        return _WHY.get(self.kept.why, self.kept.why.replace("-", " "))

    @property
    def when(self) -> datetime:
        """When it was kept, on this machine's clock."""
        return self.kept.at.astimezone()


@dataclass(frozen=True, slots=True)
class Difference:
    """What bringing a version back would change, now → then; or what is wrong with it."""

    changes: tuple[Change, ...] = ()
    problem: str = ""


def versions_of(memory: Memory) -> list[Version]:
    """All versions, newest first. Those that vanish while they are looked for are left out."""
    found = [*_of(memory.backups, True), *_of(memory.kept, False)]
    return sorted(found, key=lambda version: version.kept.at, reverse=True)


def _of(give: Callable[[], list[Kept]], backup: bool) -> list[Version]:
    found = []
    for kept in give():
        try:
            found.append(Version(kept, backup, kept.path.stat().st_size))
        except OSError:
            continue
    return found


def difference(memory: Memory, version: Version) -> Difference:
    """What would change if it were brought back; its id and its format stay those of now."""
    try:
        then = upgraded(version.kept.load(), memory.layout, version.kept.path)
        then = {**then, "id": memory.doc["id"]} if "id" in memory.doc else then
        memory.layout.validate(then)
    except BadFile as error:
        return Difference(problem=str(error))
    except (ValueError, OSError) as error:
        return Difference(problem=str(error) or type(error).__name__)
    return Difference(diff(memory.doc, then))


def size_words(size: int) -> str:
    """`812 B`, `6.1 KB`."""
    return f"{size} B" if size < 1000 else f"{size / 1000:.1f} KB"


class VersionRow(Row):
    """One version on one line: when, why, which sort, how large."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Restore", id="kept.choose")]

    def __init__(self, version: Version) -> None:
        super().__init__(note=f"{version.sort} {size_words(version.size):>8}")
        self.version = version

    def left(self, width: int) -> Content:
        """When and why."""
        when = self.version.when
        return Content.assemble((f"{when.day:2} {when:%b %Y %H:%M}  ", "$title"), safe(self.version.reason, limit=100))


class VersionsScreen(Sized, Screen[None]):
    """Every version of the file that is still there, newest first."""

    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("journal.tcss")
    BINDING_GROUP_TITLE = "Backups and versions"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "bring_back", "Restore", id="kept.restore", tooltip="Restore this version"),
        Binding("b", "backup", "Back up now", id="kept.backup", tooltip="Back up the character as it is now"),
        Binding("pageup", "scroll(-1)", "Scroll up", id="kept.up", show=False),
        Binding("pagedown", "scroll(1)", "Scroll down", id="kept.down", show=False),
        FIND,
        Binding("q,escape", "leave", "Back", id="kept.leave"),
    ]

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory
        self._at: Path | None = None

    def compose(self) -> ComposeResult:
        """The versions, and what the one at the cursor would change."""
        yield StatusLine()
        with Horizontal(id="kept-body"):
            yield Panel(title="Backups and versions", id="versions")
            with Panel(title="What changes, now → then", id="difference"):
                yield Static(id="difference-text")
        with Foot():
            yield FindLine(lambda: self.query(VersionRow))
            yield KeyBar()

    def on_mount(self) -> None:
        """Show what is there."""
        self.reload()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A copy that only looks brings nothing back."""
        if action == "bring_back":
            return not self.memory.read_only and self.version is not None
        return not self.memory.read_only if action == "backup" else True

    @property
    def version(self) -> Version | None:
        """The version under the cursor."""
        return self.focused.version if isinstance(self.focused, VersionRow) else None

    @work(exclusive=True, group="fill")
    async def reload(self) -> None:
        """Read the folders again; the cursor stays at its version."""
        versions = versions_of(self.memory)
        name = self.memory.layout.name_of(self.memory.doc) or self.memory.path.stem
        self.query_one(StatusLine).say(
            Content.assemble(("Backups and versions", "bold $title"), f"  {safe(name, limit=80)}"),
            Content.styled(plural(len(versions), "version"), "$dim"),
        )
        panel = self.query_one("#versions", Panel)
        rows = [VersionRow(version) for version in versions]
        none = Static(Content.styled("None yet. A backup is made before each session's first change.", "$dim"))
        async with panel.batch():
            await panel.remove_children()
            await panel.mount_all(rows or [none])
        row = next((row for row in rows if row.version.kept.path == self._at), rows[0] if rows else None)
        if row is not None:
            row.focus()
            self._look_at(row.version)
        self.refresh_bindings()

    @on(DescendantFocus)
    def _focused(self, event: DescendantFocus) -> None:
        if isinstance(event.widget, VersionRow):
            self._at = event.widget.version.kept.path
            self._look_at(event.widget.version)

    def _look_at(self, version: Version) -> None:
        why = f"{sentence(safe(version.reason, limit=100))}\n"  # whole here: the row may have had to cut it
        shown = _shown(difference(self.memory, version), self.memory.layout.words)
        self.query_one("#difference-text", Static).update(Content("\n").join((Content.styled(why, "$dim"), shown)))
        self.query_one("#difference", Panel).scroll_home(animate=False)

    def on_memory_changed(self) -> None:
        """The character is another one now, and so are the differences."""
        if self.version is not None:
            self._look_at(self.version)
        self.refresh_bindings()

    def action_scroll(self, by: int) -> None:
        """Scroll the difference by a page."""
        panel = self.query_one("#difference", Panel)
        panel.scroll_relative(y=by * max(1, panel.size.height - 1), animate=False)

    @on(Row.Chosen)
    def _chosen(self) -> None:
        self.action_bring_back()

    def action_bring_back(self) -> None:
        """Ask, and bring the version back."""
        if self.version is not None:
            self._bring_back(self.version)

    @work(exclusive=True, group="restore")
    async def _bring_back(self, version: Version) -> None:
        change = difference(self.memory, version)
        if self.memory.read_only:
            self._no("This window is read-only.")
        elif change.problem:
            self._no(change.problem)
        elif not change.changes:
            self._no("The character already looks like this.")
        else:
            count = plural(len(change.changes), "value")
            question = (
                f"{version.when:%d %B %Y %H:%M}, {version.reason}: {count} will change."
                "\n\nThe current state is backed up first. You can undo this."
            )
            dialog = Confirm("Restore this version?", question, yes="Restore", no="Cancel")
            if await self.app.push_screen_wait(dialog):
                self._restore(version)

    def _restore(self, version: Version) -> None:
        try:
            self.memory.restore(version.kept)
        except (StoreError, OSError, ValueError) as error:
            self._no(str(error))
        else:
            self.notify("Restored. Press u to undo.")
        self.reload()

    def action_backup(self) -> None:
        """Keep a backup of the character as it is now."""
        try:
            path = self.memory.backup("by-hand")
        except (StoreError, OSError) as error:
            self._no(str(error))
            return
        self.notify("Backup made." if path else "Nothing has changed since the last backup.")
        self.reload()

    def _no(self, why: str) -> None:
        self.notify(safe(why), title="Not done", severity="warning")

    def action_find(self) -> None:
        """Find a version by when and why it was kept."""
        self.query_one(FindLine).open()

    def action_leave(self) -> None:
        """Show all versions again; else go back."""
        if not self.query_one(FindLine).close():
            self.dismiss(None)


def _shown(change: Difference, words: Words) -> Content:
    if change.problem:
        return Content.assemble(
            ("✗ This version cannot be restored.\n", "bold $bad"), safe(change.problem, one_line=False)
        )
    if not change.changes:
        return Content.styled("No changes: the character already looks like this.", "$dim")
    return Content.assemble(
        (f"{plural(len(change.changes), 'value')}\n", "bold $title"), changes_shown(change.changes, words=words)
    )
