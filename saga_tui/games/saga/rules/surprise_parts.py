"""What a random character is made of: a theme that its parts share, fitting ideas, perks, and points well spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Protocol, TypeVar

from saga_tui.chance import Chance
from saga_tui.games.saga import book
from saga_tui.games.saga.book.models import Tag
from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character, Gear, PerkChoice, Purchase
from saga_tui.games.saga.rules.setting import Examples
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, Asset, Skill


class Tagged(Protocol):
    """An idea with tags."""

    @property
    def tags(self) -> tuple[Tag, ...]:
        """What it has in common with others."""
        ...


Idea = TypeVar("Idea", bound=Tagged)
Piece = book.GearIdea | Gear


@dataclass(frozen=True, slots=True)
class Theme:
    """What a character is about: the tags of its parts, and the assets and skills that suit it."""

    tags: frozenset[Tag]
    leaning: book.ConceptIdea


def theme(character: Character, chance: Chance) -> Theme:
    """What the character is about: that of its concept, if it is one of the ideas; else what most of its traits, drives
    and gear have in common; else any concept's."""
    ideas = book.ideas()
    line = character.concept.line.strip()
    known = next((idea for idea in ideas.concepts if idea.text == line), None)
    if known is not None:
        return Theme(frozenset(known.tags), known)
    told = {*character.story.traits, *character.story.drives, *(piece.name for piece in character.gear)}
    named: list[tuple[str, tuple[Tag, ...]]] = [
        *((idea.name, idea.tags) for idea in ideas.traits),
        *((idea.text, idea.tags) for idea in ideas.drives),
        *((idea.name, idea.tags) for idea in ideas.gear),
    ]
    often = Counter(tag for name, tags in named if name in told for tag in tags)
    tags = frozenset(tag for tag, _ in often.most_common(3))
    leaning = fitting(chance, ideas.concepts, tags) if tags else chance.pick(ideas.concepts)
    return Theme(tags or frozenset(leaning.tags), leaning)


def fitting(chance: Chance, ideas: Sequence[Idea], tags: Iterable[Tag]) -> Idea:
    """One of the ideas, the likelier the more tags it shares; any of them where none shares one."""
    wanted = frozenset(tags)
    weights = [len(wanted & frozenset(idea.tags)) ** 2 for idea in ideas]
    return chance.weighed(ideas, weights) if any(weights) else chance.pick(ideas)


def preferred(ideas: list[Idea], tags: frozenset[Tag], liked: Callable[[Idea], bool]) -> list[Idea]:
    """The ideas that are liked as well as fitting, if there are any; else those that fit; else all."""
    fit = [idea for idea in ideas if tags & frozenset(idea.tags)] or ideas
    return [idea for idea in fit if liked(idea)] or fit


def several(
    chance: Chance,
    ideas: Sequence[Idea],
    about: Theme,
    words: Callable[[Idea], str],
    *,
    count: int,
    taken: Iterable[str] = (),
    own: Sequence[str] = (),
) -> tuple[str, ...]:
    """The words of so many different ideas, none of them taken already: the setting's own first, then as fitting as can
    be."""
    used = {word.strip().casefold() for word in taken}
    theirs = [text for text in own if text.strip() and text.strip().casefold() not in used]
    chosen = chance.shuffled(list(dict.fromkeys(theirs)))[:count] if theirs else []
    used |= {text.strip().casefold() for text in chosen}
    while len(chosen) < count:
        able = [idea for idea in ideas if words(idea).casefold() not in used]
        if not able:
            break
        chosen.append(words(fitting(chance, able, about.tags)))
        used.add(chosen[-1].casefold())
    return tuple(chosen)


def gear_idea(
    chance: Chance, about: Theme, held: set[str], liked: Callable[[Piece], bool], own: Examples
) -> Piece | None:
    """A piece of gear that is not held, of the setting's own first, then as fitting as can be; none where there is none
    left."""
    theirs = [piece for piece in own.gear if piece.name.strip() and piece.name.casefold() not in held]
    if theirs:
        return chance.pick([piece for piece in theirs if liked(piece)] or theirs)
    able = [idea for idea in book.ideas().gear if idea.name.casefold() not in held]
    return fitting(chance, preferred(able, about.tags, liked), about.tags) if able else None


def suited(character: Character, about: Theme) -> tuple[Skill, ...]:
    """The skills that suit the character: its own, strongest first, or those that its concept leans to; Skill X only
    where it has a name (SKL-4)."""
    own = sorted(SKILLS, key=lambda skill: -derive.ranks(character, skill).total)
    held = [skill for skill in own if derive.ranks(character, skill).total > 0]
    leaning = [skill for skill in SKILLS if skill in (*about.leaning.primary, *about.leaning.secondary)]
    return tuple(skill for skill in held or leaning if skill != "skill_x" or derive.has_skill_x(character))


def specialty_names(character: Character, skill: Skill, own: Examples) -> list[str]:
    """Specialties of a skill that the character does not have yet: the setting's own; else the book's examples, or
    those of Skill X's name."""
    held = {name.casefold() for name in derive.specialties_of(character, skill)}
    theirs = [name for name in own.specialties.get(skill, ()) if name.strip() and name.casefold() not in held]
    if theirs:
        return theirs
    if skill == "skill_x":
        name = derive.skill_name(character, skill).casefold()
        others = next(
            (idea.specialties for idea in book.ideas().skill_x if idea.name.casefold() == name),
            ("the hard way", "control"),
        )
        kept = character.setting.skill_x
        its = kept is not None and kept.name.casefold() == name
        known = (derive.skill_info(character, skill).specialties or others) if its else others
    else:
        known = book.skill(skill).specialties
    return [name for name in known if name.casefold() not in held]


