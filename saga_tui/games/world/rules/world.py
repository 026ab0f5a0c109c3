"""What a group says otherwise than the book: a setting as its file has it, and what a character keeps of one
(W-SET-1)."""

from typing import Any, Literal

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text
from saga_tui.games.world import book

ROWS: Any = Field(default=(), max_length=LONGEST)


class World(Model):
    """What a character keeps of a setting."""

    name: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    pairs: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    """Second attributes of skills whose pair is not known (W-CHR-5)."""
    skills: tuple[book.Skill, ...] = ROWS
    conditions: tuple[book.Condition, ...] = ROWS
    actions: tuple[book.Action, ...] = ROWS
    afflictions: tuple[book.Affliction, ...] = ROWS


class Setting(World):
    """A setting's file: what a character keeps of it, and a few sentences for those who choose."""

    format: Literal[1]
    name: Name
    description: Text
