"""The rule book of a game: all that can be looked up in it, found as one types, each entry with links to what belongs
to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.engine.automation import Automated
from saga_tui.engine.book import RuleText
from saga_tui.engine.document import Document
from saga_tui.engine.rules import Rules
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.base import after_first_frame
from saga_tui.ui.dialogs import PickList
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.panel import Hanging, fill, hanging
from saga_tui.ui.terminal import Sized
from saga_tui.words import plural, sentence

IDS: Final = 8
"""Cells for a rule's id in the list."""


class Links(PickList):
    """What belongs to an entry; Enter goes there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Follow link", id="rules.follow")]

    def on_key(self, event: events.Key) -> None:
        """A letter looks for something else; `q` goes back, as everywhere."""
        if event.character and event.character.isalnum() and event.key != "q" and isinstance(self.screen, BookScreen):
            event.stop()
            self.screen.look_for(event.character)


class BookScreen(Sized, Screen[None]):
    """A field and the list at the left, the entry at the cursor at the right with its links. On narrow screens one of
    the two at a time."""

    CSS_PATH = Path(__file__).with_name("rule_book.tcss")
    AUTO_FOCUS = ""
    BINDING_GROUP_TITLE = "Rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "walk(1)", "Down", id="rules.down", show=False, priority=True),
        Binding("up", "walk(-1)", "Up", id="rules.up", show=False, priority=True),
        Binding("pagedown", "walk(10)", "Next page", id="rules.pagedown", show=False, priority=True),
        Binding("pageup", "walk(-10)", "Previous page", id="rules.pageup", show=False, priority=True),
        Binding("tab", "over", "List or links", id="rules.over", priority=True, tooltip="Go to the links, or back"),
        Binding("backspace", "back", "Previous entry", id="rules.back", show=False, tooltip="Previous entry"),
        Binding("q,escape", "leave", "Back", id="rules.leave", tooltip="Previous entry, or close"),
        Binding("ctrl+t", "automation", "Automation", id="rules.automation", priority=True,
                tooltip="Choose what the app does for you"),
    ]  # fmt: skip

    def __init__(self, game: Rules[Any], rule: str = "", document: Document | None = None) -> None:
        """Open at a rule, or with the field where none is named. With a document, what the player has set is told."""
        super().__init__()
        self.game, self.book, self.document = game, game.book, document
        self.found: list[RuleText] = list(self.book.in_order)
        self.at: RuleText | None = self.book.rule(rule) if rule else None
        self.behind: list[RuleText] = []
        self.links: list[str] = []
        self.judged = False

    # ---- what is there

    def compose(self) -> ComposeResult:
        """Field and list, entry and links."""
        yield StatusLine()
        with Horizontal(id="rules"):
            with Vertical(id="rules-list"):
                such = f", or an id such as {self.book.example}" if self.book.example else ""
                yield PlainInput(placeholder=f"Search rules{such}", id="rules-field")
                yield PickList()
            with VerticalScroll(id="rules-entry", can_focus=False):
                yield Static(id="rules-text")
                yield Links()
                yield Static(id="rules-more")
        with Foot():
            yield KeyBar()

    def on_mount(self) -> None:
        """At the rule that was asked for, or at the first with the field to type in."""
        self._fill()
        if not self.found:
            self.query_one("#rules-text", Static).update("This game has no rules to look up.")
            return
        self._show(self.at or self.found[0])
        after_first_frame(self, self._judge)
        if self.at is not None and self.links:
            self._read()
        else:
            self.at = None
            self.query_one(Input).focus()

    def _judge(self) -> None:
        """What the program does of the entry: the first time the code is read for it, so the frame comes before."""
        self.judged = True
        self.query_one("#rules-text", Static).update(_text(self._shown, self._told))

    @property
    def _told(self) -> Automated | None:
        return next(iter(self.game.automated(self.document, self._shown.id)), None) if self.judged else None

    @property
    def reading(self) -> bool:
        """Whether the entry has the focus, and on a narrow screen the place."""
        return self.has_class("-reading")

    @property
    def shown(self) -> str:
        """The id of the entry that is shown."""
        return self._shown.id

    def _list(self) -> PickList:
        return self.query_one("#rules-list PickList", PickList)

    def _fill(self) -> None:
        options, chapter = [], ""
        whole = not self.query_one(Input).value
        if whole:
            self.found = list(self.book.in_order)
        for entry in self.found:
            if whole and entry.chapter != chapter:
                chapter = entry.chapter
                options.append(Option(Content.styled(safe(chapter), "bold $title"), disabled=True))
            options.append(Option(_line(entry), id=entry.id))
        pick = self._list()
        pick.clear_options()
        pick.add_options(options)
        total = len(self.book.entries)
        count = f"{len(self.found)} of {total}" if len(self.found) != total else plural(total, "entry")
        self.query_one(StatusLine).say(Content.assemble(("Rules", "bold $title"), (f"  {count}", "$dim")))

    def _show(self, entry: RuleText) -> None:
        """Show an entry, and put the list's cursor on it where the list has it."""
        self._shown = entry
        self.links = list(self.book.links(entry))
        self.query_one("#rules-text", Static).update(_text(entry, self._told))
        links = self.query_one(Links)
        links.clear_options()
        links.add_options([Option(_line(self.book.entries[key]), id=key) for key in self.links])
        links.highlighted = 0 if self.links else None
        self._read_on()
        self.query_one("#rules-entry").scroll_home(animate=False)
        pick = self._list()
        if any(one.id == entry.id for one in self.found):
            place = pick.get_option_index(entry.id)
            if pick.highlighted != place:
                with self.prevent(OptionList.OptionHighlighted):
                    pick.highlighted = place

    def on_resize(self) -> None:
        """Another room, more or fewer entries below the one that is read."""
        self.call_after_refresh(self._read_on)

    def _read_on(self) -> None:
        """Show what comes next in the book where the entry leaves room: whole entries, quiet."""
        page, more = self.query_one("#rules-entry"), self.query_one("#rules-more", Static)
        width = self.query_one("#rules-text").content_size.width
        parts: list[Content] = []
        if width and self._shown in self.book.in_order:
            taken = _text(self._shown, self._told).get_height({}, width) + len(self.links) + BEFORE_NEXT
            left = page.content_size.height - taken
            for entry in self.book.in_order[self.book.in_order.index(self._shown) + 1 :]:
                part = _brief(entry)
                left -= part.get_height({}, width) + 1
                if left < 0:
                    break
                parts.append(part)
        head = [Content.styled("Next in the book", "bold $title")] if parts else []
        more.display = bool(parts)
        fill(more, Content("\n\n").join([*head, *parts]))

    def rule_here(self) -> str:
        """The entry that is shown, or the link at the cursor."""
        links = self.query_one(Links)
        at = links.highlighted_option
        return str(at.id) if links.has_focus and at is not None and at.id else self._shown.id

    # ---- problem

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self.found = self.book.search(event.value)
        self._fill()
        if self.found:
            self._show(self.found[0])

    @on(OptionList.OptionHighlighted, "#rules-list PickList")
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        entry = self.book.rule(str(event.option_id)) if event.option_id else None
        if entry is not None and not self.reading:
            self._show(entry)

    @on(Input.Submitted)
    def _entered(self) -> None:
        self._read()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if isinstance(event.option_list, Links):
            self._follow(str(event.option_id))
        else:
            self._read()

    # ---- going about

    def _read(self) -> None:
        """To the entry and its links."""
        self.add_class("-reading")
        links = self.query_one(Links)
        if self.links:
            links.focus(scroll_visible=False)  # the entry is read from its beginning
        self.refresh_bindings()

    def _follow(self, rule: str) -> None:
        entry = self.book.rule(rule)
        if entry is not None and entry != self._shown:
            self.behind.append(self._shown)
            self._show(entry)
            self._read()

    def turn_to(self, rule: str) -> None:
        """To a rule, from the key that looks one up; without one to the field, to look for another."""
        if rule and rule != self._shown.id:
            self._follow(rule)
        else:
            self._to_field()

    def look_for(self, typed: str) -> None:
        """To the field, with what is typed there in the place of what was."""
        self._to_field()
        field = self.query_one(Input)
        field.value, field.cursor_position = typed, len(typed)

    def action_find(self) -> None:
        """Look for another entry."""
        self._to_field()

    def _to_field(self) -> None:
        self.remove_class("-reading")
        self.query_one(Input).focus()
        self.refresh_bindings()

    def action_walk(self, by: int) -> None:
        """Move over the list while one types, or over the links."""
        pick = self.query_one(Links) if self.query_one(Links).has_focus else self._list()
        if not pick.option_count:
            return
        at = pick.highlighted
        step = 1 if by > 0 else -1
        goal = max(0, min(pick.option_count - 1, (0 if at is None else at) + (by if at is not None else 0)))
        while 0 <= goal < pick.option_count and pick.get_option_at_index(goal).disabled:
            goal += step
        if 0 <= goal < pick.option_count:
            pick.highlighted = goal

    def action_over(self) -> None:
        """From the list to the links, and back."""
        if self.query_one(Links).has_focus:
            self._to_field()
        else:
            self._read()

    def action_back(self) -> None:
        """To the entry from which a link was followed."""
        if self.behind:
            self._show(self.behind.pop())
            self._read()
        elif self.reading and self.at is None:
            self._to_field()
        else:
            self.notify("No previous entry.")

    def action_leave(self) -> None:
        """To the entry before; out where there is none."""
        field = self.query_one(Input)
        if self.behind or (self.reading and self.at is None):
            self.action_back()
        elif field.value and field.has_focus:
            field.value = ""
        else:
            self.dismiss(None)

    def action_automation(self) -> None:
        """What the program does of each rule."""
        for screen in reversed(self.app.screen_stack):
            made = getattr(screen, "automation_screen", None)
            if callable(made):
                self.app.push_screen(made())
                return
        from saga_tui.ui.automation import AutomationScreen

        self.app.push_screen(AutomationScreen(self.game))


