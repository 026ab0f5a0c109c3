"""World Saga's settings as files: what one may define, how it is checked, and what is told of it (W-SET-1)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from saga_tui.engine import settings
from saga_tui.engine.settings import Part, named, reading, twice
from saga_tui.engine.wrong import Shape
from saga_tui.games.world import book
from saga_tui.games.world.rules.figures import ATTRIBUTES, TOLERANCES
from saga_tui.games.world.rules.world import Setting, World

RULE: Final = "W-SET-1"
PLAIN: Final = "Plain World Saga"
LISTS: Final = {"skills": "Skills", "conditions": "Conditions", "actions": "Actions", "afflictions": "Afflictions"}
SHAPE: Final = Shape(Setting, 1, "setting", compare="a file from saga-tui setting new", rule=RULE)


NAMED: Final = {"attribute": ATTRIBUTES, "tolerance": TOLERANCES, "skill": book.skills, "condition": book.conditions}
"""What words of a setting may name; a table with the rows that the setting adds."""
CELLS: Final = {"skills.known": "attribute", "conditions.includes.key": "condition", "actions.roll": "skill",
                "afflictions.attributes": "attribute", "afflictions.toxic.tolerances": "tolerance",
                "afflictions.at_rank.condition": "condition"}  # fmt: skip
"""The cells that name something, by their paths."""


def kept(setting: Setting) -> World:
    """What a character keeps of a setting; nothing of the plain one."""
    own = {} if setting.name == PLAIN else setting.model_dump(include=set(World.model_fields), exclude_defaults=True)
    return World.model_validate(own)


def parts(setting: Setting) -> list[Part]:
    """All that a setting changes, in words."""
    told = [f"{key.replace('_', ' ')}: {value}" for key, value in (setting.switches | setting.pairs).items()]
    found = [Part("", (" ".join(setting.description.split()),)),
             Part("Rule options and pairs", tuple(told) or ("All as in the book.",))]  # fmt: skip
    rows = {title: tuple(one.name for one in getattr(setting, name)) for name, title in LISTS.items()}
    return [*found, *(Part(title, names) for title, names in rows.items() if names)]


def _take(setting: Setting) -> Any:
    from saga_tui.games.world.rules.ruleset import RULES

    return RULES.command("change-setting", {"setting": kept(setting)})


SETTINGS: Final = settings.Settings(
    shipped=Path(__file__).with_name("files"),
    read=reading(
        SHAPE,
        partial(named, switches=book.switches, tables=NAMED, cells=CELLS, rule=RULE),
        partial(twice, lists=tuple(LISTS), rule=RULE),
    ),
    name=lambda setting: (setting.name, setting.description),
    parts=parts,
    record=lambda setting: setting.model_dump(mode="json"),
    take=_take,
    general=RULE,
)
"""What World Saga says of its settings."""
