"""The advancement screen: prices with their reasons, what each would change, what was bought and can be taken back."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from saga_tui.games.saga.rules import budget, state
from saga_tui.games.saga.rules.commands import Command, command_of
from saga_tui.games.saga.rules.commands.spark import Refund
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.advancement.asking import asked
from saga_tui.games.saga.screens.advancement.offers import Price, differences, price, prices
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.fields import FIND, FindLine
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Line, Lines, LineSpec, Row
from saga_tui.ui.rulings import problem_content

GLINT = marks.SPARK.full


class PriceRow(Row):
    """A thing to buy: its key, its words, its price; dim where there is too little Spark."""

    at_once = True
    cost = reactive(0)
    dear = reactive(False)

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Buy", id="price.buy", tooltip="Buy this")]

    def __init__(self, offer: Price, table: Table) -> None:
        super().__init__(key=offer.key, explain=self._price)
        self.offer = offer
        self.table = table

    def _price(self) -> Tally:
        return price(self.table.character, self.offer.bought)

    def left(self, width: int) -> Content:
        """The words."""
        return Content.styled(safe(self.offer.words), "$dim" if self.dear else "")

    def right(self) -> Content:
        """The price."""
        style = "$dim" if self.dear else f"bold {marks.SPARK.colour}"
        return Content.styled(f"{self.cost:2} {GLINT}", style)


class AdvancementScreen(SagaScreen):
    """What Spark buys at a chapter's end. A key goes to a price, Enter buys it."""

    CSS_PATH = Path(__file__).with_name("advancement.tcss")
    AUTO_FOCUS = "PriceRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("equals_sign", "rule", "Override", id="advancement.rule", show=False,
                tooltip="Override a number or text"),
        Binding("enter", "buy", "Buy", id="advancement.buy"),
        Binding("delete", "take_back", "Refund last", id="advancement.back", tooltip="Refund the last advance"),
        Binding("T", "take_over", "Take over", id="advancement.take", tooltip="Take over or hand over editing"),
        Binding("u", "undo", "Undo", id="advancement.undo"),
        Binding("U", "redo", "Redo", id="advancement.redo", show=False),
        FIND,
        Binding("q,escape,b", "leave", "Back", id="advancement.leave"),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        """Prices on the left; on the right what the one at the focus would change, and what was bought."""
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield Static(id="advancement-now")
        with Horizontal(id="advancement"):
            with Vertical(id="prices"):
                for section, found in groupby(prices(self.character), key=lambda item: item.section):
                    yield Panel(
                        *(PriceRow(item, self.session) for item in found),
                        title=section,
                        compact=True,
                        id=section.lower(),
                    )
            with Vertical(id="detail"):
                yield Panel(Static(id="change"), title="What it changes", id="change-panel")
                yield Panel(
                    Lines(empty="Nothing yet."),
                    title="Bought",
                    compact=True,
                    id="bought",
                )
        with Foot():
            yield FindLine(lambda: self.query(PriceRow))
            yield KeyBar(lines=2)

    def on_mount(self) -> None:
        """Shows the prices."""
        self.happened()

    # ---- showing

    def happened(self) -> None:
        """Prices, Spark and purchases as they are now."""
        self._shown = self.memory.doc
        character, play = self.character, state.play_of(self.character)
        held = Content.styled(f"{GLINT} {play.spark} Spark", f"bold {marks.SPARK.colour}")
        status = self.query_one(StatusLine)
        status.say(Content.assemble((view.one_line(character.title, 60), "bold $title"), (" · advances", "$dim")), held)
        self.say_saved()
        self.query_one(ReadOnlyBanner).sync()
        self.query_one("#advancement-now", Static).update(self._now())
        for row in self.query(PriceRow):
            row.cost = price(character, row.offer.bought).total
            row.dear = row.cost > play.spark
        until = f"refundable until chapter {play.chapter + 1}"
        self.query_one("#bought", Panel).head(
            f"Bought after chapter {play.chapter}" if play.chapter else "Bought", until
        )
        self.query_one("#bought", Panel).query_one(Lines).show(self._bought())
        self._foresee()
        self.refresh_bindings()

    def _now(self) -> Content:
        play = state.play_of(self.character)
        if state.span_of(play) == "saga" and play.chapter:
            words = f"After chapter {play.chapter}: press a key to select, Enter to buy."
            return Content.styled(words, "$dim")
        return Content.styled("You buy advances between chapters. Buying now takes a house ruling.", "$warn")

    def _bought(self) -> list[LineSpec]:
        found = []
        for place, item in enumerate(self.character.advances):
            if item.chapter == state.play_of(self.character).chapter:
                before = self.character.model_copy(update={"advances": self.character.advances[:place]})
                cost = price(before, item).total
                words = view.one_line(budget.describe(self.character, item))
                found.append(LineSpec(words, f"{cost} {GLINT}", mark="✓", style="$good", data=place,
                                      explain=partial(price, before, item)))  # fmt: skip
        return found

    @property
    def offer(self) -> Price | None:
        """The price at the focus."""
        return self.focused.offer if isinstance(self.focused, PriceRow) else None

    def on_descendant_focus(self) -> None:
        """What the price at the focus would change."""
        self._foresee()

    def _foresee(self) -> None:
        offer = self.offer
        box = self.query_one("#change", Static)
        if offer is None:
            box.update(Content.styled("Select an advance to see what it changes.", "$dim"))
            return
        tally = price(self.character, offer.bought)
        lines = [
            Content.assemble(
                (safe(offer.words), "bold"), "  ", (f"{tally.total} {GLINT}", f"bold {marks.SPARK.colour}")
            )
        ]
        lines += [Content.assemble((f"{term.amount:+4d} ", "bold"), safe(term.reason)) for term in tally.terms]
        lines.append(Content(""))
        lines += self._effects(offer)
        box.update(Content("\n").join(lines))

    def _effects(self, offer: Price) -> list[Content]:
        if offer.asks:
            return [Content.styled("Press Enter to choose.", "$dim")]
        outcome = self.session.preview(self._command(offer))
        after = outcome if not outcome.refused else self.session.preview(self._command(offer), (), overrule="")
        shown = differences(self.character, after.after)
        width = max((len(item.label) for item in shown), default=0)
        lines = [
            Content.assemble(
                f"{item.label.ljust(width)}  ", (str(item.before), "$dim"), " → ", (str(item.after), "bold $glow")
            )
            for item in shown
        ]
        if outcome.refused:
            lines += [Content(""), *(problem_content(item) for item in outcome.problems)]
        return lines

    def _command(self, offer: Price) -> Command:
        bought = offer.bought
        params = {"buy": bought.buy, "asset": bought.asset, "skill": bought.skill}
        return command_of("buy", params)

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Taking over is there where another copy matters."""
        if action == "take_over":
            return any(banner.offers for banner in self.query(ReadOnlyBanner))
        return True

    def action_take_over(self) -> None:
        """Takes over from another copy of the program, or answers its wish."""
        self.query_one(ReadOnlyBanner).press()

    def on_key(self, event: events.Key) -> None:
        """A price's key goes to it."""
        for row in self.query(PriceRow):
            if event.character == row.key:
                event.stop()
                row.focus()
                return

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        if isinstance(event.row, PriceRow):
            self.run_worker(self._buy(event.row.offer))
        elif isinstance(event.row, Line) and isinstance(event.row.data, int):
            self.run_worker(self._take_back(event.row.data))

    def action_buy(self) -> None:
        """Enter where no price is at the focus."""
        self.notify("Select an advance first, by its key or the arrows.")

    async def _buy(self, offer: Price) -> None:
        if not offer.asks:
            await self.execute(self._command(offer))
            return
        params = await asked(self, offer.bought.buy)
        if params is not None:
            await self.execute(command_of("buy", params))

    def action_take_back(self) -> None:
        """The last advance of this chapter's end goes back."""
        here = [place for place, item in enumerate(self.character.advances)
                if item.chapter == state.play_of(self.character).chapter]  # fmt: skip
        if here:
            self.run_worker(self._refund(here[-1]))
        else:
            self.notify("You have bought nothing since the chapter ended.")

    async def _refund(self, place: int) -> None:
        """Give an advance back, once that is confirmed."""
        words = view.one_line(budget.describe(self.character, self.character.advances[place]))
        if await self.app.push_screen_wait(
            Confirm("Refund", f"Refund this advance?\n{words}", yes="Refund", no="Cancel")
        ):
            await self._take_back(place)

    async def _take_back(self, place: int) -> None:
        await self.execute(Refund(advance=place))

    def action_find(self) -> None:
        """Find a price by its words."""
        self.query_one(FindLine).open()

    def action_leave(self) -> None:
        """Show all prices again; else go back to the session."""
        if not self.query_one(FindLine).close():
            self.dismiss(None)
