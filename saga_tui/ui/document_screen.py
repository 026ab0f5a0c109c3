"""A screen on one document in play: commands carried out, undone and redone, and the questions that a flow may ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from textual import on, work
from textual.content import Content
from textual.events import Compose, Mount
from textual.screen import Screen

from saga_tui.changes import Doc
from saga_tui.engine.command import Command, Outcome
from saga_tui.engine.correcting import CommandCorrector
from saga_tui.engine.document import Document
from saga_tui.engine.entries import numbers
from saga_tui.engine.session import Session
from saga_tui.safe import safe
from saga_tui.store import Event, StoreError
from saga_tui.ui import rulings
from saga_tui.ui.band import Band, Moment
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.dialogs import AskNumber, AskText, Choose, Offer
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.panel import Pointing, Still
from saga_tui.ui.prompt import Prompt, Told
from saga_tui.ui.rows import Row
from saga_tui.ui.rulings import AllowDialog
from saga_tui.ui.specs import Why
from saga_tui.ui.terminal import Later, Sized
from saga_tui.ui.why_screen import notes_of, pick_number, why
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.store import Memory
    from saga_tui.ui.inbox import Answers

D = TypeVar("D", bound=Document)

OFFERS_EVERY: Final = 1.0
"""Seconds between two looks at what tables want."""
SECONDS: Final = 2.0
"""How long a moment is shown, where a change glows for one."""


def touched(old: object, new: Doc) -> set[str] | None:
    """The fields of play that differ between two documents, which share what is the same; `None` where more differs."""
    if not isinstance(old, dict) or old.keys() != new.keys():
        return None
    if any(old[key] is not new[key] for key in new if key != "play"):
        return None
    before, after = old.get("play", {}), new.get("play", {})
    return {field for field in before.keys() | after.keys() if before.get(field) is not after.get(field)}


class DocumentScreen(Sized, Screen[None], Still, Pointing, Generic[D]):
    """A screen at which commands are carried out on one document, with the group's word where the rules object.

    A game overrides `happened` (the document may have changed: show it), `follow` (what the rules ask after a command).
    """

    GAME: ClassVar[Game]
    TWICE = False

    def __init__(self, session: Session[D]) -> None:
        super().__init__()
        self.session = session
        self._shown: object = None
        self._known: tuple[object, frozenset[str]] = (None, frozenset())
        """The document and the names of its numbers."""
        self._seen: Moment | None = None
        """What just happened, as long as it is shown."""
        self._seen_until = Later(self, self._moment_over)
        self.answers: Answers | None = None
        """What tables want of the document, once it has been looked for."""

    @on(Mount)
    def _look_for_offers(self) -> None:
        self.set_interval(OFFERS_EVERY, self.see_offers)

    def see_offers(self) -> None:
        """Look for what tables want of the document, and ask."""
        if self.answers is None:
            from saga_tui.ui.inbox import Answers

            self.answers = Answers(self)
        self.answers.look()

    @on(Compose)
    def _fit(self) -> None:
        """The layout that fits the terminal from the first frame on: Textual chooses it once that frame stands."""
        steps = (self.app.HORIZONTAL_BREAKPOINTS, self.app.VERTICAL_BREAKPOINTS)
        for known, room in zip(steps, self.app.size, strict=True):
            self.add_class(*[name for least, name in sorted(known or ()) if least <= room][-1:])

    @property
    def memory(self) -> Memory:
        """The document's memory on disk."""
        return self.session.memory

    @property
    def document(self) -> D:
        """The document as it is now."""
        return self.session.document

    # ---- its other screens

    def sheet(self) -> Screen[None]:
        """The screen with the sheet."""
        return self.GAME.preview(self.memory)

    def recap(self) -> Screen[None]:
        """The screen with what the journal tells."""
        return self.GAME.story(self.memory)

    def kinds(self) -> Mapping[str, str]:
        """The kind of each command by verb, for the filters of the journal."""
        return self.GAME.categories()

    def action_sheet(self) -> None:
        """The sheet as it prints."""
        self._show(self.sheet)

    def action_recap(self) -> None:
        """The story so far."""
        self._show(self.recap)

    def _show(self, screen: Callable[[], Screen[None]]) -> None:
        """Open a screen of the game's, or say that it has none."""
        try:
            self.app.push_screen(screen())
        except ValueError as lacking:
            self.notify(str(lacking))

    def action_journal(self) -> None:
        """The whole journal, and the way back."""
        from saga_tui.ui.journal.screen import JournalScreen

        self.app.push_screen(JournalScreen(self.memory, self.kinds(), CommandCorrector(self.session.game)), self._back)

    def _back(self, _result: object) -> None:
        self.happened()

    def action_versions(self) -> None:
        """Backups and kept versions of the file."""
        from saga_tui.ui.journal.versions import VersionsScreen

        self.app.push_screen(VersionsScreen(self.memory), lambda _: self.happened())

    # ---- the book

    def rule_book(self, rule: str = "") -> Screen[None]:
        """The rules to browse, opened at one, with what is set for this document."""
        from saga_tui.ui.rule_book import BookScreen

        return BookScreen(self.session.game, rule, self.document)

    def automation_screen(self) -> Screen[None]:
        """What is done, asked, reminded or by hand for this document."""
        from saga_tui.ui.automation import AutomationScreen

        return AutomationScreen(self.session.game, self.session)

    def number_notes(self, name: str) -> tuple[str, ...]:
        """What last changed a number, and what the group ruled on it."""
        return notes_of(self.session, name)

    def why(self, names: tuple[str, ...]) -> Why | None:
        """The reasons of numbers by their names, the first one the number itself."""
        return why(self.session.game, self.document, names, self.number_notes)

    def explain_any(self) -> None:
        """List all numbers, to pick the one to be explained."""
        pick_number(self.app, self.session, self.show_rule)

    @on(StatusLine.Pressed)
    def _status_pressed(self) -> None:
        self.explain_any()

    def show_rule(self, rule: str) -> None:
        """A rule's text, in the book."""
        self.app.push_screen(self.rule_book(rule))

    # ---- rulings

    def numbers_on(self, row: Row) -> tuple[str, ...]:
        """The names of the numbers that stand on a row, the main one first: those that it explains."""
        return self.explained_on(row)

    def explained_on(self, row: Row) -> tuple[str, ...]:
        """The names of the numbers that a row explains, those that can be ruled on. A row of the game's says them: no
        reasons are worked out for it."""
        if row.source is not None:
            told: Iterable[str] = (*row.source.names, *row.source.also)
        else:
            found = row.explain() if row.explain is not None else None
            tallies = found.tallies if isinstance(found, Why) else (found,) if found is not None else ()
            told = (tally.name for tally in tallies)
        if self._known[0] is not self.document:
            self._known = (self.document, frozenset(numbers(self.session.game, self.document)))
        return tuple(name for name in told if name in self._known[1])

    def text_on(self, row: Row) -> str:
        """The name of the text that stands on a row; empty where there is none."""
        return row.text_name

    @work
    async def action_rule(self) -> None:
        """Asks for a ruling on what is at the focus, or on any number or text by its name."""
        await rulings.ask(self)

    @work
    async def action_return_to_rule(self) -> None:
        """The ruling on what is at the focus is taken back."""
        await rulings.take_back(self)

    # ---- commands

    async def execute(self, command: Command, dice: tuple[int, ...] | None = None) -> Outcome[D] | None:
        """Carries a command out. Where the rules refuse it, the problems are shown and the group may overrule them;
        `None` where it was left at that."""
        try:
            outcome = self.session.do(command, dice)
            if outcome.refused:
                title = f"{command.title}: this breaks a rule"
                reason = await self.app.push_screen_wait(AllowDialog(title, outcome.problems))
                if reason is None:
                    return None
                outcome = self.session.do(command, self.session.dice(outcome), overrule=reason)
        except StoreError as error:
            self.notify(str(error), title="Not done", severity="error", markup=False)
            return None
        if command.unkept or not (outcome.changes or outcome.lines):
            self.notify(outcome.text if outcome.lines else f"{command.title}: no change.", markup=False)
        if notes := [safe(problem.sentence()) for problem in outcome.problems if problem.level == "remark"]:
            self.notify("\n".join(notes), title="Note", markup=False)
        self.happened()
        self._witness(self.moment(outcome))
        await self.follow(outcome)
        return outcome

    # ---- moments

    def moment(self, outcome: Outcome[D]) -> Moment | None:
        """What a command did, where that is worth seeing for a moment: as the game says."""
        game: Game | None = getattr(self, "GAME", None)
        return game.moment(outcome) if game is not None else None

    def _witness(self, moment: Moment | None) -> None:
        """Shows it for a moment, in the place of the one before; nothing where nothing moves."""
        seconds = SECONDS * float(getattr(self.app, "glow_seconds", 0.0))
        if (moment is None or seconds <= 0) and self._seen is None:
            return
        self._seen = moment if seconds > 0 else None
        self._seen_until.stop()
        if self._seen is not None and seconds != float("inf"):
            self._seen_until.start(seconds)
        self.say_now()

    def _moment_over(self) -> None:
        self._witness(None)

    def say_now(self) -> None:
        """Shows what just happened in the top line."""
        self.over(None)

    def over(self, band: Band | None) -> Band | None:
        """What just happened, in the place of a band where there is one; else the top line shows it."""
        self.query_one(StatusLine).moment = self._seen if band is None else None
        return band if band is None or self._seen is None else self._seen.band()

    def foresee(self, command: Command) -> Told:
        """Return what a command would do, or which rule it would break, on one line, and that rule. What chance decides
        is not foreseen: no die is thrown and no card is drawn."""
        if command.draws(self.document).needed:
            self.would(None)
            return Told(Content.styled(command.title, "$warn"), next(iter(command.rules), ""))
        outcome = self.session.preview(command)
        self.would(None if outcome.refused else outcome)
        if outcome.refused:
            said = " ".join(item.sentence() for item in outcome.problems)
            return Told(Content.styled(safe(said), "$bad"), outcome.problems[0].rule)
        said = sentence("; ".join(line.text for line in outcome.lines)) or "No change"
        rule = next((line.rule for line in outcome.lines if line.rule), "")
        return Told(Content.styled(safe(said), "$warn"), rule)

    def would(self, outcome: Outcome[D] | None) -> None:
        """Called with what a command that is asked about would do, and with nothing when it is asked no more: the
        screen may show it."""

    def say_saved(self) -> None:
        """Whether all is saved, at the right end of the status line."""
        self.query_one(StatusLine).saved_as(self.memory)

    def on_memory_changed(self, _event: MemoryChanged) -> None:
        """Saved, not saved, or edited from outside."""
        if self.memory.doc is not self._shown:
            self.happened()
        else:
            self.say_saved()
        if (banner := self.query_one_optional(ReadOnlyBanner)) is not None:
            banner.sync()

    def happened(self) -> None:
        """Called when the document may have changed: the screen shows it."""

    async def follow(self, outcome: Outcome[D]) -> None:
        """Called after a command, for what the rules ask next."""

    def action_undo(self) -> None:
        """Takes the last command back."""
        self._walked(self.session.undo, "Nothing to undo.")

    def action_redo(self) -> None:
        """Does again what was undone."""
        self._walked(self.session.redo, "Nothing to redo.")

    def _walked(self, step: Callable[[], Event | None], nothing: str) -> None:
        try:
            event = step()
        except StoreError as error:
            self.notify(str(error), title="Not done", severity="error", markup=False)
            return
        if event is None:
            self.notify(nothing)
        else:
            self._witness(None)
            self.happened()
            if seen := self.session.still(event):
                self.notify(seen, title="Undone")

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
        self,
        title: str,
        question: str = "",
        *,
        default: int = 1,
        least: int = 0,
        most: int | None = None,
        command: Callable[[int], Command | None] | None = None,
    ) -> int | None:
        """A whole number; `None` when left. What the `command` with it would do is shown while it is typed."""

        def follows(number: int) -> Content:
            would = command(number) if command is not None and number >= least else None
            if would is None:
                self.would(None)
            return self.foresee(would).content if would is not None else Content("")

        foresee = follows if command is not None else None
        asked = AskNumber(title, question, default=default, least=least, most=most, foresee=foresee)
        try:
            return await self.app.push_screen_wait(asked)
        finally:
            self.would(None)

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
