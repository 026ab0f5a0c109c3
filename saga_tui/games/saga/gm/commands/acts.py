"""Commands of what the GM does in a conflict: an element attacks or blocks, and damage on its way is dealt or
called off (CNF-2, CNF-3, CNF-7, CNF-9, DMG-2, DMG-6, PSH-3, ROL-6, ROL-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from saga_tui.engine.command import Outcome
from saga_tui.engine.fields import Of
from saga_tui.engine.party import Part
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.commands.base import (
    KINDS,
    Dice,
    ElementName,
    Kinds,
    Numbers,
    Pool,
    SeatId,
    TableCommand,
    Target,
    Words,
    of,
)
from saga_tui.games.saga.gm.commands.together import cannot
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Element, Strike, Table
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.words import DAMAGE, DamageKind
from saga_tui.words import listed, plural

# ---- what an element does


class ElementRoll(TableCommand):
    """A roll of an element's dice, by the GM."""

    group = "rolls"
    by_name: ClassVar[tuple[str, ...]] = ("modifier", "trade", "marks")

    element: ElementName
    pool: Pool = "physical"
    modifier: Annotated[int, Field(ge=-99, le=99)] = 0
    """Dice more or fewer; penalties never take the pool below one die."""
    trade: Dice = 0
    """Dice to trade before rolling, three for a mark."""
    marks: Dice | None = None
    """The marks, if you rolled at the table; automatic marks for traded dice are added."""

    def cap(self, element: Element) -> int | None:
        """The most dice of it; nothing where there is no bound."""
        del element
        return None

    def dice(self, element: Element) -> int:
        """Its dice, the traded ones among them (ROL-7, ROL-8)."""
        has = state.pooled(element, self.pool)
        cap = self.cap(element)
        dice = has + self.modifier if cap is None else min(cap, has + self.modifier)
        return max(1, dice) if has or self.modifier > 0 else 0

    def thrown(self, element: Element) -> int:
        """Its dice that are rolled."""
        return 0 if self.marks is not None else max(0, self.dice(element) - self.trade)

    def dice_needed(self, document: Any) -> int:
        """Those that are not traded."""
        element = state.element_of(document, self.element)
        return self.thrown(element) if element is not None else 0

    def rolled(self, edit: TableEdit, element: Element) -> tuple[int, str]:
        """Its marks, and how they came about in words; finds against the rules what cannot be."""
        dice = self.dice(element)
        if not dice:
            message = f"No dice in the {self.pool} pool of {element.name}"
            edit.object("CNF-2", message, "Choose another kind of dice.", code="no-dice", where=("play", "elements"))
        chance = element.dice.get(self.pool, 0) + self.modifier < 1
        if self.trade % state.TRADE or self.trade > dice or (self.trade and chance):
            message = f"You cannot trade {plural(self.trade, 'die')} of {dice}: {state.TRADE} make a mark"
            edit.object("ROL-6", message, f"Trade a multiple of {state.TRADE}.", code="trade")
        if element.out:
            message = f"Out of the conflict: {element.name}"
            edit.object("CNF-3", message, "Choose another element, or say that it stays in.", code="out")
        faces = edit.take_dice(self.thrown(element))
        own = state.marks(faces) if self.marks is None else self.marks
        shown = f" [{' '.join(map(str, faces))}]" if faces else ""
        traded = f", {self.trade} traded for {plural(self.trade // state.TRADE, 'mark')}" if self.trade else ""
        return own + self.trade // state.TRADE, f"{plural(dice, f'{self.pool} die')}{traded}{shown}"

    def act(self, edit: TableEdit, element: Element) -> Element:
        """One of its two actions of the round is used (CNF-2)."""
        if element.acted >= state.ACTIONS and in_conflict(edit.play):
            message = f"No actions left this round for {element.name}"
            edit.object("CNF-2", message, "An element has 2 actions a round. Wait for the next one.", code="actions")
        return edit.put_element(element, "CNF-2", acted=element.acted + 1)


