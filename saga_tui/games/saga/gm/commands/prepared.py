"""Commands of what is prepared: elements kept for another day, and whole situations (CNF-2, CNF-8, CNF-9, TRT-4)."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from saga_tui.engine.fields import Of
from saga_tui.games.saga.gm.commands.base import TableCommand, Words
from saga_tui.games.saga.gm.commands.scene import add, copies
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import MOST, Allies, Element, Situation, Table, Trait, named
from saga_tui.problem import near
from saga_tui.words import plural


class KeepElement(TableCommand, verb="keep-element", title="Keep an element", rules="CNF-2", group="elements"):
    """Keep an element with full dice in the table's file, for another day."""

    element: Annotated[Words, Of("element", part=True)]

    def apply(self, edit: TableEdit) -> None:
        """In place of one of that name that is kept already."""
        found = edit.element(self.element)
        if found is None:
            return
        name = re.sub(r" \d+$", "", found.name)
        kept = Element(name=name, dice=found.full, full=found.full, ally=found.ally, note=found.note)
        kept = kept.model_copy(update={"traits": tuple(one.model_copy(update={"weight": 0}) for one in found.traits)})
        others = tuple(one for one in edit.now.kept if one.name.casefold() != name.casefold())
        edit.listing("kept", "CNF-2", (*others, kept))
        edit.say(f"{name} kept for another day", "CNF-2")


class ForgetElement(
    TableCommand, verb="forget-element", title="Remove a kept element", rules="CNF-2", group="elements"
):
    """Remove an element from those that are kept for another day."""

    element: Annotated[Words, Of("kept element", part=True)]

    def apply(self, edit: TableEdit) -> None:
        """It goes off the list."""
        left = tuple(one for one in edit.now.kept if one.name.casefold() != self.element.casefold())
        if len(left) == len(edit.now.kept):
            fix = near(self.element, [one.name for one in edit.now.kept])
            edit.object("CNF-2", f"No element {self.element!r} is kept", fix, code="none", where=("kept",))
            return
        edit.listing("kept", "CNF-2", left)
        edit.say(f"no longer kept: {self.element}", "CNF-2")


class Bring(TableCommand, verb="bring", title="Bring a kept element", rules="CNF-2 CNF-9", group="elements"):
    """Bring an element that is kept for another day to the table, once or several times."""

    element: Annotated[Words, Of("kept element", part=True)]
    times: Words = ""
    """How many of it: `x3`."""

    def apply(self, edit: TableEdit) -> None:
        """With full dice."""
        found = next((one for one in edit.now.kept if one.name.casefold() == self.element.casefold()), None)
        if found is None:
            fix = near(self.element, [one.name for one in edit.now.kept], "Keep one first.")
            edit.object("CNF-2", f"No element {self.element!r} is kept", fix, code="none", where=("kept",))
            return
        add(edit, found, copies(self.times))


class KeepSituation(
    TableCommand, verb="keep-situation", title="Keep a situation", rules="CNF-2 TRT-4", group="elements"
):
    """Keep what stands at the table as a situation in the table's file: scene traits, elements and ally dice with full
    dice, conditions, stakes. With a file, keep what is in that."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    file: Words = ""
    """A situation's file, or one of those that are ready: `the-bridge`."""
    given: Annotated[str, Field(max_length=100_000)] = ""
    """What the file says, as JSON."""
    rewards: tuple[Words, ...] = Field(default=(), max_length=100)
    notes: Words = ""

    def apply(self, edit: TableEdit) -> None:
        """In place of one of that name that is kept already."""
        name = self.name.strip()
        if self.file and not self.given:
            message, fix = f"There is no situation {self.file!r}", "Write one first: saga-tui situation new."
            edit.object("CNF-2", message, fix, code="none", where=("situations",))
            return
        found = Situation.model_validate_json(self.given) if self.given else as_it_stands(edit.now)
        more = {"rewards": self.rewards or found.rewards, "notes": self.notes or found.notes}
        found = found.model_copy(update={"name": name} | more)
        if not (found.traits or found.elements or found.conditions or found.allies):
            edit.object("CNF-2", "There is nothing at the table to keep", "Add an element or a scene trait first.",
                        code="empty", where=("situations",))  # fmt: skip
            return
        others = tuple(one for one in edit.now.situations if one.name.casefold() != name.casefold())
        edit.listing("situations", "CNF-2", (*others, found))
        edit.say(f"situation “{name}” kept: {plural(len(found.elements), 'element')}", "CNF-2")


