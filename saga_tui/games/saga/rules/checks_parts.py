"""Findings about parts that stand in several places: names of a closed set, perks, gear (CRE-2, CRE-8, GER, PRK)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character, Gear
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS
from saga_tui.problem import Problem, Where, near
from saga_tui.words import listed, plural

KINDS = ("buff", "charm", "font")


def unknown(where: Where, given: Iterable[str], known: Sequence[str], rule: str, what: str) -> Iterator[Problem]:
    """Words that are not of a closed set, each with the near ones. Those of a list or table get their place in it."""
    for index, word in enumerate(given):
        if word in known:
            continue
        place = (*where, word) if isinstance(given, dict) else (*where, index) if len(list(given)) > 1 else where
        message = f"There is no {what} {word!r}" if word else f"No {what} is chosen yet"
        yield Problem("error", rule, place, message, near(word, known), "unknown", word)


def repeated(where: Where, given: Sequence[str], rule: str) -> Iterator[Problem]:
    """Words that stand twice in a list."""
    for word, times in Counter(given).items():
        if times > 1:
            message = f"You chose {word!r} {plural(times, 'time')}"
            yield Problem("error", rule, where, message, "Choose it once.", f"twice-{word}", word)


def check_perks(character: Character) -> Iterator[Problem]:
    """The free perk (CRE-2, CRE-3), and every perk's name, asset, skill and number (PRK-1, PRK-4)."""
    rule = "CRE-3" if character.assets.method == "points" else "CRE-2"
    if not character.as_is:
        yield from _check_free_perks(character, rule)
    taken: Counter[tuple[str, str]] = Counter()
    for owned in derive.perks(character):
        yield from _check_perk(character, owned, rule)
        again = derive.may_take_again(owned.info)
        taken[owned.name.casefold(), owned.skill if again else ""] += 1
        if taken[owned.name.casefold(), owned.skill if again else ""] == 2:
            message = f"You have {owned.name} twice"
            fix = "Choose another skill for it." if again else "Choose another perk."
            yield Problem("error", "PRK-4", owned.where, message, fix, "twice", owned.name)


def _check_free_perks(character: Character, rule: str) -> Iterator[Problem]:
    """How many are chosen; the book gives one, a setting none or several (SET-1)."""
    count, left = budget.free_perk_count(character), budget.free_perks_left(character)
    eligible = ", ".join(budget.perk_assets(character)) or "no asset yet"
    if count == 1 and left == 1:
        message, fix = "You have not chosen your free perk", f"Choose a perk of {eligible}."
        yield Problem("unfinished", rule, ("assets", "perk"), message, fix, "none", asked="one free perk")
    elif left > 0:
        message, fix = (
            f"You chose {count - left} of {plural(count, 'free perk')}",
            f"Choose {left} more of {eligible}.",
        )
        asked = plural(count, "free perk")
        yield Problem(
            "unfinished",
            rule,
            ("assets", "perk"),
            message,
            fix,
            "few",
            asked=asked,
            left=f"{left} to choose",
            count=left,
        )  # fmt: skip
    if character.assets.perks and count < 2:
        message = "Only a character entered from paper lists its perks"
        fix = 'Name the free perk in `perk`, buy the others, or set entered = "as is".'
        yield Problem("error", rule, ("assets", "perks"), message, fix, "list")
    elif left < 0:
        message = f"You have {plural(count - left, 'free perk')}, {-left} more than {count}"
        fix = f"Remove {-left}, or buy them."
        yield Problem(
            "error", rule, ("assets", "perks"), message, fix, "many", count - left, asked=plural(count, "free perk")
        )


