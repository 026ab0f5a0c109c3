"""Saga's settings as files (SET-2): four ship; others lie in the user's config folder and beside the characters."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypeAlias

from saga_tui.engine import settings
from saga_tui.engine.command import Command
from saga_tui.games.saga import book
from saga_tui.games.saga.settings.checking import RULE, read

Found: TypeAlias = settings.Found[book.Setting]
Checked: TypeAlias = settings.Checked[book.Setting]


def _parts(setting: book.Setting) -> list[settings.Part]:
    from saga_tui.games.saga.settings.telling import parts

    return parts(setting)


def _take(setting: book.Setting) -> Command:
    from saga_tui.games.saga.rules.commands.setting import ChangeSetting
    from saga_tui.games.saga.rules.setting import kept

    return ChangeSetting(setting=kept(setting))


def _record(setting: book.Setting) -> dict[str, Any]:
    return setting.model_dump(mode="json")


SETTINGS: Final = settings.Settings(
    shipped=Path(__file__).with_name("files"),
    read=read,
    name=lambda setting: (setting.name, setting.description),
    parts=_parts,
    record=_record,
    take=_take,
    general=RULE,
)
"""What Saga says of its settings."""
PLAIN: Final = SETTINGS.plain
"""The key of plain Saga."""
check, check_file, template = SETTINGS.check, SETTINGS.check_file, SETTINGS.template


class Shelf(settings.Shelf[book.Setting]):
    """Saga's settings that can be found from a folder of characters."""

    def __init__(self, characters: Path | None = None) -> None:
        """`characters` is the folder that the character's file lies in."""
        super().__init__(SETTINGS, characters)
