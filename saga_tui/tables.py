"""Rows of a table as frozen dataclasses, from CSV or TOML: the fields say what the cells are. And a folder of such
tables, each read once and only when asked for."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import tomli

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


def tables(row: type[R], ones: Iterable[Mapping[str, Any]], by: str = "key") -> dict[str, R]:
    """The tables of a TOML file, by their `key` or another field."""
    return {str(one[by]): row(**{name: _frozen(cell) for name, cell in one.items()}) for one in ones}


class Folder:
    """The tables of a folder: TOML files, and CSV files whose first column is the key."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data = cache(self._data)
        """A whole TOML file by its name."""

    def _data(self, name: str) -> dict[str, Any]:
        return tomli.loads((self.path / f"{name}.toml").read_text(encoding="utf-8"))

    def rows(self, row: type[R], *names: str) -> dict[str, R]:
        """The rows of CSV files by their keys."""
        return rows(row, *((self.path / f"{name}.csv").read_text(encoding="utf-8") for name in names))

    def keyed(self, name: str, part: str) -> dict[str, dict[str, Any]]:
        """The tables of a part of a TOML file as they are, by their keys."""
        return {one["key"]: one for one in self.data(name)[part]}

    def tables(self, row: type[R], name: str, part: str, by: str = "key") -> dict[str, R]:
        """The tables of a part of a TOML file."""
        return tables(row, self.data(name)[part], by)


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
