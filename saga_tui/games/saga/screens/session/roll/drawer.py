"""The drawer in which a roll is put together; tokens and damage stay in sight beside it."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widgets import Static

from saga_tui.games.saga.rules import rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.composed import Composed
from saga_tui.games.saga.screens.session.roll.items import Item, items, put
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.tally import Term
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.dialogs import AskNumber, AskText
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Row

TOKENS = Binding.Group("a token more")


class ItemRow(Row):
    """One part of the roll: what it is, its value, and what it brings."""

    item: reactive[Item | None] = reactive(None)

    def __init__(self, item: Item) -> None:
        super().__init__(steps=True)
        self.set_reactive(ItemRow.item, item)

    def left(self, width: int) -> Content:
        """What it is; bright where it is in use."""
        item = self.item
        if item is None:
            return Content("")
        return Content.styled(safe(item.label), "" if item.used else "$dim")

    def right(self) -> Content:
        """Its value, in the colour of its token."""
        item = self.item
        if item is None:
            return Content("")
        style = f"bold {item.colour}" if item.used and item.colour else "bold" if item.used else "$dim"
        return Content.styled(safe(item.value), style)


class RollDrawer(ModalScreen[Composed]):
    """Rows to walk and step, the pool with its terms below; gives the roll, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "roll", "roll", id="roll.roll", priority=True),
        Binding("d", "dice", "dice by hand", id="roll.dice", tooltip="Throw your own dice and type their faces"),
        Binding("m", "marks", "own marks", id="roll.marks", tooltip="Enter the marks that you rolled by hand"),
        Binding("s", "net", "succeeded by…", id="roll.net", tooltip="Enter just the net marks"),
        Binding("space", "use", "use it", id="roll.toggle"),
        Binding("f", "add('force', 1)", "+", id="roll.force", group=TOKENS),
        Binding("a", "add('acuity', 1)", "+", id="roll.acuity", group=TOKENS),
        Binding("o", "add('fortune', 1)", "+", id="roll.fortune", group=TOKENS),
        Binding("F", "add('force', -1)", "force back", id="roll.force-back", show=False),
        Binding("A", "add('acuity', -1)", "acuity back", id="roll.acuity-back", show=False),
        Binding("O", "add('fortune', -1)", "fortune back", id="roll.fortune-back", show=False),
        Binding("t", "reason", "why a modifier", id="roll.reason", show=False),
        Binding("escape", "leave", "leave", id="roll.leave"),
    ]

    def __init__(self, table: Table, roll: Roll) -> None:
        super().__init__()
        self.table = table
        self.roll = roll

    @property
    def character(self) -> Character:
        """Who rolls."""
        return self.table.character

    def compose(self) -> ComposeResult:
        """Sections of rows, the pool, the keys."""
        with Vertical(id="drawer") as box:
            box.border_title = "Roll"
            with Panel(compact=True, id="drawer-rows"):
                for section, found in groupby(items(self.character, self.roll), key=lambda item: item.section):
                    yield Static(Content.styled(section, "$title"), classes="drawer--section")
                    yield from (ItemRow(item) for item in found)
            yield Static(id="drawer-pool")
            yield KeyBar(lines=2)

    def on_mount(self) -> None:
        """Begins at the skill."""
        self._show()
        self.query(ItemRow).first().focus()

    def _show(self) -> None:
        found = {item.key: item for item in items(self.character, self.roll)}
        for row in self.query(ItemRow):
            old = row.item
            if old is not None and old.key in found:
                row.item = found[old.key]
        self.query_one("#drawer-pool", Static).update(self._pool())

    def _pool(self) -> Content:
        """The pool's terms and total, always in sight; what the rules would object to below it."""
        pool = rolls.pool(self.character, self.roll.plan)
        terms = Content("  ").join([term_content(term) for term in pool.tally.terms if term.amount])
        name = view.one_line(pool.tally.label, 60)
        total = Content.assemble(
            (f"{pool.tally.total}", "bold $glow"), f" {name}", (" chance roll", "bold $warn") if pool.chance else ""
        )
        against = self._against()
        lines = [self._note(), Content.assemble(total, against), terms]
        faces = (4,) * self.roll.dice_needed(self.character)  # what the rules object to depends on no face
        outcome = self.table.preview(self.roll, faces)
        lines += [Content.styled(f"! {safe(item.sentence())}", "$bad") for item in outcome.findings[:2]]
        return Content("\n").join(lines)

    def _note(self) -> Content:
        """What the row at the focus brings."""
        item = self.focused.item if isinstance(self.focused, ItemRow) else None
        return Content.styled(safe(item.note) if item else "", "italic $dim")

    def on_descendant_focus(self) -> None:
        """Another row, another note."""
        self.query_one("#drawer-pool", Static).update(self._pool())

    def _against(self) -> Content:
        if self.roll.opposing_marks is not None:
            return Content.styled(f"  against {view.plural(self.roll.opposing_marks, 'mark')}", "$dim")
        penalty = rolls.opposing_penalty(self.roll.plan)
        if self.roll.opposing:
            less = f" − {penalty}" if penalty else ""
            return Content.styled(f"  against {self.roll.opposing}{less} dice", "$dim")
        return Content("")

    # ---- keys

    def on_key(self, event: events.Key) -> None:
        """A digit sets the dice against it; a second one at once makes a number of two digits."""
        if event.character and event.character.isdecimal() and event.character.isascii():
            event.stop()
            digit = int(event.character)
            both = self.roll.opposing * 10 + digit
            self._put(opposing=both if 0 < self.roll.opposing <= 3 and both <= 39 else digit, opposing_marks=None)

    def _put(self, **fields: object) -> None:
        self.roll = put(self.roll, **fields)
        self._show()

    def action_use(self) -> None:
        """Steps the row at the focus up."""
        if isinstance(self.focused, ItemRow):
            self.focused.action_step(1)

    def action_add(self, asset: str, by: int) -> None:
        """A token more or fewer."""
        self._put(**{asset: max(0, getattr(self.roll, asset) + by)})

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        if isinstance(event.row, ItemRow) and event.row.item is not None:
            self.roll = event.row.item.step(event.by)
            self._show()

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        self._stepped(Row.Stepped(event.row, 1))

    def action_roll(self) -> None:
        """The program rolls."""
        self.dismiss(Composed(self.roll))

    def action_dice(self) -> None:
        """The player throws, and types the faces next."""
        self.dismiss(Composed(self.roll, by_hand=True))

    @work
    async def action_marks(self) -> None:
        """The player's own marks; the opposition's are rolled unless they are given."""
        marks = await self.app.push_screen_wait(AskNumber("Own marks", "How many marks did you roll?", default=0))
        if marks is not None:
            self.dismiss(Composed(put(self.roll, marks=marks)))

    @work
    async def action_net(self) -> None:
        """Just the net marks."""
        question = "Succeeded by how many? (below zero: failed by)"
        net = await self.app.push_screen_wait(AskNumber("Net marks", question, default=1, least=None))
        if net is not None:
            self.dismiss(Composed(put(self.roll, net=net)))

    @work
    async def action_reason(self) -> None:
        """Why a modifier of one's own."""
        said = await self.app.push_screen_wait(
            AskText("A modifier", "Why? (darkness, high ground …)", value=self.roll.reason)
        )
        if said is not None:
            self._put(reason=said, modifier=self.roll.modifier or -1)

    def action_leave(self) -> None:
        """Leaves without a roll."""
        self.dismiss(None)


def term_content(term: Term) -> Content:
    """`+2 specialty pistols`."""
    style = "bold $bad" if term.amount < 0 else "bold"
    amount = f"{term.amount:+d}".replace("-", "−")
    return Content.assemble((amount, style), f" {safe(term.reason)}")


def fitting(character: Character, roll: Roll) -> Roll:
    """A former roll as it can be made now: without what is there no longer, without its result."""
    play = state.play_of(character)
    return put(
        roll,
        marks=None,
        net=None,
        opposing_marks=None,
        who="",
        why="",
        active=[item.trait for item in play.active if item.trait in roll.active],
        consequences=[item.name for item in play.consequences if item.name in roll.consequences],
    )
