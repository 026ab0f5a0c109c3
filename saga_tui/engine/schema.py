"""The JSON Schema of a game's documents, for editors: made from their model and described by their entries.

The models themselves take any word, so that the rules can say what is wrong with one; an editor may be stricter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from pydantic import BaseModel

from saga_tui.changes import Path
from saga_tui.engine.rules import Rules

Field = tuple[str, str]
"""A model's name and a field of it."""


@dataclass(frozen=True)
class Closed:
    """What a game says of the fields of its models beyond their types."""

    said: Mapping[Field, str] = field(default_factory=dict)
    """Descriptions; a field without one is described by the entry that stands there."""
    words: Mapping[Field, tuple[str, ...]] = field(default_factory=dict)
    """Closed sets: which words may stand in a field, or in the list that a field is."""
    tables: Mapping[Field, tuple[str, ...]] = field(default_factory=dict)
    """Which names may stand in a table of numbers, and no others."""


def schema_of(game: Rules[Any], version: int, title: str, closed: Closed | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a game's documents, which are of that `version` of its format."""
    closed = closed or Closed()
    made = game.document.model_json_schema()
    labels = dict(_labels(game))
    for name, model in {game.document.__name__: made, **made.get("$defs", {})}.items():
        model["additionalProperties"] = False
        for key, spec in model.get("properties", {}).items():
            model["properties"][key] = _field((name, key), spec, closed, labels.get((name, key), {}))
    made["properties"]["format"] |= {"enum": [version]}
    made["properties"]["format"].pop("minimum"), made["properties"]["format"].pop("maximum")
    made["required"] = ["format"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": title}


def _labels(game: Rules[Any]) -> Iterator[tuple[Field, dict[str, str]]]:
    """The labels of the entries by the field that they stand in: under the empty name its own, under another that of
    an entry in the table that the field is."""
    found: dict[Field, dict[str, str]] = {}
    for entry in game.entries(game.document()):
        place = _field_at(game.document, entry.path)
        if place is not None:
            at, rest = place
            if len(rest) < 2:
                found.setdefault(at, {}).setdefault(str(rest[0]) if rest else "", entry.label)
    yield from found.items()


def _field_at(model: type[BaseModel], path: Path) -> tuple[Field, Path] | None:
    """The innermost field on the way of a path, and the rest of the path in it."""
    for index, step in enumerate(path):
        found = model.model_fields.get(str(step))
        if found is None:
            return None
        inner = _model(found.annotation)
        if inner is None or index == len(path) - 1:
            return (model.__name__, str(step)), path[index + 1 :]
        model = inner
    return None


def _model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = [inner for inner in get_args(annotation) if isinstance(inner, type) and issubclass(inner, BaseModel)]
    return found[0] if len(found) == 1 else None


def _field(at: Field, spec: dict[str, Any], closed: Closed, labels: Mapping[str, str]) -> dict[str, Any]:
    """A field's schema with its words and description; TOML has no null, so that goes."""
    if options := [option for option in spec.get("anyOf", []) if option.get("type") != "null"]:
        spec = spec | options[0]
        del spec["anyOf"]
    if "$ref" in spec or spec.get("default") is None:
        spec.pop("default", None)
    if words := closed.words.get(at):
        _put_words(spec, words)
    names = {name: label for name, label in labels.items() if name}
    if keys := closed.tables.get(at):
        each = spec["additionalProperties"]
        spec |= {"properties": dict.fromkeys(keys, each), "additionalProperties": False}
    elif names and isinstance(each := spec.get("additionalProperties"), dict):
        spec["properties"] = {name: each | {"description": label} for name, label in names.items()}
    if said := closed.said.get(at) or labels.get(""):
        spec["description"] = said
    return spec


def _put_words(spec: dict[str, Any], words: tuple[str, ...]) -> None:
    place = spec["items"] if spec.get("type") == "array" else spec
    place.pop("maxLength", None)
    place["enum"] = list(words)
    if spec.get("default") not in (*words, None) and spec.get("type") == "string":
        del spec["default"]
