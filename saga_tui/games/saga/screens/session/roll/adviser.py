"""The adviser: the cheapest spend for a chance, or the best chance for a spend; Enter puts it into the roll."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import ClassVar, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.adviser import Advice
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll import wish as wishes
from saga_tui.games.saga.screens.session.roll.parts import OPPONENT, THEIRS, turn
from saga_tui.games.saga.screens.session.roll.wish import KIND_WORDS, Wish, order_of, with_order
from saga_tui.ui import config
from saga_tui.ui.base import KitApp
from saga_tui.ui.panel import Panel
from saga_tui.ui.roll_items import Item, ItemRow
from saga_tui.ui.roll_odds import filled_bar, points, signed
from saga_tui.ui.roll_rows import RowsScreen
from saga_tui.ui.specs import Token
from saga_tui.words import percent, plural

LOOKS: dict[str, Token] = {
    "charm": marks.GEAR, "drive": marks.DRIVE, "damage": marks.PAIN, "trade": Token("⇄", "⇄", "$title"),
    **{str(asset): token for asset, token in marks.ASSETS.items()},
}  # fmt: skip
ASKED, MATTER, TRAITS, ORDERED = "Goal", "Relevant drives", "Traits that apply", "If costs tie, spend first"


Part: TypeAlias = Item[Wish]


def parts(character: Character, wish: Wish) -> list[Part]:
    """All rows in their order."""
    return [*_asked(character, wish), *_traits(character, wish), *_order(wish)]


def _asked(character: Character, wish: Wish) -> list[Part]:
    chance = wish.by == "chance"
    number = f"{wish.chance}%" if chance else plural(wish.spend, "token")

    def count(by: int) -> Wish:
        if chance:
            return replace(wish, chance=max(1, min(100, (wish.chance + 5 * by) // 5 * 5)))
        return replace(wish, spend=max(0, min(99, wish.spend + by)))

    held = state.drive_tokens(character)
    fewest, best = "fewest tokens", "best chance"
    of = {"success": "a success", "success-or-tie": "a success or a tie"}
    found = [
        Part("by", ASKED, "Find", fewest if chance else best, True,
             lambda _: replace(wish, by="spend" if chance else "chance"), bound="advice.by"),
        Part("count", ASKED, "Target chance" if chance else "Tokens to spend", number, True, count,
             bound="advice.more"),
        Part("of", ASKED, "Aim for", of[wish.of], wish.of != "success",
             lambda _: replace(wish, of="success-or-tie" if wish.of == "success" else "success"), bound="advice.tie"),
        Part("damage", ASKED, "Damage instead of tokens", "allowed" if wish.damage else "none", wish.damage,
             lambda _: replace(wish, damage=not wish.damage), bound="advice.damage"),
    ]  # fmt: skip
    for place in (place for place, tokens in enumerate(held) if tokens):
        matters, others = place in wish.drives, tuple(other for other in wish.drives if other != place)
        turned = replace(wish, drives=others if matters else (*others, place))
        label = view.one_line(character.story.drives[place], 30)
        found.append(
            Part(f"drive:{place}", MATTER, label, "applies" if matters else "–", matters, partial(_to, turned))
        )
    return found


def _to(wish: Wish, _by: int) -> Wish:
    return wish


def _traits(character: Character, wish: Wish) -> list[Part]:
    play = state.play_of(character)
    own = [text for text, _ in derive.traits(character)] + [item.name for item in play.temporary]
    found = []
    for text, sign in [
        *((text, 1) for text in dict.fromkeys(own)),
        *((text, -1) for text in dict.fromkeys([*play.scene_traits, OPPONENT])),
    ]:
        weight = wish.traits.get(text, 0)

        def step(by: int, text: str = text, weight: int = weight, sign: int = sign) -> Wish:
            others = {name: value for name, value in wish.traits.items() if name != text}
            new = turn((0, 3, 2, 1), abs(weight), by) * sign
            return replace(wish, traits={**others, text: new} if new else others)

        value = signed(weight) if weight else "–"
        label = THEIRS.get(text) or view.one_line(text, 40)
        found.append(Part(f"trait:{text}", TRAITS, label, value, bool(weight), step))
    return found


def _order(wish: Wish) -> list[Part]:
    return [
        Part(f"order:{place}", ORDERED, f"{place + 1} {KIND_WORDS[kind]}", "↕", True,
             partial(moved, wish, place), moves=True)
        for place, kind in enumerate(wish.order)
    ]  # fmt: skip


def moved(wish: Wish, place: int, by: int) -> Wish:
    """The wish with one kind of its order a place further up (−1) or down."""
    new = list(wish.order)
    other = max(0, min(len(new) - 1, place + by))
    new[place], new[other] = new[other], new[place]
    return replace(wish, order=tuple(new))


class AdviserScreen(RowsScreen[Wish, Plan]):
    """Rows for what is wished; beside them the proposal, and what each number of tokens could reach."""

    ADDS, EXPLAINED, NOTED = 1, False, False
    COLUMNS = ((ASKED, MATTER), (TRAITS, ORDERED))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Apply", id="advice.take", priority=True, tooltip="Apply this to the roll"),
        Binding("b", "step('by', 1)", "Chance or tokens", id="advice.by",
                tooltip="Choose a target chance or a number of tokens"),
        Binding("t", "step('of', 1)", "Count ties", id="advice.tie",
                tooltip="Aim for a success, or for a success or a tie"),
        Binding("d", "step('damage', 1)", "Damage", id="advice.damage",
                tooltip="Allow damage instead of tokens, or not"),
        Binding("question_mark", "app.help", "Keys", id="advice.keys", tooltip="All keys on this screen"),
        Binding("h", "app.help", "Keys", id="advice.help", show=False, tooltip="All keys on this screen"),
        Binding("space", "use", "Change", id="advice.step", show=False, tooltip="Next value of this row"),
        Binding("v", "step('count', 1)", "More", id="advice.more", show=False, tooltip="Raise the goal"),
        Binding("escape,q", "leave", "Cancel", id="advice.leave", tooltip="Cancel: the roll stays the same"),
    ]  # fmt: skip

    def __init__(self, character: Character, roll: Roll, wish: Wish | None = None) -> None:
        self.character = character
        self.roll = roll
        self.proposal: Advice | None = None
        super().__init__(wish or wishes.first_wish(character, roll))

    @property
    def wish(self) -> Wish:
        """What is asked for."""
        return self.command

    def items(self, command: Wish) -> list[Part]:
        """The goal, what matters, what is spent first."""
        return parts(self.character, command)

    def reckon(self) -> None:
        """Asks, and keeps the answer."""
        self.proposal = wishes.propose(self.character, self.roll, self.wish)
        self._ladder = wishes.ladder(self.character, self.roll, self.wish)

    def compose_side(self) -> ComposeResult:
        """The proposal and the ladder."""
        with Panel(title="Advice", compact=True, id="drawer-side", classes="-hero"):
            yield Static(id="advice-proposal")
            yield Static(id="advice-ladder")

    def begin(self) -> None:
        """Begins at the number, with the order of the config file."""
        order, problem = order_of(self._settings)
        if problem:
            self.notify(problem, title="Config file", severity="warning", markup=False)
        self.change(replace(self.wish, order=order))
        self.query(ItemRow)[1].focus()

    def tell(self) -> None:
        """Shows the answer."""
        room = self.query_one("#drawer-side").content_size
        self.query_one("#advice-proposal", Static).update(Content("\n").join(self._proposed(room.width or 36)))
        self.query_one("#advice-ladder", Static).update(Content("\n").join(self._steps(room.width or 36, room.height)))

    def _proposed(self, width: int) -> list[Content]:
        now, found = wishes.now(self.character, self.roll, self.wish), self.proposal
        if now is None:
            return [Content.styled("Too many dice for odds.", "$dim")]
        begin = Content.assemble(("now ", "$dim"), (percent(now), "bold"))
        if found is None:
            return [begin, Content.styled(f"! {self._why_not()}", "$warn")]
        tokens = plural(found.tokens, "token")
        adds = f"  {points(found.chance - now)}"
        reach = Content.assemble((f"{tokens}: ", "bold"), (percent(found.chance), "bold $glow"), (adds, "$good"))
        spends = [
            Content.styled(f"  {LOOKS[kind].full} {words}", LOOKS[kind].colour).truncate(width, ellipsis=True)
            for kind, words in wishes.spends(self.character, self.roll, found)
        ]
        return [begin, reach, *(spends or [Content.styled("  nothing to add: roll now", "$dim")])]

    def _why_not(self) -> str:
        if self.wish.by == "spend":
            return "A roll in a conflict needs at least 1 token."
        best = self._ladder[-1][1].chance if self._ladder else Fraction(0)
        return f"{self.wish.chance}% is out of reach. Best: {percent(best)}."

    def _steps(self, width: int, height: int) -> list[Content]:
        """The best chance for each number of tokens, and what it spends where there is room; the proposal's own is
        marked."""
        if not self._ladder:
            return []
        told = 2 * len(self._ladder) + 8 <= height
        rows = [Content.styled("Best chance by tokens spent", "$title")]
        room = max(4, width - 16)
        mine = self.proposal.tokens if self.proposal else -1
        for spend, step in self._ladder:
            at = spend == mine
            rows.append(Content.assemble(
                ("▸" if at else " ", "bold $key"), (f"{spend:>2} ", "bold" if at else ""),
                (f"{percent(step.chance):>9}  ", "bold" if at else "$dim"),
                *filled_bar(step.chance, room, "$good"),
            ))  # fmt: skip
            if told:
                words = wishes.briefly(step) or "nothing"
                rows.append(Content.styled(f"      {words}", "$dim").truncate(width, ellipsis=True))
        return rows

    # ---- keys

    def on_key(self, event: events.Key) -> None:
        """Digits set the chance or the spend."""
        if event.character and event.character.isdecimal() and event.character.isascii():
            event.stop()
            digits = self._digits + event.character if len(self._digits) < 2 else event.character
            number, wish = int(digits), self.wish
            chance = wish.by == "chance"
            self.change(replace(wish, chance=max(1, min(100, number))) if chance else replace(wish, spend=number))
            self._digits = digits

    def step(self, item: Part, by: int) -> None:
        """The cursor goes with what moves."""
        super().step(item, by)
        rows = list(self.query(ItemRow))
        at = next(place for place, row in enumerate(rows) if row.item.key == item.key) + by
        if item.moves and 0 <= at < len(rows) and rows[at].item.moves:
            rows[at].focus()

    @property
    def _settings(self) -> config.Config:
        return self.app.settings if isinstance(self.app, KitApp) else config.Config()

    def _keep_order(self) -> None:
        """Another order is kept for the next time."""
        if isinstance(self.app, KitApp) and self.wish.order != order_of(self._settings)[0]:
            self.app.settings = with_order(self._settings, self.wish.order)
            if problem := config.save(self.app.settings):
                self.notify(problem, title="Config file", severity="warning", markup=False)

    def action_take(self) -> None:
        """Gives the plan of the proposal."""
        if self.proposal is None:
            self.notify(self._why_not(), markup=False)
        else:
            self._keep_order()
            self.dismiss(self.proposal.plan)

    def action_leave(self) -> None:
        """Leaves without it."""
        self._keep_order()
        self.dismiss(None)
