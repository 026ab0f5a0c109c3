"""Numbers and things that are entered freely, in any order: attributes, training, maxima, words, items. What is empty
or out of range is found and shown, not refused. A game declares its own commands below these, with their verbs and
rules; its numbers are those of `suffering.Suffering`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui.engine.ailments import Item
from saga_tui.engine.command import Command, Index, Words
from saga_tui.engine.entries import meant
from saga_tui.engine.fields import Of
from saga_tui.engine.suffering import Suffering, name_of
from saga_tui.problem import near
from saga_tui.words import signed


class OfNumbers(Command):
    """A command that knows the numbers of a document."""

    numbers: ClassVar[Callable[[Any], Suffering]]

    def of(self, document: Any) -> Suffering:
        """All of them."""
        return type(self).numbers(document)


class Enter(OfNumbers):
    """Enter a number under a name, in a section of the document; 0 leaves it empty."""

    section: ClassVar[str]
    named: ClassVar[str] = "what"
    valued: ClassVar[str] = "rank"
    """The parameters of the name and of the value."""

    def names(self, of: Suffering) -> Mapping[str, str]:
        """Every name that may be meant, with the key that the document has for it."""
        return {key: key for key in (of.attributes if self.section == "attributes" else of.tolerances)}

    def open(self, of: Suffering, key: str) -> bool:
        """Whether a name still wants a field of work or knowledge."""
        del of, key
        return False

    def apply(self, edit: Any) -> None:
        """Sets it, and tells."""
        of, said, value, rule = self.of(edit.now), getattr(self, self.named), getattr(self, self.valued), self.rules[0]
        names = self.names(of)
        key = names.get(meant(names, said), "")
        if not key:
            message = f"There is no {said!r} to enter"
            edit.object(rule, message, near(said, names), code="unknown", where=(self.section,))
            return
        if value and self.open(of, key):
            label = of.skills[key].name
            fix = f"Say it with the field: {key}:Smithing, as it fits."
            edit.object(rule, f"{label} wants a field", fix, code="field", where=(self.section,))
        held: Mapping[str, int] = getattr(edit.now, self.section)
        before = held.get(key, 0)
        edit.put_at((self.section,), {one: kept for one, kept in {**held, key: value}.items() if kept}, rule)
        if before != value:
            label = of.tolerances[key]["name"] if key in of.tolerances else self.of(edit.now).label_of(name_of(key))
            edit.say_moved(label, before, value, rule)


class Train(Enter):
    """Enter a Training Rank; fields of work or knowledge as they are said."""

    trained: ClassVar[Callable[[Any], Sequence[str]]]
    """All that can be trained, of the numbers."""

    def names(self, of: Suffering) -> Mapping[str, str]:
        """What can be trained, by key and by name."""
        said = getattr(self, self.named)
        known = {ref: ref for ref in type(self).trained(of)} | {name.casefold(): ref for ref, name in of.refs_named()}
        key, _, field = said.partition(":")
        row = of.skills.get(key.strip().casefold())
        return known | {said: f"{row.key}:{field.strip()}"} if row and row.fields and field.strip() else known

    def open(self, of: Suffering, key: str) -> bool:
        """Skills with fields are taken once for each."""
        return key in of.skills and of.skills[key].fields


class Deal(OfNumbers):
    """Deal the ranks of an array to the attributes (`quick` says which it was)."""

    arrays: ClassVar[Mapping[str, Mapping[str, Any]]]
    """Arrays by key, each with its `name` and its `ranks`."""
    switch: ClassVar[str] = ""
    """The rule option that has to be other than `off`; none: arrays are always dealt."""
    array: Words
    first: tuple[Annotated[Words, Of("attribute")], ...] = Field(default=(), max_length=20)
    """Attributes in the order in which they are dealt to; the others follow as they stand on the sheet."""

    def apply(self, edit: Any) -> None:
        """All of them."""
        known = {key: key for key in self.of(edit.now).attributes}
        row = self.arrays.get(meant(self.arrays, self.array))
        if row is None:
            message = f"There is no array {self.array!r}"
            edit.object(self.rules[0], message, near(self.array, self.arrays), code="unknown", where=("quick",))
            return
        if self.switch and self.of(edit.now).switch(self.switch) == "off":
            message, fix = f"The rule option {self.switch} is off: no array is dealt", f"Set {self.switch} first."
            edit.object(self.rules[0], message, fix, code="off", where=("campaign", "switches"))
        order = dict.fromkeys((*(one for said in self.first if (one := meant(known, said))), *known))
        edit.put_at(("quick",), row["key"], self.rules[0])
        edit.put_at(("attributes",), dict(zip(order, row["ranks"], strict=True)), self.rules[0])
        edit.say(f"{row['name']} array: {', '.join(map(str, row['ranks']))}", self.rules[0])


class SetText(Command):
    """Set a text of the document itself."""

    field: ClassVar[str]

    def apply(self, edit: Any) -> None:
        """As it is said."""
        said = getattr(self, self.field)
        edit.put_at((self.field,), said, self.rules[0])
        edit.say(f"{self.field}: {said or '(empty)'}", self.rules[0])


class AddItem(Command):
    """Add an item: its modifier, and the rolls that it touches."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    modifier: int = Field(default=0, ge=-20, le=20)
    on: tuple[Annotated[Words, Of("touched")], ...] = Field(default=(), max_length=40)
    """The rolls that it touches: skills, resistances, attributes; attack, defense, all."""

    def apply(self, edit: Any) -> None:
        """At the end of the list, in use."""
        made = Item(name=self.name, modifier=self.modifier, on=tuple(one.casefold() for one in self.on))
        edit.listing("items", self.rules[0], (*edit.now.items, made))
        edit.say(f"item: {self.name}{f' {signed(self.modifier)}' if self.modifier else ''}", self.rules[0])


class RemoveItem(Command):
    """Remove an item."""

    item: Annotated[Index, Of("item")]

    def apply(self, edit: Any) -> None:
        """Changed, where there is one."""
        items = edit.now.items
        if self.item >= len(items):
            edit.object(self.rules[0], "There is no such item", "Choose one from the list.", code="none")
            return
        kept = self.becomes(items[self.item], edit)
        edit.listing("items", self.rules[0], (*items[: self.item], *kept, *items[self.item + 1 :]))

    def becomes(self, item: Item, edit: Any) -> tuple[Item, ...]:
        """What is left of it."""
        edit.say(f"removed: {item.name}", self.rules[0])
        return ()


class UseItem(RemoveItem):
    """Use an item, or put it away."""

    on: bool = True

    def becomes(self, item: Item, edit: Any) -> tuple[Item, ...]:
        """Used or not."""
        edit.say(f"{item.name}: {'in use' if self.on else 'put away'}", self.rules[0])
        return (item.model_copy(update={"used": self.on}),)
