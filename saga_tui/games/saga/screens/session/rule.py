"""A rule's text in a box."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga import book
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog, plain


class RuleScreen(Dialog[None]):
    """One rule in our words, with its place in the book."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q", "leave", "close", id="rule.close")]

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.title_text = rule
        self.rule = rule

    def compose_body(self) -> ComposeResult:
        """Title, place, text, related rules."""
        found = book.rule(self.rule)
        if found is None:
            yield plain("There is no text of this rule.")
            return
        yield Static(Content.styled(found.title, "bold $title"))
        yield Static(Content.styled(f"{found.chapter} › {found.section}", "$dim"), classes="dialog--question")
        yield plain(found.text)
        if found.see:
            yield Static(Content.styled(f"\nSee also {safe(', '.join(found.see))}", "$dim"))
