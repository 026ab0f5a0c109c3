"""What is done, asked, reminded or left to the player: set on one side, rule by rule on the other."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Choice

from saga_tui.engine.automation import CLASSES, MEANING, MODES, SAID, Automated, Option
from saga_tui.engine.deciding import Automate
from saga_tui.engine.document import Document
from saga_tui.engine.rules import Rules
from saga_tui.engine.session import Session
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import PickList
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.fields import FIND, FindLine, has_words
from saga_tui.ui.panel import Hanging, Panel, hanging
from saga_tui.ui.rows import Row
from saga_tui.ui.rule_book import BookScreen

SET = Binding.Group("Always, ask, off")
STYLES: Final = {"done": "$good", "asked": "$warn", "reminded": "$warn", "by hand": "$dim"}
MODES_ROOM: Final = 1 + sum(len(word) + 2 for word in SAID.values())
"""Cells of all modes and of the gap before them."""
MARKS: Final = {"done": "✓", "asked": "?", "reminded": "!", "by hand": "·"}


class OptionRow(Row):
    """One automation: its words, and the modes with the one that is set bright."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Previous", id="automation.before", group=SET),
        Binding("right", "step(1)", "Next", id="automation.next", group=SET),
    ]
    option: reactive[Option | None] = reactive(None)

    def __init__(self, option: Option, *, fixed: bool) -> None:
        super().__init__(steps=not fixed)
        self.name_of = option.key
        self.set_reactive(OptionRow.option, option)

    def left(self, width: int) -> Content:
        """Its words, and when it acts where the heading does not say so."""
        option = self.option
        assert option is not None
        changed = "bold" if option.mode != option.usual else ""
        when = f"  {option.when}" if option.tells_when else ""
        return Content.assemble(" ", (safe(option.title), changed), (when, "$dim"))

    def right(self) -> Content:
        """Return `always  [ask]  off`; only `[ask]` beside words that need the room."""
        option = self.option
        assert option is not None
        if self.left(0).cell_length + len(self.gutter_content()) + MODES_ROOM > self.content_size.width:
            return Content.styled(f"[{SAID[option.mode]}]", "bold $key")
        parts: list[Content] = []
        for mode in MODES:
            word = SAID[mode]
            if mode not in option.modes:
                parts.append(Content(" " * (len(word) + 2)))
            elif mode == option.mode:
                parts.append(Content.styled(f"[{word}]", "bold $key"))
            else:
                parts.append(Content.styled(f" {word} ", "$dim"))
        return Content.assemble(*parts)

    def rule_here(self) -> str:
        """The rule behind it."""
        return self.option.rule if self.option else ""


