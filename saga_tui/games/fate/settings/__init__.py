"""Settings as files: what a group may define, how it is checked, and what is told of it (F-SET-1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

from saga_tui.engine import settings
from saga_tui.engine.model import Name, Text
from saga_tui.engine.settings import Part, reading
from saga_tui.engine.wrong import Shape
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import World
from saga_tui.games.fate.rules.checks import FREE
from saga_tui.problem import Problem, near

RULE: Final = "F-SET-1"
PLAIN: Final = "Plain Fate Deck heroes"


class Setting(World):
    """A setting's file: what a hero keeps of it, and a few sentences for those who choose."""

    format: Literal[1]
    name: Name
    description: Text


SHAPE: Final = Shape(Setting, 1, "setting", compare="a file from saga-tui setting new", rule=RULE)


def _switches(setting: Setting) -> Iterator[Problem]:
    """Options that nobody knows, and values that there are not."""
    for key, value in setting.switches.items():
        row, where = book.switches().get(key), ("switches", key)
        if row is None:
            yield Problem(
                "error", RULE, where, f"There is no rule option {key!r}", near(key, book.switches()), "no-switch"
            )
        elif value not in row.options and not (key in FREE and value.isdecimal()):
            yield Problem("error", RULE, where, f"{key} cannot be {value!r}", near(value, row.options), "value")


def _take(setting: Setting) -> Any:
    from saga_tui.games.fate.rules.ruleset import RULES

    kept = {} if setting.name == PLAIN else setting.model_dump(include={"name", "switches"}, exclude_defaults=True)
    return RULES.command("change-setting", {"setting": World.model_validate(kept)})


def _parts(setting: Setting) -> list[Part]:
    said = tuple(f"{key.replace('_', ' ')}: {value}" for key, value in setting.switches.items())
    return [Part("", (" ".join(setting.description.split()),)), Part("Rule options", said or ("All as usual.",))]


SETTINGS: Final = settings.Settings(
    shipped=Path(__file__).with_name("files"),
    read=reading(SHAPE, _switches),
    name=lambda setting: (setting.name, setting.description),
    parts=_parts,
    record=lambda setting: setting.model_dump(mode="json"),
    take=_take,
    general=RULE,
)
"""What the game says of its settings."""
