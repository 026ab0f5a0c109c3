"""What every document of a game has: its identity, what the group ruled, what is automated, and where play stands."""

from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, Final, Self

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole, plain


class Ruling(Model):
    """What the group decided against the rules, or beside them, and why.

    `finding` is the key of a finding that is overruled; a ruling about a value names the `number` or the `text`
    instead, and `row` is a line of the clock's edge that was skipped.
    """

    finding: Name = ""
    number: Name = ""
    text: Name = ""
    row: Name = ""
    old: Text = ""
    new: Text = ""
    reason: Text = ""
    when: Name = ""
    past: bool = False
    """Whether play has brought the number back to where the rules have it, so that the ruling marks nothing more."""


class Ask(Model):
    """What the rules still want to know or have rolled; `what` says which question it is."""

    what: Name = ""
    kind: Name = ""
    count: Whole = 1
    of: Whole = 0
    """How many it asked for at first; 0: nobody knows."""
    dice: Whole = 0
    """The dice of a roll that is asked for, counted when it was; 0: they were not."""
    level: Name = ""
    target: Whole | None = None
    """What it is rolled against, where that was fixed when it was asked for."""
    rule: Name = ""


class Play(Model):
    """Where play stands: the innermost span of time that is open, and the rules' open questions."""

    always: ClassVar[tuple[str, ...]] = ()
    """Fields that are written even where they stand at their default, so that the file reads as a whole."""

    span: Name = ""
    asks: tuple[Ask, ...] = Field(default=(), max_length=LONGEST)


ANSWERS: Final = ("accepted", "changed", "refused")
"""What becomes of an offer."""


class Document(Model):
    """A whole document of a game. A half-built one is as valid as a finished one; the game's problems say what is
    missing. A game declares its sections as further fields, and where `rulings` and the like stand among them by
    declaring those anew: a file has the fields in the order in which the game's own class names them."""

    ruling: ClassVar[str] = ""
    """The id of the game's rule that lets a group decide otherwise than its rules."""

    format: Whole = 1
    game: Name = ""
    id: Name = ""
    rulings: tuple[Ruling, ...] = Field(default=(), max_length=LONGEST)
    automation: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    """What is always done, asked for or never done, by its key, where that is not the usual."""
    answered: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    """Offers of tables by their ids, and what became of them (`ANSWERS`); the newest of them."""
    play: Play | None = None

    @property
    def title(self) -> str:
        """Its name, or a word that says there is none yet."""
        return "Nameless"

    def to_doc(self, like: tuple[Self, dict[str, Any]] | None = None) -> dict[str, Any]:
        """The document as TOML holds it: format, game and id first, the sections in their order, defaults left out.
        `like` is a document and what this method gave for it: the sections that both share are taken from there."""
        body: dict[str, Any] = {"format": self.format, "game": self.game, "id": self.id}
        own = None
        if like is not None and self.model_extra == like[0].model_extra:
            own = {name for name in type(self).model_fields if getattr(self, name) is not getattr(like[0], name)}
            body |= {key: part for key, part in like[1].items() if key not in own}
        body |= plain(self.model_dump(mode="python", exclude_defaults=True, include=own))
        if self.play is not None:
            body["play"] = _play_doc(self.play, body.get("play", {}))
        return self.sorted(body)

    def sorted(self, body: dict[str, Any]) -> dict[str, Any]:
        """The sections in the order of the file."""
        order = ["format", "game", "id", *in_order(type(self))]
        return {key: body[key] for key in sorted(body, key=lambda key: rank(order, key))}


class Seat(Model):
    """One who sits at a table."""

    id: Name = ""
    """The document's id: its file may be renamed."""
    name: Name = ""
    file: Name = ""
    """The name of its file without the ending, as it was last seen."""


class Offer(Model):
    """What a table wants done to a document that is open elsewhere; who plays it accepts, changes or refuses it there,
    once (`Document.answered`)."""

    id: Name = ""
    to: Name = ""
    """The document's id."""
    verb: Name = ""
    """The command that it stands for, and its parameters as a journal has them."""
    params: dict[str, Any] = Field(default_factory=dict, max_length=100)
    text: Text = ""
    """What would happen, in words."""


class PartyDocument(Document):
    """A table: documents sit at it."""

    name: Name = ""
    seats: tuple[Seat, ...] = Field(default=(), max_length=LONGEST)
    offers: tuple[Offer, ...] = Field(default=(), max_length=LONGEST)
    """What it wants of those that are open elsewhere."""

    @property
    def title(self) -> str:
        """Its name."""
        return self.name.strip() or "Nameless table"


def _play_doc(play: Play, said: dict[str, Any]) -> dict[str, Any]:
    """The play section in its order, with what is always said."""
    said = said | {name: getattr(play, name) for name in play.always}
    order = in_order(type(play))
    return {name: said[name] for name in sorted(said, key=lambda name: rank(order, name))}


@cache
def in_order(model: type[Model]) -> list[str]:
    """The fields of a model as a file has them: those that its own class names first, in its order."""
    own = [name for name in get_annotations(model) if name in model.model_fields]
    return [*own, *(name for name in model.model_fields if name not in own)]


def rank(order: list[str], key: str) -> int:
    """Where a key stands in the file; those nobody knows come last, in the order they were found."""
    return order.index(key) if key in order else len(order)
