"""What is wrong with a document before any rule is asked: wrong types, unknown keys, a format from another time.

All of these findings have the rule `FILE`; the ones that make a document unreadable are errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import ValidationError

from saga_tui.changes import Doc, dotted
from saga_tui.finding import Finding, Where, near
from saga_tui.games.saga.rules.character import FORMAT, Character, Model, from_doc

FILE = "FILE"


def unreadable(doc: Doc) -> list[Finding]:
    """Every reason why the document is no character that this program can read, all at once."""
    if not doc.keys() & Character.model_fields.keys():
        mend = 'Begin it with format = 1 and game = "saga", and a section [concept] with a name.'
        return [Finding("error", FILE, (), "There is nothing of a character in it", mend, "nothing")]
    newer = doc.get("format")
    if isinstance(newer, int) and newer > FORMAT:
        message = f"It has format {newer}, and this program knows up to {FORMAT}"
        return [Finding("error", FILE, ("format",), message, "Use a newer saga-tui for it.", "newer", newer)]
    try:
        from_doc(doc)
    except ValidationError as error:
        return [_wrong(problem) for problem in error.errors(include_url=False)]
    return []


def format_remarks(doc: Doc) -> list[Finding]:
    """A remark where the file does not say its format."""
    if "format" in doc:
        return []
    mend = f"Write format = {FORMAT} as the first line."
    return [Finding("remark", FILE, (), "The file does not say which format it has", mend, "format")]


# ---- wrong types


def _wrong(problem: Any) -> Finding:
    where: Where = tuple(step for step in problem["loc"] if step != "[key]")
    value, kind, limits = problem["input"], problem["type"], problem.get("ctx", {})
    shown = _shown(value)
    name = dotted(where)
    if kind == "model_type" and where[-1] == "perk":
        return Finding("error", FILE, where, f"{name} is {shown}, not a perk", 'Write its name: "Lucky".', kind, value)
    expected, mend = _expected(kind, value, limits, str(problem["msg"]))
    return Finding("error", FILE, where, f"{name} is {shown}, not {expected}", mend, kind, value)


def _expected(kind: str, value: Any, limits: dict[str, Any], said: str) -> tuple[str, str]:
    """What was wanted there, and how to get it."""
    match kind:
        case "int_type":
            return "a whole number", _whole(value)
        case "greater_than_equal" | "less_than_equal":
            limit = limits.get("ge", limits.get("le"))
            return f"within the numbers up to {abs(limit or 0):,}", "Write a smaller number."
        case "string_type":
            return "a text", "Put it between quotes." if not isinstance(value, dict | list) else 'Write "…" there.'
        case "string_too_long":
            return f"a text of at most {limits.get('max_length'):,} letters", "Shorten it."
        case "too_long":
            return f"a list of at most {limits.get('max_length'):,} entries", "Take some away."
        case "tuple_type" | "list_type":
            return "a list", _as_list(value)
        case "bool_type" | "bool_parsing":
            return "a yes or no", "Write true or false, in small letters and without quotes."
        case "model_type" | "dict_type" | "model_attributes_type":
            return "a section with names and values", "Write name = value lines under its [title], or { name = value }."
        case _:
            return f"what it should be ({said})", "Compare it with `saga-tui schema`."


def _whole(value: Any) -> str:
    if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
        return f"Write {int(value)} without quotes."
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e6:
        return f"Write {int(value)} without a point."
    return "Write a whole number such as 3, without quotes."


def _as_list(value: Any) -> str:
    if isinstance(value, dict):
        return "Write its title between two pairs of brackets, [[like this]], once for each entry."
    return f"Put it between brackets: [{_shown(value)}]."


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


# ---- unknown keys


def unknown_keys(doc: Doc) -> list[Finding]:
    """A remark for each key that no character has, with the near known ones: it is kept, and has no effect."""
    return [
        Finding("remark", FILE, where, _nobody_reads(where), near(str(where[-1]), known), "unknown-key")
        for where, known in _unknown(doc, Character, ())
    ]


def _nobody_reads(where: Where) -> str:
    inside = f"{dotted(where[:-1])} has no such name" if len(where) > 1 else "a character has no such section or name"
    return f"Nobody reads {dotted(where)}: {inside}"


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
