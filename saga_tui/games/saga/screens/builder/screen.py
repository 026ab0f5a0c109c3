"""The builder: a step in the middle, the steps at its left, the sheet so far and the problems at its right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import Worker

from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, Outcome
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.kinds import kinds
from saga_tui.games.saga.screens import setting, synonyms
from saga_tui.games.saga.screens.builder import begin
from saga_tui.games.saga.screens.builder.around import (
    DONE,
    BookPanel,
    SheetSoFar,
    StepBar,
    StepList,
    StepTabs,
    Strip,
    TodoLine,
    TodoPanel,
    states,
)
from saga_tui.games.saga.screens.builder.asking import may_replace
from saga_tui.games.saga.screens.builder.assets import AssetsStep
from saga_tui.games.saga.screens.builder.concept import ConceptStep
from saga_tui.games.saga.screens.builder.desk import SEEDS, Desk, new_seed
from saga_tui.games.saga.screens.builder.done import DoneStep
from saga_tui.games.saga.screens.builder.finishing import FinishingStep
from saga_tui.games.saga.screens.builder.found import TodoDialog, attend
from saga_tui.games.saga.screens.builder.gear import GearStep
from saga_tui.games.saga.screens.builder.skills import SkillsStep
from saga_tui.games.saga.screens.builder.story import DrivesStep, TraitsStep
from saga_tui.games.saga.screens.builder.view import StepView
from saga_tui.games.saga.table import Table
from saga_tui.problem import Problem
from saga_tui.safe import clean, safe
from saga_tui.ui import rulings
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import AskNumber
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.keys import Command as PaletteCommand
from saga_tui.ui.logbook.banner import ReadOnlyBanner
from saga_tui.ui.messages import MemoryChanged
from saga_tui.ui.rows import Row

if TYPE_CHECKING:
    from saga_tui.store import Memory

STEPS: Final[dict[str, tuple[type[StepView], str]]] = {
    "concept": (ConceptStep, "Concept"),
    "assets": (AssetsStep, "Assets"),
    "skills": (SkillsStep, "Skills"),
    "traits": (TraitsStep, "Traits"),
    "drives": (DrivesStep, "Drives"),
    "gear": (GearStep, "Gear"),
    "finishing": (FinishingStep, "Finishing points"),
    DONE: (DoneStep, "The sheet"),
}
"""Every step by its key: its view and its title."""
PLACE: Final = "step"
"""The draft that says on which step the builder was left."""


class BuilderScreen(DocumentScreen[Character]):
    """Seven steps in any order; each choice is kept at once and can be undone."""

    CSS_PATH = "builder.tcss"
    AUTO_FOCUS = ""
    SYNONYMS = synonyms.BUILDER
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n,right_square_bracket,alt+right", "step(1)", "Next step", id="builder.next",
                tooltip="Next step"),
        Binding("ctrl+o,left_square_bracket,alt+left", "step(-1)", "Previous step", id="builder.before", show=False,
                tooltip="Previous step"),
        *[
            Binding(f"{number},f{number}", f"go('{key}')", "", id=f"builder.step-{key}", show=False,
                    tooltip=f"Go to step {number}: {title}")
            for number, (key, (_, title)) in enumerate(STEPS.items(), 1)
        ],
        Binding("x", "surprise", "Surprise me", id="builder.surprise", tooltip="Fill this step at random"),
        Binding("X", "surprise_whole", "Random character", id="builder.surprise-whole", show=False,
                tooltip="Create a random character from a seed"),
        Binding("u", "undo", "Undo", id="builder.undo", tooltip="Undo the last choice"),
        Binding("U,ctrl+r", "redo", "Redo", id="builder.redo", show=False, tooltip="Redo the last undone choice"),
        Binding("f", "findings", "To do", id="builder.findings", tooltip="Problems and open choices"),
        Binding("g", "begin", "Start play", id="builder.begin", tooltip="Finish the character and start play"),
        Binding("t", "setting", "Setting", id="builder.setting", show=False,
                tooltip="Setting: view or change it, rule options, custom perks"),
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

    def __init__(self, memory: Memory, seeds: Callable[[], int] = new_seed) -> None:
        table = Table(memory)
        super().__init__(table)
        self.desk = Desk(table, seeds)
        self.desk.changed = self.refresh_all
        self.desk.say = self._say
        left_at = self.desk.draft(PLACE)
        self.current = left_at if left_at in STEPS else "concept"

    def compose(self) -> ComposeResult:
        """Title, steps, the step, what stands around it, keys."""
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield StepTabs(id="step-tabs")
        with Horizontal(id="body"):
            yield StepList(id="step-list")
            yield Vertical(id="middle")
            with Vertical(id="aside"):
                yield SheetSoFar()
                yield TodoPanel(id="findings")
            yield BookPanel(id="book")
        yield Strip(id="strip")
        yield TodoLine(id="found-line")
        with Foot():
            yield KeyBar()

    async def on_mount(self) -> None:
        """Opens where it was left."""
        await self._show_step(reopened=True)

    # ---- what is shown

    @property
    def view(self) -> StepView | None:
        """The step at hand; none while one gives way to another."""
        return next(iter(self.query(StepView)), None)

    def _say(self, text: str, warn: bool) -> None:
        self.notify(safe(text), severity="warning" if warn else "information", markup=False)

    def refresh_all(self) -> None:
        """Shows the character as it is now, everywhere."""
        if not self.query(StepTabs):
            return
        character = self.desk.character
        found = creation.problems(character)
        for bar in self.query(StepBar):
            bar.states, bar.current = tuple(states(found)), self.current
        self.query_one(SheetSoFar).show(character)
        self.query_one(TodoPanel).show(found)
        self.query_one(TodoLine).problems = tuple(found)
        self.query_one(Strip).character = character
        if self.view is not None:
            self.view.refresh_step()
        rulings.mark(self)
        self.query_one(ReadOnlyBanner).sync()
        self._show_status()
        self.refresh_bindings()

    def _show_status(self) -> None:
        character = self.desk.character
        status = self.query_one(StatusLine)
        line = safe(character.concept.line)
        status.say(
            Content.assemble(
                (safe(character.title), "bold"), (f" · {line}" if line else "", "$dim"),
                ("  Building" if not character.as_is else "  From paper", "$title"),
            )
        )  # fmt: skip
        status.saved_as(self.memory)

    def on_memory_changed(self, _event: MemoryChanged) -> None:
        """Something was saved, or somebody edited the file."""
        self._came_back()

    def _came_back(self) -> None:
        """Shows the character as it has become elsewhere; one that is in play by now goes on in the session."""
        if self.desk.character.play is None:
            self.refresh_all()
        elif self.is_current:
            from saga_tui.games.saga.screens import open_screen

            self.app.call_later(self.app.switch_screen, open_screen(self.memory))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Taking over needs two copies of the program; a field can only be left where the cursor is in one."""
        if action == "leave_field":
            return isinstance(self.focused, Input)
        if action == "take_over":
            return any(banner.offers for banner in self.query(ReadOnlyBanner))
        return True

    # ---- going about

    async def _show_step(self, *, reopened: bool = False) -> None:
        view, title = STEPS[self.current]
        middle = self.query_one("#middle", Vertical)
        self.set_focus(None)
        await middle.remove_children()
        step = view(self.desk, [*STEPS].index(self.current) + 1, title)
        await middle.mount(step)
        self.set_class(self.current == DONE, "-done")
        self.query_one(BookPanel).show(self.current)
        self.refresh_all()
        if not self.memory.read_only:  # nothing can be typed then, and the keys are free for taking over
            step.focus_start(reopened=reopened)

    async def action_go(self, key: str) -> None:
        """To a step; what is being typed is kept first."""
        if key == self.current or key not in STEPS:
            self._say("You are already on this step.", False)
            return
        self.settle()
        self.current = key
        self.desk.keep_draft(PLACE, key)
        await self._show_step()

    async def action_step(self, by: int) -> None:
        """To the next step or the one before."""
        keys = [*STEPS]
        at = keys.index(self.current) + by
        if 0 <= at < len(keys):
            await self.action_go(keys[at])
        else:
            self._say("No more steps this way.", False)

    def settle(self) -> None:
        """Keeps what is being typed."""
        if self.view is not None:
            self.view.settle()

    @on(StepBar.Wanted)
    async def _step_wanted(self, event: StepBar.Wanted) -> None:
        await self.action_go(event.key)

    async def go_to(self, problem: Problem) -> None:
        """To the field on which a problem is mended."""
        step = creation.step_of(problem)
        if step not in STEPS:
            self._say(problem.sentence(), True)
            return
        if step != self.current:
            await self.action_go(step)
        if self.view is not None:
            self.view.focus_where(problem.where)

    @on(TodoPanel.Picked)
    @work
    async def _finding_picked(self, event: TodoPanel.Picked) -> None:
        goal = await attend(self.app, self.desk, event.what, event.finding)
        if goal is not None:
            await self.go_to(goal)

    @on(TodoLine.Opened)
    def _findings_opened(self) -> None:
        self.action_findings()

    @work
    async def action_findings(self) -> None:
        """All problems, with what mends them."""
        self.settle()
        picked = await self.app.push_screen_wait(TodoDialog("To do", creation.problems(self.desk.character)))
        if picked is None:
            return
        goal = await attend(self.app, self.desk, *picked)
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
        self.settle()
        return super().automation_screen()

    def action_rule(self) -> Worker[None]:
        """Asks for a ruling, once what is being typed is kept."""
        self.settle()
        return super().action_rule()

    def action_return_to_rule(self) -> Worker[None]:
        """Removes a ruling, once what is being typed is kept."""
        self.settle()
        return super().action_return_to_rule()

    async def execute(self, command: Command, dice: tuple[int, ...] | None = None) -> Outcome:
        """Carries a command out; what the rules refuse is said."""
        return self.desk.do(command)

    # ---- doing

    def action_undo(self) -> None:
        """Takes the last choice back."""
        self.settle()
        self.desk.undo()

    def action_redo(self) -> None:
        """Makes it again."""
        self.desk.redo()

    @work
    async def action_surprise(self) -> None:
        """Fill this step at random, from a seed that is said; asks first where it would replace choices."""
        if self.current == DONE:
            self.action_surprise_whole()
            return
        self.settle()
        if not await may_replace(self.app, self.desk, self.current):
            return
        seed = self.desk.seeds()
        if not self.desk.surprise(self.current, seed).refused and not self.memory.read_only:
            self._say(f"Random choices, seed {seed}. Press u to undo, x to try again.", False)

    @work
    async def action_surprise_whole(self) -> None:
        """Chance makes the whole character; the seed is shown and another can be typed."""
        self.settle()
        seed = self.desk.seeds()
        question = (
            f"Press Enter for seed {seed}, or type another. "
            "The same seed always gives the same character. All steps change. Press u to undo."
        )
        typed = await self.app.push_screen_wait(
            AskNumber("Random character", question, default=seed, least=0, most=SEEDS - 1)
        )
        if typed is not None:
            refused = self.desk.do(Become(seed=typed)).refused
            if not refused and not self.memory.read_only:
                self._say(f"Random character, seed {typed}. Press u to undo.", False)

    @work
    async def action_begin(self) -> None:
        """Finishes creation: what is open is mended or overruled, then play begins."""
        self.settle()
        answer = await begin.door(self.app, self.desk)
        if isinstance(answer, Problem):
            await self.go_to(answer)
        elif answer == "in":
            self.desk.drop_draft(PLACE)
            from saga_tui.games.saga.screens import open_screen

            # not awaited here: this worker ends with the screen that it belongs to
            self.app.call_later(self.app.switch_screen, open_screen(self.memory))

    @work
    async def action_setting(self) -> None:
        """The setting; what comes of looking at it is done."""
        self.settle()
        command = await setting.look(self.app, self.desk.character, self.desk.look_again(), self.desk.table.preview)
        if command is not None:
            self.desk.do(command)

    def action_preview(self) -> None:
        """The sheet as it will be printed."""
        from saga_tui.games.saga.sheet import sheet_pages
        from saga_tui.ui.paper import SheetScreen

        self.settle()
        character = self.desk.character
        self.app.push_screen(SheetScreen(self.memory.path, clean(character.title), partial(sheet_pages, character)))

    def action_journal(self) -> None:
        """The whole journal, and the way back."""
        from saga_tui.games.saga.table import CORRECTOR
        from saga_tui.ui.logbook.screen import LogScreen

        self.settle()
        self.app.push_screen(LogScreen(self.memory, kinds(), CORRECTOR), lambda _: self._came_back())

    def action_versions(self) -> None:
        """Backups and kept versions of the file."""
        from saga_tui.ui.logbook.kept import KeptScreen

        self.settle()
        self.app.push_screen(KeptScreen(self.memory), lambda _: self._came_back())

    def action_take_over(self) -> None:
        """Takes over from another copy of the program, or answers its wish."""
        self.query_one(ReadOnlyBanner).press()

    def action_leave_field(self) -> None:
        """Keep what is typed and leave the field, so that letters are keys again."""
        self.set_focus(None)
