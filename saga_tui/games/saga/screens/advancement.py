"""Advancement: what Spark buys between chapters (SPK-4): prices with their reasons, what each would change, what was
bought and can be refunded; and what is asked before a purchase is whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import ClassVar, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from saga_tui.games.saga.rules import budget, derive, state
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.commands import Command, command_of
from saga_tui.games.saga.rules.commands.spark import Refund
from saga_tui.games.saga.rules.words import ASSETS, LEVELS, SKILLS, Skill
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.builder.asking import OWN, PIECE, differences, specialty_ideas, trait_ideas
from saga_tui.games.saga.screens.builder.gear import ask_gear
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.setting import ask_own_perk, shelf_for, world
from saga_tui.games.saga.table import Table
from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.dialogs import Confirm, Offer
from saga_tui.ui.fields import FIND, FindLine
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Line, Lines, LineSpec, Row
from saga_tui.ui.rulings import problem_content
from saga_tui.words import plural

GLINT = marks.SPARK.full
Params = dict[str, object]

# ---- the price list


@dataclass(frozen=True, slots=True)
class Price:
    """One line of the price list: its key, its words, the purchase it stands for, and whether more is asked first."""

    key: str
    section: str
    words: str
    bought: Purchase
    asks: bool = False


def prices(character: Character) -> list[Price]:
    """The whole price list, in the book's order (SPK-4)."""
    assets = (
        Price(marks.ASSET_KEYS[asset], "Assets", f"{marks.ASSETS[asset].full} {asset.capitalize()} +1",
              Purchase(buy="asset", asset=asset))
        for asset in ASSETS
    )  # fmt: skip
    skills = (
        Price(str(place), "Skills", f"{safe(derive.skill_name(character, skill), limit=40)} +1",
              Purchase(buy="rank", skill=skill))
        for place, skill in enumerate(SKILLS, 1)
    )  # fmt: skip
    return [
        *assets,
        *skills,
        Price("s", "More", "Specialty…", Purchase(buy="specialty"), asks=True),
        Price("t", "More", "Trait…", Purchase(buy="trait"), asks=True),
        Price("p", "More", "Perk…", Purchase(buy="perk"), asks=True),
        Price("x", "More", "Gear, per rating…", Purchase(buy="gear", rating=1), asks=True),
        Price("c", "More", "Reduce a consequence…", Purchase(buy="consequence"), asks=True),
        Price("d", "More", "Clear a doom step", Purchase(buy="doom")),
    ]


class PriceRow(Row):
    """A thing to buy: its key, its words, its price; dim where there is too little Spark."""

    at_once = True
    cost = reactive(0)
    dear = reactive(False)

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Buy", id="price.buy", tooltip="Buy this")]

    def __init__(self, offer: Price, table: Table) -> None:
        super().__init__(key=offer.key, explain=lambda: budget.spark_price(table.character, offer.bought))
        self.offer = offer

    def left(self, width: int) -> Content:
        """The words."""
        return Content.styled(safe(self.offer.words), "$dim" if self.dear else "")

    def right(self) -> Content:
        """The price."""
        return Content.styled(f"{self.cost:2} {GLINT}", "$dim" if self.dear else f"bold {marks.SPARK.colour}")


