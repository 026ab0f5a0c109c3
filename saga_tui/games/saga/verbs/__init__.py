"""Saga's own commands for the command line. Here are only their names: each is loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

import click


class Late(click.Command):
    """A command that is loaded when it is used; until then it has its name and its line in the help."""

    def __init__(self, name: str, line: str) -> None:
        super().__init__(name, short_help=line)

    def loaded(self) -> click.Command:
        """The command itself, from the module of its name."""
        return cast(click.Command, getattr(import_module(f"{__name__}.{self.name}"), str(self.name)))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself, so that it is what runs, helps and completes."""
        return self.loaded().make_context(info_name, args, parent, **extra)


VERBS = (
    Late("do", "Run any action from the app."),
    Late("why", "Explain a number."),
    Late("odds", "Show the exact odds of a roll."),
    Late("correct", "Correct an earlier log entry."),
    Late("rulings", "List house rulings."),
    Late("roll", "Roll dice."),
    Late("rules", "Look up a rule."),
    Late("setting", "List, show, check, create or use settings."),
    Late("recap", "Print the recap."),
    Late("automation", "List what the app automates, rule by rule."),
)
"""In the order of the help."""
