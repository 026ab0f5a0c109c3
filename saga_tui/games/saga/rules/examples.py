"""A setting's own examples, as random choices use them (SET-1): words of its file, given to the command, so that what
it made can be made again without that file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text
from saga_tui.games.saga.rules.character import Gear
from saga_tui.games.saga.rules.setting import PLAIN

if TYPE_CHECKING:
    from saga_tui.games.saga import book


class Examples(Model):
    """Traits, drives, gear, and specialties by skill; empty where the book's are used."""

    traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    drives: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    gear: tuple[Gear, ...] = Field(default=(), max_length=LONGEST)
    specialties: dict[str, tuple[Name, ...]] = Field(default_factory=dict, max_length=LONGEST)


NONE = Examples()
NEEDS: dict[str, tuple[str, ...]] = {
    "skills": ("specialties",),
    "traits": ("traits",),
    "drives": ("drives",),
    "gear": ("gear",),
    "finishing": ("traits", "gear", "specialties"),
}
"""What each step of creation chooses among."""


def examples(setting: book.Setting | None, step: str | None) -> Examples | None:
    """What a step may choose of a setting, or the whole character; nothing of plain Saga, whose examples are the
    book's, and where the setting has none."""
    if setting is None or setting.name == PLAIN:
        return None
    needed = {name for name in Examples.model_fields if step is None or name in NEEDS.get(step, ())}
    gear = tuple(Gear.model_validate(item.model_dump(exclude_none=True)) for item in setting.gear)
    whole = Examples(
        traits=tuple(trait.name for trait in setting.traits),
        drives=setting.drives,
        gear=gear,
        specialties=dict(setting.specialties),
    )
    found = whole.model_copy(update={name: getattr(NONE, name) for name in Examples.model_fields if name not in needed})
    return found if found != NONE else None
