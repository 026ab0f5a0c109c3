"""From the words after `do NAME COMMAND` to the command: by place, `--name value`, `name=value`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, Command, command_of
from saga_tui.games.saga.rules.words import ASSETS
from saga_tui.games.saga.verbs.fields import Field, fields, placed
from saga_tui.games.saga.verbs.values import NO, YES, NotUnderstood, listed, value, word
from saga_tui.problem import near
from saga_tui.safe import safe

Typed = dict[str, list[str]]
"""What was typed for each parameter, once or more often."""

GIVEN = re.compile(r"([A-Za-z][A-Za-z_-]*)=(.*)", re.DOTALL)
OPTION = re.compile(r"--([A-Za-z][A-Za-z_-]*)(?:=(.*))?", re.DOTALL)

BUYS = ("buy", "finish")
BOUGHT = {
    "asset": ("asset",),
    "rank": ("skill",),
    "specialty": ("skill", "name"),
    "trait": ("name",),
    "perk": ("name", "asset", "skill"),
    "gear": ("name", "kind", "rating", "without"),
    "consequence": ("name", "level"),
    "doom": (),
}
"""What stands after each kind of purchase, in this order."""
ALSO = {"skill": "rank", "ranks": "rank", "doom-step": "doom", "step": "doom"}
"""Other words for a kind of purchase."""


def verb_of(text: str) -> str:
    """The verb of a command that was typed; `NotUnderstood` with the near ones where there is none."""
    told = RULES.verb("-".join(text.casefold().replace("_", " ").split()))
    if told in COMMANDS:
        return told
    tail = near(text, COMMANDS)
    more = tail if tail.startswith("Did") else "saga-tui do --list lists them."
    raise NotUnderstood(f"There is no command {safe(text, limit=60)!r}. {more}")


def parse(character: Character, verb: str, words: Sequence[str]) -> Command:
    """The command with the parameters that the words give it. `NotUnderstood` says what is wrong or missing."""
    verb = RULES.verb(verb)
    kind = COMMANDS[verb]
    by_place, given = _split(kind, words)
    if verb in BUYS:
        _purchase(character, kind, by_place, given)
    else:
        _by_place(kind, by_place, given)
    known = {field.name: field for field in fields(kind)}
    params = {name: value(character, kind, known[name], typed) for name, typed in given.items()}
    for field in known.values():
        if field.required and field.name not in params:
            raise NotUnderstood(_missing(character, verb, field))
    return _checked(verb, params)


def altered(character: Character, verb: str, params: dict[str, Any], words: Sequence[str]) -> Command:
    """A command as it was given, with the parameters that the words give anew. `NotUnderstood` says what is wrong."""
    kind = COMMANDS[verb]
    by_place, given = _split(kind, words)
    _by_place(kind, by_place, given)
    known = {field.name: field for field in fields(kind)}
    return _checked(verb, params | {name: value(character, kind, known[name], typed) for name, typed in given.items()})


def usage(verb: str) -> str:
    """How a command is typed: `take-damage KIND [AMOUNT] [CHOOSE] …`."""
    if verb in BUYS:
        return f"{verb} asset|skill|specialty|trait|perk|gear|consequence|doom …"
    parts = [
        field.option.upper() if field.required else f"[{field.option.upper()}]" for field in placed(COMMANDS[verb])
    ]
    return " ".join([verb, *parts])


# ---- the words sorted


def _split(kind: type[Command], words: Sequence[str]) -> tuple[list[str], Typed]:
    """The words that stand by their place, and those that are given by name."""
    names = {field.name: field for field in fields(kind)}
    by_place: list[str] = []
    given: Typed = {}
    left = list(words)
    while left:
        text = left.pop(0)
        if option := OPTION.fullmatch(text):
            name, inline = option.groups()
            field, flag = _option(kind, names, name)
            if flag is not None and inline is None:
                flag = left.pop(0) if flag == "yes" and left and left[0].casefold() in (*YES, *NO) else flag
                given.setdefault(field.name, []).append(flag)
                continue
            if inline is None and not left:
                raise NotUnderstood(f"--{field.option} needs {field.told}.")
            given.setdefault(field.name, []).append(left.pop(0) if inline is None else inline)
        elif pair := GIVEN.fullmatch(text):
            field = _field(kind, names, pair[1], text)
            given.setdefault(field.name, []).append(pair[2])
        else:
            by_place.append(text)
    return by_place, given


def _option(kind: type[Command], names: dict[str, Field], name: str) -> tuple[Field, str | None]:
    """The parameter of `--name`, and what it stands for where it takes no value: `--own`, `--no-action`."""
    plain = _todays(kind, name)
    positive = plain.removeprefix("no_")
    if plain not in names and positive in names and names[positive].kind is bool:
        return names[positive], "no"
    field = _field(kind, names, name, f"--{name}")
    return field, "yes" if field.kind is bool else None


def _todays(kind: type[Command], name: str) -> str:
    """The name of a parameter as the model has it, for one that a person typed."""
    typed = name.replace("-", "_").casefold()
    return kind.former.get(typed, typed)


def _field(kind: type[Command], names: dict[str, Field], name: str, text: str) -> Field:
    plain = _todays(kind, name)
    if plain in names:
        return names[plain]
    tail = near(name, [field.option for field in names.values()])
    words = [field.option for field in placed(kind) if field.kind is str and not field.words]
    sort = "that starts like that" if text.startswith("--") else "with = in it"
    aside = f" A text {sort} is given as {words[0]}=…" if words else ""
    raise NotUnderstood(f"{kind.verb} has no parameter {safe(name, limit=60)!r}. {tail}{aside}")


def _by_place(kind: type[Command], words: Sequence[str], given: Typed) -> None:
    """Fills the parameters that were not given by name, in their order; a list at the end takes all that is left."""
    free = [field for field in placed(kind) if field.name not in given]
    left = list(words)
    for place, field in enumerate(free):
        if not left:
            return
        if field.many and place == len(free) - 1:
            given[field.name] = left
            return
        given[field.name] = [left.pop(0)]
    if left:
        raise NotUnderstood(f"Unexpected {safe(left[0], limit=60)!r}. Usage: {usage(kind.verb)}")


# ---- what is bought


def _purchase(character: Character, kind: type[Command], words: list[str], given: Typed) -> None:
    """`buy skill weaponry`, `buy gear "Lucky coin" charm 2 academia`: what stands after it follows from what it is."""
    left = list(words)
    if "buy" not in given and left:
        given["buy"] = [left.pop(0)]
    if "buy" not in given:
        raise NotUnderstood(f"Say what to buy. Usage: {usage(kind.verb)}")
    known = {field.name: field for field in fields(kind)}
    what, subject = _bought(character, known, given["buy"][0])
    given["buy"] = [what]
    if subject:
        left.insert(0, subject)
    if what == "perk":
        _perk(character, known, left, given)
        return
    free = [name for name in BOUGHT[what] if name not in given and name in known]
    for name in free:
        if left:
            many = known[name].many
            given[name] = left if many else [left[0]]
            left = [] if many else left[1:]
    if left:
        order = " ".join(name.upper() for name in BOUGHT[what])
        raise NotUnderstood(f"Unexpected {safe(left[0], limit=60)!r}. Usage: {kind.verb} {what} {order}")
    _wanted(character, kind, what, known, given)


def _bought(character: Character, known: dict[str, Field], text: str) -> tuple[str, str]:
    """The kind of purchase, and the thing itself where just that was typed: `buy weaponry`, `buy force`."""
    told = ALSO.get("-".join(text.casefold().replace("_", " ").split()), text)
    try:
        return word(character, known["buy"], told), ""
    except NotUnderstood:
        for what, name in (("asset", "asset"), ("rank", "skill")):
            try:
                word(character, known[name], text)
            except NotUnderstood:
                continue
            return what, text
        kinds = ["skill", *(kind for kind in known["buy"].words if kind != "rank")]
        raise NotUnderstood(f"You cannot buy “{safe(text, limit=60)}”. {near(text, kinds)}") from None


def _perk(character: Character, known: dict[str, Field], words: list[str], given: Typed) -> None:
    """The perk's name, then its asset or its skill in any order."""
    if words and "name" not in given:
        given["name"] = [words.pop(0)]
    for text in words:
        name = "asset" if text.casefold() in ASSETS else "skill"
        if name in given:
            raise NotUnderstood(f"Unexpected {safe(text, limit=60)!r}. Usage: buy perk NAME [ASSET] [SKILL]")
        word(character, known[name], text)
        given[name] = [text]
    if "name" not in given:
        raise NotUnderstood("A perk needs its name: buy perk Brave force.")


