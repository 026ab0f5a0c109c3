"""Commands of traits: those of the scene and of elements, and a trait of a character that another invokes or inverts,
on every sheet that it touches (AST-8, AST-9, AST-13, CNF-2, TRT-3, TRT-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from saga_tui.engine.command import Command as AnyCommand
from saga_tui.engine.fields import Of
from saga_tui.engine.party import Part
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.commands.base import (
    ElementName,
    Personal,
    SeatId,
    Words,
)
from saga_tui.games.saga.gm.commands.together import Together
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Table, Trait
from saga_tui.games.saga.rules import state as sheet
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.problem import near

Weight = Annotated[int, Field(ge=1, le=3)]


class SceneInvoke(
    Together, verb="scene-invoke", title="Invoke a scene trait", rules="TRT-4 AST-13 CNF-2", group="traits"
):
    """The GM invokes a trait of the scene, or of an element, for the rest of the scene: a penalty for the players, and
    1 fortune for every player in it. An element's trait counts on rolls against that element only."""

    typed = ("trait", "weight")

    trait: Annotated[Words, Of("scene trait", part=True)]
    weight: Weight = 3
    element: Annotated[Words, Of("element", part=True)] = ""
    """The element whose trait it is."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """The token, and the trait on the sheet."""
        text = on_sheets(table, self.trait, self.element)
        return RULES.command("scene-invoked", {"trait": text, "weight": self.weight})

    def apply(self, edit: TableEdit) -> None:
        """It counts at the table too."""
        self.check(edit)
        element = edit.element(self.element) if self.element else None
        if self.element and element is None:
            return
        listed_ = element.traits if element is not None else edit.play.scene_traits
        known = next((one for one in listed_ if one.text.casefold() == self.trait.casefold()), None)
        if known is not None and known.weight:
            message, fix = f"“{known.text}” is already invoked", "Invoke another. This one counts until the scene ends."
            edit.object("TRT-4", message, fix, code="twice")
        new = Trait(text=known.text if known is not None else self.trait, weight=self.weight)
        traits = tuple(new if one is known else one for one in listed_) if known is not None else (*listed_, new)
        if element is not None:
            edit.put_element(element, "CNF-2", traits=traits)
        else:
            edit.put("TRT-4", scene_traits=traits)
        whose = f" of {element.name}" if element is not None else ""
        gift = "" if self.only_offered else f": 1 fortune for {self.names(edit)}"
        edit.say(f"“{new.text}”{whose} invoked (−{self.weight}){gift}", "TRT-4")


class Ends(Together):
    """A trait ends at the table, and on every sheet that has it."""

    group = "traits"

    def text(self, table: Table) -> str:
        """What the trait is called on the sheets."""
        raise NotImplementedError

    def meant(self, table: Table) -> list[state.Seat]:
        """Those who are away too: what their sheets have ends with it."""
        return [one.model_copy(update={"away": False}) for one in super().meant(table)]

    def left_out(self, document: Table, members: Mapping[str, Any]) -> Mapping[str, str]:
        """Only those whose sheets have it are told of."""
        having = {who: one for who, one in members.items() if self.part(document, who, one) is not None}
        found = super().left_out(document, having)
        return {who: why for who, why in found.items() if who in having}

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """It ends there; nothing where the sheet does not have it."""
        play, text = sheet.play_of(member), self.text(table)
        there = text in play.scene_traits or any((one.trait, one.owner) == (text, "scene") for one in play.active)
        return RULES.command("end-trait", {"trait": text}) if there else None


class EndSceneTrait(Ends, verb="end-scene-trait", title="End a scene trait", rules="TRT-4"):
    """End a scene trait before its scene ends, on every sheet too."""

    trait: Annotated[Words, Of("scene trait", part=True)]

    def text(self, table: Table) -> str:
        """As the scene has it."""
        return on_sheets(table, self.trait)

    def apply(self, edit: TableEdit) -> None:
        """It goes."""
        left = tuple(one for one in edit.play.scene_traits if one.text != self.text(edit.now))
        if len(left) == len(edit.play.scene_traits):
            fix = near(self.trait, [one.text for one in edit.play.scene_traits])
            edit.object("TRT-4", f"The scene has no trait {self.trait!r}", fix, code="none")
            return
        edit.say(f"“{self.text(edit.now)}” ended", "TRT-4", way="goes")
        edit.put("TRT-4", scene_traits=left)


class ElementTrait(Ends, verb="element-trait", title="Give an element a trait", rules="CNF-2 TRT-4"):
    """Give an element a trait. It works as a scene trait does, for that element only."""

    element: ElementName
    trait: Words
    end: bool = False
    """Remove the trait instead."""

    def text(self, table: Table) -> str:
        """With the name of the element."""
        return on_sheets(table, self.trait, self.element)

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """Nothing but the end of one reaches the sheets."""
        return super().part(table, who, member) if self.end else None

    def apply(self, edit: TableEdit) -> None:
        """Not invoked yet."""
        found = edit.element(self.element)
        if found is None:
            return
        others = tuple(one for one in found.traits if one.text.casefold() != self.trait.casefold())
        if self.end == (len(others) == len(found.traits)):
            message = f"{'No' if self.end else 'Already a'} trait “{self.trait}” of {found.name}"
            edit.object("CNF-2", message, "Choose another trait.", code="none" if self.end else "twice")
            return
        edit.put_element(found, "CNF-2", traits=others if self.end else (*others, Trait(text=self.trait)))
        edit.say(f"{found.name}: trait “{self.trait}”{' ended' * self.end}", "CNF-2")


class Turned(Personal):
    """A trait of a character that another brings into play; both sheets have it in one act."""

    group = "traits"

    seat: SeatId
    """Whose trait it is."""
    trait: Words
    weight: Weight = 3
    by: SeatId = ""
    """The other player, who pays 1 fortune."""

    def checked(self, edit: TableEdit) -> bool:
        """Whether both sit there and both take part."""
        if self.by == self.seat:
            edit.object("TRT-3", "That is the same player", "Invoke your own trait on your own sheet.", code="same")
            return False
        return edit.seated(self.seat) and self.needs(edit, *self.taking_part())

    def taking_part(self) -> tuple[str, ...]:
        """The ids of those on whose sheet something happens."""
        return (self.seat, self.by) if self.by else (self.seat,)


class Invert(Turned, verb="invert", title="Invert a trait of a character", rules="TRT-3 AST-9 AST-13"):
    """The GM or another player inverts a trait of a character for the scene: its player gains 1 fortune. Another player
    who does so pays 1, and the trait is on both sheets."""

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The token comes, and goes from the other player."""
        if self.seat not in members or (self.by and self.by not in members) or self.by == self.seat:
            return ()
        said = {"trait": self.trait, "weight": self.weight}
        by = state.name_of(document, self.by) if self.by else "GM"
        found = [Part(self.seat, RULES.command("inverted", said | {"who": by}))]
        if self.by:
            owner = state.name_of(document, self.seat)
            found.append(Part(self.by, RULES.command("invert", said | {"owner": owner})))
        return found

    def apply(self, edit: TableEdit) -> None:
        """Noted where the GM gives it."""
        if self.checked(edit):
            if not self.by:
                edit.gave(self.seat, "fortune for an inverted trait", 1, self.trait, rule="TRT-3")
            by = edit.name(self.by) if self.by else "the GM"
            owner = edit.name(self.seat)
            edit.say(f"{by} inverts “{self.trait}” of {owner} (−{self.weight}): 1 fortune for {owner}", "TRT-3")


