"""The clock's edges: what will happen, line by line, before it does; with the choice that belongs to the edge."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.engine.command import Command, Outcome
from saga_tui.engine.edit import Line
from saga_tui.engine.session import Session
from saga_tui.safe import safe
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.edge_rows import ChoicePanel, ChoiceRow, FateColumns, FateRow, TransitionChoice, ask_reason, in_order
from saga_tui.ui.hero import HeroView, Moved, furthest
from saga_tui.ui.rows import Row
from saga_tui.ui.rulings import problem_content

if TYPE_CHECKING:
    from saga_tui.ui.specs import Crossing

__all__ = ["First", "Transition", "TransitionChoice", "TransitionScreen", "cross", "transition"]

ROOMY: Final = 30
"""Lines of the terminal from which on the number that moves furthest is drawn large, where a game names none."""


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
    hero: Callable[[Any, Any], Moved | None] | None = None
    """The number that matters most, of the documents before and after; without it the one that moves furthest."""
    stays: Callable[[Any, Any], Sequence[str]] = lambda _before, _after: ()
    """What stays as it is, of the documents before and after."""


class TransitionScreen(Dialog[Command]):
    """Shows what an edge will do. Enter does it, a choice's key chooses and does it, Space skips a line, `w` gives the
    reason, `N` goes on to the edge outside. Gives the command, or nothing.

    What is set to be asked for is asked for here, and taken unless it is skipped; Space takes a line that is off. What
    has to be done first stands before all else.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do", "Confirm", id="edge.do", priority=True),
        Binding("left", "turn(-1)", "Previous choice", id="edge.before", show=False),
        Binding("right", "turn(1)", "Next choice", id="edge.after"),
        Binding("m", "first", "What comes first", id="edge.first"),
        Binding("space", "skip", "Skip line", id="edge.skip"),
        Binding("w", "reason", "Reason", id="edge.reason"),
        Binding("N", "widen", "End more", id="edge.widen"),
    ]

    def __init__(
        self,
        session: Session[Any],
        transition: Transition,
        first: First | None = None,
        foresee: Callable[[Outcome[Any] | None], object] = lambda _outcome: None,
    ) -> None:
        """`foresee` is told what would happen, and nothing when the question is over."""
        super().__init__()
        self.session = session
        self.foresee = foresee
        self.transition, self.first = transition, first
        self.choice = transition.default
        self.skipped: frozenset[str] = frozenset()
        self.taken: frozenset[str] = frozenset()
        self.reason = ""
        self.lines: tuple[Line, ...] = ()
        self._seen: tuple[Outcome[Any], Outcome[Any]] | None = None
        """What was foreseen last: with what stands against it, and as it would happen all the same."""
        self.due = False
        """Whether something has to be done before the edge."""
        self.title_text = transition.title
        self._bindings = self._bindings.copy()

    def compose_body(self) -> ComposeResult:
        """Objections, the number that matters, the question with its choices, what goes and what comes."""
        yield Static(id="edge-findings")
        yield HeroView(id="edge-hero")
        yield ChoicePanel()
        yield FateColumns(id="edge-lines")
        yield Static(" Nothing else happens.", id="edge-nothing")

    def on_mount(self) -> None:
        """Foresees."""
        self._foresee()
        self.call_later(self._start)

    def _start(self) -> None:
        """The cursor begins on the first line that can be skipped."""
        rows = [*self.query(FateRow)]
        first = next((row for row in rows if row.may_skip), rows[0] if rows else None)
        if first is not None and self.focused is None:
            first.focus()

    def on_resize(self) -> None:
        """More or less room for words beside choices, and for a number drawn large."""
        super().on_resize()
        if self._seen is not None:
            self._show(*self._seen)

    def _fit(self) -> None:
        """The dialog may be as high as the screen: a line for its title, and those of its keys."""
        chrome = 1 + self.query_one(KeyBar).outer_size.height
        self.query_one("#dialog-body").styles.max_height = max(3, self.size.height - chrome)

    def dismiss(self, result: Command | None = None) -> AwaitComplete:
        """Answer; what would be is no longer shown."""
        self.foresee(None)
        return super().dismiss(result)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turning needs choices, skipping lines, a reason skipped ones, widening an edge outside."""
        if action == "turn":
            return len(self.transition.choices) > 1
        if action == "reason":
            return bool(self.skipped)
        if action == "skip":
            return bool(self.lines)
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
        outcome = self.session.foresee(self.command)
        first = self.first
        self.due = first is not None and any(item.code == first.code for item in outcome.problems)
        asked = {line.row for line in outcome.lines if line.state == "asked"}
        asked |= {item.row for item in outcome.problems if item.row}
        if asked - self.skipped - self.taken:
            self.taken |= asked
            outcome = self.session.foresee(self.command)
        shown = outcome if not outcome.refused else self._again(outcome)
        self.lines = in_order(shown.lines)
        self._seen = (outcome, shown)
        self._show(outcome, shown)
        self.foresee(shown)
        if row:
            self.call_later(self._to_row, row)
        self.refresh_bindings()

    def _again(self, outcome: Outcome[Any]) -> Outcome[Any]:
        """What would happen if the group allowed what stands against it, with the same dice."""
        if self.command.hidden:
            return self.session.foresee(self.command, overrule="")
        return self.session.preview(self.command, outcome.dice, overrule="")

    def _show(self, outcome: Outcome[Any], shown: Outcome[Any]) -> None:
        """Draw what was foreseen: what stands against it, and what would happen all the same."""
        first, transition = self.first, self.transition
        self.query_one("#dialog").border_title = Content(f" {safe(transition.title)} ")
        self._bindings.key_to_bindings["N"] = [Binding("N", "widen", transition.wider_words, id="edge.widen")]
        self._bindings.key_to_bindings["m"] = [Binding("m", "first", first.words if first else "", id="edge.first")]
        problems = self.query_one("#edge-findings", Static)
        problems.update(Content("\n").join([problem_content(item) for item in outcome.problems]))
        problems.display = bool(outcome.problems)
        hero = self._hero(shown)
        self.query_one(HeroView).show(hero)
        self.query_one(ChoicePanel).show(transition.question, transition.choices, self.choice)
        stays = transition.stays(self.session.document, shown.after)
        self.query_one(FateColumns).show(self.lines, self.session.game.clock, stays)
        there = (outcome.problems, hero, transition.choices, self.lines, stays)
        self.query_one("#edge-nothing").display = not any(there)

    def _hero(self, shown: Outcome[Any]) -> Moved | None:
        if self.transition.hero is not None:
            return self.transition.hero(self.session.document, shown.after)
        roomy = self.app.size.height >= ROOMY and not self.transition.choices
        return furthest(self.lines) if roomy else None

    def _to_row(self, row: str) -> None:
        """Put the cursor on the line of that row of the clock's table, wherever it stands now."""
        found = next((one for one in self.query(FateRow) if one.line.row == row), None)
        if found is not None:
            found.focus()

    def action_to(self, place: int) -> None:
        """Put the cursor on a line by its place."""
        if rows := [*self.query(FateRow)]:
            rows[place].focus()

    def _may_skip(self, row: str) -> bool:
        return self.session.game.clock.may_skip(row)

    @on(ChoiceRow.Picked)
    def _picked(self, event: ChoiceRow.Picked) -> None:
        self.choice = event.value
        self._foresee()

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
        focused = self.focused
        line = focused.line if isinstance(focused, FateRow) else None
        if line is None or not self._may_skip(line.row):
            self.notify("This line cannot be skipped.")
            return
        if line.state == "left":
            self.taken |= {line.row}
        else:
            self.skipped ^= {line.row}
        self._foresee(line.row)

    @work
    async def action_reason(self) -> None:
        """Why the skipped lines do not happen; it may be left empty."""
        self.reason = await ask_reason(self, self.reason)
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
        same = TransitionScreen(self.session, self.transition, self.first, self.foresee)
        same.choice, same.skipped, same.taken, same.reason = self.choice, self.skipped, self.taken, self.reason
        return same

    def action_first(self) -> None:
        """Give the command: what has to be done first comes first."""
        self.action_do()

    def action_do(self) -> None:
        """Give the command."""
        self.dismiss(self.command)

    @on(Row.Chosen)
    def _clicked(self, event: Row.Chosen) -> None:
        event.row.focus()
        self.call_later(self.action_skip)


def transition(crossing: Crossing) -> Transition:
    """An edge as a game says it in its data."""
    found = tuple(TransitionChoice(*one) for one in crossing.choices)
    first = found[0].value if found else ""
    return Transition(crossing.title, crossing.command, crossing.takes, crossing.question, found, first)


async def cross(screen: DocumentScreen[Any], transition: Transition, first: First | None = None) -> None:
    """Show what an edge will do, do what has to be done first, show it again as it is then, and do what the player
    confirms. Where what comes first is left undone, the group may allow the edge."""
    shown = TransitionScreen(screen.session, transition, first, screen.would)
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
