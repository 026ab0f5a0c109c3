"""Commands that enter a character: any field in any order (W-ENT-1). What is empty or out of range is found and
shown, not refused. Those of a kind that the engine has are rows of `book/building.toml`."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui.engine import command, creating
from saga_tui.engine.declared import declare
from saga_tui.engine.entries import meant
from saga_tui.engine.fields import Of
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Item, Play
from saga_tui.games.world.rules.base import MADE, Building, Change, Index, Words
from saga_tui.games.world.rules.checks import QUICK, trainable
from saga_tui.games.world.rules.figures import ATTRIBUTES, TEXTS, TOLERANCES, figures
from saga_tui.games.world.rules.world import World
from saga_tui.problem import near
from saga_tui.words import signed

__all__ = ["MADE"]


class Choice(Building):
    """What the engine's kinds of choices ask of the game."""

    labels: ClassVar[Any] = TEXTS
    known: ClassVar[Any] = book.switches


class Entered(Building):
    """A number that is entered under its name in a section of the document; 0 leaves it empty."""

    section: ClassVar[str]

    def names(self, document: Character) -> Mapping[str, str]:
        """Every name that may be meant, with the key that the document has for it."""
        raise NotImplementedError

    def enter(self, edit: Change, said: str, value: int) -> None:
        """Sets it, and tells."""
        names, rule = self.names(edit.now), self.rules[0]
        key = names.get(meant(names, said), "")
        if not key:
            edit.object(
                rule, f"There is no {said!r} to enter", near(said, names), code="unknown", where=(self.section,)
            )
            return
        held: dict[str, int] = getattr(edit.now, self.section)
        chosen = {one: kept for one, kept in (held | {key: value}).items() if kept}
        edit.put_at((self.section,), chosen, rule)
        if held.get(key, 0) != value:
            label = figures(edit.now).label_of(key)
            edit.say_moved(label if label != key else key.capitalize(), held.get(key, 0), value, rule)


class SetAttribute(Entered):
    """An attribute."""

    section = "attributes"
    attribute: Annotated[Words, Of("attribute")]
    rank: int = Field(ge=0, le=99)

    def names(self, document: Character) -> Mapping[str, str]:
        """The nine."""
        return {key: key for key in ATTRIBUTES}

    def apply(self, edit: Change) -> None:
        """Its rank."""
        self.enter(edit, self.attribute, self.rank)


class Deal(Building):
    """The ranks of an array, dealt to the nine."""

    array: Words
    first: tuple[Annotated[Words, Of("attribute")], ...] = Field(default=(), max_length=9)
    """Attributes in the order in which they are dealt to; the others follow as they stand on the sheet."""

    def apply(self, edit: Change) -> None:
        """All nine of them."""
        arrays = {one["key"]: one for one in QUICK["arrays"]}
        known = {key: key for key in ATTRIBUTES}
        row = arrays.get(meant(arrays, self.array))
        if row is None:
            message = f"There is no array {self.array!r}"
            edit.object(self.rules[0], message, near(self.array, arrays), code="unknown", where=("quick",))
            return
        order = dict.fromkeys((*(one for said in self.first if (one := meant(known, said))), *ATTRIBUTES))
        edit.put_at(("quick",), row["key"], self.rules[0])
        edit.put_at(("attributes",), dict(zip(order, row["ranks"], strict=True)), self.rules[0])
        edit.say(f"{row['name']} array: {', '.join(map(str, row['ranks']))}", self.rules[0])


class SetTraining(Entered):
    """A Training Rank."""

    section = "training"
    what: Annotated[Words, Of("trainable")]
    rank: int = Field(ge=0, le=99)

    def names(self, document: Character) -> Mapping[str, str]:
        """What can be trained; a field of Craft or Lore as it is said."""
        of = figures(document)
        known = {ref: ref for ref in trainable(of)} | {name.casefold(): ref for ref, name in of.refs_named()}
        key, _, field = self.what.partition(":")
        row = of.skills.get(key.strip().casefold())
        return known | {self.what: f"{row.key}:{field.strip()}"} if row and row.fields and field.strip() else known

    def apply(self, edit: Change) -> None:
        """The rank."""
        self.enter(edit, self.what, self.rank)


