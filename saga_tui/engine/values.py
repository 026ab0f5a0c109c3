"""From what a person types for one parameter of a command to what the command wants: words in any case, numbers, things
of the document by number, name or part of a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from saga_tui.engine.automation import SAID
from saga_tui.engine.document import Document
from saga_tui.engine.fields import Field
from saga_tui.engine.model import read_json
from saga_tui.engine.rules import Rules
from saga_tui.problem import near
from saga_tui.safe import safe

D = TypeVar("D", bound=Document)
YES = ("yes", "true", "on", "1", "y")
NO = ("no", "false", "off", "0", "n")
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
MODE_WORDS = {said: mode for mode, said in SAID.items()}
"""What people say for the modes of automation."""


OURS: Final = "Value error, "
"""Stands before a message of ours among those of pydantic."""


class NotUnderstood(ValueError):
    """What was typed says nothing; the words of the error say what to give."""


def value(game: Rules[D], document: D, field: Field, typed: Sequence[str]) -> Any:
    """What was typed for a parameter, once or more often, as the command takes it. `NotUnderstood` where it cannot."""
    if field.many:
        pieces = [piece for text in typed for piece in _pieces(game, document, field, text)]
        return [_one(game, document, field, piece) for piece in pieces]
    if len(typed) > 1:
        raise NotUnderstood(f"{field.option} is given more than once.")
    return _one(game, document, field, typed[0])


def _one(game: Rules[D], document: D, field: Field, text: str) -> Any:
    names = game.names(document, field.of.what) if field.of and field.of.what else []
    if issubclass(field.kind, BaseModel):
        return _nested(field, text, names)
    if field.kind is bool:
        return _yes_or_no(field, text)
    if field.kind is int:
        return _place(field, text, names) if field.of else _number(field, text)
    if field.words:
        return word(game, document, field, text)
    if field.of and not _same_as(names, text):
        text = aliased(game, document, text)
    if field.of and field.of.keys:
        keys = game.names(document, field.of.keys)
        files = game.names(document, f"{field.of.what} file")
        return keys[find(names, text, field.of.what, keys, files)] if text or field.required else ""
    known = same(text, names)
    if field.of is not None and field.of.part and known not in names and len(at := _with(names, text)) == 1:
        return names[at[0]]
    return known


def _pieces(game: Rules[D], document: D, field: Field, text: str) -> list[str]:
    """One value that is the name of a thing, with commas or not; otherwise what stands between the commas."""
    nested = issubclass(field.kind, BaseModel)
    if nested and text.startswith(("[", "{")):
        return [text]
    bare = text.casefold().partition(":")[0] if nested else text.casefold()
    names = game.names(document, field.of.what) if field.of and not field.of.keys else []
    if "," not in text or any(bare == name.casefold() for name in names):
        return [text]
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def _number(field: Field, text: str) -> int:
    told = text.replace("−", "-")
    if not NUMBER.fullmatch(told):
        raise NotUnderstood(f"{field.option} takes a number, not {shown(text)}.")
    return int(told)


def _place(field: Field, text: str, names: Sequence[str]) -> int:
    """A place in a list, from 0; of things without names just the place."""
    assert field.of is not None, "asked only of what chooses"
    words = dict(field.of.also)
    if text.casefold() in words:
        return words[text.casefold()]
    if field.of.what:
        return find(names, text, field.of.what)
    if not text.isdecimal() or not int(text[:9]):
        raise NotUnderstood(f"{field.option} takes the position of a die, counted from 1, not {shown(text)}.")
    return int(text[:9]) - 1


def _yes_or_no(field: Field, text: str) -> bool:
    told = text.casefold()
    if told not in (*YES, *NO):
        raise NotUnderstood(f"{field.option} takes yes or no, not {shown(text)}.")
    return told in YES


def word(game: Rules[D], document: D, field: Field, text: str) -> str:
    """One of a closed set of words, in any case; by a name that the document has for it too."""
    told = _folded(text)
    known = {_folded(name): name for name in field.words}
    further = {_folded(name): word for name, word in {**MODE_WORDS, **game.aliases(document)}.items()}
    known = {name: word for name, word in further.items() if word in field.words} | known
    if told in known:
        return known[told]
    if text == "" and not field.required:
        return ""
    raise NotUnderstood(f"{field.option} is not {shown(text)}. {near(text, field.words)}")


def aliased(game: Rules[D], document: D, text: str) -> str:
    """What another name that the document has for a thing stands for; else the text."""
    return {_folded(name): word for name, word in game.aliases(document).items()}.get(_folded(text), text)


def _folded(text: str) -> str:
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())


def _nested(field: Field, text: str, names: Sequence[str]) -> Any:
    """A part of several values: as its model reads it from words (`typed`; the `ValueError` says what it takes), or as
    JSON."""
    if text.startswith("{"):
        try:
            return read_json(text)
        except ValueError:
            raise NotUnderstood(f"{field.option} is not valid JSON: {shown(text)}.") from None
    reads: Callable[[str, Sequence[str]], dict[str, Any]] | None = getattr(field.kind, "typed", None)
    if reads is None:
        raise NotUnderstood(f"{field.option} takes JSON, not {shown(text)}.")
    try:
        return reads(text, names)
    except NotUnderstood:
        raise
    except ValueError as wanted:
        raise NotUnderstood(f"{field.option} takes {wanted}.") from None


def offered(game: Rules[D], document: D, field: Field) -> list[str]:
    """What may be typed for a parameter, as far as it is known: words, things of the document, yes and no."""
    if field.words:
        return list(field.words)
    if field.kind is bool:
        return [YES[0], NO[0]]
    if field.of is None:
        return []
    return [*game.names(document, field.of.keys or field.of.what), *dict(field.of.also)]


# ---- things of the document


def same(text: str, known: Iterable[str]) -> str:
    """The known name that is the same but for its case; else the text."""
    return next((name for name in known if name.casefold() == text.casefold()), text)


def counted(text: str, otherwise: int) -> tuple[str, int]:
    """A text and the number after its last colon: `Quick on the Draw:3`; without one, the number that is usual."""
    name, colon, number = text.rpartition(":")
    if not colon or not number.strip().isdecimal():
        return text.strip(), otherwise
    return name.strip(), int(number[:9])


def find(names: Sequence[str], text: str, what: str, keys: Sequence[str] = (), files: Sequence[str] = ()) -> int:
    """The place (from 0) of what was typed: a number (from 1), a key, a name or a part of one that only one has, with
    hyphens for spaces too, as the names of files have them; last the name of a file or its beginning."""
    if NUMBER.fullmatch(text) and not _same_as(names, text):
        place = int(text)
        if 1 <= place <= len(names):
            return place - 1
        raise NotUnderstood(f"There is no {what} {safe(text)}. {choices(names)}")
    spaced = _with(names, text.replace("-", " "))
    hyphened = _same_as(keys, text.replace(" ", "-"))
    begun = [place for place, name in enumerate(files) if text and name.casefold().startswith(text.casefold())]
    by_name = _same_as(keys, text), hyphened, _same_as(names, text), _with(names, text), spaced
    for fits in (*by_name, _same_as(files, text), begun):
        if len(fits) == 1:
            return fits[0]
        if fits:
            break
    raise NotUnderstood(f"There is no {what} {shown(text)}. {choices(names)}")


def _same_as(names: Sequence[str], text: str) -> list[int]:
    return [place for place, name in enumerate(names) if name.casefold() == text.casefold()]


def _with(names: Sequence[str], text: str) -> list[int]:
    return [place for place, name in enumerate(names) if text.strip() and text.casefold() in name.casefold()]


def choices(names: Sequence[str]) -> str:
    """`Choose one of: 1 Find my sister, 2 Never shoot first.`"""
    told = numbered(names[:30])
    return f"Choose one of: {told}." if told else "There are none."


def numbered(names: Sequence[str]) -> str:
    """`1 Find my sister, 2 Never shoot first`."""
    return ", ".join(f"{number} {safe(name, limit=60)}" for number, name in enumerate(names, 1))


def shown(text: str) -> str:
    """What was typed, as an error shows it."""
    return f"“{safe(text, limit=60)}”"
