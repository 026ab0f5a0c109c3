"""The panel that shows the reasons of a number."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.dialogs import Dialog, PickList
from saga_tui.ui.hanging import hanging
from saga_tui.ui.why import Why


class WhyScreen(Dialog[str]):
    """The terms of a number, one a line with the rule's id; gives the id of the rule to open, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open the rule", id="why.open", priority=True),
        Binding("escape,question_mark,q", "leave", "Close", id="why.close"),
        Binding("h", "app.help", "Keys", id="why.keys", tooltip="All keys of this screen"),
    ]

    def __init__(self, why: Why | Tally) -> None:
        super().__init__()
        self.why = why if isinstance(why, Why) else Why(why)
        self.title_text = f"{self.why.tally.label}: how it adds up"
        self.rules: list[str] = []
        """The rule of each line of the list."""

    def compose_body(self) -> ComposeResult:
        """Each number's terms as a list to walk with its sum beneath, then the notes."""
        options: list[Option] = []
        for tally in self.why.tallies:
            width = max((len(f"{term.amount:+d}") for term in tally.terms), default=1)
            for term in tally.terms:
                line = _term(f"{term.amount:+d}".rjust(width), term.reason, term.rule, term.source)
                options.append(Option(hanging(line, width + 2)))
                self.rules.append(term.rule)
            options.append(Option(_sum(tally), disabled=True))
            self.rules.append("")
        yield PickList(*options)
        for note in self.why.notes:
            yield Static(safe(note), markup=False, classes="why--note")

    def rule_here(self) -> str:
        """The rule of the term under the cursor."""
        index = self.query_one(OptionList).highlighted
        return "" if index is None else self.rules[index]

    def action_open(self) -> None:
        """Leaves with the rule of the term under the cursor."""
        self.dismiss(self.rule_here() or None)

    def on_option_list_option_selected(self) -> None:
        """A click on a term opens its rule."""
        self.action_open()


def _sum(tally: Tally) -> Content:
    """`= 5  Force`."""
    return Content.assemble(("= ", "$dim"), (str(tally.total), "bold $glow"), f"  {safe(tally.label)}")


def _term(amount: str, reason: str, rule: str, source: str) -> Content:
    return Content.assemble(
        (amount, "bold"),
        f"  {safe(reason)}  ",
        (f"{source} ", "$dim") if source else "",
        (rule, "$key"),
    )
