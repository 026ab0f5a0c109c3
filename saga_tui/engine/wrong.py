"""What is wrong with a document before any rule is asked: values that cannot be read, unknown keys, a format from
another time. Everything is found at once, with its place, what was expected there and how to write it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from saga_tui.changes import Doc, dotted
from saga_tui.engine.model import LARGEST, LONGEST
from saga_tui.problem import FILE, Placed, Problem, Where, near
from saga_tui.words import plural, sentence

if TYPE_CHECKING:
    from pathlib import Path

    from saga_tui.store import BadFile

LONGEST_SHOWN = 60
BROKEN = "rule_broken"
"""What is wrong between values each of which could be: a model's own check says it in words, and how to fix it."""


def broken(title: str, found: Iterable[tuple[Where, str]], fix: str) -> ValidationError:
    """The error of a model whose values do not go together: where, and in words."""
    lines = [
        InitErrorDetails(type=PydanticCustomError(BROKEN, "{words}", {"words": words, "fix": fix}),
                         loc=where, input="")
        for where, words in found
    ]  # fmt: skip
    return ValidationError.from_exception_data(title, lines)


@dataclass(frozen=True)
class Shape:
    """A kind of file: the model that reads it, and how people are told about it."""

    model: type[BaseModel]
    format: int = 1
    noun: str = "document"
    """What such a file holds: `character`."""
    begin: str = ""
    """How such a file begins, for one that holds nothing of it."""
    long: str = ""
    """Where a long text belongs."""
    compare: str = "saga-tui schema"
    """What shows how such a file is written."""
    hints: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What is wanted under a name in the place of a section, and how it is written."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rules of the parts of the file, by their names; of any other it is `rule`."""
    rule: str = FILE


def newer(doc: Doc, shape: Shape) -> list[Problem]:
    """Whether the document is of a format that is not known yet."""
    version = doc.get("format")
    if not isinstance(version, int) or isinstance(version, bool) or version <= shape.format:
        return []
    message = f"It has format {version}, but this saga-tui knows formats up to {shape.format}"
    return [Problem("error", shape.rule, ("format",), message, "Update saga-tui.", "newer", version)]


def unreadable(doc: Doc, shape: Shape) -> list[Problem]:
    """Every reason why the document cannot be read, all at once."""
    if not doc.keys() & shape.model.model_fields.keys():
        fix, message = shape.begin, f"There is no {shape.noun} in it"
        if not doc:
            message += ": it is empty or has only comments"
            fix += " If it was not empty before, restore a version: saga-tui history NAME"
        return [Problem("error", FILE, (), message, fix.strip(), "nothing")]
    if found := newer(doc, shape):
        return found
    try:
        shape.model.model_validate(doc)
    except ValidationError as error:
        return [problem_of(one, doc, shape) for one in error.errors(include_url=False)]
    return []


def format_notes(doc: Doc, shape: Shape) -> list[Problem]:
    """A remark where the file does not say its format."""
    if "format" in doc:
        return []
    fix = f"Write format = {shape.format} as the first line."
    return [Problem("remark", FILE, (), "The file does not say its format", fix, "format")]


# ---- values of a wrong type


def problem_of(error: ErrorDetails, doc: Doc, shape: Shape) -> Problem:
    """A problem that the model found, at the place in the file that it is about."""
    where = _where(error, doc)
    rule = shape.rules.get(str(where[0]) if where else "", shape.rule)
    if error["type"] == "extra_forbidden":
        return _unknown_key(where, known(where[:-1], doc, shape.model), shape, rule, "error")
    if error["type"] == "missing":
        name, parent = str(where[-1]), where[:-1]
        message = f"{dotted(parent) or f'The {shape.noun}'} has no {name}"
        return Problem("error", rule, parent, message, _add(name, parent, shape), "missing")
    return wrong(error, where, error["input"], shape, rule)


def _where(error: ErrorDetails, doc: Doc) -> Where:
    """The place in the document: what pydantic puts in between (the names of unions' members) is left out."""
    place: Any = doc
    found: list[str | int] = []
    for index, step in enumerate(error["loc"]):
        last = index == len(error["loc"]) - 1
        if _within(place, step):
            place = place[step]
        elif step == "[key]" or not last or error["type"] not in ("missing", "extra_forbidden"):
            continue
        found.append(step)
    return tuple(found)


def _within(place: Any, step: int | str) -> bool:
    if isinstance(place, dict):
        return step in place
    return isinstance(place, list) and isinstance(step, int) and step < len(place)


