"""Commands of what stands in a scene and belongs to nobody: elements, scene traits, ally dice
(CNF-2, CNF-3, CNF-9, TRT-4)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from pydantic import Field, field_validator, model_validator

from saga_tui.engine.fields import Of
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.commands.base import Dice, ElementName, Pool, TableCommand, Words
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import POOLS, Allies, Element, Trait
from saga_tui.words import plural

POOLED: Final = re.compile(r"\s*(\d{1,3})(?:\s*/\s*(\d{1,3})\s*/\s*(\d{1,3}))?\s*")
TIMES: Final = re.compile(r"\s*[x×]?\s*(\d{1,2})\s*", re.IGNORECASE)
QUICK: Final = re.compile(
    r"(?P<name>.*?\S)\s+(?P<dice>\d{1,3}(?:\s*/\s*\d{1,3}\s*/\s*\d{1,3})?)(?P<times>\s+[x×]\s*\d{1,2})?"
)
"""One line that makes an element: `Thug 6/2/3 x3`."""
MOST: Final = 30
"""So many of one element come at once."""


def pools(text: str) -> dict[str, int]:
    """The dice of `6/2/3`, physical, social and mental; one number stands for all three. `ValueError` in clear words
    for anything else."""
    found = POOLED.fullmatch(text)
    if found is None:
        raise ValueError("physical, social and mental dice, such as 6/2/3")
    first, *more = found.groups()
    return {pool: int(number or first) for pool, number in zip(POOLS, (first, *more), strict=True)}


def copies(text: str) -> int:
    """How many `x3` is; 1 where nothing is said. `ValueError` in clear words for anything else."""
    found = TIMES.fullmatch(text) if text.strip() else None
    if text.strip() and (found is None or not 1 <= int(found[1]) <= MOST):
        raise ValueError(f"how many of it, such as x3, up to x{MOST}")
    return int(found[1]) if found else 1


def add(edit: TableEdit, made: Element, times: int = 1) -> None:
    """Puts an element at the table with full dice, once or several times: the copies and one whose name is there are
    numbered."""
    taken = {one.name.casefold() for one in edit.play.elements}
    full = {pool: max(0, made.full.get(pool, made.dice.get(pool, 0))) for pool in POOLS}
    number, new = 0, list[Element]()
    while len(new) < times:
        number += 1
        name = made.name if times == 1 and number == 1 else f"{made.name} {number}"
        if name.casefold() not in taken:
            taken.add(name.casefold())
            new.append(made.model_copy(update={"name": name, "dice": full, "full": full, "out": False}))
    edit.put("CNF-2", elements=(*edit.play.elements, *new))
    shown = "/".join(str(full[pool]) for pool in POOLS)
    named = made.name if times == 1 else f"{made.name} ×{times}"
    edit.say(f"{named} {shown}{', an ally' if made.ally else ''}", "CNF-2", way="comes")


class AddElement(TableCommand, verb="element", title="Add an element", rules="CNF-2 CNF-9", group="elements"):
    """Add an opponent, a group of them, an obstacle or an important ally with physical, social and mental dice:
    `element Thug 6/2/3 x3`."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    dice: Words = "1"
    """Physical, social and mental dice, such as 6/2/3; one number stands for all three."""
    times: Words = ""
    """How many of it, such as x3."""
    traits: tuple[Words, ...] = ()
    ally: bool = False
    """Whether it is on the players' side."""
    note: Words = ""

    @model_validator(mode="before")
    @classmethod
    def _one_line(cls, said: Any) -> Any:
        """A name that ends in its dice, as one line of the screen has it: `"Thug 6/2/3 x3"`."""
        found = QUICK.fullmatch(str(said.get("name", "")).strip()) if isinstance(said, dict) else None
        if found is None or "/" not in found["dice"] or said.get("dice"):
            return said
        return said | {"name": found["name"], "dice": found["dice"], "times": (found["times"] or "").strip()}

    @field_validator("dice")
    @classmethod
    def _dice(cls, said: str) -> str:
        pools(said)
        return said

    @field_validator("times")
    @classmethod
    def _times(cls, said: str) -> str:
        copies(said)
        return said

    @classmethod
    def quick(cls, line: str) -> AddElement:
        """The command of one line: `Thug 6/2/3 x3`. `ValueError` in clear words where it says no dice."""
        found = QUICK.fullmatch(line.strip())
        if found is None:
            raise ValueError("a name and dice, such as Thug 6/2/3 x3")
        return cls(name=found["name"], dice=found["dice"], times=(found["times"] or "").strip())

    def apply(self, edit: TableEdit) -> None:
        """At the table at once."""
        traits = tuple(Trait(text=text) for text in self.traits)
        made = Element(name=self.name, full=pools(self.dice), traits=traits, ally=self.ally, note=self.note)
        add(edit, made, copies(self.times))


