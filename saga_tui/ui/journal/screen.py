"""The whole journal of a character on a screen: looked through, filtered, searched, and gone back in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Input, Static

from saga_tui.changes import ChangeError
from saga_tui.safe import safe
from saga_tui.store import StoreError
from saga_tui.store.event import Event
from saga_tui.store.undoing import NoRestorePoint
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.journal.entry import (
    BackDialog,
    EntryDialog,
    RestorePoint,
    about,
    correct,
    go_back,
    restore_point,
)
from saga_tui.ui.journal.listing import Book, JournalList
from saga_tui.ui.journal.words import category_names, category_of, place_of, text_of
from saga_tui.ui.panel import Panel
from saga_tui.ui.terminal import Sized
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.store.correcting import Corrector


class FilterLine(Widget):
    """`[all]  rolls   damage  …`; a click chooses."""

    ALLOW_SELECT = False
    chosen = reactive("")

    class Chosen(Message):
        """Another kind was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)
        self.set_reactive(FilterLine.chosen, self.names[0])

    def _rows(self, width: int) -> list[list[str]]:
        rows: list[list[str]] = [[]]
        used = 0
        for name in self.names:
            size = _chip(name, False).cell_length
            if rows[-1] and used + size > width:
                rows.append([])
                used = 0
            rows[-1].append(name)
            used += size
        return rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the names need."""
        return len(self._rows(width))

    def render(self) -> Content:
        """The names."""
        rows = self._rows(self.content_size.width)
        return Content("\n").join([Content("").join([_chip(n, n == self.chosen) for n in row]) for row in rows])

    def on_click(self, event: events.Click) -> None:
        """Say which name was clicked."""
        offset = event.get_content_offset(self)
        rows = self._rows(self.content_size.width)
        if offset is None or offset.y >= len(rows):
            return
        start = 0
        for name in rows[offset.y]:
            end = start + _chip(name, False).cell_length
            if start <= offset.x < end:
                self.post_message(self.Chosen(name))
            start = end


def _chip(name: str, chosen: bool) -> Content:
    text = safe(name, limit=20)
    return Content.styled(f"[{text}]", "bold $key") if chosen else Content.styled(f" {text} ", "$dim")


KIND = Binding.Group("Kind")


class JournalScreen(Sized, Screen[None]):
    """Everything that happened to a character, newest first."""

    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("journal.tcss")
    BINDING_GROUP_TITLE = "Log"
    AUTO_FOCUS = "JournalList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "z",
            "back",
            "Back to before this",
            id="log.back",
            tooltip="Go back to before this entry; you see the changes first",
        ),
        Binding("c", "correct", "Correct", id="log.correct", tooltip="Correct this entry; you see the changes first"),
        Binding("u", "undo", "Undo", id="log.undo", tooltip="Undo the last action"),
        Binding("U", "redo", "Redo", id="log.redo", tooltip="Redo the last undone action"),
        Binding("slash", "find", "Find", id="log.find", tooltip="Filter the log"),
        Binding("left", "turn(-1)", "Previous kind", id="log.left", group=KIND, tooltip="Show only the previous kind"),
        Binding("right", "turn(1)", "Next kind", id="log.right", group=KIND, tooltip="Show only the next kind"),
        Binding("T", "take_over", "Take over", id="log.take", tooltip="Take over or hand over editing"),
        Binding("q,escape", "leave", "Back", id="log.leave", tooltip="Show all entries again, then go back"),
    ]

    def __init__(
        self,
        memory: Memory,
        categories: Mapping[str, str] | None = None,
        corrector: Corrector | None = None,
        *,
        at: Event | None = None,
    ) -> None:
        """`categories` says what kind of thing each verb is; what it leaves out is seen from the event itself. Entries
        can be corrected where a `corrector` knows the game's commands. The cursor begins `at` an event."""
        super().__init__()
        self.memory = memory
        self.corrector = corrector
        self.book = Book(memory, categories)
        self.kinds = category_names(self.book.categories)
        self._at = at

    def compose(self) -> ComposeResult:
        """Status, kinds, list and the entry at the cursor, keys."""
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield FilterLine(self.kinds)
        yield PlainInput(placeholder="Words to find", id="find", disabled=True)
        with Horizontal(id="log-body"):
            yield JournalList(self.book)
            with Panel(title="Entry", id="entry"):
                yield Static(id="entry-at")
        with Foot():
            yield KeyBar()

    def on_mount(self) -> None:
        """Say where one is."""
        if self._at is not None:
            while self.book.row_of(self._at) is None and self.book.more():
                pass
            self.list.fill(self._at)
        self._say()

    @property
    def list(self) -> JournalList:
        """The list of entries."""
        return self.query_one(JournalList)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A copy that only looks takes nothing back; taking over needs two copies."""
        if action == "correct":
            return self.corrector is not None and not self.memory.read_only
        if action in ("back", "undo", "redo"):
            return not self.memory.read_only
        if action == "take_over":
            return bool(self.query(ReadOnlyBanner)) and self.query_one(ReadOnlyBanner).offers
        return True

    # ---- showing

    def on_memory_changed(self) -> None:
        """Something happened, or was saved: the log shows it."""
        self.query_one(ReadOnlyBanner).sync()
        self._again()

    def _again(self) -> None:
        at = self.list.entry
        if self.book.refresh():
            self.list.fill(at if self.list.at > 1 else None)
        self._say()
        self.refresh_bindings()

    def _say(self) -> None:
        name = self.memory.layout.name_of(self.memory.doc) or self.memory.path.stem
        read = f"{self.book.shown:,}{'' if self.book.finished else '+'}"
        filtered = f" of {len(self.book.events):,}" if self.book.shown != len(self.book.events) else ""
        status = self.query_one(StatusLine)
        event, layout = self.list.entry, self.memory.layout
        said = place_of(event, layout.short, layout.named) if event and not self.has_class("-narrow") else ""
        place = safe(said, limit=40)
        entries = "entry" if read == "1" else "entries"
        status.say(
            Content.assemble(("Log", "bold $title"), f"  {safe(name, limit=80)}"),
            Content.assemble((place, "$title"), "  " if place else "", (f"{read}{filtered} {entries}", "$dim")),
        )
        status.saved_as(self.memory)

    @on(JournalList.Moved)
    def _moved(self) -> None:
        self._say()
        panel = self.query_one("#entry", Panel)
        if panel.display:
            event = self.list.entry
            self.query_one("#entry-at", Static).update(self._about(event) if event else "")
            panel.scroll_home(animate=False)

    def on_resize(self) -> None:
        """The entry may have a place of its own now."""
        self.call_after_refresh(self._moved)

    def _about(self, event: Event) -> Content:
        category = category_of(event, self.book.categories)
        undone, corrected = self.book.undone(event), self.book.corrected(event)
        layout, doc = self.memory.layout, self.memory.doc
        return about(event, undone=undone, category=category, layout=layout, doc=doc, corrected=corrected)

    # ---- filtering

    def _filter(self) -> None:
        line = self.query_one(FilterLine)
        at = self.list.entry
        self.book.show(line.chosen, self.query_one("#find", Input).value)
        self.list.fill(at)

    def action_turn(self, by: int) -> None:
        """To the next kind."""
        line = self.query_one(FilterLine)
        line.chosen = self.kinds[(self.kinds.index(line.chosen) + by) % len(self.kinds)]
        self._filter()

    @on(FilterLine.Chosen)
    def _kind_chosen(self, event: FilterLine.Chosen) -> None:
        self.query_one(FilterLine).chosen = event.name
        self._filter()

    def action_find(self) -> None:
        """Open the field that filters by words."""
        self.add_class("-finding")
        field = self.query_one("#find", Input)
        field.disabled = False
        field.focus()

    @on(Input.Changed, "#find")
    def _find_changed(self) -> None:
        self._filter()

    @on(Input.Submitted, "#find")
    def _find_done(self) -> None:
        self.list.focus()

    def action_leave(self) -> None:
        """Show all entries again; leave where they are all shown."""
        field = self.query_one("#find", Input)
        if self.has_class("-finding"):
            with self.prevent(Input.Changed):
                field.value = ""
            field.disabled = True
            self.remove_class("-finding")
            self.list.focus()
            self._filter()
        elif self.query_one(FilterLine).chosen != self.kinds[0]:
            self.query_one(FilterLine).chosen = self.kinds[0]
            self._filter()
        else:
            self.dismiss(None)

    # ---- doing

    @on(JournalList.Chosen)
    @work
    async def _chosen(self, event: JournalList.Chosen) -> None:
        may = not self.memory.read_only
        dialog = EntryDialog(self._about(event.event), may_go_back=may, may_correct=may and self.corrector is not None)
        answer = await self.app.push_screen_wait(dialog)
        if answer == "back":
            self._go_back(event.event)
        elif answer == "correct":
            self._correct(event.event)

    def action_correct(self) -> None:
        """Correct the entry at the cursor; what comes of it is shown first."""
        if self.list.entry is not None:
            self._correct(self.list.entry)
        else:
            self.notify("No entry here to correct.")

    @work(exclusive=True, group="back")
    async def _correct(self, event: Event) -> None:
        if self.corrector is None:
            return
        try:
            await correct(self, self.memory, event, self.corrector)
        except (StoreError, ChangeError, ValueError) as error:
            self.notify(safe(str(error)), title="Not done", severity="error")
        self._again()

    def action_back(self) -> None:
        """Back to before the entry at the cursor; what that changes is shown first."""
        if self.list.entry is not None:
            self._go_back(self.list.entry)

    @work(exclusive=True, group="back")
    async def _go_back(self, event: Event) -> None:
        way = self._way(event)
        while way is not None and await self.app.push_screen_wait(BackDialog(way, self.memory.layout)):
            self._again()
            now = self._way(event)
            if now is not None and now.same(way):
                self._do(now)  # the same one, from the character as it is
                return
            way = now  # something happened meanwhile: what it would do is shown again

    def _way(self, event: Event) -> RestorePoint | None:
        try:
            return restore_point(self.memory, self.book, event)
        except NoRestorePoint as no:
            self.notify(str(no), title="Cannot go back", severity="warning")
            return None

    def _do(self, way: RestorePoint) -> None:
        try:
            count = go_back(self.memory, way)
        except (StoreError, ChangeError, ValueError) as error:
            self.notify(safe(str(error)), title="Not done", severity="error")
            return
        said = f"{plural(count, 'entry')} undone." if count else "Done. One undo reverts it."
        self.notify(said)
        self._again()

    def action_undo(self) -> None:
        """Take back what happened last."""
        self._step(self.memory.undo, "Nothing to undo.")

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self._step(self.memory.redo, "Nothing to redo.")

    def _step(self, step: Callable[[], Event | None], nothing: str) -> None:
        try:
            event = step()
        except StoreError as error:  # an act over several files, one of which is not at hand
            self.notify(safe(str(error)), title="Not done", severity="error", markup=False)
            return
        seen = self.still(event) if event else ""
        self.notify(safe(f"{text_of(event)} {seen}".strip(), limit=200) if event else nothing, markup=False)
        self._again()

    def still(self, event: Event) -> str:
        """What is as it was though that event was undone, in words; nothing where there is none."""
        return self.memory.layout.still_seen(event)

    def action_take_over(self) -> None:
        """Take the character over from another copy, or hand it over."""
        self.query_one(ReadOnlyBanner).press()