# ---- the screen


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
                    rows = (PriceRow(item, self.session) for item in found)
                    yield Panel(*rows, title=section, compact=True, id=section.lower())
            with Vertical(id="detail"):
                yield Panel(Static(id="change"), title="What it changes", id="change-panel")
                yield Panel(Lines(empty="Nothing yet."), title="Bought", compact=True, id="bought")
        with Foot():
            yield FindLine(lambda: self.query(PriceRow))
            yield KeyBar()

    def on_mount(self) -> None:
        """Shows the prices."""
        self.happened()

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
            row.cost = budget.spark_price(character, row.offer.bought).total
            row.dear = row.cost > play.spark
        bought = self.query_one("#bought", Panel)
        heading = f"Bought after chapter {play.chapter}" if play.chapter else "Bought"
        bought.head(heading, f"refundable until chapter {play.chapter + 1}")
        bought.query_one(Lines).show([self._line(place) for place in self._bought()])
        self._foresee()
        self.refresh_bindings()

    def _now(self) -> Content:
        play = state.play_of(self.character)
        if state.span_of(play) == "saga" and play.chapter:
            return Content.styled(f"After chapter {play.chapter}: press a key to select, Enter to buy.", "$dim")
        return Content.styled("You buy advances between chapters. Buying now takes a house ruling.", "$warn")

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

    def on_descendant_focus(self) -> None:
        """What the price at the focus would change."""
        self._foresee()

    def _foresee(self) -> None:
        box = self.query_one("#change", Static)
        if not isinstance(self.focused, PriceRow):
            box.update(Content.styled("Select an advance to see what it changes.", "$dim"))
            return
        offer = self.focused.offer
        tally = budget.spark_price(self.character, offer.bought)
        cost = (f"{tally.total} {GLINT}", f"bold {marks.SPARK.colour}")
        lines = [Content.assemble((safe(offer.words), "bold"), "  ", cost)]
        lines += [Content.assemble((f"{term.amount:+4d} ", "bold"), safe(term.reason)) for term in tally.terms]
        box.update(Content("\n").join([*lines, Content(""), *self._effects(offer)]))

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

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Taking over is there where another copy matters."""
        return action != "take_over" or any(banner.offers for banner in self.query(ReadOnlyBanner))

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

    def action_find(self) -> None:
        """Find a price by its words."""
        self.query_one(FindLine).open()

    def action_leave(self) -> None:
        """Show all prices again; else go back to the session."""
        if not self.query_one(FindLine).close():
            self.dismiss(None)


def _command(offer: Price) -> Command:
    bought = offer.bought
    return command_of("buy", {"buy": bought.buy, "asset": bought.asset, "skill": bought.skill})


# ---- what is asked first: each gives the purchase's parameters, or None where it was left


async def specialty(desk: SagaScreen) -> Params | None:
    """Its skill, then its name, with the book's examples."""
    character = desk.character
    offers = [
        Offer(skill, view.one_line(derive.skill_name(character, skill)),
              plural(derive.ranks(character, skill).total, "rank"))
        for skill in SKILLS
    ]  # fmt: skip
    skill = await desk.choose("Specialty", offers, "Of which skill?")
    if skill is None:
        return None
    ideas = specialty_ideas(character, cast(Skill, skill), world(desk.character, shelf_for(desk.memory.path)))
    name = await desk.text("Specialty", "Name?", suggestions=ideas)
    return {"skill": skill, "name": name} if name else None


async def trait(desk: SagaScreen) -> Params | None:
    """Its words, with the book's examples."""
    name = await desk.text(
        "Trait",
        "Which trait?",
        suggestions=[idea.text for idea in trait_ideas(world(desk.character, shelf_for(desk.memory.path)))],
    )
    return {"name": name} if name else None


async def perk(desk: SagaScreen) -> Params | None:
    """Which, for which asset, and Expert's skill."""
    character, owned = desk.character, {item.name for item in derive.perks(desk.character)}
    offers = [
        Offer(info.name, info.name, info.text, "You already have it." if info.name in owned and not info.choose else "")
        for info in derive.known_perks(character)
    ]
    key = await desk.choose(
        "Perk", [*offers, Offer(OWN, "Custom perk…", "You name it and say what it does", rule="PRK-1")]
    )
    if key == OWN:
        made = await ask_own_perk(desk.app, character)
        key = made.name if made is not None and await desk.execute(made) is not None else None
    info = derive.perk_info(desk.character, key) if key else None
    if info is None:
        return None
    asset: str | None = info.assets[0]
    if len(info.assets) > 1:
        able = [Offer(name, name.capitalize()) for name in info.assets]
        asset = await desk.choose(info.name, able, "For which asset?")
    skill: str | None = ""
    if info.choose and asset:
        names = [Offer(skill, view.one_line(derive.skill_name(character, skill))) for skill in SKILLS]
        skill = await desk.choose(info.name, names, "For which skill?")
    return None if asset is None or skill is None else {"name": info.name, "asset": asset, "skill": skill}


async def gear(desk: SagaScreen) -> Params | None:
    """A piece as the builder asks for it, with the price of its rating."""
    price = f"{derive.numbers(desk.character).spark.prices.gear_per_rating} Spark each"
    piece = await ask_gear(desk.app, desk.character, "Gear", world(desk.character, shelf_for(desk.memory.path)), price)
    return None if piece is None else piece.model_dump(include=PIECE)


async def consequence(desk: SagaScreen) -> Params | None:
    """Which, and which level's point where there are several."""
    listed = state.play_of(desk.character).consequences
    if not listed:
        desk.notify("You have no consequences to reduce.")
        return None
    offers = [Offer(str(at), view.one_line(item.name), view.severity_note(item)) for at, item in enumerate(listed)]
    chosen = await desk.choose("Reduce a consequence", offers) if len(offers) > 1 else "0"
    if chosen is None:
        return None
    item = listed[int(chosen)]
    levels = [level for level in LEVELS if item.points.get(level)]
    level: str | None = ""
    if len(levels) > 1:
        level = await desk.choose(view.one_line(item.name), [Offer(key, f"A {key} point") for key in levels])
    return None if level is None else {"name": item.name, "level": level}


ASKS: Final[dict[str, Callable[[SagaScreen], Awaitable[Params | None]]]] = {
    "specialty": specialty, "trait": trait, "perk": perk, "gear": gear, "consequence": consequence,
}  # fmt: skip
