"""What is asked before an advance is whole: a specialty's name, a perk's asset, a piece of gear (SPK-4)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.words import LEVELS
from saga_tui.games.saga.screens.builder.asking import (
    OWN,
    PIECE,
    ask_perk_choices,
    ask_skill,
    specialty_ideas,
    trait_ideas,
)
from saga_tui.games.saga.screens.builder.gear import ask_gear
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.setting import ask_own_perk, shelf_for, world
from saga_tui.ui.dialogs import Offer

Params = dict[str, object]


async def specialty(desk: SagaScreen) -> Params | None:
    """Its skill, then its name, with the book's examples."""
    skill = await ask_skill(desk.app, desk.character, "Specialty: of which skill?")
    if skill is None:
        return None
    ideas = specialty_ideas(desk.character, skill, world(desk.character, shelf_for(desk.memory.path)))
    name = await desk.text("Specialty", "Name?", suggestions=ideas)
    return {"skill": skill, "name": name} if name else None


async def trait(desk: SagaScreen) -> Params | None:
    """Its words, with the book's examples."""
    name = await desk.text(
        "Trait",
        "Which trait?",
        suggestions=[idea.text for idea in trait_ideas(world(desk.character, shelf_for(desk.memory.path)))],
    )
    return {"name": name} if name else None


async def perk(desk: SagaScreen) -> Params | None:
    """Which, for which asset, and Expert's skill."""
    character, owned = desk.character, {item.name for item in derive.perks(desk.character)}
    offers = [
        Offer(info.name, info.name, info.text, "You already have it." if info.name in owned and not info.choose else "")
        for info in derive.known_perks(character)
    ]
    key = await desk.choose(
        "Perk", [*offers, Offer(OWN, "Custom perk…", "You name it and say what it does", rule="PRK-1")]
    )
    if key == OWN:
        made = await ask_own_perk(desk.app, character)
        key = made.name if made is not None and await desk.execute(made) is not None else None
    info = derive.perk_info(desk.character, key) if key else None
    chosen = await ask_perk_choices(desk.app, desk.character, info) if info is not None else None
    return None if info is None or chosen is None else {"name": info.name, "asset": chosen[0], "skill": chosen[1]}


async def gear(desk: SagaScreen) -> Params | None:
    """A piece as the builder asks for it, with the price of its rating."""
    price = f"{derive.numbers(desk.character).spark.prices.gear_per_rating} Spark each"
    piece = await ask_gear(desk.app, desk.character, "Gear", world(desk.character, shelf_for(desk.memory.path)), price)
    return None if piece is None else piece.model_dump(include=PIECE)


async def consequence(desk: SagaScreen) -> Params | None:
    """Which, and which level's point where there are several."""
    listed = state.play_of(desk.character).consequences
    if not listed:
        desk.notify("You have no consequences to reduce.")
        return None
    offers = [Offer(str(at), view.one_line(item.name), view.severity_note(item)) for at, item in enumerate(listed)]
    chosen = await desk.choose("Reduce a consequence", offers) if len(offers) > 1 else "0"
    if chosen is None:
        return None
    item = listed[int(chosen)]
    levels = [level for level in LEVELS if item.points.get(level)]
    level: str | None = ""
    if len(levels) > 1:
        level = await desk.choose(view.one_line(item.name), [Offer(key, f"A {key} point") for key in levels])
    return None if level is None else {"name": item.name, "level": level}


ASKS: Final[dict[str, Callable[[SagaScreen], Awaitable[Params | None]]]] = {
    "specialty": specialty, "trait": trait, "perk": perk, "gear": gear, "consequence": consequence,
}  # fmt: skip
"""By what is bought: each gives the purchase's parameters, or None where it was left."""
