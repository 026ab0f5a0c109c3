"""What has to be asked before a purchase is whole: a name, a skill, a perk, a piece of gear, a consequence."""

from __future__ import annotations

from typing import cast

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.setting import title
from saga_tui.games.saga.rules.words import LEVELS, SKILLS, Skill
from saga_tui.games.saga.screens.builder.asking import OWN, specialty_ideas, trait_ideas
from saga_tui.games.saga.screens.builder.gear import ask_gear
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.setting import ask_own_perk, shelf_for
from saga_tui.ui.dialogs import Offer
from saga_tui.words import plural

Params = dict[str, object]
PIECE = ("name", "kind", "rating", "without", "purpose")
"""What a purchase has of a piece of gear."""


def world(desk: SagaScreen) -> book.Setting | None:
    """The setting's examples, where its file can be read."""
    found = shelf_for(desk.memory.path).find(title(desk.character))
    return found.setting if found is not None else None


async def asked(desk: SagaScreen, buy: str) -> Params | None:
    """The parameters of a purchase of a kind, asked one after the other; `None` when left."""
    flows = {"specialty": specialty, "trait": trait, "perk": perk, "gear": gear, "consequence": consequence}
    return await flows[buy](desk)


async def specialty(desk: SagaScreen) -> Params | None:
    """Its skill, then its name, with the book's examples."""
    character = desk.character
    offers = [
        Offer(skill, view.one_line(derive.skill_name(character, skill)),
              plural(derive.ranks(character, skill).total, "rank"))
        for skill in SKILLS
    ]  # fmt: skip
    skill = await desk.choose("Specialty", offers, "Of which skill?")
    if skill is None:
        return None
    name = await desk.text(
        "Specialty", "Name?", suggestions=specialty_ideas(desk.character, cast(Skill, skill), world(desk))
    )
    return {"buy": "specialty", "skill": skill, "name": name} if name else None


async def trait(desk: SagaScreen) -> Params | None:
    """Its words, with the book's examples."""
    name = await desk.text("Trait", "Which trait?", suggestions=[idea.text for idea in trait_ideas(world(desk))])
    return {"buy": "trait", "name": name} if name else None


async def perk(desk: SagaScreen) -> Params | None:
    """Which, for which asset, and Expert's skill."""
    owned = {item.name for item in derive.perks(desk.character)}
    offers = [
        Offer(info.name, info.name, info.text, "You already have it." if info.name in owned and not info.choose else "")
        for info in derive.known_perks(desk.character)
    ]
    offers.append(Offer(OWN, "Custom perk…", "You name it and say what it does", rule="PRK-1"))
    key = await desk.choose("Perk", offers)
    if key == OWN:
        made = await ask_own_perk(desk.app, desk.character)
        key = made.name if made is not None and await desk.execute(made) is not None else None
    info = derive.perk_info(desk.character, key) if key else None
    if info is None:
        return None
    asset: str | None = info.assets[0]
    if len(info.assets) > 1:
        asset = await desk.choose(
            info.name, [Offer(name, name.capitalize()) for name in info.assets], "For which asset?"
        )
    skill: str | None = ""
    if info.choose and asset:
        names = [Offer(skill, view.one_line(derive.skill_name(desk.character, skill))) for skill in SKILLS]
        skill = await desk.choose(info.name, names, "For which skill?")
    if asset is None or skill is None:
        return None
    return {"buy": "perk", "name": info.name, "asset": asset, "skill": skill}


async def gear(desk: SagaScreen) -> Params | None:
    """A piece as the builder asks for it, with the price of its rating."""
    price = f"{derive.numbers(desk.character).spark.prices.gear_per_rating} Spark each"
    piece = await ask_gear(desk.app, desk.character, "Gear", world(desk), price)
    return None if piece is None else {"buy": "gear", **piece.model_dump(include=set(PIECE))}


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
    return None if level is None else {"buy": "consequence", "name": item.name, "level": level}
