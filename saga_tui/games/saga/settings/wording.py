"""What a wrong value in a setting file should have been, and how to put it right, in words."""

from __future__ import annotations

from typing import Any, Final, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from saga_tui.changes import Doc, dotted
from saga_tui.games.saga import book
from saga_tui.problem import Problem, Where, near
from saga_tui.words import plural

LONGEST: Final = 60
EFFECTS: Final = (*book.EFFECT_MOMENT, "reminder")
RULES: Final = {
    "perks": "PRK-1",
    "traits": "TRT-1",
    "drives": "DRV-1",
    "gear": "GER-1",
    "skill_x": "SKL-4",
    "specialties": "SKL-3",
}
"""The rule that a part of the file is about."""


def shown(value: Any) -> str:
    """A value as the file has it, short enough for a line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = f'"{" ".join(value.split())}"'
        case dict():
            return "a section"
        case list() | tuple():
            return "a list"
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def finding(problem: ErrorDetails, doc: Doc) -> Problem:
    """A problem that the model of a setting found, at the place in the file that it is about."""
    where = _where(problem["loc"], doc)
    rule = RULES.get(str(where[0]) if where else "", "SET-1")
    if problem["type"] == "extra_forbidden":
        known = _known(where[:-1], doc)
        inside = dotted(where[:-1]) or "a setting"
        message = f"Unknown entry {dotted(where)}: {inside} has no such name"
        return Problem("error", rule, where, message, near(str(where[-1]), known), "unknown-key")
    if problem["type"] == "missing":
        name, parent = str(where[-1]), where[:-1]
        message = f"{dotted(parent) or 'The setting'} has no {name}"
        return Problem("error", rule, parent, message, _add(name, parent), "missing")
    return told(problem, where, problem["input"], rule)


def _where(loc: tuple[int | str, ...], doc: Doc) -> Where:
    """The place in the document: what pydantic puts in between (the names of unions' members) is left out."""
    place: Any = doc
    found: list[str | int] = []
    for index, step in enumerate(loc):
        last = index == len(loc) - 1
        if step == "[key]":
            continue
        if _within(place, step):
            place = place[step]
        elif not last or (step in EFFECTS and isinstance(place, dict)):
            continue
        found.append(step)
    return tuple(found)


def _within(place: Any, step: int | str) -> bool:
    if isinstance(place, dict):
        return step in place
    return isinstance(place, list) and isinstance(step, int) and step < len(place)


def told(problem: ErrorDetails, where: Where, value: Any, rule: str) -> Problem:
    """A value of a wrong type, out of range, or of a closed set that it is not in."""
    kind, limits = problem["type"], problem.get("ctx", {})
    name = dotted(where)
    if kind == "literal_error" and not isinstance(value, str | int | float | bool):
        value = problem["input"]
    if kind in ("literal_error", "union_tag_invalid", "enum"):
        if kind == "union_tag_invalid":
            value = limits.get("tag", value)
            where = (*where, "kind")
            known: tuple[str, ...] = EFFECTS
        else:
            known = _words(limits)
        message = f"{dotted(where)} is {shown(value)}, not one of {', '.join(known)}"
        fix = near(value, known) if isinstance(value, str) else f'Write one of them between quotes: "{known[0]}".'
        return Problem("error", rule, where, message, fix, kind, value)
    if kind == "union_tag_not_found":
        message = f"{name} does not say its kind of effect"
        return Problem("error", rule, where, message, f'Write kind = "…" in it: {", ".join(EFFECTS)}.', kind)
    offender = problem["input"] if problem["loc"] and kind != "missing" else value
    expected, fix = _expected(kind, limits, offender, str(where[-1]) if where else "name", where)
    if kind == "missing":
        offender = value
    message = f"{name or 'The file'} is {shown(offender)}, not {expected}"
    return Problem("error", rule, where, message, fix, kind, offender)


def _words(limits: dict[str, Any]) -> tuple[str, ...]:
    """The words of pydantic's “'a', 'b' or 'c'”."""
    said = str(limits.get("expected", "")).replace(" or ", ", ")
    return tuple(word.strip().strip("'") for word in said.split(",") if word.strip())


def _expected(kind: str, limits: dict[str, Any], value: Any, key: str, where: Where) -> tuple[str, str]:
    """What was wanted there, and how to write it."""
    match kind:
        case "int_type":
            return "a whole number", _whole(value)
        case "greater_than_equal":
            return f"{limits.get('ge')} or more", f"Write {limits.get('ge')} or more."
        case "less_than_equal":
            return f"{limits.get('le')} or less", f"Write {limits.get('le')} or less."
        case "string_type":
            return "a text", f'Put it between quotes: {key} = "…".'
        case "string_too_short":
            return "a text that is not empty", "Write something between the quotes."
        case "string_too_long":
            most = limits.get("max_length", 0)
            return f"a text of at most {plural(most, 'letter')}", f"Shorten it by {len(value) - most}."
        case "tuple_type" | "list_type":
            entries = f"Write [[{dotted(where)}]] once for each entry."
            fix = entries if isinstance(value, dict) else f"Put it between brackets: [{shown(value)}]."
            return "a list", fix
        case "too_short":
            return f"a list of {plural(limits.get('min_length') or 0, 'entry')} or more", "Add more."
        case "too_long":
            return f"a list of at most {plural(limits.get('max_length') or 0, 'entry')}", "Remove some."
        case "missing":
            return "a list with as many numbers as in the book", "Write three numbers between brackets: [5, 3, 1]."
        case "model_type" | "dict_type" | "model_attributes_type":
            front = "Write its names and values between braces: { name = value }."
            section_mend = f"Write [{key}] on a line of its own, and its name = value lines below it."
            return "a section with names and values", section_mend if len(where) == 1 else front
        case _:
            return "a valid value", "Compare it with a file from saga-tui setting new."


def _whole(value: Any) -> str:
    if isinstance(value, str) and value.strip().lstrip("+-").isdigit() and len(value) < 8:
        return f"Write {int(value)} without quotes."
    if isinstance(value, float) and value.is_integer() and abs(value) < 1000:
        return f"Write {int(value)} without a point."
    return "Write a whole number such as 3, without quotes."


def _add(name: str, parent: Where) -> str:
    if name == "format":
        return "Write format = 1 as the first line."
    inside = f" below [{parent[0]}]" if len(parent) == 1 else " in it" if parent else ""
    value = '["force"]' if name == "assets" else "1" if name in ("rating", "dice", "tokens", "pushes") else '"…"'
    return f"Write {name} = {value}{inside}."


def _known(where: Where, doc: Doc) -> tuple[str, ...]:
    """The names that may stand in a section of a setting file."""
    if where and where[-1] == "effect":
        value: Any = doc
        for step in where:
            value = value[step]
        return tuple(EFFECT_MODELS[value["kind"]].model_fields)
    place: Any = book.Setting
    for step in where:
        if isinstance(step, int):
            continue
        if not (isinstance(place, type) and issubclass(place, BaseModel)):
            return ()
        field = place.model_fields.get(step)
        place = _model(field.annotation) if field else None
    return tuple(place.model_fields) if isinstance(place, type) and issubclass(place, BaseModel) else ()


def _model(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = [inner for part in get_args(annotation) if (inner := _model(part)) is not None]
    return found[0] if len(found) == 1 else None


EFFECT_MODELS: Final[dict[str, type[BaseModel]]] = {
    str(get_args(model.model_fields["kind"].annotation)[0]): model
    for model in (
        book.BlockDice,
        book.ExtraToken,
        book.StandIn,
        book.ShedDamage,
        book.AddedDice,
        book.IgnoreHitch,
        book.SpecialtyDice,
        book.AddedDamage,
        book.TopUp,
        book.FreePush,
        book.Reminder,
    )
}
