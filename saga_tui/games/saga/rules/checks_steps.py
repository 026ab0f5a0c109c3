"""Findings of the seven steps (CRE-1 … CRE-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.checks_parts import check_gear, check_perks, repeated, unknown
from saga_tui.games.saga.rules.words import ASSETS, POOLS, SKILLS
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
        yield Problem(
            "remark",
            "CRE-1",
            ("concept", "line"),
            "You have no concept yet",
            "Say in one line who your character is.",
            code="empty",
        )
    if not derive.has_skill_x(character) and derive.ranks(character, "skill_x").total > 0:
        yield Problem(
            "unfinished",
            "SKL-4",
            ("concept", "skill_x"),
            "Skill X has ranks but no name yet",
            "Name it: Magic, Mettle, Cyberspace, Survival …",
        )


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
            yield Problem(
                "error", "CRE-3", ("assets", "ratings", asset), message, f"Raise it to {least}.", "low", value
            )
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
        yield Problem(
            "error",
            "CRE-2",
            where,
            f"You ranked {len(order)} assets",
            "Rank three: force, grace and acuity.",
            "many",
            len(order),
        )
    missing = [asset for asset in POOLS if asset not in order]
    if missing and len(order) < len(POOLS):
        yield Problem(
            "unfinished",
            "CRE-2",
            where,
            f"No priority yet for {listed(missing)}",
            "Choose your primary, secondary and tertiary asset.",
            asked="a primary, a secondary and a tertiary asset",
            left=f"{len(missing)} to choose",
            count=len(missing),
        )


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
            message = f"You chose {len(group)} of {plural(wanted, f'{place} skill')}"
            yield Problem(
                "unfinished", "CRE-4", where, message, f"Choose {wanted - len(group)} more.", "few", len(group),
                count=wanted - len(group), **sums,
            )  # fmt: skip


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
