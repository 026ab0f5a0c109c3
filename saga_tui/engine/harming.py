"""What hurts and what helps: damage, spending and recovery, conditions, lasting harm, afflictions. A game declares
its own commands below these, with their verbs and rules: the first of them is named where one objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.engine.ailments import Ill
from saga_tui.engine.command import Words
from saga_tui.engine.entries import meant
from saga_tui.engine.fields import Of
from saga_tui.engine.suffering import Roll
from saga_tui.engine.under import OfAilments
from saga_tui.problem import near

Amount = Annotated[int, Field(ge=0, le=99)]
Tolerance = Annotated[Words, Of("tolerance")]


class Harming(OfAilments):
    """A command about somebody's state."""

    def found(self, edit: Any, said: str, known: Iterable[str], what: str) -> str:
        """The key that is meant; objects where there is none."""
        names = known if isinstance(known, dict) else list(known)
        key = meant(names, said)
        if not key:
            edit.object(self.rules[0], f"There is no {what} {said!r}", near(said, names), code="unknown")
        return key


class OnTolerance(Harming):
    """A command about so much of a tolerance."""

    amount: Amount
    tolerance: Tolerance = ""
    """The first one where none is named."""

    def apply(self, edit: Any) -> None:
        """Done, where there is one of that name."""
        known = self.of(edit.now).tolerances
        key = self.found(edit, self.tolerance, known, "tolerance") if self.tolerance else self.usual(edit)
        if key:
            self.does(edit, key)

    def usual(self, edit: Any) -> str:
        """The one that is meant where none is named."""
        return next(iter(self.of(edit.now).tolerances))

    def does(self, edit: Any, key: str) -> None:
        """What is done."""
        raise NotImplementedError


class Take(OnTolerance):
    """Take damage."""

    non_lethal: bool = False
    """A blow that does not kill."""

    def does(self, edit: Any, key: str) -> None:
        """As far as it goes."""
        of = self.of(edit.now)
        if lost := of.lost():
            row = of.conditions[lost]
            edit.object(row.rule, f"{row.name}: nothing hurts any more", "Undo it.", code="lost")
        self.ails.damage(edit, key, self.amount, lethal=not self.non_lethal)


class Spend(OnTolerance):
    """Spend of a tolerance."""

    def usual(self, edit: Any) -> str:
        """What actions cost."""
        return self.ails.costs

    def does(self, edit: Any, key: str) -> None:
        """So much less."""
        self.ails.spend(edit, key, self.amount, self.rules[0])


class Recover(OnTolerance):
    """Recover a tolerance."""

    def does(self, edit: Any, key: str) -> None:
        """Up to the maximum."""
        self.ails.recover(edit, key, self.amount, self.rules[0])


class Gain(Harming):
    """Gain a condition."""

    what: Annotated[Words, Of("condition")]
    number: int = Field(default=0, ge=0, le=20)
    """Its strength, where it has one."""
    ends: Literal["", "turn-start", "turn-end", "gm"] = ""
    """When it ends by itself; gm: when your GM says so; nothing: as usual."""
    source: Annotated[str, Field(max_length=100)] = ""
    """Where it comes from."""

    def apply(self, edit: Any) -> None:
        """It holds."""
        known = self.of(edit.now).conditions
        row = known.get(self.found(edit, self.what, known, "condition"))
        if row is not None:
            if row.numbered and not self.number:
                edit.object(row.rule, f"How strong is {row.name}?", "Give a number.", code="number")
            self.ails.gain(edit, row.key, row.rule, source=self.source, number=self.number, ends=self.ends)


class End(Harming):
    """End a condition, all its sources; or only one of them."""

    what: Annotated[Words, Of("held condition")]
    place: Annotated[int, Field(ge=0, le=999), Of("held condition")] | None = None
    """Only that one of all that hold."""

    def apply(self, edit: Any) -> None:
        """It holds no more."""
        known, held = self.of(edit.now).conditions, {one.key for one in edit.game.play_of(edit.now).conditions}
        key = self.found(edit, self.what, {one: known.get(one) for one in held}, "condition that holds,")
        if key:
            held_now, rule = edit.game.play_of(edit.now).conditions, known[key].rule if key in known else self.rules[0]
            only = held_now[self.place : self.place + 1] if self.place is not None else held_now
            self.ails.end(edit, rule, lambda one: one.key == key and any(one is other for other in only))


