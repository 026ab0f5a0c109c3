"""World Saga's settings as files: what one may define, how it is checked, and what is told of it (W-SET-1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from saga_tui.engine import settings
from saga_tui.engine.settings import Part, reading, twice, unknown_word
from saga_tui.engine.wrong import Shape
from saga_tui.games.world import book
from saga_tui.games.world.rules.figures import ATTRIBUTES, TOLERANCES
from saga_tui.games.world.rules.world import Setting, World
from saga_tui.problem import Problem

RULE: Final = "W-SET-1"
PLAIN: Final = "Plain World Saga"
LISTS: Final = {"skills": "Skills", "conditions": "Conditions", "actions": "Actions", "afflictions": "Afflictions"}
SHAPE: Final = Shape(Setting, 1, "setting", compare="a file from saga-tui setting new", rule=RULE)


def _words(setting: Setting) -> Iterator[Problem]:
    """Words that no table knows."""
    check = partial(unknown_word, rule=RULE)
    switches, conditions = book.switches(), [*book.conditions(), *(one.key for one in setting.conditions)]
    skills = [*book.skills(), *(one.key for one in setting.skills)]
    for key, value in setting.switches.items():
        yield from check(("switches", key), key, switches, "rule option")
        if key in switches:
            yield from check(("switches", key), value, switches[key].options, f"value of {key}")
    for key, value in setting.pairs.items():
        yield from check(("pairs", key), key, skills, "skill")
        yield from check(("pairs", key), value, ATTRIBUTES, "attribute")
    named: list[tuple[tuple[str | int, ...], Collection[str], Collection[str], str]] = []
    for at, skill in enumerate(setting.skills):
        named.append((("skills", at, "known"), skill.known, ATTRIBUTES, "attribute"))
    for at, one in enumerate(setting.conditions):
        named.append((("conditions", at, "includes"), [part.key for part in one.includes], conditions, "condition"))
    for at, ill in enumerate(setting.afflictions):
        where: tuple[str | int, ...] = ("afflictions", at)
        toxic = ill.toxic.tolerances if ill.toxic else ()
        named += [((*where, "attributes"), ill.attributes, ATTRIBUTES, "attribute"),
                  ((*where, "toxic"), toxic, TOLERANCES, "tolerance"),
                  ((*where, "at_rank"), [one.condition for one in ill.at_rank], conditions, "condition")]  # fmt: skip
    for at, action in enumerate(setting.actions):
        named.append((("actions", at, "roll"), [action.roll] if action.roll else [], skills, "skill"))
    for place, told, known, what in named:
        for word in told:
            yield from check(place, word, known, what)


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
    read=reading(SHAPE, _words, partial(twice, lists=tuple(LISTS), rule=RULE)),
    name=lambda setting: (setting.name, setting.description),
    parts=parts,
    record=lambda setting: setting.model_dump(mode="json"),
    take=_take,
    general=RULE,
)
"""What World Saga says of its settings."""
