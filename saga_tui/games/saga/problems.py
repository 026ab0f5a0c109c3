"""What is wrong with a document before any rule is asked: wrong types, unknown keys, a format from another time.

All of these problems have the rule `FILE`; the ones that make a document unreadable are errors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any, get_args

from pydantic import ValidationError

from saga_tui.changes import Doc, dotted
from saga_tui.engine.model import Model
from saga_tui.games.saga.rules.character import FORMAT, Character, from_doc
from saga_tui.problem import Problem, Where, near
from saga_tui.words import plural

FILE = "FILE"
LARGEST = 1_000_000
"""As far as the whole numbers of a character go, on both sides of nothing (see `Whole`)."""


def unreadable(doc: Doc) -> list[Problem]:
    """Every reason why the document is no character that this program can read, all at once."""
    if not doc.keys() & Character.model_fields.keys():
        fix = 'Begin it with format = 1 and game = "saga", and a section [concept] with a name.'
        message = "There is no character in it"
        if not doc:
            message += ": it is empty or has only comments"
            fix += " If it was not empty before, restore a version: saga-tui history NAME"
        return [Problem("error", FILE, (), message, fix, "nothing")]
    newer = doc.get("format")
    if isinstance(newer, int) and newer > FORMAT:
        message = f"It has format {newer}, but this saga-tui knows formats up to {FORMAT}"
        return [Problem("error", FILE, ("format",), message, "Update saga-tui.", "newer", newer)]
    try:
        from_doc(doc)
    except ValidationError as error:
        return [_wrong(problem) for problem in error.errors(include_url=False)]
    return []


def format_notes(doc: Doc) -> list[Problem]:
    """A remark where the file does not say its format."""
    if "format" in doc:
        return []
    fix = f"Write format = {FORMAT} as the first line."
    return [Problem("remark", FILE, (), "The file does not say its format", fix, "format")]


# ---- wrong types


def _wrong(problem: Any) -> Problem:
    where: Where = tuple(step for step in problem["loc"] if step != "[key]")
    value, kind, limits = problem["input"], problem["type"], problem.get("ctx", {})
    shown = _shown(value)
    name = dotted(where)
    if kind == "model_type" and where[-1] == "perk":
        return Problem("error", FILE, where, f"{name} is {shown}, not a perk", 'Write its name: "Lucky".', kind, value)
    expected = _expected(kind, limits, str(problem["msg"]))
    fix = _fix(kind, value, where, limits)
    return Problem("error", FILE, where, f"{name} is {shown}, not {expected}", fix, kind, value)


def _expected(kind: str, limits: dict[str, Any], said: str) -> str:
    """What was wanted there."""
    match kind:
        case "int_type":
            return "a whole number"
        case "greater_than_equal" | "less_than_equal":
            return f"within the numbers from {-LARGEST:,} to {LARGEST:,}"
        case "string_type":
            return "a text"
        case "string_too_long":
            return f"a text of at most {plural(limits.get('max_length') or 0, 'letter')}"
        case "too_long":
            return f"a list of at most {plural(limits.get('max_length') or 0, 'entry')}"
        case "tuple_type" | "list_type":
            return "a list"
        case "bool_type" | "bool_parsing":
            return "a yes or no"
        case "model_type" | "dict_type" | "model_attributes_type":
            return "a section with names and values"
        case _:
            return f"a valid value ({said})"


def _fix(kind: str, value: Any, where: Where, limits: dict[str, Any]) -> str:
    """How to get what was wanted."""
    key = next((step for step in reversed(where) if isinstance(step, str)), "name")
    match kind:
        case "int_type":
            return _whole(value)
        case "greater_than_equal" | "less_than_equal":
            return "Write a number within that range."
        case "string_type":
            return _text(value, key)
        case "string_too_long":
            return (
                f"Shorten it by {len(value) - limits.get('max_length', 0):,}, or move the long text to concept.notes."
            )
        case "too_long":
            return "Remove some."
        case "tuple_type" | "list_type":
            return _as_list(value, key)
        case "bool_type" | "bool_parsing":
            return "Write true or false, in small letters and without quotes."
        case "model_type" | "dict_type" | "model_attributes_type":
            return _as_section(where, key)
        case _:
            return "Compare it with saga-tui schema."


def _whole(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,7}\s*", value):
        return f"Write {int(value)} without quotes."
    if isinstance(value, float) and abs(value) < LARGEST:
        if value.is_integer():
            return f"Write {int(value)} without a point."
        return f"Write {math.floor(value)} or {math.ceil(value)}."
    return "Write a whole number such as 3, without quotes."


def _text(value: Any, key: str) -> str:
    if isinstance(value, dict | list):
        return f'Write one text between quotes: {key} = "…".'
    if isinstance(value, bool):
        return f'Put it between quotes: "{str(value).lower()}".'
    return f'Put it between quotes: "{_shown(value)}".'


def _as_list(value: Any, key: str) -> str:
    if isinstance(value, dict):
        return f"Write [[{key}]] instead of [{key}], once for each entry."
    return f"Put it between brackets: [{_shown(value)}]."


def _as_section(where: Where, key: str) -> str:
    if len(where) == 1:
        return f"Write [{key}] on a line of its own, and its name = value lines below it."
    return "Write its names and values between braces: { name = value, name = value }."


def _shown(value: Any, limit: int = 60) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = f'"{value}"'
        case dict():
            return "a section"
        case list():
            return "a list"
        case _:
            text = str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


# ---- what is wrong beside wrong types


def without(doc: Doc, problems: Iterable[Problem]) -> Doc:
    """The document without the values that cannot be read; the places of all others stay what they are."""
    doc = deepcopy(doc)
    for problem in problems:
        place: Any = doc
        for index, step in enumerate(problem.where):
            try:
                inner = place[step]
            except (KeyError, IndexError, TypeError):
                break
            last = index == len(problem.where) - 1
            if isinstance(place, dict) and (last or _is_flat(inner)):
                del place[step]  # a list of plain values goes as a whole: its other entries keep their places so
                break
            place = inner
    return doc


def _is_flat(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(item, dict) for item in value)


# ---- unknown keys


def unknown_keys(doc: Doc) -> list[Problem]:
    """A remark for each key that no character has, with the near known ones: it is kept, and has no effect."""
    return [
        Problem("remark", FILE, where, _nobody_reads(where), near(str(where[-1]), known), "unknown-key")
        for where, known in _unknown(doc, Character, ())
    ]


def _nobody_reads(where: Where) -> str:
    inside = f"{dotted(where[:-1])} has no such entry" if len(where) > 1 else "a character has no such section or entry"
    return f"Unknown entry {dotted(where)}: {inside}"


def _unknown(value: Any, model: type[Model], where: Where) -> Iterator[tuple[Where, list[str]]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown(item, model, (*where, index))
        return
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        field = model.model_fields.get(key)
        if field is None:
            yield (*where, key), list(model.model_fields)
        elif (part := _part(field.annotation)) is not None:
            yield from _unknown(inner, part, (*where, key))


def _part(annotation: Any) -> type[Model] | None:
    """The model inside a field's type, if there is one: of a section, or of the entries of a list."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation
    parts = (_part(inner) for inner in get_args(annotation))
    return next((part for part in parts if part is not None), None)