def _wanted(character: Character, kind: type[Command], what: str, known: dict[str, Field], given: Typed) -> None:
    """What a kind of purchase cannot be without."""
    optional = ("level", "without", "rating")
    for name in BOUGHT[what]:
        if name not in given and name not in optional:
            listing = listed(character, what) if what == "consequence" else []
            words = ", ".join(known[name].words) or ", ".join(safe(text, limit=60) for text in listing)
            told = f" ({words})" if words else ""
            raise NotUnderstood(f"{kind.verb} {what} needs {name}{told}.")
    if what == "gear" and "rating" not in given:
        given["rating"] = ["1"]


# ---- the command made


def _missing(character: Character, verb: str, field: Field) -> str:
    names = [] if field.words else listed(character, field.name) if field.name in ("drive", "consequence") else []
    told = ", ".join(f"{number} {safe(name, limit=60)}" for number, name in enumerate(names, 1)) or field.told
    return f"{verb} needs {field.option} ({told}). Usage: {usage(verb)}"


def _checked(verb: str, params: dict[str, Any]) -> Command:
    try:
        return command_of(verb, params)
    except ValidationError as error:
        said = [_sentence(problem["loc"], problem["msg"]) for problem in error.errors(include_url=False)]
        raise NotUnderstood("\n".join(dict.fromkeys(said))) from None


def _sentence(place: tuple[int | str, ...], message: str) -> str:
    name = ".".join(str(step + 1) if isinstance(step, int) else step.replace("_", "-") for step in place)
    words = message[:1].lower() + message[1:]
    return f"{name or 'It'}: {words}."
