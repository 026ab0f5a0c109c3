"""The library on the screen: the list of characters, and a look at the one under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.types import CSSPathType
from textual.widgets import Input, Static

from saga_tui.library.acts import FileActs
from saga_tui.library.cards import Card, CardRow, ago, coloured, columns_for, empty, how_many, short_path, title
from saga_tui.library.glance import Glance, Lines, keep, offered, remember
from saga_tui.library.messages import Open
from saga_tui.library.widths import BESIDE_LIST, ROOM_FOR_TIMES, list_width, look_width
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.base import after_first_frame
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.panel import Panel, fill
from saga_tui.ui.rows import Row

if TYPE_CHECKING:
    from saga_tui.library.shelf import Shelf


class LibraryScreen(FileActs):
    """All characters of a folder. What is to be opened is asked for by an `Open` message; the app does it."""

    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("library.tcss")
    BINDING_GROUP_TITLE = "Library"
    AUTO_FOCUS = ""
    SYNONYMS: ClassVar[dict[str, str]] = {
        "library.new": "create add make",
        "library.sheet": "export save print preview",
        "library.story": "export summary",
        "library.copy": "duplicate clone",
        "library.delete": "remove trash",
        "library.trash": "restore undelete undo",
        "library.filter": "search",
        "library.table": "party group gm master",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", id="library.new", tooltip="New character"),
        Binding("T", "table", "Table", id="library.table", tooltip="New table of the marked characters, or of all"),
        Binding("space", "mark", "Mark", id="library.mark", show=False, tooltip="Mark a character for a table"),
        Binding("S,s", "sheet", "Sheet", id="library.sheet", tooltip="Show the sheet"),
        Binding("C", "story", "Recap", id="library.story", show=False, tooltip="Recap, chapter by chapter"),
        Binding("c", "copy", "Copy", id="library.copy", tooltip="Copy the character"),
        Binding("R", "rename", "Rename", id="library.rename", tooltip="Rename the character"),
        Binding("d,delete", "delete", "Delete", id="library.delete", tooltip="Move the character to the trash"),
        Binding("t", "trash", "Trash", id="library.trash", tooltip="Restore a character from the trash"),
        Binding("slash", "find", "Find", id="library.filter", tooltip="Filter characters"),
        Binding("a", "samples", "Samples", id="library.samples", tooltip="Add the sample characters"),
        Binding("q", "app.leave", "Quit", id="library.quit", tooltip="Save and quit"),
        Binding("w", "app.tour", "Tour", id="library.tour", show=False, tooltip="A short tour of the app"),
        Binding("escape", "unfilter", "Show all", id="library.unfilter"),
        Binding("up,k", "walk(-1)", "Up", id="library.up", show=False),
        Binding("down,j", "walk(1)", "Down", id="library.down", show=False),
    ]

    def __init__(
        self,
        shelf: Callable[[], Shelf],
        now: Callable[[], datetime],
        at: Path | None = None,
        *,
        offer: bool = False,
        glance: Glance | None = None,
        classes: str = "",
    ) -> None:
        """`shelf` is asked for after the first frame, so that nothing but the screen is loaded before it; until then
        the `glance` stands there: what was shown last. The cursor goes to the character `at`. `offer`: a line offers
        the tour, unless that was done before."""
        super().__init__(classes=classes)
        self._glance = glance
        self._offer = offer
        self._shelf = shelf
        self.now = now
        self.cards: tuple[Card, ...] = glance.cards if glance else ()
        self.listed: tuple[Card, ...] = self.cards
        """Those that are shown: all, or what is found."""
        self._at = at
        self.marked: set[Path] = set()
        self._goal: Path | None = None
        """Where the cursor goes when the list is filled next, whatever had the focus meanwhile."""
        self._sheets: dict[tuple[Path, int], str] = dict(glance.sheets) if glance else {}
        self._lasts: dict[Path, Lines] = dict(glance.lasts) if glance else {}
        """What happened last, of those that were looked at."""
        self._fitted = (0, 0)
        """The cells and lines that the rows were made for."""
        self._kept = True
        """Whether what is shown is kept for the next start."""

    def compose(self) -> ComposeResult:
        """Status line, list and look, keys; what is rarely seen is mounted when it is."""
        yield StatusLine()
        with Horizontal(id="shelf"):
            rows, card = self._rows(self.cards), self.card
            yield Panel(
                *CardRow.grouped(rows), title="Characters", id="cards", classes="-airy" if self._airy(rows) else ""
            )
            sheet = self._glance.sheet(card, self.app.size.width) if self._glance and card else ""
            wide = look_width(self.app.size.width)
            with Panel(title=_title(card, wide - 2) if wide else "", id="preview", classes="-hero"):
                yield Static(self._first_look(card), id="preview-text")
            with Panel(title="Sheet", subtitle="s", id="paper-panel"):
                yield Static(_shown(sheet), id="sheet-text")
        with Foot():
            yield KeyBar()

    def _first_look(self, card: Card | None) -> Content:
        """The look at what was shown last, as large as it will be: it stands in the first frame."""
        width, height = self.app.size
        wide = look_width(width)
        return self._drawn(card, wide - 2, height - 5) if card and self._glance and wide else Content("")

    def _drawn(self, card: Card, width: int, height: int) -> Content:
        """The larger look at a character."""
        from saga_tui.library.preview import look

        shown = replace(card, portrait=coloured(card.portrait, self.app.theme_variables))
        return look(shown, self._lasts.get(card.path, ()), width, height)

    @property
    def shelf(self) -> Shelf:
        """The characters."""
        return self._shelf()

    def on_mount(self) -> None:
        """The frame first, then what is there."""
        if self._glance is not None:
            self._show_glance()
        else:
            self.query_one(StatusLine).say(title(""))
            after_first_frame(self.app, self.reload)
        if self._offer:
            after_first_frame(self, self._offer_tour)

    def _show_glance(self) -> None:
        """What was shown last has the focus before it is drawn; only then is the folder read."""
        self.query_one(StatusLine).say(title(how_many(self.cards)))
        rows = list(self.query(CardRow))
        row = next((row for row in rows if row.card.path == self._at), rows[0] if rows else None)
        self.set_focus(row, scroll_visible=False)

        def looked() -> None:
            self._look_at(row.card if row is not None else None)
            after_first_frame(self.app, self.reload)

        self.app.call_after_refresh(looked)

    def _offer_tour(self) -> None:
        """Once, and never again unasked."""
        if not offered():
            offer = Content.assemble("First time here?  ", ("w", "bold $key"), "  for a quick tour.")
            self.mount(Static(offer, id="offer"), after=self.query_one(StatusLine))
            self.add_class("-offering")
            remember()

    def on_screen_suspend(self) -> None:
        """Whoever has gone on has seen the offer."""
        self.remove_class("-offering")

    def on_screen_resume(self) -> None:
        """Shows what has become of a character that was open."""
        if self._glance is None and (self.cards or self.has_class("-empty")):
            self.reload()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What needs a character needs one; samples are offered only where there is nothing."""
        if action in ("copy", "rename", "delete", "sheet", "story", "walk", "table", "mark"):
            return bool(self.cards)
        if action == "samples":
            return self.has_class("-empty")
        if action == "unfilter":
            return self.has_class("-filtering")
        if action == "trash":
            return bool(self.cards) or self.has_class("-empty")
        return True

    def reload(self, at: Path | None = None) -> None:
        """Reads the folder again; the cursor stays at its character, or goes to `at`."""
        self._goal = at or self._goal
        self._at = at or self._at
        self._sheets.clear()
        self._lasts.clear()
        self._glance, self._kept = None, False
        before, self.cards = self.cards, self.shelf.cards()
        know = getattr(self.app, "know_colours", None)
        if callable(know):
            know()
        self.set_class(not self.cards, "-empty")
        place = Content.styled(safe(short_path(self.shelf.folder)), "$dim")
        self.query_one(StatusLine).say(title(how_many(self.cards)), place)
        if not self.cards:
            self._say_empty(empty(self.shelf))
        if before != self.cards or self._goal or self.has_class("-filtering") or not self.query(CardRow):
            self._show()
        elif self.card is not None:
            self._look_at(self.card)
        self.refresh_bindings()

    def _say_empty(self, text: Content) -> None:
        if found := self.query("#empty-text"):
            found.first(Static).update(text)
        else:
            self.mount(Vertical(Static(text, id="empty-text"), id="empty"), before=self.query_one(Foot))

    def _show(self) -> None:
        words = self.query_one("#filter", Input).value.casefold().split() if self.has_class("-filtering") else []
        self.listed = tuple(card for card in self.cards if all(word in card.words for word in words))
        self._fill(self.listed)

    def _rows(self, cards: Sequence[Card]) -> list[CardRow]:
        now, width = self.now(), list_width(self.app.size.width)
        played = [ago(card.played, now, short=width < ROOM_FOR_TIMES) if card.played else "" for card in cards]
        known = self.app.theme_variables
        cards = [replace(card, portrait=coloured(card.portrait, known)) for card in cards]
        self._fitted = (width, self.app.size.height - BESIDE_LIST)
        columns, parts = columns_for(cards, played, *self._fitted)
        rows = [
            CardRow(card, when, columns, width, more) for card, when, more in zip(cards, played, parts, strict=True)
        ]
        for row in rows:
            row.marked = row.card.path in self.marked
        return rows

    def _airy(self, rows: Sequence[CardRow]) -> bool:
        """Whether a blank line fits between all cards."""
        return sum(row.lines + 1 for row in rows) <= self.app.size.height - BESIDE_LIST

    @work(exclusive=True, group="fill")
    async def _fill(self, shown: Sequence[Card]) -> None:
        panel = self.query_one("#cards", Panel)
        rows = self._rows(shown)
        async with panel.batch():
            await panel.remove_children()
            await panel.mount_all([*CardRow.grouped(rows)] or [Static(Content.styled("No matches.", "$dim"))])
        panel.set_class(self._airy(rows), "-airy")
        self.count()
        goal, self._goal = self._goal or self._at, None
        row = next((row for row in rows if row.card.path == goal), rows[0] if rows else None)
        if row is not None and not isinstance(self.focused, Input):
            row.focus()
        self.call_after_refresh(self._look_at, row.card if row else None)  # one behind a character has no size before

    def count(self) -> None:
        """How many are shown, and how many of them are marked."""
        there = sum(card.path in self.marked for card in self.cards)
        marked = f"{there} marked, T: table · " if there else ""
        self.query_one("#cards", Panel).head(subtitle=f"{marked}{len(self.listed)} of {len(self.cards)}")

    @property
    def card(self) -> Card | None:
        """The character under the cursor."""
        focused = self.focused
        if isinstance(focused, CardRow):
            return focused.card
        return next((card for card in self.listed if card.path == self._at), self.listed[0] if self.listed else None)

    @on(DescendantFocus)
    def _focused(self, event: DescendantFocus) -> None:
        if isinstance(event.widget, CardRow):
            self._at = event.widget.card.path
            self._look_at(event.widget.card)

    def on_resize(self) -> None:
        """The look fits the new width, and the list unfolds and has air where there is room for it."""
        now = (list_width(self.app.size.width), self.app.size.height - BESIDE_LIST)
        if now != self._fitted:
            self._fitted, rows = now, list(self.query(CardRow))
            columns, parts = columns_for([row.card for row in rows], [row.played for row in rows], *now)
            for row, more in zip(rows, parts, strict=True):
                row.fit(columns, more)
            self.query_one("#cards").set_class(self._airy(rows), "-airy")
        self.call_after_refresh(self._look_at, self.card)

    def _look_at(self, card: Card | None) -> None:
        """Show a character's meters, what waits and what happened last, and its sheet where there is room; of none
        where nothing is found."""
        panel = self.query_one("#preview", Panel)
        if not panel.display or not panel.content_size.width:
            return
        size = panel.scrollable_content_region
        panel.head(_title(card, size.width))
        drawn = Content("")
        if card is not None:
            if card.path not in self._lasts and self._glance is None:
                self._lasts[card.path] = self.shelf.last(card)
            drawn = self._drawn(card, size.width, size.height)
        fill(self.query_one("#preview-text", Static), drawn)
        panel.scroll_home(animate=False)
        self._keep(self._unroll(card))

    def _unroll(self, card: Card | None) -> int:
        """Show the sheet beside the look, where the screen is wide enough; return its width, 0 where it is not."""
        panel = self.query_one("#paper-panel", Panel)
        if not panel.display:
            return 0
        width = min(80, panel.scrollable_content_region.width)
        text = ""
        if card is not None:
            key = (card.path, width)
            if key not in self._sheets:
                self._sheets[key] = card.problem or ("" if self._glance else self.shelf.sheet(card.path, width))
            text = self._sheets[key]
        static, new = self.query_one("#sheet-text", Static), _shown(text)
        if static.content != new:  # the screen need not be laid out for what stands there
            static.update(new)
        panel.scroll_home(animate=False)
        return width

    def _keep(self, width: int) -> None:
        """Keep what is shown for the next start, once each time that the folder was read; the sheet at its `width`."""
        if not self._kept and self.cards:
            self._kept = True
            first = self.cards[0]
            sheets, path = {}, first.path
            if width:
                sheets[path, width] = self._sheets.get((path, width)) or self.shelf.sheet(path, width)
            lasts = {path: self._lasts[path] if path in self._lasts else self.shelf.last(first)}
            keep(self.shelf.folder, Glance(self.cards, sheets, self.app.size.width, lasts))

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        if isinstance(event.row, CardRow):
            self.post_message(Open(event.row.card.path))

    def action_walk(self, by: int) -> None:
        """To the character above or below."""
        rows = list(self.query(CardRow))
        focused = self.focused
        if rows:
            index = rows.index(focused) + by if isinstance(focused, CardRow) else 0
            rows[max(0, min(len(rows) - 1, index))].focus()

    def action_sheet(self) -> None:
        """The sheet of the character, with keys that save it."""
        if self.card:
            self.post_message(Open(self.card.path, "sheet"))

    def action_story(self) -> None:
        """What its journal tells, with keys that save it."""
        if self.card:
            self.post_message(Open(self.card.path, "story"))

    def action_find(self) -> None:
        """Open the field that filters the list."""
        if not self.cards:
            self.notify("No characters to find yet. Press n to create one.")
            return
        self.add_class("-filtering")
        if not self.query("#filter"):
            self.mount(PlainInput(placeholder="Name, state or badge   Esc: show all", id="filter"), before="#shelf")
        field = self.query_one("#filter", Input)
        field.disabled = False
        field.focus()

    def action_unfilter(self) -> None:
        """Shows all characters again."""
        field = self.query_one("#filter", Input)
        with self.prevent(Input.Changed):
            field.value = ""
        field.disabled = True
        self.remove_class("-filtering")
        self._show()

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        self._show()

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.action_walk(0)


def _title(card: Card | None, width: int) -> str:
    """What stands over the look: the name, unless it is too long and stands below."""
    from saga_tui.library.preview import fits_title

    return "" if card is None else safe(card.name) if fits_title(card.name, width) else "Character"


def _shown(sheet: str) -> Content:
    """A sheet as text: nothing in it is markup."""
    return Content(safe(sheet, one_line=False, limit=20_000))
