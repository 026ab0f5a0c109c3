"""SagaS's settings as files: what one may define, how it is checked, and what is told of it (S-WORLD-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from saga_tui.engine import settings
from saga_tui.engine.settings import Part, reading, twice, unknown_word
from saga_tui.engine.wrong import Shape
from saga_tui.games.sagas import book
from saga_tui.games.sagas.rules.checks import ON
from saga_tui.games.sagas.rules.figures import FIELDS
from saga_tui.games.sagas.rules.world import Setting, World
from saga_tui.problem import Problem
from saga_tui.words import plural

RULE: Final = "S-WORLD-1"
SHAPE: Final = Shape(Setting, 1, "setting", compare="a file from saga-tui setting new", rule=RULE)
PLAIN: Final = "Plain SagaS"
STARTS: Final = (-15, -10, -5, 0)
BENEFITS: Final = ("", "dmax-3", "two-weapons", "choice")
LISTS: Final = ("skills", "arts", "weapons", "armours")
LONG: Final = {"characteristic": 5, "skill": 6}
"""How many prices there are of a kind."""


_word = partial(unknown_word, rule=RULE)


def _words(setting: Setting) -> Iterator[Problem]:
    """Words of closed sets, and those that name rows of other tables."""
    skills = {**book.skills(), **{one.key: one for one in setting.skills}}
    for key, value in setting.switches.items():
        yield from _word(("switches", key), key, book.switches(), "rule option")
        row = book.switches().get(key)
        if row is not None and key != "creation_points":
            yield from _word(("switches", key), value, row.options, f"value of {key}")
    for name, keys, what in (
        ("budgets", tuple(book.campaigns()), "campaign"),
        ("prices", tuple(LONG), "list of prices"),
    ):
        for key in getattr(setting, name):
            yield from _word((name, key), key, keys, what)
    for key in setting.species.limits:
        yield from _word(("species", "limits", key), key, ON, "characteristic")
    for place, skill in enumerate(setting.skills):
        yield from _word(("skills", place, "characteristic"), skill.characteristic, ON, "characteristic")
    for place, weapon in enumerate(setting.weapons):
        yield from _word(("weapons", place, "skill"), weapon.skill, skills, "skill")
    for place, armour in enumerate(setting.armours):
        yield from _word(("armours", place, "kind"), armour.kind, ("armour", "helmet"), "kind of armour")
    for place, art in enumerate(setting.arts):
        yield from _word(("arts", place, "strike_benefit"), art.strike_benefit, BENEFITS, "benefit")


def _numbers(setting: Setting) -> Iterator[Problem]:
    """Numbers that nobody could play by."""
    for place, skill in enumerate(setting.skills):
        if skill.base is not None and skill.base not in STARTS:
            where, message = ("skills", place, "base"), f"{skill.name} cannot start at {skill.base}"
            yield Problem("error", "S-SKILL-2", where, message, "Write -15, -10, -5 or 0.", "start")
    for key, points in setting.budgets.items():
        if not 0 < points < 10_000:  # as the command takes them
            yield Problem(
                "error", "S-MAKE-1", ("budgets", key), f"{key} has {plural(points, 'point')}", "Write 1 to 9999.", "x"
            )
    for key, costs in setting.prices.items():
        if key in LONG and (len(costs) != LONG[key] or any(cost < 1 for cost in costs)):
            fix = f"Write {LONG[key]} numbers of 1 or more."
            yield Problem("error", "S-COST-1", ("prices", key), f"These are not the prices of a {key}", fix, "prices")
    for place, art in enumerate(setting.arts):
        if all(getattr(art, field) is None for field in FIELDS):
            fix = "Write strikes = 0, projections = 0 or holds = 0."
            yield Problem("error", "S-MART-1", ("arts", place), f"{art.name} teaches nothing", fix, "fields")


# ---- told


def kept(setting: Setting) -> World:
    """What a character keeps of a setting; nothing of the plain one."""
    if setting.name == PLAIN:
        return World()
    return World.model_validate(setting.model_dump(include=set(World.model_fields), exclude_defaults=True))


def parts(setting: Setting) -> list[Part]:
    """All that a setting changes, in words."""
    numbers = [f"{key} campaign: {plural(points, 'point')}" for key, points in setting.budgets.items()]
    numbers += [f"{key} prices: {', '.join(map(str, costs))}" for key, costs in setting.prices.items()]
    if setting.species.name or setting.species.limits or setting.species.speed is not None:
        said = [f"Speed begins with {setting.species.speed}"] if setting.species.speed is not None else []
        said += [f"{key} up to {most}" for key, most in setting.species.limits.items()]
        numbers.append(f"{setting.species.name or 'species'}: {', '.join(said) or 'as humans'}")
    numbers += [f"{key.replace('_', ' ')}: {value}" for key, value in setting.switches.items()]
    found = [Part("", (" ".join(setting.description.split()),))]
    found.append(Part("Numbers and rule options", tuple(numbers) or ("All as in the book.",)))
    for title, items in (("Skills", setting.skills), ("Martial arts", setting.arts), ("Weapons", setting.weapons),
                         ("Armour", setting.armours)):  # fmt: skip
        found += [Part(title, tuple(one.name for one in items))] if items else []
    return found


def _take(setting: Setting) -> Any:
    from saga_tui.games.sagas.rules.build import ChangeSetting

    return ChangeSetting(setting=kept(setting))


SETTINGS: Final = settings.Settings(
    shipped=Path(__file__).with_name("files"),
    read=reading(SHAPE, _words, _numbers, partial(twice, lists=LISTS, rule=RULE)),
    name=lambda setting: (setting.name, setting.description),
    parts=parts,
    record=lambda setting: setting.model_dump(mode="json"),
    take=_take,
    general=RULE,
)
"""What SagaS says of its settings."""
