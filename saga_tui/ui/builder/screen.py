"""The builder: the steps as tabs, below them a step, and at its right the sheet so far and the problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.types import CSSPathType
from textual.widgets import Input
from textual.worker import Worker

from saga_tui.engine.command import Command, Outcome
from saga_tui.engine.correcting import CommandCorrector
from saga_tui.engine.session import Session
from saga_tui.problem import Problem
from saga_tui.safe import safe
from saga_tui.ui import rulings
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.builder.ahead import AheadPanel
from saga_tui.ui.builder.done import DoneStep
from saga_tui.ui.builder.rows import with_keys
from saga_tui.ui.builder.session import SEEDS, BuilderSession
from saga_tui.ui.builder.sidebar import BookPanel, Sidebar, StepTabs, Strip, states
from saga_tui.ui.builder.spec import DONE, BuilderSpec, Step
from saga_tui.ui.builder.step import StepView
from saga_tui.ui.builder.todo import TodoDialog, TodoLine, TodoPanel, attend
from saga_tui.ui.dialogs import AskNumber, Confirm
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.keys import Command as PaletteCommand
from saga_tui.ui.returning import instead
from saga_tui.ui.rows import Row

if TYPE_CHECKING:
    from saga_tui.games.contract import Game

BUILDER_CSS: Final = Path(__file__).with_name("builder.tcss")
PLACE: Final = "step"
"""The draft that says on which step the builder was left."""


def step_bindings(steps: Sequence[Step]) -> list[BindingType]:
    """A digit and a function key for each step."""
    named = [*((step.key, step.title) for step in steps), (DONE, "The sheet")]
    return [
        Binding(f"{number},f{number}", f"go('{key}')", "", id=f"builder.step-{key}", show=False,
                tooltip=f"Go to step {number}: {title}")
        for number, (key, title) in enumerate(named, 1)
    ]  # fmt: skip


def builder_of(game: Game, session: Session[Any]) -> BuilderScreen:
    """The builder of a game that has no screen of its own for it."""
    spec = game.builder()
    assert spec is not None
    made = type("BuilderScreen", (BuilderScreen,), {"BINDINGS": step_bindings(spec.steps), "SYNONYMS": spec.synonyms})
    screen: BuilderScreen = made(game, session, spec)
    return screen


class BuilderScreen(DocumentScreen[Any]):
    """Steps in any order; each choice is kept at once and can be undone."""

    CSS_PATH: ClassVar[CSSPathType | None] = BUILDER_CSS
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n,right_square_bracket,alt+right", "step(1)", "Next step", id="builder.next",
                tooltip="Next step"),
        Binding("ctrl+o,left_square_bracket,alt+left", "step(-1)", "Previous step", id="builder.before", show=False,
                tooltip="Previous step"),
        Binding("x", "surprise", "Surprise me", id="builder.surprise", tooltip="Make random choices for this step"),
        Binding("X", "surprise_whole", "Random character", id="builder.surprise-whole", show=False,
                tooltip="Create a random character from a seed"),
        Binding("u", "undo", "Undo", id="builder.undo", tooltip="Undo the last choice"),
        Binding("U,ctrl+r", "redo", "Redo", id="builder.redo", show=False, tooltip="Redo the last undone choice"),
        Binding("f", "findings", "To do", id="builder.findings", tooltip="Problems and open choices"),
        Binding("g", "begin", "Start play", id="builder.begin", tooltip="Finish and start play"),
        Binding("S,p", "preview", "Sheet", id="builder.sheet", tooltip="Sheet: read, save or print it"),
        Binding("L", "journal", "Full log", id="builder.journal", show=False,
                tooltip="Full log: read it, go back to any entry"),
        Binding("B", "versions", "Backups", id="builder.versions", show=False,
                tooltip="Backups and versions: view or restore one"),
        Binding("T", "take_over", "Take over", id="builder.take", tooltip="Take over or hand over editing"),
        Binding("equals_sign", "rule", "Override", id="ruling.rule", show=False,
                tooltip="Override a number or text"),
        Binding("delete", "return_to_rule", "Remove override", id="ruling.return", show=False,
                tooltip="Remove the override from the focused number or text"),
        Binding("escape", "leave_field", "Leave field", id="builder.leave", tooltip="Leave the field"),
    ]  # fmt: skip

    def __init__(
        self, game: Game, session: Session[Any], spec: BuilderSpec, builder: BuilderSession | None = None
    ) -> None:
        super().__init__(session)
        self.game, self.spec = game, spec
        self.set_class(spec.so_far is not None, "-slim")
        self.builder = builder or BuilderSession(session, spec)
        self.builder.changed, self.builder.say = self.refresh_all, self._say
        self.steps = {step.key: step for step in (*spec.steps, Step(key=DONE, title="The sheet", view=DoneStep))}
        left_at = self.builder.draft(PLACE)
        self.current = left_at if left_at in self.steps else next(iter(self.steps))

    def compose(self) -> ComposeResult:
        """Title, steps, the step, what stands around it, keys."""
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield StepTabs(id="step-tabs")
        books = [BookPanel(self.spec.meanings)]  # below the step where the sheet so far is slim
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Vertical(id="middle")
                yield from books[: self.has_class("-slim")]
            with Vertical(id="aside"):
                yield self.spec.sidebar() if self.spec.sidebar else Sidebar(self.session.game, self.spec.so_far)
                yield AheadPanel(self.builder)
                yield TodoPanel(id="findings")
            yield from books[self.has_class("-slim") :]
        yield Strip(self.session.game, self.spec)
        yield TodoLine(id="found-line")
        with Foot():
            yield KeyBar()

    async def on_mount(self) -> None:
        """Open where it was left."""
        await self._show_step(reopened=True)

    # ---- what is shown

    @property
    def view(self) -> StepView | None:
        """The step at hand; none while one gives way to another."""
        return next(iter(self.query(StepView)), None)

    def _say(self, text: str, warn: bool) -> None:
        self.notify(safe(text), severity="warning" if warn else "information")

    def refresh_all(self) -> None:
        """Show the document as it is now, everywhere."""
        if not self.query(StepTabs):
            return
        document, found = self.document, self.builder.problems()
        bar = self.query_one(StepTabs)
        bar.states, bar.current = tuple(states(self.spec, found)), self.current
        self.query_one(Sidebar).show(document)
        self.query_one(TodoPanel).show(found, self._key_of)
        self.query_one(TodoLine).problems = tuple(found)
        self.query_one(Strip).show(document)
        if self.view is not None:
            self.view.refresh_step()
        rulings.mark(self)
        self.query_one(ReadOnlyBanner).sync()
        self._show_status()
        self.query_one(AheadPanel).look()
        self.refresh_bindings()

    def _key_of(self, problem: Problem) -> str:
        """The digit of the step on which a problem is fixed."""
        step = self.spec.step_of(problem.where)
        return str([*self.steps].index(step) + 1) if step in self.steps else ""

    def _show_status(self) -> None:
        document, line = self.document, safe(self.spec.line(self.document))
        self.query_one(StatusLine).say(
            Content.assemble(
                (safe(document.title), "bold"), (f" · {line}" if line else "", "$dim"),
                (f"  {self.spec.state(document)}", "$title"),
            )
        )  # fmt: skip
        self.say_saved()

    def on_memory_changed(self, _event: MemoryChanged) -> None:
        """Something was saved, or somebody edited the file."""
        self._came_back()

    def _came_back(self) -> None:
        """Show the document as it has become elsewhere; one that is in play by now goes on in the session."""
        if self.document.play is None:
            self.refresh_all()
        elif self.is_current:
            instead(self, self.game.screen(self.memory))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Taking over needs two copies of the program; a field can only be left where the cursor is in one; chance
        fills steps where the game says how."""
        if action in ("surprise", "surprise_whole"):
            return self.spec.surprise is not None
        if action == "leave_field":
            return isinstance(self.focused, Input)
        if action == "take_over":
            banner = self.query_one_optional(ReadOnlyBanner)
            return banner is not None and banner.offers
        return True

    # ---- going about

    async def _show_step(self, *, reopened: bool = False) -> None:
        spec = self.steps[self.current]
        middle = self.query_one("#middle", Vertical)
        self.set_focus(None)
        await middle.remove_children()
        step = with_keys(spec.view or StepView, spec)(self.builder, [*self.steps].index(self.current) + 1, spec)
        await middle.mount(step)
        self.set_class(self.current == DONE, "-done")
        self.query_one(BookPanel).show(spec, self.session.game.book)
        self.refresh_all()
        if not self.memory.read_only:  # nothing can be typed then, and the keys are free for taking over
            step.focus_start(reopened=reopened)

    async def action_go(self, key: str) -> None:
        """To a step; what is being typed is kept first."""
        if key == self.current or key not in self.steps:
            self._say("You are already on this step.", False)
            return
        self.keep_typed()
        self.current = key
        self.builder.keep_draft(PLACE, key)
        await self._show_step()

    async def action_step(self, by: int) -> None:
        """To the next step or the one before."""
        keys = [*self.steps]
        at = keys.index(self.current) + by
        if 0 <= at < len(keys):
            await self.action_go(keys[at])
        else:
            self._say("No more steps this way.", False)

    def keep_typed(self) -> None:
        """Keep what is being typed."""
        if self.view is not None:
            self.view.keep_typed()

    @on(StepTabs.Wanted)
    async def _step_wanted(self, event: StepTabs.Wanted) -> None:
        await self.action_go(event.key)

    async def go_to(self, problem: Problem) -> None:
        """Go to the field on which a problem is fixed."""
        step = self.spec.step_of(problem.where)
        if step not in self.steps:
            self._say(problem.sentence(), True)
            return
        if step != self.current:
            await self.action_go(step)
        if self.view is not None:
            self.view.focus_where(problem.where)

    @on(TodoPanel.Picked)
    @work
    async def _finding_picked(self, event: TodoPanel.Picked) -> None:
        goal = await attend(self.app, self.builder, event.what, event.finding)
        if goal is not None:
            await self.go_to(goal)

    @on(TodoLine.Opened)
    def _findings_opened(self) -> None:
        self.action_findings()

    @work
    async def action_findings(self) -> None:
        """Show all problems, with their fixes."""
        self.keep_typed()
        picked = await self.app.push_screen_wait(TodoDialog("To do", self.builder.problems()))
        if picked is None:
            return
        goal = await attend(self.app, self.builder, *picked)
        if goal is not None:
            await self.go_to(goal)

    @on(Row.RuleWanted)
    def _rule_text(self, event: Row.RuleWanted) -> None:
        event.stop()
        self.show_rule(event.rule)

    def palette(self) -> Iterator[PaletteCommand]:
        """Return what can be done beyond the keys, for the palette."""
        yield PaletteCommand("Explain any number", "", self.explain_any)

    def automation_screen(self) -> Screen[None]:
        """What is done, asked, reminded or by hand; what is being typed is kept first."""
        self.keep_typed()
        return super().automation_screen()

    def action_rule(self) -> Worker[None]:
        """Ask for a ruling, once what is being typed is kept."""
        self.keep_typed()
        return super().action_rule()

    def action_return_to_rule(self) -> Worker[None]:
        """Remove a ruling, once what is being typed is kept."""
        self.keep_typed()
        return super().action_return_to_rule()

    async def execute(self, command: Command, dice: tuple[int, ...] | None = None) -> Outcome[Any]:
        """Carry a command out; what the rules refuse is said."""
        return self.builder.do(command)

    # ---- doing

    def action_undo(self) -> None:
        """Take the last choice back."""
        self.keep_typed()
        self.builder.undo()

    def action_redo(self) -> None:
        """Make it again."""
        self.builder.redo()

    @work
    async def action_surprise(self) -> None:
        """Make random choices for the whole step, from a seed that is said; asks first where it would replace some."""
        if self.current == DONE:
            self.action_surprise_whole()
            return
        self.keep_typed()
        if self.builder.is_chosen(self.current):
            question = "Replace all choices on this step, yours too, with random ones? Press u afterwards to undo."
            asked = Confirm("Surprise me", question, yes="Replace all", no="Cancel")
            if not await self.app.push_screen_wait(asked):
                return
        seed = self.builder.seeds()
        if not self.builder.surprise(self.current, seed).refused and not self.memory.read_only:
            self._say(f"Random choices, seed {seed}. Press u to undo, x to try again.", False)

    @work
    async def action_surprise_whole(self) -> None:
        """Chance makes the whole character; the seed is shown and another can be typed."""
        self.keep_typed()
        seed = self.builder.seeds()
        question = (
            f"Press Enter for seed {seed}, or type another. "
            "The same seed always gives the same character. All steps change. Press u to undo."
        )
        typed = await self.app.push_screen_wait(
            AskNumber("Random character", question, default=seed, least=0, most=SEEDS - 1)
        )
        if typed is not None:
            refused = self.builder.surprise("", typed).refused
            if not refused and not self.memory.read_only:
                self._say(f"Random character, seed {typed}. Press u to undo.", False)

    @work
    async def action_begin(self) -> None:
        """Finish creation: what is open is fixed or allowed, then play begins."""
        self.keep_typed()
        while open_now := [problem for problem in self.builder.problems() if problem.stops_play]:
            question = "These are still to do. Fix each one, or allow it with a reason."
            picked = await self.app.push_screen_wait(TodoDialog("Before you start", open_now, question))
            if picked is None:
                return
            if (goal := await attend(self.app, self.builder, *picked)) is not None:
                await self.go_to(goal)
                return
        more = await self.spec.ask(self) if self.spec.ask is not None else ()
        if more is None:
            return
        for command in self.spec.begin(self.document):
            self.builder.do(command)
        if self.document.play is None:
            return
        for command in more:
            self.builder.do(command)
        self.builder.drop_draft(PLACE)
        instead(self, self.game.screen(self.memory))

    def action_preview(self) -> None:
        """The sheet as it will be printed."""
        self.keep_typed()
        self.app.push_screen(self.game.preview(self.memory))

    def action_journal(self) -> None:
        """The whole journal, and the way back."""
        from saga_tui.ui.journal.screen import JournalScreen

        self.keep_typed()
        journal = JournalScreen(self.memory, self.game.categories(), CommandCorrector(self.session.game))
        self.app.push_screen(journal, lambda _: self._came_back())

    def action_versions(self) -> None:
        """Backups and kept versions of the file."""
        from saga_tui.ui.journal.versions import VersionsScreen

        self.keep_typed()
        self.app.push_screen(VersionsScreen(self.memory), lambda _: self._came_back())

    def action_take_over(self) -> None:
        """Take over from another copy of the program, or answer its wish."""
        self.query_one(ReadOnlyBanner).press()

    def action_leave_field(self) -> None:
        """Keep what is typed and leave the field, so that letters are keys again."""
        self.set_focus(None)