class SetMaximum(Entered):
    """The most of a tolerance."""

    section = "maxima"
    tolerance: Annotated[Words, Of("tolerance")]
    most: int = Field(ge=0, le=99)

    def names(self, document: Character) -> Mapping[str, str]:
        """The three."""
        return {key: key for key in TOLERANCES}

    def apply(self, edit: Change) -> None:
        """Its maximum."""
        self.enter(edit, self.tolerance, self.most)


class SetSpeed(Building):
    """The Speed."""

    speed: Annotated[str, Field(max_length=100)]

    def apply(self, edit: Change) -> None:
        """As it is said."""
        edit.put_at(("speed",), self.speed, self.rules[0])
        edit.say(f"speed: {self.speed or '(empty)'}", self.rules[0])


class AddItem(Building):
    """An item."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    modifier: int = Field(default=0, ge=-20, le=20)
    on: tuple[Annotated[Words, Of("touched")], ...] = Field(default=(), max_length=40)
    """The rolls that it touches: athletics, resolve, strength; attack, defense, all."""

    def apply(self, edit: Change) -> None:
        """At the end of the list, in use."""
        made = Item(name=self.name, modifier=self.modifier, on=tuple(one.casefold() for one in self.on))
        edit.listing("items", self.rules[0], (*edit.now.items, made))
        edit.say(f"item: {self.name}{f' {signed(self.modifier)}' if self.modifier else ''}", self.rules[0])


class OnItem(Building):
    """A command about an item."""

    item: Annotated[Index, Of("item")]

    def apply(self, edit: Change) -> None:
        """Changed, where there is one."""
        items = edit.now.items
        if self.item >= len(items):
            edit.object(self.rules[0], "There is no such item", "Choose one from the list.", code="none")
            return
        kept = self.becomes(items[self.item], edit)
        edit.listing("items", self.rules[0], (*items[: self.item], *kept, *items[self.item + 1 :]))

    def becomes(self, item: Item, edit: Change) -> tuple[Item, ...]:
        """What is left of it."""
        edit.say(f"removed: {item.name}", self.rules[0])
        return ()


class UseItem(OnItem):
    """In use, or put away."""

    on: bool = True

    def becomes(self, item: Item, edit: Change) -> tuple[Item, ...]:
        """Used or not."""
        edit.say(f"{item.name}: {'in use' if self.on else 'put away'}", self.rules[0])
        return (item.model_copy(update={"used": self.on}),)


class ChangeSetting(
    creating.ChangeSetting,
    Building,
    verb="change-setting",
    title="Change the setting",
    rules="W-SET-1",
    group="rulings",
):
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: World = World()
    """What the character keeps of it; nothing for the book alone."""

    def counted(self, document: Character) -> Mapping[str, int]:
        """Every rank and maximum."""
        of = figures(document)
        return {of.label_of(name): of.number(name).total for name in of.table}


class Surprise(creating.Surprise):
    """Chooses by chance."""

    sections: ClassVar[tuple[str, ...]] = ("concept", "attributes", "training", "maxima")

    def made(self, document: Character) -> Any:
        """What chance makes of it."""
        from saga_tui.games.world.rules import surprise

        return surprise.made(document, self.seed, self.step)


class Start(creating.StartPlay):
    """Play starts with every tolerance full."""

    def begun(self, edit: Change) -> Play:
        """The first moment of play."""
        of = figures(edit.now)
        full = {key: max(0, of.number(f"{key}-most").total) for key in TOLERANCES}
        return Play(**full, began=dict(edit.now.attributes))


declare(Choice, book.data("building"), describe=creating.Describe, attribute=SetAttribute, deal=Deal,
        training=SetTraining, maximum=SetMaximum, speed=SetSpeed, item=AddItem, use=UseItem, drop=OnItem,
        switch=creating.SetSwitch, paper=creating.FromPaper, surprise=Surprise, start=Start)  # fmt: skip


def made(verb: str, **said: Any) -> command.Command:
    """A command of creation by its verb."""
    return MADE[verb].model_validate(said)