class RemoveElement(TableCommand, verb="remove-element", title="Remove an element", rules="CNF-2", group="elements"):
    """Remove an element from the table."""

    element: ElementName

    def apply(self, edit: TableEdit) -> None:
        """It goes, with what it was about to deal."""
        found = edit.element(self.element)
        if found is not None:
            edit.put(
                "CNF-2",
                elements=tuple(one for one in edit.play.elements if one is not found),
                strikes=tuple(one for one in edit.play.strikes if one.by != found.name),
                asks=tuple(one for one in edit.play.asks if one.what != "zero" or one.kind != found.name),
            )
            edit.say(f"{found.name} removed", "CNF-2", way="goes")


class Out(TableCommand, verb="out", title="Say whether it is out", rules="CNF-3", group="elements"):
    """Say what it means that a pool is empty: usually the element is out of the conflict; or it stays in."""

    answers = ("zero",)

    element: ElementName
    stays: bool = False
    """It is still in the conflict."""
    meaning: Words = ""
    """What it means, in your words."""

    def apply(self, edit: TableEdit) -> None:
        """The mark, and the question is answered."""
        found = edit.element(self.element, "CNF-3")
        if found is None:
            return
        edit.answered("zero", kind=found.name)
        edit.put_element(found, "CNF-3", out=not self.stays)
        how = f", {self.meaning}" if self.meaning else ""
        edit.say(f"{found.name}: {'still in' if self.stays else 'out'}{how}", "CNF-3")


class DamageElement(
    TableCommand, verb="damage-element", title="Damage an element", rules="CNF-3 CNF-10", group="elements"
):
    """Take dice from an element, one for each damage, or give some back. The GM may also declare a pool reduced."""

    element: ElementName
    pool: Pool = "physical"
    amount: Annotated[int, Field(ge=-999, le=999)] = 1
    """Dice that it loses; below 0 it gains them, never beyond the dice it began with."""

    def apply(self, edit: TableEdit) -> None:
        """Down to none."""
        found = edit.element(self.element, "CNF-3")
        if found is None:
            return
        if self.amount >= 0:
            if not edit.lose(found, self.pool, self.amount) and self.amount:
                message = f"The {self.pool} pool of {found.name} is already empty"
                edit.object("CNF-3", message, "Choose another kind of dice.", code="none", where=("play", "elements"))
            return
        before = found.dice.get(self.pool, 0)
        after = max(before, min(found.full.get(self.pool, 0), before - self.amount))
        edit.put_element(found, "CNF-3", dice=found.dice | {self.pool: after})
        edit.say_moved(f"{found.name} {self.pool}", before, after, "CNF-3")


class GrowElement(
    TableCommand, verb="grow-element", title="Change the full dice of an element", rules="CNF-2 CNF-9", group="elements"
):
    """Change the full dice of an element, as an important ally gains some over time. The dice left change by as
    much."""

    element: ElementName
    dice: Words
    """Physical, social and mental dice, such as 6/2/3."""

    @field_validator("dice")
    @classmethod
    def _dice(cls, said: str) -> str:
        pools(said)
        return said

    def apply(self, edit: TableEdit) -> None:
        """Full dice, and those it has now."""
        found = edit.element(self.element)
        if found is None:
            return
        full = pools(self.dice)
        now = {pool: max(0, found.dice.get(pool, 0) + full[pool] - found.full.get(pool, 0)) for pool in POOLS}
        edit.put_element(found, "CNF-2", full=full, dice=now)
        edit.say(f"full dice of {found.name}: {'/'.join(str(full[pool]) for pool in POOLS)}", "CNF-2")


