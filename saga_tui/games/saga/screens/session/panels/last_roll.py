"""The last roll as it lies: its dice, its result, the pushes still in hand (ROL-2, PSH-1)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, open_roll, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import WORDS
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after.taking import still_open
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.dice import chips
from saga_tui.ui.panel import fill
from saga_tui.words import plural

STYLES = {"success": "bold $good", "qualified": "bold $warn", "failure": "bold $bad", "neutral": "bold"}


class LastRollPanel(SessionPanel):
    """Two or three lines: what was rolled, the dice, what came of it."""

    place = "roll"
    reads = frozenset({"roll"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Last roll")

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="last-roll")

    def show(self, character: Character) -> None:
        """The roll, or what to press for one."""
        super().show(character)
        fill(self.query_one("#last-roll", Static), told(character))
        self.head(subtitle=still_open(character))


def told(character: Character) -> Content:
    """`Marksmanship, 9 dice`, the dice, `2 net, success, 2 pushes`."""
    roll = state.play_of(character).roll
    if roll is None:
        return Content.assemble((" None yet. Press ", "$dim"), ("r", "bold $key"), (" to roll a skill.", "$dim"))
    name = view.one_line(derive.skill_name(character, roll.skill), 40)
    words = next((words for key, words in WORDS.items() if key == roll.outcome), view.one_line(roll.outcome, 40))
    pushes = f", {plural(roll.pushes, 'push')}" if roll.pushes else ""
    lines = [Content.assemble((f" {name}", "bold"), (f", {plural(roll.dice, 'die')}", "$dim"))]
    if roll.faces:
        lines.append(Content.assemble(" ", chips(roll.faces, view.dice(character))))
    net = f" {plural(roll.net, 'net mark')}, ".replace("-", "−")
    if roll.stage == open_roll.THROWN:
        held = f" {plural(roll.marks, 'mark')}, not compared. Press "
        lines.append(Content.assemble((held, "bold $warn"), ("r", "bold $key")))
    else:
        lines.append(Content.assemble((net, "bold"), (words, STYLES.get(roll.outcome, "bold")), (pushes, "bold $glow")))
    if state.play_of(character).due:
        due = state.play_of(character).due[0]
        lines.append(
            Content.assemble((f" {view.one_line(due.what, 20)} to roll. Press ", "bold $warn"), ("y", "bold $key"))
        )
    return Content("\n").join(lines)
