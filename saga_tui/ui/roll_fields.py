"""Rows of a roll from the fields of its command: numbers, closed words, lists of the document, modifiers to choose and
bonuses in hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from saga_tui.engine.command import Command
from saga_tui.engine.fields import Field, placed
from saga_tui.engine.rolled import Modified, amount
from saga_tui.engine.rules import Rules
from saga_tui.ui.forms import parsed
from saga_tui.ui.roll_items import Item
from saga_tui.words import sentence

M = TypeVar("M", bound=Command)
Shown = Callable[[int], str]


def put(command: M, name: str, value: object) -> M:
    """The command with another value of a field; as it was where it does not take it."""
    made = parsed(type(command), command.model_dump() | {name: value})
    return made if isinstance(made, type(command)) else command


def field_row(
    one: Field, command: M, listed: Sequence[tuple[str, str]] = (), section: str = "", usual: int = 1
) -> Item[M] | None:
    """The row of a command's field: numbers step within their bounds or are typed, closed words and yes or no turn, and
    what chooses of a list (`listed`: keys and words) walks it. A number that is not said begins with the `usual` one.
    """
    now, words = getattr(command, one.name), one.words or tuple(key for key, _ in listed)

    def step(by: int) -> M:
        if one.kind is bool:
            return put(command, one.name, not now)
        if words:
            start = words.index(now) + by if now in words else 0 if by > 0 else -1
            return put(command, one.name, words[start % len(words)])
        return put(command, one.name, usual if now is None else now + by)

    def digit(number: int) -> M | None:
        longer = put(command, one.name, int(f"{now or 0}{number}"))
        return longer if longer != command else put(command, one.name, number)

    if one.many or one.kind not in (int, bool, str) or (one.kind is str and not words):
        return None
    told = str(dict(listed).get(now, now)).replace("_", " ")
    value = ("yes" if now else "no") if one.kind is bool else told if now not in (None, "") else "–"
    off = None if one.required else partial(put, command, one.name, one.default)
    label, typed = sentence(one.option.replace("-", " ")), digit if one.kind is int else None
    return Item(one.name, section, label, value, now != one.default or one.required, step, one.help, off=off,
                rule=next(iter(command.rules), ""), digit=typed)  # fmt: skip


def field_rows(
    game: Rules[Any], document: Any, command: M, groups: Mapping[str, tuple[str, str]], usual: int = 1
) -> list[Item[M]]:
    """The rows of these fields that the command has, in their order, each with its section and its words."""
    known, found = {one.name: one for one in placed(type(command))}, list[Item[M]]()
    for name in (name for name in groups if name in known):
        one = known[name]
        of = one.of
        words = game.names(document, of.what) if of else []
        listed = [("", "–")] if words and not one.required else []
        listed += zip(game.names(document, of.keys) if of and of.keys else words, words, strict=True)
        section, words_of = groups[name]
        item = field_row(one, command, listed, section, usual)
        found += [replace(item, label=words_of or item.label)] if item is not None else []
    return found


R = TypeVar("R", bound=Modified)


def modifier_rows(document: Any, command: R, section: str, shown: Shown) -> list[Item[R]]:
    """A row for each modifier that can be chosen: in use or not, or at which of its values."""
    said = dict(one.partition(":")[::2] for one in command.modifiers)
    found = []
    for key, row in command.offered(document).items():
        ways = [*(f"{key}:{value}" for value in row.choose)] or [key]
        at = next((ways.index(one) for one in command.modifiers if one in ways), 0 if key in said else -1)
        rest = tuple(one for one in command.modifiers if one.partition(":")[0] != key)

        def step(by: int, ways: Sequence[str] = ways, at: int = at, rest: tuple[str, ...] = rest) -> R:
            to = (at + 1 + by) % (len(ways) + 1) - 1
            return command.model_copy(update={"modifiers": (*rest, ways[to]) if to >= 0 else rest})

        value = shown(amount(row, said.get(key, "")))
        off = partial(command.model_copy, update={"modifiers": rest})
        found.append(Item(key, section, row.name, value, key in said, step, row.note, off=off, rule=row.rule))
    return found


def bonus_rows(document: Any, command: R, section: str, shown: Shown) -> list[Item[R]]:
    """A row for each bonus in hand."""
    found = []
    for at, held in enumerate(document.play.held if document.play is not None else ()):
        rest = tuple(one for one in command.bonus if one != at)
        made = command.model_copy(update={"bonus": rest if at in command.bonus else (*rest, at)})
        off = partial(command.model_copy, update={"bonus": rest})
        words = sentence(f"{held.what}{f' against {held.against}' if held.against else ''}")

        def step(_: int, made: R = made) -> R:
            return made

        found.append(Item(f"bonus-{at}", section, words, shown(held.degrees), at in command.bonus, step, off=off))
    return found


def added(rows: Sequence[Item[M]], keys: Collection[str], worth: Callable[[M], Any], now: Any) -> Mapping[str, Any]:
    """What a step of each of these rows would add to a chance that is worked out of a command."""
    return {row.key: worth(row.step(1)) - now for row in rows if row.key in keys}