class AutomationScreen(DocumentScreen[Any]):
    """What can be set, as it is set for the open document; then every rule with what the program does of it."""

    CSS_PATH = BookScreen.CSS_PATH
    BINDING_GROUP_TITLE = "Automation"
    AUTO_FOCUS = "OptionRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right", "nothing", "Always, ask, off", id="automation.hint", show=False),
        Binding("enter", "open", "Open rule", id="automation.open"),
        Binding("u", "undo", "Undo", id="automation.undo"),
        Binding("U", "redo", "Redo", id="automation.redo", show=False),
        *(
            Binding(str(place), f"only('{kind}')", "", id=f"automation.{kind.replace(' ', '-')}", show=False,
                    tooltip=f"Show only rules that are {kind}, or all")
            for place, kind in enumerate(CLASSES, 1)
        ),
        FIND,
        Binding("q", "leave", "Back", id="automation.back"),
        Binding("escape,ctrl+t", "leave", "Back", id="automation.leave", show=False, priority=True),
    ]  # fmt: skip

    def __init__(self, game: Rules[Any], session: Session[Any] | None = None) -> None:
        """Without a session what is usual is shown, and nothing can be set."""
        super().__init__(session)  # type: ignore[arg-type]  # nothing is carried out without one
        self.game, self.open = game, session is not None
        self.only = ""
        self.words: list[str] = []
        """Those by which the rules are filtered."""

    @property
    def now(self) -> Document | None:
        """The document, where one is open."""
        return self.document if self.open else None

    def compose(self) -> ComposeResult:
        """What can be set, and the rules by class."""
        yield StatusLine()
        with Horizontal(id="rules"):
            with Panel(title="Automate: always, ask, off", compact=True, id="settings"):
                section = ""
                for option in self.game.settable(self.now):
                    heading = option.heading
                    if heading != section:
                        section = heading
                        yield Static(Content.styled(f" {section}", "bold $title"))
                    yield OptionRow(option, fixed=not self.open)
            with Panel(title="Every rule", compact=True, id="classes"):
                yield PickList()
        with Foot():
            yield FindLine(lambda: self.query(OptionRow), self._found)
            yield KeyBar()

    def on_mount(self) -> None:
        """As it is set."""
        self.happened()

    def happened(self) -> None:
        """The settings and the classes as they are now."""
        name = safe(self.document.title, limit=60) if self.open else "any character"
        self.query_one(StatusLine).say(Content.assemble((name, "bold $title"), (" · automation", "$dim")))
        if self.open:
            self._shown = self.memory.doc
            self.say_saved()
            known = {option.key: option for option in self.game.settable(self.now)}
            for row in self.query(OptionRow):
                row.option = known.get(row.name_of, row.option)
        self._list()

    def _list(self) -> None:
        found = self.game.automated(self.now)
        pick = self.query_one(PickList)
        at = pick.highlighted
        pick.clear_options()
        for kind in CLASSES:
            listed = [one for one in found if one.kind == kind and has_words(f"{one.rule} {one.title}", self.words)]
            if listed and self.only in ("", kind):
                head = (f"{MARKS[kind]} {kind.capitalize()} ", f"bold {STYLES[kind]}")
                pick.add_option(
                    Choice(Content.assemble(head, (f"{len(listed)}, {MEANING[kind]}", "$dim")), disabled=True)
                )
                pick.add_options([Choice(_rule_line(one), id=one.rule) for one in listed])
        if at is not None and at < pick.option_count:
            pick.highlighted = at
        counts = ", ".join(f"{sum(one.kind == kind for one in found)} {kind}" for kind in CLASSES)
        self.query_one("#classes", Panel).head(subtitle=counts)

    def _found(self, words: list[str]) -> None:
        self.words = words
        self._list()

    # ---- doing

    def action_find(self) -> None:
        """Find what can be set, and rules, by their words."""
        self.query_one(FindLine).open()

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        option = event.row.option if isinstance(event.row, OptionRow) else None
        if option is None:
            return
        place = option.modes.index(option.mode) + (1 if event.by > 0 else -1)
        self.run_worker(self.execute(Automate(what=option.key, mode=option.modes[place % len(option.modes)])))

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        if isinstance(event.row, OptionRow):
            self._open(event.row.rule_here())

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._open(str(event.option_id or ""))

    def _open(self, rule: str) -> None:
        self.app.push_screen(BookScreen(self.game, rule, self.now))

    def action_open(self) -> None:
        """Enter where nothing is at the focus."""
        self.notify("Select a rule first, with the arrow keys.")

    def action_nothing(self) -> None:
        """Left and right where nothing can be set."""
        self.notify("Nothing to set here. Open a character first.")

    def action_only(self, kind: str) -> None:
        """Only one class of rules, or all again."""
        self.only = "" if self.only == kind else kind
        self._list()

    def action_leave(self) -> None:
        """Show all again; else go back."""
        if not self.query_one(FindLine).close():
            self.dismiss(None)


def _rule_line(one: Automated) -> Hanging:
    how = f"  {'; '.join(one.how)}" if one.how else ""
    return hanging(Content.assemble((one.rule.ljust(8), "$key"), f" {safe(one.title)}", (how, "$dim")), 9)