class SceneTrait(TableCommand, verb="scene-trait", title="Add a scene trait", rules="TRT-4", group="traits"):
    """Give the scene a trait that no one has invoked yet."""

    trait: Words

    def apply(self, edit: TableEdit) -> None:
        """It stands there until the scene ends."""
        if any(one.text.casefold() == self.trait.casefold() for one in edit.play.scene_traits):
            edit.object(
                "TRT-4",
                f"The scene already has the trait “{self.trait}”",
                "Invoke it, or choose another.",
                code="twice",
            )
            return
        edit.put("TRT-4", scene_traits=(*edit.play.scene_traits, Trait(text=self.trait)))
        edit.say(f"scene trait “{self.trait}”", "TRT-4", way="comes")


# ---- ally dice


class AddAllies(TableCommand, verb="allies", title="Add ally dice", rules="CNF-9 ROL-9 CNF-6", group="elements"):
    """Add ally dice, one pool for all players: 1–5 is an ally of few skills, 6–15 a skilled group. Where players are
    against each other, each side has its own."""

    dice: Annotated[int, Field(ge=0, le=999)]
    """How many; 0 removes them."""
    name: Words = ""
    side: Dice = 0
    """Their side in a conflict between players."""

    def apply(self, edit: TableEdit) -> None:
        """In place of those of that name and side."""
        others = tuple(
            one for one in edit.play.allies if (one.name.casefold(), one.side) != (self.name.casefold(), self.side)
        )
        if not self.dice:
            if len(others) == len(edit.play.allies):
                edit.object(
                    "CNF-9", "There are no such ally dice at the table", "There is nothing to remove.", code="none"
                )
            edit.put("CNF-9", allies=others)
            edit.say("ally dice removed", "CNF-9", way="goes")
            return
        made = Allies(name=self.name[:200], side=self.side, full=self.dice, now=self.dice)
        edit.put("CNF-9", allies=(*others, made))
        edit.say(f"{self.name or 'allies'}: {plural(self.dice, 'ally die')}", "CNF-9", way="comes")


class TakeAllies(TableCommand, verb="take-allies", title="Take ally dice", rules="CNF-9 ROL-9", group="elements"):
    """Take ally dice for a roll outside the app, so that no one else can use them this round. Or give some back."""

    dice: Annotated[int, Field(ge=-999, le=999)] = 1
    name: Annotated[Words, Of("allies", part=True)] = ""
    refresh: bool = False
    """Free all ally dice that were taken."""

    def apply(self, edit: TableEdit) -> None:
        """Of those that are free."""
        allies = edit.allies("" if self.name == "allies" else self.name)
        if allies is None:
            return
        if self.refresh or self.dice < 0:
            back = allies.used if self.refresh else min(allies.used, -self.dice)
            edit.put_allies(allies, "CNF-9", used=allies.used - back)
            edit.say_moved("free ally dice", state.free(allies), state.free(allies) + back, "CNF-9")
        else:
            edit.use_allies(self.dice, name=allies.name)


class DamageAllies(TableCommand, verb="damage-allies", title="Damage ally dice", rules="CNF-9", group="elements"):
    """Take ally dice for the rest of the conflict, one for each damage."""

    dice: Annotated[int, Field(ge=1, le=999)] = 1
    name: Annotated[Words, Of("allies", part=True)] = ""

    def apply(self, edit: TableEdit) -> None:
        """They go."""
        allies = edit.allies("" if self.name == "allies" else self.name)
        if allies is not None and not edit.lose_allies(allies, self.dice):
            edit.object("CNF-9", "No ally dice are left", "There is nothing to lose.", code="none")
