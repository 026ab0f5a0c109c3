"""Equipment from tables: pieces with a row's numbers or numbers of their own, worn, in hand or put away. A document has
them as `gear`. A game declares its own commands below these, with their verbs and rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Annotated, Any, ClassVar, Final, TypeVar

from pydantic import Field

from saga_tui.engine.command import Command, Index, Words
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole

R = TypeVar("R")
THING: Final = "thing"
HOW: Final = {"weapon": "in hand", "armour": "worn"}


class Piece(Model):
    """A weapon, an armour or another thing; `key` names its row in the tables, `own` has numbers that stand in the
    place of the row's, or of one that there is not."""

    kind: Name = THING
    key: Name = ""
    name: Name = ""
    worn: bool = False
    """Worn armour protects; a weapon is in hand."""
    note: Text = ""
    own: dict[str, Any] = Field(default_factory=dict, max_length=LONGEST)


class Loaded(Piece):
    """A piece that may have a magazine."""

    shots: Whole | None = None
    """What is left in the magazine; nothing: it is full."""


def named(row: R, piece: Piece) -> R:
    """A row of a table under the name of a piece and with the numbers of its own."""
    renamed = bool(piece.name) and getattr(row, "name", "") != piece.name
    return own_numbers(replace(row, name=piece.name) if renamed else row, piece)  # type: ignore[type-var]


def own_numbers(row: R, piece: Piece) -> R:
    """A row of a table with the numbers of a piece's own; words for numbers and unknown keys do nothing."""
    if not piece.own:
        return row
    usual = {one.name: getattr(row, one.name) for one in fields(row)}  # type: ignore[arg-type]
    usual = {key: value for key, value in usual.items() if not isinstance(value, tuple)}
    known = {
        key: value
        for key, value in piece.own.items()
        if key in usual and isinstance(value, str if isinstance(usual[key], str) else int)
    }
    found: R = replace(row, **{key: value for key, value in known.items() if key != "key"})  # type: ignore[type-var]
    return found


def merged(known: Mapping[str, R], more: Iterable[R]) -> Mapping[str, R]:
    """A table by key, with further rows or others in their places."""
    added = {str(getattr(row, "key", "")): row for row in more}
    return {**known, **added} if added else known


def by_ref(gear: Iterable[Piece], row_of: Callable[[Any], R | None]) -> dict[str, R]:
    """The rows of pieces that have one by their places, `gear:1`: those worn or in hand first."""
    own = sorted(enumerate(gear, 1), key=lambda one: not one[1].worn)
    return {f"gear:{at}": row for at, piece in own if (row := row_of(piece)) is not None}


def at_ref(ref: str) -> int | None:
    """The place that is meant; nothing for what is no piece."""
    return int(ref.removeprefix("gear:")) - 1 if ref.startswith("gear:") else None


class Handling(Command):
    """A choice among pieces of equipment."""

    def piece(self, edit: Any, place: int) -> Any:
        """The piece at a place; finds the command wrong where there is none."""
        if place < len(edit.now.gear):
            return edit.now.gear[place]
        message = f"There is no piece of equipment {place + 1}"
        edit.object(self.rules[0], message, "Choose one from the list.", code="none", where=("gear",))
        return None


class Add(Handling):
    """Add a piece of equipment."""

    tables: ClassVar[Callable[[Any], tuple[Mapping[str, str], Mapping[str, Mapping[str, Any]]]]]
    """Of a document: keys by name, and the tables by kind of piece."""
    made: ClassVar[Callable[..., Any]]
    """The model of a piece."""

    item: Annotated[Words, Of("equipment")]
    """A weapon or an armour of the tables, or the name of any other thing."""
    name: Words = ""
    """What you call it."""
    note: Words = ""
    own: tuple[Words, ...] = ()
    """Numbers of its own: dmax=4, protection=12."""

    def apply(self, edit: Any) -> None:
        """At the list's end; a weapon in hand, armour worn, where nothing is yet."""
        names, tables = type(self).tables(edit.now)
        key = names.get(self.item, self.item)
        kind = next((kind for kind, rows in tables.items() if key in rows), THING)
        row = tables.get(kind, {}).get(key)
        name = self.name or (row.name if row else self.item)
        worn = kind != THING and not any(one.worn and one.kind == kind for one in edit.now.gear)
        said = {"kind": kind, "key": key if row else "", "name": name, "note": self.note}
        made = type(self).made(**said, own=self._own(edit), worn=worn)
        edit.listing("gear", self.rules[0], (*edit.now.gear, made))
        edit.say(f"equipment: {name}" + (f", {HOW[kind]}" if worn else ""), self.rules[0])

    def _own(self, edit: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for said in self.own:
            key, _, value = said.partition("=")
            if key.strip() and value.strip().removeprefix("-").isdecimal():
                found[key.strip()] = int(value)
                continue
            message = f"{said!r} is no number of its own"
            edit.object(self.rules[0], message, "Write them as dmax=4.", code="own", where=("gear",))
        return found


class Wear(Handling):
    """Wear armour or take a weapon in hand, or put it away."""

    place: Annotated[Index, Of("gear")]
    on: bool = True

    def apply(self, edit: Any) -> None:
        """On the piece."""
        piece = self.piece(edit, self.place)
        if piece is not None:
            edit.put_at(("gear", self.place, "worn"), self.on, self.rules[0])
            how = HOW.get(piece.kind, "at hand") if self.on else "put away"
            edit.say(f"{piece.name}, {how}", self.rules[0])


class Remove(Handling):
    """Remove a piece of equipment."""

    place: Annotated[Index, Of("gear")]

    def apply(self, edit: Any) -> None:
        """Off the list."""
        piece, listed = self.piece(edit, self.place), edit.now.gear
        if piece is not None:
            edit.listing("gear", self.rules[0], (*listed[: self.place], *listed[self.place + 1 :]))
            edit.say(f"{piece.name or 'equipment'} removed", self.rules[0])
