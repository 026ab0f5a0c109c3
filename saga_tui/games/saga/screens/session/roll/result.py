"""What a roll came to: the dice on the table, the marks, what they mean, the pushes."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.rules.commands.rolls import WORDS
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.dice import faces_content
from saga_tui.games.saga.screens.session.panels.last_roll import STYLES
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog


class RollResult(Dialog[str]):
    """A roll's result. Enter goes on; `r` rolls again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "leave", "go on", id="result.close"),
        Binding("escape", "leave", "go on", id="result.leave", show=False),
        Binding("r", "again", "roll again", id="result.again"),
    ]

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome
        roll = state.play_of(outcome.character).roll
        self.title_text = derive.skill_name(outcome.character, roll.skill) if roll else "Roll"

    def compose_body(self) -> ComposeResult:
        """Faces, the sum, the lines."""
        roll = state.play_of(self.outcome.character).roll
        if roll is None:
            return
        mark_from = derive.numbers(self.outcome.character).roll.mark_from
        if roll.faces:
            yield Static(faces_content(roll.faces, mark_from), classes="dialog--question")
        words = next((words for key, words in WORDS.items() if key == roll.outcome), roll.outcome)
        sums = f"{view.plural(roll.marks, 'mark')} − {roll.opposing} against" if roll.faces or roll.marks else ""
        yield Static(
            Content.assemble(
                (f"{sums} = " if sums else "", "$dim"),
                (f"{roll.net} net".replace("-", "−"), "bold $glow"),
                "   ",
                (words, STYLES.get(roll.outcome, "bold")),
            )
        )
        for line in self.outcome.lines:
            if line.rule != "ROL-2":
                yield Static(Content.assemble(safe(line.text), (f"  {line.rule}", "$key")))

    def action_again(self) -> None:
        """Opens the drawer again."""
        self.dismiss("again")
