"""World Saga's tables as data, each read once and only when asked; its rows are models, so that a setting's file can
add to them.

`attributes()`, `skills()` (resistances among them), `conditions()`, `actions()`, `fixed()`, `afflictions()`,
`harms(kind)` and `switches()` give rows by key; `data(name)` is a whole TOML file.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final, TypeVar

from saga_tui.engine.ailments import Action, Affliction, Condition, Harm, Outcome, Skill
from saga_tui.engine.model import Model
from saga_tui.engine.tabled import Switch
from saga_tui.tables import Folder

__all__ = ["Action", "Affliction", "Condition", "Harm", "Outcome", "Skill"]
CREDIT: Final = (
    "World Saga is announced under the ORC License; the texts here retell one of its chapters in our own words, and "
    "are not endorsed by its authors."
)
R = TypeVar("R", bound=Model)
TABLES: Final = Folder(Path(__file__).parent)
data = TABLES.data
"""A TOML file of this package."""


def _rows(row: type[R], name: str, part: str) -> Callable[[], dict[str, R]]:
    return cache(lambda: {one["key"]: row.model_validate(one) for one in data(name)[part]})


attributes = partial(TABLES.keyed, "numbers", "attribute")
"""The nine attributes by key (W-CHR-1)."""
tolerances = partial(TABLES.keyed, "tolerances", "tolerance")
"""Stamina, Attention and Courage (W-TOL-1): the attribute behind each, the condition at 0, what damage asks for."""
skills = _rows(Skill, "skills", "skill")
"""Skills, then resistances, by key (W-CHR-2, W-CHR-4)."""
conditions = _rows(Condition, "conditions", "condition")
"""Conditions and states by key (W-CND)."""
afflictions = _rows(Affliction, "afflictions", "affliction")
"""The examples of afflictions by key (W-AFF-1)."""
injuries, traumas = _rows(Harm, "harms", "injury"), _rows(Harm, "harms", "trauma")
"""By key (W-INJ-1, W-TRM-1)."""
switches = cache(partial(TABLES.tables, Switch, "switches", "switch"))
"""Everything that a group may choose, by key (W-SET-1)."""


@cache
def actions() -> Mapping[str, Action]:
    """The actions that the source names, with their outcomes, by key (W-ACT-1)."""
    known = data("outcomes")
    return {
        one["key"]: Action.model_validate({"rule": "W-ACT-1"} | one | known.get(one["key"], {}))
        for one in data("actions")["action"]
    }


@cache
def fixed() -> Mapping[str, Action]:
    """Rolls that are no actions, by key."""
    return {key: Action.model_validate({"key": key} | row) for key, row in data("outcomes").items()
            if key not in actions()}  # fmt: skip


def harms(kind: str) -> Mapping[str, Harm]:
    """The table of `injuries` or of `traumas`."""
    return injuries() if kind == "injuries" else traumas()
