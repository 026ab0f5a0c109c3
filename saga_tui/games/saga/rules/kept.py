"""What a character keeps of its setting, and perks of one's own (SET-2, PRK-1)."""

from functools import cached_property
from typing import Any, Self

from pydantic import Field, ValidationError

from saga_tui.engine.model import LONGEST, Model, Name, Text
from saga_tui.games.saga import book


class OwnPerk(Model):
    """A perk that a setting or the player has made (PRK-1): what a setting file says of one.

    `effect` is one of those of the sixteen with its numbers; without one the text is shown at the `moment`.
    """

    name: Name = ""
    assets: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    text: Text = ""
    moment: Name = ""
    effect: dict[str, Any] = Field(default_factory=dict, max_length=LONGEST)
    once: Name = ""
    choose: Name = ""

    @cached_property
    def read(self) -> tuple[book.PerkInfo | None, str]:
        """The perk as the rules see it, or none and what is wrong with it."""
        said = {name: getattr(self, name) for name in type(self).model_fields if getattr(self, name)}
        try:
            return book.perk_of(book.SettingPerk.model_validate(said)), ""
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return None, f"{'.'.join(map(str, first['loc'][:2])) or 'it'}: {first['msg']}"
        except ValueError as error:
            return None, str(error)

    @property
    def info(self) -> book.PerkInfo | None:
        """The perk as the rules see it; nothing where it cannot act."""
        return self.read[0]


class SettingSkill(Model):
    """What the character keeps of its setting's Skill X (SKL-4)."""

    name: Name = ""
    text: Text = ""
    favoured: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    specialties: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    force: Text = ""
    grace: Text = ""
    acuity: Text = ""


class Kept(Model):
    """What the character keeps of its setting, so that it plays on where that file is missing (SET-2): all that the
    rules need. Examples and descriptions stay in the setting's file. Empty: plain Saga."""

    name: Name = ""
    """The setting that it was taken from."""
    skill_x: SettingSkill | None = None
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    numbers: dict[str, Any] = Field(default_factory=dict, max_length=LONGEST)
    perks: tuple[OwnPerk, ...] = Field(default=(), max_length=LONGEST)

    @cached_property
    def resolved(self) -> tuple[book.Numbers, list[Any]]:
        """The numbers with those of the setting in their place, and those that cannot be so (SET-1)."""
        return book.resolve(self.numbers, self.switches)

    def but(self, **fields: Any) -> Self:
        """The same with some fields changed; made anew, because what was resolved is remembered."""
        return type(self).model_validate(self.model_dump() | fields)