class Act(ElementRoll, verb="act", title="An element attacks", rules="CNF-2 CNF-7 CNF-9 DMG-6 ROL-6 ROL-8 PSH-3"):
    """An element attacks one or several: each mark of its dice is 1 damage, which players can still block before it is
    dealt. Another element opposes it with its own dice, and so do ally dice."""

    targets: tuple[Target, ...] = ()
    """Whom: characters, an element of the other side, or `allies`; those it is used against if left out."""
    kind: DamageKind | None = None
    """What characters take; what fits the dice if left out."""
    kinds: Kinds = Field(default_factory=dict)
    """Another kind for one of them: `Kestrel:fear`."""
    share: Numbers = Field(default_factory=dict)
    """How many marks go to each of several; evenly if left out."""
    counter: bool = False
    """A counterattack with what is left of its block: no action, and no more dice than that."""

    def cap(self, element: Element) -> int | None:
        """What is left of its block (PSH-3)."""
        return element.pushes if self.counter else None

    def whom(self, table: Table) -> tuple[str, ...]:
        """The targets, each once, or those that it is used against."""
        element = state.element_of(table, self.element)
        return tuple(dict.fromkeys(self.targets or (element.against if element is not None else ())))

    def dice_needed(self, document: Any) -> int:
        """Its own, and those that oppose it."""
        return super().dice_needed(document) + sum(self._opposing(document, who) for who in self.whom(document))

    def _opposing(self, table: Table, who: str) -> int:
        """The dice with which an element or ally dice oppose it (CNF-7, CNF-9)."""
        if who in state.ids(table):
            return 0
        element = state.element_of(table, who)
        if element is not None:
            return state.pooled(element, self.pool)
        allies = state.allies_of(table, who)
        return state.free(allies) if allies is not None else 0

    def apply(self, edit: TableEdit) -> None:
        """Rolled; on its way to characters, off the dice of others at once."""
        element, whom = edit.element(self.element), self.whom(edit.now)
        if element is None or not all(edit.targeted(who) for who in whom):
            return
        if not whom:
            edit.object("CNF-4", f"No target for {element.name}", "Choose whom to attack.", code="whom")
            return
        if self.counter and element.pushes <= 0:
            message = f"No pushes left from a block of {element.name}"
            edit.object("PSH-3", message, "Block first, or attack as an action.", code="no-pushes")
        found, how = self.rolled(edit, element)
        element = edit.put_element(element, "PSH-3", pushes=0) if self.counter else self.act(edit, element)
        what = "counterattack" if self.counter else "attack"
        edit.say(f"{what} by {element.name} on {listed(map(edit.name, whom))}: {how}, {plural(found, 'mark')}", "CNF-7")
        number = max((one.act for one in edit.play.strikes), default=0) + 1
        for who, amount in self._shared(edit, whom, found).items():
            self._strike(edit, element.name, who, amount, number)

    def _shared(self, edit: TableEdit, whom: Sequence[str], found: int) -> dict[str, int]:
        """The marks for each of the targets: as it is said, or evenly, the first ones getting more."""
        if len(whom) == 1 or not self.share:
            each, rest = divmod(found, len(whom))
            return {who: each + (place < rest) for place, who in enumerate(whom)}
        said = {who: int(of(edit.now, self.share, who, 0)) for who in whom}
        if sum(said.values()) > found:
            message = f"Not enough marks: you share {sum(said.values())}, the roll has {found}"
            edit.object("CNF-7", message, "Share fewer.", code="share", left=str(found))
        return said

    def _strike(self, edit: TableEdit, by: str, who: str, amount: int, number: int) -> None:
        if who in state.ids(edit.now):
            kind = of(edit.now, self.kinds, who, self.kind or KINDS[self.pool])
            if amount:
                strike = Strike(act=number, by=by, target=who, kind=kind, amount=amount)
                edit.put("CNF-7", strikes=(*edit.play.strikes, strike))
                edit.say(f"{amount} {kind} on its way to {edit.name(who)}", "CNF-7")
            return
        faces = edit.take_dice(self._opposing(edit.before, who))
        net = amount - state.marks(faces)
        shown = f" [{' '.join(map(str, faces))}]" if faces else ""
        edit.say(f"opposed by {who}{shown}: {plural(net, 'net mark')}", "ROL-2")
        element, allies = state.element_of(edit.now, who), state.allies_of(edit.now, who)
        if net > 0 and element is not None:
            edit.lose(element, self.pool, net)
        elif net > 0 and allies is not None:
            edit.lose_allies(allies, net)


class ElementBlock(ElementRoll, verb="element-block", title="An element blocks", rules="CNF-2 CNF-7 PSH-3"):
    """An element blocks: its dice are rolled once more, and each mark is a push that cancels 1 damage of one attack of
    the round, on itself or on another element. What is left may counterattack."""

    def apply(self, edit: TableEdit) -> None:
        """The pushes wait with the element."""
        element = edit.element(self.element)
        if element is None:
            return
        found, how = self.rolled(edit, element)
        element = self.act(edit, element)
        edit.put_element(element, "PSH-3", pushes=element.pushes + found)
        edit.say(f"block by {element.name}: {how}, {plural(found, 'push')}", "CNF-2")


# ---- damage on its way


