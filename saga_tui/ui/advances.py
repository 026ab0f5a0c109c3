"""The screen of a shop (`shop`): what experience buys, each thing with its price and what it does to a chance; what was
bought, and can be given back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from saga_tui.engine.session import Session
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.document_screen import D, DocumentScreen
from saga_tui.ui.fields import FIND, FindLine
from saga_tui.ui.hero import HeroView, Moved
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.panel import Panel
from saga_tui.ui.prices import PriceColumn, Priced
from saga_tui.ui.rows import Line, Lines, LineSpec, Row
from saga_tui.ui.shop import Price, Shop
from saga_tui.ui.specs import Token
from saga_tui.words import sentence


class Ware(Priced):
    """A price of the shop."""

    def __init__(self, price: Price, token: Token) -> None:
        super().__init__("", price.words)
        self.price, self.paid = price, token

    def show(self, price: Price, held: int) -> None:
        """Shows what it costs and brings now."""
        self.price = price
        self.cost, self.short = price.cost, max(0, price.cost - held)
        self.words, self.chance, self.detail = price.words, price.chance, price.detail

    def right(self) -> Content:
        """What it does to the chance where there is room for it, and the price."""
        style = "$dim" if self.short else f"bold {self.paid.colour}"
        price = (f"{self.cost:3} {self.paid.full}", style)
        whole = Content.assemble((self.chance, "$dim"), price)
        fits = len(self.words) + whole.cell_length + 3 <= self.content_size.width
        return whole if fits else Content.assemble(price)


class PriceList(DocumentScreen[D]):
    """What every screen of prices does: it shows what the price at the focus would change, and finds prices."""

    def weigh(self) -> None:
        """What the price at the focus would change."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Shows the prices."""
        self.happened()

    def on_descendant_focus(self) -> None:
        """Another price."""
        self.weigh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Taking over is there where another copy matters."""
        return action != "take_over" or any(banner.offers for banner in self.query(ReadOnlyBanner))

    def action_take_over(self) -> None:
        """Takes over from another copy of the program, or answers its wish."""
        self.query_one(ReadOnlyBanner).press()

    def action_find(self) -> None:
        """Find a price by its words."""
        self.query_one(FindLine).open()

    def action_leave(self) -> None:
        """Show all prices again; else go back."""
        if not self.query_one(FindLine).close():
            self.dismiss(None)


class ShopScreen(PriceList[Any]):
    """Prices by sections; beside them what one has, what the price at the focus would change, and what was bought."""

    CSS_PATH = Path(__file__).with_name("advances.tcss")
    AUTO_FOCUS = "Ware"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete", "take_back", "Refund last", id="shop.back", tooltip="Refund the last advance"),
        Binding("T", "take_over", "Take over", id="shop.take", tooltip="Take over or hand over editing"),
        Binding("t", "helper", "Helper", id="shop.helper"),
        Binding("u", "undo", "Undo", id="shop.undo"),
        Binding("U", "redo", "Redo", id="shop.redo", show=False),
        FIND,
        Binding("down", "app.focus_next", "Down", id="shop.down", show=False),
        Binding("up", "app.focus_previous", "Up", id="shop.up", show=False),
        Binding("q,escape,e", "leave", "Back", id="shop.leave"),
    ]

    def __init__(self, session: Session[Any], shop: Shop) -> None:
        super().__init__(session)
        self.shop = shop
        self.told: int | None = None
        """The helper's number."""
        if shop.helper is not None:
            self._bindings = self._bindings.copy()
            bound = self._bindings.key_to_bindings["t"]
            self._bindings.key_to_bindings["t"] = [
                replace(one, description=shop.helper.words, tooltip=shop.helper.help) for one in bound
            ]

    def compose(self) -> ComposeResult:
        """The prices, then what they change."""
        prices = self.shop.prices(self.document, self.told)
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield Static(id="shop-now")
        with Horizontal(id="shop"):
            sections = [*dict.fromkeys(price.section for price in prices)]
            for column in filter(None, (sections[:-1], sections[-1:])):
                with PriceColumn(classes="prices"):
                    for section in column:
                        rows = (Ware(price, self.shop.token) for price in prices if price.section == section)
                        yield Panel(*rows, title=section, compact=True)
            with Vertical(id="shop-beside"):
                yield Panel(HeroView(id="shop-hero"), Static(id="shop-change"), title=self.shop.title, classes="-hero")
                yield Panel(Lines(empty="Nothing yet."), title="Bought", compact=True, id="shop-bought")
        with Foot():
            yield FindLine(lambda: self.query(Ware))
            yield KeyBar()

    def happened(self) -> None:
        """Prices, what one has and what was bought as they are now."""
        self._shown, shop = self.memory.doc, self.shop
        held, found = shop.held(self.document), {one.id: one for one in shop.prices(self.document, self.told)}
        name = Content.assemble((safe(self.document.title, limit=60), "bold $title"), (f" · {shop.title}", "$dim"))
        self.query_one(StatusLine).say(name, Content.styled(f"{shop.token.full} {held} {shop.unit}", "bold"))
        self.say_saved()
        self.query_one("#shop-now", Static).update(Content.styled(shop.now(self.document), "$dim"))
        for row in self.query(Ware):
            if row.price.id in found:
                row.show(found[row.price.id], held)
        bought = shop.bought(self.document)
        told = [LineSpec(one.words, str(one.cost), "✓", "$good", at) for at, one in enumerate(bought)]
        self.query_one("#shop-bought Lines", Lines).show(told)
        self.weigh()
        self.refresh_bindings()

    def weigh(self) -> None:
        """What is left then, and what the rules say of it."""
        row, held = self.focused, self.shop.held(self.document)
        hero, change = self.query_one(HeroView), self.query_one("#shop-change", Static)
        if not isinstance(row, Ware):
            hero.show(
                Moved(held, held, (f"{self.shop.unit} to spend", "Enter buys what is selected."), self.shop.token)
            )
            change.update("")
            return
        after = held if row.short else held - row.cost
        words = f"{row.short} short of {row.cost}" if row.short else f"for {row.cost}"
        hero.show(Moved(held, after, (sentence(row.words), words), self.shop.token))
        outcome = self.session.preview(row.price.command)
        lines = [sentence(safe(line.text)) for line in outcome.lines] if not outcome.refused else []
        lines += [f"{safe(one.message)}. {safe(one.fix)}" for one in outcome.problems if not row.short]
        change.update(Content.styled("\n".join(filter(None, [row.chance, row.detail, *lines])), "$dim"))

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A helper is asked for where there can be one."""
        return self.shop.helper is not None if action == "helper" else super().check_action(action, parameters)

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        if isinstance(event.row, Ware):
            self.run_worker(self.execute(event.row.price.command))
        elif isinstance(event.row, Line) and isinstance(event.row.data, int):
            self.run_worker(self.execute(self.shop.bought(self.document)[event.row.data].back))

    def action_take_back(self) -> None:
        """The last thing that was bought goes back."""
        if bought := self.shop.bought(self.document):
            self.run_worker(self.execute(bought[-1].back))
        else:
            self.notify("Nothing that can be refunded.")

    def action_helper(self) -> None:
        """Asks for the helper's number; nothing: no helper."""
        self.run_worker(self._helped())

    async def _helped(self) -> None:
        helper = self.shop.helper
        if helper is not None:
            number = await self.number(helper.words, helper.question, default=self.told or 0)
            if number is not None:
                self.told = number or None
                self.happened()
