"""The session view: one screen from which a whole chapter is played; and the screen of a character who has met their
doom (DOM-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from saga_tui.dice import Roller, secure
from saga_tui.engine import ruled
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome, kinds
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import now, view
from saga_tui.games.saga.screens.session.actions import ACTIONS, ORDER, SYNONYMS
from saga_tui.games.saga.screens.session.after.offers import cost
from saga_tui.games.saga.screens.session.after.strip import asked, legal
from saga_tui.games.saga.screens.session.flows import kismet
from saga_tui.games.saga.screens.session.panels import LAYOUT, PANELS
from saga_tui.games.saga.screens.setting import shelf_for
from saga_tui.games.saga.settings.telling import note
from saga_tui.games.saga.table import Table
from saga_tui.safe import clean, safe
from saga_tui.store import Memory
from saga_tui.ui import tiles
from saga_tui.ui.band import Band
from saga_tui.ui.ending import Ending, keys_of
from saga_tui.ui.keys import play_keys
from saga_tui.ui.offer_strip import OfferStrip, set_mode
from saga_tui.ui.rows import RULED
from saga_tui.ui.tracker import TCSS, Tracker
from saga_tui.words import plural


class SessionScreen(Tracker[Character], SagaScreen):
    """The live view of a character in play."""

    CSS_PATH = [TCSS, Path(__file__).with_name("session.tcss")]
    AUTO_FOCUS = "#asset-force"
    SYNONYMS = SYNONYMS
    PANELS = PANELS
    ACTIONS = ACTIONS
    LAYOUT = LAYOUT
    UNSEEN = frozenset({"tokens", "damage", "drive_tokens"})
    BINDINGS: ClassVar[list[BindingType]] = [
        *play_keys(
            ACTIONS,
            LAYOUT.panes,
            first=ORDER,
            own=[Binding("b", "advances", "Advances", id="session.advances", tooltip="Buy advances with Spark")],
        ),
        Binding("Y", "offer_modes", "Automate", id="session.offer-modes", show=False,
                tooltip="Automate this offer: always, ask, off"),
        Binding("escape", "pass_offer", "Skip", id="session.leave", show=False, tooltip="Skip the offer at the foot"),
    ]  # fmt: skip

    def __init__(self, memory: Memory, roller: Roller | None = None) -> None:
        """Dice come from `roller`, or else from the app's."""
        super().__init__(Table(memory, roller or secure))
        self.rolls_own = roller is not None
        self._met: bool | None = None
        """Whether doom was met when the screen was last shown."""

    # ---- what is there

    def header(self, document: Character, width: int) -> tuple[Content, Content]:
        """Who it is, and at the right where play stands with the Spark in hand."""
        clock = view.clock_words(document, short=width < 76)
        style = {"calm": "bold", "conflict": "bold $warn", "deadly": "bold $bad", "doom": "bold $doom"}[clock.level]
        name, line = view.one_line(document.title, 60), view.one_line(document.concept.line, 120)
        name += RULED if ruled.says_otherwise(document, "name", document.concept.name) else ""
        left = Content.assemble((name, "bold $title"), (f" · {line}" if line and width >= 100 else "", "$dim"))
        spark = marks.SPARK
        held = f"   {spark.full} {state.play_of(document).spark}{RULED * ruled.is_ruled(document, 'spark')}"
        inner = f"{clock.inner}{RULED * ruled.is_ruled(document, *state.clock(document))}"
        middle = Content.assemble((clock.outer, "$dim"), (inner, style), (held, f"bold {spark.colour}"))
        return left, middle

    def now(self, document: Character) -> Content:
        """Where one stands and what to do next; an open question is the brightest thing on the screen."""
        play = state.play_of(document)
        urgent = bool(play.asks or play.kismet)
        style = "bold $doom" if state.doomed(document) else "bold $warn" if urgent else "$dim"
        if urgent:
            said = "   ".join(f"▸ {words}" for words in now.short_questions(document))
            return Content.styled(said or f"▸ {view.what_now(document)}", style)
        return Content.styled(f"  {view.what_now(document)}", style)

    def presses(self, document: Character) -> bool:
        """An open question, a kismet roll, doom."""
        play = state.play_of(document)
        return bool(play.asks or play.kismet) or state.doomed(document)

    def band(self, document: Character) -> Band | None:
        """A conflict, with what must be answered."""
        return now.band(document)

    def compose_foot(self) -> ComposeResult:
        """The perk that may act now."""
        yield OfferStrip(cost)

    def on_mount(self) -> None:
        """Says what is to be said of the setting."""
        if said := note(self.character, shelf_for(self.memory.path)):
            self.notify(safe(said, limit=1000), title="Setting", severity="warning", markup=False)

    has_builder = True

    def opening(self) -> Screen[None]:
        """The builder where play has not begun."""
        from saga_tui.games.saga.screens import open_screen

        return open_screen(self.memory)

    def moods(self, document: Character) -> dict[str, bool]:
        """Doom and conflicts change the whole screen."""
        conflict, deadly = now.mood(document) == "conflict", state.play_of(document).stakes == "deadly"
        return {"-doomed": state.doomed(document), "-conflict": conflict, "-deadly": conflict and deadly}

    def seen(self, document: Character) -> None:
        """Where doom was met, whatever brought it (a roll, the GM, an override, redo, an edited file), its own screen
        is shown; undone, that is closed."""
        was, self._met = self._met, state.doomed(document)
        super().seen(document)
        if self._met and was is False:
            self.app.push_screen(DoomMet(document, read_only=self.memory.read_only), self._after_doom)
        elif was and not self._met and isinstance(self.app.screen, DoomMet):
            self.app.screen.dismiss(None)

    def caught_up(self, document: Character) -> None:
        """What is offered is only what can still act."""
        strip = self.query_one(OfferStrip)
        strip.offers = legal(document, strip.offers)

    # ---- what follows

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An offer is answered while there is one."""
        if action in ("offer_modes", "pass_offer"):
            strip = self.query_one_optional(OfferStrip)
            return strip is not None and bool(strip.offers)
        return super().check_action(action, parameters)

    async def follow(self, outcome: Outcome) -> None:
        """A perk that may act now is offered at the foot; a consequence or kismet roll that was just
        forced is asked for at once."""
        strip = self.query_one(OfferStrip)
        offers = asked(strip.offers, outcome)
        if offers != strip.offers:
            strip.offers = offers
            self.refresh_bindings()
        if self.newly_doomed(outcome):
            return
        await kismet.ask_next(self, outcome)

    def _after_doom(self, choice: str | None) -> None:
        if choice in self.actions:
            self.flow(self.carry_out(choice))
        elif choice is not None:
            getattr(self, f"action_{choice}")()

    def action_offer_modes(self) -> None:
        """Whether what is asked at the foot is always taken, asked for, or never offered."""
        self.flow(set_mode(self, [offer.key for offer in self.query_one(OfferStrip).offers]))

    def action_pass_offer(self) -> None:
        """Skip what is asked at the foot."""
        self.query_one(OfferStrip).pass_by()
        self.refresh_bindings()

    # ---- other screens

    def action_advances(self) -> None:
        """The advancement screen."""
        from saga_tui.games.saga.screens.advancement import AdvancementScreen

        self.app.push_screen(AdvancementScreen(self.session), lambda _: self.happened())

    def sheet(self) -> Screen[None]:
        """The sheet as it prints."""
        from saga_tui.games.saga.sheet import sheet_pages
        from saga_tui.ui.paper import SheetScreen

        return SheetScreen(self.memory.path, clean(self.character.title), partial(sheet_pages, self.character))

    def recap(self) -> Screen[None]:
        """The story so far."""
        from saga_tui.games.saga.recap import SagaRecap
        from saga_tui.games.saga.rules.commands import RULES
        from saga_tui.ui.paper import RecapScreen

        return RecapScreen(self.memory, SagaRecap(RULES))

    def kinds(self) -> Mapping[str, str]:
        """The kind of each command, for the filters of the journal."""
        return kinds()


class DoomMet(Ending):
    """The end of the Doom Track is marked: the character leaves play."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("doom")
    title_text = "Doom"
    rule = "DOM-3"

    def __init__(self, character: Character, *, read_only: bool = False) -> None:
        """In a window that may only look nothing can be written or undone."""
        end, name = derive.doom_end(character).total, view.one_line(character.title, 60)
        means = (
            f"All {plural(end, 'doom step')} are marked, so {name} leaves play: no more rolls, tokens, damage or "
            "advances. You can still end the scene and the chapter; that changes nothing else. "
            "Tell your group how the story ends."
        )
        track, barred = tiles.track(marks.DOOM, end, end), ("note", "undo") if read_only else ()
        super().__init__(name, f"has met their doom{where(character)}", track, means, barred)


def where(character: Character) -> str:
    """Return where in play it happened: `, in chapter 3, scene 2`; between chapters after which one."""
    place, chapter = state.when(character), state.play_of(character).chapter
    return f", in {place}" if place else f", after chapter {chapter}" if chapter else ""