def _check_perk(character: Character, owned: derive.OwnedPerk, rule: str) -> Iterator[Problem]:
    where = owned.where
    if owned.info is None:
        message = f"There is no perk {owned.name!r}" if owned.name else "A perk has no name yet"
        fix = near(owned.name, [perk.name for perk in derive.known_perks(character)])
        yield Problem("error", "PRK-1", where, message, fix, "unknown", owned.name)
        return
    chosen = asked_asset(character, owned)
    belongs = listed(owned.info.assets, "or")
    if chosen and chosen not in owned.info.assets:
        message = f"{owned.name} is a perk of {belongs}, not of {chosen}"
        yield Problem("error", "PRK-1", where, message, f"Choose {belongs} as its asset.", "asset", chosen)
    elif where[0] == "assets" and not character.as_is:
        able = budget.perk_assets(character)
        if (chosen and chosen not in able) or not any(asset in able for asset in owned.info.assets):
            message = f"{owned.name} is a perk of {chosen or belongs} and cannot be your free perk"
            fix = f"Choose a perk of {listed(able, 'or') or 'a strong asset'}, or buy it with finishing points."
            yield Problem("error", rule, where, message, fix, "ineligible", owned.name, asked="one free perk")
    if owned.info.choose == "skill" and owned.skill not in SKILLS:
        message = f"{owned.name} needs a skill" if not owned.skill else f"there is no skill {owned.skill!r}"
        level = "error" if owned.skill else "unfinished"
        yield Problem(level, "PRK-4", where, message, near(owned.skill, SKILLS), "skill", owned.skill)  # type: ignore[arg-type]


def asked_asset(character: Character, owned: derive.OwnedPerk) -> str:
    """The asset that the file names for a perk; empty where it names none."""
    if owned.where == ("assets", "perk"):
        return character.assets.perk.asset if character.assets.perk else ""
    section, *rest = owned.where
    if section == "assets":
        return character.assets.perks[int(rest[1])].asset
    bought = character.finishing if section == "finishing" else character.advances
    return bought[int(rest[0])].asset


def check_gear(character: Character, piece: Gear, where: Where, rule: str) -> Iterator[Problem]:
    """A piece of gear: its name, kind, rating 1 to 3, and what it is made without (GER-1, GER-3, GER-4, CRE-8)."""
    table = derive.numbers(character).gear
    if not piece.name.strip():
        yield Problem("unfinished", "GER-1", (*where, "name"), "A piece of gear has no name yet", "Name it.", "name")
    if piece.kind not in KINDS:
        message = (
            f"There is no kind of gear {piece.kind!r}" if piece.kind else f"{piece.name or 'Gear'} has no kind yet"
        )
        level = "error" if piece.kind else "unfinished"
        yield Problem(level, "GER-1", (*where, "kind"), message, near(piece.kind, KINDS), "kind", piece.kind)  # type: ignore[arg-type]
    if not table.min_rating <= piece.rating <= table.max_rating:
        message = f"{piece.name or 'Gear'} has rating {piece.rating}"
        fix = f"Choose a rating from {table.min_rating} to {table.max_rating}."
        yield Problem("error", rule, (*where, "rating"), message, fix, "rating", piece.rating)
    allowed: Sequence[str] = {"charm": SKILLS, "font": DAMAGE}.get(piece.kind, ())
    gear_rule = {"charm": "GER-3", "font": "GER-4"}.get(piece.kind, "GER-2")
    if piece.without and piece.kind == "buff":
        message, fix = (
            f"{piece.name or 'A buff'} cannot exclude anything",
            "Remove the exclusions: only charms and fonts have them.",
        )
        yield Problem("error", gear_rule, (*where, "without"), message, fix, "without")
    elif piece.kind in KINDS:
        what = "skill" if piece.kind == "charm" else "kind of damage"
        yield from unknown((*where, "without"), piece.without, allowed, gear_rule, what)
        yield from repeated((*where, "without"), piece.without, gear_rule)
        if piece.kind == "charm" and set(allowed) <= set(piece.without):
            message, fix = f"{piece.name or 'Gear'} excludes everything", "Give it something to work on."
            yield Problem("error", gear_rule, (*where, "without"), message, fix, "all")


def known_asset(where: Where, asset: str, rule: str) -> Iterator[Problem]:
    """An asset's name in a purchase."""
    yield from unknown((*where, "asset"), [asset], ASSETS, rule, "asset")


def known_skill(where: Where, skill: str, rule: str) -> Iterator[Problem]:
    """A skill's key in a purchase."""
    yield from unknown((*where, "skill"), [skill], SKILLS, rule, "skill")
