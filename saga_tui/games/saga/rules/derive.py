"""What follows from a character's choices: every number a tally, computed from its reasons (house idea 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

from saga_tui.engine.ruled import ruled
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.character import Character, Gear, PerkChoice, Purchase, Specialty
from saga_tui.games.saga.rules.words import ASSETS, POOLS, SKILLS, Asset, Skill
from saga_tui.problem import Where
from saga_tui.tally import Tally, Term, tally

PLACES = ("primary", "secondary", "tertiary")


def numbers(character: Character) -> book.Numbers:
    """The numbers that the character's setting plays by: the book's, but for those that it keeps of its own (SET-1)."""
    kept = character.setting
    return kept.resolved[0] if kept.numbers or kept.switches else book.numbers()


def skill_name(character: Character, skill: str) -> str:
    """A skill's name; Skill X bears the one that the character or its setting gives it (SKL-4)."""
    if skill == "skill_x":
        kept = character.setting.skill_x
        return character.concept.skill_x.strip() or (kept.name.strip() if kept else "") or "Skill X"
    return book.skill(skill).name if skill in SKILLS else skill


def skill_info(character: Character, skill: Skill) -> book.SkillInfo:
    """What a skill is for, its favoured tokens and examples; Skill X as the setting has it (SKL-4, SKL-5)."""
    info, kept = book.skill(skill), character.setting.skill_x
    if skill != "skill_x":
        return info
    said: dict[str, object] = {"name": skill_name(character, skill)}
    if kept is not None:
        said |= {name: value for name in ("text", "force", "grace", "acuity") if (value := getattr(kept, name))}
        said["favoured"] = tuple(asset for asset in kept.favoured if asset in POOLS)
        said["specialties"] = kept.specialties
        said["names"] = tuple(dict.fromkeys((*([kept.name] if kept.name else []), *info.names)))
    return info.model_copy(update=said)


Known = tuple[Character, object, dict[tuple[Any, str], Any]]
_KNOWN: list[Known] = []
"""The characters that were asked about last, the numbers that each plays by, and what was found."""
_MOST = 8
"""So many: those of a table."""
_CHOSEN = tuple(name for name in Character.model_fields if name != "play")
K = TypeVar("K", bound=str)
T = TypeVar("T")


def once(work_out: Callable[[Character, K], T]) -> Callable[[Character, K], T]:
    """Works a number, or what is said of it, out once as long as the same choices are asked about: a screen asks for
    each many times. What happens in play must not count in it."""

    @wraps(work_out)
    def found(character: Character, key: K) -> T:
        known = _known(character)
        if (work_out, key) not in known:
            known[work_out, key] = work_out(character, key)
        made: T = known[work_out, key]
        return made

    return found


def _known(character: Character) -> dict[tuple[Any, str], Any]:
    """What was found of a character, or of the same one at another time in play."""
    table, every = numbers(character), _KNOWN[:]  # replaced as a whole: there are other threads
    if every and every[0][0] is character and every[0][1] is table:
        return every[0][2]
    mine = character.__dict__
    alike = (one for one in every if one[1] is table and all(mine[n] is one[0].__dict__[n] for n in _CHOSEN))
    before = next(alike, None)
    known = before[2] if before is not None else {}
    _KNOWN[:] = [(character, table, known), *(one for one in every if one is not before)][:_MOST]
    return known


# ---- purchases


def purchases(character: Character) -> Iterator[tuple[Purchase, Where, str, str]]:
    """Every purchase with its place in the file, its rule and how it was paid, in order of buying (CRE-9, SPK-4)."""
    for index, bought in enumerate(character.finishing):
        yield bought, ("finishing", index), "CRE-9", "finishing points"
    for index, bought in enumerate(character.advances):
        yield bought, ("advances", index), "SPK-4", f"Spark, chapter {bought.chapter}"


def _raises(character: Character, kind: str, field: str, key: str) -> list[Term]:
    """One term for all purchases of a kind with each way of paying."""
    paid: dict[tuple[str, str], int] = {}
    for bought, _, rule, how in purchases(character):
        if bought.buy == kind and getattr(bought, field) == key:
            paid[rule, how] = paid.get((rule, how), 0) + 1
    return [Term(times, f"bought with {how}", rule) for (rule, how), times in paid.items()]


# ---- assets


@once
def rating(character: Character, asset: Asset) -> Tally:
    """An asset's rating, in tokens (AST-1, CRE-2, CRE-3)."""
    terms = (*_first_rating(character, asset), *_raises(character, "asset", "asset", asset))
    return ruled(character, Tally(asset, asset.capitalize(), terms))


def creation_rating(character: Character, asset: Asset) -> int:
    """The rating before finishing points, against which the free perk is checked (CRE-10)."""
    return sum(term.amount for term in _first_rating(character, asset))


