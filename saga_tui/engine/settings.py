"""Settings as files, for every game: found in the package, the user's config folder and beside the documents, and
checked like a compiler does: line, column, what was expected.

A setting's name comes from a document's file, so it is data: it is compared with the names that there are, and is never
a path.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

from pydantic import ValidationError

from saga_tui.changes import Doc
from saga_tui.engine.wrong import Shape, fault, faults, newer, placed, problem_of, unknown_keys
from saga_tui.problem import Placed, Problem, Where, near
from saga_tui.store.errors import BadFile
from saga_tui.store.toml import decode, load_text, read_bytes

if TYPE_CHECKING:
    from saga_tui.engine.command import Command
    from saga_tui.odds import Rolled

S = TypeVar("S")
FOLDER: Final = "settings"
"""The folder of settings, in the config folder and beside the documents."""
ENDING: Final = ".toml"
MANY: Final = 200
"""So many files of a folder are looked at."""
SHIPPED: Final = "ships with saga-tui"

Origin = Literal["next to the characters", "your own", "ships with saga-tui"]


@dataclass(frozen=True, slots=True)
class Checked(Generic[S]):
    """A setting that was read, and all that is found in it; there is no setting where an error is among that."""

    setting: S | None
    problems: tuple[Placed, ...]
    name: str = ""
    """The name that it gives itself, as far as that can be read."""

    @property
    def is_valid(self) -> bool:
        """Whether it can be played by."""
        return self.setting is not None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what a setting changes, in lines; the first one may have no title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Settings(Generic[S]):
    """What a game says of its settings."""

    shipped: Path
    """The folder of those that come with it; a template for new ones lies beside it, as `template.toml`."""
    read: Callable[[Doc], tuple[S | None, list[Problem]]]
    """The setting of a document, and all that is wrong with it."""
    name: Callable[[S], tuple[str, str]]
    """A setting's name, and a line about it."""
    parts: Callable[[S], Sequence[Part]]
    """What it changes, to be shown."""
    record: Callable[[S], Doc]
    """It as data."""
    take: Callable[[S], Command]
    """The command that makes a document use it."""
    general: str = ""
    """The rule of problems that are about no rule in particular: it is not shown."""
    plain: str = "plain"
    """The key of the setting that changes nothing."""
    folder: str = FOLDER
    """The name of their folders beside the documents and beside the config file."""

    def check_file(self, path: Path) -> Checked[S]:
        """The setting in a file; one that cannot be read is a problem too."""
        try:
            return self.check(decode(read_bytes(path), path))
        except BadFile as bad:
            return Checked(None, (fault(bad),))

    def check(self, text: str) -> Checked[S]:
        """The setting of a text, with everything that is wrong with it, in the order of the lines."""
        try:
            doc = load_text(text)
        except BadFile:
            found, rest = faults(text, lambda part: (one for one in self.read(part)[1] if one.code != "missing"))
            return Checked(None, tuple(found), _called(rest))
        setting, problems = self.read(doc)
        at = sorted(placed(text, problems), key=lambda item: (item.line, item.column))
        if any(found.level == "error" for found in problems):
            setting = None
        return Checked(setting, tuple(at), _called(doc))

    def template(self, name: str) -> str:
        """The text of a new setting: every part with a comment on what it does; it passes the check."""
        from tomli_w import dumps

        text = self.shipped.parent.joinpath("template.toml").read_text(encoding="utf-8")
        return text.replace('name = "A name"', dumps({"name": name}).strip(), 1)

    def new_file(self, name: str, folder: Path) -> Path:
        """Writes a new setting into a folder and gives its path; `FileExistsError` where there is one, `OSError` where
        it cannot be written. Nothing is ever overwritten."""
        from saga_tui.store.folders import slug

        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{slug(name)}{ENDING}"
        with path.open("x", encoding="utf-8") as file:
            file.write(self.template(name))
        return path


def _called(doc: Doc) -> str:
    name = doc.get("name")
    return name if isinstance(name, str) else ""


def reading(
    shape: Shape, *checks: Callable[[Any], Iterable[Problem]]
) -> Callable[[Doc], tuple[Any | None, list[Problem]]]:
    """Reads settings by a model (`Settings.read`): a newer format, values of a wrong type, unknown entries, and what
    the checks of a game find in what could be read."""

    def read(doc: Doc) -> tuple[Any | None, list[Problem]]:
        if later := newer(doc, shape):
            return None, later
        try:
            setting = shape.model.model_validate(doc)
        except ValidationError as error:
            return None, [problem_of(one, doc, shape) for one in error.errors(include_url=False)]
        unknown = [replace(one, level="error", rule=shape.rule) for one in unknown_keys(doc, shape)]
        return setting, [*unknown, *(found for check in checks for found in check(setting))]

    return read


def unknown_word(where: Where, said: str, known: Iterable[str], what: str, rule: str) -> Iterator[Problem]:
    """A word that nobody knows, with the near ones."""
    names = tuple(known)
    if said not in names:
        yield Problem("error", rule, where, f"There is no {what} {said!r}", near(said, names), "unknown", said)


