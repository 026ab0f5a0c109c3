"""From what a person types for a command to the command: by place, `--name value`, `name=value`. All of it follows from
the command's own model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from saga_tui.engine.command import Command
from saga_tui.engine.document import Document
from saga_tui.engine.fields import Field, Variants, fields, placed
from saga_tui.engine.rules import Rules
from saga_tui.engine.values import NO, OURS, YES, NotUnderstood, numbered, value, word
from saga_tui.problem import near
from saga_tui.safe import safe

D = TypeVar("D", bound=Document)
Words = dict[str, list[str]]
"""What was typed for each parameter, once or more often."""

GIVEN = re.compile(r"([A-Za-z][A-Za-z_-]*)=(.*)", re.DOTALL)
OPTION = re.compile(r"--([A-Za-z][A-Za-z_-]*)(?:=(.*))?", re.DOTALL)


def verb_of(game: Rules[Any], text: str) -> str:
    """The verb of a command that was typed; `NotUnderstood` with the near ones where there is none."""
    told = game.verb("-".join(text.casefold().replace("_", " ").split()))
    if told in game.commands:
        return told
    more = near(text, game.commands, "saga-tui do --list lists them.")
    raise NotUnderstood(f"There is no command {safe(text, limit=60)!r}. {more}")


def parse(game: Rules[D], document: D, verb: str, words: Sequence[str]) -> Command:
    """The command with the parameters that the words give it. `NotUnderstood` says what is wrong or missing."""
    verb = game.verb(verb)
    kind = game.commands[verb]
    reader = _Reader(game, document, kind)
    by_place, given = reader.split(words)
    if kind.variants is not None:
        _Variant(reader, kind.variants, given).take(by_place)
    else:
        reader.by_place(by_place, given)
    params = reader.values(given)
    for field in reader.known.values():
        if field.required and field.name not in params:
            raise NotUnderstood(_missing(game, document, kind, field))
    return _checked(game, verb, params)


def altered(game: Rules[D], document: D, verb: str, params: Mapping[str, Any], words: Sequence[str]) -> Command:
    """A command as it was given, with the parameters that the words give anew. `NotUnderstood` says what is wrong."""
    reader = _Reader(game, document, game.commands[verb])
    by_place, given = reader.split(words)
    reader.by_place(by_place, given)
    return _checked(game, verb, {**params, **reader.values(given)})


def usage(kind: type[Command]) -> str:
    """How a command is typed: `take-damage KIND [AMOUNT] [CHOOSE] …`."""
    if kind.variants is not None:
        return f"{kind.verb} {'|'.join(_shown_words(kind.variants))} …"
    parts = [field.option.upper() if field.required else f"[{field.option.upper()}]" for field in placed(kind)]
    return " ".join([kind.verb, *parts])


def _shown_words(variants: Variants) -> list[str]:
    """The words of a command that decides by its first parameter, the ones that people use."""
    instead = {word: said for said, word in reversed(list(variants.also.items()))}
    return [instead.get(word, word) for word in variants.follow]


# ---- the words sorted


@dataclass(frozen=True)
class _Reader(Generic[D]):
    """Reads the words for one command on one document."""

    game: Rules[D]
    document: D
    kind: type[Command]

    @property
    def known(self) -> dict[str, Field]:
        """The parameters by name."""
        return {field.name: field for field in fields(self.kind)}

    def values(self, given: Words) -> dict[str, Any]:
        """What was typed, as the command takes it."""
        known = self.known
        return {name: value(self.game, self.document, known[name], typed) for name, typed in given.items()}

    def split(self, words: Sequence[str]) -> tuple[list[str], Words]:
        """The words that stand by their place, and those that are given by name."""
        by_place: list[str] = []
        given: Words = {}
        left = list(words)
        while left:
            text = left.pop(0)
            if option := OPTION.fullmatch(text):
                name, inline = option.groups()
                field, flag = self._option(name)
                if flag is not None and inline is None:
                    flag = left.pop(0) if flag == "yes" and left and left[0].casefold() in (*YES, *NO) else flag
                    given.setdefault(field.name, []).append(flag)
                    continue
                if inline is None and not left:
                    raise NotUnderstood(f"--{field.option} needs {field.told}.")
                given.setdefault(field.name, []).append(left.pop(0) if inline is None else inline)
            elif pair := GIVEN.fullmatch(text):
                given.setdefault(self._field(pair[1], text).name, []).append(pair[2])
            else:
                by_place.append(text)
        return by_place, given

    def by_place(self, words: Sequence[str], given: Words) -> None:
        """Fills the parameters that were not given by name, in their order; a list at the end takes all that is
        left."""
        free = [field for field in placed(self.kind) if field.name not in given]
        left = list(words)
        for place, field in enumerate(free):
            if not left:
                return
            if field.many and place == len(free) - 1:
                given[field.name] = left
                return
            given[field.name] = [left.pop(0)]
        if left:
            raise NotUnderstood(f"Unexpected {safe(left[0], limit=60)!r}. Usage: {usage(self.kind)}")

    def word(self, name: str, text: str) -> str:
        """One of the closed words of a parameter."""
        return word(self.game, self.document, self.known[name], text)

    def _option(self, name: str) -> tuple[Field, str | None]:
        """The parameter of `--name`, and what it stands for where it takes no value: `--own`, `--no-action`."""
        plain = self._todays(name)
        positive = self.known.get(plain.removeprefix("no_"))
        if plain not in self.known and positive is not None and positive.kind is bool:
            return positive, "no"
        field = self._field(name, f"--{name}")
        return field, "yes" if field.kind is bool else None

    def _todays(self, name: str) -> str:
        """The name of a parameter as the model has it, for one that a person typed."""
        typed = name.replace("-", "_").casefold()
        return self.kind.former.get(typed, typed)

    def _field(self, name: str, text: str) -> Field:
        plain = self._todays(name)
        if plain in self.known:
            return self.known[plain]
        tail = near(name, [field.option for field in self.known.values()])
        words = [field.option for field in placed(self.kind) if field.kind is str and not field.words]
        sort = "that starts like that" if text.startswith("--") else "with = in it"
        aside = f" A text {sort} is given as {words[0]}=…" if words else ""
        raise NotUnderstood(f"{self.kind.verb} has no parameter {safe(name, limit=60)!r}. {tail}{aside}")


# ---- a command whose first parameter decides on the others


@dataclass(frozen=True)
class _Variant(Generic[D]):
    """Reads the words for a command such as `buy skill weaponry` into `given`."""

    reader: _Reader[D]
    variants: Variants
    given: Words

    def take(self, words: list[str]) -> None:
        """What stands after the first word follows from what it is."""
        by, kind, left = self.variants.by, self.reader.kind, list(words)
        if by not in self.given and left:
            self.given[by] = [left.pop(0)]
        if by not in self.given:
            raise NotUnderstood(f"Say what to {by}. Usage: {usage(kind)}")
        what, thing = self._first(self.given[by][0])
        self.given[by] = [what]
        left = [thing, *left] if thing else left
        free = [one for one in self.variants.follow[what] if one not in self.given and one in self.reader.known]
        either = [one for one in free if one in self.variants.either.get(what, ())]
        for name in (one for one in free if one not in either):
            if left:
                many = self.reader.known[name].many
                self.given[name] = left if many else [left[0]]
                left = [] if many else left[1:]
        for text in left:
            self._either(what, either, text)
        self._needed(what)
        for name, usual in self.variants.usual.get(what, {}).items():
            self.given.setdefault(name, [usual])

    def _first(self, text: str) -> tuple[str, str]:
        """The first word, and the thing itself where just that was typed: `buy weaponry`."""
        by, said = self.variants.by, "-".join(text.casefold().replace("_", " ").split())
        try:
            return self.reader.word(by, self.variants.also.get(said, text)), ""
        except NotUnderstood:
            for name, what in self.variants.thing.items():
                if self._fits(name, text):
                    return what, text
            known = _shown_words(self.variants)
            raise NotUnderstood(f"You cannot {by} “{safe(text, limit=60)}”. {near(text, known)}") from None

    def _fits(self, name: str, text: str) -> bool:
        try:
            return bool(self.reader.word(name, text))
        except NotUnderstood:
            return False

    def _either(self, what: str, names: list[str], text: str) -> None:
        """One of the parameters that come in any order: the one that has such a word, or else the last."""
        name = next((one for one in names if self._fits(one, text)), names[-1] if names else "")
        if not name or name in self.given:
            raise NotUnderstood(f"Unexpected {safe(text, limit=60)!r}. Usage: {self._usage(what)}")
        self.reader.word(name, text)
        self.given[name] = [text]

    def _usage(self, what: str) -> str:
        loose = (*self.variants.optional, *self.variants.either.get(what, ()))
        order = (f"[{name.upper()}]" if name in loose else name.upper() for name in self.variants.follow[what])
        return " ".join([self.reader.kind.verb, what, *order])

    def _needed(self, what: str) -> None:
        """Says what is missing."""
        loose = (*self.variants.optional, *self.variants.either.get(what, ()))
        for name in self.variants.follow[what]:
            if name not in self.given and name not in loose:
                things = self.reader.game.names(self.reader.document, self.variants.of.get(what, ""))
                words = self.reader.known[name].words or [safe(text, limit=60) for text in things]
                told = f" ({', '.join(words)})" if words else ""
                raise NotUnderstood(f"{self.reader.kind.verb} {what} needs {name}{told}.")


# ---- the command made


def _missing(game: Rules[D], document: D, kind: type[Command], field: Field) -> str:
    by_number = field.of is not None and (field.kind is int or field.of.keys != "")
    names = game.names(document, field.of.what) if field.of and by_number else []
    return f"{kind.verb} needs {field.option} ({numbered(names) or field.told}). Usage: {usage(kind)}"


def _checked(game: Rules[D], verb: str, params: Mapping[str, Any]) -> Command:
    try:
        return game.command(verb, params)
    except ValidationError as error:
        said = [_sentence(problem["loc"], problem["msg"]) for problem in error.errors(include_url=False)]
        raise NotUnderstood("\n".join(dict.fromkeys(said))) from None


def _sentence(place: tuple[int | str, ...], message: str) -> str:
    name = ".".join(str(step + 1) if isinstance(step, int) else step.replace("_", "-") for step in place)
    words = message.removeprefix(OURS)
    end = "" if words.endswith((".", "?")) else "."
    return f"{name}: {words[:1].lower()}{words[1:]}{end}" if name else f"{words[:1].upper()}{words[1:]}{end}"
