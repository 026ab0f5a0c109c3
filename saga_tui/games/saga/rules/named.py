"""Every number of a character by a name of its own: what screens and the command line explain (house idea 2).

Derived numbers are the tallies that `derive` and `budget` give; what play counts is a tally of one term, whose source
is `play`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from saga_tui.changes import Change, Path
from saga_tui.games.saga.rules import budget, derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.ruled import shared
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS, THRESHOLD_ASSETS, WOUNDS
from saga_tui.tally import Tally, Term

TOKENS: Final = "-tokens"
THRESHOLD: Final = "-threshold"
LEFT: Final = ":left"
"""Ends the name of what is left of a charm or font: `charm:lucky-coin:left`."""

BUDGETS: Final = {
    "asset-points": ("assets", "CRE-3"),
    "skill-points": ("skills", "CRE-5"),
    "gear-ratings": ("gear", "CRE-8"),
    "finishing-points": ("finishing", "CRE-9"),
}
CLOCK: Final = ("chapter", "scene", "conflict", "round")
GEAR_RULES: Final = {"charm": "GER-3", "font": "GER-4"}


def named(character: Character) -> dict[str, Tally]:
    """Every number of the character by its name, in the order of the sheet.

    Ratings `force` …, tokens `force-tokens` …, damage `pain` …, `pain-threshold` …, `kismet`, `doom`, `doom-end`,
    `spark`, `skill:weaponry` …, gear `charm:lucky-coin` and `charm:lucky-coin:left`, `drive:1` …,
    `consequence:injured-leg`, traits that count `trait:paranoid`, `temporary:off-balance`, the open spans of the
    clock and the last chapter, and the points of creation that are spent: `asset-points` and `skill-points` only
    where points are how they are chosen (CRE-3, CRE-5), none of a character entered as it stands (CRE-11). Of two
    that a file makes to bear one name, the first.
    """
    found: dict[str, Tally] = {}
    for tally in _all(character):
        found.setdefault(tally.name, shared(character, tally) if character.rulings else tally)
    return found


def _all(character: Character) -> Iterator[Tally]:
    play = state.play_of(character)
    for asset in ASSETS:
        yield derive.rating(character, asset)
        held = state.in_hand(character, asset)
        yield counted(f"{asset}{TOKENS}", f"{asset.capitalize()} tokens in hand", held, "in hand", "AST-1")
    for kind in WOUNDS:
        yield counted(kind, kind.capitalize(), state.held(character, kind), "tokens held", "DMG-2")
        yield derive.threshold(character, kind)
    yield counted("kismet", "Kismet", state.held(character, "kismet"), "tokens held", "KIS-1")
    yield counted("doom", "Doom", max(0, play.doom), "steps marked", "DOM-2")
    yield derive.doom_end(character)
    yield counted("spark", "Spark", play.spark, "earned and not spent", "SPK-1")
    yield from (derive.ranks(character, skill) for skill in SKILLS)
    yield from _gear(character)
    for number, (text, held) in enumerate(zip(character.story.drives, state.drive_tokens(character), strict=True), 1):
        yield counted(f"drive:{number}", f"Tokens of “{text}”", held, "tokens", "DRV-2")
    yield from _of_play(character)
    open_now = state.clock(character)
    if play.chapter and "chapter" not in open_now:
        yield counted("chapter", "Chapter", play.chapter, "the latest one played", "TIME-1")
    for span, number in open_now.items():
        yield counted(span, span.capitalize(), number, "the current place in play", "TIME-1")
    yield from _budgets(character)


def counted(name: str, label: str, amount: int, reason: str, rule: str) -> Tally:
    """A number that play counts: one term."""
    return Tally(name, label, (Term(amount, reason, rule, "play"),))


def _gear(character: Character) -> Iterator[Tally]:
    for owned in derive.gear(character):
        pool = derive.gear_pool(character, owned)
        yield pool
        rule = GEAR_RULES.get(owned.gear.kind)
        if rule is not None:
            left = derive.gear_left(character, owned)
            used = Term(left - pool.total, "used since it was refilled", rule, "play")
            yield Tally(f"{pool.name}{LEFT}", f"{pool.label} left", (*pool.terms, used))


def _of_play(character: Character) -> Iterator[Tally]:
    """Consequences by their severity, traits that count by their weight, temporary ones by their rounds."""
    play = state.play_of(character)
    for key, item in slugged(play.consequences, "name"):
        terms = tuple(Term(points, f"{level} severity", "CSQ-1", "play") for level, points in item.points.items())
        yield Tally(f"consequence:{key}", f"Severity of “{item.name}”", terms)
    for key, item in slugged(play.active, "trait"):
        against = item.inverted != (item.owner == "scene")
        weight = -item.weight if against else item.weight
        by = f"active until the {item.until} ends{f', by {item.by}' if item.by else ''}"
        yield counted(f"trait:{key}", f"“{item.trait}”", weight, by, "TRT-2")
    for key, item in slugged(play.temporary, "name"):
        if item.rounds:
            yield counted(f"temporary:{key}", f"Rounds of “{item.name}”", item.rounds, "rounds left", "PSH-2")


def _budgets(character: Character) -> Iterator[Tally]:
    if character.as_is:
        return
    if character.assets.method == "points":
        yield budget.assets_budget(character).cost
    if character.skills.method == "points":
        yield budget.skills_budget(character).cost
    yield budget.gear_budget(character).cost
    yield budget.finishing_budget(character).cost


def slugged(items: tuple[Any, ...], field: str) -> Iterator[tuple[str, Any]]:
    """The items with a key each: the words of their name, joined by hyphens and made unique."""
    taken: set[str] = set()
    for number, item in enumerate(items, 1):
        key = re.sub(r"[^a-z0-9]+", "-", getattr(item, field).casefold()).strip("-") or str(number)
        if key in taken:
            key = f"{key}-{number}"
        taken.add(key)
        yield key, item


# ---- what a number rests on


def paths(name: str) -> tuple[Path, ...]:
    """The places in the character file that a number rests on; none for a name that nobody knows."""
    if name.endswith(TOKENS) and name.removesuffix(TOKENS) in ASSETS:
        return (("play", "tokens", name.removesuffix(TOKENS)),)
    if name.endswith(THRESHOLD) and name.removesuffix(THRESHOLD) in WOUNDS:
        pair = THRESHOLD_ASSETS[name.removesuffix(THRESHOLD)]
        return tuple(dict.fromkeys(path for asset in pair for path in paths(asset)))
    if name in ASSETS:
        rating: Path = ("assets", "ratings", name)
        return (("assets", "method"), ("assets", "order"), rating, ("entered",), ("finishing",), ("advances",))
    if name in DAMAGE:
        return (("play", "damage", name),)
    if name == "doom-end":
        return paths("fortune")
    if name in ("doom", "spark", *CLOCK):
        return (("play", name),)
    if name in BUDGETS:
        return ((BUDGETS[name][0],),)
    return _of_a_kind(*name.partition(":")[::2])


def _of_a_kind(kind: str, key: str) -> tuple[Path, ...]:
    if kind == "skill" and key in SKILLS:
        fields = (("method",), ("primary",), ("secondary",), ("ranks", key))
        return (*(("skills", *field) for field in fields), ("entered",), ("finishing",), ("advances",))
    if kind in ("charm", "font", "buff", "gear") and key:
        owned: tuple[Path, ...] = (("gear",), ("finishing",), ("advances",))
        return (("play", "gear_used", key.removesuffix(LEFT)), *owned) if key.endswith(LEFT) else owned
    if kind == "drive" and key.isascii() and key.isdecimal() and int(key[:9]) >= 1:
        return (("play", "drive_tokens", int(key[:9]) - 1),)
    lists = {"consequence": "consequences", "trait": "active", "temporary": "temporary"}
    return (("play", lists[kind]),) if kind in lists and key else ()


def rests_on(name: str, change: Change) -> bool:
    """Whether a change touched what the number rests on. A purchase of something else does not."""
    places = paths(name)
    if not any(_overlap(place, change.path) for place in places):
        return False
    if change.path[0] in ("finishing", "advances") and name not in BUDGETS:
        bought = [item for value in (change.old, change.new) for item in _tables(value)]
        return not bought or any(_is_for(name, item) for item in bought)
    return True


def _overlap(place: Path, path: Path) -> bool:
    length = min(len(place), len(path))
    return place[:length] == path[:length]


def _tables(value: object) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, dict)]


def _is_for(name: str, bought: dict[str, Any]) -> bool:
    """Whether a purchase, as the file has it, is one that the number counts."""
    kind, _, key = name.partition(":")
    if kind == "skill":
        return (bought.get("buy"), bought.get("skill")) == ("rank", key)
    if key:
        return bought.get("buy") == "gear"
    assets = THRESHOLD_ASSETS.get(name.removesuffix(THRESHOLD), ("fortune",) if name == "doom-end" else (name,))
    return bought.get("buy") == "asset" and bought.get("asset") in assets
