"""The model of a situation's file (CNF-2, CNF-8, CNF-9): as people write it, short."""

from typing import Literal

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole


class Obstacle(Model):
    """An element: an opponent, a group of them, an obstacle, or an important ally (CNF-2, CNF-9)."""

    name: Name = ""
    dice: Name = ""
    """Physical, social and mental: `6/2/3`."""
    times: Whole = 1
    """How many there are of it."""
    traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    ally: bool = False
    note: Text = ""


class Threat(Model):
    """A condition of the conflict (CNF-8)."""

    name: Name = ""
    text: Text = ""
    pattern: Literal["", "fear", "pursuit"] = ""
    challenge: Whole = 0
    every_round: bool = False
    goal: Whole = 0


class Prepared(Model):
    """A situation's file."""

    format: Whole = 1
    name: Name = ""
    stakes: Name = ""
    traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    elements: tuple[Obstacle, ...] = Field(default=(), max_length=LONGEST)
    conditions: tuple[Threat, ...] = Field(default=(), max_length=LONGEST)
    allies: Whole = 0
    rewards: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    notes: Text = ""
