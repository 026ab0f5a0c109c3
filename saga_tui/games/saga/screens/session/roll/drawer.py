"""The drawer in which a roll is put together: its rows, and beside them the pool, the odds and what each thing adds."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.rules.words import Skill
from saga_tui.games.saga.screens.session.roll.asking import which_drive, which_skill
from saga_tui.games.saga.screens.session.roll.composed import Composed
from saga_tui.games.saga.screens.session.roll.item import Item, put, settled
from saga_tui.games.saga.screens.session.roll.items import FIRST, items
from saga_tui.games.saga.screens.session.roll.odds_view import grace_heading, opposition
from saga_tui.games.saga.screens.session.roll.parts import OF_TRAIT, THROUGH_GRACE, through_fortune
from saga_tui.games.saga.screens.session.roll.rows import ItemRow, PoolView, fit
from saga_tui.games.saga.screens.session.roll.side import foot, side
from saga_tui.games.saga.screens.session.roll.sums import Sums, weigh
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.base import KitApp
from saga_tui.ui.dialogs import AskNumber, AskText
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Row
from saga_tui.ui.why import Why
from saga_tui.words import plural

TOKENS = Binding.Group("Add token")


class RollDrawer(ModalScreen[Composed]):
    """Rows to walk and step, the pool with its terms and its odds in sight; gives the roll, or nothing."""

    CSS_PATH = Path(__file__).with_name("drawer.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "roll", "Roll", id="roll.roll", priority=True, tooltip="Roll the dice"),
        Binding("v", "advise", "Advise", id="roll.advise", tooltip="Find the cheapest way to a target chance"),
        Binding("k", "skill", "Skill", id="roll.skill", tooltip="Choose a skill and its last setup"),
        Binding("c", "specialty", "Specialty", id="roll.specialty", tooltip="Apply the next specialty"),
        Binding("f", "add('force', 1)", "+", id="roll.force", group=TOKENS, tooltip="Add a force token"),
        Binding("a", "add('acuity', 1)", "+", id="roll.acuity", group=TOKENS, tooltip="Add an acuity token"),
        Binding("o", "add('fortune', 1)", "+", id="roll.fortune", group=TOKENS, tooltip="Add a fortune token"),
        Binding("e", "drive(1)", "+", id="roll.drive", group=TOKENS, tooltip="Add a drive token"),
        Binding("g", "traits", "Traits", id="roll.traits", tooltip="Go to the traits grace can invoke"),
        Binding("w", "trade(1)", "Trade 3", id="roll.trade", tooltip="Trade 3 more dice for a mark"),
        Binding("x,delete", "off", "Remove", id="roll.off", tooltip="Remove the row from the roll"),
        Binding("escape,q", "leave", "Cancel", id="roll.leave", tooltip="Cancel without rolling"),
        Binding("d", "dice", "By hand", id="roll.dice", tooltip="Roll your own dice and type their faces"),
        Binding("m", "marks", "Marks", id="roll.marks", tooltip="Roll your own dice and enter the marks"),
        Binding("s", "net", "Net marks", id="roll.net", tooltip="Enter the net marks only"),
        Binding("question_mark", "app.help", "Keys", id="roll.keys", tooltip="All keys on this screen"),
        Binding("h", "app.help", "Keys", id="roll.help", show=False, tooltip="All keys on this screen"),
        Binding("slash", "app.look_up", "Rule", id="roll.rule", tooltip="Look up the rule of this row"),
        Binding("space", "use", "Use", id="roll.toggle", show=False, tooltip="Use this row, or add one"),
        Binding("F", "add('force', -1)", "", id="roll.force-back", show=False, tooltip="Remove a force token"),
        Binding("A", "add('acuity', -1)", "", id="roll.acuity-back", show=False, tooltip="Remove an acuity token"),
        Binding("O", "add('fortune', -1)", "", id="roll.fortune-back", show=False, tooltip="Remove a fortune token"),
        Binding("E", "drive(-1)", "", id="roll.drive-back", show=False, tooltip="Remove a drive token"),
        Binding("i", "invoke", "", id="roll.invoke", show=False, tooltip="Invoke the trait for the scene with fortune"),
        Binding("W", "trade(-1)", "", id="roll.trade-back", show=False, tooltip="Trade 3 fewer dice"),
        Binding("y,p", "perk", "Use perk", id="roll.perk", show=False, tooltip="Use the offered perk"),
        Binding("b", "kind", "Kind", id="roll.kind", show=False, tooltip="Attack, block or neither"),
        Binding("t", "reason", "Modifier", id="roll.reason", show=False, tooltip="Give a reason for the modifier"),
    ]

    def __init__(self, table: Table, roll: Roll) -> None:
        super().__init__()
        self.table = table
        self.roll = settled(table.character, roll)
        self.rows = items(table.character, self.roll)
        self.sums = self._weighed()
        self._digits = ""
        self._opposed = False
        """Whether the player said here what stands against the roll: then it stays when the skill changes."""

    @property
    def character(self) -> Character:
        """Who rolls."""
        return self.table.character

    # ---- what is there

    def compose(self) -> ComposeResult:
        """Sections of rows; pool, odds and prices; the note of the row at the focus; the keys."""
        with Vertical(id="drawer") as box:
            box.border_title = Content(self._title())
            fit(box, self.app.size.width)
            with Container(id="drawer-main"):
                with Panel(compact=True, id="drawer-rows"):
                    for section, found in groupby(self.rows, key=lambda item: item.section):
                        if section != FIRST:
                            yield Static(Content.styled(section, "$title"), classes="drawer--section", name=section)
                        yield from (ItemRow(item, self._why) for item in found)
                with Vertical(id="drawer-side"):
                    yield PoolView(id="drawer-pool")
                    yield Static(id="drawer-odds")
                    yield Static(id="drawer-prices")
            yield Static(id="drawer-note")
            yield KeyBar(lines=2)

    def _title(self) -> str:
        if self.roll.cap is not None:
            return f"Roll: up to {plural(self.roll.cap, 'die')}, no token needed"
        conflict = state.span_of(state.play_of(self.character)) == "conflict"
        return "Roll in a conflict" if conflict else "Roll"

    def on_mount(self) -> None:
        """Begins at the skill."""
        self._show()
        self.query(ItemRow).first().focus()

    def on_resize(self, event: events.Resize) -> None:
        """The odds beside the rows, or below them; the layout settles first."""
        fit(self.query_one("#drawer"), event.size.width)
        self.call_after_refresh(self._show)

    def _weighed(self) -> Sums:
        faces = (4,) * self.roll.dice_needed(self.character)  # what the rules object to depends on no face
        outcome = self.table.preview(self.roll, faces)
        return weigh(self.character, self.roll, self.rows, outcome.problems)

    def _show(self) -> None:
        found = {item.key: item for item in self.rows}
        sections = {item.section for item in self.rows if item.shown}
        for row in self.query(ItemRow):
            item = found.get(row.item.key)
            row.tell(item, self.sums.adds.get(row.item.key))
        self.query_one("#drawer").border_subtitle = "needs a token" if self.sums.inactive else ""
        for head in self.query(".drawer--section").results(Static):
            head.display = head.name in sections
            if head.name == THROUGH_GRACE:
                head.update(grace_heading(self.character, self.roll))
        self._show_side()
        self._show_note()

    def _show_side(self) -> None:
        box, area = self.query_one("#drawer"), self.query_one("#drawer-side").content_size
        if box.has_class("-beside"):
            shown = side(self.character, self.roll, self.sums, area.width or 38, area.height or 18)
        else:
            shown = foot(self.character, self.roll, self.sums, area.width or 56, self.size.height >= 22)
        self.query_one(PoolView).tell(shown.pool, shown.keys)
        odds, prices = self.query_one("#drawer-odds", Static), self.query_one("#drawer-prices", Static)
        odds.update(Content("\n").join(shown.odds))
        prices.update(Content("\n").join(shown.prices))
        prices.display = bool(shown.prices)

    def _show_note(self) -> None:
        """What the row at the focus brings."""
        item = self.focused.item if isinstance(self.focused, ItemRow) else None
        said = Content.styled(safe(item.note), "italic $dim") if item else Content("")
        self.query_one("#drawer-note", Static).update(said)

    def _why(self) -> Why:
        """The pool's reasons."""
        lines = (opposition(self.character, self.roll).plain,)
        return Why(self.sums.pool.tally, lines)

    def on_descendant_focus(self) -> None:
        """Another row, another note."""
        self._digits = ""
        self._show_note()

    # ---- changing

    def change(self, roll: Roll) -> None:
        """Another roll: everything that follows from it is worked out once, and shown."""
        self._digits = ""
        self.roll = settled(self.character, roll)
        self.rows = items(self.character, self.roll)
        self.sums = self._weighed()
        self._show()

    def _put(self, **fields: object) -> None:
        self.change(put(self.roll, **fields))

    def _item(self, key: str) -> Item | None:
        return next((item for item in self.rows if item.key == key), None)

    def _at(self) -> Item | None:
        return self._item(self.focused.item.key) if isinstance(self.focused, ItemRow) else None

    def _step(self, item: Item, by: int) -> None:
        changed = item.step(by)
        if changed.skill != self.roll.skill:
            self._turn_to(changed.skill)
            return
        self._opposed |= item.key.startswith("oppos")
        self.change(changed)

    def _turn_to(self, skill: Skill) -> None:
        """Another skill, with the last choices for it; what was said here to stand against it stays."""
        if skill == self.roll.skill or self.roll.cap is not None:
            return
        kept = {"opposing", "opposing_marks", "opposition"} if self._opposed else set()
        self.change(put(remembered(self.character, skill), **{name: getattr(self.roll, name) for name in kept}))

    def on_key(self, event: events.Key) -> None:
        """Digits set the dice against it, two at once a number of two digits; on the row of marks they set those."""
        if event.character and event.character.isdecimal() and event.character.isascii():
            event.stop()
            if self.roll.kind == "block":
                self.notify("Nothing is rolled against a block.")
                return
            digits = (self._digits + event.character)[-3:] if len(self._digits) < 2 else event.character
            item = self._at()
            marks = item is not None and item.key == "opposing-marks"
            self._opposed = True
            self._put(opposing_marks=int(digits)) if marks else self._put(opposing=int(digits), opposing_marks=None)
            self._digits = digits

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        if isinstance(event.row, ItemRow):
            item = self._item(event.row.item.key)
            if item is not None:
                self._step(item, event.by)

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        self._stepped(Row.Stepped(event.row, 1))

    @on(PoolView.Struck)
    def _struck(self, event: PoolView.Struck) -> None:
        self._take_off(event.key)

    def _take_off(self, key: str) -> None:
        item = self._item(key)
        if item is not None and item.off is not None and item.used:
            self.change(item.off())

    # ---- keys

    def action_use(self) -> None:
        """Steps the row at the focus up."""
        if item := self._at():
            self._step(item, 1)

    def action_off(self) -> None:
        """Takes the row at the focus off the roll."""
        before = self.roll
        if item := self._at():
            self._take_off(item.key)
        if self.roll == before:
            self.notify("Nothing to remove on this row.")

    def action_add(self, asset: str, by: int) -> None:
        """A token more or fewer."""
        self._put(**{asset: max(0, getattr(self.roll, asset) + by)})

    @work
    async def action_drive(self, by: int) -> None:
        """A drive token more or fewer: of the drive at the focus, else of the one that is used or chosen."""
        at = self._at()
        if at is None or not at.key.startswith("drive:"):
            at = self._item(f"drive:{await which_drive(self.app, self.character, self.roll, by)}")
        if at is not None:
            self._step(at, by)

    def action_trade(self, by: int) -> None:
        """Three dice more or fewer for a mark."""
        if item := self._item("trade"):
            self._step(item, by)

    def action_kind(self) -> None:
        """Attack, block, or neither."""
        if item := self._item("kind"):
            self._step(item, 1)

    def action_specialty(self) -> None:
        """The next specialty of the skill applies; after the last one none does. With none of its own, any other."""
        named = [item for item, _ in derive.specialties(self.character) if item.name]
        own = [item.name for item in named if item.skill == self.roll.skill] or [item.name for item in named]
        unused = [name for name in own if name not in self.roll.specialties]
        if unused:
            self._put(specialties=(*self.roll.specialties, unused[0]))
        elif own:
            self._put(specialties=tuple(name for name in self.roll.specialties if name not in own))
        else:
            self.notify("You have no specialties.")

    def action_traits(self) -> None:
        """To the first trait that grace may invoke."""
        row = next((row for row in self.query(ItemRow) if row.display and row.item.key.startswith("grace:")), None)
        if row is not None:
            row.focus()

    def action_invoke(self) -> None:
        """Fortune invokes the trait at the focus, or does so no longer."""
        item = self._at()
        if item is None or not item.key.startswith(OF_TRAIT):
            self.notify("Select a trait first (press g).")
        elif changed := through_fortune(self.character, self.roll, item.key.removeprefix(OF_TRAIT)):
            self.change(changed)
        else:
            self.notify("Already active through fortune. Grace doubles it.")

    def action_perk(self) -> None:
        """Takes the first perk that is offered."""
        if self.sums.offered and self.sums.offered[0].plan is not None:
            self._put(**self.sums.offered[0].plan.model_dump())
        else:
            self.notify("No perk to use on this roll.")

    @work
    async def action_skill(self) -> None:
        """Chooses the skill by a digit."""
        if self.roll.cap is not None:
            self.notify("A follow-on uses the same skill.")
            return
        skill = await which_skill(self.app, self.character, self.roll.skill)
        if skill is not None:
            self._turn_to(skill)

    @work
    async def action_advise(self) -> None:
        """What to spend for a chance; taken, it is put into the roll."""
        from saga_tui.games.saga.screens.session.roll.adviser import AdviserScreen

        plan = await self.app.push_screen_wait(AdviserScreen(self.character, self.roll))
        if plan is not None:
            self._put(**plan.model_dump())

    @work
    async def action_reason(self) -> None:
        """Why a modifier of one's own."""
        said = await self.app.push_screen_wait(
            AskText("Modifier", "Reason? (darkness, high ground…)", value=self.roll.reason)
        )
        if said is not None:
            self._put(reason=said, modifier=self.roll.modifier or -1)

    @on(Row.RuleWanted)
    def _rule_wanted(self, event: Row.RuleWanted) -> None:
        if isinstance(self.app, KitApp):
            self.app.open_rule(event.rule)

    # ---- done

    def _payable(self) -> bool:
        """Whether it may be confirmed; says why where it may not."""
        unpaid = self.sums.unpaid
        if unpaid is not None:
            self.notify(safe(unpaid.sentence()), title="Cannot roll", severity="warning", markup=False)
        return unpaid is None

    def action_roll(self) -> None:
        """The program rolls."""
        if self._payable():
            self.dismiss(Composed(self.roll))

    def action_dice(self) -> None:
        """The player throws, and types the faces next."""
        if self._payable():
            self.dismiss(Composed(self.roll, by_hand=True))

    @work
    async def action_marks(self) -> None:
        """The player's own marks; the opposition's are rolled unless they are given."""
        if not self._payable():
            return
        marks = await self.app.push_screen_wait(AskNumber("Your marks", "How many marks did you roll?", default=0))
        if marks is not None:
            self.dismiss(Composed(put(self.roll, marks=marks)))

    @work
    async def action_net(self) -> None:
        """Just the net marks."""
        if not self._payable():
            return
        question = "Net marks (negative if you failed):"
        net = await self.app.push_screen_wait(AskNumber("Net marks", question, default=1, least=None))
        if net is not None:
            self.dismiss(Composed(put(self.roll, net=net)))

    def action_leave(self) -> None:
        """Leaves without a roll."""
        self.dismiss(None)