def as_it_stands(table: Table) -> Situation:
    """What stands at a table as something prepared: fresh, with full dice."""
    play = table.play
    kept = {"acted": 0, "pushes": 0, "against": ()}
    elements = (
        one.model_copy(update=kept | {"dice": one.full, "traits": tuple(Trait(text=its.text) for its in one.traits)})
        for one in play.elements
        if not one.out
    )
    theirs = {named(one.name, its.text) for one in play.elements for its in one.traits}
    fresh = {"total": 0, "lost": 0, "answered": (), "allied": False}
    conditions = (one.model_copy(update=fresh) for one in play.conditions)
    return Situation(
        stakes=play.stakes,
        traits=tuple(one.text for one in play.scene_traits if one.text not in theirs),
        elements=tuple(elements),
        conditions=tuple(conditions),
        allies=min(MOST, sum(one.full for one in play.allies if one.full > 0)),
    )


class ForgetSituation(
    TableCommand, verb="forget-situation", title="Remove a kept situation", rules="CNF-2", group="elements"
):
    """Remove a situation from those in the table's file."""

    situation: Annotated[Words, Of("situation", part=True)]

    def apply(self, edit: TableEdit) -> None:
        """It goes off the list."""
        left = tuple(one for one in edit.now.situations if one.name.casefold() != self.situation.casefold())
        if len(left) == len(edit.now.situations):
            fix = near(self.situation, [one.name for one in edit.now.situations])
            edit.object("CNF-2", f"No situation {self.situation!r} is kept", fix, code="none", where=("situations",))
            return
        edit.listing("situations", "CNF-2", left)
        edit.say(f"no longer kept: {self.situation}", "CNF-2")


class OpenSituation(
    TableCommand, verb="open-situation", title="Open a situation", rules="CNF-2 TRT-4", group="elements"
):
    """Bring everything of a prepared situation to the table: scene traits, elements, conditions, ally dice."""

    situation: Annotated[Words, Of("situation", part=True)] = ""
    """One of the table's own."""
    given: Annotated[str, Field(max_length=100_000)] = ""
    """One that is read from a file, as JSON."""

    def apply(self, edit: TableEdit) -> None:
        """All of it, with full dice."""
        known = [one.name for one in edit.now.situations]
        found = next((one for one in edit.now.situations if one.name.casefold() == self.situation.casefold()), None)
        if self.given:
            found = Situation.model_validate_json(self.given)
        if found is None:
            message, fix = (
                f"There is no situation {self.situation!r}",
                near(self.situation, known, "Prepare one first."),
            )
            edit.object("CNF-2", message, fix, code="none", where=("situations",))
            return
        edit.say(f"situation “{found.name}”", "CNF-2", way="comes")
        there = {one.text.casefold() for one in edit.play.scene_traits}
        new = tuple(Trait(text=text) for text in found.traits if text.casefold() not in there)
        edit.put("TRT-4", scene_traits=(*edit.play.scene_traits, *new))
        for trait in new:
            edit.say(f"scene trait “{trait.text}”", "TRT-4", way="comes")
        for element in found.elements:
            add(edit, element, 1)
        met = {one.name.casefold() for one in edit.play.conditions}
        for condition in (one for one in found.conditions if one.name.casefold() not in met):
            edit.put("CNF-8", conditions=(*edit.play.conditions, condition))
            edit.say(f"condition “{condition.name}”", "CNF-8", way="comes")
        if found.allies:
            allies = Allies(full=found.allies, now=found.allies)
            edit.put("CNF-9", allies=(*edit.play.allies, allies))
            edit.say(plural(found.allies, "ally die"), "CNF-9", way="comes")
