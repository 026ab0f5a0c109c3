"""Commands of what players do in a conflict: attacks on elements and on each other, blocks, and what a roll brings
later (CNF-3, CNF-6, CNF-7, PSH-2, PSH-3, ROL-4, ROL-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field

from saga_tui.engine.command import Outcome
from saga_tui.engine.fields import Of
from saga_tui.engine.party import Part
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.commands.base import (
    KINDS,
    Dice,
    Personal,
    Pool,
    SeatId,
    Target,
    Words,
)
from saga_tui.games.saga.gm.commands.rolled import Rolled, RollWith, last, marked, marks_of, waiting
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Element, Made, Strike, Table
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.words import DamageKind, Skill
from saga_tui.words import plural

LATER: Final = "not compared yet; count the roll when it is"
"""What is told of a roll that a player holds."""


class Attack(Personal, Rolled, verb="attack", title="Attack", rules="CNF-7 CNF-3 CNF-2 CNF-6 PSH-2 ROL-2 AST-2"):
    """A character attacks an element: the dice of the kind attacked oppose the roll, a tie connects for nothing, and
    each push takes one of them. Against another player's character the damage waits for that player's block."""

    filled: ClassVar[tuple[str, ...]] = ("damage", "net", "left", "mark")

    seat: SeatId
    target: Target
    skill: Skill = "weaponry"
    pool: Pool = "physical"
    """The element's dice that are attacked."""
    kind: DamageKind | None = None
    """What another player's character would take; what fits the dice if left out."""
    roll: RollWith = Field(default_factory=dict)
    """What the roll is put together of: force:1, specialties:Swords, hold:yes …"""
    keep: Dice = 0
    """Pushes that are kept for a trait instead of damage."""
    traded: Dice = 0
    """Dice of the element that the GM trades, three for a mark."""
    shield: Annotated[Words, Of("element", part=True)] = ""
    """An element whose block cancels damage of this attack."""
    damage: Dice | None = None
    """The damage of the roll; none until it is compared."""
    net: Annotated[int, Field(ge=-999, le=999)] = 0
    left: Dice = 0
    """Pushes that are left."""
    mark: Words = ""
    """What the roll is known by."""

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The character's own roll against the pool."""
        member = members.get(self.seat)
        if member is None:
            return ()
        element = None if self.target in members else state.element_of(document, self.target)
        against: dict[str, Any] = {"opposition": "attack"}
        if element is not None:
            dice = state.pooled(element, self.pool)
            traded = min(self.traded, dice) // state.TRADE
            against = {"opposing": dice - traded * state.TRADE, "sure": traded, "opposition": "challenge"}
            against["active"] = _active(element, member, self.roll.get("active", ()))
        elif self.target not in members and (allies := state.allies_of(document, self.target)) is not None:
            against |= {"opposing": state.free(allies)}
        more = {"kind": "attack", "at_once": "damage", "spare": self.keep} | against
        return [Part(self.seat, self.made(self.skill, self.roll, **more))]

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With the damage and the net marks of the roll."""
        told, roll = super().told(document, outcomes), last(outcomes.get(self.seat))
        told = told.model_copy(update={"mark": marked(outcomes.get(self.seat))})
        more = {} if roll is None else {"damage": max(0, roll.damage), "net": roll.net, "left": max(0, roll.pushes)}
        return told.model_copy(update=more)

    def apply(self, edit: TableEdit) -> None:
        """The character has acted; the dice go, or the damage is on its way."""
        if not self.needs(edit, self.seat) or not edit.targeted(self.target):
            return
        if self.target == self.seat:
            message = f"{edit.name(self.seat)} cannot be attacker and target"
            edit.object("CNF-6", message, "Choose another target.", code="same", where=("play", "elements"))
            return
        edit.use_allies(self.ally_dice(self.roll), self.seat)
        if in_conflict(edit.play) and self.seat not in edit.play.acted:
            edit.put("CNF-4", acted=(*edit.play.acted, self.seat))
        kind = self.kind or KINDS[self.pool]
        made = Made(seat=self.seat, what="attack", target=self.target, pool=self.pool, kind=kind, mark=self.mark)
        _remember(edit, made)
        who = f"{edit.name(self.seat)} attacks {edit.name(self.target)}"
        if self.damage is None:
            edit.say(f"{who}: {LATER}", "CNF-7")
            return
        edit.say(f"{who}: {plural(self.net, 'net mark')}, {self.damage} damage{_pushes(self.left)}", "CNF-7")
        _lands(edit, made, self.damage, self.shield)


class Block(Personal, Rolled, verb="block", title="Block", rules="CNF-7 PSH-3"):
    """A character pays for a block: nothing opposes it, and each mark cancels 1 damage that is on its way to the
    character or to a friend. What is left may counterattack."""

    filled: ClassVar[tuple[str, ...]] = ("cancelled", "left", "mark")

    seat: SeatId
    skill: Skill = "athletics"
    target: SeatId = ""
    """Whom it shields; the one who blocks if left out."""
    roll: RollWith = Field(default_factory=dict)
    """What the roll is put together of."""
    keep: Dice = 0
    """Pushes that are kept for a counterattack instead."""
    cancelled: Dice | None = None
    left: Dice = 0
    """Pushes that are left."""
    mark: Words = ""
    """What the roll is known by."""

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The character's own roll, which cancels no more than there is."""
        if self.seat not in members:
            return ()
        most = state.pending(document, self.target or self.seat)
        more = {"kind": "block", "at_once": "cancel", "at_most": most, "spare": self.keep}
        return [Part(self.seat, self.made(self.skill, self.roll, **more))]

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With what it cancels."""
        told, roll = super().told(document, outcomes), last(outcomes.get(self.seat))
        told = told.model_copy(update={"mark": marked(outcomes.get(self.seat))})
        more = {} if roll is None else {"cancelled": max(0, roll.cancelled), "left": max(0, roll.pushes)}
        return told.model_copy(update=more)

    def apply(self, edit: TableEdit) -> None:
        """The damage on its way shrinks."""
        target = self.target or self.seat
        if not self.needs(edit, self.seat) or not edit.seated(target):
            return
        edit.use_allies(self.ally_dice(self.roll), self.seat)
        made = Made(seat=self.seat, what="block", target=target, mark=self.mark)
        _remember(edit, made)
        for_whom = "" if target == self.seat else f" for {edit.name(target)}"
        if self.cancelled is None:
            edit.say(f"{edit.name(self.seat)} blocks{for_whom}: {LATER}", "CNF-7")
            return
        cancelled = f"{self.cancelled} damage cancelled{_pushes(self.left)}"
        edit.say(f"{edit.name(self.seat)} blocks{for_whom}: {cancelled}", "CNF-7")
        _lands(edit, made, self.cancelled)


class Settle(Rolled, verb="settle", title="Count what a roll has brought", rules="CNF-7 PSH-2 PSH-3 ROL-2"):
    """Count what the last attack or block of a character has brought since: it is compared if that is still to do, and
    the pushes that are left deal or cancel damage. With a target, count a roll that was made on the own sheet."""

    filled: ClassVar[tuple[str, ...]] = ("damage", "what", "known")

    seat: SeatId
    target: Annotated[Words, Of("target", keys="target key")] = ""
    """Whom a roll was meant for that was made on the sheet."""
    pool: Pool = "physical"
    """The dice of an element that it attacked."""
    pushes: Dice | None = None
    """How many of the pushes left to use; default: all."""
    use: Literal["", "trait", "counterattack"] = ""
    """What else they bring than damage: a temporary trait of an attack, or a counterattack of a block."""
    text: Words = ""
    """The temporary trait."""
    shield: Annotated[Words, Of("element", part=True)] = ""
    """An element whose block cancels damage of this attack."""
    damage: Dice | None = None
    what: Literal["", "attack", "block"] = ""
    """What the character's last roll was."""
    known: tuple[Words, ...] = ()
    """What that roll is known by: now, and before it was compared."""

    def counting(self, table: Table) -> Made | None:
        """The attack or block that is counted."""
        made = _made(table, self.seat)
        if made is not None and self.same(made):
            return made if self.target in ("", made.target) else None
        if not self.what or not self.target:
            return None
        return Made(seat=self.seat, what=self.what, target=self.target, pool=self.pool, kind=KINDS[self.pool])

    def same(self, made: Made) -> bool:
        """Whether the character's last roll is the one that was made at the table, or counted there."""
        return self.what in ("", made.what) and (not made.mark or not self.known or made.mark in self.known)

    def seen(self, document: Table, members: Mapping[str, Any]) -> Self:
        """With what the roll has brought on the sheet already."""
        member = members.get(self.seat)
        roll = member.play.roll if member is not None and member.play is not None else None
        if member is None or roll is None or roll.kind not in ("attack", "block"):
            return self
        brought = None if waiting(member) else _brought(roll)
        return self.model_copy(update={"what": roll.kind, "damage": brought, "known": marks_of(roll)})

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The comparison, or the pushes."""
        member, made = members.get(self.seat), self.counting(document)
        if member is None or made is None:
            return ()
        if waiting(member):
            return [Part(self.seat, RULES.command("compare", {}))]
        roll = member.play.roll if member.play is not None else None
        left = max(0, roll.pushes) if roll is not None else 0
        most = left if made.what == "attack" else min(left, state.pending(document, made.target))
        pushes = (left if self.use else most) if self.pushes is None else self.pushes
        use = self.use or ("damage" if made.what == "attack" else "cancel")
        said = {"use": use, "pushes": pushes, "text": self.text}
        return [Part(self.seat, RULES.command("push", said))] if pushes else ()

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With all that the roll has brought."""
        roll = last(outcomes.get(self.seat))
        return self if roll is None else self.model_copy(update={"damage": _brought(roll), "known": marks_of(roll)})

    def apply(self, edit: TableEdit) -> None:
        """What has not counted yet."""
        made = self.counting(edit.now)
        if made is None or not edit.seated(self.seat):
            self._nothing(edit)
            return
        if self.use:
            about = f" “{self.text}”" if self.text else ""
            edit.say(f"{edit.name(self.seat)}: pushes for a {self.use}{about}", "PSH-2")
            return
        if self.damage is None or self.damage <= made.counted:
            edit.object("CNF-7", "The roll has brought nothing new", "There is nothing to count.", code="nothing")
            return
        now = made.model_copy(update={"mark": self.known[0] if self.known else made.mark})
        _remember(edit, now)
        more = self.damage - made.counted
        edit.say(f"{edit.name(self.seat)}: {more} more damage{' cancelled' * (made.what == 'block')}", "CNF-7")
        _lands(edit, now, more, self.shield)

    def _nothing(self, edit: TableEdit) -> None:
        """Says why there is nothing to count."""
        made, name = _made(edit.now, self.seat), edit.name(self.seat)
        message, fix = f"{name} has not attacked or blocked this round", "Attack or block first."
        if made is not None and self.same(made):
            message, fix = f"This roll of {name} was for {edit.name(made.target)}", "Count it without a target."
        elif self.what:
            message, fix = f"{name} has made another roll since", "Say with a target whom it was for."
        edit.object("CNF-7", message, fix, code="none", where=("play", "made"))


