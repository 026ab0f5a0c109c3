"""What every part of the character file has in common: frozen, and keeping keys that it does not know.

A module of models says its types as they are, not as texts (`from __future__ import annotations`): pydantic would read
each text again for every class. Schemas are built when a model is first used (`defer_build`). Both make a verb start
sooner.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

LARGEST = 1_000_000
"""As far as the whole numbers of a document go, on both sides of nothing."""
Whole = Annotated[int, Field(strict=True, ge=-LARGEST, le=LARGEST)]
LONGEST_NAME = 200
"""Letters that a name may have."""
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Text = Annotated[str, Field(max_length=20_000)]
LONGEST = 500
"""The most entries that a list in a file may have: far above play, far below what would slow the program."""


class Model(BaseModel):
    """A frozen part of the character file."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    def to_doc(self) -> dict[str, Any]:
        """The part as TOML would hold it: what stands at its default is left out."""
        doc: dict[str, Any] = plain(self.model_dump(mode="python", exclude_defaults=True))
        return doc


def plain(value: Any) -> Any:
    """Tuples to lists, and no `None`, as TOML has it."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def put_in(part: Any, where: tuple[str | int, ...], value: Any) -> Any:
    """A part of a document (a model, a list or a table) with another value at a place in it."""
    if not where:
        return value
    step, rest = where[0], where[1:]
    if isinstance(part, BaseModel):
        field = str(step)
        return part.model_copy(update={field: put_in(getattr(part, field), rest, value)})
    if isinstance(part, dict):
        return part | {step: put_in(part.get(step), rest, value)}
    items = list(part)
    items[int(step)] = put_in(items[int(step)], rest, value)
    return tuple(items)


def read_json(text: str) -> Any:
    """What JSON says. Raises ValueError where it says nothing, or is nested deeper than can be read."""
    import json

    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None
