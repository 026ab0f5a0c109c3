"""Findings about purchases with finishing points (CRE-9) and advances with Spark (SPK-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Gear, Purchase
from saga_tui.games.saga.rules.checks_parts import check_gear, known_asset, known_skill
from saga_tui.games.saga.rules.words import SKILLS, Purchasable
from saga_tui.problem import Problem, Where, near
from saga_tui.words import plural

BUYS: tuple[str, ...] = get_args(Purchasable)
FINISHING_BUYS = tuple(buy for buy in BUYS if buy not in ("consequence", "doom"))


def problems(character: Character) -> Iterator[Problem]:
    """The problems of every purchase."""
    for index, bought in enumerate(character.finishing):
        yield from check_purchase(character, bought, ("finishing", index), "CRE-9", FINISHING_BUYS)
    for index, bought in enumerate(character.advances):
        where: Where = ("advances", index)
        yield from check_purchase(character, bought, where, "SPK-4", BUYS)
        if bought.chapter < 1:
            message, fix = "An advance has no chapter", "Enter the chapter at whose end you bought it."
            yield Problem("error", "SPK-4", (*where, "chapter"), message, fix, "chapter", bought.chapter)
        elif bought.chapter > (now := state.play_of(character).chapter):
            message = f"An advance was bought in chapter {bought.chapter}, and play is in chapter {now}"
            fix = "Say at which chapter's end it was bought, or set the clock."
            yield Problem("error", "SPK-4", (*where, "chapter"), message, fix, "future", bought.chapter)


def check_purchase(
    character: Character, bought: Purchase, where: Where, rule: str, known: tuple[str, ...]
) -> Iterator[Problem]:
    """One purchase: its kind, and what that kind needs. Perks are looked at where all perks are."""
    if bought.buy not in known:
        message = f"You cannot buy {bought.buy!r} here" if bought.buy else "A purchase does not say what you bought"
        yield Problem("error", rule, (*where, "buy"), message, near(bought.buy, known), "buy", bought.buy)
        return
    if bought.buy == "asset":
        yield from known_asset(where, bought.asset, rule)
    elif bought.buy in ("rank", "specialty"):
        yield from known_skill(where, bought.skill, rule)
    if bought.buy == "specialty" and bought.skill in SKILLS:
        yield from _parent_rank(character, bought, where, rule)
    if bought.buy in ("specialty", "trait", "consequence") and not bought.name.strip():
        yield Problem("unfinished", rule, (*where, "name"), f"A bought {bought.buy} has no name", "Name it.", "name")
    if bought.buy == "gear":
        piece = Gear(name=bought.name, kind=bought.kind, rating=bought.rating, without=bought.without)
        yield from check_gear(character, piece, where, rule)


def _parent_rank(character: Character, bought: Purchase, where: Where, rule: str) -> Iterator[Problem]:
    prices = derive.numbers(character)
    least = (prices.finishing.prices if rule == "CRE-9" else prices.spark.prices).specialty_min_ranks
    have = derive.ranks(character, bought.skill).total  # type: ignore[arg-type]
    if have < least:
        name = derive.skill_name(character, bought.skill)
        message = f"The specialty {bought.name!r} needs {plural(least, 'rank')} in {name}, you have {have}"
        yield Problem(
            "error",
            rule,
            (*where, "skill"),
            message,
            f"Buy a rank of {name} first, or choose another skill.",
            "parent",
            bought.skill,
            asked=f"{plural(least, 'rank')} in {name}",
            left=f"{have}",
        )
