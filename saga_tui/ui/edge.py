"""The clock's edges: what will happen, line by line, before it does; with the choice that belongs to the edge."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from saga_tui.engine.command import Command
from saga_tui.engine.edit import Line
from saga_tui.engine.session import Session
from saga_tui.safe import safe
from saga_tui.ui.dialogs import AskText, Dialog, PickList, RuleOption
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.panel import Hanging, hanging
from saga_tui.ui.rulings import problem_content
from saga_tui.words import sentence


@dataclass(frozen=True, slots=True)
class TransitionChoice:
    """One answer to the question of an edge: the key that chooses it, what the command takes, and words."""

    key: str
    value: str
    words: str
    about: str = ""
    """More on it, shown while it is chosen."""


@dataclass(frozen=True, slots=True)
class First:
    """Something that has to be done before an edge: the code of the problem that says so, the words of the key that
    goes on to it, and what does it. That says whether all is done; None where there is no edge to cross any more."""

    code: str
    words: str
    do: Callable[[], Awaitable[bool | None]]


@dataclass(frozen=True, slots=True)
class Transition:
    """An edge of a game's clock as a question: a title, the command that crosses it, and the choice that belongs to it.

    The command has the fields `skip` and `take`; what is chosen is its parameter `takes`.
    """

    title: str
    command: type[Command]
    takes: str = ""
    question: str = ""
    choices: tuple[TransitionChoice, ...] = ()
    default: str = ""
    wider: Callable[[], Transition | None] = lambda: None
    """The next edge outside this one, for `N`."""
    wider_words: str = ""
    """The label of that key: `End scene instead`."""


class TransitionScreen(Dialog[Command]):
    """Shows what an edge will do. Enter does it, a choice's key chooses and does it, Space skips a line, `w` gives the
    reason, `N` goes on to the edge outside. Gives the command, or nothing.

    What is set to be asked for is asked for here, and taken unless it is skipped; Space takes a line that is off. What
    has to be done first stands before all else.
    """

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do", "Confirm", id="edge.do", priority=True),
        Binding("left", "turn(-1)", "Previous choice", id="edge.before", show=False),
        Binding("right", "turn(1)", "Next choice", id="edge.after"),
        Binding("m", "first", "What comes first", id="edge.first"),
        Binding("space", "skip", "Skip line", id="edge.skip"),
        Binding("w", "reason", "Reason", id="edge.reason"),
        Binding("N", "widen", "End more", id="edge.widen"),
    ]

    def __init__(self, session: Session[Any], transition: Transition, first: First | None = None) -> None:
        super().__init__()
        self.session = session
        self.transition, self.first = transition, first
        self.choice = transition.default
        self.skipped: frozenset[str] = frozenset()
        self.taken: frozenset[str] = frozenset()
        self.reason = ""
        self.lines: tuple[Line, ...] = ()
        self.due = False
        """Whether something has to be done before the edge."""
        self.title_text = transition.title
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
            return len(self.transition.choices) > 1
        if action == "reason":
            return bool(self.skipped)
        if action == "first":
            return self.due
        if action == "widen":
            return self.transition.wider() is not None
        return True

    @property
    def command(self) -> Command:
        """What would be done now."""
        chosen = {self.transition.takes: self.choice} if self.transition.takes and self.choice else {}
        fields = {
            "skip": sorted(self.skipped),
            "take": sorted(self.taken),
            "why": self.reason if self.skipped else "",
        }
        params = {**chosen, **{name: value for name, value in fields.items() if value}}
        return self.transition.command.model_validate(params)

    def _foresee(self, row: str = "") -> None:
        """Show what would happen; the cursor goes to the line of that row."""
        outcome = self.session.preview(self.command)
        first = self.first
        self.due = first is not None and any(item.code == first.code for item in outcome.problems)
        asked = {line.row for line in outcome.lines if line.state == "asked"}
        asked |= {item.row for item in outcome.problems if item.row}
        if asked - self.skipped - self.taken:
            self.taken |= asked
            outcome = self.session.preview(self.command)
        shown = outcome if not outcome.refused else self.session.preview(self.command, outcome.dice, overrule="")
        self.lines = shown.lines
        self.query_one("#dialog").border_title = Content(safe(self.transition.title))
        self._bindings.key_to_bindings["N"] = [Binding("N", "widen", self.transition.wider_words, id="edge.widen")]
        self._bindings.key_to_bindings["m"] = [Binding("m", "first", first.words if first else "", id="edge.first")]
        problems = self.query_one("#edge-findings", Static)
        problems.update(Content("\n").join([problem_content(item) for item in outcome.problems]))
        problems.display = bool(outcome.problems)
        choices = self.query_one("#edge-choices", Static)
        choices.update(self._choices())
        choices.display = bool(self.transition.choices)
        options = self.query_one(OptionList)
        skippable = next((place for place, line in enumerate(self.lines) if self._may_skip(line.row)), 0)
        now = skippable if options.highlighted is None else options.highlighted
        at = next((place for place, line in enumerate(self.lines) if row and line.row == row), now)
        options.clear_options()
        options.add_options(
            [RuleOption(hanging(line_content(line, self._may_skip(line.row)), 2), line.rule) for line in self.lines]
        )
        options.highlighted = min(at, len(self.lines) - 1) if self.lines else None
        self.refresh_bindings()

    def _may_skip(self, row: str) -> bool:
        return self.session.game.clock.may_skip(row)

    def _choices(self) -> Hanging:
        lines = [(0, Content.styled(self.transition.question, "$dim"))]
        for choice in self.transition.choices:
            chosen = choice.value == self.choice
            mark = ("▸ ", "bold $key") if chosen else ("  ", "")
            words = (safe(choice.words), "bold" if chosen else "$dim")
            lines.append((4, Content.assemble(mark, (f"{choice.key} ", "bold $key"), words)))
            if chosen and choice.about:
                lines.append((4, Content.styled(f"    {safe(choice.about)}", "$dim")))
        return Hanging(lines)

    def on_key(self, event: events.Key) -> None:
        """A choice's key chooses and does it."""
        found = next((choice for choice in self.transition.choices if choice.key == event.character), None)
        if found is not None:
            event.stop()
            self.choice = found.value
            self.action_do()

    def action_turn(self, by: int) -> None:
        """The next choice, with what follows from it."""
        values = [choice.value for choice in self.transition.choices]
        place = values.index(self.choice) if self.choice in values else 0
        self.choice = values[(place + by) % len(values)]
        self._foresee()

    def action_skip(self) -> None:
        """Skip the row of the line at the cursor, or restore it."""
        place = self.query_one(OptionList).highlighted
        row = self.lines[place].row if place is not None and place < len(self.lines) else ""
        if not self._may_skip(row):
            self.notify("This line cannot be skipped.")
            return
        if place is not None and self.lines[place].state == "left":
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
        """Go on to the edge outside this one."""
        outside = self.transition.wider()
        if outside is not None:
            self.transition, self.choice = outside, outside.default
            self.skipped, self.taken = frozenset(), frozenset()
            self._foresee()

    def again(self) -> TransitionScreen:
        """Return the screen with the same choices, for what has happened in between."""
        same = TransitionScreen(self.session, self.transition, self.first)
        same.choice, same.skipped, same.taken, same.reason = self.choice, self.skipped, self.taken, self.reason
        return same

    def action_first(self) -> None:
        """Give the command: what has to be done first comes first."""
        self.action_do()

    def action_do(self) -> None:
        """Give the command."""
        self.dismiss(self.command)

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_skip()


def line_content(line: Line, may_skip: bool) -> Content:
    """Return a line of what will happen; a skipped one says so."""
    skipped = line.state == "skipped"
    mark = ("✗ ", "bold $bad") if skipped else ("○ ", "$warn") if line.state == "left" else ("✓ ", "$good")
    text = sentence(safe(line.bare if skipped else line.text))
    return Content.assemble(
        mark if may_skip or line.state in ("skipped", "left") else "· ",
        (text, "strike $dim" if skipped else ""),
        (" skipped (ruling)" if skipped else "", "$bad"),
    )


async def cross(screen: DocumentScreen[Any], transition: Transition, first: First | None = None) -> None:
    """Show what an edge will do, do what has to be done first, show it again as it is then, and do what the player
    confirms. Where what comes first is left undone, the group may allow the edge."""
    shown = TransitionScreen(screen.session, transition, first)
    command: Command | None = await screen.app.push_screen_wait(shown)
    while command is not None and first is not None and shown.due:
        done = await first.do()
        if done is None:
            return
        if not done:
            break
        shown = shown.again()
        command = await screen.app.push_screen_wait(shown)
    if command is not None:
        await screen.execute(command)
