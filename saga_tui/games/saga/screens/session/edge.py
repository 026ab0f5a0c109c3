"""The clock's edges: what will happen, line by line, before it does; with the choice that belongs to the edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from saga_tui.engine.clock import ASK_FIRST, ASKED, LEFT, SKIPPED
from saga_tui.engine.edit import Line
from saga_tui.games.saga.rules.clock import KISMET_FIRST, may_skip
from saga_tui.games.saga.rules.commands import Command
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.ui.dialogs import AskText, Dialog, PickList, RuleOption
from saga_tui.ui.hanging import Hanging, hanging
from saga_tui.ui.review import problem_content
from saga_tui.words import sentence


@dataclass(frozen=True, slots=True)
class EdgeChoice:
    """One answer to the edge's question: the key that chooses it, what the command takes, and words."""

    key: str
    value: str
    words: str
    about: str = ""
    """More on it, shown while it is chosen."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of the clock as a question: a title, the command that a choice and skipped rows make, the choices."""

    title: str
    make: Callable[[str, tuple[str, ...]], Command]
    question: str = ""
    choices: tuple[EdgeChoice, ...] = ()
    default: str = ""
    wider: Callable[[], Edge | None] = lambda: None
    """The next edge outside this one, for `N`."""
    wider_words: str = ""
    """The label of that key: `End scene instead`."""


