"""Commands of settings and homebrew: another setting, a switch of the group's own, a perk of one's own (SET-1, SET-2,
PRK-1). They may happen at any time; what they change is said line by line before and after."""

from typing import Annotated, Any, Literal

from pydantic import Field

from saga_tui.engine.fields import Of
from saga_tui.games.saga import book
from saga_tui.games.saga.book.models import Moment
from saga_tui.games.saga.rules import derive, setting
from saga_tui.games.saga.rules.character import Character, Kept, OwnPerk
from saga_tui.games.saga.rules.commands.base import Command, Index, Words
from saga_tui.games.saga.rules.commands.build import without
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.words import Asset
from saga_tui.words import listed

Switch = Literal["better_lucky", "lucky_charm_refresh", "severe_consequences"]
Value = Literal["any", "one-skill", "scene", "chapter", "permanent", "fading"]
When = Literal["", Moment]


class Making(Command):
    """A command that changes what the rules are, not where play stands."""

    gates = ()


class ChangeSetting(Making, verb="change-setting", title="Change the setting", rules="SET-1 SET-2 SKL-4"):
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: Kept = Kept()
    """What the character keeps of it; nothing for plain Saga."""

    def apply(self, edit: Edit) -> None:
        """Puts it in place and says all that it changes."""
        before = edit.now
        _put(edit, self.setting, self.setting.name)
        if edit.now == before:
            return
        lines = setting.differences(before, edit.now)
        for line in lines:
            edit.say(line.text, line.rule)
        if not lines:
            edit.say(f"setting: {setting.title(edit.now)}", "SET-2")


def _put(edit: Edit, kept: Kept, name: str) -> None:
    edit.now = edit.now.model_copy(update={"setting": kept})
    edit.rules["setting",] = "SET-1"
    edit.choose("concept", "SET-2", setting=name)


class SetSwitch(Making, verb="set-switch", title="Change a rule option", rules="SET-1 PRK-6 GER-3 CSQ-4"):
    """Change a rule option for this character: better_lucky any|one-skill, lucky_charm_refresh scene|chapter,
    severe_consequences permanent|fading."""

    switch: Switch
    value: Value

    def apply(self, edit: Edit) -> None:
        """What the book has is not written down."""
        values = book.switch_values(self.switch)
        if self.value not in values:
            message = f"{self.switch} cannot be {self.value}"
            edit.object("SET-1", message, f"Set it to {listed(values, 'or')}.", code="value", where=("setting",))
            return
        before = edit.now
        switches = {name: value for name, value in before.setting.switches.items() if name != self.switch}
        if self.value != values[0]:
            switches[self.switch] = self.value
        edit.now = before.model_copy(update={"setting": before.setting.but(switches=switches)})
        edit.rules["setting",] = "SET-1"
        for line in setting.differences(before, edit.now):
            edit.say(line.text, line.rule)


class MakePerk(Making, verb="make-perk", title="Make a custom perk", rules="PRK-1 SET-1"):
    """Make a custom perk, or change the one of that name: with the effect of a known perk (`like`), or text only, shown
    at its moment. Choose it like any other perk."""

    name: Words
    text: Words
    assets: tuple[Asset, ...] = Field(default=(), max_length=2)
    """The asset it belongs to, or two of which its owner chooses one."""
    moment: When = ""
    """When to show a perk with text only."""
    like: Words = ""
    """A perk of the book or the setting whose effect it has."""

    def apply(self, edit: Edit) -> None:
        """Among the character's own perks."""
        perk = self._perk(edit)
        if book.perk(perk.name) is not None:
            message = f"The book already has a perk named {perk.name}"
            edit.object("PRK-1", message, "Give it another name.", code="twice", where=("perks",))
        if perk.info is None:
            message = f"{perk.name or 'The perk'} would not work: {perk.read[1]}"
            edit.object("PRK-1", message, "Say what it needs, or make it a reminder.", code="perk", where=("perks",))
        kept = tuple(made for made in edit.now.perks if made.name.casefold() != perk.name.casefold())
        edit.listing("perks", "PRK-1", (*kept, perk))
        edit.say(f"custom perk: {perk.name}", "PRK-1")

    def _perk(self, edit: Edit) -> OwnPerk:
        if self.like and derive.perk_info(edit.now, self.like) is None:
            message = f"No perk is named {self.like!r}"
            edit.object(
                "PRK-1",
                message,
                "Name a perk of the book or the setting, or leave it out.",
                code="like",
                where=("perks",),
            )
        return self._made(edit.now)

    def _made(self, character: Character) -> OwnPerk:
        said: dict[str, Any] = {"name": self.name.strip(), "text": self.text.strip(), "assets": self.assets}
        model = derive.perk_info(character, self.like) if self.like.strip() else None
        if model is None:
            return OwnPerk(**said, moment=self.moment)
        effect = model.effect.model_dump(mode="json")
        return OwnPerk(**said, effect=effect, moment=model.moment, once=model.once or "")

    def can_be(self, character: Character) -> bool:
        """Whether such a perk could act (PRK-1)."""
        return self._made(character).info is not None


class RemovePerk(Making, verb="remove-perk", title="Remove a custom perk", rules="PRK-1"):
    """Remove a custom perk. A character who has it keeps only its name."""

    place: Annotated[Index, Of("own perk")]

    def apply(self, edit: Edit) -> None:
        """Off the list."""
        edit.listing("perks", "PRK-1", without(edit, edit.now.perks, self.place, "perk"))