def named(
    setting: Any,
    switches: Callable[[], Mapping[str, Any]],
    tables: Mapping[str, Any],
    cells: Mapping[str, str],
    rule: str,
) -> Iterator[Problem]:
    """Words that no table knows: rule options (`switches`) with their values, second attributes (`pairs`), and what the
    cells at these paths name. A table is what it has, or a function that gives it, to which the setting adds rows of
    the list of the same name."""

    def known(what: str) -> Sequence[str]:
        table = tables[what]
        return [*table(), *(one.key for one in getattr(setting, f"{what}s"))] if callable(table) else [*table]

    options = switches()
    for key, value in setting.switches.items():
        yield from unknown_word(("switches", key), key, options, "rule option", rule)
        if key in options:
            yield from unknown_word(("switches", key), value, options[key].options, f"value of {key}", rule)
    for key, value in setting.pairs.items():
        yield from unknown_word(("pairs", key), key, known("skill"), "skill", rule)
        yield from unknown_word(("pairs", key), value, known("attribute"), "attribute", rule)
    for path, what in cells.items():
        name, *rest = path.split(".")
        for at, row in enumerate(getattr(setting, name)):
            for word in _words_at(row, rest):
                yield from unknown_word((name, at, rest[0]), word, known(what), what, rule)


def _words_at(part: Any, path: Sequence[str]) -> Iterator[str]:
    """The words at a path of models and lists; none where there is nothing."""
    if isinstance(part, (tuple, list)):
        for one in part:
            yield from _words_at(one, path)
    elif path and part is not None:
        yield from _words_at(getattr(part, path[0]), path[1:])
    elif part:
        yield str(part)


def twice(setting: Any, lists: Iterable[str], rule: str) -> Iterator[Problem]:
    """Rows of a list that have one `key`."""
    for name in lists:
        keys = [one.key for one in getattr(setting, name)]
        for place, key in enumerate(keys):
            if key in keys[:place]:
                message = f"There is already one with the key {key!r}"
                yield Problem("error", rule, (name, place, "key"), message, "Give it another key.", "twice", key)


@dataclass(frozen=True)
class Situations(Settings[S]):
    """What a game says of situations that are prepared as files: opponents, obstacles, what a scene needs."""

    folder: str = "situations"
    forecast: Callable[[S, Sequence[Any], Mapping[str, Any]], Rolled] | None = None
    """What may come of one for these documents, in lines and for programs; it is given `seed`, `width`, `plain` and,
    with names, `only`. `ValueError` says in clear words what cannot be. Nothing: the game cannot tell."""
    held: Callable[[Any], Sequence[S]] = lambda _table: ()
    """Those that a table's document holds, as their files would have them."""


# ---- found


def held_in(kind: Situations[S], table: Any, path: Path, name: str) -> Found[S] | None:
    """The one of that name that a table holds in its file; nothing where there is none."""
    one = next((one for one in kind.held(table) if kind.name(one)[0].casefold() == name.casefold()), None)
    if one is None:
        return None
    found = Found(path.stem, path, "next to the characters", kind)
    found.__dict__["checked"] = Checked(one, (), kind.name(one)[0])  # it is read already
    return found


@dataclass(frozen=True)
class Found(Generic[S]):
    """A setting's file: its key (the file's name without its ending), and where it comes from."""

    key: str
    path: Path
    origin: Origin
    kind: Settings[S]

    @cached_property
    def checked(self) -> Checked[S]:
        """Its setting, and what is wrong with it; read once."""
        return self.kind.check_file(self.path)

    @property
    def setting(self) -> S | None:
        """The setting; none where the file is broken."""
        return self.checked.setting

    @property
    def name(self) -> str:
        """The setting's name; its key where the file does not say one that can be read."""
        return self.checked.name.strip() or self.key


def folder_of_the_user(name: str = FOLDER) -> Path:
    """The user's own settings: beside the config file, which `SAGA_TUI_CONFIG` may name."""
    named = os.environ.get("SAGA_TUI_CONFIG")
    if named:
        return Path(named).expanduser().parent / name
    import platformdirs

    return Path(platformdirs.user_config_dir("saga-tui", appauthor=False)) / name


class Shelf(Generic[S]):
    """The settings that can be found from a folder of documents; of two with one key the nearer one counts."""

    def __init__(self, kind: Settings[S], beside: Path | None = None) -> None:
        """`beside` is the folder that the document's file lies in."""
        self.kind, self.beside = kind, beside

    def folders(self) -> list[tuple[Origin, Path]]:
        """Where settings are looked for, the nearest first."""
        beside: list[tuple[Origin, Path]] = []
        if self.beside is not None:
            beside.append(("next to the characters", self.beside / self.kind.folder))
        return [*beside, ("your own", folder_of_the_user(self.kind.folder)), (SHIPPED, self.kind.shipped)]

    @cached_property
    def all(self) -> tuple[Found[S], ...]:
        """Every setting, the plain one first, then by name of the file."""
        found: dict[str, Found[S]] = {}
        for origin, folder in self.folders():
            for path in _files(folder):
                found.setdefault(path.stem.casefold(), Found(path.stem, path, origin, self.kind))
        plain = self.kind.plain
        return tuple(sorted(found.values(), key=lambda one: (one.key.casefold() != plain, one.key.casefold())))

    def find(self, name: str) -> Found[S] | None:
        """The setting of that key or name, in whatever case; an empty name is the plain one's."""
        wanted = name.strip().casefold() or self.kind.plain
        keys = (one for one in self.all if one.key.casefold() == wanted)
        return next(keys, None) or next((one for one in self.all if one.name.strip().casefold() == wanted), None)

    def names(self) -> list[str]:
        """All keys, and the names that differ from them."""
        return list(dict.fromkeys(name for one in self.all for name in (one.key, one.name)))


def _files(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as items:
            names = sorted(item.name for item in items if item.name.endswith(ENDING) and not item.name.startswith("."))
    except (OSError, ValueError):
        return
    yield from (folder / name for name in names[:MANY])