class EdgeScreen(Dialog[Command]):
    """Shows what an edge will do. Enter does it, a choice's key chooses and does it, Space skips a line (CRE-11), `w`
    gives the reason, `N` goes on to the edge outside. Gives the command, or nothing.

    What is set to be asked for is asked for here, and taken unless it is skipped; Space takes a line that is off. A
    kismet roll that is due stands before all else (KIS-2).
    """

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do", "Confirm", id="edge.do", priority=True),
        Binding("left", "turn(-1)", "Previous choice", id="edge.before", show=False),
        Binding("right", "turn(1)", "Next choice", id="edge.after"),
        Binding("m", "kismet", "Roll kismet first", id="edge.kismet"),
        Binding("space", "skip", "Skip line", id="edge.strike"),
        Binding("w", "reason", "Reason", id="edge.reason"),
        Binding("N", "widen", "End more", id="edge.widen"),
    ]

    def __init__(self, table: Table, edge: Edge) -> None:
        super().__init__()
        self.table = table
        self.edge = edge
        self.choice = edge.default
        self.skipped: frozenset[str] = frozenset()
        self.taken: frozenset[str] = frozenset()
        self.reason = ""
        self.lines: tuple[Line, ...] = ()
        self.due = False
        """Whether a kismet roll has to be made before the edge."""
        self.title_text = edge.title
        self._bindings = self._bindings.copy()

    def compose_body(self) -> ComposeResult:
        """Objections, the question with its choices, the lines."""
        yield Static(id="edge-findings")
        yield Static(id="edge-choices")
        yield PickList()

    def on_mount(self) -> None:
        """Foresees."""
        self._foresee()
        self.query_one(OptionList).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turning needs choices, a reason skipped lines, widening an edge outside."""
        if action == "turn":
            return len(self.edge.choices) > 1
        if action == "reason":
            return bool(self.skipped)
        if action == "kismet":
            return self.due
        if action == "widen":
            return self.edge.wider() is not None
        return True

    @property
    def command(self) -> Command:
        """What would be done now."""
        made = self.edge.make(self.choice, tuple(sorted(self.skipped)))
        fields = {"take": tuple(sorted(self.taken)), "why": self.reason if self.skipped else ""}
        return made.model_copy(update={name: value for name, value in fields.items() if value})

    def _foresee(self, row: str = "") -> None:
        """Shows what would happen; the cursor goes to the line of that row."""
        outcome = self.table.preview(self.command)
        self.due = any(item.code == KISMET_FIRST for item in outcome.problems)
        asked = {line.row for line in outcome.lines if line.text.startswith(ASKED)}
        asked |= {item.code.removeprefix(ASK_FIRST) for item in outcome.problems if item.code.startswith(ASK_FIRST)}
        if asked - self.skipped - self.taken:
            self.taken |= asked
            outcome = self.table.preview(self.command)
        shown = outcome if not outcome.refused else self.table.preview(self.command, outcome.dice, overrule="")
        self.lines = shown.lines
        self.query_one("#dialog").border_title = Content(safe(self.edge.title))
        self._bindings.key_to_bindings["N"] = [Binding("N", "widen", self.edge.wider_words, id="edge.widen")]
        problems = self.query_one("#edge-findings", Static)
        problems.update(Content("\n").join([problem_content(item) for item in outcome.problems]))
        problems.display = bool(outcome.problems)
        choices = self.query_one("#edge-choices", Static)
        choices.update(self._choices())
        choices.display = bool(self.edge.choices)
        options = self.query_one(OptionList)
        at = next((place for place, line in enumerate(self.lines) if row and line.row == row), options.highlighted or 0)
        options.clear_options()
        options.add_options([RuleOption(hanging(line_content(line), 2), line.rule) for line in self.lines])
        options.highlighted = min(at, len(self.lines) - 1) if self.lines else None
        self.refresh_bindings()

    def _choices(self) -> Hanging:
        lines = [(0, Content.styled(self.edge.question, "$dim"))]
        for choice in self.edge.choices:
            chosen = choice.value == self.choice
            mark = ("▸ ", "bold $key") if chosen else ("  ", "")
            words = (safe(choice.words), "bold" if chosen else "$dim")
            lines.append((4, Content.assemble(mark, (f"{choice.key} ", "bold $key"), words)))
            if chosen and choice.about:
                lines.append((4, Content.styled(f"    {safe(choice.about)}", "$dim")))
        return Hanging(lines)

    def on_key(self, event: events.Key) -> None:
        """A choice's key chooses and does it."""
        found = next((choice for choice in self.edge.choices if choice.key == event.character), None)
        if found is not None:
            event.stop()
            self.choice = found.value
            self.action_do()

    def action_turn(self, by: int) -> None:
        """The next choice, with what follows from it."""
        values = [choice.value for choice in self.edge.choices]
        place = values.index(self.choice) if self.choice in values else 0
        self.choice = values[(place + by) % len(values)]
        self._foresee()

    def action_skip(self) -> None:
        """Strikes the row of the line at the cursor, or lets it stand again."""
        place = self.query_one(OptionList).highlighted
        row = self.lines[place].row if place is not None and place < len(self.lines) else ""
        if not may_skip(row):
            self.notify("This line cannot be skipped.")
            return
        if place is not None and self.lines[place].text.startswith(LEFT):
            self.taken |= {row}
        else:
            self.skipped ^= {row}
        self._foresee(row)

    @work
    async def action_reason(self) -> None:
        """Why the skipped lines do not happen; it may be left empty."""
        question = "Skipped lines are saved as house rulings. Reason?"
        said = await self.app.push_screen_wait(AskText("House ruling", question, value=self.reason, optional=True))
        if said is not None:
            self.reason = said
            self._foresee()

    def action_widen(self) -> None:
        """Goes on to the edge outside this one."""
        outside = self.edge.wider()
        if outside is not None:
            self.edge, self.choice, self.skipped, self.taken = outside, outside.default, frozenset(), frozenset()
            self._foresee()

    def again(self) -> EdgeScreen:
        """Return the screen with the same choices, for what has happened in between."""
        same = EdgeScreen(self.table, self.edge)
        same.choice, same.skipped, same.taken, same.reason = self.choice, self.skipped, self.taken, self.reason
        return same

    def action_kismet(self) -> None:
        """Gives the command: the roll that is due comes first."""
        self.action_do()

    def action_do(self) -> None:
        """Gives the command."""
        self.dismiss(self.command)

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_skip()


def line_content(line: Line) -> Content:
    """Return a line of what will happen; a skipped one says so."""
    skipped, left = line.text.startswith(SKIPPED), line.text.startswith(LEFT)
    text = sentence(safe(line.text.removeprefix(SKIPPED)))
    return Content.assemble(
        ("✗ ", "bold $bad")
        if skipped
        else ("○ ", "$warn")
        if left
        else ("✓ ", "$good")
        if may_skip(line.row)
        else "· ",
        (text, "strike $dim" if skipped else ""),
        (" skipped (ruling)" if skipped else "", "$bad"),
    )
