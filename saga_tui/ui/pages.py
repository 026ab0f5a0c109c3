"""Pages to read: the keys of a screen, a long text, a short tour; and every key that the config file can change."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

import saga_tui
from saga_tui.problem import near
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.keys import numbered, row_of, shown_key
from saga_tui.ui.panel import Hanging, hanging
from saga_tui.ui.terminal import Sized


class HelpScreen(Dialog[None]):
    """All keys that do something on a screen where its focus is, grouped by what they belong to."""

    wide = scrolls = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,h,question_mark", "leave", "Close", id="help.close")]

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self.title_text = "Keys"
        self.groups = key_groups(screen)

    def compose_body(self) -> ComposeResult:
        """The groups, each with a heading."""
        for name, rows in self.groups:
            with Vertical(classes="help--group"):
                yield Static(Content.styled(name, "bold $title"))
                width = max(len(keys) for keys, _ in rows)
                for keys, words in rows:
                    yield Static(hanging(Content.assemble((f"  {keys.ljust(width)}  ", "bold $key"), words), width + 4))


def key_groups(screen: Screen[Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The bindings active on a screen as (group, [(keys, words)]), the screen's own first, the app's last.

    Only bindings of this program are listed, which all have an id; the framework's scroll keys are not.
    """
    found: dict[tuple[int, str], dict[str, list[str]]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        words = binding.tooltip or binding.description
        if not binding.id or not words or not active.enabled:
            continue
        node = active.node
        title = node.BINDING_GROUP_TITLE
        if node is screen:
            group = (0, title or "This screen")
        elif node is screen.app:
            group = (2, "Everywhere")
        else:
            group = (1, title if title and title != "Input" else "Focused panel")
        key = shown_key(screen, binding)
        found.setdefault(group, {}).setdefault(numbered(words, key) or words, []).append(key)
    return [
        (name, [(row_of(keys), words) for words, keys in found[order, name].items()]) for order, name in sorted(found)
    ]


class TextPage(Sized, Screen[None]):
    """A long plain text to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave", "Back", id="page.back")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading, self.text = title, text

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        yield StatusLine()
        with VerticalScroll(id="page-text"):
            yield Static(Content(safe(self.text, one_line=False, limit=200_000)), classes="page--text")
        with Foot():
            yield KeyBar()

    def on_mount(self) -> None:
        """The arrows scroll."""
        self.query_one(StatusLine).say(self.heading)
        self.query_one("#page-text").focus()

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)


PARTS = ("ui", "library", "screens", "app")
"""Modules that have screens or widgets have one of these in their name."""


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A binding: its id for the config file, its usual keys, what it does."""

    id: str
    keys: str
    words: str


def known_keys() -> dict[str, KnownKey]:
    """All bindings with an id, by it. Loads every screen."""
    for module in pkgutil.walk_packages(saga_tui.__path__, "saga_tui."):
        if set(module.name.split(".")) & set(PARTS):
            import_module(module.name)
    found = sorted(_bindings(DOMNode), key=lambda known: known.id)
    return {
        id_: KnownKey(id_, ",".join(dict.fromkeys(one.keys for one in same)), next((one.words for one in same), ""))
        for id_, same in ((id_, list(group)) for id_, group in groupby(found, key=lambda known: known.id))
    }


def unknown_keys(keys: dict[str, str] | None) -> Iterator[str]:
    """What the config file says of keys that there are not, each with the near ones."""
    if not keys:
        return
    known = known_keys()
    for id_ in keys:
        if id_ not in known:
            said = near(id_, known)
            yield f"Unknown key keys.{id_}. {said if said.startswith('Did') else 'saga-tui config --keys lists all.'}"


def _bindings(kind: type[DOMNode]) -> Iterator[KnownKey]:
    if kind.__module__.startswith("saga_tui"):
        for binding in vars(kind).get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                yield KnownKey(binding.id, binding.key, binding.tooltip or binding.description)
    for child in kind.__subclasses__():
        yield from _bindings(child)


class Tour(Dialog[None]):
    """The pages, one at a time."""

    wide = True
    title_text = "A short tour"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,right,n", "turn(1)", "Next", id="tour.next"),
        Binding("enter,space,right,n", "done", "Done", id="tour.done"),
        Binding("left,b", "turn(-1)", "Previous", id="tour.before"),
        Binding("escape,q", "leave", "Close", id="tour.leave"),
    ]

    def __init__(self, pages: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.pages, self.at = tuple(pages), 0

    def compose_body(self) -> ComposeResult:
        """Title and text."""
        yield Static(id="tour-title")
        yield Static(id="tour-text")

    def on_mount(self) -> None:
        """The first page."""
        self.action_turn(0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """After the last page there is no next."""
        last = self.at + 1 >= len(self.pages)
        return last if action == "done" else not (last and action == "turn" and parameters == (1,))

    def action_done(self) -> None:
        """Close the tour after its last page."""
        self.dismiss(None)

    def action_turn(self, by: int) -> None:
        """Another page."""
        self.at = max(0, self.at + by)
        title, text = self.pages[self.at]
        self.query_one("#tour-title", Static).update(Content.styled(safe(title), "bold $title"))
        self.query_one("#tour-text", Static).update(Hanging(map(_line, text.split("\n"))))
        self.refresh_bindings()
        self.query_one("#dialog").border_subtitle = Content(f"{self.at + 1} of {len(self.pages)}")


def _line(line: str) -> tuple[int, Content]:
    """Return the cells of a line's head, and the line; what stands before two blanks is a key."""
    keys, gap, words = line.partition("  ")
    if not gap or len(keys) > 8:
        return 0, Content(safe(line))
    return 9, Content.assemble((safe(keys).rjust(7), "bold $key"), "  ", safe(words))
