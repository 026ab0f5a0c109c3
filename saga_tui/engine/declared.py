"""Commands as rows of a table: each is one of the kinds that stand in code, with a verb, words and rules of its own.

[start-scene]
kind = "begin"                       # one of the kinds that the game hands over
title = "Start a scene"
rules = "X-1"
about = "Start the next scene."      # its help
group = "clock"
set = { span = "scene" }             # what the kind leaves open (its class variables)
asks = { more = { usual = 0, least = 0, most = 5, about = "Experience on top." } }    # further parameters

A parameter without a `usual` value has to be given; one with `options` is one of these words, and none where it is
`optional`; one with `at` is a place in that list.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import new_class
from typing import Annotated, Any, Literal

from pydantic import Field

from saga_tui.engine.command import Command, Index, Words
from saga_tui.engine.fields import Of


def declare(
    base: type[Command], rows: Mapping[str, Mapping[str, Any]], **kinds: type[Command]
) -> dict[str, type[Command]]:
    """The commands of these rows by verb, below `base` and the kind that each row names; they are entered where every
    command below `base` is."""
    return {verb: _declared(base, verb, row, kinds[row["kind"]]) for verb, row in rows.items()}


def _declared(base: type[Command], verb: str, row: Mapping[str, Any], kind: type[Command]) -> type[Command]:
    left_open = {name: _frozen(value) for name, value in row.get("set", {}).items()}
    asks = {name: _parameter(one) for name, one in row.get("asks", {}).items()}
    space = {"__doc__": row["about"], "__module__": base.__module__, "__annotations__": {}, **left_open}
    for name, (of_type, field) in asks.items():
        space["__annotations__"][name], space[name] = of_type, field
    said = {"verb": verb, "title": row["title"], "rules": row["rules"], "group": row.get("group", "")}
    bases = (kind,) if issubclass(kind, base) else (kind, base)
    made: type[Command] = new_class(verb.title().replace("-", ""), bases, said, lambda own: own.update(space))
    return made


def _parameter(one: Mapping[str, Any]) -> tuple[Any, Any]:
    """The type and the field of a further parameter: yes or no, a number between `least` and `most`, a place in the
    list `at`, or words, of the list `of`."""
    usual, about = one.get("usual", ...), one.get("about", "")
    if "at" in one:
        return Annotated[Index, Of(one["at"])], Field(default=usual, description=about)
    if "options" in one:
        known: Any = Literal[tuple(one["options"])]
        optional = one.get("optional", False)
        return (known | None if optional else known), Field(default=None if optional else usual, description=about)
    if isinstance(usual, str) or (usual is ... and "least" not in one):
        return (Annotated[Words, Of(one["of"])] if "of" in one else Words), Field(default=usual, description=about)
    if isinstance(usual, bool):
        return bool, Field(default=usual, description=about)
    if one.get("optional"):
        return Annotated[int, Field(ge=one["least"], le=one["most"])] | None, Field(default=None, description=about)
    return int, Field(default=usual, ge=one["least"], le=one["most"], description=about)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
