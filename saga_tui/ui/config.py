"""The user's config file: theme, keys, how to print, what a game remembers. Loads no Textual."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

VARIABLE = "SAGA_TUI_CONFIG"
"""The environment variable that names another config file."""
FORMER_KEYS = {"edge.strike": "edge.skip"}
"""Ids that keys had in earlier versions, with those of today."""
KNOWN = ("theme", "animations", "keys", "print-command", "pictures", "games")


@dataclass(frozen=True, slots=True)
class Config:
    """What the config file says, and what is wrong with it. `keys` maps a binding's id to its keys (`"x,ctrl+x"`)."""

    theme: str = "evening"
    keys: Mapping[str, str] = field(default_factory=dict)
    animations: bool = True
    problems: tuple[str, ...] = ()
    where: Path | None = None
    print_command: tuple[str, ...] = ()
    """What a sheet is handed to for printing, with its arguments; empty: what the system has."""
    games: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """What each game keeps for itself, by its id: tables `[games.KEY]`, which the game alone understands."""
    pictures: str = ""
    """The folder for pictures of the screen; empty: the user's own for pictures or downloads."""
    kept: bool = True
    """Whether changes are written to the file: not from a seat that is served to somebody else."""

    def with_theme(self, theme: str) -> Config:
        """The same with another theme."""
        return replace(self, theme=theme)

    def with_game(self, game: str, **values: object) -> Config:
        """The same with other values of a game."""
        return replace(self, games={**self.games, game: {**self.games.get(game, {}), **values}})


def path() -> Path:
    """Where the config file is or would be."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_config_dir("saga-tui", appauthor=False)) / "config.toml"


def load(where: Path | None = None) -> Config:
    """Read the config file; never fails, a file that cannot be used says so in `problems`."""
    file = where or path()
    return _loaded(file) if _is_there(file) else Config(where=file)


def _loaded(file: Path) -> Config:
    """What a file that is there says."""
    from saga_tui.problem import near  # the first frame needs it only where there is a file
    from saga_tui.store.errors import BadFile

    try:
        data = _read(file)
    except BadFile as error:
        return Config(problems=(f"{file.name} cannot be used: {str(error).rstrip('.')}.",), where=file)
    problems = [f"Unknown key {key!r}. {near(key, KNOWN)}" for key in data if key not in KNOWN]
    theme = data.get("theme", "evening")
    if not isinstance(theme, str):
        problems.append("theme: write a name in quotes.")
        theme = "evening"
    animations = data.get("animations", True)
    if not isinstance(animations, bool):
        problems.append("animations: write true or false.")
        animations = True
    keys = _keys(data.get("keys", {}), problems)
    printer = _command(data.get("print-command", ""), problems)
    games = _games(data.get("games", {}), problems)
    pictures = _folder(data.get("pictures", ""), problems)
    return Config(theme, keys, animations, tuple(problems), file, printer, games, pictures)


def _read(file: Path) -> dict[str, object]:
    """What the file holds, nothing where there is none; by the limits of every file. Raises BadFile."""
    from saga_tui.store.toml import load

    return load(file) if _is_there(file) else {}


def _is_there(file: Path) -> bool:
    """Whether there is a file, or a link to one that is gone."""
    return file.exists() or file.is_symlink()


def _games(table: object, problems: list[str]) -> dict[str, dict[str, object]]:
    if isinstance(table, dict) and all(isinstance(values, dict) for values in table.values()):
        return {str(game): dict(values) for game, values in table.items()}
    problems.append("games: write a section for each game, with its key: [games.KEY].")
    return {}


def _command(value: object, problems: list[str]) -> tuple[str, ...]:
    """A command as a line with blanks between its parts, or as a list of them. No shell ever sees it."""
    import shlex

    try:
        parts = shlex.split(value) if isinstance(value, str) else value
    except ValueError:  # a quotation mark without its other half
        parts = None
    if isinstance(parts, list) and all(isinstance(part, str) for part in parts):
        return tuple(parts)
    problems.append('print-command: write a command in quotes, such as "lpr -P upstairs".')
    return ()


def _folder(value: object, problems: list[str]) -> str:
    if isinstance(value, str) and "\0" not in value:
        return value
    problems.append('pictures: write a folder in quotes, such as "~/Pictures/evenings".')
    return ""


def _keys(table: object, problems: list[str]) -> dict[str, str]:
    if not isinstance(table, dict):
        problems.append("keys: write a section, [keys].")
        return {}
    keys: dict[str, str] = {}
    for name, value in _flat(table).items():
        if isinstance(value, str) and value.strip():
            keys[FORMER_KEYS.get(name, name)] = value
        else:
            problems.append(f'keys.{name}: write the keys in quotes, such as "x".')
    return keys


def _flat(table: Mapping[str, object], front: str = "") -> dict[str, object]:
    """`[keys.session] roll = "r"` and `"session.roll" = "r"` are the same."""
    flat: dict[str, object] = {}
    for key, value in table.items():
        name = f"{front}{key}"
        if isinstance(value, dict):
            flat |= _flat(value, f"{name}.")
        else:
            flat[name] = value
    return flat


def save(config: Config) -> str:
    """Write the theme and what games keep into the config file and leave the rest as it is; what went wrong in
    words, or nothing."""
    if not config.kept:
        return ""
    import tomlkit

    from saga_tui.store.errors import BadFile, os_error_in_words

    file = Path(os.path.realpath(config.where or path()))
    try:
        _read(file)  # what cannot be used is somebody's all the same: it is never written over
        document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
        document["theme"] = config.theme
        for game, values in config.games.items():
            kept = document.setdefault("games", tomlkit.table(is_super_table=True)).setdefault(game, tomlkit.table())
            for name, value in values.items():
                if kept.get(name) != value:
                    kept[name] = value
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.new")
        part.write_text(tomlkit.dumps(document), encoding="utf-8")
        part.replace(file)
    except (BadFile, OSError, ValueError) as error:
        wrong = os_error_in_words(error) if isinstance(error, OSError) else str(error)
        return f"The config file could not be saved: {wrong.rstrip('.')}."
    return ""
