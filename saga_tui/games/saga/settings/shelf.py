"""Where settings are: in the package, in the user's config folder, and beside the characters; found by name only.

A name comes from a character's file, so it is data: it is compared with the names that there are, and is never a path.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

from saga_tui.games.saga import book
from saga_tui.games.saga.settings.checking import Checked, check_file

PLAIN: Final = "plain"
"""The key of plain Saga."""
FOLDER: Final = "settings"
"""The folder of settings, in the config folder and beside the characters."""
ENDING: Final = ".toml"
MANY: Final = 200
"""So many files of a folder are looked at."""

Origin = Literal["next to the characters", "your own", "ships with saga-tui"]


@dataclass(frozen=True)
class Found:
    """A setting's file: its key (the file's name without its ending), and where it comes from."""

    key: str
    path: Path
    origin: Origin

    @cached_property
    def checked(self) -> Checked:
        """Its setting, and what is wrong with it; read once."""
        return check_file(self.path)

    @property
    def setting(self) -> book.Setting | None:
        """The setting; none where the file is broken."""
        return self.checked.setting

    @property
    def name(self) -> str:
        """The setting's name; its key where the file does not say one that can be read."""
        return self.checked.name.strip() or self.key


def packaged() -> Path:
    """The folder of the settings that ship."""
    return Path(__file__).with_name("files")


def folder_of_the_user() -> Path:
    """The user's own settings: beside the config file, which `SAGA_TUI_CONFIG` may name."""
    named = os.environ.get("SAGA_TUI_CONFIG")
    if named:
        return Path(named).expanduser().parent / FOLDER
    import platformdirs

    return Path(platformdirs.user_config_dir("saga-tui", appauthor=False)) / FOLDER


class Shelf:
    """The settings that can be found from a folder of characters; of two with one key the nearer one counts."""

    def __init__(self, characters: Path | None = None) -> None:
        """`characters` is the folder that the character's file lies in."""
        self.characters = characters

    def folders(self) -> list[tuple[Origin, Path]]:
        """Where settings are looked for, the nearest first."""
        beside: list[tuple[Origin, Path]] = []
        if self.characters is not None:
            beside.append(("next to the characters", self.characters / FOLDER))
        return [*beside, ("your own", folder_of_the_user()), ("ships with saga-tui", packaged())]

    @cached_property
    def all(self) -> tuple[Found, ...]:
        """Every setting, plain Saga first, then by name of the file."""
        found: dict[str, Found] = {}
        for origin, folder in self.folders():
            for path in _files(folder):
                found.setdefault(path.stem.casefold(), Found(path.stem, path, origin))
        return tuple(sorted(found.values(), key=lambda one: (one.key.casefold() != PLAIN, one.key.casefold())))

    def find(self, name: str) -> Found | None:
        """The setting of that key or name, in whatever case; an empty name is plain Saga's."""
        wanted = name.strip().casefold() or PLAIN
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


# ---- a new one


def template(name: str) -> str:
    """The text of a new setting: every part with a comment on what it does; it passes the check."""
    from tomli_w import dumps

    text = packaged().parent.joinpath("template.toml").read_text(encoding="utf-8")
    said = dumps({"name": name}).strip()
    return text.replace('name = "A name"', said, 1)


def new_file(name: str, folder: Path) -> Path:
    """Writes a new setting into a folder and gives its path; `FileExistsError` where there is one, `OSError` where it
    cannot be written. Nothing is ever overwritten."""
    from saga_tui.store.folders import slug

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{slug(name)}{ENDING}"
    with path.open("x", encoding="utf-8") as file:
        file.write(template(name))
    return path
