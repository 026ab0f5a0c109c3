"""What a flow may ask of the session: questions, menus, and commands carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from textual import on
from textual.screen import Screen

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, Outcome
from saga_tui.games.saga.screens import reasons
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.store import Event, StoreError
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.dialogs import AskNumber, AskText, Choose, Offer
from saga_tui.ui.messages import MemoryChanged
from saga_tui.ui.near import draw_near
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.review import Allow
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.store import Memory


LEVELS = {"saved": "saved", "saving": "saving", "not saved": "trouble"}


class Desk(Screen[None]):
    """A screen at which commands are carried out on one character, with the group's word where the rules object."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        draw_near(self)
        self.table = table
        self._shown: object = None

    @property
    def memory(self) -> Memory:
        """The character's memory on disk."""
        return self.table.memory

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.table.character

    # ---- the book

    def rule_book(self, rule: str = "") -> Screen[None]:
        """The rules to browse, opened at one, with what is set for this character."""
        from saga_tui.games.saga.screens.rules import BookScreen

        return BookScreen(rule, self.character)

    def automation_screen(self) -> Screen[None]:
        """What is done, asked, reminded or by hand for this character."""
        from saga_tui.games.saga.screens.rules import AutomationScreen

        return AutomationScreen(self.table)

    def number_notes(self, name: str) -> tuple[str, ...]:
        """What last changed a number, and what the group ruled on it."""
        return reasons.notes_of(self.character, self.memory, name)

    def explain_any(self) -> None:
        """List all numbers, to pick the one to be explained."""
        reasons.pick_number(self.app, self.character, self.memory, self.show_rule)

    @on(StatusLine.Pressed)
    def _status_pressed(self) -> None:
        self.explain_any()

    def show_rule(self, rule: str) -> None:
        """A rule's text, in the book."""
        self.app.push_screen(self.rule_book(rule))

    # ---- commands

    async def carry(self, command: Command, dice: tuple[int, ...] | None = None) -> Outcome | None:
        """Carries a command out. Where the rules refuse it, the problems are shown and the group may overrule them;
        `None` where it was left at that."""
        try:
            outcome = self.table.do(command, dice)
            if outcome.refused:
                title = f"{command.title}: this breaks a rule"
                reason = await self.app.push_screen_wait(Allow(title, outcome.problems))
                if reason is None:
                    return None
                outcome = self.table.do(command, outcome.dice, overrule=reason)
        except StoreError as error:
            self.notify(str(error), title="Not done", severity="error", markup=False)
            return None
        if not (outcome.changes or outcome.lines):
            self.notify(f"{command.title}: no change.", markup=False)
        if notes := [safe(problem.sentence()) for problem in outcome.problems if problem.level == "remark"]:
            self.notify("\n".join(notes), title="Note", markup=False)
        self.happened()
        await self.follow(outcome)
        return outcome

    def say_saved(self) -> None:
        """Whether all is saved, at the right end of the status line."""
        level = "look" if self.memory.read_only else LEVELS[self.memory.status]
        self.query_one(StatusLine).saved(self.memory.status_text, level)

    def on_memory_changed(self, _event: MemoryChanged) -> None:
        """Saved, not saved, or edited from outside."""
        if self.memory.doc is not self._shown:
            self.happened()
        else:
            self.say_saved()

    def happened(self) -> None:
        """Called when the character may have changed: the screen shows it."""

    async def follow(self, outcome: Outcome) -> None:
        """Called after a command, for what the rules ask next."""

    def newly_doomed(self, outcome: Outcome) -> bool:
        """Whether this command brought the character's doom (DOM-3)."""
        return state.doomed(outcome.after) and not state.doomed(outcome.before)

    def action_undo(self) -> None:
        """Takes the last command back."""
        self._walked(self.table.undo, "Nothing to undo.")

    def action_redo(self) -> None:
        """Does again what was undone."""
        self._walked(self.table.redo, "Nothing to redo.")

    def _walked(self, step: Callable[[], Event | None], nothing: str) -> None:
        try:
            event = step()
        except StoreError as error:
            self.notify(str(error), title="Not done", severity="error", markup=False)
            return
        if event is None:
            self.notify(nothing)
        else:
            self.happened()

    # ---- questions

    async def choose(
        self, title: str, offers: Sequence[Offer], question: str = "", *, at: str = "", rule: str = ""
    ) -> str | None:
        """Return the key of one of several offers, or None when left; `rule` is the rule behind the question."""
        dialog = Choose(title, offers, question, at=at)
        dialog.rule = rule
        return await self.app.push_screen_wait(dialog)

    async def text(
        self,
        title: str,
        question: str = "",
        *,
        suggestions: Iterable[str] = (),
        optional: bool = False,
        value: str = "",
    ) -> str | None:
        """A line of text; `None` when left."""
        return await self.app.push_screen_wait(
            AskText(title, question, suggestions=suggestions, optional=optional, value=value)
        )

    async def number(
        self, title: str, question: str = "", *, default: int = 1, least: int = 0, most: int | None = None
    ) -> int | None:
        """A whole number; `None` when left."""
        return await self.app.push_screen_wait(AskNumber(title, question, default=default, least=least, most=most))

    async def line(
        self, question: str, default: str = "", said: str = "", rule: str = "", *, needed: str = "", lines: bool = False
    ) -> str | None:
        """Return a text typed at the foot of the screen: the default for Enter alone, None when left. `needed` says
        what must be typed, if anything; with `lines` the text may have several."""
        foresee = (lambda _: sentence(said)) if said else None
        return await Prompt.ask(
            self, question, default=default, digits=False, consequence=foresee, rule=rule, needed=needed, lines=lines
        )

    async def who(self, default: str = "the GM") -> tuple[str, str] | None:
        """Who did it and a word on why: `Mira: she owed me`; Enter alone names the default."""
        said = await self.line("Who, and why?", default, "for example “Mira: she owed me one” (optional)")
        if said is None:
            return None
        name, _, why = said.partition(":")
        return name.strip(), why.strip()