def wrong(error: ErrorDetails, where: Where, value: Any, shape: Shape, rule: str = FILE) -> Problem:
    """A value of a wrong type, out of range, or of a closed set of words that it is not in."""
    kind, limits = error["type"], error.get("ctx", {})
    if kind == BROKEN:
        return Problem("error", rule, where, error["msg"], limits["fix"], kind)
    if kind == "union_tag_not_found":
        fix = f'Write kind = "…" in it: {", ".join(_tags(shape.model, where))}.'
        return Problem("error", rule, where, f"{dotted(where)} does not say its kind of {where[-1]}", fix, kind)
    if kind in ("literal_error", "union_tag_invalid", "enum"):
        if kind == "union_tag_invalid":
            where, value = (*where, "kind"), limits.get("tag", value)
        words = _words(limits)
        message = f"{dotted(where)} is {shown(value)}, not one of {', '.join(words)}"
        fix = near(value, words) if isinstance(value, str) else f'Write one of them between quotes: "{words[0]}".'
        return Problem("error", rule, where, message, fix, kind, value)
    expected, fix = _expected(kind, limits, value, where, shape)
    expected = expected or f"a valid value ({error['msg']})"
    message = f"{dotted(where) or 'The file'} is {shown(value)}, not {expected}"
    return Problem("error", rule, where, message, fix or f"Compare it with {shape.compare}.", kind, value)


def _words(limits: Mapping[str, Any]) -> tuple[str, ...]:
    """The words of pydantic's “'a', 'b' or 'c'”."""
    said = str(limits.get("expected") or limits.get("expected_tags", "")).replace(" or ", ", ")
    return tuple(word.strip().strip("'") for word in said.split(",") if word.strip())


def _expected(kind: str, limits: Mapping[str, Any], value: Any, where: Where, shape: Shape) -> tuple[str, str]:
    """What was wanted there, and how to write it."""
    key = next((step for step in reversed(where) if isinstance(step, str)), "name")
    least, most = limits.get("ge"), limits.get("le")
    match kind:
        case "int_type":
            return "a whole number", _whole(value)
        case "greater_than_equal" | "less_than_equal" if LARGEST in (most, -(least or 0)):
            return f"within the numbers from {-LARGEST:,} to {LARGEST:,}", "Write a number within that range."
        case "greater_than_equal":
            return f"{least} or more", f"Write {least} or more."
        case "less_than_equal":
            return f"{most} or less", f"Write {most} or less."
        case "bool_type" | "bool_parsing":
            return "a yes or no", "Write true or false, in small letters and without quotes."
        case "model_type" | "dict_type" | "model_attributes_type":
            hint = shape.hints.get(str(where[-1]) if where else "")
            return hint or ("a section with names and values", _section(where, key))
        case _ if kind.startswith(("string", "too", "tuple", "list")):
            return _text_or_list(kind, limits, value, key, shape)
        case _:
            return "", ""


def _text_or_list(kind: str, limits: Mapping[str, Any], value: Any, key: str, shape: Shape) -> tuple[str, str]:
    least, most = limits.get("min_length") or 0, limits.get("max_length") or 0
    match kind:
        case "string_type":
            return "a text", _text(value, key)
        case "string_too_short":
            return "a text that is not empty", "Write something between the quotes."
        case "string_too_long":
            move = f", or move the long text to {shape.long}" if shape.long else ""
            return f"a text of at most {plural(most, 'letter')}", f"Shorten it by {len(value) - most:,}{move}."
        case "too_short":
            return f"a list of {plural(least, 'entry')} or more", "Add more."
        case "too_long":
            return f"a list of at most {plural(most, 'entry')}", "Remove some."
        case _ if isinstance(value, dict):
            return "a list", f"Write [[{key}]] instead of [{key}], once for each entry."
        case _:
            return "a list", f"Put it between brackets: [{shown(value)}]."


def _whole(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,7}\s*", value):
        return f"Write {int(value)} without quotes."
    if isinstance(value, float) and abs(value) < LARGEST:
        if value.is_integer():
            return f"Write {int(value)} without a point."
        return f"Write {math.floor(value)} or {math.ceil(value)}."
    return "Write a whole number such as 3, without quotes."


def _text(value: Any, key: str) -> str:
    if isinstance(value, dict | list | tuple):
        return f'Write one text between quotes: {key} = "…".'
    return f'Put it between quotes: "{shown(value)}".'


def _section(where: Where, key: str) -> str:
    if len(where) == 1:
        return f"Write [{key}] on a line of its own, and its name = value lines below it."
    return "Write its names and values between braces: { name = value, name = value }."