def perk(character: Character, chance: Chance, skills: Sequence[Skill], assets: Sequence[Asset]) -> PerkChoice | None:
    """A perk of one of these assets that the character may still take, Expert for one of the skills (PRK-1, PRK-4);
    none where there is none left."""
    held = derive.perks(character)
    names = {owned.name.casefold() for owned in held}
    expert = [skill for skill in skills if skill not in {owned.skill for owned in held}]
    able = [
        info
        for info in derive.known_perks(character)
        if set(info.assets) & set(assets)
        and (not info.choose or expert)
        and (derive.may_take_again(info) or info.name.casefold() not in names)
    ]
    if not able:
        return None
    info = chance.pick(able)
    asset = chance.pick([asset for asset in info.assets if asset in assets])
    return PerkChoice(name=info.name, asset=asset, skill=chance.pick(expert[:3]) if info.choose else "")


# ---- finishing points

MOST: Final = {"asset": 2, "rank": 3, "specialty": 3, "trait": 2, "perk": 2}
"""The most that chance buys of a kind; of gear it is one piece."""
VARIETY: Final = 3
"""How many kinds of things it likes to buy at least."""
FAVOURED: Final = 3
"""Ranks and specialties go to this many of the strongest skills."""


def spend(character: Character, chance: Chance, about: Theme, own: Examples) -> Character:
    """The character with its finishing points spent, all of them where the prices allow it (CRE-9)."""
    shopping = _shopping(character, chance)
    for kind in ("rank", "asset", "specialty", "trait", "perk"):
        for _ in range(shopping.get(kind, 0)):
            bought = _bought(character, chance, about, kind, own)
            if bought is not None:
                character = character.model_copy(update={"finishing": (*character.finishing, bought)})
    if rating := shopping.get("gear", 0):
        held = {owned.gear.name.casefold() for owned in derive.gear(character)}
        idea = gear_idea(chance, about, held, lambda piece: piece.rating == rating, own)
        if idea is None:
            return character
        piece = Purchase(
            buy="gear", name=idea.name, kind=idea.kind, rating=rating, without=idea.without, purpose=idea.purpose
        )
        character = character.model_copy(update={"finishing": (*character.finishing, piece)})
    return character


def _shopping(character: Character, chance: Chance) -> dict[str, int]:
    """How many of each kind to buy, and the rating of a piece of gear: one of the ways that leave the fewest points, of
    several kinds where that can be."""
    table = derive.numbers(character)
    price = {kind: budget.finishing_price(character, Purchase(buy=kind)) for kind in MOST}
    per_rating = budget.finishing_price(character, Purchase(buy="gear", rating=1))
    most = MOST if suited_for_ranks(character) else MOST | {"specialty": 0}
    ratings = (0, *range(table.gear.min_rating, table.gear.max_rating + 1))
    ways: list[tuple[int, int, dict[str, int]]] = []
    for *counts, rating in product(*(range(most[kind] + 1) for kind in MOST), ratings):
        cost = sum(n * price[kind] for kind, n in zip(MOST, counts, strict=True)) + rating * per_rating
        if cost <= table.finishing.points:
            way = {kind: n for kind, n in (*zip(MOST, counts, strict=True), ("gear", rating)) if n}
            ways.append((cost, min(VARIETY, len(way)), way))
    best = max(way[:2] for way in ways)
    return chance.pick([way[2] for way in ways if way[:2] == best])


def suited_for_ranks(character: Character) -> bool:
    """Whether any skill has the rank that a bought specialty needs (CRE-9)."""
    least = derive.numbers(character).finishing.prices.specialty_min_ranks
    return any(derive.ranks(character, skill).total >= least for skill in SKILLS)


def _bought(character: Character, chance: Chance, about: Theme, kind: str, own: Examples) -> Purchase | None:
    """One purchase of a kind that fits the character."""
    skills = suited(character, about)[:FAVOURED]
    if kind == "rank":
        return Purchase(buy="rank", skill=chance.pick(skills or SKILLS[:8]))
    if kind == "asset":
        return Purchase(buy="asset", asset=chance.pick(ASSETS))
    if kind == "specialty":
        return _specialty(character, chance, own)
    if kind == "trait":
        held = [text for text, _ in derive.traits(character)]
        names = several(chance, book.ideas().traits, about, lambda idea: idea.name, count=1, taken=held, own=own.traits)
        return Purchase(buy="trait", name=names[0]) if names else None
    taken = perk(character, chance, skills, ASSETS)
    return Purchase(buy="perk", name=taken.name, asset=taken.asset, skill=taken.skill) if taken else None


def _specialty(character: Character, chance: Chance, own: Examples) -> Purchase | None:
    """A specialty of one of the strongest skills that have enough ranks and names left."""
    least = derive.numbers(character).finishing.prices.specialty_min_ranks
    ranks = {skill: derive.ranks(character, skill).total for skill in SKILLS}
    able = [skill for skill in SKILLS if ranks[skill] >= least and specialty_names(character, skill, own)]
    strongest = sorted(able, key=lambda skill: -ranks[skill])[:FAVOURED]
    if not strongest:
        return None
    skill = chance.pick(strongest)
    return Purchase(buy="specialty", skill=skill, name=chance.pick(specialty_names(character, skill, own)))
