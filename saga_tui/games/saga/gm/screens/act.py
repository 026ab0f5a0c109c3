"""An element's attack put together: whom, with which dice, dice traded for marks, the damage; its odds are in sight
until the dice are thrown (CNF-2, CNF-7, ROL-6, DMG-6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Literal, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.gm.odds import mean
from saga_tui.games.saga.gm.screens.panels import DIE, DRAWN, trait_words
from saga_tui.games.saga.gm.screens.ready import Blow, Members, best_pool, blow_lines, targets
from saga_tui.games.saga.gm.state import POOLS, Element, Table
from saga_tui.games.saga.rules import odds
from saga_tui.games.saga.rules.words import DAMAGE, DamageKind
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.ui.deal import LAVISH, PLAIN
from saga_tui.ui.dialogs import Dialog
from saga_tui.words import percent, plural

ROOMY: Final = 36
"""Lines of the terminal from which on the chances are drawn one by one."""
KEYS: Final = {"p": "physical", "s": "social", "m": "mental"}
"""The key of each kind of dice."""


class Planned(NamedTuple):
    """What the GM chose: the attack, or a block with the same dice; with marks where the dice were thrown by hand."""

    blow: Blow
    does: Literal["attack", "block"] = "attack"
    by_hand: bool = False


class ActScreen(Dialog[Planned]):
    """An element acts. Digits choose whom, letters the dice; Enter rolls."""

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "roll", "Roll", id="act.roll", priority=True, tooltip="Roll the dice"),
        Binding("b", "block", "Block", id="act.block", tooltip="It blocks instead: pushes that cancel damage"),
        Binding("p", "pool('physical')", "Physical", id="act.physical", show=False, tooltip="Physical dice"),
        Binding("s", "pool('social')", "Social", id="act.social", show=False, tooltip="Social dice"),
        Binding("m", "pool('mental')", "Mental", id="act.mental", show=False, tooltip="Mental dice"),
        Binding("k", "kind", "Damage", id="act.kind", tooltip="Another kind of damage"),
        Binding("t", "trade(1)", "Trade 3", id="act.trade", tooltip="Trade 3 more dice for a mark"),
        Binding("T", "trade(-1)", "", id="act.trade-back", show=False, tooltip="Trade 3 fewer dice"),
        Binding("d", "dice", "By hand", id="act.dice", tooltip="Roll your own dice and enter the marks"),
        Binding("0", "all", "All", id="act.all", tooltip="All in the scene, or none"),
    ]

    def __init__(
        self, table: Table, members: Members, numbers: Sequence[tuple[str, int, str]], element: Element
    ) -> None:
        """`numbers` are those who can be attacked: ids, the digits of their cards and their names."""
        super().__init__()
        self.table, self.members, self.numbers = table, members, tuple(numbers)
        here = [who for who, *_ in numbers]
        whom = tuple(who for who in targets(table, element, members) if who in here)
        self.blow = Blow(element, best_pool(element), whom)
        self.title_text = f"{one_line(element.name, 60)}: attack or block"
        self.rule = "CNF-7"

    def compose_body(self) -> ComposeResult:
        """The chance, and below it what can be chosen."""
        yield Static(id="act-odds", markup=False)
        with Horizontal(id="act-choices"):
            yield Static(id="act-whom", markup=False)
            yield Static(id="act-pools", markup=False)

    def on_mount(self) -> None:
        """Shows the odds."""
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """As many odds as there is room for."""
        super().on_resize()
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        blow = self.blow
        width = max(30, self.query_one("#act-odds").size.width)
        lines = blow_lines(self.table, self.members, blow, others=False)(
            width, LAVISH if self.app.size.height >= ROOMY else PLAIN
        )
        self.query_one("#act-odds", Static).update(Content("\n").join(lines))
        self.query_one("#act-whom", Static).update(Content("\n").join(self._whom()))
        self.query_one("#act-pools", Static).update(Content("\n").join(self._pools()))

    def _whom(self) -> list[Content]:
        """Each who can be attacked, with what it may bring; to those who are not, what it would."""
        lines = [Content.styled("Attacks", "bold $title")]
        for who, number, name in self.numbers:
            taken = who in self.blow.whom
            told = ""
            if self.blow.dice:
                blow = self.blow if taken else replace(self.blow, whom=(who,))  # what it would be alone
                harm = blow.harm(self.table, self.members, blow.whom.index(who))
                told = f"{percent(harm.hit)} hit, {mean(harm.damage)}"
                told += f", {percent(harm.doom)} doom" if harm.doom else ""
            mark = ("✓ ", "bold $bad") if taken else ("· ", "$dim")
            named = Content(one_line(name, 30)).truncate(16, ellipsis=True)
            named = named.pad_right(17 - named.cell_length).stylize("bold" if taken else "")
            lines.append(Content.assemble(mark, (f"{number} ", "bold $key"), named, (told, "" if taken else "$dim")))
        return lines

    def _pools(self) -> list[Content]:
        """Its dice, what is traded, the damage, its traits that are invoked."""
        blow, element = self.blow, self.blow.element
        lines = [Content.styled("With", "bold $title")]
        for key, pool in KEYS.items():
            left, taken = element.dice.get(pool, 0), pool == blow.pool
            mark = ("✓ ", "bold $good") if taken else ("· ", "$dim")
            dice = (DIE.full * min(DRAWN, left), "$title" if left else "$faint")
            lines.append(
                Content.assemble(mark, (f"{key} ", "bold $key"), (f"{pool:<9} ", "bold" if taken else "$dim"), dice,
                                 (f" {plural(left, 'die')}", "" if left else "$faint"))
            )  # fmt: skip
        traded = f"{plural(blow.traded, 'die')} for {plural(blow.traded // odds.TRADE, 'mark')}" if blow.traded else "–"
        lines.append(Content.assemble(("  k ", "bold $key"), ("damage    ", "$dim"), (blow.dealt, "bold")))
        lines.append(Content.assemble(("  t ", "bold $key"), ("traded    ", "$dim"), traded))
        if any(trait.weight for trait in element.traits):
            lines += [Content.assemble("    ", trait_words(trait)) for trait in element.traits if trait.weight]
        return lines

    # ---- keys

    def on_key(self, event: events.Key) -> None:
        """A digit puts one in or out; the first digit takes that one alone, whoever was chosen by itself."""
        found = next((who for who, number, _ in self.numbers if str(number) == event.character), None)
        if found is None:
            return
        event.stop()
        whom = [who for who in self.blow.whom if who != found] if found in self.blow.whom else [*self.blow.whom, found]
        if self._untouched:
            whom = [found]
        self._untouched = False
        self.blow = replace(self.blow, whom=tuple(who for who, *_ in self.numbers if who in whom))
        self._show()

    _untouched = True
    """Whether the targets are still those that were there at first."""

    def action_all(self) -> None:
        """All of them, or none."""
        self._untouched = False
        everybody = tuple(who for who, *_ in self.numbers)
        self.blow = replace(self.blow, whom=() if self.blow.whom == everybody else everybody)
        self._show()

    def action_pool(self, pool: str) -> None:
        """Other dice; what is traded is not any more."""
        self.blow = replace(self.blow, pool=pool, traded=0, kind=None)
        self._show()

    def action_kind(self) -> None:
        """The next kind of damage."""
        kinds: list[DamageKind] = [*DAMAGE]
        self.blow = replace(self.blow, kind=kinds[(kinds.index(self.blow.dealt) + 1) % len(kinds)])
        self._show()

    def action_trade(self, by: int) -> None:
        """Three dice more for a mark, or three fewer; none again after the last that can be traded."""
        most = self.blow.dice // odds.TRADE
        self.blow = replace(self.blow, traded=(self.blow.traded // odds.TRADE + by) % (most + 1) * odds.TRADE)
        self._show()

    def _may(self) -> bool:
        if not self.blow.dice:
            self.notify(f"The {self.blow.pool} pool is empty. Choose another: p, s or m.")
        return bool(self.blow.dice)

    def action_roll(self) -> None:
        """Gives the attack."""
        if not self.blow.whom:
            self.notify("Choose whom to attack with a digit.")
        elif self._may():
            self.dismiss(Planned(self.blow))

    def action_dice(self) -> None:
        """The marks are typed next."""
        if self.blow.whom and self._may():
            self.dismiss(Planned(self.blow, by_hand=True))

    def action_block(self) -> None:
        """Gives a block with these dice."""
        if self._may():
            self.dismiss(Planned(self.blow, "block"))


def plan_doc(planned: Planned) -> dict[str, Any]:
    """The parameters of the command that it makes."""
    blow = planned.blow
    found: dict[str, Any] = {"element": blow.element.name, "pool": blow.pool, "trade": blow.traded}
    if planned.does == "attack":
        found |= {"targets": blow.whom, "kind": blow.dealt}
    return found


assert tuple(KEYS.values()) == POOLS
