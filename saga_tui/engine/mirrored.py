"""Plain dataclasses that a game's machine works on, as parts of its document: a model with the same fields is made of
each, so that a file of a saved game is checked like any other and no field is listed twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    Optional,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import AfterValidator, Strict, create_model
from pydantic import Field as Limits
from pydantic_core import PydanticCustomError

from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.problem import near

T = TypeVar("T")
LEAVES: Final[Mapping[Any, Any]] = {str: Name, int: Whole, bool: Annotated[bool, Strict()]}


def one_of(what: str, *known: Iterable[str]) -> Any:
    """The type of a word that must be in one of the tables; a message calls it `what`: `an area`."""
    words = frozenset(word for table in known for word in table)

    def check(word: str) -> str:
        if word in words:
            return word
        said = {"what": what, "near": near(word, sorted(filter(None, words))).rstrip(".")}
        raise PydanticCustomError("unknown_word", "there is no {what} of that name. {near}", said)

    return Annotated[Name, AfterValidator(check)]


@dataclass(frozen=True)
class Mirror(Generic[T]):
    """A dataclass and the models made of it. Fields are called `Class.field` here."""

    kind: type[T]
    keys: Mapping[type, str] = field(default_factory=dict)
    """The field of a class that the name of its entry in a table says, so that a file need not."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """The types of the words in a field that may not be any; those of a table's names under `Class.field[]`."""
    order: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The order of a table's names, whatever that of the file."""
    whole: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """Names that a table always has; entries that stand as they begin are left out of a file."""
    base: type[Model] = Model
    """What the model of the whole is a kind of."""
    apart: tuple[str, ...] = ()
    """Fields of the whole that stand elsewhere in the document, and not in its model (`some`)."""
    _made: dict[type, type[Model]] = field(default_factory=dict)

    @property
    def model(self) -> Any:
        """The model of the whole."""
        return self._model(self.kind)

    def type_of(self, name: str) -> Any:
        """The type of a field of the whole, for a model that has it among others."""
        return self._type(f"{self.kind.__name__}.{name}", self._own[name])

    def read(self, parts: Mapping[str, Any]) -> T:
        """The dataclass of the values of a model's fields."""
        return self._read(self.kind, parts)  # type: ignore[no-any-return]

    def written(self, state: T) -> dict[str, Any]:
        """The values of the fields as models have them. They are as right as the dataclass is: nothing is checked."""
        return {name: self._written(f"{self.kind.__name__}.{name}", getattr(state, name)) for name in self._own}

    def made(self, values: Mapping[str, Any]) -> Any:
        """The model of the whole with these values (`written`)."""
        return self.model.model_construct(**{name: one for name, one in values.items() if name not in self.apart})

    @property
    def _own(self) -> dict[str, Any]:
        whole: Any = self.kind
        return _hints(whole)

    # ---- models

    def _model(self, kind: Any) -> Any:
        if kind not in self._made:
            out, base = (self.apart, self.base) if kind is self.kind else ((self.keys.get(kind),), Model)
            made: Any = {one.name: self._field(kind, one) for one in fields(kind) if one.name not in out}
            self._made[kind] = create_model(kind.__name__, __base__=base, **made)
        return self._made[kind]

    def _field(self, kind: Any, one: Field[Any]) -> tuple[Any, Any]:
        place, found = f"{kind.__name__}.{one.name}", one.default
        hint = self._type(place, _hints(kind)[one.name])
        if one.default_factory is not MISSING:
            return hint, Limits(default_factory=partial(self._first, place, one.default_factory))
        return hint, ... if found is MISSING else found

    def _first(self, place: str, make: Callable[[], Any]) -> Any:
        return self._written(place, make())

    def _type(self, place: str, hint: Any) -> Any:
        origin, inner = get_origin(hint), get_args(hint)
        if is_dataclass(hint):
            return self._model(hint)
        if origin in (tuple, list):
            return Annotated[tuple[self._type(place, inner[0]), ...], Limits(max_length=LONGEST)]  # type: ignore[misc]
        if origin is dict:
            named, one = self.words.get(f"{place}[]", Name), self._type(place, inner[1])
            return Annotated[dict[named, one], Limits(max_length=LONGEST)]  # type: ignore[valid-type]
        if origin in (Union, UnionType):
            part: Any = self._type(place, next(one for one in inner if one is not NoneType))
            return Optional[part]  # noqa: UP045
        return hint if origin is Literal else self.words.get(place, LEAVES.get(hint, hint))

    # ---- values

    def _read(self, kind: Any, parts: Mapping[str, Any], key: str = "") -> Any:
        its_key, place = self.keys.get(kind), kind.__name__
        return kind(*(
            key if name == its_key else self._value(f"{place}.{name}", hint, parts[name])
            for name, hint in _hints(kind).items()
        ))  # fmt: skip

    def _value(self, place: str, hint: Any, value: Any) -> Any:
        if value is None or hint in LEAVES:
            return value
        if is_dataclass(hint):
            return self._read(hint, value.__dict__)
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (tuple, list):
            return origin(self._value(place, inner[0], one) for one in value)
        if origin is dict:
            return self._table(place, inner[1], value)
        return value if origin is Literal else self._value(place, inner[0], value)

    def _table(self, place: str, hint: Any, value: Mapping[str, Any]) -> dict[str, Any]:
        order, always = self.order.get(place, ()), frozenset(self.whole.get(place, ()))
        names = [name for name in order if name in value or name in always]
        names += [name for name in value if name not in order]
        if not is_dataclass(hint):
            return {name: self._value(place, hint, value[name]) for name in names}
        first: Any = hint
        return {name: self._read(hint, value[name].__dict__, name) if name in value else first(name) for name in names}

    def _written(self, place: str, value: Any) -> Any:
        if isinstance(value, dict):
            always = frozenset(self.whole.get(place, ()))
            told = {key: one for key, one in value.items() if key not in always or one != type(one)(key)}
            return {key: self._written(place, one) for key, one in told.items()}
        if isinstance(value, list | tuple):
            return tuple(self._written(place, one) for one in value)
        if not is_dataclass(value):
            return value
        its: Any = type(value)
        key, name = self.keys.get(its), its.__name__
        made = {one: self._written(f"{name}.{one}", getattr(value, one)) for one in _hints(its) if one != key}
        return self._model(its).model_construct(**made)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields, in their order."""
    return get_type_hints(kind)