def _first_rating(character: Character, asset: Asset) -> list[Term]:
    chosen, table = character.assets, numbers(character).assets
    if character.as_is:
        return [Term(chosen.ratings.get(asset, 0), "from paper", "CRE-11")]
    if chosen.method == "points":
        above = chosen.ratings.get(asset, table.points.start) - table.points.start
        terms = [Term(table.points.start, "starting rating", "CRE-3")]
        return [*terms, Term(above, "points", "CRE-3")] if above else terms
    if asset == "fortune":
        return [Term(table.priority.fortune, "starting rating", "CRE-2")]
    if asset in chosen.order[:3]:
        place = chosen.order.index(asset)
        return [Term(table.priority.ratings[place], f"{PLACES[place]} asset", "CRE-2")]
    return [Term(0, "no priority yet", "CRE-2")]


@once
def threshold(character: Character, kind: str) -> Tally:
    """How much pain, doubt or fear is borne without a consequence: half of two ratings, rounded down (DMG-1)."""
    table = numbers(character).damage
    pair = cast("tuple[Asset, Asset]", getattr(table, kind))
    ratings = [rating(character, asset).total for asset in pair]
    whole = sum(ratings)
    terms = [Term(value, f"{asset} rating", "DMG-1") for asset, value in zip(pair, ratings, strict=True)]
    cut = whole // table.divisor - whole
    terms.append(Term(cut, f"{whole} ÷ {table.divisor} = {whole // table.divisor}, rounded down", "DMG-1"))
    return ruled(character, Tally(f"{kind}-threshold", f"{kind.capitalize()} threshold", tuple(terms)))


def doom_end(character: Character) -> Tally:
    """The step at which doom is met: twice the fortune rating, at most 24 (DOM-1)."""
    table = numbers(character).doom
    fortune = rating(character, "fortune").total
    full = table.per_fortune * fortune
    over = min(0, table.steps - full)
    terms = [
        Term(fortune, "fortune rating", "DOM-1"),
        Term(full - fortune, f"× {table.per_fortune}", "DOM-1"),
        Term(over, f"at most {table.steps}", "DOM-1") if over else None,
    ]
    return ruled(character, tally("doom-end", "End of the Doom Track", terms))


# ---- skills


@once
def ranks(character: Character, skill: Skill) -> Tally:
    """A skill's ranks, in dice (SKL-2, CRE-4, CRE-5)."""
    terms = (*_first_ranks(character, skill), *_raises(character, "rank", "skill", skill))
    return ruled(character, Tally(f"skill:{skill}", skill_name(character, skill), terms))


def creation_ranks(character: Character, skill: Skill) -> int:
    """The ranks before finishing points, against which free specialties are checked (CRE-10)."""
    return sum(term.amount for term in _first_ranks(character, skill))


def _first_ranks(character: Character, skill: Skill) -> list[Term]:
    chosen, table = character.skills, numbers(character).skills
    if character.as_is:
        return [Term(chosen.ranks.get(skill, 0), "from paper", "CRE-11")]
    if chosen.method == "points":
        return [Term(chosen.ranks.get(skill, 0), "points", "CRE-5")]
    for place, group in enumerate((chosen.primary, chosen.secondary)):
        if skill in group:
            return [Term(table.priority.ranks[place], f"{PLACES[place]} skill", "CRE-4")]
    return [Term(table.priority.ranks[2], "tertiary skill", "CRE-4")]


def specialties(character: Character) -> list[tuple[Specialty, Where]]:
    """Every specialty with its place in the file: the free ones, then the bought ones (SKL-3)."""
    free = [(item, ("skills", "specialties", index)) for index, item in enumerate(character.skills.specialties)]
    bought = [
        (Specialty(skill=item.skill, name=item.name), where)
        for item, where, _, _ in purchases(character)
        if item.buy == "specialty"
    ]
    return [*free, *bought]


def specialties_of(character: Character, skill: str) -> list[str]:
    """The names of a skill's specialties."""
    return [item.name for item, _ in specialties(character) if item.skill == skill and item.name]


# ---- perks, traits


@dataclass(frozen=True, slots=True)
class OwnedPerk:
    """A perk that a character has, the asset and skill it was taken for, and where the file says so."""

    name: str
    info: book.PerkInfo | None
    asset: Asset | None
    skill: str
    where: Where

    @property
    def effect(self) -> book.Effect | None:
        """What it does; nothing where nobody knows the perk."""
        return self.info.effect if self.info else None


def perk_info(character: Character, name: str) -> book.PerkInfo | None:
    """A perk by its name: one of the character's own, of its setting, or of the book (PRK-1)."""
    wanted = name.strip().casefold()
    for made in (*character.perks, *character.setting.perks):
        if made.info is not None and wanted in (made.info.name.casefold(), made.info.key):
            return _bound(character, made.info)
    info = book.perk(name)
    return _bound(character, info) if info is not None else None


def _bound(character: Character, info: book.PerkInfo) -> book.PerkInfo:
    """With the switch, a skill is chosen for a perk by which fortune stands in for other tokens (PRK-6)."""
    if isinstance(info.effect, book.StandIn) and numbers(character).switches.better_lucky == "one-skill":
        return info.model_copy(update={"choose": "skill"})
    return info


