"""What the parameters of commands choose from: lists of the character's things, by number, by name or by part of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final

from saga_tui.engine.command import Index, Words
from saga_tui.engine.fields import Of, Variants
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.budget import describe
from saga_tui.games.saga.rules.character import Character

Drive = Annotated[Index, Of("drive")]
OrDoom: Final = Of("drive", also=(("doom", -1), ("-1", -1)))
"""In the place of a drive: clear a doom step instead (DRV-2)."""
Harm = Annotated[Index, Of("consequence")]
"""A consequence by its place."""
HarmName = Annotated[Words, Of("consequence")]
PerkName = Annotated[Words, Of("perk")]
TraitName = Annotated[Words, Of("current trait")]
GearKey = Annotated[Words, Of("gear", keys="gear key")]
SpecialtyName = Annotated[Words, Of("any specialty")]
Die = Annotated[Index, Of()]
"""A die on the table, by its place from the left."""


def _current_traits(character: Character) -> list[str]:
    play = state.play_of(character)
    current = [item.trait for item in play.active] + [item.name for item in play.temporary]
    return [*(text for text, _ in derive.traits(character)), *current, *play.scene_traits]


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    "drive": lambda one: one.story.drives,
    "trait": lambda one: one.story.traits,
    "current trait": _current_traits,
    "consequence": lambda one: [item.name for item in state.play_of(one).consequences],
    "specialty": lambda one: [item.name for item in one.skills.specialties],
    "any specialty": lambda one: [item.name for item, _ in derive.specialties(one)],
    "starting gear": lambda one: [item.name for item in one.gear],
    "gear": lambda one: [item.gear.name for item in derive.gear(one)],
    "gear key": lambda one: [item.key for item in derive.gear(one)],
    "creation perk": lambda one: [item.name for item in one.assets.perks],
    "perk": lambda one: [item.name for item in derive.perks(one)],
    "own perk": lambda one: [made.name for made in one.perks],
    "purchase": lambda one: [describe(one, item) for item in one.finishing],
    "advance": lambda one: [describe(one, item) for item in one.advances],
}
"""The lists by name; where a list of what was chosen at creation differs from all that is had, it has a name of its
own."""

PURCHASE: Final = Variants(
    by="buy",
    follow={
        "asset": ("asset",),
        "rank": ("skill",),
        "specialty": ("skill", "name"),
        "trait": ("name",),
        "perk": ("name", "asset", "skill"),
        "gear": ("name", "kind", "rating", "without"),
        "consequence": ("name", "level"),
        "doom": (),
    },
    also={"skill": "rank", "ranks": "rank", "doom": "doom", "doom-step": "doom", "step": "doom"},
    optional=("level", "without", "rating"),
    either={"perk": ("asset", "skill")},
    thing={"asset": "asset", "skill": "rank"},
    usual={"gear": {"rating": "1"}},
    of={"consequence": "consequence"},
)
"""What stands after each kind of purchase: `buy skill weaponry`, `buy gear "Lucky coin" charm 2`."""


def aliases(character: Character) -> Mapping[str, str]:
    """Skill X by the name that its setting gives it (SKL-4)."""
    return {derive.skill_name(character, "skill_x"): "skill_x"}
