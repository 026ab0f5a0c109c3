"""A change in the making: what the commands of a table do over and over to it."""

from __future__ import annotations

from typing import Any

from saga_tui.engine import edit
from saga_tui.engine.document import Ask
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.state import Allies, Element, Given, Table, TablePlay, Trait
from saga_tui.problem import near
from saga_tui.words import plural

KEPT = 400
"""So many lines has the record of what was given: the oldest go."""


class TableEdit(edit.Edit[Table]):
    """One command's work on one table."""

    @property
    def play(self) -> TablePlay:
        """Where the table stands now."""
        return self.now.play

    def name(self, who: str) -> str:
        """What one who sits there is called."""
        return state.name_of(self.now, who)

    # ---- elements

    def element(self, name: str, rule: str = "CNF-2") -> Element | None:
        """The element of that name; finds it against the rule where there is none."""
        found = state.element_of(self.now, name)
        if found is None:
            fix = near(name, [one.name for one in self.play.elements], "Add it first: element NAME 6/2/3.")
            where = ("play", "elements")
            self.object(rule, f"There is no element {name!r} at the table", fix, code="no-element", where=where)
        return found

    def put_element(self, old: Element, rule: str, **fields: Any) -> Element:
        """Puts an element with other fields in the place of one."""
        new = old.model_copy(update=fields)
        assert any(one is old for one in self.play.elements), "as it is now"
        self.put(rule, elements=tuple(new if one is old else one for one in self.play.elements))
        return new

    def lose(self, element: Element, pool: str, amount: int, rule: str = "CNF-3") -> int:
        """Takes dice from a pool of an element, one for each damage; at zero the GM says what it means. Gives how many
        went (CNF-3)."""
        before = max(0, element.dice.get(pool, 0))
        after = max(0, before - amount)
        if after == before:
            return 0
        self.put_element(element, rule, dice=element.dice | {pool: after})
        self.say_moved(f"{element.name} {pool}", before, after, rule)
        if not after and not element.out:
            self.ask(Ask(what="zero", kind=element.name, rule="CNF-3"))
            self.say(f"{element.name}: {pool} pool empty, the GM says what it means", "CNF-3")
        return before - after

    # ---- ally dice

    def allies(self, name: str = "") -> Allies | None:
        """The ally dice of that name, or the only ones; finds it against CNF-9 where there are none."""
        listed = self.play.allies
        known = [one for one in listed if one.name.casefold() == name.casefold()] if name else list(listed)
        if len(known) == 1:
            return known[0]
        message = "There are several groups of ally dice" if known else "There are no such ally dice at the table"
        fix = near(name, [one.name for one in listed]) if listed else "Add them first: allies 6."
        self.object("CNF-9", message, fix, code="no-allies", where=("play", "allies"))
        return None

    def put_allies(self, old: Allies, rule: str, **fields: Any) -> None:
        """Puts ally dice with other fields in the place of some."""
        new = old.model_copy(update=fields)
        assert any(one is old for one in self.play.allies), "as they are now"
        self.put(rule, allies=tuple(new if one is old else one for one in self.play.allies))

    def use_allies(self, amount: int, who: str = "", name: str = "") -> None:
        """A player takes ally dice on a roll, those of the own side where there are sides: the others lack them for the
        round (CNF-6, CNF-9)."""
        if not amount:
            return
        side = next((one.side for one in self.now.seats if one.id == who), 0)
        own = [one for one in self.play.allies if who and one.side == side]
        allies = own[0] if len(own) == 1 else self.allies(name)
        if allies is None:
            return
        left = state.free(allies)
        if amount > left:
            message = f"Not enough ally dice: this takes {amount}, {left} left this round"
            fix, sums = "Take fewer, or wait for the next round.", {"cost": plural(amount, "ally die")}
            self.object("CNF-9", message, fix, code="short-allies", left=str(left), where=("play", "allies"), **sums)
        taken = min(amount, left)
        self.put_allies(allies, "CNF-9", used=allies.used + taken)
        if taken:
            self.say_moved("free ally dice", left, left - taken, "CNF-9")

    def lose_allies(self, allies: Allies, amount: int) -> int:
        """Ally dice that are attacked go for the rest of the conflict. Gives how many went (CNF-9)."""
        after = max(0, allies.now - amount)
        gone = allies.now - after
        if gone:
            self.put_allies(allies, "CNF-9", now=after, used=min(allies.used, after))
            self.say_moved("ally dice", allies.now, after, "CNF-9")
        return gone

    # ---- what is given

    def gave(self, who: str, what: str, amount: int = 1, why: str = "", offer: str = "", *, rule: str) -> None:
        """Notes who got what, so that nobody is forgotten; `offer`: the id of the one that it waits for."""
        new = Given(who=who, what=what, amount=amount, why=why, chapter=self.play.chapter, offer=offer)
        self.put(rule, given=(*self.play.given, new)[-KEPT:])

    def found_trait(self, text: str, rule: str) -> None:
        """A trait that the scene has from now on, if it has none of that name."""
        if text and text.casefold() not in [one.text.casefold() for one in self.play.scene_traits]:
            self.put(rule, scene_traits=(*self.play.scene_traits, Trait(text=text)))

    def seated(self, who: str) -> bool:
        """Whether one with that id sits there; finds it against CNF-4 where not."""
        if who in state.ids(self.now):
            return True
        known = [one.name for one in self.now.seats]
        fix = near(who, known, "Seat the character first.")
        self.object("CNF-4", f"{who!r} does not sit at this table", fix, code="no-seat", where=("seats",))
        return False

    def targeted(self, target: str) -> bool:
        """Whether a target of an attack is there; finds it against the rules where not."""
        if target in state.ids(self.now) or state.allies_of(self.now, target) is not None:
            return True
        return self.element(target) is not None
