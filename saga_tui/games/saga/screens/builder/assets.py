"""Step 2: the four assets by priority (CRE-2) or by points (CRE-3), and the free perk (PRK-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import (
    AsIsPerk,
    AssetMethod,
    AssetOrder,
    AssetPoints,
    FreePerk,
    SkillMethod,
)
from saga_tui.games.saga.rules.words import ASSETS, POOLS, Asset
from saga_tui.games.saga.screens.builder.asking import (
    SagaStep,
    ask_number,
    ask_perk_choices,
    confirm_method,
    follows,
    make_own_perk,
    show_follows,
)
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.problem import Problem, Where
from saga_tui.tally import Tally
from saga_tui.ui import tiles
from saga_tui.ui.builder.widgets import NUMBER, Heading, StepPips, Switch, TextRow, TextRows, TextSpec
from saga_tui.ui.rows import Row
from saga_tui.ui.terminal import at_rest
from saga_tui.ui.tiles import LARGE, MEDIUM, SIZES, SMALL
from saga_tui.words import listed, plural

LARGE_FROM = 50
"""Lines of the terminal from which on ratings are drawn in tiles of three lines."""
METHODS = (("priority", "By priority"), ("points", "By points"))


class MethodStep(SagaStep):
    """A step that is taken by priority or by points."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "method", "Method", id="builder.method", tooltip="By priority or by points"),
    ]
    turn: ClassVar[type[AssetMethod | SkillMethod]]
    """The command that takes the other method."""

    @property
    def method(self) -> str:
        """`priority` or `points`."""
        raise NotImplementedError

    @property
    def freely(self) -> bool:
        """Whether each number is chosen by itself: by points, or from paper."""
        return self.method == "points" or self.character.as_is

    def show_method(self) -> None:
        """The method that is taken; from paper there is none."""
        switch = self.query_one(Switch)
        switch.chosen, switch.display = self.method, not self.character.as_is

    @work
    async def action_method(self) -> None:
        """The other method; what changes is shown first (CRE-10)."""
        if self.character.as_is:
            return
        other = self.turn(method="priority" if self.method == "points" else "points")
        if await confirm_method(self.app, self.builder, other):
            self.builder.do(other)