class Hurt(Harming):
    """Lasting harm comes: by chance, or the one that is named with its counter."""

    one: ClassVar[str]
    which: Words = ""
    """Nothing: by chance."""
    left: int | None = Field(default=None, ge=1, le=99)
    """Its days or score; nothing: it is rolled."""

    def apply(self, edit: Any) -> None:
        """One of each at most."""
        field = self.ails.fields[self.one]
        rows = type(self.of(edit.now)).harms(field)
        key = self.found(edit, self.which, rows, self.one) if self.which else ""
        if not key or self.left is None:
            self.ails.harm(edit, self.one, self.rules[0])
        elif any(held.key == key for held in getattr(edit.game.play_of(edit.now), field)):
            edit.object(self.rules[0], f"{rows[key].name} is held already", "Roll again for another.", code="twice")
        else:
            self.ails.harmed(edit, field, key, self.left)


class Treat(Harming):
    """Treat lasting harm: so much less of its counter."""

    what: Annotated[Words, Of("harm")]
    amount: int = Field(default=1, ge=1, le=99)

    def apply(self, edit: Any) -> None:
        """At 0 it is gone."""
        play = edit.game.play_of(edit.now)
        held = {one.key: kind for kind in self.ails.kinds for one in getattr(play, kind)}
        if key := self.found(edit, self.what, held, "harm held called"):
            self.ails.heal(edit, held[key], key, self.amount, self.rules[0])


class OnAffliction(Harming):
    """A command about an affliction of the tables."""

    affliction: Annotated[Words, Of("affliction")]
    resistance: Annotated[Words, Of("resistance")] = ""
    """What it is resisted with, as your book says; asked at the roll, where nobody says it."""

    def against(self, edit: Any) -> str:
        """The resistance that was named."""
        known = [key for key, row in self.of(edit.now).skills.items() if row.resistance]
        return self.found(edit, self.resistance, known, "resistance") if self.resistance else ""


class Expose(OnAffliction):
    """Be exposed to an affliction: it is resisted."""

    def apply(self, edit: Any) -> None:
        """Unless one is immune to it for a while."""
        known, says = self.of(edit.now).afflictions, self.ails.says
        row = known.get(self.found(edit, self.affliction, known, "affliction"))
        if row is None:
            return
        if self.ails.ill_of(edit.now, row.key):
            fix = "Allow it, and it begins again if it is not resisted; or leave it."
            edit.object(says["twice"], f"{row.name} is at work already, and no rule says more", fix, code="twice")
        if any(one.key == row.key and one.immune for one in edit.game.play_of(edit.now).wards):
            edit.say(f"immune to {row.name} for ten minutes", says["resist"])
            return
        resistance = row.resistance or self.against(edit)
        roll = Roll(resistance, "resistance", action=self.ails.resist) if resistance else None
        self.ails.ask(edit, self.ails.resist, row.key, roll)


class Enter(OnAffliction):
    """Enter an affliction as it stands."""

    typed = ("affliction", "rank", "onset", "due", "resistance")
    rank: int = Field(default=1, ge=0, le=99)
    """0: it is cured."""
    onset: int = Field(default=0, ge=0, le=999)
    """Rounds or days until it is felt."""
    due: int | None = Field(default=None, ge=1, le=999)
    """Rounds or days until it is confronted; nothing: as usual."""

    def apply(self, edit: Any) -> None:
        """In the place of what was there of it."""
        known, says = self.of(edit.now).afflictions, self.ails.says
        row = known.get(self.found(edit, self.affliction, known, "affliction"))
        if row is None:
            return
        resistance = self.against(edit)
        if self.ails.ill_of(edit.now, row.key) is None:
            made = Ill(key=row.key, rank=1, resistance=resistance)
            edit.put(says["form"], afflictions=(*edit.game.play_of(edit.now).afflictions, made))
            edit.say(row.name, says["form"], way="goes")
        self.ails.rank(edit, row.key, self.rank, says["onset"])
        due = row.frequency.count if self.due is None else self.due
        more = {"resistance": resistance} if resistance else {}
        self.ails.change(edit, row.key, onset=self.onset, due=due, toxic=int(self.onset > 0), **more)


class Confront(Harming):
    """Confront an affliction now."""

    affliction: Annotated[Words, Of("ill")]

    def apply(self, edit: Any) -> None:
        """Its roll is asked for."""
        known = self.of(edit.now).afflictions
        held = {one.key: known.get(one.key) for one in edit.game.play_of(edit.now).afflictions}
        if key := self.found(edit, self.affliction, held, "affliction at work called"):
            self.ails.confronted(edit, key)