class Deal(
    TableCommand, verb="deal", title="Deal the damage", rules="CNF-7 DMG-2 DMG-3 DMG-6 KIS-2 KIS-5", group="damage"
):
    """Deal the damage of an attack to all whom it hits, less what they have blocked. Each player may choose the kind
    for 1 fortune, or take it as kismet."""

    filled: ClassVar[tuple[str, ...]] = ("took",)

    by: Annotated[Words, Of("strike", part=True)] = ""
    """Whose damage; default: the oldest on its way."""
    kinds: Kinds = Field(default_factory=dict)
    """Another kind, chosen by the GM: `Kestrel:fear`."""
    choose: Kinds = Field(default_factory=dict)
    """Another kind that a player chooses for 1 fortune; kismet is free: `Kestrel:kismet`."""
    to_kismet: Numbers = Field(default_factory=dict)
    """How much of it each takes as kismet instead."""
    blocked: Numbers = Field(default_factory=dict)
    """What blocks outside the app have cancelled, for each."""
    took: tuple[Words, ...] = ()

    def strikes(self, table: Table) -> list[Strike]:
        """The damage that is dealt: that of one attack, one strike for each whom it hits."""
        listed_ = [one for one in table.play.strikes if not self.by or one.by.casefold() == self.by.casefold()]
        if not listed_:
            return []
        first: dict[str, Strike] = {}
        for one in listed_:
            if one.act == listed_[0].act:
                first.setdefault(one.target, one)
        return list(first.values())

    def _amount(self, table: Table, one: Strike) -> int:
        blocked = int(of(table, self.blocked, one.target, 0))
        return max(0, min(999, one.amount) - max(0, one.blocked) - blocked)

    def _command(self, table: Table, one: Strike) -> Any:
        kind = one.kind if one.kind in DAMAGE else "pain"
        said: dict[str, Any] = {"kind": of(table, self.kinds, one.target, kind), "amount": min(999, one.amount)}
        said["blocked"] = min(999, one.amount) - self._amount(table, one)
        said["choose"] = of(table, self.choose, one.target)
        said["to_kismet"] = of(table, self.to_kismet, one.target, 0)
        said["who"] = state.name_of(table, one.by)
        return RULES.command("take-damage", {key: value for key, value in said.items() if value not in (None, 0, "")})

    def left_out(self, document: Table, members: Mapping[str, Any]) -> Mapping[str, str]:
        """Who is not open here, or takes no more damage: what is on its way to them stays."""
        found = {one.target: one for one in self.strikes(document) if self._amount(document, one)}
        gone = {who: "is not open here" for who in found if who not in members}
        out = {who: cannot(members[who], self._command(document, one)) for who, one in found.items() if who in members}
        return gone | {who: why for who, why in out.items() if why}

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """Damage at each of them."""
        found = ((one, self._amount(document, one)) for one in self.strikes(document) if one.target in members)
        return [Part(one.target, self._command(document, one)) for one, amount in found if amount]

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With the ids of those who took it."""
        return self.model_copy(update={"took": tuple(who for who, one in outcomes.items() if not one.refused)})

    def apply(self, edit: TableEdit) -> None:
        """What was dealt, and what was blocked as a whole, is not on its way any more."""
        self.strangers(edit)
        found = self.strikes(edit.now)
        if not found:
            edit.object(
                "CNF-7", "No damage is on its way", "Have someone attack first.", code="none", where=("play", "strikes")
            )
            return
        reached = {*self.took, *(offer.to for offer in self.offers)}
        gone = [one for one in found if one.target in reached or not self._amount(edit.now, one)]
        edit.put("CNF-7", strikes=tuple(one for one in edit.play.strikes if one not in gone))
        for one in gone:
            amount = self._amount(edit.now, one)
            kind = of(edit.now, self.choose, one.target) or of(edit.now, self.kinds, one.target, one.kind)
            as_kismet = 0 if kind == "kismet" else min(amount, int(of(edit.now, self.to_kismet, one.target, 0)))
            parts = [f"{amount - as_kismet} {kind}"] * (amount > as_kismet) + [f"{as_kismet} kismet"] * bool(as_kismet)
            dealt = f"{listed(parts)} dealt" if amount else "all blocked"
            edit.say(f"{edit.name(one.by)} → {edit.name(one.target)}: {dealt}", "CNF-7")


class CallOff(TableCommand, verb="call-off", title="Call off damage", rules="CNF-7 CNF-11", group="damage"):
    """Call off damage that is on its way, of one attack or to one character."""

    by: Annotated[Words, Of("strike", part=True)] = ""
    to: tuple[SeatId, ...] = ()

    def apply(self, edit: TableEdit) -> None:
        """It is gone."""
        gone = [
            one
            for one in edit.play.strikes
            if (not self.by or one.by.casefold() == self.by.casefold()) and (not self.to or one.target in self.to)
        ]
        if not gone:
            edit.object(
                "CNF-7",
                "No such damage is on its way",
                "There is nothing to call off.",
                code="none",
                where=("play", "strikes"),
            )
            return
        edit.put("CNF-7", strikes=tuple(one for one in edit.play.strikes if one not in gone))
        for one in gone:
            edit.say(f"{edit.name(one.by)} → {edit.name(one.target)}: {one.amount} {one.kind} called off", "CNF-7")