def has_skill_x(character: Character) -> bool:
    """Whether Skill X has a name, from the character or its setting (SKL-4)."""
    kept = character.setting.skill_x
    return bool(character.concept.skill_x.strip() or (kept and kept.name.strip()))


def known_perks(character: Character) -> list[book.PerkInfo]:
    """Every perk that the character could take: the book's, its setting's, those of one's own; each name once
    (PRK-1)."""
    names = [
        *(info.name for info in book.perks()),
        *(made.info.name for made in (*character.setting.perks, *character.perks) if made.info is not None),
    ]
    found = (perk_info(character, name) for name in names)
    return list({info.name.casefold(): info for info in found if info is not None}.values())


def may_take_again(info: book.PerkInfo | None) -> bool:
    """Whether a perk may be taken again for another skill: Expert and those like it (PRK-4); Better Lucky than Good
    is bound to one skill where the switch says so, and taken once."""
    return info is not None and info.choose is not None and not isinstance(info.effect, book.StandIn)


def perks(character: Character) -> list[OwnedPerk]:
    """Every perk of the character: the free one, those entered as they stood, then the bought ones (PRK-1)."""
    chosen: list[tuple[PerkChoice, Where]] = []
    if character.assets.perk is not None:
        chosen.append((character.assets.perk, ("assets", "perk")))
    chosen += [(perk, ("assets", "perks", index)) for index, perk in enumerate(character.assets.perks)]
    for bought, where, _, _ in purchases(character):
        if bought.buy == "perk":
            chosen.append((PerkChoice(name=bought.name, asset=bought.asset, skill=bought.skill), where))
    return [_owned(character, choice, where) for choice, where in chosen]


def _owned(character: Character, choice: PerkChoice, where: Where) -> OwnedPerk:
    info = perk_info(character, choice.name)
    asset = next((name for name in ASSETS if name == choice.asset), None)
    if asset is None and info is not None:
        asset = info.assets[0]
    return OwnedPerk(info.name if info else choice.name, info, asset, choice.skill, where)


def traits(character: Character) -> list[tuple[str, Where]]:
    """Every lasting trait with its place in the file: chosen, then bought (TRT-1)."""
    told = [(text, ("story", "traits", index)) for index, text in enumerate(character.story.traits)]
    bought = [(item.name, where) for item, where, _, _ in purchases(character) if item.buy == "trait"]
    return [pair for pair in (*told, *bought) if pair[0].strip()]


# ---- gear


@dataclass(frozen=True, slots=True)
class OwnedGear:
    """A piece of gear, its key (a slug of its name, made unique) and where the file says so."""

    key: str
    gear: Gear
    where: Where
    bought: bool


def gear(character: Character) -> list[OwnedGear]:
    """Every piece of gear: that of step 6, then the bought ones (GER-1)."""
    pieces: list[tuple[Gear, Where, bool]] = [
        (piece, ("gear", index), False) for index, piece in enumerate(character.gear)
    ]
    for item, where, _, _ in purchases(character):
        if item.buy == "gear":
            piece = Gear(name=item.name, kind=item.kind, rating=item.rating, without=item.without, purpose=item.purpose)
            pieces.append((piece, where, True))
    owned: list[OwnedGear] = []
    for number, (piece, where, bought) in enumerate(pieces, 1):
        key = re.sub(r"[^a-z0-9]+", "-", piece.name.casefold()).strip("-") or f"gear-{number}"
        if any(other.key == key for other in owned):
            key = f"{key}-{number}"
        owned.append(OwnedGear(key, piece, where, bought))
    return owned


def gear_pool(character: Character, owned: OwnedGear) -> Tally:
    """What the piece gives: a buff's dice (GER-2), a charm's pool of dice (GER-3), a font's points (GER-4)."""
    table, piece = numbers(character).gear, owned.gear
    name = f"{piece.kind or 'gear'}:{owned.key}"
    if piece.kind == "charm":
        each, rule, per = table.charm_dice_per_rating, "GER-3", table.charm_dice_per_excluded_skill
        without = [Term(per, f"without {skill_name(character, key)}", rule) for key in dict.fromkeys(piece.without)]
    elif piece.kind == "font":
        each, rule = table.font_points_per_rating, "GER-4"
        bonus = {"kismet": table.font_points_for_excluded_kismet}
        without = [
            Term(bonus.get(key, table.font_points_per_excluded_damage), f"without {key}", rule)
            for key in dict.fromkeys(piece.without)
        ]
    else:
        each, rule, without = table.buff_dice_per_rating, "GER-2", []
    times = f"rating {piece.rating}" + (f" × {each}" if each != 1 else "")
    terms = (Term(each * piece.rating, times, rule, "gear"), *without)
    return ruled(character, Tally(name, piece.name or "Gear", terms))


def gear_left(character: Character, owned: OwnedGear) -> int:
    """What is left in a charm's or font's pool; never negative."""
    used = character.play.gear_used.get(owned.key, 0) if character.play else 0
    return max(0, gear_pool(character, owned).total - used)