# ---- shared parts


def _pushes(left: int) -> str:
    """The pushes of a roll that are left for later."""
    return f", {plural(left, 'push')} left" if left else ""


def uncounted(table: Table, members: Mapping[str, Any]) -> list[str]:
    """Rolls made at the table that have not counted there as they are now, in words (ROL-2, PSH-2)."""
    found = []
    for made in table.play.made:
        member = members.get(made.seat)
        roll = member.play.roll if member is not None and member.play is not None else None
        if member is None or roll is None or roll.kind != made.what or (made.mark and made.mark not in marks_of(roll)):
            continue
        name, whom = state.name_of(table, made.seat), state.name_of(table, made.target)
        if waiting(member):
            found.append(f"{name}'s {made.what} ({whom}) is not compared")
        elif (more := _brought(roll) - made.counted) > 0:
            found.append(f"{name}'s {made.what} ({whom}) has brought {more} more damage")
    return found


def _active(element: Element, member: Character, said: Any) -> list[str]:
    """The traits that count on a roll against an element: those that are said, and those of the element that the GM has
    invoked and the character knows of (CNF-2)."""
    knows = [one.trait for one in member.play.active] if member.play is not None else []
    return list(dict.fromkeys([*said, *state.counting(element, knows)]))


def _made(table: Table, who: str) -> Made | None:
    """The last attack or block of a character in this round."""
    return next((one for one in table.play.made if one.seat == who), None)