def _line(entry: RuleText) -> Hanging:
    """Id and title in one line; what is no rule bears its kind."""
    head = entry.id if entry.kind == "rule" else entry.kind
    line = Content.assemble((head.ljust(IDS), "$key" if entry.kind == "rule" else "$dim"), f" {safe(entry.title)}")
    return hanging(line, IDS + 1)


BEFORE_NEXT: Final = 4
"""Lines between an entry's links and what comes next in the book, its heading included."""


def _brief(entry: RuleText) -> Content:
    """An entry that is not the one at hand."""
    head = Content.assemble((entry.id, "$key"), (f"  {safe(entry.title)}\n", "$dim"))
    return head.append(Content.styled(safe(entry.text, one_line=False, limit=5000), "$dim"))


def _text(entry: RuleText, told: Automated | None) -> Content:
    """The whole entry: id, title, place, words, what the program does of it, notes."""
    notes = [
        Content.styled(sentence(told.said), "$good" if told.kind == "done" else "$warn") if told else "",
        Content.styled("Our reading: the book is silent or contradicts itself.", "$dim") if entry.reading else "",
        Content.styled("Partly our addition.", "$dim") if entry.house else "",
        Content.styled(f"A rule option can change it ({entry.switch}).", "$dim") if entry.switch else "",
    ]
    keys = [option.key for option in told.options] if told else []
    if keys:
        notes.append(Content.assemble(("Press ", "$dim"), ("^t", "bold $key"), (f" to set: {', '.join(keys)}", "$dim")))
    return Content.assemble(
        (entry.id, "bold $key"),
        (f"  {safe(entry.title)}\n", "bold $title"),
        (f"{safe(entry.chapter)} › {safe(entry.section)}\n\n", "$dim"),
        safe(entry.text, one_line=False, limit=5000),
        *(part for note in notes if note for part in ("\n\n", note)),
        ("\n\nSee also\n" if entry.see else "\n", "bold $title"),
    )
