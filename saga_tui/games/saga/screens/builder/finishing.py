"""Step 7: twelve finishing points, each purchase a line that can be taken back (CRE-9)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.widget import Widget

from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.commands.build import Finish, RefundFinishing
from saga_tui.games.saga.rules.named import finishing_cost, points
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, Purchasable, Skill
from saga_tui.games.saga.screens.builder.asking import (
    OWN,
    PIECE,
    SagaStep,
    ask_perk_choices,
    make_own_perk,
    specialty_ideas,
    take_all_the_same,
    trait_ideas,
    what_it_brings,
)
from saga_tui.games.saga.screens.builder.gear import ask_gear
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.problem import Problem, Where
from saga_tui.ui.builder.peek import PagePeek
from saga_tui.ui.builder.session import found_at
from saga_tui.ui.builder.widgets import Heading, TextRow, TextRows, TextSpec
from saga_tui.ui.dialogs import AskText, Choose, Offer
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Explain, Why
from saga_tui.words import plural

SHOP: Final[tuple[tuple[Purchasable, str, str], ...]] = (
    ("asset", "Asset +1", "One rating goes up by 1, and what follows from it:"),
    ("rank", "Skill +1", "One more die on every roll of a skill."),
    ("specialty", "Specialty", "A field in which one of your skills shines: 2 more dice where it applies."),
    ("trait", "Trait", "One more phrase that helps you, and can be used against you."),
    ("perk", "Perk", "Something that others cannot do."),
    ("gear", "Gear, per rating", "A piece that gives dice, or heals."),
)
"""What can be bought: its key, its name, what it changes."""
TELLING: Final = 30
"""Lines of the terminal from which on what a purchase changes stands below each."""


class FinishingStep(SagaStep):
    """What there is to buy, and what was bought."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,d", "drop", "Refund", id="builder.unbuy"),
    ]

    telling = False
    """Whether what a purchase changes is shown."""
    brings: tuple[Character | None, str] = (None, "")
    """What each asset would bring, and for whom that was worked out."""

    def compose_step(self) -> Iterable[Widget]:
        """The shop, the purchases."""
        yield Heading("Buy", id="shop-heading")
        yield TextRows(id="shop")
        yield Heading("Bought", classes="spaced", id="bought-heading")
        yield TextRows(empty="Nothing yet. Press Enter on a line above to buy. You can refund it.", id="bought")
        yield PagePeek(self.builder)

    def show(self, problems: Sequence[Problem]) -> None:
        """Prices, points left, purchases."""
        character = self.character
        sums = budget.finishing_budget(character)
        line = self.query_one("#shop-heading", Heading)
        line.note, line.warn = (f"{-sums.left} too many", True) if sums.left < 0 else ("price", False)
        self.query_one("#shop", TextRows).show(self._offer(*one, sums.left) for one in SHOP)
        self.query_one("#bought-heading", Heading).note = f"{sums.spent} spent"
        specs = [self._bought(index, bought, problems) for index, bought in enumerate(character.finishing)]
        self.query_one("#bought", TextRows).show(specs)
        if character.as_is:
            line.note, line.warn = "no point limits", False
        self.call_after_refresh(self.query_one(PagePeek).fit)

    def on_resize(self) -> None:
        """What each purchase changes stands below it where there are lines for it."""
        if self.telling != (self.app.size.height >= TELLING):
            self.telling = not self.telling
            self.refresh_step()
        elif self.is_attached and self.query(PagePeek):
            self.call_after_refresh(self.query_one(PagePeek).fit)

    def _offer(self, buy: Purchasable, words: str, changes: str, left: int) -> TextSpec:
        price = budget.finishing_price(self.character, Purchase(buy=buy, rating=1))
        told = plural(price, "point")
        dear = price > left
        short = f"{price - max(0, left)} short   " if dear else ""
        column = len(plural(2, "point"))  # the numbers stand in one column
        return TextSpec(
            words, self._changes(buy, changes), f"{short}{told:<{column}}", mark="+",
            style="$dim" if dear else "$key", head_style="$dim" if dear else "bold", data=buy,
            explain=self._price(Purchase(buy=buy, rating=1)), note_style="$dim" if dear else "",
        )  # fmt: skip

    def _changes(self, buy: Purchasable, words: str) -> str:
        """What a purchase changes, for assets with their numbers, where there are lines for it."""
        if not self.telling or buy != "asset":
            return words if self.telling else ""
        if self.brings[0] is not self.character:
            told = [what_it_brings(self.builder, Finish(buy="asset", asset=asset)) for asset in ASSETS]
            self.brings = (self.character, "; ".join(told))
        return f"{words} {self.brings[1]}."

    def _price(self, bought: Purchase) -> Explain:
        """The reasons of a price, and of what is left to pay it."""
        left = next(one for one in points(self.character) if one.name == "finishing-points:left")
        return lambda: Why(finishing_cost(self.character, bought), more=(left,))

    def _bought(self, index: int, bought: Purchase, problems: Sequence[Problem]) -> TextSpec:
        problem = found_at(problems, "finishing", index)
        price = budget.finishing_price(self.character, bought)
        return TextSpec(
            budget.describe(self.character, bought),
            problem.sentence() if problem else "",
            f"{price}",
            mark="✗" if problem and problem.level == "error" else "✓",
            style="$bad" if problem and problem.level == "error" else "$good",
            data=index,
            explain=self._price(bought),
        )

    def widget_at(self, where: Where) -> Widget | None:
        """The purchase, or the shop."""
        return self.row_of("#bought", where) or next(iter(self.query_one("#shop", TextRows).rows()), None)

    # ---- buying

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Taking back needs a purchase at hand."""
        if action == "drop":
            return self.at_hand(self.character.finishing) is not None
        return super().check_action(action, parameters)

    def action_drop(self) -> None:
        """Takes the purchase at hand back."""
        index = self.at_hand(self.character.finishing)
        if index is not None:
            self.builder.do(RefundFinishing(place=index))

    def chosen(self, row: Row) -> None:
        """Enter in the shop buys, on a purchase takes it back."""
        if isinstance(row, TextRow) and isinstance(row.spec.data, int):
            self.builder.do(RefundFinishing(place=row.spec.data))
        elif isinstance(row, TextRow) and isinstance(row.spec.data, str):
            self._buy(row.spec.data)

    @work
    async def _buy(self, buy: str) -> None:
        ask: Callable[[], Awaitable[Finish | None]] = getattr(self, f"_{buy}")
        command = await ask()
        if command is not None and await take_all_the_same(self.app, self.builder, command):
            self.builder.do(command)

    def _why_not(self, command: Finish) -> str:
        """What the rules would find wrong with it, overspending aside: prices stand in the shop."""
        found = self.builder.objections(command)
        told = (f"needs {item.asked}" if item.code == "parent" else item.message for item in found)
        codes = (item.code for item in found)
        return "; ".join(text for text, code in zip(told, codes, strict=True) if code != "overspent")

    async def _asset(self) -> Finish | None:
        offers = []
        for asset in ASSETS:
            brings = what_it_brings(self.builder, Finish(buy="asset", asset=asset))
            offers.append(Offer(asset, f"{LOOKS[asset].full} {asset.capitalize()}", brings))
        picked = await self.app.push_screen_wait(Choose("Raise which asset?", offers))
        return Finish.model_validate({"buy": "asset", "asset": picked}) if picked else None

    async def _skill(self, title: str, buy: Purchasable) -> Skill | None:
        offers = []
        for skill in SKILLS:
            ranks = derive.ranks(self.character, skill).total
            if buy == "rank":
                about = f"{ranks} → {ranks + 1}"
            else:
                about = self._why_not(Finish(buy=buy, skill=skill, name="…")) or plural(ranks, "rank")
            offers.append(Offer(skill, derive.skill_name(self.character, skill), about))
        picked = await self.app.push_screen_wait(Choose(title, offers))
        return next((skill for skill in SKILLS if skill == picked), None)

    async def _rank(self) -> Finish | None:
        skill = await self._skill("Raise which skill?", "rank")
        return Finish(buy="rank", skill=skill) if skill else None

    async def _specialty(self) -> Finish | None:
        skill = await self._skill("Specialty of which skill?", "specialty")
        if skill is None:
            return None
        have = derive.specialties_of(self.character, skill)
        known = [name for name in specialty_ideas(self.character, skill, self.builder.world) if name not in have]
        title = f"Specialty of {derive.skill_name(self.character, skill)}"
        name = await self.app.push_screen_wait(AskText(title, suggestions=known))
        return Finish(buy="specialty", skill=skill, name=name) if name else None

    async def _trait(self) -> Finish | None:
        ideas = [idea.text for idea in trait_ideas(self.builder.world)]
        name = await self.app.push_screen_wait(AskText("New trait", suggestions=ideas))
        return Finish(buy="trait", name=name) if name else None

    async def _perk(self) -> Finish | None:
        offers = []
        for info in derive.known_perks(self.character):
            about = self._why_not(Finish(buy="perk", name=info.name)) if info.choose is None else ""
            glyphs = " ".join(LOOKS[asset].full for asset in info.assets)
            offers.append(Offer(info.name, f"{info.name}  {glyphs}", about or info.text))
        offers.append(Offer(OWN, "Custom perk…", "You name it and say what it does", rule="PRK-1"))
        picked = await self.app.push_screen_wait(Choose("Which perk?", offers, wide=True))
        name = await make_own_perk(self.app, self.builder) if picked == OWN else picked
        info_of = derive.perk_info(self.character, name) if name else None
        if info_of is None:
            return None
        choice = await ask_perk_choices(self.app, self.character, info_of)
        if choice is None:
            return None
        return Finish.model_validate({"buy": "perk", "name": info_of.name, "asset": choice[0], "skill": choice[1]})

    async def _gear(self) -> Finish | None:
        piece = await ask_gear(self.app, self.character, "New gear", self.builder.world)
        if piece is None:
            return None
        return Finish.model_validate({"buy": "gear", **piece.model_dump(include=PIECE)})


def count(character: Character) -> str:
    """What is left to spend: `8 of 12 points left`."""
    if character.as_is:
        return "from paper"
    sums = budget.finishing_budget(character)
    return f"{sums.left} of {plural(sums.total, 'point')} left"
