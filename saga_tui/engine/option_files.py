"""Settings that say nothing but how the options of a game's rules stand, as files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from saga_tui.engine.model import Name, Text
from saga_tui.engine.settings import Part, Settings, reading
from saga_tui.engine.worlds import Options
from saga_tui.engine.wrong import Shape
from saga_tui.problem import Problem, near


class Setting(Options):
    """A setting's file: what a character keeps of it, and a few sentences for those who choose."""

    format: Literal[1]
    name: Name
    description: Text


def parts(setting: Setting) -> list[Part]:
    """All that it changes, in words."""
    said = tuple(f"{key.replace('_', ' ')}: {value}" for key, value in setting.switches.items())
    return [Part("", (" ".join(setting.description.split()),)), Part("Rule options", said or ("All as usual.",))]


def option_files(
    shipped: Path, plain: str, rule: str, switches: Callable[[], Mapping[str, Any]], rules: Callable[[], Any],
    *, free: Collection[str] = (),
) -> Settings[Setting]:  # fmt: skip
    """What a game says of them: the folder of its own, the name of the one that changes nothing, the rule behind them,
    the rule options (those of `free` may be any number), and the game's rules."""

    def wrong(setting: Setting) -> Iterator[Problem]:
        for key, value in setting.switches.items():
            row, where = switches().get(key), ("switches", key)
            if row is None:
                message, fix = f"There is no rule option {key!r}", near(key, switches())
                yield Problem("error", rule, where, message, fix, "no-switch")
            elif value not in row.options and not (key in free and value.isdecimal()):
                fix = near(value, row.options)
                yield Problem("error", rule, where, f"{key} cannot be {value!r}", fix, "value")

    def take(setting: Setting) -> Any:
        kept = {} if setting.name == plain else setting.model_dump(include={"name", "switches"}, exclude_defaults=True)
        return rules().command("change-setting", {"setting": Options.model_validate(kept)})

    return Settings(
        shipped, reading(Shape(Setting, 1, "setting", compare="a file from saga-tui setting new", rule=rule), wrong),
        lambda setting: (setting.name, setting.description), parts, lambda setting: setting.model_dump(mode="json"),
        take, rule,
    )  # fmt: skip