def _remember(edit: TableEdit, made: Made) -> None:
    edit.put("CNF-7", made=(*(one for one in edit.play.made if one.seat != made.seat), made))


def _lands(edit: TableEdit, made: Made, amount: int, shield: str = "") -> None:
    """What an attack or a block brings: dice off an element, damage on its way, damage cancelled."""
    now = made.model_copy(update={"counted": made.counted + amount})
    edit.put("CNF-7", made=tuple(now if one is made else one for one in edit.play.made))
    if made.what == "block":
        _cancel(edit, made.target, amount)
        return
    if made.target in state.ids(edit.now):
        if amount:
            number = max((one.act for one in edit.play.strikes), default=0) + 1
            strike = Strike(act=number, by=made.seat, target=made.target, kind=made.kind, amount=amount)
            edit.put("CNF-6", strikes=(*edit.play.strikes, strike))
            edit.say(f"{amount} {made.kind} on its way to {edit.name(made.target)}", "CNF-6")
        return
    allies = state.allies_of(edit.now, made.target)
    if allies is not None and state.element_of(edit.now, made.target) is None:
        edit.lose_allies(allies, amount)
        return
    left = _shielded(edit, shield, amount)
    element = state.element_of(edit.now, made.target)
    if element is not None:
        edit.lose(element, made.pool, left)


def _shielded(edit: TableEdit, shield: str, amount: int) -> int:
    """The damage of an attack after an element's block has cancelled some of it (CNF-2, PSH-3)."""
    blocker = edit.element(shield) if shield else None
    if blocker is None:
        return amount
    cancelled = min(blocker.pushes, amount)
    if cancelled:
        edit.put_element(blocker, "PSH-3", pushes=blocker.pushes - cancelled)
        edit.say(f"{cancelled} damage cancelled by {blocker.name}", "PSH-3")
    return amount - cancelled


def _cancel(edit: TableEdit, target: str, amount: int) -> None:
    """Takes what a block cancels off the damage on its way to somebody, the oldest first."""
    edit.put("CNF-7", strikes=tuple(_blocked(edit.play.strikes, target, amount)))


def _blocked(strikes: Sequence[Strike], target: str, amount: int) -> Iterator[Strike]:
    for one in strikes:
        used = min(amount, max(0, one.amount - one.blocked)) if one.target == target and not one.at_once else 0
        amount -= used
        yield one.model_copy(update={"blocked": one.blocked + used}) if used else one


def _brought(roll: LastRoll) -> int:
    """The damage that an attack has dealt, or a block has cancelled, by the character's own sheet."""
    return max(0, min(state.MOST, roll.damage if roll.kind == "attack" else roll.cancelled))
