"""A random legal character, whole or for one step, from a seed: for any budget and any technology level (S-MAKE)."""

from __future__ import annotations

from typing import Any, Final

from saga_tui.chance import Chance
from saga_tui.engine import ideas
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Concept, Gear, Skill
from saga_tui.games.sagas.rules.checks import GOOD
from saga_tui.games.sagas.rules.figures import ART, MAIN, START, Figures, figures

SHARE: Final = 60
"""So many per cent of the points chance spends on characteristics."""
STEPS: Final = ("concept", "characteristics", "skills", "equipment")
"""The steps of creation in which chance chooses, in their order."""


def made(character: Character, seed: int, step: str | None) -> Character:
    """The character with that step, or all of them, chosen anew. What is the player's own stays: id, player, notes,
    campaign, setting. `KeyError` for a step that does not exist."""
    trade = character.concept.trade if step not in (None, "concept") else ""
    known, age = book.data("ideas"), character.campaign.technology
    idea = ideas.idea_of(known["concept"], Chance(seed, "idea"), trade, age)
    if step is None:
        told = Concept(player=character.concept.player, notes=character.concept.notes)
        campaign = character.campaign.model_copy(update={"points": figures(character).points})
        character = Character(id=character.id, concept=told, campaign=campaign, world=character.world,
                              rulings=character.rulings, automation=character.automation)  # fmt: skip
    for key in STEPS if step is None else (step,):
        character = _step(character, Chance(seed, key), idea, key)
    return character


def _step(character: Character, chance: Chance, idea: ideas.Idea, step: str) -> Character:
    if step == "concept":
        told = ideas.told(idea, book.data("ideas")["names"], chance, character.campaign.technology)
        return character.model_copy(update={"concept": character.concept.model_copy(update=told)})
    empty: dict[str, dict[str, Any]] = {
        "characteristics": {"characteristics": {}, "bonuses": {}, "entered": ""},
        "skills": {"skills": (), "entered": ""},
        "equipment": {},
    }
    character = character.model_copy(update=empty[step])
    of = figures(character)
    if step == "characteristics":
        most = 10 + of.points // 100
        chosen = ideas.scores(chance, of, MAIN, idea, start=START, most=most, share=SHARE)
        return character.model_copy(update={"characteristics": chosen})
    if step == "skills":
        learned = ideas.skills(chance, of, idea, lambda said: _skill(of, said), GOOD)
        return character.model_copy(update={"skills": learned})
    return character.model_copy(update={"gear": ideas.gear(of, idea, of.score("str"), Gear)})


def _skill(of: Figures, said: str) -> Skill:
    """A skill at its start from an idea's words: `sword`, `martial_arts:Judo`."""
    key, _, name = said.partition(":")
    row = of.skills[key]
    art = of.art(name) if key == ART else None
    benefit = "dmax-3" if art is not None and art.strike_benefit == "choice" else ""
    return Skill(key=key, name=name, level=row.base or 0, benefit=benefit)
