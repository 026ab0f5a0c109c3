"""Rows of a table as frozen dataclasses, from CSV or TOML: the fields say what the cells are."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

R = TypeVar("R")


def rows(row: type[R], *texts: str) -> dict[str, R]:
    """The rows of CSV texts by their first column. Columns that a text hasn't keep their defaults; an empty cell is
    nothing, or no text; `yes` is true, `a;b` several."""
    kinds = {field.name: str(field.type) for field in fields(row)}  # type: ignore[arg-type]
    lines = (line for text in texts for line in csv.DictReader(text.splitlines()))
    return {
        next(iter(line.values())): row(**{name: _cell(kinds[name], text) for name, text in line.items()})
        for line in lines
    }


def tables(row: type[R], ones: Iterable[Mapping[str, Any]]) -> dict[str, R]:
    """The tables of a TOML file, by their `key`."""
    return {str(one["key"]): row(**{name: _frozen(cell) for name, cell in one.items()}) for one in ones}


def _frozen(cell: Any) -> Any:
    return tuple(cell) if isinstance(cell, list) else cell


def _cell(kind: str, text: str) -> Any:
    """A cell as its field wants it."""
    match kind:
        case "str":
            return text
        case "bool":
            return text == "yes"
        case "tuple[int, ...]":
            return tuple(int(part) for part in text.split(";") if part)
        case "tuple[str, ...]":
            return tuple(part for part in text.split(";") if part)
    number = float(text or "nan")
    return None if not text else int(number) if number.is_integer() else number
