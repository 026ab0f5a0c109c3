"""The base of the app: looks, config, keys. Knows no game and no store, so that any screen can be tested in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.actions import parse
from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.message import Message
from textual.message_pump import MessagePump
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen
from textual.types import CSSPathType

from saga_tui.safe import safe
from saga_tui.ui import config, theme
from saga_tui.ui.keys import Command, declared, numbered, rule_at, shown_key
from saga_tui.ui.seat import leaves
from saga_tui.ui.terminal import TypeAhead
from saga_tui.ui.touch import TouchApp
from saga_tui.words import listed

if TYPE_CHECKING:
    from saga_tui.store import Memory

BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (100, "-roomy"), (120, "-wide"), (180, "-vast")]
"""A screen has the class of the widest of these that it reaches; only that one."""
LOOKS = Path(__file__).with_name("kit.tcss")
FRAME = 0.01
"""Seconds that a first frame gets before what takes long is loaded."""


def after_first_frame(node: MessagePump, do: Callable[[], object]) -> None:
    """Do what takes long once there is something to look at; at once where nothing moves, as in tests."""
    if getattr(node.app, "animated", True):
        node.call_after_refresh(node.set_timer, FRAME, do)
    else:
        do()


class MemoryChanged(Message, bubble=False):
    """Something of the open character's memory changed by itself: saved, not saved, an edit from outside taken over."""


