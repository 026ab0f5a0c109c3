"""The damage of a hit: asked for by the blow, rolled then or later. A game declares its own command below this."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Field

from saga_tui.blows import armour_left
from saga_tui.engine.asked import Thrown, drop
from saga_tui.engine.document import Ask

DAMAGE: Final = "damage"
"""The question that a hit leaves."""
HALVES: Final = "halve_armour"
"""The mark, and the modifier, of a called shot that halves the target's armour."""
LESS: Final = "less"
"""The mark of a hit whose dice are taken off."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit whose damage is still to be rolled: dice, what is added, what it is divided by, the target's armour and how
    well it resists, how well the weapon pierces, and the game's own marks."""

    dice: int = 0
    bonus: int = 0
    divisor: int = 1
    armour: int = 0
    piercing: int = 0
    resists: int = 0
    marks: tuple[str, ...] = ()

    @classmethod
    def of(cls, ask: Ask) -> Self:
        """As a question has it; what a hand wrote otherwise counts nothing."""
        found: dict[str, int] = {}
        for said in ask.level.split():
            match = re.fullmatch(r"(/|ap|ra|(?=[+-]))([+-]?\d{1,6})", said, re.ASCII)
            if match:
                found[match[1]] = int(match[2])
        marks = tuple(said for said in ask.level.split() if said.replace("_", "").isalpha())
        return cls(ask.dice, found.get("", 0), max(1, found.get("/", 1)), ask.of, found.get("ap", 0),
                   found.get("ra", 0), marks)  # fmt: skip

    def ask(self, edit: Any, name: str, rule: str, sides: str) -> None:
        """Asks for its damage, and tells which dice it has (`sides`: d6)."""
        numbers = {"/": self.divisor if self.divisor > 1 else 0, "ap": self.piercing, "ra": self.resists}
        level = [f"{self.bonus:+d}", *(f"{key}{value}" for key, value in numbers.items() if value), *self.marks]
        edit.ask(Ask(what=DAMAGE, kind=name, dice=self.dice, level=" ".join(level), of=self.armour, rule=rule))
        more = f" {self.bonus:+d}".replace("-", "−") if self.bonus else ""
        dice = f"{self.dice}{sides}"
        edit.say(f"damage: {self.bonus} − {dice}" if LESS in self.marks else f"damage: {dice}{more}", rule)


class RollDamage(Thrown):
    """Roll the damage of your hit: its dice and its bonus, or others."""

    answers: ClassVar[tuple[str, ...]] = (DAMAGE,)
    die: ClassVar[str] = "d6"
    of_stun: ClassVar[tuple[str, ...]] = ()
    """The marks of damage that only stuns."""
    remarks: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """What is told of a mark, with {half} of the damage, and by which rule."""
    after: ClassVar[str] = ""
    """The rule of armour."""
    number: Annotated[int, Field(ge=0, le=99)] | None = None
    """Dice; those of the hit, where you say none."""
    bonus: Annotated[int, Field(ge=-99, le=999)] | None = None
    armour: Annotated[int, Field(ge=0, le=999)] | None = None
    """The target's protection."""
    ra: Annotated[int, Field(ge=0, le=99)] | None = None
    """How well the target's armour resists piercing."""

    def hit(self, document: Any) -> Hit | None:
        """The hit that it belongs to."""
        asks: tuple[Ask, ...] = document.play.asks if document.play is not None else ()
        return next((Hit.of(one) for one in asks if one.what == DAMAGE), None)

    def left(self, amount: int, armour: int, hit: Hit, resists: int) -> tuple[int, str]:
        """What armour leaves of damage, halved by a called shot and by each point that the weapon pierces more than it
        resists; and words behind the armour."""
        called, held = HALVES in hit.marks, armour_left(armour, hit.piercing, resists)
        left = max(0, amount - armour_left(armour, hit.piercing, resists, called))
        return left, f", pierced to {held}" * (held < armour) + ", halved" * called

    def dice_needed(self, document: Any) -> int:
        """Of the hit."""
        hit = self.hit(document)
        return self.number if self.number is not None else hit.dice if hit else 0

    def apply(self, edit: Any) -> None:
        """Rolled and told."""
        found, rule = self.hit(edit.now), self.rules[0]
        hit, count = found or Hit(), self.dice_needed(edit.now)
        if self.number is None and found is None:
            edit.object(rule, "No hit is open", "Say how many dice and which bonus.", code="unasked")
        bonus, total = hit.bonus if self.bonus is None else self.bonus, self.came(edit, count, self.total)
        amount = max(0, bonus + (-total if LESS in hit.marks else total)) // hit.divisor
        stun = " of stun" if {*self.of_stun} & {*hit.marks} else ""
        edit.say(f"damage {amount}{stun}: {count}{self.die} came to {total}", rule, way="comes", came=amount)
        if armour := hit.armour if self.armour is None else self.armour:
            left, more = self.left(amount, armour, hit, hit.resists if self.ra is None else self.ra)
            edit.say(f"{left} after armour {armour}{more}", self.after or rule)
        for mark in hit.marks:
            if mark in self.remarks:
                words, of = self.remarks[mark]
                edit.say(words.format(half=amount // 2), of)
        drop(edit, rule, DAMAGE)
