"""Rows of a game's tables as parts of a document: a model with the fields of the rows, so that a setting's file can add
to a table and is checked like the rest."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, Final, get_type_hints

from pydantic import create_model

from saga_tui.engine.model import Model, Name, Text, Whole

KINDS: Final[dict[Any, Any]] = {
    int: Whole,
    int | None: Whole | None,
    tuple[int, ...]: tuple[Whole, ...],
    tuple[str, ...]: tuple[Name, ...],
}
"""What stands in a file for a type of a row, within the limits of a file."""
LONG: Final = ("note", "use")
"""Fields that hold sentences."""


def row_model(row: type, **usual: Any) -> Any:
    """A model of the rows of a table, a dataclass; `usual` are the values of fields that a file may leave out, beside
    those that the dataclass has itself."""
    kinds = get_type_hints(row)
    made: dict[str, Any] = {}
    for one in fields(row):
        kind = KINDS.get(kinds[one.name], kinds[one.name])
        kind = (Text if one.name in LONG else Name) if kind is str else kind
        left_out = usual.get(one.name, one.default)
        made[one.name] = (kind, ... if left_out is MISSING else left_out)
    return create_model(f"World{row.__name__}", __base__=Model, **made)