def _add(name: str, parent: Where, shape: Shape) -> str:
    if name == "format":
        return f"Write format = {shape.format} as the first line."
    inside = f" below [{parent[0]}]" if len(parent) == 1 else " in it" if parent else ""
    return f"Write {name} = {_example(shape.model, (*parent, name))}{inside}."


def _example(model: type[BaseModel], where: Where) -> str:
    """How a value of a field looks in a file."""
    told = str(_annotation(model, where))
    words = re.findall(r"Literal\['([^']*)'", told)
    if "tuple" in told or "list" in told:
        return f'["{words[0] if words else "…"}"]'
    return "1" if "int" in told else '"…"'


def shown(value: Any, limit: int = LONGEST_SHOWN) -> str:
    """A value as the file has it, short enough for a line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = f'"{" ".join(value.split())}"'
        case dict():
            return "a section"
        case list() | tuple():
            return "a list" if len(value) <= LONGEST else f"a list of {plural(len(value), 'entry')}"
        case _:
            text = str(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


# ---- unknown keys


def unknown_keys(doc: Doc, shape: Shape) -> list[Problem]:
    """A remark for each key that the model does not have, with the near known ones: it is kept, and has no effect."""
    found = _unknown(doc, shape.model, ())
    return [_unknown_key(where, names, shape, FILE, "remark") for where, names in found]


def _unknown_key(where: Where, names: Iterable[str], shape: Shape, rule: str, level: Any) -> Problem:
    whose = f"{dotted(where[:-1])} has no such" if len(where) > 1 else f"a {shape.noun} has no such section or"
    message = f"Unknown entry {dotted(where)}: {whose} entry"
    return Problem(level, rule, where, message, near(str(where[-1]), names), "unknown-key")


def _unknown(value: Any, model: type[BaseModel], where: Where) -> Iterator[tuple[Where, list[str]]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown(item, model, (*where, index))
    elif isinstance(value, dict):
        for key, inner in value.items():
            found = model.model_fields.get(key)
            if found is None:
                yield (*where, key), list(model.model_fields)
            elif part := next(iter(_models(found.annotation)), None):
                named = get_origin(found.annotation) is dict and isinstance(inner, dict)
                for name, one in inner.items() if named else [("", inner)]:
                    yield from _unknown(one, part, (*where, key, name) if named else (*where, key))


def known(where: Where, doc: Doc, model: type[BaseModel]) -> list[str]:
    """The names that may stand in a section of the file."""
    value: Any = doc
    for step in where:
        value = value[step]
    found = _models(_annotation(model, where)) if where else [model]
    if len(found) > 1 and isinstance(value, dict):
        found = [one for one in found if value.get("kind") in get_args(one.model_fields["kind"].annotation)]
    return list(found[0].model_fields) if len(found) == 1 else []


def _annotation(model: type[BaseModel], where: Where) -> Any:
    """The type of what stands at a place; `None` where the model has none."""
    place: Any = model
    for step in where:
        if isinstance(step, str):
            found = _models(place)
            inner = found[0].model_fields.get(step) if len(found) == 1 else None
            place = inner.annotation if inner is not None else None
    return place


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The models inside a type: of a section, of the entries of a list, of the members of a union."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for inner in get_args(annotation) for found in _models(inner)]


def _tags(model: type[BaseModel], where: Where) -> list[str]:
    """The kinds of a union of models that tell themselves apart by their `kind`."""
    found = _models(_annotation(model, where))
    return [str(tag) for one in found for tag in get_args(one.model_fields["kind"].annotation)]


# ---- places in the file


def placed(text: str, problems: Iterable[Problem]) -> list[Placed]:
    """The problems of a text that can be read, each at its line and column."""
    from saga_tui.store import Locator

    locate = Locator(text)
    return [Placed(found, *locate(found.where)) for found in problems]


def fault(bad: BadFile) -> Placed:
    """What keeps a file from being read as TOML."""
    return Placed(Problem("error", FILE, (), sentence(bad.message), bad.fix, "unreadable"), bad.line, bad.column)


def faults(text: str, look: Callable[[Doc], Iterable[Problem]], path: Path | None = None) -> tuple[list[Placed], Doc]:
    """All that is wrong with a text that is no TOML: its faults, then what `look` finds in the part that can be read,
    which is given too."""
    from saga_tui.store import BadFile, load_text
    from saga_tui.store.toml_errors import all_errors

    found, rest = all_errors(text, path)
    try:
        doc = load_text(rest)
    except BadFile:
        doc = {}
    return [*map(fault, found), *(placed(rest, look(doc)) if doc else [])], doc


# ---- the rest of a document that cannot be read


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