class LendTrait(Turned, verb="lend-trait", title="Invoke a trait for another player", rules="AST-8 TRT-2"):
    """A player pays 1 fortune to invoke a trait of another player for the scene: it helps that other player, or the one
    who pays."""

    for_me: bool = False
    """It helps the one who pays."""

    def taking_part(self) -> tuple[str, ...]:
        """The owner's own sheet stays as it is where it helps the one who pays (AST-8)."""
        return (self.by,) if self.for_me else super().taking_part()

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The token goes, the trait counts."""
        if not self.by or self.by == self.seat or not {self.seat, self.by} <= members.keys():
            return ()
        said, owner = {"trait": self.trait, "weight": self.weight}, state.name_of(document, self.seat)
        if self.for_me:
            return [Part(self.by, RULES.command("invoke", said | {"owner": owner}))]
        who, why = state.name_of(document, self.by), f"“{self.trait}” for {owner}"
        pays = RULES.command("spend", {"asset": "fortune", "amount": 1, "action": False, "why": why})
        return [Part(self.seat, RULES.command("lent-trait", said | {"who": who})), Part(self.by, pays)]

    def apply(self, edit: TableEdit) -> None:
        """Told at the table."""
        if not self.by:
            edit.object("AST-8", "It is not said who pays", "Name the player who invokes it.", code="by")
        elif self.checked(edit):
            helped = edit.name(self.by if self.for_me else self.seat)
            said = f"{edit.name(self.by)} invokes “{self.trait}” of {edit.name(self.seat)}"
            edit.say(f"{said}: +{self.weight} for {helped}", "AST-8")


def on_sheets(table: Table, trait: str, element: str = "") -> str:
    """What a trait of the scene, or of an element, is called on the sheets: as it stands at the table."""
    found = state.element_of(table, element) if element else None
    listed_ = found.traits if found is not None else table.play.scene_traits
    text = next((one.text for one in listed_ if one.text.casefold() == trait.casefold()), trait)
    return state.named(found.name, text) if found is not None else text
