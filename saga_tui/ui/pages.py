"""Pages to read: the keys of a screen, and long texts such as a sheet."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.hanging import hanging
from saga_tui.ui.keys import shown_key


class HelpScreen(Dialog[None]):
    """All keys that do something on a screen where its focus is, grouped by what they belong to."""

    wide = True
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

    def on_mount(self) -> None:
        """The arrows scroll."""
        body = self.query_one("#dialog-body", VerticalScroll)
        body.can_focus = True
        body.focus()


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
        found.setdefault(group, {}).setdefault(words, []).append(shown_key(screen, binding))
    return [
        (name, [(" ".join(keys), words) for words, keys in found[order, name].items()]) for order, name in sorted(found)
    ]


class TextPage(Screen[None]):
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
        """Goes back."""
        self.dismiss(None)
