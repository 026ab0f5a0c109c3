"""SagaS's settings as files: what one may define, how it is checked, and what is told of it (S-WORLD-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from saga_tui.engine import settings
from saga_tui.engine.settings import reading, twice
from saga_tui.engine.world_files import WorldFiles
from saga_tui.engine.wrong import Shape
from saga_tui.games.sagas import book
from saga_tui.games.sagas.rules.checks import ON
from saga_tui.games.sagas.rules.figures import FIELDS
from saga_tui.games.sagas.rules.world import Setting, World
from saga_tui.problem import Problem

RULE: Final = "S-WORLD-1"
PLAIN: Final = "Plain SagaS"
STARTS: Final = (-15, -10, -5, 0)
FILES: Final = WorldFiles(
    rules={"general": RULE, "start": "S-SKILL-2", "budget": "S-MAKE-1", "prices": "S-COST-1"}, on=ON, starts=STARTS,
    budgets=book.campaigns, long={"characteristic": 5, "skill": 6}, switches=book.switches, skills=book.skills,
    lists={"skills": "Skills", "arts": "Martial arts", "weapons": "Weapons", "armours": "Armour"},
    closed={("armours", "kind"): (("armour", "helmet"), "kind of armour"),
            ("arts", "strike_benefit"): (("", "dmax-3", "two-weapons", "choice"), "benefit")},
    free=("creation_points",),
)  # fmt: skip
SHAPE: Final = Shape(Setting, 1, "setting", compare="a file from saga-tui setting new", rule=RULE)


def _arts(setting: Setting) -> Iterator[Problem]:
    """Arts that teach nothing (S-MART-1)."""
    for place, art in enumerate(setting.arts):
        if all(getattr(art, field) is None for field in FIELDS):
            fix = "Write strikes = 0, projections = 0 or holds = 0."
            yield Problem("error", "S-MART-1", ("arts", place), f"{art.name} teaches nothing", fix, "fields")


def kept(setting: Setting) -> World:
    """What a character keeps of a setting; nothing of the plain one."""
    own = {} if setting.name == PLAIN else setting.model_dump(include=set(World.model_fields), exclude_defaults=True)
    return World.model_validate(own)


def _take(setting: Setting) -> Any:
    from saga_tui.games.sagas.rules.ruleset import RULES

    return RULES.command("change-setting", {"setting": kept(setting)})


SETTINGS: Final = settings.Settings(
    shipped=Path(__file__).with_name("files"),
    read=reading(SHAPE, FILES.words, FILES.numbers, _arts, partial(twice, lists=tuple(FILES.lists), rule=RULE)),
    name=lambda setting: (setting.name, setting.description),
    parts=FILES.parts,
    record=lambda setting: setting.model_dump(mode="json"),
    take=_take,
    general=RULE,
)
"""What SagaS says of its settings."""
