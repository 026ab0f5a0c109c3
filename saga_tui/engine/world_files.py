"""Files of worlds (`engine.worlds`): words of closed sets and numbers that nobody could play by, found in the rows of a
setting, and all that a setting changes, in words. A game gives its words in a `WorldFiles`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from saga_tui.engine.settings import Part, unknown_word
from saga_tui.problem import Problem
from saga_tui.words import listed, plural

MOST = 9_999
"""No budget is higher."""


@dataclass(frozen=True, slots=True)
class WorldFiles:
    """What a game says of them.

    `rules` are those of problems: `general`, `start`, `budget`, `prices`. `on` is what limits and skills may name,
    `lists` gives the titles of its lists, `closed` further words of closed sets by list and field with what they are,
    `long` how many prices there are of a kind. A switch of `free` may have any value.
    """

    rules: Mapping[str, str]
    on: Sequence[str]
    starts: Sequence[int]
    budgets: Callable[[], Collection[str]]
    long: Mapping[str, int]
    switches: Callable[[], Mapping[str, Any]]
    skills: Callable[[], Collection[str]]
    lists: Mapping[str, str]
    closed: Mapping[tuple[str, str], tuple[Sequence[str], str]] = field(default_factory=dict)
    free: Collection[str] = ()

    def words(self, setting: Any) -> Iterator[Problem]:
        """Words of closed sets, and those that name rows of other tables."""
        rule, switches = self.rules["general"], self.switches()
        for key, value in setting.switches.items():
            yield from unknown_word(("switches", key), key, switches, "rule option", rule=rule)
            if key in switches and key not in self.free:
                known = switches[key].options
                yield from unknown_word(("switches", key), value, known, f"value of {key}", rule=rule)
        named = ("budgets", self.budgets(), "campaign"), ("prices", self.long, "list of prices")
        for name, keys, what in named:
            for key in getattr(setting, name):
                yield from unknown_word((name, key), key, keys, what, rule=rule)
        for key in setting.species.limits:
            yield from unknown_word(("species", "limits", key), key, self.on, "characteristic", rule=rule)
        skills = [*self.skills(), *(one.key for one in setting.skills)]
        told = {("skills", "characteristic"): (self.on, "characteristic"), ("weapons", "skill"): (skills, "skill")}
        for (name, cell), (values, what) in {**told, **self.closed}.items():
            for place, row in enumerate(getattr(setting, name)):
                yield from unknown_word((name, place, cell), getattr(row, cell), values, what, rule=rule)

    def numbers(self, setting: Any) -> Iterator[Problem]:
        """Numbers that nobody could play by."""
        for place, skill in enumerate(setting.skills):
            if skill.base is not None and skill.base not in self.starts:
                fix = f"Write {listed(map(str, self.starts), 'or')}."
                message = f"{skill.name} cannot start at {skill.base}"
                yield Problem("error", self.rules["start"], ("skills", place, "base"), message, fix, "start")
        for key, points in setting.budgets.items():
            if not 0 < points <= MOST:
                message = f"{key} has {plural(points, 'point')}"
                yield Problem("error", self.rules["budget"], ("budgets", key), message, f"Write 1 to {MOST}.", "x")
        for key, costs in setting.prices.items():
            if key in self.long and (len(costs) != self.long[key] or any(cost < 1 for cost in costs)):
                fix, message = f"Write {self.long[key]} numbers of 1 or more.", f"These are not the prices of a {key}"
                yield Problem("error", self.rules["prices"], ("prices", key), message, fix, "prices")

    def parts(self, setting: Any) -> list[Part]:
        """All that a setting changes, in words."""
        numbers = [f"{key} campaign: {plural(points, 'point')}" for key, points in setting.budgets.items()]
        numbers += [f"{key} prices: {', '.join(map(str, costs))}" for key, costs in setting.prices.items()]
        species = setting.species
        if species.name or species.limits or species.speed is not None:
            said = [f"Speed begins with {species.speed}"] if species.speed is not None else []
            said += [f"{key} up to {most}" for key, most in species.limits.items()]
            numbers.append(f"{species.name or 'species'}: {', '.join(said) or 'as humans'}")
        numbers += [f"{key.replace('_', ' ')}: {value}" for key, value in setting.switches.items()]
        found = [Part("", (" ".join(setting.description.split()),)),
                 Part("Numbers and rule options", tuple(numbers) or ("All as in the book.",))]  # fmt: skip
        rows = {title: tuple(one.name for one in getattr(setting, name)) for name, title in self.lists.items()}
        return [*found, *(Part(title, names) for title, names in rows.items() if names)]
