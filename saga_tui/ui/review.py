"""What is wrong, shown before it is done, and the group's word on it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Static

from saga_tui.problem import LEVEL_WORDS, Problem
from saga_tui.safe import safe
from saga_tui.ui.dialogs import TextDialog, plain
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.hanging import hanging

LEVELS = {"error": ("✗ ", "$bad"), "unfinished": ("○ ", "$warn"), "remark": ("· ", "$dim")}
"""The mark and the colour of each level of problem."""
REASON = "the GM says so"
"""The reason of a ruling where nobody types one."""
USUAL = f"(Enter alone: {REASON})"


def problem_content(problem: Problem) -> Content:
    """Return a problem for a list: its mark, its level in a word, and the whole sentence."""
    mark, style = LEVELS[problem.level]
    word = LEVEL_WORDS[problem.level].capitalize()
    return Content.assemble((mark, style), (word, style), f"  {safe(problem.sentence())}")


class Allow(TextDialog):
    """Findings that stand in the way, and the group's reason to do it all the same. Gives the reason."""

    wide = True

    def __init__(self, title: str, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.title_text, self.problems = title, tuple(problems)
        self.rule = next((problem.rule for problem in problems), "")

    def compose_body(self) -> ComposeResult:
        """The problems and the field for the reason."""
        for problem in self.problems:
            yield Static(hanging(problem_content(problem), 2), classes="dialog--finding")
        yield plain(f"Allow it anyway? Give a reason. {USUAL}", "dialog--question")
        yield PlainInput(most=300, draft=self.title_text, enter="Allow")

    def on_mount(self) -> None:
        """Begins in the field."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or REASON)
