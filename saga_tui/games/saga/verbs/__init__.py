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
    Late("do", "Do anything that can be done in the app."),
    Late("why", "Show the reasons of a number."),
    Late("odds", "Show the exact odds of a roll."),
    Late("correct", "Correct an earlier entry in its place."),
    Late("rulings", "List what the group decided beside the rules."),
    Late("roll", "Roll dice."),
    Late("rules", "Look something up in the rules."),
    Late("setting", "Look at settings, check one, begin one, play by one."),
    Late("recap", "Tell the story so far."),
    Late("automation", "List what is done, asked, reminded or left to you, rule by rule."),
)
"""In the order of the help."""
