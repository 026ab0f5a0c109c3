"""Dialogs that show what will happen or what is wrong, before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.finding import Finding
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog, PickList, plain
from saga_tui.ui.fields import PlainInput


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One line of what will happen; one without an `id` is only said and cannot be struck."""

    id: str
    text: str
    rule: str = ""


class Preview(Dialog[tuple[str, ...]]):
    """What will happen. Enter does it, Space strikes a line, Escape leaves. Gives the ids of the struck lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do", "do it", id="preview.do", priority=True),
        Binding("space", "strike", "strike the line", id="preview.strike"),
    ]

    def __init__(self, title: str, lines: Sequence[PreviewLine], question: str = "") -> None:
        super().__init__()
        self.title_text, self.lines, self.question = title, tuple(lines), question
        self.struck: set[str] = set()

    def compose_body(self) -> ComposeResult:
        """The lines."""
        if self.question:
            yield plain(self.question, "dialog--question")
        yield PickList(*(Option(self._shown(line)) for line in self.lines))
        if not self.lines:
            yield plain("Nothing changes.", "dialog--question")

    def _shown(self, line: PreviewLine) -> Content:
        struck = line.id in self.struck
        mark = "✗ " if struck else "· " if not line.id else "✓ "
        return Content.assemble(
            (mark, "bold $bad" if struck else "$good"),
            (safe(line.text), "strike $dim" if struck else ""),
            (f"  {line.rule}" if line.rule else "", "$key"),
        )

    def on_mount(self) -> None:
        """The first line is at the cursor."""
        options = self.query_one(OptionList)
        options.highlighted = 0 if self.lines else None
        options.focus()

    def action_strike(self) -> None:
        """Strikes the line at the cursor, or lets it stand again."""
        index = self.query_one(OptionList).highlighted
        if index is None or not self.lines[index].id:
            self.notify("This line cannot be struck.")
            return
        self.struck ^= {self.lines[index].id}
        self.query_one(OptionList).replace_option_prompt_at_index(index, self._shown(self.lines[index]))

    def action_do(self) -> None:
        """Does all that stands."""
        self.dismiss(tuple(line.id for line in self.lines if line.id in self.struck))

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_strike()


LEVELS = {"error": ("✗ ", "$bad"), "unfinished": ("○ ", "$warn"), "remark": ("· ", "$dim")}
"""The mark and the colour of each level of finding."""


def finding_content(finding: Finding) -> Content:
    """A finding for a list: its mark, its level in a word, its rule, and the whole sentence."""
    mark, style = LEVELS[finding.level]
    return Content.assemble(
        (mark, style), (finding.level, style), " ", (finding.rule, "$key"), f"  {safe(finding.sentence())}"
    )


class Overrule(Dialog[str]):
    """Findings that stand in the way, and the group's reason to do it all the same. Gives the reason."""

    wide = True

    def __init__(self, title: str, findings: Sequence[Finding]) -> None:
        super().__init__()
        self.title_text, self.findings = title, tuple(findings)

    def compose_body(self) -> ComposeResult:
        """The findings and the field for the reason."""
        for finding in self.findings:
            yield Static(finding_content(finding), classes="dialog--finding")
        yield plain("The group may overrule this. Why?", "dialog--question")
        yield PlainInput(placeholder="the GM says so", most=300)

    def on_mount(self) -> None:
        """Begins in the field."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or event.input.placeholder)
