"""The parameters of a command as a person sees them, made from the command's own model."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

if TYPE_CHECKING:
    from saga_tui.engine.command import Command

ASIDE = ("skip", "take", "without", "offers", "settled", "who", "why")
"""Parameters that any command may have; they are given by name only."""
SAID = {
    "who": "Who did it, if not you.",
    "why": "A note on why.",
    "without": "Who at the table is left out this time.",
    "offers": "What is put before those who play in another window; worked out by the table.",
    "settled": "Offers that were answered since; worked out by the table.",
    "skip": "Lines to skip this time, by the ids that --dry-run shows: heal, heal:wounds.",
    "take": "Lines to apply this time though they are set to ask or off.",
}
RULINGS, NUMBERS, TEXTS, PROBLEMS, AUTOMATIONS = "ruling", "number", "text", "problem", "automation"
"""The lists that every document has to choose from: its rulings, each in one line; numbers and texts by the names of
their entries; problems and what can be automated by their keys."""
WORDS = {int: "number", bool: "yes or no", str: "text"}


@dataclass(frozen=True, slots=True)
class Of:
    """Says on a parameter's type that it chooses from a list of the document (`Rules.lists`): a number is a place in
    it, counted from 1 where people type it, a text one of its names. `oath: Annotated[Index, Of("oath")]`.

    Without a list, only the counting is said: dice on the table. `also` are words that stand for other numbers; `keys`
    is a second list, in step with the first, that has what the command takes for each name.
    """

    what: str = ""
    also: tuple[tuple[str, int], ...] = ()
    keys: str = ""
    part: bool = False
    """Whether a part of a name that only one of them has will do: of what only names what is there."""


@dataclass(frozen=True, slots=True)
class Variants:
    """What the parameters of a command are where its first one decides: `buy skill weaponry`, `buy gear`."""

    by: str
    """The parameter that decides."""
    follow: Mapping[str, tuple[str, ...]]
    """The parameters after each of its words, in the order in which they are typed."""
    also: Mapping[str, str]
    """Further words that people type for one of them, the ones to be shown first."""
    optional: tuple[str, ...] = ()
    either: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters of a word that may follow in any order, since their values tell them apart: none of them is needed."""
    thing: Mapping[str, str] = field(default_factory=dict)
    """Parameters whose value alone says the word too (`buy weaponry`), each with that word."""
    usual: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What stands for a parameter of a word where nothing is said."""
    of: Mapping[str, str] = field(default_factory=dict)
    """Which list of the document the name is from, for a word."""


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter: its kind, the words that may stand for it, whether it is a list, what it chooses from."""

    name: str
    kind: type
    words: tuple[str, ...]
    many: bool
    required: bool
    default: Any
    help: str
    of: Of | None = None

    @property
    def option(self) -> str:
        """Its name as people type it: `to-hit`."""
        return self.name.replace("_", "-")

    @property
    def told(self) -> str:
        """Its kind in words: `number`, `minor|major`, `list of text`."""
        if self.kind is not str and issubclass(self.kind, BaseModel):
            said = ":".join(name for name, info in self.kind.model_fields.items() if info.repr)
        else:
            said = "|".join(self.words) or WORDS.get(self.kind, "text")
        return f"list of {said}" if self.many else said


@cache
def fields(command: type[Command]) -> tuple[Field, ...]:
    """Every parameter: first those that may be given by their place, those that the command names as `typed` before
    the others in the model's order, then those by name only."""
    said = _docstrings(command)
    filled = {name for kind in command.__mro__ for name in vars(kind).get("filled", ())}
    known = ((name, info) for name, info in command.model_fields.items() if name not in filled)
    found = [_field(name, info.annotation, info, said.get(name, "")) for name, info in known]
    first, last = command.typed, len(command.typed)

    def rank(one: Field) -> tuple[int, int]:
        aside = ASIDE.index(one.name) + 1 if one.name in ASIDE else 0
        return aside, first.index(one.name) if one.name in first else last

    return tuple(sorted(found, key=rank))


def placed(command: type[Command]) -> tuple[Field, ...]:
    """The parameters that may be given by their place."""
    return tuple(one for one in fields(command) if one.name not in ASIDE and one.name not in command.by_name)


def _field(name: str, annotation: Any, info: FieldInfo, said: str) -> Field:
    kind, words, many, of = _kind(annotation)
    of = next((one for one in info.metadata if isinstance(one, Of)), of)
    default = None if info.is_required() else info.get_default(call_default_factory=True)
    about = SAID.get(name, said or info.description or "")
    return Field(name, kind, words, many, info.is_required(), default, about, of)


def _kind(annotation: Any) -> tuple[type, tuple[str, ...], bool, Of | None]:
    """The kind of one value, the closed set of words if there is one, whether it is a list, what it chooses from."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        kind, words, many, of = _kind(inner[0])
        return kind, words, many, next((one for one in inner[1:] if isinstance(one, Of)), of)
    if origin is Literal:
        return str, tuple(word for word in inner if word), False, None
    if origin is tuple:
        kind, words, _, of = _kind(inner[0])
        return kind, words, True, of
    if origin is dict:  # typed one by one: `kestrel:force`
        return str, (), True, None
    if origin in (Union, UnionType):
        parts = [_kind(part) for part in inner if part is not NoneType]
        words = tuple(dict.fromkeys(word for part in parts for word in part[1]))
        of = next((part[3] for part in parts if part[3]), None)
        return parts[0][0], words, any(part[2] for part in parts), of
    return (annotation if isinstance(annotation, type) else str), (), False, None


@cache
def _docstrings(model: type[BaseModel]) -> dict[str, str]:
    """What stands beneath each field in the source; nothing where the source is not at hand."""
    said: dict[str, str] = {}
    for part in reversed(model.__mro__):
        if part is BaseModel or not issubclass(part, BaseModel):
            continue
        said |= _beneath(_classes(part.__module__).get(part.__name__, []))
    return said


@cache
def _classes(module: str) -> dict[str, list[ast.stmt]]:
    """What stands in each class of a module; nothing where its source is not at hand."""
    try:
        tree = ast.parse(inspect.getsource(import_module(module)))
    except (OSError, TypeError, SyntaxError):
        return {}
    return {one.name: one.body for one in tree.body if isinstance(one, ast.ClassDef)}


def _beneath(body: list[ast.stmt]) -> dict[str, str]:
    found = {}
    for one, other in pairwise(body):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(other, ast.Expr):
            text = ast.literal_eval(other.value) if isinstance(other.value, ast.Constant) else ""
            found[one.target.id] = " ".join(str(text).split())
    return found