class AssetsStep(MethodStep):
    """Ratings at the left, what follows from them at the right, the perks beneath."""

    turn = AssetMethod
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "own_perk", "Custom perk", id="builder.own-perk", show=False, tooltip="Create a custom perk"),
    ]

    @property
    def method(self) -> str:
        """That of the assets."""
        return self.character.assets.method

    def compose_step(self) -> Iterable[Widget]:
        """Method, assets, thresholds, perks."""
        yield Switch(METHODS)
        with Horizontal(id="assets-and-more", classes="beside"):
            with Vertical(id="asset-rows"):
                for asset in ASSETS:
                    explain = partial(self._rating, asset)
                    yield StepPips(LOOKS[asset], asset.capitalize(), steps=True, explain=explain, id=f"asset-{asset}")
            with Vertical(id="follows"):
                yield from follows("follows", lambda: self.character)
        yield Heading("", id="asset-budget")
        yield Heading("Free perk", id="perk-heading", classes="spaced")
        yield TextRows(id="perks")

    def _rating(self, asset: Asset) -> Tally:
        return derive.rating(self.character, asset)

    def on_resize(self) -> None:
        """The ratings as large as there is room for."""
        at_rest(self, self._enlarge)

    def _enlarge(self) -> None:
        rows = list(self.query("#asset-rows StepPips").results(StepPips))
        if not rows:  # the step is being left
            return
        width = self.query_one("#asset-rows").size.width
        largest = LARGE if self.app.size.height >= LARGE_FROM else MEDIUM
        sizes = SIZES[SIZES.index(largest) :]
        words = max(len(row.told) for row in rows)
        size, room = SMALL, max(tiles.measure(row.meter(), SMALL) for row in rows)
        for one in sizes:
            cells = max(tiles.measure(row.meter(), one) for row in rows)
            if 1 + rows[0].label_width + NUMBER + cells + 2 + words <= width:
                size, room = one, cells
                break
        for row in rows:
            row.room = room + 2
            row.enlarge(size)

    def show(self, problems: Sequence[Problem]) -> None:
        """The numbers, the prices, the perks."""
        character = self.character
        self.show_method()
        for asset in ASSETS:
            rating = derive.rating(character, asset).total
            row = self.query_one(f"#asset-{asset}", StepPips)
            row.show(rating, rating, f"{rating}")
            row.told = self._told(asset)
        self._enlarge()
        show_follows(self, "follows", character)
        self._show_budget()
        self._show_perks()

    def _told(self, asset: Asset) -> str:
        character = self.character
        if character.as_is:
            return "" if asset in character.assets.ratings else "not entered yet"
        if character.assets.method == "points":
            cost = budget.next_asset_cost(character, asset)
            return f"next costs {cost}"
        if asset == "fortune":
            return "fixed"
        order = character.assets.order
        return derive.PLACES[order.index(asset)] if asset in order[:3] else "no priority yet"

    def _show_budget(self) -> None:
        """How many points are left, and why the next may be dear (CRE-3)."""
        line = self.query_one("#asset-budget", Heading)
        line.display = self.character.assets.method == "points" and not self.character.as_is
        points = budget.assets_budget(self.character)
        dear = listed(str(step) for step in derive.numbers(self.character).assets.points.surcharge_at)
        line.text = f"Going to {dear} costs 1 extra" if dear else ""
        line.note, line.warn = (f"{-points.left} too many", True) if points.left < 0 else ("", False)
        line.refresh()

    def _show_perks(self) -> None:
        character = self.character
        heading = self.query_one("#perk-heading", Heading)
        perk = character.assets.perk
        if character.as_is:
            heading.text, heading.note = "Perks", f"{len(character.assets.perks)} chosen"
        else:
            open_to = listed(budget.perk_assets(character), "or")
            heading.text, heading.note = "Free perk", perk.name if perk else f"a perk of {open_to}"
            if budget.free_perk_count(character) != 1:
                left = max(0, budget.free_perks_left(character))
                heading.text, heading.note = "Free perks", f"{left} of {budget.free_perk_count(character)} left"
        heading.refresh()
        self.query_one("#perks", TextRows).show(self._perk_spec(offer) for offer in budget.free_perks(character))

    def _perk_spec(self, offer: budget.PerkOffer) -> TextSpec:
        character = self.character
        owned = [perk for perk in derive.perks(character) if perk.name == offer.info.name]
        taken = [perk for perk in owned if perk.where[0] == "assets"]
        barred = not offer.assets and not character.as_is and not taken
        extra = [f"for {perk.asset}" for perk in taken if len(offer.info.assets) > 1 and perk.asset]
        extra += [derive.skill_name(character, perk.skill) for perk in taken if perk.skill]
        glyphs = " ".join(f"{LOOKS[asset].full} {asset}" for asset in offer.info.assets)
        bought = "Bought in step 7   " if len(owned) > len(taken) else ""
        return TextSpec(
            f"{offer.info.name}{': ' + ', '.join(extra) if extra else ''}",
            "" if barred else offer.info.text,
            bought + (offer.why_not if barred else glyphs),
            mark="(•)" if taken else " ✗ " if barred else "( )",
            style="$faint" if barred else "bold $good" if taken else "",
            data=offer,
        )

    def walked(self) -> list[Widget]:
        """Up and down stay in their column: below the assets stand the perks, not what follows beside them."""
        beside, focused = self.query_one("#follows"), self.screen.focused
        rows = super().walked()
        return rows if focused in beside.children else [row for row in rows if row not in beside.children]

    def widget_at(self, where: Where) -> Widget | None:
        """The perks for a perk, the asset of a rating, else the first asset without a place."""
        if "perk" in where or "perks" in where:
            rows = self.query_one("#perks", TextRows).rows()
            taken = [row for row in rows if row.spec.mark == "(•)"]
            return next(iter([*taken, *rows]), None)
        if len(where) > 2 and where[2] in ASSETS:
            return self.query_one(f"#asset-{where[2]}")
        chosen = self.character.assets
        given = chosen.ratings if self.character.as_is else chosen.order
        free = [asset for asset in ASSETS if asset not in given and (self.character.as_is or asset in POOLS)]
        return self.query_one(f"#asset-{(free or ['force'])[0]}")

    # ---- what is chosen

    def chosen(self, row: Row) -> None:
        """Enter on an asset gives it a place or asks its rating; on a perk takes it; on the switch the other method."""
        if isinstance(row, Switch):
            self.action_method()
        elif isinstance(row, TextRow):
            offer = row.spec.data
            if isinstance(offer, budget.PerkOffer):
                self._take_perk(offer)
        elif isinstance(row, StepPips):
            asset = self._asset(row)
            if self.freely:
                self._ask_rating(asset)
            elif asset != "fortune":
                self._place(asset, 1)

    def _asset(self, row: Row) -> Asset:
        return next(asset for asset in ASSETS if row.id == f"asset-{asset}")

    def stepped(self, row: Row, by: int) -> None:
        """Left and right: a place down or up, or a point less or more."""
        asset = self._asset(row)
        if self.freely:
            least = 0 if self.character.as_is else derive.numbers(self.character).assets.points.start
            rating = derive.creation_rating(self.character, asset) + by
            if rating >= least:
                self.builder.do(AssetPoints(asset=asset, rating=rating))
        elif asset != "fortune":
            self._place(asset, by)
        else:
            self.builder.say("By priority, fortune is the same for every character.", False)

    def _place(self, asset: Asset, by: int) -> None:
        """A place up or down; one without a place gets the highest free one (or, downwards, the lowest)."""
        order = [one for one in POOLS if one in self.character.assets.order]
        order.sort(key=self.character.assets.order.index)
        if asset in order:
            at = order.index(asset)
            to = at - by
            if not 0 <= to < len(POOLS):
                self.builder.say(f"{asset.capitalize()} is already {derive.PLACES[at]}.", False)
                return
            order = moved(order, at, to)
        else:
            order.append(asset)
        left = [one for one in POOLS if one not in order]
        self.builder.do(AssetOrder(order=(*order, *(left if len(left) == 1 else ()))))

    @work
    async def _ask_rating(self, asset: Asset) -> None:
        now = derive.creation_rating(self.character, asset)
        rating = await ask_number(self.app, f"{asset.capitalize()} rating", now)
        if rating is not None:
            self.builder.do(AssetPoints(asset=asset, rating=rating))

    @work
    async def _take_perk(self, offer: budget.PerkOffer) -> None:
        """The perk, with the asset and the skill that it needs; one that is taken already goes."""
        character, name = self.character, offer.info.name
        further = [perk.name for perk in character.assets.perks]
        first = character.assets.perk is not None and character.assets.perk.name == name
        if first and not character.as_is:
            self.builder.do(FreePerk())
            return
        if name in further and not (character.as_is and offer.info.choose is not None):
            self.builder.do(AsIsPerk(drop=further.index(name)))
            return
        choice = await ask_perk_choices(self.app, character, offer.info, offer.assets)
        if choice is None:
            return
        asset, skill = choice
        further_free = character.assets.perk is not None and budget.free_perks_left(character) > 0
        command = AsIsPerk if character.as_is or further_free else FreePerk
        self.builder.do(command(name=name, asset=asset, skill=skill))

    @work
    async def action_own_perk(self) -> None:
        """A perk of one's own; it stands among the others then (PRK-1)."""
        await make_own_perk(self.app, self.builder)


def moved(order: Sequence[Asset], at: int, to: int) -> list[Asset]:
    """The order with one asset moved to another place; those between make room."""
    rest = [*order[:at], *order[at + 1 :]]
    return [*rest[:to], order[at], *rest[to:]]


def count(character: Character) -> str:
    """What is chosen of what there is to choose: `2 of 3 ranked`, `4 of 13 points left`."""
    if character.as_is:
        return "from paper"
    if character.assets.method == "points":
        points = budget.assets_budget(character)
        return f"{points.left} of {plural(points.total, 'point')} left"
    return f"{len(character.assets.order)} of {len(POOLS)} ranked"
