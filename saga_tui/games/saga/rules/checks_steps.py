"""Findings of the seven steps (CRE-1 … CRE-10), and of parts that stand in several places: names of a closed set,
perks, gear (GER, PRK)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character, Gear
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, POOLS, SKILLS
from saga_tui.problem import Problem, Where, near
from saga_tui.words import listed, plural

METHODS = ("priority", "points")
Sums = dict[str, Any]
"""What was asked, what it costs and what is left, of a problem."""


def problems(character: Character) -> Iterator[Problem]:
    """The problems of every step, in the order of the steps."""
    yield from _concept(character)
    yield from _assets(character)
    yield from _skills(character)
    yield from _story(character)
    yield from _gear(character)
    yield from finishing(character)


def _concept(character: Character) -> Iterator[Problem]:
    told = character.concept
    if not told.name.strip():
        yield Problem("unfinished", "CRE-1", ("concept", "name"), "Your character has no name yet", "Choose a name.")
    if not told.line.strip():
        message, fix = "You have no concept yet", "Say in one line who your character is."
        yield Problem("remark", "CRE-1", ("concept", "line"), message, fix, "empty")
    if not derive.has_skill_x(character) and derive.ranks(character, "skill_x").total > 0:
        message, fix = "Skill X has ranks but no name yet", "Name it: Magic, Mettle, Cyberspace, Survival …"
        yield Problem("unfinished", "SKL-4", ("concept", "skill_x"), message, fix)


def _overspent(spent: budget.Budget, where: Where, what: str) -> Iterator[Problem]:
    sums: Sums = {
        "asked": f"{spent.total} {what}",
        "cost": f"{spent.spent} {what}",
        "left": f"{spent.left} of {spent.total}",
    }
    if spent.left < 0:
        message = f"You spent {spent.spent} {what}, {-spent.left} more than your {spent.total}"
        fix = f"Spend {-spent.left} less."
        yield Problem("error", spent.rule, where, message, fix, "overspent", spent.spent, **sums)
    elif spent.left > 0:
        message = f"You have {spent.left} of {spent.total} {what} left"
        fix = "Spend them now, or leave them unspent."
        yield Problem("remark", spent.rule, where, message, fix, "unspent", spent.spent, count=spent.left, **sums)


# ---- step 2


def _assets(character: Character) -> Iterator[Problem]:
    chosen = character.assets
    yield from unknown(("assets", "ratings"), chosen.ratings, ASSETS, "AST-1", "asset")
    counted = chosen.ratings if character.as_is or chosen.method == "points" else {}
    for asset, value in counted.items():
        least = 0 if character.as_is else derive.numbers(character).assets.points.start
        if value < least:
            message = f"{asset.capitalize()} is rated {value}; it must be at least {least}"
            where = ("assets", "ratings", asset)
            yield Problem("error", "CRE-3", where, message, f"Raise it to {least}.", "low", value)
    if character.as_is:
        missing = [asset for asset in ASSETS if asset not in chosen.ratings]
        if missing:
            message = f"No rating yet for {listed(missing)}"
            fix = "Enter the rating from paper; 0 is fine."
            yield Problem("unfinished", "CRE-11", ("assets", "ratings"), message, fix, "missing", missing)
    elif chosen.method not in METHODS:
        message = f"There is no method {chosen.method!r} for assets"
        fix = near(chosen.method, METHODS)
        yield Problem("error", "CRE-10", ("assets", "method"), message, fix, "method", chosen.method)
    elif chosen.method == "priority":
        yield from _asset_order(chosen.order)
    else:
        yield from _overspent(budget.assets_budget(character), ("assets", "ratings"), "asset points")
    yield from check_perks(character)


def _asset_order(order: Sequence[str]) -> Iterator[Problem]:
    where: Where = ("assets", "order")
    yield from unknown(where, order, POOLS, "CRE-2", "asset to rank")
    yield from repeated(where, order, "CRE-2")
    if len(order) > len(POOLS):
        message, fix = f"You ranked {plural(len(order), 'asset')}", "Rank three: force, grace and acuity."
        yield Problem("error", "CRE-2", where, message, fix, "many", len(order))
    missing = [asset for asset in POOLS if asset not in order]
    if missing and len(order) < len(POOLS):
        message, fix = f"No priority yet for {listed(missing)}", "Choose your primary, secondary and tertiary asset."
        asked, left = "a primary, a secondary and a tertiary asset", f"{len(missing)} to choose"
        yield Problem("unfinished", "CRE-2", where, message, fix, asked=asked, left=left, count=len(missing))


# ---- step 3


def _skills(character: Character) -> Iterator[Problem]:
    chosen = character.skills
    yield from unknown(("skills", "ranks"), chosen.ranks, SKILLS, "SKL-1", "skill")
    counted = chosen.ranks if character.as_is or chosen.method == "points" else {}
    for skill, value in counted.items():
        if value < 0:
            message = f"{derive.skill_name(character, skill)} has {plural(value, 'rank')}, but cannot be below 0"
            yield Problem("error", "SKL-2", ("skills", "ranks", skill), message, "Raise it to 0.", "low", value)
    for index, item in enumerate(chosen.specialties):
        where: Where = ("skills", "specialties", index)
        yield from unknown((*where, "skill"), [item.skill], SKILLS, "SKL-3", "skill")
        if not item.name.strip():
            name = derive.skill_name(character, item.skill)
            yield Problem("unfinished", "SKL-3", (*where, "name"), f"A specialty of {name} has no name yet", "Name it.")
    if character.as_is:
        return
    if chosen.method not in METHODS:
        message = f"There is no method {chosen.method!r} for skills"
        fix = near(chosen.method, METHODS)
        yield Problem("error", "CRE-10", ("skills", "method"), message, fix, "method", chosen.method)
    elif chosen.method == "priority":
        yield from _priorities(character)
    else:
        yield from _overspent(budget.skills_budget(character), ("skills", "ranks"), "skill points")
    yield from _free_specialties(character)


def _priorities(character: Character) -> Iterator[Problem]:
    chosen, counts = character.skills, derive.numbers(character).skills.priority.counts
    yield from repeated(("skills", "secondary"), (*chosen.primary, *chosen.secondary), "CRE-4")
    for place, group, wanted in (
        ("primary", chosen.primary, counts[0]),
        ("secondary", chosen.secondary, counts[1]),
    ):
        where: Where = ("skills", place)
        yield from unknown(where, group, SKILLS, "CRE-4", "skill")
        sums: Sums = {"asked": plural(wanted, f"{place} skill"), "left": f"{wanted - len(group)} to choose"}
        if len(group) > wanted:
            message = f"You chose {plural(len(group), f'{place} skill')}, {len(group) - wanted} more than {wanted}"
            fix = f"Remove {len(group) - wanted}."
            yield Problem("error", "CRE-4", where, message, fix, "many", len(group), **sums)
        elif len(group) < wanted:
            message, left = f"You chose {len(group)} of {plural(wanted, f'{place} skill')}", wanted - len(group)
            yield Problem(
                "unfinished", "CRE-4", where, message, f"Choose {left} more.", "few", len(group), count=left, **sums
            )


def free_specialty_skills(character: Character) -> list[str]:
    """The skills that may have a free specialty: the primary ones (CRE-4), or those with 4 ranks and more (CRE-5),
    before finishing points (CRE-10)."""
    if character.skills.method == "priority":
        return [skill for skill in SKILLS if skill in character.skills.primary]
    least = derive.numbers(character).skills.points.free_specialty_min_ranks
    return [skill for skill in SKILLS if derive.creation_ranks(character, skill) >= least]


def _free_specialties(character: Character) -> Iterator[Problem]:
    chosen, table = character.skills, derive.numbers(character).skills
    by_priority = chosen.method == "priority"
    rule = "CRE-4" if by_priority else "CRE-5"
    wanted = table.priority.free_specialties if by_priority else table.points.free_specialties
    able = free_specialty_skills(character)
    where: Where = ("skills", "specialties")
    need = (
        "a primary skill"
        if by_priority
        else f"a skill with {plural(table.points.free_specialty_min_ranks, 'rank')} or more"
    )
    for index, item in enumerate(chosen.specialties):
        if item.skill in SKILLS and item.skill not in able:
            message = f"{derive.skill_name(character, item.skill)} cannot have a free specialty: it is not {need}"
            fix = "Move it to another skill, or buy it with a finishing point."
            yield Problem("error", rule, (*where, index), message, fix, "ineligible", item.name, asked=need)
    for skill, times in Counter(item.skill for item in chosen.specialties).items():
        if times > 1 and skill in able:
            message = (
                f"{derive.skill_name(character, skill)} has {plural(times, 'free specialty')}, but each skill gets one"
            )
            fix = "Move one to another skill, or buy it with a finishing point."
            yield Problem("error", rule, where, message, fix, f"twice-{skill}", times)
    have = len(chosen.specialties)
    sums: Sums = {
        "asked": f"one specialty each in {plural(wanted, 'skill')}",
        "left": f"{wanted - have} to choose",
    }
    if have > wanted:
        message = f"You have {plural(have, 'free specialty')}, {have - wanted} more than {wanted}"
        yield Problem("error", rule, where, message, f"Remove {have - wanted}, or buy them.", "many", have, **sums)
    elif have < min(wanted, len(able)) or (by_priority and have < wanted):
        message = f"You chose {have} of {plural(wanted, 'free specialty')}"
        fix = f"Choose {wanted - have} more, each in {need}."
        yield Problem("unfinished", rule, where, message, fix, "few", have, count=wanted - have, **sums)
    elif have < wanted:
        message = f"You cannot use {plural(wanted - have, 'free specialty')}: no other skill has enough ranks"
        yield Problem("remark", rule, where, message, f"Raise {need.removeprefix('a ')}.", "none-able", have, **sums)


# ---- steps 4 to 7


def _story(character: Character) -> Iterator[Problem]:
    table = derive.numbers(character)
    for field, wanted, rule, fix in (
        ("traits", table.traits.count, "CRE-6", "Write or choose more, or leave them for play if the GM agrees."),
        ("drives", table.drives.count, "CRE-7", "Write what else matters to you."),
    ):
        where: Where = ("story", field)
        given = [text for text in getattr(character.story, field) if text.strip()]
        sums: Sums = {"asked": f"{wanted} {field}", "left": f"{wanted - len(given)} to choose"}
        if len(given) < wanted and not (character.as_is and given):
            message = f"You wrote {len(given)} of {wanted} {field}"
            missing = wanted - len(given)
            yield Problem("unfinished", rule, where, message, fix, "few", len(given), count=missing, **sums)
        elif len(given) > wanted and not character.as_is:
            message = f"You wrote {len(given)} {field}, {len(given) - wanted} more than {wanted}"
            more = "Buy more traits with finishing points." if field == "traits" else f"Keep the strongest {wanted}."
            yield Problem("error", rule, where, message, more, "many", len(given), **sums)
    for text, where in derive.traits(character):
        if text.strip().casefold() in book.one_edged():
            message = f"The trait {text!r} seems to cut only one way"
            fix = "Word it so that it can be used against you too: that earns fortune."
            yield Problem("remark", "TRT-1", where, message, fix, "one-edged", text)


def _gear(character: Character) -> Iterator[Problem]:
    for index, piece in enumerate(character.gear):
        yield from check_gear(character, piece, ("gear", index), "CRE-8")
    if character.as_is:
        return
    if not character.gear:
        message, fix = "You have no special gear yet", "Choose one piece or more."
        total = f"{plural(derive.numbers(character).gear.total, 'point')} of gear rating"
        yield Problem("unfinished", "CRE-8", ("gear",), message, fix, "none", asked=f"1 piece or more, {total} in all")
    else:
        yield from _overspent(budget.gear_budget(character), ("gear",), "gear points")


def finishing(character: Character) -> Iterator[Problem]:
    """More finishing points spent than there are (CRE-9)."""
    if character.as_is:
        return
    yield from _overspent(budget.finishing_budget(character), ("finishing",), "finishing points")


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
    eligible, asked = ", ".join(budget.perk_assets(character)) or "no asset yet", plural(count, "free perk")
    if count == 1 and left == 1:
        message, fix = "You have not chosen your free perk", f"Choose a perk of {eligible}."
        yield Problem("unfinished", rule, ("assets", "perk"), message, fix, "none", asked="one free perk")
    elif left > 0:
        message, fix = f"You chose {count - left} of {asked}", f"Choose {left} more of {eligible}."
        sums: Sums = {"asked": asked, "left": f"{left} to choose", "count": left}
        yield Problem("unfinished", rule, ("assets", "perk"), message, fix, "few", **sums)
    if character.assets.perks and count < 2:
        message = "Only a character entered from paper lists its perks"
        fix = 'Name the free perk in `perk`, buy the others, or set entered = "as is".'
        yield Problem("error", rule, ("assets", "perks"), message, fix, "list")
    elif left < 0:
        message, fix = (
            f"You have {plural(count - left, 'free perk')}, {-left} more than {count}",
            f"Remove {-left}, or buy them.",
        )
        yield Problem("error", rule, ("assets", "perks"), message, fix, "many", count - left, asked=asked)


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
    table, name = derive.numbers(character).gear, piece.name or "Gear"
    if not piece.name.strip():
        yield Problem("unfinished", "GER-1", (*where, "name"), "A piece of gear has no name yet", "Name it.", "name")
    if piece.kind not in KINDS:
        message = f"There is no kind of gear {piece.kind!r}" if piece.kind else f"{name} has no kind yet"
        level = "error" if piece.kind else "unfinished"
        yield Problem(level, "GER-1", (*where, "kind"), message, near(piece.kind, KINDS), "kind", piece.kind)  # type: ignore[arg-type]
    if not table.min_rating <= piece.rating <= table.max_rating:
        message = f"{name} has rating {piece.rating}"
        fix = f"Choose a rating from {table.min_rating} to {table.max_rating}."
        yield Problem("error", rule, (*where, "rating"), message, fix, "rating", piece.rating)
    allowed: Sequence[str] = {"charm": SKILLS, "font": DAMAGE}.get(piece.kind, ())
    gear_rule = {"charm": "GER-3", "font": "GER-4"}.get(piece.kind, "GER-2")
    if piece.without and piece.kind == "buff":
        message = f"{piece.name or 'A buff'} cannot exclude anything"
        fix = "Remove the exclusions: only charms and fonts have them."
        yield Problem("error", gear_rule, (*where, "without"), message, fix, "without")
    elif piece.kind in KINDS:
        what = "skill" if piece.kind == "charm" else "kind of damage"
        yield from unknown((*where, "without"), piece.without, allowed, gear_rule, what)
        yield from repeated((*where, "without"), piece.without, gear_rule)
        if piece.kind == "charm" and set(allowed) <= set(piece.without):
            message, fix = f"{name} excludes everything", "Give it something to work on."
            yield Problem("error", gear_rule, (*where, "without"), message, fix, "all")