class KitApp(TouchApp):
    """An app in the project's looks. `glow_seconds` is how long a change is shown; 0 in tests."""

    CSS_PATH: ClassVar[CSSPathType | None] = [LOOKS, LOOKS.with_name("touch.tcss")]
    TITLE = "saga-tui"
    DEFAULT_MODE = "table"
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    _stirred = False  # whether a `MemoryChanged` is under way
    ENABLE_COMMAND_PALETTE = False
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-even"), (32, "-tall")]
    NOTIFICATION_TIMEOUT: ClassVar[float] = 4
    SYNONYMS: ClassVar[dict[str, str]] = {
        "app.quit": "exit close leave",
        "app.leave": "library home exit close",
        "app.keys": "help shortcuts",
        "app.rules": "book search",
        "app.automation": "settings options preferences",
        "app.picture": "screenshot image export svg png snapshot",
        "session.undo": "take back revert mistake",
        "session.redo": "again restore",
        "session.sheet": "export save print preview character",
        "session.recap": "export story summary save chapters",
        "session.journal": "history undo correct",
        "session.versions": "save restore history load version",
        "session.note": "write comment remark journal",
        "session.roll": "dice check test skill",
        "session.rule": "edit change set cheat",
        "session.rulings": "overrule house rules",
        "builder.undo": "take back revert mistake",
        "builder.redo": "again restore",
        "builder.sheet": "export save print",
        "builder.surprise": "random",
        "builder.surprise-whole": "random",
        "builder.begin": "finish done start",
        "builder.versions": "save restore history",
        "builder.findings": "problems errors missing",
    }
    """Other words by which the palette finds what a binding does, by its id; a screen has some of its own."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Keys", id="app.keys", tooltip="All keys of this screen"),
        Binding("h", "help", "Keys", id="app.help", show=False, tooltip="All keys of this screen"),
        Binding("ctrl+p", "command_palette", "Commands", id="app.palette", priority=True,
                tooltip="Search all commands"),
        Binding("slash", "look_up", "Rules", id="app.rules", tooltip="Look up the focused rule, or any rule"),
        Binding("ctrl+f", "seek", "Find", id="app.rules-anywhere", show=False, priority=True,
                tooltip="Find in this list, or find a rule"),
        Binding("ctrl+t", "automation", "Automation", id="app.automation", show=False, priority=True,
                tooltip="Choose what the app does for you"),
        Binding("j", "jump", "Jump", id="app.jump", show=False, tooltip="Jump to a number, row or panel"),
        Binding("ctrl+g", "jump_anywhere", "Jump", id="app.jump-anywhere", show=False, priority=True,
                tooltip="Jump to a number, row or panel"),
        Binding("tab", "focus_next", "Next", id="app.next", show=False, tooltip="Next field or panel"),
        Binding("shift+tab", "focus_previous", "Previous", id="app.before", show=False,
                tooltip="Previous field or panel"),
        Binding("f9", "picture", "Picture", id="app.picture", show=False, priority=True,
                tooltip="Save a picture of this screen"),
        Binding("q", "leave", "Back", id="app.leave", tooltip="Back, or quit from the library"),
        Binding("ctrl+q", "quit", "Quit", id="app.quit", show=False, priority=True, tooltip="Save and quit"),
    ]  # fmt: skip

    def __init__(self, *, animations: bool = True, settings: config.Config | None = None) -> None:
        """`animations` off (here or in the config file) also stops blinking cursors and the glow of changes."""
        super().__init__()
        self.settings = settings if settings is not None else config.load()
        self.animated = animations and self.settings.animations
        self.glow_seconds = 1.0 if self.animated else 0.0
        if not self.animated:
            self.animation_level = "none"
        for own in theme.themes():
            self.register_theme(own)
        known = self.settings.theme in self.available_themes
        self._put_on(self.settings.theme if known else theme.DEFAULT)
        self._clashes: set[frozenset[str]] = set()
        self._troubles: list[str] = []
        self._typed = TypeAhead(self, super().on_event)
        self.touches, self.held = 0, False
        """Keys and clicks so far."""

    def _put_on(self, name: str) -> None:
        """Wear the theme to begin with. A dark one is known before any style is read, so that none is read again for
        it; Textual must be told of one that changes more than colours."""
        shown = self.available_themes[name]
        if shown.dark and not shown.ansi:
            self.set_reactive(App.theme, name)
            self.stylesheet.set_variables(self.get_css_variables())
        else:
            self.theme = name

    async def on_event(self, event: events.Event) -> None:
        """Keys go one after the other, each when what the one before it began has come to rest."""
        if isinstance(event, (events.Key, events.MouseDown)) and not event.is_forwarded:
            self.touches += 1
        self.held = isinstance(event, events.MouseDown) or (self.held and not isinstance(event, events.MouseUp))
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self._typed.key(event)
        else:
            await super().on_event(event)

    def first_screen(self) -> Screen[Any]:
        """The screen at the bottom."""
        return super().get_default_screen()

    def get_default_screen(self) -> Screen[Any]:
        """The first screen. Its styles are read with those of the app, once: where a mode is begun Textual reads all of
        them again, for a screen with styles of its own twice. So the mode is added only when it stands."""
        self.see_touch()
        self.add_mode(self.DEFAULT_MODE, self.first_screen)
        screen = self.first_screen()
        self.stylesheet.read_all(screen.css_path)
        return screen

    def follow(self, memory: Memory) -> None:
        """Every screen on the stack gets a `MemoryChanged` when something of the memory changes by itself."""

        def changed() -> None:
            if not self._stirred:
                self._stirred = True
                self.post_message(MemoryChanged())

        memory.on_change = changed

    def on_memory_changed(self) -> None:
        """Pass it on to the screens that follow a memory; others are left in peace, as Textual would draw them anew."""
        self._stirred = False
        for screen in self.screen_stack:
            if hasattr(screen, "on_memory_changed"):
                screen.post_message(MemoryChanged())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that the theme doesn't bring: those of the games' tokens, all of them for a foreign theme."""
        self._worn = dict(theme.worn(self.current_theme))
        return theme.variables(self.current_theme)

    def push_screen(self, screen: Any, *args: Any, **kwargs: Any) -> Any:
        """As Textual does it; the colours of a game that was loaded since are known to its style sheet."""
        self.know_colours()
        return super().push_screen(screen, *args, **kwargs)

    def know_colours(self) -> None:
        """Let the style sheet know the colours of the games that were loaded since it was read."""
        if self._worn != theme.worn(self.current_theme):
            self.stylesheet.set_variables(self.get_css_variables())

    async def on_mount(self) -> None:
        """Take the user's keys and say what is wrong with the config file."""
        if self.settings.keys:
            self.set_keymap(self.settings.keys)
            after_first_frame(self, self._check_keys)
        self._config_trouble([*self.settings.problems, *theme.theme_problem(self.settings.theme)])
        self.theme_changed_signal.subscribe(self, self._theme_changed)

    def _check_keys(self) -> None:
        """Say which keys of the config file are nobody's; loads all screens, so it comes after the first frame."""
        from saga_tui.ui.pages import unknown_keys

        self._config_trouble(unknown_keys(dict(self.settings.keys)))

    def _config_trouble(self, problems: Iterable[str]) -> None:
        """Say what is wrong with the config file: all of it in one notice."""
        if new := [problem for problem in problems if problem not in self._troubles]:
            self._troubles += new
            self.notify("\n".join(self._troubles), title="Config file", severity="warning")

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a notice in the place of the one before; whatever text it comes from, nothing in it is markup and a
        terminal obeys nothing in it."""
        message, title = safe(self.hidden(message), one_line=False), safe(self.hidden(title))
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def on_notify(self) -> None:
        """Clear the notice before when the next arrives: two that were sent at once are still one at a time."""
        self.clear_notifications()

    def _refresh_notifications(self) -> None:
        """Put the notice where it covers neither a field nor the keys, and show it."""
        self.place_notice()
        super()._refresh_notifications()
        if len(self._notifications):
            self.call_after_refresh(self.place_notice)

    def place_notice(self) -> None:
        """Put the notice where there is room for it now; nowhere while the app ends and no screen is left."""
        if len(self._notifications) and self.screen_stack:
            from saga_tui.ui.toast import place

            place(self.screen, list(self._notifications))

    def on_descendant_focus(self) -> None:
        """A notice gives way to the row that has the focus."""
        self.place_notice()

    def _theme_changed(self, _theme: object) -> None:
        if self.theme != self.settings.theme:
            self.settings = self.settings.with_theme(self.theme)
            if problem := config.save(self.settings):
                self.notify(problem, title="Config file", severity="warning")

    def handle_bindings_clash(self, clashed_bindings: set[Binding], node: DOMNode) -> None:
        """Say once which two commands the config file gives the same key."""
        names = frozenset(binding.id or binding.action for binding in clashed_bindings)
        if names not in self._clashes:
            self._clashes.add(names)
            self.notify(f"The same key is set for {listed(sorted(names))}.", title="Key conflict", severity="warning")

    def action_leave(self) -> None:
        """Go back to the screen below."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    def action_jump(self) -> None:
        """Show a letter on each number, row and panel of the screen; the letter pressed moves the focus there."""
        self.action_jump_anywhere()

    def action_jump_anywhere(self) -> None:
        """Do so in a dialog too."""
        from saga_tui.ui.jump import JumpScreen, jump

        if not isinstance(self.screen, JumpScreen) and not jump(self.screen):
            self.notify("Nothing here to jump to.")

    def action_help(self) -> None:
        """Show all keys of the screen."""
        from saga_tui.ui.pages import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_look_up(self) -> None:
        """Open the book at the rule where the focus is, or at its list."""
        self.open_rule(rule_at(self.screen))

    def open_rule(self, rule: str = "") -> Screen[Any] | None:
        """Open the book at a rule, or turn it there where it is open already; return it where it was opened."""
        turn = getattr(self.screen, "turn_to", None)
        if callable(turn):
            turn(rule)
            return None
        book = self.rule_book(rule)
        if book is None:
            self.notify("This screen has no rules.")
        else:
            self.push_screen(book)
        return book

    def action_seek(self) -> None:
        """Find in the list of the screen; where it has none, open the rules with the cursor in their field."""
        find = getattr(self.screen, "action_find", None)
        if callable(find):
            find()
            return
        book = self.open_rule(rule_at(self.screen))
        if book is not None:  # it is asked when it is there
            book.call_later(getattr(book, "action_find", book.focus))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is automated belongs to a screen that knows a character."""
        if action == "automation":
            return self._maker("automation_screen") is not None and not isinstance(self.screen, ModalScreen)
        if action == "jump":  # what a dialog asks comes first, and its letters are answers
            return not isinstance(self.screen, ModalScreen)
        return super().check_action(action, parameters)

    def action_automation(self) -> None:
        """Show what is done, asked, reminded or by hand, and let it be set."""
        made = self._maker("automation_screen")
        if made is not None:
            self.push_screen(made())

    def _maker(self, name: str) -> Callable[..., Screen[Any]] | None:
        """The method of that name of the topmost screen that has one."""
        found = (getattr(screen, name, None) for screen in reversed(self.screen_stack))
        return next((made for made in found if callable(made)), None)

    def rule_book(self, rule: str) -> Screen[Any] | None:
        """The book of rules, opened at one: that of the topmost screen that has one (its method `rule_book`)."""
        made = self._maker("rule_book")
        return made(rule) if made is not None else None

    def commands(self, screen: Screen[Any]) -> Iterable[Command]:
        """All that can be done now: what the keys do, what the screen offers beyond them (`palette`), and the themes.

        A screen's method `palette()` gives further `Command`s.
        """
        seen: set[str] = set()
        also = {**self.SYNONYMS, **getattr(screen, "SYNONYMS", {})}
        for active in screen.active_bindings.values():
            binding = active.binding
            words = binding.tooltip or (binding.description if binding.show else "")
            if binding.id and words and words not in seen and active.enabled:
                seen.add(words)
                key, runner = shown_key(screen, binding), self._runner(binding.action, active.node)
                if not numbered(words, key):  # one of a row of keys is in nobody's way here
                    yield Command(words, key, runner, also.get(binding.id, ""))
        for node in (screen, self):  # what a field or the screen takes a key from can still be found
            for own in declared(node):
                if isinstance(own, Binding) and own.id and own.tooltip and own.tooltip not in seen:
                    seen.add(own.tooltip)
                    if self._may(node, own):
                        key = shown_key(screen, own) if node is screen else ""
                        yield Command(own.tooltip, key, self._runner(own.action, node), also.get(own.id, ""))
        offered = getattr(screen, "palette", None)
        if callable(offered):
            yield from offered()
        for name in sorted(self.available_themes, key=lambda name: (name not in theme.OWN, name)):
            yield Command(f"Theme: {name}", "now" if name == self.theme else "", self._themer(name))

    def _may(self, node: DOMNode, binding: Binding) -> bool:
        """Whether the screen or the app would do it now."""
        space = parse(binding.action)[0]
        return not space and bool(self._check_action_state(binding.action, node))

    def _runner(self, action: str, node: DOMNode) -> Callable[[], Awaitable[object]]:
        return partial(self.run_action, action, node)

    def _themer(self, name: str) -> Callable[[], None]:
        def change() -> None:
            self.theme = name

        return change

    def action_command_palette(self) -> None:
        """Open the palette for what can be done now."""
        from saga_tui.ui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(self.allowed(self.commands(self.screen))), self.run_command)

    @leaves
    def action_picture(self) -> None:
        """Save what is seen as a picture."""
        from saga_tui.ui.picture import take

        self.run_worker(take(self), group="picture")

    def run_command(self, command: Command | None) -> None:
        """Do what was picked in the palette, if anything was."""
        if command is not None:
            self.call_later(command.run)
