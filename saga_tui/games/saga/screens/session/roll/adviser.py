"""The adviser: the cheapest spend for a chance, or the best chance for a spend; Enter puts it into the roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.adviser import Advice
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.purse import Kind
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll import wish as wishes
from saga_tui.games.saga.screens.session.roll.item import turn
from saga_tui.games.saga.screens.session.roll.odds_view import BAR, REST, points, signed
from saga_tui.games.saga.screens.session.roll.order import order_of, with_order
from saga_tui.games.saga.screens.session.roll.parts import OPPONENT, THEIRS
from saga_tui.games.saga.screens.session.roll.rows import fit
from saga_tui.games.saga.screens.session.roll.wish import KIND_WORDS, Wish
from saga_tui.safe import safe
from saga_tui.ui import config
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.base import KitApp
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Row
from saga_tui.words import percent, plural

COLOURS: dict[str, str] = {
    "charm": marks.GEAR.colour, "drive": marks.DRIVE.colour, "damage": marks.PAIN.colour, "trade": "$title",
    **{asset: token.colour for asset, token in marks.ASSETS.items()},
}  # fmt: skip
GLYPHS: dict[str, str] = {
    "charm": marks.GEAR.full, "drive": marks.DRIVE.full, "damage": marks.PAIN.full, "trade": "⇄",
    **{asset: token.full for asset, token in marks.ASSETS.items()},
}  # fmt: skip
ASKED, MATTER = "Goal", "Relevant drives"


@dataclass(frozen=True, slots=True)
class Part:
    """A row of the adviser: its section, words, value, and how it steps; `moves` where its place in a list steps."""

    key: str
    section: str
    label: str
    value: str
    used: bool
    step: Callable[[int], Wish]
    moves: bool = False


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
             lambda _: replace(wish, by="spend" if chance else "chance")),
        Part("count", ASKED, "Target chance" if chance else "Tokens to spend", number, True, count),
        Part("of", ASKED, "Aim for", of[wish.of], wish.of != "success",
             lambda _: replace(wish, of="success-or-tie" if wish.of == "success" else "success")),
        Part("damage", ASKED, "Damage instead of tokens", "allowed" if wish.damage else "none", wish.damage,
             lambda _: replace(wish, damage=not wish.damage)),
    ]  # fmt: skip
    for place in (place for place, tokens in enumerate(held) if tokens):
        matters, others = place in wish.drives, tuple(other for other in wish.drives if other != place)
        more = others if matters else (*others, place)

        def turned(_: int, more: tuple[int, ...] = more) -> Wish:
            return replace(wish, drives=more)

        label = view.one_line(character.story.drives[place], 30)
        found.append(Part(f"drive:{place}", MATTER, label, "applies" if matters else "–", matters, turned))
    return found


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
        found.append(Part(f"trait:{text}", "Traits that apply", label, value, bool(weight), step))
    return found


def _order(wish: Wish) -> list[Part]:
    found = []
    for place, kind in enumerate(wish.order):

        def step(by: int, place: int = place) -> Wish:
            return replace(wish, order=moved(wish.order, place, by))

        section = "If costs tie, spend first"
        found.append(Part(f"order:{place}", section, f"{place + 1} {KIND_WORDS[kind]}", "↕", True, step, True))
    return found


def moved(order: Sequence[Kind], place: int, by: int) -> tuple[Kind, ...]:
    """The order with one kind a place further up (−1) or down."""
    new = list(order)
    other = max(0, min(len(new) - 1, place + by))
    new[place], new[other] = new[other], new[place]
    return tuple(new)


class PartRow(Row):
    """One part of the question."""

    def __init__(self, part: Part) -> None:
        super().__init__(steps=True)
        self.part = part

    def tell(self, part: Part) -> None:
        """Shows the part as it is now."""
        changed = (part.label, part.value, part.used) != (self.part.label, self.part.value, self.part.used)
        self.part = part
        if changed:
            self.refresh()

    def left(self, width: int) -> Content:
        """Its words."""
        return Content.styled(safe(self.part.label), "" if self.part.used else "$dim")

    def right(self) -> Content:
        """Its value."""
        return Content.styled(f"{safe(self.part.value)} ", "bold" if self.part.used and not self.part.moves else "$dim")


class AdviserScreen(ModalScreen[Plan]):
    """Rows for what is wished; beside them the proposal, and what each number of tokens could reach."""

    CSS_PATH = Path(__file__).with_name("drawer.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Apply", id="advice.take", priority=True, tooltip="Apply this to the roll"),
        Binding("b", "by", "Chance or tokens", id="advice.by", tooltip="Choose a target chance or a number of tokens"),
        Binding("t", "tie", "Count ties", id="advice.tie", tooltip="Aim for a success, or for a success or a tie"),
        Binding("d", "damage", "Damage", id="advice.damage", tooltip="Allow damage instead of tokens, or not"),
        Binding("question_mark", "app.help", "Keys", id="advice.keys", tooltip="All keys on this screen"),
        Binding("h", "app.help", "Keys", id="advice.help", show=False, tooltip="All keys on this screen"),
        Binding("space", "step", "Change", id="advice.step", show=False, tooltip="Next value of this row"),
        Binding("v", "step_row('count', 1)", "More", id="advice.more", show=False, tooltip="Raise the goal"),
        Binding("escape,q", "leave", "Cancel", id="advice.leave", tooltip="Cancel: the roll stays the same"),
    ]

    def __init__(self, character: Character, roll: Roll, wish: Wish | None = None) -> None:
        super().__init__()
        self.character = character
        self.roll = roll
        self.wish = wish or wishes.first_wish(character, roll)
        self.proposal: Advice | None = None
        self._digits = ""

    def compose(self) -> ComposeResult:
        """Rows; the proposal and the ladder; the keys."""
        with Vertical(id="drawer") as box:
            box.border_title = Content("Advice")
            fit(box, self.app.size.width)
            with Container(id="drawer-main"):
                with Panel(compact=True, id="drawer-rows"):
                    for section, found in groupby(parts(self.character, self.wish), key=lambda part: part.section):
                        if section != ASKED:
                            yield Static(Content.styled(section, "$title"), classes="drawer--section")
                        yield from (PartRow(part) for part in found)
                with Vertical(id="drawer-side"):
                    yield Static(id="advice-proposal")
                    yield Static(id="advice-ladder")
            yield KeyBar(lines=2)

    def on_mount(self) -> None:
        """Begins at the number, with the order of the config file."""
        order, problem = order_of(self._settings)
        if problem:
            self.notify(problem, title="Config file", severity="warning", markup=False)
        self.ask(replace(self.wish, order=order))
        self.query(PartRow)[1].focus()

    def on_resize(self, event: events.Resize) -> None:
        """As wide as the drawer."""
        fit(self.query_one("#drawer"), event.size.width)
        self.call_after_refresh(self._show)

    def ask(self, wish: Wish) -> None:
        """Asks again, and shows the answer."""
        self._digits = ""
        self.wish = wish
        self.proposal = wishes.propose(self.character, self.roll, wish)
        self._ladder = wishes.ladder(self.character, self.roll, wish)
        for row, part in zip(self.query(PartRow), parts(self.character, wish), strict=True):
            row.tell(part)
        self._show()

    def _show(self) -> None:
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
            Content.styled(f"  {GLYPHS[kind]} {words}", COLOURS[kind]).truncate(width, ellipsis=True)
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
            full = int(step.chance * room + Fraction(1, 2))
            at = spend == mine
            rows.append(Content.assemble(
                ("▸" if at else " ", "bold $key"), (f"{spend:>2} ", "bold" if at else ""),
                (f"{percent(step.chance):>9}  ", "bold" if at else "$dim"),
                (BAR * full, "$good"), (REST * (room - full), "$calm"),
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
            number: dict[str, Any] = (
                {"chance": max(1, min(100, int(digits)))} if self.wish.by == "chance" else {"spend": int(digits)}
            )
            self.ask(replace(self.wish, **number))
            self._digits = digits

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        row = event.row
        if isinstance(row, PartRow):
            self.ask(row.part.step(event.by))
            if row.part.moves:
                rows = list(self.query(PartRow))
                at = rows.index(row) + event.by
                if at < len(rows) and rows[at].part.moves:
                    rows[at].focus()

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        self._stepped(Row.Stepped(event.row, 1))

    def action_step(self) -> None:
        """The next value of the row at the focus."""
        if isinstance(self.focused, PartRow):
            self._stepped(Row.Stepped(self.focused, 1))

    def action_step_row(self, key: str, by: int) -> None:
        """A step of a row by its key."""
        part = next(part for part in parts(self.character, self.wish) if part.key == key)
        self.ask(part.step(by))

    def action_by(self) -> None:
        """By a chance, or by a spend."""
        self.action_step_row("by", 1)

    def action_tie(self) -> None:
        """Whether a tie counts."""
        self.action_step_row("of", 1)

    def action_damage(self) -> None:
        """Whether damage may be taken."""
        self.action_step_row("damage", 1)

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
