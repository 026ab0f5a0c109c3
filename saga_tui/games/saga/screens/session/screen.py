"""The session view: one screen from which a whole chapter is played."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches

from saga_tui.dice import Roller, secure
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, Outcome
from saga_tui.games.saga.rules.commands.tokens import GainDrive, LoseDrive
from saga_tui.games.saga.rules.kinds import kinds
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE
from saga_tui.games.saga.screens import synonyms
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import header
from saga_tui.games.saga.screens.session.actions import BY_ID, Action, bindings
from saga_tui.games.saga.screens.session.after.strip import OfferStrip, asked, legal
from saga_tui.games.saga.screens.session.after.taking import set_mode
from saga_tui.games.saga.screens.session.body import Body, plan_for
from saga_tui.games.saga.screens.session.doom import DoomWatch
from saga_tui.games.saga.screens.session.flows import harm, kismet, rolls, tokens, traits
from saga_tui.games.saga.screens.session.palette import unkeyed
from saga_tui.games.saga.screens.session.panels.all import PANELS
from saga_tui.games.saga.screens.session.panels.base import SessionPanel
from saga_tui.games.saga.screens.session.panels.drives import DriveRow
from saga_tui.games.saga.screens.session.panels.log import LastLine, LogPanel, entries
from saga_tui.games.saga.screens.session.panels.now import NowLine
from saga_tui.games.saga.screens.session.panels.skills import SkillRow
from saga_tui.games.saga.screens.setting import shelf_for
from saga_tui.games.saga.settings.noting import note
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.store import Event, Memory
from saga_tui.ui import rulings
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.keys import Command as Offered
from saga_tui.ui.later import Later
from saga_tui.ui.log import LogView
from saga_tui.ui.logbook.banner import ReadOnlyBanner
from saga_tui.ui.marks import Marks
from saga_tui.ui.rows import Line, Row

HELD = 200
"""Events of the journal that the log shows."""
CATCH_UP = 0.04
"""Seconds after which the log, the marks of rulings and the keys follow the numbers, in a burst after the last key."""
GENEROUS = 38
"""Lines from which on the panels have air in them."""


class SessionScreen(SagaScreen):
    """The live view of a character in play."""

    CSS_PATH = Path(__file__).with_name("session.tcss")
    AUTO_FOCUS = "#asset-force"
    SYNONYMS = synonyms.SESSION
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(),
        Binding("b", "advances", "Advances", id="session.advances", tooltip="Buy advances with Spark"),
        Binding("u", "undo", "Undo", id="session.undo", tooltip="Undo the last action"),
        Binding("U", "redo", "Redo", id="session.redo", show=False, tooltip="Redo the last undone action"),
        Binding("S", "sheet", "Sheet", id="session.sheet", show=False, tooltip="Sheet: read, save or print it"),
        Binding("C", "recap", "Recap", id="session.recap", show=False,
                tooltip="Recap: chapter by chapter, with charts"),
        Binding("l", "log", "Log", id="session.log", show=False, tooltip="Go to the log"),
        Binding("L", "journal", "Full log", id="session.journal", show=False,
                tooltip="Full log: read it, go back to any entry"),
        Binding("B", "versions", "Backups", id="session.versions", show=False,
                tooltip="Backups and versions: view or restore one"),
        Binding("T", "take_over", "Take over", id="session.take", tooltip="Take over or hand over editing"),
        Binding("tab", "next_pane", "Next", id="session.pane", show=False, tooltip="Go to the next panel"),
        *(
            Binding(str(place + 1), f"pane({place})", "", id=f"session.pane-{place + 1}", show=False,
                    tooltip=f"Go to {name}")
            for place, name in enumerate(("skills", "traits", "drives and gear", "the log"))
        ),
        Binding("Y", "offer_modes", "Automate", id="session.offer-modes", show=False,
                tooltip="Automate this offer: always, ask, off"),
        Binding("escape", "pass_offer", "Skip", id="session.leave", show=False, tooltip="Skip the offer at the foot"),
    ]  # fmt: skip

    def __init__(self, memory: Memory, roller: Roller | None = None) -> None:
        """Dice come from `roller`, or else from the app's."""
        super().__init__(Table(memory, roller or secure))
        self._own_roller = roller is not None
        self._behind = Later(self, self._catch_up)
        self._doom = DoomWatch(self._after_doom)

    # ---- what is there

    def compose(self) -> ComposeResult:
        """Header, a line on what to do now, the panels, the last log line, the keys."""
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield NowLine(id="now")
        yield Body(plan_for(self.app.size), self._panel)
        with Foot():
            yield OfferStrip()
            yield LastLine(id="last")
            yield KeyBar(lines=2)

    def _panel(self, place: str) -> SessionPanel:
        if place == "log":
            return LogPanel(self.character, self.newest())
        return PANELS[place](self.character, self.number_notes)

    def newest(self) -> list[Event]:
        """The newest events of the journal."""
        return list(islice(self.memory.history(), HELD))

    def on_mount(self) -> None:
        """Shows what there is, begins at the first row."""
        if not self._own_roller:
            self.session.roller = getattr(self.app, "roller", secure)
        self.happened()
        if said := note(self.character, shelf_for(self.memory.path)):
            self.notify(safe(said, limit=1000), title="Setting", severity="warning", markup=False)

    def happened(self) -> None:
        """Shows the character as it is now. Where things move, the panels whose numbers changed come first, and all
        else when the keys rest."""
        self.say_saved()  # in the frame of the number: never the old mark beside a new number
        changed = header.touched(self._shown, self.memory.doc) if getattr(self.app, "animated", True) else None
        self._shown = self.memory.doc
        character = self.character
        if changed is None or changed - header.UNSEEN:
            self._say_header(character)
        for panel in self.query_one(Body).made:
            panel.character = character
            if panel.is_mounted and (changed is None or panel.reads & changed):
                panel.show(character)
        self.set_class(state.doomed(character), "-doomed")
        self._doom.look(self)
        self.set_class(character.play is not None and state.span_of(character.play) == "conflict", "-conflict")
        self._behind.stop()
        if changed is None:
            self._follow_up()
        else:
            self._behind.start(CATCH_UP)

    def _catch_up(self) -> None:
        """What did not change at first sight: what it is made of may have."""
        for panel in self.query_one(Body).made:
            panel.show(self.character)
        self._follow_up()

    def _follow_up(self) -> None:
        """What to do now, the log, what is offered, the marks of rulings and the keys."""
        self.query_one(NowLine).say(self.character)
        strip = self.query_one(OfferStrip)
        strip.offers = legal(self.character, strip.offers)
        self.query_one(ReadOnlyBanner).sync()
        self._mark()
        self.call_after_refresh(self._mark)  # rows that are made only now
        self._tell()
        self.refresh_bindings()

    def _mark(self) -> None:
        rulings.mark(self)

    def _tell(self) -> None:
        found = entries(self.newest())
        for panel in self.query_one(Body).made:
            if isinstance(panel, LogPanel):
                panel.tell(found)
        last = self.query_one(LastLine)
        last.entry = found[0] if found else None
        last.display = not self.query_one(Body).shows_log

    def _say_header(self, character: Character) -> None:
        left, middle = header.header(character, self.size.width or self.app.size.width)
        self.query_one(StatusLine).say(left, middle)

    async def on_resize(self, event: events.Resize) -> None:
        """Other columns where the size asks for them."""
        body = self.query_one(Body)
        plan = plan_for(event.size)
        self.set_class(event.size.height >= GENEROUS, "-generous")
        if plan != body.plan:
            await body.arrange_as(plan)
            self.happened()
        else:
            self._say_header(self.character)

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An action of the table is there when it is possible now."""
        if action == "act":
            return BY_ID[str(parameters[0])].when(self.character)
        if action == "take_over":
            return any(banner.offers for banner in self.query(ReadOnlyBanner))
        if action in ("offer_modes", "pass_offer"):
            return any(strip.offers for strip in self.query(OfferStrip))
        return True

    def action_act(self, name: str) -> None:
        """Does an action of the table."""
        self.run(BY_ID[name])

    def palette(self) -> Iterator[Offered]:
        """Return what can be done beyond the keys, for the palette."""
        yield Offered("Explain any number", "", self.explain_any)
        for action in unkeyed(self.character):
            yield Offered(action.help, "", partial(self.run, action))

    def run(self, action: Action) -> None:
        """Starts an action's flow."""
        self.flow(action.flow(self))

    def flow(self, work: Coroutine[None, None, None]) -> None:
        """Starts a dialogue."""
        self.run_worker(work, group="flow", exit_on_error=True)

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

    def _after_doom(self, choice: str) -> None:
        self.run(BY_ID[choice]) if choice in BY_ID else getattr(self, f"action_{choice}")()

    def action_offer_modes(self) -> None:
        """Whether what is asked at the foot is always taken, asked for, or never offered."""
        self.flow(set_mode(self, [offer.key for offer in self.query_one(OfferStrip).offers]))

    def action_advances(self) -> None:
        """The advancement screen."""
        from saga_tui.games.saga.screens.advancement import AdvancementScreen

        self.app.push_screen(AdvancementScreen(self.session), lambda _: self.happened())

    def action_sheet(self) -> None:
        """The sheet as it prints."""
        from saga_tui.games.saga.screens.sheet import SheetScreen

        self.app.push_screen(SheetScreen(self.memory))

    def action_recap(self) -> None:
        """The story so far."""
        from saga_tui.games.saga.screens.recap import RecapScreen

        self.app.push_screen(RecapScreen(self.memory))

    def action_journal(self) -> None:
        """The whole journal, and the way back."""
        from saga_tui.games.saga.table import CORRECTOR
        from saga_tui.ui.logbook.screen import LogScreen

        self.app.push_screen(LogScreen(self.memory, kinds(), CORRECTOR), lambda _: self.happened())

    def action_versions(self) -> None:
        """Backups and kept versions of the file."""
        from saga_tui.ui.logbook.kept import KeptScreen

        self.app.push_screen(KeptScreen(self.memory), lambda _: self.happened())

    def action_take_over(self) -> None:
        """Takes over from another copy of the program, or answers its wish."""
        self.query_one(ReadOnlyBanner).press()

    def action_pass_offer(self) -> None:
        """Skip what is asked at the foot."""
        self.query_one(OfferStrip).pass_by()
        self.refresh_bindings()

    # ---- panes and panels

    def action_pane(self, place: int) -> None:
        """Shows a pane, or goes to its panel."""
        body = self.query_one(Body)
        body.turn(place)
        panels = ("skills", "traits", "drives", "log")
        try:
            panel = self.query_one(f"#panel-{panels[place]}", SessionPanel)
        except NoMatches:
            self.notify("There is no room for the log. Press L for the full log.")
            return
        first = next((child for child in panel.query("*") if child.focusable), None)
        if first is not None:
            first.focus()
        self._tell()

    def action_next_pane(self) -> None:
        """The next pane of a folded screen; else the next thing that takes the focus."""
        body = self.query_one(Body)
        if body.folded:
            self.action_pane((body.pane + 1) % 4)
        else:
            self.focus_next()

    def action_log(self) -> None:
        """To the log."""
        self.action_pane(3)

    # ---- the mouse, and Enter on a row

    @on(Marks.Pressed)
    def _pressed(self, event: Marks.Pressed) -> None:
        """A click on a filled token spends it or heals it, on a hollow one regains or suffers it."""
        event.row.focus()
        self._step(event.row.id or "", -1 if event.filled else 1)

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        if isinstance(event.row, DriveRow):
            flow = GainDrive(drive=event.row.place) if event.by > 0 else LoseDrive(drive=event.row.place)
            self.flow(self._only(flow))
        else:
            self._step(event.row.id or "", event.by)

    async def _only(self, command: Command) -> None:
        await self.execute(command)

    def _step(self, row: str, by: int) -> None:
        kind, _, name = row.partition("-")
        for asset in ASSETS:
            if kind == "asset" and name == asset:
                self.flow((tokens.regain if by > 0 else tokens.spend)(self, asset))
        for damage in DAMAGE:
            if kind == "damage" and name == damage:
                self.flow((harm.suffer_one if by > 0 else harm.heal_one)(self, damage))
        if row == "doom":
            self.flow(harm.doom(self, by))

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        row = event.row
        row.focus()
        if isinstance(row, SkillRow):
            self.flow(rolls.roll(self, row.skill))
        elif isinstance(row, DriveRow):
            self.flow(tokens.give_drive(self, row.place))
        elif isinstance(row, Line) and isinstance(row.data, tuple):
            self._chosen_line(row.data)
        else:
            self._chosen_number(row.id or "")

    def _chosen_number(self, row: str) -> None:
        flows: dict[str, Callable[[], Coroutine[None, None, None]]] = {
            **{f"asset-{asset}": partial(tokens.spend_some, self, asset) for asset in ASSETS if asset != "fortune"},
            **{f"damage-{damage}": partial(harm.suffer, self, damage) for damage in DAMAGE},
            "asset-fortune": partial(BY_ID["fortune"].flow, self),
            "spark": partial(BY_ID["spark"].flow, self),
            "doom": partial(harm.doom, self),
        }
        if row in flows:
            self.flow(flows[row]())

    def _chosen_line(self, data: tuple[object, ...]) -> None:
        match data:
            case ("ask", "consequence"):
                self.flow(harm.name_consequence(self))
            case ("ask", "kismet") | ("kismet",):
                self.flow(kismet.roll(self))
            case ("consequence", int(place)):
                self.flow(harm.consequence_menu(self, place))
            case ("gear", str(key)):
                self.flow(tokens.use_gear(self, key))
            case ("perk", str()):
                self.flow(harm.perks(self))
            case (str(kind), str(trait)):
                self.flow(traits.row_menu(self, kind, trait))

    @on(Row.RuleWanted)
    def _rule_wanted(self, event: Row.RuleWanted) -> None:
        self.show_rule(event.rule)

    @on(LogView.Chosen)
    def _entry_chosen(self, event: LogView.Chosen) -> None:
        if event.entry.rule:
            self.show_rule(event.entry.rule)
