"""Advancement: what Spark buys between chapters (SPK-4): prices with their reasons, what each would change, what was
bought and can be refunded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import budget, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES, Command, command_of
from saga_tui.games.saga.rules.commands.spark import Refund
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.advance_asks import ASKS
from saga_tui.games.saga.screens.builder.asking import differences
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.prices import GLINT, Price, PriceRow, chance_table, chances, prices, ruled, weighed
from saga_tui.games.saga.screens.session import now, view
from saga_tui.ui.advances import PriceList
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.fields import FIND, FindLine
from saga_tui.ui.hero import HeroView, Moved
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.panel import Panel, fill
from saga_tui.ui.prices import PriceColumn
from saga_tui.ui.rows import Line, Lines, LineSpec, Row
from saga_tui.ui.rulings import problem_content

BESIDE: Final = 120
"""Columns of the terminal from which on what was bought stands beside the prices."""


class Chances(Panel):
    """The chance of every skill as it is now, in as many columns as there is room for."""

    character: Character | None = None

    def show(self, character: Character) -> None:
        """Those of a character."""
        self.character = character
        lines = chance_table(character, self.content_size.width)
        fill(self.query_one(Static), Content("\n").join(list(lines)))

    def on_resize(self) -> None:
        """Its own size counts: that of the screen is known before."""
        super().on_resize()
        if self.character is not None:
            self.show(self.character)


class AdvancementScreen(PriceList[Character], SagaScreen):
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
            with PriceColumn(classes="prices", id="prices-two"):
                yield self._panel("Assets")
                yield self._panel("More")
            with PriceColumn(classes="prices"):
                yield self._panel("Skills")
            with Vertical(id="detail"):
                yield Panel(
                    HeroView(id="spark"), Static(id="change"), title="Spark", id="change-panel", classes="-hero"
                )
                yield Panel(Lines(empty="Nothing yet."), title="Bought", compact=True, id="bought")
                yield Chances(Static(id="chances-words"), title="Success now", id="chances")
        with Foot():
            yield FindLine(lambda: self.query(PriceRow))
            yield KeyBar()

    def _panel(self, section: str) -> Panel:
        rows = (PriceRow(item) for item in prices(self.character) if item.section == section)
        return Panel(*rows, title=section, compact=True, id=section.lower())

    # ---- showing

    def happened(self) -> None:
        """Prices, Spark and purchases as they are now."""
        self._shown = self.memory.doc
        character, play = self.character, state.play_of(self.character)
        held = Content.styled(f"{GLINT} {play.spark} Spark", f"bold {marks.SPARK.colour}")
        name = Content.assemble((view.one_line(character.title, 60), "bold $title"), (" · advances", "$dim"))
        self.query_one(StatusLine).say(name, held)
        self.say_saved()
        self.query_one(ReadOnlyBanner).sync()
        self.query_one("#advancement-now", Static).update(self._now())
        for row in self.query(PriceRow):
            row.show(character)
        self._head_skills([*self.query("#skills PriceRow").results(PriceRow)])
        bought = self.query_one("#bought", Panel)
        bought.head("Bought", f"refundable until chapter {play.chapter + 1}")
        bought.query_one(Lines).show([self._line(place) for place in self._bought()])
        self.weigh()
        for column in self.query(PriceColumn):
            column.call_after_refresh(column.deal)
        self.call_after_refresh(self._tell_chances)
        self.refresh_bindings()

    def _head_skills(self, rows: Sequence[PriceRow]) -> None:
        """What the chances are worked out against stands in the rule, and the price where all have the same."""
        costs = {row.cost for row in rows}
        for row in rows:
            row.priced = len(costs) > 1
        each = f"{costs.pop()} {GLINT} each" if len(costs) == 1 else ""
        self.query_one("#skills", Panel).head(
            subtitle=", ".join(filter(None, (each, now.against_last(self.character))))
        )

    def _now(self) -> Content:
        """Where one stands, or that the first advance of all was bought."""
        character, play, bought = self.character, state.play_of(self.character), self._bought()
        if state.span_of(play) != "saga" or not play.chapter:
            return Content.styled("You buy advances between chapters. Buying now takes a house ruling.", "$warn")
        if len(character.advances) == 1 and bought:
            first = f"{GLINT} The first advance of {view.one_line(character.title, 30)}: {self._words(0)}. "
            return Content.assemble((first, "bold $good"), ("Delete refunds it.", "$dim"))
        if bought and self.app.size.width < BESIDE:
            listed = ", ".join(map(self._words, reversed(bought)))
            return Content.styled(f"Bought: {listed}", "$dim").truncate(self.app.size.width - 4, ellipsis=True)
        return Content.styled(f"After chapter {play.chapter}: press a key to select, Enter to buy.", "$dim")

    def _bought(self) -> list[int]:
        """The places of the advances of this chapter's end."""
        chapter = state.play_of(self.character).chapter
        return [place for place, item in enumerate(self.character.advances) if item.chapter == chapter]

    def _line(self, place: int) -> LineSpec:
        character = self.character
        before = character.model_copy(update={"advances": character.advances[:place]})
        price = partial(budget.spark_price, before, character.advances[place])
        return LineSpec(self._words(place), f"{price().total} {GLINT}", mark="✓", style="$good", data=place,
                        explain=price)  # fmt: skip

    def _words(self, place: int) -> str:
        return view.one_line(budget.describe(self.character, self.character.advances[place]))

    def _tell_chances(self) -> None:
        self.query_one(Chances).show(self.character)

    def weigh(self) -> None:
        """What the price at the focus would change."""
        row = self.focused
        change, hero = self.query_one("#change", Static), self.query_one(HeroView)
        if not isinstance(row, PriceRow):
            spark = state.play_of(self.character).spark
            hero.show(Moved(spark, spark, ("Spark in hand", "Select an advance to see what it changes."), marks.SPARK))
            change.update("")
            return
        hero.show(weighed(self.character, row.offer))
        change.update(Content("\n").join([*self._effects(row.offer), *self._about(row)]))

    def _about(self, row: PriceRow) -> Iterator[Content]:
        """What it does to the chances, and what the book says of it."""
        bars = list(chances(self.character, row.offer, self.query_one("#change").content_size.width))
        yield from [Content(""), *bars] if bars else ()
        rule = RULES.book.rule(ruled(row.offer))
        if rule is not None:
            yield from (Content(""), Content.styled(rule.title, "bold $title"), Content.styled(rule.text, "$dim"))

    def _effects(self, offer: Price) -> list[Content]:
        if offer.asks:
            return [Content.styled("Press Enter to choose.", "$dim")]
        outcome = self.session.preview(_command(offer))
        after = outcome if not outcome.refused else self.session.preview(_command(offer), (), overrule="")
        shown = differences(self.character, after.after)
        width = max((len(label) for label, _, _ in shown), default=0)
        lines = [
            Content.assemble(f"{label.ljust(width)}  ", (str(old), "$dim"), " → ", (str(new), "bold $glow"))
            for label, old, new in shown
        ]
        if outcome.refused:
            lines += [Content(""), *(problem_content(item) for item in outcome.problems)]
        return lines

    def on_resize(self) -> None:
        """The line above the prices names what was bought where that has no room beside them."""
        fill(self.query_one("#advancement-now", Static), self._now())
        self.call_after_refresh(self.weigh)

    # ---- keys

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
            self.run_worker(self.execute(Refund(advance=event.row.data)))

    def action_buy(self) -> None:
        """Enter where no price is at the focus."""
        self.notify("Select an advance first, by its key or the arrows.")

    async def _buy(self, offer: Price) -> None:
        if not offer.asks:
            await self.execute(_command(offer))
        elif (params := await ASKS[offer.bought.buy](self)) is not None:
            await self.execute(command_of("buy", {"buy": offer.bought.buy, **params}))

    def action_take_back(self) -> None:
        """The last advance of this chapter's end goes back."""
        if here := self._bought():
            self.run_worker(self._refund(here[-1]))
        else:
            self.notify("You have bought nothing since the chapter ended.")

    async def _refund(self, place: int) -> None:
        """Give an advance back, once that is confirmed."""
        question = f"Refund this advance?\n{self._words(place)}"
        if await self.app.push_screen_wait(Confirm("Refund", question, yes="Refund", no="Cancel")):
            await self.execute(Refund(advance=place))


def _command(offer: Price) -> Command:
    bought = offer.bought
    return command_of("buy", {"buy": bought.buy, "asset": bought.asset, "skill": bought.skill})
