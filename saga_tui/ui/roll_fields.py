"""A row of a roll from a field of its command."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from saga_tui.engine.command import Command
from saga_tui.engine.fields import Field
from saga_tui.ui.forms import parsed
from saga_tui.ui.roll_items import Item
from saga_tui.words import sentence

M = TypeVar("M", bound=Command)


def field_row(one: Field, command: M) -> Item[M] | None:
    """The row of a command's field: numbers step within their bounds, closed words and yes or no turn."""
    now = getattr(command, one.name)

    def put(value: object) -> M:
        made = parsed(type(command), command.model_dump() | {one.name: value})
        return made if isinstance(made, type(command)) else command

    def step(by: int) -> M:
        if one.kind is bool:
            return put(not now)
        if one.words:
            words = one.words
            return put(words[(words.index(now) + by) % len(words)] if now in words else words[0])
        return put((now or 0) + by)

    if one.many or one.kind not in (int, bool, str) or (one.kind is str and not one.words):
        return None
    value = ("yes" if now else "no") if one.kind is bool else str(now if now is not None else "–")
    off = None if one.required else partial(put, one.default)
    rule = next(iter(command.rules), "")
    label = sentence(one.option.replace("-", " "))
    return Item(one.name, "", label, value, now != one.default or one.required, step, one.help, off=off, rule=rule)
